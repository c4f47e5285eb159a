"""The figures of a design, in words and numbers, for the team builder."""

from __future__ import annotations

from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rally.cards import (
    FLAGS,
    TRAITS,
    weapons,
)
from wreckoning.rulesets.rally.numbers import Arc
from wreckoning.rulesets.rally.race import INCH, Build, Weapon
from wreckoning.rulesets.rally.teams.builds import fill_build, fill_weapon
from wreckoning.rulesets.rally.teams.model import Design, Mounted

FIGURES = ("movement", "skill", "defence", "command", "hit_points")
ARC_WORDS: dict[int, str] = {Arc.SIDE: "side arc", Arc.REAR: "rear arc", Arc.TURRET: "any arc"}


def figures_of(design: Design) -> list[tuple[str, int]]:
    """Movement, skill, defence, command and hit points, with all parts."""
    build = Build()
    fill_build(build, design)
    return [(name, getattr(build, name)) for name in FIGURES]


def special_of(design: Design) -> list[str]:
    """Its special rules: `Fast`, `Manoeuvrable (1)`."""
    build = Build()
    fill_build(build, design)
    found = [_title(name) for name in (*TRAITS, "boost", "reckless") if getattr(build, name)]
    if build.manoeuvrable:
        found.append(f"Manoeuvrable ({build.manoeuvrable})")
    return found


def weapon_words(mounted: Mounted) -> str:
    """`12 inches, 2 attacks of 1 damage, piercing 1; Rapid Fire, any arc`."""
    weapon = Weapon()
    fill_weapon(weapon, mounted)
    damage = f"{weapon.damage} damage" if weapon.damage else "no damage"
    reach = several(weapon.reach // INCH, "inch", "inches")
    words = f"{reach}, {several(weapon.attacks, 'attack')} of {damage}"
    if weapon.piercing:
        words += f", piercing {weapon.piercing}"
    rules = [_title(flag) for flag in FLAGS if flag != "assault" and getattr(weapon, flag)]
    if "melee" in weapons()[mounted.weapon].special:
        rules.append("Melee")
    if weapon.rending:
        rules.append(f"Rending ({weapon.rending})")
    if weapon.arc in ARC_WORDS:
        rules.append(ARC_WORDS[weapon.arc])
    return f"{words}; {', '.join(rules)}" if rules else words


def _title(name: str) -> str:
    return name.replace("_", " ").title()
