"""The referee at the rules (R17, A69): checks ordered at any time, and actions beyond the list.

| effect      | what it does                 |  | effect     | what it does               |
|-------------|------------------------------|--|------------|----------------------------|
| nothing     |                              |  | lose 1, 2  | −1, −2 M                   |
| gain 1–3    | +1, +2, +3 M                 |  | spin out   | −1 M (R35)                 |
| free pass   | on the driver ahead, if any  |  | flip       | −2 M (R35)                 |
|             |                              |  | thrown     | 0 M, all items lost (R35)  |
|             |                              |  | fall back  | R28, once a turn           |
| ram         | an opposed check (R22)       |  | into hazard| a Ram and the hazard (R26) |
"""

from __future__ import annotations

import pytest
from tests.journal import modifiers, told
from tests.rtd.table import asked, course_with, dice, kart, order, put, step, suspends, table

from wreckoning.core.door import REFEREE
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.events import HazardHit, Modifier, Rammed
from wreckoning.rulesets.rtd.numbers import Item, Order
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import Effect, Phase, Race, Roll
from wreckoning.rulesets.rtd.rules.actions import action_slot
from wreckoning.rulesets.rtd.rules.checks import racing_check
from wreckoning.rulesets.rtd.rules.referee import apply_effect, custom_action
from wreckoning.rulesets.rtd.rules.shells import SHELL_PENALTY, shooter_modifiers


def orders(race: Race) -> list[int]:
    """The orders that the first driver is offered."""
    race.phase = Phase.ORDERS
    with suspends(race):
        step(race)
    return asked(race)[2]


def order_check(
    race: Race,
    name: str,
    modifier: int = 0,
    success: Effect = Effect.NOTHING,
    failure: Effect = Effect.NOTHING,
) -> None:
    """What the referee writes into the position."""
    race.check.ordered = 1
    race.check.driver = kart(race, name).seat
    race.check.modifier = modifier
    race.check.success = int(success)
    race.check.failure = int(failure)


# --- a check ordered by the referee


@pytest.mark.parametrize(("die", "momentum"), [(5, 3 + 2), (4, 3 - 2), (1, 3 - 2 - 2)])
def test_a69_the_referee_orders_a_check_with_driver_modifier_and_effects(
    die: int, momentum: int
) -> None:
    """At −1: a 5 succeeds, a 4 fails, a 1 fails with R1's −2 besides."""
    race = table("A B", momentum=[3, 3])
    order_check(race, "B", -1, Effect.GAIN_2, Effect.FLIP)
    with dice(race, die):
        step(race)
    assert kart(race, "B").momentum == momentum
    assert kart(race, "A").momentum == 3
    assert (Modifier.REFEREE, -1) in modifiers(race)


@pytest.mark.parametrize("phase", [p for p in Phase if p != Phase.OVER])
def test_a69_it_is_made_before_anything_else_and_play_goes_on_from_there(phase: Phase) -> None:
    race = table("A B", turn=0 if phase <= Phase.GRID else 3)
    race.phase = phase
    order_check(race, "A", 0, Effect.GAIN_1)
    with dice(race, 4):
        step(race)
    assert kart(race, "A").momentum == 1
    assert (race.phase, race.slot) == (phase, 0)
    assert (race.check.ordered, race.check.driver) == (0, NOBODY)
    assert (race.check.modifier, race.check.success, race.check.failure) == (0, 0, 0)


def test_a69_it_is_made_once() -> None:
    race = table("A B")
    order_check(race, "A", 0, Effect.GAIN_1)
    with dice(race, 4):
        step(race)
    with suspends(race):
        step(race)
    assert kart(race, "A").momentum == 1
    assert race.phase == Phase.ORDERS


def test_a69_it_needs_no_switch() -> None:
    race = table("A B", referee="off")
    order_check(race, "A", 0, Effect.GAIN_1)
    with dice(race, 4):
        step(race)
    assert kart(race, "A").momentum == 1


def test_a69_r40_r48_it_is_a_racing_check_and_statuses_count() -> None:
    race = table("A B")
    kart(race, "A").ink_until = kart(race, "A").shrunk_until = 1
    order_check(race, "A", 1, Effect.GAIN_1)
    with dice(race, 5):  # 5 + 1 − 3
        step(race)
    assert kart(race, "A").momentum == 0


def test_a69_a60_before_the_first_turn_nobody_is_inked_or_shrunk() -> None:
    race = table("A B", turn=0)
    race.phase = Phase.ROCKET_START
    order_check(race, "A", 0, Effect.GAIN_1)
    with dice(race, 4):
        step(race)
    assert kart(race, "A").momentum == 1
    assert modifiers(race) == []


@pytest.mark.parametrize(
    ("effect", "momentum"),
    [
        (Effect.NOTHING, 3),
        (Effect.GAIN_1, 4),
        (Effect.GAIN_2, 5),
        (Effect.GAIN_3, 6),
        (Effect.LOSE_1, 2),
        (Effect.LOSE_2, 1),
        (Effect.SPIN_OUT, 2),
        (Effect.FLIP, 1),
        (Effect.THROWN, 0),
        (Effect.FALL_BACK, 5),
    ],
)
def test_a69_what_each_effect_does(effect: Effect, momentum: int) -> None:
    race = table("A B", momentum=[0, 3])
    kart(race, "B").hook = Item.BANANA
    with dice(race):
        apply_effect(race, kart(race, "B"), int(effect))
    assert kart(race, "B").momentum == momentum
    assert (kart(race, "B").hook == Item.NONE) == (effect == Effect.THROWN)
    assert kart(race, "B").fell_back == (effect == Effect.FALL_BACK)
    assert order(race) == "AB"


def test_a69_a_free_pass_is_an_attempt_on_the_driver_ahead() -> None:
    race = table("A B", momentum=[0, 0])
    order_check(race, "B", 0, Effect.FREE_PASS)
    with dice(race, 4, 4, 3):
        step(race)
    assert order(race) == "BA"
    order_check(race, "B", 0, Effect.FREE_PASS)
    with dice(race, 4):  # nobody ahead: nothing to roll
        step(race)
    assert order(race) == "BA"


def test_a69_r28_a_driver_falls_back_once_a_turn() -> None:
    race = table("A B")
    apply_effect(race, kart(race, "B"), int(Effect.FALL_BACK))
    apply_effect(race, kart(race, "B"), int(Effect.FALL_BACK))
    assert kart(race, "B").momentum == 2
    assert kart(race, "B").falls_back == 1


def test_a69_a74_a_fallen_driver_is_last_of_the_group_and_out_of_the_turn() -> None:
    race = table("A B C")
    order_check(race, "A", 0, Effect.NOTHING, Effect.FALL_BACK)
    with dice(race, 3):
        step(race)
    assert order(race) == "BCA"
    with dice(race):
        kart(race, "A").order = Order.AGGRESSIVE
        action_slot(race, kart(race, "A"))
    assert kart(race, "A").momentum == 2


def test_a69_a74_who_is_out_of_the_turn_before_it_begins_is_not_asked_for_an_order() -> None:
    race = table("A B C")
    order_check(race, "A", 0, Effect.NOTHING, Effect.FALL_BACK)
    with dice(race, 3):
        step(race)
    with suspends(race):
        step(race)
    assert [race.door.asks[i].by for i in range(race.door.open)] == [1, 2]
    with dice(race, Order.DEFENSIVE, Order.AGGRESSIVE):
        step(race)
    assert [kart(race, name).order for name in "ABC"] == [
        Order.NONE,
        Order.DEFENSIVE,
        Order.AGGRESSIVE,
    ]


# --- a check that rams (R17, R22): "for example, specifically ramming an opponent into a hazard"
#
# B rams A at +1. Both lose 1 M if it is won.
#
# | B's die | A's die | then            | B's M | A's M     |
# |---------|---------|-----------------|-------|-----------|
# | 3       | 3       | a check of 4    | 2     | 2         |
# | 3       | 3       | a check of 3    | 2     | 2, less 1 |
# | 3       | 4       | the failure: −2 | 1     | 3         |

ROCKS = {"name": "Rocks", "modifier": 1, "damage": "flip"}
BOULDER = {"name": "Boulder", "modifier": 0, "damage": "spin"}
ON_ROCKS = course_with({1: {"hazard": [ROCKS]}})


def order_ram(race: Race, effect: Effect = Effect.RAM, failure: Effect = Effect.LOSE_2) -> None:
    """The referee lets B ram A at +1."""
    order_check(race, "B", 1, effect, failure)
    race.check.other = kart(race, "A").seat


@pytest.mark.parametrize(
    ("answers", "momentum"), [((3, 3, 4), (2, 2)), ((3, 3, 3), (1, 2)), ((3, 4), (3, 1))]
)
def test_a69_r22_a_check_of_the_referees_can_do_what_a_ram_does(
    answers: tuple[int, ...], momentum: tuple[int, int]
) -> None:
    race = table("A B", momentum=[3, 3])
    order_ram(race)
    with dice(race, *answers):
        step(race)
    assert (kart(race, "A").momentum, kart(race, "B").momentum) == momentum
    assert order(race) == "AB"
    assert (race.check.ordered, race.check.other) == (0, NOBODY)


@pytest.mark.parametrize(("die", "left"), [(3, 2), (2, 2 - 2), (1, 2 - 2)])
def test_a69_r26_it_can_drive_an_opponent_into_a_hazard(die: int, left: int) -> None:
    """At +1 for the Rocks; there is no check against spinning out besides."""
    race = table("A B", momentum=[3, 3], course=ON_ROCKS)
    order_ram(race, Effect.RAM_INTO_HAZARD)
    with dice(race, 6, 1, die):
        step(race)
    assert (kart(race, "A").momentum, kart(race, "B").momentum) == (left, 2)
    assert bool(told(race, HazardHit)) == (die < 3)


def test_a69_r26_they_meet_every_hazard_in_force() -> None:
    race = table("A B", momentum=[3, 3], course=course_with({1: {"hazard": [ROCKS, BOULDER]}}))
    order_ram(race, Effect.RAM_INTO_HAZARD)
    with dice(race, 6, 1, 2, 3):
        step(race)
    assert kart(race, "A").momentum == 3 - 1 - 2 - 1


def test_a69_a27_it_is_a_ram_check_and_the_karts_count() -> None:
    race = table("A B", karts={"B": ("ramming_speed", "slow")})
    kart(race, "A").defensive = 1
    order_ram(race)
    with dice(race, 3, 3, 4):  # 3 + 1 + 1 against 3 + 1
        step(race)
    assert told(race, Rammed) == [Rammed(1, 0)]


def test_a69_r33_who_fails_runs_into_what_the_other_drags() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "A").hook = Item.BANANA
    order_ram(race, failure=Effect.LOSE_1)
    with dice(race, 3, 6):
        step(race)
    assert kart(race, "B").momentum == 3 - 1 - 1
    assert kart(race, "A").hook == Item.NONE


def test_a69_the_referee_chooses_the_target_of_a_custom_ram() -> None:
    race = table("A B C D", referee="on", course=ON_ROCKS)
    put(race, A=1)
    kart(race, "D").star_until = 1
    with suspends(race, 1):
        custom_action(race, kart(race, "B"))
    assert asked(race)[2][-2:] == [Effect.RAM, Effect.RAM_INTO_HAZARD]
    kart(race, "D").star_until = 0
    with suspends(race, 1, Effect.RAM):
        custom_action(race, kart(race, "B"))
    assert asked(race) == (REFEREE, Question.CUSTOM_OTHER, [2, 3])
    assert race.door.asks[0].subject == 1
    with dice(race, 1, Effect.RAM, 3, Effect.NOTHING, 3, 3, 4):
        custom_action(race, kart(race, "B"))
    assert told(race, Rammed) == [Rammed(1, 3)]


@pytest.mark.parametrize("status", ["star_until", "boo_until"])
def test_a69_a62_a63_with_nobody_to_ram_it_is_not_offered(status: str) -> None:
    race = table("A B", referee="on", course=ON_ROCKS)
    setattr(kart(race, "A"), status, 1)
    with suspends(race, 1):
        custom_action(race, kart(race, "B"))
    assert asked(race)[2][-1] == Effect.FREE_PASS


def test_a69_a_ram_that_has_become_impossible_comes_to_nothing() -> None:
    race = table("A B", momentum=[3, 3])
    order_ram(race)
    kart(race, "A").star_until = 1
    with dice(race):
        step(race)
    assert (kart(race, "A").momentum, kart(race, "B").momentum) == (3, 3)


# --- an action beyond the list


def test_r17_a69_an_action_beyond_the_list_needs_the_switch() -> None:
    assert Order.CUSTOM not in orders(table("A B"))
    assert Order.CUSTOM in orders(table("A B", referee="on"))


def test_r17_a69_the_referee_says_what_check_it_is_and_what_it_brings() -> None:
    race = table("A B", referee="on")
    with suspends(race):
        custom_action(race, kart(race, "B"))
    assert asked(race) == (REFEREE, Question.CUSTOM_MODIFIER, list(range(-4, 5)))
    with suspends(race, 2):
        custom_action(race, kart(race, "B"))
    assert asked(race)[:2] == (REFEREE, Question.CUSTOM_SUCCESS)
    assert asked(race)[2] == [*range(Effect.NOTHING, Effect.FREE_PASS + 1), Effect.RAM]
    with suspends(race, 2, Effect.GAIN_3):
        custom_action(race, kart(race, "B"))
    assert asked(race)[:2] == (REFEREE, Question.CUSTOM_FAILURE)
    assert asked(race)[2] == [Effect.NOTHING, *range(Effect.LOSE_1, Effect.FALL_BACK + 1)]
    assert race.door.asks[0].subject == 1


def test_r17_a69_the_drivers_action_is_that_check() -> None:
    for die, momentum in ((2, 3), (1, -2)):  # at +2
        race = table("A B", referee="on")
        kart(race, "B").order = Order.CUSTOM
        with dice(race, 2, Effect.GAIN_3, Effect.LOSE_2, die):
            action_slot(race, kart(race, "B"))
        assert kart(race, "B").momentum == momentum


def test_r17_one_action_a_turn_the_custom_one_too() -> None:
    race = table("A B", referee="on")
    race.phase = Phase.ORDERS
    with dice(race, Order.CUSTOM, Order.DEFENSIVE, 0, Effect.GAIN_1, Effect.NOTHING, 4):
        step(race)  # both give their orders
        step(race)  # A's slot
    assert race.slot == 1
    assert kart(race, "A").momentum == 1


def test_a69_where_nobody_sits_as_referee_the_check_is_a_plain_one() -> None:
    """The table's own answer: no modifier, no effects."""
    race = table("A B", referee="on")
    race.door.live = 1
    with dice(race):
        custom_action(race, kart(race, "B"))
    assert modifiers(race) == []
    assert -2 <= kart(race, "B").momentum <= 1
    assert not kart(race, "B").fell_back


# A modifier for the next roll of a kind (A86)


def test_a86_the_referee_adds_to_the_next_roll_of_a_kind_once() -> None:
    """Not to a roll of another kind before it, and not to the one after."""
    race = table("A B")
    racer = kart(race, "A")
    racer.extra_roll, racer.extra = int(Roll.SPIN_OUT_CHECK), 2
    with dice(race, 3):
        assert racing_check(race, racer, Question.AVOID_CHECK, 0) == 3
        assert modifiers(race) == []
    with dice(race, 3):
        assert racing_check(race, racer, Question.SPIN_OUT_CHECK, 0) == 5
        assert modifiers(race) == [(Modifier.EXTRA, 2)]
    with dice(race, 3):
        assert racing_check(race, racer, Question.SPIN_OUT_CHECK, 0) == 3
    assert (racer.extra_roll, racer.extra) == (Roll.NONE, 0)


def test_a86_it_counts_for_shells_that_attack() -> None:
    race = table("A B")
    put(race, A=2)
    racer = kart(race, "A")
    racer.extra_roll, racer.extra = int(Roll.SHELL_ATTACK), -3
    assert shooter_modifiers(race, racer) == SHELL_PENALTY - 3


def test_a86_rolls_have_the_numbers_of_their_questions() -> None:
    """Not those that choose for Boo, nor the check that has the referee's modifier anyway."""
    chosen = {Question.STEAL_FROM, Question.STEAL_ITEM, Question.CUSTOM_CHECK}
    dice = {one.name: int(one) for one in Question if one.is_die and one not in chosen}
    assert {roll.name: int(roll) for roll in Roll if roll} == dice
