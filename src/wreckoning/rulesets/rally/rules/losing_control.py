"""Losing control: another player puts the vehicle somewhere near, and it may be damaged."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, pose
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.angles import DEGREE, TURN
from wreckoning.geometry.contact import (
    circle_of,
    first_contact_in,
    first_contact_polygon_in,
    first_exit_in,
)
from wreckoning.geometry.distance import nearness_of_bodies
from wreckoning.geometry.overlap import overlapping_polygons
from wreckoning.geometry.paths import Path, add_pivot, add_slide, clear_path, drive, travel_of
from wreckoning.rulesets.rally.events import LostControl, Moved, Nudged
from wreckoning.rulesets.rally.numbers import Nudge, Question, Status, Trial
from wreckoning.rulesets.rally.questions import BEARINGS, MOST_STEPS, STEP
from wreckoning.rulesets.rally.race import HALF, INCH, Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import command_test, defence_test
from wreckoning.rulesets.rally.rules.contacts import ALL, gone_pieces, standing_vehicles
from wreckoning.rulesets.rally.rules.damage import take_damage
from wreckoning.rulesets.rally.rules.gates import follow_gate, next_passage, pass_gate

CRASH_DAMAGE = 1


@rule("W21", "W26", "W29")
def control_test(race: Race, vehicle: Vehicle, trial: int, modifiers: int) -> bool:
    """A command test; failed, it loses control. `modifiers` are told already."""
    passed, _ = command_test(race, vehicle, trial, modifiers)
    if not passed:
        lose_control(race, vehicle)
    return passed


@rule("W21")
def lose_control(race: Race, vehicle: Vehicle) -> None:
    """The player with the nearest other vehicle nudges it; then a defence test or 1 damage."""
    if vehicle.status != Status.DRIVING:
        return
    vehicle.lost_control += 1
    placed_by, body = who_places(race, vehicle), race.bodies[vehicle.index]
    tell(race, Moved(vehicle.owner, vehicle.index, body.x, body.y, body.heading))
    tell(race, LostControl(vehicle.owner, vehicle.index, placed_by))
    if placed_by != NOBODY:
        nudge(race, vehicle, placed_by)
    if vehicle.status == Status.DRIVING and not defence_test(race, vehicle, Trial.LOST_CONTROL, 0):
        take_damage(race, vehicle, CRASH_DAMAGE, NOBODY)


@rule("W21", "V7", "V40")
def who_places(race: Race, vehicle: Vehicle) -> SeatIndex:
    """The owner of the nearest other vehicle, by base distance, ties by initiative; or NOBODY."""
    body = race.bodies[vehicle.index]
    found: SeatIndex = NOBODY
    least = 0
    for i in range(race.vehicle_count):
        if i == vehicle.index or race.vehicles[i].status != Status.DRIVING:
            continue
        owner, near = race.vehicles[i].owner, nearness_of_bodies(body, race.bodies[i])
        order = race.seats[owner].initiative
        if found == NOBODY or near < least:
            found, least = owner, near
        elif near == least and order < race.seats[found].initiative:
            found = owner
    return found


@rule("W21", "V49")
def nudge(race: Race, vehicle: Vehicle, by: SeatIndex) -> None:
    """Moved up to an inch any way, then turned up to 45° on the spot: over nothing, by choice."""
    path, body = race.trial, race.bodies[vehicle.index]
    pose_push(race, vehicle, by)
    push_nudged(path, choose(race))
    be_moved(race, vehicle, path)
    pose_turn(race, vehicle, by)
    turn_nudged(path, choose(race))
    be_moved(race, vehicle, path)
    clear_path(path, 0)
    tell(race, Nudged(vehicle.owner, vehicle.index, body.x, body.y, body.heading))


@rule("W21", "W18")
def be_moved(race: Race, vehicle: Vehicle, path: Path) -> None:
    """It goes all of the path, perhaps through its gate."""
    way = travel_of(path)
    crosses = next_passage(race, vehicle, path, 0, way) != NOBODY
    if not crosses:
        follow_gate(race, vehicle, path, way)
    drive(path, race.bodies[vehicle.index], way)
    if crosses:
        pass_gate(race, vehicle)


@jitable
def turn_nudged(path: Path, option: int) -> None:
    """The way of a NUDGE_TURN option."""
    clear_path(path, 0)
    if option != MOST_STEPS:
        add_pivot(path, (option - MOST_STEPS) * STEP * DEGREE)


@jitable
def push_nudged(path: Path, option: int) -> None:
    """The way of a NUDGE_MOVE option."""
    clear_path(path, 0)
    if option == Nudge.STAY:
        return
    if option < Nudge.INCH:
        add_slide(path, HALF, (option - Nudge.HALF) * TURN // BEARINGS, 0)
    else:
        add_slide(path, INCH, (option - Nudge.INCH) * TURN // BEARINGS, 0)


@rule("W21")
def pose_turn(race: Race, vehicle: Vehicle, by: SeatIndex) -> None:
    """Ask for the turn, in steps of 5°: as far to each side as nothing is in the way."""
    pose(race, Question.NUDGE_TURN, by, vehicle.index)
    turn_nudged(race.trial, 0)
    to_left = free_way(race, vehicle, race.trial) // (STEP * DEGREE)
    turn_nudged(race.trial, 2 * MOST_STEPS)
    to_right = free_way(race, vehicle, race.trial) // (STEP * DEGREE)
    clear_path(race.trial, 0)
    for option in range(MOST_STEPS - to_left, MOST_STEPS + to_right + 1):
        offer(race, option)


@rule("W21")
def pose_push(race: Race, vehicle: Vehicle, by: SeatIndex) -> None:
    """Ask for the push: none, half an inch or an inch at any sixteenth, where nothing is met."""
    pose(race, Question.NUDGE_MOVE, by, vehicle.index)
    offer(race, Nudge.STAY)
    ways = 0
    for bearing in range(BEARINGS):
        push_nudged(race.trial, Nudge.INCH + bearing)
        way = free_way(race, vehicle, race.trial)
        if way >= HALF:
            offer(race, Nudge.HALF + bearing)
        if way >= INCH:
            ways |= 1 << bearing
    clear_path(race.trial, 0)
    for bearing in range(BEARINGS):
        if (ways >> bearing) & 1:
            offer(race, Nudge.INCH + bearing)


@rule("W21", "V40")
def free_way(race: Race, vehicle: Vehicle, path: Path) -> int:
    """The distance along the path free of bases and terrain, and on the board."""
    body, course = race.bodies[vehicle.index], race.course
    standing = standing_vehicles(race)
    ignored = ALL ^ standing | 1 << vehicle.index
    way = travel_of(path)
    circle = circle_of(path, body, way)
    way, _ = first_contact_in(circle, path, body, race.bodies, race.vehicle_count, ignored, way)
    ignored, count = gone_pieces(race), course.piece_count
    ignored |= overlapping_polygons(body, course.pieces, count, ignored)
    way, _ = first_contact_polygon_in(circle, path, body, course.pieces, count, ignored, way)
    return first_exit_in(circle, path, body, course.table, way)
