"""Confidence intervals. Races are independent of each other unless they share dice; so are lots.

Shares: Wilson 1927; of races that share dice, by clusters (Korn and Graubard 1998). Means: from
lots, each one observation, with Student's t (1908). Differences: lot against lot of the same dice
(common random numbers), so that common luck cancels out.

With few observations an interval may reach impossible values: a count below 0, a share above 1.
That part is cut off. The true value is never there, so the rest is as reliable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import ceil, inf, isfinite, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from wreckoning.lab.needs import LAB, need

CONFIDENCE = 0.95
ERROR = 1 - CONFIDENCE
Z95 = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

ROUNDING = 1e-9  # sums of floats differ by less than this, relative to 1 or to the figure itself

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_clear(self) -> bool:
        """True if this difference is significant."""
        return self.is_above(0) or self.is_below(0)

    def is_above(self, value: float) -> bool:
        """True if the whole interval lies above this value, by more than rounding."""
        return self.low - value > ROUNDING * max(1.0, abs(value))

    def is_below(self, value: float) -> bool:
        """True if the whole interval lies below this value, by more than rounding."""
        return value - self.high > ROUNDING * max(1.0, abs(value))

    @property
    def ends(self) -> tuple[float | None, float | None]:
        """The ends of the interval for files and programs; None if it has no end."""
        low, high = (end if isfinite(end) else None for end in (self.low, self.high))
        return low, high

    def scaled(self, factor: float) -> Estimate:
        """The estimate in another unit."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor)

    def within(self, least: float, most: float) -> Estimate:
        """The interval limited to possible values. The value itself is always possible."""
        low, high = max(self.low, min(least, self.value)), min(self.high, max(most, self.value))
        return Estimate(self.value, low, high)

    def at_least(self, least: float) -> Estimate:
        """The interval with only a lower limit: at least 0 for counts."""
        return self.within(least, inf) if self.value >= least else self


@cache
def student(freedom: int, error: float = ERROR) -> float:
    """The two-sided quantile of Student's t; 1.96 with much freedom and the usual error."""
    if freedom < 1:
        return inf
    return float(need("scipy.special", LAB).stdtrit(freedom, 1 - error / 2))


def mean_of(values: Floats, error: float = ERROR) -> Estimate:
    """The mean of a figure, with one value for each lot."""
    count = len(values)
    middle = float(values.mean())
    if count < 2:
        return Estimate(middle, -inf, inf)
    half = student(count - 1, error) * float(values.std(ddof=1)) / sqrt(count)
    return Estimate(middle, middle - half, middle + half)


def share_of(count: float, races: float) -> Estimate:
    """A share of this many races (Wilson): its interval stays within 0 … 1."""
    p, z = count / races, Z95
    middle = (p + z * z / (2 * races)) / (1 + z * z / races)
    half = z / (1 + z * z / races) * sqrt(p * (1 - p) / races + z * z / (4 * races * races))
    low = middle - half if count else 0.0
    return Estimate(p, low, middle + half if count < races else 1.0)


def share_of_clusters(shares: Floats, size: int) -> Estimate:
    """A share of races in clusters of `size`, from the share in each (Korn and Graubard 1998).

    Wilson's interval on the effective number of races: their number divided by the design effect,
    which is the variance of clusters relative to that of independent races, and adjusted to
    Student's t. Independent races count for that variance as one cluster more, so that a few equal
    clusters do not pass for certainty. Each cluster is at least one race, and no more if all or
    none were won.
    """
    clusters, share = len(shares), float(shares.mean())
    effective = float(clusters)
    alone = share * (1 - share) / size
    if clusters > 1 and alone > 0:
        between = (float(((shares - share) ** 2).sum()) + alone) / clusters
        races = clusters * size * alone / between * (Z95 / student(clusters - 1)) ** 2
        effective = max(effective, races)
    return replace(share_of(share * effective, effective), value=share)


def races_for(share: float, half: float) -> int:
    """The number of races that makes the interval of about this share so narrow."""
    spread = max(share * (1 - share), half)  # a share of 0 needs races too
    return ceil(spread * (Z95 / half) ** 2)


def mean_of_counts(counts: Sequence[int] | Ints, values: Sequence[int] | Ints) -> Estimate:
    """The mean of values with these counts (normal). A single value has no interval."""
    often, what = np.asarray(counts, np.float64), np.asarray(values, np.float64)
    total = float(often.sum())
    middle = float((often * what).sum()) / total
    spread = float((often * (what - middle) ** 2).sum()) / total
    if total < 2:
        return Estimate(middle, -inf, inf)
    half = Z95 * sqrt(spread / total)
    return Estimate(middle, middle - half, middle + half)


def difference(ones: Floats, others: Floats, error: float = ERROR) -> Estimate:
    """The mean difference, lot against lot of the same dice."""
    count = min(len(ones), len(others))
    return mean_of(ones[:count] - others[:count], error)


def welch(ones: Floats, others: Floats, error: float = ERROR) -> Estimate:
    """The difference of means, for lots with different dice (Welch 1947)."""
    middle = float(ones.mean() - others.mean())
    if min(len(ones), len(others)) < 2:
        return Estimate(middle, -inf, inf)
    parts = [float(each.var(ddof=1)) / len(each) for each in (ones, others)]
    spread = sum(parts)
    if sqrt(spread) < ROUNDING:
        return Estimate(middle, middle, middle)
    degrees = sum(p * p / (len(e) - 1) for p, e in zip(parts, (ones, others), strict=True))
    half = student(int(spread * spread / degrees), error) * sqrt(spread)
    return Estimate(middle, middle - half, middle + half)
