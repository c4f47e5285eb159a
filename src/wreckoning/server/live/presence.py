"""Knows which clients are connected through other processes on the same PostgreSQL.

Every process publishes who is connected to it: on each change, and again every few seconds. The
clients of a process that falls silent are forgotten after a while. None of this is stored.

    {"table": "k7…", "here": [0, 2], "watching": 1, "at": ["9c…"], "from": "5f…"}

`at` has digests of the players' addresses; `ask`: and who is at yours?
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping

import structlog
from sqlalchemy.exc import SQLAlchemyError

from wreckoning.core.documents import Json
from wreckoning.core.ids import as_seat
from wreckoning.server.live.live_table import LiveTable, RemoteProcess
from wreckoning.server.store.news import reason
from wreckoning.server.store.store import Store
from wreckoning.table.ids import TableId

SOON = 0.2  # seconds: changes in between are published together
REPEAT = 10.0
GONE_AFTER = 2.5  # repetitions without news

log = structlog.get_logger("presence")


class Presence:
    """Publishes who is connected here, and learns it from other processes."""

    def __init__(
        self,
        store: Store,
        live_tables: Mapping[TableId, LiveTable],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._live_tables, self._clock = store, live_tables, clock
        self._changed: dict[TableId, None] = {}  # tables, in order
        self._published: dict[TableId, None] = {}  # tables at which we published clients
        self._again_at = clock() + REPEAT

    def changed(self, table_id: TableId) -> None:
        """A client connected to this process, or left it."""
        if self._store.is_shared:
            self._changed[table_id] = None

    def on_news(self, live: LiveTable, news: Json) -> bool:
        """Read which clients another process has. True if anything has changed."""
        who = str(news.get("from"))
        before = live.elsewhere.pop(who, RemoteProcess((), 0, 0))
        seats, watching = tuple(map(as_seat, news["here"])), int(news["watching"])
        if seats or watching:
            until = self._clock() + GONE_AFTER * REPEAT
            addresses = frozenset(map(str, news.get("at", ())))
            live.elsewhere[who] = RemoteProcess(seats, watching, until, addresses)
        if news.get("ask") and live.clients:
            self.changed(live.table.id)
        return (before.seats, before.watching) != (seats, watching)

    async def work(self, tell: Callable[[LiveTable], None]) -> None:
        """Run until cancelled. `tell` gets each table that lost the clients of a silent process."""
        while True:
            await asyncio.sleep(SOON)
            for live in self.expire():
                tell(live)
            if self._clock() >= self._again_at:
                self._again_at = self._clock() + REPEAT
                self._changed.update(self._published)
            if not await self.publish():
                await asyncio.sleep(REPEAT / 2)

    async def leave(self) -> None:
        """Publish that no client is connected through this process any more."""
        for table in self._published:
            if table in self._live_tables:
                self._live_tables[table].clients.clear()
        self._changed.update(self._published)
        await self.publish()

    def expire(self) -> list[LiveTable]:
        """Forget the clients of silent processes. Returns the tables they were at."""
        now, left = self._clock(), []
        for live in self._live_tables.values():
            gone = [who for who, others in live.elsewhere.items() if others.until < now]
            for who in gone:
                del live.elsewhere[who]
            if gone:
                left.append(live)
        return left

    async def publish(self) -> bool:
        """Publish what has changed. False if that failed and must be tried again later."""
        tables, self._changed = list(self._changed), {}
        if not tables:
            return True
        try:
            news = [self._news(table) for table in tables]
            await asyncio.to_thread(self._store.announce, news)
        except SQLAlchemyError as error:
            self._changed = {**dict.fromkeys(tables), **self._changed}
            log.warning("who is here could not be said", error=reason(error))
            return False
        return True

    def _news(self, table_id: TableId) -> Json:
        live = self._live_tables.get(table_id)
        if live is None or not live.clients:
            self._published.pop(table_id, None)
            return {"table": table_id, "here": [], "watching": 0}
        news: Json = {"table": table_id, "here": live.seats_here()}
        news |= {"watching": live.watching_here(), "at": sorted(live.addresses_here())}
        if table_id not in self._published:
            self._published[table_id] = None
            return {**news, "ask": True}
        return news
