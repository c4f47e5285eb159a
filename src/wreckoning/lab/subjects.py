"""The subjects of a hypothesis: drivers, starting places, seats at the table, or the whole race."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.lab.experiment import Group
from wreckoning.lab.line_ups import seats_by_driver
from wreckoning.lab.races import Races

Floats = NDArray[np.float64]
PLACE = re.compile(r"(start|seat) ([1-9]\d?)")
EVERY = {"every start": "start", "every seat": "seat"}
POLE, EVERYONE = "pole", "everyone"


class SubjectKind(Enum):
    """What a subject is."""

    DRIVER = "driver"
    START = "start"  # the place before the first turn
    SEAT = "seat"
    RACE = "race"


@dataclass(frozen=True)
class LabSubject:
    """What a figure is taken of: `name` in sentences; drivers, or a number from 0."""

    kind: SubjectKind
    name: str
    numbers: tuple[int, ...]

    @classmethod
    def race(cls) -> LabSubject:
        """The whole race, for what is the same for all."""
        return cls(SubjectKind.RACE, "the race", (0,))

    def of(self, values: Floats, races: Races, rotation: int) -> Floats:
        """Its value in each race, from those of the seats."""
        if self.kind is SubjectKind.START:
            there = races.starts == self.numbers[0] + 1
            counted = np.maximum(there.sum(axis=1), 1)
            mean = (values * there).sum(axis=1) / counted
            found: Floats = np.where(there.any(axis=1), mean, values.mean(axis=1))
            return found
        seats = np.asarray(self.numbers)
        if self.kind is SubjectKind.DRIVER:
            seats = np.array(seats_by_driver(values.shape[1], rotation))[seats]
        mean_of_seats: Floats = values[:, seats].mean(axis=1)
        return mean_of_seats


def subjects_of(
    table: TomlTable, groups: Sequence[Group], usual: Iterable[str]
) -> tuple[LabSubject, ...]:
    """The subjects under `for`; without it the `usual` groups, or all. Raises Malformed."""
    drivers, first = {}, 0
    for group in groups:
        drivers[group.name] = tuple(range(first, first + group.count))
        first += group.count
    given = table.values.get("for", [name for name in usual if name in drivers] or EVERYONE)
    found: dict[LabSubject, None] = {}
    for word in given if isinstance(given, list) else [given]:
        found |= dict.fromkeys(_subjects(table, word, drivers, first))
    if not found:
        table.wrong("for", "the driver, seat or start it is measured for")
    return tuple(found)


def _subjects(
    table: TomlTable, word: object, drivers: dict[str, tuple[int, ...]], seats: int
) -> list[LabSubject]:
    if isinstance(word, str) and word in drivers:
        return [LabSubject(SubjectKind.DRIVER, word, drivers[word])]
    if word == EVERYONE:
        return [LabSubject(SubjectKind.DRIVER, name, numbers) for name, numbers in drivers.items()]
    if word == POLE:
        return [LabSubject(SubjectKind.START, "pole position", (0,))]
    if isinstance(word, str) and word in EVERY:
        return [_place(EVERY[word], number) for number in range(1, seats + 1)]
    match = PLACE.fullmatch(word) if isinstance(word, str) else None
    if match and int(match[2]) <= seats:
        return [_place(match[1], int(match[2]))]
    kinds = f"pole, start 1 … {seats}, every start, seat 1 … {seats}, every seat or {EVERYONE}"
    return table.wrong("for", f"{', '.join(drivers)}, {kinds}")


def _place(kind: str, number: int) -> LabSubject:
    name = f"starting place {number}" if kind == "start" else f"seat {number}"
    return LabSubject(SubjectKind(kind), name, (number - 1,))
