"""Finds the first contact along a path, and the shortest slide back.

**Method.** On a stretch of path, no point of the body moves further than the length of the stretch
plus the sweep of its turning. So from a place that is `gap` away from something, the body can
safely go on until it may have moved by that much, and so on up to the contact. When the gap gets
small, it goes on by at least a *grain*, which moves no point further than 1/64 of its half width
(0.25 mm for a kart 32 mm wide). Bisection finds the unit between the last free place and the first
that is not. So nothing is skipped at any speed; only a graze that ends within a grain may go
unnoticed, and it is less than half a grain deep. If all the ground that a leg covers is free, one
check is enough. On a straight leg the contact is worked out (`gliding.py`), unless it is in doubt.

**Result.** A distance d at which the body is free; one unit further it overlaps what it hit. At d
the two touch or nearly so: the gap is less than one unit of path and its turning.

**Ties.** If several are hit at the same unit, the first in the list counts. `overlapping` one unit
further gives all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import HALF_TURN, TURN, direction
from wreckoning.geometry.bodies import Body, HalfVectors, half_vectors, reach_of
from wreckoning.geometry.gliding import IN_DOUBT, Glide, glide_to_body, glide_to_polygon
from wreckoning.geometry.overlap import (
    Place,
    Tabletop,
    circle_misses_body,
    circle_misses_polygon,
    gap_to_body,
    gap_to_edge,
    gap_to_place,
    gap_to_polygon,
    is_apart_from_body,
    is_apart_from_polygon,
    is_near,
    place_of,
)
from wreckoning.geometry.paths import (
    ARC,
    SLIDE,
    STRAIGHT,
    Leg,
    Path,
    along_leg,
    centre_of,
    stand_at,
    swept_by_turning,
    traced_point,
    travel_of,
    travel_of_leg,
)
from wreckoning.geometry.points import root
from wreckoning.geometry.polygons import Polygon

GRAIN = 64  # grains in half a width
ROUNDING = 4  # two rounded places: more than both can be off
ROOM = 2 * ROUNDING  # around the ground of a leg

Circle = tuple[int, int, int]  # its middle and radius
Gap = Callable[..., int]
Approach = Callable[[Path, Leg, int, int, int, Body, Any, int], int]


@jitable
def moved_by_leg(path: Path, leg: Leg, body: Body) -> int:
    """The furthest that any point of the body may move in the whole leg."""
    swing = swept_by_turning(leg.turn, reach_of(body) + abs(path.lead)) if leg.turn != 0 else 0
    return abs(leg.length) + swing + 1


@jitable
def circle_of(path: Path, body: Body, limit: int) -> Circle:
    """A circle with all that a body may cover on a path up to this distance: its middle and radius.

    No place on the way is further from the place half-way than the way there, without turns on the
    spot.
    """
    x, y, _ = stand_at(path, body, limit >> 1)
    far = (limit + 1) >> 1
    for n in range(path.count):
        if path.legs[n].length == 0:
            far = furthest_from_half(path, limit)
            break
    rounding = ROUNDING * path.count + slack_of(path, body)
    return x, y, far + reach_of(body) + 2 * abs(path.lead) + rounding


@jitable
def furthest_from_half(path: Path, limit: int) -> int:
    """The way from the place half-way to the further end of a path, without turns on the spot."""
    half, before, to, on = limit >> 1, 0, 0, 0
    for n in range(path.count):
        leg = path.legs[n]
        after = min(before + travel_of_leg(leg), limit)
        if leg.length != 0:
            to += max(min(after, half) - before, 0)
            on += max(after - max(before, half), 0)
        before = after
    return max(to, on)


@jitable
def slack_of(path: Path, body: Body) -> int:
    """The error of a point ahead of its even way: rounding and a heading (1/5730 of its reach)."""
    return ROUNDING + ((reach_of(body) + abs(path.lead)) >> 12)


@jitable
def step_of(path: Path, leg: Leg, body: Body, moved: int, free: int) -> int:
    """The steps of a leg in which no point moves further than this; at least a grain."""
    grain = max(body.half_width // GRAIN, 1)
    return max(max(free - slack_of(path, body), grain) * travel_of_leg(leg) // moved, 1)


@jitable
def ground_of(path: Path, leg: Leg, x: int, y: int, heading: int, body: Body, end: int) -> Place:
    """A rectangle with all that a body may cover up to `end` of a leg that begins here."""
    length, width = body.half_length, body.half_width
    middle_x, middle_y, turned = along_leg(leg, x, y, heading, end >> 1)
    middle_x, middle_y, turned = centre_of(path, middle_x, middle_y, turned)
    if leg.kind == STRAIGHT:
        length, width = length + (end >> 1) + ROOM, width + ROOM
    elif path.lead == 0 and (leg.kind == SLIDE or abs(leg.turn) <= HALF_TURN):
        far_x, far_y, turned = along_leg(leg, x, y, heading, end)
        middle_x, middle_y = (x + far_x) >> 1, (y + far_y) >> 1
        away = max(length, width) + (min(length, width) >> 1) + ROOM  # more than to any corner
        length = width = away
        if leg.kind == ARC:
            bulge = end * abs(turned - heading) * 11 // (14 * TURN)  # 22/7 is a little more than π
            length, width = length + (end >> 1) + (end >> 10), width + bulge + (end >> 10)
            turned = (heading + turned) >> 1
        elif leg.length != 0:
            length, turned = length + (end >> 1), heading + leg.bearing
    else:
        length = width = (
            (moved_by_leg(path, leg, body) >> 1) + reach_of(body) + slack_of(path, body)
        )
    fx, fy, rx, ry = half_vectors(turned, length, width)
    return middle_x, middle_y, fx, fy, rx, ry, length, width


@jitable
def as_it_is(other: Any) -> Any:
    """Nothing to prepare."""
    return other


def make_approach(gap: Gap, prepare: Callable[[Any], Any] = as_it_is) -> Approach:
    """Make the search along one leg for one thing, by the gap to such things.

    `prepare` works out what the gap needs of a thing.
    """

    @jitable
    def gap_at(
        path: Path,
        leg: Leg,
        x: int,
        y: int,
        heading: int,
        begin: HalfVectors,
        body: Body,
        other: object,
        distance: int,
    ) -> int:
        """The gap at this distance along the leg. `begin`: the half vectors at its beginning."""
        fx, fy, rx, ry = begin
        length, width = body.half_length, body.half_width
        x, y, heading = along_leg(leg, x, y, heading, distance)
        x, y, heading = centre_of(path, x, y, heading)
        if leg.turn != 0:
            fx, fy, rx, ry = half_vectors(heading, length, width)
        return gap(x, y, fx, fy, rx, ry, length, width, other)

    @jitable
    def approach(
        path: Path, leg: Leg, x: int, y: int, heading: int, body: Body, other: object, limit: int
    ) -> int:
        """How far the body gets along a leg that begins here; `limit` if nothing is in the way."""
        begin, thing = half_vectors(heading, body.half_length, body.half_width), prepare(other)
        moved = moved_by_leg(path, leg, body)
        free, distance = 0, 0
        while True:
            space = gap_at(path, leg, x, y, heading, begin, body, thing, distance)
            if space < 0:
                break
            if distance >= limit:
                return limit
            free = distance
            distance = min(distance + step_of(path, leg, body, moved, space), limit)
        while distance - free > 1:
            middle = (free + distance) >> 1
            if gap_at(path, leg, x, y, heading, begin, body, thing, middle) < 0:
                distance = middle
            else:
                free = middle
        return free

    return approach


approach_body = make_approach(gap_to_place, place_of)
approach_polygon = make_approach(gap_to_polygon)
approach_edge = make_approach(gap_to_edge)


@jitable
def body_is_near(x: int, y: int, reach: int, body: Body) -> bool:
    """True if any of the body may be this near to the point."""
    return is_near(x, y, body.x, body.y, reach + reach_of(body))


@jitable
def polygon_is_near(x: int, y: int, reach: int, polygon: Polygon) -> bool:
    """True if any of the polygon may be this near to the point."""
    return is_near(x, y, polygon.middle_x, polygon.middle_y, reach + polygon.reach)


FirstContact = Callable[[Circle, Path, Body, Any, int, int, int], tuple[int, int]]


def make_first_contact(
    approach: Approach,
    glide: Glide,
    is_there: Callable[[int, int, int, Any], bool],
    is_apart: Callable[[Place, Any], bool],
    circle_misses: Callable[[int, int, int, Any], bool],
) -> FirstContact:
    """Make the search along a path among many things of one kind."""

    @jitable
    def along(
        path: Path, leg: Leg, x: int, y: int, heading: int, body: Body, other: object, limit: int
    ) -> int:
        """How far the body gets along a leg that begins here; `limit` if nothing is in the way."""
        if leg.turn == 0 and leg.length != 0:
            at_x, at_y, _ = centre_of(path, x, y, heading)
            vectors = half_vectors(heading, body.half_length, body.half_width)
            course = heading + leg.bearing
            towards = direction(course if leg.length > 0 else course + HALF_TURN)
            grain = step_of(path, leg, body, moved_by_leg(path, leg, body), 0)
            free = glide(at_x, at_y, vectors, towards, grain, other, limit)
            if free != IN_DOUBT:
                return free
        return approach(path, leg, x, y, heading, body, other, limit)

    @jitable
    def first_contact_in(
        circle: Circle, path: Path, body: Body, others: Any, count: int, ignored: int, limit: int
    ) -> tuple[int, int]:
        """The same as `first_contact`, with `circle_of` this path up to the limit or further."""
        x, y, reach = circle
        near = 0
        for i in range(count):
            if not (ignored >> i) & 1 and is_there(x, y, reach, others[i]):
                near |= 1 << i
        if near == 0:
            return limit, NOBODY
        x, y, heading = traced_point(path, body)
        hit, before = NOBODY, 0
        for n in range(path.count):
            leg = path.legs[n]
            travel, is_pivot = travel_of_leg(leg), leg.length == 0 and path.lead == 0
            end = min(travel, limit - before)
            ground = ground_of(path, leg, x, y, heading, body, end)
            for i in range(count):
                if not (near >> i) & 1 or is_apart(ground, others[i]):
                    continue
                if is_pivot and circle_misses(x, y, radius_of_turn(body), others[i]):
                    continue
                free = along(path, leg, x, y, heading, body, others[i], end)
                if free < end:
                    end, hit = free, i
            if hit != NOBODY:
                return before + end, hit
            before += travel
            if before >= limit:
                return limit, NOBODY
            x, y, heading = along_leg(leg, x, y, heading, travel)
        return min(before, limit), NOBODY

    return first_contact_in


@jitable
def radius_of_turn(body: Body) -> int:
    """The radius of a circle about the middle of a body that holds it whatever its heading."""
    return root(body.half_length * body.half_length + body.half_width * body.half_width) + ROOM


first_contact_in = make_first_contact(
    approach_body, glide_to_body, body_is_near, is_apart_from_body, circle_misses_body
)
first_contact_polygon_in = make_first_contact(
    approach_polygon,
    glide_to_polygon,
    polygon_is_near,
    is_apart_from_polygon,
    circle_misses_polygon,
)


@jitable
def first_contact(
    path: Path, body: Body, others: list[Body], count: int, ignored: int, limit: int
) -> tuple[int, int]:
    """How far the body gets along the path, and what it hits then: (distance, index).

    Looks at the first `count` of the others, except the set `ignored` (which contains the body
    itself, if it is one of them). Returns (limit, NOBODY) if it hits nothing within `limit`. It
    hits at 0 whatever it overlaps at the start.
    """
    limit = min(travel_of(path), limit)
    circle = circle_of(path, body, limit)
    return first_contact_in(circle, path, body, others, count, ignored, limit)


@jitable
def first_contact_polygon(
    path: Path, body: Body, others: list[Polygon], count: int, ignored: int, limit: int
) -> tuple[int, int]:
    """The same as `first_contact`, for polygons."""
    limit = min(travel_of(path), limit)
    circle = circle_of(path, body, limit)
    return first_contact_polygon_in(circle, path, body, others, count, ignored, limit)


@jitable
def first_exit(path: Path, body: Body, table: Tabletop, limit: int) -> int:
    """How far the body gets along the path before any of it leaves the table; at most `limit`."""
    limit = min(travel_of(path), limit)
    return first_exit_in(circle_of(path, body, limit), path, body, table, limit)


@jitable
def first_exit_in(circle: Circle, path: Path, body: Body, table: Tabletop, limit: int) -> int:
    """The same as `first_exit`, with `circle_of` this path up to the limit or further."""
    x, y, reach = circle
    if min(x, y, table.width - x, table.depth - y) >= reach:
        return limit
    x, y, heading = traced_point(path, body)
    before = 0
    for n in range(path.count):
        leg = path.legs[n]
        travel = travel_of_leg(leg)
        end = min(travel, limit - before)
        free = end
        middle_x, middle_y, fx, fy, rx, ry, length, width = ground_of(
            path, leg, x, y, heading, body, end
        )
        if gap_to_edge(middle_x, middle_y, fx, fy, rx, ry, length, width, table) < 0:
            free = approach_edge(path, leg, x, y, heading, body, table, end)
        if free < end or before + travel >= limit:
            return before + free
        before += travel
        x, y, heading = along_leg(leg, x, y, heading, travel)
    return min(before, limit)


SlideBack = Callable[[Path, Body, int, Any, int, int], int]


def make_slide_back(gap: Gap) -> SlideBack:
    """Make the way back along a path until the body overlaps nothing of one kind."""

    @jitable
    def gap_to_all(
        path: Path, body: Body, distance: int, others: Any, count: int, ignored: int
    ) -> int:
        """The least gap at this distance along the path; 0 if everything is further away."""
        x, y, heading = stand_at(path, body, distance)
        length, width = body.half_length, body.half_width
        fx, fy, rx, ry = half_vectors(heading, length, width)
        least = 0
        for i in range(count):
            if not (ignored >> i) & 1:
                least = min(least, gap(x, y, fx, fy, rx, ry, length, width, others[i]))
        return least

    @jitable
    def slide_back(
        path: Path, body: Body, distance: int, others: object, count: int, ignored: int
    ) -> int:
        """The greatest distance along the path, at most `distance`, at which the body is free.

        Free means that it overlaps none of the others that are not ignored; one unit further it
        does. Returns −1 if it is not even free at the start. A gap between two overlaps that it
        would cross within a grain may be missed.
        """
        bound = distance + 1
        while True:
            space = gap_to_all(path, body, distance, others, count, ignored)
            if space >= 0:
                break
            if distance == 0:
                return NOBODY
            bound = distance
            distance = _step_back(path, body, distance, -1 - space)
        while bound - distance > 1:
            middle = (distance + bound) >> 1
            if gap_to_all(path, body, middle, others, count, ignored) < 0:
                bound = middle
            else:
                distance = middle
        return distance

    return slide_back


@jitable
def _step_back(path: Path, body: Body, distance: int, depth: int) -> int:
    """Go back so far that it may have moved by the depth, but not beyond the leg's start."""
    before = 0
    n = 0
    while distance - before > travel_of_leg(path.legs[n]):
        before += travel_of_leg(path.legs[n])
        n += 1
    leg = path.legs[n]
    return max(distance - step_of(path, leg, body, moved_by_leg(path, leg, body), depth), before)


slide_back = make_slide_back(gap_to_body)
slide_back_polygon = make_slide_back(gap_to_polygon)
