"""Green, Red and Triple Red Shells."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.door import plus, roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import as_numbers, jitable, rule
from wreckoning.rulesets.rtd.events import Blocked, FunnyBounce, Missed, Reversed, ShellLeft
from wreckoning.rulesets.rtd.numbers import Item, Modifier, Question
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.checks import (
    DIE,
    beats,
    card_bonus,
    opposed_check,
    referees_extra,
)
from wreckoning.rulesets.rtd.rules.dragging import hit_by_shell, shell_dodge_bonus
from wreckoning.rulesets.rtd.rules.momentum import lose_hook
from wreckoning.rulesets.rtd.rules.standings import (
    directly_ahead,
    index_of,
    is_immune,
    next_target,
)
from wreckoning.rulesets.rtd.rules.statuses import defensive_against, status_penalty

SHELL_PENALTY = -1


@as_numbers
class Direction(IntEnum):
    """The way of a shell through the order of the drivers."""

    FORWARDS = -1
    BACKWARDS = 1


@rule("R39", "A9", "A86")
def shooter_modifiers(race: Race, kart: Kart, attack: int = SHELL_PENALTY) -> int:
    """On a shell's attack: −1, the shooter's own ink, shrinking and aim, the referee's extra."""
    return (
        plus(race, kart.seat, Modifier.SHELL, attack)
        + card_bonus(race, kart, kart.figures.aim)
        + status_penalty(race, kart)
        + referees_extra(race, kart, Question.SHELL_ATTACK)
    )


@rule("R32", "A49", "A54")
def resolve_shell(race: Race, kart: Kart, target: Kart, item: int, attack: int) -> bool:
    """The target dodges. A dragged item that saves them is lost, and the shell with it.

    True if the shell is gone, False if it missed.
    """
    dodge = shell_dodge_bonus(race, target)
    bonus = dodge + defensive_against(race, target, kart.seat)
    defence = opposed_check(race, target, Question.SHELL_DEFENCE, bonus)
    if beats(attack, defence):
        hit_by_shell(race, target, item)
        return True
    if dodge > 0 and beats(attack, defence - dodge):
        tell(race, Blocked(target.seat, target.hook))
        lose_hook(race, target, True)
        return True
    tell(race, Missed(kart.seat, item, target.seat))
    return False


@rule("R39")
def target_modifier(race: Race, kart: Kart, named: int, target: int) -> int:
    """A target was named: +1 against that one, −1 against any other."""
    if named == NOBODY:
        return 0
    return plus(race, kart.seat, Modifier.TARGET, 1 if target == named else -1)


@rule("R39", "A13", "A54", "A72")
def green_shell(
    race: Race, kart: Kart, direction: int, named: int, item: int = Item.GREEN_SHELL
) -> None:
    """It attacks driver after driver that way until it hits, is blocked, or finds nobody.

    A natural 6 that misses: +1 to its next attack. A natural 1 never hits and reverses it;
    from then on its user is a target too. `named` is the target or NOBODY.
    """
    at = index_of(race, kart.seat)
    bounce = 0
    may_hit_user = False
    while True:
        target = _next_in_line(race, kart, at, direction, may_hit_user)
        if target == NOBODY:
            tell(race, ShellLeft(kart.seat))
            return
        modifiers = shooter_modifiers(race, kart, race.loot.items[item].attack)
        modifiers += target_modifier(race, kart, named, target)
        modifiers += plus(race, kart.seat, Modifier.BOUNCE, bounce)
        natural = roll(race, Question.SHELL_ATTACK, target, DIE)
        tell_roll(race, kart.seat, Question.SHELL_ATTACK, natural, natural + modifiers)
        at = index_of(race, target)
        bounce = 0
        if natural == 1:
            tell(race, Reversed(kart.seat))
            direction = -direction
            may_hit_user = True
            continue
        if resolve_shell(race, kart, race.karts[target], item, natural + modifiers):
            return
        if natural == DIE:
            tell(race, FunnyBounce(kart.seat))
            bounce = 1


@jitable
def _next_in_line(race: Race, kart: Kart, at: int, direction: int, may_hit_user: bool) -> SeatIndex:
    """The next driver the shell comes to; its user only after it has reversed."""
    target = next_target(race, kart, at, direction)
    if not may_hit_user or is_immune(race, kart):
        return target
    home = index_of(race, kart.seat)
    if (home - at) * direction <= 0:
        return target
    if target == NOBODY or (index_of(race, target) - home) * direction > 0:
        return kart.seat
    return target


@rule("R43", "A31", "A55")
def red_shell_target(race: Race, kart: Kart) -> SeatIndex:
    """The driver immediately ahead, if a Red Shell can hit them; else NOBODY: it is kept."""
    target = directly_ahead(race, kart)
    if target == NOBODY or is_immune(race, race.karts[target]):
        return NOBODY
    return target


@rule("R43", "R46", "A55")
def red_shell(race: Race, kart: Kart, item: int = Item.RED_SHELL) -> None:
    """One attack on the driver immediately ahead, at −1 +3. No bounce; forward only.

    Only for a driver with a `red_shell_target`. `item` is the shell, or what it is one of.
    """
    shot = Item.RED_SHELL if item == Item.TRIPLE_RED_SHELL else item
    target = red_shell_target(race, kart)
    modifiers = shooter_modifiers(race, kart)
    bonus = race.loot.items[shot].attack - SHELL_PENALTY
    modifiers += plus(race, kart.seat, Modifier.RED_SHELL, bonus)
    natural = roll(race, Question.SHELL_ATTACK, target, DIE)
    tell_roll(race, kart.seat, Question.SHELL_ATTACK, natural, natural + modifiers)
    resolve_shell(race, kart, race.karts[target], shot, natural + modifiers)


@jitable
def green_shell_reaches(race: Race, kart: Kart, target: int, direction: int) -> bool:
    """Is this driver in the shell's line that way?"""
    at = index_of(race, kart.seat)
    while True:
        found = next_target(race, kart, at, direction)
        if found in (target, NOBODY):
            return found == target
        at = index_of(race, found)
