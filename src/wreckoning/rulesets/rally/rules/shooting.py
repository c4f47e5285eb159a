"""The attack action: every weapon, each at its own target; droppers, at all behind."""

from __future__ import annotations

from wreckoning.core.door import MAX_OPTIONS, choose, offer, offer_two, pose
from wreckoning.core.events import tell
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rally.events import Dropped, Fired, FiredAtTerrain
from wreckoning.rulesets.rally.numbers import Question, Status, Target
from wreckoning.rulesets.rally.race import MAX_WEAPONS, Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import dropped_on, target_pieces, targets, weapon_of
from wreckoning.rulesets.rally.rules.attacks import attack_piece, attack_vehicle, use_up


@rule("W6", "W15")
def attack(race: Race, vehicle: Vehicle) -> None:
    """Each of its weapons in turn, as long as it drives."""
    for slot in range(MAX_WEAPONS):
        if vehicle.status != Status.DRIVING:
            return
        if weapon_of(race, vehicle, slot).dropper:
            drop(race, vehicle, slot)
        else:
            shoot(race, vehicle, slot)


@rule("W12", "W25")
def shoot(race: Race, vehicle: Vehicle, slot: int) -> None:
    """Choose a target for a weapon, or pass; then attack it. Asks only if there is a target."""
    pose(race, Question.TARGET, vehicle.owner, slot)
    offer(race, Target.PASS)
    offer_all(race, targets(race, vehicle, slot), Target.VEHICLE)
    offer_all(race, target_pieces(race, vehicle, slot), Target.TERRAIN)
    chosen = choose(race)
    if chosen == Target.PASS:
        return
    use_up(race, vehicle, slot)
    if chosen >= Target.TERRAIN:
        piece = chosen - Target.TERRAIN
        tell(race, FiredAtTerrain(vehicle.owner, vehicle.index, slot, piece))
        attack_piece(race, vehicle, slot, piece)
    else:
        target = chosen - Target.VEHICLE
        tell(race, Fired(vehicle.owner, vehicle.index, slot, target))
        attack_vehicle(race, vehicle, slot, race.vehicles[target])


@jitable
def offer_all(race: Race, found: int, first: int) -> None:
    """Offer everything in a set, as far as there is room for options."""
    i = 0
    while found >> i and race.door.asks[race.door.open - 1].count < MAX_OPTIONS:
        if (found >> i) & 1:
            offer(race, first + i)
        i += 1


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
