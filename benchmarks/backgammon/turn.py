"""The order of play: the opening roll, then turns: a roll and a play, or two of a double."""

from __future__ import annotations

from benchmarks.backgammon.events import Begins, Drawn, Won
from benchmarks.backgammon.questions import Asked, Question
from benchmarks.backgammon.race import CHECKERS, LAST_TURN, OFF, Race
from benchmarks.backgammon.rules.plays import play
from wreckoning.core.door import roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule

SIX = 6


@jitable
def is_over(race: Race) -> bool:
    """Whether the game is won, or the last turn played."""
    return race.over == 1


@rule("B1", "B2")
def step(race: Race) -> None:
    """One turn."""
    if race.seat == NOBODY:
        opening_turn(race)
        return
    race.seat = as_seat(1 - race.seat)
    one = throw(race, race.seat, Asked.DIE)
    other = throw(race, race.seat, Asked.DIE)
    take_turn(race, max(one, other), min(one, other))


@rule("B1")
def opening_turn(race: Race) -> None:
    """Each throws a die until they differ; the higher begins, with these two."""
    one = other = 0
    while one == other:
        one = throw(race, 0, Asked.OPENING_DIE)
        other = throw(race, 1, Asked.OPENING_DIE)
    race.seat = 0 if one > other else 1
    tell(race, Begins(race.seat, max(one, other), min(one, other)))
    take_turn(race, max(one, other), min(one, other))


@jitable
def throw(race: Race, seat: SeatIndex, question: Question) -> int:
    """A die, told."""
    pips = roll(race, question, seat, SIX)
    tell_roll(race, seat, question, pips, pips)
    return pips


@rule("B2", "B8")
def take_turn(race: Race, high: int, low: int) -> None:
    """A play of both dice; of a double, if both were played, another."""
    played = play(race, race.seat, high, low)
    race.turn += 1
    end_if_over(race)
    if high == low and played == 2 and not race.over:
        play(race, race.seat, high, low)
        end_if_over(race)


@rule("B7", "B8")
def end_if_over(race: Race) -> None:
    """All checkers off: won. More turns than there may be: nobody has won."""
    if race.sides[race.seat].points[OFF] == CHECKERS:
        race.winner = race.seat
        race.over = 1
        tell(race, Won(race.seat))
    elif race.turn > LAST_TURN:
        race.over = 1
        tell(race, Drawn())
