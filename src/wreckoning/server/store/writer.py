"""Writes to the database: in one thread, with many changes to a commit.

writer.write(Save(…))   a future: True once it is on the disk, False if another was first,
                        None if the course's records have changed: then nothing is written
writer.write(Say(…))    a future: the stored row; the first one if it was sent before
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import chain
from queue import SimpleQueue
from threading import Thread
from typing import Any

import structlog
from sqlalchemy import (
    Column,
    Connection,
    Dialect,
    Engine,
    Table,
    bindparam,
    exc,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from wreckoning.server.store import schema
from wreckoning.server.store.news import is_shared, notify, reason
from wreckoning.server.store.profile_rows import put_seatings
from wreckoning.server.store.schema import Values
from wreckoning.server.store.trouble import Trouble
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import NOT_SURE, Busy

MOST_AT_ONCE = 256
GATHER = 0.008  # seconds from one commit to the next: a commit costs as much as many answers
CHANGE_TABLE = update(schema.tables).where(schema.tables.c.id == bindparam("id"))
ENDED = ("over", "abandoned")
COLLIDED = ("40001", "40P01")  # PostgreSQL: a serialization failure, a deadlock

log = structlog.get_logger("store")


@dataclass(frozen=True)
class Save:
    """A change of a table, with everything that must be on the disk before clients hear of it."""

    table: Values  # the changed columns of `tables`, with `id` and `version`
    move: Values | None  # the row of `moves`; None for a new table
    snapshot: Values | None = None
    records: Values | None = None
    records_were: Values | None = None  # those from which `records` were made
    made: Values | None = None  # the row of a table made by this change
    seatings: Sequence[Values] | None = None  # replace the existing ones; also for `made`


@dataclass(frozen=True)
class Say:
    """A chat message."""

    row: Values


Job = tuple[Save | Say, "Future[Any]"]


class Writer:
    """Writes to one database, in a thread of its own. `name` is this process's."""

    def __init__(self, engine: Engine, name: str, trouble: Trouble | None = None) -> None:
        self._engine, self._name = engine, name
        self._trouble = trouble or Trouble()
        shared = is_shared(engine)
        self._insert: Any = postgresql.insert if shared else sqlite.insert
        self._named: Dialect = engine.dialect if shared else sqlite.dialect(paramstyle="named")
        # Made once: making a statement takes longer than running it.
        self._add_moves = (
            self._insert(schema.moves)
            .on_conflict_do_nothing()
            .returning(schema.moves.c.table_id)  # of the added ones
        )
        self._changing: dict[tuple[str, ...], str] = {}  # by the columns
        self._put_snapshot = self._putting(schema.snapshots, schema.snapshots.c.table_id)
        self.put_records = self._putting(schema.records, schema.records.c.course)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="writer", daemon=True)
        self._thread.start()
        self.commits = 0

    def _putting(self, table: Table, key: Column[str]) -> Any:
        """Insert a row, or update the one with this key."""
        adding = self._insert(table)
        others = {c.name: adding.excluded[c.name] for c in table.c if c is not key}
        return adding.on_conflict_do_update(index_elements=[key], set_=others)

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def write(self, job: Save | Say) -> Future[Any]:
        """Queue a job for the next commit. A Say's future is its row, the first if repeated."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # written even if nobody waits for it any more
        self._jobs.put((job, future))
        return future

    def _write_on(self) -> None:
        began = 0.0
        while (first := self._jobs.get()) is not None:
            time.sleep(max(0.0, began + GATHER - time.monotonic()))
            began, jobs, last = time.monotonic(), [first], False
            while len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    last = True
                    break
                jobs.append(job)
            jobs.sort(key=_order)
            self._write(jobs)
            if last:
                return

    def _write(self, jobs: Sequence[Job]) -> None:
        """Write all jobs in one transaction; if it fails because of a job, each in its own."""
        batches = deque([jobs])
        refused: set[str] = set()  # tables; those made by an unstored change count too
        while batches:
            batch = batches.popleft()
            try:
                with self._engine.begin() as connection:
                    results = self._do_all(connection, [job for job, _ in batch], refused)
                self.commits += 1
                self._trouble.worked()
            except Exception as error:
                if not _may_be_of_one(error):  # the others would wait as long, and fail too
                    batch = [*batch, *chain.from_iterable(batches)]
                    batches.clear()
                    refusal = self._trouble.failed(error, len(batch))
                elif len(batch) > 1:
                    batches.extend([job] for job in batch)
                    refused.clear()
                    continue
                else:
                    log.error("a commit failed", error=reason(error))
                    refusal = Busy(NOT_SURE)
                refused.update(_table_of(job) for job, _ in batch if isinstance(job, Save))
                for _, future in batch:
                    future.set_exception(refusal)
            else:
                for (_, future), result in zip(batch, results, strict=True):
                    future.set_result(result)

    def _do_all(
        self, connection: Connection, jobs: Sequence[Save | Say], refused: set[str]
    ) -> list[Any]:
        """Write the jobs in order; changes of many tables at once. Adds to the refused tables."""
        results: list[Any] = []
        for run in _runs(jobs):
            if len(run) > 1:
                results += self._change_all(connection, run)
            else:
                results.append(self._do(connection, run[0], refused))
            done = zip(run, results[-len(run) :], strict=True)
            refused.update(_table_of(job) for job, is_done in done if not is_done)
        return results

    def _change_all(self, connection: Connection, saves: Sequence[Any]) -> list[bool]:
        """Write changes of different tables. Returns for each if it was the first to change it."""
        moves = [save.move for save in saves]
        added = set(connection.execute(self._add_moves, moves).scalars())
        changed = [save.table for save in saves if save.table["id"] in added]
        by_columns: dict[tuple[str, ...], list[Values]] = {}
        for table in changed:
            by_columns.setdefault(tuple(table), []).append(table)
        for columns, alike in by_columns.items():
            connection.exec_driver_sql(self._change(columns), alike)
        self._tell(connection, [{"table": t["id"], "version": t["version"]} for t in changed])
        return [save.table["id"] in added for save in saves]

    def _change(self, columns: tuple[str, ...]) -> str:
        """The statement that changes these columns, raw: SQLAlchemy takes twice as long."""
        if columns not in self._changing:
            changed = [column for column in columns if column != "id"]
            written = CHANGE_TABLE.compile(dialect=self._named, column_keys=changed)
            self._changing[columns] = str(written)
        return self._changing[columns]

    def _do(self, connection: Connection, job: Save | Say, refused: set[str]) -> Any:
        if isinstance(job, Say):
            return self._say(connection, job.row)
        return job.table["id"] not in refused and self._save(connection, job)

    def _tell(self, connection: Connection, news: Sequence[Values]) -> None:
        """Notify the other processes, if there may be any."""
        if news and is_shared(self._engine):
            notify(connection, self._name, news)

    def _save(self, connection: Connection, save: Save) -> bool | None:
        if save.records and not self._are_current(connection, save):
            return None
        if save.move is None:
            connection.execute(insert(schema.tables).values(**save.table))
        elif not all(self._change_all(connection, [save])):
            return False
        if save.table["state"] in ENDED:
            _forget_tokens(connection, save.table["id"])
        if save.made:
            connection.execute(insert(schema.tables).values(**save.made))
        if save.seatings is not None:
            put_seatings(connection, save.table["id"], save.seatings)
        if save.snapshot:
            connection.execute(self._put_snapshot, save.snapshot)
        if save.records:
            connection.execute(self.put_records, save.records)
        return True

    def _are_current(self, connection: Connection, save: Save) -> bool:
        """True if this save was made from the course's present records. Locks them."""
        assert save.records is not None
        course, records = save.records["course"], schema.records
        nothing = self._insert(records).values(course=course, kept="{}").on_conflict_do_nothing()
        connection.execute(nothing)
        wanted = select(records.c.kept).where(records.c.course == course).with_for_update()
        return bool(json.loads(connection.execute(wanted).scalar_one()) == save.records_were)

    def _say(self, connection: Connection, row: Values) -> Values:
        """Store a chat message. Returns the row with its id; for a repeated request, the first one.

        It is sent again too: its sender may not know that it is stored.
        """
        chats = schema.chats
        added = self._insert(chats).values(**row).on_conflict_do_nothing().returning(chats.c.id)
        number = connection.execute(added).scalar()
        if number is None:
            same = (chats.c.table_id == row["table_id"], chats.c.request == row["request"])
            first = connection.execute(select(chats).where(*same)).one()
            row, number = dict(first._mapping), first.id
        self._tell(connection, [{"table": row["table_id"], "chat": number}])
        return {**row, "id": number}


def _may_be_of_one(error: Exception) -> bool:
    """True if one change may have made a commit fail, not a locked, full or lost database."""
    if isinstance(error, exc.OperationalError):
        return getattr(error.orig, "sqlstate", None) in COLLIDED
    return not isinstance(error, exc.TimeoutError)


def _runs(jobs: Sequence[Save | Say]) -> Iterator[Sequence[Save | Say]]:
    """Group jobs, in the order of their tables, into those to write at once.

    Plain changes are grouped if each is the first at its table; any other job is alone.
    """
    run: list[Save | Say] = []
    before = ""
    for job in jobs:
        table = _table_of(job)
        if table != before and _is_plain(job):
            run.append(job)
        else:
            if run:
                yield run
            yield [job]
            run = []
        before = table
    if run:
        yield run


def _order(job: Job) -> str:
    """Sort key: every process locks tables in the same order."""
    return _table_of(job[0])


def _table_of(job: Save | Say) -> str:
    return str(job.row["table_id"] if isinstance(job, Say) else job.table["id"])


def _is_plain(job: Save | Say) -> bool:
    """True if it only changes a table and adds its move."""
    if isinstance(job, Say) or job.move is None or job.table["state"] in ENDED:
        return False
    return (job.snapshot, job.records, job.made, job.seatings) == (None, None, None, None)


def _forget_tokens(connection: Connection, table_id: TableId) -> None:
    """Remove seats' tokens from the replies to claims, which kept them for repeated requests."""
    moves = schema.moves
    claims = update(moves).where(moves.c.table_id == table_id, moves.c.kind == "claim")
    connection.execute(claims.values(result="{}"))
