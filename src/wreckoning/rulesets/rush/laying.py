"""Tiles laid end to end: the places of tiles and squares, and the graph they join into.

A straight has lanes of equally many squares. A curve turns by 90° around a point four squares to
its side: its lanes are arcs, and the squares of a lane share its arc evenly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rush.course_words import (
    LEFT_CURVE,
    OFF_ROAD,
    RIGHT_CURVE,
    ROAD,
    STRAIGHT,
    Laid,
    Place,
    Tile,
)
from wreckoning.rulesets.rush.race import GRID_SQUARES, Course
from wreckoning.rulesets.rush.squares import FINISH, LANES, SquareNumber, square_at

SQUARE = 1000  # the width of a lane
RADIUS = 4 * SQUARE  # of a curve's middle lane
MIDDLE = LANES // 2
QUARTER = 900  # tenths of a degree
TILE_PROGRESS = 1680  # of every tile: even fractions of it for lanes of 1 to 8 squares
GRID_ROWS = (4, 2, 0)  # front to back, in the longer of the two lanes
GRID_LANES = (1, 3)

Point = tuple[int, int]


def rotate(x: int, y: int, turned: int) -> Point:
    """A point turned about (0, 0) by quarter turns clockwise (y grows downwards)."""
    return ((x, y), (-y, x), (-x, -y), (y, -x))[turned % 4]


def bend_of(tile: Tile) -> int:
    """The turn of a tile, in quarter turns clockwise."""
    return {STRAIGHT: 0, RIGHT_CURVE: 1, LEFT_CURVE: -1}[tile.shape]


def exit_of(x: int, y: int, turned: int, tile: Tile) -> tuple[int, int, int]:
    """The place and heading at a tile's exit, from those at its entry."""
    bend = bend_of(tile)
    dx, dy = (RADIUS, bend * RADIUS) if bend else (tile.rows * SQUARE, 0)
    dx, dy = rotate(dx, dy, turned)
    return x + dx, y + dy, (turned + bend) % 4


def lay(tiles: Sequence[tuple[Tile, str]]) -> tuple[Laid, ...]:
    """Lay tiles with their names, one after another from (0, 0) towards +x."""
    found = []
    x = y = turned = 0
    for tile, name in tiles:
        found.append(Laid(tile, name, x, y, turned))
        x, y, turned = exit_of(x, y, turned, tile)
    return tuple(found)


def places_of(number: int, laid: Laid) -> Iterator[tuple[SquareNumber, Place]]:
    """Every square on a tile's road, with its place."""
    for lane, squares in enumerate(laid.tile.lanes):
        for index, what in enumerate(squares):
            if what != OFF_ROAD:
                yield square_at(number, lane, index), place_of(laid, lane, index)


def place_of(laid: Laid, lane: int, index: int) -> Place:
    """The centre of a square, on the road or off it: of the straight's grid, or of its arc."""
    bend, aside = bend_of(laid.tile), (lane - MIDDLE) * SQUARE
    count = len(laid.tile.lanes[lane])
    if bend == 0:
        long = laid.tile.rows * SQUARE // count
        x, y, heading = long * (2 * index + 1) // 2, aside, 0
    else:
        radius = RADIUS - bend * aside
        turn = pi / 2 * (2 * index + 1) / (2 * count)
        x = round(radius * sin(turn))
        y = bend * (RADIUS - round(radius * cos(turn)))
        heading = bend * (QUARTER * (2 * index + 1) // (2 * count))
        long = round(radius * pi / 2 / count)
    x, y = rotate(x, y, laid.turned)
    return Place(laid.x + x, laid.y + y, (QUARTER * laid.turned + heading) % (4 * QUARTER), long)


# --- the graph


@table_rule("N6", "N15", "D15")
def join(record: Course, tiles: Sequence[Tile], closed: bool) -> None:
    """Write the graph of these tiles into the record: squares, neighbours, progress."""
    record.tiles = len(tiles)
    record.length = TILE_PROGRESS * len(tiles)
    for number, tile in enumerate(tiles):
        for lane in range(LANES):
            for index in range(len(tile.lanes[lane])):
                _join_square(record, tiles, closed, number, lane, index)
    record.grid[:GRID_SQUARES] = [square_at(0, *place) for place in grid_places(tiles[0])]


@table_rule("N7", "D2")
def grid_places(tile: Tile) -> list[tuple[int, int]]:
    """The six places of the grid, front to back: (lane, square), each from 0.

    Three in each of two lanes. On a curve those of the shorter lane are level with those of the
    longer one, or nearly so.
    """
    counts = [len(tile.lanes[lane]) for lane in GRID_LANES]
    longest = max(counts)
    places = [
        (lane, alongside(row, longest, count))
        for row in GRID_ROWS
        for lane, count in zip(GRID_LANES, counts, strict=True)
    ]
    return sorted(places, key=lambda place: -(2 * place[1] + 1) / len(tile.lanes[place[0]]))


def _join_square(
    record: Course, tiles: Sequence[Tile], closed: bool, number: int, lane: int, index: int
) -> None:
    tile = tiles[number]
    square, count = square_at(number, lane, index), len(tile.lanes[lane])
    record.progress[square] = TILE_PROGRESS * number + TILE_PROGRESS * (2 * index + 1) // (
        2 * count
    )
    record.obstruction[square] = int(tile.lanes[lane][index] != ROAD)
    record.ahead[square] = _onward(tiles, closed, number, lane, index + 1)
    for side, diagonals, beside in (
        (lane - 1, record.ahead_left, record.left),
        (lane + 1, record.ahead_right, record.right),
    ):
        if 0 <= side < LANES:
            others = len(tile.lanes[side])
            diagonals[square] = _onward(tiles, closed, number, side, diagonal(index, count, others))
            beside[square] = square_at(number, side, alongside(index, count, others))


def _onward(
    tiles: Sequence[Tile], closed: bool, number: int, lane: int, index: int
) -> SquareNumber:
    """A square of a lane; the next tile's first one after the last."""
    if index < len(tiles[number].lanes[lane]):
        return square_at(number, lane, index)
    if number + 1 < len(tiles):
        return square_at(number + 1, lane, 0)
    return square_at(0, lane, 0) if closed else FINISH


@table_rule("N15", "D16")
def diagonal(index: int, count: int, others: int) -> int:
    """The neighbouring lane's square diagonally ahead; `others` if it is the next tile's first.

    It is the one whose rear edge is nearest to this square's front edge; of two the nearer.
    `count` is the number of squares in this lane of the tile, `others` in the neighbouring one.
    """
    front = 2 * others * (index + 1)
    return (front + count - 1) // (2 * count)


@table_rule("N19", "D16")
def alongside(index: int, count: int, others: int) -> int:
    """The square alongside in the neighbouring lane: its middle is nearest; of two the nearer."""
    middle = others * (2 * index + 1)
    return max(0, (middle + 2 * count - 1) // (2 * count) - 1)
