"""Lay the road and the things on it, from the figures of a course file that is loaded."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.errors import Malformed
from wreckoning.core.rules import table_rule
from wreckoning.geometry.angles import (
    DEGREE,
    HALF_TURN,
    ONE,
    QUARTER,
    cosine,
    forward,
    heading_of,
    turn_between,
)
from wreckoning.geometry.angles import TURN as FULL_TURN
from wreckoning.geometry.bodies import Body, place
from wreckoning.geometry.check import check_body, fill_polygon
from wreckoning.geometry.gates import Gate
from wreckoning.geometry.points import root, squared_distance
from wreckoning.geometry.polygons import Polygon
from wreckoning.rulesets.kart.cards import footprint
from wreckoning.rulesets.kart.race import MM, Course

GATE_WIDTH = 182 * MM
SHARPEST = 80 * DEGREE  # of the line at one point
ROUND_CORNERS = 8

Point = tuple[int, int]


def in_mm(point: Point) -> str:
    """`(250, 750)`: a point as a course file has it."""
    return f"({point[0] / MM:g}, {point[1] / MM:g})"


def read_line(record: Course, points: Sequence[Point], where: str) -> None:
    """The middle of the road, a ring of points."""
    record.points = len(points)
    for i, (x, y) in enumerate(points):
        record.line_x[i], record.line_y[i] = x, y
    for i, (x, y) in enumerate(points):
        next_x, next_y = points[(i + 1) % len(points)]
        record.line_length[i] = root(squared_distance(x, y, next_x, next_y))
        record.line_heading[i] = heading_of(next_x - x, next_y - y)
        if record.line_length[i] < 50 * MM:
            raise Malformed(where, f"points {i + 1} and {i + 2} are less than 50 mm apart")
    for i in range(len(points)):
        turned = bend_at(record, i)
        if abs(turned) > SHARPEST:
            most = SHARPEST // DEGREE
            found = f"found {abs(turned) // DEGREE}°"
            raise Malformed(where, f"expected bends up to {most}° at a point, {found} at {i + 1}")


def bend_at(record: Course, at: int) -> int:
    """The turn of the line at a point, clockwise."""
    return turn_between(record.line_heading[(at - 1) % record.points], record.line_heading[at])


def heading_at(record: Course, at: int) -> int:
    """The heading with which the line goes through a point: half of its bend."""
    before = record.line_heading[(at - 1) % record.points]
    return (before + bend_at(record, at) // 2) % FULL_TURN


def across(record: Course, at: int, half: int) -> tuple[Point, Point]:
    """The points left and right of the line at a point, at a distance from it."""
    x, y, heading = record.line_x[at], record.line_y[at], heading_at(record, at)
    dx, dy = forward(heading + QUARTER, half)
    return (x - dx, y - dy), (x + dx, y + dy)


def lay_road(record: Course, width: int, where: str) -> None:
    """A piece of road from each point of the line to the next, mitred where they meet."""
    ribs = []
    for at in range(record.points):
        half = width * ONE // (2 * cosine(abs(bend_at(record, at)) // 2))
        ribs.append(across(record, at, half))
    for at in range(record.points):
        to = (at + 1) % record.points
        corners = [*ribs[at], *reversed(ribs[to])]
        piece = record.road[record.road_count]
        road = f"{where}: line: the road from point {at + 1} to {to + 1}"
        fill_polygon(piece, corners, road, in_mm, "E16")
        record.road_count += 1


@table_rule("E16")
def set_gate(record: Course, at: int) -> None:
    """Set a gate across the line at one of its points, as wide as a Long straight."""
    (left_x, left_y), (right_x, right_y) = across(record, at, GATE_WIDTH // 2)
    gate: Gate = record.gates[record.gate_count]
    gate.left_x, gate.left_y, gate.right_x, gate.right_y = left_x, left_y, right_x, right_y
    record.gate_at[record.gate_count] = at
    record.gate_count += 1


def set_grid(record: Course, spot: int, back: int, side: int) -> None:
    """Set a spot on the grid: its front's distance behind the start line, and to the right."""
    heading = record.line_heading[record.points - 1]
    length, _ = footprint()
    dx, dy = forward(heading, -back - length // 2)
    ax, ay = forward(heading + QUARTER, side)
    record.grid_x[spot] = record.line_x[0] + dx + ax
    record.grid_y[spot] = record.line_y[0] + dy + ay
    record.grid_heading[spot] = heading % FULL_TURN


def set_body(body: Body, x: int, y: int, heading: int, length: int, width: int, where: str) -> None:
    """Set a rectangle around its centre."""
    place(body, x, y, heading)
    body.half_length, body.half_width = length // 2, width // 2
    check_body(body, where)


def fill_round(polygon: Polygon, x: int, y: int, radius: int, where: str) -> None:
    """Fill in an octagon, as good as round."""
    step = 2 * HALF_TURN // ROUND_CORNERS
    corners = [forward(step // 2 + step * n, radius) for n in range(ROUND_CORNERS)]
    fill_polygon(polygon, [(x + dx, y + dy) for dx, dy in corners], where)


def fill_square(polygon: Polygon, x: int, y: int, size: int, heading: int, where: str) -> None:
    """Fill in a square around its centre."""
    reach = size * ONE // (2 * cosine(45 * DEGREE))
    corners = [forward(heading + 45 * DEGREE + QUARTER * n, reach) for n in range(4)]
    fill_polygon(polygon, [(x + dx, y + dy) for dx, dy in corners], where)
