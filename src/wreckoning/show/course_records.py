"""Keeps the records of a course: the fewest turns, or the most of something.

They are stored as JSON next to the race. The ruleset decides what counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.match import Match


@dataclass(frozen=True)
class CourseRecord:
    """A record: the turns (or another number), its holder and race, and who equalled it since."""

    turns: int
    holder: str
    race: str
    equalled: tuple[tuple[str, str], ...] = ()


def update(
    record: CourseRecord | None, turns: int, holder: str, race: str, most: bool = False
) -> CourseRecord:
    """The record after a result: a better one (fewer; with `most`: more) replaces it."""
    if record is None or (turns > record.turns if most else turns < record.turns):
        return CourseRecord(turns, holder, race)
    known = ((record.holder, record.race), *record.equalled)
    if turns == record.turns and (holder, race) not in known:
        return replace(record, equalled=(*record.equalled, (holder, race)))
    return record


def read_record(kept: ReadOnlyJson | None) -> CourseRecord | None:
    """Read a record from JSON. Raises KeyError, TypeError, ValueError or AttributeError."""
    if kept is None:
        return None
    equalled = tuple((str(holder), str(race)) for holder, race in kept.get("equalled", []))
    return CourseRecord(int(kept["turns"]), str(kept["holder"]), str(kept["race"]), equalled)


def write_record(record: CourseRecord | None) -> Json | None:
    """A record as JSON."""
    if record is None:
        return None
    return {
        "turns": record.turns,
        "holder": record.holder,
        "race": record.race,
        "equalled": [list(each) for each in record.equalled],
    }


def news(
    what: str, before: CourseRecord | None, after: CourseRecord | None, count: Callable[[int], str]
) -> list[str]:
    """The news about a record in words: broken, equalled, or none."""
    if after is None or after == before:
        return []
    if before is None or after.turns != before.turns:
        was = f" (it stood at {before.turns} by {before.holder})" if before else ""
        also = f", equalled by {_names(after)}" if after.equalled else ""
        return [f"{what}: a new course record, {count(after.turns)} by {after.holder}{also}{was}"]
    fresh = after.equalled[len(before.equalled) :]
    names = ", ".join(dict.fromkeys(holder for holder, _ in fresh))
    return [f"{what}: {names} equalled the course record of {count(after.turns)} ({after.holder})"]


# --- the records of a course


@dataclass(frozen=True)
class Kind:
    """A kind of record: its key in JSON, title and number format, and whether more is better."""

    key: str
    title: str
    count: Callable[[int], str]
    most: bool = False


Results = Iterable[tuple[int, str]]  # numbers and drivers; of equal ones the first counts


def enter(kinds: Mapping[Kind, Results], kept: ReadOnlyJson, race: str) -> tuple[Json, list[str]]:
    """Enter the results of a finished race. Returns the records as JSON, and the news in words."""
    after: Json = {}
    lines: list[str] = []
    for kind, results in kinds.items():
        before = record = read_record(kept.get(kind.key))
        for number, holder in results:
            record = update(record, number, holder, race, kind.most)
        after[kind.key] = write_record(record)
        lines += news(kind.title, before, record, kind.count)
    return after, lines


def record_lines(kinds: Iterable[Kind], kept: ReadOnlyJson) -> list[str]:
    """The records of a course in words; empty if there are none."""
    found = [(kind, read_record(kept.get(kind.key))) for kind in kinds]
    return [
        f"{kind.title[:1].lower()}{kind.title[1:]} {kind.count(record.turns)} by {record.holder}"
        for kind, record in found
        if record
    ]


M = TypeVar("M", bound=Match)
Update = Callable[[M, ReadOnlyJson, str], tuple[Json, list[str]]]


def records_of(
    kinds: Mapping[Kind, Callable[[M], Results]],
) -> tuple[Update[M], Callable[[ReadOnlyJson], list[str]]]:
    """A view's `update_records` and `record_lines`: its kinds, and how each finds its results."""

    def update_records(match: M, kept: ReadOnlyJson, race: str) -> tuple[Json, list[str]]:
        return enter({kind: find(match) for kind, find in kinds.items()}, kept, race)

    return update_records, lambda kept: record_lines(kinds, kept)


def _names(record: CourseRecord) -> str:
    return ", ".join(dict.fromkeys(holder for holder, _ in record.equalled))
