"""Every name and text that others will read passes one rule, whichever way it comes in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.table.hosting import Hosted, hosting
from tests.table.serving import REQUESTS, make_table, start

SEEN = ("Zoe\u0308", "क्\u200dष", "علی\u200cرضا", "👩\u200d🚀 Ann", "O’Brien")
UNSEEN = (
    "\u202eAnn",
    "\u3164",
    "A\u200bnn",
    "\u2800",
    "A\x07",
    "A\u2028B",
    "x" + "\u0300\u0301" * 9,
)
ROUND = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
POINTS = {"title": "Ten", "places": [10, 6]}
TERMS = {"points": POINTS, "divisions": [{"title": "One"}], "classes": ["Pro"], "team_counts": 1}
LEAGUE = {"title": "Cup", "owner": "Eve", "text": "Fun", "terms": TERMS, "rounds": [ROUND]}
SEATS = [{"player": "mine", "name": "Ann"}, {"player": "rookie"}]
NEW_TABLE = {"ruleset": "rtd", "course": "sundae_drive", "seats": SEATS}
CAMPAIGN = {
    "ruleset": "rally",
    "title": "Tour",
    "players": [{"player": "mine", "name": "Ann"}, {"player": "open", "name": "Bob"}],
}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("given") / "table.db") as server:
        yield server


def put(document: Any, path: str, value: str) -> Any:
    """A copy of a document with another value at a place such as `seats.0.name`."""
    copy = json.loads(json.dumps(document))
    *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    place = copy
    for part in way:
        place = place[part]
    place[last] = value
    return copy


def refused(hosted: Hosted, address: str, body: dict[str, Any], where: str) -> None:
    """Send something that must be refused in one line with the words that are the same anywhere."""
    answer = hosted.http.post(address, json=body)
    said = answer.json()["error"]["text"]
    assert answer.status_code == 422, (where, said)
    assert " visible characters, found " in said, (where, said)
    assert said.isprintable(), where


# Where new things are named: the address, the request, and the places of its names and texts
MADE: list[tuple[str, Any, str]] = [
    ("/api/tables", NEW_TABLE, "seats.0.name seats.0.text"),
    ("/api/profile", {"name": "Ann"}, "name"),
    ("/api/campaigns", CAMPAIGN, "title players.0.name players.1.name"),
    (
        "/api/leagues",
        LEAGUE,
        "title owner text terms.points.title terms.divisions.0.title terms.classes.0 "
        "rounds.0.title",
    ),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("address", "body", "places"), MADE, ids=[each[0] for each in MADE])
def test_what_is_made_has_names_that_are_seen(
    hosted: Hosted, address: str, body: Any, places: str
) -> None:
    for place in places.split():
        for text in UNSEEN:
            refused(hosted, address, put(body, place, text), place)
        for text in SEEN:
            answer = hosted.http.post(address, json=put(body, place, text))
            assert answer.status_code == 200, (place, answer.text)


def test_a_seat_has_a_name_and_texts_that_are_seen(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "open", "open", "rookie", options={"referee": "on"})
    at = f"/api/tables/{made.id}"
    own = {"token": made.tokens[0], "seat": 0}
    sent: list[tuple[str, dict[str, Any], str]] = [
        ("claim", {"seat": 1, "name": "Bob", "text": ""}, "name text"),
        ("change", {**own, "name": "Eve", "text": ""}, "name text"),
        ("chat", {"token": made.tokens[0], "text": "Hello"}, "text"),
    ]
    for do, body, places in sent:
        for place in places.split():
            for text in UNSEEN:
                refused(hosted, f"{at}/{do}", put(asked(body), place, text), f"{do} {place}")
    for text in SEEN:
        hosted.post(f"{at}/change", **asked(own | {"name": text}))
        hosted.post(f"{at}/chat", **asked({"token": made.tokens[0], "text": text}))
    assert hosted.get(at)["table"]["seats"][0]["name"] == SEEN[-1]


def test_a_referee_gives_reasons_that_are_seen(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "rookie", options={"referee": "on"})
    start(hosted, made)
    at, version = f"/api/tables/{made.id}", hosted.get(f"/api/tables/{made.id}")["version"]
    own = {"token": made.host, "version": version, "reason": "x"}
    for do, more in (
        ("correct", {"changes": {}}),
        ("skip", {"seat": 0}),
        ("call", {"seat": 0, "target": 4}),
    ):
        for text in UNSEEN:
            refused(hosted, f"{at}/{do}", put(asked({**own, **more}), "reason", text), do)


def test_a_profile_and_a_leagues_driver_have_names_that_are_seen(hosted: Hosted) -> None:
    league = hosted.post("/api/leagues", **LEAGUE)
    at, own = f"/api/leagues/{league['id']}/do", {"token": league["host"]}
    sent: list[tuple[dict[str, Any], str]] = [
        ({"do": "sign_up", "token": "", "name": "Ann", "team": "Red"}, "name team"),
        ({"do": "sign_up", **own, "name": "Bolt", "bot": "rookie"}, "name"),
        ({"do": "change", **own, "title": "Cup", "text": "Fun"}, "title text"),
        ({"do": "change", **own, "points": POINTS}, "points.title"),
        ({"do": "change", **own, "rounds": [{**ROUND, "title": ""}]}, "rounds.0.title"),
        (
            {"do": "correct", **own, "race": "1-1-1-1-1", "change": "void", "reason": "so it is"},
            "reason",
        ),
    ]
    for body, places in sent:
        for place in places.split():
            for text in UNSEEN:
                refused(hosted, at, put(asked(body), place, text), f"{body['do']} {place}")
    for text in SEEN:
        hosted.post(at, **asked({"do": "sign_up", "token": "", "name": text, "team": text}))
    device = hosted.post("/api/profile", name="Ann")["token"]
    for text in (*UNSEEN, *SEEN):
        answer = hosted.http.post(
            "/api/profile/change",
            json={"name": text},
            headers={"authorization": f"Bearer {device}"},
        )
        assert answer.status_code == (200 if text in SEEN else 422)


def test_a_text_of_several_lines_keeps_them(hosted: Hosted) -> None:
    made = hosted.post("/api/leagues", **{**LEAGUE, "text": "One\r\ntwo\n\nthree"})
    seen = hosted.post(f"/api/leagues/{made['id']}/look", tokens=[])
    assert seen["text"] == "One\ntwo\n\nthree"
    table = make_table(hosted, "mine", "rookie")
    body = asked({"token": table.tokens[0], "text": "One\ntwo"})
    refused(hosted, f"/api/tables/{table.id}/chat", body, "chat")


IMPORTED = (
    "title owner text terms.points.title terms.divisions.0.title rounds.0.title entries.0.name "
    "entries.0.team corrections.0.reason races.0.course before.0.divisions.0.drivers.0.name"
)


def test_an_imported_file_has_names_that_are_seen(hosted: Hosted) -> None:
    made = hosted.post("/api/leagues", **LEAGUE)
    at, own = f"/api/leagues/{made['id']}", {"token": made["host"]}
    for name in ("Bolt", "Gasket"):
        hosted.post(f"{at}/do", **asked({"do": "sign_up", **own, "name": name, "bot": "rookie"}))
    hosted.post(f"{at}/do", **asked({"do": "open", **own, "round": 1}))
    of = {"race": "1-1-1-1-1", "change": "void", "reason": "A wrong course"}
    hosted.post(f"{at}/do", **asked({"do": "correct", **own, **of}))
    whole = hosted.get(f"{at}/file?logs=false")
    table = {"title": "One", "drivers": [{"place": 1, "name": "Ann", "points": 9}]}
    whole["before"] = [{"season": 1, "divisions": [table]}]
    for place in IMPORTED.split():
        for text in UNSEEN:
            refused(hosted, "/api/leagues", {"document": put(whole, place, text)}, place)
    alike = put(put(whole, "entries.0.name", "Ann"), "entries.1.name", "\u0410nn")
    said = hosted.http.post("/api/leagues", json={"document": alike}).json()["error"]["text"]
    assert "does not look like 'Ann'" in said
    hosted.post("/api/leagues", document=whole)


def test_an_imported_campaign_has_names_that_are_seen(hosted: Hosted) -> None:
    made = hosted.post("/api/campaigns", **CAMPAIGN)
    whole = hosted.get(f"/api/campaigns/{made['id']}/file")
    for place in ("title", "players.0.name"):
        for text in UNSEEN:
            document = put(whole, place, text)
            refused(hosted, "/api/campaigns", {**CAMPAIGN, "document": document}, place)


def asked(body: dict[str, Any]) -> dict[str, Any]:
    """A command with a request of its own."""
    return {"request": next(REQUESTS), **body}
