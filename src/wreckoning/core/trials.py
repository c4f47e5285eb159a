"""What would come of it: a rule's own function, run on copies of a race for every die.

No rule is written again for this. Dice are tried face by face; a choice that comes up on the way
is answered by its first option. Two ways that lead to the same place (the same line of the same
rule, with the same values at hand and the same race) go on as one. Where that still is too much,
the ways left out are known by their weight: a chance then has two bounds. Weights are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from operator import attrgetter
from types import TracebackType
from typing import Any

from wreckoning.core.door import DICE, ENTRY, Door
from wreckoning.core.errors import Suspended
from wreckoning.core.records import FIXED, GIVEN, PER_SEAT, Record

Action = Callable[[Any], Any]  # of a race
Told = frozenset[tuple[int, int]]  # events, and whom they happened to
ENOUGH = 0.0005  # what is less likely than this in all need not be followed
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


@dataclass
class _Way:
    """A way that waits for a die: the answers so far."""

    weight: Fraction
    likely: float  # the same, quick to compare
    tape: tuple[int, ...]
    face: int
    dice: int
    sides: int


class Trials:
    """How races of one kind are tried out. `seats(race)`: how many seats are taken."""

    def __init__(self, kind: type[Record], seats: Callable[[Any], int]) -> None:
        self.copies = _Copies(kind, seats)

    def __call__(
        self,
        race: Any,
        action: Action,
        measure: Callable[[Any], Any] = lambda _: None,
        watch: Iterable[int] = (),
        settled: Iterable[int] = (),
        dice: int = 99,
        runs: int | None = None,
        answers: tuple[int, ...] = (),
    ) -> Found:
        """The ways `action` may go in this race, the likely ones first.

        `measure`: what one wants to know of the race after it. `watch`: the events that one wants
        to know of. `settled`: those after which the rest does not matter, so that a die asked for
        later ends the way. `dice`: so many are thrown at most. `runs`: so often the rule is run at
        most; without it every way is followed to its end, and all chances are exact. `answers`:
        to what it asks for first.
        """
        enough = frozenset(settled)
        watched = frozenset(watch) | enough
        search = _Search(self.copies, race, action, measure, watched, enough, dice)
        search.follow(answers, Fraction(1), 1.0, 0, 0)
        while search.open and (runs is None or search.runs < runs):
            way = search.open.pop(max(search.open, key=lambda key: search.open[key].likely))
            if runs is not None and way.likely < ENOUGH / 10:
                search.open[None] = way
                break
            weight, likely = way.weight / way.sides, way.likely / way.sides
            for face in range(1, way.sides + 1):
                first = way.face if way.dice else face
                search.follow((*way.tape, face), weight, likely, first, way.dice + 1)
        return Found(search.found, sum((way.weight for way in search.open.values()), Fraction()))


class _Search:
    """All ways of one action."""

    def __init__(
        self,
        copies: _Copies,
        race: Any,
        action: Action,
        measure: Callable[[Any], Any],
        watch: frozenset[int],
        settled: frozenset[int],
        most_dice: int,
    ) -> None:
        self.copies, self.race, self.action, self.measure = copies, race, action, measure
        self.watch, self.settled, self.most_dice = watch, settled, most_dice
        self.door: Door = race.door.copy()  # copies use it one after the other
        self.door.live, self.door.journaling = 0, 1
        self.found: list[Trial] = []
        self.open: dict[object, _Way] = {}
        self.runs = 0

    def follow(
        self, tape: tuple[int, ...], weight: Fraction, likely: float, face: int, dice: int
    ) -> None:
        """Run the rule with these answers, to its end or to the next die."""
        while True:
            copy = self.copies.copy(self.race, self.door, tape)
            self.runs += 1
            try:
                given = self.action(copy)
            except Suspended as stopped:
                ask = self.door.asks[0]
                if ask.by != DICE:
                    tape = (*tape, ask.options[0])
                    continue
                way = _Way(weight, likely, tape, face, dice, ask.count)
                self._wait(copy, stopped.__traceback__, way)
                return
            self._end(copy, given, _Way(weight, likely, tape, face, dice, 0), self._told())
            return

    def _end(self, copy: Any, given: Any, way: _Way, told: Told) -> None:
        self.found.append(Trial(way.weight, self.measure(copy), given, way.face, told))

    def _wait(self, copy: Any, where: TracebackType | None, way: _Way) -> None:
        told = self._told()
        if way.dice == self.most_dice or any(event in self.settled for event, _ in told):
            self._end(copy, None, way, told)
            return
        key: object = way.tape
        if self.most_dice > 1:
            key = (told, self.copies.place(copy, where, _Search.follow.__code__))
            key = (key, self.copies.state(copy))
        same = self.open.get(key)
        if same:
            same.weight += way.weight
            same.likely += way.likely
        else:
            self.open[key] = way

    def _told(self) -> Told:
        journal = self.door.journal
        if not self.watch:
            return frozenset()
        return frozenset(
            (journal[at], journal[at + 1])
            for at in range(0, self.door.told * ENTRY, ENTRY)
            if journal[at] in self.watch
        )


# --- copies, and when two of them are the same


@dataclass
class _Copies:
    """Copies of races of one kind: what they share, and what tells them apart."""

    kind: type[Record]
    seats: Callable[[Any], int]
    lists: list[str] = field(init=False)
    per_seat: list[str] = field(init=False)
    records: list[str] = field(init=False)
    shared: list[str] = field(init=False)

    def __post_init__(self) -> None:
        fields = self.kind.fields
        self.lists = [f.name for f in fields if f.length and not f.record]
        self.per_seat = [f.name for f in fields if f.length and f.record and PER_SEAT in f.markers]
        self.records = [
            f.name
            for f in fields
            if f.record and f.name not in (*self.per_seat, "door") and FIXED not in f.markers
        ]
        own = (*self.lists, *self.per_seat, *self.records, "door")
        self.shared = [f.name for f in fields if f.name not in own]
        self._lengths = {f.name: f.length for f in fields}
        self._numbers = [f.name for f in fields if f.name in self.shared and not f.record]
        scratch = [f.name for f in fields if GIVEN in f.markers]  # it follows from the rest
        self._readers = {
            f.name: _reader(f.record)
            for f in fields
            if f.record and f.name in (*self.per_seat, *self.records) and f.name not in scratch
        }

    def copy(self, race: Any, door: Door, tape: Sequence[int]) -> Any:
        """A race with these answers on its tape. Seats nobody sits in are not copied."""
        copy = self.kind.__new__(self.kind)
        for name in self.shared:
            setattr(copy, name, getattr(race, name))
        for name in self.lists:
            setattr(copy, name, getattr(race, name)[:])
        taken = self.seats(race)
        for name in self.per_seat:
            parts = getattr(race, name)
            setattr(copy, name, [part.copy() for part in parts[:taken]] + parts[taken:])
        for name in self.records:
            part = getattr(race, name)
            new = [each.copy() for each in part] if self._lengths[name] else part.copy()
            setattr(copy, name, new)
        setattr(copy, "door", door)  # noqa: B010  (a field of every ruleset's race)
        door.used = door.open = door.told = 0
        door.given = len(tape)
        door.tape[: len(tape)] = tape
        return copy

    def state(self, race: Any) -> tuple[object, ...]:
        """Every number of a race that may change."""
        words: list[object] = [getattr(race, name) for name in self._numbers]
        words += [tuple(getattr(race, name)) for name in self.lists]
        taken = self.seats(race)
        for name, (numbers, lists) in self._readers.items():
            part = getattr(race, name)
            if name in self.per_seat:
                parts = part[:taken]
            else:
                parts = part if self._lengths[name] else (part,)
            words += map(numbers, parts)
            for each in lists:
                words += [tuple(getattr(one, each)) for one in parts]
        return tuple(words)

    def place(self, race: Any, where: TracebackType | None, but: object) -> tuple[object, ...]:
        """Where in the rules it stands, and the values at hand there."""
        found: list[object] = []
        while where:
            frame = where.tb_frame
            if frame.f_code is not but:
                values = [self._value(race, value) for value in frame.f_locals.values()]
                found.append((frame.f_code, where.tb_lasti, *values))
            where = where.tb_next
        return tuple(found)

    def _value(self, race: Any, value: object) -> object:
        """A value, by which it can be told from others."""
        if value is race or isinstance(value, Door):
            return type(value)
        if isinstance(value, Record):
            for name in (*self.per_seat, *self.records):
                part = getattr(race, name)
                for index, each in enumerate(part if self._lengths[name] else (part,)):
                    if each is value:
                        return (name, index)
            return id(value)  # of the course: all copies share it
        return tuple(value) if isinstance(value, list) else value


def _reader(record: type[Record]) -> tuple[Callable[[Any], Any], list[str]]:
    """What reads all single numbers of a record that may change, and its lists of numbers."""
    own = [f for f in record.fields if FIXED not in f.markers and GIVEN not in f.markers]
    names = [f.name for f in own if not f.length]
    assert not any(f.record for f in own), "a record within this one would not be read"
    return attrgetter(*names), [f.name for f in own if f.length]


# --- what is read off them


def chance(found: Found, wanted: Callable[[Trial], object]) -> Chance | None:
    """How likely it is; None if nothing was tried."""
    if not found.trials:
        return None
    low = sum((trial.weight for trial in found.trials if wanted(trial)), Fraction())
    return Chance(float(low), float(low + found.rest))


def spread(found: Found) -> dict[Any, Fraction]:
    """What was measured after it, each value with its exact chance; in the order of values."""
    chances: dict[Any, Fraction] = {}
    for trial in found.trials:
        chances[trial.after] = chances.get(trial.after, Fraction()) + trial.weight
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
