"""Gates: lines with a direction, crossed by driving through them that way.

A gate has a left and a right end, as seen by who drives through it. What is on its line has not
passed it yet. A step from here to there crosses the gate if it begins behind the line or on it,
ends past it, and meets the line between the gate's ends, these included.

**By a part or by all.** A body crosses with its corners. A corner is *through* from the step in
which it crosses the gate until it is back at the line or behind it; a corner that came past the
line around the gate's end is not through. The first part of a body crosses with its first corner
(`first_crossing`); all of it has passed when all four are through (`first_passage`). The corners
that are through are a set, the bits of one number. It is all that a race has to keep of a body
astride the line between two movements: `corners_through` after a movement that is no passage, 0
for the next gate. Going round an end, or coming back over the line, gains nothing.

**How it is found.** As a contact is (`contact.py`): no corner can change sides in a step in which
no point moves further than the nearest corner is from the line; near the line the steps are a
*grain*, 1/64 of half a width. Where the sides have changed, bisection finds the unit, and there
the gate's ends are looked at, with the corner's own step of that one unit. So what is found is
always a crossing, whatever the body's turning; the unit before, that corner was not past. And
nothing is jumped, whatever the speed, but for this: a corner that changes sides and is back
within a grain of the movement may go unnoticed, and that is less than half a grain deep.
"""

from __future__ import annotations

from wreckoning.core.records import NOBODY, Record
from wreckoning.core.rules import jitable
from wreckoning.geometry.bodies import Body, Corners, corners_at, corners_of, reach_of
from wreckoning.geometry.contact import moved_by_leg, slack_of, step_of
from wreckoning.geometry.overlap import is_near
from wreckoning.geometry.paths import (
    Leg,
    Path,
    along_leg,
    centre_of,
    traced_point,
    travel_of_leg,
)
from wreckoning.geometry.points import root, squared_distance

ALL_CORNERS = 15  # the set of them: bit 0 front left, then clockwise


class Gate(Record):
    """A line to drive through, by its ends."""

    left_x: int
    left_y: int
    right_x: int
    right_y: int


@jitable
def _side(gate: Gate, x: int, y: int) -> int:
    """How far past the gate's line the point is, times the gate's length."""
    ex, ey = gate.right_x - gate.left_x, gate.right_y - gate.left_y
    return ey * (x - gate.left_x) - ex * (y - gate.left_y)


@jitable
def past(gate: Gate, x: int, y: int) -> int:
    """1 if the point is past the gate's line, 0 on it, −1 behind it."""
    side = _side(gate, x, y)
    return 1 if side > 0 else -1 if side < 0 else 0


@jitable
def step_crosses(gate: Gate, ax: int, ay: int, bx: int, by: int) -> bool:
    """Does a point that goes straight from a to b cross the gate in its direction?"""
    if past(gate, ax, ay) > 0 or past(gate, bx, by) <= 0:
        return False
    sx, sy = bx - ax, by - ay
    left = sx * (gate.left_y - ay) - sy * (gate.left_x - ax)
    right = sx * (gate.right_y - ay) - sy * (gate.right_x - ax)
    return left <= 0 <= right


@jitable
def is_wholly_past(gate: Gate, body: Body) -> bool:
    """Is no part of the body behind the gate's line? Its ends do not matter here."""
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
    """How far along the path the first part of the body crosses the gate; −1 if none does.

    Parts are its corners: one of them is first through a gate that is wider than the body.
    """
    length, width = body.half_length, body.half_width
    return _follow(path, body, gate, limit, length, width, 0, 1)[0]


@jitable
def first_crossing_of_centre(path: Path, body: Body, gate: Gate, limit: int) -> int:
    """How far along the path the body's centre crosses the gate; −1 if it does not."""
    return _follow(path, body, gate, limit, 0, 0, 0, 1)[0]


@jitable
def first_passage(path: Path, body: Body, gate: Gate, limit: int, through: int) -> int:
    """How far along the path the last part of the body crosses the gate; −1 if it does not.

    `through`: its corners that are through already. There all four are; the unit before, one was
    not. Where all four are at the start, it is 0.
    """
    length, width = body.half_length, body.half_width
    return _follow(path, body, gate, limit, length, width, through, 4)[0]


@jitable
def corners_through(path: Path, body: Body, gate: Gate, limit: int, through: int) -> int:
    """The set of the body's corners that are through after so much of the path."""
    length, width = body.half_length, body.half_width
    return _follow(path, body, gate, limit, length, width, through, 5)[1]


@jitable
def corners_moved_through(gate: Gate, before: Body, after: Body, through: int) -> int:
    """The same after a shove: each corner goes straight from where it was to where it is."""
    return _moved_through(gate, corners_of(before), corners_of(after), through)


@jitable
def _past_of(gate: Gate, corners: Corners) -> int:
    """The set of corners that are past the gate's line."""
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
    """How many corners there are in a set."""
    return (corners & 1) + (corners >> 1 & 1) + (corners >> 2 & 1) + (corners >> 3)


@jitable
def _room(gate: Gate, corners: Corners, length: int) -> int:
    """The nearest corner is at least so far from the line of a gate that is less long than this."""
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
    """How far along the path until enough corners are through, −1 if they never are; and which.

    The corners are those of a body so long and wide.
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
    """May the body come to the gate, between its ends, on a leg that begins here?"""
    x, y, heading = along_leg(leg, x, y, heading, end >> 1)
    x, y, heading = centre_of(path, x, y, heading)
    reach = (moved_by_leg(path, leg, body) >> 1) + reach_of(body) + slack_of(path, body)
    gate_x, gate_y = (gate.left_x + gate.right_x) >> 1, (gate.left_y + gate.right_y) >> 1
    return is_near(x, y, gate_x, gate_y, reach + (_longer_than(gate) >> 1) + 2)


@jitable
def _longer_than(gate: Gate) -> int:
    """The least whole number that is more than the gate's length."""
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
    """The corners so far along a leg that begins here."""
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
    """The same along one leg that begins here."""
    length, moved = _longer_than(gate), moved_by_leg(path, leg, body)
    here = _corners_along(path, leg, x, y, heading, 0, half_length, half_width)
    past_here = _past_of(gate, here)
    through &= past_here
    if _count(through) >= enough:
        return 0, through
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
