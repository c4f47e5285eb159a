"""Finds which edges of two bodies meet.

The line between two bodies that touch, or overlap a little, runs along an edge of one of them: the
edge for which they are furthest apart, or overlap least. That edge meets the edge of the other body
that faces it most. So each body has exactly one edge in a contact, even if a corner touches, which
belongs to two edges.

**Ties.** If corners touch, several lines may be possible. They are taken in this order: front or
rear of the first body, front or rear of the second, side of the first, side of the second. If an
edge meets a corner at exactly 45°, the front or rear counts as facing it.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable
from wreckoning.geometry.bodies import FRONT, LEFT, REAR, RIGHT, Body, vectors_of
from wreckoning.geometry.points import cross, root
from wreckoning.geometry.polygons import Polygon


@jitable
def facing_edge(body: Body, x: int, y: int) -> int:
    """The edge of a body that faces most in this direction."""
    fx, fy, rx, ry = vectors_of(body)
    ahead, aside = x * fx + y * fy, x * rx + y * ry
    if abs(ahead) * body.half_width >= abs(aside) * body.half_length:
        return FRONT if ahead > 0 else REAR
    return RIGHT if aside > 0 else LEFT


@jitable
def edges_met(body: Body, other: Body) -> tuple[int, int]:
    """The edges with which two bodies meet that touch, or nearly so."""
    fx, fy, rx, ry = vectors_of(body)
    gx, gy, sx, sy = vectors_of(other)
    dx, dy = other.x - body.x, other.y - body.y
    area, other_area = abs(cross(fx, fy, rx, ry)), abs(cross(gx, gy, sx, sy))
    f_g, f_s = abs(cross(fx, fy, gx, gy)), abs(cross(fx, fy, sx, sy))
    r_g, r_s = abs(cross(rx, ry, gx, gy)), abs(cross(rx, ry, sx, sy))
    # For each line a vector along it, the distance of the centres less the two halves, and its
    # length.
    nx, ny = rx, ry
    apart, length = abs(cross(dx, dy, rx, ry)) - area - r_g - r_s, body.half_width
    second = abs(cross(dx, dy, sx, sy)) - other_area - f_s - r_s
    if second * length > apart * other.half_width:
        nx, ny, apart, length = sx, sy, second, other.half_width
    third = abs(cross(dx, dy, fx, fy)) - area - f_g - f_s
    if third * length > apart * body.half_length:
        nx, ny, apart, length = fx, fy, third, body.half_length
    fourth = abs(cross(dx, dy, gx, gy)) - other_area - f_g - r_g
    if fourth * length > apart * other.half_length:
        nx, ny = gx, gy
    if cross(dx, dy, nx, ny) < 0:
        nx, ny = -nx, -ny
    return facing_edge(body, ny, -nx), facing_edge(other, -ny, nx)


@jitable
def edge_met(body: Body, polygon: Polygon) -> int:
    """The edge with which a body meets a polygon that it touches, or nearly so.

    Distances are whole units here; if several lines are equal, those of the body come first.
    """
    fx, fy, rx, ry = vectors_of(body)
    xs, ys, corners = polygon.xs, polygon.ys, polygon.corners
    ahead = right = 1 << 62
    behind = left = 1 << 62
    apart, nx, ny = -(1 << 62), 0, 0
    before = corners - 1
    for i in range(corners):
        dx, dy = xs[i] - body.x, ys[i] - body.y
        along, across = cross(dx, dy, rx, ry), cross(fx, fy, dx, dy)
        ahead, behind = min(ahead, along), min(behind, -along)
        right, left = min(right, across), min(left, -across)
        ex, ey = xs[i] - xs[before], ys[i] - ys[before]
        before = i
        half = abs(cross(ex, ey, fx, fy)) + abs(cross(ex, ey, rx, ry))
        space = (cross(ex, ey, dx, dy) - half) // root(ex * ex + ey * ey)
        if space > apart:
            apart, nx, ny = space, -ey, ex
    area = abs(cross(fx, fy, rx, ry))
    length_apart = (max(ahead, behind) - area) // body.half_width
    width_apart = (max(right, left) - area) // body.half_length
    if length_apart >= max(width_apart, apart):
        return FRONT if ahead >= behind else REAR
    if width_apart >= apart:
        return RIGHT if right >= left else LEFT
    return facing_edge(body, nx, ny)
