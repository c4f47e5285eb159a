"""Applies what other processes on the same PostgreSQL did to the tables in memory here."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import structlog

from wreckoning.core.documents import Json
from wreckoning.server.encoding import dump
from wreckoning.server.live.broadcast import Broadcaster, turn_away
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.live.live_tables import LiveTables
from wreckoning.server.live.presence import Presence
from wreckoning.server.logbook import described
from wreckoning.server.store.store import Store
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import Busy, Unknown
from wreckoning.table.table import Table

DELETED = "this table was deleted"

log = structlog.get_logger("tables")


class Following:
    """Applies changes stored by other processes, and sends them to the clients here."""

    def __init__(
        self, live_tables: LiveTables, broadcaster: Broadcaster, presence: Presence
    ) -> None:
        self._live_tables, self._broadcaster, self._presence = live_tables, broadcaster, presence
        self._store = live_tables.store
        self._queues: dict[TableId, list[Json]] = {}  # by table: news that is not applied yet
        self._tasks: set[asyncio.Task[None]] = set()

    # By news

    def on_news(self, news: Json) -> None:
        """Queue news of another process. It is applied soon, in order for each table."""
        table = TableId(str(news.get("table")))
        live = self._live_tables.in_memory.get(table)
        if live is None and not self._live_tables.is_loading(table):
            return
        known = live.table.version if live else 0
        if news.get("from") == self._store.name and news.get("version", 0) <= known:
            return  # our own
        waiting = self._queues.setdefault(table, [])
        waiting.append(news)
        if len(waiting) == 1:
            task = asyncio.create_task(self._apply(table, waiting))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _apply(self, table_id: TableId, waiting: list[Json]) -> None:
        while waiting:
            live = await self._live_tables.loaded(table_id)
            try:
                if live is not None:
                    await self._apply_one(live, waiting[0])
            except Exception as error:
                if not isinstance(error, Busy):  # the store logs the reason itself
                    log.error("news could not be taken in", table=table_id, **described(error))
                if live is not None:
                    async with live.lock:
                        self._live_tables.forget(live)
            del waiting[0]
        del self._queues[table_id]

    async def _apply_one(self, live: LiveTable, news: Json) -> None:
        if "here" in news:
            if self._presence.on_news(live, news):
                self._broadcaster.send_presence(live)
        elif "gone" in news:
            await self._end(live)
        elif "chat" in news:
            said = await self._live_tables.read(self._store.chat, news["chat"])
            if said:
                self._broadcaster.send_chat(live, said)
        else:
            async with live.lock:
                if news.get("version", live.table.version + 1) > live.table.version:
                    await self.catch_up(live)

    # A table that was deleted

    async def watch_deleted(self, every: float = 2.0) -> None:
        """Look which tables with clients were deleted, until cancelled.

        On SQLite nothing tells a server of it.
        """
        while True:
            await asyncio.sleep(every)
            try:
                await self.end_deleted()
            except Busy:
                continue  # the store says itself why
            except Exception as error:
                log.error("deleted tables could not be looked for", **described(error))

    async def end_deleted(self) -> None:
        """Say so at tables that were deleted. Raises Busy."""
        here = {live.table.id: live for live in self._live_tables.all() if live.clients}
        if here:
            kept = set(await self._live_tables.read(self._store.existing, list(here)))
            for name in here.keys() - kept:
                await self._end(here[name])

    async def _end(self, live: LiveTable) -> None:
        """Tell all clients of a table that it was deleted, and let go of it."""
        async with live.lock:
            for client in live.clients:
                turn_away(client, live.table.version, Unknown(DELETED))
            self._live_tables.forget(live)

    # By looking

    @contextlib.asynccontextmanager
    async def newest(self, table_id: TableId) -> AsyncIterator[LiveTable]:
        """Hold a table with everything that any process has stored. Raises Unknown or Busy.

        Needed because news of it may still be on its way to this process.
        """
        async with self._live_tables.hold(table_id) as live:
            await self.catch_up(live)
            yield live

    async def copy(self, table_id: TableId) -> Table:
        """Return a copy of a table to work on in a thread. Raises Unknown or Busy."""
        async with self.newest(table_id) as live:
            return live.copy()

    async def catch_up_all(self) -> None:
        """Send every client the whole state again, since news may have been missed."""
        await asyncio.gather(*map(self._renew, self._live_tables.all()))

    async def _renew(self, live: LiveTable) -> None:
        if not live.clients:
            async with live.lock:
                self._live_tables.forget(live)
            return
        said = await self._live_tables.chat_messages(live.table.id)
        async with live.lock:
            await self.catch_up(live)
            text = dump(live.state(said))
        for client in live.clients:
            client.send(text)
        self._presence.changed(live.table.id)

    async def catch_up(self, live: LiveTable) -> bool:
        """Apply what other processes stored; clients stay connected. Returns True if there was any.

        The caller holds the table's lock.
        """
        if not self._store.is_shared:
            return False
        try:
            with_table = await self._live_tables.read(_follow, self._store, live)
            if with_table is not None:
                self._broadcaster.send_change(live, with_table)
        except Busy:  # nothing was read
            raise
        except BaseException:  # also when cancelled: the thread may still be working on it
            self._live_tables.forget(live)
            raise
        return with_table is not None

    async def reload(self, live: LiveTable) -> None:
        """Replace the table in memory by the stored one; clients stay connected.

        The caller holds its lock.
        """
        fresh = await self._live_tables.fresh(live.table.id)
        live.renew(fresh.table, fresh.updated)
        self._broadcaster.send_change(live, True)


def _follow(store: Store, live: LiveTable) -> bool | None:
    """Replay what others did, perhaps a whole race. True if settings or state have changed.

    Returns None if nothing was done.
    """
    news = store.news(live.table.id, live.table.version)
    return None if news is None else live.follow(news)
