"""The search settings of a game, and the values of each character: read from `search.toml`.

The file is in `wreckoning.bots.GAME`, or in the ruleset's package if that is not ours. A game
without one is searched to its end, and only wins count.

    [search]            turns, deepest, explore, …: see `SearchSettings`
    [quick]             those that differ where a decision has little time, as a veteran's
    [values]            win = 1, place = 0: what counts for ace and veteran
    [styles.NAME]       words = "…", win = 1, place = 0, and the worth of one of each tally

`weights.json` next to it has the weights of the features, as `wreck bot train` makes them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.ruleset import Ruleset

FILE, WEIGHTS = "search.toml", "weights.json"


@dataclass(frozen=True)
class Values:
    """The worth of a playout's results: a win, a better place (from last to first), tallies."""

    win: float = 1.0
    place: float = 0.0
    tallies: Mapping[str, float] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)  # of the features

    def as_array(self, ruleset: Ruleset) -> NDArray[np.float64]:
        """The values as the kernel takes them."""
        names, scales = ruleset.tallies.names, ruleset.tallies.scales
        own = [
            self.tallies.get(name, 0.0) / scale for name, scale in zip(names, scales, strict=True)
        ]
        weights = [self.weights.get(name, 0.0) for name in ruleset.study.names]
        return np.array([*weights, self.win, self.place, *own], np.float64)


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search."""

    turns: int = 0  # ticks of the ruleset's clock, after which a playout is cut off; 0: to the end
    deepest: int = 8  # own decisions in the tree
    explore: float = 0.15  # of a win: how much to try options that do not look best
    halving: bool = False  # the options take turns, and the worse half goes out again and again
    share: float = 0.35  # of the time left in a turn, for one decision


@dataclass(frozen=True)
class Style:
    """A bot's character."""

    name: str
    words: str
    values: Values


@dataclass(frozen=True)
class Searched:
    """Everything in a game's `search.toml`."""

    settings: SearchSettings
    quick: SearchSettings  # for decisions of little time
    own: Values
    styles: Mapping[str, Style]

    def values(self, style: str = "") -> Values:
        """The values of a bot of this character; without one, the game's. Raises Malformed."""
        if not style:
            return self.own
        if style not in self.styles:
            raise Malformed("style", unknown("style", style, self.styles))
        return self.styles[style].values


def searched(ruleset: Ruleset) -> Searched:
    """The search settings of this game. Raises Malformed for a faulty file."""
    return _read(ruleset.key, ruleset.package, ruleset.tallies.names, ruleset.study.names)


@cache
def _read(key: str, package: str, tallies: tuple[str, ...], features: tuple[str, ...]) -> Searched:
    place = _home(key, package)
    found: ReadOnlyJson = {}
    weights: Mapping[str, float] = {}
    if place is not None:
        try:
            found = tomllib.loads((place / FILE).read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise Malformed(f"{key}/{FILE}", str(error)) from None
        if (place / WEIGHTS).is_file():
            weights = json.loads((place / WEIGHTS).read_text("utf-8"))["weights"]
    _check(f"{key}/{WEIGHTS}", weights, features)
    known = [each.name for each in fields(SearchSettings)]
    settings = found.get("search", {})
    quick = {**settings, **found.get("quick", {})}
    _check(f"{key}/{FILE}: search", settings, known)
    _check(f"{key}/{FILE}: quick", quick, known)
    own = found.get("values", {})
    _check(f"{key}/{FILE}: values", own, ("win", "place"))
    styles = {}
    for name, style in found.get("styles", {}).items():
        _check(f"{key}/{FILE}: styles.{name}", style, ("words", "win", "place", *tallies))
        tallied = {tally: float(style[tally]) for tally in tallies if tally in style}
        values = _values(style, tallied, weights)
        styles[name] = Style(name, str(style["words"]), values)
    own_values = _values(own, {}, weights)
    return Searched(SearchSettings(**settings), SearchSettings(**quick), own_values, styles)


def _values(
    given: ReadOnlyJson, tallies: Mapping[str, float], weights: Mapping[str, float]
) -> Values:
    """The values of a file's table. Only a win counts unless it says otherwise."""
    return Values(float(given.get("win", 1)), float(given.get("place", 0)), tallies, weights)


def weights_file(ruleset: Ruleset) -> Path:
    """The file of a game's weights. Raises Malformed if the game has no `search.toml`."""
    home = _home(ruleset.key, ruleset.package)
    if not isinstance(home, Path):
        raise Malformed(ruleset.key, f"no folder with {FILE} to keep weights in: name a file")
    return home / WEIGHTS


def _home(key: str, package: str) -> Traversable | None:
    """The folder with the files of this game, if there is one."""
    ours = files("wreckoning.bots") / key
    for place in (ours, files(package)):
        if (place / FILE).is_file():
            return place
    return None


def _check(where: str, given: ReadOnlyJson, known: Any) -> None:
    for name in given:
        if name not in known:
            raise Malformed(where, unknown("key", name, known))
