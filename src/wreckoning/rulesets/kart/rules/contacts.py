"""The first contact of a movement: kart, Bullet Bill, obstruction or the table's edge."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import as_numbers, jitable, rule
from wreckoning.geometry.angles import cosine, rounded, sine
from wreckoning.geometry.bodies import Body, place, reach_of, vectors_of
from wreckoning.geometry.contact import (
    first_contact,
    first_contact_polygon,
    first_exit,
    slide_back,
    slide_back_polygon,
)
from wreckoning.geometry.distance import bodies_within, polygon_within
from wreckoning.geometry.overlap import (
    gap_to_edge,
    is_near,
    is_on_table,
    overlapping,
    overlapping_polygons,
)
from wreckoning.geometry.paths import Path, drive
from wreckoning.rulesets.kart.race import BODIES, DESTRUCTIBLE, MM, Race

TOUCHING = MM // 10  # less is a touch
ALL = (1 << 62) - 1


Touched = tuple[int, int, int]  # sets of karts, Bullet Bills and obstructions
Met = tuple[int, int, int, int]  # how far, what kind, its index, the boost touched there


@as_numbers
class Contact(IntEnum):
    """What a movement meets first."""

    NOTHING = 0
    KART = 1
    BILL = 2
    SOLID = 3
    EDGE = 4


@jitable
def gone_solids(race: Race) -> int:
    """The set of obstructions that have been removed."""
    found = 0
    for i in range(race.course.solid_count):
        if race.gone[i]:
            found |= 1 << i
    return found


@rule("G23")
def soft_solids(race: Race) -> int:
    """The set of obstructions that do not stop a movement."""
    found = 0
    for i in range(race.course.solid_count):
        if race.gone[i] or race.course.solid_kind[i] == DESTRUCTIBLE:
            found |= 1 << i
    return found


@jitable
def bills_in_play(race: Race) -> int:
    """The number of places to look at in the list of Bullet Bills."""
    for i in range(BODIES - 1, -1, -1):
        if race.bill_owners[i] != NOBODY:
            return i + 1
    return 0


@jitable
def absent_bills(race: Race) -> int:
    """The set of places without a Bullet Bill."""
    return absent_of(race.bill_owners)


@jitable
def absent_of(owners: list[SeatIndex]) -> int:
    """The set of free places."""
    found = 0
    for i in range(BODIES):
        if owners[i] == NOBODY:
            found |= 1 << i
    return found


@jitable
def touches(body: Body, other: Body) -> bool:
    """Do two bodies touch, or overlap?"""
    reach = reach_of(body) + reach_of(other) + TOUCHING
    return is_near(body.x, body.y, other.x, other.y, reach) and bodies_within(body, other, TOUCHING)


@rule("E8")
def touched_karts(race: Race, body: Body, ignored: int) -> int:
    """The set of karts that a body touches."""
    found = 0
    for seat in seat_range(race.racers):
        if not (ignored >> seat) & 1 and touches(body, race.bodies[seat]):
            found |= 1 << seat
    return found


@rule("E8")
def touched_bills(race: Race, body: Body) -> int:
    """The set of Bullet Bills that a body touches."""
    found = 0
    for i in range(bills_in_play(race)):
        if race.bill_owners[i] != NOBODY and touches(body, race.bills[i]):
            found |= 1 << i
    return found


@rule("E8")
def touched_solids(race: Race, body: Body) -> int:
    """The set of obstructions that a body touches."""
    found = 0
    for i in range(race.course.solid_count):
        solid = race.course.solids[i]
        reach = reach_of(body) + solid.reach + TOUCHING
        if race.gone[i] or not is_near(body.x, body.y, solid.middle_x, solid.middle_y, reach):
            continue
        if polygon_within(body, solid, TOUCHING):
            found |= 1 << i
    return found


@rule("G18", "E17")
def first_met(
    race: Race, path: Path, body: Body, karts: int, bills: int, solids: int, limit: int
) -> tuple[int, int, int]:
    """The first contact of a body along a path: (distance, kind, index).

    `karts`, `bills` and `solids` are the sets of what is ignored; removed things are among them.
    """
    course = race.course
    kind, index = Contact.NOTHING, NOBODY
    limit, found = first_contact(path, body, race.bodies, race.racers, karts, limit)
    if found != NOBODY:
        kind, index = Contact.KART, found
    count = bills_in_play(race)
    if count:
        limit, found = first_contact(path, body, race.bills, count, bills, limit)
        if found != NOBODY:
            kind, index = Contact.BILL, found
    count = course.solid_count
    limit, found = first_contact_polygon(path, body, course.solids, count, solids, limit)
    if found != NOBODY:
        kind, index = Contact.SOLID, found
    exits = leaves_table(race, path, body, limit)
    if exits < limit:
        return exits, Contact.EDGE, NOBODY
    return limit, kind, index


@rule("E17")
def leaves_table(race: Race, path: Path, body: Body, limit: int) -> int:
    """The distance along a path at which a body leaves the table; `limit` if it does not.

    From the edge that it touches at the start it may turn away, its corners swinging out, if the
    ground under its middle line, as wide as itself, and its final position are on the table.
    """
    table = race.course.table
    exits = first_exit(path, body, table, limit)
    if exits == limit or not touches_edge(race, body):
        return exits
    x, y, heading, half_length = body.x, body.y, body.heading, body.half_length
    body.half_length = 0
    stays = first_exit(path, body, table, limit) == limit
    body.half_length = half_length
    if stays:
        drive(path, body, limit)
        stays = is_on_table(body, table)
        place(body, x, y, heading)
    return limit if stays else exits


@rule("E17")
def touches_edge(race: Race, body: Body) -> bool:
    """Is a body at the table's edge?"""
    fx, fy, rx, ry = vectors_of(body)
    length, width = body.half_length, body.half_width
    return gap_to_edge(body.x, body.y, fx, fy, rx, ry, length, width, race.course.table) <= TOUCHING


@rule("E8", "E17", "G27")
def where_it_stops(
    race: Race, seat: SeatIndex, path: Path, body: Body, touched: Touched, met: Met
) -> Met:
    """The end of a movement, from the things touched at its start and its first contact.

    Out of what it touched it slides back, and has met nothing of what lies beyond, except the
    table's edge. A boost that it touched on the way carries it instead, if there is room on it.
    """
    karts, bills, solids = touched
    end, kind, _, boost = met
    if not karts and not bills and not solids:
        return met
    free = free_of_touched(race, path, body, karts, bills, solids, end)
    if free >= end:
        return met
    if (
        boost != NOBODY
        and kind == Contact.NOTHING
        and has_room_on(race, seat, path, body, boost, end)
    ):
        return met
    if kind == Contact.EDGE:
        return free, Contact.EDGE, NOBODY, NOBODY
    return free, Contact.NOTHING, NOBODY, NOBODY


@rule("E19")
def place_on_boost(race: Race, seat: SeatIndex, body: Body, boost: int) -> int:
    """Put a body onto the boost's middle line, looking along it, where it touches; its front from
    the boost's beginning to its end. How far along from the boost's centre it then is.

    If it stands in what it touched at the start (E8), it is put further on, past it.
    """
    pad = race.course.boosts[boost]
    karts, solids = stood_in(race, body, 1 << seat, gone_solids(race))
    c, s = cosine(pad.heading), sine(pad.heading)
    along = rounded((body.x - pad.x) * c + (body.y - pad.y) * s)
    least, most = -pad.half_length - body.half_length, pad.half_length - body.half_length
    along = max(least, min(along, most))
    while True:
        place(body, pad.x + rounded(along * c), pad.y + rounded(along * s), pad.heading)
        still_karts, still_solids = stood_in(race, body, ALL ^ karts, ALL ^ solids)
        if along == most or (still_karts == 0 and still_solids == 0):
            return along
        along = min(along + MM, most)


@jitable
def stood_in(race: Race, body: Body, karts: int, solids: int) -> tuple[int, int]:
    """The sets of karts and of obstructions that a body overlaps, except those ignored."""
    course = race.course
    return (
        overlapping(body, race.bodies, race.racers, karts),
        overlapping_polygons(body, course.solids, course.solid_count, solids),
    )


@rule("E19")
def has_room_on(
    race: Race, seat: SeatIndex, path: Path, body: Body, boost: int, distance: int
) -> bool:
    """Could the kart be straightened on a boost that it touches so far along a path?"""
    x, y, heading = body.x, body.y, body.heading
    drive(path, body, distance)
    place_on_boost(race, seat, body, boost)
    free = is_free(race, seat, body)
    place(body, x, y, heading)
    return free


@rule("E8")
def free_of_touched(
    race: Race, path: Path, body: Body, karts: int, bills: int, solids: int, distance: int
) -> int:
    """The furthest distance without overlapping anything touched at the start; 0 if none.

    The sets are of what it touched.
    """
    course = race.course
    while True:
        free = distance
        if karts:
            free = slide_back(path, body, free, race.bodies, race.racers, ALL ^ karts)
        if bills and free > 0:
            free = slide_back(path, body, free, race.bills, bills_in_play(race), ALL ^ bills)
        if solids and free > 0:
            count = course.solid_count
            free = slide_back_polygon(path, body, free, course.solids, count, ALL ^ solids)
        if free <= 0:
            return 0
        if free == distance:
            return free
        distance = free


@jitable
def is_free(race: Race, seat: SeatIndex, body: Body) -> bool:
    """Would this seat's kart stand on the table here, and in nothing?"""
    if not is_on_table(body, race.course.table):
        return False
    karts, solids = stood_in(race, body, 1 << seat, gone_solids(race))
    return karts == 0 and solids == 0
