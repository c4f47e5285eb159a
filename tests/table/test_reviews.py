"""Reviews of races at tables: made on request, kept with the race."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter
from sqlalchemy import insert, update
from tests.table.house import answer, begin, make, run
from tests.table.serving import REQUESTS
from tests.table.workers import ThreadWorker

from wreckoning.analysis.ledger import PARTS
from wreckoning.core.errors import Illegal
from wreckoning.server.leagues.reviewing import LeagueReviewer
from wreckoning.server.leagues.storage import RaceSeats
from wreckoning.server.limits import VISITOR
from wreckoning.server.live.clients import Client
from wreckoning.server.live.presence import Presence
from wreckoning.server.live.service import TableService
from wreckoning.server.store import schema
from wreckoning.server.workers import review_worker, reviews
from wreckoning.server.workers.compiling import compile_search
from wreckoning.server.workers.review_worker import pack
from wreckoning.server.workers.reviews import Reviews, ReviewState
from wreckoning.table import models
from wreckoning.table.ids import TableId
from wreckoning.table.logs import log_of
from wreckoning.table.refusals import Forbidden, TooMany

FIRST, LONG = 0.1, 0.2  # seconds of the looks
STATE: TypeAdapter[ReviewState] = TypeAdapter(ReviewState)
Look = Callable[[str, float], bytes]


async def a_race(tables: TableService, *players: str) -> Any:
    """The table of a race of Rush 'n' Crush; over, if only bots are in it."""
    made = await make(
        tables, *(players or ("rookie", "rookie")), ruleset="rush", course="the_bullring"
    )
    await begin(tables, made)
    return await tables.following.copy(made["id"])


async def until(of: Reviews, table: Any, state: str) -> ReviewState:
    """Ask as a browser does, until the review is in this state."""
    while True:
        found = STATE.validate_json(await of.of(table))
        if found.state == state:
            return found
        await asyncio.sleep(0.01)


async def idle(of: Reviews) -> None:
    """Wait until no review runs."""
    while not of.is_idle:
        await asyncio.sleep(0.01)


def reviewing(folder: Path, does: Callable[[TableService, Reviews], Awaitable[None]]) -> None:
    """A test with the reviews of a process."""

    async def go(tables: TableService) -> None:
        of = Reviews(tables.store, FIRST, LONG)
        try:
            await does(tables, of)
        finally:
            of.close()

    run(folder, go)


def looking(monkeypatch: pytest.MonkeyPatch, look: Look) -> None:
    """Review races with this function, in a thread of this process."""
    monkeypatch.setattr(reviews, "Worker", lambda _: ThreadWorker())
    monkeypatch.setattr(reviews, "review_log", look)
    monkeypatch.setattr(reviews, "has_search", lambda _: True)


def test_a_finished_race_is_reviewed_refined_and_kept(tmp_path: Path) -> None:
    compile_search("rush")  # unless it is

    async def ask(tables: TableService, of: Reviews) -> None:
        table = await a_race(tables)
        assert table.state == "over"
        assert STATE.validate_json(await of.of(table)).review is None
        found = await until(of, table, "done")
        assert found.seconds == LONG
        race = found.review
        assert race is not None
        assert race.names == ["D0", "D1"]
        assert len(race.chances) == len(race.steps) + 1
        for driver in race.drivers:
            total = driver.start.value + sum(getattr(driver, part).value for part in PARTS)
            assert total == pytest.approx(driver.end, abs=0.001)
        again = Reviews(tables.store, FIRST, LONG)
        kept = STATE.validate_json(await again.of(table))
        assert kept == replace(found, spent=0.0)
        again.close()

    reviewing(tmp_path, ask)


def test_a_race_is_not_reviewed_before_its_start(tmp_path: Path) -> None:
    async def ask(tables: TableService, of: Reviews) -> None:
        made = await make(tables, "mine", "rookie")
        with pytest.raises(Illegal, match="the race has not begun"):
            await of.of(await tables.following.copy(made["id"]))

    reviewing(tmp_path, ask)


def test_a_running_race_is_reviewed_as_far_as_all_know_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last review is shown until there is a newer one. At the end there is a whole one."""
    looks: list[tuple[int, float]] = []

    def look(text: str, seconds: float) -> bytes:
        looks.append((len(text), seconds))
        return review_worker.pack({"of": len(text)})

    looking(monkeypatch, look)

    async def ask(tables: TableService, of: Reviews) -> None:
        made = await make(tables, "mine", "mine")
        await begin(tables, made)
        live = await tables.live_tables.get(made["id"])

        async def look_on() -> tuple[str, Any]:
            found = orjson.loads(await of.of(await tables.following.copy(made["id"])))
            await idle(of)
            return found["state"], found["review"]

        first = len(log_of(live.table))
        assert await look_on() == ("looking", None)
        assert await look_on() == ("done", {"of": first})
        await answer(tables, made, 0, live.table.version)
        assert (await look_on())[0] == "done", "what one driver has chosen is not known"
        assert looks == [(first, FIRST)]
        await answer(tables, made, 1, live.table.version)
        then = len(log_of(live.table))
        assert await look_on() == ("refining", {"of": first})
        assert await look_on() == ("done", {"of": then})
        assert looks == [(first, FIRST), (then, FIRST)]
        assert tables.store.review(made["id"]) is None
        await tables.do(made["id"], models.Abandon(request=next(REQUESTS), token=made["host"]))
        assert await look_on() == ("looking", None)
        assert (await look_on())[0] == "done"
        assert [seconds for _, seconds in looks[2:]] == [FIRST, LONG]
        assert tables.store.review(made["id"]) is not None

    reviewing(tmp_path, ask)


def test_chances_of_a_running_race_are_not_for_its_players(tmp_path: Path) -> None:
    """Nor for a second window of theirs, also at another process."""

    async def ask(tables: TableService, _: Reviews) -> None:
        wanted: dict[str, Any] = {"ruleset": "rtd", "course": "sundae_drive", "chances": True}
        wanted["seats"] = [
            {"player": "mine", "name": "Ann"},
            {"player": "open"},
            {"player": "rookie"},
        ]
        made = await tables.create(models.NewTable.model_validate(wanted), "192.0.2.1")
        live = await tables.live_tables.get(TableId(made.id))
        words = "a player of this race is at your address"

        def refused(address: str) -> None:
            with pytest.raises(Forbidden, match=words):
                live.check_shows_chances(address)

        refused("192.0.2.1")  # the seat was taken from there
        bob, watcher = (
            Client(seats=(1,), address="192.0.2.2"),
            Client(address="192.0.2.3"),
        )
        live.clients |= {bob, watcher}
        refused("192.0.2.2")
        live.check_shows_chances("192.0.2.3")
        here = Presence(tables.store, {live.table.id: live})._news(live.table.id)
        live.clients.clear()
        live.check_shows_chances("192.0.2.2")
        tables.presence.on_news(live, {**here, "from": "another process"})
        refused("192.0.2.2")
        live.check_shows_chances("192.0.2.3")

        abandon = models.Abandon(request=next(REQUESTS), token=made.host)
        await tables.do(TableId(made.id), abandon)
        await tables.again(TableId(made.id), [made.host], "192.0.2.4")
        ann = [made.seats[0].token]
        following = await tables.again(TableId(made.id), ann, "192.0.2.5")
        live = await tables.live_tables.get(TableId(following.id))
        refused("192.0.2.5")

    reviewing(tmp_path, ask)


def test_several_requests_share_one_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []

    def look(text: str, seconds: float) -> bytes:
        looks.append(seconds)
        return review_worker.pack({"of": len(text)})

    looking(monkeypatch, look)

    async def ask(tables: TableService, of: Reviews) -> None:
        table = await a_race(tables)
        await asyncio.gather(*(of.of(table) for _ in range(5)))
        while orjson.loads(await of.of(table))["state"] != "done":
            await asyncio.sleep(0.01)
        assert looks == [FIRST, LONG]

    reviewing(tmp_path, ask)


def test_failed_review_says_why_and_a_failed_longer_one_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = [FIRST]

    def look(_: str, seconds: float) -> bytes:
        if seconds in fails:
            raise Illegal("no such rules here")
        return review_worker.pack({"of": seconds})

    looking(monkeypatch, look)

    async def ask(tables: TableService, of: Reviews) -> None:
        failed, cut = await a_race(tables), await a_race(tables)
        while (found := orjson.loads(await of.of(failed)))["state"] == "looking":
            await asyncio.sleep(0.01)
        assert (found["state"], found["why"]) == ("failed", "no such rules here")
        fails[:] = [LONG]
        while (found := orjson.loads(await of.of(cut)))["state"] != "done":
            await asyncio.sleep(0.01)
        assert (found["review"], found["why"]) == ({"of": FIRST}, "")

    reviewing(tmp_path, ask)


def test_one_address_with_many_reviews_keeps_nobody_else_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused the fifth that waits; another address comes next, whatever waits there."""
    go_on, order = threading.Event(), list[str]()

    def look(text: str, seconds: float) -> bytes:
        if seconds == FIRST:
            order.append(text)
        go_on.wait(30)
        return pack({"of": text})

    looking(monkeypatch, look)
    monkeypatch.setattr(reviews, "log_of", lambda table: table.id)

    async def ask(tables: TableService, of: Reviews) -> None:
        races = [await a_race(tables) for _ in range(7)]
        VISITOR.set("glutton")
        await of.of(races[0])
        while not order:
            await asyncio.sleep(0.01)
        for race in races[1:5]:
            await until(of, race, "waiting")
        with pytest.raises(TooMany, match="too many reviews at once"):
            await of.of(races[5])
        VISITOR.set("ann")
        await until(of, races[6], "waiting")
        go_on.set()
        while len(order) < 2:
            await asyncio.sleep(0.01)
        assert order[:2] == [races[0].id, races[6].id]

    reviewing(tmp_path, ask)


@pytest.mark.parametrize("beginnings", [1, 2])
def test_a_longer_look_gives_way_to_a_first_one_and_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beginnings: int
) -> None:
    """Not without end: then the first look stays."""
    looks, go_on = list[tuple[str, float]](), threading.Event()

    def look(text: str, seconds: float) -> bytes:
        looks.append((text, seconds))
        if seconds == LONG:
            assert go_on.wait(30)
        return pack({"of": text, "in": seconds})

    looking(monkeypatch, look)
    monkeypatch.setattr(reviews, "log_of", lambda table: table.id)
    monkeypatch.setattr(reviews, "BEGINNINGS", beginnings)

    async def ask(tables: TableService, of: Reviews) -> None:
        ann, ben = [await a_race(tables) for _ in range(2)]
        for race in (ann, ben):
            VISITOR.set(f"visitor of {race.id}")
            await of.of(race)
            async with asyncio.timeout(20):
                while (race.id, FIRST) not in looks or (ann.id, LONG) not in looks:
                    await asyncio.sleep(0.01)
        go_on.set()
        await idle(of)
        assert looks[:3] == [(ann.id, FIRST), (ann.id, LONG), (ben.id, FIRST)]
        last = [ann.id, ben.id] if beginnings == 2 else [ben.id]
        assert sorted(looks[3:]) == sorted((name, LONG) for name in last)
        seconds = {ann.id: LONG if beginnings == 2 else FIRST, ben.id: LONG}
        for name, of_race in ((ann.id, ann), (ben.id, ben)):
            found = orjson.loads(await of.of(of_race))
            assert found["review"] == {"of": name, "in": seconds[name]}
            assert found["state"] == "done"

    reviewing(tmp_path, ask)


def test_a_review_that_nobody_asks_for_any_more_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = list[str]()

    def look(text: str, _: float) -> bytes:
        looks.append(text)
        return pack({})

    looking(monkeypatch, look)
    monkeypatch.setattr(reviews, "FORGOTTEN", -1.0)

    async def ask(tables: TableService, of: Reviews) -> None:
        race = await a_race(tables)
        await of.of(race)
        await idle(of)
        assert looks == []

    reviewing(tmp_path, ask)


def test_races_of_leagues_are_reviewed_while_nobody_is_connected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = pack({"drivers": []})
    looking(monkeypatch, lambda _, seconds: review)

    async def ask(tables: TableService, of: Reviews) -> None:
        reviewer = LeagueReviewer(tables, of)
        assert await reviewer.look() is None
        await a_race(tables)  # of no league
        first, table = await a_race(tables), await a_race(tables)
        league = {"id": "cup", "state": "running", "listed": True, "version": 1, "created": 1.0}
        league |= dict.fromkeys(("document", "keeping", "summary", "standings"), "{}")
        seats = RaceSeats(host="", seats=[]).model_dump_json()
        counted = {"league_id": "cup", "starts": 0.0, "state": "counted", "seats": seats}
        keys = {"1-1-1-1-1": first.id, "2-1-1-1-1": table.id}
        races = [counted | {"key": key, "table_id": of_race} for key, of_race in keys.items()]
        with tables.store.engine.begin() as connection:
            connection.execute(insert(schema.leagues).values(**league, updated=2.0))
            connection.execute(insert(schema.league_races), races)
            late = update(schema.tables).where(schema.tables.c.id == table.id)
            connection.execute(late.values(updated=9e9))
        live = await tables.live_tables.get(table.id)
        client: Any = object()
        live.clients.add(client)
        assert await reviewer.look() is None
        live.clients.remove(client)
        assert await reviewer.look() == table.id
        assert await reviewer.look() is None, "one at a time"
        await idle(of)
        assert tables.store.review(table.id) == (LONG, review)
        assert await reviewer.look() == first.id
        await idle(of)
        assert await reviewer.look() is None, "each race once"

    reviewing(tmp_path, ask)
