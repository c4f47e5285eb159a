"""Plays races compiled, a lot at a time, and returns their results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.compiling.compiled import OF_RACE, OF_SEAT, compiled
from wreckoning.core.door import LIVE, Door
from wreckoning.core.errors import Illegal
from wreckoning.core.records import to_array
from wreckoning.core.ruleset import Ruleset

Words = NDArray[np.int64]


@dataclass(frozen=True)
class Races:
    """The results of races: arrays with a row for each race; seats are the second axis."""

    lengths: Words
    lead_changes: Words
    places: Words  # 1 is first
    worst: Words  # the worst place between two turns; 0 if the ruleset cannot tell
    starts: Words  # the place before the first turn; 0 if the ruleset cannot tell
    tallies: Words  # races × seats × tallies

    @classmethod
    def of_rows(cls, rows: Words, seats: int) -> Races:
        """Make the results from the rows that `Compiled.batch` writes."""
        each = rows[:, OF_RACE:].reshape(len(rows), seats, -1)
        places, worst, starts = (each[:, :, column] for column in range(OF_SEAT))
        return cls(rows[:, 0], rows[:, 1], places, worst, starts, each[:, :, OF_SEAT:])


def start_words(race: Any) -> Words:
    """A race before its first die, as the words from which a lot of races begins."""
    kind = type(race)
    used = kind.offset("door") + Door.offset("dice")  # from the door, only the policies of seats
    words: Words = to_array(race).view(np.int64)[:used]
    return words.copy()


def play(
    ruleset: Ruleset,
    start: Words,
    seats: int,
    seed: int,
    first: int,
    count: int,
    live: int = LIVE,
) -> Races:
    """Play `count` races from this start, beginning with race `first`, on the calling core.

    With KEYED dice, those of a turn, question and subject are the same in races of the same number,
    whatever differs elsewhere; other races have one stream of dice. Raises Illegal for a race that
    does not end.
    """
    work = np.zeros(1, ruleset.race.dtype)
    columns = OF_RACE + seats * (OF_SEAT + len(ruleset.tallies.names))
    rows = np.empty((count, columns), np.int64)
    batch = compiled(ruleset).batch
    stuck = batch(work, work.view(np.int64), start, (first, seed, seats, live), rows)
    if stuck >= 0:
        raise Illegal(f"race {stuck} of seed {seed} does not end")
    return Races.of_rows(rows, seats)
