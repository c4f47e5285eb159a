"""The points of a chart of chances, as all its drawings show it.

A short look of a long race leaves each step's chance rough. Errors of neighbouring steps are
independent, so the mean of n of them has an error smaller by √n, and draws a line instead of noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, sqrt

import numpy as np

from wreckoning.analysis.win_chance import Floats

NARROW = 0.03  # a standard error that is small enough
FEWEST = 48  # points, even if their errors are larger


@dataclass(frozen=True)
class ChartPoint:
    """The mean of neighbouring rows: where it stands, each seat's chance, and its error."""

    row: float
    chances: tuple[float, ...]
    errors: tuple[float, ...]


def chart_points(
    chances: Sequence[Sequence[float]], errors: Sequence[Sequence[float]], most: int = 0
) -> tuple[ChartPoint, ...]:
    """The points of a chart, `most` or fewer if that is given; `most` is at least 3.

    The start and the end stand by themselves.
    """
    values, spread = np.array(chances, float), np.array(errors, float)
    last = len(values) - 1
    if last < 1:
        return tuple(_mean(values, spread, row, row + 1) for row in range(len(values)))
    each = _together(spread, len(values))
    if most:
        each = max(each, ceil((last - 1) / (most - 2)))
    starts = [*range(1, last, each), last]
    between = [_mean(values, spread, a, b) for a, b in pairwise(starts)]
    return (_mean(values, spread, 0, 1), *between, _mean(values, spread, last, last + 1))


def _together(spread: Floats, rows: int) -> int:
    """How many rows make a point."""
    rough = spread[spread > 0]
    usual = float(rough.mean()) if rough.size else 0.0
    return max(1, min(ceil((usual / NARROW) ** 2), rows // FEWEST))


def _mean(values: Floats, spread: Floats, start: int, end: int) -> ChartPoint:
    count = end - start
    return ChartPoint(
        start + (count - 1) / 2,
        tuple(map(float, values[start:end].mean(axis=0))),
        tuple(map(float, spread[start:end].mean(axis=0) / sqrt(count))),
    )
