"""Options of a question, played out with the same dice: sums that more playouts are added to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wreckoning.analysis.steps import Decided, ReviewStep
from wreckoning.analysis.win_chance import (
    LOT,
    WIN,
    Chances,
    Floats,
    Ints,
    parts_of_win,
    standard_error,
)

GAP = 2.0  # the reach of a difference of two shares of the win: from -1 to 1


class Played:
    """What playouts of some options found. Options are given by their places among these."""

    def __init__(self, options: int, seats: int, seat: int) -> None:
        self.playouts, self._seat = 0, seat
        self._totals: Ints = np.zeros((options, seats), np.int64)
        self._squares: Ints = np.zeros((options, seats), np.int64)
        self._products: Ints = np.zeros((options, options), np.int64)  # of the asked seat

    def add(self, parts: Ints) -> None:
        """Add playouts: option × playout × seat, in parts of a win."""
        self.playouts += parts.shape[1]
        self._totals += parts.sum(axis=1)
        self._squares += (parts * parts).sum(axis=1)
        own = parts[:, :, self._seat]
        self._products += own @ own.T

    @property
    def chances(self) -> Floats:
        """The asked seat's chance with each option."""
        return self.mean_of_all[:, self._seat]

    @property
    def mean_of_all(self) -> Floats:
        """Each seat's chance with each option: option × seat."""
        found: Floats = self._totals / (self.playouts * WIN)
        return found

    @property
    def errors_of_all(self) -> Floats:
        """The standard errors of these."""
        return standard_error(self._totals, self._squares, self.playouts)

    @property
    def errors(self) -> Floats:
        """The standard error of the asked seat's chance with each option."""
        return self.errors_of_all[:, self._seat]

    def gap(self, one: int, other: int) -> tuple[float, float]:
        """By how much an option is better than another one, and its standard error."""
        own, products = self._totals[:, self._seat], self._products
        total = own[one] - own[other]
        squares = products[one, one] + products[other, other] - 2 * products[one, other]
        error = standard_error(total, squares, self.playouts, GAP)
        return float(total / (self.playouts * WIN)), float(error)


def play_out(
    chances: Chances,
    step: ReviewStep,
    decided: Decided,
    *,
    key: int,
    count: int,
    only: Sequence[int] = (),
) -> Played:
    """Play out each option of a decision, or only those at these places, this many times."""
    ask = decided.ask
    options = [ask.options[at] for at in only] if only else list(ask.options)
    found = Played(len(options), chances.seats, ask.by)
    chances.lay_out(step.before)
    for at in range(0, count, LOT):
        lot = chances.bench.play_out(
            ask.by, ask.index, options, key=chances.key(key), first=at, count=min(LOT, count - at)
        )
        found.add(np.stack([parts_of_win(places) for places in lot.places]))
    return found
