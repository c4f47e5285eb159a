"""Pass actions, with Rams and Stars in them (R4, R20, R22, A19, A22–A27, A62, A63, A71).

A Ram (R22)

|      | rammer | rammed                          | the Pass action                    |
|------|--------|---------------------------------|------------------------------------|
| won  | −1     | −1, and a check or spin out     | passes freely, or keeps their place  |
| lost | −1     |                                 | goes on as usual                   |

The free pass costs its own 1 (A23). By a Star (A63): flips, without a check.
"""

from __future__ import annotations

import pytest
from tests.journal import entries, modifiers, told
from tests.rtd.table import dice, jockey, kart, order, set_order, step, table

from wreckoning.core.door import ROLL
from wreckoning.core.ids import seat_range
from wreckoning.rulesets.rtd.events import (
    Cause,
    Flipped,
    Hit,
    Modifier,
    Momentum,
    PassEnded,
    PassFailed,
    SpunOut,
)
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import Phase, Race
from wreckoning.rulesets.rtd.rules.passing import pass_attempt, ram, rams

RAM_ROLLS = [Question.RAM_CHECK, Question.RAM_DEFENCE]
PASS_ROLLS = [Question.PASS_ROLL, Question.PASS_DEFENCE]


def passes(race: Race, name: str, other: str) -> bool:
    """This driver tries to pass the other."""
    return pass_attempt(race, kart(race, name), kart(race, other), 0)


def momentum(race: Race) -> list[int]:
    """Everybody's Momentum, by seat."""
    return [race.karts[seat].momentum for seat in seat_range(race.drivers)]


def asked_dice(race: Race) -> list[int]:
    """Which dice were rolled, in their order."""
    return [entry[1] for entry in entries(race, ROLL)]


# --- a Pass


def test_a19_r27_a_pass_changes_places_at_once_and_costs_1() -> None:
    race = table("A B C", momentum=[1, 4, 2])
    with dice(race, 3, 2):
        assert passes(race, "B", "A")
    assert order(race) == "BAC"
    assert momentum(race) == [1, 3, 2]
    assert kart(race, "B").passes == 1


def test_a19_a_failed_pass_costs_nothing_and_moves_nobody() -> None:
    race = table("A B C", momentum=[1, 4, 2])
    with dice(race, 1, 6):
        assert not passes(race, "B", "A")
    assert order(race) == "ABC"
    assert momentum(race) == [1, 4, 2]
    assert kart(race, "B").passes == 0


def test_r27_three_drivers_without_stances() -> None:
    # order A (1 M), B (2 M), C (4 M): C v B 3 and 2; C v A 1 and 4
    race = table("A B C", momentum=[1, 2, 4])
    race.phase = Phase.JOCKEYING
    with dice(race, 3, 2, 1, 4):
        while race.phase == Phase.JOCKEYING:
            step(race)
    results = [entry[3] for entry in entries(race, ROLL)]
    assert results == [7, 4, 4, 5]
    assert order(race) == "ACB"
    assert momentum(race) == [1, 2, 3]  # B (2) v C (3): no try


# --- R22: the Ram


def test_r22_a23_a24_the_passers_ram() -> None:
    # P (3 M) passes T (2 M): ram 5 v 3; T's check 2
    race = table("A B", momentum=[2, 3])
    kart(race, "B").ramming = 1
    with dice(race, 5, 3, 2):
        assert passes(race, "B", "A")
    assert momentum(race) == [0, 1]  # T 2 −1 −1, P 3 −1 −1
    assert order(race) == "BA"
    assert asked_dice(race) == [*RAM_ROLLS, Question.SPIN_OUT_CHECK]


def test_r22_a_rammed_driver_who_holds_the_kart_loses_1_only() -> None:
    race = table("A B", momentum=[2, 3])
    kart(race, "B").ramming = 1
    with dice(race, 5, 3, 4):
        assert passes(race, "B", "A")
    assert momentum(race) == [1, 1]
    assert told(race, SpunOut) == []


# | T's check | by R1 | ram | spin | T from 2 M |
# |-----------|-------|-----|------|------------|
@pytest.mark.parametrize(("natural", "left"), [(1, -1), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_a24_spinning_out_costs_1_on_top_of_the_effect_of_the_check(
    natural: int, left: int
) -> None:
    race = table("A B", momentum=[2, 3])
    kart(race, "B").ramming = 1
    with dice(race, 5, 3, natural):
        passes(race, "B", "A")
    assert kart(race, "A").momentum == left


def test_r22_a_lost_ram_costs_the_rammer_1_and_the_pass_is_rolled() -> None:
    race = table("A B", momentum=[2, 3])
    kart(race, "B").ramming = 1
    with dice(race, 3, 3, 4, 3):  # ram 3 v 3; pass 4 + 2 v 3 + 2
        assert passes(race, "B", "A")
    assert asked_dice(race) == [*RAM_ROLLS, *PASS_ROLLS]
    assert [entry[3] for entry in entries(race, ROLL)] == [3, 3, 6, 5]
    assert momentum(race) == [2, 1]
    assert order(race) == "BA"


def test_r22_the_passed_driver_rams_and_ends_the_attempt() -> None:
    race = table("A B", momentum=[2, 4])
    kart(race, "A").ramming = 1
    with dice(race, 5, 3, 5):
        assert not passes(race, "B", "A")
    assert order(race) == "AB"
    assert momentum(race) == [1, 3]
    assert asked_dice(race) == [*RAM_ROLLS, Question.SPIN_OUT_CHECK]
    assert [entry[0] for entry in entries(race, ROLL)] == [0, 1, 1]
    assert len(told(race, PassEnded)) == 1
    assert told(race, PassFailed) == []


def test_r22_the_passed_driver_loses_their_ram() -> None:
    race = table("A B", momentum=[2, 4])
    kart(race, "A").ramming = 1
    with dice(race, 3, 5, 2, 4):  # pass 2 + 4 v 4 + 1
        assert passes(race, "B", "A")
    assert momentum(race) == [1, 3]
    assert [entry[3] for entry in entries(race, ROLL)] == [3, 5, 6, 5]


def test_r22_an_ended_attempt_ends_the_tries() -> None:
    race = table("A B", momentum=[0, 4])
    kart(race, "A").ramming = 1
    with dice(race, 5, 3, 5):
        assert jockey(race, kart(race, "B"))
    assert order(race) == "AB"


def test_r22_without_a_ram_there_is_no_ram() -> None:
    race = table("A B", momentum=[2, 3])
    with dice(race, 5, 3):
        passes(race, "B", "A")
    assert asked_dice(race) == PASS_ROLLS


# --- A22: used up by the first Pass action the driver is in


@pytest.mark.parametrize("rammer", ["A", "B"])
@pytest.mark.parametrize("answers", [(6, 1, 4), (1, 6, 6, 1)])
def test_a22_a_ram_is_used_up_by_the_first_pass_action(
    rammer: str, answers: tuple[int, ...]
) -> None:
    race = table("A B", momentum=[2, 2])
    kart(race, rammer).ramming = 1
    with dice(race, *answers):
        passes(race, "B", "A")
    assert kart(race, rammer).ramming == 0
    first, second = ("B", "A") if order(race) == "AB" else ("A", "B")
    with dice(race, 1, 6):
        passes(race, first, second)
    assert asked_dice(race) == PASS_ROLLS


def test_a22_a_ram_the_passers_won_ram_made_needless_is_used_up_too() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "A").ramming = kart(race, "B").ramming = 1
    with dice(race, 6, 1, 4):
        assert passes(race, "B", "A")
    assert (kart(race, "A").ramming, kart(race, "B").ramming) == (0, 0)


def test_a22_a_ram_waits_for_a_pass_action_of_its_driver() -> None:
    race = table("A B C", momentum=[0, 0, 3])
    kart(race, "A").ramming = 1
    with dice(race, 6, 1):
        passes(race, "C", "B")
    assert asked_dice(race) == PASS_ROLLS
    assert kart(race, "A").ramming == 1
    with dice(race, 6, 1, 4):
        assert not passes(race, "C", "A")


# --- A23: both prices


@pytest.mark.parametrize(("before", "after"), [(3, 1), (1, -1), (0, -2)])
def test_a23_the_ram_costs_1_and_the_pass_it_opens_costs_1(before: int, after: int) -> None:
    race = table("A B", momentum=[2, before])
    kart(race, "B").ramming = 1
    with dice(race, 5, 3, 4):
        assert passes(race, "B", "A")
    assert kart(race, "B").momentum == after
    causes = [entry.cause for entry in told(race, Momentum) if entry.who == 1]
    assert causes == [Cause.RAM, Cause.PASS]


# --- A25: both ram

# | passer's ram | other's ram | Pass action          | passer | other |
# |--------------|-------------|----------------------|--------|-------|
# | won          | none        | passes freely        | −1 −1  | −1    |
# | lost         | won         | ended                | −1 −1  | −1    |
# | lost         | lost        | rolled: passed       | −1 −1  | −1    |
# | lost         | lost        | rolled: not passed   | −1     | −1    |
BOTH_RAM = [
    ((5, 3, 4), True, [2, 2], 3),
    ((3, 5, 5, 3, 4), False, [2, 2], 5),
    ((3, 5, 3, 5, 6, 1), True, [2, 2], 6),
    ((3, 5, 3, 5, 1, 6), False, [2, 3], 6),
]


@pytest.mark.parametrize(("answers", "passed", "left", "rolled"), BOTH_RAM)
def test_a25_the_passers_ram_comes_first_if_both_ram(
    answers: tuple[int, ...], passed: bool, left: list[int], rolled: int
) -> None:
    race = table("A B", momentum=[3, 4])
    kart(race, "A").ramming = kart(race, "B").ramming = 1
    with dice(race, *answers):
        assert passes(race, "B", "A") == passed
    assert order(race) == ("BA" if passed else "AB")
    assert momentum(race) == left
    rammers = [entry[0] for entry in entries(race, ROLL) if entry[1] == Question.RAM_CHECK]
    assert rammers == ([1] if rolled == 3 else [1, 0])


def test_a25_a_lost_ram_lowers_momentum_but_the_attempt_under_way_goes_on() -> None:
    # B jockeys with 2 v 1; after the lost ram they have 1 v 1 and still roll
    race = table("A B", momentum=[1, 2])
    kart(race, "B").ramming = 1
    with dice(race, 1, 6, 4, 3):  # pass 5 v 4
        assert jockey(race, kart(race, "B"))
    assert order(race) == "BA"
    assert kart(race, "B").momentum == 0


# --- A26, R33: a dragging driver


@pytest.mark.parametrize(
    ("item", "cost"), [(Item.BANANA, 1), (Item.FAKE_ITEM_BOX, 2), (Item.GREEN_SHELL, 2)]
)
def test_a26_r33_who_fails_to_ram_a_dragging_driver_is_hit_at_once(item: int, cost: int) -> None:
    race = table("A B", momentum=[0, 4])
    kart(race, "A").hook = item
    kart(race, "B").ramming = 1
    with dice(race, 1, 6, 1, 6):
        assert not passes(race, "B", "A")
    # the pass goes on with what is left: 4 −1 for the ram, and the item's own price
    assert entries(race, ROLL)[2][3] == 1 + 4 - 1 - cost
    assert kart(race, "B").momentum == 4 - 1 - cost  # and the item is gone: not hit twice
    assert kart(race, "A").hook == Item.NONE
    assert len(told(race, Hit)) == 1


def test_a26_the_pass_may_still_succeed() -> None:
    race = table("A B", momentum=[0, 4])
    kart(race, "A").hook = Item.BANANA
    kart(race, "B").ramming = 1
    with dice(race, 1, 6, 5, 6):  # 5 + 2 v 6
        assert passes(race, "B", "A")
    assert kart(race, "B").momentum == 1


def test_r33_a_failed_pass_runs_into_what_is_dragged_a_success_does_not() -> None:
    race = table("A B", momentum=[0, 3])
    kart(race, "A").hook = Item.BANANA
    with dice(race, 6, 1):
        assert passes(race, "B", "A")
    assert kart(race, "A").hook == Item.BANANA
    assert kart(race, "B").momentum == 2
    race = table("A B", momentum=[0, 3])
    kart(race, "A").hook = Item.BANANA
    with dice(race, 1, 6):
        assert not passes(race, "B", "A")
    assert (kart(race, "A").hook, kart(race, "B").momentum) == (Item.NONE, 2)


def test_r33_what_the_passer_drags_hits_only_a_driver_who_fails_to_ram_them() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "B").hook = Item.BANANA
    with dice(race, 1, 6):  # they fail to pass: what they drag themselves stays
        assert not passes(race, "B", "A")
    assert (kart(race, "B").hook, momentum(race)) == (Item.BANANA, [3, 3])
    kart(race, "A").ramming = 1
    with dice(race, 1, 6, 1, 6):
        assert not passes(race, "B", "A")
    assert (kart(race, "B").hook, momentum(race)) == (Item.NONE, [1, 3])


def test_r33_a_failed_ram_and_a_failed_pass_meet_one_circling_shell_each() -> None:
    race = table("A B", momentum=[0, 5])
    kart(race, "A").hook, kart(race, "A").shells = Item.TRIPLE_RED_SHELL, 3
    kart(race, "B").ramming = 1
    with dice(race, 1, 1, 1, 6):
        assert not passes(race, "B", "A")
    assert kart(race, "A").shells == 1
    assert kart(race, "B").momentum == 5 - 1 - 2 - 2


def test_a26_a_dragged_bob_omb_meets_the_rammer() -> None:
    race = table("A B", momentum=[0, 4])
    kart(race, "A").hook = Item.BOB_OMB
    kart(race, "B").ramming = 1
    with dice(race, 1, 6, 6, 5):  # M 0 after the direct hit: 6 v 5
        assert passes(race, "B", "A")
    assert momentum(race) == [0, -1]


# --- A71


def test_a71_a_ram_that_ends_a_pass_action_is_no_failure_to_pass() -> None:
    race = table("A B", momentum=[2, 4])
    kart(race, "A").ramming = 1
    kart(race, "A").hook = Item.BANANA
    with dice(race, 6, 1, 4):
        assert not passes(race, "B", "A")
    assert kart(race, "A").hook == Item.BANANA
    assert kart(race, "B").momentum == 3
    assert told(race, Hit) == []


# --- A27: Ramming Speed, Featherweight, and what else counts in a Ram


@pytest.mark.parametrize(
    ("card", "bonus"), [(("ramming_speed", "slow"), 1), (("item_bonus", "featherweight"), -1)]
)
def test_a27_cards_count_as_rammer_and_as_rammed(card: tuple[str, str], bonus: int) -> None:
    race = table("A B", karts={"A": card}, momentum=[3, 3])
    with dice(race, 3, 6):
        ram(race, kart(race, "A"), kart(race, "B"))
    assert [entry[3] for entry in entries(race, ROLL)] == [3 + bonus, 6]
    with dice(race, 1, 6):
        ram(race, kart(race, "B"), kart(race, "A"))
    assert [entry[3] for entry in entries(race, ROLL)] == [1, 6 + bonus]


def test_a27_not_on_the_check_against_spinning_out_nor_on_passes() -> None:
    race = table("A B", karts={"A": ("ramming_speed", "slow")}, momentum=[3, 3])
    with dice(race, 6, 1, 3):
        ram(race, kart(race, "B"), kart(race, "A"))
    assert [entry[3] for entry in entries(race, ROLL)] == [6, 2, 3]
    assert len(told(race, SpunOut)) == 1
    with dice(race, 1, 6):
        passes(race, "B", "A")
    assert Modifier.PERK not in [which for which, _ in modifiers(race)]


def test_r22_heavy_bumper_counts_on_the_check_against_spinning_out() -> None:
    race = table("A B", karts={"A": ("heavy_bumper", "slow")}, momentum=[3, 3])
    with dice(race, 6, 1, 3):
        ram(race, kart(race, "B"), kart(race, "A"))
    assert told(race, SpunOut) == []
    assert kart(race, "A").momentum == 2


def test_r22_circling_shells_count_on_both_sides_of_a_ram() -> None:
    race = table("A B", momentum=[3, 3])
    kart(race, "A").hook, kart(race, "A").shells = Item.TRIPLE_RED_SHELL, 2
    with dice(race, 1, 6):
        ram(race, kart(race, "B"), kart(race, "A"))
    assert [entry[3] for entry in entries(race, ROLL)] == [1, 6 + 4]
    with dice(race, 1, 6):  # one shell was run into
        ram(race, kart(race, "A"), kart(race, "B"))
    assert [entry[3] for entry in entries(race, ROLL)] == [1 + 2, 6]


# --- A63: a Star in a Pass


def starred(names: str, stars: str, momentum: list[int]) -> Race:
    race = table(names, momentum=momentum, turn=3)
    for name in stars:
        kart(race, name).star_until = 4
    return race


def test_a63_a_star_passes_by_ramming() -> None:
    race = starred("A B", "B", [3, 3])
    with dice(race, 5, 3):
        assert passes(race, "B", "A")
    assert asked_dice(race) == RAM_ROLLS
    assert order(race) == "BA"
    assert momentum(race) == [0, 1]  # −1 and the flip's −2; −1 and the pass
    assert len(told(race, Flipped)) == 1


def test_a63_a_star_loses_its_ram_and_the_pass_is_rolled() -> None:
    race = starred("A B", "B", [3, 3])
    with dice(race, 3, 3, 4, 2):
        assert passes(race, "B", "A")
    assert asked_dice(race) == [*RAM_ROLLS, *PASS_ROLLS]
    assert momentum(race) == [3, 1]


def test_a63_a_star_that_is_being_passed_keeps_its_place_by_ramming() -> None:
    race = starred("A B", "A", [3, 5])
    with dice(race, 5, 3):
        assert not passes(race, "B", "A")
    assert order(race) == "AB"
    assert momentum(race) == [2, 2]
    assert len(told(race, PassEnded)) == 1


def test_a63_a_star_rams_in_every_pass_it_is_in() -> None:
    race = starred("A B C", "C", [0, 0, 4])
    with dice(race, 5, 3, 5, 3):
        assert passes(race, "C", "B")
        assert passes(race, "C", "A")
    assert asked_dice(race) == [*RAM_ROLLS, *RAM_ROLLS]
    assert momentum(race) == [-3, -3, 0]


@pytest.mark.parametrize("star", ["A", "B"])
def test_a63_an_opponents_own_ram_does_nothing_to_a_star(star: str) -> None:
    other = "B" if star == "A" else "A"
    race = starred("A B", star, [3, 3])
    kart(race, other).ramming = 1
    with dice(race, 1, 6, 6, 1):  # the star's ram only, lost; then the pass
        passes(race, "B", "A")
    assert asked_dice(race) == [*RAM_ROLLS, *PASS_ROLLS]
    assert entries(race, ROLL)[0][0] == ord(star) - ord("A")
    assert kart(race, other).ramming == 0


def test_a63_two_stars_ram_in_turn() -> None:
    race = starred("A B", "AB", [3, 4])
    with dice(race, 3, 5, 5, 3):  # the passer loses, the other wins: B flips
        assert not passes(race, "B", "A")
    assert momentum(race) == [2, 0]
    race = starred("A B", "AB", [3, 4])
    with dice(race, 5, 3):
        assert passes(race, "B", "A")
    assert momentum(race) == [0, 2]


def test_a63_a_star_that_fails_is_not_hit_by_what_is_dragged() -> None:
    race = starred("A B", "B", [3, 3])
    kart(race, "A").hook = Item.GREEN_SHELL
    with dice(race, 1, 6, 1, 6):
        assert not passes(race, "B", "A")
    assert kart(race, "A").hook == Item.GREEN_SHELL
    assert momentum(race) == [3, 2]


def test_a63_a_star_that_is_over_rams_no_more() -> None:
    race = starred("A B", "B", [3, 3])
    race.turn = 5
    with dice(race, 5, 3):
        passes(race, "B", "A")
    assert asked_dice(race) == PASS_ROLLS


# --- A62: Boo neither rams nor is rammed, but can be passed

# | passer      | other       | the passer rams | the other rams |
# |-------------|-------------|-----------------|----------------|
RAMS = [
    ("ram", "", True, False),
    ("", "ram", False, True),
    ("ram", "ram", True, True),
    ("star", "", True, False),
    ("", "star", False, True),
    ("star", "ram", True, False),
    ("ram", "star", False, True),
    ("star", "star", True, True),
    ("ram boo", "", False, False),
    ("ram", "boo", False, False),
    ("ram boo", "ram", False, False),
    ("star", "boo", False, False),
    ("star boo", "", False, False),
    ("", "", False, False),
]


@pytest.mark.parametrize(("passer", "other", "first", "second"), RAMS)
def test_a62_a63_stars_ram_and_boos_neither_ram_nor_are_rammed(
    passer: str, other: str, first: bool, second: bool
) -> None:
    race = table("A B", turn=3)
    for name, states in (("B", passer), ("A", other)):
        kart(race, name).ramming = int("ram" in states)
        kart(race, name).star_until = 3 if "star" in states else 0
        kart(race, name).boo_until = 3 if "boo" in states else 0
    a, b = kart(race, "A"), kart(race, "B")
    assert rams(race, b, b.ramming, a) == first
    assert rams(race, a, a.ramming, b) == second


def test_a62_boo_can_be_passed() -> None:
    race = table("A B", momentum=[1, 3], turn=3)
    kart(race, "A").boo_until = 4
    kart(race, "B").ramming = 1
    with dice(race, 3, 2):
        assert passes(race, "B", "A")
    assert asked_dice(race) == PASS_ROLLS
    assert kart(race, "B").ramming == 0


# --- R20's perk


def test_r20_a_bonus_of_the_attempt_counts_for_the_passer_only() -> None:
    race = table("A B", momentum=[2, 2])
    with dice(race, 3, 3):
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 1)
    assert [entry[3] for entry in entries(race, ROLL)] == [6, 5]


def test_r22_a_pass_goes_one_place_in_the_order() -> None:
    race = table("A B C D", momentum=[0, 0, 0, 3])
    set_order(race, "CABD")
    with dice(race, 6, 1):
        assert passes(race, "D", "B")
    assert order(race) == "CADB"
