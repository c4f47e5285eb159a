"""Item boxes, Item Rolls, and fakes among the boxes (R6, R30, R31, A40–A45, A53).

Worked case: 3 boxes, 5 drivers arriving.

| driver | dice | taken before | result | box  |
|--------|------|--------------|--------|------|
| A      | 4    | 0            | 4      | yes  |
| B      | 4    | 1            | 3      | no   |
| C      | 5    | 1            | 4      | yes  |
| D      | 6    | 2            | 4      | yes  |
| E      | 6    | 3            |        | none |

The Item Roll: d6, +0 for first place, +1 for second …, +1 if fallen behind, ±1 for the kart; at
least 1, at most 12.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import entries, modifiers, told
from tests.rtd.table import (
    ABSENT,
    ROOKIE,
    asked,
    course_with,
    dice,
    kart,
    play_to,
    put,
    set_order,
    story,
    suspends,
    table,
)

from wreckoning.core import door
from wreckoning.core.ids import seat_range
from wreckoning.rulesets.rtd.events import (
    BoxMissed,
    FakeHit,
    Flipped,
    ItemLeft,
    ItemTaken,
    Modifier,
)
from wreckoning.rulesets.rtd.numbers import Item, Order
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import NO, YES, Loot, Phase, Race
from wreckoning.rulesets.rtd.rules.loot import (
    has_room,
    is_fallen_behind,
    item_boxes,
    item_roll,
    stow,
)

A, B, C, D, E = seat_range(5)


def at_boxes(names: str, boxes: Any, **more: Any) -> Race:
    """A race whose first segment has such a line, about to come to it."""
    race = table(names, course=course_with({1: {"boxes": boxes}}), **more)
    race.phase = Phase.ITEM_BOXES
    return race


def takers(race: Race) -> list[int]:
    """Who has taken a box since the last `dice`."""
    return [entry.who for entry in told(race, ItemTaken)]


# --- R30, A45: the line


def test_r30_a45_three_boxes_five_drivers() -> None:
    race = at_boxes("A B C D E", 3)
    with dice(race, YES, 4, 1, YES, 4, YES, 5, 1, YES, 6, 1):
        item_boxes(race)
    assert takers(race) == [A, C, D]
    penalties = [value for which, value in modifiers(race) if which == Modifier.BOXES_TAKEN]
    assert penalties == [-1, -1, -2]
    assert story(race, BoxMissed) == ["B BOX_MISSED"]
    assert kart(race, "D").momentum == 0  # a result of 4: the natural 6 brings nothing


@pytest.mark.parametrize(("boxes", "fewer"), [(5, False), (6, False), ("plenty", False), (4, True)])
def test_a45_enough_boxes_bring_no_penalty(boxes: Any, fewer: bool) -> None:
    race = at_boxes("A B C D E", boxes)
    with dice(race, *[YES, 4, 1], *([YES, 4] if fewer else [YES, 4, 1]) * 4):
        item_boxes(race)
    assert takers(race) == ([A] if fewer else [A, B, C, D, E])
    assert any(which == Modifier.BOXES_TAKEN for which, _ in modifiers(race)) == fewer


def test_a45_a_line_with_none_left_asks_nobody() -> None:
    race = at_boxes("A B", 1)
    with dice(race, YES, 4, 1):
        item_boxes(race)
    assert takers(race) == [A]


def test_a45_a_box_that_was_missed_or_left_is_still_there() -> None:
    race = at_boxes("A B C", 1)
    with dice(race, YES, 3, NO, YES, 4, 1):
        item_boxes(race)
    assert takers(race) == [C]


def test_a45_only_those_who_arrive_at_this_line_count() -> None:
    race = table("A B C D", course=course_with({2: {"boxes": 2}}))
    put(race, A=1, B=1)  # C and D are a segment behind
    with dice(race, YES, 4, 1, YES, 4, 1):
        item_boxes(race)
    assert takers(race) == [A, B]


def test_a45_in_race_order() -> None:
    race = at_boxes("A B C", 2)
    set_order(race, "CAB")
    with dice(race, YES, 4, 1, YES, 5, 1):
        item_boxes(race)
    assert takers(race) == [C, A]


def test_a45_lines_are_counted_by_group_from_front_to_back() -> None:
    # A and B arrive at the line of segment 2, C and D at that of segment 1: one box each
    course = course_with({1: {"boxes": 1}, 2: {"boxes": 1}})
    race = table("A B C D", course=course)
    put(race, A=1, B=1)
    with dice(race, YES, 4, 1, YES, 4, 1):
        item_boxes(race)
    assert takers(race) == [A, C]


def test_a5_a45_drivers_on_different_laps_do_not_share_a_line() -> None:
    race = at_boxes("A B", 1)
    put(race, A=5)
    with dice(race, YES, 4, 1, YES, 4, 1):
        item_boxes(race)
    assert takers(race) == [A, B]
    assert (Modifier.BOXES_TAKEN, -1) not in modifiers(race)


def test_a45_the_boxes_are_back_next_turn() -> None:
    race = table("A B", momentum=[1, 1], course=course_with({1: {"boxes": 1}}))
    put(race, A=1)  # A is through, B comes to the one box there is; then the same with B and A
    race.phase = Phase.ITEM_BOXES
    with dice(race, YES, 4, 6):
        play_to(race, Phase.FAKES)
    race.phase = Phase.ITEM_BOXES
    put(race, A=5, B=1)
    with dice(race, YES, 4, 6):
        play_to(race, Phase.FAKES)
    assert takers(race) == [A]
    assert modifiers(race) == []


def test_r30_no_boxes_no_checks() -> None:
    race = at_boxes("A B", "none")
    with dice(race):
        item_boxes(race)


def test_a12_it_is_a_racing_check_with_its_momentum() -> None:
    race = at_boxes("A B C", "plenty", momentum=[1, 1, 1])
    with dice(race, YES, 6, 1, YES, 1, YES, 2):
        item_boxes(race)
    assert [kart(race, name).momentum for name in "ABC"] == [2, 0, 1]


@pytest.mark.parametrize(
    ("cards", "die", "taken"),
    [
        (("keen_eye", "slow"), 3, True),
        (("sure_wheels", "butterfingers"), 4, False),
        (("sure_wheels", "butterfingers"), 5, True),
    ],
)
def test_r11_perks_and_debuffs_at_the_boxes(cards: tuple[str, str], die: int, taken: bool) -> None:
    race = at_boxes("A B", "plenty", karts={"A": cards})
    with dice(race, YES, die, *([1] if taken else []), NO):
        item_boxes(race)
    assert takers(race) == ([A] if taken else [])


# --- A44: who may check


def test_a44_the_check_is_optional() -> None:
    race = at_boxes("A B", "plenty")
    with suspends(race):
        item_boxes(race)
    assert asked(race) == (A, Question.ITEM_BOX, [YES, NO])
    with dice(race, NO, NO):
        item_boxes(race)
    assert takers(race) == []


def test_a30_a44_the_absent_try() -> None:
    race = at_boxes("A B", "plenty")
    door.seed_race(race, 1, 1)
    for name in "AB":
        race.door.policy[kart(race, name).seat] = ABSENT
    item_boxes(race)
    checks = [entry for entry in entries(race, door.ROLL) if entry[1] == Question.BOX_CHECK]
    assert [entry[0] for entry in checks] == [A, B]


def test_a44_not_who_fell_back_nor_who_has_finished() -> None:
    race = at_boxes("A B C", 2)
    kart(race, "C").fell_back = 1
    put(race, A=15)
    kart(race, "A").finish_turn = 3
    with dice(race, YES, 4, 1):
        item_boxes(race)
    assert takers(race) == [B]


def test_a45_who_fell_back_does_not_count_as_arriving() -> None:
    race = at_boxes("A B C", 2)
    kart(race, "C").fell_back = 1
    with dice(race, YES, 4, 1, YES, 4, 1):
        item_boxes(race)
    assert takers(race) == [A, B]


def test_a44_a_driver_who_pulled_ahead_checks_only_where_they_ended() -> None:
    course = course_with({1: {"boxes": "plenty"}, 2: {"boxes": 1}})
    race = table("A B C", momentum=[1, 4, 1], course=course)
    put(race, A=1)
    race.phase = Phase.PULL_AHEADS
    # B pulls ahead into A's segment: one box there for two, and C alone at the first line
    with dice(race, YES, 4, YES, 3, YES, 4, 2, YES, 4, 3):
        play_to(race, Phase.FAKES)
    assert takers(race) == [B, C]
    assert kart(race, "B").hook == Item.GREEN_SHELL  # 2 + 1 for second place


def test_a3_a42_who_pulled_ahead_of_one_who_fell_back_has_the_better_place() -> None:
    race = table("A B C", momentum=[1, 0, 4], course=course_with({2: {"boxes": "plenty"}}))
    put(race, A=1, B=1)
    race.phase = Phase.FALL_BACKS
    with dice(race, 1, YES, 4, NO, YES, 4, 2):
        play_to(race, Phase.FAKES)
    assert told(race, ItemTaken) == [ItemTaken(C, Item.GREEN_SHELL)]  # 2 + 1: they are second


# --- R6: the Item Roll


@pytest.mark.parametrize(
    ("place", "die", "item"),
    [
        (1, 1, Item.BANANA),
        (1, 6, Item.MUSHROOM),
        (2, 1, Item.FAKE_ITEM_BOX),
        (3, 6, Item.BOO),
        (6, 1, Item.MUSHROOM),
        (6, 6, Item.STAR),
    ],
)
def test_r6_a_bonus_for_the_race_position(place: int, die: int, item: int) -> None:
    race = table("A B C D E F")
    driver = race.karts[place - 1]
    with dice(race, die):
        assert item_roll(race, driver) == item


def test_a40_with_six_drivers_6_and_5_and_1_are_exactly_12() -> None:
    race = table("A B C D E F", turn=2)
    with dice(race, 6):
        assert item_roll(race, kart(race, "F")) == Item.THUNDERBOLT
    assert modifiers(race) == [(Modifier.POSITION, 5), (Modifier.FALLEN_BEHIND, 1)]


def test_a40_above_12_counts_as_12() -> None:
    race = table("A B C D E F G H I J K L")
    with dice(race, 6):
        assert item_roll(race, kart(race, "L")) == Item.THUNDERBOLT


@pytest.mark.parametrize(
    ("face", "item"), [(1, Item.STAR), (2, Item.BANANA), (3, Item.BANANA), (6, Item.BLOOPER)]
)
def test_a87_the_item_table_may_be_another(face: int, item: int) -> None:
    """Four rows, the same item in two of them; more than 4 counts as 4."""
    race = table("A B")
    race.loot = Loot()
    race.loot.rows = 4
    race.loot.listed[:4] = [Item.STAR, Item.BANANA, Item.BANANA, Item.BLOOPER]
    with dice(race, face):
        assert item_roll(race, kart(race, "A")) == item


def test_a40_below_1_counts_as_1() -> None:
    race = table("A B", karts={"A": ("keen_eye", "low_loot")})
    with dice(race, 1):
        assert item_roll(race, kart(race, "A")) == Item.BANANA


@pytest.mark.parametrize(
    ("cards", "item"),
    [(("item_bonus", "slow"), Item.BLOOPER), (("keen_eye", "low_loot"), Item.FAKE_ITEM_BOX)],
)
def test_r6_r12_r13_the_kart_counts(cards: tuple[str, str], item: int) -> None:
    race = table("A B", karts={"A": cards})
    with dice(race, 3):
        assert item_roll(race, kart(race, "A")) == item


TWELVE = "A B C D E F G H I J K L"


@pytest.mark.parametrize(("place", "bonus"), [(1, 0), (2, 0), (4, 1), (6, 2), (8, 3), (12, 5)])
def test_a85_with_more_than_six_drivers_a_switch_spreads_the_bonus(place: int, bonus: int) -> None:
    """Twelve share the 0 to 5 of six: the last has more than Thunderbolts in reach."""
    race = table(TWELVE, item_bonus="spread")
    with dice(race, 1):
        assert item_roll(race, race.karts[place - 1]) == 1 + bonus
    assert modifiers(race) == ([(Modifier.POSITION, bonus)] if bonus else [])


@pytest.mark.parametrize(("switch", "names"), [("place", TWELVE), ("spread", "A B C D E F")])
def test_a85_r6_without_the_switch_or_with_six_drivers_it_is_by_place(
    switch: str, names: str
) -> None:
    """ "Second Place gets +1, Third gets +2, etc."."""
    race = table(names, item_bonus=switch)
    last = race.drivers - 1
    with dice(race, 1):
        assert item_roll(race, race.karts[last]) == min(1 + last, 12)


def test_a85_the_last_of_seven_has_what_the_last_of_six_has() -> None:
    race = table("A B C D E F G", item_bonus="spread")
    with dice(race, 6):
        assert item_roll(race, kart(race, "G")) == Item.STAR
    with dice(race, 6):
        assert item_roll(race, kart(race, "A")) == Item.MUSHROOM


@pytest.mark.parametrize(("turn", "behind"), [(4, False), (5, False), (6, True), (7, True)])
def test_a41_fallen_behind_is_progress_below_a_segment_a_turn(turn: int, behind: bool) -> None:
    """ "If a player has fallen behind, they get an additional +1 bonus to this roll"."""
    race = table("A B", turn=turn)
    driver = kart(race, "A")
    driver.progress = 4  # where base pace brings one to on turn 5
    assert is_fallen_behind(driver, race.turn) == behind
    with dice(race, 3):
        assert item_roll(race, driver) == (Item.BLOOPER if behind else Item.GREEN_SHELL)


def test_a41_who_fell_back_and_caught_up_by_a_path_is_not_behind() -> None:
    way = {"name": "Way", "check": 0, "success": {"advance": True}}
    course = course_with({1: {"path": [way]}, 2: {"boxes": "plenty"}})
    race = table("A B", momentum=[3, 0], course=course, turn=0)
    race.phase = Phase.TURN_START
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE, 1):
        play_to(race, Phase.TURN_START)
    assert is_fallen_behind(kart(race, "B"), 2)
    with dice(race, Order.DEFENSIVE, Order.PATH_1, 4, YES, 4, 3, YES, 4, 3):
        play_to(race, Phase.TURN_START)
    assert [kart(race, name).hook for name in "AB"] == [Item.GREEN_SHELL, Item.NONE]
    assert kart(race, "B").hand[0] == Item.BLOOPER  # 3, and 1 for second place
    assert kart(race, "B").falls_back == 1


def test_a41_as_falling_back_and_pulling_ahead_count_in_play() -> None:
    race = table("A B", momentum=[4, 0])
    race.phase = Phase.FALL_BACKS
    with dice(race, 1, YES, 4):
        play_to(race, Phase.TURN_START)
    assert not is_fallen_behind(kart(race, "A"), race.turn + 1)
    assert is_fallen_behind(kart(race, "B"), race.turn + 1)


def test_a42_finished_drivers_count_for_the_position() -> None:
    race = table("A B C")
    put(race, A=15)
    kart(race, "A").finish_turn = 3
    with dice(race, 2):
        assert item_roll(race, kart(race, "C")) == Item.BLOOPER


def test_a42_it_is_the_position_in_cleanup() -> None:
    race = at_boxes("A B", "plenty", momentum=[1, 2])
    race.phase = Phase.JOCKEYING
    with dice(race, 6, 1, YES, 4, 2, YES, 4, 2):
        play_to(race, Phase.FAKES)
    assert [[entry.who, entry.item] for entry in told(race, ItemTaken)] == [
        [B, Item.FAKE_ITEM_BOX],
        [A, Item.GREEN_SHELL],
    ]


# --- A43: what a driver can carry


@pytest.mark.parametrize(
    ("item", "hook", "hand"),
    [
        (Item.BANANA, Item.BANANA, Item.NONE),
        (Item.FAKE_ITEM_BOX, Item.FAKE_ITEM_BOX, Item.NONE),
        (Item.GREEN_SHELL, Item.GREEN_SHELL, Item.NONE),
        (Item.BOB_OMB, Item.BOB_OMB, Item.NONE),
        (Item.RED_SHELL, Item.RED_SHELL, Item.NONE),
        (Item.TRIPLE_RED_SHELL, Item.TRIPLE_RED_SHELL, Item.NONE),
        (Item.BLOOPER, Item.NONE, Item.BLOOPER),
        (Item.MUSHROOM, Item.NONE, Item.MUSHROOM),
        (Item.BOO, Item.NONE, Item.BOO),
        (Item.STAR, Item.NONE, Item.STAR),
        (Item.THUNDERBOLT, Item.NONE, Item.THUNDERBOLT),
    ],
)
def test_a43_a56_on_the_hook_or_in_hand(item: int, hook: int, hand: int) -> None:
    race = table("A B")
    driver = kart(race, "A")
    assert stow(race, driver, item, 3)
    assert (driver.hook, driver.hand[0]) == (hook, hand)
    assert driver.shells == (3 if item == Item.TRIPLE_RED_SHELL else 0)


def test_a43_a82_with_a_full_hook_a_draggable_item_goes_to_the_hand() -> None:
    race = at_boxes("A B", "plenty")
    kart(race, "A").hook = Item.RED_SHELL
    with dice(race, YES, 4, 1, NO):
        item_boxes(race)
    assert (kart(race, "A").hook, kart(race, "A").hand[0]) == (Item.RED_SHELL, Item.BANANA)


def test_a43_with_both_full_no_check_and_no_box_taken() -> None:
    race = at_boxes("A B", 1)
    kart(race, "A").hook = Item.BANANA
    kart(race, "A").hand[0] = Item.STAR
    with dice(race, YES, 4, 1):
        item_boxes(race)
    assert takers(race) == [B]


# Hand full, hook free: "Items that can be Dragged" go on the hook, of others one is kept.


def test_a43_with_the_hook_free_and_the_hand_full_they_choose_which_to_keep() -> None:
    race = at_boxes("A B", "plenty")
    driver = kart(race, "A")
    driver.hand[0] = Item.STAR
    with suspends(race, YES, 4, 6):  # a Mushroom
        item_boxes(race)
    assert asked(race) == (0, Question.KEEP_ITEM, [Item.STAR, Item.MUSHROOM])
    assert race.door.asks[0].subject == Item.MUSHROOM


@pytest.mark.parametrize(("kept", "left"), [(Item.STAR, Item.MUSHROOM), (Item.MUSHROOM, Item.STAR)])
def test_a43_they_keep_one_and_leave_the_other(kept: int, left: int) -> None:
    race = at_boxes("A B", 1)
    driver = kart(race, "A")
    driver.hand[0] = Item.STAR
    with dice(race, YES, 4, 6, kept):  # the box is taken: none is left for B
        item_boxes(race)
    assert (driver.hook, driver.hand[:2]) == (Item.NONE, [kept, Item.NONE])
    assert told(race, ItemTaken) == [ItemTaken(A, Item.MUSHROOM)]
    assert told(race, ItemLeft) == [ItemLeft(A, left)]


def test_a43_a_draggable_item_goes_on_the_free_hook_without_a_question() -> None:
    race = at_boxes("A B", 1)
    kart(race, "A").hand[0] = Item.STAR
    with dice(race, YES, 4, 3):
        item_boxes(race)
    assert (kart(race, "A").hook, kart(race, "A").hand[0]) == (Item.GREEN_SHELL, Item.STAR)


def test_a43_two_of_a_kind_are_no_question() -> None:
    race = at_boxes("A B", 1)
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race, YES, 4, 6):
        item_boxes(race)
    assert kart(race, "A").hand[:2] == [Item.MUSHROOM, Item.NONE]
    assert told(race, ItemLeft) == [ItemLeft(A, Item.MUSHROOM)]


@pytest.mark.parametrize(
    ("hand", "answers", "kept", "left"),
    [
        ([Item.STAR, Item.BOO], (Item.MUSHROOM, Item.BOO), [Item.MUSHROOM, Item.BOO], Item.STAR),
        ([Item.STAR, Item.BOO], (Item.BOO, Item.STAR), [Item.BOO, Item.STAR], Item.MUSHROOM),
        ([Item.STAR, Item.BOO], (Item.STAR, Item.MUSHROOM), [Item.STAR, Item.MUSHROOM], Item.BOO),
        ([Item.STAR, Item.MUSHROOM], (Item.MUSHROOM,), [Item.MUSHROOM, Item.MUSHROOM], Item.STAR),
        ([Item.STAR, Item.MUSHROOM], (Item.STAR,), [Item.STAR, Item.MUSHROOM], Item.MUSHROOM),
    ],
)
def test_a43_a_larger_hand_is_filled_place_by_place(
    hand: list[int], answers: tuple[int, ...], kept: list[int], left: int
) -> None:
    race = at_boxes("A B", 1, carry="2")
    driver = kart(race, "A")
    driver.hand[:2] = hand
    if len(answers) == 1 and answers[0] == Item.MUSHROOM:
        answers = (Item.MUSHROOM, Item.MUSHROOM)  # then of Mushroom and Star
    with dice(race, YES, 4, 6, *answers):
        item_boxes(race)
    assert driver.hand[:3] == [*kept, Item.NONE]
    assert told(race, ItemLeft) == [ItemLeft(A, left)]


def test_a43_a30_an_absent_driver_keeps_what_is_in_hand() -> None:
    race = at_boxes("A B", 1)
    kart(race, "A").hand[0] = Item.STAR
    with dice(race, YES, 4, 6):
        race.door.live = 1
        race.door.dice[:] = [1, 2, 3, 4]
        race.door.policy[:2] = [ABSENT, ABSENT]
        item_boxes(race)
    assert kart(race, "A").hand[0] == Item.STAR


def test_a43_a_rookie_keeps_what_promises_more() -> None:
    for hand, die, kept in (
        (Item.BLOOPER, 6, Item.MUSHROOM),
        (Item.STAR, 4, Item.STAR),
        (Item.BLOOPER, 4, Item.BLOOPER),
    ):
        race = at_boxes("A B", 1)
        kart(race, "A").hand[0] = hand
        with dice(race, YES, 4, die):
            race.door.live = 1
            race.door.policy[:2] = [ROOKIE] * 2
            item_boxes(race)
        assert kart(race, "A").hand[0] == kept


@pytest.mark.parametrize(
    ("carry", "in_hand", "hook", "room"),
    [
        ("1", 0, Item.NONE, True),
        ("1", 0, Item.BANANA, True),
        ("1", 1, Item.NONE, True),
        ("1", 1, Item.BANANA, False),
        ("0", 0, Item.NONE, True),
        ("0", 0, Item.BANANA, False),
        ("2", 1, Item.BANANA, True),
        ("2", 2, Item.BANANA, False),
        ("3", 2, Item.TRIPLE_RED_SHELL, True),
        ("3", 3, Item.TRIPLE_RED_SHELL, False),
    ],
)
def test_a43_the_switch_carry(carry: str, in_hand: int, hook: int, room: bool) -> None:
    race = table("A B", carry=carry)
    driver = kart(race, "A")
    driver.hook = hook
    driver.hand[:in_hand] = [Item.MUSHROOM] * in_hand
    assert has_room(race, driver) == room
    assert stow(race, driver, Item.BANANA, 0) == room


def test_a43_a_big_trunk_has_room_for_one_more() -> None:
    race = table("A B", karts={"A": ("big_trunk", "slow")}, carry="3")
    driver = kart(race, "A")
    driver.hook = Item.BANANA
    driver.hand[:3] = [Item.MUSHROOM] * 3
    assert stow(race, driver, Item.STAR, 0)
    assert driver.hand[3] == Item.STAR
    assert not has_room(race, driver)


def test_a43_a_hook_alone_holds_nothing_that_is_not_dragged() -> None:
    race = at_boxes("A B", "plenty", carry="0")
    with dice(race, YES, 4, 6, NO):  # a Mushroom
        item_boxes(race)
    assert (kart(race, "A").hook, kart(race, "A").hand[0]) == (Item.NONE, Item.NONE)
    assert told(race, ItemLeft) == [ItemLeft(A, Item.MUSHROOM)]


# --- R31, R38, A53: fakes among the boxes


@pytest.mark.parametrize(("die", "hit"), [(1, True), (2, True), (3, False), (4, False)])
def test_r38_a_result_of_2_or_less_hits_a_fake(die: int, hit: bool) -> None:
    race = at_boxes("A B", "plenty", momentum=[3, 1])
    race.fakes[0] = 1
    with dice(race, YES, die, *([1] if die == 4 else []), NO):
        play_to(race, Phase.EVENTS)
    assert story(race, FakeHit, Flipped) == (["A FAKE_HIT", "A FLIPPED"] if hit else [])
    assert race.fakes[0] == (0 if hit else 1)
    assert kart(race, "A").momentum == {1: 0, 2: 1}.get(die, 3)


def test_a13_it_is_the_result_that_counts() -> None:
    race = at_boxes("A B C", 2, momentum=[1, 3, 1])
    race.fakes[0] = 1
    with dice(race, YES, 4, 1, YES, 3, NO):  # B: 3 − 1
        play_to(race, Phase.EVENTS)
    assert story(race, FakeHit) == ["B FAKE_HIT"]


def test_a53_the_first_such_driver_in_race_order_and_then_it_is_gone() -> None:
    race = at_boxes("A B C", "plenty", momentum=[3, 3, 3])
    set_order(race, "CBA")
    race.fakes[0] = 1
    with dice(race, YES, 3, YES, 2, YES, 2):
        play_to(race, Phase.EVENTS)
    assert story(race, FakeHit) == ["B FAKE_HIT"]
    assert [kart(race, name).momentum for name in "ABC"] == [3, 1, 3]


def test_a53_two_fakes_hit_two_drivers() -> None:
    race = at_boxes("A B C", "plenty", momentum=[3, 3, 3])
    race.fakes[0], race.fresh_fakes[0] = 1, 1
    with dice(race, YES, 2, YES, 2, YES, 2):
        play_to(race, Phase.EVENTS)
    assert [kart(race, name).momentum for name in "ABC"] == [1, 1, 3]
    assert (race.fakes[0], race.fresh_fakes[0]) == (0, 0)


def test_r31_fakes_strike_when_all_boxes_are_assigned() -> None:
    race = at_boxes("A B", "plenty", momentum=[3, 3])
    race.fakes[0] = 1
    with dice(race, YES, 2, YES, 4, 1):
        play_to(race, Phase.EVENTS)
    assert story(race, BoxMissed, ItemTaken, FakeHit) == [
        "A BOX_MISSED",
        "B ITEM_TAKEN",
        "A FAKE_HIT",
    ]


def test_r31_it_strikes_once() -> None:
    race = at_boxes("A B", "plenty", momentum=[5, 1])
    race.fakes[0] = 1
    with dice(race, YES, 2, NO):
        play_to(race, Phase.TURN_START)
    race.phase = Phase.ITEM_BOXES
    with dice(race):
        play_to(race, Phase.TURN_START)
    assert not told(race, FakeHit)
    assert kart(race, "A").momentum == 3


def test_r38_a_fake_elsewhere_is_not_hit_here() -> None:
    race = at_boxes("A B", "plenty", momentum=[3, 3])
    race.fakes[1] = 1
    with dice(race, YES, 2, NO):
        play_to(race, Phase.EVENTS)
    assert race.fakes[1] == 1
    assert kart(race, "A").momentum == 3


def test_r38_a_peel_among_the_boxes_is_no_fake() -> None:
    race = at_boxes("A B", "plenty", momentum=[3, 3])
    race.peels[0] = 1
    with dice(race, YES, 2, NO):
        play_to(race, Phase.EVENTS)
    assert not told(race, FakeHit)


def test_r38_who_leaves_the_boxes_alone_hits_no_fake() -> None:
    race = at_boxes("A B", "plenty")
    race.fakes[0] = 1
    with dice(race, NO, NO):
        play_to(race, Phase.EVENTS)
    assert race.fakes[0] == 1


@pytest.mark.parametrize("status", ["boo_until", "star_until"])
def test_r44_r47_an_immune_driver_hits_no_fake(status: str) -> None:
    race = at_boxes("A B", "plenty", momentum=[3, 3])
    race.fakes[0] = 1
    setattr(kart(race, "A"), status, 1)
    with dice(race, YES, 1, NO):
        play_to(race, Phase.EVENTS)
    assert race.fakes[0] == 1
    assert kart(race, "A").momentum == 2
