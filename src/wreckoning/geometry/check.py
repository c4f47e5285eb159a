"""Bodies and polygons from data files: is this what the geometry can work with?

Faults are Malformed errors that name the place, what was expected and what was found. Corners are
numbered from 1, as in the file.
"""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.errors import Malformed
from wreckoning.geometry.bodies import LARGEST, Body
from wreckoning.geometry.points import LIMIT, is_on_segment, segments_cross, side_of
from wreckoning.geometry.polygons import MAX_CORNERS, Polygon, settle_polygon

Points = Sequence[tuple[int, int]]


def check_body(body: Body, where: str) -> None:
    """Its centre within LIMIT, its half length and half width from 1 to LARGEST."""
    if max(abs(body.x), abs(body.y)) > LIMIT:
        found = f"found ({body.x}, {body.y})"
        raise Malformed(where, f"expected coordinates up to {LIMIT} from 0, {found}")
    for size in (body.half_length, body.half_width):
        if not 1 <= size <= LARGEST:
            raise Malformed(
                where, f"expected half a length and width of 1 to {LARGEST}, found {size}"
            )


def fill_polygon(polygon: Polygon, points: Points, where: str) -> None:
    """Set a polygon's corners, clockwise or not, after checking them."""
    check_polygon(points, where)
    polygon.corners = len(points)
    for i in range(MAX_CORNERS):
        polygon.xs[i], polygon.ys[i] = points[i] if i < len(points) else (0, 0)
    settle_polygon(polygon)


def check_polygon(points: Points, where: str) -> None:
    """3 to MAX_CORNERS corners, within LIMIT, none twice; simple; convex at every corner."""
    if not 3 <= len(points) <= MAX_CORNERS:
        raise Malformed(where, f"expected 3 to {MAX_CORNERS} corners, found {len(points)}")
    for number, (x, y) in enumerate(points, 1):
        if max(abs(x), abs(y)) > LIMIT:
            found = f"found ({x}, {y}) at corner {number}"
            raise Malformed(where, f"expected coordinates up to {LIMIT} from 0, {found}")
    for number, point in enumerate(points, 1):
        first = points.index(point) + 1
        if first < number:
            raise Malformed(where, f"corners {first} and {number} are the same point")
    _check_simple(points, where)
    _check_convex(points, where)


def _check_simple(points: Points, where: str) -> None:
    """No two edges meet, but at the corner between neighbours."""
    count = len(points)
    for i in range(count):
        a, b = points[i], points[(i + 1) % count]
        c = points[(i + 2) % count]
        if is_on_segment(*a, *b, *c) or is_on_segment(*b, *c, *a):
            raise Malformed(
                where, f"the outline turns back on itself at corner {_nth(i + 1, count)}"
            )
        for j in range(i + 2, count - (i == 0)):
            if segments_cross(*a, *b, *points[j], *points[(j + 1) % count]):
                edges = f"the edges after corners {_nth(i, count)} and {_nth(j, count)} meet"
                raise Malformed(where, f"expected an outline that does not meet itself: {edges}")


def _check_convex(points: Points, where: str) -> None:
    """Every corner turns the same way as the outline as a whole."""
    count = len(points)
    turns = [side_of(*points[i - 1], *points[i], *points[(i + 1) % count]) for i in range(count)]
    if 0 in turns:
        number = turns.index(0) + 1
        raise Malformed(where, f"corner {number} is in line with its neighbours: leave it out")
    if len(set(turns)) == 1:
        return
    area = sum(
        points[i - 1][0] * points[i][1] - points[i - 1][1] * points[i][0] for i in range(count)
    )
    number = turns.index(-1 if area > 0 else 1) + 1
    raise Malformed(where, f"not convex at corner {number}: cut it into convex pieces")


def _nth(index: int, count: int) -> int:
    return index % count + 1
