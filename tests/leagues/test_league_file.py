"""The document of a league, its records and ratings, its feeds; and what work a large one makes."""

from __future__ import annotations

import csv
import io
import math
import sys
from typing import Any
from xml.etree import ElementTree

import icalendar
import orjson
import pytest
from tests.leagues.scene import TEN, a_league, run

from wreckoning.core.errors import Malformed
from wreckoning.leagues.feeds import calendar_file, news_feed, results_csv, standings_csv
from wreckoning.leagues.messages import SeasonLuck
from wreckoning.leagues.model import (
    League,
    LeagueEntry,
    LeagueRace,
    ResultCorrection,
    read_league,
    to_document,
)
from wreckoning.leagues.ratings import ratings
from wreckoning.leagues.records import drives, head_to_head, records
from wreckoning.leagues.standings import standings
from wreckoning.server.leagues.luck import luck_in


def test_a_league_comes_back_from_its_document() -> None:
    league = a_league("ABC", rounds=2)
    race = run(league, "1-1-1-1-1", "ABC", tallies={"passes": [1, 2, 3]})
    race.shares = {0: [(1, 400), (2, 600)]}
    league.corrections.append(
        ResultCorrection(race="1-1-1-1-1", entry=1, do="points", value=1, reason="fair play")
    )
    text = orjson.dumps(to_document(league), option=orjson.OPT_NON_STR_KEYS)
    assert read_league(orjson.loads(text)) == league


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"form": "other"}, "expected a league's file"),
        ({"surprise": 1}, "surprise: extra inputs are not permitted"),
        ({"season": 0}, "season: input should be greater than or equal to 1"),
        ({"entries": [{"number": 1, "name": "A"}] * 2}, "expected each number once"),
        ({"races": [{"key": "1-1-1-1-1"}]}, "field required"),
        ({"races": 5}, "input should be a valid list"),
    ],
)
def test_a_faulty_document_is_one_clear_line(change: dict[str, Any], problem: str) -> None:
    league = a_league("ABC")
    run(league, "1-1-1-1-1", "ABC")
    with pytest.raises(Malformed, match=problem):
        read_league(to_document(league) | change)


@pytest.mark.parametrize(
    ("column", "value"),
    [("places", [1, 2]), ("places", [1, 2, 9]), ("entries", [1, 2, 77]), ("shares", {0: [(1, 5)]})],
)
def test_a_race_that_does_not_fit_together_is_refused(column: str, value: Any) -> None:
    league = a_league("ABC")
    setattr(run(league, "1-1-1-1-1", "ABC"), column, value)
    with pytest.raises(Malformed, match="race 1-1-1-1-1"):
        read_league(to_document(league))


@pytest.mark.parametrize("luck", [{9: [0.1, 0.0]}, {1: [float("nan"), 0.0]}, {1: [0.1]}])
def test_luck_that_is_none_is_refused(luck: dict[int, list[float]]) -> None:
    league = a_league("AB")
    run(league, "1-1-1-1-1", "AB")
    document = to_document(league)
    document["races"][0]["luck"] = luck
    with pytest.raises(Malformed):
        read_league(document)


NO_WHOLE = [True, False, 1.0, 1.5, "1", " 1", None, [1], math.nan, math.inf, 2**31, 10**400]


@pytest.mark.parametrize("value", NO_WHOLE, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("column", ["entries", "places", "grid", "finish", "own"])
def test_a_column_has_whole_numbers_only(column: str, value: Any) -> None:
    league = a_league("AB")
    run(league, "1-1-1-1-1", "AB", tallies={"passes": [1, 2]}, own=[3, 4])
    document = to_document(league)
    race = document["races"][0]
    wrong = [{**race, column: [race[column][0], value]}, {**race, "length": value}]
    wrong += [{**race, "tallies": {"passes": [value, 1]}}, {**race, "shares": {"0": [[1, value]]}}]
    for one in wrong:
        with pytest.raises(Malformed, match=r"^league: 0: ") as refused:
            read_league({**document, "races": [one]})
        assert "\n" not in str(refused.value)
    assert read_league(document).races == league.races


@pytest.mark.parametrize("key", ["1_0", " 0", "0\n", "٠", "0.0", "-1", "", "x", "9" * 5000])
def test_seats_and_drivers_are_numbered_in_plain_digits(key: str) -> None:
    league = a_league("AB")
    run(league, "1-1-1-1-1", "AB")
    document = to_document(league)
    for given in ({"shares": {key: [[1, 1000]]}}, {"luck": {key: [0.5, 0.1]}}):
        with pytest.raises(Malformed, match=r"^league: 0: "):
            read_league({**document, "races": [document["races"][0] | given]})


@pytest.mark.parametrize(
    "change",
    [{"place": math.nan}, {"place": 1.0}, {"place": True}, {"counts": {"won": math.nan}}, {"x": 1}],
    ids=str,
)
def test_the_past_of_a_series_is_whole_or_refused(change: dict[str, Any]) -> None:
    driver = {"name": "A", "setup": {}, "place": 1, "counts": {"won": 1}}
    past = {"course": "Sundae Drive", "race": "log", "drivers": [driver]}
    league = a_league("A")
    run(league, "1-1-1-1-1", "A", raced=past)
    assert read_league(to_document(league)).races[0].raced == past
    league.races[0].raced = {**past, "drivers": [{**driver, **change}]}
    with pytest.raises(Malformed, match=r"race 1-1-1-1-1: raced"):
        read_league(to_document(league))


def test_luck_of_a_file_is_summed_over_the_races_that_count() -> None:
    league = a_league("AB", rounds=3)
    for number, (value, band) in enumerate([(0.25, 0.03), (0.5, 0.04), (9.0, 9.0)], 1):
        run(league, f"{number}-1-1-1-1", "AB", luck={1: (value, band)})
    read = read_league(orjson.loads(orjson.dumps(to_document(league))))
    assert luck_in(read.races, {"3-1-1-1-1"}) == {1: SeasonLuck(0.75, 0.05, 2)}


def test_records_are_of_each_course_and_a_void_race_sets_none() -> None:
    league = a_league("ABC", rounds=2)
    run(league, "1-1-1-1-1", "ABC", tallies={"best_lap": [5, 4, 6], "passes": [1, 7, 3]})
    run(league, "2-1-1-1-1", "BAC", finish=[5, 4, 6], tallies={"best_lap": [3, 4, 6]})
    found = {r.what: (r.value, r.entries) for r in records(league)}
    assert found == {
        "fastest lap": (3, (1,)),
        "fastest race": (4, (2,)),
        "most passes": (7, (2,)),
        "closest finish": (2, (1, 2, 3)),
    }
    league.corrections.append(
        ResultCorrection(race="2-1-1-1-1", entry=0, do="void", reason="no dice")
    )
    assert {r.what: r.value for r in records(league)}["fastest race"] == 10


def test_head_to_head_and_form_of_a_driver() -> None:
    league = a_league("ABC", rounds=2)
    run(league, "1-1-1-1-1", "ABC")
    run(league, "2-1-1-1-1", "BA")
    met = {m.other: (m.met, m.ahead, m.behind) for m in head_to_head(league, 1)}
    assert met == {2: (2, 1, 1), 3: (1, 1, 0)}
    assert [drive.place for drive in drives(league, 1)] == [1, 2]


def test_who_wins_more_is_rated_higher() -> None:
    league = a_league("ABC", rounds=4)
    for number in range(1, 5):
        run(league, f"{number}-1-1-1-1", "BAC")
    assert [rating.entry for rating in ratings(league)] == [2, 1, 3]
    assert {rating.races for rating in ratings(league)} == {4}


def test_tables_are_csv_and_no_name_is_a_formula() -> None:
    league = a_league("AB")
    league.entries[0].name = "=1+1"
    run(league, "1-1-1-1-1", "B")
    written = standings_csv(league, 0, None)
    assert written.startswith("\ufeff"), "else Excel takes UTF-8 for its own code page"
    rows = list(csv.DictReader(io.StringIO(written[1:])))
    assert [(row["place"], row["driver"], row["points"]) for row in rows] == [
        ("1", "B", "10"),
        ("2", "'=1+1", "0"),
    ]
    assert next(csv.DictReader(io.StringIO(results_csv(league)[1:])))["driver"] == "B"


def test_calendar_feed_is_valid_icalendar() -> None:
    league = a_league("AB", rounds=2, time_zone="America/New_York")
    league.rounds[0].opens, league.rounds[0].closes = "2030-05-31T20:00", "2030-06-02T20:00"
    read = icalendar.Calendar.from_ical(calendar_file(league, "abc", "http://here/league/abc"))
    (event,) = read.walk("VEVENT")
    assert event["uid"] == "abc-1-1@wreckoning"
    assert event.decoded("dtstart").isoformat() == "2030-06-01T00:00:00+00:00"
    assert "round 1, Sundae Drive" in str(event["summary"])


def test_the_feed_tells_results_and_corrections() -> None:
    league = a_league("AB")
    run(league, "1-1-1-1-1", "BA")
    league.rounds[0].opened, league.rounds[0].closed = 1000.0, 2000.0
    league.corrections.append(
        ResultCorrection(
            race="1-1-1-1-1", entry=2, do="points", value=-5, reason="<late>", at=3000.0
        )
    )
    feed = ElementTree.fromstring(news_feed(league, "http://here/league/abc", 3000.0))
    atom = "{http://www.w3.org/2005/Atom}"
    texts = [entry.findtext(f"{atom}content") for entry in feed.iter(f"{atom}entry")]
    assert texts[0] == "B gets -5 points. Reason: <late>"
    assert "B won on Sundae Drive" in str(texts[1])


def large_league(drivers: int, rounds: int) -> League:
    """Ten to a table, in an order that changes from round to round."""
    league = a_league("A", rounds=rounds, points=TEN)
    league.entries = [
        LeagueEntry(number=n, name=f"Driver {n}", bot="rookie") for n in range(1, drivers + 1)
    ]
    for number in range(1, rounds + 1):
        for group in range(drivers // 10):
            entries = [1 + (group * 10 + at * number) % drivers for at in range(10)]
            places = [1 + (at + number) % 10 for at in range(10)]
            if len(set(entries)) < 10:
                entries = [1 + group * 10 + at for at in range(10)]
            columns = {"best_lap": places, "passes": places, "turns": places}
            league.races.append(
                LeagueRace(
                    f"{number}-1-1-{group + 1}-1",
                    "rtd",
                    "Sundae Drive",
                    "log",
                    entries,
                    places,
                    places,
                    places,
                    20,
                    columns,
                )
            )
    return league


def calls_to_open(text: bytes) -> int:
    """How many functions are called to read a league and work out its standings."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        standings(read_league(orjson.loads(text)), 0)
    finally:
        sys.setprofile(None)
    return calls


def test_the_work_to_open_a_league_grows_with_its_races_only() -> None:
    some, many = (large_league(*size) for size in ((125, 25), (500, 100)))
    share = len(many.races) / len(some.races)
    a_few, a_lot = (calls_to_open(orjson.dumps(to_document(one))) for one in (some, many))
    assert a_lot < a_few * share
