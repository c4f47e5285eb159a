"""The cells of a table's survey, joined wherever a vehicle has room to go from one to the other.

A step leads to one of the sixteen cells around, a knight's move away at most. It has a length, and
a cost that may be more: what it drives into counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wreckoning.geometry.distance import point_within_polygon_reach
from wreckoning.geometry.overlap import is_near
from wreckoning.geometry.points import root
from wreckoning.geometry.polygons import Polygon, is_point_in_polygon
from wreckoning.rulesets.rally.numbers import Terrain
from wreckoning.rulesets.rally.race import CELL, INCH, Course

ROOM = 5 * INCH // 4  # to each side of a way: half of a truck, and a little
PASSAGE = 2 * ROOM + CELL  # wide enough wherever the cells lie
DEARER: dict[int, int] = {
    Terrain.BARRIER: INCH,
    Terrain.WRECKAGE: 3 * INCH,
}  # what a step into these costs more
SOLID = (Terrain.IMPASSABLE, Terrain.EXPLODING)
HALF = CELL // 2
ROW = 1 << 10  # points are numbered row by row: more of them than a table is wide
STEPS = tuple(
    (dx, dy)
    for dx in range(-2, 3)
    for dy in range(-2, 3)
    if 0 < dx * dx + dy * dy <= 5 and (dx % 2 or dy % 2)
)
LENGTHS = {square: root(square * CELL * CELL) for square in (1, 2, 5)}  # of the steps

Point = tuple[int, int]


@dataclass(frozen=True)
class Graph:
    """Cells, numbered row by row, and the steps between them, which lead both ways."""

    columns: int
    middles: tuple[Point, ...]  # of the cells
    steps: tuple[tuple[tuple[int, int], ...], ...]  # of a cell: another, and how far it is
    factors: tuple[int, ...]  # of each cell: what the length of a step into it is multiplied with
    extras: tuple[int, ...]  # of each cell: what is added to the length of a step into it

    def cell_at(self, point: Point) -> int:
        """The cell in which a point lies."""
        return point[1] // CELL * self.columns + point[0] // CELL

    def without(self, barred: set[int]) -> Graph:
        """The graph without these cells."""
        steps = tuple(
            tuple(step for step in those if step[0] not in barred) if cell not in barred else ()
            for cell, those in enumerate(self.steps)
        )
        return replace(self, steps=steps)


def size_of(record: Course) -> tuple[int, int]:
    """Columns and rows of cells on a table."""
    return -(-record.table.width // CELL), -(-record.table.depth // CELL)


def graph_of(record: Course) -> Graph:
    """The graph of a table."""
    columns, rows = size_of(record)
    free, dear = _free_points(record), _dear_pieces(record)
    steps = [
        (dx + dy * columns, LENGTHS[dx * dx + dy * dy], _points_of(dx, dy)) for dx, dy in STEPS
    ]
    cells = [(2 * column + 1, 2 * row + 1) for row in range(rows) for column in range(columns)]
    middles = tuple((x * HALF, y * HALF) for x, y in cells)
    leading = tuple(
        tuple(_steps_from(cell, _number(x, y), steps, free)) for cell, (x, y) in enumerate(cells)
    )
    costs = [_cost_at(dear, x, y) for x, y in middles]
    factors, extras = tuple(cost[0] for cost in costs), tuple(cost[1] for cost in costs)
    return Graph(columns, middles, leading, factors, extras)


def _number(x: int, y: int) -> int:
    """The number of the point that lies this many halves of a cell from the corner."""
    return y * ROW + x


def _points_of(dx: int, dy: int) -> tuple[int, ...]:
    """The points that a step needs free: both ends, half way, and next to it; from its start."""
    points = [(0, 0), (2 * dx, 2 * dy), (dx, dy)]
    if abs(dx) == 2:
        points += [(dx, 0), (dx, 2 * dy)]
    elif abs(dy) == 2:
        points += [(0, dy), (2 * dx, dy)]
    return tuple(_number(x, y) for x, y in points)


def _steps_from(
    cell: int, start: int, steps: list[tuple[int, int, tuple[int, ...]]], free: set[int]
) -> Iterator[tuple[int, int]]:
    """The steps from a cell whose middle is the point `start`: over free points only."""
    if start not in free:
        return
    for change, length, points in steps:
        if free.issuperset([start + point for point in points]):
            yield cell + change, length


def _free_points(record: Course) -> set[int]:
    """The points, half a cell apart, at which a vehicle is clear of the edge and all solids."""
    columns, rows = ((side - INCH) // HALF for side in (record.table.width, record.table.depth))
    free = {_number(x, y) for x in range(1, columns + 1) for y in range(1, rows + 1)}
    for n in range(record.piece_count):
        if record.piece_kind[n] in SOLID:
            free.difference_update(_points_close_to(record.pieces[n]))
    return free


def _points_close_to(piece: Polygon) -> Iterator[int]:
    """The points less than ROOM from a piece."""
    reach = piece.reach + ROOM
    for x in _halves_within(piece.middle_x, reach):
        for y in _halves_within(piece.middle_y, reach):
            near = is_near(x * HALF, y * HALF, piece.middle_x, piece.middle_y, reach)
            if near and point_within_polygon_reach(piece, x * HALF, y * HALF, ROOM - 1):
                yield _number(x, y)


def _halves_within(middle: int, reach: int) -> range:
    """The halves of a cell, from the corner of the table on, that are at most this far off."""
    return range(max(1, -((reach - middle) // HALF)), (middle + reach) // HALF + 1)


def _dear_pieces(record: Course) -> list[tuple[int, Polygon]]:
    """The pieces into which a step costs more, with their kinds."""
    pieces = ((record.piece_kind[n], record.pieces[n]) for n in range(record.piece_count))
    return [(kind, piece) for kind, piece in pieces if kind == Terrain.SLOW or kind in DEARER]


def _cost_at(dear: list[tuple[int, Polygon]], x: int, y: int) -> tuple[int, int]:
    """The factor by which a step to this point costs more, and its extra cost."""
    factor, extra = 1, 0
    for kind, piece in dear:
        near = is_near(x, y, piece.middle_x, piece.middle_y, piece.reach)
        if near and is_point_in_polygon(piece, x, y):
            factor = 2 if kind == Terrain.SLOW else factor
            extra += DEARER.get(kind, 0)
    return factor, extra
