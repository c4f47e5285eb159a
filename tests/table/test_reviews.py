"""Reviews of races at tables: made on request, kept with the race."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter
from sqlalchemy import insert, update
from tests.table.house import begin, make, run

from wreckoning.core.errors import Illegal
from wreckoning.table import replies, review_worker, reviews, schema
from wreckoning.table.bot_worker import compile_search
from wreckoning.table.leagues.reviewing import LeagueReviewer
from wreckoning.table.leagues.storage import RaceSeats
from wreckoning.table.refusals import TooMany
from wreckoning.table.review_worker import pack
from wreckoning.table.reviews import Reviews
from wreckoning.table.service import TableService

FIRST, LONG = 0.1, 0.2  # seconds of the looks
STATE: TypeAdapter[replies.ReviewState] = TypeAdapter(replies.ReviewState)
Look = Callable[[str, float], bytes]


async def a_race(tables: TableService, *players: str) -> Any:
    """The table of a race of Rush 'n' Crush; over, if only bots are in it."""
    made = await make(
        tables, *(players or ("rookie", "rookie")), ruleset="rush", course="the_bullring"
    )
    await begin(tables, made)
    return await tables.following.copy(made["id"])


async def until(of: Reviews, table: Any, state: str) -> replies.ReviewState:
    """Ask as a browser does, until the review is in this state."""
    while True:
        found = STATE.validate_json(await of.of(table))
        if found["state"] == state:
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
    monkeypatch.setattr(reviews, "ProcessPoolExecutor", lambda *_: ThreadPoolExecutor(1))
    monkeypatch.setattr(reviews, "end_pool", lambda pool: pool.shutdown())
    monkeypatch.setattr(reviews, "review_log", look)
    monkeypatch.setattr(reviews, "is_compiled", lambda _: True)


def test_a_finished_race_is_reviewed_refined_and_kept(tmp_path: Path) -> None:
    compile_search("rush")  # unless it is

    async def ask(tables: TableService, of: Reviews) -> None:
        table = await a_race(tables)
        assert table.state == "over"
        assert STATE.validate_json(await of.of(table))["review"] is None
        found = await until(of, table, "done")
        assert found["seconds"] == LONG
        race = found["review"]
        assert race is not None
        assert race["names"] == ["D0", "D1"]
        assert len(race["chances"]) == len(race["steps"]) + 1
        for driver in race["drivers"]:
            parts = ("luck", "decisions", "rivals_luck", "rivals_decisions", "together")
            total = driver["start"]["value"] + sum(driver[part]["value"] for part in parts)  # type: ignore[literal-required]
            assert total == pytest.approx(driver["end"], abs=0.001)
        again = Reviews(tables.store, FIRST, LONG)
        kept = STATE.validate_json(await again.of(table))
        assert kept == {**found, "spent": 0.0}
        again.close()

    reviewing(tmp_path, ask)


def test_a_race_is_not_reviewed_before_its_end(tmp_path: Path) -> None:
    async def ask(tables: TableService, of: Reviews) -> None:
        with pytest.raises(Illegal, match="a race is reviewed when it is over"):
            await of.of(await a_race(tables, "mine", "rookie"))

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


def test_number_of_waiting_reviews_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING", 1)

    async def ask(tables: TableService, of: Reviews) -> None:
        async with of._turn:  # another race is being reviewed
            one, two = await a_race(tables), await a_race(tables)
            await until(of, one, "waiting")
            with pytest.raises(TooMany, match="try again in a minute"):
                await of.of(two)

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
