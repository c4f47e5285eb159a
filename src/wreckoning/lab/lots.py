"""A lot: some races of one variant, added up. Lots are stored, and errors are based on them.

Races of the same number have the same dice and the same rotation in every variant (common random
numbers): differences come only from the axes. Races of different numbers are independent, and so
are lots.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from wreckoning.core.documents import Json
from wreckoning.core.ruleset import Ruleset
from wreckoning.lab.line_ups import line_ups
from wreckoning.lab.races import Races, Words, play

SHORTEST, LONGEST = "shortest", "longest"
SWAPS, COMEBACK = "lead changes", "comeback"
EXTREMES = (SHORTEST, LONGEST, SWAPS, COMEBACK)


@dataclass(frozen=True)
class LotTask:
    """The data needed to play a lot; small, so that it can be sent to another machine."""

    variant: int
    lot: int
    starts: tuple[Words, ...]
    seed: int
    first: int
    count: int  # races of each rotation
    counted_as: tuple[int, ...] = ()  # of each driver: equal ones take turns; (): as themselves


@dataclass(frozen=True, order=True)
class Extreme:
    """An exceptional race: with the greatest `value` (the least, for the shortest race)."""

    value: int
    rotation: int
    number: int


@dataclass
class Lot:
    """The results of a lot's races. Drivers, not seats, are the first axis."""

    races: int
    wins: Words  # drivers × seats from which they started
    place_sums: Words  # drivers × seats from which they started
    places: Words  # drivers × places: how often each finished there
    tallies: Words  # drivers × tallies
    grid: Words  # starting places × (drivers, races they won)
    lengths: dict[int, int]  # how many races had this length
    lead_changes: dict[int, int]  # how many races had this many; empty if the ruleset cannot tell
    extremes: dict[str, Extreme] = field(default_factory=dict)

    def as_json(self) -> Json:
        """The lot as JSON for the store."""
        return {
            "races": self.races,
            "wins": self.wins.tolist(),
            "place_sums": self.place_sums.tolist(),
            "places": self.places.tolist(),
            "tallies": self.tallies.tolist(),
            "grid": self.grid.tolist(),
            "lengths": sorted(self.lengths.items()),
            "lead_changes": sorted(self.lead_changes.items()),
            "extremes": {
                name: [found.value, found.rotation, found.number]
                for name, found in sorted(self.extremes.items())
            },
        }

    @classmethod
    def from_json(cls, given: Json) -> Lot:
        """Read a lot from the JSON of `as_json`."""
        return cls(
            races=given["races"],
            **{
                name: np.array(given[name], np.int64)
                for name in ("wins", "place_sums", "places", "tallies", "grid")
            },
            lengths=dict(given["lengths"]),
            lead_changes=dict(given["lead_changes"]),
            extremes={name: Extreme(*found) for name, found in given["extremes"].items()},
        )


def play_lot(ruleset: Ruleset, task: LotTask, drivers: int) -> Lot:
    """Play a lot on the calling core. Raises Illegal for a race that does not end."""
    square, tallies = (drivers, drivers), (drivers, len(ruleset.tallies.names))
    lot = Lot(
        races=task.count * len(task.starts),
        wins=np.zeros(square, np.int64),
        place_sums=np.zeros(square, np.int64),
        places=np.zeros(square, np.int64),
        tallies=np.zeros(tallies, np.int64),
        grid=np.zeros((drivers, 2), np.int64),
        lengths={},
        lead_changes={},
    )
    counted_as = np.array(task.counted_as or range(drivers))
    for rotation, start in enumerate(task.starts):
        first = task.first + rotation * task.count
        played = play(ruleset, start, drivers, task.seed, first, task.count)
        _add(lot, played, counted_as[list(line_ups(drivers)[rotation])])
        _note_extremes(lot, played, rotation, first)
    return lot


def _add(lot: Lot, played: Races, driver: Words) -> None:
    """Add these races; `driver` is the one in each seat."""
    drivers = len(driver)
    seats = np.arange(drivers)
    lot.wins[driver, seats] += (played.places == 1).sum(axis=0)
    lot.place_sums[driver, seats] += played.places.sum(axis=0)
    for place in range(1, drivers + 1):
        lot.places[driver, place - 1] += (played.places == place).sum(axis=0)
    lot.tallies[driver] += played.tallies.sum(axis=0)
    lot.grid[:, 0] += np.bincount(played.starts.ravel(), minlength=drivers + 1)[1:]
    winners = played.starts[played.places == 1]
    lot.grid[:, 1] += np.bincount(winners, minlength=drivers + 1)[1:]
    _count(lot.lengths, played.lengths)
    if played.worst.any():
        _count(lot.lead_changes, played.lead_changes)


def _count(histogram: dict[int, int], values: Words) -> None:
    found, counts = np.unique(values, return_counts=True)
    for value, count in zip(found.tolist(), counts.tolist(), strict=True):
        histogram[value] = histogram.get(value, 0) + count


def _note_extremes(lot: Lot, played: Races, rotation: int, first: int) -> None:
    """Record the first race with the least and the greatest figures."""
    figures = {SHORTEST: -played.lengths, LONGEST: played.lengths}
    if played.worst.any():
        winners = played.places.argmin(axis=1)
        figures[SWAPS] = played.lead_changes
        figures[COMEBACK] = played.worst[np.arange(len(winners)), winners]
    for name, values in figures.items():
        at = int(values.argmax())
        value = -int(values[at]) if name == SHORTEST else int(values[at])
        found = Extreme(value, rotation, first + at)
        if name not in lot.extremes or stands_out(name, found, lot.extremes[name]):
            lot.extremes[name] = found


def stands_out(name: str, one: Extreme, other: Extreme) -> bool:
    """True if it is more exceptional than the other; False if they are equal."""
    return one.value < other.value if name == SHORTEST else one.value > other.value
