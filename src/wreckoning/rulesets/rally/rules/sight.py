"""Line of sight: clear, obstructed or blocked."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.rules import as_numbers, jitable, rule
from wreckoning.geometry.sight import (
    LINES_BETWEEN,
    LINES_TO_BODY,
    free_lines_between,
    in_the_way,
    polygons_in_the_way,
    sight_point,
)
from wreckoning.rulesets.rally.numbers import Status
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.damage import in_play, wrecks

EVERYTHING = (1 << 62) - 1


@as_numbers
class Sight(IntEnum):
    """How much is seen of a vehicle or piece."""

    BLOCKED = 0
    OBSTRUCTED = 1
    CLEAR = 2


@jitable
def low_pieces(race: Race) -> int:
    """The terrain that blocks no sight: low pieces and removed ones. A set."""
    course, found = race.course, 0
    for i in range(course.piece_count):
        if not course.piece_tall[i] or race.gone[i]:
            found |= 1 << i
    return found


@jitable
def friends_of(race: Race, vehicle: Vehicle) -> int:
    """The other vehicles of its team on the board: a set."""
    found = 0
    for i in range(race.vehicle_count):
        other = race.vehicles[i]
        if other.status == Status.DRIVING and other.owner == vehicle.owner and i != vehicle.index:
            found |= 1 << i
    return found


@rule("W11", "V19")
def has_friend_between(race: Race, vehicle: Vehicle, x: int, y: int) -> bool:
    """Is a vehicle of its own team on the line from its centre to this point?"""
    body = race.bodies[vehicle.index]
    others = EVERYTHING ^ friends_of(race, vehicle)
    return in_the_way(body.x, body.y, x, y, race.bodies, race.vehicle_count, others) != 0


@rule("W11", "V19")
def sight(race: Race, vehicle: Vehicle, other: Vehicle) -> int:
    """BLOCKED, OBSTRUCTED or CLEAR, by twenty-five lines.

    Tall terrain, vehicles and wrecks obstruct when together they hide more than half of the lines;
    a friend between the two centres, or no free line, blocks.
    """
    target = race.bodies[other.index]
    if has_friend_between(race, vehicle, target.x, target.y):
        return Sight.BLOCKED
    standing = in_play(race) | wrecks(race)
    both = 1 << vehicle.index | 1 << other.index
    free = free_lines_between(
        race.bodies[vehicle.index],
        target,
        race.bodies,
        race.vehicle_count,
        (EVERYTHING ^ standing) | both,
        race.course.pieces,
        race.course.piece_count,
        low_pieces(race),
    )
    if free == 0:
        return Sight.BLOCKED
    return Sight.OBSTRUCTED if 2 * free < LINES_BETWEEN else Sight.CLEAR


@rule("V33")
def sees_piece(race: Race, vehicle: Vehicle, piece: int) -> bool:
    """Is a line free from its centre or a corner to the piece's middle or a corner?

    A friend between the middles blocks here too.
    """
    target = race.course.pieces[piece]
    if has_friend_between(race, vehicle, target.middle_x, target.middle_y):
        return False
    ignored = (EVERYTHING ^ (in_play(race) | wrecks(race))) | 1 << vehicle.index
    low = low_pieces(race) | 1 << piece
    if is_free(race, vehicle, target.middle_x, target.middle_y, ignored, low):
        return True
    for i in range(target.corners):
        if is_free(race, vehicle, target.xs[i], target.ys[i], ignored, low):
            return True
    return False


@jitable
def is_free(race: Race, vehicle: Vehicle, x: int, y: int, ignored: int, low: int) -> bool:
    """Is one of the five lines from the vehicle to a point free?"""
    body, course = race.bodies[vehicle.index], race.course
    for n in range(LINES_TO_BODY):
        ax, ay = sight_point(body, n)
        if in_the_way(ax, ay, x, y, race.bodies, race.vehicle_count, ignored):
            continue
        if not polygons_in_the_way(ax, ay, x, y, course.pieces, course.piece_count, low):
            return True
    return False
