"""The road as the rules see it: where a step leads, and what may be driven into. Only looks."""

from __future__ import annotations

from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.race import AHEAD, LEFT, Race
from wreckoning.rulesets.rush.squares import NOWHERE


@rule("N15")
def onward(race: Race, square: int, side: int) -> int:
    """The square a step leads to: NOWHERE where there is none."""
    if side == AHEAD:
        return race.course.ahead[square]
    if side == LEFT:
        return race.course.ahead_left[square]
    return race.course.ahead_right[square]


@rule("D16")
def is_closed(race: Race, square: int) -> bool:
    """May nobody turn into this square? A track edge, or an obstruction."""
    return square == NOWHERE or race.course.obstruction[square] != 0
