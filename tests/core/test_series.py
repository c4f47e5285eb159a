"""Series in files: valid ones are read, others refused in one line."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Changed, Illegal, Malformed, WreckError
from wreckoning.core.logs.log_file import read_log, replay, sealed, write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.series import Driven, Raced, Series, begin, raced, read_series

KART, RTD = find_ruleset("kart"), find_ruleset("rtd")
COURSES = [KART.load_course(name) for name in KART.course_names()[:2]]
SEATS = [Seat("Ann"), Seat("Bob")]
DRIVEN = (
    Driven("Ann", {"kart": "light"}, 1, {"points": 8, "coins": 3}),
    Driven("Bob", {}, 2, {"points": 6, "coins": 0}),
)
SERIES = Series(
    tuple(course.document for course in COURSES), (Raced("Dishwater Dip", "t1", DRIVEN),)
)


def changed(*keys: str | int, to: Any) -> dict[str, Any]:
    """The series as JSON, with one value another."""
    found: Any = copy.deepcopy(SERIES.as_json())
    inner = found
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = to
    assert isinstance(found, dict)
    return found


def test_a_series_reads_back_as_it_was() -> None:
    assert read_series("series", json.loads(json.dumps(SERIES.as_json()))) == SERIES
    assert (SERIES.number, SERIES.is_over) == (2, False)
    assert SERIES.titles == ["Dishwater Dip", "Lovers' Knot"]
    assert SERIES.after(SERIES.past[0]).is_over


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "series: expected an object"),
        (changed("courses", to="x"), "courses: expected a list of 1 to 100 courses"),
        (changed("courses", to=[]), "courses: expected a list of 1 to 100 courses"),
        (changed("courses", 1, to="lovers_knot"), "course 2: expected a course with a title"),
        (changed("courses", 1, "title", to=""), "course 2: expected a course with a title"),
        (changed("past", to=[{}] * 3), "past: expected a list of at most 2 races"),
        (changed("past", 0, to=3), "race 1: expected"),
        (changed("past", 0, "race", to=""), "race 1: expected"),
        (changed("past", 0, "race", to="a\0b"), "race 1: expected"),
        (changed("past", 0, "race", to="\ud800"), "race 1: expected"),
        (changed("past", 0, "race", to="x" * 201), "race 1: expected"),
        (changed("past", 0, "drivers", 1, to=None), "driver 2: name: expected"),
        (changed("past", 0, "drivers", 1, "name", to="a\nb"), "driver 2: name: expected"),
        (changed("past", 0, "drivers", 1, "place", to=0), "place: expected a whole number from 1"),
        (changed("past", 0, "drivers", 1, "place", to=3), "place: expected a whole number from 1"),
        (changed("past", 0, "drivers", 1, "place", to=True), "place: expected a whole number"),
        (changed("past", 0, "drivers", 0, "setup", to={"kart": 3}), "setup: expected names"),
        (changed("past", 0, "drivers", 0, "counts", "coins", to=-1), "counts: expected whole"),
        (changed("past", 0, "drivers", 0, "counts", "coins", to=1.0), "counts: expected whole"),
        (changed("past", 0, "drivers", 0, "counts", "coins", to=True), "counts: expected whole"),
    ],
)
def test_invalid_series_is_refused(given: object, words: str) -> None:
    with pytest.raises(Malformed, match=words) as found:
        read_series("series", given)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("series", "error", "words"),
    [
        (Series(SERIES.courses[:1]), Malformed, "expected 2 to 12 courses, found 1"),
        (Series(SERIES.courses * 7), Malformed, "expected 2 to 12 courses, found 14"),
        (SERIES.after(SERIES.past[0]), Illegal, "the Grand Prix is over after 2 races"),
        (Series(SERIES.courses), Changed, "race 1 is on Dishwater Dip, not on this course"),
        (
            Series(SERIES.courses, (Raced("Dishwater Dip", "t1", DRIVEN[:1]),)),
            Illegal,
            "1 drivers in race 1 of the Grand Prix, found 2 seats",
        ),
        (
            Series(
                SERIES.courses,
                (Raced("Dishwater Dip", "t1", (DRIVEN[0], Driven("B", {"kart": "x"}, 2, {}))),),
            ),
            Illegal,
            "no kart 'x'",
        ),
    ],
)
def test_race_that_is_not_the_next_is_refused(
    series: Series, error: type[WreckError], words: str
) -> None:
    with pytest.raises(error, match=words):
        Match(KART, COURSES[1], [Seat("Ann", setup={"kart": "light"}), SEATS[1]], series=series)


@pytest.mark.parametrize("name", ["", "a\nb", "\ud800", "x" * 300])
def test_series_reads_back_for_any_log_name(name: str) -> None:
    match = Match(KART, COURSES[0], [Seat("Ann", "rookie"), Seat("Bob", "rookie")], dice=Seeded(1))
    over = raced(KART, match.race, match.seats, match.course.title, name)
    series = begin(KART, COURSES).after(over)
    assert read_series("series", json.loads(json.dumps(series.as_json()))) == series


def test_the_log_of_a_race_has_its_series() -> None:
    match = Match(KART, COURSES[1], [Seat("Ann", setup={"kart": "light"}), SEATS[1]], series=SERIES)
    log = read_log(write_log(match))
    assert log.header["series"] == json.loads(json.dumps(SERIES.as_json()))
    again = replay(log, KART)
    assert again.series == SERIES
    assert write_log(again) == write_log(match)
    broken = {**log.header, "series": changed("past", 0, "drivers", 1, "place", to=9)}
    with pytest.raises(Malformed, match="log: line 1: series: race 1: driver 2: place"):
        replay(read_log("".join(sealed([broken]))), KART)


def test_a_game_without_series_has_none() -> None:
    sundae = RTD.load_course("sundae_drive")
    with pytest.raises(Malformed, match="Kart RTD has no series of races"):
        begin(RTD, [sundae, sundae])
    with pytest.raises(Malformed, match="Kart RTD has no series of races"):
        Match(RTD, sundae, SEATS, series=Series((sundae.document,) * 2))
