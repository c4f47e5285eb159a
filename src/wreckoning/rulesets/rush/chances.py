"""A chance of the dice in whole thousandths, for bots; `odds` has all of them exactly."""

from __future__ import annotations

from wreckoning.core.rules import jitable
from wreckoning.rulesets.rush.rules.steering import (
    FREE_SPEED,
    HIGH_SPEED,
    white_dice,
)

THOUSAND = 1000
FACES = 6


@jitable
def power(base: int, exponent: int) -> int:
    """In whole numbers: Python cannot promise that of `**`."""
    product = 1
    for _ in range(exponent):
        product *= base
    return product


@jitable
def permille_at_least(speed: int, changes: int) -> int:
    """The chance, in thousandths, of at least so many free lane changes at a speed."""
    if changes <= 0 or speed <= FREE_SPEED:
        return THOUSAND
    dice = white_dice(speed)
    if changes > FACES or dice == 0:
        return 0
    whole = power(FACES, dice)
    if speed <= HIGH_SPEED:
        return THOUSAND * (whole - power(changes - 1, dice)) // whole
    return THOUSAND * power(FACES + 1 - changes, dice) // whole


@jitable
def permille_of_damage(speed: int, points: int) -> int:
    """The chance, in thousandths, of at least so many structure points at an obstruction."""
    if points <= 1:
        return THOUSAND
    if points > FACES or speed <= FREE_SPEED:
        return 0
    dice = white_dice(speed)
    if dice == 0:
        return THOUSAND
    whole = power(FACES, dice)
    if speed <= HIGH_SPEED:
        return THOUSAND * power(FACES + 1 - points, dice) // whole
    return THOUSAND * (whole - power(points - 1, dice)) // whole


@jitable
def permille_of_heat(dice: int, faces: int, points: int) -> int:
    """The chance, in thousandths, of at least so many heat points of up to three red dice."""
    if points <= 0:
        return THOUSAND
    if points > dice:
        return 0
    hot, cold = min(faces, FACES), FACES - min(faces, FACES)
    ways, choose = 0, 1  # choose: in how many ways so many of the dice are hot
    for number in range(dice + 1):
        if number >= points:
            ways += choose * power(hot, number) * power(cold, dice - number)
        choose = choose * (dice - number) // (number + 1)
    return THOUSAND * ways // power(FACES, dice)
