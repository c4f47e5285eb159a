"""What a hypothesis measures in a race: the share of the win, the place, the length, or a tally."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.core.ruleset import Ruleset
from wreckoning.lab.races import Races

Floats = NDArray[np.float64]
WINS, PLACE, LENGTH = "wins", "place", "length"


@dataclass(frozen=True)
class Figure:
    """Something that is measured.

    `scale` makes units that people read of those of a race: 100 points are the whole win.
    """

    name: str
    unit: str
    scale: float
    smallest: float | None  # the default for the smallest effect that matters, in units
    tally: int = -1
    divisor: int = 1

    @property
    def is_of_race(self) -> bool:
        """True if it is the same for all seats."""
        return self.name == LENGTH

    def span(self, seats: int, is_paired: bool) -> float:
        """The range of an effect in one race; 0 if it has no bounds."""
        if self.name == WINS:
            return 2.0 if is_paired else 1.0
        if self.name == PLACE:
            return float((seats - 1) * (2 if is_paired else 1))
        return 0.0

    def of(self, races: Races) -> Floats:
        """Its value for each race and seat."""
        if self.name == WINS:
            first = (races.places == 1).astype(np.float64)
            shares: Floats = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
            return shares
        if self.name == PLACE:
            return races.places.astype(np.float64)
        if self.name == LENGTH:
            lengths = races.lengths.astype(np.float64)
            return np.broadcast_to(lengths[:, None], races.places.shape)
        tallies: Floats = races.tallies[:, :, self.tally] / self.divisor
        return tallies


def figure_of(rules: Ruleset, name: object, table: TomlTable) -> Figure:
    """The figure of this name. Raises Malformed, naming those there are."""
    usual = {
        WINS: Figure(WINS, "point", 100.0, 1.0),
        PLACE: Figure(PLACE, "place", 1.0, 0.05),
        LENGTH: Figure(LENGTH, "turn", 1.0, 0.5),
    }
    tallies = rules.tallies.names
    if isinstance(name, str) and name in usual:
        return usual[name]
    table.word("measure", [*usual, *tallies])
    at = tallies.index(str(name))
    return Figure(str(name), "", 1.0, None, at, rules.tallies.scales[at])
