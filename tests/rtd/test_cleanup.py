"""The Cleanup Phase after item boxes and fakes (R31, A68), and what ends in it (A60).

What lasts "to the end of next turn", begun on turn 4:

| turn | in force | ended in Cleanup |
|------|----------|------------------|
| 4    | yes      | no               |
| 5    | yes      | yes              |
| 6    | no       |                  |

Thunderbolt on turn 4, at M 2: M −1, then 0 in Cleanup; −2 on Racing Checks through turn 5.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from tests.journal import modifiers, told
from tests.rtd.table import course_with, dice, kart, order, play_to, put, set_order, story, table

from wreckoning.rulesets.rtd.events import (
    BoxMissed,
    Cause,
    CourseChanged,
    FakeHit,
    ItemLost,
    Lap,
    Modifier,
    Momentum,
    Ordered,
    Status,
    StatusEnded,
)
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.race import DEPLOY, NO, YES, Order, Phase, Race
from wreckoning.rulesets.rtd.rules.cleanup import (
    course_events,
    end_turn,
    settle_all_momentum,
    settle_order,
)
from wreckoning.rulesets.rtd.rules.statuses import (
    end_statuses,
    has_ink,
    is_boo,
    is_shrunk,
    is_star,
    last_turn,
)

A: Final = 0
ROCKS = {"name": "Rocks", "modifier": 0, "damage": "spin"}


def turn_of_stances(race: Race) -> None:
    """One whole turn in which nothing happens."""
    with dice(race, *[Order.DEFENSIVE] * race.drivers):
        play_to(race, Phase.TURN_START)


# --- R31: Momentum


@pytest.mark.parametrize(
    ("before", "standard", "slow"),
    [(-3, 0, 0), (-1, 0, 0), (0, 0, 0), (4, 4, 4), (5, 5, 4), (7, 5, 4)],
)
def test_r7_r8_r31_momentum_below_0_and_above_the_maximum(
    before: int, standard: int, slow: int
) -> None:
    cards = {"B": ("keen_eye", "slow")}
    race = table("A B", momentum=[before, before], karts=cards)
    settle_all_momentum(race)
    assert [kart(race, name).momentum for name in "AB"] == [standard, slow]


def test_r8_a14_until_cleanup_it_stays_as_it_is() -> None:
    race = table("A B", momentum=[8, -2])
    race.phase = Phase.EVENTS
    play_to(race, Phase.MOMENTUM)
    assert [kart(race, name).momentum for name in "AB"] == [8, -2]
    play_to(race, Phase.ORDER)
    assert [kart(race, name).momentum for name in "AB"] == [5, 0]


def test_r31_the_momentum_of_who_has_finished_is_left_alone() -> None:
    race = table("A B C", momentum=[7, 7, 7])
    kart(race, "A").finish_turn = 15
    settle_all_momentum(race)
    assert [kart(race, name).momentum for name in "ABC"] == [7, 5, 5]


# --- R31: changing conditions


PERIODIC = {"name": "Storm", "kind": "periodic", "every": 3, "lasts": 1, "state": "blowing"}
CYCLIC = {
    "name": "Tide",
    "kind": "cyclic",
    "states": [
        {"name": "low", "turns": 3},
        {"name": "rising", "turns": 1},
        {"name": "high", "turns": 2},
    ],
}


def with_event(event: dict[str, Any]) -> Race:
    """A race on a course with this event, which brings rocks in some of its states."""
    when = event.get("state", "high")
    rocks = ROCKS | {"event": event["name"], "when": when}
    return table("A B", course=course_with({5: {"hazard": [rocks]}}, event=[event]), turn=0)


@pytest.mark.parametrize(
    ("event", "states"),
    [
        (PERIODIC, [0, 0, 1, 0, 0, 1, 0]),
        (PERIODIC | {"every": 4, "lasts": 2}, [0, 0, 1, 1, 0, 0, 1]),
        (CYCLIC, [0, 0, 0, 1, 2, 2, 0, 0, 0, 1]),
    ],
)
def test_r9_r31_events_change_in_cleanup(event: dict[str, Any], states: list[int]) -> None:
    race = with_event(event)
    seen = []
    for _ in states:
        seen.append(race.events[0].state)
        course_events(race)
    assert seen == states


def test_r31_a_course_without_events_has_none() -> None:
    race = table("A B")
    with dice(race):
        course_events(race)
    assert not told(race, CourseChanged)


def test_r31_the_new_state_is_in_force_from_the_next_turn_on() -> None:
    event = PERIODIC | {"every": 2}
    rocks = ROCKS | {"event": "Storm", "when": "blowing"}
    segments = {n: {"hazard": [rocks]} for n in range(1, 6)}
    race = table("A B", momentum=[1, 1], course=course_with(segments, event=[event]), turn=0)
    turn_of_stances(race)
    assert told(race, CourseChanged) == [CourseChanged(0, 1)]
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE, 4, 4):
        play_to(race, Phase.TURN_START)
    assert told(race, CourseChanged) == [CourseChanged(0, 0)]
    turn_of_stances(race)


# --- A60: what lasts to the end of the next turn


STATUSES = [
    ("ink_until", has_ink, Status.INK),
    ("shrunk_until", is_shrunk, Status.SHRUNK),
    ("boo_until", is_boo, Status.BOO),
    ("star_until", is_star, Status.STAR),
]


@pytest.mark.parametrize(("field", "in_force", "status"), STATUSES)
def test_a60_through_cleanup_of_the_next_turn(field: str, in_force: Any, status: int) -> None:
    race = table("A B", turn=4)
    driver = kart(race, "A")
    setattr(driver, field, last_turn(race, Item.STAR, 0))
    for turn, ended in ((4, []), (5, [StatusEnded(A, status)])):
        race.turn = turn
        assert in_force(race, driver)
        with dice(race):
            end_statuses(race, driver)
        assert told(race, StatusEnded) == ended
    race.turn = 6
    assert not in_force(race, driver)
    assert getattr(driver, field) == 0


@pytest.mark.parametrize(
    ("item", "field", "who"),
    [
        (Item.BLOOPER, "ink_until", "B"),
        (Item.THUNDERBOLT, "shrunk_until", "B"),
        (Item.BOO, "boo_until", "A"),
        (Item.STAR, "star_until", "A"),
    ],
)
def test_a60_each_item_lasts_two_turns_in_play(item: int, field: str, who: str) -> None:
    race = table("A B", momentum=[1, 4], turn=3)
    kart(race, "A").hand[0] = item
    with dice(race, DEPLOY + item, Order.DEFENSIVE):
        play_to(race, Phase.TURN_START)
    assert getattr(kart(race, who), field) == 5
    turn_of_stances(race)
    assert race.turn == 5
    assert getattr(kart(race, who), field) == 0


def test_a60_a_repeat_renews_and_never_stacks() -> None:
    race = table("A B", momentum=[3, 1], turn=3)
    kart(race, "A").hand[0] = Item.BLOOPER
    with dice(race, Order.DEPLOY_BLOOPER, Order.DEFENSIVE):
        play_to(race, Phase.TURN_START)
    kart(race, "A").hand[0] = Item.BLOOPER
    with dice(race, Order.DEPLOY_BLOOPER, Order.AGGRESSIVE, 3):
        play_to(race, Phase.TURN_START)
    assert modifiers(race) == [(Modifier.INK, -1)]
    assert kart(race, "B").ink_until == 6


def test_r48_a60_worked_case_a_thunderbolt_on_turn_4() -> None:
    race = table("A B", momentum=[1, 2], turn=3)
    kart(race, "A").hand[0] = Item.THUNDERBOLT
    kart(race, "B").defensive = 0
    with dice(race, Order.DEPLOY_THUNDERBOLT, Order.AGGRESSIVE, 5, 6):  # 3; holds on with 4
        play_to(race, Phase.BLUE_SHELLS)
        assert kart(race, "B").momentum == -1
        play_to(race, Phase.TURN_START)
    assert kart(race, "B").momentum == 0
    assert modifiers(race) == [(Modifier.SHRUNK, -2), (Modifier.SHRUNK, -2)]
    with dice(race, Order.DEFENSIVE, Order.AGGRESSIVE, 5, 6):  # turn 5: the same
        play_to(race, Phase.TURN_START)
    assert modifiers(race) == [(Modifier.SHRUNK, -2), (Modifier.SHRUNK, -2)]
    with dice(race, Order.DEFENSIVE, Order.AGGRESSIVE, 4):  # turn 6: over
        play_to(race, Phase.TURN_START)
    assert modifiers(race) == []
    assert kart(race, "B").momentum == 1


def test_a60_it_still_counts_at_the_item_boxes_of_its_last_turn() -> None:
    race = table("A B", momentum=[1, 1], course=course_with({1: {"boxes": "plenty"}}), turn=5)
    kart(race, "A").ink_until = 5
    race.phase = Phase.ITEM_BOXES
    with dice(race, YES, 4, NO):
        play_to(race, Phase.TURN_START)
    assert modifiers(race) == [(Modifier.INK, -1)]
    assert kart(race, "A").hand[0] == Item.NONE
    assert kart(race, "A").ink_until == 0


# --- A16: what counted for this turn only


def test_a16_stances_and_chances_end_with_the_turn() -> None:
    race = table("A B")
    driver = kart(race, "A")
    turn_only = (
        "order",
        "defensive",
        "ramming",
        "slide_bonus",
        "item_used",
        "may_pull_ahead",
        "skips_features",
    )
    for name in turn_only:
        setattr(driver, name, 1)
    end_turn(race)
    assert [getattr(driver, name) for name in turn_only] == [0] * len(turn_only)


def test_a16_they_still_count_in_the_movement_phase() -> None:
    race = table("A B", momentum=[1, 3])
    with dice(race, Order.DEFENSIVE, Order.AGGRESSIVE, 2, 3, 5):  # 5 + 1 + 1 against 3 + 3
        play_to(race, Phase.FALL_BACKS)
    assert order(race) == "AB"
    assert (Modifier.DEFENSIVE, 1) in modifiers(race)


# --- A82: from the hand to the hook


@pytest.mark.parametrize(
    ("hook", "hand", "hook_after", "hand_after"),
    [
        (Item.NONE, Item.BANANA, Item.BANANA, Item.NONE),
        (Item.FAKE_ITEM_BOX, Item.BANANA, Item.FAKE_ITEM_BOX, Item.BANANA),
        (Item.NONE, Item.MUSHROOM, Item.NONE, Item.MUSHROOM),
        (Item.NONE, Item.TRIPLE_RED_SHELL, Item.TRIPLE_RED_SHELL, Item.NONE),
        (Item.NONE, Item.NONE, Item.NONE, Item.NONE),
    ],
)
def test_a82_at_cleanup_a_draggable_item_moves_to_an_empty_hook(
    hook: int, hand: int, hook_after: int, hand_after: int
) -> None:
    race = table("A B")
    driver = kart(race, "A")
    driver.hook, driver.hand[0] = hook, hand
    race.phase = Phase.ITEM_BOXES
    with dice(race):
        play_to(race, Phase.TURN_START)
    assert (driver.hook, driver.hand[0]) == (hook_after, hand_after)
    assert driver.shells == (3 if hook_after == Item.TRIPLE_RED_SHELL else 0)


def test_a82_only_one_of_two_moves() -> None:
    race = table("A B", carry="2")
    driver = kart(race, "A")
    driver.hand[:2] = [Item.FAKE_ITEM_BOX, Item.BANANA]
    race.phase = Phase.ITEM_BOXES
    with dice(race):
        play_to(race, Phase.TURN_START)
    assert (driver.hook, driver.hand[:2]) == (Item.FAKE_ITEM_BOX, [Item.NONE, Item.BANANA])


def test_a82_it_moves_before_the_item_boxes_so_that_there_is_room_in_hand() -> None:
    race = table("A B", course=course_with({1: {"boxes": "plenty"}}))
    driver = kart(race, "A")
    driver.hand[0] = Item.BANANA
    race.phase = Phase.ITEM_BOXES
    with dice(race, YES, 5, 6, NO):
        play_to(race, Phase.TURN_START)
    assert (driver.hook, driver.hand[0]) == (Item.BANANA, Item.MUSHROOM)
    assert not told(race, ItemLost)


# --- A68: the order of Cleanup


def test_a68_everything_in_its_order() -> None:
    # On turn 6 the storm begins; A hits a fake at the boxes and is below 0, their ink ends and they
    # completes a lap; B's M is above the maximum.
    rocks = ROCKS | {"event": "Storm", "when": "blowing"}
    course = course_with({1: {"hazard": [rocks]}, 5: {"boxes": "plenty"}}, event=[PERIODIC])
    race = table("A B", momentum=[1, 7], course=course, turn=6)
    put(race, A=4, B=3)
    race.fakes[4] = 1
    race.events[0].left = 1
    kart(race, "A").ink_until = 6
    race.phase = Phase.ITEM_BOXES
    with dice(race, YES, 3):
        play_to(race, Phase.TURN_START)
    assert story(
        race,
        BoxMissed,
        FakeHit,
        CourseChanged,
        StatusEnded,
        Momentum,
        Lap,
    ) == [
        "A BOX_MISSED",
        "A FAKE_HIT",
        "A MOMENTUM",
        "@ COURSE_CHANGED",
        "A STATUS_ENDED",
        "A MOMENTUM",
        "B MOMENTUM",
        "A LAP",
    ]
    assert [entry.cause for entry in told(race, Momentum)] == [
        Cause.FLIP,
        Cause.BELOW_ZERO,
        Cause.MAXIMUM,
    ]


def test_r31_a1_a2_progress_and_order_are_final() -> None:
    race = table("A B C D")
    put(race, A=4, B=4, C=3, D=4)
    set_order(race, "ABDC")
    kart(race, "B").fell_back = 1
    kart(race, "C").progress = 4  # pulled ahead, but the order was not put right
    settle_order(race)
    assert order(race) == "ADCB"
    assert [kart(race, name).progress for name in "ABCD"] == [5, 4, 5, 5]
    assert kart(race, "B").fell_back == 0


def test_a38_who_has_finished_drives_no_further() -> None:
    race = table("A B C")
    put(race, A=15, B=8, C=8)
    kart(race, "A").finish_turn = 1
    settle_order(race)
    assert [kart(race, name).progress for name in "ABC"] == [15, 9, 9]


def test_r16_r31_the_order_of_actions_is_the_order_that_cleanup_left() -> None:
    race = table("A B", momentum=[1, 2])
    race.phase = Phase.JOCKEYING
    with dice(race, 6, 1):
        play_to(race, Phase.TURN_START)
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE, 2, 3):
        play_to(race, Phase.BLUE_SHELLS)
    assert story(race, Ordered) == ["B ORDERED", "A ORDERED"]


def test_r12_a67_high_acceleration_fires_on_what_cleanup_left_before_any_action() -> None:
    race = table("A B", momentum=[-2, 0], karts={"A": ("high_acceleration", "thirsty")})
    race.phase = Phase.MOMENTUM
    with dice(race, Order.AGGRESSIVE, Order.DEFENSIVE, 4):
        play_to(race, Phase.BLUE_SHELLS)
    changes = [[entry.who, entry.change, entry.now, entry.cause] for entry in told(race, Momentum)]
    assert changes == [
        [A, 2, 0, Cause.BELOW_ZERO],
        [A, 1, 1, Cause.HIGH_ACCELERATION],
        [A, 1, 2, Cause.AGGRESSIVE],
    ]
