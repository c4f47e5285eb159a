"""What a golden game shows: a name, what is to be seen, and how to find such a race."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wreckoning.core.dice import Dice, Physical, Seeded
from wreckoning.core.logs import log_file
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, find_ruleset

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Ending:
    """`play` gives the race of a seed, played to its end; `happens` says if it is to be seen."""

    name: str
    what: str
    play: Callable[[int], Match]
    happens: Callable[[Match], bool] = lambda match: match.is_over


def read(path: Path) -> log_file.LogFile:
    """A golden game, as read."""
    return log_file.read_log(path.read_text("utf-8"), path.name)


def ruleset_of(game: log_file.LogFile) -> Ruleset:
    """The rules it was played by."""
    return find_ruleset(str(game.header["ruleset"]))


def dice_of(game: log_file.LogFile) -> Dice:
    """The dice it was played with, so that its log can be written again."""
    kind, _, seed = str(game.header["dice"]).partition(":")
    return Seeded(int(seed)) if kind == "seeded" else Physical()


def replay(game: log_file.LogFile, ruleset: Ruleset | None = None) -> Match:
    """The game, replayed."""
    return log_file.replay(game, ruleset or ruleset_of(game), dice=dice_of(game))
