"""Loss of hit points, and the destruction of vehicles."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rally.events import Damaged, Destroyed, Stressed
from wreckoning.rulesets.rally.numbers import Status
from wreckoning.rulesets.rally.race import MOST_STRESS, Race, Vehicle
from wreckoning.rulesets.rally.rules.missions import destroyed, hurt


@rule("W12", "W8")
def take_damage(race: Race, vehicle: Vehicle, points: int, by: int) -> None:
    """Lose so many hit points at once to vehicle `by` (NOBODY: to none); at 0 it is destroyed.

    `by` fired, dropped or set off the cause, and may get points for it.
    """
    if vehicle.status != Status.DRIVING or points <= 0:
        return
    lost = min(points, vehicle.hit_points)
    vehicle.hit_points -= lost
    vehicle.damaged = 1
    vehicle.damage_taken += lost
    if by != NOBODY:
        race.vehicles[by].damage_dealt += lost
    tell(race, Damaged(vehicle.owner, vehicle.index, lost, vehicle.hit_points))
    hurt(race, vehicle, by)
    if vehicle.hit_points == 0:
        destroy(race, vehicle, by)


@rule("W12", "V3")
def destroy(race: Race, vehicle: Vehicle, by: int) -> None:
    """Destroy a vehicle: it stays as wreckage, or is taken away (switch `wrecks_stay`)."""
    vehicle.status = Status.WRECKED if race.switches.wrecks_stay else Status.DESTROYED
    vehicle.ended = race.rounds
    if by != NOBODY and race.vehicles[by].owner != vehicle.owner:
        race.vehicles[by].kills += 1
    tell(race, Destroyed(vehicle.owner, vehicle.index, by))
    destroyed(race, vehicle, by)


@rule("W8", "V4")
def gain_stress(race: Race, vehicle: Vehicle) -> None:
    """Gain one stress marker, three at most."""
    if vehicle.stress < MOST_STRESS and vehicle.status == Status.DRIVING:
        vehicle.stress += 1
        tell(race, Stressed(vehicle.owner, vehicle.index, vehicle.stress))


@jitable
def in_play(race: Race) -> int:
    """The vehicles on the board that are not destroyed: a set."""
    found = 0
    for i in range(race.vehicle_count):
        if race.vehicles[i].status == Status.DRIVING:
            found |= 1 << i
    return found


@jitable
def wrecks(race: Race) -> int:
    """The vehicles that stand on the board as wreckage: a set."""
    found = 0
    for i in range(race.vehicle_count):
        if race.vehicles[i].status == Status.WRECKED:
            found |= 1 << i
    return found
