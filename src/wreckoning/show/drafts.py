"""Gathers log lines: events become clauses, and clauses a line with its names and rules.

Nothing that is in English already is changed again: an event that adds to what was told changes
the clause that tells it, and the line is put into words once, when it is complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from wreckoning.core import events
from wreckoning.core.ids import SeatIndex
from wreckoning.core.match import Match
from wreckoning.core.shown import (
    BAD,
    CHANGE,
    DIE,
    GOOD,
    NEUTRAL,
    TEXT,
    LogLine,
    Part,
    PartKind,
    Tone,
)
from wreckoning.core.texts.wording import count, listed


def tone(event: events.Event) -> Tone:
    """The tone of an event: good or bad news for its driver."""
    return NEUTRAL if event.good is None else GOOD if event.good else BAD


def phase_name(match: Match, number: int) -> str:
    """The heading of a phase in the log; '' for none."""
    phases = match.ruleset.phases
    return "" if phases is None else phases.names.get(number, "")


def with_phases(lines: Iterable[LogLine], before: LogLine | None = None) -> Iterator[LogLine]:
    """These lines, with a heading where a phase begins. `before` is the line before the first."""
    for line in lines:
        if line.phase and (before is None or line.phase != before.phase):
            yield LogLine((Part(line.phase),), heading=True, phase=line.phase)
        yield line
        before = line


class Clause:
    """A piece of a log line that later events may still change."""

    def parts(self) -> Iterable[Part]:
        """The clause in words."""
        raise NotImplementedError


@dataclass
class Deed(Clause):
    """Who did what: `{lead}{who} {did} {what}{tail}`. Without `who` the line says who it was."""

    did: str
    who: list[str] = field(default_factory=list)
    what: list[str] = field(default_factory=list)
    tail: str = ""
    lead: str = ""
    tone: Tone = NEUTRAL

    def parts(self) -> Iterable[Part]:
        words = " ".join(filter(None, (listed(self.who), self.did, listed(self.what))))
        yield Part(f"{self.lead}{words}{self.tail}", tone=self.tone)


@dataclass
class FigureChange:
    """A figure before and now. `owner` is named if the line does not say whose it is."""

    what: str
    before: int
    now: int
    owner: str = ""

    @property
    def words(self) -> str:
        owner = f"{self.owner} " if self.owner else ""
        return f"{owner}{self.what} {count(self.before)}→{count(self.now)}"


@dataclass
class Changes(Clause):
    """Changes in a bracket: ` (M 1→2, Bob M 3→2)`."""

    told: list[FigureChange] = field(default_factory=list)

    def parts(self) -> Iterable[Part]:
        yield Part(f" ({', '.join(change.words for change in self.told)})", CHANGE)


C = TypeVar("C", bound=Clause)


@dataclass
class Draft:
    """A log line under construction. `key` is its kind, `who` the driver it is about, if any."""

    key: str
    who: str | None
    clauses: list[Part | Clause] = field(default_factory=list)
    endings: list[Clause] = field(default_factory=list)  # told last, whatever is added
    names: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    heading: bool = False
    phase: str = ""
    capital: bool = False  # whether its first word gets a capital letter

    def add(self, text: str, kind: PartKind = TEXT, tone: Tone = NEUTRAL, face: int = 0) -> None:
        """Add words that stay as they are, or a die."""
        self.clauses.append(Part(text, kind, tone, face))

    def join(self, clause: C) -> C:
        """Add a clause, and return it."""
        self.clauses.append(clause)
        return clause

    def find(self, kind: type[C]) -> C | None:
        """The first clause of this kind, if there is one."""
        return next((clause for clause in self.clauses if isinstance(clause, kind)), None)

    def deed(self, did: str) -> Deed:
        """The clause with this verb; a new one if there is none."""
        deeds = (clause for clause in self.clauses if isinstance(clause, Deed))
        return next((deed for deed in deeds if deed.did == did), None) or self.join(
            Deed(did, lead="; ")
        )

    @property
    def dice(self) -> int:
        """The number of its dice so far."""
        return sum(isinstance(part, Part) and part.kind == DIE for part in self.clauses)

    @property
    def ends_with_die(self) -> bool:
        """Whether a die is the last that it tells so far."""
        last = self.clauses[-1]
        return isinstance(last, Part) and last.kind == DIE

    def note(self, *names: str | None, rule: str = "") -> None:
        """Note the names in the line and its rule, each once."""
        self.names += [name for name in names if name and name not in self.names]
        if rule and rule not in self.rules:
            self.rules.append(rule)

    @property
    def is_bare(self) -> bool:
        """True if it has only its opening words."""
        return len(self.clauses) == 1

    def line(self) -> LogLine:
        """The line as it is shown: all clauses in words."""
        parts = list[Part]()
        for clause in (*self.clauses, *self.endings):
            if isinstance(clause, Part):
                parts.append(clause)
            else:
                parts += clause.parts()
        if self.capital:
            first = parts[0].text
            parts[0] = replace(parts[0], text=first[:1].upper() + first[1:])
        phase = "" if self.heading else self.phase
        return LogLine(tuple(parts), tuple(self.names), tuple(self.rules), self.heading, phase)


D = TypeVar("D", bound=Draft)


class Tellable(Protocol):
    """An event or a roll."""

    @property
    def rule(self) -> str:
        """The number of its rule."""

    @property
    def opens(self) -> int | None:
        """The phase that begins with it, as the ruleset's `Phases` number it."""


E = TypeVar("E", bound=Tellable)
H = TypeVar("H", bound=events.Event)


class Gathering(Generic[D, E, H]):
    """Events (E; without rolls: H), and the lines made from them so far.

    `part` is the range of events to tell, if not all; the others are context.
    """

    kind: type[D]  # the class of its lines

    def __init__(self, match: Match, events: Sequence[E], part: range | None = None) -> None:
        self.match = match
        self.events = events
        self.part = range(len(events)) if part is None else part
        self.drafts: list[D] = []
        self.phase = self.phase_before = ""  # now, and until the event that is being told
        self.begin()

    @classmethod
    def log_lines(
        cls, match: Match, events: Sequence[E], part: range | None = None
    ) -> list[LogLine]:
        """The lines of all events or of a part of them, in order."""
        return cls(match, events, part).lines()

    def begin(self) -> None:
        """Prepare for the first event of this part."""

    def lines(self) -> list[LogLine]:
        """The lines of this part."""
        self.gather()
        return [draft.line() for draft in self.drafts]

    def gather(self) -> None:
        """Tell the events of this part."""
        for index in range(self.part.stop):
            event = self.events[index]
            self.phase_before = self.phase
            if event.opens is not None:
                self.phase = phase_name(self.match, event.opens)
            if index in self.part:
                self.tell(event, index)

    def tell(self, event: E, index: int) -> None:
        """Continue the last line, or begin a new one."""
        raise NotImplementedError

    def plain(self, event: H) -> None:
        """Tell an event by itself, in its own words."""
        raise NotImplementedError

    def name(self, seat: SeatIndex | None) -> str | None:
        """The name of a seat; None for NOBODY."""
        return None if seat is None else self.match.names[seat]

    def open(
        self, key: str, who: str | None, said: str | Clause, rule: str = "", tone: Tone = NEUTRAL
    ) -> D:
        """Begin a line, with words that stay as they are or with a clause."""
        draft = self.kind(key, who)
        draft.clauses.append(Part(said, tone=tone) if isinstance(said, str) else said)
        draft.note(who, rule=rule)
        draft.phase = self.phase
        self.drafts.append(draft)
        return draft

    def last(self, *keys: str) -> D | None:
        """The line being gathered, if it has one of these keys."""
        if self.drafts and (not keys or self.drafts[-1].key in keys):
            return self.drafts[-1]
        return None

    def last_of(self, who: str | None, *keys: str) -> D | None:
        """The line being gathered, if it has one of these keys and is about this driver."""
        draft = self.last(*keys)
        return draft if draft and draft.who == who else None

    def goes_on(self, draft: D | None, event: H) -> D | None:
        """The line that an event continues, with its rule; without one it is told by itself."""
        if draft is None:
            self.plain(event)
        else:
            draft.note(rule=event.rule)
        return draft

    def add_to_list(
        self, key: str, lead: str, item: str, rule: str, name: str | None, who: str | None = None
    ) -> D:
        """Tell things of a kind in one line: `The grid: 1 Ann, 2 Bob`. `name`: in the item."""
        draft = self.last(key)
        if draft:
            draft.add(f", {item}")
        else:
            draft = self.open(key, who, f"{lead}{item}", rule)
        draft.note(name, rule=rule)
        return draft

    def before(self, index: int) -> E | None:
        """The event before this one, if there is one."""
        return self.events[index - 1] if index else None

    def after(self, index: int) -> E | None:
        """The event after this one, if there is one."""
        return self.events[index + 1] if index + 1 < len(self.events) else None
