"""Rankings: which of several things has the most of a figure, and the least.

The most and the least of many always differ by chance. So each pair of a ranking gets its part of
the ranking's error (Bonferroni): if there is no difference, one is found no more often than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from wreckoning.lab.statistics import ROUNDING, Estimate, Floats, mean_of, student


@dataclass(frozen=True)
class Ranking:
    """Things with their names, and each one's figure in each lot."""

    names: tuple[str, ...]
    columns: tuple[Floats, ...]

    def judge(self, error: float) -> RankingVerdict:
        """The found, wrong with this chance at most. There are at least two things."""
        lots = min(len(column) for column in self.columns)
        rows = np.array([column[:lots] for column in self.columns])
        means = rows.mean(axis=1)
        most, least = int(means.argmax()), int(means.argmin())
        if lots < 2:
            whole = Estimate(float(means[most] - means[least]), -inf, inf)
            return RankingVerdict(self, most, least, whole, len(rows) - 1, inf)
        count = len(rows)
        far = student(lots - 1, error / (count * (count - 1) / 2)) / sqrt(lots)
        within = max(_reach(rows, means, number, far) for number in range(count))
        halves = far * (rows[most] - rows).std(axis=1, ddof=1)
        beaten = means[most] - means - halves > ROUNDING * max(1.0, abs(means[most]))
        gap, half = float(means[most] - means[least]), float(halves[least])
        found = Estimate(gap, gap - half, gap + half)
        return RankingVerdict(self, most, least, found, int(count - 1 - beaten.sum()), within)


def _reach(rows: Floats, means: Floats, number: int, far: float) -> float:
    """How far anything may be from this one, at most."""
    halves = far * (rows - rows[number]).std(axis=1, ddof=1)
    return float((np.abs(means - means[number]) + halves).max())


@dataclass(frozen=True)
class RankingVerdict:
    """The most and the least of a ranking, by number, and whether that is chance."""

    ranking: Ranking
    most: int
    least: int
    gap: Estimate  # between these two
    equals: int  # others that cannot be told from the most
    within: float  # no two differ by more than this

    @property
    def is_clear(self) -> bool:
        """True if the most has more than the least, beyond chance and rounding."""
        return self.gap.is_above(0)

    @property
    def is_single(self) -> bool:
        """True if the most has more than each other."""
        return self.is_clear and not self.equals

    def name(self, number: int) -> str:
        return self.ranking.names[number]

    def mean(self, number: int) -> Estimate:
        """A figure with its usual interval, from all of its lots."""
        return mean_of(self.ranking.columns[number])


def against(columns: Sequence[Floats], value: float, error: float) -> tuple[int, int]:
    """How many of these are above the value, and how many below it, beyond chance."""
    means = [mean_of(column, error / len(columns)) for column in columns]
    return sum(m.is_above(value) for m in means), sum(m.is_below(value) for m in means)
