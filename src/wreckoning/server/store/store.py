"""The database: reads from it, and has its writer.

store.load(id)              a stored table, or None
store.writer.write(Save(…)) a future: True once it is on the disk
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

import structlog
from sqlalchemy import Connection, Engine, FromClause, delete, event, exists, func, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from wreckoning.core.documents import Json
from wreckoning.server.damage import read_summary, readable
from wreckoning.server.store import schema
from wreckoning.server.store.database import BUSY_TIMEOUT
from wreckoning.server.store.news import is_shared, notify
from wreckoning.server.store.schema import Found
from wreckoning.server.store.trouble import Trouble
from wreckoning.server.store.writer import ENDED, Writer
from wreckoning.table.ids import TableId, TableVersion
from wreckoning.table.models import TableState
from wreckoning.table.replies import Result, TableCard, TableSummary

LOCKED = 1500  # milliseconds of waiting for the lock of SQLite's writer: then it hangs
TRIED = 64 * 1024  # bytes written to test if anything can be stored

log = structlog.get_logger("store")
# Keeps in one transaction with a review what others need of it, packed as it is.
KeepAlong = Callable[[Connection, TableId, bytes], None]


@dataclass(frozen=True)
class Stored:
    """A table as stored."""

    id: TableId
    state: TableState
    version: TableVersion
    created: float
    updated: float
    deadline: float | None
    settings: str
    secret: str
    standing: Json
    entries: list[Json]
    snapshot: bytes | None
    earlier: str = ""  # the log before the rules changed, packed
    told: bytes | None = None  # of a race that is over, by earlier rules


@dataclass(frozen=True)
class News:
    """The state of a table, and its changes after a version."""

    state: TableState
    version: TableVersion
    updated: float
    deadline: float | None
    settings: str
    standing: Json
    moves: list[tuple[int, list[Json]]]  # for each, how many entries stay, and the new ones


class Store:
    """One database. Reads block, so call them in a thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = secrets.token_hex(4)  # of this process, among others
        self._file = _file_of(engine)
        self.trouble = Trouble()
        self.writer = Writer(engine, self.name, self.trouble)
        self._trying = Lock()

    @property
    def is_shared(self) -> bool:
        """True if other processes may write here too."""
        return is_shared(self.engine)

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self.writer.close()
        # A thread may still read, for a player who has gone: what it gives back is closed.
        event.listen(self.engine.pool, "checkin", lambda _, given_back: given_back.invalidate())
        self.engine.dispose()

    def announce(self, news: Sequence[Json]) -> None:
        """Tell the other processes something that is not stored."""
        with self.engine.begin() as connection:
            notify(connection, self.name, news)

    # Reading

    def load(self, table_id: TableId) -> Stored | None:
        """A table with all its entries."""
        with self.engine.connect() as connection:
            row = connection.execute(
                select(schema.tables).where(schema.tables.c.id == table_id)
            ).one_or_none()
            if row is None:
                return None
            moves = connection.execute(
                select(schema.moves.c.keep, schema.moves.c.entries)
                .where(schema.moves.c.table_id == table_id, schema.moves.c.version <= row.version)
                .order_by(schema.moves.c.version)
            ).all()
            shot = connection.execute(
                select(schema.snapshots).where(schema.snapshots.c.table_id == table_id)
            ).one_or_none()
            changes = connection.execute(
                select(schema.moves.c.result)
                .where(schema.moves.c.table_id == table_id, schema.moves.c.kind == "rules")
                .order_by(schema.moves.c.version.desc())
            ).scalars()
            earlier = next(filter(None, (json.loads(text).get("earlier") for text in changes)), "")
            of = select(schema.told.c.told).where(schema.told.c.table_id == table_id)
            told = connection.execute(of).scalar() if row.state in ENDED else None
        return replace(_stored(row, moves, shot), earlier=earlier, told=told)

    def newest(self) -> float:
        """The time of the latest change of a table; 0 without tables."""
        with self.engine.connect() as connection:
            found = connection.execute(select(func.max(schema.tables.c.updated))).scalar()
        return float(found or 0.0)

    def existing(self, names: Sequence[TableId]) -> list[TableId]:
        """Return those of these tables that are stored."""
        tables = schema.tables
        with self.engine.connect() as connection:
            wanted = select(tables.c.id).where(tables.c.id.in_(names))
            return list(connection.execute(wanted).scalars())

    def has(self, table: FromClause, name: str) -> bool:
        """True if this table of the database has a row with this id."""
        with self.engine.connect() as connection:
            return bool(connection.scalar(select(exists().where(table.c.id == name))))

    def summary(self, table_id: TableId) -> tuple[TableSummary, int] | None:
        """A table as in a list, and its version; None if there is no such table.

        Raises one of DAMAGED.
        """
        tables = schema.tables
        with self.engine.connect() as connection:
            wanted = select(tables.c.summary, tables.c.version).where(tables.c.id == table_id)
            row = connection.execute(wanted).one_or_none()
        return None if row is None else (read_summary(row.summary), row.version)

    def version(self, table_id: TableId) -> int | None:
        """The newest version of a table."""
        with self.engine.connect() as connection:
            version: TableVersion | None = connection.execute(
                select(schema.tables.c.version).where(schema.tables.c.id == table_id)
            ).scalar()
            return version

    def news(self, table_id: TableId, since: TableVersion) -> News | None:
        """The changes of a table after this version; None if there are none."""
        tables, moves = schema.tables, schema.moves
        with self.engine.connect() as connection:
            found = select(tables).where(tables.c.id == table_id, tables.c.version > since)
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            done = connection.execute(
                select(moves.c.keep, moves.c.entries)
                .where(moves.c.table_id == table_id)
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

    def reply(self, table_id: TableId, request: str) -> tuple[TableVersion, Result] | None:
        """The reply to a request that was carried out: the version, and the result."""
        moves = schema.moves
        with self.engine.connect() as connection:
            row = connection.execute(
                select(moves.c.version, moves.c.result).where(
                    moves.c.table_id == table_id, moves.c.request == request
                )
            ).one_or_none()
        return (row.version, Result(**json.loads(row.result))) if row else None

    def listed(self, state: str, offset: int, count: int) -> list[TableCard]:
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
        return list(readable(rows, _card, "table"))

    def due(self, now: float) -> list[TableId]:
        """The tables whose decision is overdue."""
        tables = schema.tables
        with self.engine.connect() as connection:
            wanted = select(tables.c.id).where(tables.c.deadline < now)
            return list(connection.execute(wanted).scalars())

    def chat_messages(self, table_id: TableId, count: int) -> list[Json]:
        """The latest chat messages, in order."""
        chats = schema.chats
        with self.engine.connect() as connection:
            rows = connection.execute(
                select(chats)
                .where(chats.c.table_id == table_id)
                .order_by(chats.c.id.desc())
                .limit(count)
            ).all()
        return [dict(row._mapping) for row in reversed(rows)]

    def chat(self, number: int) -> Json | None:
        """One chat message."""
        with self.engine.connect() as connection:
            found = select(schema.chats).where(schema.chats.c.id == number)
            row = connection.execute(found).one_or_none()
        return dict(row._mapping) if row else None

    def records(self, course: str) -> Json:
        """The records of a course; empty if there are none."""
        with self.engine.connect() as connection:
            wanted = select(schema.records.c.kept).where(schema.records.c.course == course)
            kept = connection.execute(wanted).scalar()
        return dict(json.loads(kept)) if kept else {}

    def review(self, table_id: TableId) -> tuple[float, bytes] | None:
        """The review kept of a race: the seconds of its look, and itself, packed."""
        reviews = schema.reviews
        with self.engine.connect() as connection:
            found = select(reviews).where(reviews.c.table_id == table_id)
            row = connection.execute(found).one_or_none()
        return (row.seconds, row.review) if row else None

    def keep_review(
        self, table_id: TableId, seconds: float, review: bytes, *along: KeepAlong
    ) -> None:
        """Keep a review instead of the one there is, and what others keep of it, `along` with it.

        Does nothing if the table is gone.
        """
        reviews = schema.reviews
        row = {"table_id": table_id, "seconds": seconds, "review": review}
        with suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(delete(reviews).where(reviews.c.table_id == table_id))
            connection.execute(insert(reviews).values(row))
            for keep in along:
                keep(connection, table_id, review)

    def keep_told(self, table_id: TableId, told: bytes) -> None:
        """Keep what earlier rules told of a race that is over. Does nothing if it is gone."""
        with suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(insert(schema.told).values(table_id=table_id, told=told))

    def key(self, name: str) -> str:
        """A text that the server keeps for itself; '' for none."""
        with self.engine.connect() as connection:
            found = select(schema.keys.c.value).where(schema.keys.c.name == name)
            return str(connection.execute(found).scalar() or "")

    def keep_key(self, name: str, value: str) -> None:
        """Keep a text under this name."""
        keys = schema.keys
        with suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(delete(keys).where(keys.c.name == name))
            connection.execute(insert(keys).values(name=name, value=value))

    def ping(self) -> None:
        """Raise an SQLAlchemyError if the database does not answer, or its file is gone."""
        if self._file != _file_of(self.engine):
            raise OperationalError("ping", None, OSError("the file is gone"))
        with self.engine.connect() as connection:
            connection.execute(select(schema.tables.c.id).limit(1))

    def is_free(self) -> bool:
        """False if another program keeps the lock of SQLite's writer. Writes nothing."""
        if self.is_shared:
            return True
        try:
            with self.engine.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA busy_timeout={LOCKED}")
                try:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                    connection.exec_driver_sql("ROLLBACK")
                finally:
                    connection.exec_driver_sql(f"PRAGMA busy_timeout={BUSY_TIMEOUT}")
        except SQLAlchemyError as error:
            return "locked" not in str(error)
        return True

    def why_not_written(self) -> str:
        """Why changes cannot be stored; '' if they can. Tries again if the cause may be gone."""
        if self.trouble.why and self.trouble.may_be_over and self._trying.acquire(blocking=False):
            try:
                self._try_to_write()
                self.trouble.worked()
            except SQLAlchemyError as error:
                self.trouble.failed(error, 0)
            finally:
                self._trying.release()
        return self.trouble.why

    def _try_to_write(self) -> None:
        """Store something of the size of a long race's snapshot, and delete it again."""
        row = {"course": "", "kept": json.dumps({"tried": secrets.token_hex(TRIED // 2)})}
        with self.engine.begin() as connection:
            connection.execute(self.writer.put_records, row)
        with self.engine.begin() as connection:
            connection.execute(delete(schema.records).where(schema.records.c.course == ""))

    def delete(self, names: Sequence[str]) -> None:
        """Delete these tables with all that was done and said there; servers are told."""
        with self.engine.begin() as connection:
            connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(names)))
            if self.is_shared:
                notify(connection, self.name, [{"table": table, "gone": True} for table in names])

    def forget(self, before: float) -> int:
        """Delete tables that were never started, and have not changed since this time."""
        tables = schema.tables
        with self.engine.begin() as connection:
            old = delete(tables).where(tables.c.state == "open", tables.c.updated < before)
            return connection.execute(old).rowcount


def _stored(row: Found, moves: Sequence[Any], shot: Found | None) -> Stored:
    entries: list[Json] = []
    shortest = len(moves) and 10**9  # the fewest entries kept since the snapshot
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


def _card(row: Found) -> TableCard:
    return TableCard(**vars(read_summary(row.summary)), updated=row.updated)


def _file_of(engine: Engine) -> tuple[int, int] | None:
    """The identity of SQLite's file; None if there is none."""
    if engine.dialect.name != "sqlite" or engine.url.database in (None, "", ":memory:"):
        return None
    try:
        found = Path(str(engine.url.database)).stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino
