"""The tables in memory. The others are read from the store when they are asked for."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from wreckoning.table import rows
from wreckoning.table.metrics import METRICS
from wreckoning.table.notices import reason
from wreckoning.table.refusals import Busy, Unknown
from wreckoning.table.room import Room
from wreckoning.table.saving import set_deadline
from wreckoning.table.shows import chat_json
from wreckoning.table.store import Store, Stored
from wreckoning.table.trouble import is_full
from wreckoning.table.writer import ENDED, Save

ROOMS = 2000  # kept in memory; more, while people are at all of them
UNUSED = 64 * 2**20  # bytes, about, that rooms with nobody in them may hold together
QUIET = 600.0  # seconds that a room with nobody in it stays in memory …
QUIET_ENDED = 120.0  # … and after the end of its race
CHATS = 100

log = structlog.get_logger("tables")


class Rooms:
    """Every table that is in memory, by its id; the latest used are the last.

    `clock` gives seconds; only their differences count.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.clock = clock
        self.in_memory: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._answers = True  # does the store?

    def all(self) -> list[Room]:
        """Those in memory."""
        return list(self.in_memory.values())

    def serves(self, table: str) -> bool:
        """Is anybody at this table by this process?"""
        return table in self.in_memory and bool(self.in_memory[table].lines)

    def is_current(self, room: Room) -> bool:
        """Is this the one in memory? If not, it was read again, or is not needed any more."""
        return self.in_memory.get(room.game.id) is room

    async def room(self, table: str) -> Room:
        """A table, from memory or from the store. Raises Unknown or Busy."""
        room = self.in_memory.get(table)
        if room is not None:
            self.in_memory[table] = self.in_memory.pop(table)  # the latest used
            room.used = self.clock()
            return room
        lock = self._loading.setdefault(table, asyncio.Lock())
        try:
            async with lock:
                room = self.in_memory.get(table) or await self.fresh(table)
                return self.in_memory.get(table) or self.keep(room)
        finally:
            self._loading.pop(table, None)

    def is_loading(self, table: str) -> bool:
        """Is it being read from the store?"""
        return table in self._loading

    async def loaded(self, table: str) -> Room | None:
        """A table, once it is read if it is being read; None if it is not in memory."""
        lock = self._loading.get(table)
        if lock is not None:
            async with lock:
                pass
        return self.in_memory.get(table)

    @contextlib.asynccontextmanager
    async def hold(self, table: str) -> AsyncIterator[Room]:
        """A table as this process knows it, locked. Raises Unknown or Busy."""
        while True:
            room = await self.room(table)
            async with room.lock:
                if self.is_current(room):
                    yield room
                    return

    async def fresh(self, table: str) -> Room:
        """A table as it is stored, in a room of its own. Raises Unknown or Busy."""
        room: Room | None = await self.read(_read_room, self.store, table)
        if room is None:
            raise Unknown("no such table: the link may be incomplete, or the table deleted")
        METRICS.loads.inc()
        return room

    def keep(self, room: Room) -> Room:
        """Hold a room in memory from now on; others make room for it if there are too many."""
        self.in_memory[room.game.id] = room
        room.used = self.clock()
        self._make_room(room)
        return room

    def drop_quiet(self) -> int:
        """Drop the rooms in which nobody is and nothing was done for long. Returns how many.

        Call it every few seconds: people who are still here at one call count as gone after it.
        """
        now, before = self.clock(), len(self.in_memory)
        for room in self.all():
            if not room.is_idle:
                room.used = now
            elif now - room.used >= (QUIET_ENDED if room.game.state in ENDED else QUIET):
                self._drop(room, "quiet")
        self._make_room(None)
        return before - len(self.in_memory)

    def _make_room(self, new: Room | None) -> None:
        """Drop the rooms unused for longest, but for a new one, while there is too much of them."""
        idle = [room for room in self.all() if room is not new and room.is_idle]
        idle.sort(key=lambda room: room.used)
        spare, held = len(self.in_memory) - ROOMS, sum(room.size for room in idle)
        for count, room in enumerate(idle):
            if count >= spare and held <= UNUSED:
                return
            held -= room.size
            self._drop(room, "memory")

    def _drop(self, room: Room, why: str) -> None:
        """All of it is stored: it is read again when it is asked for."""
        del self.in_memory[room.game.id]
        METRICS.dropped.labels(why).inc()

    def forget(self, room: Room) -> None:
        """What is in memory may not be what is stored: read it again, and let all come again.

        Not while it changes: the caller holds its lock.
        """
        if self.is_current(room):
            del self.in_memory[room.game.id]
        room.close()

    async def said(self, table: str) -> list[dict[str, Any]]:
        """The last things said at a table. Raises Busy."""
        rows: Sequence[dict[str, Any]] = await self.read(self.store.said, table, CHATS)
        return [chat_json(row) for row in rows]

    async def read(self, ask: Callable[..., Any], *arguments: Any) -> Any:
        """Ask the store something, in a thread. Raises Busy."""
        try:
            answer = await asyncio.to_thread(ask, *arguments)
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


def _read_room(store: Store, table: str) -> Room | None:
    """A table from the store. To play a long race up to where it stands may take a second."""
    stored = store.load(table)
    while stored is not None and rows.has_to_go_on(stored):
        _go_on(store, stored)
        stored = store.load(table)
    if stored is None:
        return None
    room = Room(rows.read_game(stored), stored.created, stored.updated)
    room.snapshot_at = len(stored.entries) if stored.snapshot else 0
    return room


def _go_on(store: Store, stored: Stored) -> None:
    """A race goes on by the rules of now; if another process was first, as that one stored it."""
    game, change, carried = rows.go_on(stored)
    now = time.time()
    set_deadline(game, now)
    row = {**rows.table_row(game, True, True), "updated": now}
    key = f"rules-{game.id}-{game.version}"
    assert game.match is not None
    shot = rows.snapshot_row(game, game.match)
    saved = store.writer.write(Save(row, rows.move_row(game, change, key, now), shot))
    if saved.result():
        words = {"agrees": carried.agrees, "kept": carried.kept, "lost": carried.lost}
        log.info(
            "a race goes on by new rules", table=game.id, version=game.ruleset.version, **words
        )
