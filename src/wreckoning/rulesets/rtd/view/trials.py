"""What would come of it: a rule's own function, run on copies of the race for every die.

No rule is written again here. Dice are tried face by face; a choice that comes up on the way is
answered by its first option, which is the yes. Two ways that lead to the same place (the same
line of the same rule, with the same values at hand and the same race) go on as one. Where that
still is too much, the ways left out are known by their weight: a chance then has two bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import floor
from operator import attrgetter
from types import TracebackType
from typing import Any, Protocol

from wreckoning.core.door import DICE, ENTRY, Door
from wreckoning.core.errors import Suspended
from wreckoning.core.records import FIXED, GIVEN, PER_SEAT, Record
from wreckoning.rulesets.rtd.events import Event
from wreckoning.rulesets.rtd.race import Kart, Race

Action = Callable[[Race, Kart], Any]
Told = frozenset[tuple[int, int]]  # events, and whom they happened to
MOST_RUNS = 240
ENOUGH = 0.0005  # what is less likely than this in all need not be followed
PASSING = (Event.PASSED, Event.PASS_FAILED, Event.PASS_ENDED)  # one of them ends a Pass action
SURE = 0.005  # how far a chance may be open and still be called known …
ABOUT = 0.05  # … or about known


@dataclass(frozen=True)
class Trial:
    """One way it may go: how likely, the driver's Momentum after it, what the rule gave back."""

    weight: float
    momentum: int
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
    rest: float = 1.0


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


class Try(Protocol):
    """How a description tries something out: `trials`, or `no_trials` where that would last."""

    def __call__(
        self,
        race: Race,
        seat: int,
        action: Action,
        watch: Iterable[int] = (),
        settled: Iterable[int] = (),
        dice: int = 99,
        runs: int = MOST_RUNS,
    ) -> Found: ...


def no_trials(
    race: Race,  # noqa: ARG001
    seat: int,  # noqa: ARG001
    action: Action,  # noqa: ARG001
    watch: Iterable[int] = (),  # noqa: ARG001
    settled: Iterable[int] = (),  # noqa: ARG001
    dice: int = 99,  # noqa: ARG001
    runs: int = MOST_RUNS,  # noqa: ARG001
) -> Found:
    """Nothing is tried: nothing is known."""
    return Found()


@dataclass
class _Way:
    """A way that waits for a die: the answers so far."""

    weight: float
    tape: tuple[int, ...]
    face: int
    dice: int
    sides: int


@dataclass
class _Search:
    """All ways of one action."""

    race: Race
    seat: int
    action: Action
    watch: frozenset[int]
    settled: frozenset[int]
    most_dice: int
    door: Door
    found: list[Trial] = field(default_factory=list)
    open: dict[object, _Way] = field(default_factory=dict)
    runs: int = 0

    def follow(self, tape: tuple[int, ...], weight: float, face: int, dice: int) -> None:
        """Run the rule with these answers, to its end or to the next die."""
        while True:
            copy = _copy(self.race, self.door, tape)
            self.runs += 1
            try:
                given = self.action(copy, copy.karts[self.seat])
            except Suspended as stopped:
                ask = self.door.asks[0]
                if ask.by != DICE:
                    tape = (*tape, ask.options[0])
                    continue
                self._wait(copy, stopped.__traceback__, _Way(weight, tape, face, dice, ask.count))
                return
            self._end(copy, given, _Way(weight, tape, face, dice, 0), self._told())
            return

    def _end(self, copy: Race, given: Any, way: _Way, told: Told) -> None:
        momentum = copy.karts[self.seat].momentum
        self.found.append(Trial(way.weight, momentum, given, way.face, told))

    def _wait(self, copy: Race, where: TracebackType | None, way: _Way) -> None:
        told = self._told()
        if way.dice == self.most_dice or any(event in self.settled for event, _ in told):
            self._end(copy, None, way, told)
            return
        key: object = way.tape
        if self.most_dice > 1:
            key = (told, _place(copy, where), _state(copy))
        same = self.open.get(key)
        if same:
            same.weight += way.weight
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


def trials(
    race: Race,
    seat: int,
    action: Action,
    watch: Iterable[int] = (),
    settled: Iterable[int] = (),
    dice: int = 99,
    runs: int = MOST_RUNS,
) -> Found:
    """The ways `action` of this seat may go, the likely ones first.

    `watch`: the events that one wants to know of. `settled`: those after which the rest does not
    matter, so that a die asked for later ends the way. `dice`: so many are thrown at most.
    `runs`: so often the rule is run at most.
    """
    wanted, enough = frozenset(watch), frozenset(settled)
    search = _Search(race, seat, action, wanted | enough, enough, dice, _own_door(race))
    search.follow((), 1.0, 0, 0)
    while search.open and search.runs < runs:
        way = search.open.pop(max(search.open, key=lambda key: search.open[key].weight))
        if way.weight < ENOUGH / 10:
            search.open[None] = way
            break
        for face in range(1, way.sides + 1):
            first = way.face if way.dice else face
            search.follow((*way.tape, face), way.weight / way.sides, first, way.dice + 1)
    return Found(search.found, sum(way.weight for way in search.open.values()))


# --- copies, and when two of them are the same

_LISTS = [f.name for f in Race.fields if f.length and not f.record]
_PER_SEAT = [f.name for f in Race.fields if f.length and f.record and PER_SEAT in f.markers]
_RECORDS = [
    f.name for f in Race.fields if f.record and f.name not in _PER_SEAT and FIXED not in f.markers
]
_RECORDS.remove("door")
_CHANGING = (*_PER_SEAT, *_RECORDS)
_LENGTHS = {f.name: f.length for f in Race.fields}
_SHARED = [f.name for f in Race.fields if f.name not in (*_LISTS, *_PER_SEAT, *_RECORDS, "door")]
_NUMBERS = [f.name for f in Race.fields if f.name in _SHARED and not f.record]


def _own_door(race: Race) -> Door:
    """A door for trials: they use it one after the other."""
    door = race.door.copy()
    door.live, door.journaling = 0, 1
    return door


def _copy(race: Race, door: Door, tape: Sequence[int]) -> Race:
    """A race with these answers on its tape. Seats nobody sits in are not copied."""
    copy = Race.__new__(Race)
    for name in _SHARED:
        setattr(copy, name, getattr(race, name))
    for name in _LISTS:
        setattr(copy, name, getattr(race, name)[:])
    for name in _PER_SEAT:
        parts = getattr(race, name)
        copied = [part.copy() for part in parts[: race.drivers]]
        setattr(copy, name, copied + parts[race.drivers :])
    for name in _RECORDS:
        part = getattr(race, name)
        new = [each.copy() for each in part] if _LENGTHS[name] else part.copy()
        setattr(copy, name, new)
    copy.door = door
    door.used = door.open = door.told = 0
    door.given = len(tape)
    door.tape[: len(tape)] = tape
    return copy


def _reader(record: type[Record]) -> tuple[Callable[[Any], Any], list[str]]:
    """What reads all single numbers of a record that may change, and its lists of numbers."""
    own = [f for f in record.fields if FIXED not in f.markers and GIVEN not in f.markers]
    names = [f.name for f in own if not f.length]
    assert not any(f.record for f in own), "a record within this one would not be read"
    return attrgetter(*names), [f.name for f in own if f.length]


_READERS = {f.name: _reader(f.record) for f in Race.fields if f.record and f.name in _CHANGING}


def _state(race: Race) -> tuple[object, ...]:
    """Every number of a race that may change."""
    words: list[object] = [getattr(race, name) for name in _NUMBERS]
    words += [tuple(getattr(race, name)) for name in _LISTS]
    for name, (numbers, lists) in _READERS.items():
        part = getattr(race, name)
        parts = part[: race.drivers] if name in _PER_SEAT else part if _LENGTHS[name] else (part,)
        words += map(numbers, parts)
        for each in lists:
            words += [tuple(getattr(one, each)) for one in parts]
    return tuple(words)


def _place(race: Race, where: TracebackType | None) -> tuple[object, ...]:
    """Where in the rules it stands, and the values at hand there."""
    found: list[object] = []
    while where:
        frame = where.tb_frame
        if frame.f_code is not _Search.follow.__code__:
            values = [_value(race, value) for value in frame.f_locals.values()]
            found.append((frame.f_code, where.tb_lasti, *values))
        where = where.tb_next
    return tuple(found)


def _value(race: Race, value: object) -> object:
    """A value, by which it can be told from others."""
    if isinstance(value, Kart):
        return ("kart", value.seat)
    if value is race or isinstance(value, Door):
        return type(value)
    if isinstance(value, Record):
        for name in _RECORDS:
            part = getattr(race, name)
            for index, each in enumerate(part if _LENGTHS[name] else (part,)):
                if each is value:
                    return (name, index)
        return id(value)  # of the course: all copies share it
    return tuple(value) if isinstance(value, list) else value


# --- what is read off them


def chance(found: Found, wanted: Callable[[Trial], object]) -> Chance | None:
    """How likely it is; None if nothing was tried."""
    if not found.trials:
        return None
    low = sum(trial.weight for trial in found.trials if wanted(trial))
    return Chance(low, low + found.rest)


def average(found: Found, value: Callable[[Trial], float]) -> float:
    """The expected value."""
    return sum(trial.weight * value(trial) for trial in found.trials)


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
