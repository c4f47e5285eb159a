"""Rules run for all dice: loops without end, choices, and when two ways are the same."""

from __future__ import annotations

import dis
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from tests.rtd.table import table

from wreckoning.core.door import AskRecord, choose, offer_two, pose, reply, roll
from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.odds.absorption import visits
from wreckoning.odds.copies import Copies
from wreckoning.odds.frames import assigned_next, holds_values
from wreckoning.odds.trials import Trials, spread
from wreckoning.rulesets.rtd.numbers import Question
from wreckoning.rulesets.rtd.race import NO, YES, Race

TRIALS = Trials(Race, lambda race: int(race.drivers))
HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


def die(race: Race) -> int:
    return int(roll(race, Question.CUSTOM_CHECK, NOBODY, 6))


def given(action: Callable[[Race], Any], **more: Any) -> dict[Any, Fraction]:
    """What an action gives back, each with its chance."""
    return spread(TRIALS(table("A B"), action, **more), lambda trial: trial.given)


# --- loops without end


def test_endless_loop_has_exact_chances() -> None:
    def first_six(race: Race) -> int:
        who = 0
        while die(race) != 6:
            who = 1 - who
        return who

    assert given(first_six) == {0: Fraction(6, 11), 1: Fraction(5, 11)}


def test_nested_loop_has_exact_chances() -> None:
    """Twice running a 5 or 6 before a 1: p = ½ p + ⅓ q from nothing, q = ½ p + ⅓ after one."""

    def twice(race: Race) -> bool:
        in_a_row = 0
        while in_a_row < 2:
            face = die(race)
            if face == 1:
                return False
            in_a_row = in_a_row + 1 if face >= 5 else 0
        return True

    assert given(twice) == {False: Fraction(2, 3), True: Fraction(1, 3)}


def test_known_and_unknown_chances_add_up_to_one() -> None:
    def until_six(race: Race) -> int:
        count = 1
        while die(race) != 6:
            count += 1
        return count

    found = TRIALS(table("A B"), until_six, runs=60)
    assert sum((trial.weight for trial in found.trials), Fraction()) + found.rest == 1
    assert 0 < found.rest < HALF
    assert spread(found, lambda trial: trial.given)[2] == Fraction(5, 36)


# --- choices on the way


def both_asked(race: Race) -> tuple[int, int]:
    for seat in seat_range(2):
        pose(race, Question.ROCKET_START, seat, NOBODY)
        offer_two(race, NO, YES)
    first = choose(race)
    return first, reply(race, 1)


def test_everyone_of_a_group_is_answered_for() -> None:
    assert given(both_asked) == {(NO, NO): 1}

    def decide(ask: AskRecord) -> int:
        return YES if ask.by == 1 else NO

    assert given(both_asked, decide=decide) == {(NO, YES): 1}


def test_a_choice_after_a_die_goes_by_what_is_offered() -> None:
    def rolled(race: Race) -> tuple[int, int]:
        face = die(race)
        return min(face, 2), both_asked(race)[0]

    found = given(rolled, decide=lambda ask: int(ask.options[ask.count - 1]))
    assert found == {(1, YES): SIXTH, (2, YES): 5 * SIXTH}


# --- when two ways are the same


def test_reassigned_die_is_forgotten() -> None:
    def hits(race: Race) -> int:
        number = 0
        for _ in range(9):
            face = die(race)
            number += face == 6
        return number

    runs = []

    class Counting(Copies):
        def copy(self, race: Any, door: Any, tape: Any) -> Any:
            runs.append(len(tape))
            return super().copy(race, door, tape)

    trials = Trials(Race, lambda race: int(race.drivers))
    trials.copies = Counting(Race, lambda race: int(race.drivers))
    found = spread(trials(table("A B"), hits), lambda trial: trial.given)
    assert found[9] == Fraction(1, 6**9)
    assert len(runs) == 1 + 6 * sum(range(1, 10)), "as many places as numbers of hits, a die each"


def test_dice_that_are_kept_are_told_apart() -> None:
    def two(race: Race) -> int:
        first = die(race)
        second = die(race)
        return first - second

    found = given(two)
    assert found[5] == Fraction(1, 36)
    assert found[0] == SIXTH


def test_dice_of_one_sum_are_told_apart() -> None:
    assert given(lambda race: die(race) - die(race))[5] == Fraction(1, 36)
    assert given(lambda race: (die(race), die(race), die(race)))[1, 2, 3] == Fraction(1, 216)
    assert given(lambda race: sum([die(race) for _ in range(3)]))[18] == Fraction(1, 216)
    assert given(lambda race: max(die(race), die(race)))[1] == Fraction(1, 36)


def test_places_in_a_loop_differ_by_iteration() -> None:
    def sixes(race: Race) -> int:
        found = 0
        for _ in range(3):
            if die(race) == 6:
                found += 1
        return found

    assert given(sixes)[0] == Fraction(125, 216)


def calls_of(function: Callable[..., Any]) -> list[int]:
    """Where a function calls others."""
    found = dis.get_instructions(function)
    return [each.offset for each in found if each.opname == "CALL"]


def call_of(function: Callable[..., Any]) -> int:
    """Where it calls the last of them."""
    return calls_of(function)[-1]


def test_variable_assigned_by_a_call_alone_is_found() -> None:
    def assigns(race: Race) -> int:
        face = die(race)
        return face + 1

    def adds(race: Race) -> int:
        face = 1
        face = face + die(race)
        return face + 1

    def returns(race: Race) -> int:
        return die(race)

    assert assigned_next(assigns.__code__, call_of(assigns)) == "face"
    assert assigned_next(adds.__code__, call_of(adds)) == ""
    assert assigned_next(returns.__code__, call_of(returns)) == ""


def test_calls_with_values_on_the_stack_are_recognised() -> None:
    def adds(race: Race) -> int:
        return die(race) + die(race)

    def passes_on(race: Race, known: int) -> int:
        return max(known, min(known, die(race)))

    def loops(race: Race) -> int:
        found = 0
        for _ in range(3):
            found += die(race)
        return found

    def chooses(race: Race, known: int) -> bool:
        return known > 3 and (known == 5 or die(race) > 3)

    def reads(race: Race) -> int:
        return race.karts[race.turn].momentum + 2 * die(race)

    assert holds_values(adds.__code__, call_of(adds))
    assert not holds_values(adds.__code__, calls_of(adds)[0])
    for each in (passes_on, loops, chooses, reads):
        assert not any(holds_values(each.__code__, at) for at in calls_of(each)), each


# --- how often a place is visited


def test_one_way_walk_has_exact_chances() -> None:
    steps = [{1: HALF, 2: HALF}, {3: Fraction(1)}, {3: HALF}, {}]
    assert visits(steps) == [1, HALF, HALF, Fraction(3, 4)]


def test_walk_to_and_fro_has_exact_chances() -> None:
    """From the middle of three places, each way alike, off at either end."""
    steps = [{1: HALF, 2: HALF}, {0: HALF}, {0: HALF}]
    assert visits(steps) == [2, 1, 1]


def test_place_that_leads_to_itself_has_exact_chances() -> None:
    assert visits([{0: Fraction(5, 6)}]) == [6]


def test_two_successive_loops_have_exact_chances() -> None:
    steps = [{0: HALF, 1: HALF}, {2: Fraction(1)}, {1: HALF}]
    assert visits(steps) == [2, 2, 2]


@pytest.mark.parametrize("places", [2, 3, 7])
def test_gamblers_ruin_has_exact_chances(places: int) -> None:
    """A fair walk from the first of so many places: place n is come to (rest + 1) / (all + 1)."""
    steps: list[dict[int, Fraction]] = []
    for at in range(places):
        steps.append({to: HALF for to in (at - 1, at + 1) if 0 <= to < places})
    found = visits(steps)
    assert found == [Fraction(2 * (places - at), places + 1) for at in range(places)]
