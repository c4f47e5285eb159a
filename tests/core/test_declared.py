"""Declarations: numbers, names and typed moves from one place."""

from __future__ import annotations

from enum import IntEnum

import pytest

from wreckoning.core.declared import SEATS, Asked, Declared, Names, Offered, plainly
from wreckoning.core.rules import as_numbers

CREW = ("Ann", "Bob of York")


class Gun(IntEnum):
    MACHINE_GUN = 0
    SAW = 1


class Leg(Offered):
    GO = 0
    FORWARD = 100, Names({1: "½", 12: "6", 13: "6½"})
    AIM = 200, SEATS, "aim at"
    TURN = 300, Names({0: "left 45", 9: "straight"}), ""


class Menu(Offered):
    DRIVE = 0, Names({5: "3.c.5"})
    ARM = 4000, Gun
    BOOST = 4200, int
    DONE = 4400


class Question(Asked):
    STEP = "N14", "Where do you drive?", Menu
    PLAN = "W14", "Which way?", Leg
    GUN = "N16", "Which one?", Gun
    SHIFT = "A69", "How much?", int
    HEAT_DIE = "N12", "heat"


class Cause(Declared):
    ENGINE = "N12"
    MINE = "N26", "a mine"


def test_members_are_numbered_in_order_and_know_their_rule_and_words() -> None:
    assert [int(each) for each in Question] == [1, 2, 3, 4, 5]
    found = [(each.word, each.rule, each.words) for each in Cause]
    assert found == [("engine", "N12", ""), ("mine", "N26", "a mine")]
    assert Question(5) is Question.HEAT_DIE
    assert [each.is_die for each in Question] == [False] * 4 + [True]
    assert as_numbers(Menu).ARM + 1 == 4001


@pytest.mark.parametrize(
    ("question", "option", "name"),
    [
        (Question.STEP, 5, "3.c.5"),
        (Question.STEP, 4000, "arm machine_gun"),
        (Question.STEP, 4001, "arm saw"),
        (Question.STEP, 4202, "boost 2"),
        (Question.STEP, 4400, "done"),
        (Question.SHIFT, -4, "-4"),
        (Question.PLAN, 0, "go"),
        (Question.PLAN, 113, "forward 6½"),
        (Question.PLAN, 201, "aim at Bob of York"),
        (Question.PLAN, 309, "straight"),
        (Question.GUN, 1, "saw"),
        (Question.HEAT_DIE, 6, "6"),
    ],
)
def test_an_option_has_a_name_that_reads_back(question: Question, option: int, name: str) -> None:
    assert question.name_of(option, CREW) == name
    assert question.parse(name, CREW) == option


@pytest.mark.parametrize(
    ("question", "typed", "option"),
    [
        (Question.STEP, " ARM  Machine gun ", 4000),
        (Question.PLAN, "forward 6.5", 113),
        (Question.PLAN, "Forward 6 1/2", 113),
        (Question.PLAN, "forward .5", 101),
        (Question.PLAN, "left 45°", 300),
        (Question.PLAN, "aim at bob of york", 201),
        (Question.PLAN, "forward", None),
        (Question.PLAN, "forward 7", None),
        (Question.PLAN, "go on", None),
        (Question.STEP, "arm", None),
        (Question.STEP, "boost much", None),
        (Question.STEP, "", None),
        (Question.GUN, "pistol", None),
        (Question.HEAT_DIE, "six", None),
    ],
)
def test_moves_are_typed(question: Question, typed: str, option: int | None) -> None:
    assert question.parse(typed, CREW) == option


def test_dot_five_in_a_square_is_not_read_as_a_half() -> None:
    assert plainly("3.C.5") == "3.c.5"


def test_a_number_of_no_option_has_no_name() -> None:
    with pytest.raises(KeyError):
        Question.PLAN.name_of(114)
    with pytest.raises(KeyError):
        Question.GUN.name_of(7)
