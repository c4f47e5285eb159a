"""Items that work at once (R40, R42, R44, R47, R48, A59–A63, A75, A76), and how long they last.

| item        | its user            | the others, still racing and not immune      | lasts |
|-------------|---------------------|----------------------------------------------|-------|
| Mushroom    | +2 M, a free pass   |                                              |       |
| Blooper     |                     | −1 on Racing Checks and Passes               | t + 1 |
| Boo         | +1 M, steals        | lose an item, one of them                    | t + 1 |
| Star        | +1 M, rams by itself|                                              | t + 1 |
| Thunderbolt |                     | −3 M, −2 on Racing Checks                    | t + 1 |

A Star in a Pass (R47, A63): B (3 M) passes A (3 M).

| star   | ram   | pass | B          | A              | order |
|--------|-------|------|------------|----------------|-------|
| passer | 5 v 3 |      | 3 −1 −1    | 3 −1 −2 (flip) | B A   |
| passer | 3 v 3 | 4 v 3| 3 −1: lost |                | A B   |
| passed | 5 v 3 |      | 3 −1 −2    | 3 −1           | A B   |
| passed | 3 v 3 | 6 v 1| 3 −1       | 3 −1           | B A   |
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.journal import modifiers, told
from tests.rtd.table import course_with, dice, kart, order, put, suspends, table

from wreckoning.core.door import DICE
from wreckoning.rulesets.rtd.events import ItemLeft, Modifier, NothingToSteal, StatusEnded, Washed
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import NO, YES, Kart, Race
from wreckoning.rulesets.rtd.rules.actions import power_slide
from wreckoning.rulesets.rtd.rules.checks import racing_check
from wreckoning.rulesets.rtd.rules.cleanup import end_turn
from wreckoning.rulesets.rtd.rules.deploy import deploy
from wreckoning.rulesets.rtd.rules.features import course_features
from wreckoning.rulesets.rtd.rules.movement import pull_aheads
from wreckoning.rulesets.rtd.rules.passing import pass_attempt
from wreckoning.rulesets.rtd.rules.paths import spend, take_path
from wreckoning.rulesets.rtd.rules.statuses import (
    has_ink,
    is_boo,
    is_shrunk,
    is_star,
    status_penalty,
)

IMMUNE = pytest.mark.parametrize("status", ["boo_until", "star_until"])


def use(race: Race, name: str, item: int, *answers: int) -> None:
    """Deploy it from the hand."""
    kart(race, name).hand[0] = item
    with dice(race, *answers):
        deploy(race, kart(race, name), item)
    assert item not in kart(race, name).hand


def momentum(race: Race) -> list[int]:
    return [k.momentum for k in race.karts[: race.drivers]]


# --- Mushroom


def test_r42_2_momentum_and_a_free_pass_attempt_whatever_the_momentum() -> None:
    race = table("A B", momentum=[5, 0])
    use(race, "B", Item.MUSHROOM, 6, 2)  # 6 + 2 against 2 + 5
    assert order(race) == "BA"
    assert momentum(race) == [5, 0 + 2 - 1]
    assert not kart(race, "B").may_pull_ahead


def test_r42_a19_the_free_attempt_may_fail_and_is_no_right_to_pull_ahead() -> None:
    race = table("A B", momentum=[5, 0])
    use(race, "B", Item.MUSHROOM, 5, 2)
    assert order(race) == "AB"
    assert momentum(race) == [5, 2]
    assert not kart(race, "B").may_pull_ahead


def test_r42_it_is_one_attempt_on_the_driver_directly_ahead() -> None:
    race = table("A B C")
    use(race, "C", Item.MUSHROOM, 6, 1)
    assert order(race) == "ACB"


def test_r42_a5_a_driver_in_another_segment_is_not_ahead() -> None:
    race = table("A B", momentum=[0, 0])
    put(race, A=1)
    use(race, "B", Item.MUSHROOM)
    assert kart(race, "B").may_pull_ahead


def test_r42_a59_with_nobody_ahead_a_right_to_pull_ahead_at_any_momentum() -> None:
    race = table("A B", momentum=[0, 4])
    use(race, "A", Item.MUSHROOM)
    assert momentum(race) == [2, 4]
    with dice(race, YES, 4):
        pull_aheads(race)
    assert kart(race, "A").progress == 1
    assert kart(race, "A").momentum == 2 - 3  # at the usual price


def test_a59_the_right_is_for_this_turn_and_for_who_is_still_first() -> None:
    race = table("A B", momentum=[0, 0])
    use(race, "A", Item.MUSHROOM)
    race.order[:2] = [1, 0]
    with dice(race):
        pull_aheads(race)
    race.order[:2] = [0, 1]
    end_turn(race)
    with dice(race):
        pull_aheads(race)
    assert kart(race, "A").progress == 0


def test_a59_the_right_may_be_declined() -> None:
    race = table("A B")
    use(race, "A", Item.MUSHROOM)
    with dice(race, NO):
        pull_aheads(race)
    assert kart(race, "A").momentum == 2


# --- Blooper


def test_r40_all_opponents_are_inked_but_not_the_user() -> None:
    race = table("A B C")
    put(race, A=12, B=3, C=0)  # laps and segments apart: it reaches everybody (A5)
    use(race, "B", Item.BLOOPER)
    assert [has_ink(race, k) for k in race.karts[:3]] == [True, False, True]


def test_r40_ink_is_minus_1_on_racing_checks_and_on_passes() -> None:
    race = table("A B")
    kart(race, "A").ink_until = kart(race, "B").ink_until = 1
    with dice(race, 4):
        assert racing_check(race, kart(race, "A"), Question.AGGRESSIVE_CHECK, 0) == 3
    with dice(race, 4, 3):  # 3 against 2
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert modifiers(race) == [(Modifier.INK, -1), (Modifier.INK, -1)]


@IMMUNE
def test_r40_r44_r47_the_immune_are_not_inked(status: str) -> None:
    race = table("A B C")
    setattr(kart(race, "B"), status, 1)
    use(race, "A", Item.BLOOPER)
    assert kart(race, "B").ink_until == 0
    assert kart(race, "C").ink_until == 2


def test_r40_a38_nor_are_the_finished() -> None:
    race = table("A B C")
    kart(race, "A").finish_turn = 1
    use(race, "B", Item.BLOOPER)
    assert kart(race, "A").ink_until == 0


@pytest.mark.parametrize("item", [Item.MUSHROOM, Item.BOO, Item.STAR])
def test_r40_a_mushroom_boo_or_star_washes_it_off(item: int) -> None:
    race = table("A B")
    kart(race, "A").ink_until = 2
    use(race, "A", item)
    assert not has_ink(race, kart(race, "A"))
    assert told(race, Washed)


@pytest.mark.parametrize("item", [Item.BLOOPER, Item.THUNDERBOLT])
def test_r40_other_items_do_not_wash(item: int) -> None:
    race = table("A B")
    kart(race, "A").ink_until = 2
    use(race, "A", item)
    assert has_ink(race, kart(race, "A"))


@pytest.mark.parametrize(("die", "washed"), [(6, True), (5, False)])
def test_r40_a61_only_a_successful_power_slide_washes_after_its_own_check(
    die: int, washed: bool
) -> None:
    race = table("A B")
    kart(race, "A").ink_until = 2
    with dice(race, die):  # −1 straight, −1 ink
        power_slide(race, kart(race, "A"))
    assert has_ink(race, kart(race, "A")) is not washed
    assert (Modifier.INK, -1) in modifiers(race)


def test_r40_a_dash_panel_washes_it_off() -> None:
    panel = {"name": "Panel", "momentum": 1}
    race = table("A B", course=course_with({1: {"dash_panel": [panel]}}))
    kart(race, "A").ink_until = 2
    with dice(race):
        course_features(race)
    assert not has_ink(race, kart(race, "A"))


# --- how long they last (A60)


@pytest.mark.parametrize(
    ("item", "user", "lasts"),
    [
        (Item.BLOOPER, "B", has_ink),
        (Item.THUNDERBOLT, "B", is_shrunk),
        (Item.BOO, "A", is_boo),
        (Item.STAR, "A", is_star),
    ],
)
def test_a60_to_the_end_of_the_next_turn(
    item: int, user: str, lasts: Callable[[Race, Kart], bool]
) -> None:
    race = table("A B", turn=4)
    assert not lasts(race, kart(race, "A"))
    use(race, user, item)
    assert lasts(race, kart(race, "A"))
    end_turn(race)
    race.turn = 5
    assert lasts(race, kart(race, "A"))
    with dice(race):
        end_turn(race)
    assert told(race, StatusEnded)
    race.turn = 6
    assert not lasts(race, kart(race, "A"))


def test_a60_repeats_renew_and_never_stack() -> None:
    race = table("A B C", turn=4)
    use(race, "B", Item.BLOOPER)
    use(race, "C", Item.BLOOPER)
    assert status_penalty(race, kart(race, "A")) == -1
    race.turn = 5
    use(race, "B", Item.BLOOPER)
    assert status_penalty(race, kart(race, "A")) == -1
    assert kart(race, "A").ink_until == 6
    use(race, "B", Item.THUNDERBOLT)
    use(race, "C", Item.THUNDERBOLT)
    assert status_penalty(race, kart(race, "A")) == -3  # ink and shrunk


# --- Thunderbolt


def test_r48_worked_case_a_thunderbolt_on_turn_4_at_2_momentum() -> None:
    """M −1; −2 through turn 5."""
    race = table("A B", momentum=[2, 0], turn=4)
    use(race, "B", Item.THUNDERBOLT)
    assert kart(race, "A").momentum == -1
    for turn in (4, 5):
        race.turn = turn
        assert status_penalty(race, kart(race, "A")) == -2
        end_turn(race)
    race.turn = 6
    assert status_penalty(race, kart(race, "A")) == 0


def test_r48_a5_all_others_wherever_they_are_and_not_the_user() -> None:
    race = table("A B C", momentum=[5, 5, 5])
    put(race, A=12, B=3, C=0)
    use(race, "B", Item.THUNDERBOLT)
    assert momentum(race) == [2, 5, 2]
    assert [is_shrunk(race, k) for k in race.karts[:3]] == [True, False, True]


def test_r48_a10_shrunk_is_minus_2_on_racing_checks_and_not_on_passes() -> None:
    race = table("A B")
    kart(race, "A").shrunk_until = kart(race, "B").shrunk_until = 1
    with dice(race, 5):
        assert racing_check(race, kart(race, "A"), Question.AGGRESSIVE_CHECK, 0) == 3
    with dice(race, 4, 3):
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert modifiers(race) == []


@IMMUNE
def test_r48_r44_r47_the_immune_lose_nothing(status: str) -> None:
    race = table("A B C", momentum=[5, 5, 5])
    setattr(kart(race, "B"), status, 1)
    use(race, "A", Item.THUNDERBOLT)
    assert momentum(race) == [5, 5, 2]
    assert not is_shrunk(race, kart(race, "B"))


def test_r48_a38_nor_do_the_finished() -> None:
    race = table("A B C", momentum=[5, 5, 5])
    kart(race, "A").finish_turn = 1
    use(race, "B", Item.THUNDERBOLT)
    assert momentum(race) == [5, 5, 2]


# --- Boo


def test_r44_1_momentum_and_an_item_of_an_opponent_who_has_one() -> None:
    race = table("A B C")
    put(race, A=9, B=0, C=3)  # theft reaches everybody (A5)
    kart(race, "A").hook = Item.BANANA
    use(race, "B", Item.BOO)  # one opponent, one item: nothing to roll
    assert kart(race, "B").momentum == 1
    assert is_boo(race, kart(race, "B"))
    assert (kart(race, "A").hook, kart(race, "B").hook) == (Item.NONE, Item.BANANA)


def test_r44_with_nobody_to_rob_it_still_makes_a_ghost() -> None:
    race = table("A B")
    use(race, "B", Item.BOO)
    assert told(race, NothingToSteal)
    assert kart(race, "B").momentum == 1


def test_r44_a_random_opponent_of_those_who_have_an_item() -> None:
    race = table("A B C D")
    kart(race, "A").hook = kart(race, "D").hook = Item.BANANA
    kart(race, "C").hand[0] = Item.BOO
    kart(race, "B").hand[0] = Item.BOO
    with suspends(race):
        deploy(race, kart(race, "B"), Item.BOO)
    ask = race.door.asks[0]
    assert (ask.by, ask.question, ask.count) == (DICE, Question.STEAL_FROM, 3)  # A, C and D


@pytest.mark.parametrize(("die", "robbed"), [(1, "A"), (2, "D")])
def test_r44_each_of_them_alike(die: int, robbed: str) -> None:
    race = table("A B C D")
    kart(race, "A").hook = kart(race, "D").hook = Item.BANANA
    use(race, "C", Item.BOO, die)
    assert kart(race, robbed).hook == Item.NONE
    assert kart(race, "C").hook == Item.BANANA
    assert [k.hook for k in race.karts[:4]].count(Item.BANANA) == 2


@pytest.mark.parametrize(("die", "stolen"), [(1, Item.BANANA), (2, Item.STAR), (3, Item.MUSHROOM)])
def test_a76_each_item_of_the_victim_has_the_same_chance(die: int, stolen: int) -> None:
    race = table("A B", carry="2")
    kart(race, "A").hook = Item.BANANA
    kart(race, "A").hand[:2] = [Item.STAR, Item.MUSHROOM]
    use(race, "B", Item.BOO, die)
    left = [kart(race, "A").hook, *kart(race, "A").hand[:2]]
    assert [item for item in (Item.BANANA, Item.STAR, Item.MUSHROOM) if item not in left] == [
        stolen
    ]
    assert stolen in (kart(race, "B").hook, kart(race, "B").hand[0])


@IMMUNE
def test_a62_theft_skips_the_immune(status: str) -> None:
    race = table("A B C")
    kart(race, "A").hook = kart(race, "C").hook = Item.BANANA
    setattr(kart(race, "A"), status, 1)
    use(race, "B", Item.BOO)
    assert (kart(race, "A").hook, kart(race, "C").hook) == (Item.BANANA, Item.NONE)


def test_a62_a38_and_the_finished() -> None:
    race = table("A B C")
    kart(race, "A").hook = Item.BANANA
    kart(race, "A").finish_turn = 1
    use(race, "B", Item.BOO)
    assert kart(race, "A").hook == Item.BANANA


def test_a62_what_finds_no_place_is_lost() -> None:
    race = table("A B", carry="0")
    kart(race, "A").hand[0] = Item.MUSHROOM
    use(race, "B", Item.BOO)
    assert told(race, ItemLeft) == [ItemLeft(1, Item.MUSHROOM)]
    assert (kart(race, "A").hand[0], kart(race, "B").hand[0]) == (Item.NONE, Item.NONE)


def test_a62_a56_stolen_shells_circle_as_many_as_were_left() -> None:
    race = table("A B")
    kart(race, "A").hook, kart(race, "A").shells = Item.TRIPLE_RED_SHELL, 2
    use(race, "B", Item.BOO)
    assert (kart(race, "A").hook, kart(race, "A").shells) == (Item.NONE, 0)
    assert (kart(race, "B").hook, kart(race, "B").shells) == (Item.TRIPLE_RED_SHELL, 2)


def test_a62_a56_a_triple_that_has_fired_fits_on_the_hook_only() -> None:
    """In hand it would have three shells again."""
    race = table("A B")
    kart(race, "A").hook, kart(race, "A").shells = Item.TRIPLE_RED_SHELL, 2
    kart(race, "B").hook, kart(race, "B").shells = Item.TRIPLE_RED_SHELL, 1
    use(race, "B", Item.BOO)
    assert kart(race, "B").hand[0] == Item.NONE
    assert kart(race, "B").shells == 1
    assert told(race, ItemLeft)


def test_a62_a56_a_whole_triple_goes_to_the_hand_and_circles_whole() -> None:
    race = table("A B")
    kart(race, "A").hook, kart(race, "A").shells = Item.TRIPLE_RED_SHELL, 3
    kart(race, "B").hook, kart(race, "B").shells = Item.TRIPLE_RED_SHELL, 1
    use(race, "B", Item.BOO)
    assert kart(race, "B").hand[0] == Item.TRIPLE_RED_SHELL
    kart(race, "A").hook = kart(race, "A").shells = 0
    kart(race, "B").boo_until = 0
    use(race, "A", Item.BOO, 2)  # back again, from hand to hook
    assert (kart(race, "A").hook, kart(race, "A").shells) == (Item.TRIPLE_RED_SHELL, 3)


@pytest.mark.parametrize("boo", ["A", "B"])
def test_r44_a62_a_ghost_is_not_rammed_and_does_not_ram(boo: str) -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "A").ramming = kart(race, "B").ramming = 1
    kart(race, boo).boo_until = 1
    with dice(race, 4, 3):  # the pass roll only
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert momentum(race) == [3, 2]


def test_a62_a_ghost_is_not_rammed_by_a_star_either() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "A").boo_until = kart(race, "B").star_until = 1
    with dice(race, 3, 3):
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)


# --- Star


def test_r47_1_momentum_and_invincible() -> None:
    race = table("A B")
    use(race, "B", Item.STAR)
    assert kart(race, "B").momentum == 1
    assert is_star(race, kart(race, "B"))


def test_r47_a63_a_star_that_passes_rams_flips_and_passes_freely() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "B").star_until = 1
    with dice(race, 5, 3):  # no check against spinning out
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert momentum(race) == [3 - 1 - 2, 3 - 1 - 1]
    assert order(race) == "BA"


def test_a63_a_star_whose_ram_fails_loses_1_and_the_pass_is_rolled() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "B").star_until = 1
    with dice(race, 3, 3, 4, 3):  # 4 + 2 against 3 + 3
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert momentum(race) == [3, 2]


def test_a63_a_star_that_is_passed_rams_and_keeps_its_place() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "A").star_until = 1
    with dice(race, 5, 3):
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert momentum(race) == [3 - 1, 3 - 1 - 2]
    assert order(race) == "AB"


def test_a63_a_star_that_is_passed_and_fails_its_ram_may_be_passed() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "A").star_until = 1
    with dice(race, 3, 3, 6, 1):
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert momentum(race) == [2, 2]


def test_r47_every_pass_it_is_in_not_only_the_first() -> None:
    race = table("A B C", momentum=[5, 5, 5])
    kart(race, "C").star_until = 1
    with dice(race, 5, 3, 5, 3):
        assert pass_attempt(race, kart(race, "C"), kart(race, "B"), 0)
        assert pass_attempt(race, kart(race, "C"), kart(race, "A"), 0)
    assert order(race) == "CAB"


def test_a63_an_opponents_own_ram_has_no_effect_on_a_star() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "A").star_until = 1
    kart(race, "B").ramming = 1
    with dice(race, 1, 6, 1, 6):  # only the star's ram, then the pass
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert momentum(race) == [2, 3]
    assert not kart(race, "B").ramming  # used up (A22)


def test_a63_a25_of_two_stars_the_passer_rams_first() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "A").star_until = kart(race, "B").star_until = 1
    with dice(race, 3, 3, 5, 3):  # the passer's fails; the other's wins: the attempt is over
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert momentum(race) == [3 - 1, 3 - 1 - 1 - 2]


def test_r47_an_ordinary_ram_does_not_flip() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "B").ramming = 1
    with dice(race, 5, 3, 4):
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert momentum(race) == [2, 1]


@IMMUNE
def test_a63_no_item_protects_from_the_hazards_of_the_course(status: str) -> None:
    rock = {"name": "Rock", "modifier": 0, "damage": "flip"}
    race = table("A B", momentum=[3, 3], course=course_with({1: {"hazard": [rock]}}))
    setattr(kart(race, "A"), status, 1)
    with dice(race, 3, 4):
        course_features(race)
    assert momentum(race) == [1, 3]


# --- spent on a path (A66, A75)


def test_a75_a_mushroom_spent_on_a_path_brings_2_momentum_but_no_free_pass() -> None:
    race = table("A B")
    kart(race, "B").hand[0] = Item.MUSHROOM
    kart(race, "B").ink_until = 2
    with dice(race):
        spend(race, kart(race, "B"), Item.MUSHROOM)
    assert momentum(race) == [0, 2]
    assert not has_ink(race, kart(race, "B"))
    put(race, B=-1)
    kart(race, "B").hand[0] = Item.MUSHROOM
    spend(race, kart(race, "B"), Item.MUSHROOM)
    assert not kart(race, "B").may_pull_ahead


@pytest.mark.parametrize(("item", "state"), [(Item.BOO, is_boo), (Item.STAR, is_star)])
def test_a75_boo_and_star_spent_on_a_path_bring_their_state_and_no_theft(
    item: int, state: Callable[[Race, Kart], bool]
) -> None:
    race = table("A B")
    kart(race, "A").hook = Item.BANANA
    kart(race, "B").hand[0] = item
    with dice(race):
        spend(race, kart(race, "B"), item)
    assert state(race, kart(race, "B"))
    assert kart(race, "B").momentum == 1
    assert kart(race, "A").hook == Item.BANANA


@pytest.mark.parametrize("item", [Item.BLOOPER, Item.THUNDERBOLT])
def test_a75_what_is_aimed_at_others_does_nothing_on_a_path(item: int) -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "B").hand[0] = item
    with dice(race):
        spend(race, kart(race, "B"), item)
    assert kart(race, "B").hand[0] == Item.NONE
    assert momentum(race) == [3, 3]
    assert status_penalty(race, kart(race, "A")) == 0


@pytest.mark.parametrize("state", ["boo_until", "star_until"])
def test_r44_r47_a66_the_state_opens_certain_shortcuts_and_nothing_is_spent(state: str) -> None:
    wall = {"name": "Wall", "items": ["boo", "star"], "success": {"momentum": 2}}
    race = table("A B", course=course_with({1: {"path": [wall]}}))
    with dice(race):
        take_path(race, kart(race, "A"), 0)
    assert kart(race, "A").momentum == 0
    setattr(kart(race, "A"), state, 1)
    kart(race, "A").hand[0] = Item.BOO
    with dice(race):
        take_path(race, kart(race, "A"), 0)
    assert kart(race, "A").momentum == 2
    assert kart(race, "A").hand[0] == Item.BOO
