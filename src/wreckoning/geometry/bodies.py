"""Bodies: oriented rectangles, such as karts, vehicles and most obstacles.

The two half vectors of a body, centre to middle of the front edge and centre to middle of the right
edge, are rounded once; its corners are the exact sums of these. So a body is exactly symmetrical
about its centre, and turning it by quarter turns is exact.
"""

from __future__ import annotations

from wreckoning.core.records import Record
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import HALF_TURN, QUARTER, cosine, rounded, sine

# A body's edges.
FRONT = 1
RIGHT = 2
REAR = 3
LEFT = 4

LARGEST = 1 << 20  # half lengths and half widths are between 1 and this

HalfVectors = tuple[int, int, int, int]
Corners = tuple[int, int, int, int, int, int, int, int]


class Body(Record):
    """A rectangle: its centre, heading, half length and half width."""

    x: int
    y: int
    heading: int
    half_length: int
    half_width: int


@jitable
def place(body: Body, x: int, y: int, heading: int) -> None:
    """Put a body at this centre and heading."""
    body.x = x
    body.y = y
    body.heading = heading


@jitable
def half_vectors(heading: int, half_length: int, half_width: int) -> HalfVectors:
    """The vectors from the centre to the front and right edges' middles: (fx, fy, rx, ry)."""
    c, s = cosine(heading), sine(heading)
    return (
        rounded(half_length * c),
        rounded(half_length * s),
        rounded(-half_width * s),
        rounded(half_width * c),
    )


@jitable
def vectors_of(body: Body) -> HalfVectors:
    """The half vectors of a body at its present heading."""
    return half_vectors(body.heading, body.half_length, body.half_width)


@jitable
def corners_at(x: int, y: int, heading: int, half_length: int, half_width: int) -> Corners:
    """The corners of a body at this place, in the order of `corners_of`."""
    fx, fy, rx, ry = half_vectors(heading, half_length, half_width)
    return (
        x + fx - rx,
        y + fy - ry,
        x + fx + rx,
        y + fy + ry,
        x - fx + rx,
        y - fy + ry,
        x - fx - rx,
        y - fy - ry,
    )


@jitable
def corners_of(body: Body) -> Corners:
    """Front left, front right, rear right, rear left: x and y of each, clockwise."""
    return corners_at(body.x, body.y, body.heading, body.half_length, body.half_width)


@jitable
def reach_of(body: Body) -> int:
    """A distance from its centre that no point of the body exceeds (not the least one)."""
    return body.half_length + body.half_width + 2


@jitable
def edge_of(body: Body, edge: int) -> tuple[int, int, int, int]:
    """The ends of an edge, from left to right looking outwards."""
    flx, fly, frx, fry, rrx, rry, rlx, rly = corners_of(body)
    if edge == FRONT:
        return flx, fly, frx, fry
    if edge == RIGHT:
        return frx, fry, rrx, rry
    if edge == REAR:
        return rrx, rry, rlx, rly
    return rlx, rly, flx, fly


@jitable
def middle_of_edge(body: Body, edge: int) -> tuple[int, int]:
    """The middle of an edge."""
    fx, fy, rx, ry = vectors_of(body)
    if edge == FRONT:
        return body.x + fx, body.y + fy
    if edge == RIGHT:
        return body.x + rx, body.y + ry
    if edge == REAR:
        return body.x - fx, body.y - fy
    return body.x - rx, body.y - ry


@jitable
def heading_of_edge(body: Body, edge: int) -> int:
    """The direction in which an edge faces."""
    if edge == FRONT:
        return body.heading
    if edge == RIGHT:
        return body.heading + QUARTER
    if edge == REAR:
        return body.heading + HALF_TURN
    return body.heading - QUARTER


@jitable
def is_point_in_body(body: Body, x: int, y: int) -> bool:
    """True if the point is in the body or on its outline."""
    fx, fy, rx, ry = vectors_of(body)
    dx, dy = x - body.x, y - body.y
    area = abs(fx * ry - fy * rx)
    return abs(dx * ry - dy * rx) <= area and abs(dx * fy - dy * fx) <= area
