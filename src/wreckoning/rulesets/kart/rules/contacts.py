"""What a movement meets first: karts, Bullet Bills, obstructions and the table's edge."""

from __future__ import annotations

from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.bodies import Body, reach_of
from wreckoning.geometry.contact import (
    first_contact,
    first_contact_polygon,
    first_exit,
    slide_back,
    slide_back_polygon,
)
from wreckoning.geometry.distance import bodies_within, polygon_within
from wreckoning.geometry.overlap import is_near, is_on_table, overlapping, overlapping_polygons
from wreckoning.geometry.paths import Path
from wreckoning.rulesets.kart.race import BODIES, DESTRUCTIBLE, MM, Kart, Race

TOUCHING = MM // 10  # less is a touch
ALL = (1 << 62) - 1

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
    """How many places the list of Bullet Bills must be looked through."""
    for i in range(BODIES - 1, -1, -1):
        if race.bill_owners[i] != NOBODY:
            return i + 1
    return 0


@jitable
def absent_bills(race: Race) -> int:
    """The set of places where no Bullet Bill is."""
    return absent_of(race.bill_owners)


@jitable
def absent_of(owners: list[int]) -> int:
    """The set of places that are nobody's."""
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
    for seat in range(race.racers):
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
    """How far a body comes along a path and what it meets then: (distance, kind, index).

    `karts`, `bills` and `solids` are the sets of what is ignored; removed things are among them.
    """
    course = race.course
    kind, index = NOTHING, NOBODY
    limit, found = first_contact(path, body, race.bodies, race.racers, karts, limit)
    if found != NOBODY:
        kind, index = KART, found
    count = bills_in_play(race)
    if count:
        limit, found = first_contact(path, body, race.bills, count, bills, limit)
        if found != NOBODY:
            kind, index = BILL, found
    count = course.solid_count
    limit, found = first_contact_polygon(path, body, course.solids, count, solids, limit)
    if found != NOBODY:
        kind, index = SOLID, found
    exits = first_exit(path, body, course.table, limit)
    if exits < limit:
        return exits, EDGE, NOBODY
    return limit, kind, index


@rule("E8")
def free_of_touched(
    race: Race, path: Path, body: Body, karts: int, bills: int, solids: int, distance: int
) -> int:
    """The furthest a body comes without overlapping what it touched at the start; 0 if nowhere.

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
def is_free(race: Race, kart: Kart) -> bool:
    """Does it stand on the table, and in nothing?"""
    body, course = race.bodies[kart.seat], race.course
    if not is_on_table(body, course.table):
        return False
    if overlapping(body, race.bodies, race.racers, 1 << kart.seat):
        return False
    return overlapping_polygons(body, course.solids, course.solid_count, gone_solids(race)) == 0
