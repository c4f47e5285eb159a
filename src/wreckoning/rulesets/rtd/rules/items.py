"""What an item is: the printed item that it acts as, and its figures."""

from __future__ import annotations

from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.race import MAX_SEGMENTS, OWN, Race


@rule("A88")
def acts_as(race: Race, item: int) -> int:
    """The printed item whose rules this one follows: itself, or that of an item of the house."""
    return item if item < OWN else race.loot.items[item].acts_as


@rule("R36", "R38", "R39", "R41", "R43")
def is_draggable(race: Race, item: int) -> bool:
    """Banana, Fake Item Box, Green Shell, Bob-omb and Red Shell are dragged."""
    return acts_as(race, item) in (
        Item.BANANA,
        Item.FAKE_ITEM_BOX,
        Item.GREEN_SHELL,
        Item.BOB_OMB,
        Item.RED_SHELL,
    )


@rule("R46", "A56")
def circles(race: Race, item: int) -> bool:
    """A Triple Red Shell circles the kart."""
    return acts_as(race, item) == Item.TRIPLE_RED_SHELL


@jitable
def own_place(item: int, segment: int) -> int:
    """Where the count of an item of the house is kept that lies in this segment."""
    return (item - OWN) * MAX_SEGMENTS + segment
