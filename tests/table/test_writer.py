"""Many changes to a commit: the result of each does not depend on the others."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, Engine, event, func, select, text
from sqlalchemy.exc import OperationalError
from tests.table.postgres import Postgres

from wreckoning.server.store import schema
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.store.news import CHANNEL
from wreckoning.server.store.writer import Save, Say, Writer
from wreckoning.table.refusals import Busy

TABLES = ("a", "b", "c", "d")
WITHIN = 60.0  # seconds
GONE = OperationalError("any", None, OSError("the connection is lost"))
NOT_SURE = "this may not have been stored; send it again"


class Doors:
    """An engine that can delay its transactions and fail at any time."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.may_begin, self.has_come = Event(), Event()
        self.may_begin.set()
        self.begun, self.last = 0, 10**9  # transactions; after the last there are no more
        self.unanswered = 0  # so many of the next commits

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    @contextlib.contextmanager
    def begin(self) -> Iterator[Connection]:
        self.has_come.set()
        assert self.may_begin.wait(WITHIN)
        self.begun += 1
        if self.begun > self.last:
            raise GONE
        with self._engine.begin() as connection:
            yield connection
        if self.unanswered:
            self.unanswered -= 1
            raise GONE


class Desk:
    """A writer, and four new tables."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.doors = engine, Doors(engine)
        self.writer = Writer(self.doors, "desk")  # type: ignore[arg-type]
        for name in TABLES:
            assert self.writer.write(Save(new(name), None)).result(WITHIN)

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()

    def write(self, jobs: Sequence[Save | Say], unanswered: bool = False) -> list[Any]:
        """Write all in one commit. Returns the result of each, or its error."""
        self.doors.may_begin.clear()
        self.doors.has_come.clear()
        first = self.writer.write(said("d", "the first"))  # while it waits, the others gather
        assert self.doors.has_come.wait(WITHIN)
        futures = [self.writer.write(job) for job in jobs]
        self.doors.unanswered = 2 if unanswered else 0
        self.doors.may_begin.set()
        told(first)
        return [told(future) for future in futures]

    def versions(self) -> dict[str, tuple[int, list[int]]]:
        """The version of each changed table, and those of its moves."""
        done: dict[str, list[int]] = {}
        with self.engine.connect() as connection:
            tables = {row.id: row.version for row in connection.execute(select(schema.tables))}
            for move in connection.execute(select(schema.moves).order_by(schema.moves.c.version)):
                done.setdefault(move.table_id, []).append(move.version)
        return {table: (tables[table], versions) for table, versions in done.items()}

    def count(self, table: Any) -> int:
        with self.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


@pytest.fixture(params=["sqlite", "postgresql"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    """A desk at either database."""
    address = str(tmp_path / "table.db")
    if request.param == "postgresql":
        address = request.getfixturevalue("postgres").new_database()
    one = Desk(open_database(read_address(address)))
    yield one
    one.close()


@pytest.fixture
def shared(postgres: Postgres) -> Iterator[Desk]:
    """A desk at a PostgreSQL."""
    one = Desk(open_database(read_address(postgres.new_database())))
    yield one
    one.close()


def new(table: str) -> dict[str, Any]:
    times = {"created": 1.0, "updated": 1.0}
    texts = {"settings": "{}", "secret": "", "standing": "{}", "summary": "{}"}
    return {"id": table, "state": "open", "listed": True, "version": 0, **times, **texts}


def change(table: str, version: int, request: str, /, **more: Any) -> Save:
    """A change of a table; `more` are columns of it that change besides."""
    row = {"id": table, "state": "open", "version": version, **more}
    move = {"kind": "change", "who": "", "keep": 0, "entries": "[]", "result": "{}", "at": 9.0}
    return Save(row, {**move, "table_id": table, "version": version, "request": request})


def said(table: str, request: str, words: Any = "hello") -> Say:
    row = {"table_id": table, "request": request, "seat": -1, "name": "Host"}
    return Say({**row, "text": words, "at": 9.0})


def told(future: Future[Any]) -> Any:
    try:
        return future.result(WITHIN)
    except Busy as refused:
        return str(refused)


# --- who was first


def test_only_the_later_of_two_conflicting_changes_is_refused(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    """A version, or a request, that is there already: its table stays, the others go on with it."""
    assert desk.write([change("b", 1, "here before"), change("c", 1, "once")]) == [True, True]
    before = desk.writer.commits
    changes = [
        change("a", 1, "many"),
        change("b", 1, "many"),
        change("c", 2, "once"),
        change("d", 1, "many"),
    ]
    with caplog.at_level(logging.WARNING):
        assert desk.write(changes) == [True, False, False, True]
    assert caplog.messages == []
    assert desk.writer.commits == before + 2, "what comes first to keep them waiting, then all"
    assert desk.versions() == {"a": (1, [1]), "b": (1, [1]), "c": (1, [1]), "d": (1, [1])}


def test_each_change_stores_its_own_fields(desk: Desk) -> None:
    """Each table changes in what its own change names, and those refused in nothing."""
    assert desk.write([change("c", 1, "here before", summary="before")]) == [True]
    changes = [
        change("a", 1, "many", summary="of a"),
        change("b", 1, "many", deadline=5.0),
        change("c", 1, "many", summary="of c"),
        change("d", 1, "many", summary="of d"),
    ]
    assert desk.write(changes) == [True, True, False, True]
    tables = schema.tables.c
    with desk.engine.connect() as connection:
        wanted = select(tables.summary, tables.deadline).order_by(tables.id)
        kept = [tuple(row) for row in connection.execute(wanted)]
    assert kept == [("of a", None), ("{}", 5.0), ("before", None), ("of d", None)]


@pytest.mark.parametrize(
    ("second", "stored"),
    [
        (change("b", 2, "next"), (2, [1, 2])),  # it follows
        (change("b", 2, "one"), (1, [1])),  # the same request
        (change("b", 1, "one"), (1, [1])),  # the very same
        (change("b", 1, "other"), (1, [1])),  # the same version
    ],
)
def test_two_changes_of_one_table_in_one_commit(
    desk: Desk, second: Save, stored: tuple[int, list[int]]
) -> None:
    changes = [change("a", 1, "one"), change("b", 1, "one"), second, change("c", 1, "one")]
    assert desk.write(changes) == [True, True, stored[0] == 2, True]
    assert desk.versions() == {"a": (1, [1]), "b": stored, "c": (1, [1])}


def test_change_after_a_refused_one_is_refused(desk: Desk) -> None:
    """It was made from what is not stored. What is said there has nothing to do with it."""
    assert desk.write([change("b", 1, "here before")]) == [True]
    jobs: list[Save | Say] = [
        change("a", 1, "many"),
        change("b", 1, "many"),
        said("b", "said"),
        change("b", 2, "more"),
        change("b", 3, "still more"),
        change("c", 1, "many"),
    ]
    done = desk.write(jobs)
    assert done.pop(2)["text"] == "hello"
    assert done == [True, False, False, False, True]
    assert desk.versions() == {"a": (1, [1]), "b": (1, [1]), "c": (1, [1])}


# --- what cannot be stored


def test_change_after_a_failed_one_is_refused(desk: Desk) -> None:
    jobs = [change("a", 1, "many"), change("a", 1, "other")]
    jobs += [change("b", 1, "\ud800"), change("b", 2, "more")]
    assert desk.write(jobs) == [True, False, NOT_SURE, False]
    assert desk.versions() == {"a": (1, [1])}


def test_failed_change_does_not_block_others(desk: Desk) -> None:
    """All are one transaction; if it fails for what one of them is, each is its own."""
    wrong: list[Save | Say] = [
        change("nowhere", 1, "many"),
        said("nowhere", "said"),
        said("a", "not a text of this world", "\ud800"),
        said("a", "no text at all", {1, 2}),
    ]
    good: list[Save | Say] = [
        *(change(table, 1, "many") for table in TABLES),
        *(said(t, "said") for t in TABLES),
    ]
    done = desk.write([*wrong, *good])
    assert done[:8] == [NOT_SURE] * 4 + [True] * 4
    numbers = [one["id"] for one in done[8:]]
    assert len(set(numbers)) == 4
    assert desk.versions() == {table: (1, [1]) for table in TABLES}
    again = desk.write([said(table, "said", "other words") for table in TABLES])
    assert [(one["id"], one["text"]) for one in again] == [(n, "hello") for n in numbers]


def test_all_writers_hear_at_once_of_a_locked_database(tmp_path: Path) -> None:
    """Not one after the other, each when its own time is up."""
    file, seconds, many = tmp_path / "table.db", 0.2, 40
    engine = open_database(read_address(str(file)))
    shorter = f"PRAGMA busy_timeout = {seconds * 1000:.0f}"
    event.listen(engine, "connect", lambda one, _: one.execute(shorter))
    engine.dispose()
    desk = Desk(engine)
    changes = [change(TABLES[n % 4], 1, f"many-{n}") for n in range(many)]
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        futures = [desk.writer.write(one) for one in changes]
        assert [told(future) for future in futures] == [NOT_SURE] * many
        assert time.monotonic() - began < seconds * many / 2
        other.execute("ROLLBACK")
    assert desk.write(changes) == [n < 4 for n in range(many)]
    desk.close()


def test_all_writers_hear_at_once_of_a_lost_database(desk: Desk) -> None:
    """Also while each is tried alone, as one of them cannot be stored."""
    jobs = [change(table, 1, "many") for table in ("nowhere", *TABLES)]
    desk.doors.last = desk.doors.begun + 3  # the first, all, the one at "a"
    assert desk.write(jobs) == [NOT_SURE, True, NOT_SURE, NOT_SURE, NOT_SURE]
    assert desk.doors.begun == desk.doors.last + 1
    assert desk.versions() == {"a": (1, [1])}


def test_deadlocked_change_is_tried_again(shared: Desk) -> None:
    """It is over once the others have what they wanted; nobody has to be told."""
    lock = text("SELECT id FROM tables WHERE id = :id FOR UPDATE")
    with shared.engine.connect() as other, ThreadPoolExecutor() as pool:
        other.execute(text("SET deadlock_timeout = '60s'"))  # so it is not this one that gives way
        other.execute(lock, {"id": "b"})
        writing = pool.submit(shared.write, [change("a", 1, "many"), change("b", 1, "many")])
        with shared.engine.connect() as looking:
            waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
            until = time.monotonic() + WITHIN
            while not looking.execute(waits).scalar():
                assert time.monotonic() < until
                looking.rollback()
        other.execute(lock, {"id": "a"})
        other.rollback()
        assert writing.result(WITHIN) == [True, True]
    assert shared.versions() == {"a": (1, [1]), "b": (1, [1])}


@pytest.mark.parametrize("many", [1, 3])
def test_change_with_an_unconfirmed_commit_is_reported_as_unclear(desk: Desk, many: int) -> None:
    """It may be stored, and so it is said. Sent again it is not done twice."""
    jobs: list[Save | Say] = [
        *(change(table, 1, "many") for table in TABLES[:many]),
        said("d", "said"),
    ]
    assert desk.write(jobs, unanswered=True) == [NOT_SURE] * len(jobs)
    *changes, chat = desk.write(jobs)
    assert changes == [False] * many
    assert chat["text"] == "hello"
    assert desk.versions() == {table: (1, [1]) for table in TABLES[:many]}
    assert desk.count(schema.chats) == 2, "this, and the first"


def test_repeated_chat_is_sent_to_other_processes_again(shared: Desk) -> None:
    """Who said it may not have heard, and neither may those at the process that wrote it."""
    listening = psycopg.connect(
        shared.engine.url.set(drivername="postgresql").render_as_string(False), autocommit=True
    )
    with listening:
        listening.execute(f"LISTEN {CHANNEL}")
        first, again = (shared.write([said("a", "said")])[0] for _ in range(2))
        assert first["id"] == again["id"]
        heard = [note.payload for note in listening.notifies(timeout=WITHIN, stop_after=4)]
    assert sum(f'"chat":{first["id"]},' in one for one in heard) == 2
