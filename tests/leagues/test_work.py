"""Work on large leagues: in a process of its own, once for each version, and not without end."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from tests.leagues.large import all_tied
from tests.leagues.serving import Hours, Played, run
from tests.leagues.toiling import refuse, toil, where

from wreckoning.core.errors import Illegal, Malformed, Over
from wreckoning.leagues.model import read_league, to_document
from wreckoning.server.leagues import views
from wreckoning.server.worked_out import Kept
from wreckoning.server.workers.large_work import SHORT, LargeWork
from wreckoning.table.refusals import Forbidden, NotJson, NotStored, TooMany, Unknown, kind_of

RESULTS = "results", 0, 1
VIEWS: list[tuple[Any, ...]] = [
    ("standings", 1, ""), ("standings", 0, "x"), RESULTS, ("records",), ("ratings",), ("teams",),
    ("driver", 1, 1), ("standings.csv", 0), ("results.csv",), ("calendar.ics", "http://x/"),
    ("feed.atom", "http://x/", "http://x/f"), ("file",),
]  # fmt: skip


def large() -> dict[str, Any]:
    """The file of a large league."""
    document = to_document(all_tied(150))
    assert len(json.dumps(document)) > SHORT
    return document


def test_every_view_of_a_large_league_is_worked_out_elsewhere_and_once(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        document = large()
        await league.make(document=document)
        service, work = league.leagues, league.tables.large_work
        engine = league.tables.store.engine
        process = await work.run(SHORT + 1, "", where)
        assert process not in (os.getpid(), 0)
        assert await work.run(SHORT, "", where) == os.getpid()
        for view in VIEWS:
            first = await service.view(league.id, "", *view)
            assert first is await service.view(league.id, "", *view), view
            assert list(first) == small_view(engine, league.id, view), view
        before = await service.view(league.id, "", *RESULTS)
        await league.do("correct", race="4-1-1-2-51", change="void", reason="a test")
        after = await service.view(league.id, "", *RESULTS)
        assert before != after
        assert await work.run(SHORT + 1, "", where) == process
        again = read_league(json.loads((await service.view(league.id, "", "file"))[0]))
        assert [race.key for race in again.races] == [
            race.key for race in read_league(document).races
        ]
        league.tables.large_work.close()

    run(tmp_path, does, within=60)


def small_view(engine: Engine, name: str, view: tuple[Any, ...]) -> list[bytes]:
    """The same view, worked out here."""
    return views.draw(engine, name, *view)


ERRORS = [
    Malformed("league", "no"), Illegal("no", "R1"), Over("no"), Unknown("no"), Forbidden("no"),
    NotJson(), TooMany("no"), NotStored("no"),
]  # fmt: skip


@pytest.mark.slow
def test_the_process_passes_errors_on_and_does_not_work_without_end(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        work = LargeWork(
            league.tables.store.engine, league.tables.live_tables.read, short=0, longest=4
        )
        first = await work.run(1, "ann", where)
        for error in ERRORS:
            with pytest.raises(type(error)) as refused:
                await work.run(1, "ann", refuse, error)
            assert (str(refused.value), kind_of(refused.value)) == (str(error), kind_of(error))
            assert vars(refused.value) == vars(error)
        with pytest.raises(TooMany, match="too much work: expected at most 4 s"):
            await work.run(1, "ann", toil, str(tmp_path / "mark"))
        assert (tmp_path / "mark").exists()
        assert await work.run(1, "ann", where) != first
        work.close()

    run(tmp_path, does, within=60)


def test_a_body_that_is_no_league_is_refused_in_one_line(tmp_path: Path) -> None:
    """No JSON, another form, nested without end."""

    async def does(league: Played, _: Hours) -> None:
        for body in (b"[" * SHORT, b"{", b'"\xff', b"NaN", b"", b"[]", b'{"document": {"a": 1}}'):
            with pytest.raises((NotJson, Malformed)) as refused:
                await league.leagues.create(body)
            assert "\n" not in str(refused.value)

    run(tmp_path, does)


# What is kept


def test_work_is_shared_and_cancelled_when_nobody_waits() -> None:
    async def scene() -> None:
        kept, begun, ended = Kept(10), 0, asyncio.Event()

        async def does() -> list[bytes]:
            nonlocal begun
            begun += 1
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                ended.set()
                raise
            return [b""]

        waiting = [asyncio.create_task(kept.get("a", does)) for _ in range(3)]
        await asyncio.sleep(0.01)
        for task in waiting[:2]:
            task.cancel()
        await asyncio.sleep(0.01)
        assert (begun, ended.is_set()) == (1, False)
        waiting[2].cancel()
        await asyncio.wait_for(ended.wait(), 5)
        assert begun == 1

    asyncio.run(scene())


def test_results_are_kept_up_to_a_size_the_latest_used_ones() -> None:
    async def scene() -> None:
        kept, drawn = Kept(10), list[str]()

        async def get(key: str) -> None:
            async def does() -> list[bytes]:
                drawn.append(key)
                if key == "x":
                    raise Illegal("no")
                return [b"1234"]

            await kept.get(key, does)

        for key in "abacab":
            await get(key)
        assert drawn == ["a", "b", "c", "b"]
        for _ in range(2):  # an error is not kept
            with pytest.raises(Illegal):
                await get("x")

    asyncio.run(scene())
