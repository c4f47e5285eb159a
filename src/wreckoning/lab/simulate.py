"""Simulates many races of the same table, compiled, on several cores.

Race `n` of a seed has the same dice whatever the number of workers: the sums are whole numbers, so
the result is the same too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from math import inf, sqrt
from time import perf_counter
from typing import Any, Generic, cast

import numpy as np

from wreckoning.core import door
from wreckoning.core.compiling.compiled import ENDLESS, check_players, compiled
from wreckoning.core.dice import MAX_SEED
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.ids import seat_range
from wreckoning.core.protocols import C, R
from wreckoning.core.records import Record
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat
from wreckoning.core.seats import check_options, check_seats
from wreckoning.lab.races import Words, play, start_words
from wreckoning.lab.statistics import Z95, Estimate, share_of

CHUNK = 2000  # the most races in a lot
SMALL_CHUNK = 8  # races in a lot if there are few, so that all cores get some
LOTS = 4  # for each core
MAX_RACES = 2**31 - 1
LONGEST = 1024  # of the histogram of lengths; longer races are counted in its last bin


@dataclass
class Counts:
    """The sums over races. Whole numbers: any order of adding gives the same."""

    places: Words  # seats × seats: how often each seat finished at each place
    totals: Words  # seats × tallies
    squares: Words
    lengths: Words  # a histogram

    @classmethod
    def none(cls, ruleset: Ruleset, seats: int) -> Counts:
        tallies = len(ruleset.tallies.names)
        shapes = ((seats, seats), (seats, tallies), (seats, tallies), (LONGEST,))
        return cls(*(np.zeros(shape, np.int64) for shape in shapes))

    def add(self, other: Counts) -> None:
        """Add another lot of races."""
        self.places += other.places
        self.totals += other.totals
        self.squares += other.squares
        self.lengths += other.lengths

    @property
    def races(self) -> int:
        return int(self.lengths.sum())


@dataclass(frozen=True)
class Simulation(Generic[R, C]):
    """A table to simulate. Every seat has a policy; `options` are house rules.

    Raises Malformed or Illegal for wrong input, before anything runs.
    """

    ruleset: Ruleset[R, C]
    course: C
    seats: Sequence[Seat]
    options: ReadOnlyJson = field(default_factory=dict)
    seed: int = 0

    def __post_init__(self) -> None:
        check_seats(self.ruleset, self.seats)
        if not 0 <= self.seed <= MAX_SEED:
            raise Malformed("seed", f"expected 0 to {MAX_SEED}, found {self.seed}")
        for number, seat in enumerate(self.seats, 1):
            if seat.player == PERSON_NAME:
                bots = ", ".join(self.ruleset.policies)
                raise Malformed(f"seat {number}", f"expected one of {bots}: simulations ask nobody")
            if seat.player in self.ruleset.thinking:
                why = f"{seat.player!r} thinks about each decision: `wreck arena` races such bots"
                raise Malformed(f"seat {number}", why)
        check_players(self.ruleset, {seat.player for seat in self.seats})

    def start(self) -> R:
        """The race before the first die, in its plain form."""
        return self.ruleset.start(
            self.course, self.seats, check_options(self.ruleset, self.options)
        )

    def run(
        self,
        races: int,
        workers: int = 0,
        progress: Callable[[int], None] = lambda races: None,
        chunk: int = CHUNK,
    ) -> Counts:
        """Play this many races on this many cores (0: all). `progress` is called after each lot."""
        check_races(races)
        start = start_words(self.start())
        _ = compiled(self.ruleset).batch  # compiled once, before the cores share it
        total = Counts.none(self.ruleset, len(self.seats))
        workers = workers or os.cpu_count() or 1
        chunk = min(chunk, max(SMALL_CHUNK, -(-races // (LOTS * workers))))
        lots = iter((first, min(chunk, races - first)) for first in range(0, races, chunk))
        with ThreadPoolExecutor(workers) as pool:
            running: set[Future[Counts]] = set()
            while True:
                for first, count in islice(lots, 2 * workers - len(running)):
                    running.add(pool.submit(self._play, start, first, count))
                if not running:
                    return total
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for lot in done:
                    total.add(lot.result())
                    progress(lot.result().races)

    def run_plain(self, races: int, progress: Callable[[int], None] = lambda races: None) -> Counts:
        """The same races, interpreted: for few of them, without compiling."""
        check_races(races)
        start, total = self.start(), Counts.none(self.ruleset, len(self.seats))
        for number in range(races):
            total.add(self._play_plain(start, number))
            progress(1)
        return total

    def time_plain(self, seconds: float) -> float:
        """About how long a race takes, interpreted: races for at least so many seconds."""
        start, began, count = self.start(), perf_counter(), 0
        while perf_counter() - began < seconds:
            self._play_plain(start, count)
            count += 1
        return (perf_counter() - began) / count

    def _play_plain(self, start: R, number: int) -> Counts:
        """Play one race, interpreted."""
        ruleset, tallies = self.ruleset, self.ruleset.tallies
        counts = Counts.none(ruleset, len(self.seats))
        race: Any = cast(Record, start).copy()
        door.seed_race(race, self.seed, number)
        steps = 0
        while not ruleset.is_over(race):
            ruleset.step(race)
            steps += 1
            if steps == ENDLESS:
                raise Illegal(f"race {number} of seed {self.seed} does not end")
        for seat in seat_range(len(self.seats)):
            counts.places[seat, tallies.place(race, seat) - 1] += 1
            for index in range(len(tallies.names)):
                counts.totals[seat, index] = tallies.count(race, seat, index)
        counts.squares += counts.totals**2
        counts.lengths[min(tallies.length(race), LONGEST - 1)] += 1
        return counts

    def _play(self, start: Words, first: int, count: int) -> Counts:
        """Play one lot of races on the calling core."""
        seats = len(self.seats)
        played = play(self.ruleset, start, seats, self.seed, first, count)
        counts = Counts.none(self.ruleset, seats)
        for place in range(1, seats + 1):
            counts.places[:, place - 1] = (played.places == place).sum(axis=0)
        counts.totals += played.tallies.sum(axis=0)
        counts.squares += (played.tallies**2).sum(axis=0)
        counts.lengths += np.bincount(np.minimum(played.lengths, LONGEST - 1), minlength=LONGEST)
        return counts


def check_races(races: int) -> None:
    """Check a number of races. Raises Malformed."""
    if not 1 <= races <= MAX_RACES:
        raise Malformed("races", f"expected 1 to {MAX_RACES}, found {races}")


def share(count: int, races: int) -> dict[str, float]:
    """A share with its 95 % interval."""
    found = share_of(count, races)
    return {"share": found.value, "low": found.low, "high": found.high}


def mean(
    total: int, squares: int, races: int, scale: int = 1, least: int = 0, most: float = inf
) -> Json:
    """A mean with its 95 % interval (normal), for counts in units of 1 / scale.

    The interval stays between `least` and `most`, as the mean does. A single race has no interval.
    """
    value = total / races
    half = Z95 * sqrt(max(0.0, squares / races - value * value) / races) if races > 1 else inf
    found = Estimate(value, value - half, value + half).within(least * scale, most * scale)
    low, high = found.scaled(1 / scale).ends
    return {"mean": value / scale, "low": low, "high": high}


def report(simulation: Simulation, counts: Counts) -> Json:
    """The results as JSON: wins, places and tallies of each seat, and lengths."""
    races, tallies = counts.races, simulation.ruleset.tallies
    place_numbers = np.arange(1, len(simulation.seats) + 1)
    turns = np.arange(LONGEST)
    return {
        "ruleset": simulation.ruleset.key,
        "version": simulation.ruleset.version,
        "course": simulation.course.key,
        "options": check_options(simulation.ruleset, simulation.options),
        "seed": simulation.seed,
        "races": races,
        "turns": {
            **mean(
                int((counts.lengths * turns).sum()), int((counts.lengths * turns**2).sum()), races
            ),
            "shortest": int(counts.lengths.nonzero()[0][0]),
            "longest": int(counts.lengths.nonzero()[0][-1]),
        },
        "seats": [
            {
                **seat.as_json(),
                "wins": share(int(counts.places[index, 0]), races),
                "place": mean(
                    int((counts.places[index] * place_numbers).sum()),
                    int((counts.places[index] * place_numbers**2).sum()),
                    races,
                    least=1,
                    most=len(simulation.seats),
                ),
                "places": [int(n) for n in counts.places[index]],
                **{
                    name: mean(
                        int(counts.totals[index, k]), int(counts.squares[index, k]), races, scale
                    )
                    for k, (name, scale) in enumerate(
                        zip(tallies.names, tallies.scales, strict=True)
                    )
                },
            }
            for index, seat in enumerate(simulation.seats)
        ],
    }
