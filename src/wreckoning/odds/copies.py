"""Copies a race to try it out, quickly, and tells whether two copies are in the same state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from types import TracebackType
from typing import Any

from wreckoning.core.door import Door
from wreckoning.core.records import FIXED, GIVEN, PER_SEAT, Record
from wreckoning.odds.frames import assigned_next, holds_values


@dataclass
class Copies:
    """Copies of races of one kind: knows which fields they share, and which tell them apart."""

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
        self._all = {f.name: f.record.copy_all for f in fields if f.record}
        self._numbers = [f.name for f in fields if f.name in self.shared and not f.record]
        scratch = [f.name for f in fields if GIVEN in f.markers]  # derived from the other fields
        self._readers = {
            f.name: _reader(f.record)
            for f in fields
            if f.record and f.name in (*self.per_seat, *self.records) and f.name not in scratch
        }

    def copy(self, race: object, door: Door, tape: Sequence[int]) -> Any:
        """A copy of the race with these answers on its tape. Empty seats are not copied."""
        copy = self.kind.__new__(self.kind)
        for name in self.shared:
            setattr(copy, name, getattr(race, name))
        for name in self.lists:
            setattr(copy, name, getattr(race, name)[:])
        taken = self.seats(race)
        for name in self.per_seat:
            parts = getattr(race, name)
            setattr(copy, name, self._all[name](parts[:taken]) + parts[taken:])
        for name in self.records:
            part = getattr(race, name)
            new = self._all[name](part) if self._lengths[name] else part.copy()
            setattr(copy, name, new)
        setattr(copy, "door", door)  # noqa: B010  (a field of every ruleset's race)
        door.used = door.open = door.told = 0
        door.given = len(tape)
        door.tape[: len(tape)] = tape
        return copy

    def state(self, race: Any) -> tuple[object, ...]:
        """Every number of a race that can change."""
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
        """The place in the rules and the local values there, ignoring frames of `but`.

        A variable that the running call is about to assign is left out. If the stack holds values
        that are in no variable, the answers that led to them identify them.
        """
        found: list[object] = []
        while where:
            frame = where.tb_frame
            if frame.f_code is not but:
                known = {**frame.f_locals}
                known.pop(assigned_next(frame.f_code, where.tb_lasti), None)
                values = [
                    value if type(value) is int else self._value(race, value)
                    for value in known.values()
                ]
                found.append((frame.f_code, where.tb_lasti, *known, *values))
                if holds_values(frame.f_code, where.tb_lasti):
                    found.append(tuple(race.door.tape[: race.door.given]))
            where = where.tb_next
        return tuple(found)

    def _value(self, race: object, value: object) -> object:
        """A hashable stand-in for a value."""
        if value is race or isinstance(value, Door):
            return type(value)
        if isinstance(value, Record):
            for name in (*self.per_seat, *self.records):
                part = getattr(race, name)
                for index, each in enumerate(part if self._lengths[name] else (part,)):
                    if each is value:
                        return (name, index)
            return id(value)  # part of the course: all copies share it
        return tuple(value) if isinstance(value, list) else value


def _reader(record: type[Record]) -> tuple[Callable[[Any], Any], list[str]]:
    """A reader of all single numbers of a record that can change, and its lists of numbers."""
    own = [f for f in record.fields if FIXED not in f.markers and GIVEN not in f.markers]
    names = [f.name for f in own if not f.length]
    assert not any(f.record for f in own), "a record within this one would not be read"
    return attrgetter(*names), [f.name for f in own if f.length]
