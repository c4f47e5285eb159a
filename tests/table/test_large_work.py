"""Large bodies and large campaigns are read and worked on in another process, for all routes."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import Engine, create_engine
from tests.table.campaigning import Played, begin, to_the_game
from tests.table.house import run
from tests.table.serving import REQUESTS
from tests.table.workers import ThreadWorker

from wreckoning.core.errors import Malformed
from wreckoning.server.bodies import read_body
from wreckoning.server.campaigns import changing
from wreckoning.server.campaigns.service import CampaignService
from wreckoning.server.http.app import LARGE_BODIES, create_app
from wreckoning.server.http.connections import TAKES_FILES
from wreckoning.server.leagues import changing as changing_leagues
from wreckoning.server.leagues.service import LeagueService
from wreckoning.server.live.service import TableService
from wreckoning.server.workers import large_work
from wreckoning.server.workers.large_work import LargeWork
from wreckoning.table.refusals import NotJson

T = TypeVar("T")
HERE = "this is worked out in the process that serves"
PEOPLE = [{"player": "mine", "name": "Ann"}, {"player": "open"}]


def test_no_route_reads_a_large_body_itself() -> None:
    """The server reads the bodies of the other routes, which are small, as they come."""
    app = create_app(create_engine("sqlite://"))
    large = [
        route
        for route in app.router.routes
        if isinstance(route, APIRoute)
        and "POST" in (route.methods or ())
        and TAKES_FILES.fullmatch(b"POST " + route.path.replace("{league}", "x").encode())
    ]
    assert [route.path for route in large] == [
        "/api/campaigns",
        "/api/leagues",
        "/api/leagues/{league}/do",
    ]
    schemas = app.openapi()["components"]["schemas"]
    for route in large:
        assert route.body_field is None, route.path
        (taken,) = route.openapi_extra["requestBody"]["content"].values()  # type: ignore[index]
        name = taken["schema"]["$ref"].rpartition("/")[2]
        assert name in LARGE_BODIES
        assert name in schemas


@pytest.mark.parametrize("kind", LARGE_BODIES)
@pytest.mark.parametrize(
    "body", [b"", b"{", b'"\xff', b"[" * 70_000, b"1" * 5000, b"NaN", b"[]", b'{"a": 1}', b"null"]
)
def test_a_body_of_another_form_is_refused_in_one_line(kind: str, body: bytes) -> None:
    with pytest.raises((NotJson, Malformed)) as refused:
        read_body(LARGE_BODIES[kind], body)
    assert 0 < len(str(refused.value)) < 300
    assert str(refused.value).isprintable()


def refuse(*_: Any) -> NoReturn:
    raise AssertionError(HERE)


def elsewhere(
    monkeypatch: pytest.MonkeyPatch, tables: TableService, long: bool = True
) -> LargeWork:
    """All work is large from now on, and none of it may be done here."""
    tables.large_work.close()
    tables.large_work = LargeWork(tables.store.engine, tables.live_tables.read, short=-1)
    for module, names in (
        (changing, ("read_body", "take_up", "taken_up", "storage")),
        (changing_leagues, ("read_body", "load")),
    ):
        for name in names if long else ():
            monkeypatch.setattr(module, name, refuse)
    return tables.large_work


@pytest.mark.slow
def test_everything_about_a_large_campaign_is_worked_out_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made, seen, changed, brought on, saved and taken up again."""

    async def does(tables: TableService) -> None:
        work = elsewhere(monkeypatch, tables)
        played = await begin(tables, "mine", "open", "rookie")
        played.tokens[1] = await played.claim(1, "Bob", "the-claim-of-bob", text="any words")
        await played.text(0, "kumquat")
        await to_the_game(played)
        await played.move(1, do="field", vehicles=[0, 1, 2])
        seen = await played.look(played.tokens[0])
        assert (seen["you"]["seats"], seen["page"]["phase"]) == ([0], "play")
        assert [game["table"] for game in seen["tables"]] == [f"{played.id}g1"]
        assert await played.campaigns.open_move(played.id, ["ann"]) is None
        file = json.loads(await played.campaigns.document(played.id))
        wanted = {"ruleset": "rally", "title": "Again", "document": file}
        players = [{"player": who} for who in ("mine", "mine", "rookie")]
        body = json.dumps({**wanted, "players": players}).encode()
        again = Played(tables, await played.campaigns.create(body))
        assert (await again.look())["page"]["phase"] == "play"
        assert work.worker.is_running
        work.close()

    run(tmp_path, does)


Sends = Callable[[TableService, bytes], Awaitable[Any]]
SENDS: dict[str, Sends] = {
    "a campaign": lambda tables, body: CampaignService(tables).create(body),
    "a league": lambda tables, body: _leagues(tables).create(body),
    "a command of a league": lambda tables, body: _leagues(tables).read_command(body),
}


def _leagues(tables: TableService) -> LeagueService:
    return LeagueService(tables, CampaignService(tables))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("sends", SENDS.values(), ids=SENDS)
def test_a_large_body_is_read_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sends: Sends
) -> None:
    async def does(tables: TableService) -> None:
        work = elsewhere(monkeypatch, tables)
        with pytest.raises(NotJson):
            await sends(tables, b"[" * 100_000)
        with pytest.raises(Malformed):
            await sends(tables, json.dumps({"request": next(REQUESTS), "players": PEOPLE}).encode())
        work.close()

    run(tmp_path, does)


class NotingWorker(ThreadWorker):
    """Notes how long its work may take."""

    def __init__(self) -> None:
        super().__init__()
        self.limits: list[float | None] = []

    async def run(self, does: Callable[..., T], *given: Any, longest: float | None = None) -> T:
        self.limits.append(longest)
        return await super().run(does, *given, longest=longest)


def test_time_of_the_work_begins_when_its_process_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def does(tables: TableService) -> None:
        work = elsewhere(monkeypatch, tables, long=False)
        work.worker = noting = NotingWorker()
        for _ in range(2):
            assert await work.run(1, "ann", lambda _: "done") == "done"
        assert noting.limits == [None, large_work.LONGEST, large_work.LONGEST]
        work.close()

    run(tmp_path, does)


@pytest.mark.parametrize("let_end", [-1.0, 60.0])
def test_work_that_nobody_waits_for_is_ended_unless_it_began_just_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, let_end: float
) -> None:
    monkeypatch.setattr(large_work, "LET_END", let_end)
    begun, may_end = threading.Event(), threading.Event()

    def hold(_: Engine) -> None:
        begun.set()
        may_end.wait(20)

    async def does(tables: TableService) -> None:
        work = elsewhere(monkeypatch, tables, long=False)
        work.worker = ThreadWorker()
        waiting = asyncio.create_task(work.run(1, "ann", hold))
        assert await asyncio.to_thread(begun.wait, 20)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert work.worker.is_running == (let_end > 0)
        may_end.set()
        work.close()

    run(tmp_path, does)
