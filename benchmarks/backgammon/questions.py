"""The questions to the players and to the dice.

A play is two moves of checkers, one for each die. Its first move is asked for, then its second:

    1 << point | HIGH_FIRST     begin with the higher die, from this point     `high 24`
    1 << point | LOW_FIRST      begin with the lower die                       `low bar`
    1 << point                  go on from this point with the other die       `13`
"""

from __future__ import annotations

from benchmarks.backgammon.race import BAR, HIGH_FIRST, LOW_FIRST, POINTS_MASK
from wreckoning.core.declared import Asked as Declaration
from wreckoning.core.declared import Declared, Names
from wreckoning.core.rules import as_numbers

POINTS = {1 << point: "bar" if point == BAR else str(point) for point in range(BAR + 1)}
FIRST = {HIGH_FIRST: "high", LOW_FIRST: "low"}
MOVES = Names(POINTS)
PLAYS = Names({p | die: f"{word} {n}" for p, n in POINTS.items() for die, word in FIRST.items()})


class Question(Declaration):
    """Names of questions, as logs use them."""

    PLAY = "B5", "Which checker first?", PLAYS  # subject: 10 × the higher die + the lower
    SECOND = "B5", "Which checker then?", MOVES  # subject: the die
    OPENING_DIE = "B1", "who begins"
    DIE = "B2", "to move"


class Modifier(Declared):
    """Nothing is added to a die."""


Asked = as_numbers(Question)


def point_of(option: int) -> int:
    """The point a move begins from."""
    return (option & POINTS_MASK).bit_length() - 1
