"""Gates: lines with a direction, crossed by driving through them that way.

A gate has a left and a right end, as the driver sees them. A point on its line has not passed it
yet. A straight step crosses the gate if it begins behind the line or on it, ends past it, and meets
the line between the gate's ends (or at an end).

**A part or all of a body.** A body crosses with its corners. A corner is *through* from the step in
which it crosses the gate until it is back at the line or behind it; a corner that came past the
line around the gate's end is not through. The first part of a body crosses with its first corner
(`first_crossing`); all of it has passed when all four are through (`first_passage`). The corners
that are through are a set, the bits of one number. A race only has to store this set for a body
astride the line between two movements: `corners_through` after a movement that does not pass the
gate, 0 for the next gate. Going round an end, or coming back over the line, gains nothing.

**Method.** As for a contact (`contact.py`): no corner can change sides in a step in which no point
moves further than the nearest corner is from the line. Near the line the steps are a *grain*, 1/64
of half a width. When a corner has changed sides, bisection finds the unit, and that unit's step of
the corner is compared with the gate's ends. So every crossing found is real, however the body
turns; one unit earlier the corner was not past. Nothing is skipped at any speed, with one
exception: a corner that changes sides and is back within a grain of the movement may go unnoticed,
and it is less than half a grain deep. On a straight leg the units in which corners change sides are
worked out (`gliding.py`), unless they are in doubt.
"""

from __future__ import annotations

from wreckoning.core.records import NOBODY, Record
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import HALF_TURN, Direction, ahead, direction
from wreckoning.geometry.bodies import Body, Corners, corners_at, corners_of, reach_of
from wreckoning.geometry.contact import moved_by_leg, slack_of, step_of
from wreckoning.geometry.gliding import BOUNDLESS, IN_DOUBT, Strip, enters_at, goes_on
from wreckoning.geometry.overlap import is_near
from wreckoning.geometry.paths import (
    STRAIGHT,
    Leg,
    Path,
    along_leg,
    centre_of,
    traced_point,
    travel_of_leg,
)
from wreckoning.geometry.points import root, squared_distance

Units = tuple[int, int, int, int]  # one for each corner

ALL_CORNERS = 15  # the set of all corners: bit 0 is front left, then clockwise


class Gate(Record):
    """A line to drive through, given by its ends."""

    left_x: int
    left_y: int
    right_x: int
    right_y: int


@jitable
def _side(gate: Gate, x: int, y: int) -> int:
    """The distance of the point past the gate's line, times the gate's length."""
    ex, ey = gate.right_x - gate.left_x, gate.right_y - gate.left_y
    return ey * (x - gate.left_x) - ex * (y - gate.left_y)


@jitable
def past(gate: Gate, x: int, y: int) -> int:
    """1 if the point is past the gate's line, 0 on it, −1 behind it."""
    side = _side(gate, x, y)
    return 1 if side > 0 else -1 if side < 0 else 0


@jitable
def step_crosses(gate: Gate, ax: int, ay: int, bx: int, by: int) -> bool:
    """True if a point that goes straight from a to b crosses the gate in its direction."""
    if past(gate, ax, ay) > 0 or past(gate, bx, by) <= 0:
        return False
    sx, sy = bx - ax, by - ay
    left = sx * (gate.left_y - ay) - sy * (gate.left_x - ax)
    right = sx * (gate.right_y - ay) - sy * (gate.right_x - ax)
    return left <= 0 <= right


@jitable
def is_wholly_past(gate: Gate, body: Body) -> bool:
    """True if no part of the body is behind the gate's line. Its ends do not matter here."""
    corners = corners_of(body)
    for i in range(0, 8, 2):  # noqa: SIM110  (compiled)
        if past(gate, corners[i], corners[i + 1]) < 0:
            return False
    return True


@jitable
def corners_past(gate: Gate, body: Body) -> int:
    """The set of the body's corners past the gate's line. Only these can be through."""
    return _past_of(gate, corners_of(body))


@jitable
def first_crossing(path: Path, body: Body, gate: Gate, limit: int) -> int:
    """The distance along the path at which a body first crosses the gate; −1 if it does not.

    It crosses with a corner: at a gate wider than the body, one of its corners is first through.
    """
    length, width = body.half_length, body.half_width
    return _follow(path, body, gate, limit, length, width, 0, 1)[0]


@jitable
def first_crossing_of_centre(path: Path, body: Body, gate: Gate, limit: int) -> int:
    """The distance along the path at which the body's centre crosses the gate; −1 if never."""
    return _follow(path, body, gate, limit, 0, 0, 0, 1)[0]


@jitable
def first_passage(path: Path, body: Body, gate: Gate, limit: int, through: int) -> int:
    """The distance along the path at which the last part of the body crosses the gate; −1 if none.

    `through`: the corners that are through already. At this distance all four are; one unit earlier
    one was not. The distance is 0 if all four are through at the start.
    """
    length, width = body.half_length, body.half_width
    return _follow(path, body, gate, limit, length, width, through, 4)[0]


@jitable
def corners_through(path: Path, body: Body, gate: Gate, limit: int, through: int) -> int:
    """The set of the body's corners that are through after this distance along the path."""
    length, width = body.half_length, body.half_width
    return _follow(path, body, gate, limit, length, width, through, 5)[1]


@jitable
def corners_moved_through(gate: Gate, before: Body, after: Body, through: int) -> int:
    """The corners that are through after a shove: each goes straight to its new place."""
    return _moved_through(gate, corners_of(before), corners_of(after), through)


@jitable
def _past_of(gate: Gate, corners: Corners) -> int:
    """The set of corners past the gate's line."""
    found = 0
    for i in range(4):
        if _side(gate, corners[2 * i], corners[2 * i + 1]) > 0:
            found |= 1 << i
    return found


@jitable
def _moved_through(gate: Gate, before: Corners, after: Corners, through: int) -> int:
    """The corners that are through after a step."""
    through &= _past_of(gate, after)
    for i in range(4):
        x, y = 2 * i, 2 * i + 1
        if step_crosses(gate, before[x], before[y], after[x], after[y]):
            through |= 1 << i
    return through


@jitable
def _count(corners: int) -> int:
    """The number of corners in a set."""
    return (corners & 1) + (corners >> 1 & 1) + (corners >> 2 & 1) + (corners >> 3)


@jitable
def _room(gate: Gate, corners: Corners, length: int) -> int:
    """A distance that every corner keeps from the line of a gate shorter than `length`."""
    least = abs(_side(gate, corners[0], corners[1]))
    for i in range(2, 8, 2):
        least = min(least, abs(_side(gate, corners[i], corners[i + 1])))
    return least // length


@jitable
def _follow(
    path: Path,
    body: Body,
    gate: Gate,
    limit: int,
    half_length: int,
    half_width: int,
    through: int,
    enough: int,
) -> tuple[int, int]:
    """The distance along the path until enough corners are through (−1 if never), and which are.

    The corners are those of a body of this length and width.
    """
    x, y, heading = traced_point(path, body)
    before = 0
    for n in range(path.count):
        leg = path.legs[n]
        travel = travel_of_leg(leg)
        end = min(travel, limit - before)
        if through or _is_in_reach(path, leg, x, y, heading, body, gate, end):
            at, through = _follow_leg(
                path, leg, x, y, heading, body, gate, end, half_length, half_width, through, enough
            )
            if at != NOBODY:
                return before + at, through
        before += travel
        if before >= limit:
            break
        x, y, heading = along_leg(leg, x, y, heading, travel)
    return NOBODY, through


@jitable
def _is_in_reach(
    path: Path, leg: Leg, x: int, y: int, heading: int, body: Body, gate: Gate, end: int
) -> bool:
    """True if the body may come to the gate, between its ends, on a leg that begins here."""
    x, y, heading = along_leg(leg, x, y, heading, end >> 1)
    x, y, heading = centre_of(path, x, y, heading)
    reach = (moved_by_leg(path, leg, body) >> 1) + reach_of(body) + slack_of(path, body)
    gate_x, gate_y = (gate.left_x + gate.right_x) >> 1, (gate.left_y + gate.right_y) >> 1
    return is_near(x, y, gate_x, gate_y, reach + (_longer_than(gate) >> 1) + 2)


@jitable
def _longer_than(gate: Gate) -> int:
    """The least whole number greater than the gate's length."""
    return root(squared_distance(gate.left_x, gate.left_y, gate.right_x, gate.right_y)) + 1


@jitable
def _corners_along(
    path: Path,
    leg: Leg,
    x: int,
    y: int,
    heading: int,
    distance: int,
    half_length: int,
    half_width: int,
) -> Corners:
    """The corners at this distance along a leg that begins here."""
    x, y, heading = along_leg(leg, x, y, heading, distance)
    x, y, heading = centre_of(path, x, y, heading)
    return corners_at(x, y, heading, half_length, half_width)


@jitable
def _follow_leg(
    path: Path,
    leg: Leg,
    x: int,
    y: int,
    heading: int,
    body: Body,
    gate: Gate,
    end: int,
    half_length: int,
    half_width: int,
    through: int,
    enough: int,
) -> tuple[int, int]:
    """Do the same as `_follow` along one leg that begins here."""
    here = _corners_along(path, leg, x, y, heading, 0, half_length, half_width)
    past_here = _past_of(gate, here)
    through &= past_here
    if _count(through) >= enough:
        return 0, through
    if leg.kind == STRAIGHT:
        towards = direction(heading if leg.length > 0 else heading + HALF_TURN)
        units = _units_of_sides(gate, here, towards, end)
        if min(min(units[0], units[1]), min(units[2], units[3])) != IN_DOUBT:
            return _glide(gate, here, towards, end, units, through, enough)
    length, moved = _longer_than(gate), moved_by_leg(path, leg, body)
    at = 0
    while at < end:
        to = min(at + step_of(path, leg, body, moved, _room(gate, here, length)), end)
        there = _corners_along(path, leg, x, y, heading, to, half_length, half_width)
        if _past_of(gate, there) != past_here:
            while to - at > 1:
                middle = (at + to) >> 1
                between = _corners_along(path, leg, x, y, heading, middle, half_length, half_width)
                if _past_of(gate, between) == past_here:
                    at, here = middle, between
                else:
                    to, there = middle, between
            through = _moved_through(gate, here, there, through)
            if _count(through) >= enough:
                return to, through
            past_here = _past_of(gate, there)
        at, here = to, there
    return NOBODY, through


@jitable
def _units_of_sides(gate: Gate, corners: Corners, towards: Direction, end: int) -> Units:
    """The unit in which each corner changes sides, if all go straight in a direction; or IN_DOUBT.

    More than `end`: it does not.
    """
    return (
        _unit_of_side(gate, corners[0], corners[1], towards, end),
        _unit_of_side(gate, corners[2], corners[3], towards, end),
        _unit_of_side(gate, corners[4], corners[5], towards, end),
        _unit_of_side(gate, corners[6], corners[7], towards, end),
    )


@jitable
def _unit_of_side(gate: Gate, x: int, y: int, towards: Direction, end: int) -> int:
    """The unit in which a point changes sides, if it goes straight in a direction; or IN_DOUBT."""
    ex, ey, side = gate.right_x - gate.left_x, gate.right_y - gate.left_y, _side(gate, x, y)
    # Past is a strip with one bound, behind another; the point is in one of them and goes on in it,
    # or enters the other.
    past: Strip = (ex, ey, -side, BOUNDLESS)
    behind: Strip = (-ex, -ey, side - 1, BOUNDLESS)
    other, own = (behind, past) if side > 0 else (past, behind)
    if goes_on(own, towards, end):
        return end + 1
    return enters_at(other, towards, end)


@jitable
def _glide(
    gate: Gate,
    corners: Corners,
    towards: Direction,
    end: int,
    units: Units,
    through: int,
    enough: int,
) -> tuple[int, int]:
    """Do the same as `_follow` along a straight leg; corners change sides in these units."""
    at = 0
    while True:
        to = end + 1
        for unit in units:
            if unit > at:
                to = min(to, unit)
        if to > end:
            return NOBODY, through
        here, there = _moved(corners, towards, to - 1), _moved(corners, towards, to)
        through = _moved_through(gate, here, there, through)
        if _count(through) >= enough:
            return to, through
        at = to


@jitable
def _moved(corners: Corners, towards: Direction, distance: int) -> Corners:
    """The corners after this distance in a direction."""
    dx, dy = ahead(towards, distance)
    ax, ay, bx, by, cx, cy, ex, ey = corners
    return ax + dx, ay + dy, bx + dx, by + dy, cx + dx, cy + dy, ex + dx, ey + dy
