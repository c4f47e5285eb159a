"""Writing to the database: one thread does it all, many changes to a commit.

writer.write(Save(…))   a future: True once it is on the disk, False if somebody was first,
                        None if the course's records have changed: nothing is written then
writer.write(Say(…))    a future: the row as it stands, the first one if it was said before
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import groupby
from queue import SimpleQueue
from threading import Thread
from typing import Any

import structlog
from sqlalchemy import Column, Connection, Engine, Table, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from wreckoning.table import schema
from wreckoning.table.notices import is_shared, notify, reason
from wreckoning.table.refusals import Busy

MOST_AT_ONCE = 256
GATHER = 0.008  # seconds from one commit to the next: a commit costs as much as many answers
ADD_MOVES = insert(schema.moves)
CHANGE_TABLE = update(schema.tables).where(schema.tables.c.id == bindparam("of"))
ENDED = ("over", "abandoned")

log = structlog.get_logger("store")


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


class Writer:
    """What writes to one database, in a thread of its own. `name` is this process's."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine, self._name = engine, name
        self._insert: Any = postgresql.insert if is_shared(engine) else sqlite.insert
        # Written once: making a statement takes longer than carrying it out.
        self._add_move = (
            self._insert(schema.moves)
            .on_conflict_do_nothing()
            .returning(schema.moves.c.version)  # no row count: not all drivers tell
        )
        self._put_snapshot = self._putting(schema.snapshots, schema.snapshots.c.table_id)
        self._put_records = self._putting(schema.records, schema.records.c.course)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._write_on, name="writer", daemon=True)
        self._thread.start()
        self.commits = 0

    def _putting(self, table: Table, key: Column[str]) -> Any:
        """Insert a row, or change the one of this key into it."""
        adding = self._insert(table)
        others = {c.name: adding.excluded[c.name] for c in table.c if c is not key}
        return adding.on_conflict_do_update(index_elements=[key], set_=others)

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def write(self, job: Save | Say) -> Future[Any]:
        """To be written with the next commit. A Say's future is its row, the first if repeated."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # who asked may go; it is written all the same
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
            jobs.sort(key=_table_of)  # every process locks tables in the same order
            self._write(jobs)
            if last:
                return

    def _write(self, jobs: Sequence[Job]) -> None:
        """All of them in one transaction; if that fails, each in one of its own."""
        try:
            with self._engine.begin() as connection:
                results = self._do_all(connection, [job for job, _ in jobs])
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

    def _do_all(self, connection: Connection, jobs: Sequence[Save | Say]) -> list[Any]:
        """One after the other; answers that follow each other, all at once."""
        results: list[Any] = []
        for columns, alike in groupby(jobs, _columns):
            together = list(alike)
            if columns and len(together) > 1:
                self._change_all(connection, together)
                results += [True] * len(together)
            else:
                results += [self._do(connection, job) for job in together]
        return results

    def _change_all(self, connection: Connection, saves: Sequence[Any]) -> None:
        """Changes of so many tables. Fails if somebody was first at one: then none is done."""
        connection.execute(ADD_MOVES, [save.move for save in saves])
        connection.execute(CHANGE_TABLE, [_change(save) for save in saves])
        for save in saves:
            self._tell_version(connection, save)

    def _do(self, connection: Connection, job: Save | Say) -> Any:
        if isinstance(job, Say):
            return self._say(connection, job.row)
        done = self._save(connection, job)
        if done and job.move:
            self._tell_version(connection, job)
        return done

    def _tell_version(self, connection: Connection, save: Save) -> None:
        self._tell(connection, {"table": save.table["id"], "version": save.table["version"]})

    def _tell(self, connection: Connection, news: dict[str, Any]) -> None:
        """The other processes, if there may be any."""
        if is_shared(self._engine):
            notify(connection, self._name, news)

    def _save(self, connection: Connection, save: Save) -> bool | None:
        if save.records and not self._are_current(connection, save):
            return None
        if save.move is None:
            connection.execute(insert(schema.tables).values(**save.table))
        else:
            if connection.execute(self._add_move, save.move).scalar() is None:
                return False
            connection.execute(CHANGE_TABLE, _change(save))
            if save.table["state"] in ENDED:
                _forget_tokens(connection, save.table["id"])
        if save.made:
            connection.execute(insert(schema.tables).values(**save.made))
        if save.snapshot:
            connection.execute(self._put_snapshot, save.snapshot)
        if save.records:
            connection.execute(self._put_records, save.records)
        return True

    def _are_current(self, connection: Connection, save: Save) -> bool:
        """Are the course's records still those that this save's were made from? Locks them."""
        assert save.records is not None
        course, records = save.records["course"], schema.records
        nothing = self._insert(records).values(course=course, kept="{}").on_conflict_do_nothing()
        connection.execute(nothing)
        wanted = select(records.c.kept).where(records.c.course == course).with_for_update()
        return bool(json.loads(connection.execute(wanted).scalar_one()) == save.records_were)

    def _say(self, connection: Connection, row: dict[str, Any]) -> dict[str, Any]:
        """The row with its id, and if it is `new`; of a repeated request, the first one."""
        chats = schema.chats
        added = self._insert(chats).values(**row).on_conflict_do_nothing().returning(chats.c.id)
        number = connection.execute(added).scalar()
        if number is None:
            same = (chats.c.table_id == row["table_id"], chats.c.request == row["request"])
            first = connection.execute(select(chats).where(*same)).one()
            return {**first._mapping, "new": False}
        self._tell(connection, {"table": row["table_id"], "chat": number})
        return {**row, "id": number, "new": True}


def _table_of(job: Job) -> str:
    change = job[0]
    return str(change.row["table_id"] if isinstance(change, Say) else change.table["id"])


def _columns(job: Save | Say) -> tuple[str, ...]:
    """Of an answer and nothing else: the columns of its table that it changes."""
    if isinstance(job, Say) or job.move is None or job.table["state"] in ENDED:
        return ()
    others = (job.snapshot, job.records, job.made)
    return tuple(job.table) if others == (None, None, None) else ()


def _change(save: Save) -> dict[str, Any]:
    changed = {name: value for name, value in save.table.items() if name != "id"}
    return {**changed, "of": save.table["id"]}


def _forget_tokens(connection: Connection, table: str) -> None:
    """A claim's reply holds the seat's token, in case it is asked for again; not for ever."""
    moves = schema.moves
    claims = update(moves).where(moves.c.table_id == table, moves.c.kind == "claim")
    connection.execute(claims.values(result="{}"))
