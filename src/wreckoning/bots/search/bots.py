"""The bots that search: ace, veteran, and the characters.

ace        the strongest: uses all the time of a turn
veteran    20 ms for a decision, for busy servers and weak machines
others     search like ace, with other values than winning: see the game's `search.toml`
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Self

from wreckoning.bots.search.program import program
from wreckoning.bots.search.settings import SearchSettings, searched
from wreckoning.bots.search.thinker import Thinker
from wreckoning.core.play.outlook import SeatOutlook
from wreckoning.core.ruleset import Ruleset

QUICK = 0.02  # seconds for a decision of a veteran; with everything around it less than 25 ms


class SearchBot:
    """A bot that searches. `most` is the most seconds for a decision."""

    def __init__(self, ruleset: Ruleset, style: str = "", most: float = inf) -> None:
        self._searched = found = searched(ruleset)
        _ = program(ruleset).kernel  # compiled or loaded before the first turn
        self.style, self.most = style, most
        self.share = found.settings.share
        self.clock: Callable[[], float] = perf_counter
        self._thinker = Thinker(found.settings, found.values(style), lambda: self.clock())

    def choose(self, outlook: SeatOutlook, seconds: float, /) -> int:
        """Spend a part of the turn's remaining time on each decision: the first ones get most."""
        within = min(seconds * self.share, self.most)
        self._thinker.settings = self.settings(within)
        return self._thinker.think(outlook, within, drivers=self.drivers(outlook)).option

    def drivers(self, outlook: SeatOutlook) -> Sequence[str] | None:
        """The policy that each seat is expected to drive by; None: all as the usual opponent."""
        return None

    def settings(self, within: float) -> SearchSettings:
        """The settings for a decision of so many seconds: `quick` also late in a turn."""
        return self._searched.quick if within <= QUICK else self._searched.settings

    # What entry points name: `make(ruleset, seed)`, also of a class that inherits from this one

    @classmethod
    def ace(cls, ruleset: Ruleset, seed: int) -> Self:  # noqa: ARG003
        """The strongest."""
        return cls(ruleset)

    @classmethod
    def veteran(cls, ruleset: Ruleset, seed: int) -> Self:  # noqa: ARG003
        """Strong, and quick."""
        return cls(ruleset, most=QUICK)

    @classmethod
    def racer(cls, ruleset: Ruleset, seed: int) -> Self:  # noqa: ARG003
        """Clean and fast."""
        return cls(ruleset, "racer")

    @classmethod
    def brawler(cls, ruleset: Ruleset, seed: int) -> Self:  # noqa: ARG003
        """Out for the others."""
        return cls(ruleset, "brawler")

    @classmethod
    def gambler(cls, ruleset: Ruleset, seed: int) -> Self:  # noqa: ARG003
        """First or nothing."""
        return cls(ruleset, "gambler")

    @classmethod
    def careful(cls, ruleset: Ruleset, seed: int) -> Self:  # noqa: ARG003
        """Home in one piece."""
        return cls(ruleset, "careful")

    @classmethod
    def surprise(cls, ruleset: Ruleset, seed: int) -> Self:
        """One of the characters, chosen by the seed: watch how it drives to find out which."""
        return cls(ruleset, style_of(ruleset, seed))


def style_of(ruleset: Ruleset, seed: int) -> str:
    """The character that a seed chooses."""
    styles = sorted(searched(ruleset).styles)
    return styles[seed % len(styles)]
