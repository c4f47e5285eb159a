"""Dates, times and zones that people type: understood or refused whole, in the same words."""

from __future__ import annotations

from pathlib import Path

import pytest
from icalendar import Calendar
from tests.cli.run import refused

from wreckoning.core.documents import Json
from wreckoning.leagues.feeds import calendar_file, news_feed
from wreckoning.leagues.model import AS_STORED, Head, unchecked
from wreckoning.table.dates import (
    FIRST,
    LAST,
    as_local,
    check_day,
    check_local,
    check_zone,
    read_moment,
    seconds_of,
)

NO_TIMES = [
    *("", " ", "today", "2030-05-31", "20:00", "2030-05-31 20:00", " 2030-05-31T20:00"),
    *("2030-05-31T20:00\n", "2030-05-31T20:00:00", "2030-05-31T20:00Z", "2030-05-31T20"),
    *("2030-10-01T20:00-07:00", "2030-05-31T20:00+02", "2030-05-31T24:00", "2030-05-31T20:60"),
    *("2030-02-30T20:00", "2029-02-29T20:00", "2030-13-01T20:00", "2030-00-01T20:00"),
    *("2030-W22-5T20:00", "20300531T2000", "2030-151T20:00", "30-05-31T20:00", "2030-5-31T20:00"),
    *("٢٠٣٠-٠٥-٣١T٢٠:٠٠", "２０３０-05-31T20:00", "2030-05-31t20:00", "2030-05-31T20:00 UTC"),
    *("0000-01-01T00:00", "0001-01-01T00:00", "1970-12-31T23:59", f"{LAST + 1}-01-01T00:00"),
    *("9999-12-31T23:59", "10000-01-01T00:00", "-2030-05-31T20:00", "2030-05-31T20:00" * 99),
]
NO_ZONES = [
    *("", " ", "Mars/Base", "europe/berlin", "EUROPE/BERLIN", "Europe/Berlin ", "Europe/Berlin\n"),
    *("../etc/passwd", "/etc/passwd", "/etc/localtime", "posix/Europe/Berlin", "+02:00", "UTC+2"),
    *("right/Europe/Berlin", "posixrules", "localtime", "Europe", "Europe/", ".", "zone.tab"),
    *("Europe/Berlin\x00", "Europe\\Berlin", "é", "A" * 5000, "CEST", "zone1970.tab"),
]


@pytest.mark.parametrize("text", NO_TIMES)
def test_a_local_time_is_whole_or_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a local time such as") as found:
        check_local(text)
    assert len(str(found.value)) < 240
    assert "\n" not in str(found.value)
    assert seconds_of(text, "UTC") is None


@pytest.mark.parametrize("text", [*NO_TIMES[:20], "2030-02-30", "٢٠٣٠-٠٥-٣١", "9999-12-31"])
def test_a_day_is_whole_or_refused(text: str) -> None:
    if text != "2030-05-31":
        with pytest.raises(ValueError, match=r"^expected a day such as"):
            check_day(text)


@pytest.mark.parametrize("text", [text for text in NO_TIMES if text[16:17] not in ("Z", "-")])
def test_a_moment_has_its_offset_or_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a time with its offset"):
        read_moment(text)


def test_offsets_are_understood_where_a_moment_is_expected() -> None:
    assert read_moment("2030-10-01T20:00-07:00") == read_moment("2030-10-02T03:00Z")
    assert read_moment("2030-10-01T20:00+00:00") == seconds_of("2030-10-01T20:00", "UTC")


@pytest.mark.parametrize("name", NO_ZONES)
def test_a_zone_is_an_exact_name_or_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a time zone such as Europe/Berlin") as found:
        check_zone(name)
    assert len(str(found.value)) < 200


@pytest.mark.parametrize("name", ["UTC", "Europe/Berlin", "CET", "EST5EDT", "Etc/GMT+12"])
def test_each_name_of_the_database_is_a_zone(name: str) -> None:
    assert check_zone(name) == name
    for year in (FIRST, LAST):
        assert seconds_of(f"{year}-06-01T12:00", name)


def test_a_zone_in_other_letters_is_suggested() -> None:
    with pytest.raises(ValueError, match='did you mean "Europe/Berlin"'):
        check_zone("europe/berlin")


@pytest.mark.parametrize("text", [text for text in NO_TIMES if text])
def test_the_terminal_and_files_refuse_the_same_with_the_same_words(
    tmp_path: Path, text: str
) -> None:
    said = refused("league", "new", "l.json", f"--opens={text}", folder=tmp_path)
    with pytest.raises(ValueError, match="expected") as words:
        check_local(text)
    assert said == f"--opens: {words.value}"
    document = stored()
    document["rounds"][0]["opens"] = text
    with pytest.raises(ValueError, match="expected") as found:
        Head.model_validate(document)
    assert str(words.value) in str(found.value)


def stored() -> Json:
    """A league as a document."""
    plan = {"ruleset": "rtd", "courses": ["sundae_drive"]}
    terms = {"points": {"places": [1]}, "divisions": [{"title": "A"}]}
    found: Json = {"form": "wreckoning league 1", "title": "T", "terms": terms, "rounds": [plan]}
    return found


@pytest.mark.parametrize(
    ("opens", "every", "number"),
    [
        ("2030-05-31T20:00", "1000000", 2),
        ("2030-05-31T20:00", "99999999999999", 2),
        ("2030-05-31T20:00", "400", 156),
        (f"{LAST}-12-30T20:00", "1", 1),
        (f"{LAST}-12-28T20:00", "1", 3),
    ],
)
def test_dates_too_far_ahead_are_refused(
    tmp_path: Path, opens: str, every: str, number: int
) -> None:
    new = ("league", "new", "l.json", "--opens", opens, "--rounds", "200")
    said = refused(*new, "--every", every, folder=tmp_path)
    assert said == f"--opens: round {number} would close after the year {LAST}"


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Pago_Pago", "Pacific/Kiritimati", "Asia/Tokyo"])
@pytest.mark.parametrize("local", [f"{FIRST}-01-01T00:00", f"{LAST}-12-31T23:59"])
def test_the_first_and_the_last_date_are_shown_as_they_were_typed(local: str, zone: str) -> None:
    document = stored()
    document["terms"]["time_zone"], document["rounds"][0]["opens"] = zone, local
    league = unchecked(Head.model_validate(document))
    moment = seconds_of(local, zone)
    assert moment is not None
    assert as_local(moment, zone).isoformat().startswith(local)
    event = Calendar.from_ical(calendar_file(league, "l", "https://race.example/l")).events[0]
    assert event.start == as_local(moment, "UTC")


@pytest.mark.parametrize("text", [*NO_TIMES, "2030-05-31T20:00"])
@pytest.mark.parametrize("zone", ["UTC", "Mars/Base", "../etc/passwd", "Asia/Tokyo"])
def test_a_stored_league_has_a_calendar_and_a_feed_whatever_its_dates(text: str, zone: str) -> None:
    document = stored()
    head = Head.model_validate(
        {
            **document,
            "terms": {**document["terms"], "time_zone": zone},
            "rounds": [
                {**plan, "opens": text, "closes": text, "opened": 0.0, "closed": 253_402_300_799.0}
                for plan in document["rounds"]
            ],
        },
        context=AS_STORED,
    )
    league = unchecked(head)
    Calendar.from_ical(calendar_file(league, "l", "https://race.example/l"))
    assert b"<feed" in news_feed(league, "https://race.example/l", 1e12)


@pytest.mark.parametrize("seconds", [-1e18, -1.0, 0.0, 1e11, 1e18])
def test_every_moment_can_be_shown(seconds: float) -> None:
    assert FIRST - 1 <= as_local(seconds, "Asia/Tokyo").year <= LAST + 1
