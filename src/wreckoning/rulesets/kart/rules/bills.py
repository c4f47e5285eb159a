"""Bullet Bills: fired along the road, and moved at the end of every activation."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.angles import heading_of
from wreckoning.geometry.bodies import Body, place
from wreckoning.geometry.paths import drive, travel_of
from wreckoning.rulesets.kart.events import BillFired, BillMoved, Removed
from wreckoning.rulesets.kart.numbers import Template, Way
from wreckoning.rulesets.kart.questions import WAYS
from wreckoning.rulesets.kart.race import DESTRUCTIBLE, Kart, Race
from wreckoning.rulesets.kart.rules.collisions import collide_with_bill, remove_bill
from wreckoning.rulesets.kart.rules.contacts import (
    ALL,
    Contact,
    bills_in_play,
    first_met,
    gone_solids,
    touched_karts,
    touched_solids,
)
from wreckoning.rulesets.kart.rules.line import point_ahead
from wreckoning.rulesets.kart.rules.paths import clear, lay


@rule("E12")
def aim(race: Race, body: Body) -> None:
    """Aim along the middle of the road, at its point one Medium move ahead."""
    length = 2 * body.half_length + race.templates[Template.MEDIUM].path.legs[0].length
    x, y = point_ahead(race.course, body.x, body.y, length)
    if x != body.x or y != body.y:
        body.heading = heading_of(x - body.x, y - body.y)


@rule("E12")
def fire_bill(race: Race, kart: Kart, at: int) -> None:
    """Fire a Bullet Bill, as large as a kart, from its owner's place."""
    body, bill = race.bodies[kart.seat], race.bills[at]
    race.bill_owners[at] = kart.seat
    place(bill, body.x, body.y, body.heading)
    bill.half_length, bill.half_width = body.half_length, body.half_width
    aim(race, bill)
    tell(race, BillFired(kart.seat, at, bill.x, bill.y, bill.heading))


@rule("G24")
def move_bills(race: Race) -> None:
    """Every Bullet Bill in play moves one Medium template."""
    for at in range(bills_in_play(race)):
        if race.bill_owners[at] != NOBODY:
            move_bill(race, at)
    clear(race.path)


@rule("G24", "E12", "E8")
def move_bill(race: Race, at: int) -> None:
    """Move along the road, and smash the first obstacle; then, or off the table, it is gone.

    What it touches at the start it leaves alone.
    """
    bill = race.bills[at]
    aim(race, bill)
    lay(race, race.path, bill, WAYS * Template.MEDIUM + Way.AHEAD)
    karts = touched_karts(race, bill, 0)
    solids = touched_solids(race, bill) | gone_solids(race)
    limit = travel_of(race.path)
    end, kind, index = first_met(race, race.path, bill, karts, ALL, solids, limit)
    drive(race.path, bill, end)
    owner = race.bill_owners[at]
    tell(race, BillMoved(owner, at, bill.x, bill.y, bill.heading))
    if kind == Contact.KART:
        collide_with_bill(race, race.karts[index], at)
    elif kind not in (Contact.NOTHING, Contact.BILL):
        if kind == Contact.SOLID:
            break_solid(race, index)
        remove_bill(race, at)


@jitable
def break_solid(race: Race, solid: int) -> None:
    """Remove a destructible obstruction; an immovable one stays."""
    if race.course.solid_kind[solid] == DESTRUCTIBLE:
        race.gone[solid] = 1
        tell(race, Removed(solid))
