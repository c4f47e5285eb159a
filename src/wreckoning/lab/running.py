"""Runs an experiment: decides which lots are raced, in which order, and when to stop.

The next lots of a variant depend only on its finished ones, and only after a whole round. So the
numbers do not depend on the number of workers, or on where a run was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Protocol

from wreckoning.lab.lots import Lot, LotTask
from wreckoning.lab.statistics import Estimate, races_for, share_of
from wreckoning.lab.variants import Lineup, Variant

FEWEST, MOST = 100, 5000  # races in a lot
LOTS = 50  # the planned lots of each variant
FIRST_LOTS = 20  # the lots after which its intervals are first checked
SPARE = 1.01  # more races than the interval seems to need: mostly the next round is the last


class Pool(Protocol):
    """A pool that races lots: this machine's cores, or a cluster's."""

    @property
    def room(self) -> int:
        """The number of lots it takes at a time."""
        ...

    def submit(self, variant: Variant, task: LotTask) -> None:
        """Start a lot."""
        ...

    def next_done(self) -> tuple[LotTask, Lot]:
        """Wait for a lot to finish. Raises what it raised."""
        ...


@dataclass(frozen=True)
class Progress:
    """The progress of a run. With `until`, `expected` is a forecast."""

    done: int = 0
    expected: int = 0


@dataclass
class _VariantProgress:
    """The progress of one variant: the lots it needs as far as known, and those begun."""

    variant: Variant
    size: int  # races in a lot
    wanted: int
    begun: int = 0
    lots: dict[int, Lot] = field(default_factory=dict)

    def is_round_done(self) -> bool:
        return self.done() == self.wanted

    def done(self) -> int:
        """How many of the wanted lots are finished."""
        return sum(number < self.wanted for number in self.lots)


class ExperimentRun:
    """A run of an experiment. Finished `lots` are not raced again; new ones go to `keep`."""

    def __init__(
        self,
        lineup: Lineup,
        lots: Mapping[tuple[int, int], Lot],
        keep: Callable[[int, int, Lot], None],
    ) -> None:
        self.lineup, self.keep = lineup, keep
        self.experiment = lineup.experiment
        self.progress = Progress()
        self._turn = 0  # the variant that begins the next lot
        self._ways = [self._way(variant, lots) for variant in lineup.variants]
        for way in self._ways:
            self._plan(way)
            self._tally(way, 1)

    def run(self, pool: Pool, tell: Callable[[Progress], None] = lambda progress: None) -> None:
        """Run the missing races. `tell` is called after every lot."""
        under_way = 0
        while True:
            tell(self.progress)
            while under_way < pool.room and (found := self._next_due()) is not None:
                pool.submit(*found)
                under_way += 1
            if under_way == 0:
                return
            task, lot = pool.next_done()
            under_way -= 1
            self.keep(task.variant, task.lot, lot)
            way = self._ways[task.variant]
            self._tally(way, -1)
            way.lots[task.lot] = lot
            self._plan(way)
            self._tally(way, 1)

    @property
    def is_finished(self) -> bool:
        return all(way.is_round_done() for way in self._ways)

    def _way(self, variant: Variant, lots: Mapping[tuple[int, int], Lot]) -> _VariantProgress:
        own = {number: lot for (v, number), lot in lots.items() if v == variant.number}
        size = heats(self.lineup, variant) * variant.rotations
        return _VariantProgress(variant, size, self._first_round(size), lots=own)

    def _next_due(self) -> tuple[Variant, LotTask] | None:
        """The next lot, from all variants in turn; None if all rounds are under way."""
        for _ in self._ways:
            way = self._ways[self._turn]
            self._turn = (self._turn + 1) % len(self._ways)
            while way.begun < way.wanted and way.begun in way.lots:
                way.begun += 1
            if way.begun < way.wanted:
                way.begun += 1
                return way.variant, self._task(way.variant, way.begun - 1)
        return None

    def _task(self, variant: Variant, number: int) -> LotTask:
        count = heats(self.lineup, variant)
        first = number * count * variant.rotations
        counted_as = variant.counted_as(number)
        starts, seed = variant.starts, variant.seed
        return LotTask(variant.number, number, starts, seed, first, count, counted_as)

    # number of lots

    def _first_round(self, size: int) -> int:
        most = max(1, ceil(self.experiment.races / size))
        return min(FIRST_LOTS, most) if self.experiment.until else most

    def _plan(self, way: _VariantProgress) -> None:
        """After a round: check the interval, and plan the lots that will make it narrow enough."""
        until = self.experiment.until
        while until and way.is_round_done():
            most = max(1, self.experiment.races // way.size)
            watched = way.variant.watched(self.experiment)
            widest = widest_share(watched, [way.lots[number] for number in range(way.wanted)])
            if widest.half <= until or way.wanted >= most:
                return
            needed = ceil(races_for(widest.value, until) * SPARE / way.size)
            way.wanted = min(most, max(way.wanted + 1, needed))

    def _tally(self, way: _VariantProgress, sign: int) -> None:
        """Add a variant's races to the progress: those done and those planned."""
        far, size = self.progress, sign * way.size
        self.progress = Progress(far.done + size * way.done(), far.expected + size * way.wanted)


def heats(lineup: Lineup, variant: Variant) -> int:
    """The races of each rotation in a lot of this variant."""
    experiment, drivers = lineup.experiment, len(variant.drivers)
    races = experiment.races
    if experiment.until:
        races = min(races, races_for(1 / drivers, experiment.until))  # in an even race
    return max(1, min(max(races // LOTS, FEWEST), MOST) // variant.rotations)


def widest_share(watched: list[int], lots: list[Lot]) -> Estimate:
    """The win share of the watched driver with the widest interval."""
    races = sum(lot.races for lot in lots)
    wins = sum(lot.wins.sum(axis=1) for lot in lots)
    shares = [share_of(int(wins[driver]), races) for driver in watched]
    return max(shares, key=lambda share: share.half)
