"""Events: declared once, told by rules, read back as typed values.

    class Shot(Event, rule="N22", words="{who} aimed the {equipment} at {target}: {hits:hit}"):
        who: Seat
        equipment: Annotated[int, Equipment]   # an int for rules, a name in JSON
        target: Anyone                         # a seat, or nobody: None for readers
        hits: int

Rules say `tell(race, Shot(car.seat, GUN, target, hits))`, interpreted and compiled. The journal
keeps integers; a `Vocabulary` reads them back into events.

An event that happens to no driver has no `who`. A field whose name would be a keyword ends in `_`,
which JSON drops. An event has at most four fields besides `who`. Codes are numbered by module, in
the order of declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
    get_type_hints,
)

from wreckoning.core import door
from wreckoning.core.declared import Asked, Declared, value_name
from wreckoning.core.documents import Json
from wreckoning.core.door import ENTRY, FIRST_EVENT, MODIFIER, PHASE, ROLL, HasDoor
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.records import NOBODY, SEAT
from wreckoning.core.texts.wording import count, ordinal, several

Seat = Annotated[SeatIndex, SEAT]
Anyone = Annotated[SeatIndex | None, SEAT]  # NOBODY for rules, None for readers
Q = TypeVar("Q", bound=Asked, covariant=True)
M = TypeVar("M", bound=Declared, covariant=True)
C = TypeVar("C", contravariant=True)
K = TypeVar("K")
V = TypeVar("V")

NO_PHASE: int | None = None
NO_MODIFIERS: tuple[tuple[Declared, int], ...] = ()
DECLARED: dict[str, list[type[Event]]] = {}  # by module; the index gives the code


@dataclass_transform(eq_default=True)
class Event:
    """The base of every declared event. A class whose name begins with `_` is a base of others."""

    code: ClassVar[int]
    name: ClassVar[str]
    words: ClassVar[str]
    good: ClassVar[bool | None] = None  # good or bad news for `who`
    journal_names: ClassVar[Sequence[str]]  # as in the journal: `who` is first, even if not there
    _numbers: ClassVar[Callable[[Event], Iterable[Any]]]  # its entry in the journal, after the code
    _nobody: ClassVar[int] = NOBODY  # in the place of `who`, if there is none
    _unused: ClassVar[int] = 0  # in the places behind the last field
    _rule: ClassVar[str]
    opens = NO_PHASE  # the ruleset's phase that begins with this event, as `Phases` numbers it
    modifiers = NO_MODIFIERS  # told just before it, for `who`: of a pool without a die

    def __init_subclass__(
        cls, rule: str = "", words: str = "", good: bool | None = None, name: str = ""
    ) -> None:
        cls.good = good
        if rule:
            cls._rule = rule
        if words:
            cls.words = words
        dataclass(cls)
        if cls.__name__.startswith("_"):
            return
        cls.name = name or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        names: Sequence[str] = cls.__match_args__  # type: ignore[attr-defined]
        cls.journal_names = ("who", *(name for name in names if name != "who"))
        if len(cls.journal_names) >= ENTRY:
            raise TypeError(
                f"{cls.__name__}: an event has at most {ENTRY - 2} fields besides `who`"
            )
        who, *others = cls.journal_names
        unused = ["_unused"] * (ENTRY - 1 - len(cls.journal_names))
        cls._numbers = attrgetter(who if who in names else "_nobody", *others, *unused)
        declared = DECLARED.setdefault(cls.__module__, [])
        cls.code = FIRST_EVENT + len(declared)
        declared.append(cls)

    @classmethod
    @cache  # made when it is asked for: a ruleset has many events, and most programs read few
    def fields(cls) -> Json:
        """The kind of each field: SEAT, int or a class of it, Named, Scaled."""
        hints = get_type_hints(cls, include_extras=True)
        names: Sequence[str] = cls.__match_args__  # type: ignore[attr-defined]
        return {name: (get_args(hints[name]) or (hints[name],))[-1] for name in names}

    @classmethod
    def read(cls, entry: Sequence[int]) -> Self:
        """Read the event from this journal entry."""
        numbers = dict(zip(cls.journal_names, entry[1:], strict=False))
        return cls(**{name: _value(what, numbers[name]) for name, what in cls.fields().items()})

    @property
    def rule(self) -> str:
        """The number of the rule by which this happened."""
        return self._rule

    def by_course(self, course: Any, /) -> Json:
        """Extra JSON: the names that this course has for the event's values."""
        return {}


def tell(race: HasDoor, event: Event) -> None:
    """Write this event into the journal, if anyone reads it."""
    if race.door.journaling:
        door.tell(race, event.code, *type(event)._numbers(event))


# --- reading


@dataclass(frozen=True)
class Scaled:
    """The kind of a number that JSON gives in a larger unit, such as inches: this many make one."""

    to_one: int
    unit: str


@dataclass(frozen=True)
class Named(Generic[C]):
    """The kind of a number that JSON gives by name: (course, number).

    With `or_nobody`, NOBODY is None for readers and in JSON.
    """

    name: Callable[[C, int], str]
    or_nobody: bool = False


@dataclass
class Roll(Generic[Q, M]):
    """A die, and its result with the modifiers that were told just before it."""

    who: SeatIndex
    question: Q
    natural: int
    modifiers: tuple[tuple[M, int], ...]
    result: int
    opens = NO_PHASE  # as in `Event`

    @property
    def rule(self) -> str:
        """The number of the rule that asks for the die."""
        return self.question.rule


@dataclass(frozen=True)
class Vocabulary(Generic[Q, M]):
    """The events that a ruleset tells, and the questions and modifiers of its rolls."""

    events: Sequence[type[Event]]
    questions: type[Q]
    modifiers: type[M]

    def read(self, entries: Iterable[Sequence[int]]) -> Iterator[Event | Roll[Q, M]]:
        """Read entries as events; each contains the modifiers that were told just before it."""
        added: list[tuple[int, M, int]] = []  # seat, modifier, value
        opens: int | None = None
        for entry in entries:
            code, who, first, second, third, _ = entry
            if code == MODIFIER:
                added.append((who, self.modifiers(first), second))
                continue
            if code == PHASE:
                opens = first
                continue
            event: Event | Roll[Q, M]
            own = tuple((what, value) for whose, what, value in added if whose == who)
            if code == ROLL:
                event = Roll(as_seat(who), self.questions(first), second, own, third)
            else:
                event = self.events[code - FIRST_EVENT].read(entry)
                event.modifiers = own
            if opens is not None:
                event.opens, opens = opens, None
            yield event
            added = []


def in_words(
    event: Event,
    names: Sequence[str],
    course: object = None,
    say: Mapping[K, Callable[[V], str]] = MappingProxyType({}),
    subject: bool = True,
) -> str:
    """What happened, in the words of the declaration; without a leading {who} if not `subject`.

    {who} is a name or `nobody`, {place:th} an ordinal, {hits:hit} a number of things. `say` gives
    the words for values, by kind. Other values are written as in JSON, declared ones by their own
    words.
    """

    known_words: Mapping[Any, Callable[[Any], str]] = say

    def fill(found: re.Match[str]) -> str:
        value, kind, form = getattr(event, found[1]), event.fields().get(found[1]), found[2]
        if form:
            return ordinal(value) if form == "th" else several(value, form)
        if value is None:
            return "nobody"
        if kind in known_words:
            return known_words[kind](value)
        if isinstance(value, Declared):
            return value.words or value.word.replace("_", " ")
        known = _in_json(kind, value, names, course) if kind else value
        if kind is SEAT or not isinstance(known, str):
            return count(known) if isinstance(known, int) else str(known)
        return known.replace("_", " ")

    words = event.words if subject else event.words.removeprefix("{who} ")
    return re.sub(r"{(\w+):?([^}]*)}", fill, words)


def event_json(
    event: Event | Roll[Asked, Declared], names: Sequence[str], course: object = None
) -> Json:
    """An event by the names of its fields; enumerations, seats and parts of a course by name."""
    if isinstance(event, Roll):
        added = event.modifiers
        return {
            **{"event": "roll", "rule": event.rule, "who": names[event.who]},
            **{"question": event.question.word, "natural": [event.natural]},
            "modifiers": [{"name": m.word, "value": n, "rule": m.rule} for m, n in added],
            "result": event.result,
        }
    found: Json = {"event": event.name, "rule": event.rule}
    for name, kind in event.fields().items():
        value = getattr(event, name)
        if name != "who" or value is not None:
            found[name.rstrip("_")] = _in_json(kind, value, names, course)
    return found | event.by_course(course)


def _value(kind: Any, number: int) -> Any:
    if kind is SEAT:
        return None if number == NOBODY else number
    if isinstance(kind, Named):
        return None if kind.or_nobody and number == NOBODY else number
    return number if isinstance(kind, Scaled) else kind(number)


def _in_json(kind: Any, value: Any, names: Sequence[str], course: Any) -> Any:
    if value is None:
        return None
    if kind is SEAT:
        return names[value]
    if isinstance(kind, Named):
        return kind.name(course, value)
    if isinstance(kind, Scaled):
        return value / kind.to_one
    return value_name(kind, value) if isinstance(value, IntEnum) else value
