"""Dragging and damage (R32–R35, A47–A49, A70–A72, A82) and the free use of items (A29, A56).

A Red Shell at a driver who drags a Banana (R32, A49): it attacks at −1 +3, the Banana gives +3.

| attack | defence | attack in all | defence in all | without the Banana | what comes of it |
|--------|---------|---------------|----------------|--------------------|------------------|
| 5      | 4       | 7             | 7: missed      | 4: hit             | Banana lost      |
| 2      | 5       | 4             | 8: missed      | 5: missed          | Banana kept      |
| 6      | 4       | 8             | 7: hit         | 4: hit             | Banana kept      |

What running into a dragged item does (R33, A48):

| dragged           | who fails to Ram or Pass | M  | left on the hook |
|-------------------|--------------------------|----|------------------|
| Banana            | spins out                | −1 | –                |
| Fake Item Box     | flips                    | −2 | –                |
| Green, Red Shell  | flips                    | −2 | –                |
| Triple Red Shell  | flips                    | −2 | one shell fewer  |
| Bob-omb           | is thrown into the air   | 0  | –                |

When the one question about the hook is asked (A47, A70):

| before the action | options                    | after the action |
|-------------------|----------------------------|------------------|
| order: any        | hold, after, its uses      |                  |
| – answer hold     |                            | not asked        |
| – answer a use    |                            | not asked        |
| – answer after    |                            | hold, its uses   |
| order: Deploy     | its uses only (R34)        | not asked        |
"""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.rtd.table import asked, course_with, dice, kart, suspends, table

from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.events import ActionLost, Blocked
from wreckoning.rulesets.rtd.numbers import Item, Order, Use
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import DEPLOY, Race
from wreckoning.rulesets.rtd.rules.actions import action_slot, take_order
from wreckoning.rulesets.rtd.rules.deploy import deploy
from wreckoning.rulesets.rtd.rules.dragging import run_into_dragged
from wreckoning.rulesets.rtd.rules.items import is_draggable
from wreckoning.rulesets.rtd.rules.loot import has_room, item_boxes, stow
from wreckoning.rulesets.rtd.rules.momentum import flip, lose_hook, spin_out, throw_into_the_air
from wreckoning.rulesets.rtd.rules.passing import pass_attempt
from wreckoning.rulesets.rtd.rules.shells import red_shell


def hang(race: Race, name: str, item: int, shells: int = 3) -> None:
    """Put an item on the hook."""
    kart(race, name).hook = item
    kart(race, name).shells = shells if item == Item.TRIPLE_RED_SHELL else 0


# --- the dodge bonus


@pytest.mark.parametrize(
    ("attack", "defence", "hit", "kept"),
    [(5, 4, False, False), (2, 5, False, True), (6, 4, True, True)],
)
def test_r32_a49_a_red_shell_at_a_driver_dragging_a_banana(
    attack: int, defence: int, hit: bool, kept: bool
) -> None:
    race = table("A B", momentum=[3, 0])
    hang(race, "A", Item.BANANA)
    with dice(race, attack, defence):
        red_shell(race, kart(race, "B"))
    assert kart(race, "A").momentum == (1 if hit else 3)
    assert kart(race, "A").hook == (Item.BANANA if kept else Item.NONE)
    assert bool(told(race, Blocked)) == (not kept)


@pytest.mark.parametrize(
    "item", [Item.BANANA, Item.FAKE_ITEM_BOX, Item.GREEN_SHELL, Item.BOB_OMB, Item.RED_SHELL]
)
def test_r32_every_dragged_item_gives_3(item: int) -> None:
    race = table("A B", momentum=[3, 0])
    hang(race, "A", item)
    with dice(race, 4, 3):  # 6 against 3 + 3
        red_shell(race, kart(race, "B"))
    assert kart(race, "A").momentum == 3
    hang(race, "A", item)
    with dice(race, 5, 3):
        red_shell(race, kart(race, "B"))
    assert kart(race, "A").momentum == 1


def test_r32_an_item_in_hand_gives_no_bonus() -> None:
    race = table("A B", momentum=[3, 0])
    kart(race, "A").hand[0] = Item.BANANA
    with dice(race, 4, 3):
        red_shell(race, kart(race, "B"))
    assert kart(race, "A").momentum == 1
    assert kart(race, "A").hand[0] == Item.BANANA


def test_a49_a_dodge_that_needed_no_bonus_keeps_the_item_even_at_a_tie() -> None:
    """4 − 1 + 3 = 6 against 6 without the bonus: a tie misses, so the Banana was not needed."""
    race = table("A B")
    hang(race, "A", Item.BANANA)
    with dice(race, 4, 6):
        red_shell(race, kart(race, "B"))
    assert kart(race, "A").hook == Item.BANANA


# --- failing to Ram or Pass a dragging driver


@pytest.mark.parametrize(
    ("item", "momentum", "left"),
    [
        (Item.BANANA, 2, Item.NONE),
        (Item.FAKE_ITEM_BOX, 1, Item.NONE),
        (Item.GREEN_SHELL, 1, Item.NONE),
        (Item.RED_SHELL, 1, Item.NONE),
        (Item.TRIPLE_RED_SHELL, 1, Item.TRIPLE_RED_SHELL),
        (Item.BOB_OMB, 0, Item.NONE),
    ],
)
def test_r33_a48_a_failed_pass_runs_into_the_dragged_item(
    item: int, momentum: int, left: int
) -> None:
    race = table("A B", momentum=[3, 3])
    hang(race, "A", item)
    with dice(race, 2, 2):
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "B").momentum == momentum
    assert kart(race, "A").momentum == 3
    assert kart(race, "A").hook == left


@pytest.mark.parametrize(("shells", "left"), [(3, 2), (2, 1), (1, 0)])
def test_r33_of_a_triple_red_shell_one_shell_is_lost(shells: int, left: int) -> None:
    """With the last one the hook is empty."""
    race = table("A B")
    driver = kart(race, "B")
    driver.hook, driver.shells = Item.TRIPLE_RED_SHELL, shells
    lose_hook(race, driver, False)
    assert (driver.hook, driver.shells) == (Item.TRIPLE_RED_SHELL if left else Item.NONE, left)


def test_r33_a_successful_pass_meets_nothing() -> None:
    race = table("A B", momentum=[3, 3])
    hang(race, "A", Item.BANANA)
    with dice(race, 3, 2):
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "B").momentum == 2
    assert kart(race, "A").hook == Item.BANANA


def test_r33_what_the_passer_drags_harms_nobody_who_keeps_their_place() -> None:
    race = table("A B", momentum=[3, 3])
    hang(race, "B", Item.BANANA)
    with dice(race, 2, 2):
        pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "A").momentum == kart(race, "B").momentum == 3
    assert kart(race, "B").hook == Item.BANANA


def test_r33_a26_a_failed_ram_is_hit_at_once_and_the_pass_goes_on() -> None:
    """B loses 1 by the Ram and 1 by the Banana, then passes with the 1 M that is left."""
    race = table("A B", momentum=[3, 3])
    hang(race, "A", Item.BANANA)
    kart(race, "B").ramming = 1
    with dice(race, 2, 2, 6, 1):  # ram 2 v 2; pass 6 + 1 v 1 + 3
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "A").hook == Item.NONE
    assert kart(race, "B").momentum == 3 - 1 - 1 - 1


def test_a48_a26_the_item_that_hit_is_not_met_again_in_the_pass() -> None:
    race = table("A B", momentum=[3, 3])
    hang(race, "A", Item.BANANA)
    kart(race, "B").ramming = 1
    with dice(race, 2, 2, 1, 1):
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "B").momentum == 3 - 1 - 1


def test_r33_a_defender_whose_ram_fails_runs_into_what_the_passer_drags() -> None:
    race = table("A B", momentum=[3, 3])
    hang(race, "B", Item.FAKE_ITEM_BOX)
    kart(race, "A").ramming = 1
    with dice(race, 2, 2, 6, 1):
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "A").momentum == 3 - 1 - 2
    assert kart(race, "B").hook == Item.NONE


def test_a71_a_pass_ended_by_a_ram_is_no_failure_to_pass() -> None:
    race = table("A B", momentum=[3, 3])
    hang(race, "A", Item.FAKE_ITEM_BOX)
    kart(race, "A").ramming = 1
    with dice(race, 5, 2, 4):  # the ram 5 v 2; B keeps their kart straight
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "B").momentum == 3 - 1
    assert kart(race, "A").hook == Item.FAKE_ITEM_BOX


@pytest.mark.parametrize("status", ["boo_until", "star_until"])
def test_r33_r44_r47_the_immune_pass_through_what_is_dragged(status: str) -> None:
    race = table("A B", momentum=[3, 3])
    hang(race, "A", Item.FAKE_ITEM_BOX)
    setattr(kart(race, "B"), status, 1)
    with dice(race):
        run_into_dragged(race, kart(race, "B"), kart(race, "A"))
    assert kart(race, "B").momentum == 3
    assert kart(race, "A").hook == Item.FAKE_ITEM_BOX


def test_r33_an_item_in_hand_hits_nobody() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "A").hand[0] = Item.FAKE_ITEM_BOX
    with dice(race, 2, 2):
        pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert kart(race, "B").momentum == 3


def test_r36_r38_r39_r41_r43_what_is_dragged_and_what_is_not() -> None:
    race = table()
    dragged = [item for item in range(13) if is_draggable(race, item)]
    assert dragged == [
        Item.BANANA,
        Item.FAKE_ITEM_BOX,
        Item.GREEN_SHELL,
        Item.BOB_OMB,
        Item.RED_SHELL,
    ]


# --- damage


def test_r35_a_spin_out_costs_1() -> None:
    race = table("A B", momentum=[3])
    spin_out(race, kart(race, "A"))
    assert kart(race, "A").momentum == 2


def test_r35_a_flip_costs_2() -> None:
    race = table("A B", momentum=[3])
    flip(race, kart(race, "A"))
    assert kart(race, "A").momentum == 1


def test_r35_damage_takes_no_items_but_the_air_takes_all() -> None:
    race = table("A B", momentum=[3])
    driver = kart(race, "A")
    hang(race, "A", Item.TRIPLE_RED_SHELL)
    driver.hand[:2] = [Item.BOO, Item.STAR]
    spin_out(race, driver)
    flip(race, driver)
    assert (driver.hook, driver.shells, driver.hand[:2]) == (
        Item.TRIPLE_RED_SHELL,
        3,
        [Item.BOO, Item.STAR],
    )
    driver.momentum = 5
    throw_into_the_air(race, driver)
    assert driver.momentum == 0
    assert (driver.hook, driver.shells, driver.hand) == (Item.NONE, 0, [Item.NONE] * 4)


def test_r35_a15_the_air_never_raises_momentum() -> None:
    race = table("A B", momentum=[-3])
    throw_into_the_air(race, kart(race, "A"))
    assert kart(race, "A").momentum == -3


# --- the free use, in the driver's own slot


def slot(race: Race, name: str, order: int) -> None:
    """The driver's slot, with this order given."""
    take_order(kart(race, name), order)
    action_slot(race, kart(race, name))


def test_r34_a47_a70_before_the_action_one_may_hold_wait_or_use() -> None:
    race = table("A B C")
    hang(race, "A", Item.GREEN_SHELL)
    with suspends(race):
        slot(race, "A", Order.DEFENSIVE)
    assert asked(race) == (0, Question.USE, [Use.HOLD, Use.AFTER, Use.FORWARD, Use.BACKWARD])


def test_a70_holding_settles_it_for_the_turn() -> None:
    race = table("A B C")
    hang(race, "A", Item.BANANA)
    with dice(race, Use.HOLD):
        slot(race, "A", Order.DEFENSIVE)
    assert kart(race, "A").hook == Item.BANANA


def test_a47_a70_after_the_action_it_is_hold_or_use() -> None:
    race = table("A B C")
    hang(race, "A", Item.BANANA)
    with suspends(race, Use.AFTER, 4):
        slot(race, "A", Order.AGGRESSIVE)
    assert asked(race) == (0, Question.USE, [Use.HOLD, Use.LAY])
    race = table("A B C")
    hang(race, "A", Item.BANANA)
    with dice(race, Use.AFTER, 4, Use.LAY, 6, 4):  # the action's check comes before the peel
        slot(race, "A", Order.AGGRESSIVE)
    assert kart(race, "A").hook == Item.NONE


def test_r34_a47_a_dragged_item_is_used_without_an_action_once() -> None:
    race = table("A B C")
    hang(race, "A", Item.BANANA)
    with dice(race, Use.LAY, 6, 4, 5):  # two dodges, then the action's own check; nothing more
        slot(race, "A", Order.AGGRESSIVE)
    assert kart(race, "A").momentum == 2
    assert kart(race, "A").items_used == 1


def test_a47_an_item_stolen_onto_the_hook_may_be_used_after_the_action() -> None:
    race = table("A B")
    kart(race, "A").hand[0] = Item.BOO
    hang(race, "B", Item.BANANA)
    with suspends(race):
        slot(race, "A", DEPLOY + Item.BOO)
    assert asked(race) == (0, Question.USE, [Use.HOLD, Use.LAY])


def test_a47_one_free_use_a_turn_though_another_item_came_to_the_hook() -> None:
    race = table("A B")
    kart(race, "A").hand[0] = Item.BOO
    hang(race, "A", Item.GREEN_SHELL)
    hang(race, "B", Item.BANANA)
    with dice(race, Use.BACKWARD, NOBODY, 2, 6):
        slot(race, "A", DEPLOY + Item.BOO)
    assert kart(race, "A").hook == Item.BANANA


@pytest.mark.parametrize(
    ("item", "uses"),
    [
        (Item.BANANA, [Use.LAY, Use.THROW]),
        (Item.FAKE_ITEM_BOX, [Use.LAY, Use.THROW]),
        (Item.GREEN_SHELL, [Use.FORWARD, Use.BACKWARD]),
        (Item.BOB_OMB, [Use.DROP, Use.THROW]),
    ],
)
def test_r34_what_is_dragged_must_be_used_before_another_item_is_deployed(
    item: int, uses: list[int]
) -> None:
    race = table("A B C")
    hang(race, "C", item)
    kart(race, "C").hand[0] = Item.MUSHROOM
    with suspends(race):
        slot(race, "C", DEPLOY + Item.MUSHROOM)
    assert asked(race) == (2, Question.USE, uses)  # neither hold nor after


def test_r34_a_red_shell_goes_first_too_and_then_the_item() -> None:
    race = table("A B", momentum=[0, 0])
    hang(race, "B", Item.RED_SHELL)
    kart(race, "B").hand[0] = Item.BLOOPER
    with dice(race, 2, 6):  # its one use is no question
        slot(race, "B", DEPLOY + Item.BLOOPER)
    assert kart(race, "A").ink_until == 2
    assert kart(race, "B").hook == kart(race, "B").hand[0] == Item.NONE


def test_r34_deploying_over_a_dragged_item_is_refused_and_keeps_both() -> None:
    race = table("A B")
    hang(race, "A", Item.BANANA)
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race):
        deploy(race, kart(race, "A"), Item.MUSHROOM)
    assert told(race, ActionLost)
    assert (kart(race, "A").hook, kart(race, "A").hand[0]) == (Item.BANANA, Item.MUSHROOM)
    assert kart(race, "A").momentum == 0


def test_r34_circling_shells_need_not_be_used_first() -> None:
    race = table("A B")
    hang(race, "B", Item.TRIPLE_RED_SHELL)
    kart(race, "B").hand[0] = Item.BLOOPER
    with dice(race, Use.HOLD):
        slot(race, "B", DEPLOY + Item.BLOOPER)
    assert kart(race, "A").ink_until == 2
    assert kart(race, "B").shells == 3


def test_a31_an_item_that_is_gone_costs_the_action_and_no_roll() -> None:
    race = table("A B")
    with dice(race):
        slot(race, "A", DEPLOY + Item.MUSHROOM)
    assert told(race, ActionLost) == [ActionLost(0, DEPLOY + Item.MUSHROOM)]
    assert kart(race, "A").momentum == 0


def test_a31_a_dragged_item_is_not_forced_out_for_an_item_that_is_gone() -> None:
    race = table("A B")
    hang(race, "A", Item.BANANA)
    with suspends(race):
        slot(race, "A", DEPLOY + Item.MUSHROOM)
    assert asked(race)[2] == [Use.HOLD, Use.AFTER, Use.LAY]


def test_a29_one_action_a_turn_and_the_item_in_hand_is_the_action() -> None:
    race = table("A B")
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race, 4):  # not asked about it
        slot(race, "A", Order.AGGRESSIVE)
    assert kart(race, "A").hand[0] == Item.MUSHROOM


def test_a29_item_with_action_offers_the_hand_with_the_action() -> None:
    race = table("A B C", item_with_action="on", carry="2")
    kart(race, "A").hand[:2] = [Item.MUSHROOM, Item.STAR]
    with suspends(race):
        slot(race, "A", Order.AGGRESSIVE)
    assert asked(race)[2] == [Use.HOLD, Use.AFTER, DEPLOY + Item.MUSHROOM, DEPLOY + Item.STAR]
    with dice(race, DEPLOY + Item.MUSHROOM, 4):
        slot(race, "A", Order.AGGRESSIVE)
    assert kart(race, "A").momentum == 3
    assert kart(race, "A").hand[:2] == [Item.NONE, Item.STAR]


def test_a29_item_with_action_is_once_a_turn_and_not_over_a_dragged_item() -> None:
    race = table("A B C", item_with_action="on")
    hang(race, "A", Item.BANANA)
    kart(race, "A").hand[0] = Item.MUSHROOM
    with suspends(race):
        slot(race, "A", Order.AGGRESSIVE)
    assert asked(race)[2] == [Use.HOLD, Use.AFTER, Use.LAY]
    with dice(race, Use.LAY, 6, 6, 4):  # the Banana was the free use of the turn
        slot(race, "A", Order.AGGRESSIVE)
    assert kart(race, "A").hand[0] == Item.MUSHROOM


def test_a29_item_with_action_is_not_two_items_from_the_hand() -> None:
    race = table("A B C", item_with_action="on", carry="2")
    kart(race, "A").hand[:2] = [Item.MUSHROOM, Item.STAR]
    with dice(race):  # their action is an item: nothing else is offered
        slot(race, "A", DEPLOY + Item.MUSHROOM)
    assert kart(race, "A").hand[:2] == [Item.NONE, Item.STAR]


def test_a29_item_with_action_asks_nothing_of_who_has_nothing() -> None:
    race = table("A B C", item_with_action="on")
    with dice(race, 4):
        slot(race, "A", Order.AGGRESSIVE)
    assert kart(race, "A").momentum == 1


def test_a74_who_fell_back_on_a_path_uses_nothing_after_it() -> None:
    leap = {"name": "Leap", "check": -1, "success": {"momentum": 1}, "failure": {"fall_back": True}}
    race = table("A B C", course=course_with({1: {"path": [leap]}}))
    hang(race, "A", Item.BANANA)
    with dice(race, Use.AFTER, 4):  # 3: they fall back
        slot(race, "A", Order.PATH_1)
    assert kart(race, "A").fell_back
    assert kart(race, "A").hook == Item.BANANA


def test_a74_a_driver_who_fell_back_before_their_slot_has_none() -> None:
    race = table("A B C")
    hang(race, "C", Item.BANANA)
    kart(race, "C").fell_back = 1
    with dice(race):
        slot(race, "C", Order.AGGRESSIVE)
    assert kart(race, "C").momentum == 0


# --- where items go (A43, A82)


def test_a43_a_draggable_item_goes_on_the_empty_hook_others_in_hand() -> None:
    race = table("A B")
    assert stow(race, kart(race, "A"), Item.BANANA, 3)
    assert stow(race, kart(race, "A"), Item.MUSHROOM, 3)
    assert (kart(race, "A").hook, kart(race, "A").hand) == (Item.BANANA, [Item.MUSHROOM, 0, 0, 0])
    assert not has_room(race, kart(race, "A"))
    assert not stow(race, kart(race, "A"), Item.BANANA, 3)
    assert not stow(race, kart(race, "A"), Item.MUSHROOM, 3)


@pytest.mark.parametrize("carry", [0, 1, 2, 3])
def test_a43_carry_is_how_many_fit_in_hand(carry: int) -> None:
    race = table("A B", carry=str(carry))
    kept = [stow(race, kart(race, "A"), Item.MUSHROOM, 3) for _ in range(4)]
    assert kept == [True] * carry + [False] * (4 - carry)


def test_a82_a_draggable_item_in_hand_moves_to_an_empty_hook_in_cleanup() -> None:
    race = table("A B")
    hang(race, "A", Item.BANANA)
    assert stow(race, kart(race, "A"), Item.RED_SHELL, 0)
    item_boxes(race)
    assert kart(race, "A").hand[0] == Item.RED_SHELL  # the hook is not free
    kart(race, "A").hook = Item.NONE
    item_boxes(race)
    assert (kart(race, "A").hook, kart(race, "A").hand[0]) == (Item.RED_SHELL, Item.NONE)


def test_a82_what_cannot_be_dragged_stays_in_hand() -> None:
    race = table("A B")
    kart(race, "A").hand[0] = Item.MUSHROOM
    item_boxes(race)
    assert (kart(race, "A").hook, kart(race, "A").hand[0]) == (Item.NONE, Item.MUSHROOM)


# --- circling shells on the hook (A56)


def test_a56_one_free_shot_a_turn_and_another_with_deploy_item() -> None:
    race = table("A B", momentum=[5, 0])
    hang(race, "B", Item.TRIPLE_RED_SHELL)
    with dice(race, Use.FIRE, 2, 6, 3, 6):
        slot(race, "B", DEPLOY + Item.TRIPLE_RED_SHELL)
    assert kart(race, "B").shells == 1
    assert kart(race, "B").hook == Item.TRIPLE_RED_SHELL
    with dice(race):
        slot(race, "B", Order.RAM)  # the free shot of the turn is spent
    assert kart(race, "B").shells == 1


def test_a56_without_the_order_there_is_one_shot() -> None:
    race = table("A B", momentum=[5, 0])
    hang(race, "B", Item.TRIPLE_RED_SHELL)
    with dice(race, Use.FIRE, 2, 6, 4):
        slot(race, "B", Order.AGGRESSIVE)
    assert kart(race, "B").shells == 2


def test_a56_the_third_shell_frees_the_hook() -> None:
    race = table("A B", momentum=[5, 0])
    hang(race, "B", Item.TRIPLE_RED_SHELL, shells=1)
    with dice(race, Use.FIRE, 2, 6, 4):
        slot(race, "B", Order.AGGRESSIVE)
    assert (kart(race, "B").hook, kart(race, "B").shells) == (Item.NONE, 0)


def test_a56_two_triples_are_one_order() -> None:
    race = table("A B")
    hang(race, "B", Item.TRIPLE_RED_SHELL)
    kart(race, "B").hand[0] = Item.TRIPLE_RED_SHELL
    with suspends(race):
        action_slot(race, kart(race, "B"))
    assert asked(race)[2].count(DEPLOY + Item.TRIPLE_RED_SHELL) == 1


def test_a72_nothing_in_reach_still_offers_the_uses_that_need_nobody() -> None:
    race = table("A B")
    for item, use in ((Item.BOB_OMB, Use.DROP), (Item.BANANA, Use.LAY)):
        hang(race, "A", item)
        kart(race, "A").item_used = 0
        kart(race, "B").progress = -1
        with suspends(race):
            slot(race, "A", Order.DEFENSIVE)
        assert asked(race)[2] == [Use.HOLD, Use.AFTER, use]
