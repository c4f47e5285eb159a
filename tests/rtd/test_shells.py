"""Shells (R39, R43, R46, A5, A13, A31, A54–A56, A78, A84).

They attack by an opposed Racing Check, at −1 for the shooter.

| shell              | attack | at the target named | at others | goes on | missed 6 | natural 1 |
|--------------------|--------|---------------------|-----------|---------|----------|-----------|
| Green              | −1     |                     |           | yes     | next +1  | reverses  |
| Green, at a target | −1     | +1                  | −1        | yes     | next +1  | reverses  |
| Red, Triple Red    | −1 +3  |                     |           | no      | –        | –         |

It stops at its first hit, and a block by a dragged item is a hit (A54).

Circling shells: each left is +2 to dodge and in Rams; a bonus that saved costs one (R46, A56).

| left | attack 6 + 2 | defence 4 | without | left after |
|------|--------------|-----------|---------|------------|
| 3    | 8            | 10        | 4       | 2          |
| 2    | 8            | 8         | 4       | 1          |
| 1    | 8            | 6: hit    | 4       | 1          |
"""

from __future__ import annotations

import pytest
from tests.journal import entries, modifiers, told
from tests.rtd.table import asked, course_with, dice, kart, put, set_order, suspends, table

from wreckoning.core.door import ROLL, choose
from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.events import ActionLost, FunnyBounce, Modifier, Reversed, ShellLeft
from wreckoning.rulesets.rtd.numbers import Item, Order, Use
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import DEPLOY, Race
from wreckoning.rulesets.rtd.rules.actions import action_slot, pose_order, take_order
from wreckoning.rulesets.rtd.rules.deploy import deploy, use_item
from wreckoning.rulesets.rtd.rules.passing import pass_attempt
from wreckoning.rulesets.rtd.rules.shells import Direction, green_shell, red_shell, red_shell_target
from wreckoning.rulesets.rtd.rules.standings import ahead_in_group

A, B, C, D = seat_range(4)
LINKED = course_with({}, attack_link=[{"segments": ["Straight 1", "Straight 3"]}])


def group(names: str = "A B C D") -> Race:
    return table(names, momentum=[3] * len(names.split()))


def momentum(race: Race) -> list[int]:
    return [k.momentum for k in race.karts[: race.drivers]]


def attacked(race: Race) -> list[tuple[str, str, int]]:
    """Every roll of attack and defence: "attack" or "defence", who rolled, their modifiers."""
    names = {Question.SHELL_ATTACK: "attack", Question.SHELL_DEFENCE: "defence"}
    return [
        (names[Question(question)], chr(ord("A") + who), result - die)
        for who, question, die, result, _ in entries(race, ROLL)
    ]


# --- the Green Shell


@pytest.mark.parametrize(("attack", "defence", "hit"), [(5, 3, True), (5, 4, False), (2, 1, False)])
def test_r39_a8_an_opposed_check_at_minus_1_and_a_tie_misses(
    attack: int, defence: int, hit: bool
) -> None:
    race = group("A B")
    with dice(race, attack, defence):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert attacked(race) == [("attack", "B", -1), ("defence", "A", 0)]
    assert momentum(race) == [1 if hit else 3, 3]  # a flip; the dice bring no M (R5)


def test_r5_the_dice_of_a_shell_bring_no_momentum() -> None:
    race = group("A B")
    with dice(race, 6, 6):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    with dice(race, 2, 1):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert momentum(race) == [3, 3]


def test_r39_without_a_target_it_goes_on_until_nobody_is_left_that_way() -> None:
    race = group()
    with dice(race, 2, 6, 3, 6, 4, 6):
        green_shell(race, kart(race, "D"), Direction.FORWARDS, NOBODY)
    assert [who for _, who, _ in attacked(race)] == ["D", "C", "D", "B", "D", "A"]
    assert told(race, ShellLeft)
    with dice(race, 2, 6, 3, 6):
        green_shell(race, kart(race, "B"), Direction.BACKWARDS, NOBODY)
    assert [who for _, who, _ in attacked(race)] == ["B", "C", "B", "D"]


def test_a54_it_stops_at_its_first_hit() -> None:
    race = group()
    with dice(race, 2, 6, 5, 1):
        green_shell(race, kart(race, "D"), Direction.FORWARDS, NOBODY)
    assert momentum(race) == [3, 1, 3, 3]


def test_a54_a_block_by_a_dragged_item_is_a_hit_and_stops_it() -> None:
    race = group()
    kart(race, "C").hook = Item.BANANA
    with dice(race, 5, 3):  # 4 against 3 + 3
        green_shell(race, kart(race, "D"), Direction.FORWARDS, NOBODY)
    assert momentum(race) == [3, 3, 3, 3]
    assert kart(race, "C").hook == Item.NONE


def test_r39_a54_a_natural_6_that_is_blocked_does_not_bounce_on() -> None:
    race = group()
    kart(race, "C").hook = Item.BANANA
    with dice(race, 6, 4):  # 5 against 4 + 3
        green_shell(race, kart(race, "D"), Direction.FORWARDS, NOBODY)
    assert kart(race, "C").hook == Item.NONE
    assert not told(race, FunnyBounce)


def test_r39_a_named_target_is_attacked_at_plus_1_and_those_between_at_minus_1() -> None:
    race = group()
    with dice(race, 2, 6, 2, 6, 2, 6):
        green_shell(race, kart(race, "D"), Direction.FORWARDS, B)
    attacks = [total for kind, _, total in attacked(race) if kind == "attack"]
    assert attacks == [-1 - 1, -1 + 1, -1 - 1]  # C between, B the target, A beyond


def test_r39_a_natural_6_that_misses_has_plus_1_on_its_next_attack_only() -> None:
    race = group()
    with dice(race, 6, 6, 2, 6, 3, 6):
        green_shell(race, kart(race, "D"), Direction.FORWARDS, NOBODY)
    assert [total for kind, _, total in attacked(race) if kind == "attack"] == [-1, 0, -1]


def test_a13_natural_6_is_the_die_alone() -> None:
    """With +1 against the target a 5 and a 6 differ; a result of 6 made of a 5 does not bounce."""
    race = group()
    kart(race, "D").figures.aim = 2
    with dice(race, 5, 6, 2, 6, 2, 6):  # 5 − 1 + 2 = 6, no bounce
        green_shell(race, kart(race, "D"), Direction.FORWARDS, NOBODY)
    assert not told(race, FunnyBounce)
    kart(race, "D").shrunk_until = 1
    with dice(race, 6, 6, 2, 6, 2, 6):  # 6 − 1 + 2 − 2 = 5, and it does
        green_shell(race, kart(race, "D"), Direction.FORWARDS, NOBODY)
    assert len(told(race, FunnyBounce)) == 1


def test_r39_a54_a_natural_1_reverses_the_shell() -> None:
    """D's shell misses C, turns at B, comes back to C, then to D."""
    race = group()
    with dice(race, 2, 6, 1, 2, 6, 5, 3):
        green_shell(race, kart(race, "D"), Direction.FORWARDS, NOBODY)
    assert attacked(race) == [
        ("attack", "D", -1),
        ("defence", "C", 0),
        ("attack", "D", -1),  # the natural 1: B needs no dodge
        ("attack", "D", -1),
        ("defence", "C", 0),
        ("attack", "D", -1),
        ("defence", "D", 0),
    ]
    assert momentum(race) == [3, 3, 3, 1]


def test_a54_a_natural_1_never_hits() -> None:
    race = group("A B")
    kart(race, "B").figures.aim = 5  # 1 − 1 + 5: higher than anything the target could have
    with dice(race, 1, 6, 6):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert kart(race, "A").momentum == 3
    assert kart(race, "B").momentum == 1  # reversed, it came to its user: 10 against 6


def test_a54_never_the_same_driver_twice_running() -> None:
    """Turned at A, the first driver, the shell goes away from them: to its user, then to C."""
    race = group("A B C")
    with dice(race, 1, 2, 6, 2, 6):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert attacked(race) == [
        ("attack", "B", -1),
        ("attack", "B", -1),
        ("defence", "B", 0),
        ("attack", "B", -1),
        ("defence", "C", 0),
    ]


def test_a54_it_may_reverse_again_and_again_and_its_user_stays_a_target() -> None:
    """C: B turns it, C turns it, B turns it, C dodges, nobody is left behind."""
    race = group("A B C")
    with dice(race, 1, 1, 1, 2, 6):
        green_shell(race, kart(race, "C"), Direction.FORWARDS, NOBODY)
    assert len(told(race, Reversed)) == 3
    assert attacked(race)[-1] == ("defence", "C", 0)


def test_a54_before_it_reverses_its_user_is_no_target() -> None:
    race = group("A B")
    with dice(race):
        green_shell(race, kart(race, "A"), Direction.FORWARDS, NOBODY)
    with dice(race, 2, 6):
        green_shell(race, kart(race, "A"), Direction.BACKWARDS, NOBODY)
    assert momentum(race) == [3, 3]


def test_a54_back_to_the_user_a_named_shell_has_minus_1() -> None:
    race = group("A B")
    with dice(race, 1, 2, 6):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, A)
    assert attacked(race)[1] == ("attack", "B", -2)


def test_a18_the_own_shell_is_no_attack_on_the_user() -> None:
    race = group("A B")
    kart(race, "A").defensive = kart(race, "B").defensive = 1
    with dice(race, 1, 2, 6):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert attacked(race)[-1] == ("defence", "B", 0)


def test_a9_the_shooters_own_ink_and_shrinking_count_on_the_shell() -> None:
    race = group("A B")
    kart(race, "B").ink_until = kart(race, "B").shrunk_until = 1
    with dice(race, 6, 6):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert attacked(race) == [("attack", "B", -1 - 1 - 2), ("defence", "A", 0)]


def test_a9_r19_the_targets_own_statuses_and_defensive_driving_count_on_the_dodge() -> None:
    race = group("A B")
    kart(race, "A").ink_until = kart(race, "A").shrunk_until = 1
    kart(race, "A").defensive = 1
    with dice(race, 2, 6):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert attacked(race) == [("attack", "B", -1), ("defence", "A", -1 - 2 + 1)]


def test_r3_a9_momentum_never_counts() -> None:
    race = table("A B", momentum=[5, 5])
    with dice(race, 3, 4):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert attacked(race) == [("attack", "B", -1), ("defence", "A", 0)]


def test_a78_an_immune_driver_is_skipped_by_the_line_of_attack() -> None:
    race = group()
    kart(race, "C").star_until = kart(race, "A").boo_until = 1
    with dice(race, 2, 6):
        green_shell(race, kart(race, "D"), Direction.FORWARDS, NOBODY)
    assert attacked(race)[1] == ("defence", "B", 0)
    assert len(attacked(race)) == 2


def test_r44_r47_an_immune_user_is_not_hit_by_their_reversed_shell() -> None:
    race = group("A B")
    kart(race, "B").star_until = 1
    with dice(race, 1):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert told(race, ShellLeft)
    assert momentum(race) == [3, 3]


@pytest.mark.parametrize(
    ("name", "use", "targets"),
    [
        ("B", Use.FORWARD, [NOBODY, A]),
        ("B", Use.BACKWARD, [NOBODY, C, D]),
        ("D", Use.FORWARD, [NOBODY, A, B, C]),
    ],
)
def test_r39_the_target_is_any_driver_in_its_line_or_nobody(
    name: str, use: int, targets: list[int]
) -> None:
    race = group()
    with suspends(race):
        use_item(race, kart(race, name), Item.GREEN_SHELL, use)
    assert asked(race)[1:] == (Question.TARGET, targets)


def test_a72_a_green_shell_may_be_let_go_with_nobody_in_reach_and_is_spent() -> None:
    race = group("A B")
    put(race, B=-1)
    kart(race, "A").hand[0] = Item.GREEN_SHELL
    with dice(race, Use.BACKWARD):  # no target: no question
        deploy(race, kart(race, "A"), Item.GREEN_SHELL)
    assert kart(race, "A").hand[0] == Item.NONE
    assert told(race, ShellLeft)


# --- reach


def test_a5_shells_reach_the_same_segment_only() -> None:
    race = group()
    put(race, A=2, B=1, C=1, D=0)
    with dice(race, 2, 6):
        green_shell(race, kart(race, "C"), Direction.FORWARDS, NOBODY)
    assert attacked(race)[1] == ("defence", "B", 0)
    with dice(race):
        green_shell(race, kart(race, "C"), Direction.BACKWARDS, NOBODY)
    assert red_shell_target(race, kart(race, "B")) == NOBODY
    assert momentum(race) == [3, 3, 3, 3]


def test_a5_lapped_drivers_do_not_interact() -> None:
    race = group("A B")
    put(race, A=5, B=0)  # the same segment, a lap apart
    assert red_shell_target(race, kart(race, "B")) == NOBODY
    with dice(race):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert momentum(race) == [3, 3]


def test_a5_shells_reach_a_linked_segment_on_the_same_lap() -> None:
    race = table("A B C", momentum=[3, 3, 3], course=LINKED)
    put(race, A=2, B=1, C=0)  # segments 3 and 1 are linked; B is in segment 2
    with dice(race, 2, 6):
        green_shell(race, kart(race, "C"), Direction.FORWARDS, NOBODY)
    assert attacked(race)[1] == ("defence", "A", 0)
    with dice(race, 2, 6):
        red_shell(race, kart(race, "C"))
    assert attacked(race)[1] == ("defence", "A", 0)
    with dice(race, 2, 6):
        green_shell(race, kart(race, "A"), Direction.BACKWARDS, NOBODY)
    assert attacked(race)[1] == ("defence", "C", 0)
    put(race, A=7)
    assert red_shell_target(race, kart(race, "C")) == NOBODY


def test_a5_a_link_is_for_attacks_not_for_passing() -> None:
    race = table("A B", momentum=[0, 3], course=LINKED)
    put(race, A=2, B=0)
    assert ahead_in_group(race, kart(race, "B")) == NOBODY


@pytest.mark.parametrize("direction", [Direction.FORWARDS, Direction.BACKWARDS])
def test_a38_a74_shells_do_not_reach_the_finished_nor_those_who_fell_back(direction: int) -> None:
    race = group("A B C")
    kart(race, "A").finish_turn = 1
    kart(race, "C").fell_back = 1
    with dice(race):
        green_shell(race, kart(race, "B"), direction, NOBODY)
    assert red_shell_target(race, kart(race, "B")) == NOBODY
    assert momentum(race) == [3, 3, 3]


# --- the Red Shell


@pytest.mark.parametrize(("attack", "defence", "hit"), [(3, 4, True), (3, 5, False)])
def test_r43_a55_it_attacks_at_plus_2_in_all(attack: int, defence: int, hit: bool) -> None:
    race = group("A B")
    with dice(race, attack, defence):
        red_shell(race, kart(race, "B"))
    assert attacked(race) == [("attack", "B", -1 + 3), ("defence", "A", 0)]
    assert momentum(race) == [1 if hit else 3, 3]


def test_r43_always_the_driver_immediately_ahead() -> None:
    race = group()
    with dice(race, 6, 1):
        red_shell(race, kart(race, "C"))
    assert momentum(race) == [3, 1, 3, 3]


@pytest.mark.parametrize("natural", [1, 2, 6])
def test_a55_one_attack_no_bounce_no_reversal(natural: int) -> None:
    race = group()
    kart(race, "C").defensive = 1
    kart(race, "D").ink_until = kart(race, "D").shrunk_until = 1
    with dice(race, natural, 6):
        red_shell(race, kart(race, "D"))
    assert len(attacked(race)) == 2
    assert not told(race, FunnyBounce)
    assert not told(race, Reversed)


def test_a13_a55_a_natural_1_of_a_red_shell_may_hit() -> None:
    race = group("A B")
    with dice(race, 1, 2):  # 3 against 2
        red_shell(race, kart(race, "B"))
    assert momentum(race) == [1, 3]


# --- with nobody to hit (A31): "always attacks the driver immediately ahead"


def slot(race: Race, name: str, order: int) -> None:
    """A driver's slot with this order."""
    take_order(kart(race, name), order)
    action_slot(race, kart(race, name))


@pytest.fixture(params=["leader", "alone in the segment"])
def unprotected(request: pytest.FixtureRequest) -> Race:
    """B has nobody ahead in the segment; C follows."""
    race = group("A B C")
    if request.param == "leader":
        set_order(race, "BAC")
        put(race, B=1, A=0, C=0)
    else:
        put(race, A=2, B=1, C=0)
    return race


def offered(race: Race, name: str) -> list[int]:
    """The orders that are open to this driver."""
    driver = kart(race, name)
    with suspends(race):
        pose_order(race, driver, ahead_in_group(race, driver))
        choose(race)
    return asked(race)[2]


@pytest.mark.parametrize("item", [Item.RED_SHELL, Item.TRIPLE_RED_SHELL])
def test_a31_in_hand_with_nobody_ahead_it_is_not_offered(unprotected: Race, item: int) -> None:
    race = unprotected
    kart(race, "B").hand[0] = item
    assert DEPLOY + item not in offered(race, "B")
    put(race, A=1, B=1)
    set_order(race, "ABC")
    assert DEPLOY + item in offered(race, "B")


@pytest.mark.parametrize(("item", "shells"), [(Item.RED_SHELL, 0), (Item.TRIPLE_RED_SHELL, 2)])
def test_a31_on_the_hook_with_nobody_ahead_it_is_kept_without_a_question(
    unprotected: Race, item: int, shells: int
) -> None:
    race = unprotected
    driver = kart(race, "B")
    driver.hook, driver.shells = item, shells
    assert DEPLOY + item not in offered(race, "B")
    with dice(race, 4):
        slot(race, "B", Order.AGGRESSIVE)
    assert (driver.hook, driver.shells, driver.items_used) == (item, shells, 0)


@pytest.mark.parametrize("item", [Item.RED_SHELL, Item.TRIPLE_RED_SHELL])
@pytest.mark.parametrize("place", ["hand", "circling"])
def test_a31_a_target_that_left_by_a_path_costs_the_action_and_no_roll(
    item: int, place: str
) -> None:
    """The item is kept, one of three circling shells too."""
    way = {"name": "Way", "items": ["star"], "success": {"advance": True}}
    race = table("A B", course=course_with({1: {"path": [way]}}))
    driver = kart(race, "B")
    kart(race, "A").hand[0] = Item.STAR
    if place == "circling":
        item, driver.hook, driver.shells = Item.TRIPLE_RED_SHELL, Item.TRIPLE_RED_SHELL, 2
    else:
        driver.hand[0] = item
    assert DEPLOY + item in offered(race, "B")
    with dice(race):
        slot(race, "A", Order.PATH_1)
        slot(race, "B", DEPLOY + item)
    assert told(race, ActionLost) == [ActionLost(1, DEPLOY + item)]
    if place == "circling":
        assert (driver.hook, driver.shells) == (Item.TRIPLE_RED_SHELL, 2)
    else:
        assert (driver.hook, driver.hand[0]) == (Item.NONE, item)
    assert driver.items_used == 0


@pytest.mark.parametrize("status", ["boo_until", "star_until"])
def test_a31_r44_r47_a_driver_ahead_who_is_immune_cannot_be_hit(status: str) -> None:
    race = group("A B C")
    kart(race, "C").hand[0] = Item.RED_SHELL
    setattr(kart(race, "B"), status, 1)
    assert DEPLOY + Item.RED_SHELL not in offered(race, "C")
    with dice(race):
        slot(race, "C", DEPLOY + Item.RED_SHELL)
    assert told(race, ActionLost)
    assert kart(race, "C").hand[0] == Item.RED_SHELL
    assert momentum(race) == [3, 3, 3]


def test_a31_by_item_with_action_it_is_not_offered_either(unprotected: Race) -> None:
    race = unprotected
    race.switches.item_with_action = 1
    kart(race, "B").hand[0] = Item.RED_SHELL
    with dice(race, 4):
        slot(race, "B", Order.AGGRESSIVE)
    assert kart(race, "B").hand[0] == Item.RED_SHELL


def test_a31_a_path_that_brings_a_driver_behind_others_opens_it_after_the_action() -> None:
    way = {"name": "Way", "items": ["star"], "success": {"advance": True}}
    race = table("A B", course=course_with({1: {"path": [way]}}))
    put(race, A=1)
    driver = kart(race, "B")
    driver.hook, driver.star_until = Item.RED_SHELL, 1
    with suspends(race):
        slot(race, "B", Order.PATH_1)
    assert asked(race) == (1, Question.USE, [Use.HOLD, Use.FIRE])


@pytest.mark.parametrize("item", [Item.MUSHROOM, Item.BANANA])
def test_a84_r34_what_is_in_hand_waits_for_a_red_shell_with_nobody_to_hit(
    unprotected: Race, item: int
) -> None:
    """ "MUST be used before deploying another item"."""
    race = unprotected
    driver = kart(race, "B")
    driver.hook, driver.hand[0] = Item.RED_SHELL, item
    assert DEPLOY + item not in offered(race, "B")
    with dice(race):
        slot(race, "B", DEPLOY + item)
    assert told(race, ActionLost) == [ActionLost(1, DEPLOY + item)]
    assert (driver.hook, driver.hand[0]) == (Item.RED_SHELL, item)


def test_a31_a_green_shell_and_a_bob_omb_can_always_be_let_go() -> None:
    race = group("A B C")
    put(race, A=2, B=1, C=0)
    kart(race, "B").hook = Item.GREEN_SHELL
    kart(race, "A").hook = Item.BOB_OMB
    with dice(race, Use.FORWARD, 4, Use.DROP, 4):
        slot(race, "B", Order.AGGRESSIVE)
        slot(race, "A", Order.AGGRESSIVE)
    assert kart(race, "A").hook == kart(race, "B").hook == Item.NONE
    assert told(race, ShellLeft)


# --- the Triple Red Shell


@pytest.mark.parametrize(("left", "hit", "after"), [(3, False, 2), (2, False, 1), (1, True, 1)])
def test_r46_a56_each_circling_shell_is_plus_2_and_one_is_lost_if_that_saved(
    left: int, hit: bool, after: int
) -> None:
    race = group("A B")
    kart(race, "A").hook, kart(race, "A").shells = Item.TRIPLE_RED_SHELL, left
    with dice(race, 6, 4):
        red_shell(race, kart(race, "B"))
    assert modifiers(race)[-1] == (Modifier.CIRCLING, 2 * left)
    assert momentum(race) == [1 if hit else 3, 3]
    assert kart(race, "A").shells == after


def test_r46_a56_a_dodge_that_needed_no_bonus_costs_no_shell() -> None:
    race = group("A B")
    kart(race, "A").hook, kart(race, "A").shells = Item.TRIPLE_RED_SHELL, 3
    with dice(race, 2, 4):
        red_shell(race, kart(race, "B"))
    assert kart(race, "A").shells == 3


def test_r46_they_count_against_green_shells_too() -> None:
    race = group("A B")
    kart(race, "A").hook, kart(race, "A").shells = Item.TRIPLE_RED_SHELL, 2
    with dice(race, 6, 2):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert attacked(race)[1] == ("defence", "A", 4)


@pytest.mark.parametrize("side", ["rams", "is rammed"])
def test_r46_each_is_plus_2_in_rams_on_either_side(side: str) -> None:
    race = group("A B")
    rammer, other = kart(race, "B"), kart(race, "A")
    rammer.ramming = 1
    circled = rammer if side == "rams" else other
    circled.hook, circled.shells = Item.TRIPLE_RED_SHELL, 3
    if side == "rams":
        with dice(race, 1, 6, 4):  # 7 beats 6
            assert pass_attempt(race, rammer, other, 0)
        assert circled.shells == 3
    else:
        with dice(race, 6, 1, 6, 1):  # 6 against 7: run into one shell, −2; then the pass
            assert pass_attempt(race, rammer, other, 0)
        assert rammer.momentum == 3 - 1 - 2 - 1
        assert circled.shells == 2


def test_r46_they_do_not_count_in_a_pass() -> None:
    race = group("A B")
    kart(race, "A").hook, kart(race, "A").shells = Item.TRIPLE_RED_SHELL, 3
    with dice(race, 2, 1):
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)


def test_r46_a56_fired_it_is_a_red_shell_and_one_fewer() -> None:
    race = group("A B")
    kart(race, "B").hook, kart(race, "B").shells = Item.TRIPLE_RED_SHELL, 3
    with dice(race, 3, 4):
        deploy(race, kart(race, "B"), Item.TRIPLE_RED_SHELL)
    assert attacked(race)[0] == ("attack", "B", 2)
    assert momentum(race) == [1, 3]
    assert kart(race, "B").shells == 2


def test_a56_deployed_from_the_hand_the_other_two_circle() -> None:
    race = group("A B")
    kart(race, "B").hand[0] = Item.TRIPLE_RED_SHELL
    with dice(race, 3, 4):
        deploy(race, kart(race, "B"), Item.TRIPLE_RED_SHELL)
    driver = kart(race, "B")
    assert (driver.hook, driver.shells, driver.hand[0]) == (Item.TRIPLE_RED_SHELL, 2, Item.NONE)
