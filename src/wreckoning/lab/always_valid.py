"""Intervals that hold at every look at once: look as often as you like, stop whenever you like.

The empirical Bernstein confidence sequence of Howard, Ramdas, McAuliffe and Sekhon (Annals of
Statistics 49, 2021, theorem 4), with their gamma-exponential mixture (proposition 9). For values
within a known range it holds without any assumption on their distribution, from the first value
on. The values may have different means, such as those of different starting places: the interval is
that of their average.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.lab.needs import LAB, need

Floats = NDArray[np.float64]
USUAL_ERROR = 0.05
SMALLEST_RANGE = 1e-12
TOLERANCE = 1e-9  # of the ends of an interval, in ranges of a value


@dataclass(frozen=True)
class Boundary:
    """How far a sum of values may be from what is expected of it, as evidence.

    `tuned` is the variance, in units of the squared range, at which the interval is narrowest.
    """

    tuned: float
    error: float = USUAL_ERROR  # of both ends together

    def log_evidence(self, surplus: Any, variance: Any) -> Any:
        """The log of the evidence that a sum is above its expectation by chance only if rarely.

        A sum that is not above it reaches evidence 1/p at any time with a chance of at most p.
        `surplus` and `variance` are sums over the values, in ranges and squared ranges of a value.
        """
        special = need("scipy.special", LAB)
        weight = self._weight
        far = np.asarray(variance) + weight
        near = np.maximum(far + surplus, SMALLEST_RANGE)
        with np.errstate(divide="ignore"):
            share = np.log(special.gammainc(far, near)) - log(special.gammainc(weight, weight))
        norm = weight * log(weight) - special.gammaln(weight)
        return norm + special.gammaln(far) + share - far * np.log(near) + near - weight

    def reach(self, variance: float, error: float = 0) -> float:
        """How far a sum of this variance gets from its expectation, at each end; in ranges."""
        wanted = log(2 / (error or self.error))
        high = 1.0
        while self.log_evidence(high, variance) < wanted:
            high *= 2
        low = 0.0
        while high - low > TOLERANCE * max(1.0, high):
            middle = (low + high) / 2
            low, high = (
                (middle, high) if self.log_evidence(middle, variance) < wanted else (low, middle)
            )
        return high

    @property
    def _weight(self) -> float:
        """The weight of the mixture that makes it narrowest there (Howard et al., 3.5)."""
        strict = 2 * log(1 / USUAL_ERROR)
        return self.tuned / (strict + log(1 + strict))


@dataclass
class Sample:
    """Values that come in over time, by stratum: their sum, and their variance around the past.

    Each value is held against the mean of the stratum's values of earlier looks, as the theorem
    asks, so that no look decides what it is measured with.
    """

    strata: int
    span: float  # the range of a value; 0 if none is known: then the widest seen, and at least 1

    def __post_init__(self) -> None:
        self.counts = np.zeros(self.strata, np.int64)
        self.sums = np.zeros(self.strata)
        self.variance = 0.0
        self.least, self.most = inf, -inf

    def add(self, looks: list[Floats]) -> None:
        """Add the values of a look, an array for each stratum."""
        for stratum, values in enumerate(looks):
            if not len(values):
                continue
            seen = self.counts[stratum]
            expected = self.sums[stratum] / seen if seen else 0.0
            self.variance += float(((values - expected) ** 2).sum())
            self.counts[stratum] += len(values)
            self.sums[stratum] += float(values.sum())
            self.least = min(self.least, float(values.min()))
            self.most = max(self.most, float(values.max()))

    @property
    def count(self) -> int:
        """How many values there are."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """The mean over strata; 0 without values."""
        counted = self.counts > 0
        return float((self.sums[counted] / self.counts[counted]).mean()) if counted.any() else 0.0

    @property
    def range(self) -> float:
        """The range of a value."""
        return self.span or max(1.0, self.most - self.least if self.count else 0.0)
