"""Draws a miniatures table to scale: places on the board, and names next to gates.

Scale(per_unit, edge)    turns lengths and places of a race into those of the board
place_beside(ends, …)    finds the best place for a name near a gate
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.gates import Gate
from wreckoning.geometry.overlap import Tabletop
from wreckoning.geometry.polygons import Polygon
from wreckoning.show import pen
from wreckoning.show.landscape import Points, distances
from wreckoning.show.pen import Rect, Spot

MARGIN = 4.0  # between a name and the table's edge
COVERED, CROWDED = 100, 10_000  # the cost of a name that covers a point, or another name


@dataclass(frozen=True)
class Scale:
    """The scale of a board: `per_unit` lengths of the race to a unit, `edge` units of margin."""

    per_unit: float
    edge: float

    def length(self, value: float) -> float:
        """A length on the board."""
        return value / self.per_unit

    def table(self, table: Tabletop) -> Rect:
        """The table on the board."""
        wide, deep = self.length(table.width), self.length(table.depth)
        return Rect(self.edge + wide / 2, self.edge + deep / 2, wide, deep)

    def point_of(self, x: float, y: float) -> complex:
        """A point of the table on the board."""
        return complex(x / self.per_unit + self.edge, y / self.per_unit + self.edge)

    def spot_of(self, body: Body) -> Spot:
        """The centre and heading of a body on the board."""
        return self.point_of(body.x, body.y), body.heading / DEGREE % 360

    def corners_of(self, polygon: Polygon) -> list[complex]:
        """The corners of a polygon on the board."""
        return [self.point_of(polygon.xs[n], polygon.ys[n]) for n in range(polygon.corners)]

    def box_of(self, body: Body) -> list[complex]:
        """The corners of a body on the board: front left first, then clockwise."""
        centre, ahead = self.point_of(body.x, body.y), pen.unit(body.heading / DEGREE)
        long, wide = self.length(body.half_length), self.length(body.half_width)
        corners = (long - wide * 1j, long + wide * 1j, -long + wide * 1j, -long - wide * 1j)
        return [centre + ahead * corner for corner in corners]

    def posts(self, gate: Gate) -> tuple[complex, complex]:
        """The left and the right end of a gate on the board."""
        left = self.point_of(gate.left_x, gate.left_y)
        return left, self.point_of(gate.right_x, gate.right_y)


def rims(table: Rect, wide: float, corners: tuple[float, float]) -> tuple[str, str, str]:
    """The middle, the inside and the outside of a rim around a table; `corners` of the 1st, 3rd."""
    middle, outside = corners
    return table.path(middle, wide), table.path(), table.path(outside, 2 * wide)


# --- names


def place_beside(
    ends: tuple[complex, complex],
    size: tuple[float, float],
    table: Rect,
    steps: Sequence[float],
    gap: float,
    keep_off: Points,
    taken: Sequence[Rect],
) -> Rect | None:
    """The best place for a name of this size; None if there is none on the table.

    It is one of the `steps` away from an end of the gate. Close is good; being closer than `gap` to
    a point to keep off is bad, to a name placed before is worse.
    """

    def cost(rect: Rect) -> float:
        away = min(abs(complex(rect.x, rect.y) - end) for end in ends)
        covered = int((distances(rect, keep_off) < gap).sum())
        crowded = sum(rect.overlaps(other, gap) for other in taken)
        return away + COVERED * covered + CROWDED * crowded

    return min(_places(ends, size, table, steps), key=cost, default=None)


def _places(
    ends: tuple[complex, complex], size: tuple[float, float], table: Rect, steps: Sequence[float]
) -> Iterator[Rect]:
    """Rectangles all around both ends, if they are on the table."""
    for end in ends:
        for turned in range(0, 360, 30):
            away = pen.unit(turned)
            reach = abs(away.real) * size[0] / 2 + abs(away.imag) * size[1] / 2
            for step in steps:
                centre = end + away * (reach + step)
                rect = Rect(centre.real, centre.imag, *size)
                if table.holds(rect, MARGIN):
                    yield rect
