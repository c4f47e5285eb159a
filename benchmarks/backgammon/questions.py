"""What is asked, of the players and of the dice.

A play is two moves of checkers, one for each die. Its first move is asked for, then its second:

    1 << point | HIGH_FIRST     begin with the higher die, from this point     `high 24`
    1 << point | LOW_FIRST      begin with the lower die                       `low bar`
    1 << point                  go on from this point with the other die       `13`
"""

from __future__ import annotations

from enum import IntEnum

from benchmarks.backgammon.race import BAR, LOW_FIRST, POINTS_MASK
from wreckoning.core.rules import as_numbers


class Question(IntEnum):
    """Names of questions, as logs use them."""

    PLAY = 1  # the first move of a play. Subject: 10 × the higher die + the lower
    SECOND = 2  # its second move. Subject: the die
    OPENING_DIE = 10
    DIE = 11


RULES = {
    Question.PLAY: "B5",
    Question.SECOND: "B5",
    Question.OPENING_DIE: "B1",
    Question.DIE: "B2",
}

Asked = as_numbers(Question)


def point_of(option: int) -> int:
    """The point a move begins from."""
    return (option & POINTS_MASK).bit_length() - 1


def option_name(question: int, option: int, _: object = None) -> str:
    """An option as logs have it."""
    point = point_of(option)
    name = "bar" if point == BAR else str(point)
    if question == Question.SECOND:
        return name
    return f"{'low' if option & LOW_FIRST else 'high'} {name}"
