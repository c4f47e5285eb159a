"""Points, vectors and segments: the arithmetic that everything else uses.

Bounds. Every point that counts is at most LIMIT = 2^22 from 0 in x and in y (4.2 m in µm: enough
for a table of 3 m and vehicles that stick out over its edges). Differences are then at most 2^23;
cross products, dot products and squared distances 2^47; a vector times a sine 2^54: all within 64
bits, with room for a planned path that leads beyond the table. To compare squares of such products,
`compare_products` works in parts.
"""

from __future__ import annotations

from math import isqrt

from wreckoning.core.rules import jitable

LIMIT = 1 << 22

_PART = 24
_PART_MASK = (1 << _PART) - 1


@jitable
def cross(ax: int, ay: int, bx: int, by: int) -> int:
    """Positive if b is clockwise of a (to its right), 0 if they are parallel."""
    return ax * by - ay * bx


@jitable
def squared_distance(ax: int, ay: int, bx: int, by: int) -> int:
    """The square of the distance between two points."""
    dx, dy = bx - ax, by - ay
    return dx * dx + dy * dy


@jitable
def root(square: int) -> int:
    """The square root, rounded down; of numbers below 2^56."""
    return isqrt(square)


@jitable
def members(numbers: int) -> int:
    """The number of elements in a set, the bits of one number."""
    count = 0
    while numbers:
        numbers &= numbers - 1
        count += 1
    return count


@jitable
def compare_products(a: int, b: int, c: int, d: int) -> int:
    """The sign of a · b − c · d, for numbers from 0 to 2^48: the products need up to 96 bits."""
    a_high, a_low = a >> _PART, a & _PART_MASK
    b_high, b_low = b >> _PART, b & _PART_MASK
    c_high, c_low = c >> _PART, c & _PART_MASK
    d_high, d_low = d >> _PART, d & _PART_MASK
    low = a_low * b_low - c_low * d_low
    middle = a_high * b_low + a_low * b_high - c_high * d_low - c_low * d_high + (low >> _PART)
    high = a_high * b_high - c_high * d_high + (middle >> _PART)
    if high != 0:
        return 1 if high > 0 else -1
    return 1 if (middle & _PART_MASK) | (low & _PART_MASK) else 0


@jitable
def side_of(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> int:
    """The side of the line from a to b on which a point is: 1 right, −1 left, 0 on it."""
    turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return 1 if turn > 0 else -1 if turn < 0 else 0


@jitable
def is_on_segment(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> bool:
    """True if the point is on the segment or at its ends."""
    if (bx - ax) * (y - ay) != (by - ay) * (x - ax):
        return False
    return min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)


@jitable
def segments_cross(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """True if the segments ab and cd have a point in common. Touching at an end counts."""
    c_side, d_side = side_of(ax, ay, bx, by, cx, cy), side_of(ax, ay, bx, by, dx, dy)
    a_side, b_side = side_of(cx, cy, dx, dy, ax, ay), side_of(cx, cy, dx, dy, bx, by)
    if c_side * d_side > 0 or a_side * b_side > 0:
        return False
    if c_side or d_side or a_side or b_side:
        return True
    return (  # all in one line: they meet if their boxes do
        max(min(ax, bx), min(cx, dx)) <= min(max(ax, bx), max(cx, dx))
        and max(min(ay, by), min(cy, dy)) <= min(max(ay, by), max(cy, dy))
    )
