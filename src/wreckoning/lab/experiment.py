"""An experiment: its races, what varies, and the wanted precision.

`experiment_file` reads its file, `variants` builds its races.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.ruleset import Ruleset, Seat
from wreckoning.lab.lines import LineNumbers

# The first word of the path of anything that varies, or is set.
COURSE, OPTIONS, DATA, SEATS, SEED = "course", "options", "data", "seats", "seed"
VARIANT = "variant"
ASK = "ask"  # the table with a hypothesis
ALL, NONE = "all", "none"
PLAYER, COUNT = "player", "count"  # for a group, besides its cards
MAX_SEED = 2**53
MOST_RACES = 10**9


@dataclass(frozen=True)
class Group:
    """Equal seats: `count` drivers with one name, policy and set of choices."""

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
    """One value of an axis: its label, and the settings it makes."""

    label: str
    sets: ReadOnlyJson


@dataclass(frozen=True)
class Axis:
    """Something that varies: `name` in tables, `title` in reports, `place` in the file."""

    name: str
    title: str
    choices: tuple[AxisValue, ...]
    place: str


@dataclass(frozen=True)
class Experiment:
    """An experiment as in its file. `variants` builds its races."""

    title: str
    about: str
    ruleset: Ruleset
    groups: tuple[Group, ...]
    options: ReadOnlyJson
    data: ReadOnlyJson
    axes: tuple[Axis, ...]  # the first one is the course
    seed: int  # for all variants, unless it varies
    races: int  # the most for each variant
    until: float  # half the width of the 95 % intervals of win shares; 0: run exactly `races`
    rotate: bool
    skip_illegal: bool
    watch: tuple[str, ...]  # the groups whose intervals count
    lines: LineNumbers = field(repr=False, compare=False)
    text: str = field(repr=False)
    folder: Path = field(compare=False)

    @property
    def digest(self) -> str:
        """A digest, equal for equal files."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]
