"""Luck against skill: the causes of the spread of places.

By the law of total variance, as in the analysis of variance (Fisher 1925), the variance of a
driver's place is the sum of four parts: between seats at the table, between kinds of drivers
(policy and setup), of the two together, and the rest. The rest is dice, including the random
choices of bots and the dice for places on the grid. The differences expected from chance alone are
subtracted (Kelley 1935, "An unbiased correlation ratio measure").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from wreckoning.lab.findings import VariantResults
from wreckoning.lab.statistics import ROUNDING, Floats

FAR = 4  # standard deviations: chance reaches so far once in hundreds of reports


@dataclass(frozen=True)
class Shares:
    """Shares of the variance of places, adding up to 1. If not separable, `seat` holds both."""

    seat: float
    driver: float
    both: float
    dice: float
    is_split: bool  # the lineup was rotated, so seat and driver are separable
    chance: tuple[float, float, float] = (0.0, 0.0, 0.0)  # how far chance may reach, of each cause

    def clear(self) -> Shares:
        """The shares, with dice for each part that chance alone may explain."""
        causes = (self.seat, self.driver, self.both)
        seat, driver, both = (
            s if s > c + ROUNDING else 0.0 for s, c in zip(causes, self.chance, strict=True)
        )
        return replace(self, seat=seat, driver=driver, both=both, dice=1 - seat - driver - both)

    def parts(self) -> list[tuple[str, float]]:
        """The shares with their names, for a picture."""
        if not self.is_split:
            return [("seat and driver", self.seat), ("dice", self.dice)]
        return [
            ("driver", self.driver),
            ("seat", self.seat),
            ("the two together", self.both),
            ("dice", self.dice),
        ]


def luck(found: Sequence[VariantResults]) -> Shares:
    """The shares over several variants: the mean, weighted by races."""
    weights = np.array([each.races for each in found], np.float64)
    weights /= weights.sum()
    each = [_of_variant(one) for one in found]

    def mean(name: str) -> float:
        return float(sum(w * getattr(s, name) for w, s in zip(weights, each, strict=True)))

    is_split = all(shares.is_split for shares in each)
    spreads = np.array([shares.chance for shares in each])
    chance = tuple(np.sqrt(((weights[:, None] * spreads) ** 2).sum(axis=0)).tolist())
    return Shares(mean("seat"), mean("driver"), mean("both"), mean("dice"), is_split, chance)


def _of_variant(found: VariantResults) -> Shares:
    variant = found.variant
    count = len(variant.drivers)
    total = _variance(found)
    if total < ROUNDING:
        return Shares(0.0, 0.0, 0.0, 1.0, True)
    kinds = variant.kinds()
    free = found.races * (count - 1)  # places of a race: the last one is not free
    rotated = variant.rotations > 1
    means = np.where(found.place_sums > 0, found.place_sums / found.races_from_a_seat, 0.0)
    if not rotated:
        between = _between(np.diagonal(means), np.full(count, 1 / count))
        seat = _corrected(between, count - 1, total, free)
        return Shares(seat, 0.0, 0.0, 1 - seat, False, (_reach(count - 1, free), 0.0, 0.0))
    weight = np.array([len(kind) for kind in kinds]) / count
    cells = np.array([means[kind].mean(axis=0) for kind in kinds])  # kinds × seats
    seats = _between(weight @ cells, np.full(count, 1 / count))
    drivers = _between(cells.mean(axis=1), weight)
    both = _between(cells.ravel(), np.repeat(weight / count, count)) - seats - drivers
    few, many = len(kinds) - 1, count - 1
    seat = _corrected(seats, many, total, free)
    driver = _corrected(drivers, few, total, free)
    mixed = _corrected(both, few * (many - 1), total, free)
    chance = _reach(many, free), _reach(few, free), _reach(few * (many - 1), free)
    return Shares(seat, driver, mixed, max(0.0, 1 - seat - driver - mixed), True, chance)


def _variance(found: VariantResults) -> float:
    places = np.arange(1, len(found.places) + 1)
    shares = found.places.sum(axis=0) / found.places.sum()
    middle = float((shares * places).sum())
    return float((shares * (places - middle) ** 2).sum())


def _between(means: Floats, weights: Floats) -> float:
    middle = float((means * weights).sum())
    return float((weights * (means - middle) ** 2).sum())


def _corrected(between: float, freedom: int, total: float, free: int) -> float:
    """A share of the variance, minus the share that chance alone gives this many groups."""
    return min(1.0, max(0.0, between / total - freedom / free))


def _reach(freedom: int, free: int) -> float:
    """How far chance may move a corrected share: four standard deviations of chi square."""
    return FAR * sqrt(2 * freedom) / free
