"""Races played compiled: a lot at a time, and what each of them came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.compiled import OF_RACE, OF_SEAT, compiled
from wreckoning.core.door import Door
from wreckoning.core.errors import Illegal
from wreckoning.core.records import to_array
from wreckoning.core.ruleset import Ruleset

Words = NDArray[np.int64]


@dataclass(frozen=True)
class Races:
    """What races came to: arrays with a row for each race; seats are the second axis."""

    lengths: Words
    lead_changes: Words
    places: Words  # 1 is first
    worst: Words  # the worst place between two turns; 0 where the ruleset cannot tell
    starts: Words  # the place before the first turn; the same
    tallies: Words  # races × seats × tallies

    @classmethod
    def of_rows(cls, rows: Words, seats: int) -> Races:
        """From the rows that `Compiled.batch` writes."""
        each = rows[:, OF_RACE:].reshape(len(rows), seats, -1)
        places, worst, starts = (each[:, :, column] for column in range(OF_SEAT))
        return cls(rows[:, 0], rows[:, 1], places, worst, starts, each[:, :, OF_SEAT:])


def start_words(race: Any) -> Words:
    """A race before its first die, as the words that a lot of races begins with."""
    kind = type(race)
    used = kind.offset("door") + Door.offset("dice")  # of the door, who plays which seat
    words: Words = to_array(race).view(np.int64)[:used]
    return words.copy()


def play(ruleset: Ruleset, start: Words, seats: int, seed: int, first: int, count: int) -> Races:
    """Race `first` and those after it, so many, from this start, on the core this is called on.

    Raises Illegal for a race that does not end.
    """
    work = np.zeros(1, ruleset.race.dtype)
    columns = OF_RACE + seats * (OF_SEAT + len(ruleset.tallies.names))
    rows = np.empty((count, columns), np.int64)
    batch = compiled(ruleset).batch
    stuck = batch(work, work.view(np.int64), start, (first, seed, seats), rows)
    if stuck >= 0:
        raise Illegal(f"race {stuck} of seed {seed} does not end")
    return Races.of_rows(rows, seats)
