"""A ruleset's search, compiled: one program for each, separate from that of simulations.

It is compiled when it is first needed, and cached like the other. A `Bench` is the memory of one
search; each thread has its own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreckoning.bots.search import kernel as k
from wreckoning.bots.search.deciding import make_search_decide, note
from wreckoning.bots.search.kernel import make_kernel
from wreckoning.bots.search.scratch import EACH, FIRST_NODE, HEAD, OUT, Scratch
from wreckoning.bots.search.settings import Values
from wreckoning.core.compiling.compiled import (
    cache_folder,
    code_digest,
    compile_program,
    compiled,
    is_kept,
    program_folder,
)
from wreckoning.core.door import Door, at_random
from wreckoning.core.errors import Suspended
from wreckoning.core.ids import SeatIndex
from wreckoning.core.play.outlook import SeatOutlook, Standpoint, known_words
from wreckoning.core.records import MAX_SEATS
from wreckoning.core.ruleset import Ruleset, absent_policy, default_opponent

Words = NDArray[np.int64]
Floats = NDArray[np.float64]
PROGRAM = "search"
COMPILED = ("scratch", "deciding", "tree", "kernel", "program")  # its modules in this folder


@dataclass(frozen=True)
class Program:
    """A ruleset's search. `kernel` is compiled or loaded when it is first needed."""

    ruleset: Ruleset

    @cached_property
    def dtype(self) -> Any:
        """The dtype of a race with its memory for a search."""
        race = self.ruleset.race.dtype
        fields = [(name, race.fields[name][0]) for name in race.names]
        return np.dtype((np.record, [*fields, ("study", Scratch.dtype)]))

    @property
    def folder(self) -> Path:
        """The cache folder for exactly these rules, policies and sources of the search."""
        search = code_digest(Path(__file__).with_name(f"{name}.py") for name in COMPILED)
        return program_folder(f"{cache_folder(self.ruleset).name}-{PROGRAM}-{search[:12]}")

    @property
    def is_cached(self) -> bool:
        """True if it need not be compiled here: it came with the wheel, or was before."""
        return is_kept(self.folder)

    @cached_property
    def kernel(self) -> Any:
        """The compiled program: see `wreckoning.bots.search.kernel`."""
        import numba

        playing = dict(self.ruleset.playing)
        playing.update(dict.fromkeys(compiled(self.ruleset).left_out, at_random))
        words, floats = numba.int64[::1], numba.float64[::1]
        table, chances = numba.int64[:, :, ::1], numba.float64[:, :, ::1]
        race = numba.from_dtype(self.dtype)
        signature = (
            *(race[::1], words, words, words, words, words),
            *(floats, table, chances, numba.int64[:, ::1], words),
        )
        decide = make_search_decide(playing)
        return compile_program(
            make_kernel(self.ruleset), signature, self.dtype, decide, self.folder, note
        )

    def codes(self, seats: int, policies: Sequence[str] | None = None) -> Words:
        """The policy of each seat in playouts; without `policies` the usual opponent for all."""
        usual = default_opponent(self.ruleset)
        names = list(policies or [usual] * seats)
        names += [absent_policy(self.ruleset)] * (MAX_SEATS - len(names))
        return np.array([self.ruleset.code(name) for name in names], np.int64)


_PROGRAMS: dict[str, Program] = {}


def program(ruleset: Ruleset) -> Program:
    """The search of a ruleset, one for the whole process."""
    return _PROGRAMS.setdefault(ruleset.key, Program(ruleset))


@dataclass(frozen=True)
class Playouts:
    """The results of playouts: option × playout × seat."""

    places: Words  # 1 is first; 0 for a playout that was cut off
    chances: Floats  # each seat's chance to win at its end


class Bench:
    """The memory of one search. Not for two threads at once."""

    def __init__(self, of: Program, seats: int, values: Values | None = None) -> None:
        self.program, self.seats = of, seats
        self._work = np.zeros(1, of.dtype)
        self.words = self._work.view(np.int64)
        kind = of.ruleset.race
        self._known = known_words(kind)
        self.door = kind.offset("door")
        self.start: Words = np.zeros(self._known, np.int64)
        self._tape: Words = np.zeros(0, np.int64)
        self._codes = of.codes(seats)
        self.values = (values or Values()).as_array(of.ruleset)
        names = of.ruleset.study.names
        self._rows: Words = np.zeros((MAX_SEATS, max(1, len(names))), np.int64)
        self._before: Words = np.zeros(max(1, len(of.ruleset.tallies.names)), np.int64)
        self._none: Words = np.zeros(0, np.int64)
        self._nowhere: Words = np.zeros((1, 1, MAX_SEATS), np.int64)
        self._chances: Floats = np.zeros((1, 1, MAX_SEATS), np.float64)

    def lay_out(self, here: Standpoint, policies: Sequence[str] | None = None) -> None:
        """Begin at this standpoint, with these policies for all seats in playouts."""
        words = np.frombuffer(here.race, np.int64)
        self.start[:] = words
        self.words[: self._known] = words
        self._tape = np.array(here.tape, np.int64)
        at = self.door + Door.offset("policy")
        self._codes = self.program.codes(self.seats, policies)
        self.start[at : at + MAX_SEATS] = self._codes
        self.study.is_given[:] = 0
        for index, option in here.given if isinstance(here, SeatOutlook) else ():
            self.study.is_given[index], self.study.given[index] = 1, option

    @property
    def race(self) -> Any:
        """The race in memory, as a record."""
        return self._work[0]

    @property
    def memory(self) -> Any:
        """The same as an array of one, as compiled functions take it."""
        return self._work

    @property
    def study(self) -> Any:
        return self._work[0].study

    def play_out(
        self,
        seat: SeatIndex,
        index: int,
        options: Sequence[int],
        *,
        key: int,
        first: int,
        count: int,
        turns: int = 0,
        then: int = 0,
    ) -> Playouts:
        """Play out each option of the ask `index` this many times, from the race laid out.

        `index` −1 forces nothing: one "option" then stands for the race as it goes on. Playouts
        with the same `key` and number have the same dice for all options. `then` is the code of the
        policy that plays the seat afterwards; 0: the one laid out.
        """
        places = np.zeros((len(options), count, self.seats), np.int64)
        chances = np.zeros((len(options), count, self.seats), np.float64)
        numbers = self._numbers(k.Job.PLAY_OUT, seat, index, key, first, count, turns, then)
        self._run(numbers, np.array(options, np.int64), places, chances)
        return Playouts(places, chances)

    def play_on(self, *, key: int, first: int, count: int, turns: int = 0) -> Playouts:
        """Play the laid-out race on this many times, all seats by their policies."""
        return self.play_out(0, -1, [0], key=key, first=first, count=count, turns=turns)

    def grow(
        self, seat: SeatIndex, *, key: int, first: int, count: int, turns: int = 0, then: int = 0
    ) -> None:
        """Grow the tree by this many playouts."""
        numbers = self._numbers(k.Job.GROW, seat, -1, key, first, count, turns, then)
        self._run(numbers, self._none, self._nowhere, self._chances)

    def plant(self, deepest: int, explore: int) -> None:
        """Begin an empty tree."""
        study = self.study
        study.root, study.used, study.deepest, study.explore = 0, FIRST_NODE, deepest, explore
        study.in_turn = 0

    def take_turns(self, within: Collection[int]) -> None:
        """Let these options of the tree's first question take turns; the others are out.

        The tree then grows by a multiple of their number, and `first` counts the rounds.
        """
        study = self.study
        study.in_turn = len(within)
        if study.root:
            options = study.root + HEAD + EACH * np.arange(study.tree[study.root + 1])
            study.tree[np.delete(options, list(within)) + 3] = OUT

    def chances(self) -> Floats:
        """Each seat's chance to win in the race in memory, by the features."""
        self._run(self._numbers(k.Job.LOOK), self._none, self._nowhere, self._chances)
        return self._chances[0, 0, : self.seats].copy()

    def features(self) -> Words:
        """The features of the race in memory: a row for each seat."""
        self.chances()
        return self._rows[: self.seats].copy()

    def turn(self) -> int:
        """The turn or activation of the last checkpoint."""
        words = self.words[: self._known].copy()
        self.words[: self._known] = self.start
        found = self._run(self._numbers(k.Job.LOOK), self._none, self._nowhere, self._chances)
        self.words[: self._known] = words
        return found

    def advance(self, tape: Sequence[int] = (), until: int = 0) -> bool:
        """Play the race in memory itself on, live, with the answers since its checkpoint.

        True if it stops at a question of an asked seat. False at its end, or when its clock reaches
        `until`.
        """
        numbers = self._numbers(k.Job.ADVANCE)
        numbers[k.TURNS] = until
        own = self.race.door
        own.given, own.used, own.open = len(tape), 0, 0
        self._tape = np.array(tape, np.int64)
        try:
            self._run(numbers, self._none, self._nowhere, self._chances)
        except Suspended:
            return True
        return False

    def _numbers(self, mode: int, *more: int) -> Words:
        numbers = np.zeros(k.NUMBERS, np.int64)
        numbers[k.MODE] = mode
        numbers[k.SEAT : k.SEAT + len(more)] = more
        if not numbers[k.THEN]:
            numbers[k.THEN] = self._codes[numbers[k.SEAT]]
        numbers[k.SEATS] = self.seats
        numbers[k.FEATURES] = len(self.program.ruleset.study.names)
        numbers[k.TALLIES] = len(self.program.ruleset.tallies.names)
        return numbers

    def _run(self, numbers: Words, options: Words, places: Words, chances: Floats) -> int:
        found: int = self.program.kernel(
            *(self._work, self.words, self.start, self._tape, numbers, options),
            *(self.values, places, chances, self._rows, self._before),
        )
        return found
