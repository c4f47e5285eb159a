"""Squares: their numbers, and their names in logs and positions.

A square's name gives its tile, its lane and its place in the lane: `3.c.5` is on the third
tile, in the middle lane, the fifth of it. Lanes are a to e, from left to right as one drives. The
number follows from the same three, whatever the tiles: no course is needed to read either.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NewType

from wreckoning.core.rules import jitable

MAX_TILES = 12
LANES = 5
PER_LANE = 8  # squares at most in one lane of a tile
PER_TILE = LANES * PER_LANE
SQUARES = MAX_TILES * PER_TILE  # numbered from 1

if TYPE_CHECKING:  # to mypy a square is no other number; to the rules it is one (`core.ids`)
    SquareNumber = NewType("SquareNumber", int)

    def as_square(number: int, /) -> SquareNumber:
        """The number, as a square."""

else:
    SquareNumber = as_square = int

NOWHERE = SquareNumber(0)  # of a car: not on the track any more
FINISH = SquareNumber(SQUARES + 1)  # beyond the line: where a move across it on the last lap leads
LANE_NAMES = "abcde"


@jitable
def square_at(tile: int, lane: int, index: int) -> SquareNumber:
    """The number of a square: tile, lane and place in the lane, each from 0."""
    return as_square(tile * PER_TILE + lane * PER_LANE + index + 1)


@jitable
def tile_of(square: SquareNumber) -> int:
    """The tile of a square, from 0."""
    return (square - 1) // PER_TILE


@jitable
def lane_of(square: SquareNumber) -> int:
    """The lane of a square, from 0 on the left."""
    return (square - 1) % PER_TILE // PER_LANE


@jitable
def index_of(square: SquareNumber) -> int:
    """The place of a square in its lane of the tile, from 0."""
    return (square - 1) % PER_LANE


def square_name(square: SquareNumber) -> str:
    """`3.c.5`; `none` for nowhere, `finish` beyond the line."""
    if square == NOWHERE:
        return "none"
    if square == FINISH:
        return "finish"
    return f"{tile_of(square) + 1}.{LANE_NAMES[lane_of(square)]}.{index_of(square) + 1}"


def _all_squares() -> type[IntEnum]:
    make: Any = IntEnum  # named from numbers, which mypy cannot follow
    squares: type[IntEnum] = make(
        "Square", {square_name(as_square(n)): n for n in range(FINISH + 1)}
    )
    return squares


Square = _all_squares()
