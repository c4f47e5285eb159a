"""Points: what a place is worth, and how they are told."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rally.events import Scored
from wreckoning.rulesets.rally.race import Race

PLACES = 6
POINTS = (10, 6, 4, 3, 2, 1)


@rule("V14")
def points_of_place(place: int) -> int:
    """What a place is worth, 1 the first; nothing from the seventh on."""
    return POINTS[place - 1] if place <= PLACES else 0


@rule("V14", "W39")
def points_of_coming_home(place: int) -> int:
    """What a vehicle home in an Outrun is worth: its place, and from the seventh on 1 point."""
    return max(1, points_of_place(place))


@jitable
def score(race: Race, seat: SeatIndex, points: int, reason: int, vehicle: int) -> None:
    """A player gets points for a Reason, by what this vehicle did or had done to it."""
    if points == 0:
        return
    race.seats[seat].points += points
    tell(race, Scored(seat, points, reason, vehicle))
