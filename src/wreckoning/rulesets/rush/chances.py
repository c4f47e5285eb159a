"""Chances of the dice in whole thousandths, for bots; `odds` has all of them exactly.

They are computed once, when this module is loaded, and then looked up.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.rules import jitable
from wreckoning.rulesets.rush.rules.steering import FREE_SPEED, HIGH_SPEED, white_dice
from wreckoning.rulesets.rush.spots import PER_GEAR

THOUSAND = 1000
FACES = 6
MORE = FACES + 1  # than a die can give
RED_DICE = 3  # of the hottest zone
RED = 2  # faces of a red die that are heat, without Turbo
MOST_LEFT = 2 * RED_DICE  # heat points that two turns' dice can bring


def _power(base: int, exponent: int) -> int:
    return int(base**exponent)


def _at_least(speed: int, changes: int) -> int:
    if changes <= 0 or speed <= FREE_SPEED:
        return THOUSAND
    dice = white_dice(speed)
    if changes > FACES or dice == 0:
        return 0
    whole = _power(FACES, dice)
    if speed <= HIGH_SPEED:
        return THOUSAND * (whole - _power(changes - 1, dice)) // whole
    return THOUSAND * _power(MORE - changes, dice) // whole


def _of_damage(speed: int, points: int) -> int:
    if points <= 1:
        return THOUSAND
    if points > FACES or speed <= FREE_SPEED:
        return 0
    dice = white_dice(speed)
    if dice == 0:
        return THOUSAND
    whole = _power(FACES, dice)
    if speed <= HIGH_SPEED:
        return THOUSAND * _power(MORE - points, dice) // whole
    return THOUSAND * (whole - _power(points - 1, dice)) // whole


def _of_heat(dice: int, hot: int, points: int) -> int:
    ways, choose = 0, 1  # choose: the number of ways for this many hot dice
    for number in range(dice + 1):
        if number >= points:
            ways += choose * _power(hot, number) * _power(FACES - hot, dice - number)
        choose = choose * (dice - number) // (number + 1)
    return THOUSAND * ways // _power(FACES, dice)


def _of_two_turns(dice: int, then: int, left: int) -> int:
    chance = 0
    for points in range(min(left, dice + 1)):
        taken = _of_heat(dice, RED, points) - _of_heat(dice, RED, points + 1)
        chance += taken * _of_heat(then, RED, left - points) // THOUSAND
    return chance


# Arrays and not lists: to compiled code they are constants.
_SPEEDS, _DICE = range(PER_GEAR), range(RED_DICE + 1)
AT_LEAST: NDArray[Any] = np.array([[_at_least(s, n) for n in range(MORE + 1)] for s in _SPEEDS])
OF_DAMAGE: NDArray[Any] = np.array([[_of_damage(s, n) for n in range(MORE + 1)] for s in _SPEEDS])
OF_HEAT: NDArray[Any] = np.array(
    [[[_of_heat(d, hot, n) for n in range(RED_DICE + 2)] for hot in range(MORE)] for d in _DICE]
)
OF_TWO_TURNS: NDArray[Any] = np.array(
    [[[_of_two_turns(d, then, n) for n in range(MOST_LEFT + 2)] for then in _DICE] for d in _DICE]
)


@jitable
def permille_at_least(speed: int, changes: int) -> int:
    """The chance of at least this many free lane changes at a speed."""
    return int(AT_LEAST[speed, min(max(changes, 0), MORE)])


@jitable
def permille_of_damage(speed: int, points: int) -> int:
    """The chance of losing at least this many structure points at an obstruction."""
    return int(OF_DAMAGE[speed, min(max(points, 0), MORE)])


@jitable
def permille_of_heat(dice: int, faces: int, points: int) -> int:
    """The chance of at least this many heat points from red dice with a number of hot faces."""
    return int(OF_HEAT[dice, min(faces, FACES), min(max(points, 0), RED_DICE + 1)])


@jitable
def permille_of_two_turns(dice: int, then: int, points: int) -> int:
    """The chance that only the second of two turns, each with its red dice, makes so many heat
    points or more of both. Roughly: each part is rounded down."""
    return int(OF_TWO_TURNS[dice, then, min(max(points, 0), MOST_LEFT + 1)])
