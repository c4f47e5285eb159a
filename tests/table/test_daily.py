"""The race of the day: once for each profile, with dice that are told when the day is over."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.table.devices import Device
from tests.table.hosting import Hosted, hosting
from tests.table.serving import REQUESTS, Browser

from wreckoning.core.fair import commitment, face
from wreckoning.core.logs.log_file import read_log
from wreckoning.core.ruleset import rulesets
from wreckoning.server import daily, days

NOON = datetime.datetime(2026, 11, 24, 12, tzinfo=datetime.UTC).timestamp()
A_DAY = 24 * 3600
TODAY, TOMORROW = "2026-11-24", "2026-11-25"


@pytest.fixture
def hosted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosted]:
    """A server at noon of that day."""
    with hosting(tmp_path / "table.db") as server:
        at(NOON, server, monkeypatch)
        yield server


def at(now: float, server: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock."""
    monkeypatch.setattr(days, "now", lambda: now)
    server.app.state.serving.tables.clock = lambda: now


def races(driver: Device, name: str) -> str:
    made: str = driver.post("/api/daily", name=name, token=driver.token)["table"]
    return made


def drive(driver: Device, table: str, option: int = 0) -> None:
    """Answer with the same option again and again, to the end of the race."""
    line = Browser(driver.hosted, table, [driver.token])
    while (menu := line.asked()) is not None:
        line.answered(line.answer(menu, option))
    line.close()


@pytest.mark.slow
def test_everyone_races_on_the_same_course_with_the_same_dice(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, cid = (Device(hosted, name) for name in ("Ann", "Bob", "Cid"))
    page = ann.get("/api/daily")
    assert (page["day"], page["ends"], page["own"]) == (TODAY, NOON + A_DAY / 2, None)
    assert page["secret"] is None
    assert ann.refused("GET", f"/api/daily?day={TOMORROW}")[0] == 404

    first, second = races(ann, "Ann"), races(bob, "Bob")
    assert first != second
    assert races(ann, "Eve") == first, "once for each profile"
    drive(ann, first)
    drive(bob, second, 1)
    assert races(ann, "Ann") == first, "nor again when it is over"
    assert ann.get("/api/daily")["own"] == {"table": first, "state": "over"}

    # While the day lasts nothing gives the dice away, and only finishers see how others drove.
    shown = hosted.get(f"/api/tables/{first}")["table"]
    assert (shown["day"], shown["listed"], shown["fair"]["secret"]) == (TODAY, False, None)
    assert not shown["hints"]
    refused = ann.refused("GET", f"/api/tables/{first}/log")
    assert (refused[0], "when the day is over" in refused[1]) == (409, True)
    results = ann.get("/api/daily")["results"]
    assert sorted(one["name"] for one in results) == ["Ann", "Bob"]
    assert {one["table"] for one in results} == {first, second}
    assert [one["name"] for one in results if one["mine"]] == ["Ann"]
    ranks = [(one["rank"], one["place"], one["turns"]) for one in results]
    assert ranks == sorted(ranks)
    assert [one["table"] for one in cid.get("/api/daily")["results"]] == [None, None]

    late = races(cid, "Cid")
    at(NOON + A_DAY, hosted, monkeypatch)
    drive(cid, late)
    told = cid.get("/api/daily", day=TODAY)
    assert {one["name"] for one in told["results"]} == {"Ann", "Bob"}, "Cid was too late"
    assert commitment(told["secret"]) == page["commitment"]
    assert cid.get("/api/daily")["commitment"] == page["following"], "fixed a day ahead"
    logs = [read_log(hosted.http.get(f"/api/tables/{each}/log").text) for each in (first, second)]
    for log in logs:
        assert log.secret == told["secret"]
        for number, (question, sides, rolled) in enumerate(dice_of(log)):
            texts = log.header["fair"]["texts"]
            match = f"race of the day {TODAY}"
            assert rolled == face(told["secret"], match, texts, number, question, sides)
    assert len({str(log.header["course"]) for log in logs}) == 1
    assert races(cid, "Cid") not in (first, second, late), "another day, another race"


def dice_of(log: Any) -> list[tuple[str, int, int]]:
    """The question, sides and face of each roll."""
    return [
        (entry["ask"], entry["of"], int(entry["answer"])) for entry in log.entries if "of" in entry
    ]


def test_race_of_the_day_needs_a_profile_and_its_own_driver(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Device(hosted).refused("POST", "/api/daily", name="Ann", token="")[0] == 403
    ann, bob = Device(hosted, "Ann"), Device(hosted, "Bob")
    table = races(ann, "")
    assert hosted.get(f"/api/tables/{table}")["table"]["seats"][0]["name"] == "You"
    request = {"request": next(REQUESTS), "token": ann.token, "seat": 0, "player": "rookie"}
    status, why = ann.refused("POST", f"/api/tables/{table}/hand_over", **request)
    assert (status, "drive the race of the day yourself" in why) == (409, True)
    status, why = ann.refused("POST", f"/api/tables/{table}/fork", number=0, token=ann.token)
    assert (status, "wait until the day is over" in why) == (409, True)
    drawn = bob.get("/api/daily")["commitment"]
    drive(ann, table)
    at(NOON + A_DAY, hosted, monkeypatch)
    fork = hosted.post(f"/api/tables/{table}/fork", number=0)["id"]
    forked = hosted.get(f"/api/tables/{fork}")["table"]
    assert forked["day"] == ""
    assert forked["fair"]["commitment"] != drawn, "other dice"


def test_all_games_and_courses_have_their_day() -> None:
    drawn = [
        daily._draw((datetime.date(2026, 1, 1) + datetime.timedelta(days=n)).isoformat())
        for n in range(200)
    ]
    courses = {(game.key, name) for game in rulesets() for name in game.course_names()}
    assert {(terms.ruleset, terms.course) for terms in drawn} == courses
    assert len({terms.secret for terms in drawn}) == len(drawn)
    assert {drawn[0].race_of("ann")} & {drawn[1].race_of("ann"), drawn[0].race_of("bob")} == set()
