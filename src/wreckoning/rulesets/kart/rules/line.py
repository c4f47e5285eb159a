"""The road and its middle line: distances to gates, and the road's direction."""

from __future__ import annotations

from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.bodies import Body, place
from wreckoning.geometry.paths import Path, end_of, travel_of
from wreckoning.geometry.points import root
from wreckoning.geometry.regions import is_body_in_region, is_strip_in_region
from wreckoning.rulesets.kart.numbers import Template
from wreckoning.rulesets.kart.race import MM, Course, Race

PART = 16  # a place on a stretch of the line counts in parts of 2^PART
PIECE = 3 * MM  # half a piece of a template: a curve bulges out of one by 0.1 mm at most


@jitable
def point_after(course: Course, at: int) -> int:
    """The number of the next point of the line; after the last comes the first."""
    return 0 if at + 1 == course.points else at + 1


@jitable
def along_stretch(course: Course, at: int, x: int, y: int) -> tuple[int, int]:
    """The nearest place on the line from point `at` to the next: its part, and the distance².

    Parts go from 0 to 2^PART.
    """
    to = point_after(course, at)
    ax, ay = course.line_x[at], course.line_y[at]
    ex, ey = course.line_x[to] - ax, course.line_y[to] - ay
    dx, dy = x - ax, y - ay
    along, square = dx * ex + dy * ey, ex * ex + ey * ey
    part = 0
    if along >= square:
        part, dx, dy = 1 << PART, dx - ex, dy - ey
    elif along > 0:
        part = (along << PART) // square
        dx, dy = dx - (ex * part >> PART), dy - (ey * part >> PART)
    return part, dx * dx + dy * dy


@jitable
def is_nearer(course: Course, at: int, x: int, y: int, nearest: int) -> bool:
    """False if all of the stretch's box is this far² or further; quicker than `along_stretch`."""
    to = point_after(course, at)
    ax, ay, bx, by = course.line_x[at], course.line_y[at], course.line_x[to], course.line_y[to]
    dx = max(min(ax, bx) - x, x - max(ax, bx), 0)
    dy = max(min(ay, by) - y, y - max(ay, by), 0)
    return dx * dx + dy * dy < nearest


@rule("E16")
def to_gate(course: Course, gate: int, x: int, y: int) -> tuple[int, int, int]:
    """Along the line from the gate before to this one: how far it still is, how far aside, and on
    which stretch (the number of the point where it begins).
    """
    at = course.gate_at[(gate - 1) % course.gate_count]
    stop = course.gate_at[gate]
    togo, nearest, stretch = 0, 1 << 62, at
    first = True
    while first or at != stop:
        first = False
        length = course.line_length[at]
        togo += length
        if is_nearer(course, at, x, y, nearest):
            part, away = along_stretch(course, at, x, y)
            if away < nearest:
                nearest, stretch = away, at
                togo = length - (length * part >> PART)
        at = point_after(course, at)
    return togo, root(nearest), stretch


@jitable
def nearest_stretch(course: Course, x: int, y: int) -> tuple[int, int]:
    """The nearest stretch of the whole line, and the part of it."""
    best, where, nearest = 0, 0, 1 << 62
    for at in range(course.points):
        if is_nearer(course, at, x, y, nearest):
            part, away = along_stretch(course, at, x, y)
            if away < nearest:
                nearest, best, where = away, at, part
    return best, where


@jitable
def heading_of_stretch(course: Course, at: int) -> int:
    """The direction of the line from this point to the next."""
    return course.line_heading[at]


@rule("E12")
def point_ahead(course: Course, x: int, y: int, length: int) -> tuple[int, int]:
    """The point of the line at a distance on from the nearest one."""
    at, part = nearest_stretch(course, x, y)
    length += course.line_length[at] * part >> PART
    while length > course.line_length[at]:
        length -= course.line_length[at]
        at = point_after(course, at)
    to = point_after(course, at)
    part = (length << PART) // course.line_length[at]
    return (
        course.line_x[at] + ((course.line_x[to] - course.line_x[at]) * part >> PART),
        course.line_y[at] + ((course.line_y[to] - course.line_y[at]) * part >> PART),
    )


@rule("G16")
def is_on_road(race: Race, body: Body) -> bool:
    """Whether a body stands wholly on road."""
    return is_body_in_region(body, race.course.road, race.course.road_count)


@rule("G17", "E24")
def is_way_on_road(race: Race, path: Path, body: Body) -> bool:
    """Is the kart wholly on road where a movement starts and ends, and the template all along?

    The template is looked at in short pieces. The body is put back to where it stood.
    """
    x, y, heading = body.x, body.y, body.heading
    travel, course = travel_of(path), race.course
    inside = is_on_road(race, body)
    place(body, *end_of(path, body))
    inside = inside and is_on_road(race, body)
    place(body, x, y, heading)
    if not inside:
        return False
    begin, width = body.half_length + PIECE, race.templates[Template.SHORT].half_width
    return is_strip_in_region(
        path, body, begin, travel - begin, PIECE, width, course.road, course.road_count
    )
