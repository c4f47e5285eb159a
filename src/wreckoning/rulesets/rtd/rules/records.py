"""Records of a course (R10): kept outside the race, never part of it."""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.core.rules import table_rule
from wreckoning.show.course_records import CourseRecord, update


@dataclass(frozen=True)
class CourseRecords:
    """The two records of a course; None until one is set."""

    lap: CourseRecord | None = None
    race: CourseRecord | None = None


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
