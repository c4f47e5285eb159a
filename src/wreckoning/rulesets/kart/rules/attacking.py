"""The item attack: Shells, and what is dropped or fired in this step."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, plus, pose
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.angles import forward
from wreckoning.geometry.arcs import is_in_arc_of_edge
from wreckoning.geometry.bodies import FRONT, REAR, middle_of_edge, place
from wreckoning.geometry.bodies import edge_of as ends_of
from wreckoning.geometry.distance import segment_within
from wreckoning.geometry.overlap import is_on_table
from wreckoning.geometry.sight import sight_of_body
from wreckoning.rulesets.kart.events import Attacked, BananaDropped, Used
from wreckoning.rulesets.kart.numbers import Attack, Cause, Item, Modifier, Pool, Question
from wreckoning.rulesets.kart.race import BODIES, MM, Kart, Race
from wreckoning.rulesets.kart.rules.bills import fire_bill
from wreckoning.rulesets.kart.rules.collisions import take_hits
from wreckoning.rulesets.kart.rules.contacts import gone_solids, touched_solids
from wreckoning.rulesets.kart.rules.dice import (
    at_least_none,
    referees_extra,
    roll_evades,
    roll_hits,
)
from wreckoning.rulesets.kart.rules.gates import is_armed

SHELL_DICE = 5
MOST_COVER = 2
LINES = 5
BANANA_HALF = 15 * MM
GAP = 5 * MM  # between a kart and what it drops


@rule("E13")
def is_distracted(race: Race, kart: Kart) -> bool:
    """Is it touching an obstruction?"""
    return touched_solids(race, race.bodies[kart.seat]) != 0


@rule("E14")
def in_range(race: Race, kart: Kart, edge: int, target: int) -> bool:
    """Is the target near enough to the nearest point of the firing edge?"""
    ax, ay, bx, by = ends_of(race.bodies[kart.seat], edge)
    return segment_within(ax, ay, bx, by, race.bodies[target], race.shells.reach)


@rule("E14")
def sight(race: Race, kart: Kart, edge: int, target: int) -> tuple[int, int]:
    """The free lines of the five to a target, and the number of things in the way."""
    course = race.course
    body = race.bodies[kart.seat]
    x, y = middle_of_edge(body, edge)
    both = 1 << kart.seat | 1 << target
    free, karts, solids = sight_of_body(
        x,
        y,
        race.bodies[target],
        race.bodies,
        race.racers,
        both,
        course.solids,
        course.solid_count,
        gone_solids(race),
    )
    return free, bits_of(karts) + bits_of(solids)


@jitable
def bits_of(found: int) -> int:
    """The number of elements in a set."""
    count = 0
    while found:
        count += found & 1
        found >>= 1
    return count


@rule("G25", "E14")
def may_shoot(race: Race, kart: Kart, edge: int, target: int) -> bool:
    """In range, not too far from straight, and in sight."""
    body = race.bodies[kart.seat]
    if target == kart.seat or not in_range(race, kart, edge, target):
        return False
    if not is_in_arc_of_edge(body, edge, race.shells.spread, race.bodies[target]):
        return False
    return sight(race, kart, edge, target)[0] > 0


@rule("G25", "E13")
def item_attack(race: Race, kart: Kart) -> None:
    """Use an offensive item or pass; not when distracted, and not before the first gate."""
    if kart.holds not in (Item.SHELL, Item.BANANA, Item.BULLET_BILL) or not is_armed(kart):
        return
    if is_distracted(race, kart):
        return
    pose(race, Question.ATTACK, kart.seat, kart.holds)
    offer(race, Attack.PASS)
    if kart.holds == Item.SHELL:
        offer_targets(race, kart, FRONT, Attack.SHELL_AHEAD)
        offer_targets(race, kart, REAR, Attack.SHELL_BEHIND)
    elif kart.holds == Item.BANANA and can_drop(race, kart):
        offer(race, Attack.BANANA)
    elif kart.holds == Item.BULLET_BILL and free_place(race.bill_owners) != NOBODY:
        offer(race, Attack.BULLET_BILL)
    chosen = choose(race)
    if chosen == Attack.PASS:
        return
    kart.attacks += 1
    tell(race, Used(kart.seat, kart.holds))
    kart.holds = Item.NONE
    if chosen == Attack.BANANA:
        drop_banana(race, kart)
    elif chosen == Attack.BULLET_BILL:
        fire_bill(race, kart, free_place(race.bill_owners))
    elif chosen >= Attack.SHELL_BEHIND:
        shoot(race, kart, REAR, as_seat(chosen - Attack.SHELL_BEHIND))
    else:
        shoot(race, kart, FRONT, as_seat(chosen - Attack.SHELL_AHEAD))


@jitable
def offer_targets(race: Race, kart: Kart, edge: int, first: int) -> None:
    """Offer every kart that can be shot at from an edge."""
    for target in seat_range(race.racers):
        if may_shoot(race, kart, edge, target):
            offer(race, first + target)


@jitable
def free_place(owners: list[SeatIndex]) -> int:
    """A free place in a list of things; NOBODY if there is none."""
    for i in range(BODIES):
        if owners[i] == NOBODY:
            return i
    return NOBODY


@rule("G25", "E14", "E15")
def shoot(race: Race, kart: Kart, edge: int, target: SeatIndex) -> None:
    """Five dice, one less for each thing in the way, at most two; the target evades."""
    other = race.karts[target]
    free, things = sight(race, kart, edge, target)
    dice = plus(race, kart.seat, Modifier.SHELL, SHELL_DICE)
    if free < LINES:
        dice += plus(race, kart.seat, Modifier.COVER, -min(things, MOST_COVER))
    if kart.extra_roll:
        dice += referees_extra(race, kart, Question.ATTACK_DIE)
        dice = at_least_none(race, kart.seat, Pool.ATTACK, dice)
    hits = roll_hits(race, kart.seat, Question.ATTACK_DIE, dice)
    left = roll_evades(race, target, other.gear, hits)
    tell(race, Attacked(kart.seat, target, edge, hits, hits - left))
    if other.star == 0:
        take_hits(race, other, left, Cause.ATTACK, kart.seat)


@rule("E15")
def can_drop(race: Race, kart: Kart) -> bool:
    """Is there a place for a banana, and table behind the kart to lay it on?"""
    at = free_place(race.banana_owners)
    if at == NOBODY:
        return False
    lay_banana(race, kart, at)
    found = is_on_table(race.bananas[at], race.course.table)
    banana = race.bananas[at]
    place(banana, 0, 0, 0)
    banana.half_length = banana.half_width = 0
    return found


@jitable
def lay_banana(race: Race, kart: Kart, at: int) -> None:
    """Behind the middle of the rear edge."""
    body, banana = race.bodies[kart.seat], race.bananas[at]
    dx, dy = forward(body.heading, -body.half_length - GAP - BANANA_HALF)
    place(banana, body.x + dx, body.y + dy, body.heading)
    banana.half_length = banana.half_width = BANANA_HALF


@rule("E15")
def drop_banana(race: Race, kart: Kart) -> None:
    """A banana is left behind the kart."""
    at = free_place(race.banana_owners)
    lay_banana(race, kart, at)
    race.banana_owners[at] = kart.seat
    banana = race.bananas[at]
    tell(race, BananaDropped(kart.seat, at, banana.x, banana.y))
