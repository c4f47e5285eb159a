"""Bob-ombs, and the blast they share with Blue Shells."""

from __future__ import annotations

from wreckoning.core.door import plus
from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import Aimed, Blast, Hit, Missed
from wreckoning.rulesets.rtd.numbers import Cause, Item, Modifier, Question
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.checks import card_bonus, racing_check, succeeds
from wreckoning.rulesets.rtd.rules.momentum import lose_items, spin_out, suffer
from wreckoning.rulesets.rtd.rules.standings import (
    behind_in_group,
    drivers_between,
    index_of,
    is_immune,
    same_group,
)
from wreckoning.rulesets.rtd.rules.statuses import defensive_against


@rule("R41")
def caught_in_blast(race: Race, kart: Kart, item: int, owner: int) -> None:
    """A Racing Check, or spin out and lose all items. `owner` is whose item it is."""
    if is_immune(race, kart):
        return
    bonus = defensive_against(race, kart, owner)
    bonus += card_bonus(race, kart, kart.figures.spin_out_check)
    if succeeds(racing_check(race, kart, Question.BLAST_CHECK, bonus)):
        return
    tell(race, Blast(kart.seat, item))
    spin_out(race, kart)
    lose_items(race, kart, Cause.BLAST)


@rule("R41", "R45")
def end_of_blast(race: Race, index: int, item: int) -> int:
    """The first place of the order that the blast behind the place `index` does not reach."""
    return min(index + 1 + race.loot.items[item].blast, race.drivers)


@rule("R41", "A57", "A78")
def blast(race: Race, target: Kart, item: int, owner: int) -> None:
    """The two drivers behind the target in the segment must escape the blast."""
    index = index_of(race, target.seat)
    for behind in range(index + 1, end_of_blast(race, index, item)):
        other = race.karts[race.order[behind]]
        if same_group(target, other):
            caught_in_blast(race, other, item, owner)


@jitable
def direct_hit(race: Race, kart: Kart, item: int) -> None:
    """Thrown into the air, unless immune to items."""
    if is_immune(race, kart):
        return
    tell(race, Hit(kart.seat, item))
    suffer(race, kart, race.loot.items[item].damage)


@rule("R41", "A57")
def throw_bomb(race: Race, kart: Kart, target: Kart, item: int = Item.BOB_OMB) -> None:
    """Thrown forward without penalty: the user's check, no dodge. It explodes in any case."""
    tell(race, Aimed(kart.seat, item, target.seat))
    distance = drivers_between(race, kart, target) * race.loot.items[item].distance
    bonus = plus(race, kart.seat, Modifier.DISTANCE, distance)
    bonus += card_bonus(race, kart, kart.figures.aim)
    if succeeds(racing_check(race, kart, Question.THROW_CHECK, bonus)):
        direct_hit(race, target, item)
    else:
        tell(race, Missed(kart.seat, item, target.seat))
    blast(race, target, item, kart.seat)


@rule("R41", "A57", "A72")
def drop_bomb(race: Race, kart: Kart, item: int = Item.BOB_OMB) -> None:
    """Dropped: the driver immediately behind dodges at −2. With nobody there it harms nobody."""
    behind = behind_in_group(race, kart)
    if behind == NOBODY:
        return
    target = race.karts[behind]
    tell(race, Aimed(kart.seat, item, behind))
    if not is_immune(race, target):
        bonus = plus(race, behind, Modifier.BOB_OMB, race.loot.items[item].dodge)
        bonus += defensive_against(race, target, kart.seat)
        if not succeeds(racing_check(race, target, Question.BOMB_DODGE, bonus)):
            direct_hit(race, target, item)
    blast(race, target, item, kart.seat)


@rule("A58")
def dragged_bomb_explodes(race: Race, victim: Kart, dragger: Kart, item: int) -> None:
    """Met by a failed passer: a direct hit on them, the blast on the two behind."""
    direct_hit(race, victim, item)
    blast(race, victim, item, dragger.seat)
