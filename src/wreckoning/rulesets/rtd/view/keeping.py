"""Course records as JSON: what is kept, what a finished race makes of it, how it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wreckoning.core.match import Match
from wreckoning.rulesets.rtd.rules.records import CourseRecords, Record, update_course
from wreckoning.rulesets.rtd.view.words import turns


def read_records(kept: Mapping[str, Any]) -> CourseRecords:
    """Records from JSON. Raises KeyError, TypeError or ValueError for what is none."""
    return CourseRecords(_read(kept.get("lap")), _read(kept.get("race")))


def _read(kept: Any) -> Record | None:
    if kept is None:
        return None
    equalled = tuple((str(holder), str(race)) for holder, race in kept.get("equalled", []))
    return Record(int(kept["turns"]), str(kept["holder"]), str(kept["race"]), equalled)


def _write(record: Record | None) -> dict[str, Any] | None:
    if record is None:
        return None
    return {
        "turns": record.turns,
        "holder": record.holder,
        "race": record.race,
        "equalled": [list(each) for each in record.equalled],
    }


def update_records(
    match: Match, kept: Mapping[str, Any], race: str
) -> tuple[dict[str, Any], list[str]]:
    """Enter a finished race: the records as JSON after it, and what is new, in words.

    Of equal times the better placed driver's counts first (A38).
    """
    before = read_records(kept)
    karts = sorted(match.race.karts[: match.race.drivers], key=lambda kart: kart.place)
    laps = {match.names[kart.seat]: kart.best_lap for kart in karts if kart.best_lap}
    finishes = {match.names[kart.seat]: kart.finish_turn for kart in karts if kart.finish_turn}
    after = update_course(before, race, laps, finishes)
    news = _news("Fastest lap", before.lap, after.lap) + _news(
        "Fastest race", before.race, after.race
    )
    return {"lap": _write(after.lap), "race": _write(after.race)}, news


def _news(what: str, before: Record | None, after: Record | None) -> list[str]:
    if after is None or after == before:
        return []
    if before is None or after.turns < before.turns:
        was = f" (it stood at {before.turns} by {before.holder})" if before else ""
        also = f", equalled by {_names(after)}" if after.equalled else ""
        return [f"{what}: a new course record, {turns(after.turns)} by {after.holder}{also}{was}"]
    fresh = after.equalled[len(before.equalled) :]
    names = ", ".join(dict.fromkeys(holder for holder, _ in fresh))
    return [f"{what}: {names} equalled the course record of {turns(after.turns)} ({after.holder})"]


def _names(record: Record) -> str:
    return ", ".join(dict.fromkeys(holder for holder, _ in record.equalled))


def record_lines(kept: Mapping[str, Any]) -> list[str]:
    """The records of a course in words; empty if there are none."""
    records = read_records(kept)
    return [
        f"{what} {turns(record.turns)} by {record.holder}"
        for what, record in (("fastest lap", records.lap), ("fastest race", records.race))
        if record
    ]
