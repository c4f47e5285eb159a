"""The Action Phase: orders, slots, and the actions without items or paths (R16–R21, R24).

Drive Aggressively (R18)             Power Slide (R24)

| result    | R1 | R18 | Momentum |  | the segment      | modifier | Grippy Tires |
|-----------|----|-----|----------|  |------------------|----------|--------------|
| 0 or less | −2 |     | −2       |  | tight, straight  | −1       | 0            |
| 1         | −1 |     | −1       |  | broad straight   | 0        | 0            |
| 2, 3      |    |     | 0        |  | curve            | 0        | 0            |
| 4         |    | +1  | +1       |  | broad curve      | +1       | +1           |
| 5         |    | +2  | +2       |
| 6         | +1 | +2  | +3       |
| 7 or more | +2 | +2  | +4       |
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import entries, modifiers, told
from tests.rtd.table import (
    ABSENT,
    asked,
    course_with,
    dice,
    jockey,
    kart,
    order,
    play_to,
    put,
    set_order,
    step,
    suspends,
    table,
)

from wreckoning.core.door import ROLL, choose, offer, pose
from wreckoning.core.errors import Refused
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.events import ActionLost, Flipped, Modifier, Ordered, Stance, Washed
from wreckoning.rulesets.rtd.numbers import Item, Order, Use
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import DEPLOY, NO, YES, Effect, Kind, Phase, Race
from wreckoning.rulesets.rtd.rules.actions import (
    act,
    action_slot,
    draft,
    drive_aggressively,
    power_slide,
    take_order,
)
from wreckoning.rulesets.rtd.rules.curves import slide_modifier
from wreckoning.rulesets.rtd.rules.deploy import choose_throw_target
from wreckoning.rulesets.rtd.rules.movement import may_pull_ahead
from wreckoning.rulesets.rtd.rules.passing import pass_attempt

BASE = [Order.AGGRESSIVE, Order.DEFENSIVE, Order.SLIDE, Order.RAM]


def beginning(names: str = "A B C", **options: Any) -> Race:
    """A race before turn 1."""
    return table(names, turn=0, **options)


def on(kind: str, **more: Any) -> dict[str, Any]:
    """A course whose first segment is of this kind."""
    return course_with({1: {"kind": kind, **more}})


def offered(race: Race, seat: SeatIndex) -> list[int]:
    """What this seat is asked to choose from."""
    for index in range(race.door.open):
        ask = race.door.asks[index]
        if ask.by == seat:
            return ask.options[: ask.count]
    raise AssertionError(f"seat {seat} is not asked")


# --- R16, R17, A80: orders


def test_r17_a80_orders_are_asked_of_all_at_once() -> None:
    race = beginning()
    set_order(race, "CAB")
    with suspends(race):
        step(race)
    assert race.door.open == 3
    assert [race.door.asks[i].by for i in range(3)] == [2, 0, 1]
    assert {race.door.asks[i].question for i in range(3)} == {Question.ORDER}
    # with two of three orders the third is still asked, and nothing has happened yet
    race = beginning()
    with suspends(race, Order.AGGRESSIVE, Order.DEFENSIVE):
        step(race)
    assert race.phase == Phase.ORDERS
    assert [kart(race, name).order for name in "ABC"] == [Order.NONE] * 3
    assert told(race, Stance) == []


def test_r17_one_action_a_turn() -> None:
    race = beginning("A B")
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE, 4, 4):
        play_to(race, Phase.BLUE_SHELLS)
    assert [kart(race, name).momentum for name in "AB"] == [1, 1]


@pytest.mark.parametrize(
    "answer", [Order.NONE, Order.DRAFT, Order.PATH_1, Order.CUSTOM, DEPLOY + Item.MUSHROOM, 99]
)
def test_r17_an_action_that_is_not_open_is_refused(answer: int) -> None:
    race = beginning("A B")
    with pytest.raises(Refused), dice(race, answer, Order.AGGRESSIVE):
        step(race)


def test_r17_the_list_of_actions() -> None:
    race = beginning("A B C")
    kart(race, "B").hand[0] = Item.MUSHROOM
    kart(race, "C").hook, kart(race, "C").shells = Item.TRIPLE_RED_SHELL, 2
    with suspends(race):
        step(race)
    assert offered(race, 0) == BASE  # nobody ahead to draft
    assert offered(race, 1) == [*BASE, Order.DRAFT, DEPLOY + Item.MUSHROOM]
    assert offered(race, 2) == [*BASE, Order.DRAFT, DEPLOY + Item.TRIPLE_RED_SHELL]


def test_r17_each_item_in_hand_is_offered_once() -> None:
    race = beginning("A B", carry="3")
    kart(race, "A").hand[:3] = [Item.MUSHROOM, Item.BLOOPER, Item.MUSHROOM]
    kart(race, "B").hook, kart(race, "B").shells = Item.TRIPLE_RED_SHELL, 3
    kart(race, "B").hand[0] = Item.TRIPLE_RED_SHELL
    with suspends(race):
        step(race)
    assert offered(race, 0) == [*BASE, DEPLOY + Item.MUSHROOM, DEPLOY + Item.BLOOPER]
    assert offered(race, 1) == [*BASE, Order.DRAFT, DEPLOY + Item.TRIPLE_RED_SHELL]


def test_r17_what_is_dragged_is_no_action() -> None:
    race = beginning("A B")
    kart(race, "A").hook = Item.BANANA
    with suspends(race):
        step(race)
    assert offered(race, 0) == BASE


def test_r17_a69_switch_referee_opens_other_actions() -> None:
    race = beginning("A B", referee="on")
    with suspends(race):
        step(race)
    assert offered(race, 0) == [*BASE, Order.CUSTOM]
    # modifier +1, success: a gain of 2; the die is a 3
    answers = (1, Effect.GAIN_2, Effect.SPIN_OUT, 3)
    race = beginning("A B", referee="on")
    with dice(race, Order.CUSTOM, Order.DEFENSIVE, *answers):
        play_to(race, Phase.BLUE_SHELLS)
    assert kart(race, "A").momentum == 2


def test_r16_actions_first_place_to_last() -> None:
    race = beginning()
    set_order(race, "CAB")
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE, Order.AGGRESSIVE, 4, 5, 6):
        play_to(race, Phase.BLUE_SHELLS)
    assert [kart(race, name).momentum for name in "CAB"] == [1, 2, 3]
    assert [entry[0] for entry in entries(race, ROLL)] == [2, 0, 1]


def test_r16_a19_the_order_of_actions_is_that_of_the_start_of_the_turn() -> None:
    # B drafts past A at once; C still acts last, and drafts at A, who is ahead of them now
    race = beginning()
    with dice(race, Order.AGGRESSIVE, Order.DRAFT, Order.DRAFT, 4, 5, 1, 5, 1):
        step(race)
        assert [race.queue[i] for i in range(3)] == [0, 1, 2]
        step(race)
        step(race)
        assert order(race) == "BAC"
        assert race.phase == Phase.ACTIONS
        step(race)
    assert race.phase == Phase.BLUE_SHELLS
    assert order(race) == "BCA"
    assert [entry[0] for entry in entries(race, ROLL)] == [0, 1, 0, 2, 0]


def test_r16_finished_drivers_are_not_asked_and_do_not_act() -> None:
    race = beginning()
    driver = kart(race, "A")
    driver.finish_turn, driver.progress = 1, 15
    # they finished on a turn in which they were defensive: nobody hears of it again
    take_order(driver, Order.DEFENSIVE)
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE, 4, 4):
        play_to(race, Phase.BLUE_SHELLS)
    assert told(race, Stance) == []
    assert [entry[0] for entry in entries(race, ROLL)] == [1, 2]
    # nor do they act on what they ordered then
    take_order(driver, Order.AGGRESSIVE)
    driver.hook = Item.BANANA
    race.phase, race.slot = Phase.ACTIONS, 0
    with dice(race):
        step(race)
    assert race.slot == 1
    race = beginning("A B")
    kart(race, "A").finish_turn = 1
    with suspends(race):
        step(race)
    assert offered(race, 1) == BASE  # nobody drafts behind who has finished


def test_r16_a_position_in_the_middle_of_the_actions_asks_for_the_order() -> None:
    race = table("A B")
    race.phase, race.slot = Phase.ACTIONS, 1
    race.queue[:2] = [0, 1]
    with suspends(race):
        step(race)
    assert asked(race) == (1, Question.ORDER, [*BASE, Order.DRAFT])


# --- R18: Drive Aggressively


@pytest.mark.parametrize(
    ("natural", "penalty", "momentum"),
    [(1, 0, -1), (2, 0, 0), (3, 0, 0), (4, 0, 1), (5, 0, 2), (6, 0, 3),
     (1, -1, -2), (2, -1, -1), (4, -1, 0), (5, -1, 1), (6, -1, 2), (1, -3, -2), (6, -3, 0)],
)  # fmt: skip
def test_r18_drive_aggressively(natural: int, penalty: int, momentum: int) -> None:
    race = table(momentum=[2])
    driver = kart(race, "A")
    driver.ink_until = 1 if penalty in (-1, -3) else 0
    driver.shrunk_until = 1 if penalty == -3 else 0
    with dice(race, natural):
        drive_aggressively(race, driver)
    assert driver.momentum == 2 + momentum


def test_r18_drive_aggressively_asks_nothing_and_moves_nobody() -> None:
    race = table(momentum=[0, 5, 5])
    with dice(race, 6):
        drive_aggressively(race, kart(race, "C"))
    assert order(race) == "ABC"
    assert kart(race, "C").momentum == 8


# --- R19, A16: Defensive


def test_r19_defensive_is_1_against_being_passed() -> None:
    race = table("A B", momentum=[2, 3])
    take_order(kart(race, "A"), Order.DEFENSIVE)
    with dice(race, 3, 3):  # 6 v 2 + 3 + 1
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    with dice(race, 4, 3):
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)


def test_r19_a_defensive_driver_never_attempts_to_pass_in_the_movement_phase() -> None:
    race = table("A B", momentum=[0, 5])
    take_order(kart(race, "B"), Order.DEFENSIVE)
    with dice(race):
        assert not jockey(race, kart(race, "B"))
    take_order(kart(race, "B"), Order.AGGRESSIVE)
    with dice(race, 1, 6):
        assert jockey(race, kart(race, "B"))


@pytest.mark.parametrize(("switch", "may"), [("off", False), ("on", True)])
def test_r19_a17_a_defensive_driver_may_not_pull_ahead(switch: str, may: bool) -> None:
    race = table("A B", momentum=[5], defensive_pull_ahead=switch)
    take_order(kart(race, "A"), Order.DEFENSIVE)
    assert may_pull_ahead(race, kart(race, "A")) == may
    take_order(kart(race, "A"), Order.AGGRESSIVE)
    assert may_pull_ahead(race, kart(race, "A"))


def test_a16_stances_count_from_the_start_of_the_action_phase() -> None:
    # A shoots back before B's slot: 3 − 1 v 1, and the +1 makes it a miss
    race = beginning("A B")
    kart(race, "A").hook = Item.GREEN_SHELL
    with dice(race, Order.AGGRESSIVE, Order.DEFENSIVE, Use.BACKWARD, NOBODY, 3, 1, 4):
        step(race)
        assert (kart(race, "B").defensive, kart(race, "B").ramming) == (1, 0)
        step(race)
    assert kart(race, "B").momentum == 0
    assert told(race, Flipped) == []
    race = beginning("A B")
    kart(race, "A").hook = Item.GREEN_SHELL
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE, Use.BACKWARD, NOBODY, 3, 1, 4):
        step(race)
        step(race)
    assert kart(race, "B").momentum == -2


def test_a16_r22_a_ram_counts_from_the_start_of_the_action_phase() -> None:
    race = beginning("A B")
    with dice(race, Order.AGGRESSIVE, Order.RAM):
        step(race)
    assert (kart(race, "B").ramming, kart(race, "B").defensive) == (1, 0)
    assert [(entry.who, entry.order) for entry in told(race, Stance)] == [(1, Order.RAM)]


def test_a16_r22_the_leader_rams_the_driver_who_drafts_them() -> None:
    race = beginning("A B")
    with dice(race, Order.RAM, Order.DRAFT, 5, 3, 4):
        play_to(race, Phase.BLUE_SHELLS)
    assert order(race) == "AB"
    assert [kart(race, name).momentum for name in "AB"] == [-1, -1]


def test_a16_stances_end_with_the_turn() -> None:
    race = beginning("A B", momentum=[1, 1])
    with dice(race, Order.DEFENSIVE, Order.RAM):
        play_to(race, Phase.STATUSES)
        assert (kart(race, "A").defensive, kart(race, "B").ramming) == (1, 1)
        play_to(race, Phase.TURN_START)
    assert (kart(race, "A").defensive, kart(race, "B").ramming) == (0, 0)
    assert [kart(race, name).order for name in "AB"] == [Order.NONE, Order.NONE]


def test_a16_only_the_two_stances_are_announced() -> None:
    race = beginning("A B C")
    with dice(race, Order.DEFENSIVE, Order.DRAFT, Order.SLIDE):
        step(race)
    assert told(race, Stance) == [Stance(0, Order.DEFENSIVE)]


# --- R20: Draft


@pytest.mark.parametrize(("own", "ahead"), [(0, 5), (2, 2), (5, 0), (-2, 3)])
def test_r20_draft_tries_to_pass_whatever_the_momentum(own: int, ahead: int) -> None:
    race = table("A B", momentum=[ahead, own])
    with dice(race, 6, 1):
        draft(race, kart(race, "B"))
    passed = 6 + own > 1 + ahead
    assert order(race) == ("BA" if passed else "AB")
    assert kart(race, "B").momentum == own - int(passed)  # A19: success costs 1


def test_r20_draft_is_one_attempt() -> None:
    race = table("A B C", momentum=[0, 0, 5])
    with dice(race, 6, 1):
        draft(race, kart(race, "C"))
    assert order(race) == "ACB"


def test_r20_slipstreamer_has_1_more_on_a_draft_and_on_no_other_pass() -> None:
    race = table("A B", karts={"B": ("slipstreamer", "slow")}, momentum=[3, 3])
    with dice(race, 3, 3):
        draft(race, kart(race, "B"))
    assert (Modifier.PERK, 1) in modifiers(race)
    assert order(race) == "BA"
    race = table("A B", karts={"B": ("slipstreamer", "slow")}, momentum=[3, 4])
    with dice(race, 3, 4):
        jockey(race, kart(race, "B"))
    assert order(race) == "AB"


def test_a19_a_free_attempt_needs_a_driver_ahead_in_the_group() -> None:
    race = beginning("A B")
    put(race, A=1)
    with suspends(race):
        step(race)
    assert offered(race, 1) == BASE


def test_a31_draft_without_a_driver_ahead_is_lost_without_a_roll() -> None:
    race = table("A B")
    take_order(kart(race, "A"), Order.DRAFT)
    with dice(race):
        act(race, kart(race, "A"))
    assert told(race, ActionLost) == [ActionLost(0, Order.DRAFT)]
    assert told(race, Ordered) == []
    assert order(race) == "AB"


# --- R24: Power Slide


@pytest.mark.parametrize(
    ("kind", "modifier", "grippy"),
    [
        ("tight", -1, 0),
        ("straight", -1, 0),
        ("broad_straight", 0, 0),
        ("curve", 0, 0),
        ("broad_curve", 1, 1),
    ],
)
def test_r24_slide_modifiers(kind: str, modifier: int, grippy: int) -> None:
    assert slide_modifier(Kind[kind.upper()]) == modifier
    race = table("A B", course=on(kind), karts={"B": ("grippy_tires", "slow")}, momentum=[0, -9])
    with dice(race, 2):
        power_slide(race, kart(race, "A"))
    assert entries(race, ROLL)[0][3] == 2 + modifier
    assert modifiers(race) == ([(Modifier.CURVE, modifier)] if modifier else [])
    with dice(race, 2):
        power_slide(race, kart(race, "B"))
    assert entries(race, ROLL)[0][3] == 2 + grippy


def test_r24_bald_tires_slide_at_1_less() -> None:
    race = table("A B", course=on("curve"), karts={"A": ("keen_eye", "bald_tires")})
    with dice(race, 4):
        power_slide(race, kart(race, "A"))
    assert kart(race, "A").slide_bonus == 0


# | natural on a straight | result | Momentum | slid |
@pytest.mark.parametrize(
    ("natural", "momentum", "slid"),
    [(1, -2, 0), (2, -1, 0), (3, 0, 0), (4, 0, 0), (5, 0, 1), (6, 0, 1)],
)
def test_r24_power_slide_on_a_straight(natural: int, momentum: int, slid: int) -> None:
    race = table("A B", momentum=[3, 3])
    with dice(race, natural):
        power_slide(race, kart(race, "A"))
    assert kart(race, "A").momentum == 3 + momentum
    assert kart(race, "A").slide_bonus == slid


def test_r24_a_6_on_a_broad_curve_brings_2() -> None:
    race = table("A B", course=on("broad_curve"), momentum=[3])
    with dice(race, 6):
        power_slide(race, kart(race, "A"))
    assert kart(race, "A").momentum == 5


def test_r24_the_bonus_counts_on_pass_checks_of_this_turn_only() -> None:
    race = beginning("A B", course=on("curve"), momentum=[2, 2])
    with dice(race, Order.SLIDE, Order.DEFENSIVE, 4):
        play_to(race, Phase.JOCKEYING)
        assert kart(race, "A").slide_bonus == 1
    with dice(race, 3, 3):
        pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert (Modifier.SLIDE, 1) in modifiers(race)
    with dice(race):
        play_to(race, Phase.TURN_START)
    assert kart(race, "A").slide_bonus == 0


@pytest.mark.parametrize(
    ("own", "ahead", "asks"), [(3, 2, True), (2, 2, False), (1, 2, False), (0, -1, True)]
)
def test_r24_a_free_attempt_only_with_strictly_more_momentum(
    own: int, ahead: int, asks: bool
) -> None:
    race = table("A B", course=on("curve"), momentum=[ahead, own])
    if asks:
        with suspends(race, 4):
            power_slide(race, kart(race, "B"))
        assert asked(race) == (1, Question.SLIDE_PASS, [YES, NO])
        assert race.door.asks[0].subject == 0
    else:
        with dice(race, 4):
            power_slide(race, kart(race, "B"))
        assert order(race) == "AB"


def test_r24_the_momentum_of_the_slide_itself_counts_for_its_attempt() -> None:
    race = table("A B", course=on("curve"), momentum=[2, 2])
    with dice(race, 6, YES, 3, 4):  # 3 M now: 3 + 3 + 1 v 4 + 2
        power_slide(race, kart(race, "B"))
    assert order(race) == "BA"
    assert kart(race, "B").momentum == 2


def test_r24_the_slides_bonus_counts_on_its_own_free_attempt() -> None:
    race = table("A B", course=on("curve"), momentum=[2, 3])
    with dice(race, 4, YES, 3, 4):  # 3 + 3 + 1 v 4 + 2
        power_slide(race, kart(race, "B"))
    assert order(race) == "BA"


def test_r24_the_attempt_may_be_declined() -> None:
    race = table("A B", course=on("curve"), momentum=[2, 3])
    with dice(race, 4, NO):
        power_slide(race, kart(race, "B"))
    assert order(race) == "AB"
    assert kart(race, "B").slide_bonus == 1


def test_r24_no_attempt_after_a_failed_slide_or_without_a_driver_ahead() -> None:
    race = table("A B", course=on("curve"), momentum=[2, 5])
    with dice(race, 3):
        power_slide(race, kart(race, "B"))
    assert order(race) == "AB"
    with dice(race, 4):
        power_slide(race, kart(race, "A"))
    put(race, A=1)
    with dice(race, 4):
        power_slide(race, kart(race, "B"))


def test_r24_the_free_attempt_in_the_turn() -> None:
    race = beginning("A B", course=on("broad_curve"), momentum=[1, 2])
    with suspends(race, Order.DEFENSIVE, Order.SLIDE, 4):
        play_to(race, Phase.BLUE_SHELLS)
    assert asked(race)[1] == Question.SLIDE_PASS
    assert race.slot == 1
    race = beginning("A B", course=on("broad_curve"), momentum=[1, 2])
    with dice(race, Order.DEFENSIVE, Order.SLIDE, 4, YES, 1, 2):  # 1 + 2 + 1 v 2 + 1 + 1
        play_to(race, Phase.BLUE_SHELLS)
    assert order(race) == "AB"


@pytest.mark.parametrize(("natural", "ink"), [(5, 0), (4, 2)])
def test_a61_ink_is_washed_off_by_a_successful_slide_after_its_own_check(
    natural: int, ink: int
) -> None:
    race = table("A B", course=on("curve"))
    kart(race, "A").ink_until = 2
    with dice(race, natural):
        power_slide(race, kart(race, "A"))
    assert entries(race, ROLL)[0][3] == natural - 1
    assert kart(race, "A").ink_until == ink
    assert len(told(race, Washed)) == (ink == 0)


# --- R21, A29, A31: items


def test_r21_deploy_item_uses_one_item() -> None:
    race = beginning("A B", carry="2")
    kart(race, "A").hand[:2] = [Item.BLOOPER, Item.THUNDERBOLT]
    with dice(race, DEPLOY + Item.BLOOPER, Order.DEFENSIVE):
        play_to(race, Phase.BLUE_SHELLS)
    assert kart(race, "A").hand[:2] == [Item.NONE, Item.THUNDERBOLT]
    assert kart(race, "B").ink_until == 2
    assert kart(race, "B").shrunk_until == 0


def test_a29_an_item_is_the_action_and_only_dragged_items_are_free() -> None:
    race = beginning("A B", carry="2")
    kart(race, "A").hand[0] = Item.BLOOPER
    kart(race, "B").hook = Item.BANANA
    with suspends(race, Order.AGGRESSIVE, Order.AGGRESSIVE, 4):
        play_to(race, Phase.BLUE_SHELLS)
    assert race.slot == 1  # A was not asked about the Blooper
    assert asked(race) == (1, Question.USE, [Use.HOLD, Use.AFTER, Use.LAY])
    assert kart(race, "A").hand[0] == Item.BLOOPER


def test_a29_switch_item_with_action_allows_an_item_with_the_action() -> None:
    race = beginning("A B", item_with_action="on")
    kart(race, "A").hand[0] = Item.BLOOPER
    with suspends(race, Order.AGGRESSIVE, Order.AGGRESSIVE):
        play_to(race, Phase.BLUE_SHELLS)
    assert asked(race) == (0, Question.USE, [Use.HOLD, Use.AFTER, DEPLOY + Item.BLOOPER])
    race = beginning("A B", item_with_action="on")
    kart(race, "A").hand[0] = Item.BLOOPER
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE, Use.AFTER, 4, DEPLOY + Item.BLOOPER, 5):
        play_to(race, Phase.BLUE_SHELLS)
    assert [kart(race, name).momentum for name in "AB"] == [1, 1]  # B's 5 is a 4 now


def test_a31_an_item_that_is_gone_loses_the_action() -> None:
    # A's Boo takes B's Star before B's slot
    race = beginning("A B")
    kart(race, "A").hand[0] = Item.BOO
    kart(race, "B").hand[0] = Item.STAR
    with dice(race, DEPLOY + Item.BOO, DEPLOY + Item.STAR):
        play_to(race, Phase.BLUE_SHELLS)
    assert told(race, ActionLost) == [ActionLost(1, DEPLOY + Item.STAR)]
    assert kart(race, "A").hand[0] == Item.STAR
    assert kart(race, "B").star_until == 0


def test_a31_what_cannot_be_used_is_kept() -> None:
    race = table("A B")
    kart(race, "A").hook, kart(race, "A").hand[0] = Item.BANANA, Item.MUSHROOM
    take_order(kart(race, "A"), DEPLOY + Item.MUSHROOM)
    with dice(race):
        act(race, kart(race, "A"))  # what is dragged had to be used first
    assert told(race, ActionLost) == [ActionLost(0, DEPLOY + Item.MUSHROOM)]
    assert kart(race, "A").hand[0] == Item.MUSHROOM


# --- the slot: free use, action, free use


def test_r16_the_slot_asks_before_the_action_and_after_it() -> None:
    race = table("A B")
    driver = kart(race, "A")
    driver.hook = Item.BANANA
    take_order(driver, Order.AGGRESSIVE)
    with suspends(race, Use.AFTER, 4):
        action_slot(race, driver)
    assert asked(race) == (0, Question.USE, [Use.HOLD, Use.LAY])
    take_order(driver, Order.AGGRESSIVE)
    with dice(race, Use.LAY, 6, 4):  # B avoids it; nothing is asked after the action
        action_slot(race, driver)
    assert [entry[1] for entry in entries(race, ROLL)] == [
        Question.AVOID_CHECK,
        Question.AGGRESSIVE_CHECK,
    ]


@pytest.mark.parametrize("stance", [Order.DEFENSIVE, Order.RAM])
def test_r19_r22_a_stance_does_nothing_in_its_slot(stance: int) -> None:
    race = table("A B", momentum=[1, 2])
    take_order(kart(race, "B"), stance)
    with dice(race):
        action_slot(race, kart(race, "B"))
    assert [kart(race, name).momentum for name in "AB"] == [1, 2]


def test_a74_who_has_fallen_back_takes_no_further_part_in_the_turn() -> None:
    race = table("A B")
    driver = kart(race, "B")
    driver.hook = Item.BANANA
    driver.fell_back = 1
    take_order(driver, Order.AGGRESSIVE)
    with dice(race):
        action_slot(race, driver)
    assert driver.hook == Item.BANANA


# --- A30: a driver whose player does not answer


def absent_race(names: str = "A B", **options: Any) -> Race:
    """Everybody absent; dice and policies answer at the door."""
    race = beginning(names, **options)
    race.door.live = 1
    race.door.dice[:] = [1, 2, 3, 4]
    for seat in seat_range(race.drivers):
        race.door.policy[seat] = ABSENT
    return race


def test_a30_the_absent_drive_defensively_use_no_items_and_do_not_pull_ahead() -> None:
    race = absent_race("A B", momentum=[5, 1])
    kart(race, "A").hook, kart(race, "A").hand[0] = Item.BANANA, Item.MUSHROOM
    step(race)
    assert [kart(race, name).order for name in "AB"] == [Order.DEFENSIVE, Order.DEFENSIVE]
    play_to(race, Phase.TURN_START)
    assert entries(race, ROLL) == []
    assert (kart(race, "A").hook, kart(race, "A").hand[0]) == (Item.BANANA, Item.MUSHROOM)
    assert [kart(race, name).progress for name in "AB"] == [1, 1]


def test_a30_the_absent_do_not_pull_ahead_even_where_a_defensive_driver_may() -> None:
    race = absent_race("A B", momentum=[5, 1], defensive_pull_ahead="on")
    play_to(race, Phase.FINISH_LINE)
    assert entries(race, ROLL) == []
    assert kart(race, "A").progress == 0


def test_a30_the_absent_do_without_a_rocket_start() -> None:
    race = absent_race()
    race.phase = Phase.ROCKET_START
    step(race)
    assert [kart(race, name).momentum for name in "AB"] == [1, 1]
    assert entries(race, ROLL) == []


def test_a30_the_absent_go_for_item_boxes() -> None:
    race = absent_race(course=on("straight", boxes="plenty"), momentum=[1, 1])
    play_to(race, Phase.FAKES)
    checks = [entry[:2] for entry in entries(race, ROLL) if entry[1] == Question.BOX_CHECK]
    assert checks == [[0, Question.BOX_CHECK], [1, Question.BOX_CHECK]]


@pytest.mark.parametrize("item", [Item.BANANA, Item.TRIPLE_RED_SHELL, Item.GREEN_SHELL])
def test_a30_a_driver_who_leaves_after_their_order_still_answers_legally(item: int) -> None:
    # they ordered a Mushroom, and are gone when it comes up how to use what is dragged before it
    race = beginning("A B")
    driver = kart(race, "B")
    driver.hook, driver.hand[0] = item, Item.MUSHROOM
    driver.shells = int(item == Item.TRIPLE_RED_SHELL)
    with dice(race, Order.DEFENSIVE, DEPLOY + Item.MUSHROOM):
        step(race)
    race.door.live = 1
    race.door.dice[:] = [1, 2, 3, 4]
    race.door.policy[:2] = [ABSENT, ABSENT]
    play_to(race, Phase.BLUE_SHELLS)
    assert driver.hand[0] == Item.NONE
    dragged = item != Item.TRIPLE_RED_SHELL
    assert driver.hook == (Item.NONE if dragged else item)
    assert driver.items_used == (2 if dragged else 1)


def test_a30_a_target_that_must_be_named_is_one_of_those_that_can_be() -> None:
    race = absent_race("A B C D")
    race.turn = 1
    set_order(race, "BCAD")
    driver = kart(race, "D")
    assert choose_throw_target(race, driver) in (1, 2)  # never A, who is immediately ahead


def test_a30_an_absent_driver_gets_their_answer_if_it_is_offered() -> None:
    race = absent_race()
    for question, wish in (
        (Question.ORDER, Order.DEFENSIVE),
        (Question.USE, Use.HOLD),
        (Question.ITEM_BOX, YES),
        (Question.PULL_AHEAD, NO),
        (Question.ROCKET_START, NO),
        (Question.SLIDE_PASS, NO),
    ):
        pose(race, question, 0, NOBODY)
        for option in (YES, Use.LAY, wish, NO):
            offer(race, option)
        assert choose(race) == wish
