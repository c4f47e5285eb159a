"""Headings: whole hundredths of a degree, clockwise, and an integer table of directions.

Heading 0 points along x, a quarter turn further along y. Drawn with x to the right and y down, as
on screens, headings grow clockwise and `right` is the driver's right.

Sines are scaled by ONE = 2^30. They are computed from whole numbers when this module is loaded, so
they do not depend on a machine's mathematics library. They are exactly symmetrical: turning a
figure by quarter turns only swaps its numbers and changes their signs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.rules import jitable

DEGREE = 100
QUARTER = 90 * DEGREE
HALF_TURN = 2 * QUARTER
TURN = 4 * QUARTER

SHIFT = 30
ONE = 1 << SHIFT
ROUND = ONE >> 1

# One radian in headings, scaled by 2^16: TURN / 2π.
RADIAN_SHIFT = 16
PI, PI_SCALE = 3141592653589793238462643383279502884197, 10**39
RADIAN = (TURN * PI_SCALE << RADIAN_SHIFT) // (2 * PI)


Direction = tuple[int, int]  # the cosine and the sine of a heading


def _quarter_of_sines() -> list[int]:
    """sin(0°) … sin(90°), each rounded to the nearest multiple of 1 / ONE.

    Each is computed from the previous heading with 128 bits: the error stays below 2^-100.
    """
    bits = 128
    step = (PI << bits) // (HALF_TURN * PI_SCALE)
    sine, cosine, term, order = 0, 0, 1 << bits, 0
    while term:  # the series of sine and cosine, for one step
        sign = -1 if order & 2 else 1
        if order & 1:
            sine += sign * term
        else:
            cosine += sign * term
        order += 1
        term = (term * step >> bits) // order
    table, here, across = [], 0, 1 << bits
    for _ in range(QUARTER + 1):
        table.append((here >> (bits - SHIFT - 1)) + 1 >> 1)
        here, across = (
            (here * cosine + across * sine) >> bits,
            (across * cosine - here * sine) >> bits,
        )
    return table


def _directions() -> NDArray[Any]:
    """The cosine and the sine of each heading of a whole turn, next to each other."""
    rising = np.array(_quarter_of_sines(), np.int32)
    half = np.concatenate([rising, rising[-2:0:-1]])
    sines = np.concatenate([half, -half])
    return np.stack([np.roll(sines, -QUARTER), sines], axis=1).reshape(-1)


# An array and not a list: for compiled code it is a constant.
DIRECTIONS = _directions()


@jitable
def sine(heading: int) -> int:
    """ONE times the sine of a heading."""
    return int(DIRECTIONS[2 * (heading % TURN) + 1])


@jitable
def cosine(heading: int) -> int:
    """ONE times the cosine of a heading."""
    return int(DIRECTIONS[2 * (heading % TURN)])


@jitable
def rounded(scaled: int) -> int:
    """A number scaled by ONE, rounded to a whole one; halves are rounded away from zero."""
    return (scaled + ROUND - (scaled < 0)) >> SHIFT


@jitable
def direction(heading: int) -> Direction:
    """The cosine and the sine of a heading: the vector of length ONE, for `ahead`."""
    return cosine(heading), sine(heading)


@jitable
def ahead(towards: Direction, length: int) -> tuple[int, int]:
    """The vector of this length in this direction, backward if negative."""
    return rounded(length * towards[0]), rounded(length * towards[1])


@jitable
def forward(heading: int, length: int) -> tuple[int, int]:
    """The vector of this length at this heading."""
    return ahead(direction(heading), length)


@jitable
def rotate(x: int, y: int, turn: int) -> tuple[int, int]:
    """Turn a vector clockwise by this angle. Quarter turns are exact."""
    c, s = cosine(turn), sine(turn)
    return rounded(x * c - y * s), rounded(x * s + y * c)


@jitable
def turn_between(heading: int, other: int) -> int:
    """The shorter turn from one heading to another: −180° < turn ≤ 180°."""
    turn = (other - heading) % TURN
    return turn - TURN if turn > HALF_TURN else turn


@jitable
def heading_of(x: int, y: int) -> int:
    """The heading of a vector, rounded down; 0 for the null vector."""
    if x == 0 and y == 0:
        return 0
    quarter = 0
    if y < 0 or (y == 0 and x < 0):
        x, y = -x, -y
        quarter = HALF_TURN
    if x < 0 or (x == 0 and y > 0):
        x, y = y, -x
        quarter += QUARTER
    low, high = 0, QUARTER
    while high - low > 1:  # the vector is at `low` or clockwise of it
        middle = (low + high) >> 1
        if cosine(middle) * y >= sine(middle) * x:
            low = middle
        else:
            high = middle
    return (quarter + low) % TURN
