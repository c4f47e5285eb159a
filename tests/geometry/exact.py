"""The obvious way, in fractions: what the geometry and shapely are judged by where they touch."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from wreckoning.geometry.bodies import corners_of

Point = tuple[Fraction, Fraction]
Outline = list[tuple[int, int]]


def outline_of_body(body: Any) -> Outline:
    corners = [int(value) for value in corners_of(body)]
    return list(zip(corners[::2], corners[1::2], strict=True))


def outline_of_polygon(polygon: Any) -> Outline:
    count = int(polygon.corners)
    return [(int(polygon.xs[i]), int(polygon.ys[i])) for i in range(count)]


def cross(a: Any, b: Any, p: Any) -> Any:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def edges(outline: Any) -> list[tuple[Any, Any]]:
    return list(zip(outline, [*outline[1:], outline[0]], strict=True))


def clip(outline: list[Any], a: Any, b: Any) -> list[Any]:
    """What of a convex outline lies to the right of the line from a to b."""
    kept = []
    for p, q in edges(outline) if outline else []:
        at_p, at_q = cross(a, b, p), cross(a, b, q)
        if at_p >= 0:
            kept.append(p)
        if (at_p < 0 < at_q) or (at_q < 0 < at_p):
            t = Fraction(at_p, at_p - at_q)
            kept.append((p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t))
    return kept


def has_area(outline: list[Any]) -> bool:
    return any(cross(outline[0], p, q) != 0 for p, q in edges(outline)) if outline else False


def overlap(one: Outline, other: Outline) -> bool:
    """Is what they share more than a line?"""
    shared: list[Any] = list(one)
    for a, b in edges(other):
        shared = clip(shared, a, b)
    return has_area(shared)


def contains(outline: Outline, p: Any) -> bool:
    return all(cross(a, b, p) >= 0 for a, b in edges(outline))


def squared_to_segment(p: Any, a: Any, b: Any) -> Fraction:
    ex, ey = b[0] - a[0], b[1] - a[1]
    square = ex * ex + ey * ey
    t = Fraction((p[0] - a[0]) * ex + (p[1] - a[1]) * ey, square) if square else Fraction(0)
    t = min(max(t, Fraction(0)), Fraction(1))
    dx, dy = p[0] - a[0] - t * ex, p[1] - a[1] - t * ey
    square_of_it: Fraction = dx * dx + dy * dy
    return square_of_it


def cut(a: Any, b: Any, outline: Outline) -> tuple[Fraction, Fraction]:
    """From where to where along a segment it is in a convex outline, borders included."""
    start, end = Fraction(0), Fraction(1)
    for c, d in edges(outline):
        at_a, at_b = cross(c, d, a), cross(c, d, b)
        if at_a < 0 and at_b < 0:
            return Fraction(1), Fraction(0)
        if at_a < 0:
            start = max(start, Fraction(at_a, at_a - at_b))
        elif at_b < 0:
            end = min(end, Fraction(at_a, at_a - at_b))
    return start, end


def blocks(a: Any, b: Any, outline: Outline) -> bool:
    """Does the segment run through the inside? Then the middle of its cut is inside."""
    start, end = cut(a, b, outline)
    if start >= end or a == b:
        return False
    t = (start + end) / 2
    p = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
    return all(cross(c, d, p) > 0 for c, d in edges(outline))


def meets(a: Any, b: Any, outline: Outline) -> bool:
    start, end = cut(a, b, outline)
    return start <= end


def squared_distance(one: Outline, other: Outline) -> Fraction:
    """0 if they meet, else the least between a corner of one and an edge of the other."""
    if any(meets(a, b, other) for a, b in edges(one)) or contains(one, other[0]):
        return Fraction(0)
    return min(
        squared_to_segment(p, a, b)
        for here, there in ((one, other), (other, one))
        for p in here
        for a, b in edges(there)
    )


def covered(a: Any, b: Any, pieces: list[Outline]) -> bool:
    """Is a segment in the union of the pieces, borders included?"""
    reached = Fraction(0)
    for start, end in sorted(cut(a, b, piece) for piece in pieces):
        if start <= end and start <= reached:
            reached = max(reached, end)
    # One cut may begin at 0 and not be there at all: then nothing was reached.
    held = any(contains(piece, a) for piece in pieces)
    return held and reached == 1


def is_nearness(nearness: int, square: Fraction) -> bool:
    """Twice the whole units of a distance, one more if there is a rest?"""
    nearness = int(nearness)  # it may come from an array
    whole = nearness // 2
    if nearness % 2 == 0:
        return whole * whole == square
    return whole * whole < square < (whole + 1) ** 2
