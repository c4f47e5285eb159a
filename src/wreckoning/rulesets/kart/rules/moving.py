"""Movement: along a path to the first contact, with everything on the way."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import as_numbers, jitable, rule
from wreckoning.geometry.contact import first_contact, first_contact_polygon
from wreckoning.geometry.paths import drive, travel_of
from wreckoning.rulesets.kart.events import Moved, Removed, SlidBack
from wreckoning.rulesets.kart.race import BODIES, Kart, Race
from wreckoning.rulesets.kart.rules.collisions import (
    collide,
    collide_with_bill,
    collide_with_obstruction,
)
from wreckoning.rulesets.kart.rules.contacts import (
    ALL,
    Contact,
    absent_bills,
    first_met,
    gone_solids,
    soft_solids,
    touched_bills,
    touched_karts,
    touched_solids,
    touches,
    where_it_stops,
)
from wreckoning.rulesets.kart.rules.gates import cross_gates
from wreckoning.rulesets.kart.rules.paths import is_spin
from wreckoning.rulesets.kart.rules.things import pick_up


@as_numbers
class Outcome(IntEnum):
    """How a movement ended. BOOSTED + its number: at a boost that it touched."""

    ARRIVED = 0
    STOPPED = 1
    FINISHED = 2
    BOOSTED = 10


@rule("G27", "E19")
def boost_on_the_way(race: Race, kart: Kart, ignored: int, limit: int) -> tuple[int, int]:
    """The first boost touched on the way: (distance, its number), except one already touched."""
    course, body = race.course, race.bodies[kart.seat]
    for i in range(course.boost_count):
        if touches(body, course.boosts[i]):
            ignored |= 1 << i
    return first_contact(race.path, body, course.boosts, course.boost_count, ignored, limit)


@rule("G14", "G18", "G23", "E8", "E25")
def follow(race: Race, kart: Kart, ignored_boosts: int) -> int:
    """Along the path to its end, or to the first contact; what the kart touched is ignored.

    A destructible obstruction on the way is collided with and gone; movement goes on. A kart
    that slides back has met nothing beyond. Returns the end of the movement, with the path used up.
    """
    body, path = race.bodies[kart.seat], race.path
    me = 1 << kart.seat
    karts = touched_karts(race, body, me)
    bills, solids = touched_bills(race, body), touched_solids(race, body)
    ignored_karts, ignored_bills = karts | me, bills | absent_bills(race)
    ignored_solids = solids | gone_solids(race)
    limit, boost = travel_of(path), NOBODY
    if race.course.boost_count and ignored_boosts != (1 << BODIES) - 1:
        limit, boost = boost_on_the_way(race, kart, ignored_boosts, limit)
    end, kind, index = first_met(
        race, path, body, ignored_karts, ignored_bills, ignored_solids | soft_solids(race), limit
    )
    met = (end, kind, index, boost)
    free, kind, index, boost = where_it_stops(
        race, kart.seat, path, body, (karts, bills, solids), met
    )
    if free < end:
        turn = end - free if is_spin(path) else 0
        tell(race, SlidBack(kart.seat, end - free - turn, turn))
        end = free
    break_soft(race, kart, ignored_solids, end)
    return arrive(race, kart, end, kind, index, boost)


@rule("G23")
def break_soft(race: Race, kart: Kart, ignored: int, distance: int) -> None:
    """Every destructible obstruction on the way, in the order in which they are met."""
    course, body = race.course, race.bodies[kart.seat]
    ignored |= ALL ^ soft_solids(race)
    while True:
        at, solid = first_contact_polygon(
            race.path, body, course.solids, course.solid_count, ignored, distance
        )
        if solid == NOBODY:
            return
        break_through(race, kart, solid, at)
        ignored |= 1 << solid


@rule("G23")
def break_through(race: Race, kart: Kart, solid: int, distance: int) -> None:
    """A collision with a destructible obstruction, which is removed."""
    body = race.bodies[kart.seat]
    x, y, heading = body.x, body.y, body.heading
    drive(race.path, body, distance)
    collide_with_obstruction(race, kart, solid)
    body.x, body.y, body.heading = x, y, heading
    race.gone[solid] = 1
    tell(race, Removed(solid))


@rule("G14", "G18", "E17")
def arrive(race: Race, kart: Kart, end: int, kind: int, index: int, boost: int) -> int:
    """What lies on the way, the gates, the final position; then what was run into."""
    body = race.bodies[kart.seat]
    pick_up(race, kart, end)
    cross_gates(race, kart, end)
    drive(race.path, body, end)
    way = 0 if is_spin(race.path) else end
    tell(race, Moved(kart.seat, body.x, body.y, body.heading, way))
    if kart.finish_round:
        return Outcome.FINISHED
    if kind == Contact.NOTHING:
        return Outcome.ARRIVED if boost == NOBODY else Outcome.BOOSTED + boost
    hit(race, kart, kind, index)
    return Outcome.STOPPED


@jitable
def hit(race: Race, kart: Kart, kind: int, index: int) -> None:
    """The collision with what stopped the movement."""
    if kind == Contact.KART:
        collide(race, kart, race.karts[index])
    elif kind == Contact.BILL:
        collide_with_bill(race, kart, index)
    else:
        collide_with_obstruction(race, kart, index)
