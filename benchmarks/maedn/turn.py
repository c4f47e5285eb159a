"""The order of play: a throw, a move, and on to the next player, or once more after a six."""

from __future__ import annotations

from benchmarks.maedn.questions import Asked
from benchmarks.maedn.race import Race
from benchmarks.maedn.rules.moving import SIX, move
from wreckoning.core.door import roll, tell_roll
from wreckoning.core.ids import as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule


@jitable
def is_over(race: Race) -> bool:
    """Whether the game is won."""
    return race.winner != NOBODY


@rule("M1", "M2")
def step(race: Race) -> None:
    """One throw and its move. A six throws again, even if nothing could move."""
    seat = race.seat
    race.players[seat].throws += 1
    pips = roll(race, Asked.DIE, seat, SIX)
    tell_roll(race, seat, Asked.DIE, pips, pips)
    move(race, seat, pips)
    if pips != SIX and race.winner == NOBODY:
        race.seat = as_seat((seat + 1) % race.number)
