"""Finds the contact of a body that goes straight on, without following it step by step.

A body that does not turn overlaps a convex thing while it is in a few *strips*, one along each edge
of the two. Its way across a strip is even, but for the rounding of its place. So it is surely out
of a strip for a part of its way, surely in it for another, and in doubt only for the few units
between them. Only there its place is worked out, unit by unit.

**Result.** The same as that of following the body (`contact.py`), as there is only one unit from a
free place to an overlap. Where that is not sure, as where it only grazes a corner, or where
rounding frees it again behind the contact, the result is IN_DOUBT.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import SHIFT, Direction, ahead
from wreckoning.geometry.bodies import Body, HalfVectors, vectors_of
from wreckoning.geometry.points import members
from wreckoning.geometry.polygons import Polygon

IN_DOUBT = -1
MOST_ASKED = 16  # units in which places are worked out
FINE = 10  # bits after the point of a speed across a strip
BOUNDLESS = 1 << 50

# The vector along a strip, and its bounds: a body that moved by this vector is in the strip if the
# cross product of that vector and this one is above the lower bound and below the upper one.
Strip = tuple[int, int, int, int]
# A body's speed across a strip, in fine units per unit of way and rounded down; the bound of the
# strip to which it comes first, and the other; and what a cross product may be off.
Crossing = tuple[int, int, int, int]


@jitable
def crossing_of(strip: Strip, towards: Direction, slack: int) -> Crossing:
    """How a body that goes in this direction crosses a strip. `slack`: for the rounded speed."""
    ex, ey, low, high = strip
    speed = (towards[0] * ey - towards[1] * ex) >> (SHIFT - FINE)
    error = ((abs(ex) + abs(ey)) >> 1) + slack
    if speed < 0:
        return -1 - speed, -high, -low, error
    return speed, low, high, error


@jitable
def out_until(crossing: Crossing) -> int:
    """The distance up to which the body surely has not entered the strip; −1 if there is none."""
    speed, low, _, error = crossing
    if low < error:
        return -1
    return BOUNDLESS if speed == 0 else ((low - error) << FINE) // speed


@jitable
def in_from(crossing: Crossing) -> int:
    """The distance from which the body surely has entered the strip."""
    speed, low, _, error = crossing
    if low + error < 0:
        return 0
    return BOUNDLESS if speed == 0 else ((low + error) << FINE) // speed + 1


@jitable
def is_in_at(crossing: Crossing, distance: int) -> bool:
    """True if the body surely has entered the strip at this distance: `in_from`, undivided."""
    speed, low, _, error = crossing
    return distance * speed > (low + error) << FINE or low + error < 0


@jitable
def has_left(crossing: Crossing, distance: int) -> bool:
    """True if the body surely has left the strip at this distance."""
    speed, _, high, error = crossing
    return distance * speed >= (high + error) << FINE


@jitable
def stays_until(crossing: Crossing, distance: int) -> bool:
    """True if the body surely has not left the strip at this distance."""
    speed, _, high, error = crossing
    return distance * speed < (high - error) << FINE


@jitable
def units_outside(strip: Strip, towards: Direction, first: int, count: int) -> int:
    """The set of those of `count` distances, from `first` on, at which a body is not in a strip."""
    ex, ey, low, high = strip
    found = 0
    for n in range(count):
        dx, dy = ahead(towards, first + n)
        if not low < dx * ey - dy * ex < high:
            found |= 1 << n
    return found


@jitable
def enters_at(strip: Strip, towards: Direction, limit: int) -> int:
    """The distance at which a body that is not in a strip enters it; IN_DOUBT if that is not sure.

    A strip with one bound, which it never leaves. More than `limit`: it does not enter it so soon.
    """
    crossing = crossing_of(strip, towards, slack_of(limit))
    before = max(out_until(crossing), 0)
    if before >= limit:
        return limit + 1
    asked = min(in_from(crossing), limit) - before
    if not 0 < asked <= MOST_ASKED:
        return IN_DOUBT
    outside = units_outside(strip, towards, before + 1, asked)
    return IN_DOUBT if outside & (outside + 1) else before + 1 + members(outside)


@jitable
def goes_on(strip: Strip, towards: Direction, limit: int) -> bool:
    """True if a body surely is in a strip, and stays in it, up to this distance."""
    crossing = crossing_of(strip, towards, slack_of(limit))
    return is_in_at(crossing, 0) and stays_until(crossing, limit)


@jitable
def slack_of(limit: int) -> int:
    """The most that a cross product is off, up to this distance, since a speed is rounded."""
    return (limit >> FINE) + 2


Glide = Callable[[int, int, HalfVectors, Direction, int, Any, int], int]


def make_glide(
    prepare: Callable[[int, int, HalfVectors, Any], Any],
    count_of: Callable[[Any], int],
    strip_of: Callable[[int, int, HalfVectors, Any, Any, int], Strip],
) -> Glide:
    """Make the search for one kind of thing, by the strips in which a body overlaps it."""

    @jitable
    def glide(
        x: int,
        y: int,
        vectors: HalfVectors,
        towards: Direction,
        grain: int,
        other: object,
        limit: int,
    ) -> int:
        """How far a body that stands here gets in a direction; `limit` if nothing is in the way.

        `grain`: the longest step of a body that is followed next to something.
        """
        prepared, slack = prepare(x, y, vectors, other), slack_of(limit)
        count = count_of(other)
        free, surely = -1, 0  # it is free up to `free`, and surely in all strips from `surely` on
        for n in range(count):
            strip = strip_of(x, y, vectors, other, prepared, n)
            crossing = crossing_of(strip, towards, slack)
            if not is_in_at(crossing, max(free, 0)):
                free, surely = max(free, out_until(crossing)), max(surely, in_from(crossing))
        if free >= limit:
            return limit
        last = min(surely, limit)
        asked, until = last - free, min(last + grain, limit)
        outside, is_sure = 0, asked <= MOST_ASKED
        for n in range(count):
            strip = strip_of(x, y, vectors, other, prepared, n)
            crossing = crossing_of(strip, towards, slack)
            if has_left(crossing, free + 1):
                return limit
            is_sure = is_sure and stays_until(crossing, until)
            if is_sure and not is_in_at(crossing, free + 1):
                outside |= units_outside(strip, towards, free + 1, asked)
        if not is_sure or outside & (outside + 1):
            return IN_DOUBT
        if outside == (1 << asked) - 1:
            return limit
        return max(free + members(outside), 0)

    return glide


BodyStrips = tuple[Strip, Strip, Strip, Strip]


@jitable
def _strips_to_body(x: int, y: int, vectors: HalfVectors, other: Body) -> BodyStrips:
    """The strips along the edges of a body that stands here, and of another."""
    fx, fy, rx, ry = vectors
    gx, gy, sx, sy = vectors_of(other)
    dx, dy = other.x - x, other.y - y
    area, other_area = abs(fx * ry - fy * rx), abs(gx * sy - gy * sx)
    f_g, f_s = abs(fx * gy - fy * gx), abs(fx * sy - fy * sx)
    r_g, r_s = abs(rx * gy - ry * gx), abs(rx * sy - ry * sx)
    return (
        _strip(rx, ry, dx * ry - dy * rx, area + r_g + r_s),
        _strip(fx, fy, dx * fy - dy * fx, area + f_g + f_s),
        _strip(sx, sy, dx * sy - dy * sx, other_area + f_s + r_s),
        _strip(gx, gy, dx * gy - dy * gx, other_area + f_g + r_g),
    )


@jitable
def _strip(ex: int, ey: int, middle: int, half: int) -> Strip:
    return ex, ey, middle - half, middle + half


@jitable
def _four(_other: Body) -> int:
    return 4


@jitable
def _strip_to_body(
    _x: int, _y: int, _vectors: HalfVectors, _other: Body, strips: BodyStrips, n: int
) -> Strip:
    return strips[n]


@jitable
def _strips_along(x: int, y: int, vectors: HalfVectors, polygon: Polygon) -> tuple[Strip, Strip]:
    """The strips along the edges of a body that stands here, for a polygon."""
    fx, fy, rx, ry = vectors
    xs, ys = polygon.xs, polygon.ys
    area = abs(fx * ry - fy * rx)
    dx, dy = xs[0] - x, ys[0] - y
    least_f = most_f = dx * fy - dy * fx
    least_r = most_r = dx * ry - dy * rx
    for i in range(1, polygon.corners):
        dx, dy = xs[i] - x, ys[i] - y
        along_f, along_r = dx * fy - dy * fx, dx * ry - dy * rx
        least_f, most_f = min(least_f, along_f), max(most_f, along_f)
        least_r, most_r = min(least_r, along_r), max(most_r, along_r)
    return (rx, ry, least_r - area, most_r + area), (fx, fy, least_f - area, most_f + area)


@jitable
def _two_more(polygon: Polygon) -> int:
    return polygon.corners + 2


@jitable
def _strip_to_polygon(
    x: int,
    y: int,
    vectors: HalfVectors,
    polygon: Polygon,
    strips: tuple[Strip, Strip],
    n: int,
) -> Strip:
    """The strips along the body's edges, then those along the polygon's: these have one bound."""
    if n < 2:
        return strips[n]
    fx, fy, rx, ry = vectors
    xs, ys = polygon.xs, polygon.ys
    to = n - 2
    at = to - 1 if to else polygon.corners - 1
    ex, ey = xs[to] - xs[at], ys[to] - ys[at]
    outside = (ys[at] - y) * ex - (xs[at] - x) * ey
    half = abs(ex * fy - ey * fx) + abs(ex * ry - ey * rx)
    return ex, ey, -BOUNDLESS, half - outside


glide_to_body = make_glide(_strips_to_body, _four, _strip_to_body)
glide_to_polygon = make_glide(_strips_along, _two_more, _strip_to_polygon)
