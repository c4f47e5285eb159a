"""Momentum: what it starts with, its limits, and what costs it (R7, R8, R35, A14, A15, R12).

| kart     | maximum |     | mishap              | Momentum        |
|----------|---------|     |---------------------|-----------------|
| standard | 5       |     | spin out            | −1              |
| Slow     | 4       |     | the same, Thin Skin | −2              |
                          | flip                | −2              |
                          | thrown into the air | to 0, no items  |
"""

from __future__ import annotations

import pytest
from tests.journal import entries, told
from tests.rtd.table import asked, dice, kart, order, step, suspends, table

from wreckoning.core import door
from wreckoning.rulesets.rtd.events import Cause, ItemsLost, Momentum
from wreckoning.rulesets.rtd.numbers import Item, Order
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import Phase
from wreckoning.rulesets.rtd.rules.cleanup import settle_all_momentum
from wreckoning.rulesets.rtd.rules.momentum import (
    change,
    flip,
    high_acceleration,
    lose_hook,
    lose_items,
    settle_momentum,
    spin_out,
    throw_into_the_air,
    to_zero,
)
from wreckoning.rulesets.rtd.rules.movement import fall_backs
from wreckoning.rulesets.rtd.rules.passing import pass_attempt

SLOW = {"A": ("item_bonus", "slow")}
QUICK = {"A": ("high_acceleration", "low_loot")}


def test_r7_everybody_starts_with_0() -> None:
    race = table("A B C D", turn=0)
    assert [kart(race, name).momentum for name in "ABCD"] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("karts", "momentum", "settled"),
    [
        (None, 4, 4),
        (None, 5, 5),
        (None, 6, 5),
        (None, 9, 5),
        (SLOW, 3, 3),
        (SLOW, 4, 4),
        (SLOW, 5, 4),
        (None, 0, 0),
        (None, -1, 0),
        (None, -5, 0),
    ],
)
def test_r7_r8_cleanup_brings_momentum_between_0_and_the_maximum(
    karts: dict[str, tuple[str, str]] | None, momentum: int, settled: int
) -> None:
    race = table("A B", karts=karts, momentum=[momentum])
    with dice(race):
        settle_momentum(race, kart(race, "A"))
    assert kart(race, "A").momentum == settled
    causes = [entry.cause for entry in told(race, Momentum)]
    change_of = settled - momentum
    assert causes == (
        [] if not change_of else [Cause.BELOW_ZERO if change_of > 0 else Cause.MAXIMUM]
    )


def test_r8_cleanup_settles_everybody_still_racing() -> None:
    race = table("A B C", momentum=[7, -2, 9])
    kart(race, "C").finish_turn = 1
    settle_all_momentum(race)
    assert [kart(race, name).momentum for name in "ABC"] == [5, 0, 9]


def test_r8_momentum_may_be_below_0_during_a_turn() -> None:
    race = table("A B", momentum=[1])
    change(race, kart(race, "A"), -3, Cause.THUNDERBOLT)
    assert kart(race, "A").momentum == -2
    change(race, kart(race, "A"), 1, Cause.CHECK)
    assert kart(race, "A").momentum == -1


def test_r8_negative_momentum_is_a_negative_pass_modifier() -> None:
    race = table("A B", momentum=[-2, 0])
    with dice(race, 4, 5):  # 4 v 3
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    race = table("A B", momentum=[0, -2])
    with dice(race, 4, 2):  # 2 v 2
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)


def test_r8_negative_momentum_counts_as_0_or_less() -> None:
    race = table("A B", momentum=[2, -1])
    with dice(race, 3):
        fall_backs(race)
    assert kart(race, "B").momentum == 1  # −1 +2
    assert kart(race, "B").fell_back


def test_r8_negative_momentum_is_forgotten_in_the_turns_cleanup() -> None:
    race = table("A B", momentum=[-3, -1])
    race.phase = Phase.MOMENTUM
    with dice(race):
        step(race)
    assert race.phase == Phase.ORDER
    assert [kart(race, name).momentum for name in "AB"] == [0, 0]


# --- A14: the maximum applies in Cleanup (switch `momentum_cap`)


def test_a14_momentum_may_be_above_the_maximum_until_cleanup() -> None:
    race = table("A B", momentum=[5])
    change(race, kart(race, "A"), 2, Cause.MUSHROOM)
    assert kart(race, "A").momentum == 7
    settle_all_momentum(race)
    assert kart(race, "A").momentum == 5


@pytest.mark.parametrize(
    ("karts", "before", "gain", "after"),
    [(None, 4, 1, 5), (None, 4, 3, 5), (None, 5, 2, 5), (SLOW, 3, 2, 4), (SLOW, 4, 1, 4)],
)
def test_a14_switch_always_applies_it_at_every_gain(
    karts: dict[str, tuple[str, str]] | None, before: int, gain: int, after: int
) -> None:
    race = table("A B", karts=karts, momentum=[before], momentum_cap="always")
    with dice(race):
        change(race, kart(race, "A"), gain, Cause.MUSHROOM)
    assert kart(race, "A").momentum == after
    # what is told is what was gained, and nothing is told of nothing
    gained = [[entry.change, entry.now] for entry in told(race, Momentum)]
    assert gained == ([[after - before, after]] if after > before else [])


def test_a14_switch_always_takes_nothing_away() -> None:
    race = table("A B", momentum=[7], momentum_cap="always")
    change(race, kart(race, "A"), 1, Cause.MUSHROOM)
    assert kart(race, "A").momentum == 7  # a position that says so: Cleanup will settle it
    change(race, kart(race, "A"), -1, Cause.PASS)
    assert kart(race, "A").momentum == 6


# --- A15: "Momentum to 0" never raises it


@pytest.mark.parametrize(("before", "after"), [(5, 0), (1, 0), (0, 0), (-1, -1), (-3, -3)])
def test_a15_momentum_to_0_never_raises_it(before: int, after: int) -> None:
    race = table("A B", momentum=[before, before])
    to_zero(race, kart(race, "A"), Cause.THROWN)
    assert kart(race, "A").momentum == after
    throw_into_the_air(race, kart(race, "B"))
    assert kart(race, "B").momentum == after


# --- R35: mishaps


@pytest.mark.parametrize("before", [3, 0, -1])
def test_r35_spin_out_costs_1_and_flip_2(before: int) -> None:
    race = table("A B", momentum=[before, before])
    spin_out(race, kart(race, "A"))
    flip(race, kart(race, "B"))
    assert [kart(race, name).momentum for name in "AB"] == [before - 1, before - 2]


def test_r35_thin_skin_spins_out_for_2_and_flips_for_2() -> None:
    race = table("A B", karts={"A": ("keen_eye", "thin_skin")}, momentum=[5])
    spin_out(race, kart(race, "A"))
    assert kart(race, "A").momentum == 3
    flip(race, kart(race, "A"))
    assert kart(race, "A").momentum == 1


def test_r35_thrown_into_the_air_loses_momentum_and_all_items() -> None:
    race = table("A B", momentum=[4, 4])
    driver = kart(race, "A")
    driver.hook, driver.shells = Item.TRIPLE_RED_SHELL, 2
    driver.hand[0], driver.hand[2] = Item.MUSHROOM, Item.BLOOPER
    with dice(race):
        throw_into_the_air(race, driver)
    assert (driver.momentum, driver.hook, driver.shells) == (0, Item.NONE, 0)
    assert set(driver.hand) == {Item.NONE}
    assert len(told(race, ItemsLost)) == 1
    assert kart(race, "B").momentum == 4


def test_r35_a_driver_who_spins_or_flips_keeps_their_items() -> None:
    race = table("A B")
    driver = kart(race, "A")
    driver.hook, driver.hand[0] = Item.BANANA, Item.MUSHROOM
    spin_out(race, driver)
    flip(race, driver)
    assert (driver.hook, driver.hand[0]) == (Item.BANANA, Item.MUSHROOM)


def test_r35_nothing_is_told_of_items_lost_by_who_has_none() -> None:
    race = table("A B")
    with dice(race):
        lose_items(race, kart(race, "A"), Cause.PATH)
    assert told(race, ItemsLost) == []
    kart(race, "A").hand[1] = Item.MUSHROOM
    with dice(race):
        lose_items(race, kart(race, "A"), Cause.PATH)
    assert len(told(race, ItemsLost)) == 1


def test_r35_a_hook_lost_is_one_shell_of_three() -> None:
    race = table("A B")
    driver = kart(race, "A")
    driver.hook, driver.shells = Item.TRIPLE_RED_SHELL, 3
    lose_hook(race, driver, False)
    assert (driver.hook, driver.shells) == (Item.TRIPLE_RED_SHELL, 2)
    lose_hook(race, driver, False)
    lose_hook(race, driver, False)
    assert (driver.hook, driver.shells) == (Item.NONE, 0)
    driver.hook = Item.BANANA
    lose_hook(race, driver, False)
    assert driver.hook == Item.NONE


# --- R12, A67: High Acceleration


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1), (3, 3), (-1, -1)])
def test_r12_high_acceleration_is_1_for_who_starts_a_turn_at_0(before: int, after: int) -> None:
    race = table("A B", karts=QUICK, momentum=[before, before])
    high_acceleration(race, kart(race, "A"))
    high_acceleration(race, kart(race, "B"))
    assert kart(race, "A").momentum == after
    assert kart(race, "B").momentum == before  # a standard kart has none of it


def test_r12_a67_high_acceleration_fires_each_turn_before_any_action() -> None:
    race = table("A B", karts=QUICK, turn=0)
    with suspends(race):
        step(race)
    assert race.turn == 1
    assert asked(race)[1] == Question.ORDER
    assert [kart(race, name).momentum for name in "AB"] == [1, 0]
    causes = [(entry.who, entry.cause) for entry in told(race, Momentum)]
    assert causes == [(0, Cause.HIGH_ACCELERATION)]
    # and again on a later turn, if they start it at 0
    kart(race, "A").momentum = 0
    race.phase = Phase.TURN_START
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE):
        step(race)
    assert kart(race, "A").momentum == 1


def test_a67_not_in_the_middle_of_a_turn() -> None:
    race = table("A B", karts=QUICK, momentum=[1, 1], turn=0)
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE, 1, 2):
        for _ in range(3):
            step(race)
    assert race.phase == Phase.BLUE_SHELLS
    assert kart(race, "A").momentum == 0


def test_a67_not_for_who_has_finished() -> None:
    race = table("A B C", karts=QUICK, turn=0)
    kart(race, "A").finish_turn = 1
    with dice(race, Order.AGGRESSIVE, Order.AGGRESSIVE):
        step(race)
    assert kart(race, "A").momentum == 0
    assert order(race) == "ABC"
    assert entries(race, door.ROLL) == []
