"""The tables in memory. Others are read from the store on request."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.server.damage import DAMAGED
from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.limits import VISITOR
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.live.saving import profiles_of, set_deadline
from wreckoning.server.logbook import described
from wreckoning.server.metrics import METRICS
from wreckoning.server.store import rows
from wreckoning.server.store.news import reason
from wreckoning.server.store.profile_rows import rhythms_of
from wreckoning.server.store.store import Store, Stored
from wreckoning.server.store.trouble import is_full
from wreckoning.server.store.writer import ENDED, Save, Say
from wreckoning.table.ids import TableId
from wreckoning.table.messages import chat_json
from wreckoning.table.refusals import Busy, Unknown
from wreckoning.table.replies import ChatLine
from wreckoning.table.table import Table

T = TypeVar("T")

IN_MEMORY = 2000  # tables; more if clients are connected to all of them
UNUSED = 64 * 2**20  # about how many bytes tables without clients may use together
QUIET = 600.0  # seconds that a table without clients stays in memory
QUIET_ENDED = 120.0  # the same after the end of its race
CHATS = 100
LOADS = 2  # tables read from the store at a time

log = structlog.get_logger("tables")


class LiveTables:
    """The tables in memory, by id, the most recently used last.

    `clock` gives seconds; only their differences count. `now` gives seconds since 1970.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.clock, self.now = clock, now
        self.in_memory: dict[TableId, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._loads = FairQueue("tables", at_once=LOADS, each=1000, most=4000)
        self._answers = True  # whether the store answers

    def all(self) -> list[LiveTable]:
        """All tables in memory."""
        return list(self.in_memory.values())

    def serves(self, table_id: TableId) -> bool:
        """True if a client is connected to this table through this process."""
        return table_id in self.in_memory and bool(self.in_memory[table_id].clients)

    def is_current(self, live: LiveTable) -> bool:
        """True if this object is still the one in memory, not reloaded or dropped."""
        return self.in_memory.get(live.table.id) is live

    async def get(self, table_id: TableId) -> LiveTable:
        """Return a table, from memory or from the store. Raises Unknown or Busy."""
        live = self.in_memory.get(table_id)
        if live is not None:
            self.in_memory[table_id] = self.in_memory.pop(table_id)  # the latest is last
            live.used = self.clock()
            return live
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                live = self.in_memory.get(table_id) or await self.fresh(table_id)
                return self.in_memory.get(table_id) or self.keep(live)
        finally:
            self._loading.pop(table_id, None)

    def is_loading(self, table_id: TableId) -> bool:
        """True if it is being read from the store."""
        return table_id in self._loading

    async def loaded(self, table_id: TableId) -> LiveTable | None:
        """Return a table if it is in memory, after any load in progress; else None."""
        lock = self._loading.get(table_id)
        if lock is not None:
            async with lock:
                pass
        return self.in_memory.get(table_id)

    @contextlib.asynccontextmanager
    async def hold(self, table_id: TableId) -> AsyncIterator[LiveTable]:
        """Hold a table locked, as this process knows it. Raises Unknown or Busy."""
        while True:
            live = await self.get(table_id)
            async with live.lock:
                if self.is_current(live):
                    yield live
                    return

    async def fresh(self, table_id: TableId) -> LiveTable:
        """Load a table from the store into a new object. Raises Unknown or Busy."""
        read = partial(self._loads.in_thread, VISITOR.get(), _read_table, self.now)
        live: LiveTable | None = await self._asked(read(self.store, table_id))
        if live is None:
            raise Unknown("no such table: the link may be incomplete, or the table deleted")
        METRICS.loads.inc()
        return live

    def keep(self, live: LiveTable) -> LiveTable:
        """Keep a table in memory from now on; others are dropped if there are too many."""
        self.in_memory[live.table.id] = live
        live.used = self.clock()
        self._free_memory(live)
        return live

    def keep_new(self, table: Table, now: float) -> None:
        """Keep a table that was just made, at this time, and is stored."""
        self.keep(LiveTable(table, now, now))
        METRICS.tables.inc()

    async def write(self, job: Save | Say) -> Any:
        """Store something. Returns the writer's result."""
        return await asyncio.wrap_future(self.store.writer.write(job))

    def drop_quiet(self) -> int:
        """Drop tables without clients and without recent changes. Returns how many.

        Call it every few seconds: a client that was connected at one call counts as gone after it.
        """
        now, before = self.clock(), len(self.in_memory)
        for live in self.all():
            if not live.is_idle:
                live.used = now
            elif now - live.used >= (QUIET_ENDED if live.table.state in ENDED else QUIET):
                self._drop(live, "quiet")
        self._free_memory(None)
        return before - len(self.in_memory)

    def _free_memory(self, new: LiveTable | None) -> None:
        """Drop the least recently used tables, except a new one, while there are too many."""
        idle = [live for live in self.all() if live is not new and live.is_idle]
        idle.sort(key=lambda live: live.used)
        spare, held = len(self.in_memory) - IN_MEMORY, sum(live.size for live in idle)
        for count, live in enumerate(idle):
            if count >= spare and held <= UNUSED:
                return
            held -= live.size
            self._drop(live, "memory")

    def _drop(self, live: LiveTable, why: str) -> None:
        """Drop a table. Everything is stored, so it can be loaded again."""
        del self.in_memory[live.table.id]
        METRICS.dropped.labels(why).inc()

    def forget(self, live: LiveTable) -> None:
        """Drop a table that may differ from the store, and make its clients reconnect.

        The caller holds its lock.
        """
        if self.is_current(live):
            del self.in_memory[live.table.id]
        live.close()

    async def chat_messages(self, table_id: TableId) -> list[ChatLine]:
        """Return the latest chat messages of a table. Raises Busy."""
        rows: Sequence[Json] = await self.read(self.store.chat_messages, table_id, CHATS)
        return [chat_json(row) for row in rows]

    async def read(self, ask: Callable[..., T], *arguments: object) -> T:
        """Query the store in a thread. Raises Busy if it does not answer."""
        found: T = await self._asked(asyncio.to_thread(ask, *arguments))
        return found

    async def _asked(self, asking: Awaitable[Any]) -> Any:
        try:
            answer = await asking
        except SQLAlchemyError as error:
            if is_full(error):
                raise self.store.trouble.failed(error, 1) from None
            if self._answers:
                log.error("the store does not answer", error=reason(error))
            self._answers = False
            raise Busy("the store does not answer; try again in a moment") from None
        if not self._answers:
            log.info("the store answers again")
        self._answers = True
        return answer


def _read_table(clock: Callable[[], float], store: Store, table_id: TableId) -> LiveTable | None:
    """Load a table. Raises Illegal if what is stored of it cannot be read at all."""
    try:
        return _loaded(clock, store, table_id)
    except Malformed as error:  # such as a ruleset that is not installed any more
        raise Illegal(f"this table cannot be played here: {error}") from None
    except WreckError:
        raise
    except DAMAGED as error:
        log.error("a stored table cannot be read", table=table_id, **described(error))
        raise Illegal(
            "what is stored of this table is damaged; the server's log says where"
        ) from None


def _loaded(clock: Callable[[], float], store: Store, table_id: TableId) -> LiveTable | None:
    """Load a table. Replaying a long race to where it stands may take a second."""
    stored, stuck = store.load(table_id), ""
    while stored is not None and not stuck and rows.has_to_go_on(stored):
        try:
            _go_on(store, stored, clock())
        except Busy:  # nothing could be stored: it can go on later
            raise
        except WreckError as error:
            stuck = str(error)
            log.error("a race cannot go on", table=table_id, error=stuck)
        stored = store.load(table_id)
    if stored is None:
        return None
    live = LiveTable(rows.read_table(stored, stuck), stored.created, stored.updated)
    live.snapshot_at = len(stored.entries) if stored.snapshot else 0
    return live


def _go_on(store: Store, stored: Stored, now: float) -> None:
    """Continue a race under the current rules, or as another process has already stored it."""
    table, change, carried = rows.go_on(stored)
    set_deadline(table, now, rhythms_of(store.engine, profiles_of(table)))
    row = {**rows.table_row(table, True, True), "updated": now}
    key = f"rules-{table.id}-{table.version}"
    assert table.match is not None
    shot = rows.snapshot_row(table, table.match)
    saved = store.writer.write(Save(row, rows.move_row(table, change, key, now), shot))
    if saved.result():
        words = {"agrees": carried.agrees, "kept": carried.kept, "lost": carried.lost}
        log.info(
            "a race goes on by new rules", table=table.id, version=table.ruleset.version, **words
        )
