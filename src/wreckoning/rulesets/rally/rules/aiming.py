"""Legal targets and the chances to hit them. Only looks; asks and tells nothing.

Menus, previews and the rookie use these, and `shooting` offers and rolls by them.
"""

from __future__ import annotations

from typing import NamedTuple

from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.distance import bodies_within, polygon_within
from wreckoning.rulesets.rally.numbers import Arc, Pace, Status, Terrain
from wreckoning.rulesets.rally.race import INCH, SIDES, Build, Race, Vehicle, Weapon
from wreckoning.rulesets.rally.rules.arcs import is_in_arc, is_in_front, is_piece_in_arc
from wreckoning.rulesets.rally.rules.attributes import has_lost_half
from wreckoning.rulesets.rally.rules.sight import Sight, friends_of, sees_piece, sight

ASSAULT_RANGE = INCH
OBSTRUCTION = 4  # on defence
ALWAYS = 0  # an attribute that only a 1 fails: a Torrent's


class SkillTerms(NamedTuple):
    """What is added to a skill roll."""

    stress: int
    advance: int
    accurate: int
    assault_range: int
    unwieldy: int
    turret: int


@jitable
def weapon_of(race: Race, vehicle: Vehicle, slot: int) -> Weapon:
    """The weapon in a slot; its kind is 0 if there is none."""
    return race.builds[vehicle.index].weapons[slot]


@rule("W13")
def can_fire(race: Race, vehicle: Vehicle, slot: int) -> bool:
    """Is there a weapon, not used up (One Use), and if Heavy, has the vehicle not moved?"""
    weapon = weapon_of(race, vehicle, slot)
    if weapon.kind == 0 or (weapon.heavy and race.moved):
        return False
    return not (weapon.one_use and vehicle.fired[slot])


@rule("W10")
def in_assault_range(race: Race, vehicle: Vehicle, other: Vehicle) -> bool:
    """Are the two within an inch of each other?"""
    return bodies_within(race.bodies[vehicle.index], race.bodies[other.index], ASSAULT_RANGE)


@rule("W10")
def assaulted_by(race: Race, vehicle: Vehicle) -> int:
    """The enemies in assault range of a vehicle: a set."""
    found = 0
    for i in range(race.vehicle_count):
        other = race.vehicles[i]
        if other.status != Status.DRIVING or other.owner == vehicle.owner:
            continue
        if in_assault_range(race, vehicle, other):
            found |= 1 << i
    return found


@rule("W10")
def is_held_by_friend(race: Race, vehicle: Vehicle, other: Vehicle) -> bool:
    """Is the target in assault range of another vehicle of the team, but not of this one?"""
    friends, i = friends_of(race, vehicle), 0
    while friends >> i:
        if (friends >> i) & 1 and in_assault_range(race, race.vehicles[i], other):
            return not in_assault_range(race, vehicle, other)
        i += 1
    return False


@rule("W12", "W3")
def in_range(race: Race, vehicle: Vehicle, weapon: Weapon, other: Vehicle) -> bool:
    """Is it within the weapon's range, the limit included?"""
    return bodies_within(race.bodies[vehicle.index], race.bodies[other.index], weapon.reach)


@rule("W10", "W11", "W12", "W27")
def may_target(race: Race, vehicle: Vehicle, slot: int, other: Vehicle, held: int) -> bool:
    """An enemy in range, arc and sight that W10 allows. `held`: `assaulted_by` of the attacker."""
    if other.status != Status.DRIVING or other.owner == vehicle.owner:
        return False
    if held and not (held >> other.index) & 1:
        return False
    weapon = weapon_of(race, vehicle, slot)
    body, target = race.bodies[vehicle.index], race.bodies[other.index]
    if not in_range(race, vehicle, weapon, other) or not is_in_arc(body, weapon.arc, target):
        return False
    if not held and is_held_by_friend(race, vehicle, other):
        return False
    return sight(race, vehicle, other) != Sight.BLOCKED


@rule("W10", "W15")
def targets(race: Race, vehicle: Vehicle, slot: int) -> int:
    """The vehicles that a weapon may be fired at as all stand: a set."""
    if not can_fire(race, vehicle, slot) or weapon_of(race, vehicle, slot).dropper:
        return 0
    held, found = assaulted_by(race, vehicle), 0
    for i in range(race.vehicle_count):
        if may_target(race, vehicle, slot, race.vehicles[i], held):
            found |= 1 << i
    return found


@rule("W25", "V33")
def may_target_piece(race: Race, vehicle: Vehicle, slot: int, piece: int) -> bool:
    """Is it exploding terrain in range, arc and sight, and is no enemy in assault range?"""
    course = race.course
    if course.piece_kind[piece] != Terrain.EXPLODING or race.gone[piece]:
        return False
    weapon, body = weapon_of(race, vehicle, slot), race.bodies[vehicle.index]
    if not polygon_within(body, course.pieces[piece], weapon.reach):
        return False
    if not is_piece_in_arc(body, weapon.arc, course.pieces[piece]):
        return False
    return assaulted_by(race, vehicle) == 0 and sees_piece(race, vehicle, piece)


@rule("W25")
def target_pieces(race: Race, vehicle: Vehicle, slot: int) -> int:
    """The exploding terrain that a weapon may be fired at: a set."""
    if not can_fire(race, vehicle, slot) or weapon_of(race, vehicle, slot).dropper:
        return 0
    found = 0
    for piece in range(race.course.piece_count):
        if may_target_piece(race, vehicle, slot, piece):
            found |= 1 << piece
    return found


@rule("W28", "V29")
def dropped_on(race: Race, vehicle: Vehicle, slot: int) -> int:
    """Every vehicle, friend or enemy, wholly in the rear arc and in range of a dropper: a set."""
    if not can_fire(race, vehicle, slot) or not weapon_of(race, vehicle, slot).dropper:
        return 0
    weapon, body, found = weapon_of(race, vehicle, slot), race.bodies[vehicle.index], 0
    for i in range(race.vehicle_count):
        other = race.vehicles[i]
        if other.status != Status.DRIVING or i == vehicle.index:
            continue
        behind = is_in_arc(body, Arc.REAR, race.bodies[i])
        if behind and in_range(race, vehicle, weapon, other):
            found |= 1 << i
    return found


@rule("W12", "W13")
def attacks_of(race: Race, vehicle: Vehicle, weapon: Weapon, target: int) -> int:
    """How many skill rolls: one more with Rapid Fire within half range. NOBODY: terrain."""
    if target == NOBODY or not weapon.rapid_fire:
        return weapon.attacks
    body = race.bodies[vehicle.index]
    near = bodies_within(body, race.bodies[target], weapon.reach // 2)
    return weapon.attacks + (1 if near else 0)


@rule("W13")
def is_torrent(race: Race, vehicle: Vehicle, weapon: Weapon, target: int) -> bool:
    """Does it hit on anything but a 1: a Torrent, and not in assault range?"""
    if not weapon.torrent:
        return False
    return target == NOBODY or not in_assault_range(race, vehicle, race.vehicles[target])


@rule("W8", "W9", "W10", "W13", "W30")
def skill_terms(race: Race, vehicle: Vehicle, weapon: Weapon, target: int) -> SkillTerms:
    """What stress, an advance, Accurate, assault range, Unwieldy and a turret add to its rolls.

    Target NOBODY: terrain. What damage takes comes with the roll (W17).
    """
    close = off_front = False
    if target != NOBODY:
        close = in_assault_range(race, vehicle, race.vehicles[target])
        body, other = race.bodies[vehicle.index], race.bodies[target]
        off_front = weapon.arc == Arc.TURRET and not is_in_front(body, other)
    return SkillTerms(
        -vehicle.stress,
        -4 if race.pace == Pace.ADVANCE else 0,
        2 if weapon.accurate else 0,
        -4 if close and not weapon.assault else 0,
        -2 if weapon.unwieldy else 0,
        -1 if off_front else 0,
    )


@jitable
def skill_modifier(race: Race, vehicle: Vehicle, weapon: Weapon, target: int) -> int:
    """All that is added to a skill roll, damage too."""
    return sum(skill_terms(race, vehicle, weapon, target)) - int(has_lost_half(race, vehicle))


@rule("W11", "W13", "W28", "V29")
def is_obstructed(race: Race, vehicle: Vehicle, weapon: Weapon, target: int) -> bool:
    """Does the target defend at +4? Not against Blast, and not against what is dropped."""
    if weapon.blast or weapon.dropper:
        return False
    return sight(race, vehicle, race.vehicles[target]) == Sight.OBSTRUCTED


@rule("V35")
def damage_of(weapon: Weapon, target: Build) -> int:
    """What a hit does: Heavy Armour (X) takes X off, but never all of it."""
    if weapon.damage == 0:
        return 0
    return max(1, weapon.damage - target.heavy_armour)


@rule("W12", "V35")
def piercing_of(weapon: Weapon, target: Build) -> int:
    """What it takes off a defence roll: Heavy Armour (X) takes X off it."""
    return max(0, weapon.piercing - target.heavy_armour)


@rule("W1")
def chance(modifiers: int, attribute: int, again: int) -> int:
    """The chance to pass a test in 144ths; `again`: with a re-roll of what is no 1."""
    faces = 1 + min(SIDES - 2, max(0, SIDES - max(2, attribute - modifiers)))
    rerolled = SIDES - 1 - faces if again else 0
    return faces * SIDES + rerolled * faces


@jitable
def hit_chance(race: Race, vehicle: Vehicle, slot: int, target: int) -> int:
    """The chance of one of its skill rolls to hit a vehicle, in 144ths."""
    weapon, build = weapon_of(race, vehicle, slot), race.builds[vehicle.index]
    if is_torrent(race, vehicle, weapon, target):
        return chance(0, ALWAYS, 0)
    modifiers = skill_modifier(race, vehicle, weapon, target)
    return chance(modifiers, build.skill, build.skilled)


@jitable
def save_chance(race: Race, vehicle: Vehicle, slot: int, target: int, obstructed: int) -> int:
    """The chance of a target's defence roll against a weapon, in 144ths."""
    weapon, build = weapon_of(race, vehicle, slot), race.builds[target]
    modifiers = -piercing_of(weapon, build) + (OBSTRUCTION if obstructed else 0)
    modifiers -= 1 if has_lost_half(race, race.vehicles[target]) else 0
    return chance(modifiers, build.defence, build.resilient)


@jitable
def expected_loss(race: Race, vehicle: Vehicle, slot: int, target: int) -> int:
    """The hit points that an attack takes on average, in thousandths.

    Not counted: that nobody loses more than is left.
    """
    weapon = weapon_of(race, vehicle, slot)
    obstructed = 1 if is_obstructed(race, vehicle, weapon, target) else 0
    whole = SIDES * SIDES
    hits = hit_chance(race, vehicle, slot, target)
    fails = whole - save_chance(race, vehicle, slot, target, obstructed)
    rolls = hits * damage_of(weapon, race.builds[target]) + SIDES * weapon.rending
    attacks = attacks_of(race, vehicle, weapon, target)
    return attacks * rolls * fails * 1000 // (whole * whole)
