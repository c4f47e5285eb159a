"""Driving over other vehicles."""

from __future__ import annotations

from wreckoning.core.door import plus
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rally.events import DroveOver
from wreckoning.rulesets.rally.numbers import Modifier, Status, Trial
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import command_test
from wreckoning.rulesets.rally.rules.losing_control import lose_control

RECKLESS = -3


@rule("W22", "W32")
def passes_over(race: Race, vehicle: Vehicle, other: Vehicle) -> bool:
    """It touches a vehicle on its way: both take a command test. True if it goes on over it.

    The other's loss of control waits until the mover is done. By a Reckless driver it is −3.
    """
    passed, _ = command_test(race, vehicle, Trial.DRIVING_OVER, 0)
    modifier = 0
    if race.builds[vehicle.index].reckless:
        modifier = plus(race, other.owner, Modifier.RECKLESS, RECKLESS)
    other_passed, _ = command_test(race, other, Trial.DRIVEN_OVER, modifier)
    if not other_passed:
        race.over |= 1 << other.index
    if passed:
        vehicle.overtaken += 1
        tell(race, DroveOver(vehicle.owner, vehicle.index, other.index))
    return passed


@rule("W22")
def settle_driven_over(race: Race) -> None:
    """After the move, the vehicles that failed their test under it lose control."""
    for i in range(race.vehicle_count):
        if (race.over >> i) & 1 and race.vehicles[i].status == Status.DRIVING:
            lose_control(race, race.vehicles[i])
    race.over = 0
