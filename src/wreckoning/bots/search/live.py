"""A race played compiled, which stops when a seat without a policy is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import cast

import numpy as np

from wreckoning.bots.search.deciding import ASK
from wreckoning.bots.search.program import Bench, Program
from wreckoning.core import generator
from wreckoning.core.asks import Ask, Naming
from wreckoning.core.door import AskRecord, Door, HasDoor, RaceRecord
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.play.outlook import SeatOutlook
from wreckoning.core.records import MAX_SEATS, pack


class LiveRace:
    """A race with the dice of race `number` of a key. The seats in `asking` are asked."""

    def __init__(
        self,
        of: Program,
        race: RaceRecord,
        names: Sequence[str],
        asking: Sequence[int],
        *,
        key: int,
        number: int,
    ) -> None:
        self.bench = Bench(of, len(names))
        self.ruleset, self.names = of.ruleset, tuple(names)
        self._naming = Naming(of.ruleset, names)
        self._words = self.bench.words
        self._door = of.ruleset.race.offset("door")
        for seat in asking:
            race.door.policy[seat] = ASK
        generator.seed(race.door.dice, key, 2 * number)
        generator.seed(race.door.whim, key, 2 * number + 1)
        start = np.frombuffer(pack(race), np.int64)
        self._words[: len(start)] = start
        self.bench.start[:] = start[: len(self.bench.start)]
        self._tape: list[int] = []
        self.asks: tuple[Ask, ...] = ()  # of the asked seats; empty when the race is over

    def go(self, until: int = 0) -> bool:
        """Play on to the next question. False at the end, or when the clock reaches `until`."""
        self.asks = ()
        if not self.bench.advance(self._tape, until):
            self._tape = []
            return False
        words, door = self._words, self._door
        given = int(words[door + Door.offset("given")])
        tape = door + Door.offset("tape")
        self._tape = words[tape : tape + given].tolist()
        group = SimpleNamespace(door=self._group())
        shown = self._naming.open_asks(cast(HasDoor, group))
        policy = door + Door.offset("policy")
        self.asks = tuple(ask for ask in shown if ask.by >= 0 and words[policy + ask.by] == ASK)
        return True

    def outlook(self, seat: SeatIndex, answers: Mapping[int, int] | None = None) -> SeatOutlook:
        """The outlook of an asked seat; `answers` are those it has given to this group already."""
        asked = [ask for ask in self.asks if ask.by == seat]
        own = tuple(ask for ask in asked if ask.index not in (answers or {}))
        given = tuple((ask.index, (answers or {})[ask.index]) for ask in asked if ask not in own)
        known = self.bench.start.copy()
        known[self._door :] = 0  # the door: future dice and choices, and the policies
        tape = tuple(self._tape)
        race = known.tobytes()
        return SeatOutlook(
            self.ruleset.key, self.names, race, tape, seat, own, self.bench.turn(), given
        )

    def answer(self, answers: Mapping[int, int]) -> None:
        """Give the options for all `asks`, by the index of each."""
        words, at = self._words, self._door + Door.offset("dice")
        lots = words[at : at + 8].copy()  # dice and bot choices have moved on since the checkpoint
        words[: len(self.bench.start)] = self.bench.start
        words[at : at + 8] = lots
        study = self.bench.study
        study.is_forced[:] = 0
        for index, option in answers.items():
            study.is_forced[index], study.forced[index] = 1, option

    def places(self) -> list[int]:
        """Each seat's place in the finished race."""
        place = self.ruleset.tallies.place
        return [int(place(self.bench.race, seat)) for seat in seat_range(len(self.names))]

    def _group(self) -> SimpleNamespace:
        """The open asks, in their plain form."""
        open_ = int(self._words[self._door + Door.offset("open")])
        first = self._door + Door.offset("asks")
        asks = []
        for index in range(min(open_, MAX_SEATS)):
            ask = AskRecord()
            at = first + AskRecord.words * index
            ask.fill(iter(self._words[at : at + AskRecord.words].tolist()))
            asks.append(ask)
        return SimpleNamespace(open=open_, asks=asks)
