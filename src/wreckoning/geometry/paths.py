"""Paths of movements: a few legs, each with a length and a turn.

    straight    runs along the heading, backward if its length is negative
    arc         turns evenly while it runs, by at least a degree
    slide       runs straight at a bearing to the heading and turns evenly on the way;
                without length it turns on the spot

The traced point follows the path; the body's centre is `lead` ahead of it along the heading. So
with a lead of half a length the rear edge's middle follows the path, with 0 the centre does.

The distance along a movement is a whole number: of units on a leg with length (also backward), of
headings on a leg that turns on the spot. An arc is driven in steps of one heading and runs straight
between them, so it is at most 4 · 10^-9 of its radius too short. Each leg's end is rounded once.

A path is data: it begins where the body stands, so the same path serves every body.
"""

from __future__ import annotations

from typing import Annotated

from wreckoning.core.records import Record
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import (
    DEGREE,
    RADIAN,
    RADIAN_SHIFT,
    TURN,
    cosine,
    rounded,
    sine,
)
from wreckoning.geometry.bodies import Body, place

STRAIGHT = 0
ARC = 1
SLIDE = 2

MAX_LEGS = 8
LONGEST_LEG = 1 << 21
LEAST_TURN = DEGREE  # for an arc: so the radius, with all products, fits into 64 bits

Pose = tuple[int, int, int]


class Leg(Record):
    """A part of a path. `bearing` is a slide's direction, relative to the heading at its start."""

    kind: int
    length: int
    turn: int
    bearing: int
    radius: int  # of an arc: its length over its turn; negative if one of the two is


class Path(Record):
    """Several legs, and how far the body's centre is ahead of the traced point."""

    lead: int
    count: int
    legs: Annotated[list[Leg], MAX_LEGS]


@jitable
def clear_path(path: Path, lead: int) -> None:
    """Empty a path, completely."""
    for i in range(path.count):
        _set_leg(path.legs[i], 0, 0, 0, 0, 0)
    path.count = 0
    path.lead = lead


@jitable
def _set_leg(leg: Leg, kind: int, length: int, turn: int, bearing: int, radius: int) -> None:
    leg.kind = kind
    leg.length = length
    leg.turn = turn
    leg.bearing = bearing
    leg.radius = radius


@jitable
def add_leg(path: Path, kind: int, length: int, turn: int, bearing: int, radius: int) -> None:
    """Add another leg."""
    _set_leg(path.legs[path.count], kind, length, turn, bearing, radius)
    path.count += 1


@jitable
def add_straight(path: Path, length: int) -> None:
    """Add a straight leg; backward if negative."""
    add_leg(path, STRAIGHT, length, 0, 0, 0)


@jitable
def add_arc(path: Path, length: int, turn: int) -> None:
    """Add an arc of this length that turns by this much, clockwise if positive."""
    add_leg(path, ARC, length, turn, 0, radius_of(length, turn))


@jitable
def add_slide(path: Path, length: int, bearing: int, turn: int) -> None:
    """Add a straight leg at a bearing to the heading, turning evenly on the way."""
    add_leg(path, SLIDE, length, turn, bearing, 0)


@jitable
def add_pivot(path: Path, turn: int) -> None:
    """Add a turn on the spot, about the traced point."""
    add_leg(path, SLIDE, 0, turn, 0, 0)


@jitable
def add_path(path: Path, more: Path) -> None:
    """Add all legs of another path."""
    for i in range(more.count):
        leg = more.legs[i]
        add_leg(path, leg.kind, leg.length, leg.turn, leg.bearing, leg.radius)


@jitable
def add_mirrored(path: Path, more: Path) -> None:
    """Add all legs of another path, mirrored left to right."""
    for i in range(more.count):
        leg = more.legs[i]
        add_leg(path, leg.kind, leg.length, -leg.turn, -leg.bearing, -leg.radius)


@jitable
def travel_of_leg(leg: Leg) -> int:
    """The whole distance along a leg."""
    return abs(leg.length) if leg.length != 0 else abs(leg.turn)


@jitable
def travel_of(path: Path) -> int:
    """The whole distance along a path."""
    travel = 0
    for i in range(path.count):
        travel += travel_of_leg(path.legs[i])
    return travel


@jitable
def swept_by_turning(turn: int, reach: int) -> int:
    """The most that a point at `reach` from the pivot moves in this turn."""
    return abs(turn) * reach * 44 // (7 * TURN) + 1  # 22/7 is a little more than π


@jitable
def radius_of(length: int, turn: int) -> int:
    """The radius of an arc, with the sign of `Leg.radius`."""
    doubled = 2 * abs(length) * RADIAN // abs(turn) >> RADIAN_SHIFT
    radius = (doubled + 1) >> 1
    return radius if (length > 0) == (turn > 0) else -radius


@jitable
def along_leg(leg: Leg, x: int, y: int, heading: int, distance: int) -> Pose:
    """The traced point and the heading at this distance along a leg that begins here."""
    travel = travel_of_leg(leg)
    way = -distance if leg.length < 0 else distance
    if leg.kind == STRAIGHT:
        return x + rounded(way * cosine(heading)), y + rounded(way * sine(heading)), heading
    if leg.length == 0:
        return x, y, heading + (distance if leg.turn > 0 else -distance)
    turned = abs(leg.turn) if distance == travel else distance * abs(leg.turn) // travel
    now = heading + (turned if leg.turn > 0 else -turned)
    if leg.kind == SLIDE:
        course = heading + leg.bearing
        return x + rounded(way * cosine(course)), y + rounded(way * sine(course)), now
    rest = 0 if distance == travel else distance - turned * travel // abs(leg.turn)
    if leg.length < 0:
        rest = -rest
    radius, s, c = leg.radius, sine(now), cosine(now)
    return (
        x + rounded(radius * (s - sine(heading)) + rest * c),
        y + rounded(radius * (cosine(heading) - c) + rest * s),
        now,
    )


@jitable
def traced_point(path: Path, body: Body) -> Pose:
    """The traced point of a body as it stands, and its heading: the start of its path."""
    heading, lead = body.heading, path.lead
    if lead == 0:
        return body.x, body.y, heading
    x, y = body.x - rounded(lead * cosine(heading)), body.y - rounded(lead * sine(heading))
    return x, y, heading


@jitable
def centre_of(path: Path, x: int, y: int, heading: int) -> Pose:
    """A body's centre and heading, from the traced point."""
    lead = path.lead
    if lead == 0:
        return x, y, heading
    return x + rounded(lead * cosine(heading)), y + rounded(lead * sine(heading)), heading


@jitable
def end_of_leg(
    leg: Leg, x: int, y: int, heading: int, c: int, s: int
) -> tuple[int, int, int, int, int]:
    """`along_leg` at a leg's end; takes and gives the cosine and sine of the heading too."""
    length, now = leg.length, heading + leg.turn
    if leg.kind == STRAIGHT:
        return x + rounded(length * c), y + rounded(length * s), heading, c, s
    to_c, to_s = cosine(now), sine(now)
    if leg.kind == ARC:
        radius = leg.radius
        x, y = x + rounded(radius * (to_s - s)), y + rounded(radius * (c - to_c))
    elif length != 0:
        course = heading + leg.bearing
        x, y = x + rounded(length * cosine(course)), y + rounded(length * sine(course))
    return x, y, now, to_c, to_s


@jitable
def stand_at(path: Path, body: Body, distance: int) -> Pose:
    """Centre and heading of a body at this distance along a path from where it stands."""
    x, y, heading = body.x, body.y, body.heading
    c, s, lead = cosine(heading), sine(heading), path.lead
    if lead != 0:
        x, y = x - rounded(lead * c), y - rounded(lead * s)
    for i in range(path.count):
        leg = path.legs[i]
        travel = travel_of_leg(leg)
        if distance < travel:
            x, y, heading = along_leg(leg, x, y, heading, distance)
            c, s = cosine(heading), sine(heading)
            break
        x, y, heading, c, s = end_of_leg(leg, x, y, heading, c, s)
        distance -= travel
        if distance == 0:
            break
    if lead != 0:
        x, y = x + rounded(lead * c), y + rounded(lead * s)
    return x, y, heading % TURN


@jitable
def end_of(path: Path, body: Body) -> Pose:
    """Centre and heading of a body at the end of a path from where it stands."""
    x, y, heading = body.x, body.y, body.heading
    c, s, lead = cosine(heading), sine(heading), path.lead
    if lead != 0:
        x, y = x - rounded(lead * c), y - rounded(lead * s)
    for i in range(path.count):
        x, y, heading, c, s = end_of_leg(path.legs[i], x, y, heading, c, s)
    if lead != 0:
        x, y = x + rounded(lead * c), y + rounded(lead * s)
    return x, y, heading % TURN


@jitable
def drive(path: Path, body: Body, distance: int) -> None:
    """Move a body this far along a path."""
    x, y, heading = stand_at(path, body, distance)
    place(body, x, y, heading)
