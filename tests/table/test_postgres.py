"""Several processes on one PostgreSQL: nothing is lost or doubled, and all see it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import pytest
from sqlalchemy import func, select, text
from tests.table import campaigning
from tests.table.forking import ForkServer
from tests.table.hosting import FREELY
from tests.table.house import answer, begin, make
from tests.table.postgres import Postgres, private_postgres
from tests.table.serving import (
    REQUESTS,
    WITHIN,
    Browser,
    Served,
    make_table,
    start,
)

from wreckoning.core.ids import SeatIndex
from wreckoning.server.encoding import dump
from wreckoning.server.http.routes.common import Serving
from wreckoning.server.http.routes.live import LiveConnection
from wreckoning.server.http.routes.tables import state as state_of
from wreckoning.server.live import listening
from wreckoning.server.live.clients import Client
from wreckoning.server.live.clocks import Clocks
from wreckoning.server.live.listening import Listener
from wreckoning.server.live.menu_chances import Menus
from wreckoning.server.live.presence import REPEAT
from wreckoning.server.live.service import TableService
from wreckoning.server.store import schema
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.store.store import Store
from wreckoning.server.store.writer import Save
from wreckoning.table import models
from wreckoning.table.ids import ShownSeat, TableId, TableVersion
from wreckoning.table.refusals import Forbidden, Stale, Unknown
from wreckoning.table.replies import Result

# --- two servers, and browsers at both


@pytest.fixture(scope="module")
def pair(postgres: Postgres, fork_server: ForkServer) -> Iterator[tuple[Served, Served]]:
    """Two servers that stay for all tests of this file."""
    db = postgres.new_database()
    with fork_server.serve(db) as one, fork_server.serve(db) as other:
        yield one, other


@pytest.fixture(autouse=True)
def _everybody_goes(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "pair" in request.fixturenames:
        for served in request.getfixturevalue("pair"):
            served.hang_up()


def play_on(browsers: list[Browser]) -> int:
    """Let all answer until the race is over. Returns the number of answers."""
    given, end = 0, time.monotonic() + WITHIN
    while browsers[0].state == "running":
        assert time.monotonic() < end, "nobody is asked anything"
        for browser in browsers:
            browser.hear_all()
            if browser.menus and browser.state == "running":
                reply = browser.answered(browser.answer(browser.menus[0], given))
                assert reply["type"] == "reply", reply
                given, end = given + 1, time.monotonic() + WITHIN
                for each in browsers:
                    each.reach(reply["version"])
    return given


@pytest.mark.slow
def test_a_race_between_two_processes(pair: tuple[Served, Served]) -> None:
    one, other = pair
    made = make_table(one, "mine", "mine", "rookie")
    ann = Browser(one, made.id, [made.tokens[0]])
    bob = Browser(other, made.id, [made.tokens[1]])
    start(other, made)
    for browser in (ann, bob):
        browser.reach(1)
    assert play_on([ann, bob]) > 20
    assert ann.state == bob.state == "over"
    assert ann.lines == bob.lines
    assert ann.rolls == bob.rolls == set(range(len(ann.rolls)))
    assert len(ann.rolls) > 20
    path = f"/api/tables/{made.id}"
    assert one.get(path) == other.get(path)
    assert one.http.get(f"{path}/log").text == other.http.get(f"{path}/log").text


def test_orders_given_at_one_process_answer_at_another(pair: tuple[Served, Served]) -> None:
    one, other = pair
    made = make_table(one, "mine", "mine")
    ann, bob = Browser(one, made.id, [made.tokens[0]]), Browser(other, made.id, [made.tokens[1]])
    start(one, made)
    ann.reach(1)
    text = "order: defensive; otherwise: usual"
    order = {"request": next(REQUESTS), "token": made.tokens[0], "seat": 0, "text": text}
    version = one.post(f"/api/tables/{made.id}/orders", **order)["version"]
    bob.reach(version)
    for _ in range(3):  # Bob's answers lead to the next questions, at the other process
        bob.hear_all()
        bob.reach(bob.answered(bob.answer(bob.menus[0], 0))["version"])
    assert "by orders given ahead: Drive Defensively" in str(bob.lines)
    log = one.http.get(f"/api/tables/{made.id}/log").text
    assert log == other.http.get(f"/api/tables/{made.id}/log").text
    assert log.count('"ahead": true') >= 2


def test_connected_players_are_shown_across_processes(pair: tuple[Served, Served]) -> None:
    one, other = pair
    made = make_table(one, "mine", "mine", "open")
    ann = Browser(one, made.id, [made.tokens[0]])
    bob = Browser(other, made.id, [made.tokens[1]])
    eve = Browser(other, made.id, [])
    for browser in (ann, bob, eve):
        browser.see(0, 1, spectators=1)
    bob.close()
    eve.close()
    ann.see(0)


def test_only_one_of_two_simultaneous_answers_counts(pair: tuple[Served, Served]) -> None:
    made = make_table(pair[0], "mine", "rookie")
    here, there = (Browser(served, made.id, [made.tokens[0]]) for served in pair)
    start(pair[0], made)
    for browser in (here, there):
        browser.reach(1)
    while (asked := here.asked()) and there.asked():
        requests = here.answer(asked, 0), there.answer(asked, 1)
        replies = here.answered(requests[0]), there.answered(requests[1])
        assert sorted(reply["type"] for reply in replies) == ["refusal", "reply"]
        refused = next(reply for reply in replies if reply["type"] == "refusal")
        assert refused["error"]["kind"] in ("stale", "not_your_turn", "over")
        newest = max(reply["version"] for reply in replies)
        for browser in (here, there):
            browser.reach(newest)
    assert here.state == there.state == "over"
    assert here.lines == there.lines


def test_answers_of_two_seats_at_once_both_count(pair: tuple[Served, Served]) -> None:
    made = make_table(pair[0], "mine", "mine")
    ann, bob = (Browser(served, made.id, [made.tokens[seat]]) for seat, served in enumerate(pair))
    start(pair[0], made)
    together = 0
    for browser in (ann, bob):
        browser.reach(1)
    while ann.state == "running":
        bob.hear_all()
        ann.hear_all()
        askers = [browser for browser in (ann, bob) if browser.menus]
        if not askers:
            continue
        together += len(askers) == 2
        requests = [browser.answer(browser.menus[0]) for browser in askers]
        replies = [b.answered(request) for b, request in zip(askers, requests, strict=True)]
        assert [reply["type"] for reply in replies] == ["reply"] * len(askers), replies
        newest = max(reply["version"] for reply in replies)
        for browser in (ann, bob):
            browser.reach(newest)
    assert together > 2


def test_a_repeated_request_gets_its_first_reply_elsewhere(pair: tuple[Served, Served]) -> None:
    one, other = pair
    made = make_table(one, "mine", "open", "rookie")
    claim = {"request": next(REQUESTS), "seat": 1, "name": "Bob"}
    first = one.post(f"/api/tables/{made.id}/claim", **claim)
    assert other.post(f"/api/tables/{made.id}/claim", **claim) == first
    start(other, made)
    bob = Browser(other, made.id, [first["result"]["token"]])
    asked = bob.asked()
    assert asked
    reply = bob.answered(bob.answer(asked, 0, "the-same-request"))
    again = Browser(one, made.id, bob.tokens)
    again.answer(asked, 1, "the-same-request")
    assert again.answered("the-same-request") == reply


def test_chat_reaches_every_process_once(pair: tuple[Served, Served]) -> None:
    made = make_table(pair[0], "mine", "mine")
    ann, bob = (Browser(served, made.id, [made.tokens[seat]]) for seat, served in enumerate(pair))
    said = {"do": "chat", "request": next(REQUESTS), "text": "Hello", "token": ann.tokens[0]}
    ann.send(said)
    bob.until(lambda: bob.chat == ["Hello"])
    bob.send(said)  # as if the line had broken before the reply
    bob.until(lambda: said["request"] in bob.answers)
    bob.send({**said, "request": next(REQUESTS), "text": "Bye", "token": bob.tokens[0]})
    for browser in (ann, bob):
        browser.until(lambda told=browser: "Bye" in told.chat)  # type: ignore[misc]
        assert browser.chat == ["Hello", "Bye"]


def test_again_at_two_processes_makes_one_table(pair: tuple[Served, Served]) -> None:
    """Anyone may ask first, at any process; its one host is the host of the race before."""
    made = make_table(pair[0], "mine", "rookie")
    pair[1].post(f"/api/tables/{made.id}/abandon", request=next(REQUESTS), token=made.host)
    path = f"/api/tables/{made.id}/again"
    with ThreadPoolExecutor() as pool:
        tokens = [made.host, made.tokens[0]]
        calls = [pool.submit(pair[n % 2].post, path, tokens=[tokens[n // 2 % 2]]) for n in range(8)]
        following = [call.result() for call in calls]
    [table] = {one["id"] for one in following}
    [host] = {one["host"] for n, one in enumerate(following) if n // 2 % 2 == 0}
    early = {one["host"] for n, one in enumerate(following) if n // 2 % 2} - {""}
    assert host
    assert len(early) <= 1, "the seat is host until the host comes, or never"
    for served in pair:
        assert served.get(f"/api/tables/{made.id}")["table"]["next_table"] == table
        assert served.get(f"/api/tables/{table}")["table"]["state"] == "open"
        assert served.post(path, tokens=[made.host]) == {"id": table, "host": host, "seats": []}
        assert served.post(path, tokens=[made.tokens[0]])["host"] == ""
        for token in early:
            refused = served.http.post(
                f"/api/tables/{table}/start", json={"request": next(REQUESTS), "token": token}
            )
            assert refused.status_code == 403
    pair[0].post(f"/api/tables/{table}/start", request=next(REQUESTS), token=host)


def test_race_goes_on_at_another_process_if_one_dies(
    pair: tuple[Served, Served], fork_server: ForkServer
) -> None:
    other = pair[0]
    with fork_server.serve(other.db) as one:
        made = make_table(one, "mine", "mine", "rookie")
        ann = Browser(one, made.id, [made.tokens[0]])
        bob = Browser(other, made.id, [made.tokens[1]])
        start(one, made)
        bob.reach(1)
        asked = ann.asked()
        assert asked  # everybody is, at the start
        sent = ann.answer(asked)  # on its way as the process dies: nobody knows if it was stored
        one.kill()
        again = ann.again(other)
        again.answer(asked, 0, sent)
        reply = again.answered(sent)
        assert reply["type"] == "reply"
        again.answer(asked, 1, sent)
        again.answers.clear()
        assert again.answered(sent) == reply
        for browser in (again, bob):
            browser.reach(reply["version"])
        assert play_on([again, bob]) > 20
        assert again.state == bob.state == "over"


# --- two processes' tables, in this one


@dataclass
class Twins:
    """Two processes on one database. They hear of each other only while `listening`."""

    one: TableService
    other: TableService
    now: float = 1_000_000.0

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Let both hear the news inside this block."""
        tasks = []
        for tables in (self.one, self.other):
            tasks.append(
                asyncio.create_task(Listener(tables.store.engine, tables.following).listen())
            )
            tasks.append(
                asyncio.create_task(tables.presence.work(tables.broadcaster.send_presence))
            )
        await until(lambda: self.listeners() == 2)
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def listeners(self) -> int:
        """The number of their connections that listen."""
        wanted = (
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND state = 'idle' "
            "AND datname = current_database()"
        )
        with self.one.store.engine.connect() as connection:
            return int(connection.execute(text(wanted)).scalar_one())


def with_twins(postgres: Postgres, does: Callable[[Twins], Awaitable[None]]) -> None:
    """Run a test with two processes' tables."""
    address = read_address(postgres.new_database())
    stores = [Store(open_database(address)) for _ in range(2)]

    async def run() -> None:
        one, other = (TableService(store) for store in stores)
        twins = Twins(one, other)
        for tables in (one, other):
            tables.clock = tables.presence._clock = lambda: twins.now
            tables.presence._again_at = twins.now + REPEAT
        await does(twins)

    try:
        asyncio.run(run())
    finally:
        for store in stores:
            store.close()


async def join(tables: TableService, made: dict[str, Any], *seats: SeatIndex) -> Client:
    """A client connected there."""
    line = Client()
    async with tables.live_tables.hold(made["id"]) as live:
        line.tokens = tuple(made["seats"][seat]["token"] for seat in seats)
        line.seats = tuple(seats)
        live.clients.add(line)
        tables.broadcaster.announce_presence(live)
    return line


def drained(line: Client) -> list[str]:
    """The types of the messages sent to a line, '' for its end."""
    return [message.split('"')[3] for message in line.take()] + [""] * line.is_ended


def test_process_that_is_behind_catches_up(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "rookie")
        await twins.other.live_tables.get(made["id"])  # as it was before the start
        await begin(twins.one, made)
        await begin_again(twins, made)
        line = await join(twins.other, made, 0)
        version = (await twins.one.live_tables.get(made["id"])).table.version
        live = await twins.other.live_tables.get(made["id"])
        asked = [ask.question for ask in live.table.waiting()]
        await answer(twins.one, made, 0, version)
        with pytest.raises(Stale):
            await answer_as(twins.other, made, asked[0], version)
        assert live is await twins.other.live_tables.get(made["id"])
        assert live.table.version == (await twins.one.live_tables.get(made["id"])).table.version
        assert "update" in drained(line)
        assert live.race_log is not None
        assert live.race_log.lines == (await twins.one.live_tables.get(made["id"])).state([]).lines

    async def begin_again(twins: Twins, made: dict[str, Any]) -> None:
        with pytest.raises(Exception, match="has begun"):
            await begin(twins.other, made)

    async def answer_as(tables: TableService, made: dict[str, Any], ask: str, version: int) -> None:
        names = next(a.names for a in (await tables.live_tables.get(made["id"])).table.waiting())
        command = models.GiveAnswer(
            request=next(REQUESTS),
            token=made["seats"][0]["token"],
            version=TableVersion(version),
            seat=ShownSeat(0),
            ask=ask,
            answer=names[0],
        )
        await tables.do(made["id"], command)

    with_twins(postgres, does)


def test_whole_race_without_news_between_processes(postgres: Postgres) -> None:
    """Every answer finds its process behind: it is refused by the version, and done again."""

    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "mine")
        lines = [await join(tables, made, 0, 1) for tables in (twins.one, twins.other)]
        await begin(twins.one, made)
        both = [twins.one, twins.other]
        for turn in range(400):
            tables = both[turn % 2]
            async with tables.following.newest(made["id"]) as live:
                waiting = live.table.waiting()
                state = live.table.state
            if state == "over":
                break
            await answer(tables, made, waiting[turn % len(waiting)].by, live.table.version)
        live_tables = [await tables.live_tables.get(made["id"]) for tables in both]
        for tables in both:
            async with tables.following.newest(made["id"]):
                pass
        assert live_tables[0].table.state == live_tables[1].table.state == "over"
        assert live_tables[0].table.match is not None
        assert live_tables[1].table.match is not None
        assert live_tables[0].table.match.entries == live_tables[1].table.match.entries
        assert dump(live_tables[0].state([])) == dump(live_tables[1].state([]))
        assert all("" not in drained(line) for line in lines)  # nobody was thrown out

    with_twins(postgres, does)


def test_conflict_is_resolved_without_disconnecting_clients(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "mine")
        await begin(twins.one, made)
        line = await join(twins.other, made, 1)
        live = await twins.other.live_tables.get(made["id"])
        asked = {ask.by for ask in live.table.waiting()}
        assert asked == {0, 1}  # both are asked at once, before the start
        version = live.table.version
        await answer(twins.one, made, 0, version)
        done, _ = await answer(twins.other, made, 1, version)
        assert done == version + 2
        assert drained(line).count("update") == 2  # first the other's, then one's own
        assert await twins.other.live_tables.get(made["id"]) is live
        async with twins.one.following.newest(made["id"]) as first:
            for part in ("version", "play", "lines"):
                assert dump(getattr(first.state([]), part)) == dump(getattr(live.state([]), part))
        assert len(first.state([]).lines) > 1

    with_twins(postgres, does)


def test_two_processes_make_one_table_for_a_game(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        played = await campaigning.begin(twins.one, "mine", "mine")
        elsewhere = played.seen_from(twins.other)
        await campaigning.to_the_game(played)
        await played.move(1, do="field", vehicles=[0, 1, 2])
        seen = await asyncio.gather(played.look(), elsewhere.look(), elsewhere.look())
        [game] = seen[0]["tables"]
        assert [each["tables"] for each in seen] == [[game]] * 3
        assert campaigning.stored(twins.one) == {game["table"]: "running"}

    with_twins(postgres, does)


def test_process_without_the_news_recognises_the_host(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "mine")
        bob = [made["seats"][1]["token"]]
        await twins.one.do(made["id"], abandoned(made["host"]))
        first = await twins.other.again(made["id"], bob)
        assert first.host, "nobody else has come"
        ann = await twins.one.again(made["id"], [made["host"]])
        assert await twins.other.again(made["id"], bob) == replace(first, host="")
        await twins.one.do(TableId(ann.id), abandoned(ann.host))
        # that one never had a race
        later = await twins.one.again(TableId(ann.id), [ann.host])
        assert (await twins.other.again(made["id"], bob)).id == later.id

    def abandoned(host: str) -> models.Abandon:
        return models.Abandon(request=next(REQUESTS), token=host)

    with_twins(postgres, does)


def test_reloaded_page_shows_the_newest_state(postgres: Postgres) -> None:
    """Also by a process that has not heard of it: a page that is loaded again goes not back."""

    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "open")
        serving = Serving(twins.other, Menus(), FREELY)
        await twins.other.live_tables.get(made["id"])
        claim = models.Claim(request=next(REQUESTS), seat=1, name="Bob")
        _, bob = await twins.one.do(made["id"], claim)
        line = Client()
        serving.admission.arrive(line)
        talk = LiveConnection(None, made["id"], line, serving)  # type: ignore[arg-type]
        await talk._hello(models.Hello(tokens=[bob.token or ""]))
        state, you = [json.loads(text) for text in line.take()[:2]]
        assert (state["version"], you["you"]["seats"]) == (1, [1])
        await begin(twins.one, made)
        answered = await state_of(made["id"], serving)
        assert json.loads(bytes(answered.body))["version"] == 2
        await answer(twins.one, made, 0, 2)
        assert (await twins.other.following.copy(made["id"])).version == 3

    with_twins(postgres, does)


def test_deadline_is_handled_by_one_process(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "mine", pace={"kind": "live", "seconds": 5})
        await begin(twins.one, made)
        for tables in (twins.one, twins.other):
            await join(tables, made, 0)
        clocks = [Clocks(tables) for tables in (twins.one, twins.other)]
        watching = [asyncio.create_task(clock.watch(0.005)) for clock in clocks]
        await asyncio.sleep(0.05)
        assert expired(twins) == 0
        twins.now += 6
        async with twins.listening():
            await until(lambda: expired(twins) > 0)
            for watch in watching:
                watch.cancel()
            await asyncio.gather(*watching, *minding(clocks), return_exceptions=True)
        assert expired(twins) == 1

    def minding(clocks: list[Clocks]) -> list[asyncio.Task[None]]:
        return [task for clock in clocks for task in clock._minded.values()]

    def expired(twins: Twins) -> int:
        moves = schema.moves
        counted = select(func.count()).where(moves.c.kind == "expire")
        with twins.one.store.engine.connect() as connection:
            return int(connection.execute(counted).scalar_one())

    with_twins(postgres, does)


def test_abandoned_clock_is_taken_over_by_another_process(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "mine", pace={"kind": "live", "seconds": 5})
        await begin(twins.one, made)
        clock = asyncio.create_task(Clocks(twins.other).watch(0.005))
        twins.now += 6  # time is up, but perhaps those who have people there are about to act
        await asyncio.sleep(0.1)
        assert twins.other.live_tables.all() == []
        twins.now += 2
        await until(lambda: any(live.table.version == 2 for live in twins.other.live_tables.all()))
        clock.cancel()

    with_twins(postgres, does)


async def until(what: Callable[[], bool], within: float = WITHIN) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + within
    while not what():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


def test_clients_of_a_silent_process_are_shown_as_gone(postgres: Postgres) -> None:
    async def silent() -> bool:
        return True

    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "mine")
        await join(twins.one, made, 0)
        async with twins.listening():
            line = await join(twins.other, made, 1)
            live = await twins.other.live_tables.get(made["id"])
            await until(lambda: live.here() == [0, 1])
            [other] = live.elsewhere
            before = live.elsewhere[other].until
            twins.now += 11
            await until(lambda: live.elsewhere[other].until == before + 11)  # it says so again
            twins.one.presence.publish = silent  # type: ignore[method-assign]
            twins.now += 24
            await asyncio.sleep(0.5)
            assert live.here() == [0, 1]
            twins.now += 2
            await until(lambda: live.here() == [1])
            assert drained(line)[-1] == "here"

    with_twins(postgres, does)


def test_stopping_process_announces_it(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "mine")
        await join(twins.one, made, 0)
        async with twins.listening():
            await join(twins.other, made, 1)
            live = await twins.other.live_tables.get(made["id"])
            await until(lambda: live.here() == [0, 1])
            await twins.one.presence.leave()
            await until(lambda: live.here() == [1])

    with_twins(postgres, does)


def test_lost_news_connection_is_reopened(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_connect, connects = asyncio.Event(), Listener._listen

    async def when_it_may(listener: Listener) -> None:
        await may_connect.wait()
        await connects(listener)

    monkeypatch.setattr(listening, "AGAIN_AFTER", 0)
    monkeypatch.setattr(Listener, "_listen", when_it_may)

    async def does(twins: Twins) -> None:
        may_connect.set()
        made = await make(twins.one, "mine", "mine")
        line = await join(twins.other, made, 0)
        async with twins.listening():
            drained(line)
            may_connect.clear()
            cut = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
            )
            with twins.one.store.engine.connect() as connection:
                assert len(connection.execute(text(cut)).all()) == 2
            await until(lambda: twins.listeners() == 0)
            await begin(twins.one, made)  # nobody hears of it
            live = await twins.other.live_tables.get(made["id"])
            assert live.table.version == 0
            may_connect.set()
            await until(lambda: live.table.version == 1)
            await until(lambda: "state" in drained(line))
            seen = await answer(twins.one, made, 0, 1)
            await until(lambda: live.table.version == seen[0])

    with_twins(postgres, does)


def test_news_during_a_load_is_not_lost(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "mine")
        load, has_read, may_go_on = twins.other.store.load, Event(), Event()

        def slowly(table_id: TableId) -> Any:
            stored = load(table_id)
            has_read.set()
            assert may_go_on.wait(WITHIN)  # in a thread
            return stored

        async with twins.listening():
            twins.other.store.load = slowly  # type: ignore[method-assign]
            loading = asyncio.create_task(twins.other.live_tables.get(made["id"]))
            assert await asyncio.to_thread(has_read.wait, WITHIN)
            await begin(twins.one, made)
            may_go_on.set()
            live = await loading
            await until(lambda: live.table.version == 1)

    with_twins(postgres, does)


def test_seat_claimed_at_another_process_may_chat_here(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "open")
        await twins.other.live_tables.get(made["id"])
        claim = models.Claim(request=next(REQUESTS), seat=1, name="Bob")
        _, result = await twins.one.do(made["id"], claim)
        said = models.Chat(request=next(REQUESTS), token=result.token or "", text="Hi")
        await twins.other.do(made["id"], said)
        with pytest.raises(Forbidden):
            await twins.other.do(made["id"], said.model_copy(update={"token": "x"}))

    with_twins(postgres, does)


def test_no_token_is_sent_after_the_race_ended_at_another_process(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "open")
        claim = models.Claim(request=next(REQUESTS), seat=1, name="Bob")
        _, result = await twins.other.do(made["id"], claim)
        assert await twins.other.do(made["id"], claim) == (1, result)
        given = {"request": next(REQUESTS), "token": made["host"]}
        await twins.one.do(made["id"], models.Abandon(**given))
        async with twins.other.following.newest(made["id"]) as live:
            assert live.table.state == "abandoned"
        assert await twins.other.do(made["id"], claim) == (1, Result())

    with_twins(postgres, does)


def test_a_deleted_table_is_gone_everywhere(postgres: Postgres) -> None:
    async def does(twins: Twins) -> None:
        made = await make(twins.one, "mine", "open")
        line = await join(twins.other, made, 0)
        async with twins.listening():
            await asyncio.to_thread(twins.one.store.delete, [made["id"]])
            await until(lambda: drained(line)[-2:] == ["refusal", ""])
            with pytest.raises(Unknown):
                await twins.other.live_tables.get(made["id"])

    with_twins(postgres, does)


# --- the database


def test_two_processes_may_migrate_at_once(postgres: Postgres) -> None:
    address = read_address(postgres.new_database())
    with ThreadPoolExecutor() as pool:
        for engine in pool.map(open_database, [address] * 4):
            with engine.connect() as connection:
                found = connection.execute(text("SELECT version_num FROM alembic_version"))
                assert len(found.all()) == 1
            engine.dispose()


def test_simultaneous_races_keep_all_records(postgres: Postgres) -> None:
    store = Store(open_database(read_address(postgres.new_database())))
    new = {
        "id": "a",
        "state": "open",
        "listed": True,
        "version": 0,
        "created": 1.0,
        "updated": 1.0,
        "settings": "{}",
        "secret": "",
        "standing": "{}",
        "summary": "{}",
    }
    store.writer.write(Save(new, None)).result()

    def finish(version: int, were: dict[str, Any], kept: str) -> Any:
        move = {
            "table_id": "a",
            "version": version,
            "request": f"request-{version}",
            "kind": "answer",
            "who": "",
            "keep": 0,
            "entries": "[]",
            "result": "{}",
            "at": 1.0,
        }
        table = {"id": "a", "state": "over", "version": version}
        row = {"course": "c", "kept": kept}
        return store.writer.write(Save(table, move, None, row, were)).result()

    assert finish(1, {}, '{"lap": 9}') is True
    assert finish(2, {}, '{"lap": 8}') is None  # made from records that are not those any more
    assert store.records("c") == {"lap": 9}
    assert store.version(TableId("a")) == 1
    assert finish(2, {"lap": 9}, '{"lap": 8}') is True
    assert store.records("c") == {"lap": 8}
    assert finish(2, {"lap": 8}, '{"lap": 7}') is False
    assert store.records("c") == {"lap": 8}
    store.close()


def test_database_that_hangs_is_reported_at_once(fork_server: ForkServer) -> None:
    with private_postgres() as own, fork_server.serve(own.new_database()) as served:
        assert served.http.get("/healthz").status_code == 200
        with own.silent():
            asked = time.monotonic()
            answer = served.http.get("/healthz")
            assert (answer.status_code, "store does not answer" in answer.text) == (503, True)
            assert time.monotonic() - asked < 5
        end = time.monotonic() + WITHIN
        while served.http.get("/healthz").status_code != 200:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_lost_database_is_reported_and_comes_back(fork_server: ForkServer) -> None:
    with (
        private_postgres() as own,
        fork_server.serve(own.new_database(), as_json=True) as served,
    ):
        made = make_table(served, "mine", "rookie")
        start(served, made)
        assert served.http.get("/healthz").status_code == 200
        own.stop()
        assert served.http.get("/healthz").status_code == 503
        assert served.http.post("/api/tables/nobody/again").json()["error"]["kind"] == "busy"
        time.sleep(1.2)  # two looks at the clocks
        own.start()
        assert served.http.get("/healthz").status_code == 200
        ann = Browser(served, made.id, [made.tokens[0]])
        asked = ann.asked()
        assert asked
        assert ann.answered(ann.answer(asked))["type"] == "reply"
        end = time.monotonic() + WITHIN
        while "news comes again" not in served.errors:
            assert time.monotonic() < end
            time.sleep(0.05)
    events = [json.loads(line)["event"] for line in served.errors.splitlines()]
    assert sorted(events) == [
        "news comes again",
        "started",
        "stopped",
        "the connection for news is lost",
        "the store answers again",
        "the store does not answer",  # once, not every half second
    ]
