"""Squares: their numbers, and their names in logs and positions.

A square's name gives its tile, its lane and its place in the lane: `3.c.5` is on the third
tile, in the middle lane, the fifth of it. Lanes are a to e, from left to right as one drives. The
number follows from the same three, whatever the tiles: no course is needed to read either.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from wreckoning.core.rules import jitable

MAX_TILES = 12
LANES = 5
PER_LANE = 8  # squares at most in one lane of a tile
PER_TILE = LANES * PER_LANE
SQUARES = MAX_TILES * PER_TILE  # numbered from 1

NOWHERE = 0  # of a car: not on the track any more
FINISH = SQUARES + 1  # beyond the line: what a move across it on the last lap leads to
LANE_NAMES = "abcde"


@jitable
def square_at(tile: int, lane: int, index: int) -> int:
    """The number of a square: tile, lane and place in the lane, each from 0."""
    return tile * PER_TILE + lane * PER_LANE + index + 1


@jitable
def tile_of(square: int) -> int:
    """The tile of a square, from 0."""
    return (square - 1) // PER_TILE


@jitable
def lane_of(square: int) -> int:
    """The lane of a square, from 0 on the left."""
    return (square - 1) % PER_TILE // PER_LANE


@jitable
def index_of(square: int) -> int:
    """The place of a square in its lane of the tile, from 0."""
    return (square - 1) % PER_LANE


def square_name(square: int) -> str:
    """`3.c.5`; `none` for nowhere, `finish` beyond the line."""
    if square == NOWHERE:
        return "none"
    if square == FINISH:
        return "finish"
    return f"{tile_of(square) + 1}.{LANE_NAMES[lane_of(square)]}.{index_of(square) + 1}"


def _all_squares() -> type[IntEnum]:
    make: Any = IntEnum  # named from numbers, which mypy cannot follow
    squares: type[IntEnum] = make("Square", {square_name(n): n for n in range(FINISH + 1)})
    return squares


Square = _all_squares()


def read_square(name: str) -> int | None:
    """The number of a square by its name; None if there is no such name."""
    member = Square.__members__.get(name.strip().lower())
    return None if member is None else int(member)
