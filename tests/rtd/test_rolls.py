"""Rolls: Racing Checks and opposed checks (R1–R5, A8–A10, A12, A13, A18, A60).

Racing Check (R1)

| result    | outcome | Momentum |
|-----------|---------|----------|
| 0 or less | fails   | −2       |
| 1         | fails   | −1       |
| 2, 3      | fails   |          |
| 4, 5      | success |          |
| 6         | success | +1       |
| 7 or more | success | +2       |
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.journal import entries, modifiers, told
from tests.rtd.table import course_with, dice, kart, order, step, table

from wreckoning.core.declared import Asked
from wreckoning.core.door import ROLL
from wreckoning.rulesets.rtd.events import (
    Cause,
    Modifier,
    Momentum,
    PassFailed,
    Reversed,
    SpunOut,
    StatusEnded,
)
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import Effect, Phase, Race
from wreckoning.rulesets.rtd.rules.bombs import caught_in_blast, drop_bomb, throw_bomb
from wreckoning.rulesets.rtd.rules.checks import (
    beats,
    effect_of_check,
    opposed_check,
    racing_check,
    spin_out_check,
    succeeds,
)
from wreckoning.rulesets.rtd.rules.cleanup import end_turn
from wreckoning.rulesets.rtd.rules.features import meet_hazards
from wreckoning.rulesets.rtd.rules.litter import lay, throw
from wreckoning.rulesets.rtd.rules.loot import hits_box
from wreckoning.rulesets.rtd.rules.movement import fall_backs, try_to_pull_ahead
from wreckoning.rulesets.rtd.rules.passing import pass_attempt, ram
from wreckoning.rulesets.rtd.rules.powers import thunderbolt
from wreckoning.rulesets.rtd.rules.shells import Direction, green_shell, red_shell
from wreckoning.rulesets.rtd.rules.standings import is_immune, segment_index
from wreckoning.rulesets.rtd.rules.statuses import status_penalty

NOBODY = -1

RESULTS = [
    (-3, False, -2),
    (-1, False, -2),
    (0, False, -2),
    (1, False, -1),
    (2, False, 0),
    (3, False, 0),
    (4, True, 0),
    (5, True, 0),
    (6, True, 1),
    (7, True, 2),
    (9, True, 2),
]


def rolls(race: Race) -> list[tuple[int, int, int]]:
    """Every roll told since the last `dice`: (who, natural, result)."""
    return [(entry[0], entry[2], entry[3]) for entry in entries(race, ROLL)]


@pytest.mark.parametrize(("result", "success", "momentum"), RESULTS)
def test_r1_racing_check(result: int, success: bool, momentum: int) -> None:
    natural = min(max(result, 1), 6)
    race = table(momentum=[3])
    with dice(race, natural):
        found = racing_check(race, kart(race, "A"), Question.AGGRESSIVE_CHECK, result - natural)
    assert found == result
    assert succeeds(found) == success
    assert effect_of_check(found) == momentum
    assert kart(race, "A").momentum == 3 + momentum


@pytest.mark.parametrize("natural", range(1, 7))
def test_r1_racing_check_is_a_d6_without_modifiers(natural: int) -> None:
    race = table()
    with dice(race, natural):
        assert racing_check(race, kart(race, "A"), Question.AGGRESSIVE_CHECK, 0) == natural
    assert rolls(race) == [(0, natural, natural)]


def test_r2_the_effect_of_the_check_comes_on_top_of_the_circumstance() -> None:
    # a peel just behind: −1, so a 1 is a 0: −2 for the check and −1 for the spin
    race = table("A B", momentum=[0, 3])
    with dice(race, 1):
        lay(race, kart(race, "A"), Item.BANANA)
    assert kart(race, "B").momentum == 0
    causes = [(entry.change, entry.cause) for entry in told(race, Momentum)]
    assert causes == [(-2, Cause.CHECK), (-1, Cause.SPIN_OUT)]


@pytest.mark.parametrize("momentum", [-3, 0, 5])
@pytest.mark.parametrize(("natural", "success"), [(3, False), (4, True)])
def test_r3_momentum_does_not_modify_racing_checks(
    momentum: int, natural: int, success: bool
) -> None:
    race = table(momentum=[momentum])
    with dice(race, natural):
        found = racing_check(race, kart(race, "A"), Question.AGGRESSIVE_CHECK, 0)
    assert found == natural
    assert succeeds(found) == success
    assert kart(race, "A").momentum == momentum


@pytest.mark.parametrize(
    ("ahead", "behind", "roll_ahead", "roll_behind", "passed"),
    [
        (2, 4, 2, 3, True),  # 4 v 7
        (1, 4, 6, 3, False),  # 7 v 7
        (1, 4, 5, 3, True),  # 6 v 7
        (0, 0, 3, 4, True),
        (0, 0, 4, 3, False),
        (-2, -1, 6, 6, True),  # negative Momentum counts too (R8)
        (5, 1, 1, 6, True),  # 6 v 7
        (5, 1, 2, 6, False),
    ],
)
def test_r4_pass_roll_is_a_d6_and_own_momentum_on_both_sides(
    ahead: int, behind: int, roll_ahead: int, roll_behind: int, passed: bool
) -> None:
    race = table("A B", momentum=[ahead, behind])
    with dice(race, roll_behind, roll_ahead):
        assert pass_attempt(race, kart(race, "B"), kart(race, "A"), 0) == passed
    assert order(race) == ("BA" if passed else "AB")
    assert rolls(race) == [
        (1, roll_behind, roll_behind + behind),
        (0, roll_ahead, roll_ahead + ahead),
    ]


def test_r5_a_pass_brings_no_momentum_by_its_dice() -> None:
    race = table("A B", momentum=[3, 4])
    with dice(race, 6, 1):
        pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert (kart(race, "A").momentum, kart(race, "B").momentum) == (3, 3)  # −1: the pass itself
    race = table("A B", momentum=[3, 4])
    with dice(race, 1, 6):
        pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert (kart(race, "A").momentum, kart(race, "B").momentum) == (3, 4)


def test_r5_a_ram_brings_no_momentum_by_its_dice() -> None:
    race = table("A B", momentum=[3, 3])
    with dice(race, 6, 1, 4):
        assert ram(race, kart(race, "B"), kart(race, "A"))
    assert (kart(race, "A").momentum, kart(race, "B").momentum) == (2, 2)
    race = table("A B", momentum=[3, 3])
    with dice(race, 1, 6):
        assert not ram(race, kart(race, "B"), kart(race, "A"))
    assert (kart(race, "A").momentum, kart(race, "B").momentum) == (3, 2)


def test_r5_a_shell_brings_no_momentum_by_its_dice() -> None:
    race = table("A B", momentum=[3, 3])
    with dice(race, 6, 1):
        red_shell(race, kart(race, "B"))
    assert (kart(race, "A").momentum, kart(race, "B").momentum) == (1, 3)  # −2: the flip
    race = table("A B", momentum=[3, 3])
    with dice(race, 1, 6):
        red_shell(race, kart(race, "B"))
    assert (kart(race, "A").momentum, kart(race, "B").momentum) == (3, 3)


# --- A8: who starts an opposed check must be strictly higher


@pytest.mark.parametrize(
    ("attack", "defence", "won"), [(5, 4, True), (4, 4, False), (4, 5, False), (-1, -2, True)]
)
def test_a8_strictly_higher(attack: int, defence: int, won: bool) -> None:
    assert beats(attack, defence) == won


def test_a8_a_tied_pass_fails() -> None:
    race = table("A B", momentum=[1, 2])
    with dice(race, 3, 4):
        assert not pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert order(race) == "AB"
    assert len(told(race, PassFailed)) == 1


def test_a8_a_tied_ram_misses() -> None:
    race = table("A B", momentum=[2, 2])
    with dice(race, 4, 4):
        assert not ram(race, kart(race, "B"), kart(race, "A"))
    assert (kart(race, "A").momentum, kart(race, "B").momentum) == (2, 1)


def test_a8_a_tied_shell_misses() -> None:
    race = table("A B", momentum=[2, 2])
    with dice(race, 3, 5):  # 3 −1 +3 v 5
        red_shell(race, kart(race, "B"))
    assert kart(race, "A").momentum == 2
    with dice(race, 3, 4):
        red_shell(race, kart(race, "B"))
    assert kart(race, "A").momentum == 0


# --- A9: modifiers of an opposed Racing Check

# | status        | on Racing Checks |
# |---------------|------------------|
# | none          | 0                |
# | ink           | −1               |
# | shrunk        | −2               |
# | ink and shrunk| −3               |
STATUSES = [(0, 0, 0), (1, 0, -1), (0, 1, -2), (1, 1, -3)]


@pytest.mark.parametrize(("ink", "shrunk", "penalty"), STATUSES)
def test_a9_status_penalties_on_racing_checks(ink: int, shrunk: int, penalty: int) -> None:
    race = table(turn=3, momentum=[5])
    driver = kart(race, "A")
    driver.ink_until, driver.shrunk_until = 4 * ink, 4 * shrunk
    assert status_penalty(race, driver) == penalty
    with dice(race, 5, 5):
        assert racing_check(race, driver, Question.AGGRESSIVE_CHECK, 0) == 5 + penalty
        assert opposed_check(race, driver, Question.RAM_CHECK, 0) == 5 + penalty


@pytest.mark.parametrize(("ink", "shrunk", "penalty"), STATUSES)
def test_a9_status_penalties_count_on_both_sides_of_a_ram(
    ink: int, shrunk: int, penalty: int
) -> None:
    race = table("A B", turn=3, momentum=[5, 5])
    kart(race, "A").ink_until, kart(race, "A").shrunk_until = 3 * ink, 3 * shrunk
    with dice(race, 2, 6):
        ram(race, kart(race, "B"), kart(race, "A"))
    assert rolls(race) == [(1, 2, 2), (0, 6, 6 + penalty)]
    with dice(race, 2, 6):
        ram(race, kart(race, "A"), kart(race, "B"))
    assert rolls(race) == [(0, 2, 2 + penalty), (1, 6, 6)]


@pytest.mark.parametrize(("ink", "shrunk", "penalty"), STATUSES)
def test_a9_shooters_own_ink_and_shrinking_count_on_their_shell(
    ink: int, shrunk: int, penalty: int
) -> None:
    race = table("A B", turn=3)
    kart(race, "B").ink_until, kart(race, "B").shrunk_until = 3 * ink, 3 * shrunk
    with dice(race, 2, 6):
        red_shell(race, kart(race, "B"))
    assert rolls(race) == [(1, 2, 2 - 1 + 3 + penalty), (0, 6, 6)]
    with dice(race, 2, 6):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, NOBODY)
    assert rolls(race)[0] == (1, 2, 2 - 1 + penalty)


def test_a9_momentum_never_counts_in_opposed_racing_checks() -> None:
    race = table("A B", momentum=[5, -3])
    with dice(race, 5, 4, 4):
        assert ram(race, kart(race, "B"), kart(race, "A"))
    assert rolls(race)[:2] == [(1, 5, 5), (0, 4, 4)]


def test_a9_defensive_counts_for_the_attacked_side_only() -> None:
    race = table("A B")
    kart(race, "A").defensive = 1
    with dice(race, 5, 4):
        assert not ram(race, kart(race, "B"), kart(race, "A"))  # 5 v 5
    with dice(race, 4, 6):
        ram(race, kart(race, "A"), kart(race, "B"))
    assert rolls(race) == [(0, 4, 4), (1, 6, 6)]


# --- A10: modifiers of a Pass roll


@pytest.mark.parametrize(
    ("field", "value", "passing", "being_passed"),
    [
        ("momentum", 3, 3, 3),
        ("momentum", -2, -2, -2),
        ("slide_bonus", 1, 1, 1),
        ("defensive", 1, 0, 1),
        ("ink_until", 1, -1, -1),
        ("shrunk_until", 1, 0, 0),
    ],
)
def test_a10_pass_modifiers(field: str, value: int, passing: int, being_passed: int) -> None:
    race = table("A B")
    setattr(kart(race, "B"), field, value)
    with dice(race, 1, 6):
        pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert rolls(race) == [(1, 1, 1 + passing), (0, 6, 6)]
    race = table("A B")
    setattr(kart(race, "A"), field, value)
    with dice(race, 1, 6):
        pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert rolls(race) == [(1, 1, 1), (0, 6, 6 + being_passed)]


def test_a10_every_pass_modifier_is_told() -> None:
    race = table("A B", momentum=[2, 3])
    kart(race, "A").defensive = 1
    kart(race, "B").slide_bonus = 1
    kart(race, "B").ink_until = 2
    with dice(race, 1, 6):
        pass_attempt(race, kart(race, "B"), kart(race, "A"), 0)
    assert modifiers(race) == [
        (Modifier.MOMENTUM, 3),
        (Modifier.SLIDE, 1),
        (Modifier.INK, -1),
        (Modifier.MOMENTUM, 2),
        (Modifier.DEFENSIVE, 1),
    ]


# --- A12: these are Racing Checks, with the effects of R1


def go_for_box(race: Race) -> None:
    hits_box(race, kart(race, "B"), 0)


def dodge_bomb(race: Race) -> None:
    drop_bomb(race, kart(race, "A"))


def drive_into_peel(race: Race) -> None:
    race.peels[0] = 1
    meet_hazards(race, kart(race, "B"), segment_index(race, kart(race, "B")))


def hold_on(race: Race) -> None:
    fall_backs(race)


def pull_away(race: Race) -> None:
    try_to_pull_ahead(race, kart(race, "B"))


def throw_peel(race: Race) -> None:
    throw(race, kart(race, "B"), kart(race, "A"), Item.BANANA)


def throw_bob_omb(race: Race) -> None:
    throw_bomb(race, kart(race, "B"), kart(race, "A"))


def escape_blast(race: Race) -> None:
    caught_in_blast(race, kart(race, "B"), Item.BOB_OMB, 0)


def stay_straight(race: Race) -> None:
    spin_out_check(race, kart(race, "B"), 0)


@pytest.mark.parametrize(
    ("act", "question"),
    [
        (go_for_box, Question.BOX_CHECK),
        (dodge_bomb, Question.BOMB_DODGE),
        (drive_into_peel, Question.AVOID_CHECK),
        (hold_on, Question.FALL_BACK_CHECK),
        (pull_away, Question.PULL_AHEAD_CHECK),
        (throw_peel, Question.THROW_CHECK),
        (throw_bob_omb, Question.THROW_CHECK),
        (escape_blast, Question.BLAST_CHECK),
        (stay_straight, Question.SPIN_OUT_CHECK),
    ],
)
@pytest.mark.parametrize("natural", [1, 6])
def test_a12_these_are_racing_checks_with_their_momentum(
    act: Callable[[Race], None], question: Asked, natural: int
) -> None:
    race = table("A B", momentum=[3, 0])
    # who throws has to look out for it themselves: for the blast, and for a peel that missed
    spare = (4,) if act is throw_bob_omb or (act is throw_peel and natural == 1) else ()
    with dice(race, natural, *spare):
        act(race)
    check = entries(race, ROLL)[0]
    assert check[:3] == [1, question, natural]
    brought = [(e.who, e.change) for e in told(race, Momentum) if e.cause == Cause.CHECK]
    effect = effect_of_check(check[3])
    assert brought == ([(1, effect)] if effect else [])
    assert effect != 0 or act in (dodge_bomb, drive_into_peel)  # their modifiers: −2 and +1


# --- A13: "natural" only where it is written


@pytest.mark.parametrize(
    ("natural", "penalty", "hit"), [(3, -1, 1), (3, 0, 0), (2, 0, 1), (4, -2, 1), (1, 0, 1)]
)
def test_a13_a_fake_is_hit_by_the_result(natural: int, penalty: int, hit: int) -> None:
    race = table(momentum=[3])
    race.fakes[0] = 1
    with dice(race, natural):
        hits_box(race, kart(race, "A"), penalty)
    assert kart(race, "A").hit_fake == hit
    assert race.fakes[0] == 1 - hit


def test_a13_a_fake_is_not_hit_by_a_natural_2_with_a_bonus() -> None:
    race = table(karts={"A": ("keen_eye", "slow")})
    race.fakes[0] = 1
    with dice(race, 2):
        hits_box(race, kart(race, "A"), 0)
    assert (kart(race, "A").hit_fake, race.fakes[0]) == (0, 1)


def test_a13_the_green_shells_6_and_1_are_natural() -> None:
    # natural 6 − 1: bounces; natural 2 − 1 makes 1 and does not reverse
    race = table("A B C", momentum=[3, 3, 3])
    with dice(race, 6, 6, 2, 1):
        green_shell(race, kart(race, "C"), Direction.FORWARDS, NOBODY)
    assert rolls(race) == [(2, 6, 5), (1, 6, 6), (2, 2, 2), (0, 1, 1)]
    assert told(race, Reversed) == []
    assert kart(race, "A").momentum == 1
    # a natural 1 reverses, even as a result of 2
    race = table("A B", momentum=[3, 3])
    with dice(race, 1, 6, 6):
        green_shell(race, kart(race, "B"), Direction.FORWARDS, 0)
    assert len(told(race, Reversed)) == 1


# --- A18: Defensive +1 covers every roll caused by an opponent's item or ram


def be_rammed(race: Race) -> None:
    ram(race, kart(race, "A"), kart(race, "B"))


def be_shot_at(race: Race) -> None:
    green_shell(race, kart(race, "A"), 1, NOBODY)


def meet_banana(race: Race) -> None:
    lay(race, kart(race, "A"), Item.BANANA)


def meet_fake(race: Race) -> None:
    lay(race, kart(race, "A"), Item.FAKE_ITEM_BOX)


@pytest.mark.parametrize(
    ("act", "answers"),
    [
        (be_rammed, (1, 4)),
        (be_shot_at, (3, 4)),
        (meet_banana, (4,)),
        (meet_fake, (4,)),
        (drive_into_peel, (4,)),
        (dodge_bomb, (6,)),
        (escape_blast, (4,)),
    ],
)
def test_a18_defensive_counts_against_items_and_rams(
    act: Callable[[Race], None], answers: tuple[int, ...]
) -> None:
    race = table("A B")
    kart(race, "B").defensive = 1
    with dice(race, *answers):
        act(race)
    assert modifiers(race).count((Modifier.DEFENSIVE, 1)) == 1


def test_a18_defensive_counts_on_the_check_against_spinning_out() -> None:
    race = table("A B", momentum=[2, 2])
    kart(race, "B").defensive = 1
    with dice(race, 6, 1, 3):  # 3 + 1: they do not spin
        ram(race, kart(race, "A"), kart(race, "B"))
    assert kart(race, "B").momentum == 1
    assert told(race, SpunOut) == []


def test_a18_defensive_does_not_count_against_hazards_of_the_course() -> None:
    hazard = {"name": "Rock", "modifier": 0, "damage": "spin"}
    course = course_with({1: {"hazard": [hazard]}})
    race = table("A B", course=course, momentum=[2, 2])
    kart(race, "A").defensive = 1
    with dice(race, 3):
        assert meet_hazards(race, kart(race, "A"), segment_index(race, kart(race, "A")))
    assert modifiers(race) == []


def test_a18_defensive_does_not_count_against_falling_back() -> None:
    race = table("A B", momentum=[2, 0])
    kart(race, "B").defensive = 1
    with dice(race, 3):
        fall_backs(race)
    assert kart(race, "B").fell_back
    assert modifiers(race) == []


# --- A60: to the end of the next turn


def test_a60_thunderbolt_on_turn_4_counts_through_turn_5() -> None:
    race = table("A B", turn=4, momentum=[0, 2])
    driver = kart(race, "B")
    thunderbolt(race, kart(race, "A"))
    assert driver.momentum == -1
    assert status_penalty(race, driver) == -2
    end_turn(race)
    race.turn = 5
    assert status_penalty(race, driver) == -2
    with dice(race):
        end_turn(race)
    assert len(told(race, StatusEnded)) == 1
    race.turn = 6
    assert status_penalty(race, driver) == 0


def test_a60_a_repeat_renews_and_never_stacks() -> None:
    race = table("A B", turn=4)
    thunderbolt(race, kart(race, "A"))
    race.turn = 5
    thunderbolt(race, kart(race, "A"))
    assert status_penalty(race, kart(race, "B")) == -2
    end_turn(race)
    race.turn = 6
    assert status_penalty(race, kart(race, "B")) == -2


def test_a60_no_status_counts_before_the_first_turn() -> None:
    race = table("A B", turn=0)
    assert status_penalty(race, kart(race, "A")) == 0
    assert not is_immune(race, kart(race, "A"))
    # a check that the referee orders on the grid is one without penalties
    race.phase = Phase.ROCKET_START
    race.check.ordered = 1
    race.check.driver = 1
    race.check.success = Effect.FREE_PASS
    with dice(race, 4, 3, 2):
        step(race)
    assert rolls(race) == [(1, 4, 4), (1, 3, 3), (0, 2, 2)]
    assert order(race) == "BA"


def test_a60_what_is_set_on_the_grid_counts_there() -> None:
    race = table("A B", turn=0)
    kart(race, "A").shrunk_until = 1
    assert status_penalty(race, kart(race, "A")) == -2
