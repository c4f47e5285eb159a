"""Check that a course is fit to race on. Every fault is one line that names tile or square."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

from wreckoning.core.errors import Malformed
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rush.course_words import OFF_ROAD, ROAD, Laid, Tile
from wreckoning.rulesets.rush.laying import (
    GRID_LANES,
    GRID_ROWS,
    MIDDLE,
    RADIUS,
    SQUARE,
    bend_of,
    exit_of,
    grid_places,
    rotate,
)
from wreckoning.rulesets.rush.race import Course
from wreckoning.rulesets.rush.squares import (
    FINISH,
    LANE_NAMES,
    LANES,
    NOWHERE,
    SquareNumber,
    square_at,
    square_name,
    tile_of,
)

CELL = 250  # half a cell of the raster on which tiles are compared
OUTER = RADIUS + SQUARE * LANES // 2
INNER = RADIUS - SQUARE * LANES // 2


@table_rule("N6")
def check_course(where: str, tiles: Sequence[Laid], closed: bool, record: Course) -> None:
    """Check that the parts of a course fit together. Raises Malformed."""
    _check_start(where, tiles[0])
    _check_seams(where, tiles, closed)
    if closed:
        _check_closed(where, tiles)
    _check_overlaps(where, tiles)
    squares = reachable(record)
    _check_progress(where, record, squares)
    _check_ways_out(where, record, squares)


def against_n6(where: str, problem: str) -> NoReturn:
    """The error for a course that breaks N6."""
    raise Malformed(where, f"{problem} (N6)")


def _named(number: int, laid: Laid) -> str:
    return f"tile {number + 1} ({laid.name})"


def _check_start(where: str, first: Laid) -> None:
    """Check that the first tile carries the grid: it is long enough, and its places are road."""
    if not first.tile.grid:
        problem = "expected a tile with a grid to start from, found one without"
        against_n6(f"{where}: {_named(0, first)}", problem)
    if min(len(first.tile.lanes[lane]) for lane in GRID_LANES) <= max(GRID_ROWS):
        problem = f"a grid needs more than {max(GRID_ROWS)} squares in lanes b and d"
        against_n6(f"{where}: {_named(0, first)}", problem)
    for lane, index in grid_places(first.tile):
        what = first.tile.lanes[lane][index]
        if what != ROAD:
            found = "no road" if what == OFF_ROAD else "an obstruction"
            square = square_name(square_at(0, lane, index))
            problem = f"expected road on the places of the grid, found {found} on {square}"
            against_n6(f"{where}: {_named(0, first)}", problem)


def open_lanes(squares: Sequence[str]) -> str:
    """The lanes with road at a tile's first or last squares: `abcde`."""
    pairs = zip(LANE_NAMES, squares, strict=True)
    return "".join(name for name, what in pairs if what != OFF_ROAD)


def _check_seams(where: str, tiles: Sequence[Laid], closed: bool) -> None:
    """Check that two joined tiles have road on the same lanes."""
    for number, laid in enumerate(tiles):
        if number + 1 == len(tiles) and not closed:
            return
        after = (number + 1) % len(tiles)
        leaves = open_lanes([lane[-1] for lane in laid.tile.lanes])
        enters = open_lanes([lane[0] for lane in tiles[after].tile.lanes])
        if leaves != enters:
            seams = (
                f"{_last(number, lane, laid)} → {square_name(square_at(after, lane, 0))}"
                for lane in range(LANES)
                if (LANE_NAMES[lane] in leaves) != (LANE_NAMES[lane] in enters)
            )
            problem = (
                f"lanes do not join: it ends with {_listed(leaves)}, and "
                f"{_named(after, tiles[after])} begins with {_listed(enters)}; {', '.join(seams)}"
            )
            against_n6(f"{where}: {_named(number, laid)}", problem)


def _last(number: int, lane: int, laid: Laid) -> str:
    """The last square of a lane."""
    return square_name(square_at(number, lane, len(laid.tile.lanes[lane]) - 1))


def _listed(lanes: str) -> str:
    if not lanes:
        return "no lane"
    return f"lanes {lanes[0]} to {lanes[-1]}" if lanes in LANE_NAMES else f"lanes {lanes}"


@table_rule("N6", "D23")
def _check_closed(where: str, tiles: Sequence[Laid]) -> None:
    """Check that a closed course ends at its start, with the same heading."""
    last = tiles[-1]
    x, y, turned = exit_of(last.x, last.y, last.turned, last.tile)
    if (x, y, turned) != (0, 0, 0):
        squares = f"{x / SQUARE:g} squares ahead and {y / SQUARE:g} to the right of the start"
        heading = f"heading {90 * turned}°"
        problem = f"the course does not close: it ends {squares}, {heading}"
        against_n6(f"{where}: {_named(len(tiles) - 1, last)}", problem)


def _check_overlaps(where: str, tiles: Sequence[Laid]) -> None:
    """Check that no two tiles overlap."""
    covered: dict[tuple[int, int], int] = {}
    for number, laid in enumerate(tiles):
        for cell in _cells(laid):
            other = covered.setdefault(cell, number)
            if other != number:
                problem = f"it lies over {_named(other, tiles[other])}"
                against_n6(f"{where}: {_named(number, laid)}", problem)


def _cells(laid: Laid) -> Iterator[tuple[int, int]]:
    """The middles of the cells of the raster that a tile covers."""
    for x, y in _local_cells(laid.tile):
        dx, dy = rotate(x, y, laid.turned)
        yield laid.x + dx, laid.y + dy


def _local_cells(tile: Tile) -> Iterator[tuple[int, int]]:
    bend = bend_of(tile)
    if bend == 0:
        half = SQUARE * MIDDLE + SQUARE // 2
        for x in range(CELL, tile.rows * SQUARE, 2 * CELL):
            for y in range(-half + CELL, half, 2 * CELL):
                yield x, y
        return
    for x in range(CELL, OUTER, 2 * CELL):
        for y in range(CELL, OUTER, 2 * CELL):
            if INNER**2 <= x * x + y * y <= OUTER**2:
                yield x, bend * (RADIUS - y)


def _moves(record: Course, square: SquareNumber) -> tuple[SquareNumber, ...]:
    """The squares a car may drive to from a square without hitting an obstruction."""
    ways = (record.ahead[square], record.ahead_left[square], record.ahead_right[square])
    return tuple(way for way in ways if way and not record.obstruction[way])


@table_rule("N6", "N19")
def reachable(record: Course) -> list[SquareNumber]:
    """Every square a car can reach from the grid: driven there, or displaced by a Side Ram."""
    found = [square for square in record.grid if not record.obstruction[square]]
    known = {NOWHERE, FINISH, *found}
    for square in found:
        beside = [record.left[square], record.right[square]]
        for way in (*_moves(record, square), *beside):
            if way not in known and not record.obstruction[way]:
                known.add(way)
                found.append(way)
    return sorted(found)


def _check_progress(where: str, record: Course, squares: Sequence[SquareNumber]) -> None:
    """Check that progress grows along every move, except over the line."""
    for square in squares:
        for way in _moves(record, square):
            is_line = way == FINISH or tile_of(way) < tile_of(square)
            if not is_line and record.progress[way] <= record.progress[square]:
                problem = f"progress does not rise from {square_name(square)} to {square_name(way)}"
                against_n6(f"{where}: tile {tile_of(square) + 1}", problem)


def _check_ways_out(where: str, record: Course, squares: Sequence[SquareNumber]) -> None:
    """Check that every square has a way on: ahead, or diagonally."""
    for square in squares:
        if not _moves(record, square):
            problem = f"a car on {square_name(square)} is trapped: there is no way on"
            against_n6(f"{where}: tile {tile_of(square) + 1}", problem)
