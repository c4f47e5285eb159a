"""Exact distances between shapes: in whole units rounded down, and compared with a range.

The closest points of two convex shapes that do not overlap include a corner of one of them. A
distance is worked out as its *nearness*: twice its whole units, plus one if there is a remainder.
It grows with the distance. It gives both the distance on a ruler (nearness // 2) and whether that
is within a range, limit included (nearness ≤ 2 · range), without an error from rounding a root.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable
from wreckoning.geometry.bodies import Body, corners_of, is_point_in_body
from wreckoning.geometry.overlap import (
    bodies_overlap,
    gap_to_body,
    gap_to_polygon,
    is_near,
    overlaps_polygon,
    place_of,
)
from wreckoning.geometry.points import (
    compare_products,
    root,
    segments_cross,
    squared_distance,
)
from wreckoning.geometry.polygons import Polygon, is_point_in_polygon

FAR = 1 << 26  # further than anything


@jitable
def nearness_of_square(square: int) -> int:
    """The nearness for a squared distance."""
    whole = root(square)
    return 2 * whole + (1 if whole * whole != square else 0)


@jitable
def nearness_to_line(across: int, square: int, best: int) -> int:
    """The nearness of `across` / √`square`, or `best` if that is less."""
    length = root(square)
    low, high = across // (length + 1), across // length
    if low >= (best + 1) >> 1:
        return best
    while low < high:  # bisect its whole units
        middle = (low + high + 1) >> 1
        if compare_products(middle * middle, square, across, across) <= 0:
            low = middle
        else:
            high = middle - 1
    rest = compare_products(low * low, square, across, across) != 0
    return min(best, 2 * low + (1 if rest else 0))


@jitable
def nearness_to_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int, best: int) -> int:
    """The nearness of a point and a segment, or `best` if that is less."""
    ex, ey, dx, dy = bx - ax, by - ay, px - ax, py - ay
    along, square = dx * ex + dy * ey, ex * ex + ey * ey
    if 0 < along < square:
        return nearness_to_line(abs(ex * dy - ey * dx), square, best)
    if along > 0:
        dx, dy = px - bx, py - by
    nearest = dx * dx + dy * dy
    limit = (best + 1) >> 1
    if nearest >= limit * limit:
        return best
    return nearness_of_square(nearest)


@jitable
def _to_outline_of_body(px: int, py: int, body: Body, best: int) -> int:
    """The nearness of a point outside and a body's outline, or `best` if that is less."""
    corners = corners_of(body)
    ax, ay = corners[6], corners[7]
    for i in range(0, 8, 2):
        bx, by = corners[i], corners[i + 1]
        if (bx - ax) * (py - ay) <= (by - ay) * (px - ax):  # this edge faces the point
            best = nearness_to_segment(px, py, ax, ay, bx, by, best)
        ax, ay = bx, by
    return best


@jitable
def _to_outline_of_polygon(px: int, py: int, polygon: Polygon, best: int) -> int:
    """The nearness of a point outside and a polygon's outline, or `best` if that is less."""
    xs, ys = polygon.xs, polygon.ys
    ax, ay = xs[polygon.corners - 1], ys[polygon.corners - 1]
    for i in range(polygon.corners):
        bx, by = xs[i], ys[i]
        if (bx - ax) * (py - ay) <= (by - ay) * (px - ax):
            best = nearness_to_segment(px, py, ax, ay, bx, by, best)
        ax, ay = bx, by
    return best


@jitable
def nearness_of_bodies(body: Body, other: Body) -> int:
    """The nearness of two bodies; 0 if they overlap or touch."""
    if bodies_overlap(body, other):
        return 0
    best = FAR
    corners, others = corners_of(body), corners_of(other)
    for i in range(0, 8, 2):
        best = _to_outline_of_body(corners[i], corners[i + 1], other, best)
        best = _to_outline_of_body(others[i], others[i + 1], body, best)
    return best


@jitable
def nearness_to_polygon(body: Body, polygon: Polygon) -> int:
    """The nearness of a body and a polygon; 0 if they overlap or touch."""
    if overlaps_polygon(body, polygon):
        return 0
    best = FAR
    corners = corners_of(body)
    for i in range(0, 8, 2):
        best = _to_outline_of_polygon(corners[i], corners[i + 1], polygon, best)
    for i in range(polygon.corners):
        best = _to_outline_of_body(polygon.xs[i], polygon.ys[i], body, best)
    return best


@jitable
def nearness_of_segment(ax: int, ay: int, bx: int, by: int, body: Body) -> int:
    """The nearness of a segment (a firing edge, a gate) and a body; 0 if they meet."""
    if is_point_in_body(body, ax, ay) or is_point_in_body(body, bx, by):
        return 0
    corners = corners_of(body)
    best = _to_outline_of_body(ax, ay, body, FAR)
    best = _to_outline_of_body(bx, by, body, best)
    cx, cy = corners[6], corners[7]
    for i in range(0, 8, 2):
        dx, dy = corners[i], corners[i + 1]
        if segments_cross(ax, ay, bx, by, cx, cy, dx, dy):
            return 0
        best = nearness_to_segment(dx, dy, ax, ay, bx, by, best)
        cx, cy = dx, dy
    return best


@jitable
def distance_of_points(ax: int, ay: int, bx: int, by: int) -> int:
    """The distance between two points, rounded down."""
    return root(squared_distance(ax, ay, bx, by))


@jitable
def distance_to_point(body: Body, x: int, y: int) -> int:
    """The distance between a body and a point, rounded down."""
    if is_point_in_body(body, x, y):
        return 0
    return _to_outline_of_body(x, y, body, FAR) >> 1


@jitable
def distance_of_bodies(body: Body, other: Body) -> int:
    """The distance between the closest points of two bodies, rounded down."""
    return nearness_of_bodies(body, other) >> 1


@jitable
def distance_to_polygon(body: Body, polygon: Polygon) -> int:
    """The distance between the closest points of a body and a polygon, rounded down."""
    return nearness_to_polygon(body, polygon) >> 1


@jitable
def distance_of_segment(ax: int, ay: int, bx: int, by: int, body: Body) -> int:
    """The distance between the closest points of a segment and a body, rounded down."""
    return nearness_of_segment(ax, ay, bx, by, body) >> 1


@jitable
def bodies_within(body: Body, other: Body, reach: int) -> bool:
    """True if the closest points of two bodies are at most this far apart."""
    if is_near(body.x, body.y, other.x, other.y, reach):
        return True
    x, y, fx, fy, rx, ry, length, width = place_of(body)
    if gap_to_body(x, y, fx, fy, rx, ry, length, width, other) > reach:
        return False
    return nearness_of_bodies(body, other) <= 2 * reach


@jitable
def polygon_within(body: Body, polygon: Polygon, reach: int) -> bool:
    """True if the closest points of a body and a polygon are at most this far apart."""
    x, y, fx, fy, rx, ry, length, width = place_of(body)
    if gap_to_polygon(x, y, fx, fy, rx, ry, length, width, polygon) > reach:
        return False
    return nearness_to_polygon(body, polygon) <= 2 * reach


@jitable
def segment_within(ax: int, ay: int, bx: int, by: int, body: Body, reach: int) -> bool:
    """True if the closest points of a segment and a body are at most this far apart."""
    return nearness_of_segment(ax, ay, bx, by, body) <= 2 * reach


@jitable
def point_within_polygon_reach(polygon: Polygon, x: int, y: int, reach: int) -> bool:
    """True if the point is in the polygon, or at most this far from it."""
    if is_point_in_polygon(polygon, x, y):
        return True
    return _to_outline_of_polygon(x, y, polygon, FAR) <= 2 * reach
