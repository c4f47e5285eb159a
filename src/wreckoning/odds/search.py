"""Finds all ways that a rule may go: runs it for every face of every die, and joins equal ways.

A way runs from die to die. It waits for each at a place. Two ways that reach the same place (the
same line of the same rule, with the same local values and the same race) go on as one; a way that
comes back to a place is a loop. `absorption` then works out how often each place is visited, in
fractions. `trials` reads the results off the ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from types import TracebackType
from typing import Any

from wreckoning.core.door import DICE, ENTRY, AskRecord, Door
from wreckoning.core.errors import Suspended
from wreckoning.odds.absorption import visits
from wreckoning.odds.copies import Copies

Action = Callable[[Any], Any]  # of a race
Decide = Callable[[AskRecord], int]  # chooses an option
Told = frozenset[tuple[int, int]]  # pairs of event code and seat
NOTHING: Told = frozenset()
LIKELY = 0.00005  # a place less likely than this need not be followed
LITTLE = LIKELY / 100  # a share this small need not be passed on
MOST_DICE = 99


@dataclass
class Wait:
    """A place where the rule waits for a die: the answers that lead there, and what follows.

    Each face leads to another place (numbered from 0) or to an end (numbered −1, −2, …).
    """

    tape: tuple[int, ...]
    sides: int
    dice: int
    likely: float = 0.0  # the chance to get here, less the part that was passed on
    after: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class End:
    """The end of a way."""

    after: Any
    given: Any
    face: int
    told: Told


class Search:
    """The search for all ways of one action: its places, joined by faces, and its ends."""

    def __init__(
        self,
        copies: Copies,
        race: Any,
        action: Action,
        measure: Callable[[Any], Any],
        watch: frozenset[int],
        settled: frozenset[int],
        most_dice: int,
        decide: Decide,
    ) -> None:
        self.copies, self.race, self.action, self.measure = copies, race, action, measure
        self.watch, self.settled, self.most_dice = watch, settled, most_dice
        self.decide = decide
        self.door: Door = race.door.copy()  # the copies take turns using it
        self.door.live, self.door.journaling = 0, 1
        self.places: list[Wait] = []
        self.known: dict[object, int] = {}
        self.ends: list[End] = []
        self.open: dict[int, None] = {}  # places with faces still to try
        self.runs = 0

    def follow(self, tape: tuple[int, ...], dice: int, face: int = 0) -> int:
        """Run the rule with these answers, to its end or to the next die. Returns its number."""
        while True:
            copy = self.copies.copy(self.race, self.door, tape)
            self.runs += 1
            try:
                given = self.action(copy)
            except Suspended as stopped:
                asks = self.door.asks[: self.door.open]
                if asks[0].by == DICE:
                    return self._wait(copy, stopped.__traceback__, tape, dice, face)
                tape = (*tape, *(self.decide(ask) for ask in asks if ask.count > 1))
                continue
            return self._end(copy, given, face)

    def go_on(self, runs: int | None) -> None:
        """Try the faces of all open places, the likeliest first, at most `runs` times."""
        if self.places:
            self.places[0].likely = 1.0
        while self.open and (runs is None or self.runs < runs):
            at = next(iter(self.open))
            if runs is not None:
                at = max(self.open, key=lambda one: self.places[one].likely)
                if self.places[at].likely < LIKELY:
                    return
            del self.open[at]
            self._try_faces(at)
            if runs is not None:
                self._pass_on(at)

    def _try_faces(self, at: int) -> None:
        here = self.places[at]
        for face in range(1, here.sides + 1):
            first = 0 if here.dice else face
            here.after.append(self.follow((*here.tape, face), here.dice + 1, first))

    def _pass_on(self, at: int) -> None:
        """Pass the chance of a place on to the places that follow it."""
        waiting = [at]
        while waiting:
            here = self.places[waiting.pop()]
            share, here.likely = here.likely / here.sides, 0.0
            for to in here.after:
                if to >= 0:
                    self.places[to].likely += share
                    if to not in self.open and self.places[to].likely > LITTLE:
                        waiting.append(to)

    def _end(self, copy: object, given: object, face: int) -> int:
        self.ends.append(End(self.measure(copy), given, face, self._told()))
        return -len(self.ends)

    def _wait(
        self,
        copy: object,
        where: TracebackType | None,
        tape: tuple[int, ...],
        dice: int,
        face: int,
    ) -> int:
        told = self._told()
        if dice == self.most_dice or any(event in self.settled for event, _ in told):
            return self._end(copy, None, face)
        thrown = dice if self.most_dice < MOST_DICE else 0
        spot = self.copies.place(copy, where, Search.follow.__code__)
        key = (thrown, told, spot, self.copies.state(copy))
        if key not in self.known:
            self.known[key] = len(self.places)
            self.open[len(self.places)] = None
            self.places.append(Wait(tape, self.door.asks[0].count, dice))
        return self.known[key]

    def _told(self) -> Told:
        journal, end = self.door.journal, self.door.told * ENTRY
        if self.watch.isdisjoint(journal[:end:ENTRY]):
            return NOTHING
        return frozenset(
            (journal[at], journal[at + 1])
            for at in range(0, end, ENTRY)
            if journal[at] in self.watch
        )

    def result(self) -> tuple[list[tuple[End, Fraction]], Fraction]:
        """Every end with its exact weight, and the weight of the ways not followed."""
        if not self.places:
            return [(end, Fraction(1)) for end in self.ends], Fraction()
        weights = [Fraction()] * len(self.ends)
        steps: list[dict[int, Fraction]] = []
        for here in self.places:
            share = Fraction(1, here.sides)
            ways = Counter(to for to in here.after if to >= 0)
            steps.append({to: number * share for to, number in ways.items()})
        often = visits(steps)
        for here, number in zip(self.places, often, strict=True):
            for to in here.after:
                if to < 0:
                    weights[-1 - to] += number / here.sides
        rest = sum((often[at] for at in self.open), Fraction())
        return list(zip(self.ends, weights, strict=True)), rest
