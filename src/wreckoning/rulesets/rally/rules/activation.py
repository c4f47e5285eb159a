"""An activation's beginning: the vehicle is marked, and its driver gets rid of stress."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rally.events import Activated, Recovered
from wreckoning.rulesets.rally.numbers import Pace, Trial
from wreckoning.rulesets.rally.race import SIDES, Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import command_test


@rule("W5", "W6")
def begin(race: Race, vehicle: Vehicle) -> None:
    """Activate a vehicle, once a round; nothing of its activation is done yet."""
    vehicle.activated = 1
    race.pace = Pace.STAND
    race.moved = race.spent = race.turns = race.direction = race.over = 0
    tell(race, Activated(vehicle.owner, vehicle.index, vehicle.stress, vehicle.hit_points))


@rule("W6", "W7")
def recover(race: Race, vehicle: Vehicle) -> None:
    """A command test for each stress marker: a success takes it off, a 12 all of them."""
    markers, removed = vehicle.stress, 0
    for _ in range(markers):
        passed, natural = command_test(race, vehicle, Trial.RECOVERY, 0)
        if natural == SIDES:
            removed = markers
            break
        if passed:
            removed += 1
    if markers:
        vehicle.stress -= removed
        tell(race, Recovered(vehicle.owner, vehicle.index, removed, vehicle.stress))
