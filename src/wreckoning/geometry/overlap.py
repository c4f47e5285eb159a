"""Tests whether shapes overlap, and gives a lower bound for the gap between them.

Two shapes overlap if they have an inner point in common. Shapes that only touch, with an edge or a
corner, do not overlap.

There is only one test: convex shapes are apart if and only if a line along one of their edges
separates them. `gap_to_…` gives the widest strip along such a line, rounded down. If it is 0 or
more, they do not overlap and are at least that far apart. If it is negative, they overlap, and one
of them has to move by at least −1 − gap to be free. It is a cheap bound, not the distance
(`distance.py`). A width is a cross product divided by an edge's length, rounded up; only the
quotient is rounded, never its sign.

A body is passed by a possible place: centre, half vectors, half length, half width. `is_apart_…`
say only whether a gap is 0 or more, and stop at the first line that separates the two.
"""

from __future__ import annotations

from wreckoning.core.records import Record
from wreckoning.core.rules import jitable
from wreckoning.geometry.bodies import Body, reach_of, vectors_of
from wreckoning.geometry.points import squared_distance
from wreckoning.geometry.polygons import Polygon

NO_GAP = -(1 << 24)  # deeper than any overlap: no two points are 2^24 apart

Place = tuple[int, int, int, int, int, int, int, int]


class Tabletop(Record):
    """The table: from 0 to its width in x, from 0 to its depth in y."""

    width: int
    depth: int


@jitable
def wider(gap: int, across: int, length: int) -> int:
    """The greater of a gap and `across` / `length`, rounded down.

    Divides only if that is greater: a division takes as long as all the rest.
    """
    return across // length if across >= (gap + 1) * length else gap


@jitable
def gap_to_body(
    x: int,
    y: int,
    fx: int,
    fy: int,
    rx: int,
    ry: int,
    half_length: int,
    half_width: int,
    other: Body,
) -> int:
    """The gap between a body at this place and another."""
    return gap_to_place(x, y, fx, fy, rx, ry, half_length, half_width, place_of(other))


@jitable
def gap_to_place(
    x: int,
    y: int,
    fx: int,
    fy: int,
    rx: int,
    ry: int,
    half_length: int,
    half_width: int,
    other: Place,
) -> int:
    """The gap between bodies at two places."""
    other_x, other_y, gx, gy, sx, sy, other_length, other_width = other
    dx, dy = other_x - x, other_y - y
    area, other_area = abs(fx * ry - fy * rx), abs(gx * sy - gy * sx)
    f_g, f_s = abs(fx * gy - fy * gx), abs(fx * sy - fy * sx)
    r_g, r_s = abs(rx * gy - ry * gx), abs(rx * sy - ry * sx)
    gap = (abs(dx * ry - dy * rx) - area - r_g - r_s) // (half_width + 1)
    gap = wider(gap, abs(dx * fy - dy * fx) - area - f_g - f_s, half_length + 1)
    gap = wider(gap, abs(dx * sy - dy * sx) - other_area - f_s - r_s, other_width + 1)
    return wider(gap, abs(dx * gy - dy * gx) - other_area - f_g - r_g, other_length + 1)


@jitable
def gap_to_polygon(
    x: int,
    y: int,
    fx: int,
    fy: int,
    rx: int,
    ry: int,
    half_length: int,
    half_width: int,
    polygon: Polygon,
) -> int:
    """The gap between a body at this place and a polygon."""
    xs, ys, corners = polygon.xs, polygon.ys, polygon.corners
    ax, ay = xs[corners - 1] - x, ys[corners - 1] - y
    least_f = most_f = ax * fy - ay * fx
    least_r = most_r = ax * ry - ay * rx
    area = abs(fx * ry - fy * rx)
    gap = NO_GAP
    for i in range(corners):
        bx, by = xs[i] - x, ys[i] - y
        along_f, along_r = bx * fy - by * fx, bx * ry - by * rx
        least_f, most_f = min(least_f, along_f), max(most_f, along_f)
        least_r, most_r = min(least_r, along_r), max(most_r, along_r)
        ex, ey = bx - ax, by - ay
        outside = (
            ay * ex - ax * ey
        )  # distance of the body's centre from this edge, times its length
        half = abs(ex * fy - ey * fx) + abs(ex * ry - ey * rx)
        long, short = max(abs(ex), abs(ey)), min(abs(ex), abs(ey))
        gap = wider(gap, outside - half, long + (short >> 1) + 1)
        ax, ay = bx, by
    gap = wider(gap, max(least_r, -most_r) - area, half_width + 1)
    return wider(gap, max(least_f, -most_f) - area, half_length + 1)


@jitable
def is_apart_from_body(place: Place, other: Body) -> bool:
    """True if a body at this place does not overlap another."""
    x, y, fx, fy, rx, ry, half_length, half_width = place
    dx, dy = other.x - x, other.y - y
    area, reach = abs(fx * ry - fy * rx), reach_of(other)
    across, ahead = abs(dx * ry - dy * rx) - area, abs(dx * fy - dy * fx) - area
    if across >= reach * (half_width + 1) or ahead >= reach * (half_length + 1):
        return True
    gx, gy, sx, sy = vectors_of(other)
    f_g, f_s = abs(fx * gy - fy * gx), abs(fx * sy - fy * sx)
    r_g, r_s = abs(rx * gy - ry * gx), abs(rx * sy - ry * sx)
    if across >= r_g + r_s or ahead >= f_g + f_s:
        return True
    area = abs(gx * sy - gy * sx)
    return abs(dx * sy - dy * sx) >= area + f_s + r_s or abs(dx * gy - dy * gx) >= area + f_g + r_g


@jitable
def is_apart_from_polygon(place: Place, polygon: Polygon) -> bool:
    """True if a body at this place does not overlap a polygon."""
    x, y, fx, fy, rx, ry, half_length, half_width = place
    dx, dy, reach = polygon.middle_x - x, polygon.middle_y - y, polygon.reach
    area = abs(fx * ry - fy * rx)
    if abs(dx * ry - dy * rx) - area >= reach * (half_width + 1) or abs(
        dx * fy - dy * fx
    ) - area >= reach * (half_length + 1):
        return True
    xs, ys, corners = polygon.xs, polygon.ys, polygon.corners
    ax, ay = xs[corners - 1] - x, ys[corners - 1] - y
    least_f = most_f = ax * fy - ay * fx
    least_r = most_r = ax * ry - ay * rx
    for i in range(corners):
        bx, by = xs[i] - x, ys[i] - y
        along_f, along_r = bx * fy - by * fx, bx * ry - by * rx
        least_f, most_f = min(least_f, along_f), max(most_f, along_f)
        least_r, most_r = min(least_r, along_r), max(most_r, along_r)
        ex, ey = bx - ax, by - ay
        if ay * ex - ax * ey >= abs(ex * fy - ey * fx) + abs(ex * ry - ey * rx):
            return True
        ax, ay = bx, by
    return max(least_r, -most_r, least_f, -most_f) >= area


@jitable
def circle_misses_body(x: int, y: int, radius: int, other: Body) -> bool:
    """True if a line along one of a body's edges separates it from a circle; surely apart then."""
    gx, gy, sx, sy = vectors_of(other)
    dx, dy, area = other.x - x, other.y - y, abs(gx * sy - gy * sx)
    if abs(dx * sy - dy * sx) - area >= radius * (other.half_width + 1):
        return True
    return abs(dx * gy - dy * gx) - area >= radius * (other.half_length + 1)


@jitable
def circle_misses_polygon(x: int, y: int, radius: int, polygon: Polygon) -> bool:
    """True if a line along one of a polygon's edges separates it from a circle."""
    xs, ys, corners = polygon.xs, polygon.ys, polygon.corners
    ax, ay = xs[corners - 1], ys[corners - 1]
    for i in range(corners):
        ex, ey = xs[i] - ax, ys[i] - ay
        long, short = max(abs(ex), abs(ey)), min(abs(ex), abs(ey))
        if (ay - y) * ex - (ax - x) * ey >= radius * (long + (short >> 1) + 1):
            return True
        ax, ay = xs[i], ys[i]
    return False


@jitable
def place_of(body: Body) -> Place:
    """The place of a body as it stands."""
    fx, fy, rx, ry = vectors_of(body)
    return body.x, body.y, fx, fy, rx, ry, body.half_length, body.half_width


@jitable
def gap_to_edge(
    x: int,
    y: int,
    fx: int,
    fy: int,
    rx: int,
    ry: int,
    half_length: int,  # noqa: ARG001  (the same signature as other gaps)
    half_width: int,  # noqa: ARG001
    table: Tabletop,
) -> int:
    """The distance of a body at this place from the table's edge; negative if it stands over it."""
    width, depth = abs(fx) + abs(rx), abs(fy) + abs(ry)
    return min(x - width, table.width - x - width, y - depth, table.depth - y - depth)


@jitable
def is_near(ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """True if the points are at most about this far apart. A cheap first test."""
    return squared_distance(ax, ay, bx, by) <= reach * reach


@jitable
def bodies_overlap(body: Body, other: Body) -> bool:
    """True if two bodies have inner points in common."""
    if not is_near(body.x, body.y, other.x, other.y, reach_of(body) + reach_of(other)):
        return False
    return not is_apart_from_body(place_of(body), other)


@jitable
def overlaps_polygon(body: Body, polygon: Polygon) -> bool:
    """True if a body and a polygon have inner points in common."""
    reach = reach_of(body) + polygon.reach
    if not is_near(body.x, body.y, polygon.middle_x, polygon.middle_y, reach):
        return False
    return not is_apart_from_polygon(place_of(body), polygon)


@jitable
def is_on_table(body: Body, table: Tabletop) -> bool:
    """True if the whole body stands on the table. Its edge belongs to it."""
    fx, fy, rx, ry = vectors_of(body)
    length, width = body.half_length, body.half_width
    return gap_to_edge(body.x, body.y, fx, fy, rx, ry, length, width, table) >= 0


@jitable
def polygons_overlap(polygon: Polygon, other: Polygon) -> bool:
    """True if two polygons have inner points in common."""
    return not (_is_cut_off(polygon, other) or _is_cut_off(other, polygon))


@jitable
def _is_cut_off(polygon: Polygon, other: Polygon) -> bool:
    """True if one of the polygon's edges has all of the other on its outside."""
    xs, ys, before = polygon.xs, polygon.ys, polygon.corners - 1
    for i in range(polygon.corners):
        ax, ay = xs[before], ys[before]
        ex, ey = xs[i] - ax, ys[i] - ay
        outside = True
        for j in range(other.corners):
            if ex * (other.ys[j] - ay) > ey * (other.xs[j] - ax):
                outside = False
                break
        if outside:
            return True
        before = i
    return False


@jitable
def overlapping(body: Body, bodies: list[Body], count: int, ignored: int) -> int:
    """The set of those of the first `count` bodies that overlap this one and are not ignored."""
    found = 0
    for i in range(count):
        if not (ignored >> i) & 1 and bodies_overlap(body, bodies[i]):
            found |= 1 << i
    return found


@jitable
def overlapping_polygons(body: Body, polygons: list[Polygon], count: int, ignored: int) -> int:
    """The set of those of the first `count` polygons that overlap the body and are not ignored."""
    found = 0
    for i in range(count):
        if not (ignored >> i) & 1 and overlaps_polygon(body, polygons[i]):
            found |= 1 << i
    return found
