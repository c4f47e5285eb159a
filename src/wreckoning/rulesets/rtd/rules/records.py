"""Records of a course (R10): kept beside the race, never part of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wreckoning.core.rules import table_rule


@dataclass(frozen=True)
class Record:
    """A fastest lap or completion: turns, who, in which race; and who equalled it since."""

    turns: int
    holder: str
    race: str
    equalled: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class CourseRecords:
    """The two records of a course; None until somebody sets one."""

    lap: Record | None = None
    race: Record | None = None


@table_rule("R10", "A39")
def update(record: Record | None, turns: int, holder: str, race: str) -> Record:
    """A record must be strictly better, in turns; an equal time is listed as equalled."""
    if record is None or turns < record.turns:
        return Record(turns, holder, race)
    known = ((record.holder, record.race), *record.equalled)
    if turns == record.turns and (holder, race) not in known:
        return replace(record, equalled=(*record.equalled, (holder, race)))
    return record


@table_rule("R10", "A39")
def update_course(
    records: CourseRecords, race: str, laps: dict[str, int], finishes: dict[str, int]
) -> CourseRecords:
    """Enter a race's best laps and completions by driver, in turns; those not made are absent."""
    lap, finish = records.lap, records.race
    for holder, turns in laps.items():
        lap = update(lap, turns, holder, race)
    for holder, turns in finishes.items():
        finish = update(finish, turns, holder, race)
    return CourseRecords(lap, finish)
