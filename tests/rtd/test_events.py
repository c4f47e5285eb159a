"""Each event names the rule by which it happened: that of its cause, or of its item.

| event                           | rule                                       |
|---------------------------------|--------------------------------------------|
| laid, hit, blast                | the item's own: R36 a Banana … R45 a Blue Shell |
| aimed, missed: a Banana, a Fake | R37, the throw                             |
| lost from the hook              | R32 if it dodged a shell, else R33         |
| all items lost                  | R35, R41 in a blast, R23 on a path         |
"""

from __future__ import annotations

import pytest

from wreckoning.core.events import Event
from wreckoning.rulesets.rtd.events import (
    Aimed,
    Blast,
    Cause,
    Hit,
    ItemLeft,
    ItemLost,
    ItemsLost,
    Laid,
    Missed,
    Momentum,
)
from wreckoning.rulesets.rtd.race import NO, YES, Item


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (Laid(0, Item.BANANA, 1), "R36"),
        (Laid(0, Item.FAKE_ITEM_BOX, 1), "R38"),
        (Aimed(0, Item.BANANA, 1), "R37"),
        (Aimed(0, Item.FAKE_ITEM_BOX, 1), "R37"),
        (Aimed(0, Item.BOB_OMB, 1), "R41"),
        (Hit(0, Item.BANANA), "R36"),
        (Hit(0, Item.GREEN_SHELL), "R39"),
        (Hit(0, Item.RED_SHELL), "R43"),
        (Hit(0, Item.TRIPLE_RED_SHELL), "R46"),
        (Missed(0, Item.BANANA, 1), "R37"),
        (Missed(0, Item.GREEN_SHELL, 1), "R39"),
        (Missed(0, Item.RED_SHELL, 1), "R43"),
        (Missed(0, Item.BOB_OMB, 1), "R41"),
        (Blast(0, Item.BOB_OMB), "R41"),
        (Blast(0, Item.BLUE_SHELL), "R45"),
        (ItemLeft(0, Item.STAR), "A43"),
    ],
)
def test_an_event_of_an_item_names_its_rule(event: Event, rule: str) -> None:
    assert event.rule == rule


@pytest.mark.parametrize(("dodged", "rule"), [(YES, "R32"), (NO, "R33")])
def test_r32_r33_what_was_dragged_is_lost_to_a_shell_or_to_who_ran_into_it(
    dodged: int, rule: str
) -> None:
    assert ItemLost(0, Item.BANANA, dodged).rule == rule


@pytest.mark.parametrize(
    ("cause", "rule"), [(Cause.THROWN, "R35"), (Cause.BLAST, "R41"), (Cause.PATH, "R23")]
)
def test_r35_r41_r23_why_all_items_are_lost(cause: Cause, rule: str) -> None:
    assert ItemsLost(0, cause).rule == rule


def test_momentum_names_the_rule_of_its_cause() -> None:
    assert Momentum(0, -3, 0, Cause.THUNDERBOLT).rule == "R48"
