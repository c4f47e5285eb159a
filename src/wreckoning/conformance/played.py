"""The two races of a setting, each played once for all checks that look at them.

Only the races of the last setting are kept: do all checks of a race before the next. Change these
races only in a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Generic, TypeVar

from wreckoning.conformance.frame import left_by_steps, play
from wreckoning.conformance.races import Setting, begin, start_live
from wreckoning.core import door
from wreckoning.core.asks import Entry
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset

MOST_KEPT = 2_000  # moments of a race: a longer one is played again each time, to save memory

T = TypeVar("T")


class PlayedMoments(Generic[T]):
    """The moments of a race: played once, and remembered for later checks.

    A race that fails on the way, or that no check looked at to its end, is not remembered.
    """

    def __init__(
        self, played: Callable[[Ruleset, Setting], Iterator[T]], copy: Callable[[T], T]
    ) -> None:
        self._played, self._copy = played, copy
        self._of: tuple[Ruleset, Setting] | None = None
        self._moments: Sequence[T] = ()

    def __call__(self, ruleset: Ruleset, setting: Setting) -> Iterator[T]:
        """Every moment, from the start to the end."""
        if self._of and self._of[0] is ruleset and self._of[1] is setting:
            yield from self._moments
            return
        moments: list[T] = []
        for race in self._played(ruleset, setting):
            moment = self._copy(race)
            if len(moments) <= MOST_KEPT:
                moments.append(moment)
            yield moment
        if len(moments) <= MOST_KEPT:
            self._of, self._moments = (ruleset, setting), moments


def _play(ruleset: Ruleset, setting: Setting) -> Iterator[Match]:
    match = begin(ruleset, setting)
    yield from play(match, setting.random)
    yield match


along = PlayedMoments(_play, Match.fork)
"""The match of a setting, played at random: before each of its answers, and at its end."""


def _leave(ruleset: Ruleset, setting: Setting) -> Iterator[Any]:
    return left_by_steps(ruleset, start_live(ruleset, setting))


left = PlayedMoments(_leave, lambda race: race.copy())
"""The race that plays by itself: its start, and the race after each step, to the end."""


def steps(ruleset: Ruleset, setting: Setting) -> Iterator[Any]:
    """The race at every checkpoint, without what only served a step."""
    for race in left(ruleset, setting):
        moment = race.copy()
        door.at_checkpoint(moment)
        yield moment


def finished(ruleset: Ruleset, setting: Setting) -> Match:
    """The match of a setting at its end: a copy that may be changed."""
    *_, match = along(ruleset, setting)
    return match.fork()


def follow(match: Match, entries: Sequence[Entry]) -> Match:
    """Give a match the answers of another."""
    for entry in entries:
        match.play_entry(entry)
    return match


def part_way(ruleset: Ruleset, setting: Setting, random: Random) -> Match:
    """The match of a setting somewhere between its start and its last answer."""
    match = finished(ruleset, setting)
    match.rewind(random.randrange(len(match.entries)))
    return match
