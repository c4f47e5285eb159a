"""Items on the hook: their dodge bonus, and the drivers who run into them."""

from __future__ import annotations

from wreckoning.core.door import plus
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rtd.events import Hit
from wreckoning.rulesets.rtd.numbers import Modifier
from wreckoning.rulesets.rtd.race import (
    BANANA,
    BOB_OMB,
    FAKE_ITEM_BOX,
    GREEN_SHELL,
    NO,
    NO_ITEM,
    RED_SHELL,
    TRIPLE_RED_SHELL,
    Kart,
    Race,
)
from wreckoning.rulesets.rtd.rules.bombs import dragged_bomb_explodes
from wreckoning.rulesets.rtd.rules.momentum import flip, lose_hook, spin_out
from wreckoning.rulesets.rtd.rules.standings import is_immune

CIRCLING_BONUS = 2


@rule("R36", "R38", "R39", "R41", "R43")
def is_draggable(item: int) -> bool:
    """Banana, Fake Item Box, Green Shell, Bob-omb and Red Shell are dragged."""
    return item in (BANANA, FAKE_ITEM_BOX, GREEN_SHELL, BOB_OMB, RED_SHELL)


@rule("R46")
def circling_bonus(race: Race, kart: Kart) -> int:
    """Each shell left of a Triple Red Shell: +2 against Green and Red Shells, and in Rams."""
    if kart.hook != TRIPLE_RED_SHELL:
        return 0
    return plus(race, kart.seat, Modifier.CIRCLING, CIRCLING_BONUS * kart.shells)


@rule("R32")
def shell_dodge_bonus(race: Race, kart: Kart) -> int:
    """A dragged item gives +3 to dodge Green and Red Shells; circling shells give theirs."""
    if kart.hook == NO_ITEM:
        return 0
    if kart.hook == TRIPLE_RED_SHELL:
        return circling_bonus(race, kart)
    return plus(race, kart.seat, Modifier.DRAGGED, kart.figures.drag)


@rule("R36", "R38")
def hit_by_laid(race: Race, kart: Kart, item: int) -> None:
    """Hit by a Banana: spin out. Hit by a Fake Item Box: flip."""
    tell(race, Hit(kart.seat, item))
    if item == BANANA:
        spin_out(race, kart)
    else:
        flip(race, kart)


@rule("R39", "R43")
def hit_by_shell(race: Race, kart: Kart, item: int) -> None:
    """Hit by a shell: flip."""
    tell(race, Hit(kart.seat, item))
    flip(race, kart)


@rule("R33", "A48", "A56")
def run_into_dragged(race: Race, victim: Kart, dragger: Kart) -> None:
    """A driver who fails to Ram or Pass a dragging driver is hit by the item, and it is gone."""
    item = dragger.hook
    if item == NO_ITEM or is_immune(race, victim):
        return
    lose_hook(race, dragger, NO)
    if item == BOB_OMB:
        dragged_bomb_explodes(race, victim, dragger)
    elif item in (BANANA, FAKE_ITEM_BOX):
        hit_by_laid(race, victim, item)
    else:
        hit_by_shell(race, victim, item)
