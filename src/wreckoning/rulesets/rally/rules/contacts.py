"""The contacts of a movement: other vehicles, terrain that stops or is smashed, the edge.

Terrain goes by the number that events give it: a piece's index, a wrecked vehicle's number plus
WRECKS, NOBODY for the edge.
"""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.records import NOBODY
from wreckoning.core.rules import as_numbers, jitable, rule
from wreckoning.geometry.angles import forward
from wreckoning.geometry.bodies import Body, half_vectors, reach_of
from wreckoning.geometry.contact import (
    ROUNDING,
    Circle,
    circle_of,
    first_contact_in,
    first_contact_polygon_in,
    first_exit_in,
)
from wreckoning.geometry.distance import polygon_within
from wreckoning.geometry.gates import first_passage
from wreckoning.geometry.overlap import gap_to_edge, is_apart_from_polygon, is_near
from wreckoning.geometry.paths import Path, stand_at, travel_of, travel_of_leg
from wreckoning.rulesets.rally.events import WRECKS
from wreckoning.rulesets.rally.numbers import Mission, Status, Terrain
from wreckoning.rulesets.rally.race import INCH, Race, Vehicle
from wreckoning.rulesets.rally.rules.finishing import gates_to_cross
from wreckoning.rulesets.rally.rules.missions import has_gate

TOUCHING = INCH // 20  # less is a touch (V41)
ALL = (1 << 62) - 1


@as_numbers
class Contact(IntEnum):
    """What a movement meets first."""

    NOTHING = 0
    VEHICLE = 1
    TERRAIN = 2
    WAY_OUT = 3  # off the board by a gate (V36)


@jitable
def vehicles_that_are(race: Race, status: int) -> int:
    """The set of vehicles with this status."""
    found = 0
    for i in range(race.vehicle_count):
        if race.vehicles[i].status == status:
            found |= 1 << i
    return found


@rule("V3")
def standing_vehicles(race: Race) -> int:
    """The set of vehicles that stand on the board, wrecked ones too."""
    found = 0
    for i in range(race.vehicle_count):
        status = race.vehicles[i].status
        if status == Status.DRIVING or status == Status.WRECKED:
            found |= 1 << i
    return found


@jitable
def pieces_of(race: Race, kind: int) -> int:
    """The set of pieces of this kind of terrain that are still there."""
    found = race.course.of_kind[kind]
    if found and (kind == Terrain.WRECKAGE or kind == Terrain.EXPLODING):
        found &= ~gone_pieces(race)
    return found


@jitable
def gone_pieces(race: Race) -> int:
    """The set of pieces that have been removed (W24, W25)."""
    found = 0
    for i in range(race.course.piece_count):
        if race.gone[i]:
            found |= 1 << i
    return found


@rule("W23", "W25")
def hard_pieces(race: Race) -> int:
    """The set of pieces that stop every movement."""
    return pieces_of(race, Terrain.IMPASSABLE) | pieces_of(race, Terrain.EXPLODING)


@jitable
def pieces_near(race: Race, pieces: int, x: int, y: int, reach: int) -> int:
    """The pieces of a set that may be within a distance of a point."""
    found = 0
    if pieces == 0:
        return found
    for i in range(race.course.piece_count):
        if (pieces >> i) & 1:
            piece = race.course.pieces[i]
            if is_near(x, y, piece.middle_x, piece.middle_y, reach + piece.reach):
                found |= 1 << i
    return found


@jitable
def pieces_under(race: Race, pieces: int, body: Body, x: int, y: int, heading: int) -> int:
    """The pieces of a set that a body would overlap at its place."""
    return pieces_in(race, pieces, x, y, heading, body.half_length, body.half_width)


@jitable
def pieces_on_way(
    race: Race, pieces: int, body: Body, x: int, y: int, heading: int, way: int
) -> int:
    """The pieces of a set that a body may overlap on a straight way from here, and perhaps more."""
    if pieces == 0:
        return 0
    dx, dy = forward(heading, way // 2)
    length, width = body.half_length + abs(way) // 2 + ROUNDING, body.half_width + ROUNDING
    x, y = x + dx, y + dy
    pieces = pieces_near(race, pieces, x, y, length + width)
    return pieces_in(race, pieces, x, y, heading, length, width)


@jitable
def pieces_in(
    race: Race, pieces: int, x: int, y: int, heading: int, length: int, width: int
) -> int:
    """The pieces of a set that overlap a rectangle, by half its length and width."""
    if pieces == 0:
        return 0
    found = 0
    fx, fy, rx, ry = half_vectors(heading, length, width)
    for i in range(race.course.piece_count):
        if (pieces >> i) & 1:
            piece = race.course.pieces[i]
            if not is_apart_from_polygon((x, y, fx, fy, rx, ry, length, width), piece):
                found |= 1 << i
    return found


@jitable
def kind_of_terrain(race: Race, terrain: int) -> int:
    """The keyword of the terrain met; the edge is impassable (V6), a wreck wreckage (V3)."""
    if terrain == NOBODY:
        return Terrain.IMPASSABLE
    if terrain >= WRECKS:
        return Terrain.WRECKAGE
    return race.course.piece_kind[terrain]


@rule("W38", "W39", "V36")
def leaves_by_gate(race: Race, vehicle: Vehicle) -> bool:
    """Whether its next gate leads off the board."""
    course = race.course
    if course.mission != Mission.OUTRUN and course.mission != Mission.SCAVENGERS:
        return False
    return has_gate(race, vehicle) and vehicle.gates + 1 == gates_to_cross(course)


@rule("V6", "V36")
def first_edge(
    race: Race, vehicle: Vehicle, circle: Circle, path: Path, limit: int
) -> tuple[int, int]:
    """The distance at which the vehicle meets the edge, or leaves the board by its gate.

    (distance, TERRAIN or WAY_OUT); (limit, NOTHING) if neither. `circle`: `circle_of` its path.
    """
    body, course = race.bodies[vehicle.index], race.course
    exits = first_exit_in(circle, path, body, course.table, limit)
    if exits == limit:
        return limit, Contact.NOTHING
    if leaves_by_gate(race, vehicle):
        gate = course.gates[vehicle.gate]
        passes = first_passage(path, body, gate, limit, vehicle.through)
        if passes > exits and is_one_straight(path, exits, passes):
            return passes, Contact.WAY_OUT
    return exits, Contact.TERRAIN


@rule("V36")
def is_one_straight(path: Path, begin: int, end: int) -> bool:
    """Are two places along a path on the same straight leg?"""
    before = 0
    for n in range(path.count):
        leg = path.legs[n]
        after = before + travel_of_leg(leg)
        if begin < after:
            return leg.length != 0 and end <= after
        before = after
    return False


@rule("W23", "W25", "V6")
def first_hard(race: Race, vehicle: Vehicle, path: Path, limit: int) -> tuple[int, int, int]:
    """The distance at which the vehicle is stopped on the path: (distance, kind, terrain)."""
    body, course = race.bodies[vehicle.index], race.course
    ignored, count, circle = (
        ALL ^ hard_pieces(race),
        course.piece_count,
        circle_of(path, body, limit),
    )
    limit, terrain = first_contact_polygon_in(
        circle, path, body, course.pieces, count, ignored, limit
    )
    edge, kind = first_edge(race, vehicle, circle, path, limit)
    if kind != Contact.NOTHING:
        return edge, kind, NOBODY
    if terrain != NOBODY:
        return limit, Contact.TERRAIN, terrain
    kind, terrain = touched_ahead(race, vehicle, path, limit)
    return limit, kind, terrain


@rule("W23", "W25", "V6", "V41")
def touched_ahead(race: Race, vehicle: Vehicle, path: Path, limit: int) -> tuple[int, int]:
    """What stops a vehicle straight ahead of where all of a free path leads, less than a touch
    away: (TERRAIN, which), or (NOTHING, NOBODY). It is met as if the path led into it.
    """
    last = path.count - 1
    if last < 0 or path.legs[last].length == 0 or limit < travel_of(path):
        return Contact.NOTHING, NOBODY
    body, touch = race.bodies[vehicle.index], TOUCHING // 2
    x, y, heading = stand_at(path, body, limit)
    dx, dy = forward(heading, touch if path.legs[last].length > 0 else -touch)
    x, y = x + dx, y + dy
    length, width = body.half_length + touch, body.half_width - ROUNDING
    near = pieces_near(race, hard_pieces(race), x, y, length + width)
    met = pieces_in(race, near, x, y, heading, length, width)
    if met:
        return Contact.TERRAIN, first_of(met)
    fx, fy, rx, ry = half_vectors(heading, length, width)
    if gap_to_edge(x, y, fx, fy, rx, ry, length, width, race.course.table) >= 0:
        return Contact.NOTHING, NOBODY
    return (
        Contact.NOTHING if is_before_way_out(race, vehicle, path, limit) else Contact.TERRAIN
    ), NOBODY


@jitable
def first_of(numbers: int) -> int:
    """The lowest number in a set."""
    found = 0
    while not (numbers >> found) & 1:
        found += 1
    return found


@rule("V36")
def is_before_way_out(race: Race, vehicle: Vehicle, path: Path, limit: int) -> bool:
    """Would it leave the board by its gate, straight on from the end of the path?"""
    if not leaves_by_gate(race, vehicle):
        return False
    last, further = path.count - 1, 3 * race.bodies[vehicle.index].half_length
    length = path.legs[last].length
    path.legs[last].length += further if length > 0 else -further
    circle = circle_of(path, race.bodies[vehicle.index], limit + further)
    _, kind = first_edge(race, vehicle, circle, path, limit + further)
    path.legs[last].length = length
    return kind == Contact.WAY_OUT


@rule("W22", "W23", "W24", "W25")
def first_met(
    race: Race, vehicle: Vehicle, path: Path, passed: int, smashed: int, limit: int
) -> tuple[int, int, int]:
    """The first contact of a vehicle along a path: (distance, kind, which vehicle or terrain).

    Two sets are ignored: the vehicles `passed`, which it goes over already, and pieces `smashed`.
    Nothing within `limit`: (limit, NOTHING, NOBODY).
    """
    body, course = race.bodies[vehicle.index], race.course
    kind: int = Contact.NOTHING
    which = NOBODY
    ignored, count = ALL ^ standing_vehicles(race) | passed | 1 << vehicle.index, race.vehicle_count
    circle = circle_of(path, body, limit)
    limit, met = first_contact_in(circle, path, body, race.bodies, count, ignored, limit)
    if met != NOBODY:
        kind, which = Contact.VEHICLE, met
        if race.vehicles[met].status == Status.WRECKED:
            kind, which = Contact.TERRAIN, met + WRECKS
    ignored = ALL ^ (hard_pieces(race) | pieces_of(race, Terrain.WRECKAGE)) | smashed
    count = course.piece_count
    limit, met = first_contact_polygon_in(circle, path, body, course.pieces, count, ignored, limit)
    if met != NOBODY:
        kind, which = Contact.TERRAIN, met
    edge, stop = first_edge(race, vehicle, circle, path, limit)
    if stop != Contact.NOTHING:
        return edge, stop, NOBODY
    if kind == Contact.NOTHING:
        kind, which = touched_ahead(race, vehicle, path, limit)
    return limit, kind, which


@jitable
def touches_piece(race: Race, body: Body, piece: int) -> bool:
    """Does a base touch a piece of terrain, or nearly so?"""
    polygon = race.course.pieces[piece]
    reach = reach_of(body) + polygon.reach + TOUCHING
    if not is_near(body.x, body.y, polygon.middle_x, polygon.middle_y, reach):
        return False
    return polygon_within(body, polygon, TOUCHING)
