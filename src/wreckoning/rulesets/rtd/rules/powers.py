"""Items that work at once: Mushroom, Blooper, Boo, Star, Thunderbolt."""

from __future__ import annotations

from wreckoning.core.declared import Asked
from wreckoning.core.door import roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import (
    Incorporeal,
    Inked,
    Invincible,
    ItemLeft,
    NothingToSteal,
    PullAheadRight,
    Shrunk,
    Stolen,
)
from wreckoning.rulesets.rtd.numbers import Cause, Item, Question
from wreckoning.rulesets.rtd.race import MAX_HAND, Kart, Race
from wreckoning.rulesets.rtd.rules.loot import stow
from wreckoning.rulesets.rtd.rules.momentum import change
from wreckoning.rulesets.rtd.rules.passing import pass_attempt
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_in_group,
    count_items,
    is_immune,
    is_racing,
)
from wreckoning.rulesets.rtd.rules.statuses import last_turn, wash_ink


@rule("R42", "A66")
def boost(race: Race, kart: Kart, item: int) -> None:
    """A Mushroom's own benefit: +2 Momentum, ink washed off."""
    change(race, kart, race.loot.items[item].momentum, Cause.MUSHROOM)
    wash_ink(race, kart)


@rule("R42", "A59")
def mushroom(race: Race, kart: Kart, item: int = Item.MUSHROOM) -> None:
    """+2 Momentum and a free pass attempt; with nobody ahead, the right to a Pull Ahead check."""
    boost(race, kart, item)
    ahead = ahead_in_group(race, kart)
    if ahead != NOBODY:
        pass_attempt(race, kart, race.karts[ahead], 0)
    else:
        kart.may_pull_ahead = 1
        tell(race, PullAheadRight(kart.seat))


@rule("R44", "R47", "A5")
def is_hit_from_afar(race: Race, user: Kart, other: Kart) -> bool:
    """Blooper and Thunderbolt reach every opponent still racing who is not immune."""
    return other.seat != user.seat and is_racing(other) and not is_immune(race, other)


@rule("R40")
def blooper(race: Race, kart: Kart, item: int = Item.BLOOPER) -> None:
    """All opponents: −1 on Racing and Pass checks to the end of next turn."""
    for seat in seat_range(race.drivers):
        other = race.karts[seat]
        if is_hit_from_afar(race, kart, other):
            other.ink_until = last_turn(race, item, other.ink_until)
            tell(race, Inked(seat))


@rule("R48")
def thunderbolt(race: Race, kart: Kart, item: int = Item.THUNDERBOLT) -> None:
    """All others: −3 Momentum, and −2 on Racing Checks to the end of next turn."""
    for seat in seat_range(race.drivers):
        other = race.karts[seat]
        if is_hit_from_afar(race, kart, other):
            other.shrunk_until = last_turn(race, item, other.shrunk_until)
            tell(race, Shrunk(seat))
            change(race, other, race.loot.items[item].momentum, Cause.THUNDERBOLT)


@rule("R47")
def become_star(race: Race, kart: Kart, item: int = Item.STAR) -> None:
    """Invincible to the end of next turn; +1 Momentum, ink washed off."""
    kart.star_until = last_turn(race, item, kart.star_until)
    tell(race, Invincible(kart.seat))
    wash_ink(race, kart)
    change(race, kart, race.loot.items[item].momentum, Cause.STAR)


@rule("R44")
def become_boo(race: Race, kart: Kart, item: int = Item.BOO) -> None:
    """Incorporeal to the end of next turn; +1 Momentum, ink washed off."""
    kart.boo_until = last_turn(race, item, kart.boo_until)
    tell(race, Incorporeal(kart.seat))
    wash_ink(race, kart)
    change(race, kart, race.loot.items[item].momentum, Cause.BOO)


@rule("R44")
def boo(race: Race, kart: Kart, item: int = Item.BOO) -> None:
    """Incorporeal, and it steals an item."""
    become_boo(race, kart, item)
    steal(race, kart)


@rule("A62")
def can_be_robbed(race: Race, thief: Kart, other: Kart) -> bool:
    """Boo's theft reaches any opponent still racing who has an item and is not immune."""
    return is_hit_from_afar(race, thief, other) and count_items(other) > 0


@rule("R44", "A62", "A76")
def steal(race: Race, kart: Kart) -> None:
    """An item from a random opponent who has one; lost if there is no place for it."""
    candidates = 0
    for seat in seat_range(race.drivers):
        if can_be_robbed(race, kart, race.karts[seat]):
            candidates += 1
    if candidates == 0:
        tell(race, NothingToSteal(kart.seat))
        return
    chosen = _random_of(race, kart, Question.STEAL_FROM, candidates)
    for seat in seat_range(race.drivers):
        if can_be_robbed(race, kart, race.karts[seat]):
            chosen -= 1
            if chosen == 0:
                _rob(race, kart, race.karts[seat])
                return


@jitable
def _random_of(race: Race, kart: Kart, question: Asked, count: int) -> int:
    """1 … count, by a die of so many sides."""
    natural = roll(race, question, kart.seat, count)
    if count > 1:
        tell_roll(race, kart.seat, question, natural, natural)
    return natural


@jitable
def _rob(race: Race, kart: Kart, other: Kart) -> None:
    """Take one of the other's items, each by an equal chance."""
    chosen = _random_of(race, kart, Question.STEAL_ITEM, count_items(other))
    item: int = Item.NONE
    shells = 0
    if other.hook != Item.NONE:
        chosen -= 1
        if chosen == 0:
            item, shells = other.hook, other.shells
            other.hook = Item.NONE
            other.shells = 0
    for i in range(MAX_HAND):
        if item == Item.NONE and other.hand[i] != Item.NONE:
            chosen -= 1
            if chosen == 0:
                item = other.hand[i]
                other.hand[i] = Item.NONE
    tell(race, Stolen(kart.seat, item, other.seat))
    if shells == 0:
        shells = race.loot.items[item].shells
    if not stow(race, kart, item, shells):
        tell(race, ItemLeft(kart.seat, item))
