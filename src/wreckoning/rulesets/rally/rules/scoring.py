"""Points: those for a place, and how they are told."""

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
    """The points for a place, 1 is first; none from the seventh on."""
    return POINTS[place - 1] if place <= PLACES else 0


@rule("V14", "W39")
def points_of_coming_home(place: int) -> int:
    """The points for a vehicle home in an Outrun: those of its place, and 1 from the seventh on."""
    return max(1, points_of_place(place))


@jitable
def score(race: Race, seat: SeatIndex, points: int, reason: int, vehicle: int) -> None:
    """Give a player points for a Reason, by a deed or a loss of this vehicle."""
    if points == 0:
        return
    race.seats[seat].points += points
    tell(race, Scored(seat, points, reason, vehicle))
