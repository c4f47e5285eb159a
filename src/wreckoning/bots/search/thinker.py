"""Decides within a time limit: the tree grows in lots, and it may stop between two of them.

It stops early if no other option can catch up, or one is better than all others beyond doubt.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter

from wreckoning.bots.search.program import Bench, program
from wreckoning.bots.search.scratch import EACH, HEAD, UNIT
from wreckoning.bots.search.settings import SearchSettings, Values
from wreckoning.core.outlook import SeatOutlook

LOT = 0.08  # of the time: playouts between two looks at the clock
FIRST_LOT = 2  # playouts, to find out how long one takes
FEWEST = 64  # playouts, before an option may count as better beyond doubt
LITTLE = 0.25  # variance that a few playouts may not have shown
BEYOND_DOUBT = 4.0  # standard errors


@dataclass(frozen=True)
class Tried:
    """What the search knows about an option."""

    option: int
    playouts: int
    worth: float  # its mean
    error: float  # the standard error of the mean


@dataclass(frozen=True)
class Thought:
    """A decision and its reasons."""

    option: int
    usual: int  # the policy's choice
    playouts: int
    seconds: float
    tried: tuple[Tried, ...]


class Thinker:
    """Searches, by the settings of a game and the values of a bot.

    `clock` returns seconds: of the wall clock, or of this thread's work.
    """

    def __init__(
        self, settings: SearchSettings, values: Values, clock: Callable[[], float] = perf_counter
    ) -> None:
        self.settings, self.values, self.clock = settings, values, clock
        self._benches: dict[tuple[str, int], Bench] = {}

    def think(
        self,
        outlook: SeatOutlook,
        seconds: float,
        *,
        playouts: int = 0,
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Thought:
        """Decide the seat's first open ask, within a time limit or by a number of playouts."""
        began = self.clock()
        bench = self._bench(outlook)
        bench.lay_out(outlook)
        bench.plant(self.settings.deepest, int(self.settings.explore * UNIT))
        options = outlook.asks[0].options
        key = zlib.crc32(outlook.race + repr(outlook.tape).encode())
        done, lot = 0, FIRST_LOT
        while lot > 0:
            bench.grow(outlook.seat, key=key, first=done, count=lot, turns=self.settings.turns)
            done += lot
            spent = self.clock() - began
            if is_cancelled():
                break
            pace = spent / done
            left = playouts - done if playouts else int((seconds - spent) / pace)
            if not playouts and is_settled(bench, options, left):
                break
            lot = min(left, max(1, int(LOT * seconds / pace)) if not playouts else left)
        tried, usual = read_root(bench, options)
        return Thought(
            self._best(tried, usual), tried[usual].option, done, self.clock() - began, tried
        )

    def _bench(self, outlook: SeatOutlook) -> Bench:
        """The memory of the last search of such a race."""
        kind = outlook.ruleset, outlook.seats
        if kind not in self._benches:
            self._benches[kind] = Bench(program(outlook.rules), outlook.seats, self.values)
        return self._benches[kind]

    def _best(self, tried: tuple[Tried, ...], usual: int) -> int:
        """The option tried most; the policy's, unless that one is better by more than the doubt."""
        best = max(tried, key=lambda each: (each.playouts, each.worth))
        chosen = tried[usual]
        if self.settings.doubt and chosen.playouts:
            error = sqrt(best.error**2 + chosen.error**2)
            if best.worth - chosen.worth < self.settings.doubt * error:
                return chosen.option
        return best.option


def read_root(bench: Bench, options: Sequence[int]) -> tuple[tuple[Tried, ...], int]:
    """The tree's results for the options of its first question, and the index of the policy's."""
    study, at = bench.study, int(bench.study.root)
    count, usual = int(study.tree[at + 1]), int(study.tree[at + 4])
    words = study.tree[at + HEAD : at + HEAD + EACH * count].tolist()
    tried = []
    for place in range(count):
        times, total, squares, _ = words[EACH * place : EACH * place + EACH]
        mean = total / times if times else 0.0
        spread = max(squares / times - mean * mean, 0.0) if times else 0.0
        error = sqrt((spread / UNIT**2 + LITTLE / times) / times) if times else 1.0
        tried.append(Tried(options[place], times, mean / UNIT, error))
    return tuple(tried), usual


def is_settled(bench: Bench, options: Sequence[int], left: int) -> bool:
    """True if this many more playouts will not change which option is best."""
    tried = sorted(read_root(bench, options)[0], key=lambda each: -each.playouts)
    best, *others = tried
    if not others or best.playouts - others[0].playouts > left:
        return True
    if best.playouts < FEWEST:
        return False
    return all(
        best.worth - other.worth > BEYOND_DOUBT * sqrt(best.error**2 + other.error**2)
        for other in others
        if other.playouts
    )
