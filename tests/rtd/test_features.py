"""Course features: hazards, what lies on the track, dash panels (R26, A32, A51, A73).

Hazards, met with 3 M:

| damage | modifier | die | result | M |   | worsened to | die | result | M |
|--------|----------|-----|--------|---|---|-------------|-----|--------|---|
| spin   | 0        | 4   | 4      | 3 |   | −1, flip    | 5   | 4      | 3 |
| spin   | 0        | 3   | 3      | 2 |   | −1, flip    | 4   | 3      | 1 |
| spin   | −1       | 4   | 3      | 2 |   | −1, flip    | 2   | 1      | 0 |
| flip   | 0        | 3   | 3      | 1 |
| flip   | −1       | 1   | 0      | −1|
| spin   | 1        | 5   | 6      | 4 |
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import modifiers, told
from tests.rtd.table import course_with, dice, kart, order, play_to, put, set_order, story, table

from wreckoning.core.ids import seat_range
from wreckoning.rulesets.rtd.events import (
    Cause,
    Dashed,
    Flipped,
    HazardHit,
    HazardPassed,
    HeldOn,
    Hit,
    LeftLying,
    Modifier,
    Momentum,
    Passed,
    PullAheadCancelled,
    SpunOut,
    Washed,
)
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.race import NO, YES, Order, Phase, Use
from wreckoning.rulesets.rtd.rules.features import course_features

A, B, C = seat_range(3)


def hazard(modifier: int = 0, damage: str = "spin", **more: Any) -> dict[str, Any]:
    """A hazard for a course."""
    return {"name": f"Hazard {modifier} {damage}", "modifier": modifier, "damage": damage, **more}


def panel(momentum: int = 1, **more: Any) -> dict[str, Any]:
    """A dash panel for a course."""
    return {"name": f"Panel {momentum}", "momentum": momentum, **more}


STORM = {"name": "Storm", "kind": "periodic", "every": 3, "lasts": 1, "state": "blowing"}
TIDE = {
    "name": "Tide",
    "kind": "cyclic",
    "states": [{"name": name, "turns": 1} for name in ("low", "rising", "high")],
}


# --- hazards


@pytest.mark.parametrize(
    ("damage", "modifier", "die", "after"),
    [
        ("spin", 0, 4, 3),
        ("spin", 0, 3, 2),
        ("spin", -1, 4, 2),
        ("flip", 0, 3, 1),
        ("flip", -1, 1, -1),
        ("spin", 1, 5, 4),
    ],
)
def test_r26_r35_a_hazard_is_a_racing_check_or_its_damage(
    damage: str, modifier: int, die: int, after: int
) -> None:
    race = table(
        "A B", momentum=[3], course=course_with({1: {"hazard": [hazard(modifier, damage)]}})
    )
    put(race, B=1)
    set_order(race, "BA")
    with dice(race, die):
        course_features(race)
    assert kart(race, "A").momentum == after
    hit = die + modifier < 4
    assert story(race, HazardHit, HazardPassed, SpunOut, Flipped) == (
        ["A HAZARD_HIT", "A SPUN_OUT" if damage == "spin" else "A FLIPPED"]
        if hit
        else ["A HAZARD_PASSED"]
    )


def test_r26_only_the_hazards_of_the_own_segment() -> None:
    race = table("A B", course=course_with({2: {"hazard": [hazard()]}}))
    put(race, A=1)
    with dice(race, 4):
        course_features(race)
    assert story(race, HazardPassed) == ["A HAZARD_PASSED"]


def test_a32_all_hazards_of_the_segment_are_met() -> None:
    race = table("A B", course=course_with({2: {"hazard": [hazard(), hazard(1, "flip")]}}))
    put(race, A=1)
    with dice(race, 2, 2):
        course_features(race)
    assert kart(race, "A").momentum == -3
    assert told(race, HazardHit) == [HazardHit(0, 0, 1), HazardHit(0, 1, 1)]


def test_a32_in_race_order_hazards_then_dash_panels() -> None:
    course = course_with({1: {"hazard": [hazard()], "dash_panel": [panel()]}})
    race = table("A B", course=course)
    set_order(race, "BA")
    with dice(race, 4, 4):
        course_features(race)
    assert story(race, HazardPassed, Dashed) == [
        "B HAZARD_PASSED",
        "B DASHED",
        "A HAZARD_PASSED",
        "A DASHED",
    ]


def test_r26_features_come_before_jockeying_and_boxes_after_it() -> None:
    course = course_with({1: {"dash_panel": [panel(3)], "boxes": "plenty"}})
    race = table("A B", momentum=[0, 0], course=course)
    kart(race, "A").skips_features = 1
    race.phase = Phase.FEATURES
    with dice(race, 6, 1, 5, NO, NO):  # with the panel B is faster than A, who has to hold on
        play_to(race, Phase.FAKES)
    assert story(race, Dashed, Passed, HeldOn) == [
        "B DASHED",
        "B PASSED",
        "A HELD_ON",
    ]


def test_r26_driving_defensively_is_no_help_against_the_course() -> None:
    race = table("A B", course=course_with({1: {"hazard": [hazard()]}}))
    kart(race, "A").defensive = 1
    kart(race, "B").skips_features = 1
    with dice(race, 3):
        course_features(race)
    assert modifiers(race) == []
    assert kart(race, "A").momentum == -1


@pytest.mark.parametrize(
    ("cards", "modifier"),
    [(("sure_wheels", "slow"), 1), (("keen_eye", "nervous"), -1)],
)
def test_r11_perks_and_debuffs_against_hazards(cards: tuple[str, str], modifier: int) -> None:
    course = course_with({1: {"hazard": [hazard()], "dash_panel": [panel(1, check=0)]}})
    race = table("A B", karts={"A": cards}, course=course)
    kart(race, "B").skips_features = 1
    with dice(race, 5, 4):
        course_features(race)
    assert modifiers(race) == [(Modifier.PERK, modifier)]  # not on the dash panel's check


@pytest.mark.parametrize("status", ["star_until", "boo_until"])
def test_a63_no_item_protects_from_the_course(status: str) -> None:
    race = table("A B", momentum=[3], course=course_with({1: {"hazard": [hazard()]}}))
    setattr(kart(race, "A"), status, 2)
    kart(race, "B").skips_features = 1
    with dice(race, 3):
        course_features(race)
    assert kart(race, "A").momentum == 2


def test_r40_r48_ink_and_shrinking_count() -> None:
    race = table("A B", momentum=[3], course=course_with({1: {"hazard": [hazard()]}}))
    kart(race, "A").ink_until = 1
    kart(race, "A").shrunk_until = 2
    kart(race, "B").skips_features = 1
    with dice(race, 4):  # 1
        course_features(race)
    assert kart(race, "A").momentum == 1


def test_r23_who_skips_features_meets_none() -> None:
    course = course_with({1: {"hazard": [hazard()], "dash_panel": [panel()]}})
    race = table("A B", course=course)
    race.peels[0] = 1
    for name in "AB":
        kart(race, name).skips_features = 1
    with dice(race):
        course_features(race)
    assert [kart(race, name).momentum for name in "AB"] == [0, 0]


def test_a38_who_has_finished_meets_none() -> None:
    race = table("A B", course=course_with({1: {"hazard": [hazard()]}}))
    kart(race, "A").finish_turn = 15
    put(race, A=15)
    with dice(race, 4):
        course_features(race)
    assert story(race, HazardPassed) == ["B HAZARD_PASSED"]


# --- events that bring hazards, and that make them worse


@pytest.mark.parametrize(("state", "there"), [(0, False), (1, True)])
def test_r9_r31_a_periodic_event_brings_a_hazard(state: int, there: bool) -> None:
    gust = hazard(event="Storm", when="blowing")
    race = table("A B", course=course_with({1: {"hazard": [gust]}}, event=[STORM]))
    race.events[0].state = state
    with dice(race, *((4, 4) if there else ())):
        course_features(race)
    assert len(story(race, HazardPassed)) == (2 if there else 0)


@pytest.mark.parametrize(("state", "there"), [(0, False), (1, True), (2, True)])
def test_r9_r31_a_cyclic_event_brings_a_hazard_in_several_states(state: int, there: bool) -> None:
    waves = hazard(event="Tide", when=["rising", "high"])
    race = table("A B", course=course_with({1: {"hazard": [waves]}}, event=[TIDE]))
    race.events[0].state = state
    with dice(race, *((4, 4) if there else ())):
        course_features(race)
    assert len(story(race, HazardPassed)) == (2 if there else 0)


@pytest.mark.parametrize(
    ("state", "die", "after"),
    [(0, 4, 3), (0, 3, 2), (1, 5, 3), (1, 4, 1), (1, 2, 0)],
)
def test_r9_r31_an_event_makes_a_hazard_worse(state: int, die: int, after: int) -> None:
    rocks = hazard(worse={"event": "Storm", "when": "blowing", "modifier": -1, "damage": "flip"})
    race = table("A B", momentum=[3], course=course_with({1: {"hazard": [rocks]}}, event=[STORM]))
    race.events[0].state = state
    kart(race, "B").skips_features = 1
    with dice(race, die):
        course_features(race)
    assert kart(race, "A").momentum == after


def test_r9_one_event_may_bring_a_hazard_and_another_make_it_worse() -> None:
    waves = hazard(
        0, event="Tide", when="high", worse={"event": "Storm", "when": "blowing", "modifier": -2}
    )
    race = table("A B", course=course_with({1: {"hazard": [waves]}}, event=[TIDE, STORM]))
    kart(race, "B").skips_features = 1
    race.events[1].state = 1
    with dice(race):  # the storm blows, but there are no waves
        course_features(race)
    race.events[0].state = 2
    with dice(race, 6):
        course_features(race)
    assert modifiers(race) == [(Modifier.COURSE, -2)]


# --- dash panels


@pytest.mark.parametrize("momentum", [0, 1, 3])
def test_r26_a_dash_panel_brings_momentum_without_a_check(momentum: int) -> None:
    race = table("A B", momentum=[1, 1], course=course_with({1: {"dash_panel": [panel(momentum)]}}))
    with dice(race):
        course_features(race)
    assert kart(race, "A").momentum == 1 + momentum


@pytest.mark.parametrize(
    ("modifier", "die", "after"),
    [(0, 4, 3), (0, 3, 1), (0, 1, 0), (0, 6, 4), (1, 3, 3), (-1, 4, 1)],
)
def test_r26_a_dash_panel_with_a_check(modifier: int, die: int, after: int) -> None:
    course = course_with({1: {"dash_panel": [panel(2, check=modifier)]}})
    race = table("A B", momentum=[1, 1], course=course)
    kart(race, "B").skips_features = 1
    with dice(race, die):
        course_features(race)
    assert kart(race, "A").momentum == after


def test_r26_two_dash_panels_count_both() -> None:
    course = course_with({1: {"dash_panel": [panel(1), panel(2)]}})
    race = table("A B", course=course)
    with dice(race):
        course_features(race)
    assert kart(race, "A").momentum == 3


@pytest.mark.parametrize(("cap", "after"), [("cleanup", 7), ("always", 5)])
def test_a14_a_dash_panel_above_the_maximum(cap: str, after: int) -> None:
    course = course_with({1: {"dash_panel": [panel(3)]}})
    race = table("A B", momentum=[4, 0], course=course, momentum_cap=cap)
    with dice(race):
        course_features(race)
    assert kart(race, "A").momentum == after


def test_r40_a_dash_panel_washes_ink_off_after_its_own_check() -> None:
    course = course_with({1: {"dash_panel": [panel(1, check=0)]}})
    race = table("A B", course=course)
    for name in "AB":
        kart(race, name).ink_until = 2
    with dice(race, 5, 4):  # 4 and 3
        course_features(race)
    assert [kart(race, name).ink_until for name in "AB"] == [0, 2]
    assert story(race, Dashed, Washed) == ["A DASHED", "A WASHED"]


def test_a32_ink_still_counts_against_the_hazards_before_the_panel() -> None:
    course = course_with({1: {"hazard": [hazard()], "dash_panel": [panel()]}})
    race = table("A B", course=course)
    kart(race, "A").ink_until = 2
    kart(race, "B").skips_features = 1
    with dice(race, 4):
        course_features(race)
    assert story(race, HazardHit, Washed) == ["A HAZARD_HIT", "A WASHED"]


# --- what lies on the track


@pytest.mark.parametrize(
    ("die", "after", "left"), [(3, 3, 1), (2, 2, 0), (5, 4, 1)], ids=["avoided", "hit", "a 6"]
)
def test_a51_a_peel_is_met_as_a_feature_at_plus_1(die: int, after: int, left: int) -> None:
    race = table("A B", momentum=[3])
    race.peels[0] = 1
    kart(race, "B").skips_features = 1
    with dice(race, die):
        course_features(race)
    assert kart(race, "A").momentum == after
    assert race.peels[0] == left


def test_a51_it_lies_there_until_it_hits_a_driver() -> None:
    race = table("A B C", momentum=[3, 3, 3])
    race.peels[0] = 1
    with dice(race, 3, 2):  # A avoids it, B is hit, and C meets nothing any more
        course_features(race)
    assert [kart(race, name).momentum for name in "ABC"] == [3, 2, 3]


def test_a51_one_check_for_each_that_lies_there() -> None:
    race = table("A B", momentum=[3])
    race.peels[0] = 2
    race.fakes[0] = 1
    kart(race, "B").skips_features = 1
    with dice(race, 2, 3, 2):  # hit by a peel: −1; avoids the other; hit by the fake: −2
        course_features(race)
    assert kart(race, "A").momentum == 0
    assert (race.peels[0], race.fakes[0]) == (1, 0)


@pytest.mark.parametrize(("boxes", "die"), [("none", 3), (3, 4), ("plenty", 4)])
def test_r38_among_item_boxes_nobody_has_the_plus_1_against_a_fake(boxes: Any, die: int) -> None:
    course = course_with({1: {"boxes": boxes}})
    for roll, avoided in ((die, True), (die - 1, False)):
        race = table("A B", momentum=[3], course=course)
        race.fakes[0] = 1
        kart(race, "B").skips_features = 1
        with dice(race, roll):
            course_features(race)
        assert kart(race, "A").momentum == (3 if avoided else 1)


def test_r36_among_item_boxes_a_peel_keeps_its_plus_1() -> None:
    race = table("A B", momentum=[3], course=course_with({1: {"boxes": "plenty"}}))
    race.peels[0] = 1
    kart(race, "B").skips_features = 1
    with dice(race, 3):
        course_features(race)
    assert kart(race, "A").momentum == 3


def test_a32_first_hazards_then_what_lies_there_then_dash_panels() -> None:
    course = course_with({1: {"hazard": [hazard()], "dash_panel": [panel()]}})
    race = table("A B", course=course)
    race.peels[0] = 1
    kart(race, "B").skips_features = 1
    with dice(race, 3, 2):
        course_features(race)
    assert [entry.cause for entry in told(race, Momentum)] == [
        Cause.SPIN_OUT,
        Cause.SPIN_OUT,
        Cause.DASH_PANEL,
    ]


def test_a81_a_defensive_driver_has_plus_1_against_it() -> None:
    race = table("A B", momentum=[3])
    race.peels[0] = 1
    kart(race, "A").defensive = 1
    kart(race, "B").skips_features = 1
    with dice(race, 2):  # 4
        course_features(race)
    assert kart(race, "A").momentum == 3


@pytest.mark.parametrize("status", ["star_until", "boo_until"])
def test_r44_r47_who_is_immune_to_items_does_not_meet_it(status: str) -> None:
    race = table("A B")
    race.peels[0] = race.fakes[0] = 1
    setattr(kart(race, "A"), status, 1)
    kart(race, "B").skips_features = 1
    with dice(race):
        course_features(race)
    assert (race.peels[0], race.fakes[0]) == (1, 1)


def test_a5_it_lies_there_for_drivers_of_every_lap() -> None:
    race = table("A B", momentum=[3, 3])
    put(race, A=7, B=2)
    race.peels[2] = 1
    with dice(race, 4, 2):
        course_features(race)
    assert [kart(race, name).momentum for name in "AB"] == [3, 2]


@pytest.mark.parametrize(("item", "lying"), [(Item.BANANA, "peels"), (Item.FAKE_ITEM_BOX, "fakes")])
def test_a51_a73_laid_this_turn_it_is_met_from_the_next_turn_on(item: int, lying: str) -> None:
    race = table("A B C", momentum=[1, 1, 3])
    put(race, A=1, B=1, C=0)
    kart(race, "A").hook = item
    # A lays it, B behind them avoids it at −1: nobody in this segment meets it again now
    with dice(race, Order.DEFENSIVE, Order.AGGRESSIVE, Order.DEFENSIVE, Use.LAY, 5, 2):
        play_to(race, Phase.TURN_START)
    assert getattr(race, lying)[1] == 1
    # C comes into the segment
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE, Order.RAM, 2):
        play_to(race, Phase.TURN_START)
    assert story(race, Hit) == ["C HIT"]
    assert getattr(race, lying)[1] == 0


def test_a51_who_laid_it_is_not_immune_to_it_on_the_next_lap() -> None:
    race = table("A B", momentum=[1, 1])
    kart(race, "A").hook = Item.BANANA
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE, Use.LAY, 4):
        play_to(race, Phase.TURN_START)
    for _ in range(4):
        with dice(race, Order.DEFENSIVE, Order.DEFENSIVE):
            play_to(race, Phase.TURN_START)
    assert kart(race, "A").progress == 5
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE, 1):  # 1 + 1 + 1 for driving defensively
        play_to(race, Phase.JOCKEYING)
    assert story(race, Hit) == ["A HIT"]


def test_a51_the_switch_litter_stays_off() -> None:
    race = table("A B", momentum=[1, 1], litter_stays="off")
    kart(race, "A").hook = Item.BANANA
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE, Use.LAY, 4):
        play_to(race, Phase.TURN_START)
    assert race.peels[0] == race.fresh_peels[0] == 0
    assert not told(race, LeftLying)


def test_a51_what_hit_a_driver_is_not_left_lying() -> None:
    race = table("A B", momentum=[1, 3])
    kart(race, "A").hook = Item.BANANA
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE, Use.LAY, 3):
        play_to(race, Phase.FEATURES)
    assert story(race, Hit) == ["B HIT"]
    assert race.fresh_peels[0] == 0


def test_a73_who_pulls_ahead_into_it_meets_it_in_the_same_turn() -> None:
    race = table("A B C", momentum=[1, 1, 5])
    put(race, A=1, B=1)
    kart(race, "A").hook = Item.BANANA
    with dice(race, Order.DEFENSIVE, Order.DEFENSIVE, Order.RAM, Use.LAY, 4, YES, 4, 2):
        play_to(race, Phase.TURN_START)
    assert story(race, Hit, PullAheadCancelled) == ["C HIT", "C PULL_AHEAD_CANCELLED"]
    assert race.peels[1] == 0
    assert order(race) == "ABC"
