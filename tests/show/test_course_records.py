"""Records of a course: strictly better ones count, equal ones are listed."""

from __future__ import annotations

from typing import cast

from wreckoning.core.match import Match
from wreckoning.show.course_records import (
    CourseRecord,
    Kind,
    enter,
    news,
    read_record,
    record_lines,
    records_of,
    update,
    write_record,
)

FIVE = CourseRecord(5, "Ann", "1")


def turns(number: int) -> str:
    return f"{number} turns"


def test_fewer_are_better_or_more_are() -> None:
    assert update(None, 5, "Ann", "1") == FIVE
    assert update(FIVE, 4, "Bob", "2") == CourseRecord(4, "Bob", "2")
    assert update(FIVE, 6, "Bob", "2") is FIVE
    assert update(FIVE, 6, "Bob", "2", most=True) == CourseRecord(6, "Bob", "2")
    assert update(FIVE, 4, "Bob", "2", most=True) is FIVE


def test_an_equal_one_is_listed_once() -> None:
    equalled = update(FIVE, 5, "Bob", "2")
    assert equalled == CourseRecord(5, "Ann", "1", (("Bob", "2"),))
    assert update(equalled, 5, "Bob", "2") == equalled
    assert update(FIVE, 5, "Ann", "1") == FIVE
    assert read_record(write_record(equalled)) == equalled
    assert news("Lap", FIVE, equalled, turns) == [
        "Lap: Bob equalled the course record of 5 turns (Ann)"
    ]


LAP = Kind("lap", "Fastest lap", turns)
HITS = Kind("hits", "Most hits", str, most=True)


def test_a_finished_race_is_entered() -> None:
    kept, lines = enter({LAP: [(5, "Ann"), (4, "Bob")], HITS: []}, {}, "1")
    assert kept == {"lap": write_record(CourseRecord(4, "Bob", "1")), "hits": None}
    assert lines == ["Fastest lap: a new course record, 4 turns by Bob"]
    kept, lines = enter({LAP: [(6, "Ann")], HITS: [(2, "Cid"), (3, "Dot")]}, kept, "2")
    assert lines == ["Most hits: a new course record, 3 by Dot"]
    assert record_lines((LAP, HITS), kept) == ["fastest lap 4 turns by Bob", "most hits 3 by Dot"]
    assert record_lines((LAP, HITS), {}) == []


def test_a_view_enters_the_results_that_it_finds() -> None:
    results = [(4, "Bob")]
    update_records, lines = records_of({LAP: lambda _: results, HITS: lambda _: []})
    kept, news = update_records(cast(Match, None), {}, "1")
    assert news == ["Fastest lap: a new course record, 4 turns by Bob"]
    assert lines(kept) == ["fastest lap 4 turns by Bob"]
