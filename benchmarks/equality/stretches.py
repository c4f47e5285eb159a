"""One of our games, answered from outside: at each question the rules are run again up to it.

They are run compiled: what is proved equal is what is timed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.compiling.compiled import compiled
from wreckoning.core.door import ENTRY
from wreckoning.core.errors import Suspended
from wreckoning.core.records import to_array
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat
from wreckoning.core.seats import check_options

Words = NDArray[np.int64]


@dataclass(frozen=True)
class Asked:
    """An open ask. `by` may be the dice; then `options` is their faces."""

    by: int
    question: str
    subject: int
    options: tuple[int, ...]


@dataclass(frozen=True)
class Stop:
    """The stop that some answers lead to: an ask, or (None) the next checkpoint."""

    words: Words
    ask: Asked | None
    events: tuple[tuple[int, ...], ...]


def start(ruleset: Ruleset, course: Any, seats: int) -> Any:
    """The race as it starts, in its plain form."""
    people = [Seat(f"seat {number}", PERSON_NAME) for number in range(1, seats + 1)]
    return ruleset.start(ruleset.load_course(course), people, check_options(ruleset, {}))


class Board:
    """A race of one of our rulesets between people: on its first course, from the start."""

    def __init__(self, ruleset: Ruleset, seats: int, race: Any = None) -> None:
        self.ruleset = ruleset
        race = race or start(ruleset, ruleset.course_names()[0], seats)
        race.door.journaling = 1
        self._work = to_array(race)
        self._words: Words = self._work.view(np.int64)
        self.start: Words = self._words.copy()

    def read(self, words: Words) -> Any:
        """The race at a checkpoint, as a NumPy record."""
        return words.view(self.ruleset.race.dtype)[0]

    def run(self, words: Words, answers: Sequence[int]) -> Stop:
        """Run from this checkpoint with these answers as far as possible."""
        self._words[:] = words
        door = self._door
        door["tape"][: len(answers)] = answers
        door["given"], door["used"], door["open"], door["told"] = len(answers), 0, 0, 0
        try:
            self._step(self._work)
        except Suspended:
            return Stop(self._words, self._ask(), self._events())
        assert door["used"] == len(answers), "answers are left over"
        return Stop(self._words.copy(), None, self._events())

    @cached_property
    def _step(self) -> Any:
        return compiled(self.ruleset).step

    @cached_property
    def _door(self) -> Any:
        return self._work["door"][0]

    def _ask(self) -> Asked:
        """The waiting ask. In a group, which stands at the beginning of a stretch, the next one."""
        door = self._door
        ask = door["asks"][int(door["used"]) if door["open"] > 1 else 0]
        by, count = int(ask["by"]), int(ask["count"])
        options = ask["options"][:count].tolist() if by >= 0 else range(1, count + 1)
        question = self.ruleset.question(int(ask["question"]))
        return Asked(by, question, int(ask["subject"]), tuple(options))

    def _events(self) -> tuple[tuple[int, ...], ...]:
        told = self._door["journal"][: int(self._door["told"]) * ENTRY]
        return tuple(map(tuple, told.reshape(-1, ENTRY).tolist()))
