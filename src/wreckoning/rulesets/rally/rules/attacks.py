"""An attack with one weapon: battle skill rolls, defence rolls, damage, and loss of control."""

from __future__ import annotations

from wreckoning.core.door import plus, roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rally.events import Critical, Hits
from wreckoning.rulesets.rally.numbers import Modifier, Question, Status, Trial
from wreckoning.rulesets.rally.race import SIDES, Race, Vehicle, Weapon
from wreckoning.rulesets.rally.rules.aiming import (
    OBSTRUCTION,
    attacks_of,
    damage_of,
    is_obstructed,
    is_torrent,
    piercing_of,
    skill_terms,
    weapon_of,
)
from wreckoning.rulesets.rally.rules.attributes import defence_test, skill_test
from wreckoning.rulesets.rally.rules.damage import gain_stress, take_damage
from wreckoning.rulesets.rally.rules.exploding import explode
from wreckoning.rulesets.rally.rules.losing_control import control_test


@jitable
def use_up(race: Race, vehicle: Vehicle, slot: int) -> None:
    """Use up a weapon."""
    vehicle.attacks += 1
    if weapon_of(race, vehicle, slot).one_use:
        vehicle.fired[slot] = 1


@rule("W12", "W13")
def roll_to_hit(race: Race, vehicle: Vehicle, weapon: Weapon, target: int) -> tuple[bool, int]:
    """One battle skill roll with a weapon: (hit, the natural die).

    A Torrent's is no test: a 1 misses, and nothing is added to it.
    """
    if is_torrent(race, vehicle, weapon, target):
        natural = roll(race, Question.SKILL_DIE, vehicle.index, SIDES)
        tell_roll(race, vehicle.owner, Question.SKILL_DIE, natural, natural)
        return natural != 1, natural
    terms, who = skill_terms(race, vehicle, weapon, target), vehicle.owner
    modifiers = plus(race, who, Modifier.STRESS, terms.stress)
    modifiers += plus(race, who, Modifier.ADVANCE, terms.advance)
    modifiers += plus(race, who, Modifier.ACCURATE, terms.accurate)
    modifiers += plus(race, who, Modifier.ASSAULT_RANGE, terms.assault_range)
    modifiers += plus(race, who, Modifier.UNWIELDY, terms.unwieldy)
    modifiers += plus(race, who, Modifier.TURRET, terms.turret)
    return skill_test(race, vehicle, modifiers)


@rule("W12", "W13", "V1", "V28")
def attack_vehicle(race: Race, vehicle: Vehicle, slot: int, other: Vehicle) -> None:
    """All of a weapon's skill rolls, then all defence rolls, then all losses at once."""
    weapon, build = weapon_of(race, vehicle, slot), race.builds[other.index]
    obstructed = is_obstructed(race, vehicle, weapon, other.index)
    hits = criticals = rolls = 0
    for _ in range(attacks_of(race, vehicle, weapon, other.index)):
        hit, natural = roll_to_hit(race, vehicle, weapon, other.index)
        if not hit:
            continue
        hits += 1
        rolls += damage_of(weapon, build)
        if natural == SIDES:
            criticals += 1
            rolls += weapon.rending
    tell(race, Hits(vehicle.owner, vehicle.index, slot, other.index, hits))
    lost = roll_defence(race, other, rolls, piercing_of(weapon, build), obstructed)
    take_damage(race, other, lost, vehicle.index)
    if weapon.suppression:
        for _ in range(hits):
            gain_stress(race, other)
    if criticals and other.status == Status.DRIVING:
        tell(race, Critical(vehicle.owner, vehicle.index, other.index))
        keep_control(race, other, Trial.CRITICAL_HIT)
    if hits and weapon.obstructing:
        keep_control(race, other, Trial.OBSTRUCTED)


@rule("W12", "W11")
def roll_defence(race: Race, other: Vehicle, rolls: int, piercing: int, obstructed: bool) -> int:
    """Make defence rolls. Returns how many fail. There are none once all hit points are lost."""
    lost = 0
    for _ in range(rolls):
        if lost == other.hit_points:
            return lost
        modifiers = plus(race, other.owner, Modifier.PIERCING, -piercing)
        if obstructed:
            modifiers += plus(race, other.owner, Modifier.OBSTRUCTED, OBSTRUCTION)
        if not defence_test(race, other, Trial.ATTACK, modifiers):
            lost += 1
    return lost


@rule("W26", "W29")
def keep_control(race: Race, vehicle: Vehicle, trial: int) -> None:
    """A vehicle that is still driving takes a command test, or loses control."""
    if vehicle.status == Status.DRIVING:
        control_test(race, vehicle, trial, 0)


@rule("W25")
def attack_piece(race: Race, vehicle: Vehicle, slot: int, piece: int) -> None:
    """All of a weapon's skill rolls at exploding terrain: a natural 12 explodes it."""
    weapon = weapon_of(race, vehicle, slot)
    for _ in range(attacks_of(race, vehicle, weapon, NOBODY)):
        _, natural = roll_to_hit(race, vehicle, weapon, NOBODY)
        if natural == SIDES:
            explode(race, piece, vehicle.index)
            return
