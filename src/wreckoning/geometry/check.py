"""Checks bodies and polygons from data files.

Faults are Malformed errors that name the place, what was expected and what was found. Corners are
numbered from 1, as in the file, and named with their coordinates, which `words` formats as in the
file. `rule` is the number of the rule that demands it, or ''.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wreckoning.core.errors import Malformed
from wreckoning.geometry.bodies import LARGEST, Body
from wreckoning.geometry.points import LIMIT, is_on_segment, segments_cross, side_of
from wreckoning.geometry.polygons import MAX_CORNERS, Polygon, settle_polygon

Point = tuple[int, int]
Points = Sequence[Point]
Words = Callable[[Point], str]


def check_body(body: Body, where: str) -> None:
    """Check a centre within LIMIT, and a half length and half width from 1 to LARGEST."""
    if max(abs(body.x), abs(body.y)) > LIMIT:
        found = f"found ({body.x}, {body.y})"
        raise Malformed(where, f"expected coordinates up to {LIMIT} from 0, {found}")
    for size in (body.half_length, body.half_width):
        if not 1 <= size <= LARGEST:
            raise Malformed(
                where, f"expected half a length and width of 1 to {LARGEST}, found {size}"
            )


def fill_polygon(
    polygon: Polygon, points: Points, where: str, words: Words = str, rule: str = ""
) -> None:
    """Check a polygon's corners, clockwise or not, and set them."""
    check_polygon(points, where, words, rule)
    polygon.corners = len(points)
    for i in range(MAX_CORNERS):
        polygon.xs[i], polygon.ys[i] = points[i] if i < len(points) else (0, 0)
    settle_polygon(polygon)


def check_polygon(points: Points, where: str, words: Words = str, rule: str = "") -> None:
    """Check for 3 to MAX_CORNERS different corners within LIMIT, in a simple convex outline."""
    fault = _fault(points, [words(point) for point in points])
    if fault:
        raise Malformed(where, f"{fault} ({rule})" if rule else fault)


def _fault(points: Points, said: Sequence[str]) -> str:
    """The fault of an outline, or ''. `said` has each corner as the file writes it."""
    if not 3 <= len(points) <= MAX_CORNERS:
        return f"expected 3 to {MAX_CORNERS} corners, found {len(points)}"
    for number, (x, y) in enumerate(points, 1):
        if max(abs(x), abs(y)) > LIMIT:
            found = f"found {said[number - 1]} at corner {number}"
            return f"expected coordinates up to {LIMIT} from 0, {found}"
    for number, point in enumerate(points, 1):
        first = points.index(point) + 1
        if first < number:
            return f"corners {first} and {number} are the same point, {said[number - 1]}"
    return _fault_of_simple(points, said) or _fault_of_convex(points, said)


def _fault_of_simple(points: Points, said: Sequence[str]) -> str:
    """The fault of two edges that meet elsewhere than at the corner between neighbours, or ''."""
    count = len(points)
    for i in range(count):
        a, b = points[i], points[(i + 1) % count]
        c = points[(i + 2) % count]
        if is_on_segment(*a, *b, *c) or is_on_segment(*b, *c, *a):
            number = _nth(i + 1, count)
            return f"the outline turns back on itself at corner {number}, {said[number - 1]}"
        for j in range(i + 2, count - (i == 0)):
            if segments_cross(*a, *b, *points[j], *points[(j + 1) % count]):
                edges = f"the edges after corners {_nth(i, count)} and {_nth(j, count)} meet"
                ends = [f"{said[n]} to {said[(n + 1) % count]}" for n in (i, j)]
                found = f"{edges}, {ends[0]} and {ends[1]}"
                return f"expected an outline that does not meet itself: {found}"
    return ""


def _fault_of_convex(points: Points, said: Sequence[str]) -> str:
    """The fault of a corner that turns against the outline as a whole, or ''."""
    count = len(points)
    turns = [side_of(*points[i - 1], *points[i], *points[(i + 1) % count]) for i in range(count)]
    if 0 in turns:
        number = turns.index(0)
        return f"corner {number + 1}, {said[number]}, is in line with its neighbours: leave it out"
    if len(set(turns)) == 1:
        return ""
    area = sum(
        points[i - 1][0] * points[i][1] - points[i - 1][1] * points[i][0] for i in range(count)
    )
    number = turns.index(-1 if area > 0 else 1)
    return f"not convex at corner {number + 1}, {said[number]}: cut it into convex pieces"


def _nth(index: int, count: int) -> int:
    return index % count + 1
