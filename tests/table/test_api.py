"""The interface over HTTP: every route, and every refusal in one clear line."""

from __future__ import annotations

import json
import re
import sqlite3
import struct
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from tests.table.hosting import Ear, Hosted, hosting
from tests.table.serving import REQUESTS, Browser, Made, make_table, start

from wreckoning.core.fair import commitment
from wreckoning.core.logs.log_file import read_log, replay
from wreckoning.core.ruleset import find_ruleset, registered
from wreckoning.server.http.routes import pages
from wreckoning.server.limits import Limits, address_key
from wreckoning.table import models

KINDS = {422: "malformed", 400: "malformed", 403: "forbidden", 404: "unknown", 429: "too_many"}
PNG_HEAD = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"  # width and height follow
HTML = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("api") / "table.db") as server:
        yield server


def path_of(made: Made, *rest: str) -> str:
    return "/".join(["/api/tables", made.id, *rest])


def do(hosted: Hosted, made: Made, kind: str, **fields: Any) -> Response:
    """Send a command, with a new request unless one is given."""
    given = {"request": next(REQUESTS), **fields}
    return hosted.http.post(path_of(made, kind), json=given)


def done(hosted: Hosted, made: Made, kind: str, **fields: Any) -> Any:
    """Send a command that must succeed."""
    answer = do(hosted, made, kind, **fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(answer: Response, status: int, kind: str = "") -> str:
    """Check a refusal. Returns its line."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"error"}
    error = answer.json()["error"]
    assert set(error) == {"kind", "text", "rule"}
    assert error["kind"] == (kind or KINDS[status])
    text: str = error["text"]
    assert text.strip()
    assert "\n" not in text
    assert len(text) < 500
    return text


def state(hosted: Hosted, made: Made) -> Any:
    return hosted.get(path_of(made))


def running(hosted: Hosted, *seats: str, **more: Any) -> Made:
    """A race that has begun."""
    made = make_table(hosted, *(seats or ("mine", "mine")), **more)
    start(hosted, made)
    return made


def over(hosted: Hosted, **more: Any) -> Made:
    """A race of bots, at its end."""
    made = make_table(hosted, "rookie", "rookie", **more)
    start(hosted, made)
    assert state(hosted, made)["table"]["state"] == "over"
    return made


def raw(hosted: Hosted, path: str, text: str | bytes) -> Response:
    return hosted.http.post(path, content=text, headers={"content-type": "application/json"})


# --- every route


def test_list_of_rulesets(hosted: Hosted) -> None:
    cards = {card["key"]: card for card in hosted.get("/api/rulesets")}
    assert set(cards) == set(registered())
    assert next(iter(cards)) == "rtd", "the one to begin with comes first"
    card = cards["rtd"]
    assert (card["key"], card["title"], card["seats"]) == ("rtd", "Kart RTD", [2, 12])
    assert "absent" not in card["bots"]
    assert {switch["name"] for switch in card["switches"]} >= {"referee", "carry"}
    assert set(card["setup"]) == {"perk", "debuff"}
    assert {"title", "text", "rule"} <= set(next(iter(card["setup"]["perk"].values())))
    assert [course["key"] for course in card["courses"]] == find_ruleset("rtd").course_names()
    assert (card["minutes"], card["difficulty"]) == ([10, 20], "light")
    assert card["quick"] == {"course": "sundae_drive", "bots": 5}


def test_rulebook_as_html(hosted: Hosted) -> None:
    page = hosted.get("/api/rulesets/rtd/rules")
    numbers = [block["number"] for chapter in page["chapters"] for block in chapter["blocks"]]
    assert {"R1", "R45", "A30"} <= set(numbers)
    assert len({chapter["anchor"] for chapter in page["chapters"]}) == len(page["chapters"])
    assert "<script" not in json.dumps(page)
    refusal(hosted.http.get("/api/rulesets/chess/rules"), 404)


@pytest.mark.parametrize("key", registered())
def test_rules_begin_with_five_minutes_then_rules_then_rulings(hosted: Hosted, key: str) -> None:
    page = hosted.get(f"/api/rulesets/{key}/rules")
    titles = [chapter["title"] for chapter in page["chapters"]]
    assert titles[:2] == ["About these rules", "In five minutes"]
    assert titles[-3:] == ["Sources", "House data", "Version history"]
    blocks = [block for chapter in page["chapters"] for block in chapter["blocks"]]
    letters = [block["number"][0] for block in blocks if block["number"]]
    firsts = letters.index(letters[-1])
    assert len(set(letters[:firsts])) == len(set(letters[firsts:])) == 1, "rules, then rulings"
    assert not any("<img" in block["html"] for block in blocks), "the page draws the board"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", registered())
def test_learning_has_the_turn_in_order_and_a_sentence_for_each_question(
    hosted: Hosted, key: str
) -> None:
    page = hosted.get(f"/api/rulesets/{key}/learning")
    assert [set(step) for step in page["turn"]] == [{"title", "rule", "text", "phases"}] * len(
        page["turn"]
    )
    course = find_ruleset(key).course_names()[0]
    made = make_table(hosted, "mine", "rookie", ruleset=key, course=course)
    start(hosted, made)
    play = hosted.get(path_of(made))["play"]
    assert sum(play["phase"] in step["phases"] for step in page["turn"]) == 1
    asked = Browser(hosted, made.id, [made.tokens[0]]).asked()
    assert asked is not None
    assert page["coach"][asked["ask"]].endswith(".")


def test_first_race_begins_at_once_for_the_profile_that_asks(hosted: Hosted) -> None:
    made = hosted.post("/api/tables/first-race", ruleset="rtd")
    state = hosted.get(f"/api/tables/{made['id']}")
    assert (state["table"]["state"], state["table"]["practice"]) == ("running", True)
    assert state["table"]["listed"] is False
    assert state["table"]["lesson"].endswith(".")
    assert state["play"]["lesson"]["allow"] == ["yes"]
    fields = {"version": state["version"], "seat": 0, "ask": "rocket_start", "answer": "no"}
    token = made["seats"][0]["token"]
    sent = {"request": next(REQUESTS), "token": token, **fields}
    answer = hosted.http.post(f"/api/tables/{made['id']}/answer", json=sent)
    assert "one thing at a time" in refusal(answer, 409, "illegal")
    refusal(hosted.http.post("/api/tables/first-race", json={"ruleset": "chess"}), 422)


def test_learning_of_an_unknown_ruleset(hosted: Hosted) -> None:
    refusal(hosted.http.get("/api/rulesets/chess/learning"), 404)


def test_reference_of_questions_and_events(hosted: Hosted) -> None:
    found = hosted.get("/api/rulesets/rush/reference")
    events = {event["name"]: event for event in found["events"]}
    assert events["shifted"]["rule"] == "N9"
    assert [field["name"] for field in events["shifted"]["fields"]] == ["who", "from", "to"]
    assert {question["name"] for question in found["questions"]} >= {"gear", "heat_die"}
    schemas = hosted.get("/api/openapi.json")["components"]["schemas"]
    assert set(schemas["EventReference"]["properties"]) == set(events["shifted"])
    refusal(hosted.http.get("/api/rulesets/chess/reference"), 404)


def test_list_of_courses(hosted: Hosted) -> None:
    of_all = [
        (card["key"], each["key"])
        for card in hosted.get("/api/rulesets")
        for each in card["courses"]
    ]
    for ruleset, course in of_all:
        shown = hosted.get(f"/api/rulesets/{ruleset}/courses/{course}")
        assert shown["ground"]["shapes"]
        assert shown["features"] is not None
    refusal(hosted.http.get("/api/rulesets/rtd/courses/nowhere"), 404)
    refusal(hosted.http.get("/api/rulesets/chess/courses/sundae_drive"), 404)


@pytest.mark.parametrize("key", registered())
def test_a_game_is_announced_with_a_race_that_starts_at_once(hosted: Hosted, key: str) -> None:
    card = next(card for card in hosted.get("/api/rulesets") if card["key"] == key)
    quick = card["quick"]
    path = f"/api/rulesets/{key}/courses/{quick['course']}/picture.svg"
    picture = hosted.http.get(path)
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(picture.text).get("width") == "1200"
    assert "You" in picture.text
    made = make_table(
        hosted,
        *["mine", *[card["bots"][0]] * quick["bots"]],
        ruleset=key,
        course=quick["course"],
        practice=True,
    )
    assert state(hosted, made)["table"]["state"] == "running"
    refusal(hosted.http.get(path.replace(quick["course"], "nowhere")), 404)


def test_new_table_returns_tokens_and_state(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "open", "rookie", pace={"kind": "live", "seconds": 30})
    assert re.fullmatch("[a-z0-9]{12}", made.id)
    assert list(made.tokens) == [0]
    assert len({made.host, *made.tokens.values()}) == 2
    assert all(len(token) >= 22 for token in (made.host, *made.tokens.values()))
    shown = state(hosted, made)
    assert (shown["type"], shown["version"], shown["play"]) == ("state", 0, None)
    table = shown["table"]
    assert (table["state"], table["pace"]) == ("open", {"kind": "live", "seconds": 30})
    assert [seat["player"] for seat in table["seats"]] == ["person", "open", "rookie"]
    assert table["fair"]["secret"] is None
    assert re.fullmatch("[0-9a-f]{64}", table["fair"]["commitment"])


def test_two_tables_share_no_token_and_no_secret(hosted: Hosted) -> None:
    tables = [make_table(hosted, "mine", "mine") for _ in range(3)]
    for values in zip(
        *[(t.id, t.host, *t.tokens.values()) for t in tables],
        strict=True,
    ):
        assert len(set(values)) == 3
    shown = [state(hosted, made)["table"]["fair"]["commitment"] for made in tables]
    assert len(set(shown)) == 3


def test_lists_of_public_tables_page_by_page(tmp_path: Path) -> None:
    """Open, running and over; public ones only; the latest first, page by page."""
    with hosting(tmp_path / "table.db") as hosted:
        opened = [make_table(hosted, "mine", "open").id for _ in range(26)]
        hidden = make_table(hosted, "mine", "open", listed=False).id
        going = running(hosted).id
        finished = over(hosted).id
        practice = make_table(hosted, "mine", "rookie", practice=True).id
        first = hosted.get("/api/tables")
        second = hosted.get("/api/tables?state=open&offset=24")
        assert (first["more"], second["more"]) == (True, False)
        assert [card["id"] for card in first["tables"] + second["tables"]] == opened[::-1]
        lists = {s: hosted.get(f"/api/tables?state={s}")["tables"] for s in ("running", "over")}
        assert [card["id"] for card in lists["running"]] == [going]
        assert [card["id"] for card in lists["over"]] == [finished]
        assert hidden not in json.dumps([first, second, lists])
        assert practice not in json.dumps([first, second, lists])
        assert first["tables"][0]["open_seats"] == 1
        assert lists["over"][0]["winner"] in lists["over"][0]["names"]
        assert lists["running"][0]["where"]
        assert hosted.get("/api/tables?offset=99999") == {"tables": [], "more": False}


def test_several_tables_in_one_request(hosted: Hosted) -> None:
    """In the order asked for, each once; those that are not there are left out."""
    running, waiting = (
        make_table(hosted, "mine", "mine", "rookie"),
        make_table(hosted, "mine", "open"),
    )
    start(hosted, running)
    asked: list[tuple[str, str | int | float | bool | None]]
    asked = [("id", made) for made in (waiting.id, "nowhere", running.id, waiting.id)]
    answer = hosted.http.get("/api/tables/several", params=asked)
    assert answer.status_code == 200, answer.text
    first, second = answer.json()["tables"]
    assert (first["table"]["id"], second["table"]["id"]) == (waiting.id, running.id)
    assert (first["asked"], first["where"]) == ([], "")
    assert (second["asked"], second["where"]) == ([0, 1], "turn 0, lap 1 of 3")
    assert second["table"] == hosted.get(path_of(running))["table"]
    refusal(hosted.http.get("/api/tables/several", params=asked * 7), 422, "malformed")
    refusal(hosted.http.get("/api/tables/several"), 422, "malformed")


def test_invitation_as_qr_code(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "open")
    answer = hosted.http.get(path_of(made, "invitation.svg"))
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    refusal(hosted.http.get("/api/tables/zzzzzzzzzzzz/invitation.svg"), 404)


def test_log_of_a_race(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "mine")
    assert refusal(hosted.http.get(path_of(made, "log")), 409, "illegal")
    start(hosted, made)
    assert read_log(hosted.http.get(path_of(made, "log")).text).secret is None
    made = over(hosted)
    answer = hosted.http.get(path_of(made, "log"))
    assert answer.headers["content-disposition"].endswith(f'{made.id}.jsonl"')
    log = read_log(answer.text)
    assert log.secret is not None
    assert commitment(log.secret) == state(hosted, made)["table"]["fair"]["commitment"]
    assert replay(log, find_ruleset("rtd")).result() == log.result


def test_replay_of_a_race(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "mine")
    refusal(hosted.http.get(path_of(made, "replay")), 409, "illegal")
    made = over(hosted)
    shown, whole = state(hosted, made), hosted.get(path_of(made, "replay"))
    frames = whole["frames"]
    assert frames[0]["number"] == 0
    assert frames[-1]["number"] == shown["play"]["number"]
    assert [f["number"] for f in frames] == sorted({f["number"] for f in frames})
    assert whole["lines"] == shown["lines"]
    assert frames[-1]["lines"] == len(whole["lines"])
    assert frames[-1]["standings"] == shown["play"]["standings"]
    assert frames[-1]["things"] == shown["play"]["things"]
    assert whole["podium"] == shown["play"]["podium"]
    assert whole["table"]["fair"]["secret"]
    rolls = [roll["number"] for frame in frames for roll in frame["rolls"]]
    assert rolls == list(range(len(rolls)))


def test_result_of_a_finished_race(hosted: Hosted) -> None:
    shown = state(hosted, over(hosted))
    assert [finisher["place"] for finisher in shown["play"]["podium"]] == [1, 2]
    assert shown["play"]["asked"] == []
    assert shown["play"]["deadline"] is None
    assert shown["play"]["headline"]["laps"] > 0


def test_fork_plays_on_from_a_moment(hosted: Hosted) -> None:
    made = over(hosted)
    number = state(hosted, made)["play"]["number"] // 2
    fork = hosted.post(path_of(made, "fork"), number=number)
    assert set(fork) == {"id", "host", "seats"}
    shown = hosted.get(f"/api/tables/{fork['id']}")["table"]
    assert shown["came_from"] == {"table": made.id, "number": number}
    assert shown["state"] == "open"
    hosted.post(f"/api/tables/{fork['id']}/start", request=next(REQUESTS), token=fork["host"])
    assert hosted.get(f"/api/tables/{fork['id']}")["table"]["state"] == "over"
    refusal(hosted.http.post(path_of(made, "fork"), json={"number": 10**6}), 409, "illegal")
    refusal(hosted.http.post(path_of(made, "fork"), json={"number": -1}), 422)
    refusal(hosted.http.post("/api/tables/zzz/fork", json={"number": 0}), 404)


def test_again_makes_the_table_of_the_next_race(hosted: Hosted) -> None:
    made = running(hosted)
    path, mine = path_of(made, "again"), {"tokens": [made.host]}
    refusal(hosted.http.post(path, json=mine), 409, "illegal")
    made = over(hosted)
    path, mine = path_of(made, "again"), {"tokens": [made.host]}
    refusal(hosted.http.post(path), 403, "forbidden")
    first = hosted.http.post(path, json=mine).json()
    second = hosted.http.post(path).json()
    assert first["id"] == second["id"] == state(hosted, made)["table"]["next_table"]
    assert (bool(first["host"]), second["host"]) == (True, "")


def test_every_command_once(hosted: Hosted) -> None:
    """From the lobby to giving up, every command once."""
    made = make_table(hosted, "mine", "open", "open", options={"referee": "on"}, dice="physical")
    mine = {"token": made.tokens[0]}
    bob = done(hosted, made, "claim", seat=1, name="Bob", text="luck")["result"]
    assert bob["seat"] == 1
    bobs = {"token": bob["token"]}
    done(hosted, made, "change", **bobs, seat=1, name="Bobby")
    done(hosted, made, "leave", **bobs, seat=1)
    bobs = {"token": done(hosted, made, "claim", seat=1, name="Bob")["result"]["token"]}
    done(hosted, made, "seat_bot", token=made.host, seat=2, player="rookie")
    done(hosted, made, "start", token=made.host)
    version = state(hosted, made)["version"]
    rocket = {"version": version, "ask": "rocket_start", "answer": "yes"}
    done(hosted, made, "answer", **mine, seat=0, **rocket)
    done(hosted, made, "undo", **mine, seat=0, version=version + 1)
    done(hosted, made, "correct", token=made.host, version=version + 2, changes={}, reason="a slip")
    version = state(hosted, made)["version"]
    done(hosted, made, "answer", **mine, seat=0, **{**rocket, "version": version})
    done(hosted, made, "hand_over", **bobs, seat=1, player="rookie")
    done(hosted, made, "take_back", **bobs, seat=1)
    version = state(hosted, made)["version"]
    roll = {"version": version, "ask": "rocket_check", "answer": "6"}
    done(hosted, made, "answer", **bobs, seat=-1, **roll)
    assert done(hosted, made, "chat", **bobs, text="hello")["result"]["id"] >= 1
    shown = state(hosted, made)
    assert shown["play"]["dice"] == [
        {"sides": 6, "rolls": 1, "faces": [0, 0, 0, 0, 0, 1], "expected": 1 / 6}
    ]
    assert [line["text"] for line in shown["chat"]] == ["hello"]
    assert shown["chat"][0]["name"] == "Bob"
    done(hosted, made, "abandon", token=made.host)
    assert state(hosted, made)["table"]["state"] == "abandoned"


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_orders_of_a_seat_are_given_shown_checked_and_taken_back(hosted: Hosted) -> None:
    made = running(hosted)
    path, mine = path_of(made, "orders"), {"token": made.tokens[0]}
    own: dict[str, Any] = {"headers": bearer(made.tokens[0]), "params": {"seat": 0}}
    assert not hosted.http.get(path, **own).json()["given"]
    text = "order: draft else aggressive; rocket start: no"
    checked = hosted.http.post(f"{path}/check", json={**mine, "seat": 0, "text": text}).json()
    assert [now["label"] for now in checked["now"]] == ["No attempt"]
    wanted = {**mine, "request": next(REQUESTS), "seat": 0, "text": text}
    version = hosted.http.post(path, json=wanted).json()["version"]
    assert hosted.http.post(path, json=wanted).json()["version"] == version
    shown = hosted.http.get(path, **own).json()
    assert shown["checked"]["text"].startswith("order: draft else aggressive\n")
    waited = [one["seat"] for one in state(hosted, made)["play"]["asked"] if not one["answered"]]
    assert waited == [1]
    for token in (made.tokens[1], made.host, "@p", "d.unknown"):
        refusal(hosted.http.get(path, **{**own, "headers": bearer(token)}), 403)
    bad = do(hosted, made, "orders", **mine, seat=0, text="order: jump")
    assert "order: no option 'jump'" in refusal(bad, 422)
    done(hosted, made, "orders", **mine, seat=0, text="")
    assert not hosted.http.get(path, **own).json()["given"]


def test_a_practice_race_starts_at_once(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "rookie", practice=True)
    shown = state(hosted, made)
    assert (shown["table"]["state"], shown["table"]["practice"]) == ("running", True)
    assert shown["play"]["asked"]


def test_health_and_metrics(hosted: Hosted) -> None:
    assert hosted.get("/healthz")["status"] == "ok"
    metrics = hosted.http.get("/metrics")
    assert metrics.headers["content-type"].startswith("text/plain")
    assert "wreck_moves_total" in metrics.text


# --- refusals


@pytest.mark.parametrize(
    ("kind", "fields", "status", "word"),
    [
        ("start", {"token": ""}, 403, "forbidden"),
        ("start", {"token": "x" * 24}, 403, "forbidden"),
        ("claim", {"seat": 0, "name": "Eve"}, 409, "illegal"),
        ("claim", {"seat": 11, "name": "Eve"}, 404, "unknown"),
        ("claim", {"seat": 12, "name": "Eve"}, 422, "malformed"),
        ("claim", {"seat": "1", "name": "Eve"}, 422, "malformed"),
        ("claim", {"seat": True, "name": "Eve"}, 422, "malformed"),
        ("claim", {"seat": 1}, 422, "malformed"),
        ("claim", {"seat": 1, "name": ""}, 422, "malformed"),
        ("claim", {"seat": 1, "name": "x" * 25}, 422, "malformed"),
        ("claim", {"seat": 1, "name": "Eve", "text": "x" * 65}, 422, "malformed"),
        ("claim", {"seat": 1, "name": "Eve", "token": "x"}, 422, "malformed"),
        ("claim", {"seat": 1, "name": "Eve", "setup": {"perk": "x" * 2001}}, 422, "malformed"),
        ("claim", {"seat": 1, "name": "dice"}, 422, "malformed"),
        ("claim", {"seat": 1, "name": "Eve", "request": "short"}, 422, "malformed"),
        ("claim", {"seat": 1, "name": "Eve", "request": "x" * 65}, 422, "malformed"),
        ("claim", {"seat": 1, "name": "Eve", "request": "with blanks"}, 422, "malformed"),
        ("chat", {"token": "", "text": "hi"}, 403, "forbidden"),
        ("chat", {"token": "x" * 24, "text": "hi"}, 403, "forbidden"),
        ("chat", {"token": "x" * 81, "text": "hi"}, 422, "malformed"),
        ("answer", {"token": "", "seat": 0, "ask": "order", "answer": "x"}, 422, "malformed"),
        ("undo", {"token": "", "seat": -3, "version": 0}, 422, "malformed"),
        ("undo", {"token": "", "seat": 0, "version": -1}, 422, "malformed"),
        ("undo", {"token": "", "seat": 0, "version": 2**31}, 422, "malformed"),
        ("correct", {"token": "", "version": 0, "changes": [], "reason": "x"}, 422, "malformed"),
    ],
)
def test_refusals_have_status_and_one_line(
    hosted: Hosted, kind: str, fields: dict[str, Any], status: int, word: str
) -> None:
    made = make_table(hosted, "mine", "open")
    before = state(hosted, made)
    refusal(do(hosted, made, kind, **fields), status, word)
    assert state(hosted, made) == before


@pytest.mark.parametrize(
    ("change", "status", "word"),
    [
        ({"ruleset": "chess"}, 422, "malformed"),
        ({"course": "nowhere"}, 422, "malformed"),
        ({"course": "../../etc/passwd"}, 422, "malformed"),
        ({"options": {"carry": "7"}}, 422, "malformed"),
        ({"options": {str(n): "x" for n in range(41)}}, 422, "malformed"),
        ({"seats": []}, 422, "malformed"),
        ({"seats": [{"player": "mine", "name": "Ann"}]}, 409, "illegal"),
        ({"seats": [{"player": "open"}] * 13}, 422, "malformed"),
        ({"seats": [{"player": "mine", "name": "A"}, {"player": "absent"}]}, 422, "malformed"),
        ({"seats": [{"player": "mine", "name": "A"}, {"player": "x"}]}, 422, "malformed"),
        ({"pace": {"kind": "live", "seconds": 1}}, 422, "malformed"),
        ({"pace": {"kind": "live"}}, 422, "malformed"),
        ({"pace": {"kind": "days", "days": 365}}, 422, "malformed"),
        ({"pace": {"kind": "blitz"}}, 422, "malformed"),
        ({"dice": "loaded"}, 422, "malformed"),
        ({"secret": "00" * 32}, 422, "malformed"),
    ],
)
def test_invalid_new_tables_are_refused(
    hosted: Hosted, change: dict[str, Any], status: int, word: str
) -> None:
    seats = [{"player": "mine", "name": "Ann"}, {"player": "open"}]
    table = {"ruleset": "rtd", "course": "sundae_drive", "seats": seats, **change}
    refusal(hosted.http.post("/api/tables", json=table), status, word)


def test_invalid_answers_are_refused(hosted: Hosted) -> None:
    """From the wrong seat, with a forged token, as the host, not asked, no option, stale, over."""
    made = running(hosted)
    version = state(hosted, made)["version"]
    good = {"version": version, "seat": 0, "ask": "rocket_start", "answer": "no"}
    for token in ("", "x" * 24, made.host, made.tokens[1]):
        refusal(do(hosted, made, "answer", **good, token=token), 403)
    mine = {"token": made.tokens[0]}
    refusal(do(hosted, made, "answer", **{**good, "answer": "maybe"}, **mine), 409, "illegal")
    refusal(do(hosted, made, "answer", **{**good, "seat": 5}, **mine), 404)
    wrong = {**good, "ask": "order"}
    refusal(do(hosted, made, "answer", **wrong, **mine), 409, "not_your_turn")
    done(hosted, made, "answer", **good, **mine)
    refusal(do(hosted, made, "answer", **good, **mine), 409, "stale")
    newer = {**good, "version": version + 1}
    refusal(do(hosted, made, "answer", **newer, **mine), 409, "not_your_turn")
    done(hosted, made, "abandon", token=made.host)
    refusal(do(hosted, made, "answer", **good, **mine), 409, "over")


def test_again_seats_the_sender_as_before(hosted: Hosted) -> None:
    """With a new key to the seat; the others' seats are open until they ask too."""
    made = make_table(hosted, "mine", "mine", "rookie")
    done(hosted, made, "abandon", token=made.host)
    reply = hosted.post(f"/api/tables/{made.id}/again", tokens=[made.tokens[1]])
    ((seat, token),) = [(one["seat"], one["token"]) for one in reply["seats"]]
    assert (seat, token == made.tokens[1]) == (1, False)
    following = Made(reply["id"], reply["host"], {1: token})
    told = hosted.get(f"/api/tables/{following.id}")["table"]["seats"]
    assert [one["player"] for one in told] == ["open", "person", "rookie"]
    again = hosted.post(f"/api/tables/{made.id}/again", tokens=[made.tokens[1]])
    assert again == reply, "a reply that was lost is given once more"
    theirs = {"tokens": [made.tokens[0], made.host]}
    other = hosted.post(f"/api/tables/{made.id}/again", **theirs)
    assert other["id"] == reply["id"]
    assert [one["seat"] for one in other["seats"]] == [0], "who asks later comes along"
    assert hosted.post(f"/api/tables/{made.id}/again", **theirs) == other
    stranger = hosted.post(f"/api/tables/{made.id}/again", tokens=["a stranger's"])
    assert stranger == {"id": reply["id"], "host": "", "seats": []}
    refusal(do(hosted, following, "leave", seat=1, token=made.tokens[1]), 403)
    done(hosted, following, "leave", seat=1, token=token)


def test_unknown_tables_are_not_found(hosted: Hosted) -> None:
    for path in ("zzzzzzzzzzzz", "zzzzzzzzzzzz/log", "zzzzzzzzzzzz/replay"):
        refusal(hosted.http.get(f"/api/tables/{path}"), 404)
    nowhere = Made("zzzzzzzzzzzz", "", {})
    refusal(do(hosted, nowhere, "start", token="x"), 404)
    refusal(hosted.http.post("/api/tables/zzzzzzzzzzzz/again"), 404)
    for name in ("UPPER", "a" * 33, "a%00b", "a%0a", "%2e%2e"):
        refusal(hosted.http.get(f"/api/tables/{name}"), 422)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH"])
def test_unknown_api_paths_are_not_found(hosted: Hosted, method: str) -> None:
    for path in ("/api", "/api/", "/api/nope", "/api/tables/abc/nope/nope", "/api/../api/nope"):
        refusal(hosted.http.request(method, path), 404)
    refusal(hosted.http.post("/api/tables/zzz/nope", json={}), 404)


def test_unknown_methods_are_refused(hosted: Hosted) -> None:
    refusal(hosted.http.delete("/api/tables"), 405, "malformed")
    refusal(hosted.http.put("/api/rulesets"), 405, "malformed")


def test_other_paths_get_the_page_or_its_files(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whatever is not of the interface is the page, which says so if nothing is there.

    Only its own files are given away.
    """
    monkeypatch.setattr(pages, "PAGES", tmp_path / "pages")
    assert hosted.http.get("/").status_code == 503
    (tmp_path / "pages/assets").mkdir(parents=True)
    (tmp_path / "pages/index.html").write_text("the page")
    (tmp_path / "pages/assets/app-1.js").write_text("code")
    (tmp_path / "secret.txt").write_text("secret")
    there, nowhere = ("/", "/rules/rtd", "/new/"), ("/apiary", "/%00", "/" + "x" * 5000, "/new/x")
    for status, paths in ((200, there), (404, nowhere)):
        for path in paths:
            answer = hosted.http.get(path)
            assert (answer.status_code, answer.text) == (status, "the page"), path
            assert answer.headers["cache-control"] == "no-cache"
            assert hosted.http.head(path).status_code == status
    code = hosted.http.get("/assets/app-1.js")
    assert (code.text, "immutable" in code.headers["cache-control"]) == ("code", True)
    refusal(hosted.http.get("/assets/app-2.js"), 404)
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        assert "secret" not in hosted.http.get(path).text
    refusal(hosted.http.post("/", json={}), 405, "malformed")


def test_pages_can_be_installed() -> None:
    """What a browser asks for: a manifest, and each of its icons in the size that it says."""
    public = Path(__file__).parents[2] / "web" / "public"
    assert 'rel="manifest" href="/manifest.json"' in (public / "../index.html").read_text()
    manifest = json.loads((public / "manifest.json").read_text())
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    assert "maskable" in [icon.get("purpose") for icon in manifest["icons"]]
    for icon in manifest["icons"]:
        drawn = (public / icon["src"].removeprefix("/")).read_bytes()
        if icon["type"] == "image/png":
            wide, high = map(int, icon["sizes"].split("x"))
            assert drawn[:24] == PNG_HEAD + struct.pack(">II", wide, high)


def test_link_to_a_table_shows_its_state_and_its_board(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What chats read in the head of the page; names cannot break out of it."""
    (tmp_path / "index.html").write_text("<head></head><body>the page</body>")
    monkeypatch.setattr(pages, "PAGES", tmp_path)
    seats = [{"player": "mine", "name": '<b>Ann"'}, {"player": "open"}, {"player": "rookie"}]
    made = Made(
        hosted.post("/api/tables", ruleset="rtd", course="sundae_drive", seats=seats)["id"], "", {}
    )
    answer = hosted.http.get(f"/table/{made.id}")
    facts = dict(re.findall('<meta property="([^"]*)" content="([^"]*)" />', answer.text))
    assert facts["og:title"] == "Sundae Drive · Kart RTD"
    assert facts["og:description"].startswith("&lt;b&gt;Ann&quot; and ")
    assert facts["og:description"].endswith(" are there. 1 of 3 seats is free.")
    assert facts["og:url"] == f"{hosted.address}/table/{made.id}"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.text.endswith("<body>the page</body>")
    picture = hosted.http.get(facts["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.content[:24] == PNG_HEAD + struct.pack(">II", 1200, 630)

    raced = over(hosted)
    page = hosted.http.get(f"/table/{raced.id}/replay").text
    assert re.search('og:description" content="Won by [^"]+ against ', page)
    assert hosted.http.get(path_of(raced, "board.png")).content != picture.content
    refusal(hosted.http.get("/api/tables/zzzzzzzzzzzz/board.png"), 404)


# --- bodies


def test_too_large_bodies_are_refused(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "open")
    large = "x" * (64 * 1024 + 1)
    answer = raw(hosted, path_of(made, "claim"), large)
    assert "at most 65536 bytes" in refusal(answer, 413, "too_many")
    pieces = (b"x" * 10_000 for _ in range(10))
    answer = hosted.http.post(path_of(made, "claim"), content=pieces)
    assert answer.request.headers["transfer-encoding"] == "chunked"
    refusal(answer, 413, "too_many")
    assert hosted.get("/healthz")
    chunked = json.dumps({"request": next(REQUESTS), "seat": 1, "name": "Eve"}).encode()
    headers = {"content-type": "application/json"}
    answer = hosted.http.post(path_of(made, "claim"), content=iter([chunked]), headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        *("", "[]", "null", "{", "nonsense", '"text"', "NaN", "[" * 5000, b"\xff\xfe"),
        '{"request":"request-a","seat":1,"name":' + "9" * 5000 + "}",
    ],
    ids=lambda body: str(body)[:10],
)
def test_unreadable_bodies_are_refused(hosted: Hosted, body: str | bytes) -> None:
    made = make_table(hosted, "mine", "open")
    answer = raw(hosted, path_of(made, "claim"), body)
    assert answer.status_code in (400, 422)
    refusal(answer, answer.status_code)


@pytest.mark.parametrize("sign", ["\x00", "\ud800"])
def test_text_that_cannot_be_stored_is_refused(hosted: Hosted, sign: str) -> None:
    """NUL, and halves of characters, wherever text may stand."""
    made = running(hosted, options={"referee": "on"})
    seat = {"seat": 1, "name": "E"}
    host = {"token": made.host}
    bad: list[tuple[str, dict[str, Any]]] = [
        ("claim", {**seat, "name": f"E{sign}"}),
        ("claim", {**seat, "text": sign}),
        ("claim", {**seat, "setup": {"perk": sign}}),
        ("claim", {**seat, "setup": {sign: "x"}}),
        ("claim", {**seat, "request": f"request-{sign}"}),
        ("chat", {**host, "text": f"hi {sign}"}),
        ("start", {"token": sign}),
        ("answer", {**host, "version": 1, "seat": 0, "ask": sign, "answer": "x"}),
        ("answer", {**host, "version": 1, "seat": 0, "ask": "x", "answer": sign}),
        ("correct", {**host, "version": 1, "reason": "x", "changes": {"turn": sign}}),
        ("correct", {**host, "version": 1, "reason": "x", "changes": {sign: 1}}),
        (
            "correct",
            {**host, "version": 1, "reason": "x", "changes": {"karts": {"0": [sign]}}},
        ),
    ]
    for kind, fields in bad:
        body = json.dumps({"request": next(REQUESTS), **fields})
        refusal(raw(hosted, path_of(made, kind), body), 422)
    seats = [{"player": "mine", "name": sign}, {"player": "open"}]
    for table in (
        {"course": "sundae_drive", "seats": seats},
        {"course": sign, "seats": seats[1:] * 2},
        {"course": "sundae_drive", "seats": seats[1:] * 2, "options": {sign: sign}},
    ):
        refusal(raw(hosted, "/api/tables", json.dumps({"ruleset": "rtd", **table})), 422)
    assert state(hosted, made)["version"] == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "-1e999", str(2**64)])
def test_numbers_that_json_cannot_hold_are_refused(hosted: Hosted, number: str) -> None:
    """JSON has no such number, or has it as another one."""
    made = running(hosted, options={"referee": "on"})
    seats = [{"player": "mine", "name": "Ann"}, {"player": "open"}]
    campaign = {"ruleset": "rally", "title": "Test", "players": seats}
    answer = raw(hosted, "/api/campaigns", json.dumps(campaign))
    known, host = answer.json(), {"token": made.host, "version": 1, "request": next(REQUESTS)}
    ann = {"token": known["seats"][0]["token"], "request": next(REQUESTS)}
    move = {**ann, "seat": 0, "version": 0, "move": {"do": "HERE"}}
    for path, body in (
        (path_of(made, "correct"), {**host, "reason": "x", "changes": {"turn": "HERE"}}),
        (
            path_of(made, "correct"),
            {**host, "reason": "x", "changes": {"karts": [["HERE"]]}},
        ),
        (f"/api/campaigns/{known['id']}/move", move),
        (f"/api/campaigns/{known['id']}/move", {**move, "move": {"do": "join", "name": "HERE"}}),
        ("/api/campaigns", {**campaign, "document": {"dice": ["HERE"]}}),
    ):
        answer = raw(hosted, path, json.dumps(body).replace('"HERE"', number))
        assert "number" in refusal(answer, 422)


@pytest.mark.parametrize("key", ["two\nlines", "\ud800", "x" * 9000])
def test_unknown_keys_are_refused_in_one_line(hosted: Hosted, key: str) -> None:
    made = make_table(hosted, "mine", "open")
    for body in ({"token": made.host, "request": next(REQUESTS), key: 1}, {key: {key: [1]}}):
        refusal(raw(hosted, path_of(made, "start"), json.dumps(body)), 422)
    pace = {"ruleset": "rtd", "course": "sundae_drive", "seats": [], "pace": {"kind": key}}
    refusal(raw(hosted, "/api/tables", json.dumps(pace)), 422)


def test_deeply_nested_corrections_are_refused(hosted: Hosted) -> None:
    made = running(hosted, options={"referee": "on"})
    for nested in ("[" * 900 + "]" * 900, '{"0":' * 900 + "1" + "}" * 900):
        body = {"request": next(REQUESTS), "token": made.host, "version": 9, "reason": "x"}
        text = json.dumps({**body, "changes": {"karts": "HERE"}}).replace('"HERE"', nested)
        refusal(raw(hosted, path_of(made, "correct"), text), 422)


def test_html_in_texts_stays_plain_text(hosted: Hosted) -> None:
    """It comes as it was said, in JSON, and no browser takes it for a page."""
    made = make_table(hosted, "mine", "open")
    token = done(hosted, made, "claim", seat=1, name=HTML[:24], text=HTML)["result"]["token"]
    done(hosted, made, "chat", token=token, text=HTML + "</script>")
    answer = hosted.http.get(path_of(made))
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    shown = answer.json()
    assert shown["table"]["seats"][1]["name"] == HTML[:24]
    assert shown["table"]["seats"][1]["text"] == HTML
    assert shown["chat"][0]["text"] == HTML + "</script>"
    answer = do(hosted, made, "claim", seat=0, name="Eve", setup={HTML: HTML})
    refusal(answer, 409, "illegal")
    other = make_table(hosted, "mine", "open")
    refusal(do(hosted, other, "claim", seat=1, name="Eve", setup={HTML: HTML}), 422)


def test_security_headers_on_every_response(hosted: Hosted) -> None:
    """On pages, on answers, on refusals of every kind."""
    answers = [
        hosted.http.get("/"),
        hosted.http.get("/api/rulesets"),
        hosted.http.get("/healthz"),
        hosted.http.get("/api/nope"),
        hosted.http.get("/api/tables/zzz"),
        raw(hosted, "/api/tables", "{"),
        raw(hosted, "/api/tables", "x" * 70_000),
        hosted.http.delete("/api/tables"),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "script-src" not in policy or "'unsafe-inline'" not in policy.split("script-src")[1]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


def test_large_answers_are_compressed(hosted: Hosted) -> None:
    answer = hosted.http.get("/api/rulesets/rtd/rules")
    assert answer.headers["content-encoding"] == "gzip"


# --- once, whatever happens


def test_a_repeated_request_gets_its_first_reply(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "open", "rookie")
    claim = {"request": next(REQUESTS), "seat": 1, "name": "Bob"}
    first = done(hosted, made, "claim", **claim)
    assert done(hosted, made, "claim", **claim) == first
    refusal(do(hosted, made, "claim", seat=1, name="Bob"), 409, "illegal")
    start(hosted, made)
    version = state(hosted, made)["version"]
    answer = {"request": next(REQUESTS), "token": made.tokens[0], "version": version, "seat": 0}
    answer |= {"ask": "rocket_start", "answer": "no"}
    replies = [done(hosted, made, "answer", **answer) for _ in range(3)]
    assert replies == [{"version": version + 1, "result": {}}] * 3
    assert state(hosted, made)["version"] == version + 1
    chat = {"request": next(REQUESTS), "token": made.tokens[0], "text": "once"}
    assert done(hosted, made, "chat", **chat) == done(hosted, made, "chat", **chat)
    assert len(state(hosted, made)["chat"]) == 1


def test_empty_chat_is_refused(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "rookie")
    refusal(do(hosted, made, "chat", token=made.tokens[0], text="  \u3000 "), 422, "malformed")
    done(hosted, made, "chat", token=made.tokens[0], text="  hello ")
    assert [line["text"] for line in state(hosted, made)["chat"]] == ["hello"]


def test_a_repeated_request_gets_its_first_reply_after_a_restart(tmp_path: Path) -> None:
    with hosting(tmp_path / "table.db") as hosted:
        made = make_table(hosted, "mine", "open", "rookie")
        claim = {"request": next(REQUESTS), "seat": 1, "name": "Bob"}
        first = done(hosted, made, "claim", **claim)
        chat = {"request": next(REQUESTS), "token": made.host, "text": "once"}
        said = done(hosted, made, "chat", **chat)
        start(hosted, made)
        before = state(hosted, made)
    with hosting(tmp_path / "table.db") as hosted:
        assert done(hosted, made, "claim", **claim) == first
        assert done(hosted, made, "chat", **chat)["result"] == said["result"]
        after = state(hosted, made)
        assert after == before
        assert [line["text"] for line in after["chat"]] == ["once"]


def test_every_state_survives_a_restart(tmp_path: Path) -> None:
    """Lobby, a group half in, the end, given up: all is shown as before."""
    with hosting(tmp_path / "table.db") as hosted:
        tables = [make_table(hosted, "mine", "open", "rookie", dice="physical")]
        tables += [
            running(hosted),
            over(hosted),
            running(hosted),
            make_table(hosted, "mine", "open"),
        ]
        answer = {"token": tables[1].tokens[1], "seat": 1, "ask": "rocket_start", "answer": "yes"}
        done(hosted, tables[1], "answer", version=1, **answer)
        for given_up in tables[3:]:
            done(hosted, given_up, "abandon", token=given_up.host)
        before = [state(hosted, made) for made in tables]
        logs = [hosted.http.get(path_of(made, "log")).text for made in tables]
    with hosting(tmp_path / "table.db") as hosted:
        assert [state(hosted, made) for made in tables] == before
        assert [hosted.http.get(path_of(made, "log")).text for made in tables] == logs
        done(hosted, tables[1], "undo", token=tables[1].tokens[1], seat=1, version=2)


# --- too much at once


def test_commands_are_rate_limited(tmp_path: Path) -> None:
    """Tables, commands and chat have their rates; who waits may go on."""
    few = Limits(tables=(2, 0.001), chat=(3, 0.001), commands=(20, 0.001))
    with hosting(tmp_path / "table.db", few) as hosted:
        made = make_table(hosted, "mine", "mine")
        other = make_table(hosted, "mine", "mine")
        seats = [{"player": "mine", "name": "Ann"}, {"player": "open"}]
        table = {"ruleset": "rtd", "course": "sundae_drive", "seats": seats}
        answer = hosted.http.post("/api/tables", json=table)
        assert refusal(answer, 429) == "too many new tables at once; wait a moment"
        refusal(hosted.http.post(path_of(made, "fork"), json={"number": 0}), 429)
        refusal(hosted.http.post(path_of(made, "again")), 429)
        for text in "abc":
            done(hosted, made, "chat", token=made.tokens[0], text=text)
        answer = do(hosted, made, "chat", token=made.tokens[0], text="d")
        assert refusal(answer, 429) == "too many messages at once; wait a moment"
        done(hosted, made, "chat", token=made.tokens[1], text="I have said nothing yet")
        answers = [do(hosted, other, "start", token="x") for _ in range(20)]
        assert {answer.status_code for answer in answers} == {403, 429}
        assert refusal(answers[-1], 429) == "too many commands at once; wait a moment"
        assert state(hosted, made)["version"] == 0
        assert hosted.get("/healthz")


def test_requests_are_rate_limited_by_address(tmp_path: Path) -> None:
    """Reads too, by address; the health check stays open."""
    few = Limits(requests=(6, 0.001), replays=(2, 0.001), files=(3, 0.001))
    with hosting(tmp_path / "table.db", few, "127.0.0.1") as hosted:

        def asks(address: str, *paths: str) -> list[int]:
            headers = {"x-forwarded-for": address}
            answers = [hosted.http.get(path, headers=headers) for path in paths]
            for answer in answers:
                if answer.status_code == 429:
                    assert "at once; wait a moment" in refusal(answer, 429, "too_many")
                    assert answer.headers["retry-after"] == "1"
            return [answer.status_code for answer in answers]

        made = running(hosted)
        several = "/api/tables/several?id=" + made.id
        rules = "/api/rulesets/rtd/rules"
        reads = ["/api/tables", path_of(made), several, rules, "/api/nope", "/api/openapi.json"]
        home, cafe = "198.51.100.7", "2001:db8::1"
        assert asks(home, *reads) == [200, 200, 200, 200, 404, 200]
        assert asks(home, *reads, "/metrics") == [429] * 7
        assert hosted.http.post("/api/nope", headers={"x-forwarded-for": home}).status_code == 429
        assert asks(cafe, *[path_of(made, "log")] * 3) == [200, 200, 429]
        more = path_of(made, "replay"), "/api/campaigns/x/file", *reads[:2]
        assert asks(cafe, *more) == [429, 429, 200, 429]
        assert asks("2001:db8::ffff:1", "/api/tables") == [429], "IPv6 is counted by its first half"
        assert asks("2001:db8:0:1::1", "/api/tables") == [200]
        assert asks("::ffff:198.51.100.7", "/api/tables") == [429], "an IPv4 address"
        assert 429 not in asks(home, "/", "/", "/favicon.svg")
        assert asks(home, "/", "/table/x") == [429, 429]
        assert asks(home, *["/healthz"] * 20) == [200] * 20


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("unknown", "unknown"),
        ("x" * 999, "x" * 64),
        ("", ""),
    ],
)
def test_rate_limit_key_of_an_address(address: str, key: str) -> None:
    assert address_key(address) == key


def test_honest_rates_are_within_the_limits() -> None:
    """Thirty browsers behind one address that load all pages, or come again after a restart."""
    limits, files = Limits(), len([*pages.PAGES.glob("assets/*")]) or 30
    assert 30 * files <= limits.files[0]
    assert limits.requests[0] >= 30 * 10
    assert limits.replays[0] >= 30
    assert limits.commands[1] <= limits.requests[1], "commands are requests, too"


def test_the_limits_are_set_by_default() -> None:
    limits = Limits()
    assert limits.body <= 64 * 1024
    assert max(limits.tables[0], limits.chat[0], limits.commands[0]) <= 200
    assert limits.watchers_per_table <= 200


# --- nothing that opens a seat or foretells a die is sent to others


def test_no_token_and_no_secret_is_sent_to_others(tmp_path: Path) -> None:
    """All that anybody can see of a table, before, during and after a race, by every way."""
    file = tmp_path / "table.db"
    with hosting(file) as hosted:
        long = {"course": "midnight_menagerie", "options": {"referee": "on"}}
        made = make_table(hosted, "mine", "open", "rookie", **long)
        watcher = Ear(hosted, made.id, [])
        heard = watcher.texts
        claim = {"request": next(REQUESTS), "seat": 1, "name": "Bob", "text": "luck"}
        bob = done(hosted, made, "claim", **claim)["result"]["token"]
        with closing(sqlite3.connect(file)) as database:
            (secret, settings), *_ = database.execute("SELECT secret, settings FROM tables")
        kept = json.loads(settings)
        private = [made.host, made.tokens[0], bob, kept["host"], str(kept["bot_seed"])]
        private += [seat["token"] for seat in kept["seats"] if seat["token"]]
        assert len(private) == 7

        def look() -> None:
            for path in ("", "/log", "/replay", "/invitation.svg"):
                heard.append(hosted.http.get(path_of(made) + path).text)
            for path in ("/api/tables", "/api/tables?state=running", "/api/tables?state=over"):
                heard.append(hosted.http.get(path).text)
            heard.append(hosted.http.get("/metrics").text)
            refused = [
                do(hosted, made, "start", token="x"),
                do(hosted, made, "chat", token="", text="x"),
            ]
            heard.extend(answer.text for answer in refused)
            watcher.hear_all()

        look()
        start(hosted, made)
        look()
        ann = Browser(hosted, made.id, [made.tokens[0]])
        bobs = Browser(hosted, made.id, [bob])
        for step in range(60):
            for browser in (ann, bobs):
                browser.hear_all()
                if browser.menus and browser.number < 60:  # a race this long is never over
                    browser.answered(browser.answer(browser.menus[0], step))
            if step % 20 == 0:
                look()
        look()
        assert state(hosted, made)["table"]["state"] == "running"
        assert len(heard) > 60
        for text in heard:
            assert secret not in text
        done(hosted, made, "abandon", token=made.host)
        look()
        assert sum(secret in text for text in heard) >= 3, "shown in all ways now"
        for text in heard:
            for word in private:
                assert word not in text


def test_stored_digests_open_no_seat(tmp_path: Path) -> None:
    """Tokens are kept as digests; a claim's first reply has one in it, until the race is over."""
    file = tmp_path / "table.db"

    def results() -> str:
        with closing(sqlite3.connect(file)) as database:
            return str(database.execute("SELECT result FROM moves").fetchall())

    with hosting(file) as hosted:
        made = make_table(hosted, "mine", "open")
        token = done(hosted, made, "claim", seat=1, name="Bob")["result"]["token"]
        start(hosted, made)
        assert token in results()
        done(hosted, made, "abandon", token=made.host)
        assert token not in results()
    found = b"".join(part.read_bytes() for part in tmp_path.iterdir())
    for token in (made.host, *made.tokens.values()):
        assert token.encode() not in found


# --- the document


def is_command(kind: object) -> bool:
    """Whether it is a command to a table. Those to a campaign have no `do`."""
    return (
        isinstance(kind, type)
        and issubclass(kind, models.TableCommand)
        and "do" in kind.model_fields
    )


def test_openapi_document_names_every_route(hosted: Hosted) -> None:
    document = hosted.get("/api/openapi.json")
    paths = document["paths"]
    commands = [kind for kind in vars(models).values() if is_command(kind)]
    assert {models.Claim, models.ReadLine} < set(commands)
    for command in commands:
        name = command.model_fields["do"].default
        operation = paths[f"/api/tables/{{table_id}}/{name}"]["post"]
        refused = ["403", "404", "408", "409", "413", "414", "422", "429", "431", "503"]
        assert {"200", *refused} <= set(operation["responses"])
        assert operation["requestBody"]["required"]
    assert not [path for path in paths if path.startswith("/{")]
    references = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document)))
    assert references == set(document["components"]["schemas"])
