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
    steps: tuple[tuple[tuple[int, int], ...], ...]  # of a cell: another, and how far it is
    factors: tuple[int, ...]  # of each cell: what the length of a step into it is multiplied with
    extras: tuple[int, ...]  # of each cell: what is added to the length of a step into it

    def middle_of(self, cell: int) -> Point:
        """The middle of a cell."""
        row, column = divmod(cell, self.columns)
        return column * CELL + HALF, row * CELL + HALF

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
    bare = Graph(columns, ((),) * columns * rows, (), ())
    free = _free_points(record)
    cells = [bare.middle_of(cell) for cell in range(columns * rows)]
    steps = tuple(tuple(_steps_from(bare, x, y, free)) if (x, y) in free else () for x, y in cells)
    costs = [_cost_at(record, x, y) for x, y in cells]
    factors, extras = tuple(cost[0] for cost in costs), tuple(cost[1] for cost in costs)
    return Graph(columns, steps, factors, extras)


def _steps_from(graph: Graph, x: int, y: int, free: set[Point]) -> Iterator[tuple[int, int]]:
    """The steps from a cell: to free cells, over free points."""
    for dx, dy in STEPS:
        to = x + dx * CELL, y + dy * CELL
        if to in free and all(point in free for point in _between(x, y, dx, dy)):
            yield graph.cell_at(to), LENGTHS[dx * dx + dy * dy]


def _between(x: int, y: int, dx: int, dy: int) -> Iterator[Point]:
    """The points that have to be free on the way of a step: half way, and next to it."""
    yield x + dx * HALF, y + dy * HALF
    if abs(dx) == 2:
        yield x + dx * HALF, y
        yield x + dx * HALF, y + dy * CELL
    elif abs(dy) == 2:
        yield x, y + dy * HALF
        yield x + dx * CELL, y + dy * HALF


def _free_points(record: Course) -> set[Point]:
    """The points, half a cell apart, at which a vehicle is clear of the edge and all solids."""
    kinds, width, depth = record.piece_kind, record.table.width, record.table.depth
    solids = [record.pieces[n] for n in range(record.piece_count) if kinds[n] in SOLID]
    return {
        (x, y)
        for x in range(HALF, width - INCH + 1, HALF)
        for y in range(HALF, depth - INCH + 1, HALF)
        if not any(_is_close(piece, x, y) for piece in solids)
    }


def _is_close(piece: Polygon, x: int, y: int) -> bool:
    """Whether a point is less than ROOM from a piece."""
    near = is_near(x, y, piece.middle_x, piece.middle_y, piece.reach + ROOM)
    return near and point_within_polygon_reach(piece, x, y, ROOM - 1)


def _cost_at(record: Course, x: int, y: int) -> tuple[int, int]:
    """The factor by which a step to this point costs more, and its extra cost."""
    factor, extra = 1, 0
    for n in range(record.piece_count):
        kind, piece = record.piece_kind[n], record.pieces[n]
        if kind != Terrain.SLOW and kind not in DEARER:
            continue
        near = is_near(x, y, piece.middle_x, piece.middle_y, piece.reach)
        if near and is_point_in_polygon(piece, x, y):
            factor = 2 if kind == Terrain.SLOW else factor
            extra += DEARER.get(kind, 0)
    return factor, extra
