"""Droppers: attacks on all vehicles behind."""

from __future__ import annotations

from wreckoning.core.door import choose, offer_two, pose
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rally.events import Dropped
from wreckoning.rulesets.rally.numbers import Question, Status
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import dropped_on
from wreckoning.rulesets.rally.rules.attacks import attack_vehicle, use_up


@rule("W28", "V29")
def drop(race: Race, vehicle: Vehicle, slot: int) -> None:
    """Every vehicle behind and in range is attacked with the full number of attacks.

    The targets are settled when it is used, whatever moves on the way. Asks only if there is one.
    """
    found = dropped_on(race, vehicle, slot)
    if found == 0:
        return
    pose(race, Question.DROP, vehicle.owner, slot)
    offer_two(race, 0, 1)
    if not choose(race):
        return
    use_up(race, vehicle, slot)
    tell(race, Dropped(vehicle.owner, vehicle.index, slot))
    for i in range(race.vehicle_count):
        if (found >> i) & 1 and race.vehicles[i].status == Status.DRIVING:
            attack_vehicle(race, vehicle, slot, race.vehicles[i])
