"""Who is here by way of other processes on the same PostgreSQL.

Every process says who is connected to it: when that changes, and again every few seconds. Of a
process that says nothing any more nobody is left after a while. Nothing of this is stored.

    {"table": "k7…", "here": [0, 2], "watching": 1, "from": "5f…"}    `ask`: and who is with you?
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from wreckoning.table.notices import reason
from wreckoning.table.room import Others, Room
from wreckoning.table.store import Store

SOON = 0.2  # seconds: what changes in between is said together
REPEAT = 10.0
GONE_AFTER = 2.5  # repetitions without a word

log = structlog.get_logger("presence")


class Presence:
    """What this process says, and what it hears, of who is here. `rooms` are those in memory."""

    def __init__(
        self,
        store: Store,
        rooms: Mapping[str, Room],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._rooms, self._clock = store, rooms, clock
        self._changed: dict[str, None] = {}  # tables, in order
        self._said: dict[str, None] = {}  # those at which we said that people are here
        self._again_at = clock() + REPEAT

    def changed(self, table: str) -> None:
        """People came to this process, or went."""
        if self._store.is_shared:
            self._changed[table] = None

    def heard(self, room: Room, news: dict[str, Any]) -> bool:
        """Another process says who is connected to it. Is anything else than before?"""
        who = str(news.get("from"))
        before = room.elsewhere.pop(who, Others((), 0, 0))
        seats, watching = tuple(map(int, news["here"])), int(news["watching"])
        if seats or watching:
            until = self._clock() + GONE_AFTER * REPEAT
            room.elsewhere[who] = Others(seats, watching, until)
        if news.get("ask") and room.lines:
            self.changed(room.game.id)
        return (before.seats, before.watching) != (seats, watching)

    async def work(self, tell: Callable[[Room], None]) -> None:
        """Until cancelled. `tell` is given each table that a silent process's people have left."""
        while True:
            await asyncio.sleep(SOON)
            for room in self.expire():
                tell(room)
            if self._clock() >= self._again_at:
                self._again_at = self._clock() + REPEAT
                self._changed.update(self._said)
            if not await self.say():
                await asyncio.sleep(REPEAT / 2)

    async def leave(self) -> None:
        """Nobody is here by way of this process any more."""
        for table in self._said:
            if table in self._rooms:
                self._rooms[table].lines.clear()
        self._changed.update(self._said)
        await self.say()

    def expire(self) -> list[Room]:
        """Forget who was at a process that is silent; the tables they were at."""
        now, left = self._clock(), []
        for room in self._rooms.values():
            gone = [who for who, others in room.elsewhere.items() if others.until < now]
            for who in gone:
                del room.elsewhere[who]
            if gone:
                left.append(room)
        return left

    async def say(self) -> bool:
        """Tell the others what has changed. False if that cannot be said now, but later."""
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

    def _news(self, table: str) -> dict[str, Any]:
        room = self._rooms.get(table)
        if room is None or not room.lines:
            self._said.pop(table, None)
            return {"table": table, "here": [], "watching": 0}
        news = {"table": table, "here": room.seats_here(), "watching": room.watching_here()}
        if table not in self._said:
            self._said[table] = None
            return {**news, "ask": True}
        return news
