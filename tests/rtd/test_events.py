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

from wreckoning.rulesets.rtd.events import Cause, Event, rule_of_event
from wreckoning.rulesets.rtd.race import NO, YES, Item


@pytest.mark.parametrize(
    ("event", "item", "rule"),
    [
        (Event.LAID, Item.BANANA, "R36"),
        (Event.LAID, Item.FAKE_ITEM_BOX, "R38"),
        (Event.AIMED, Item.BANANA, "R37"),
        (Event.AIMED, Item.FAKE_ITEM_BOX, "R37"),
        (Event.AIMED, Item.BOB_OMB, "R41"),
        (Event.HIT, Item.BANANA, "R36"),
        (Event.HIT, Item.GREEN_SHELL, "R39"),
        (Event.HIT, Item.RED_SHELL, "R43"),
        (Event.HIT, Item.TRIPLE_RED_SHELL, "R46"),
        (Event.MISSED, Item.BANANA, "R37"),
        (Event.MISSED, Item.GREEN_SHELL, "R39"),
        (Event.MISSED, Item.RED_SHELL, "R43"),
        (Event.MISSED, Item.BOB_OMB, "R41"),
        (Event.BLAST, Item.BOB_OMB, "R41"),
        (Event.BLAST, Item.BLUE_SHELL, "R45"),
        (Event.ITEM_LEFT, Item.STAR, "A43"),
    ],
)
def test_an_event_of_an_item_names_its_rule(event: Event, item: Item, rule: str) -> None:
    assert rule_of_event([event, 0, item, 1, 0, 0]) == rule


@pytest.mark.parametrize(("dodged", "rule"), [(YES, "R32"), (NO, "R33")])
def test_r32_r33_what_was_dragged_is_lost_to_a_shell_or_to_who_ran_into_it(
    dodged: int, rule: str
) -> None:
    assert rule_of_event([Event.ITEM_LOST, 0, Item.BANANA, dodged, 0, 0]) == rule


@pytest.mark.parametrize(
    ("cause", "rule"), [(Cause.THROWN, "R35"), (Cause.BLAST, "R41"), (Cause.PATH, "R23")]
)
def test_r35_r41_r23_why_all_items_are_lost(cause: Cause, rule: str) -> None:
    assert rule_of_event([Event.ITEMS_LOST, 0, cause, 0, 0, 0]) == rule


def test_momentum_names_the_rule_of_its_cause() -> None:
    assert rule_of_event([Event.MOMENTUM, 0, -3, 0, Cause.THUNDERBOLT, 0]) == "R48"
