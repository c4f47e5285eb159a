"""The Movement Phase: jockeying, Falling Back, Pulling Ahead, and in which order.

Jockeying, worked case: A (M 1) leads B (M 2) and C (M 4), no stances.

| who tries  | dice    | results | afterwards      |
|------------|---------|---------|-----------------|
| C passes B | 3 and 2 | 7 and 4 | A C B, C on 3   |
| C passes A | 1 and 4 | 4 and 5 | A C B           |
| B          | none    |         | 2 is below 3    |

Falling Back (last of the segment, M 0 or less), and Pulling Ahead (first of it, M 4 or more):

| M  | die | M after the check | holds on | at last | | M | die | ahead | at last |
|----|-----|-------------------|----------|---------|-|---|-----|-------|---------|
| −1 | 3   | −1                | no       | 1       | | 4 | 4   | yes   | 1       |
| 0  | 1   | −1                | no       | 1       | | 4 | 6   | yes   | 2       |
| 0  | 2   | 0                 | no       | 2       | | 5 | 3   | no    | 5       |
| 0  | 4   | 0                 | yes      | 0       | | 5 | 1   | no    | 4       |
| 0  | 6   | 1                 | yes      | 1       | | 3 | not asked           |
| 1  | not asked                                  |
"""

from __future__ import annotations

import pytest
from tests.journal import told
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
    story,
    suspends,
    table,
)

from wreckoning.core.ids import seat_range
from wreckoning.rulesets.rtd.events import (
    BlueShellStrikes,
    Cause,
    Dashed,
    FellBack,
    HazardPassed,
    HeldOn,
    Momentum,
    Ordered,
    Passed,
    PassTried,
    PullAheadCancelled,
    PullAheadFailed,
    PulledAhead,
)
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import NO, YES, Effect, Order, Phase, Race
from wreckoning.rulesets.rtd.rules.movement import (
    advance_a_segment,
    fall_backs,
    may_pull_ahead,
    pull_ahead,
    pull_aheads,
)
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_in_group,
    behind_in_group,
    in_attack_reach,
    is_first_of_group,
    is_last_of_group,
    sort_by_progress,
)

A, B, C, D, E = seat_range(5)
LEAP = {"name": "Leap", "check": 0, "success": {"momentum": 1}, "failure": {"fall_back": True}}
ROCKS = {"name": "Rocks", "modifier": 0, "damage": "spin"}
BOULDER = {"name": "Boulder", "modifier": 0, "damage": "flip"}
PANEL = {"name": "Panel", "momentum": 2}


def from_jockeying(race: Race) -> Race:
    """The race, about to jockey."""
    race.phase = Phase.JOCKEYING
    return race


def momentum(race: Race, names: str) -> list[int]:
    """Their Momentum, in the order named."""
    return [kart(race, name).momentum for name in names]


def progress(race: Race, names: str) -> list[int]:
    """Their progress, in the order named."""
    return [kart(race, name).progress for name in names]


# --- R27: jockeying


def test_r27_worked_case_from_last_place_to_first() -> None:
    race = from_jockeying(table("A B C", momentum=[1, 2, 4]))
    with dice(race, 3, 2, 1, 4):
        play_to(race, Phase.FALL_BACKS)
    assert order(race) == "ACB"
    assert momentum(race, "ABC") == [1, 2, 3]
    assert [[entry.who, entry.other] for entry in told(race, PassTried)] == [[C, B], [C, A]]


@pytest.mark.parametrize(
    ("ahead", "behind", "tries"), [(2, 3, True), (2, 2, False), (3, 2, False), (-2, -1, True)]
)
def test_r27_only_with_more_momentum_than_the_driver_ahead(
    ahead: int, behind: int, tries: bool
) -> None:
    race = table("A B", momentum=[ahead, behind])
    with dice(race, *((6, 1) if tries else ())):
        assert jockey(race, kart(race, "B")) == tries
    assert order(race) == ("BA" if tries else "AB")


def test_r27_a_pass_costs_one_and_there_is_no_limit_to_them() -> None:
    race = table("A B C D", momentum=[0, 1, 2, 5])
    with dice(race, 6, 1, 6, 1, 6, 1):
        assert jockey(race, kart(race, "D"))
    assert order(race) == "DABC"
    assert momentum(race, "ABCD") == [0, 1, 2, 2]
    assert kart(race, "D").passes == 3


def test_r27_each_pass_is_paid_before_the_next_is_considered() -> None:
    race = table("A B C", momentum=[4, 2, 5])
    with dice(race, 6, 1):  # 5 − 1 is not more than A's 4
        jockey(race, kart(race, "C"))
    assert order(race) == "ACB"


def test_a21_a_failed_attempt_ends_the_drivers_tries() -> None:
    race = from_jockeying(table("A B", momentum=[1, 5]))
    with dice(race, 1, 6):
        play_to(race, Phase.FALL_BACKS)
    assert order(race) == "AB"
    assert kart(race, "B").momentum == 5


def test_a21_passing_is_automatic() -> None:
    race = table("A B", momentum=[1, 2])
    with suspends(race):
        jockey(race, kart(race, "B"))
    assert asked(race)[1] == Question.PASS_ROLL


def test_a21_a_passed_driver_has_their_own_slot_and_may_pass_back() -> None:
    race = from_jockeying(table("A B C", momentum=[2, 3, 4]))
    kart(race, "A").hook = Item.BANANA
    with dice(race, 6, 1, 1, 6, 6, 1):
        play_to(race, Phase.FALL_BACKS)
    # C passes B (4 → 3), fails on A and spins on A's Banana (→ 2); B's slot: 3 beats 2 (→ 2)
    assert [[entry.who, entry.other] for entry in told(race, Passed)] == [[C, B], [B, C]]
    assert order(race) == "ABC"


def test_a21_the_order_of_slots_is_that_at_the_start_of_jockeying() -> None:
    race = from_jockeying(table("A B C", momentum=[0, 1, 3]))
    with dice(race, 6, 1, 6, 1, 6, 1):
        play_to(race, Phase.FALL_BACKS)
    # C passes B and A. B is last now, and has their slot: they pass A. A, who was first, has none.
    assert [[entry.who, entry.other] for entry in told(race, Passed)] == [[C, B], [C, A], [B, A]]
    assert order(race) == "CBA"


def test_a21_nobody_jockeys_twice() -> None:
    race = from_jockeying(table("A B C", momentum=[1, 3, 2]))
    with dice(race, 6, 1):  # C does not try: 2 is not more than 3. B passes A, and C stays behind A
        play_to(race, Phase.FALL_BACKS)
    assert order(race) == "BAC"
    assert kart(race, "C").momentum > kart(race, "A").momentum


def test_r19_r27_a_defensive_driver_never_tries() -> None:
    race = from_jockeying(table("A B", momentum=[0, 5]))
    kart(race, "B").defensive = 1
    with dice(race):
        play_to(race, Phase.FALL_BACKS)
    assert order(race) == "AB"


def test_r19_a_defensive_driver_is_harder_to_pass() -> None:
    race = table("A B", momentum=[1, 2])
    kart(race, "A").defensive = 1
    with dice(race, 3, 3):  # 5 and 5
        jockey(race, kart(race, "B"))
    assert order(race) == "AB"


@pytest.mark.parametrize(
    ("ahead", "behind"), [(3, 2), (7, 2)], ids=["next segment", "same segment, a lap apart"]
)
def test_a5_passing_reaches_only_the_same_segment_and_lap(ahead: int, behind: int) -> None:
    race = from_jockeying(table("A B", momentum=[1, 5]))
    put(race, A=ahead, B=behind)
    with dice(race):
        play_to(race, Phase.FALL_BACKS)
    assert order(race) == "AB"


# --- R28: Falling Back


@pytest.mark.parametrize(
    ("before", "die", "holds", "after"),
    [
        (-1, 3, False, 1),
        (0, 1, False, 1),
        (0, 2, False, 2),
        (0, 3, False, 2),
        (0, 4, True, 0),
        (0, 6, True, 1),
        (-2, 5, True, -2),
    ],
)
def test_r28_a35_the_check_and_then_2_momentum(
    before: int, die: int, holds: bool, after: int
) -> None:
    race = table("A B", momentum=[3, before])
    with dice(race, die):
        fall_backs(race)
    driver = kart(race, "B")
    assert driver.momentum == after
    assert driver.fell_back == driver.falls_back == (not holds)
    assert story(race, HeldOn, FellBack) == ["B HELD_ON" if holds else "B FELL_BACK"]


def test_a35_the_effect_of_the_check_comes_before_the_gain() -> None:
    race = table("A B", momentum=[3, 0])
    with dice(race, 1):
        fall_backs(race)
    changes = [(entry.change, entry.cause) for entry in told(race, Momentum)]
    assert changes == [(-1, Cause.CHECK), (2, Cause.FALL_BACK)]


def test_r28_a12_it_is_a_racing_check_with_its_penalties() -> None:
    race = table("A B", momentum=[3, 0])
    kart(race, "B").shrunk_until = 1
    with dice(race, 5):  # 3
        fall_backs(race)
    assert kart(race, "B").fell_back


def test_r28_a18_driving_defensively_does_not_help() -> None:
    race = table("A B", momentum=[3, 0])
    kart(race, "B").defensive = 1
    with dice(race, 3):
        fall_backs(race)
    assert kart(race, "B").fell_back


def test_r28_who_has_momentum_left_is_safe() -> None:
    race = table("A B", momentum=[3, 1])
    with dice(race):
        fall_backs(race)
    assert not kart(race, "B").fell_back


def test_r28_a34_only_the_last_of_the_segment_and_only_one() -> None:
    race = table("A B C", momentum=[0, 0, 0])
    with dice(race, 2):  # C's; that they fall back does not bring B's turn
        fall_backs(race)
    assert [kart(race, name).fell_back for name in "ABC"] == [0, 0, 1]


def test_r28_the_driver_ahead_of_a_safe_last_one_is_safe_too() -> None:
    race = table("A B", momentum=[0, 1])
    with dice(race):
        fall_backs(race)
    assert [kart(race, name).fell_back for name in "AB"] == [0, 0]


def test_a33_a_driver_alone_in_the_segment_is_its_last() -> None:
    race = table("A B", momentum=[0, 3])
    put(race, A=4)
    with dice(race, 1):
        fall_backs(race)
    assert kart(race, "A").fell_back


def test_a34_a79_one_check_in_each_segment_from_front_to_back() -> None:
    race = table("A B C D", momentum=[0, 0, 0, 0])
    put(race, A=3, B=3)
    with dice(race, 4, 1):
        fall_backs(race)
    assert story(race, HeldOn, FellBack) == ["B HELD_ON", "D FELL_BACK"]


def test_a3_a_fallen_driver_keeps_their_place_ahead_of_arrivals() -> None:
    race = table("A B C D", momentum=[3, 0, 1, 1])
    put(race, A=3, B=3, C=2, D=2)
    race.phase = Phase.FALL_BACKS
    with dice(race, 1):
        play_to(race, Phase.TURN_START)
    assert order(race) == "ABCD"
    assert progress(race, "ABCD") == [4, 3, 3, 3]
    assert is_first_of_group(race, kart(race, "B"))
    assert behind_in_group(race, kart(race, "B")) == C


def test_a1_everyone_drives_a_segment_unless_they_fall_back() -> None:
    race = table("A B C", momentum=[3, 1, 0])
    race.phase = Phase.FALL_BACKS
    with dice(race, 1):
        play_to(race, Phase.TURN_START)
    assert progress(race, "ABC") == [1, 1, 0]
    assert [kart(race, name).fell_back for name in "ABC"] == [0, 0, 0]


def test_r28_a_fallen_driver_is_out_of_the_segment_and_pulls_nobody_back() -> None:
    race = table("A B", momentum=[5, 0])
    race.phase = Phase.FALL_BACKS
    with dice(race, 1, YES, 4):
        play_to(race, Phase.TURN_START)
    assert progress(race, "AB") == [2, 0]


def test_a3_a74_a_failed_path_keeps_its_place_ahead_of_a_later_fall_back() -> None:
    # A's leap fails in the Action Phase: they go behind B at once. Then B falls back as well, and
    # that leaves the race order as it is.
    race = table("A B", momentum=[0, 0], course=course_with({1: {"path": [LEAP]}}))
    with dice(race, Order.PATH_1, Order.DEFENSIVE, 2, 2):
        play_to(race, Phase.FALL_BACKS)
        assert order(race) == "BA"
        play_to(race, Phase.PULL_AHEADS)
    assert story(race, FellBack) == ["A FELL_BACK", "B FELL_BACK"]
    assert order(race) == "BA"


def test_a74_a_failed_path_sends_to_the_last_place_of_the_group_at_once() -> None:
    race = table("A B C D", momentum=[0, 1, 5, 1], course=course_with({1: {"path": [LEAP]}}))
    put(race, A=5, B=5, C=5, D=4)
    with dice(race, Order.PATH_1, *[Order.DEFENSIVE] * 3, 2):
        play_to(race, Phase.BLUE_SHELLS)
    assert order(race) == "BCAD"
    assert kart(race, "A").momentum == 2
    assert ahead_in_group(race, kart(race, "A")) == behind_in_group(race, kart(race, "C")) == -1


def test_a74_a_fallen_driver_takes_no_further_part_in_the_turn() -> None:
    course = course_with({1: {"path": [LEAP], "boxes": 5, "hazard": [ROCKS]}})
    race = table("A B", momentum=[5, 4], course=course)
    # B alone meets the rocks, may try to Pull Ahead, and comes to the boxes. Nobody passes.
    with dice(race, Order.PATH_1, Order.AGGRESSIVE, 2, 3, 4, NO, NO):
        play_to(race, Phase.TURN_START)
    assert story(race, FellBack, HazardPassed) == ["A FELL_BACK", "B HAZARD_PASSED"]
    assert progress(race, "AB") == [0, 1]
    assert order(race) == "BA"


def test_a74_a_fallen_driver_neither_attacks_nor_is_attacked() -> None:
    race = table("A B")
    one, other = kart(race, "A"), kart(race, "B")
    assert in_attack_reach(race, one, other)
    one.fell_back = 1
    assert not in_attack_reach(race, one, other)
    assert not in_attack_reach(race, other, one)


def test_a69_a74_a_driver_sent_back_before_their_slot_does_not_act() -> None:
    race = table("A B", momentum=[1, 1])
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE, 2, 4):
        play_to(race, Phase.ACTIONS)
        race.check.ordered = 1
        race.check.driver = A
        race.check.failure = Effect.FALL_BACK
        play_to(race, Phase.BLUE_SHELLS)
    assert story(race, FellBack, Ordered) == ["A FELL_BACK", "B ORDERED"]


# --- R29: Pulling Ahead


@pytest.mark.parametrize(
    ("before", "die", "ahead", "after"),
    [(4, 4, True, 1), (4, 6, True, 2), (5, 5, True, 2), (5, 3, False, 5), (5, 1, False, 4)],
)
def test_r29_from_4_momentum_a_check_and_then_3_to_pay(
    before: int, die: int, ahead: bool, after: int
) -> None:
    race = table("A B", momentum=[before, 0])
    with dice(race, YES, die):
        pull_aheads(race)
    driver = kart(race, "A")
    assert (driver.progress, driver.momentum) == (int(ahead), after)
    assert driver.pulls_ahead == int(ahead)
    assert story(race, PulledAhead, PullAheadFailed) == [
        "A PULLED_AHEAD" if ahead else "A PULL_AHEAD_FAILED"
    ]


@pytest.mark.parametrize(("cap", "after"), [("cleanup", 3), ("always", 2)])
def test_r29_a14_a_6_at_the_maximum(cap: str, after: int) -> None:
    race = table("A B", momentum=[5, 0], momentum_cap=cap)
    with dice(race, YES, 6):
        pull_aheads(race)
    assert kart(race, "A").momentum == after


def test_r29_below_4_there_is_no_such_chance() -> None:
    race = table("A B", momentum=[3, 0])
    with dice(race):
        pull_aheads(race)
    assert progress(race, "AB") == [0, 0]


def test_r29_only_the_first_of_the_segment() -> None:
    race = table("A B", momentum=[3, 5])
    assert not may_pull_ahead(race, kart(race, "B"))
    with dice(race):
        pull_aheads(race)
    assert progress(race, "AB") == [0, 0]


def test_r29_a20_pulling_ahead_is_optional() -> None:
    race = table("A B", momentum=[5, 0])
    with suspends(race):
        pull_aheads(race)
    assert asked(race) == (A, Question.PULL_AHEAD, [YES, NO])
    with dice(race, NO):
        pull_aheads(race)
    assert kart(race, "A").progress == 0


def test_a37_for_an_absent_driver_the_chance_is_declined() -> None:
    race = table("A B", momentum=[5, 0])
    race.door.policy[A] = ABSENT
    race.door.live = 1
    pull_aheads(race)
    assert kart(race, "A").progress == 0
    assert not told(race, PullAheadFailed)


@pytest.mark.parametrize(("switch", "may"), [("off", False), ("on", True)])
def test_a17_a_defensive_driver_may_pull_ahead_only_by_the_switch(switch: str, may: bool) -> None:
    race = table("A B", momentum=[5, 0], defensive_pull_ahead=switch)
    kart(race, "A").defensive = 1
    with dice(race, *((YES, 4) if may else ())):
        pull_aheads(race)
    assert kart(race, "A").progress == int(may)


def test_a33_a_driver_alone_in_the_segment_is_its_first() -> None:
    race = table("A B C", momentum=[0, 4, 0])
    put(race, A=3, B=2)
    assert is_first_of_group(race, kart(race, "B"))
    assert is_last_of_group(race, kart(race, "B"))
    with dice(race, YES, 4):
        pull_aheads(race)
    assert progress(race, "ABC") == [3, 3, 0]


def test_a34_one_check_a_segment_even_if_another_becomes_first() -> None:
    race = table("A B C", momentum=[5, 5, 5])
    with dice(race, YES, 4):
        pull_aheads(race)
    assert progress(race, "ABC") == [1, 0, 0]


@pytest.mark.parametrize("answers", [(YES, 3), (NO,)], ids=["failed", "declined"])
def test_a34_the_second_of_the_segment_has_no_chance_after_the_first(
    answers: tuple[int, ...],
) -> None:
    race = table("A B", momentum=[5, 5])
    with dice(race, *answers):
        pull_aheads(race)
    assert progress(race, "AB") == [0, 0]


def test_a34_the_second_has_no_check_behind_one_who_fell_back_in_the_segment_ahead() -> None:
    # C comes in ahead of B, who fell back there; D is still the second of their segment
    race = table("A B C D", momentum=[0, 0, 5, 5])
    put(race, A=1, B=1)
    kart(race, "B").fell_back = 1
    with dice(race, YES, 4):
        pull_aheads(race)
    assert order(race) == "ACBD"
    assert progress(race, "ACBD") == [1, 1, 1, 0]


def test_a34_from_front_to_back_and_nobody_twice() -> None:
    # A leaves their segment, B arrives in it and is alone there, but has had their check
    race = table("A B C", momentum=[5, 8, 8])
    put(race, A=2, B=1, C=0)
    with dice(race, YES, 4, YES, 4, YES, 4):
        pull_aheads(race)
    assert story(race, PulledAhead) == ["A PULLED_AHEAD", "B PULLED_AHEAD", "C PULLED_AHEAD"]
    assert progress(race, "ABC") == [3, 2, 1]
    assert momentum(race, "ABC") == [2, 5, 5]


def test_a4_a_driver_who_pulls_ahead_is_last_of_the_group_ahead() -> None:
    race = table("A B C D", momentum=[1, 1, 4, 1])
    put(race, A=2, B=2, C=1, D=1)
    race.phase = Phase.PULL_AHEADS
    with dice(race, YES, 4):
        play_to(race, Phase.TURN_START)
    assert order(race) == "ABCD"
    assert progress(race, "ABCD") == [3, 3, 3, 2]
    assert ahead_in_group(race, kart(race, "C")) == B


def test_a3_a4_a_driver_who_pulled_ahead_is_ahead_of_one_who_falls_back_there() -> None:
    # B falls back in the segment into which C pulls ahead: C goes with A, B waits for D
    race = table("A B C D", momentum=[1, 0, 4, 1])
    put(race, A=2, B=2, C=1, D=1)
    race.phase = Phase.FALL_BACKS
    with dice(race, 1, YES, 4):
        play_to(race, Phase.FINISH_LINE)
    assert order(race) == "ACBD"
    play_to(race, Phase.TURN_START)
    assert order(race) == "ACBD"
    assert progress(race, "ACBD") == [3, 3, 2, 2]


def test_a3_a4_several_pull_ahead_past_those_who_fell_back() -> None:
    race = table("A B C D", momentum=[0, 4, 0, 4])
    put(race, A=2, B=1, C=1, D=0)
    race.phase = Phase.FALL_BACKS
    with dice(race, 1, 1, YES, 4, YES, 4):
        play_to(race, Phase.FINISH_LINE)
    assert order(race) == "BADC"
    play_to(race, Phase.TURN_START)
    assert progress(race, "BADC") == [3, 2, 2, 1]


def test_a4_it_costs_a_thirsty_kart_4() -> None:
    race = table("A B", momentum=[5, 0], karts={"A": ("keen_eye", "thirsty")})
    with dice(race, YES, 4):
        pull_aheads(race)
    assert kart(race, "A").momentum == 1


def test_a4_the_next_lap_begins_where_the_last_one_ends() -> None:
    race = table("A B", momentum=[4, 0], course=course_with({1: {"hazard": [ROCKS]}}))
    put(race, A=4)
    with dice(race, YES, 4, 4):
        pull_aheads(race)
    assert kart(race, "A").progress == 5


def test_a4_hazards_first_then_dash_panels_then_the_price() -> None:
    course = course_with({2: {"hazard": [ROCKS, BOULDER], "dash_panel": [PANEL]}})
    race = table("A B", momentum=[4, 0], course=course)
    with dice(race, YES, 4, 5, 4):
        pull_aheads(race)
    assert story(race, HazardPassed, Dashed, PulledAhead, Momentum) == [
        *["A HAZARD_PASSED"] * 2,
        *["A DASHED", "A MOMENTUM"],
        *["A PULLED_AHEAD", "A MOMENTUM"],
    ]
    assert (kart(race, "A").progress, kart(race, "A").momentum) == (1, 3)


@pytest.mark.parametrize(
    ("hazard", "die", "after"), [(ROCKS, 3, 4), (ROCKS, 1, 3), (BOULDER, 2, 3), (BOULDER, 1, 2)]
)
def test_a4_a_loss_there_cancels_it_and_nothing_is_paid(
    hazard: dict[str, object], die: int, after: int
) -> None:
    course = course_with({2: {"hazard": [hazard], "dash_panel": [PANEL]}})
    race = table("A B", momentum=[5, 0], course=course)
    with dice(race, YES, 4, die):
        pull_aheads(race)
    driver = kart(race, "A")
    assert (driver.progress, driver.pulls_ahead, driver.momentum) == (0, 0, after)
    assert story(race, PullAheadCancelled, PulledAhead, Dashed) == ["A PULL_AHEAD_CANCELLED"]
    assert told(race, PullAheadCancelled) == [PullAheadCancelled(0, 1)]  # the segment ahead


@pytest.mark.parametrize(
    ("natural", "ahead", "after"),
    [(4, True, 5 - 3 + 2), (2, True, 5 - 3), (1, False, 5 - 1)],
)
def test_a4_r29_a_loss_by_a_dash_panels_check_cancels_it_too(
    natural: int, ahead: bool, after: int
) -> None:
    """ "any loss of Momentum means that the player does not Pull Ahead": the loss stays."""
    course = course_with({2: {"dash_panel": [{**PANEL, "check": 0}]}})
    race = table("A B", momentum=[5, 0], course=course)
    with dice(race, YES, 4, natural):
        pull_aheads(race)
    driver = kart(race, "A")
    assert (driver.progress, driver.momentum) == (int(ahead), after)
    assert driver.pulls_ahead == int(ahead)
    assert bool(told(race, PullAheadCancelled)) != ahead
    assert bool(told(race, PulledAhead)) == ahead


@pytest.mark.parametrize("first", [1, 4])
def test_a4_a_loss_by_either_of_two_dash_panels_cancels_it(first: int) -> None:
    course = course_with(
        {2: {"dash_panel": [{**PANEL, "name": name, "check": 0} for name in ("Left", "Right")]}}
    )
    race = table("A B C", momentum=[0, 5, 0], course=course)
    put(race, A=1)
    with dice(race, YES, 4, first, 1 if first == 4 else 4):
        pull_aheads(race)
    assert progress(race, "AB") == [1, 0]
    assert kart(race, "B").momentum == 5 - 1 + 2
    assert order(race) == "ABC"


def test_a4_an_earlier_gain_does_not_make_up_for_a_loss() -> None:
    race = table("A B", momentum=[4, 0], course=course_with({2: {"hazard": [BOULDER, ROCKS]}}))
    with dice(race, YES, 4, 6, 3):
        pull_aheads(race)
    assert (kart(race, "A").progress, kart(race, "A").momentum) == (0, 4)


def test_a4_the_hazard_is_met_again_next_turn() -> None:
    race = table("A B", momentum=[5, 1], course=course_with({2: {"hazard": [ROCKS]}}))
    race.phase = Phase.PULL_AHEADS
    with dice(race, YES, 4, 3):
        play_to(race, Phase.TURN_START)
    assert progress(race, "AB") == [1, 1]
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE, 4, 4):
        play_to(race, Phase.JOCKEYING)
    assert story(race, HazardPassed) == ["A HAZARD_PASSED", "B HAZARD_PASSED"]


@pytest.mark.parametrize("lying", ["peels", "fresh_peels"])
def test_a4_a73_what_lies_there_cancels_it_too_even_if_laid_this_turn(lying: str) -> None:
    race = table("A B", momentum=[5, 0])
    getattr(race, lying)[1] = 1
    with dice(race, YES, 4, 2):  # 3
        pull_aheads(race)
    assert (kart(race, "A").progress, kart(race, "A").momentum) == (0, 4)
    assert getattr(race, lying)[1] == 0


def test_a4_features_skipped_in_one_segment_are_met_in_the_next() -> None:
    race = table("A B", momentum=[5, 0], course=course_with({2: {"hazard": [ROCKS]}}))
    kart(race, "A").skips_features = 1
    with dice(race, YES, 4, 4):
        pull_aheads(race)
    assert kart(race, "A").progress == 1


def test_a4_the_price_may_leave_momentum_below_0() -> None:
    race = table("A B", momentum=[0, 0])
    with dice(race):
        pull_ahead(race, kart(race, "A"))
    assert (kart(race, "A").progress, kart(race, "A").momentum) == (1, -3)


def test_a59_a_mushroom_with_nobody_ahead_is_a_right_to_the_check_at_any_momentum() -> None:
    race = table("A B", momentum=[0, 1])
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race, Order.DEPLOY_MUSHROOM, Order.DEFENSIVE, YES, 4):
        play_to(race, Phase.FINISH_LINE)
    assert (kart(race, "A").progress, kart(race, "A").momentum) == (1, -1)


def test_a59_without_the_mushroom_there_is_none() -> None:
    race = table("A B", momentum=[2, 1])
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE):
        play_to(race, Phase.FINISH_LINE)
    assert progress(race, "AB") == [0, 0]


def test_a59_it_is_one_check_and_ends_with_the_turn() -> None:
    race = table("A B", momentum=[0, 1])
    kart(race, "A").hand[0] = Item.MUSHROOM
    with dice(race, Order.DEPLOY_MUSHROOM, Order.DEFENSIVE, NO):
        play_to(race, Phase.TURN_START)
    with dice(race, Order.AGGRESSIVE, Order.DEFENSIVE, 2):
        play_to(race, Phase.FINISH_LINE)
    assert progress(race, "AB") == [1, 1]


def test_a59_who_is_not_first_any_more_has_no_use_for_it() -> None:
    race = table("A B", momentum=[0, 5])
    kart(race, "A").may_pull_ahead = 1
    race.phase = Phase.JOCKEYING
    with dice(race, 6, 1, 6, YES, 2):  # B passes, A holds on, B tries to pull ahead
        play_to(race, Phase.FINISH_LINE)
    assert order(race) == "BA"
    assert progress(race, "AB") == [0, 0]


@pytest.mark.parametrize("momentum_now", [5, 9])
def test_a38_in_the_last_segment_there_is_nothing_to_pull_ahead_to(momentum_now: int) -> None:
    race = table("A B", momentum=[momentum_now, 1])
    put(race, A=14, B=14)
    kart(race, "A").may_pull_ahead = 1
    with dice(race):
        pull_aheads(race)
    assert kart(race, "A").progress == 14


# --- paths that advance


def test_r23_a66_a_path_may_lead_to_the_last_place_of_the_next_segment() -> None:
    race = table("A B C D")
    put(race, A=2, B=1, C=1, D=1)
    advance_a_segment(race, kart(race, "D"))
    assert order(race) == "ADBC"
    assert progress(race, "ABCD") == [2, 1, 1, 2]


def test_r23_a74_an_advancing_driver_comes_ahead_of_one_who_fell_back_there() -> None:
    race = table("A B C D")
    put(race, A=2, B=2, C=1, D=1)
    kart(race, "B").fell_back = 1
    advance_a_segment(race, kart(race, "D"))
    assert order(race) == "ADBC"
    assert is_last_of_group(race, kart(race, "D"))
    assert not is_first_of_group(race, kart(race, "D"))
    assert not is_last_of_group(race, kart(race, "A"))


def test_r23_no_path_leads_beyond_the_finish() -> None:
    race = table("A B")
    put(race, A=14)
    advance_a_segment(race, kart(race, "A"))
    assert kart(race, "A").progress == 14


# --- the order of the phase


def test_r25_r26_blue_shells_then_features_then_jockeying() -> None:
    race = table("A B", momentum=[1, 4], course=course_with({1: {"hazard": [ROCKS]}}))
    race.blue_shells[0].due = 1
    race.blue_shells[0].owner = B
    race.phase = Phase.BLUE_SHELLS
    with dice(race, NO, 4, 4, 5, 6, 1):  # no sharing, B in the blast; the rocks; B passes A
        play_to(race, Phase.FALL_BACKS)
    assert story(race, BlueShellStrikes, HazardPassed, Passed) == [
        "A BLUE_SHELL_STRIKES",
        "A HAZARD_PASSED",
        "B HAZARD_PASSED",
        "B PASSED",
    ]


def test_r25_the_oldest_blue_shell_first_and_those_not_due_not_at_all() -> None:
    race = table("A B C", turn=4)
    for index, (due, owner) in enumerate([(4, B), (4, C), (5, A)]):
        race.blue_shells[index].due = due
        race.blue_shells[index].owner = owner
    put(race, A=2, B=1, C=0)
    race.phase = Phase.BLUE_SHELLS
    with dice(race):
        play_to(race, Phase.FEATURES)
    assert [[entry.who, entry.owner] for entry in told(race, BlueShellStrikes)] == [[A, B], [A, C]]
    assert [(shell.due, shell.owner) for shell in race.blue_shells[:2]] == [(5, A), (0, -1)]


def test_a34_all_passes_then_all_fall_backs_then_all_pull_aheads() -> None:
    # In front A (M 1) and B (M 5); behind them C (M 0) and D (M 1).
    race = from_jockeying(table("A B C D", momentum=[1, 5, 0, 1]))
    put(race, A=5, B=5, C=2, D=2)
    with dice(race, 6, 1, 6, 1, 1, YES, 4):
        play_to(race, Phase.FINISH_LINE)
    assert story(race, Passed, FellBack, PulledAhead) == [
        "D PASSED",
        "B PASSED",
        "C FELL_BACK",
        "B PULLED_AHEAD",
    ]
    assert order(race) == "BADC"


def test_r28_who_has_been_passed_is_last_and_checks() -> None:
    race = from_jockeying(table("A B", momentum=[0, 1]))
    with dice(race, 6, 1, 1):
        play_to(race, Phase.PULL_AHEADS)
    assert story(race, FellBack) == ["A FELL_BACK"]
    assert kart(race, "B").momentum == 0  # they have none left either, but they are not the last


# --- the race order


def test_a2_the_order_is_sorted_by_progress_and_equal_drivers_stay_as_they_were() -> None:
    race = table("A B C D E")
    put(race, A=2, B=4, C=2, D=4, E=3)
    sort_by_progress(race)
    assert order(race) == "BDEAC"


@pytest.mark.parametrize(
    ("one", "other", "reached"),
    [(3, 3, True), (1, 3, True), (3, 1, True), (1, 8, False), (3, 8, False), (2, 3, False)],
    ids=["together", "linked", "linked back", "linked, next lap", "next lap", "not linked"],
)
def test_a5_attacks_reach_the_group_and_a_linked_segment_of_the_same_lap(
    one: int, other: int, reached: bool
) -> None:
    link = [{"segments": ["Straight 2", "Straight 4"]}]
    race = table("A B", course=course_with({}, attack_link=link))
    put(race, A=one, B=other)
    set_order(race, "BA")
    assert in_attack_reach(race, kart(race, "A"), kart(race, "B")) == reached


def test_a5_a_link_is_for_attacks_and_not_for_passing() -> None:
    link = [{"segments": ["Straight 1", "Straight 2"]}]
    race = from_jockeying(table("A B", momentum=[1, 5], course=course_with({}, attack_link=link)))
    put(race, A=1, B=0)
    with dice(race, YES, 3):  # B, alone in their segment, tries to pull ahead and fails
        play_to(race, Phase.FINISH_LINE)
    assert not told(race, PassTried)
