"""Leagues over HTTP: replies match their types, files for other programs, refusals in one line."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from icalendar import Calendar
from tests.cli.run import wreck
from tests.table.hosting import Hosted, hosting
from tests.table.serving import REQUESTS
from tests.table.test_replies import check

from wreckoning.leagues import messages
from wreckoning.server.leagues.luck import keep_luck
from wreckoning.server.workers.review_worker import pack

ROUND = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
TERMS = {
    "points": {"places": [10, 6, 4, 2]},
    "divisions": [{"title": "One", "places": 4}],
    "team_counts": 2,
    "time_zone": "Europe/Berlin",
}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("leagues") / "table.db") as server:
        yield server


def do(hosted: Hosted, league: str, token: str, do: str, **fields: Any) -> dict[str, Any]:
    body = {"request": next(REQUESTS), "token": token, "do": do, **fields}
    found: dict[str, Any] = hosted.post(f"/api/leagues/{league}/do", **body)
    return found


@pytest.fixture(scope="module")
def made(hosted: Hosted) -> dict[str, Any]:
    """A league whose first round is over: three bots, and a person in line."""
    rounds = [ROUND, {**ROUND, "opens": "2090-10-01T20:00"}]
    made: dict[str, Any] = hosted.post("/api/leagues", title="Cup", terms=TERMS, rounds=rounds)
    for name in ("Bolt", "Gasket", "=Spark", "Rivet"):
        do(hosted, made["id"], made["host"], "sign_up", name=name, bot="rookie", team="Tin")
    do(hosted, made["id"], made["host"], "open", round=1)
    race = {"race": "1-1-1-1-1", "entry": 1, "change": "points", "value": -1}
    do(hosted, made["id"], made["host"], "correct", **race, reason="Late start")
    made["ann"] = do(hosted, made["id"], "", "sign_up", name="Ann")["token"]
    return made


def test_replies_about_leagues_match_their_types(hosted: Hosted, made: dict[str, Any]) -> None:
    at = f"/api/leagues/{made['id']}"
    seen = hosted.post(f"{at}/look", tokens=[made["host"], made["ann"]])
    check(messages.LeagueInfo, seen)
    assert (seen["you"]["owner"], seen["you"]["entries"][0]["line"]) == (True, 1)
    parts: dict[str, Any] = {
        "standings": messages.LeagueStandings,
        "standings?division=0": messages.LeagueStandings,
        "calendar": messages.LeagueCalendar,
        "results": messages.LeagueResults,
        "records": messages.LeagueRecords,
        "ratings": messages.LeagueRatings,
        "teams": messages.LeagueTeams,
        "entries": messages.LeagueEntries,
        "drivers/1": messages.LeagueDriver,
    }
    for path, kind in parts.items():
        reply = hosted.get(f"{at}/{path}")
        check(kind, reply)
        assert reply["rows"], path
    check(messages.LeagueCards, hosted.get("/api/leagues?state=running"))
    check(messages.PointsTables, hosted.get("/api/leagues/points"))


def test_a_league_is_sent_to_other_programs(hosted: Hosted, made: dict[str, Any]) -> None:
    at = f"/api/leagues/{made['id']}"
    rows = list(csv.reader(io.StringIO(hosted.http.get(f"{at}/standings.csv").text[1:])))
    assert rows[0][:2] == ["place", "driver"]
    assert "'=Spark" in [row[1] for row in rows]
    assert len(list(csv.reader(io.StringIO(hosted.http.get(f"{at}/results.csv").text)))) == 5
    answer = hosted.http.get(f"{at}/calendar.ics")
    assert answer.headers["content-type"].startswith("text/calendar")
    [event] = Calendar.from_ical(answer.text).walk("VEVENT")
    assert event["url"] == f"{hosted.address}/league/{made['id']}"
    feed = ElementTree.fromstring(hosted.http.get(f"{at}/feed.atom").text)
    atom = "{http://www.w3.org/2005/Atom}"
    titles = [entry.findtext(f"{atom}title") for entry in feed.iter(f"{atom}entry")]
    assert "A result of race 1-1-1-1-1" in titles
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{atom}link")}
    assert hosted.http.get(str(links["self"])).status_code == 200


def test_luck_of_reviewed_races_stands_in_the_standings(hosted: Hosted) -> None:
    rounds, tables = [ROUND, ROUND, ROUND], hosted.app.state.serving.tables
    made = hosted.post("/api/leagues", title="Luck", terms=TERMS, rounds=rounds)
    at = f"/api/leagues/{made['id']}"
    for name in ("Bolt", "Gasket", "Spark", "Rivet"):
        do(hosted, made["id"], made["host"], "sign_up", name=name, bot="rookie")

    def lucks() -> dict[str, Any]:
        reply = hosted.get(f"{at}/standings")
        check(messages.LeagueStandings, reply)
        return {row["name"]: row["luck"] for row in reply["rows"]}

    def table() -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(hosted.http.get(f"{at}/standings.csv").text[1:])))

    def review(race: dict[str, Any], *given: float) -> None:
        drivers = [{"luck": {"value": value, "band": 0.03}} for value in given]
        tables.store.keep_review(race["table"], 10.0, pack({"drivers": drivers}), keep_luck)

    for number in (1, 2, 3):
        do(hosted, made["id"], made["host"], "open", round=number)
    assert lucks() == dict.fromkeys(("Bolt", "Gasket", "Spark", "Rivet"))
    assert "luck" not in table()[0]
    third, second, first = hosted.get(f"{at}/results")["rows"]
    review(first, 0.9, 0.9, 0.9, 0.9)
    review(first, 0.4, 0.3, -0.2, -0.5)  # a longer look
    review(second, 0.1, 0.1, 0.1, 0.1)
    review(third, 0.7, 0.7, 0.7, 0.7)
    void = {"race": third["race"], "change": "void", "reason": "A wrong course"}
    do(hosted, made["id"], made["host"], "correct", **void)
    band = round(0.03 * 2**0.5, 4)
    found = lucks()
    assert found["Bolt"] == {"value": 0.5, "band": band, "races": 2}
    assert found["Rivet"] == {"value": -0.4, "band": band, "races": 2}
    row = next(row for row in table() if row["driver"] == "Rivet")
    told = [row[name] for name in ("races", "luck", "luck band", "reviewed races")]
    assert told == ["2", "-0.4", str(band), "2"]


def test_a_leagues_file_is_one_for_the_terminal(
    hosted: Hosted, made: dict[str, Any], tmp_path: Path
) -> None:
    packed, there = tmp_path / "packed.json", tmp_path / "there.json"
    packed.write_text(json.dumps(hosted.get(f"/api/leagues/{made['id']}/file")))
    assert wreck("league", "import", str(packed), str(there)).status == 0
    told = wreck("league", "verify", str(there))
    assert "1 race replayed" in told.out
    back = hosted.post("/api/leagues", document=json.loads(there.read_text()))
    ours, theirs = (
        hosted.get(f"/api/leagues/{one}/standings")["rows"] for one in (made["id"], back["id"])
    )
    assert ours == theirs


BAD: list[tuple[dict[str, Any], str]] = [
    ({"rounds": []}, "rounds: expected at least one"),
    ({"rounds": [{**ROUND, "ruleset": "chess"}]}, "chess"),
    ({"rounds": [{**ROUND, "courses": ["../secret"]}]}, "round 1: course"),
    ({"rounds": [{**ROUND, "opened": 5.0}]}, "expected a round that has not opened"),
    ({"rounds": [{**ROUND, "opens": "tomorrow"}]}, "opens"),
    ({"rounds": [{**ROUND, "opens": "2020-01-01T20:00"}]}, "round 1: opens: expected a date"),
    ({"rounds": [ROUND], "terms": {**TERMS, "time_zone": "Mars"}}, "time_zone: expected a time"),
    ({"document": {"form": "other"}}, "expected a league's file"),
    ({"rounds": [{**ROUND, "options": {"no_such": "on"}}]}, "no_such"),
]


@pytest.mark.parametrize(("wanted", "said"), BAD)
def test_a_wrong_league_is_refused_in_one_line(
    hosted: Hosted, wanted: dict[str, Any], said: str
) -> None:
    answer = hosted.http.post("/api/leagues", json=wanted)
    assert answer.status_code in (409, 404, 422), answer.text
    text = answer.json()["error"]["text"]
    assert said in text
    assert "\n" not in text


def test_a_page_beyond_the_last_is_refused(hosted: Hosted, made: dict[str, Any]) -> None:
    for part in ("standings", "calendar", "results", "entries", "ratings", "records"):
        answer = hosted.http.get(f"/api/leagues/{made['id']}/{part}?page=9")
        assert answer.status_code == 422
        assert answer.json()["error"]["text"] == "page: expected 1 to 1, found 9"
    assert hosted.http.get("/api/leagues/nosuch/standings").status_code == 404
