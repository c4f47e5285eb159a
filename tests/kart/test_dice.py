"""Attack, Smash and Evade dice (G2, E20), in two karts that meet."""

from __future__ import annotations

import pytest
from tests.journal import entries, told
from tests.kart.table import dice, drive, kart, table

from wreckoning.core import door
from wreckoning.rulesets.kart.events import Cause, Decided, Evaded, Hazards
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.questions import Question
from wreckoning.rulesets.kart.race import Race
from wreckoning.rulesets.kart.rules.dice import hits_of


def meeting(gear: int = 3) -> Race:
    """A drives a Medium into B's side."""
    return table(at={"A": (1500, 1000, 0), "B": (1650, 1000, 90)}, gear=gear)


@pytest.mark.parametrize(("face", "hits"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_g2_four_and_five_are_a_hit_six_is_two(face: int, hits: int) -> None:
    assert hits_of(face) == hits
    race = meeting(gear=1)
    with dice(race, Declaration.SMASH, Declaration.EVADE, face, *([1] if hits else [])):
        drive(race, "A", "medium")
    assert kart(race, "B").hazards == max(hits, 1)


def test_g2_as_many_evade_dice_as_gears_and_each_six_cancels_a_hit() -> None:
    race = meeting()
    with dice(
        race, Declaration.EVADE, Declaration.SMASH, 6, 4, 3, 6, 5, 1
    ):  # 3 hits; of 3 dice one 6
        drive(race, "A", "medium")
    assert told(race, Evaded) == [Evaded(0, 1, 3)]
    assert told(race, Hazards)[0] == Hazards(0, 2, 2, Cause.COLLISION, 1)
    questions = [entry[1] for entry in entries(race, door.ROLL)]
    assert questions == [Question.SMASH_DIE] * 3 + [Question.EVADE_DIE] * 3


def test_g2_no_more_is_cancelled_than_was_hit() -> None:
    race = meeting()
    with dice(race, Declaration.EVADE, Declaration.SMASH, 4, 1, 1, 6, 6, 6):
        drive(race, "A", "medium")
    assert told(race, Evaded) == [Evaded(0, 1, 3)]
    assert kart(race, "A").hazards == 1


def test_e20_no_evade_dice_without_a_hit() -> None:
    race = meeting()
    with dice(race, Declaration.SMASH, Declaration.EVADE, 1, 2, 3):
        drive(race, "A", "medium")
    assert told(race, Evaded) == []


def test_e20_what_cannot_be_smashed_is_evaded_without_asking() -> None:
    race = table(at={"A": (2900, 1000, 0)}, gear=1)  # the table's edge: heavy, 1 + 1 dice
    with dice(race, 4, 1, 6):
        drive(race, "A", "medium")
    assert told(race, Evaded) == [Evaded(0, 1, 1)]
    assert told(race, Decided) == []
