"""Loss of structure, gain of heat, and the destruction of a car."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.events import Destroyed, Heat, Structure
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.standings import is_racing


@rule("N3", "N4")
def lose_structure(race: Race, car: Car, points: int, cause: int, by: SeatIndex) -> None:
    """Take structure points for good; at the skull the car is destroyed.

    `by` is the seat that did it, or NOBODY. A car that is home or destroyed loses nothing.
    """
    if not is_racing(car) or points <= 0:
        return
    lost = min(points, car.structure)
    car.structure -= lost
    car.damage_taken += lost
    if by not in (NOBODY, car.seat):
        race.cars[by].damage_dealt += lost
    tell(race, Structure(car.seat, -lost, car.structure, cause, by))
    if car.structure == 0:
        destroy(race, car, cause, by)


@rule("N3")
def take_heat(race: Race, car: Car, points: int, cause: int, by: SeatIndex) -> None:
    """Add heat points; at the skull the car is destroyed."""
    if not is_racing(car) or points <= 0:
        return
    taken = min(points, car.figures.heat - car.heat)
    car.heat += taken
    car.heat_taken += taken
    tell(race, Heat(car.seat, taken, car.heat, cause, by))
    if car.heat == car.figures.heat:
        destroy(race, car, cause, by)


@rule("N3", "D11")
def destroy(race: Race, car: Car, cause: int, by: SeatIndex) -> None:
    """The car is a wreck on the square it is on, and out of the race."""
    car.wrecked_round = race.rounds
    tell(race, Destroyed(car.seat, car.square, cause, by))
