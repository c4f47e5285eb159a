"""Exact chances: skid dice and what SHIFTs make of them, hits of a pool, what an Evade leaves."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from wreckoning.rulesets.kart.questions import Skid
from wreckoning.rulesets.kart.rules.dice import BEST, hits_of

Spread = Mapping[int, Fraction]  # how likely each number is
FACES = range(1, 7)
SIXTH = Fraction(1, 6)


@cache
def skid_odds(dice: int) -> Spread:
    """SHIFTs less all other results, of so many skid dice (G1)."""
    worth = [1 if face >= Skid.SHIFT else -1 for face in FACES]
    return total([worth] * dice)


def total(dice: list[list[int]]) -> dict[int, Fraction]:
    """The sum of dice, each with the worth of its faces."""
    found = {0: Fraction(1)}
    for worth in dice:
        after: dict[int, Fraction] = {}
        for (number, chance), value in product(found.items(), worth):
            after[number + value] = after.get(number + value, Fraction()) + chance * SIXTH
        found = after
    return dict(sorted(found.items()))


@cache
def hit_odds(dice: int) -> Spread:
    """The hits of so many Smash or attack dice (G2)."""
    return total([[hits_of(face) for face in FACES]] * max(dice, 0))


@cache
def evade_odds(dice: int) -> Spread:
    """How many hits so many Evade dice cancel at most (G2)."""
    return total([[int(face == BEST) for face in FACES]] * max(dice, 0))


@cache
def left_odds(dice: int, evades: int) -> Spread:
    """The hits of a pool that an Evade leaves."""
    found: dict[int, Fraction] = {}
    for (hits, one), (cancelled, two) in product(
        hit_odds(dice).items(), evade_odds(evades).items()
    ):
        left = max(hits - cancelled, 0)
        found[left] = found.get(left, Fraction()) + one * two
    return dict(sorted(found.items()))


def at_least(odds: Spread, least: int) -> Fraction:
    """That it is so many, or more."""
    return sum((chance for number, chance in odds.items() if number >= least), Fraction())


def mean(odds: Spread) -> Fraction:
    """On average."""
    return sum((number * chance for number, chance in odds.items()), Fraction())


def clean_chance(dice: int, free: int) -> Fraction:
    """That SHIFTs, `free` ones among them, are enough to cancel everything else."""
    return at_least(skid_odds(dice), -free)


def spare_mean(dice: int, free: int) -> Fraction:
    """How many SHIFTs are left on average once all is cancelled that can be."""
    odds = skid_odds(dice).items()
    return sum((max(number + free, 0) * chance for number, chance in odds), Fraction())


def wipeout_chance(dice: int, free: int, room: int) -> Fraction:
    """That so many results stay uncancelled as a kart has room for hazards, or more."""
    if room <= 0:
        return Fraction(1)
    return sum((chance for n, chance in skid_odds(dice).items() if n + free <= -room), Fraction())
