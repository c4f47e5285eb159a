"""The road as the rules see it: the squares steps lead to, and closed ones. Only looks."""

from __future__ import annotations

from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.race import Race
from wreckoning.rulesets.rush.rules.standings import car_on
from wreckoning.rulesets.rush.squares import NOWHERE, SquareNumber


@rule("N15")
def onward(race: Race, square: SquareNumber, side: int) -> SquareNumber:
    """The square a step leads to; NOWHERE if there is none."""
    if side == Side.AHEAD:
        return race.course.ahead[square]
    if side == Side.LEFT:
        return race.course.ahead_left[square]
    return race.course.ahead_right[square]


@rule("D16")
def is_closed(race: Race, square: SquareNumber) -> bool:
    """May nobody turn into this square? A track edge, or an obstruction."""
    return square == NOWHERE or race.course.obstruction[square] != 0


@rule("N19", "D6")
def is_clear(race: Race, square: SquareNumber) -> bool:
    """Can a car be displaced there? Road without an obstruction or a live car; wrecks are clear."""
    if square == NOWHERE or race.course.obstruction[square]:
        return False
    return car_on(race, square) == NOBODY
