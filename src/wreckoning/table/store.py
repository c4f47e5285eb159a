"""Reading and writing the database. Writing is done by one thread, many changes to a commit.

store.write(Save(…))    a future: True once it is on the disk, False if somebody was first,
                        None if the course's records have changed: nothing is written then
store.load(id)          a stored table, or None
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import psycopg
import structlog
from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError

from wreckoning.table import schema
from wreckoning.table.refusals import Busy

MOST_AT_ONCE = 256
CHANGE_TABLE = update(schema.tables).where(schema.tables.c.id == bindparam("of"))
CHANNEL = "wreck"
ENDED = ("over", "abandoned")

log = structlog.get_logger("store")


@dataclass(frozen=True)
class Stored:
    """A table as it is kept."""

    id: str
    state: str
    version: int
    created: float
    updated: float
    deadline: float | None
    settings: str
    secret: str
    standing: dict[str, Any]
    entries: list[dict[str, Any]]
    snapshot: bytes | None


@dataclass(frozen=True)
class News:
    """How a table stands, and what was done at it after a version."""

    state: str
    version: int
    updated: float
    deadline: float | None
    settings: str
    standing: dict[str, Any]
    moves: list[tuple[int, list[dict[str, Any]]]]  # of each, how many entries stay, and the new


@dataclass(frozen=True)
class Save:
    """A change of a table, with all that has to be on the disk before anybody hears of it."""

    table: dict[str, Any]  # the columns of `tables` that change; `id` and `version` among them
    move: dict[str, Any] | None  # the row of `moves`; None for a new table
    snapshot: dict[str, Any] | None = None
    records: dict[str, Any] | None = None
    records_were: dict[str, Any] | None = None  # those that `records` were made from
    made: dict[str, Any] | None = None  # the row of a table that comes of it


@dataclass(frozen=True)
class Say:
    """Something said at a table."""

    row: dict[str, Any]


Job = tuple[Save | Say, "Future[Any]"]


class Store:
    """One database. Reads block, so call them in a thread; writes are futures."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = secrets.token_hex(4)  # of this process, among others
        self._file = _file_of(engine)
        self._insert: Any = (
            postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        )
        # Written once: making a statement takes longer than carrying it out.
        self._add_move = (
            self._insert(schema.moves)
            .on_conflict_do_nothing()
            .returning(schema.moves.c.version)  # no row count: not all drivers tell
        )
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._writer = Thread(target=self._write_on, name="writer", daemon=True)
        self._writer.start()
        self.commits = 0

    @property
    def is_shared(self) -> bool:
        """May other processes write here too?"""
        return self.engine.dialect.name == "postgresql"

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    # Writing

    def write(self, job: Save | Say) -> Future[Any]:
        """To be written with the next commit. A Say's future is its row, the first if repeated."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # who asked may go; it is written all the same
        self._jobs.put((job, future))
        return future

    def _write_on(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs, last = [first], False
            while len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    last = True
                    break
                jobs.append(job)
            jobs.sort(key=_table_of)  # every process locks tables in the same order
            self._write(jobs)
            if last:
                return

    def _write(self, jobs: Sequence[Job]) -> None:
        """All of them in one transaction; if that fails, each in one of its own."""
        try:
            with self.engine.begin() as connection:
                results = [self._do(connection, job) for job, _ in jobs]
            self.commits += 1
        except Exception as error:
            if len(jobs) > 1:
                for job in jobs:
                    self._write([job])
                return
            log.error("a change could not be stored", error=reason(error))
            jobs[0][1].set_exception(Busy("this could not be stored; nothing was changed"))
            return
        for (_, future), result in zip(jobs, results, strict=True):
            future.set_result(result)

    def _do(self, connection: Connection, job: Save | Say) -> Any:
        if isinstance(job, Say):
            return self._say(connection, job.row)
        done = self._save(connection, job)
        if done and job.move and self.is_shared:
            self._notify(connection, {"table": job.table["id"], "version": job.table["version"]})
        return done

    def _save(self, connection: Connection, save: Save) -> bool | None:
        if save.records and not self._are_current(connection, save):
            return None
        if save.move is None:
            connection.execute(insert(schema.tables).values(**save.table))
        else:
            if connection.execute(self._add_move, save.move).scalar() is None:
                return False
            changed = {name: value for name, value in save.table.items() if name != "id"}
            connection.execute(CHANGE_TABLE, {**changed, "of": save.table["id"]})
            if save.table["state"] in ENDED:
                _forget_tokens(connection, save.table["id"])
        if save.made:
            connection.execute(insert(schema.tables).values(**save.made))
        if save.snapshot:
            self._replace(connection, schema.snapshots, "table_id", save.snapshot)
        if save.records:
            self._replace(connection, schema.records, "course", save.records)
        return True

    def _are_current(self, connection: Connection, save: Save) -> bool:
        """Are the course's records still those that this save's were made from? Locks them."""
        assert save.records is not None
        course, records = save.records["course"], schema.records
        nothing = self._insert(records).values(course=course, kept="{}").on_conflict_do_nothing()
        connection.execute(nothing)
        wanted = select(records.c.kept).where(records.c.course == course).with_for_update()
        return bool(json.loads(connection.execute(wanted).scalar_one()) == save.records_were)

    def _replace(self, connection: Connection, table: Any, key: str, row: dict[str, Any]) -> None:
        values = self._insert(table).values(**row)
        connection.execute(values.on_conflict_do_update(index_elements=[key], set_=row))

    def _say(self, connection: Connection, row: dict[str, Any]) -> dict[str, Any]:
        """The row with its id, and if it is `new`; of a repeated request, the first one."""
        chats = schema.chats
        added = self._insert(chats).values(**row).on_conflict_do_nothing().returning(chats.c.id)
        number = connection.execute(added).scalar()
        if number is None:
            same = (chats.c.table_id == row["table_id"], chats.c.request == row["request"])
            first = connection.execute(select(chats).where(*same)).one()
            return {**first._mapping, "new": False}
        if self.is_shared:
            self._notify(connection, {"table": row["table_id"], "chat": number})
        return {**row, "id": number, "new": True}

    def announce(self, news: Sequence[dict[str, Any]]) -> None:
        """Tell the other processes something that is not kept."""
        with self.engine.begin() as connection:
            for one in news:
                self._notify(connection, one)

    def _notify(self, connection: Connection, news: dict[str, Any]) -> None:
        said = json.dumps({**news, "from": self.name}, separators=(",", ":"))
        call = text("SELECT pg_notify(:channel, :news)")
        connection.execute(call, {"channel": CHANNEL, "news": said})

    # Reading

    def load(self, table: str) -> Stored | None:
        """A table with all its entries."""
        with self.engine.connect() as connection:
            row = connection.execute(
                select(schema.tables).where(schema.tables.c.id == table)
            ).one_or_none()
            if row is None:
                return None
            moves = connection.execute(
                select(schema.moves.c.keep, schema.moves.c.entries)
                .where(schema.moves.c.table_id == table, schema.moves.c.version <= row.version)
                .order_by(schema.moves.c.version)
            ).all()
            shot = connection.execute(
                select(schema.snapshots).where(schema.snapshots.c.table_id == table)
            ).one_or_none()
        return _stored(row, moves, shot)

    def version(self, table: str) -> int | None:
        """The newest version of a table."""
        with self.engine.connect() as connection:
            version: int | None = connection.execute(
                select(schema.tables.c.version).where(schema.tables.c.id == table)
            ).scalar()
            return version

    def news(self, table: str, since: int) -> News | None:
        """What was done at a table after this version; None if nothing was."""
        tables, moves = schema.tables, schema.moves
        with self.engine.connect() as connection:
            found = select(tables).where(tables.c.id == table, tables.c.version > since)
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            done = connection.execute(
                select(moves.c.keep, moves.c.entries)
                .where(moves.c.table_id == table)
                .where(moves.c.version > since, moves.c.version <= row.version)
                .order_by(moves.c.version)
            ).all()
        return News(
            row.state,
            row.version,
            row.updated,
            row.deadline,
            row.settings,
            json.loads(row.standing),
            [(move.keep, json.loads(move.entries)) for move in done],
        )

    def reply(self, table: str, request: str) -> tuple[int, dict[str, Any]] | None:
        """What was replied to a request, if it was carried out: the version, and the result."""
        moves = schema.moves
        with self.engine.connect() as connection:
            row = connection.execute(
                select(moves.c.version, moves.c.result).where(
                    moves.c.table_id == table, moves.c.request == request
                )
            ).one_or_none()
        return (row.version, json.loads(row.result)) if row else None

    def listed(self, state: str, offset: int, count: int) -> list[dict[str, Any]]:
        """Public tables in a state, the latest first."""
        tables = schema.tables
        with self.engine.connect() as connection:
            rows = connection.execute(
                select(tables.c.id, tables.c.summary, tables.c.updated)
                .where(tables.c.state == state, tables.c.listed)
                .order_by(tables.c.updated.desc(), tables.c.id)
                .offset(offset)
                .limit(count)
            ).all()
        return [{**json.loads(row.summary), "updated": row.updated} for row in rows]

    def due(self, now: float) -> list[str]:
        """The tables whose decision is overdue."""
        tables = schema.tables
        with self.engine.connect() as connection:
            wanted = select(tables.c.id).where(tables.c.deadline < now)
            return list(connection.execute(wanted).scalars())

    def said(self, table: str, count: int) -> list[dict[str, Any]]:
        """The last things said, in order."""
        chats = schema.chats
        with self.engine.connect() as connection:
            rows = connection.execute(
                select(chats)
                .where(chats.c.table_id == table)
                .order_by(chats.c.id.desc())
                .limit(count)
            ).all()
        return [dict(row._mapping) for row in reversed(rows)]

    def chat(self, number: int) -> dict[str, Any] | None:
        """One thing said."""
        with self.engine.connect() as connection:
            found = select(schema.chats).where(schema.chats.c.id == number)
            row = connection.execute(found).one_or_none()
        return dict(row._mapping) if row else None

    def records(self, course: str) -> dict[str, Any]:
        """The records of a course; empty if there are none."""
        with self.engine.connect() as connection:
            wanted = select(schema.records.c.kept).where(schema.records.c.course == course)
            kept = connection.execute(wanted).scalar()
        return dict(json.loads(kept)) if kept else {}

    def ping(self) -> None:
        """Raises an SQLAlchemyError if the database does not answer, or its file is gone."""
        if self._file != _file_of(self.engine):
            raise OperationalError("ping", None, OSError("the file is gone"))
        with self.engine.connect() as connection:
            connection.execute(select(schema.tables.c.id).limit(1))

    def delete(self, names: Sequence[str]) -> None:
        """Delete these tables with all that was done and said there; servers hear of it."""
        with self.engine.begin() as connection:
            connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(names)))
            for table in names if self.is_shared else ():
                self._notify(connection, {"table": table, "gone": True})

    def forget(self, before: float) -> int:
        """Delete tables that nobody has started, and that nothing has happened at since."""
        tables = schema.tables
        with self.engine.begin() as connection:
            old = delete(tables).where(tables.c.state == "open", tables.c.updated < before)
            return connection.execute(old).rowcount


def _stored(row: Any, moves: Sequence[Any], shot: Any) -> Stored:
    entries: list[dict[str, Any]] = []
    shortest = len(moves) and 10**9  # fewest entries kept since the snapshot
    for version, move in enumerate(moves, 1):
        if shot is not None and version > shot.version:
            shortest = min(shortest, move.keep)
        del entries[move.keep :]
        entries += json.loads(move.entries)
    whole = shot is not None and shot.version <= row.version and shot.entries <= shortest
    return Stored(
        id=row.id,
        state=row.state,
        version=row.version,
        created=row.created,
        updated=row.updated,
        deadline=row.deadline,
        settings=row.settings,
        secret=row.secret,
        standing=json.loads(row.standing),
        entries=entries,
        snapshot=shot.data if shot is not None and whole else None,
    )


def reason(error: Exception) -> str:
    """Why the database refused, in a line, without what was to be written."""
    known = error if isinstance(error, OSError | psycopg.Error) else type(error).__name__
    lines = str(getattr(error, "orig", None) or known).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__


def _table_of(job: Job) -> str:
    change = job[0]
    return str(change.row["table_id"] if isinstance(change, Say) else change.table["id"])


def _file_of(engine: Engine) -> tuple[int, int] | None:
    """Which file SQLite's is now; None if it has none."""
    if engine.dialect.name != "sqlite" or engine.url.database in (None, "", ":memory:"):
        return None
    try:
        found = Path(str(engine.url.database)).stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def _forget_tokens(connection: Connection, table: str) -> None:
    """A claim's reply holds the seat's token, in case it is asked for again; not for ever."""
    moves = schema.moves
    claims = update(moves).where(moves.c.table_id == table, moves.c.kind == "claim")
    connection.execute(claims.values(result="{}"))
