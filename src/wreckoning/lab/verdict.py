"""A verdict on an effect: yes, no (less than the smallest that matters), or not settled.

*Yes* is said when the interval is clear of 0: the effect is there, by at least its nearer end. *No*
is said when the whole interval is within the smallest effect that matters. The interval holds at
every look, so the first verdict is as good as a planned one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import exp, log

from wreckoning.lab.always_valid import USUAL_ERROR, Boundary, Sample
from wreckoning.lab.statistics import CONFIDENCE, Estimate

LOOKED_FOR = 7_000
MOST_VALUES = 10**10  # of a forecast


class Says(StrEnum):
    """What a verdict says."""

    YES = "yes"
    NO = "no"
    NOT_SETTLED = "not settled"


@dataclass(frozen=True)
class Verdict:
    """What the values so far say of an effect."""

    says: Says
    effect: Estimate
    values: int
    error: float  # the chance at most of such a verdict if it is wrong; 1 if it is not settled
    more: int  # about how many more values would settle it; 0 if it is settled

    @property
    def is_settled(self) -> bool:
        return self.says is not Says.NOT_SETTLED


@dataclass(frozen=True)
class Judge:
    """Says verdicts on an effect whose smallest size that matters is `smallest`.

    Of several comparisons each gets its part of the error (Bonferroni).
    """

    smallest: float
    comparisons: int = 1
    confidence: float = CONFIDENCE
    looked_for: int = LOOKED_FOR  # values after which the interval is to be narrowest

    @property
    def error(self) -> float:
        """The chance of an error in one comparison."""
        return (1 - self.confidence) / self.comparisons

    def verdict(self, sample: Sample) -> Verdict:
        """The verdict on the mean of these values."""
        span, count = sample.range, sample.count
        boundary = self._boundary(span)
        variance = sample.variance / span**2
        mean = sample.mean
        if not count:
            return Verdict(Says.NOT_SETTLED, Estimate(0.0, -span, span), 0, 1.0, 0)
        half = boundary.reach(variance) * span / count
        effect = Estimate(mean, mean - half, mean + half)
        if effect.low > 0 or effect.high < 0:
            error = self._chance(boundary, abs(mean) * count / span, variance)
            return Verdict(Says.YES, effect, count, error, 0)
        if max(effect.high, -effect.low) < self.smallest:
            surplus = (self.smallest - abs(mean)) * count / span
            return Verdict(Says.NO, effect, count, self._chance(boundary, surplus, variance), 0)
        return Verdict(Says.NOT_SETTLED, effect, count, 1.0, self._more(boundary, sample))

    def _boundary(self, span: float) -> Boundary:
        """The boundary that is narrowest where an interval as wide as `smallest` is expected."""
        tuned = (self.smallest / span * self.looked_for) ** 2 / (2 * log(2 / USUAL_ERROR))
        return Boundary(tuned, self.error)

    def _chance(self, boundary: Boundary, surplus: float, variance: float) -> float:
        """The chance at most of so much evidence without an effect, in any of the comparisons."""
        found = exp(-max(0.0, float(boundary.log_evidence(surplus, variance))))
        return min(1.0, 2 * self.comparisons * found)

    def _more(self, boundary: Boundary, sample: Sample) -> int:
        """How many more values settle it, if mean and variance stay as they are."""
        size = abs(sample.mean)
        goal = max(size, self.smallest - size)
        rate = sample.variance / sample.count / sample.range**2
        few, many = sample.count, 2 * sample.count
        while boundary.reach(rate * many) * sample.range / many >= goal and many < MOST_VALUES:
            few, many = many, 2 * many
        while many - few > max(1, many // 200):
            middle = (few + many) // 2
            if boundary.reach(rate * middle) * sample.range / middle >= goal:
                few = middle
            else:
                many = middle
        return many - sample.count
