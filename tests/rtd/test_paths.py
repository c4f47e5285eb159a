"""Alternate paths (R23, A31, A66, A74, A75), and who is in whose reach (A2, A5).

What a path may need, bring and cost

| needs                    | brings                        | failing its check costs |
|--------------------------|-------------------------------|-------------------------|
| an item, any one of some | Momentum                      | Momentum                |
| a Racing Check           | no features this turn         | a Fall Back             |
| both                     | the next segment at once      | all items               |
|                          | a free pass attempt           |                         |
|                          | ink washed off                |                         |
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import entries, modifiers, told
from tests.rtd.table import (
    asked,
    course_with,
    dice,
    kart,
    order,
    play_to,
    put,
    set_order,
    step,
    suspends,
    table,
)

from wreckoning.core.door import ROLL
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.events import (
    ActionLost,
    Advanced,
    Cause,
    Deployed,
    Modifier,
    Momentum,
    Ordered,
    PathFailed,
    PathTaken,
    Stolen,
)
from wreckoning.rulesets.rtd.numbers import Item, Order, Use
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import Phase, Race
from wreckoning.rulesets.rtd.rules.actions import act, action_slot, take_order
from wreckoning.rulesets.rtd.rules.paths import may_take, take_path
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_in_group,
    behind_in_group,
    in_attack_reach,
    is_first_of_group,
    is_last_of_group,
    move_in_order,
    next_target,
    same_group,
    sort_by_progress,
)

Document = dict[str, Any]

LINE: Document = {"name": "Line", "check": 0, "success": {"momentum": 1}}
GAP: Document = {"name": "Gap", "items": ["mushroom"], "success": {"momentum": 1}}
WALL: Document = {"name": "Wall", "items": ["boo", "star"], "success": {"skip_features": True}}
LEAP: Document = {
    "name": "Leap",
    "items": ["mushroom"],
    "check": 0,
    "success": {"advance": True},
    "failure": {"fall_back": True, "lose_items": True},
}
TIDE: Document = {
    "name": "Tide",
    "kind": "cyclic",
    "states": [{"name": "low", "turns": 2}, {"name": "high", "turns": 1}],
}


def with_path(*paths: Document, names: str = "A B C", **options: Any) -> Race:
    """A race in a segment with these paths."""
    more = options.pop("segment", {})
    rest = {"event": options.pop("event")} if "event" in options else {}
    return table(names, course=course_with({1: {"path": list(paths), **more}}, **rest), **options)


def seat(name: str) -> SeatIndex:
    return as_seat(ord(name) - ord("A"))


# --- R23: what it needs


def test_r23_a_path_is_offered_to_who_can_take_it() -> None:
    race = with_path(LINE, GAP, turn=0)
    kart(race, "B").hand[0] = Item.MUSHROOM
    put(race, C=1)
    set_order(race, "CAB")
    with suspends(race):
        step(race)
    options = {race.door.asks[i].by: race.door.asks[i].options[:8] for i in range(3)}
    assert Order.PATH_1 not in options[seat("C")]  # another segment
    assert Order.PATH_1 in options[seat("A")]
    assert Order.PATH_2 not in options[seat("A")]
    assert Order.PATH_1 in options[seat("B")]
    assert Order.PATH_2 in options[seat("B")]


@pytest.mark.parametrize(("natural", "momentum"), [(4, 1), (5, 1), (6, 2), (3, 0), (1, -1)])
def test_r23_a12_a_path_with_a_check(natural: int, momentum: int) -> None:
    race = with_path(LINE)
    with dice(race, natural):
        take_path(race, kart(race, "A"), 0)
    assert kart(race, "A").momentum == momentum
    assert entries(race, ROLL)[0][1] == Question.PATH_CHECK
    taken, failed = told(race, PathTaken), told(race, PathFailed)
    assert (len(taken), len(failed)) == ((1, 0) if natural >= 4 else (0, 1))


@pytest.mark.parametrize(
    ("modifier", "natural", "won"), [(1, 3, True), (-2, 5, False), (-2, 6, True)]
)
def test_r23_the_course_gives_the_modifier_of_its_check(
    modifier: int, natural: int, won: bool
) -> None:
    race = with_path({**LINE, "check": modifier})
    with dice(race, natural):
        take_path(race, kart(race, "A"), 0)
    assert modifiers(race) == [(Modifier.COURSE, modifier)]
    assert bool(told(race, PathTaken)) == won


def test_r23_a_path_with_an_item_only_rolls_nothing() -> None:
    race = with_path(GAP)
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race):
        take_path(race, kart(race, "A"), 0)
    assert kart(race, "A").momentum == 3  # the Mushroom's 2 and the path's 1
    assert kart(race, "A").hand[0] == Item.NONE
    assert kart(race, "A").items_used == 1


def test_r23_a_path_with_both_needs_both() -> None:
    race = with_path(LEAP)
    assert not may_take(race, kart(race, "A"), 0)
    kart(race, "A").hand[0] = Item.MUSHROOM
    assert may_take(race, kart(race, "A"), 0)
    with dice(race, 4):
        take_path(race, kart(race, "A"), 0)
    assert kart(race, "A").progress == 1
    assert kart(race, "A").hand[0] == Item.NONE


def test_r23_there_is_no_path_where_the_course_has_none() -> None:
    race = with_path(LINE)
    assert may_take(race, kart(race, "A"), 0)
    assert not may_take(race, kart(race, "A"), 1)
    put(race, A=1)
    assert not may_take(race, kart(race, "A"), 0)
    put(race, A=5)  # the same segment, a lap later
    assert may_take(race, kart(race, "A"), 0)


def test_r23_a_path_may_be_open_only_in_some_states_of_an_event() -> None:
    race = with_path({**LINE, "event": "Tide", "when": "high"}, event=[TIDE])
    assert not may_take(race, kart(race, "A"), 0)
    race.events[0].state = 1
    assert may_take(race, kart(race, "A"), 0)


def test_r23_any_one_of_the_items_and_the_driver_chooses_which() -> None:
    race = with_path({**GAP, "items": ["banana", "mushroom", "star"]})
    driver = kart(race, "A")
    driver.hook, driver.hand[0] = Item.BANANA, Item.MUSHROOM
    with suspends(race):
        take_path(race, driver, 0)
    assert asked(race) == (0, Question.PATH_ITEM, [Item.BANANA, Item.MUSHROOM])
    with dice(race, Item.BANANA):
        take_path(race, driver, 0)
    assert (driver.hook, driver.hand[0], driver.momentum) == (Item.NONE, Item.MUSHROOM, 1)
    with dice(race):  # only one left: no question
        take_path(race, driver, 0)
    assert driver.hand[0] == Item.NONE


def test_r23_of_a_triple_red_shell_one_shell_is_spent() -> None:
    race = with_path({**GAP, "items": ["triple_red_shell"]})
    driver = kart(race, "A")
    driver.hook, driver.shells = Item.TRIPLE_RED_SHELL, 3
    with dice(race):
        take_path(race, driver, 0)
    assert (driver.hook, driver.shells) == (Item.TRIPLE_RED_SHELL, 2)


# --- R23: what it brings and what failing costs


def test_r23_skipping_features_counts_for_this_turn() -> None:
    rock = {"hazard": [{"name": "Rock", "modifier": 0, "damage": "spin"}]}
    race = with_path(WALL, names="A B", segment=rock, turn=0)
    kart(race, "A").hand[0] = Item.STAR
    with dice(race, Order.PATH_1, Order.DEFENSIVE, 4):  # B alone meets the rock
        play_to(race, Phase.JOCKEYING)
    assert [entry[0] for entry in entries(race, ROLL)] == [1]
    with dice(race, 4):  # B holds on, with 0 M
        play_to(race, Phase.TURN_START)
    assert kart(race, "A").skips_features == 0


def test_r23_a_path_may_advance_its_driver_to_the_last_place_ahead() -> None:
    race = with_path(LEAP, names="A B C D", momentum=[0, 0, 0, 0])
    put(race, A=1, B=1)
    kart(race, "D").hand[0] = Item.MUSHROOM
    with dice(race, 5):
        take_path(race, kart(race, "D"), 0)
    assert order(race) == "ABDC"
    assert kart(race, "D").progress == 1
    assert ahead_in_group(race, kart(race, "D")) == seat("B")
    assert told(race, Advanced) == [Advanced(seat("D"), 1)]


def test_r23_who_advances_comes_ahead_of_those_who_fell_back_there() -> None:
    race = with_path(LEAP, names="A B C")
    put(race, A=1, B=1)
    kart(race, "B").fell_back = 1
    kart(race, "C").hand[0] = Item.MUSHROOM
    with dice(race, 5):
        take_path(race, kart(race, "C"), 0)
    assert order(race) == "ACB"
    assert ahead_in_group(race, kart(race, "C")) == seat("A")


def test_r23_nobody_advances_over_the_finish_line() -> None:
    race = table("A B", course=course_with({5: {"path": [LEAP]}}, laps=1))
    put(race, A=4, B=4)
    kart(race, "B").hand[0] = Item.MUSHROOM
    with dice(race, 5):
        take_path(race, kart(race, "B"), 0)
    assert kart(race, "B").progress == 4
    assert order(race) == "AB"


def test_r23_advancing_leads_into_the_next_lap_which_counts_in_cleanup() -> None:
    race = table("A B", course=course_with({5: {"path": [LEAP]}}), turn=4)
    put(race, A=4, B=4)
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race, Order.PATH_1, Order.DEFENSIVE, 4, 4):  # the leap; B holds on with 0 M
        play_to(race, Phase.TURN_START)
    assert [kart(race, name).progress for name in "AB"] == [6, 5]
    assert [kart(race, name).laps for name in "AB"] == [1, 1]


@pytest.mark.parametrize(("own", "ahead"), [(0, 3), (5, 0)])
def test_r23_a19_a_path_may_bring_a_free_pass_attempt(own: int, ahead: int) -> None:
    race = with_path({**LINE, "success": {"free_pass": True}}, momentum=[0, ahead, own])
    with dice(race, 4, 6, 1):
        take_path(race, kart(race, "C"), 0)
    passed = 6 + own > 1 + ahead
    assert order(race) == ("ACB" if passed else "ABC")
    assert kart(race, "C").momentum == own - int(passed)
    with dice(race, 4):  # nobody ahead, no attempt
        take_path(race, kart(race, "A"), 0)


def test_r23_the_free_pass_is_in_the_segment_advanced_to() -> None:
    race = with_path({**LEAP, "success": {"advance": True, "free_pass": True}}, names="A B C")
    put(race, A=1)
    kart(race, "C").hand[0] = Item.MUSHROOM
    with dice(race, 4, 3, 2):
        take_path(race, kart(race, "C"), 0)
    assert order(race) == "CAB"
    assert [entry[0] for entry in entries(race, ROLL)] == [2, 2, 0]


def test_r23_a_path_may_wash_ink_off_after_its_check() -> None:
    race = with_path({**LINE, "success": {"wash_ink": True}})
    kart(race, "A").ink_until = 2
    with dice(race, 4):
        take_path(race, kart(race, "A"), 0)
    assert kart(race, "A").ink_until == 2  # 4 − 1 fails
    with dice(race, 5):
        take_path(race, kart(race, "A"), 0)
    assert kart(race, "A").ink_until == 0
    race = with_path(LINE)  # not every path does
    kart(race, "A").ink_until = 2
    with dice(race, 5):
        take_path(race, kart(race, "A"), 0)
    assert kart(race, "A").ink_until == 2


# | natural | check | failing costs 2 | in all |
@pytest.mark.parametrize(("natural", "left"), [(3, 1), (1, 0), (4, 4)])
def test_r23_failing_costs_what_the_course_says_on_top_of_the_check(
    natural: int, left: int
) -> None:
    race = with_path({**LINE, "failure": {"momentum": -2, "lose_items": True}}, momentum=[3])
    driver = kart(race, "A")
    driver.hook, driver.hand[0] = Item.BANANA, Item.MUSHROOM
    with dice(race, natural):
        take_path(race, driver, 0)
    assert driver.momentum == left
    kept = natural == 4
    assert (driver.hook, driver.hand[0]) == (
        (Item.BANANA, Item.MUSHROOM) if kept else (Item.NONE, Item.NONE)
    )


# --- A31


def test_a31_a_path_that_is_closed_by_then_is_lost_without_a_roll() -> None:
    race = with_path(GAP)
    driver = kart(race, "B")
    take_order(driver, Order.PATH_1)
    with dice(race):
        act(race, driver)
    assert told(race, ActionLost) == [ActionLost(1, Order.PATH_1)]
    assert told(race, Ordered) == []
    assert driver.momentum == 0
    driver.hand[0] = Item.MUSHROOM
    with dice(race):
        act(race, driver)
    assert told(race, Ordered) == [Ordered(1, Order.PATH_1)]


# --- A66, A75: the item


def test_a66_a_mushroom_spent_on_a_path_brings_2_but_no_free_pass() -> None:
    race = with_path({**GAP, "success": {"skip_features": True}}, momentum=[0, 0, 1])
    driver = kart(race, "C")
    driver.hand[0] = Item.MUSHROOM
    driver.ink_until = 2
    with dice(race):
        take_path(race, driver, 0)
    assert driver.momentum == 3
    assert driver.ink_until == 0
    assert order(race) == "ABC"
    assert driver.may_pull_ahead == 0
    # nor, with nobody ahead, the right to Pull Ahead
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race):
        take_path(race, kart(race, "A"), 0)
    assert kart(race, "A").may_pull_ahead == 0
    assert told(race, Deployed) == [Deployed(0, Item.MUSHROOM)]


def test_a66_the_item_is_spent_before_the_check_and_gone_if_that_fails() -> None:
    race = with_path({**LEAP, "failure": {"momentum": -1}})
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race, 3):
        take_path(race, kart(race, "A"), 0)
    assert kart(race, "A").hand[0] == Item.NONE
    assert kart(race, "A").momentum == 1
    causes = [entry.cause for entry in told(race, Momentum)]
    assert causes == [Cause.MUSHROOM, Cause.PATH]


@pytest.mark.parametrize("state", ["boo_until", "star_until"])
def test_a66_an_active_boo_or_star_opens_the_path_and_no_item_is_spent(state: str) -> None:
    race = with_path(WALL, turn=3)
    driver = kart(race, "A")
    assert not may_take(race, driver, 0)
    setattr(driver, state, 3)
    driver.hand[0] = Item.BOO
    assert may_take(race, driver, 0)
    with dice(race):
        take_path(race, driver, 0)
    assert driver.skips_features == 1
    assert driver.hand[0] == Item.BOO
    setattr(driver, state, 2)  # over
    driver.hand[0] = Item.NONE
    assert not may_take(race, driver, 0)


def test_a66_a_state_does_not_open_a_path_that_asks_for_something_else() -> None:
    race = with_path(GAP, {**WALL, "items": ["boo"]}, turn=3)
    kart(race, "A").star_until = 4
    assert not may_take(race, kart(race, "A"), 0)
    assert not may_take(race, kart(race, "A"), 1)
    kart(race, "A").boo_until = 4
    assert not may_take(race, kart(race, "A"), 0)
    assert may_take(race, kart(race, "A"), 1)


def test_a66_no_state_is_open_on_a_race_that_has_not_begun() -> None:
    race = with_path(WALL, turn=0)
    assert not may_take(race, kart(race, "A"), 0)


def test_a66_a_driver_on_a_path_still_jockeys_in_the_segment() -> None:
    race = with_path(WALL, names="A B", momentum=[0, 1], turn=0)
    kart(race, "B").hand[0] = Item.STAR
    with dice(race, Order.DEFENSIVE, Order.PATH_1, 6, 1):  # the star rams its way past
        play_to(race, Phase.FALL_BACKS)
    assert order(race) == "BA"


def test_a83_an_item_is_spent_on_a_path_while_another_is_dragged() -> None:
    race = with_path(WALL, names="A B", turn=3)
    kart(race, "A").hook = Item.BANANA
    kart(race, "A").hand[0] = Item.STAR
    with dice(race):
        take_path(race, kart(race, "A"), 0)
    assert (kart(race, "A").hook, kart(race, "A").hand[0]) == (Item.BANANA, Item.NONE)
    assert kart(race, "A").star_until == 4


def test_a75_a_star_or_boo_spent_gives_its_state_and_1_and_no_theft() -> None:
    race = with_path(WALL, names="A B C", turn=3)
    kart(race, "A").hand[0] = Item.BOO
    kart(race, "B").hand[0] = Item.STAR
    with dice(race):
        take_path(race, kart(race, "A"), 0)
        take_path(race, kart(race, "B"), 0)
    assert (kart(race, "A").boo_until, kart(race, "A").momentum) == (4, 1)
    assert (kart(race, "B").star_until, kart(race, "B").momentum) == (4, 1)
    assert kart(race, "A").hand[0] == Item.NONE
    assert told(race, Stolen) == []


@pytest.mark.parametrize("item", [Item.BLOOPER, Item.THUNDERBOLT, Item.BANANA])
def test_a75_nothing_that_is_aimed_at_others(item: int) -> None:
    names: dict[int, str] = {
        Item.BLOOPER: "blooper",
        Item.THUNDERBOLT: "thunderbolt",
        Item.BANANA: "banana",
    }
    race = with_path({**GAP, "items": [names[item]]}, momentum=[2, 2, 2])
    kart(race, "A").hand[0] = item
    with dice(race):
        take_path(race, kart(race, "A"), 0)
    for name in "BC":
        other = kart(race, name)
        assert (other.momentum, other.ink_until, other.shrunk_until) == (2, 0, 0)
    assert race.fresh_peels[0] == 0


# --- A74: a path that fails with a Fall Back


def test_a74_a_fallen_driver_goes_last_of_the_group_at_once_and_gains_2() -> None:
    race = with_path(LEAP, names="A B C D", momentum=[0, 0, 0, 0])
    put(race, D=0, A=1)
    driver = kart(race, "B")
    driver.hand[0] = Item.MUSHROOM
    with dice(race, 3):
        take_path(race, driver, 0)
    assert order(race) == "ACDB"
    assert driver.momentum == 4  # the Mushroom's 2 and the Fall Back's
    assert (driver.fell_back, driver.falls_back, driver.hand[0]) == (1, 1, Item.NONE)


def test_a74_not_behind_the_group_that_follows() -> None:
    race = with_path(LEAP, names="A B C")
    put(race, A=1, B=1)
    race.course.segment[1].paths[0] = race.course.segment[0].paths[0]
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race, 3):
        take_path(race, kart(race, "A"), 0)
    assert order(race) == "BAC"


def test_a74_a_fallen_driver_takes_no_further_part_in_the_turn() -> None:
    race = with_path({**LEAP, "failure": {"fall_back": True}}, names="A B C", turn=0)
    for name in "ABC":
        kart(race, name).momentum = 1
    driver = kart(race, "B")
    driver.hook, driver.hand[0] = Item.BANANA, Item.MUSHROOM
    # their Banana waits for the end of their slot, which does not come; C drafts behind A now
    with dice(race, Order.DEFENSIVE, Order.PATH_1, Order.DRAFT, Use.AFTER, 3, 5, 2):
        play_to(race, Phase.BLUE_SHELLS)
    assert order(race) == "CAB"
    assert driver.hook == Item.BANANA
    with dice(race):
        play_to(race, Phase.ITEM_BOXES)  # 5 M, but no jockeying and no Pull Ahead
    assert driver.momentum == 5
    with dice(race):
        play_to(race, Phase.TURN_START)
    assert [kart(race, name).progress for name in "ABC"] == [1, 0, 1]
    assert driver.fell_back == 0
    assert order(race) == "CAB"


def test_a74_the_rest_of_the_group_ignores_a_fallen_driver() -> None:
    race = table("A B C", momentum=[0, 0, 0])
    kart(race, "B").fell_back = 1
    set_order(race, "ACB")
    assert behind_in_group(race, kart(race, "C")) == NOBODY
    assert is_last_of_group(race, kart(race, "C"))
    assert not same_group(kart(race, "A"), kart(race, "B"))
    assert not in_attack_reach(race, kart(race, "A"), kart(race, "B"))
    assert not in_attack_reach(race, kart(race, "B"), kart(race, "A"))


def test_a74_after_a_failed_path_there_is_no_free_use() -> None:
    race = with_path({**LEAP, "failure": {"fall_back": True}}, names="A B")
    driver = kart(race, "A")
    driver.hook, driver.hand[0] = Item.BANANA, Item.MUSHROOM
    take_order(driver, Order.PATH_1)
    with dice(race, Use.AFTER, 3):  # put off until after the action
        action_slot(race, driver)
    assert driver.hook == Item.BANANA


# --- A2, A5: groups and reach


def test_a2_the_order_is_sorted_by_progress_and_equal_drivers_stay() -> None:
    race = table("A B C D E")
    put(race, A=3, B=4, C=3, D=5, E=4)
    sort_by_progress(race)
    assert order(race) == "DBEAC"


@pytest.mark.parametrize(
    ("name", "index", "expected"), [("D", 1, "ADBC"), ("A", 3, "BCDA"), ("B", 1, "ABCD")]
)
def test_a2_a_driver_is_moved_and_the_others_close_up(name: str, index: int, expected: str) -> None:
    race = table("A B C D")
    move_in_order(race, seat(name), index)
    assert order(race) == expected


def test_a2_a33_groups() -> None:
    race = table("A B C")
    put(race, A=1)
    assert (is_first_of_group(race, kart(race, "A")), is_last_of_group(race, kart(race, "A"))) == (
        True,
        True,
    )
    assert ahead_in_group(race, kart(race, "B")) == NOBODY
    assert behind_in_group(race, kart(race, "B")) == seat("C")
    assert ahead_in_group(race, kart(race, "C")) == seat("B")
    kart(race, "B").finish_turn = 1
    assert ahead_in_group(race, kart(race, "C")) == NOBODY


def test_a5_only_the_same_group_is_in_reach_and_the_lapped_are_not() -> None:
    race = table("A B C")
    put(race, A=5)  # the same segment, a lap ahead
    assert not in_attack_reach(race, kart(race, "B"), kart(race, "A"))
    assert in_attack_reach(race, kart(race, "B"), kart(race, "C"))
    assert not in_attack_reach(race, kart(race, "B"), kart(race, "B"))


def test_a5_a_course_may_link_two_segments_for_attacks_but_not_for_passes() -> None:
    links = [{"segments": ["Straight 2", "Straight 4"]}]
    race = table("A B C", course=course_with({}, attack_link=links))
    put(race, A=3, B=2, C=1)
    assert in_attack_reach(race, kart(race, "C"), kart(race, "A"))
    assert in_attack_reach(race, kart(race, "A"), kart(race, "C"))
    assert not in_attack_reach(race, kart(race, "B"), kart(race, "A"))
    assert not same_group(kart(race, "A"), kart(race, "C"))
    put(race, A=8)  # the same two segments, but another lap
    assert not in_attack_reach(race, kart(race, "C"), kart(race, "A"))


def test_a78_immune_drivers_are_skipped() -> None:
    race = table("A B C", turn=2)
    kart(race, "B").boo_until = 2
    assert next_target(race, kart(race, "C"), 2, -1) == seat("A")
    assert next_target(race, kart(race, "A"), 0, 1) == seat("C")
    kart(race, "B").boo_until = 1
    assert next_target(race, kart(race, "C"), 2, -1) == seat("B")
    assert next_target(race, kart(race, "C"), 2, 1) == NOBODY
