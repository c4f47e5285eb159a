"""Tries out a rule: runs its own function on copies of a race, for every face of every die.

No rule is written again for this. A choice that comes up on the way takes its first option, or the
one that `decide` names. `search` finds all ways exactly, however long a rule may go on rolling. If
there are too many, the weight of the missing ones is known: a chance then has two bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, Generic, TypeVar

from wreckoning.core.door import AskRecord, RaceRecord
from wreckoning.core.events import Event
from wreckoning.core.ids import SeatIndex
from wreckoning.odds.copies import Copies
from wreckoning.odds.search import MOST_DICE, Action, Decide, Search, Told

R = TypeVar("R", bound=RaceRecord)
H = TypeVar("H")
SURE = 0.005  # a chance with bounds this close is known
ABOUT = 0.05  # a chance with bounds this close is about known


@dataclass(frozen=True)
class Trial:
    """A possible way of the rule: its weight, the value measured after it, and what it returned."""

    weight: Fraction
    after: Any
    given: Any
    face: int  # of the first die; 0 if no die was rolled
    events: Told  # those that are watched

    def told(self, event: type[Event], who: SeatIndex | None = None) -> bool:
        """True if this watched event happened (to this seat)."""
        if who is None:
            return any(each == event.code for each, _ in self.events)
        return (event.code, who) in self.events


@dataclass(frozen=True)
class FoundWays:
    """The ways found, and the weight of those that were not followed."""

    trials: Sequence[Trial] = ()
    rest: Fraction = Fraction(1)


@dataclass(frozen=True)
class Chance:
    """A chance: at least `low`, at most `high`."""

    low: float
    high: float
    of: str = ""  # its event in a word: "hit"

    @property
    def value(self) -> float | None:
        """The chance as one number; None if its bounds read differently as per cents."""
        if self.high - self.low <= SURE and percent(self.low) == percent(self.high):
            return (self.low + self.high) / 2 if self.high > self.low else self.low
        return None

    @property
    def stated(self) -> float | None:
        """The number in `text`; None if too little is known."""
        if percent(self.low) == percent(self.high):
            return self.low
        if self.high - self.low > ABOUT:
            return floor(self.low * 100) / 100 or None
        return (self.low + self.high) / 2

    @property
    def text(self) -> str:
        """`42%`, `about 42%`, `at least 42%`; empty if too little is known."""
        if self.stated is None:
            return ""
        if percent(self.low) == percent(self.high):
            return percent(self.stated)
        known = "at least" if self.high - self.low > ABOUT else "about"
        return f"{known} {percent(self.stated)}"


def first_option(ask: AskRecord) -> int:
    """Choose the first option."""
    return ask.options[0]


class Trials(Generic[R]):
    """Tries out races of one kind. `seats(race)` counts the taken seats."""

    def __init__(self, kind: type[R], seats: Callable[[R], int]) -> None:
        self.copies = Copies(kind, seats)

    def __call__(
        self,
        race: R,
        action: Action,
        measure: Callable[[R], object] = lambda _: None,
        watch: Iterable[type[Event]] = (),
        settled: Iterable[type[Event]] = (),
        dice: int = MOST_DICE,
        runs: int | None = None,
        answers: tuple[int, ...] = (),
        decide: Decide = first_option,
    ) -> FoundWays:
        """Find the ways that `action` may go in this race.

        `measure` reads a value off the race after it. `watch` names events to report. An event of
        `settled` decides the matter: a die asked for later ends the way. At most `dice` dice are
        thrown. At most `runs` runs are made, likely ways first; without it every way is followed to
        its end. `answers` are given to the first asks; `decide` makes later choices.
        """
        enough = frozenset(event.code for event in settled)
        watched = frozenset(event.code for event in watch) | enough
        search = Search(self.copies, race, action, measure, watched, enough, dice, decide)
        search.follow(answers, 0)
        search.go_on(runs)
        ends, rest = search.result()
        found = [Trial(weight, e.after, e.given, e.face, e.told) for e, weight in ends]
        return FoundWays(found, rest)


# --- reading the ways


def chance(found: FoundWays, wanted: Callable[[Trial], object], of: str = "") -> Chance | None:
    """The chance of the wanted ways; None if nothing was tried."""
    if not found.trials:
        return None
    low = sum((trial.weight for trial in found.trials if wanted(trial)), Fraction())
    return Chance(float(low), float(low + found.rest), of)


def spread(
    found: FoundWays, value: Callable[[Trial], H] = lambda trial: trial.after
) -> dict[H, Fraction]:
    """The measured value of each way, or another one, with exact chances, in order."""
    chances: dict[H, Fraction] = {}
    for trial in found.trials:
        key = value(trial)
        chances[key] = chances.get(key, Fraction()) + trial.weight
    return dict(sorted(chances.items()))


def average(found: FoundWays, value: Callable[[Trial], float]) -> float:
    """The expected value."""
    return sum(float(trial.weight) * value(trial) for trial in found.trials)


def by_face(found: FoundWays, words: Callable[[Trial], str]) -> str:
    """`1: −1 M · 4: +1 M · 5: +2 M`: what each face of a single die brings."""
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


def needed(found: FoundWays, wanted: Callable[[Trial], object]) -> str:
    """`4+`: the faces of a single die that succeed; '' if nothing was tried."""
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
