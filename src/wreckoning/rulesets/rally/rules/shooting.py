"""The attack action: every weapon, each at its own target."""

from __future__ import annotations

from wreckoning.core.door import MAX_OPTIONS, choose, offer, pose
from wreckoning.core.events import tell
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rally.events import Fired, FiredAtTerrain
from wreckoning.rulesets.rally.numbers import Question, Status, Target
from wreckoning.rulesets.rally.race import MAX_WEAPONS, Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import target_pieces, targets, weapon_of
from wreckoning.rulesets.rally.rules.attacks import attack_piece, attack_vehicle, use_up
from wreckoning.rulesets.rally.rules.droppers import drop


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
