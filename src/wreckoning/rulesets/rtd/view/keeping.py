"""Course records, and their update by a finished race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.rules.records import CourseRecords, update_course
from wreckoning.rulesets.rtd.view.words import turns
from wreckoning.show import course_records
from wreckoning.show.course_records import Kind, news, read_record, write_record

FASTEST_LAP = Kind("lap", "Fastest lap", turns)
FASTEST_RACE = Kind("race", "Fastest race", turns)


def read_records(kept: Mapping[str, Any]) -> CourseRecords:
    """Read records from JSON. Raises KeyError, TypeError or ValueError."""
    return CourseRecords(read_record(kept.get("lap")), read_record(kept.get("race")))


def update_records(
    match: Match, kept: Mapping[str, Any], race: str
) -> tuple[dict[str, Any], list[str]]:
    """Enter a finished race. Returns the records as JSON, and the new ones in words.

    Of equal lap times the one driven in the earlier turn counts first, of equal turns the better
    placed driver's (A39).
    """
    before = read_records(kept)
    karts = sorted(match.race.karts[: match.race.drivers], key=lambda kart: kart.place)
    by_turn = sorted(karts, key=lambda kart: kart.best_lap_turn)
    laps = {match.names[kart.seat]: kart.best_lap for kart in by_turn if kart.best_lap}
    finishes = {match.names[kart.seat]: kart.finish_turn for kart in karts if kart.finish_turn}
    after = update_course(before, race, laps, finishes)
    lines = news(FASTEST_LAP.title, before.lap, after.lap, turns)
    lines += news(FASTEST_RACE.title, before.race, after.race, turns)
    return {"lap": write_record(after.lap), "race": write_record(after.race)}, lines


def record_lines(kept: Mapping[str, Any]) -> list[str]:
    """The records of a course in words; empty if there are none."""
    return course_records.record_lines((FASTEST_LAP, FASTEST_RACE), kept)
