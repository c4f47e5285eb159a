"""Deadlines by post: quiet hours, days off, holidays, and a deadline for each asked seat."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import hypothesis
import hypothesis.strategies as st
import pytest
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import insert
from tests.table.campaigning import Played, to_the_game
from tests.table.devices import Device
from tests.table.hosting import Hosted, hosting
from tests.table.house import run
from tests.table.postgres import Postgres
from tests.table.serving import make_table, start
from tests.table.sitting import Sitting

from wreckoning.server.campaigns.service import CampaignService
from wreckoning.server.live.saving import profiles_of, set_deadline
from wreckoning.server.live.service import TableService
from wreckoning.server.store import schema
from wreckoning.server.store.rows import table_row
from wreckoning.table.deadlines import (
    DAY,
    HOUR,
    MOST_MOVED,
    USUAL,
    Deadlines,
    GivenRhythm,
    Rhythm,
    SeatDeadline,
    SeatHoliday,
    deadline_of,
    free_from,
    quiet_since,
)
from wreckoning.table.identity import secret_digest
from wreckoning.table.models import Days, Live
from wreckoning.table.profile_messages import ProfileSettings
from wreckoning.table.racing import expire
from wreckoning.table.replies import Result
from wreckoning.table.table import Table

NIGHTS = Rhythm.model_validate(
    {"zone": "Europe/Berlin", "quiet": {"since": "22:00", "until": "07:00"}}
)
WEEK_OFF = Rhythm.model_validate(
    {"zone": "Europe/Berlin", "holidays": [{"first": "2027-05-10", "last": "2027-05-16"}]}
)
BY_POST: dict[str, Any] = {"kind": "days", "days": 2}


def at(text: str, zone: str = "Europe/Berlin") -> float:
    """Seconds since 1970 of a local time."""
    return datetime.datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def days(number: int, **more: Any) -> Days:
    return Days(kind="days", days=number, **more)


def due(pace: Days, asked: str, rhythm: Rhythm, spent: float = 0.0) -> SeatDeadline:
    return deadline_of(pace, at(asked), rhythm, spent)


@pytest.mark.parametrize(
    ("moment", "free"),
    [
        ("2027-05-31T21:59", "2027-05-31T21:59"),
        ("2027-05-31T22:00", "2027-06-01T07:00"),
        ("2027-06-01T06:59", "2027-06-01T07:00"),
        ("2027-06-01T07:00", "2027-06-01T07:00"),
        ("2027-03-28T01:30", "2027-03-28T07:00"),  # clocks go forward at 2
        ("2027-10-31T01:30", "2027-10-31T07:00"),  # clocks go back at 3
    ],
)
def test_deadline_moves_to_the_end_of_quiet_hours(moment: str, free: str) -> None:
    assert free_from(NIGHTS, at(moment)) == at(free)


def test_quiet_hours_in_the_day_and_a_weekend_off() -> None:
    rhythm = Rhythm.model_validate(
        {"quiet": {"since": "09:00", "until": "17:30"}, "days_off": [5, 6]}
    )
    saturday, monday = at("2027-05-29T08:00", "UTC"), at("2027-05-31T00:00", "UTC")
    assert free_from(rhythm, saturday) == monday
    assert free_from(rhythm, monday + 9 * HOUR) == monday + 17.5 * HOUR
    assert quiet_since(rhythm, monday + 10 * HOUR) == monday + 9 * HOUR
    assert quiet_since(NIGHTS, at("2027-06-01T03:00")) == at("2027-05-31T22:00")
    assert quiet_since(NIGHTS, at("2027-06-01T12:00")) is None


@hypothesis.given(
    st.sampled_from(["Africa/Cairo", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Tehran"]),
    st.times(),
    st.integers(1, 720),
    st.lists(st.integers(0, 6), max_size=3),
    st.floats(at("2000-01-01T00:00"), at("2037-12-31T00:00")),
)
@hypothesis.settings(max_examples=200)
def test_no_zone_keeps_a_deadline_for_ever(
    zone: str, since: datetime.time, length: int, off: list[int], moment: float
) -> None:
    minutes = since.hour * 60 + since.minute
    until = (minutes + length) % 1440
    clocks = [f"{one // 60:02}:{one % 60:02}" for one in (minutes, until)]
    quiet = {"since": clocks[0], "until": clocks[1]}
    rhythm = Rhythm.model_validate({"zone": zone, "quiet": quiet, "days_off": off})
    free = free_from(rhythm, moment)
    assert moment <= free < moment + MOST_MOVED
    assert free_from(rhythm, free) == free
    assert quiet_since(rhythm, free) is None


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"zone": "Mars/Base"}, "expected a time zone such as Europe/Berlin"),
        ({"quiet": {"since": "07:00", "until": "22:00"}}, "quiet hours of at most 12 hours"),
        ({"quiet": {"since": "07:00", "until": "07:00"}}, "quiet hours of at most 12 hours"),
        ({"days_off": [0, 1, 2, 3]}, "at most 3 items"),
        ({"holidays": [{"first": "2027-02-30", "last": "2027-03-01"}]}, "a day such as"),
        ({"holidays": [{"first": "2027-03-02", "last": "2027-03-01"}]}, "a last day after"),
        ({"holidays": [{"first": "2027-01-01", "last": "2027-12-31"}]}, "at most 60 days"),
    ],
)
def test_what_cannot_be_a_rhythm_is_refused(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        TypeAdapter(GivenRhythm).validate_python(given)


@pytest.mark.parametrize("zone", ["Mars/Base", "../etc/passwd"])
@pytest.mark.parametrize("day", ["1000-01-01", "9999-12-31"])
def test_a_stored_rhythm_may_be_older_than_the_checks(zone: str, day: str) -> None:
    given = {"zone": zone, "holidays": [{"first": day, "last": day}]}
    rhythm = Rhythm.model_validate(given)
    assert deadline_of(days(2), 0.0, rhythm, 0.0)["due"] == 2 * DAY
    with pytest.raises(ValidationError, match="expected a time zone"):
        TypeAdapter(GivenRhythm).validate_python(given)


def test_clock_stops_during_a_holiday() -> None:
    one = due(days(2), "2027-05-09T12:00", WEEK_OFF)
    assert one["due"] == at("2027-05-18T12:00")
    assert (one["plain"], one["bot"]) == (at("2027-05-11T12:00"), False)
    assert due(days(2), "2027-05-12T12:00", WEEK_OFF)["due"] == at("2027-05-19T00:00")
    assert due(days(2), "2027-05-17T12:00", WEEK_OFF)["due"] == at("2027-05-19T12:00")


def test_race_waits_for_holidays_no_longer_than_it_allows() -> None:
    pace = days(2, holiday_days=3)
    assert due(pace, "2027-05-09T12:00", WEEK_OFF)["due"] == at("2027-05-14T12:00")
    spent = 2 * DAY
    assert due(pace, "2027-05-09T12:00", WEEK_OFF, spent)["due"] == at("2027-05-12T12:00")
    none = due(days(2, holiday_days=0), "2027-05-09T12:00", WEEK_OFF)
    assert none["due"] == none["plain"]


def test_where_a_bot_drives_the_holiday_ends_the_wait() -> None:
    pace = days(2, holidays="bot")
    assert due(pace, "2027-05-09T12:00", WEEK_OFF) == {
        "due": at("2027-05-10T00:00"),
        "plain": at("2027-05-11T12:00"),
        "bot": True,
    }
    assert due(pace, "2027-05-12T09:00", WEEK_OFF)["due"] == at("2027-05-12T09:00")
    assert due(pace, "2027-05-17T00:00", WEEK_OFF)["bot"] is False


def test_live_race_knows_no_quiet_hours() -> None:
    pace, asked = Live(kind="live", seconds=60), at("2027-06-01T03:00")
    assert deadline_of(pace, asked, NIGHTS, 0.0)["due"] == asked + 60


# --- at a table


def posted(**pace: Any) -> tuple[Sitting, dict[str, Rhythm]]:
    """Ann and Bob are asked at once; Bob has quiet hours."""
    table = Sitting("Ann", "Bob", "Cid:rookie", pace=BY_POST | pace)
    for seat, profile in zip(table.game.settings.seats, ("ann", "bob"), strict=False):
        seat.profile = profile
    return table.start(), {"ann": USUAL, "bob": NIGHTS}


def absent(game: Table) -> list[str]:
    return [seat.name for seat in game.settings.seats if seat.driver == "absent"]


def test_each_seat_has_its_own_deadline() -> None:
    table, rhythms = posted()
    game, asked = table.game, at("2027-05-29T23:00")
    set_deadline(game, asked, rhythms)
    assert profiles_of(game) == ["ann", "bob"]
    assert game.deadline == game.deadlines.due("Ann") == asked + 2 * DAY
    assert game.deadlines.due("Bob") == at("2027-06-01T07:00")
    expire(game, asked + 2 * DAY)
    set_deadline(game, asked + 2 * DAY, rhythms)
    assert absent(game) == ["Ann"]
    assert table.asked == [("Bob", "rocket_start")]
    assert game.deadline == at("2027-06-01T07:00")


def test_holiday_costs_what_the_race_waited() -> None:
    table, rhythms = posted(holiday_days=9)
    game, asked = table.game, at("2027-05-09T12:00")
    rhythms["ann"] = WEEK_OFF
    set_deadline(game, asked, rhythms)
    assert game.deadlines.holidays == [SeatHoliday("Ann", "2027-05-10", "2027-05-16")]
    table.answer("Bob", "yes")
    set_deadline(game, asked + DAY, rhythms)
    table.answer("Ann", "yes")
    set_deadline(game, asked + 5 * DAY, rhythms)
    assert game.deadlines.spent == {"Ann": 3 * DAY}


def test_holiday_that_is_withdrawn_does_not_come_free() -> None:
    """Nobody waits longer by changing their holidays again and again."""
    table, rhythms = posted(holiday_days=9)
    game, asked = table.game, at("2027-05-09T12:00")
    set_deadline(game, asked, rhythms | {"ann": WEEK_OFF})
    game.carry_out("deadlines", lambda: ("", Result()))
    set_deadline(game, asked + 5 * DAY, rhythms)
    assert game.deadline == asked + 2 * DAY, "it is over at once"


def test_bot_drives_during_a_holiday_and_leaves_the_wheel() -> None:
    table, rhythms = posted(holidays="bot")
    game, asked = table.game, at("2027-05-12T12:00")
    set_deadline(game, asked, rhythms | {"ann": WEEK_OFF})
    assert game.deadline == asked
    expire(game, asked)
    assert absent(game) == []
    assert table.asked == [("Bob", "rocket_start")]


def test_deadlines_are_stored() -> None:
    table, rhythms = posted()
    set_deadline(table.game, at("2027-05-29T23:00"), rhythms)
    stored = json.loads(table_row(table.game, False, False)["standing"])["deadlines"]
    assert Deadlines.read(stored) == table.game.deadlines
    assert Deadlines.read(None) == Deadlines()


# --- on a server


@pytest.fixture(params=["sqlite", "postgresql"])
def hosted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hosted]:
    if request.param == "sqlite":
        with hosting(tmp_path / "table.db") as server:
            yield server
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    with hosting(postgres.new_database()) as server:
        yield server


def test_deadline_follows_a_changed_rhythm_and_everyone_sees_it(hosted: Hosted) -> None:
    ann = Device(hosted, "Ann")
    made = make_table(hosted, "mine", "rookie", token=ann.token, pace={"kind": "days", "days": 1})
    start(hosted, made)
    play = hosted.get(f"/api/tables/{made.id}")["play"]
    assert [one["by"] for one in play["asked"] if one["seat"] == 0] == [play["deadline"]]
    now = datetime.datetime.now(datetime.UTC)
    first, last = (now + datetime.timedelta(days=n) for n in (0, 2))
    holiday = {"first": f"{first:%Y-%m-%d}", "last": f"{last:%Y-%m-%d}"}
    own = ann.post("/api/profile/change", rhythm={"zone": "UTC", "holidays": [holiday]})
    assert own["rhythm"]["holidays"] == [holiday]
    after = hosted.get(f"/api/tables/{made.id}")["play"]
    assert after["deadline"] > play["deadline"] + DAY
    assert after["holidays"] == [{"who": "Driver 0", **holiday}]
    (race,) = ann.get("/api/profile/races")["races"]
    assert race["deadline"] == after["deadline"]
    assert ann.get("/api/profile")["rhythm"]["zone"] == "UTC"
    twice = {"holidays": [holiday, {"first": holiday["last"], "last": holiday["last"]}]}
    status, problem = ann.refused("POST", "/api/profile/change", rhythm=twice)
    assert (status, "expected holidays that do not overlap" in problem) == (422, True)
    for day in ("2026-W49-1", "20261201", "2026-12-01T00:00", "٢٠٢٦-12-01", "2026-02-30", ""):
        rhythm: dict[str, Any] = {"holidays": [{"first": day, "last": day}]}
        status, problem = ann.refused("POST", "/api/profile/change", rhythm=rhythm)
        assert (status, "expected a day such as 2030-05-31" in problem) == (422, True)
    for time in ("24:00", "2:00", "22:00:00", "22.00", "٢٢:00", "22:60", ""):
        rhythm = {"quiet": {"since": time, "until": "07:00"}}
        status, problem = ann.refused("POST", "/api/profile/change", rhythm=rhythm)
        assert (status, "expected a time such as 22:00" in problem) == (422, True)
    status, problem = ann.refused("POST", "/api/profile/change", rhythm={"zone": "Mars/Base"})
    assert (status, "Europe/Berlin" in problem) == (422, True)


def test_a_game_of_a_campaign_follows_its_players_rhythms(tmp_path: Path) -> None:
    today = datetime.datetime.now(datetime.UTC)
    last = today + datetime.timedelta(days=3)
    holiday = {"first": f"{today:%Y-%m-%d}", "last": f"{last:%Y-%m-%d}"}
    kept = ProfileSettings.model_validate({"rhythm": {"holidays": [holiday]}})
    row = {"id": "ann", "name": "Ann", "colour": "", "settings": kept.model_dump_json()}

    async def does(tables: TableService) -> None:
        with tables.store.engine.begin() as connection:
            connection.execute(insert(schema.profiles), {**row, "created": 0.0, "seen": 0.0})
            device = {"id": "d", "profile_id": "ann", "digest": secret_digest("d.ann"), "name": ""}
            connection.execute(insert(schema.devices), {**device, "created": 0.0, "seen": 0.0})
        players = [{"player": who, "name": f"D{n}"} for n, who in enumerate(("mine", "rookie"))]
        pace = {"kind": "days", "days": 1}
        wanted = {"ruleset": "rally", "title": "Far", "players": players, "pace": pace}
        body = json.dumps({**wanted, "token": "d.ann"}).encode()
        made = await CampaignService(tables).create(body)
        await to_the_game(played := Played(tables, made))
        await played.move(0, do="field", vehicles=[0, 1, 2])
        (game,) = (await played.look(played.tokens[0]))["tables"]
        table = (await tables.live_tables.get(game["table"])).table
        assert [one.who for one in table.deadlines.holidays] == ["D0"]
        assert table.deadline is not None
        assert table.deadline > today.timestamp() + 3 * DAY

    run(tmp_path, does)
