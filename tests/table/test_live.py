"""The live line: connected players, updates to all, and races over it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.table.hosting import MANY, Ear, Hosted, hosting
from tests.table.raw import TEXT, UPGRADE, Raw, get
from tests.table.serving import REQUESTS, Made, make_table, start
from websockets.exceptions import ConnectionClosed

from wreckoning.server.limits import Limits
from wreckoning.server.live.clients import LONGEST, WAITING, Client
from wreckoning.server.live.live_table import REMEMBERED

TOO_LARGE, POLICY = 1009, 1008
RESTART, TRY_AGAIN = 1012, 1013


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("live") / "table.db") as server:
        yield server


@pytest.fixture(autouse=True)
def all_go(hosted: Hosted) -> Iterator[None]:
    """Disconnect all clients after each test."""
    yield
    hosted.hang_up()


def at(hosted: Hosted, made: Made, *seats: int, seen: int | None = None) -> Ear:
    """A client with these seats' tokens; without any, a spectator."""
    browser = Ear(hosted, made.id, [made.tokens[seat] for seat in seats], seen)
    browser.until(lambda: "here" in browser.heard)  # said last of all
    return browser


def running(hosted: Hosted, *seats: str, **more: Any) -> Made:
    made = make_table(hosted, *(seats or ("mine", "mine")), **more)
    start(hosted, made)
    return made


def race(*browsers: Ear, most: int = 10_000) -> int:
    """Let all answer, to the end or a number of times. Returns the number of answers."""
    given = 0
    while browsers[0].state == "running" and given < most:
        for browser in browsers:
            browser.hear_all()
            if browser.menus and browser.state == "running" and given < most:
                reply = browser.answered(browser.answer(browser.menus[0], given))
                assert reply["type"] == "reply", reply
                given += 1
                for each in browsers:
                    each.reach(reply["version"])
    return given


# --- hello


def test_hello_of_a_player_gets_seat_and_menu(hosted: Hosted) -> None:
    made = running(hosted)
    ann = at(hosted, made, 0)
    assert ann.heard[:4] == ["state", "you", "menus", "here"]
    state = ann.last("state")
    assert state["play"]["asked"][0]["who"] == "Driver 0"
    assert state["ground"]["shapes"]
    assert ann.last("you")["you"] == {"seats": [0], "host": False, "undo": []}
    (menu,) = ann.last("menus")["menus"]
    assert (menu["seat"], menu["ask"], menu["number"]) == (0, "rocket_start", 0)
    assert [option["name"] for option in menu["options"]] == ["yes", "no"]
    assert not menu["complete"]
    assert ann.here == {"type": "here", "here": [0], "spectators": 0}


def test_hello_of_a_spectator_gets_no_menu(hosted: Hosted) -> None:
    made = running(hosted)
    eve = at(hosted, made)
    assert eve.heard == ["state", "you", "here"]
    assert eve.last("you")["you"] == {"seats": [], "host": False, "undo": []}
    assert eve.here["spectators"] == 1


def test_forged_tokens_open_nothing(hosted: Hosted) -> None:
    made = running(hosted)
    eve = Ear(hosted, made.id, ["", "-", "x" * 24, made.id])
    eve.until(lambda: "here" in eve.heard)
    assert eve.last("you")["you"]["seats"] == []
    assert "menus" not in eve.heard


def test_host_is_told_that_they_are_host(hosted: Hosted) -> None:
    made = running(hosted)
    host = Ear(hosted, made.id, [made.host])
    host.until(lambda: "you" in host.heard)
    assert host.last("you")["you"] == {"seats": [], "host": True, "undo": []}


def test_one_browser_may_hold_several_seats(hosted: Hosted) -> None:
    made = running(hosted, "mine", "mine", "rookie")
    both = at(hosted, made, 0, 1)
    assert both.last("you")["you"]["seats"] == [0, 1]
    assert sorted(menu["seat"] for menu in both.menus) == [0, 1]


def test_second_hello_may_show_other_tokens(hosted: Hosted) -> None:
    """A spectator takes a seat, and shows its token on the same line."""
    made = make_table(hosted, "mine", "open")
    bob = at(hosted, made)
    token = bob.do("claim", seat=1, name="Bob")["result"]["token"]
    bob.send({"do": "hello", "tokens": [token], "seen": bob.version})
    bob.until(lambda: bob.here["here"] == [1])
    assert bob.last("you")["you"]["seats"] == [1]
    start(hosted, made)
    bob.until(lambda: bool(bob.menus))
    assert bob.menus[0]["seat"] == 1
    assert bob.heard.count("state") == 1


def test_line_to_an_unknown_table_is_closed(hosted: Hosted) -> None:
    with pytest.raises(ConnectionClosed):
        Ear(hosted, "zzzzzzzzzzzz", [])
    lost = hosted.browsers[-1]
    assert isinstance(lost, Ear)
    assert lost.last("refusal")["error"]["kind"] == "unknown"


# --- everybody hears


def test_updates_go_to_all_clients(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "open", "rookie")
    people = [at(hosted, made, 0), at(hosted, made), at(hosted, made)]
    token = people[1].do("claim", seat=1, name="Bob")["result"]["token"]
    start(hosted, made)
    for one in people:
        one.reach(2)
        assert one.state == "running"
        assert [update["version"] for update in one.all("update")] == [1, 2]
        seats = one.all("update")[0]["table"]["seats"]
        assert [seat["name"] for seat in seats[:2]] == ["Driver 0", "Bob"]
        assert token not in "".join(one.texts) or one is people[1]
    bob = Ear(hosted, made.id, [token])
    assert race(people[0], bob, most=12) == 12
    for one in people:
        one.reach(bob.version)
        assert one.lines == bob.lines
    assert len(bob.lines) > 5


def test_reply_comes_after_its_update(hosted: Hosted) -> None:
    """Who gets the reply has seen what came of it, if their line is not slow."""
    made = running(hosted)
    ann = at(hosted, made, 0)
    reply = ann.answered(ann.answer(ann.menus[0]))
    assert reply["version"] == ann.version
    assert ann.heard[-4:] == ["update", "you", "menus", "reply"]
    assert ann.menus == []


def test_group_answers_are_hidden_until_all_are_in(hosted: Hosted) -> None:
    made = running(hosted)
    ann, bob = at(hosted, made, 0), at(hosted, made, 1)
    ann.answered(ann.answer(ann.menus[0]))
    bob.reach(ann.version)
    update = bob.last("update")
    assert {one["who"]: one["answered"] for one in update["play"]["asked"]} == {
        "Driver 0": True,
        "Driver 1": False,
    }
    assert "yes" not in str(update["play"]["asked"]) + str(update["lines"])
    assert update["lines"]["add"] == []


def test_undo_sends_an_update(hosted: Hosted) -> None:
    made = running(hosted)
    ann, bob = at(hosted, made, 0), at(hosted, made, 1)
    ann.answered(ann.answer(ann.menus[0]))
    assert ann.last("you")["you"]["undo"] == [0]
    token = made.tokens[0]
    assert bob.refused("undo", token=made.tokens[1], version=2, seat=0) == "forbidden"
    reply = ann.do("undo", token=token, version=ann.version, seat=0)
    assert reply["type"] == "reply"
    assert ann.menus[0]["ask"] == "rocket_start"
    assert ann.last("you")["you"]["undo"] == []
    bob.reach(reply["version"])
    assert not any(one["answered"] for one in bob.last("update")["play"]["asked"])


def test_connected_players_are_shown(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "mine")
    ann, eve = at(hosted, made, 0), at(hosted, made)
    ann.see(0, spectators=1)
    bob = at(hosted, made, 1)
    second = at(hosted, made, 1)
    for one in (ann, eve, bob):
        one.see(0, 1, spectators=1)
    second.close()
    bob.close()
    ann.see(0, spectators=1)
    eve.close()
    ann.see(0)
    seats = hosted.get(f"/api/tables/{made.id}")["table"]["seats"]
    assert [seat["here"] for seat in seats] == [True, False]


def test_player_who_loses_a_seat_is_told(hosted: Hosted) -> None:
    """And everybody that they do not sit here any more."""
    made = make_table(hosted, "mine", "mine")
    ann, bob = at(hosted, made, 0), at(hosted, made, 1)
    ann.see(0, 1)
    body = {"request": next(REQUESTS), "token": made.host, "seat": 1, "player": "open"}
    hosted.post(f"/api/tables/{made.id}/seat_bot", **body)
    bob.until(lambda: bob.last("you")["you"]["seats"] == [])
    ann.see(0, spectators=1)


def test_host_stays_host_of_a_next_race_asked_for_by_another(hosted: Hosted) -> None:
    """As soon as they come along; until then who asked first is."""
    made = make_table(hosted, "mine", "mine")
    abandon = {"request": next(REQUESTS), "token": made.host}
    hosted.post(f"/api/tables/{made.id}/abandon", **abandon)
    again = f"/api/tables/{made.id}/again"
    first = hosted.post(again, tokens=[made.tokens[1]])
    bob = Ear(hosted, first["id"], [first["host"], first["seats"][0]["token"]])
    assert bob.last("you")["you"]["host"]
    other = hosted.post(again, tokens=[made.host, made.tokens[0]])
    assert other["host"] not in ("", first["host"])
    bob.until(lambda: not bob.last("you")["you"]["host"])
    assert bob.last("you")["you"]["seats"] == [1]
    assert hosted.post(again, tokens=[made.host, made.tokens[0]]) == other
    assert hosted.post(again, tokens=[made.tokens[1]])["host"] == ""
    begin = {"request": next(REQUESTS), "token": other["host"]}
    hosted.post(f"/api/tables/{first['id']}/start", **begin)


def test_chat_reaches_all_clients(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "mine")
    ann, bob, eve = at(hosted, made, 0), at(hosted, made, 1), at(hosted, made)
    said = {"request": next(REQUESTS), "token": made.tokens[0], "text": "<b>hello</b>"}
    first = ann.do("chat", **said)
    assert ann.do("chat", **said)["result"] == first["result"]
    assert eve.refused("chat", token="", text="me too") == "forbidden"
    bob.do("chat", token=made.host, text="from the host")
    for one in (ann, bob, eve):
        one.hears(2)
        assert one.chat == ["<b>hello</b>", "from the host"]
    line = ann.all("chat")[0]["chat"]
    assert set(line) == {"id", "seat", "name", "text", "at", "emote", "line", "quote"}
    assert (line["seat"], line["name"]) == (0, "Driver 0")
    assert at(hosted, made).chat == ["<b>hello</b>", "from the host"]


# --- coming again


def test_returning_client_gets_missed_updates_or_everything(hosted: Hosted) -> None:
    """Nothing missed; what was missed; or everything."""
    made = running(hosted, "mine", "mine", "rookie")
    ann, bob = at(hosted, made, 0), at(hosted, made, 1)
    eve = at(hosted, made)
    eve.close()
    race(ann, bob, most=3)
    seen = eve.version

    again = at(hosted, made, seen=ann.version)
    assert again.heard[:2] == ["current", "you"]
    assert again.version == ann.version

    missed = at(hosted, made, seen=seen)
    assert missed.heard[:4] == ["update", "update", "update", "you"]
    assert [update["version"] for update in missed.all("update")] == [2, 3, 4]
    assert missed.lines == ann.lines

    assert at(hosted, made, seen=10**6).heard[0] == "state"
    race(ann, bob, most=REMEMBERED + 1)
    late = at(hosted, made, seen=seen)
    assert late.heard[0] == "state"
    assert late.lines == ann.lines


def test_player_returns_during_a_decision(hosted: Hosted) -> None:
    made = running(hosted)
    ann = at(hosted, made, 0)
    asked = ann.menus
    ann.close()
    again = at(hosted, made, 0, seen=ann.version)
    again.until(lambda: bool(again.menus))
    assert again.menus == asked
    assert again.answered(again.answer(again.menus[0]))["type"] == "reply"


def test_returning_player_has_no_question_they_answered_before(hosted: Hosted) -> None:
    """They answered, and the line broke before the reply: the client hears it after it returns."""
    made = running(hosted, "mine", "mine", "rookie")
    ann, other = at(hosted, made, 0), at(hosted, made, 0)
    menu, seen = ann.menus[0], ann.version
    ann.close()
    assert other.answered(other.answer(menu))["type"] == "reply"
    again = at(hosted, made, 0, seen=seen)
    again.until(lambda: "menus" in again.heard)
    assert again.menus == []


def test_answer_repeated_on_another_line_is_done_once(hosted: Hosted) -> None:
    made = running(hosted)
    ann = at(hosted, made, 0)
    menu, request = ann.menus[0], next(REQUESTS)
    ann.answer(menu, 0, request)
    ann.close()
    again = at(hosted, made, 0)
    again.answer(menu, 0, request)
    assert again.answered(request)["type"] == "reply"
    assert hosted.get(f"/api/tables/{made.id}")["version"] == 2


# --- what is refused


def test_a_spectator_cannot_answer(hosted: Hosted) -> None:
    made = running(hosted)
    eve = at(hosted, made)
    good = {"version": 1, "seat": 0, "ask": "rocket_start", "answer": "yes"}
    for token in ("", "x" * 24, made.host, made.tokens[1]):
        assert eve.refused("answer", token=token, **good) == "forbidden"
    assert eve.refused("start", token="") == "forbidden"
    assert eve.refused("abandon", token="") == "forbidden"
    assert hosted.get(f"/api/tables/{made.id}")["version"] == 1


def test_invalid_answers_are_refused(hosted: Hosted) -> None:
    made = running(hosted)
    ann = at(hosted, made, 0)
    good = {"token": made.tokens[0], "version": 1, "seat": 0, "ask": "rocket_start"}
    assert ann.refused("answer", **good, answer="perhaps") == "illegal"
    assert ann.refused("answer", **{**good, "ask": "order"}, answer="ram") == "not_your_turn"
    assert ann.do("answer", **good, answer="no")["type"] == "reply"
    refusal = ann.do("answer", **good, answer="no")
    assert (refusal["error"]["kind"], refusal["version"]) == ("stale", 2)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", "7", '"hello"', "{}", '{"do":"dance"}', "[" * 8000, "é" * 9),
        '{"do":"hello","tokens":"x"}',
        '{"do":"hello","tokens":["%s"]}' % ("x" * 81),
        '{"do":"hello","tokens":["\\u0000"]}',
        '{"do":"hello","tokens":["\\ud800"]}',
        '{"do":"hello","tokens":[],"seen":-1}',
        '{"do":"hello","tokens":[],"seen":' + "9" * 5000 + "}",
        '{"do":"hello","tokens":[],"more":1}',
        b"\x00\x01",
    ],
    ids=lambda text: repr(text)[:24],
)
def test_malformed_messages_are_refused(hosted: Hosted, text: str | bytes) -> None:
    """They are refused, and the line lives on."""
    made = make_table(hosted, "mine", "open")
    ann = at(hosted, made, 0)
    ann.say(text)
    ann.until(lambda: "refusal" in ann.heard)
    error = ann.last("refusal")["error"]
    assert error["kind"] == "malformed"
    assert "\n" not in error["text"]
    assert len(error["text"]) < 400
    assert ann.do("chat", token=made.tokens[0], text="still here")["type"] == "reply"


def test_malformed_commands_are_refused_by_their_request(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "open")
    ann = at(hosted, made, 0)
    for fields in ({"text": ""}, {"text": "x" * 301}, {"text": 7}, {"text": "a", "b": 1}, {}):
        assert ann.refused("chat", token="", **fields) == "malformed"
    assert ann.refused("answer", token="", seat=-3, version=0, ask="a", answer="b") == "malformed"


@pytest.mark.parametrize("size", [17_000, 70_000])
def test_too_large_messages_are_refused(hosted: Hosted, size: int) -> None:
    made = make_table(hosted, "mine", "open")
    ann = at(hosted, made, 0)
    ann.say("x" * size)
    assert ann.gone() == TOO_LARGE
    assert at(hosted, made, 0).version == 0


def test_messages_and_lines_are_rate_limited(tmp_path: Path) -> None:
    """Commands and chat over a line, lines to a table, lines from an address."""
    few = Limits(
        tables=MANY,
        chat=(2, 0.001),
        commands=(12, 0.001),
        watchers_per_table=2,
        lines_per_address=4,
    )
    with hosting(tmp_path / "table.db", few) as hosted:
        made, other = make_table(hosted, "mine", "open"), make_table(hosted, "mine", "open")
        ann = at(hosted, made, 0)
        kinds = [ann.do("chat", token=made.tokens[0], text="x")["type"] for _ in range(3)]
        assert kinds == ["reply", "reply", "refusal"]
        refused = [ann.refused("start", token="x") for _ in range(9)]
        assert refused == ["forbidden"] * 8 + ["too_many"]
        for _ in range(2):
            at(hosted, made)
        with pytest.raises(ConnectionClosed):
            at(hosted, made)
        full = hosted.browsers[-1]
        assert isinstance(full, Ear)
        assert full.last("refusal")["error"]["kind"] == "too_many"
        at(hosted, other)
        with pytest.raises(ConnectionClosed) as closed:
            at(hosted, other)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TRY_AGAIN
        hosted.browsers[2].close()
        ann.see(0, spectators=1)
        assert at(hosted, other).state == "open", "a line that goes makes room"


def test_second_hello_on_a_line_needs_no_free_place(tmp_path: Path) -> None:
    few = Limits(tables=MANY, watchers_per_table=1, lines_per_address=1)
    with hosting(tmp_path / "table.db", few) as hosted:
        made = make_table(hosted, "mine", "open")
        eve = at(hosted, made)
        eve.send({"do": "hello", "tokens": [made.tokens[0]], "seen": 0})
        eve.see(0)


def test_players_and_host_get_into_a_full_table(tmp_path: Path) -> None:
    """Even from the same address, and however many lines say nothing."""
    few = Limits(tables=MANY, watchers_per_table=3, lines_per_address=4, silent_lines=2)
    with hosting(tmp_path / "table.db", few) as hosted, ExitStack() as stack:
        made, other = make_table(hosted, "mine", "mine"), make_table(hosted, "mine", "open")
        watching = [at(hosted, made), at(hosted, made), at(hosted, made), at(hosted, other)]
        path = f"/api/tables/{made.id}/live"
        silent = [stack.enter_context(Raw(hosted)) for _ in range(3)]
        for raw in silent:
            raw.send(get(path, UPGRADE)).read_some()
        silent[0].hears(POLICY.to_bytes(2, "big") + b"made room for a newer line")
        host = Ear(hosted, made.id, [made.host])
        assert watching[2].gone() == TRY_AGAIN
        players = [at(hosted, made, 0), at(hosted, made, 1)]
        assert watching[1].gone() == watching[0].gone() == TRY_AGAIN
        for one in (host, *players):
            one.see(0, 1, spectators=1)  # the host


def test_line_without_a_hello_is_closed(tmp_path: Path) -> None:
    """Whatever else it says."""
    with hosting(tmp_path / "table.db", Limits(tables=MANY, hello_seconds=2)) as hosted:
        made = make_table(hosted, "mine", "open")
        ann = at(hosted, made, 0)
        with Raw(hosted) as silent, Raw(hosted) as babbling:
            for raw in (silent, babbling):
                raw.send(get(f"/api/tables/{made.id}/live", UPGRADE)).read_some()
            babbling.send(babbling.frame(TEXT, b"{") + babbling.frame(TEXT, b'{"do":"start"}'))
            for raw in (silent, babbling):
                raw.hears(POLICY.to_bytes(2, "big") + b"expected a hello within 2 s")
        assert ann.do("chat", token=made.tokens[0], text="still here")["type"] == "reply"


def test_slow_line_is_closed() -> None:
    """It will come again, and start again."""
    line = Client()
    ended = []
    for number in range(WAITING + 2):
        line.send(str(number))
        ended.append(line.is_ended)
    assert ended == [False] * WAITING + [True, True]
    assert asyncio.run(line.next()) == [str(number) for number in range(WAITING)]
    assert asyncio.run(line.next()) == []


def test_line_with_long_unread_messages_is_closed_sooner() -> None:
    """But one message may be as long as it is."""

    def ended(*lengths: int) -> bool:
        line = Client()
        for length in lengths:
            line.send("x" * length)
        return line.is_ended

    half = LONGEST // 2
    assert not ended(half, half)
    assert ended(half, half, 1)
    assert not ended(2 * LONGEST)


# --- menus with their chances


def test_menu_comes_at_once_and_then_with_chances(hosted: Hosted) -> None:
    """First what may be chosen; soon what it means, its chances, and what it would do."""
    made = running(hosted, "mine", "mine", "rookie")
    ann, bob = at(hosted, made, 0), at(hosted, made, 1)
    ann.until(lambda: ann.menus[0]["complete"], 60)
    first, complete = ann.all("menus")[0]["menus"][0], ann.menus[0]
    assert not first["complete"]
    for key in ("number", "seat", "who", "ask", "prompt"):
        assert complete[key] == first[key]
    assert [o["name"] for o in complete["options"]] == [o["name"] for o in first["options"]]
    assert all(option["preview"] is not None for option in complete["options"])
    assert complete["options"][0]["meaning"]
    assert complete["options"][0]["rules"]
    bob.until(lambda: bob.menus[0]["complete"])
    assert {menu["seat"] for one in bob.all("menus") for menu in one["menus"]} == {1}
    ann.answered(ann.answer(ann.menus[0]))
    bob.answered(bob.answer(bob.menus[0]))
    ann.until(lambda: bool(ann.menus) and ann.menus[0]["ask"] == "order")
    ann.until(lambda: ann.menus[0]["complete"], 20)
    orders = ann.menus[0]["options"]
    assert any(0 < (order["chance"] or 0) < 1 for order in orders)
    assert any(any(order["preview"].values()) for order in orders)


def test_referee_menu_comes_complete(hosted: Hosted) -> None:
    made = running(hosted, "mine", "mine", options={"referee": "on"})
    ann, host = at(hosted, made, 0, 1), Ear(hosted, made.id, [made.host])
    while not host.menus:
        ann.until(lambda: bool(ann.menus) or host.hear(0.01))
        for menu in ann.menus:
            wish = "custom" if menu["ask"] == "order" else menu["options"][-1]["name"]
            fields = {"token": made.tokens[menu["seat"]], "seat": menu["seat"]}
            fields |= {"version": ann.version, "ask": menu["ask"], "answer": wish}
            assert ann.do("answer", **fields)["type"] == "reply"
        host.reach(ann.version)
    host.until(lambda: bool(host.menus) and host.menus[0]["complete"], 60)
    assert (host.menus[0]["seat"], host.menus[0]["ask"]) == (-2, "custom_modifier")
    asked = host.last("update")["play"]["asked"]
    assert [(one["seat"], one["who"]) for one in asked] == [(-2, "referee")]
    fields = {"token": made.host, "seat": -2, "version": host.version}
    reply = host.do("answer", **fields, ask="custom_modifier", answer="1")
    assert reply["type"] == "reply"


def test_all_seated_players_get_the_menu_of_real_dice(hosted: Hosted) -> None:
    made = running(hosted, "mine", "rookie", dice="physical")
    ann, eve = at(hosted, made, 0), at(hosted, made)
    ann.answered(ann.answer(ann.menus[0]))
    (menu,) = ann.menus
    assert (menu["seat"], menu["complete"]) == (-1, True)
    assert [option["name"] for option in menu["options"]] == list("123456")
    assert menu["prompt"]["sides"] == 6
    assert ann.answered(ann.answer(menu, 2))["type"] == "reply"
    assert ann.last("you")["you"]["undo"] == [-1]
    eve.reach(ann.version)
    assert "menus" not in eve.heard
    rolls = eve.last("update")["play"]["rolls"]
    assert [(roll["natural"], roll["sides"]) for roll in rolls] == [([3], 6)]


# --- whole races


def check_podium(*browsers: Ear) -> None:
    for browser in browsers:
        assert browser.state == "over"
        last = browser.last("update")
        places = [finisher["place"] for finisher in last["play"]["podium"]]
        assert places == list(range(1, len(places) + 1))
        assert last["table"]["fair"]["secret"]
        assert last["play"]["records"]
        assert browser.lines == browsers[0].lines
        assert browser.menus == []


def test_whole_race_of_two_players(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "mine", "rookie", "rookie")
    ann, bob, eve = at(hosted, made, 0), at(hosted, made, 1), at(hosted, made)
    start(hosted, made)
    for browser in (ann, bob):
        browser.reach(1)
    assert race(ann, bob) > 20
    eve.until(lambda: eve.state == "over")
    check_podium(ann, bob, eve)
    versions = [update["version"] for update in eve.all("update")]
    assert versions == list(range(1, len(versions) + 1))


def test_race_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Lines end with 'come again'; everybody comes again, and the race goes on to its end."""
    file = tmp_path / "table.db"
    with hosting(file) as hosted:
        made = running(hosted, "mine", "mine", "rookie")
        ann, bob = at(hosted, made, 0), at(hosted, made, 1)
        race(ann, bob, most=15)
        ann.hear_all()
        before = hosted.get(f"/api/tables/{made.id}")
        hosted._server.should_exit = True
        assert {ann.gone(), bob.gone()} <= {RESTART, TRY_AGAIN}
    with hosting(file) as hosted:
        after = hosted.get(f"/api/tables/{made.id}")
        for state in (before, after):
            for seat in state["table"]["seats"]:
                seat["here"] = False
        assert after == before
        again, bob = at(hosted, made, 0, seen=ann.version), at(hosted, made, 1, seen=bob.version)
        assert again.heard[0] == "current"
        again.state, again.lines = ann.state, ann.lines
        bob.state, bob.lines = ann.state, ann.lines
        assert race(again, bob) > 10
        check_podium(again, bob)


# --- clocks


class Clock:
    """A clock of the server that tests put forward."""

    def __init__(self, hosted: Hosted) -> None:
        self.ahead = 0.0
        hosted.app.state.serving.tables.clock = self

    def __call__(self) -> float:
        return time.time() + self.ahead


@pytest.fixture
def clock(hosted: Hosted) -> Iterator[Clock]:
    yield Clock(hosted)
    hosted.app.state.serving.tables.clock = time.time


def deadline(browser: Ear) -> float:
    """The deadline of the open decision."""
    browser.hear_all()
    heard = [json for kind in ("state", "update") for json in browser.all(kind)]
    newest: dict[str, Any] = max(heard, key=lambda message: int(message["version"]))
    return float(newest["play"]["deadline"])


def test_late_player_is_driven_by_the_rules(hosted: Hosted, clock: Clock) -> None:
    made = running(hosted, "mine", "mine", pace={"kind": "live", "seconds": 30})
    ann, bob = at(hosted, made, 0), at(hosted, made, 1)
    assert deadline(ann) == pytest.approx(clock() + 30, abs=5)
    ann.answered(ann.answer(ann.menus[0]))
    clock.ahead = 31
    bob.until(lambda: any(update["table"] for update in bob.all("update")))
    seats = bob.last("update")["table"]["seats"]
    assert [seat["driver"] for seat in seats] == ["person", "absent"]
    ann.until(lambda: bool(ann.menus))
    assert [menu["ask"] for menu in ann.menus] == ["order"]
    bob.hear_all()
    assert bob.menus == [], "Bob is not asked while absent"
    reply = bob.do("take_back", token=made.tokens[1], seat=1)
    assert reply["type"] == "reply"
    assert [menu["seat"] for menu in bob.menus] == [1]
    assert deadline(bob) > clock() + 20


def test_undo_wins_no_time(hosted: Hosted, clock: Clock) -> None:
    made = running(hosted, "mine", "mine", pace={"kind": "live", "seconds": 30})
    ann = at(hosted, made, 0)
    first = deadline(ann)
    clock.ahead = 20
    ann.answered(ann.answer(ann.menus[0]))
    assert deadline(ann) == first
    ann.do("undo", token=made.tokens[0], version=ann.version, seat=0)
    assert deadline(ann) == first


def test_no_clock_without_a_pace_and_none_for_dice(hosted: Hosted) -> None:
    made = running(hosted, "mine", "rookie")
    assert at(hosted, made).last("state")["play"]["deadline"] is None
    live = {"kind": "live", "seconds": 30}
    made = running(hosted, "mine", "rookie", dice="physical", pace=live)
    ann = at(hosted, made, 0)
    assert deadline(ann)
    ann.answered(ann.answer(ann.menus[0]))
    assert ann.last("update")["play"]["deadline"] is None


def test_race_by_post(hosted: Hosted, clock: Clock) -> None:
    made = running(hosted, "mine", "rookie", pace={"kind": "days", "days": 3})
    assert deadline(at(hosted, made)) == pytest.approx(clock() + 3 * 24 * 3600, abs=5)
