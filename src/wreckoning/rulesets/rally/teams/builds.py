"""The figures of a design in play: those of its vehicle's card, with all its parts."""

from __future__ import annotations

from wreckoning.core.rules import table_rule
from wreckoning.geometry.bodies import Body
from wreckoning.rulesets.rally.cards import (
    ARCS,
    FLAGS,
    TRAITS,
    drivers,
    modifications,
    upgrades,
    vehicles,
    weapons,
)
from wreckoning.rulesets.rally.race import INCH, Build, Weapon
from wreckoning.rulesets.rally.teams.model import Design, Mounted


@table_rule("W2", "W29", "W31", "W32", "V9")
def fill_build(build: Build, design: Design) -> None:
    """Set a vehicle's figures."""
    card = vehicles()[design.vehicle]
    build.kind = card.code
    build.movement, build.hit_points = card.movement, card.hit_points
    build.skill, build.defence, build.command = card.skill, card.defence, card.command
    for trait in TRAITS:
        setattr(build, trait, int(trait in card.special))
    for key in design.upgrades:
        upgrade = upgrades()[key]
        build.movement += upgrade.movement
        build.defence += upgrade.defence
        build.hit_points += upgrade.hit_points
        build.manoeuvrable += upgrade.manoeuvrable
        build.boost |= int(upgrade.boost)
    if design.driver:
        driver = drivers()[design.driver]
        build.skill = driver.skill or build.skill
        build.command = driver.command or build.command
        build.reckless = int(driver.reckless)
    for weapon, mounted in zip(build.weapons, design.weapons, strict=False):
        fill_weapon(weapon, mounted)


@table_rule("W13", "W27", "W28", "W29", "W30")
def fill_weapon(weapon: Weapon, mounted: Mounted) -> None:
    """Set a weapon's figures, with its modifications."""
    card = weapons()[mounted.weapon]
    weapon.kind, weapon.reach = card.code, card.range * INCH
    weapon.attacks, weapon.damage, weapon.piercing = card.attacks, card.damage, card.piercing
    special = set(card.special)
    for key in mounted.modifications:
        more = modifications()[key]
        weapon.reach += more.range * INCH
        weapon.damage += more.damage
        weapon.piercing += more.piercing
        weapon.rending += more.rending
        special.update(more.special)
    weapon.assault = int("melee" in special)
    for flag in FLAGS:
        if flag in special:
            setattr(weapon, flag, 1)
    for name, arc in ARCS.items():
        if name in special:
            weapon.arc = int(arc)


@table_rule("V11")
def fill_body(body: Body, design: Design) -> None:
    """Set the size of a vehicle's base."""
    card = vehicles()[design.vehicle]
    body.half_length, body.half_width = card.length // 2, card.width // 2
