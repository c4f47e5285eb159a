"""The way left to a gate, looked up in the survey made when the table was loaded."""

from __future__ import annotations

from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.gates import Gate
from wreckoning.geometry.points import root
from wreckoning.rulesets.rally.race import CELL, CELLS, ELSEWHERE, Course, Race, Vehicle

SMOOTH = 3 * CELL  # the most that ways of neighbouring cells differ on open ground


@rule("V22")
def way_left(race: Race, vehicle: Vehicle) -> int:
    """The way left until all of a vehicle is across its next gate.

    ELSEWHERE or more if no way is known from where it stands.
    """
    body, gate = race.bodies[vehicle.index], race.course.gates[vehicle.gate]
    if vehicle.through:
        return max(0, body.half_length - distance_past(gate, body.x, body.y))
    return way_on(race.course, vehicle.gate, body.x, body.y) + body.half_length


@jitable
def way_from(race: Race, gate: int, x: int, y: int) -> int:
    """The way from a point to a gate's line; ELSEWHERE or more if none is known."""
    return way_on(race.course, gate, x, y)


@jitable
def way_on(course: Course, gate: int, x: int, y: int) -> int:
    """The same on a table: between the middles of the four cells around the point.

    If their ways differ too much, as at walls and at gates, or the point is not between them,
    by the best of them.
    """
    column = max(0, min((x - CELL // 2) // CELL, course.columns - 2))
    row = max(0, min((y - CELL // 2) // CELL, course.rows - 2))
    first = CELLS * gate + row * course.columns + column
    below = first + course.columns
    a, b, c, d = course.way[first], course.way[first + 1], course.way[below], course.way[below + 1]
    across, down = x - column * CELL - CELL // 2, y - row * CELL - CELL // 2
    if max(max(a, b), max(c, d)) - min(min(a, b), min(c, d)) > SMOOTH or not (
        0 <= across <= CELL and 0 <= down <= CELL
    ):
        return min(
            min(way_by(a, across, down), way_by(b, CELL - across, down)),
            min(way_by(c, across, CELL - down), way_by(d, CELL - across, CELL - down)),
        )
    upper, lower = a * (CELL - across) + b * across, c * (CELL - across) + d * across
    return (upper * (CELL - down) + lower * down) // (CELL * CELL)


@jitable
def way_by(way: int, dx: int, dy: int) -> int:
    """The way through the middle of a cell at a distance."""
    return way + root(dx * dx + dy * dy) if way < ELSEWHERE else ELSEWHERE


@jitable
def distance_past(gate: Gate, x: int, y: int) -> int:
    """The distance of a point past a gate's line; negative behind it."""
    ex, ey = gate.right_x - gate.left_x, gate.right_y - gate.left_y
    length = root(ex * ex + ey * ey)
    return (ey * (x - gate.left_x) - ex * (y - gate.left_y)) // length
