"""Terrain that stops a movement, and wreckage that may be smashed."""

from __future__ import annotations

from wreckoning.core.door import roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rally.events import WRECKS, HitTerrain, Smashed
from wreckoning.rulesets.rally.numbers import Question, Status, Terrain, Trial
from wreckoning.rulesets.rally.race import SIDES, Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import command_test, referees_extra
from wreckoning.rulesets.rally.rules.contacts import kind_of_terrain
from wreckoning.rulesets.rally.rules.exploding import explode
from wreckoning.rulesets.rally.rules.losing_control import lose_control

EXPLODES = 9


@rule("W23", "W25", "V6", "V8")
def run_into(race: Race, vehicle: Vehicle, terrain: int) -> bool:
    """It touches terrain that stops it, or the edge: a command test. True if it may go on.

    Then exploding terrain explodes on a 9 or more.
    """
    vehicle.crashes += 1
    tell(race, HitTerrain(vehicle.owner, vehicle.index, terrain))
    passed, _ = command_test(race, vehicle, Trial.TERRAIN, 0)
    if not passed:
        lose_control(race, vehicle)
    if kind_of_terrain(race, terrain) == Terrain.EXPLODING:
        extra = referees_extra(race, vehicle, Question.EXPLOSION_DIE) if vehicle.extra_roll else 0
        die = roll(race, Question.EXPLOSION_DIE, vehicle.index, SIDES)
        tell_roll(race, vehicle.owner, Question.EXPLOSION_DIE, die, die + extra)
        if die + extra >= EXPLODES:
            explode(race, terrain, vehicle.index)
    return passed and vehicle.status == Status.DRIVING


@rule("W24", "V3")
def smash(race: Race, vehicle: Vehicle, terrain: int) -> None:
    """Wreckage, or a wrecked vehicle, is destroyed and taken away."""
    tell(race, Smashed(vehicle.owner, vehicle.index, terrain))
    if terrain >= WRECKS:
        race.vehicles[terrain - WRECKS].status = Status.DESTROYED
    else:
        race.gone[terrain] = 1
