"""Records of a course: who did it in the fewest turns, or with the most of something.

They are kept beside the race, as JSON; what is counted is the ruleset's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class CourseRecord:
    """A record: turns (or whatever is counted), who, in which race; and who equalled it since."""

    turns: int
    holder: str
    race: str
    equalled: tuple[tuple[str, str], ...] = ()


def update(
    record: CourseRecord | None, turns: int, holder: str, race: str, most: bool = False
) -> CourseRecord:
    """A record must be strictly better: fewer, or with `most` more; an equal one is listed so."""
    if record is None or (turns > record.turns if most else turns < record.turns):
        return CourseRecord(turns, holder, race)
    known = ((record.holder, record.race), *record.equalled)
    if turns == record.turns and (holder, race) not in known:
        return replace(record, equalled=(*record.equalled, (holder, race)))
    return record


def read_record(kept: Any) -> CourseRecord | None:
    """A record from JSON. Raises KeyError, TypeError, ValueError or AttributeError for none."""
    if kept is None:
        return None
    equalled = tuple((str(holder), str(race)) for holder, race in kept.get("equalled", []))
    return CourseRecord(int(kept["turns"]), str(kept["holder"]), str(kept["race"]), equalled)


def write_record(record: CourseRecord | None) -> dict[str, Any] | None:
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
    """What is new about a record, in words: broken, equalled, or nothing."""
    if after is None or after == before:
        return []
    if before is None or after.turns != before.turns:
        was = f" (it stood at {before.turns} by {before.holder})" if before else ""
        also = f", equalled by {_names(after)}" if after.equalled else ""
        return [f"{what}: a new course record, {count(after.turns)} by {after.holder}{also}{was}"]
    fresh = after.equalled[len(before.equalled) :]
    names = ", ".join(dict.fromkeys(holder for holder, _ in fresh))
    return [f"{what}: {names} equalled the course record of {count(after.turns)} ({after.holder})"]


def record_lines(
    found: Iterable[tuple[str, CourseRecord | None, Callable[[int], str]]],
) -> list[str]:
    """The records there are, in words: what it is a record of, it, and how it is counted."""
    return [
        f"{what} {count(record.turns)} by {record.holder}"
        for what, record, count in found
        if record
    ]


def _names(record: CourseRecord) -> str:
    return ", ".join(dict.fromkeys(holder for holder, _ in record.equalled))
