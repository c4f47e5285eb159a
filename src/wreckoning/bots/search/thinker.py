"""Decides within a time limit: the tree grows in lots, and it may stop between two of them.

It stops early if no other option can catch up, or one is better than all others beyond doubt.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from time import perf_counter

from wreckoning.bots.search.program import Bench, program
from wreckoning.bots.search.scratch import EACH, HEAD, UNIT
from wreckoning.bots.search.settings import SearchSettings, Values
from wreckoning.core.play.outlook import SeatOutlook

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


@dataclass(frozen=True)
class SearchLimit:
    """How long a search may go on: until the time is up, or for a number of playouts."""

    clock: Callable[[], float]
    began: float
    seconds: float
    playouts: int  # 0: until the time is up
    is_cancelled: Callable[[], bool]

    def spent(self) -> float:
        """Seconds since it began."""
        return self.clock() - self.began

    def left(self, done: int, part: float = 1.0) -> int:
        """How many playouts are left of this part of the whole, after so many."""
        if self.playouts:
            return int(part * self.playouts) - done
        return int((part * self.seconds - self.spent()) / self.spent() * done)

    def next_lot(self, done: int, part: float = 1.0, of: int = 1) -> int:
        """How many playouts to make before the next look at the clock: a multiple of `of`."""
        if not done:
            return max(FIRST_LOT, of)
        if self.is_cancelled():
            return 0
        lot = self.left(done, part)
        if not self.playouts:
            lot = min(lot, max(of, int(LOT * self.seconds / self.spent() * done)))
        return max(lot, 0) // of * of


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
        drivers: Sequence[str] | None = None,
    ) -> Thought:
        """Decide the seat's first open ask, within a time limit or by a number of playouts.

        `drivers` are the policies of all seats in playouts; by default all are usual opponents.
        """
        limit = SearchLimit(self.clock, self.clock(), seconds, playouts, is_cancelled)
        bench = self._bench(outlook)
        bench.lay_out(outlook, drivers)
        bench.plant(self.settings.deepest, int(self.settings.explore * UNIT))
        key = zlib.crc32(outlook.race + repr(outlook.tape).encode())
        grow = partial(bench.grow, outlook.seat, key=key, turns=self.settings.turns)
        options = outlook.asks[0].options
        search = self._halve if self.settings.halving else self._climb
        done = search(bench, options, grow, limit)
        tried, usual = read_root(bench, options)
        best = max(tried, key=lambda each: (each.playouts, each.worth))
        return Thought(best.option, tried[usual].option, done, limit.spent(), tried)

    def _climb(
        self, bench: Bench, options: Sequence[int], grow: Callable[..., None], limit: SearchLimit
    ) -> int:
        """Try the most promising options most. Returns the number of playouts."""
        done = 0
        while lot := limit.next_lot(done):
            grow(first=done, count=lot)
            done += lot
            if not limit.playouts and is_settled(bench, options, limit.left(done)):
                break
        return done

    def _halve(
        self, bench: Bench, options: Sequence[int], grow: Callable[..., None], limit: SearchLimit
    ) -> int:
        """Let the options take turns; after each part of the time, the worse half of them is out.

        So is an option that is worse than the best beyond doubt. Returns the number of playouts.
        """
        done = rounds = 0
        within = list(range(len(options)))
        parts = (len(options) - 1).bit_length()
        for part in range(1, parts + 1):
            bench.take_turns(within)
            while lot := limit.next_lot(done, part / parts, len(within)):
                grow(first=rounds, count=lot)
                done += lot
                rounds += lot // len(within)
                if not limit.playouts:
                    within = contenders(bench, options, within)
                    bench.take_turns(within)
                if len(within) == 1:
                    return done
            tried, _ = read_root(bench, options)
            within.sort(key=lambda place: -tried[place].worth)
            del within[(len(within) + 1) // 2 :]
        return done

    def _bench(self, outlook: SeatOutlook) -> Bench:
        """The memory of the last search of such a race."""
        kind = outlook.ruleset, outlook.seats
        if kind not in self._benches:
            self._benches[kind] = Bench(program(outlook.rules), outlook.seats, self.values)
        return self._benches[kind]


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
    return all(is_better(best, other) for other in others if other.playouts)


def contenders(bench: Bench, options: Sequence[int], within: Sequence[int]) -> list[int]:
    """The places of options that are not worse than another one beyond doubt."""
    every, _ = read_root(bench, options)
    tried = [every[place] for place in within]
    best = max(tried, key=lambda each: each.worth)
    return [place for place, one in zip(within, tried, strict=True) if not is_better(best, one)]


def is_better(best: Tried, other: Tried) -> bool:
    """True if an option is better than another one beyond doubt."""
    doubt = BEYOND_DOUBT * sqrt(best.error**2 + other.error**2)
    return best.playouts >= FEWEST and best.worth - other.worth > doubt
