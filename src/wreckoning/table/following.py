"""What other processes on the same PostgreSQL do is taken over into what is in memory here."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import structlog

from wreckoning.table.game import Game
from wreckoning.table.lines import dump
from wreckoning.table.logbook import described
from wreckoning.table.presence import Presence
from wreckoning.table.refusals import Busy
from wreckoning.table.room import Room
from wreckoning.table.rooms import Rooms
from wreckoning.table.store import Store
from wreckoning.table.telling import Telling

log = structlog.get_logger("tables")


class Following:
    """Takes over what was stored elsewhere, and tells it here."""

    def __init__(self, rooms: Rooms, telling: Telling, presence: Presence) -> None:
        self._rooms, self._telling, self._presence = rooms, telling, presence
        self._store = rooms.store
        self._heard: dict[str, list[dict[str, Any]]] = {}  # news that is not taken in yet
        self._hearing: set[asyncio.Task[None]] = set()

    # By news

    def heard(self, news: dict[str, Any]) -> None:
        """A process has done something. It is taken in soon, one table's news in order."""
        table = str(news.get("table"))
        room = self._rooms.in_memory.get(table)
        if room is None and not self._rooms.is_loading(table):
            return
        known = room.game.version if room else 0
        if news.get("from") == self._store.name and news.get("version", 0) <= known:
            return  # our own
        waiting = self._heard.setdefault(table, [])
        waiting.append(news)
        if len(waiting) == 1:
            task = asyncio.create_task(self._take_in(table, waiting))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    async def _take_in(self, table: str, waiting: list[dict[str, Any]]) -> None:
        while waiting:
            room = await self._rooms.loaded(table)
            try:
                if room is not None:
                    await self._take_in_one(room, waiting[0])
            except Exception as error:
                if not isinstance(error, Busy):  # the store says itself why
                    log.error("news could not be taken in", table=table, **described(error))
                if room is not None:
                    async with room.lock:
                        self._rooms.forget(room)
            del waiting[0]
        del self._heard[table]

    async def _take_in_one(self, room: Room, news: dict[str, Any]) -> None:
        if "here" in news:
            if self._presence.heard(room, news):
                self._telling.tell_who_is_here(room)
        elif "gone" in news:
            async with room.lock:
                self._rooms.forget(room)
        elif "chat" in news:
            said = await self._rooms.read(self._store.chat, news["chat"])
            if said:
                self._telling.tell_chat(room, said)
        else:
            async with room.lock:
                if news.get("version", room.game.version + 1) > room.game.version:
                    await self.catch_up(room)

    # By looking

    @contextlib.asynccontextmanager
    async def newest(self, table: str) -> AsyncIterator[Room]:
        """A table, held, with all that any process has stored. Raises Unknown or Busy.

        News of it may still be on its way to this process.
        """
        async with self._rooms.hold(table) as room:
            await self.catch_up(room)
            yield room

    async def copy(self, table: str) -> Game:
        """The same, to be worked on in a thread. Raises Unknown or Busy."""
        async with self.newest(table) as room:
            return room.copy()

    async def catch_up_all(self) -> None:
        """News may have been missed: everybody hears all again, no table waiting for another."""
        await asyncio.gather(*map(self._renew, self._rooms.all()))

    async def _renew(self, room: Room) -> None:
        if not room.lines:
            async with room.lock:
                self._rooms.forget(room)
            return
        said = await self._rooms.said(room.game.id)
        async with room.lock:
            await self.catch_up(room)
            text = dump(room.state(said))
        for line in room.lines:
            line.send(text)
        self._presence.changed(room.game.id)

    async def catch_up(self, room: Room) -> bool:
        """Take over what other processes have stored; the lines stay. Was there anything?

        The caller holds its lock.
        """
        if not self._store.is_shared:
            return False
        try:
            with_table = await self._rooms.read(_follow, self._store, room)
            if with_table is not None:
                self._telling.tell(room, with_table)
        except Busy:  # nothing was read
            raise
        except BaseException:  # also if nobody waits for it any more: it may be worked at still
            self._rooms.forget(room)
            raise
        return with_table is not None

    async def read_anew(self, room: Room) -> None:
        """What is in memory was not stored: take over what was; the lines stay.

        The caller holds its lock.
        """
        fresh = await self._rooms.fresh(room.game.id)
        room.renew(fresh.game, fresh.updated)
        self._telling.tell(room, True)


def _follow(store: Store, room: Room) -> bool | None:
    """Play what others did, which may be a whole race. Has the table itself changed?

    None if nothing was done.
    """
    news = store.news(room.game.id, room.game.version)
    return None if news is None else room.follow(news)
