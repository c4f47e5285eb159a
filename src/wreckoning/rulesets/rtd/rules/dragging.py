"""Items on the hook: their dodge bonus, and the drivers who run into them."""

from __future__ import annotations

from wreckoning.core.door import plus
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rtd.events import Hit
from wreckoning.rulesets.rtd.numbers import Item, Modifier
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.bombs import dragged_bomb_explodes
from wreckoning.rulesets.rtd.rules.items import acts_as
from wreckoning.rulesets.rtd.rules.momentum import lose_hook, suffer
from wreckoning.rulesets.rtd.rules.standings import is_immune


@rule("R46")
def circling_bonus(race: Race, kart: Kart) -> int:
    """Each shell left of a Triple Red Shell: +2 against Green and Red Shells, and in Rams."""
    if kart.shells == 0:
        return 0
    bonus = race.loot.items[kart.hook].circling * kart.shells
    return plus(race, kart.seat, Modifier.CIRCLING, bonus)


@rule("R32")
def shell_dodge_bonus(race: Race, kart: Kart) -> int:
    """A dragged item gives +3 to dodge Green and Red Shells; circling shells give theirs."""
    if kart.hook == Item.NONE:
        return 0
    if kart.shells > 0:
        return circling_bonus(race, kart)
    return plus(race, kart.seat, Modifier.DRAGGED, kart.figures.drag)


@rule("R36", "R38")
def hit_by_laid(race: Race, kart: Kart, item: int) -> None:
    """Hit by a Banana: spin out. Hit by a Fake Item Box: flip."""
    tell(race, Hit(kart.seat, item))
    suffer(race, kart, race.loot.items[item].damage)


@rule("R39", "R43")
def hit_by_shell(race: Race, kart: Kart, item: int) -> None:
    """Hit by a shell: flip."""
    tell(race, Hit(kart.seat, item))
    suffer(race, kart, race.loot.items[item].damage)


@rule("R33", "A48", "A56")
def run_into_dragged(race: Race, victim: Kart, dragger: Kart) -> None:
    """A driver who fails to Ram or Pass a dragging driver is hit by the item, and it is gone."""
    item = dragger.hook
    if item == Item.NONE or is_immune(race, victim):
        return
    lose_hook(race, dragger, False)
    kind = acts_as(race, item)
    if kind == Item.BOB_OMB:
        dragged_bomb_explodes(race, victim, dragger, item)
    elif kind in (Item.BANANA, Item.FAKE_ITEM_BOX):
        hit_by_laid(race, victim, item)
    else:
        hit_by_shell(race, victim, item)
