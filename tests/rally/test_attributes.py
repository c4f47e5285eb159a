"""Attribute tests, and what stress and damage take (W1, W2, W8, W9, W13, W17, V5)."""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.rally.scene import build, dice, rolled, scene, terms, vehicle

from wreckoning.rulesets.rally.events import Modifier, Trial, Tried
from wreckoning.rulesets.rally.questions import Pace, Question
from wreckoning.rulesets.rally.race import INCH, Race
from wreckoning.rulesets.rally.rules.attributes import (
    command_test,
    defence_test,
    has_lost_half,
    movement_of,
    skill_test,
    succeeds,
)


def one(kind: str = "car") -> Race:
    """A of this kind, and B."""
    return scene({"A": (10, 18, 0), "B": (30, 18, 0)}, builds={"A": kind})


@pytest.mark.parametrize(
    ("natural", "modifiers", "attribute", "passed"),
    [
        (6, 0, 6, True),
        (5, 0, 6, False),
        (5, 1, 6, True),
        (6, -1, 6, False),
        (1, 20, 6, False),  # a 1 always fails
        (12, -20, 6, True),  # a 12 always succeeds
        (11, 0, 12, False),
    ],
)
def test_w1_natural_and_modifiers_against_the_attribute(
    natural: int, modifiers: int, attribute: int, passed: bool
) -> None:
    assert succeeds(natural, modifiers, attribute) == passed


def test_w1_a_reroll_stands_and_there_is_only_one() -> None:
    race = one()
    build(race, "A").fearless = 1
    with dice(race, 5, 2):
        assert command_test(race, vehicle(race, "A"), Trial.TERRAIN, 0) == (False, 2)
    with dice(race, 1):
        assert command_test(race, vehicle(race, "A"), Trial.TERRAIN, 0) == (False, 1)
    with dice(race, 6):
        assert command_test(race, vehicle(race, "A"), Trial.TERRAIN, 0) == (True, 6)


def test_w2_each_test_against_its_own_attribute() -> None:
    """A car: Skill 9, Defence 5, Command 6."""
    race = one()
    a = vehicle(race, "A")
    for face, passed in ((8, False), (9, True)):
        with dice(race, face):
            assert skill_test(race, a, 0)[0] == passed
    for face, passed in ((4, False), (5, True)):
        with dice(race, face):
            assert defence_test(race, a, Trial.ATTACK, 0) == passed
    for face, passed in ((5, False), (6, True)):
        with dice(race, face):
            assert command_test(race, a, Trial.TERRAIN, 0)[0] == passed
    assert a.tests == 2


def test_w2_what_is_told_of_a_test() -> None:
    race = one()
    with dice(race, 7):
        defence_test(race, vehicle(race, "A"), Trial.EXPLOSION, -2)
    assert rolled(race, Question.DEFENCE_DIE) == [(7, 5)]
    assert told(race, Tried) == [Tried(0, 0, Trial.EXPLOSION, 1)]


@pytest.mark.parametrize(
    ("kind", "stress", "pace", "inches"),
    [
        ("car", 0, Pace.STAND, 0),
        ("car", 0, Pace.DRIVE, 10),
        ("car", 2, Pace.DRIVE, 8),
        ("car", 0, Pace.ADVANCE, 16),
        ("car", 3, Pace.ADVANCE, 13),
        ("hotrod", 0, Pace.ADVANCE, 20),
        ("sports_car", 1, Pace.ADVANCE, 20),
        ("truck", 0, Pace.ADVANCE, 15),
    ],
)
def test_w8_w9_movement(kind: str, stress: int, pace: Pace, inches: int) -> None:
    race = one(kind)
    vehicle(race, "A").stress = stress
    assert movement_of(race, vehicle(race, "A"), int(pace)) == inches * INCH


@pytest.mark.parametrize(
    ("kind", "left", "weak"),
    [("car", 5, False), ("car", 4, True), ("sports_car", 5, False), ("sports_car", 4, True)],
)
def test_v5_more_than_half_is_lost(kind: str, left: int, weak: bool) -> None:
    """A car has 10 hit points, a sports car 9."""
    race = one(kind)
    vehicle(race, "A").hit_points = left
    assert has_lost_half(race, vehicle(race, "A")) == weak


def test_w17_then_2_less_movement_and_1_less_on_every_attribute_roll() -> None:
    race = one()
    a = vehicle(race, "A")
    a.hit_points = 4
    assert movement_of(race, a, int(Pace.DRIVE)) == 8 * INCH
    assert movement_of(race, a, int(Pace.STAND)) == 0
    with dice(race, 9, 5, 6):
        assert not skill_test(race, a, 0)[0]
        assert not defence_test(race, a, Trial.ATTACK, 0)
        assert not command_test(race, a, Trial.TERRAIN, 0)[0]
    assert terms(race) == [(Modifier.DAMAGE, -1)] * 3


def test_w8_movement_is_never_less_than_none() -> None:
    race = one()
    build(race, "A").movement = 4
    vehicle(race, "A").stress, vehicle(race, "A").hit_points = 3, 1
    assert movement_of(race, vehicle(race, "A"), int(Pace.DRIVE)) == 0
