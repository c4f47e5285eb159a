"""Lines of sight: what blocks a line, and how many lines between two bodies are free.

A body blocks a line if an inner point of it is on the line. A line that only touches a corner or
runs along an edge is free, and so is one without length. These lines are checked:

- from a point to a body: five, to its centre and its four corners;
- from a body to a body: twenty-five, from each centre and corner of one to each
  of the other. The viewer and its target never block (put them among the ignored).

Sets of bodies are the bits of one integer.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable
from wreckoning.geometry.bodies import Body, corners_of, reach_of, vectors_of
from wreckoning.geometry.points import members
from wreckoning.geometry.polygons import Polygon

SightPoints = tuple[int, int, int, int, int, int, int, int, int, int]
Box = tuple[int, int, int, int]  # its left, right, top and bottom

LINES_TO_BODY = 5
LINES_BETWEEN = 25


@jitable
def body_blocks(ax: int, ay: int, bx: int, by: int, body: Body) -> bool:
    """True if the body has an inner point on the segment."""
    reach = reach_of(body)
    if max(ax, bx) < body.x - reach or min(ax, bx) > body.x + reach:
        return False
    if max(ay, by) < body.y - reach or min(ay, by) > body.y + reach:
        return False
    fx, fy, rx, ry = vectors_of(body)
    sx, sy = bx - ax, by - ay
    dx, dy = body.x - ax, body.y - ay
    side = abs(sx * dy - sy * dx)
    if side >= abs(sx * fy - sy * fx) + abs(sx * ry - sy * rx):
        return False
    # All doubled: the segment's middle and its half.
    area = 2 * abs(fx * ry - fy * rx)
    mx, my = 2 * dx - sx, 2 * dy - sy
    if abs(mx * ry - my * rx) >= area + abs(sx * ry - sy * rx):
        return False
    return abs(mx * fy - my * fx) < area + abs(sx * fy - sy * fx)


@jitable
def polygon_blocks(ax: int, ay: int, bx: int, by: int, polygon: Polygon) -> bool:
    """True if the polygon has an inner point on the segment."""
    xs, ys, reach = polygon.xs, polygon.ys, polygon.reach
    if max(ax, bx) < polygon.middle_x - reach or min(ax, bx) > polygon.middle_x + reach:
        return False
    if max(ay, by) < polygon.middle_y - reach or min(ay, by) > polygon.middle_y + reach:
        return False
    sx, sy = bx - ax, by - ay
    right = left = False
    cx, cy = xs[polygon.corners - 1], ys[polygon.corners - 1]
    for i in range(polygon.corners):
        ex, ey = xs[i] - cx, ys[i] - cy
        if ex * (ay - cy) <= ey * (ax - cx) and ex * (by - cy) <= ey * (bx - cx):
            return False  # all of the segment is outside of this edge
        side = sx * (ys[i] - ay) - sy * (xs[i] - ax)
        right = right or side > 0
        left = left or side < 0
        cx, cy = xs[i], ys[i]
    return right and left


@jitable
def in_the_way(
    ax: int, ay: int, bx: int, by: int, bodies: list[Body], count: int, ignored: int
) -> int:
    """The set of those of the first `count` bodies that block the segment and are not ignored."""
    found = 0
    for i in range(count):
        if not (ignored >> i) & 1 and body_blocks(ax, ay, bx, by, bodies[i]):
            found |= 1 << i
    return found


@jitable
def polygons_in_the_way(
    ax: int, ay: int, bx: int, by: int, polygons: list[Polygon], count: int, ignored: int
) -> int:
    """The set of those of the first `count` polygons that block the segment and are not ignored."""
    found = 0
    for i in range(count):
        if not (ignored >> i) & 1 and polygon_blocks(ax, ay, bx, by, polygons[i]):
            found |= 1 << i
    return found


@jitable
def sight_point(body: Body, index: int) -> tuple[int, int]:
    """A point of a body that lines of sight run to: 0 its centre, 1 … 4 its corners, clockwise."""
    if index == 0:
        return body.x, body.y
    corners = corners_of(body)
    return corners[2 * index - 2], corners[2 * index - 1]


@jitable
def sight_points(body: Body) -> SightPoints:
    """All points of a body that lines of sight run to: x and y of each."""
    ax, ay, bx, by, cx, cy, dx, dy = corners_of(body)
    return body.x, body.y, ax, ay, bx, by, cx, cy, dx, dy


@jitable
def box_of(ends: SightPoints, others: SightPoints) -> Box:
    """The least upright rectangle with all lines of sight between two bodies."""
    left, right, top, bottom = ends[0], ends[0], ends[1], ends[1]
    for points in (ends, others):
        for n in range(0, 2 * LINES_TO_BODY, 2):
            left, right = min(left, points[n]), max(right, points[n])
            top, bottom = min(top, points[n + 1]), max(bottom, points[n + 1])
    return left, right, top, bottom


@jitable
def is_by_box(box: Box, x: int, y: int, reach: int) -> bool:
    """True if any of what is at most this far from a point may be in an upright rectangle."""
    left, right, top, bottom = box
    return left - reach <= x <= right + reach and top - reach <= y <= bottom + reach


@jitable
def sight_of_body(
    x: int,
    y: int,
    target: Body,
    bodies: list[Body],
    count: int,
    ignored: int,
    polygons: list[Polygon],
    polygon_count: int,
    ignored_polygons: int,
) -> tuple[int, int, int]:
    """Count how many of the five lines from a point to a body are free, and find the blockers.

    Returns (free lines, set of bodies, set of polygons).
    """
    free, blocking, blocking_polygons = 0, 0, 0
    for n in range(LINES_TO_BODY):
        tx, ty = sight_point(target, n)
        found = in_the_way(x, y, tx, ty, bodies, count, ignored)
        solid = polygons_in_the_way(x, y, tx, ty, polygons, polygon_count, ignored_polygons)
        if found == 0 and solid == 0:
            free += 1
        blocking |= found
        blocking_polygons |= solid
    return free, blocking, blocking_polygons


@jitable
def by_lines(
    body: Body,
    target: Body,
    bodies: list[Body],
    count: int,
    ignored: int,
    polygons: list[Polygon],
    polygon_count: int,
    ignored_polygons: int,
) -> tuple[int, int]:
    """The sets of those bodies and polygons that may block lines between two bodies.

    They may be in the least upright rectangle with all of the lines.
    """
    box = box_of(sight_points(body), sight_points(target))
    near, near_polygons = 0, 0
    for i in range(count):
        other = bodies[i]
        if not (ignored >> i) & 1 and is_by_box(box, other.x, other.y, reach_of(other)):
            near |= 1 << i
    for i in range(polygon_count):
        piece = polygons[i]
        by_box = is_by_box(box, piece.middle_x, piece.middle_y, piece.reach)
        if by_box and not (ignored_polygons >> i) & 1:
            near_polygons |= 1 << i
    return near, near_polygons


@jitable
def sight_between(
    body: Body,
    target: Body,
    bodies: list[Body],
    count: int,
    ignored: int,
    polygons: list[Polygon],
    polygon_count: int,
    ignored_polygons: int,
) -> tuple[int, int, int]:
    """Count how many of the twenty-five lines between two bodies are free, and find the blockers.

    Returns (free lines, set of bodies, set of polygons). 13 free lines are more than half.
    """
    near, near_polygons = by_lines(
        body, target, bodies, count, ignored, polygons, polygon_count, ignored_polygons
    )
    if near == 0 and near_polygons == 0:
        return LINES_BETWEEN, 0, 0
    ends, target_ends = sight_points(body), sight_points(target)
    free, blocking, blocking_polygons = 0, 0, 0
    for n in range(0, 2 * LINES_TO_BODY, 2):
        for m in range(0, 2 * LINES_TO_BODY, 2):
            ax, ay, bx, by = ends[n], ends[n + 1], target_ends[m], target_ends[m + 1]
            found = in_the_way(ax, ay, bx, by, bodies, count, ~near)
            solid = polygons_in_the_way(ax, ay, bx, by, polygons, polygon_count, ~near_polygons)
            if found == 0 and solid == 0:
                free += 1
            blocking |= found
            blocking_polygons |= solid
    return free, blocking, blocking_polygons


@jitable
def free_lines_between(
    body: Body,
    target: Body,
    bodies: list[Body],
    count: int,
    ignored: int,
    polygons: list[Polygon],
    polygon_count: int,
    ignored_polygons: int,
) -> int:
    """Count how many of the twenty-five lines between two bodies are free: as `sight_between`."""
    near, near_polygons = by_lines(
        body, target, bodies, count, ignored, polygons, polygon_count, ignored_polygons
    )
    if near == 0 and near_polygons == 0:
        return LINES_BETWEEN
    ends, target_ends = sight_points(body), sight_points(target)
    blocked = 0  # the set of lines
    for i in range(count):
        if (near >> i) & 1:
            for line in range(LINES_BETWEEN):
                n, m = 2 * (line // LINES_TO_BODY), 2 * (line % LINES_TO_BODY)
                if not (blocked >> line) & 1 and body_blocks(
                    ends[n], ends[n + 1], target_ends[m], target_ends[m + 1], bodies[i]
                ):
                    blocked |= 1 << line
    for i in range(polygon_count):
        if (near_polygons >> i) & 1:
            for line in range(LINES_BETWEEN):
                n, m = 2 * (line // LINES_TO_BODY), 2 * (line % LINES_TO_BODY)
                if not (blocked >> line) & 1 and polygon_blocks(
                    ends[n], ends[n + 1], target_ends[m], target_ends[m + 1], polygons[i]
                ):
                    blocked |= 1 << line
    return LINES_BETWEEN - members(blocked)
