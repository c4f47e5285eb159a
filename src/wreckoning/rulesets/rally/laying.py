"""Lay gates, spots and terrain, from the figures of a table's file that is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wreckoning.core.rules import table_rule
from wreckoning.geometry.angles import DEGREE, HALF_TURN, QUARTER, forward, heading_of
from wreckoning.geometry.angles import TURN as FULL_TURN
from wreckoning.geometry.bodies import corners_at
from wreckoning.geometry.check import fill_polygon
from wreckoning.geometry.gates import Gate
from wreckoning.geometry.polygons import Polygon
from wreckoning.rulesets.rally.race import INCH, Course

ROUND_CORNERS = 8

Point = tuple[int, int]


@table_rule("W18")
def set_gate(record: Course, x: int, y: int, heading: int, width: int) -> None:
    """Set a gate by its middle, the direction in which it is crossed, and its width."""
    dx, dy = forward(heading + QUARTER, width // 2)
    gate = record.gates[record.gate_count]
    gate.left_x, gate.left_y, gate.right_x, gate.right_y = x - dx, y - dy, x + dx, y + dy
    record.gate_count += 1


def middle_of_gate(gate: Gate) -> Point:
    """The middle of a gate's line."""
    return (gate.left_x + gate.right_x) // 2, (gate.left_y + gate.right_y) // 2


def gate_heading(gate: Gate) -> int:
    """The direction in which a gate is crossed."""
    across = heading_of(gate.right_x - gate.left_x, gate.right_y - gate.left_y)
    return (across - QUARTER) % FULL_TURN


class Rows(NamedTuple):
    """Rows of spots one behind the other: `pitch` from row to row, `apart` from lane to lane."""

    front: Point  # the middle of the first row
    heading: int
    rows: int
    lanes: int
    pitch: int
    apart: int


@table_rule("W40", "V13")
def add_spots(record: Course, rows: Rows, facing: int, group: int) -> None:
    """Add spots in rows, for vehicles of this group with this heading.

    They come behind the rows that the group has already.
    """
    taken = [
        record.spot_row[spot] + 1
        for spot in range(record.spot_count)
        if record.spot_group[spot] == group
    ]
    first = max(taken, default=0)
    for row in range(rows.rows):
        bx, by = forward(rows.heading, -row * rows.pitch)
        for lane in range(rows.lanes):
            ax, ay = forward(rows.heading + QUARTER, (2 * lane - rows.lanes + 1) * rows.apart // 2)
            spot = record.spot_count
            record.spot_x[spot] = rows.front[0] + bx + ax
            record.spot_y[spot] = rows.front[1] + by + ay
            record.spot_heading[spot] = facing % FULL_TURN
            record.spot_group[spot] = group
            record.spot_row[spot] = first + row
            record.spot_count += 1


def set_kind(record: Course, piece: int, kind: int) -> None:
    """Set the kind of a piece of terrain, which has none yet."""
    record.piece_kind[piece] = kind
    record.of_kind[kind] |= 1 << piece


def fill_round(polygon: Polygon, x: int, y: int, radius: int, where: str) -> None:
    """Fill in an octagon, as good as round."""
    step = 2 * HALF_TURN // ROUND_CORNERS
    corners = [forward(step // 2 + step * n, radius) for n in range(ROUND_CORNERS)]
    fill_polygon(polygon, [(x + dx, y + dy) for dx, dy in corners], where)


def fill_box(
    polygon: Polygon, x: int, y: int, heading: int, length: int, width: int, where: str
) -> None:
    """Fill in a rectangle around its centre, its length along the heading in degrees."""
    flat = corners_at(x, y, heading * DEGREE, length // 2, width // 2)
    fill_polygon(polygon, list(zip(flat[::2], flat[1::2], strict=True)), where)


def fill_outline(polygon: Polygon, corners: Sequence[Point], where: str) -> None:
    """Fill in a convex piece by its corners."""
    fill_polygon(polygon, corners, where, in_inches)


def in_inches(point: Point) -> str:
    """`(44, 28.5)`: a point as a course file has it."""
    return f"({point[0] / INCH:g}, {point[1] / INCH:g})"
