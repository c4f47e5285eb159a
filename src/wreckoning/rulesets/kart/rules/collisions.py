"""Collisions: orientation, declarations, dice, and hazards."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, plus, pose, reply
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.bodies import FRONT, REAR, Body, corners_of
from wreckoning.geometry.meeting import edge_met, edges_met
from wreckoning.geometry.overlap import Tabletop
from wreckoning.rulesets.kart.events import (
    BillGone,
    BothEvade,
    Collision,
    Decided,
    HitBill,
    HitObstruction,
    Smash,
)
from wreckoning.rulesets.kart.numbers import (
    Cause,
    Declaration,
    Modifier,
    Orientation,
    Pool,
    Question,
    Weight,
)
from wreckoning.rulesets.kart.race import DESTRUCTIBLE, Kart, Race
from wreckoning.rulesets.kart.rules.dice import (
    at_least_none,
    referees_extra,
    roll_evades,
    roll_hits,
)
from wreckoning.rulesets.kart.rules.hazards import gain_hazards
from wreckoning.rulesets.kart.rules.orientation import orientation_of

STAR_DICE = 2
BILL_GEAR = 2


@rule("G21", "G22", "E15")
def smash_dice(
    race: Race,
    who: SeatIndex,
    orientation: int,
    gear: int,
    other_gear: int,
    weight: int,
    other_weight: int,
    has_star: bool,
) -> int:
    """Head-on the sum of the gears, from the side one's own, tailgating their difference; then
    weight and Star. Told term by term as `who`'s.
    """
    if orientation == Orientation.TAILGATE:
        dice = plus(race, who, Modifier.GEAR_DIFFERENCE, abs(gear - other_gear))
    else:
        dice = plus(race, who, Modifier.OWN_GEAR, gear)
        if orientation == Orientation.HEAD_ON:
            dice += plus(race, who, Modifier.OTHER_GEAR, other_gear)
    dice += plus(race, who, Modifier.WEIGHT, weight - other_weight)
    if has_star:
        dice += plus(race, who, Modifier.STAR, STAR_DICE)
    return dice


@rule("E10")
def must_evade(orientation: int, edge: int, other_edge: int, gear: int, other_gear: int) -> bool:
    """If a slower kart tailgates, both evade. A kart hit in the rear is tailgated; both may be."""
    if orientation != Orientation.TAILGATE:
        return False
    return (edge == REAR and other_gear < gear) or (other_edge == REAR and gear < other_gear)


@rule("G19")
def declare(race: Race, kart: Kart, other: Kart, evade_only: bool) -> bool:
    """Both declare at the same time. True if the mover smashes; the other's is the second reply."""
    for who, against in ((kart.seat, other.seat), (other.seat, kart.seat)):
        pose(race, Question.DECLARE, who, against)
        if not evade_only:
            offer(race, Declaration.SMASH)
        offer(race, Declaration.EVADE)
    return choose(race) == Declaration.SMASH


@rule("G19", "G21")
def smash(race: Race, kart: Kart, other: Kart, orientation: int) -> int:
    """The hits of a kart that smashes another."""
    dice = smash_dice(
        race,
        kart.seat,
        orientation,
        kart.gear,
        other.gear,
        kart.weight,
        other.weight,
        kart.star > 0,
    )
    if kart.extra_roll:
        dice += referees_extra(race, kart, Question.SMASH_DIE)
    dice = at_least_none(race, kart.seat, Pool.SMASH, dice)
    hits = roll_hits(race, kart.seat, Question.SMASH_DIE, dice)
    tell(race, Smash(kart.seat, hits, dice))
    return hits


@rule("G19", "E11")
def collide(race: Race, kart: Kart, other: Kart) -> None:
    """Two karts: Smash or Evade, all Smashes, then all Evades, then hazards. Nobody is moved."""
    edge, other_edge = edges_met(race.bodies[kart.seat], race.bodies[other.seat])
    orientation = orientation_of(edge, other_edge)
    tell(race, Collision(kart.seat, other.seat, orientation, edge, other_edge))
    kart.collisions += 1
    other.collisions += 1
    evade_only = must_evade(orientation, edge, other_edge, kart.gear, other.gear)
    if evade_only and kart.gear < other.gear:
        tell(race, BothEvade(kart.seat, other.seat))
    elif evade_only:
        tell(race, BothEvade(other.seat, kart.seat))
    mover_smashes = declare(race, kart, other, evade_only)
    other_smashes = reply(race, 1) == Declaration.SMASH
    tell(race, Decided(kart.seat, 1 if mover_smashes else 0))
    tell(race, Decided(other.seat, 1 if other_smashes else 0))
    on_other = smash(race, kart, other, orientation) if mover_smashes else 0
    on_mover = smash(race, other, kart, orientation) if other_smashes else 0
    if not mover_smashes:
        on_mover = roll_evades(race, kart.seat, kart.gear, on_mover)
    if not other_smashes:
        on_other = roll_evades(race, other.seat, other.gear, on_other)
    suffer(race, kart, on_mover, other.seat)
    suffer(race, other, on_other, kart.seat)


@rule("G19", "E15")
def suffer(race: Race, kart: Kart, hits: int, by: SeatIndex) -> None:
    """A collision's hits become hazards, at least one. With a Star no hits are taken."""
    if kart.star > 0:
        hits = 0
    take_hits(race, kart, hits, Cause.COLLISION, by)
    if hits == 0:
        gain_hazards(race, kart, 1, Cause.LEAST, by)


@jitable
def take_hits(race: Race, kart: Kart, hits: int, cause: int, by: SeatIndex) -> None:
    """Hits become hazards, and are counted."""
    kart.hits_taken += hits
    if by != NOBODY and by != kart.seat:
        race.karts[by].hits_dealt += hits
    gain_hazards(race, kart, hits, cause, by)


@rule("G20", "G23", "E17")
def collide_with_obstruction(race: Race, kart: Kart, solid: int) -> None:
    """An obstruction always smashes, head-on and with gear 0; NOBODY is the table's edge.

    There is nothing to smash: the kart evades. Immovable ones are heavy, destructible ones middle.
    """
    course = race.course
    body = race.bodies[kart.seat]
    kind = 0 if solid == NOBODY else course.solid_kind[solid]
    edge = edge_at_border(body, course.table)
    if solid != NOBODY:
        edge = edge_met(body, course.solids[solid])
    tell(race, HitObstruction(kart.seat, solid, kind, edge))
    kart.collisions += 1
    weight = Weight.MIDDLE if kind == DESTRUCTIBLE else Weight.HEAVY
    be_smashed(race, kart, Orientation.HEAD_ON, 0, weight, NOBODY)


@jitable
def edge_at_border(body: Body, table: Tabletop) -> int:
    """The edge of a body with the corner that is nearest to the table's border; front first."""
    corners = corners_of(body)
    best, nearest = 0, 1 << 62
    for i in range(4):
        x, y = corners[2 * i], corners[2 * i + 1]
        space = min(min(x, table.width - x), min(y, table.depth - y))
        if space < nearest:
            best, nearest = i, space
    return FRONT if best < 2 else REAR


@rule("G24", "E20")
def be_smashed(
    race: Race, kart: Kart, orientation: int, gear: int, weight: int, by: SeatIndex
) -> None:
    """Be smashed by a thing that always smashes and cannot be smashed: its dice, then an Evade."""
    dice = smash_dice(race, kart.seat, orientation, gear, kart.gear, weight, kart.weight, False)
    dice = at_least_none(race, kart.seat, Pool.SMASH, dice)
    hits = roll_hits(race, kart.seat, Question.SMASH_DIE, dice)
    tell(race, Smash(NOBODY, hits, dice))
    suffer(race, kart, roll_evades(race, kart.seat, kart.gear, hits), by)


@rule("G24", "E12")
def collide_with_bill(race: Race, kart: Kart, bill: int) -> None:
    """A Bullet Bill smashes the kart it meets, and leaves play. The smash counts for its owner."""
    owner = race.bill_owners[bill]
    edge, other_edge = edges_met(race.bodies[kart.seat], race.bills[bill])
    orientation = orientation_of(edge, other_edge)
    tell(race, HitBill(kart.seat, owner, orientation, edge, other_edge))
    kart.collisions += 1
    be_smashed(race, kart, orientation, BILL_GEAR, Weight.HEAVY, owner)
    remove_bill(race, bill)


@rule("E12")
def remove_bill(race: Race, bill: int) -> None:
    """Take a Bullet Bill out of play."""
    tell(race, BillGone(race.bill_owners[bill], bill))
    race.bill_owners[bill] = NOBODY
    empty(race.bills[bill])


@jitable
def empty(body: Body) -> None:
    """Empty a place in a list of bodies."""
    body.x = body.y = body.heading = 0
    body.half_length = body.half_width = 0
