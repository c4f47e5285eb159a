"""A full disk: clients get an error, it is logged once, and all goes on afterwards."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError
from tests.table.hosting import Ear, Hosted, hosting
from tests.table.serving import make_table, start

from wreckoning.server.live import clocks
from wreckoning.server.live.clocks import Clocks
from wreckoning.server.store import trouble
from wreckoning.server.store.store import Store
from wreckoning.server.store.trouble import Trouble
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import NOT_SURE, Busy, NotStored

WHY = "the disk is full, so this was not stored; try again later"
STATUS = "the disk is full: nothing can be stored"


class Log:
    """A log that keeps its lines."""

    def __init__(self) -> None:
        self.said: list[tuple[str, dict[str, Any]]] = []

    def info(self, what: str, **more: Any) -> None:
        self.said.append((what, more))

    error = info


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    log = Log()
    monkeypatch.setattr(trouble, "log", log)
    return log


def of_sqlite(code: int, words: str) -> OperationalError:
    cause = sqlite3.OperationalError(words)
    cause.sqlite_errorcode = code
    return OperationalError("INSERT", None, cause)


class OfPostgres(Exception):
    """The error of psycopg when its server's disk is full."""

    sqlstate = "53100"


FULL = of_sqlite(sqlite3.SQLITE_FULL, "database or disk is full")
LOCKED = of_sqlite(sqlite3.SQLITE_BUSY, "database is locked")


@pytest.mark.parametrize(
    "error",
    [
        FULL,
        OperationalError("INSERT", None, OfPostgres("could not extend file")),
        OSError(errno.ENOSPC, "No space left on device"),
    ],
    ids=["sqlite", "postgresql", "system"],
)
def test_full_disk_is_named_in_the_error(error: Exception, log: Log) -> None:
    one = Trouble()
    told = one.failed(error, 1)
    assert isinstance(told, NotStored)
    assert str(told) == WHY
    assert one.why == "the disk is full"
    assert log.said == [("nothing can be stored", {"error": "the disk is full"})]


def test_other_database_errors_are_quoted() -> None:
    """It may be stored all the same, and only the answer be lost."""
    one = Trouble()
    told = one.failed(LOCKED, 1)
    assert type(told) is Busy
    assert str(told) == NOT_SURE
    assert one.why == "database is locked"


def test_trouble_is_logged_once_at_start_and_end(log: Log) -> None:
    """It ends when something was stored, and nothing failed for a while."""
    now = 100.0
    one = Trouble(lambda: now)
    one.worked()
    for _ in range(2):
        log.said.clear()
        for _ in range(1000):
            one.failed(FULL, 3)
            one.worked()  # something small
            now += 0.01
        now += trouble.CALM - 0.02
        one.worked()
        assert one.why
        assert [what for what, _ in log.said] == ["nothing can be stored"]
        now += 0.02
        one.worked()
        one.worked()
        assert one.why == ""
        assert log.said[1:] == [("changes are stored again", {"refused": 3000})]


class Disk:
    """A disk that is full when a test says so: the file cannot grow."""

    def __init__(self, engine: Engine) -> None:
        self._most = 10**6  # pages
        event.listen(engine, "checkout", self._set)

    def _set(self, connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {self._most}")

    def fill(self) -> None:
        self._most = 1  # or as many as there are

    def clear(self) -> None:
        self._most = 10**6


class Full:
    """A server, its disk, and the time since something could not be stored."""

    def __init__(self, hosted: Hosted) -> None:
        self.hosted, self.now = hosted, 100.0
        store = store_of(hosted)
        self.disk = Disk(store.engine)
        store.trouble._clock = lambda: self.now

    def health(self) -> tuple[int, Any]:
        answer = self.hosted.http.get("/healthz")
        return answer.status_code, answer.json()["status"]

    def refused(self, path: str, body: dict[str, Any]) -> str:
        """Repeat a request until it is refused, as small changes may still fit. Returns why."""
        for _ in range(1000):
            answer = self.hosted.http.post(path, json=body)
            if answer.status_code != 200:
                assert answer.status_code == 503
                return str(answer.json()["error"]["text"])
        raise AssertionError("never refused")

    def refuses_answers(self, ann: Ear) -> dict[str, Any]:
        """Answer until it is refused. Returns the last answer."""
        for _ in range(100):
            asked = ann.asked()
            assert asked is not None
            answer = {"token": ann.tokens[0], "seat": 0, "version": ann.version}
            answer |= {"ask": asked["ask"], "answer": asked["options"][0]["name"]}
            said = ann.do("answer", **answer)
            if said["type"] == "refusal":
                assert said["error"] == {"kind": "busy", "text": WHY, "rule": ""}
                return answer
            ann.reach(said["version"])
        raise AssertionError("never refused")


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Full]:
    with hosting(tmp_path / "t.db") as hosted:
        yield Full(hosted)


def store_of(hosted: Hosted) -> Store:
    store: Store = hosted.app.state.serving.tables.store
    return store


def test_players_stay_connected_on_a_full_disk(full: Full) -> None:
    """What was refused has not happened, and is done when there is room again."""
    made = make_table(full.hosted, "mine", "rookie")
    start(full.hosted, made)
    ann = Ear(full.hosted, made.id, [made.tokens[0]])
    full.disk.fill()
    answer = full.refuses_answers(ann)
    assert full.hosted.get(f"/api/tables/{made.id}")["version"] == answer["version"]
    full.disk.clear()
    assert ann.do("answer", **answer)["type"] == "reply"


def test_health_and_log_on_a_full_disk(full: Full, log: Log) -> None:
    table = {"ruleset": "rtd", "course": "sundae_drive", "listed": False}
    seats = [{"player": "mine", "name": f"Driver {n}", "text": "x" * 64} for n in range(12)]
    assert full.health() == (200, "ok")
    full.disk.fill()
    for _ in range(3):
        assert full.refused("/api/tables", {**table, "seats": seats}) == WHY
        assert full.health() == (503, STATUS)
        full.now += trouble.CALM
        assert full.health() == (503, STATUS)  # it was tried again
    full.disk.clear()
    assert full.health() == (503, STATUS)  # not yet
    assert log.said == [("nothing can be stored", {"error": "the disk is full"})]
    full.now += trouble.CALM
    assert full.health() == (200, "ok")
    assert log.said[1:] == [("changes are stored again", {"refused": 3})]
    assert store_of(full.hosted).records("") == {}


def test_campaigns_on_a_full_disk(full: Full, log: Log) -> None:
    players = [{"player": "mine", "name": name} for name in ("Ann", "Bob")]
    full.disk.fill()
    for _ in range(3):
        wanted = {"ruleset": "rally", "title": "Long " * 8, "players": players}
        assert full.refused("/api/campaigns", wanted) == WHY
        assert full.hosted.get("/api/campaigns?state=open")
    assert log.said == [("nothing can be stored", {"error": "the disk is full"})]
    assert full.health() == (503, STATUS)


def test_failed_clock_is_tried_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()
    monkeypatch.setattr(clocks, "log", log)

    class Tables:
        now, store = 100.0, SimpleNamespace(due=lambda _: ["t1"], is_shared=False)

        @property
        def live_tables(self) -> Tables:
            return self

        def clock(self) -> float:
            return self.now

        async def expire(self, table: str) -> None:
            raise NotStored(WHY)

        async def read(self, ask: Any, *given: Any) -> Any:
            return ask(*given)

    async def mind() -> None:
        tables = Tables()
        minder = Clocks(tables)  # type: ignore[arg-type]
        assert await minder._due() == ["t1"]
        minder._minded[TableId("t1")] = asyncio.create_task(minder._mind(TableId("t1")))
        await minder._minded[TableId("t1")]
        tables.now += clocks.SOON
        assert await minder._due() == []
        tables.now += 0.1
        assert await minder._due() == ["t1"]
        assert minder._broken == {}

    asyncio.run(mind())
    assert log.said == []
