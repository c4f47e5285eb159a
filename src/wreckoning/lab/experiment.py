"""An experiment: what is raced, what varies, and how precisely.

Its file is read in `experiment_file`, and what it comes to is built in `variants`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wreckoning.core.ruleset import Ruleset, Seat
from wreckoning.lab.lines import LineNumbers

# What a thing that varies, or that is set, begins with.
COURSE, OPTIONS, DATA, SEATS, SEED = "course", "options", "data", "seats", "seed"
VARIANT = "variant"
ALL, NONE = "all", "none"
PLAYER, COUNT = "player", "count"  # of a group, next to its cards
MAX_SEED = 2**53
MOST_RACES = 10**9


@dataclass(frozen=True)
class Group:
    """Equal seats: `count` drivers of one name, their policy, and their choices."""

    name: str
    count: int
    player: str
    setup: Mapping[str, str]

    def seats(self) -> list[Seat]:
        """The seats one by one; several are numbered."""
        names = [self.name] if self.count == 1 else self._numbered()
        return [Seat(name, self.player, dict(self.setup)) for name in names]

    def _numbered(self) -> list[str]:
        return [f"{self.name} {number}" for number in range(1, self.count + 1)]


@dataclass(frozen=True)
class AxisValue:
    """One value of what varies: how it is called, and what it sets."""

    label: str
    sets: Mapping[str, Any]


@dataclass(frozen=True)
class Axis:
    """Something that varies: `name` in tables, `title` in reports, `place` in the file."""

    name: str
    title: str
    choices: tuple[AxisValue, ...]
    place: str


@dataclass(frozen=True)
class Experiment:
    """An experiment as its file has it. Nothing is built of it yet: see `variants`."""

    title: str
    about: str
    ruleset: Ruleset
    groups: tuple[Group, ...]
    options: Mapping[str, Any]
    data: Mapping[str, Any]
    axes: tuple[Axis, ...]  # the course is one, the first
    seed: int  # of all variants, unless it varies
    races: int  # of each variant, at most
    until: float  # half the width of the 95 % intervals of win shares; 0: just so many races
    rotate: bool
    skip_illegal: bool
    watch: tuple[str, ...]  # the groups whose intervals count
    lines: LineNumbers = field(repr=False, compare=False)
    text: str = field(repr=False)
    folder: Path = field(compare=False)

    @property
    def digest(self) -> str:
        """The same for the same file."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]
