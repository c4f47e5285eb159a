"""Driving a plan, to its end or to an interruption, with everything on the way."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import as_numbers, jitable, rule
from wreckoning.geometry.contact import slide_back, slide_back_polygon
from wreckoning.geometry.paths import Path, drive, stand_at, travel_of, travel_of_leg
from wreckoning.rulesets.rally.events import HitTerrain, Moved, Way
from wreckoning.rulesets.rally.numbers import Status, Terrain, Trial
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import command_test
from wreckoning.rulesets.rally.rules.contacts import (
    ALL,
    Contact,
    first_met,
    kind_of_terrain,
    pieces_of,
    vehicles_that_are,
)
from wreckoning.rulesets.rally.rules.driving_over import passes_over
from wreckoning.rulesets.rally.rules.gates import follow_gate, next_passage, pass_gate
from wreckoning.rulesets.rally.rules.losing_control import lose_control
from wreckoning.rulesets.rally.rules.plans import cost_of, direction_of
from wreckoning.rulesets.rally.rules.terrain import run_into, smash


@as_numbers
class Outcome(IntEnum):
    """How driving ended."""

    ARRIVED = 0
    INTERRUPTED = 1  # by hard terrain, and still in control
    STOPPED = 2  # out of control, destroyed, or off the board


@rule("W14", "W18", "W22", "W23", "W24")
def drive_plan(race: Race, vehicle: Vehicle) -> int:
    """Drive the plan in `race.path`; the path is used up. Returns how it ended.

    The body stands where the plan begins until it is at the end of its way.
    """
    path = race.path
    race.moved = 1
    race.direction = direction_of(race, path)
    passed, since = 0, 0
    while True:
        end, kind, which = first_met(race, vehicle, path, passed, 0, travel_of(path))
        gate = next_passage(race, vehicle, path, since, end)
        if gate != NOBODY:
            since = gate
            pass_gate(race, vehicle)
            if vehicle.status != Status.DRIVING:
                stop(race, vehicle, gate)
                return Outcome.STOPPED
        elif kind in (Contact.NOTHING, Contact.WAY_OUT):
            stop(race, vehicle, end)
            return Outcome.ARRIVED
        elif kind == Contact.VEHICLE:
            tell_place(race, vehicle, end)
            if not passes_over(race, vehicle, race.vehicles[which]):
                stop(race, vehicle, end)
                lose_control(race, vehicle)
                return Outcome.STOPPED
            passed |= 1 << which
        elif kind_of_terrain(race, which) == Terrain.WRECKAGE:
            tell_place(race, vehicle, end)
            if not goes_through(race, vehicle, which):
                stop(race, vehicle, end)
                lose_control(race, vehicle)
                return Outcome.STOPPED
        else:
            stop(race, vehicle, end)
            return Outcome.INTERRUPTED if run_into(race, vehicle, which) else Outcome.STOPPED


@rule("W24")
def goes_through(race: Race, vehicle: Vehicle, terrain: int) -> bool:
    """Wreckage: a command test. Passed, it is smashed and gone."""
    vehicle.crashes += 1
    tell(race, HitTerrain(vehicle.owner, vehicle.index, terrain))
    passed, _ = command_test(race, vehicle, Trial.WRECKAGE, 0)
    if passed:
        smash(race, vehicle, terrain)
    return passed


@jitable
def tell_place(race: Race, vehicle: Vehicle, distance: int) -> None:
    """Tell its place after this part of the path."""
    x, y, heading = stand_at(race.path, race.bodies[vehicle.index], distance)
    tell(race, Moved(vehicle.owner, vehicle.index, x, y, heading))


@rule("V17", "V39")
def stop(race: Race, vehicle: Vehicle, distance: int) -> None:
    """It ends its way here, or a little before if that would be over a barrier or a vehicle."""
    path, body = race.path, race.bodies[vehicle.index]
    if vehicle.status == Status.DRIVING:
        distance = put_back(race, vehicle, distance)
        follow_gate(race, vehicle, path, distance)
    spent, turns, _ = cost_of(race, vehicle, path, distance)
    race.spent += spent
    race.turns += turns
    drive(path, body, distance)
    tell(race, Moved(vehicle.owner, vehicle.index, body.x, body.y, body.heading))
    ground = ground_of(path, distance)
    tell(race, Way(vehicle.owner, vehicle.index, ground, turns, race.direction))


@jitable
def ground_of(path: Path, distance: int) -> int:
    """The part of the way along a path that is no turning on the spot."""
    ground = 0
    for n in range(path.count):
        leg = path.legs[n]
        if leg.length != 0:
            ground += max(0, min(distance, abs(leg.length)))
        distance -= travel_of_leg(leg)
    return ground


@rule("V17", "V39")
def put_back(race: Race, vehicle: Vehicle, distance: int) -> int:
    """The last place on the way up to here that is free of vehicles and barriers."""
    path, body, course = race.path, race.bodies[vehicle.index], race.course
    others = vehicles_that_are(race, Status.DRIVING) & ~(1 << vehicle.index)
    barriers = pieces_of(race, Terrain.BARRIER)
    while True:
        free = slide_back(path, body, distance, race.bodies, race.vehicle_count, ALL ^ others)
        if barriers and free > 0:
            count = course.piece_count
            free = slide_back_polygon(path, body, free, course.pieces, count, ALL ^ barriers)
        if free == distance or free <= 0:
            return max(free, 0)
        distance = free
