"""The result of a race: places, times, and the tallies of simulations."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.documents import Json
from wreckoning.core.ids import SeatIndex
from wreckoning.core.rules import jitable
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rtd.race import Race
from wreckoning.rulesets.rtd.rules.standings import index_of

TALLIES = (
    "momentum",
    "falls_back",
    "pulls_ahead",
    "passes",
    "items_used",
    "turns",
    "best_lap",
)
SCALES = (100, 1, 1, 1, 1, 1, 1)


@jitable
def count(race: Race, seat: SeatIndex, index: int) -> int:
    """A seat's tally, by its index in TALLIES, in units of SCALES.

    Momentum is the average at the ends of turns; a driver who never finished raced every turn.
    """
    kart = race.karts[seat]
    turns = kart.finish_turn if kart.finish_turn != 0 else race.turn
    if index == 0:
        return 100 * kart.momentum_sum // max(1, turns - 1)
    if index == 1:
        return kart.falls_back
    if index == 2:
        return kart.pulls_ahead
    if index == 3:
        return kart.passes
    if index == 4:
        return kart.items_used
    return turns if index == 5 else kart.best_lap


@jitable
def place(race: Race, seat: SeatIndex) -> int:
    """The seat's place in a finished race; 1 is first."""
    return race.karts[seat].place


@jitable
def rank(race: Race, seat: SeatIndex) -> int:
    """The seat's present place."""
    return index_of(race, seat) + 1


@jitable
def length(race: Race) -> int:
    """How many turns the race took."""
    return race.turn


def result(race: Race, seats: Sequence[Seat]) -> Json:
    """The finished race: drivers by place, with the turn they finished on and their best lap."""
    podium = sorted(range(race.drivers), key=lambda seat: race.karts[seat].place)
    return {
        "turns": race.turn,
        "places": [
            {
                "place": race.karts[seat].place,
                "name": seats[seat].name,
                "finish_turn": race.karts[seat].finish_turn or None,
                "best_lap": race.karts[seat].best_lap or None,
            }
            for seat in podium
        ],
    }
