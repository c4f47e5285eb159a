"""Gates: lines with a direction, crossed by driving through them that way.

A gate has a left and a right end, as seen by who drives through it. What is on its line has not
passed it yet. A step from here to there crosses the gate if it begins behind the line or on it,
ends past it, and meets the line between the gate's ends, these included.
"""

from __future__ import annotations

from wreckoning.core.records import Record
from wreckoning.core.rules import jitable
from wreckoning.geometry.bodies import Body, Corners, corners_at, corners_of
from wreckoning.geometry.paths import Path, stand_at


class Gate(Record):
    """A line to drive through, by its ends."""

    left_x: int
    left_y: int
    right_x: int
    right_y: int


@jitable
def past(gate: Gate, x: int, y: int) -> int:
    """1 if the point is past the gate's line, 0 on it, −1 behind it."""
    ex, ey = gate.right_x - gate.left_x, gate.right_y - gate.left_y
    side = ey * (x - gate.left_x) - ex * (y - gate.left_y)
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
def _any_crosses(gate: Gate, before: Corners, after: Corners) -> bool:
    for i in range(0, 8, 2):
        if step_crosses(gate, before[i], before[i + 1], after[i], after[i + 1]):
            return True
    return False


@jitable
def first_crossing(path: Path, body: Body, gate: Gate, limit: int) -> int:
    """How far along the path the first part of the body crosses the gate; −1 if none does.

    Parts are its corners: one of them is first through a gate that is wider than the body.
    """
    return _first_crossing(path, body, gate, limit, body.half_length, body.half_width)


@jitable
def first_crossing_of_centre(path: Path, body: Body, gate: Gate, limit: int) -> int:
    """How far along the path the body's centre crosses the gate; −1 if it does not."""
    return _first_crossing(path, body, gate, limit, 0, 0)


@jitable
def _first_crossing(
    path: Path, body: Body, gate: Gate, limit: int, half_length: int, half_width: int
) -> int:
    """Steps of half a width, each corner going straight from one to the next; then bisection."""
    step = max(body.half_width, 1)
    at, x, y, heading = 0, body.x, body.y, body.heading
    before = corners_at(x, y, heading, half_length, half_width)
    while at < limit:
        to = min(at + step, limit)
        x, y, heading = stand_at(path, body, to)
        after = corners_at(x, y, heading, half_length, half_width)
        if _any_crosses(gate, before, after):
            break
        at, before = to, after
    if at >= limit:
        return -1
    while to - at > 1:
        middle = (at + to) >> 1
        x, y, heading = stand_at(path, body, middle)
        between = corners_at(x, y, heading, half_length, half_width)
        if _any_crosses(gate, before, between):
            to = middle
        else:
            at, before = middle, between
    return to
