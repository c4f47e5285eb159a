"""What would come of it: a rule's own function, run on copies of a race for every die.

No rule is written again for this. Dice are tried face by face; a choice that comes up on the way
is answered by its first option, or as one says. Two ways that lead to the same place (the same
line of the same rule, with the same values at hand and the same race) go on as one, and one that
comes back to where it was is followed once: weights are exact, however long a rule may go on
rolling. Where that still is too much, the ways left out are known by their weight: a chance then
has two bounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from types import TracebackType
from typing import Any

from wreckoning.core.absorption import visits
from wreckoning.core.copies import Copies
from wreckoning.core.door import DICE, ENTRY, Ask, Door
from wreckoning.core.errors import Suspended
from wreckoning.core.records import Record

Action = Callable[[Any], Any]  # of a race
Decide = Callable[[Ask], int]  # the option that is taken where a choice comes up
Told = frozenset[tuple[int, int]]  # events, and whom they happened to
ENOUGH = 0.0005  # what is less likely than this in all need not be followed
LITTLE = ENOUGH / 1000  # of how likely a place is: not worth passing on
MOST_DICE = 99
SURE = 0.005  # how far a chance may be open and still be called known …
ABOUT = 0.05  # … or about known


@dataclass(frozen=True)
class Trial:
    """One way it may go: how likely, what was measured after it, what the rule gave back."""

    weight: Fraction
    after: Any
    given: Any
    face: int  # of the first die; 0 if there was none
    events: Told  # those that were watched

    def told(self, event: int, who: int | None = None) -> bool:
        """Did this event, one of those watched, happen (to this seat)?"""
        if who is None:
            return any(each == event for each, _ in self.events)
        return (event, who) in self.events


@dataclass(frozen=True)
class Found:
    """The ways found, and how likely it is that it goes none of these."""

    trials: Sequence[Trial] = ()
    rest: Fraction = Fraction(1)


@dataclass(frozen=True)
class Chance:
    """How likely something is: at least `low`, at most `high`."""

    low: float
    high: float

    @property
    def value(self) -> float | None:
        """As one number, where it is known as well as it is shown."""
        if self.high - self.low <= SURE and percent(self.low) == percent(self.high):
            return (self.low + self.high) / 2 if self.high > self.low else self.low
        return None

    @property
    def text(self) -> str:
        """`42%`, `about 42%`, `at least 42%`, or nothing where too little is known."""
        if percent(self.low) == percent(self.high):
            return percent(self.low)
        if self.high - self.low > ABOUT:
            return f"at least {floor(self.low * 100)}%" if self.low >= 0.01 else ""
        return f"about {percent((self.low + self.high) / 2)}"


def first_option(ask: Ask) -> int:
    """What is offered first."""
    return ask.options[0]


class Trials:
    """How races of one kind are tried out. `seats(race)`: how many seats are taken."""

    def __init__(self, kind: type[Record], seats: Callable[[Any], int]) -> None:
        self.copies = Copies(kind, seats)

    def __call__(
        self,
        race: Any,
        action: Action,
        measure: Callable[[Any], Any] = lambda _: None,
        watch: Iterable[int] = (),
        settled: Iterable[int] = (),
        dice: int = MOST_DICE,
        runs: int | None = None,
        answers: tuple[int, ...] = (),
        decide: Decide = first_option,
    ) -> Found:
        """The ways `action` may go in this race.

        `measure`: what one wants to know of the race after it. `watch`: the events that one wants
        to know of. `settled`: those after which the rest does not matter, so that a die asked for
        later ends the way. `dice`: so many are thrown at most. `runs`: so often the rule is run at
        most, the likely ways first; without it every way is followed to its end. `answers`: to
        what it asks for first. `decide`: how later choices are made.
        """
        enough = frozenset(settled)
        watched = frozenset(watch) | enough
        search = _Search(self.copies, race, action, measure, watched, enough, dice, decide)
        search.follow(answers, 0)
        search.go_on(runs)
        return search.result()


@dataclass
class _Wait:
    """A place where the rule waits for a die: the answers that lead there, and where it goes on.

    Each face leads to another such place (from 0), or to an end (−1 the first, −2 …).
    """

    tape: tuple[int, ...]
    sides: int
    dice: int
    likely: float = 0.0  # that it comes there, as far as it is not passed on
    after: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class _End:
    """How a way ended."""

    after: Any
    given: Any
    face: int
    told: Told


class _Search:
    """All ways of one action: places joined by faces, and ends."""

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
        self.door: Door = race.door.copy()  # copies use it one after the other
        self.door.live, self.door.journaling = 0, 1
        self.places: list[_Wait] = []
        self.known: dict[object, int] = {}
        self.ends: list[_End] = []
        self.open: dict[int, None] = {}  # places whose faces are still to be tried
        self.runs = 0

    def follow(self, tape: tuple[int, ...], dice: int, face: int = 0) -> int:
        """Run the rule with these answers, to its end or to the next die: where that is."""
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
        """Try the faces of open places: of all, or of the likeliest up to so many runs."""
        if self.places:
            self.places[0].likely = 1.0
        while self.open and (runs is None or self.runs < runs):
            at = next(iter(self.open))
            if runs is not None:
                at = max(self.open, key=lambda one: self.places[one].likely)
                if self.places[at].likely < ENOUGH / 10:
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
        """How likely it is that it comes to a place becomes how likely the next ones are."""
        waiting = [at]
        while waiting:
            here = self.places[waiting.pop()]
            share, here.likely = here.likely / here.sides, 0.0
            for to in here.after:
                if to >= 0:
                    self.places[to].likely += share
                    if to not in self.open and self.places[to].likely > LITTLE:
                        waiting.append(to)

    def _end(self, copy: Any, given: Any, face: int) -> int:
        self.ends.append(_End(self.measure(copy), given, face, self._told()))
        return -len(self.ends)

    def _wait(
        self,
        copy: Any,
        where: TracebackType | None,
        tape: tuple[int, ...],
        dice: int,
        face: int,
    ) -> int:
        told = self._told()
        if dice == self.most_dice or any(event in self.settled for event, _ in told):
            return self._end(copy, None, face)
        thrown = dice if self.most_dice < MOST_DICE else 0
        spot = self.copies.place(copy, where, _Search.follow.__code__)
        key = (thrown, told, spot, self.copies.state(copy))
        if key not in self.known:
            self.known[key] = len(self.places)
            self.open[len(self.places)] = None
            self.places.append(_Wait(tape, self.door.asks[0].count, dice))
        return self.known[key]

    def _told(self) -> Told:
        journal = self.door.journal
        if not self.watch:
            return frozenset()
        return frozenset(
            (journal[at], journal[at + 1])
            for at in range(0, self.door.told * ENTRY, ENTRY)
            if journal[at] in self.watch
        )

    def result(self) -> Found:
        """Every end with its exact weight."""
        if not self.places:
            return Found([_trial(end, Fraction(1)) for end in self.ends], Fraction())
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
        found = zip(self.ends, weights, strict=True)
        return Found([_trial(end, weight) for end, weight in found], rest)


def _trial(end: _End, weight: Fraction) -> Trial:
    return Trial(weight, end.after, end.given, end.face, end.told)


# --- what is read off them


def chance(found: Found, wanted: Callable[[Trial], object]) -> Chance | None:
    """How likely it is; None if nothing was tried."""
    if not found.trials:
        return None
    low = sum((trial.weight for trial in found.trials if wanted(trial)), Fraction())
    return Chance(float(low), float(low + found.rest))


def spread(
    found: Found, value: Callable[[Trial], Any] = lambda trial: trial.after
) -> dict[Any, Fraction]:
    """What was measured after it, or another value; each with its exact chance, in their order."""
    chances: dict[Any, Fraction] = {}
    for trial in found.trials:
        key = value(trial)
        chances[key] = chances.get(key, Fraction()) + trial.weight
    return dict(sorted(chances.items()))


def average(found: Found, value: Callable[[Trial], float]) -> float:
    """The expected value."""
    return sum(float(trial.weight) * value(trial) for trial in found.trials)


def by_face(found: Found, words: Callable[[Trial], str]) -> str:
    """`1: −1 M · 4: +1 M · 5: +2 M`: what each face of a single die brings; nothings left out."""
    texts: dict[str, list[int]] = {}
    for trial in sorted(found.trials, key=lambda trial: trial.face):
        if trial.face and words(trial):
            texts.setdefault(words(trial), []).append(trial.face)
    return " · ".join(f"{_faces(faces)}: {text}" for text, faces in texts.items())


def _faces(faces: Sequence[int]) -> str:
    if len(faces) == 1:
        return str(faces[0])
    if list(faces) == list(range(faces[0], faces[-1] + 1)):
        return f"{faces[0]}–{faces[-1]}"
    return ",".join(map(str, faces))


def needed(found: Found, wanted: Callable[[Trial], object]) -> str:
    """`4+`: the faces of a single die with which it succeeds; '' if nothing was tried."""
    if not found.trials:
        return ""
    faces = sorted({trial.face for trial in found.trials if trial.face and wanted(trial)})
    if not faces:
        return "never"
    if faces == list(range(faces[0], 7)):
        return f"{faces[0]}+" if faces[0] > 1 else "always"
    return _faces(faces)


def percent(value: float) -> str:
    """`42%`."""
    return f"{value * 100:.0f}%" if 0.005 < value < 0.995 else "0%" if value < 0.5 else "100%"
