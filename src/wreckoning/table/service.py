"""All tables of a process. Changes of a table go one by one: apply, store, broadcast."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, cast

from wreckoning.core.errors import WreckError
from wreckoning.table import lobby, messages, models, next_race, rows
from wreckoning.table.broadcast import Broadcaster
from wreckoning.table.command_threads import CommandThreads
from wreckoning.table.commands import apply
from wreckoning.table.following import Following
from wreckoning.table.keeping import Finish, finished_records
from wreckoning.table.live_table import LiveTable, Reply
from wreckoning.table.live_tables import LiveTables
from wreckoning.table.logbook import failed
from wreckoning.table.metrics import METRICS
from wreckoning.table.presence import Presence
from wreckoning.table.refusals import Busy, NotStored, Stopping
from wreckoning.table.replies import Made, Result
from wreckoning.table.saving import save_of, set_deadline
from wreckoning.table.store import Store
from wreckoning.table.table import ABANDONED, FINISHED, RUNNING, Table, TableChange
from wreckoning.table.writer import Save, Say

TRIES = 8
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
ID_LENGTH = 12


class TableService:
    """Makes, changes and forks tables. `clock` gives seconds since 1970."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock
        self.live_tables = LiveTables(store)
        self.threads = CommandThreads()
        self.presence = Presence(store, self.live_tables.in_memory)
        self.broadcaster = Broadcaster(self.presence)
        self.following = Following(self.live_tables, self.broadcaster, self.presence)
        self.changes = 0  # made by this process

    def close(self) -> None:
        """Disconnect all clients, who reconnect to the next process; do not wait for bots."""
        self.threads.close()
        for live in self.live_tables.all():
            live.close()

    # Making tables

    async def create(self, wanted: models.NewTable) -> Made:
        """Make a table. A practice race starts at once. Raises a WreckError."""
        randomness = self._randomness()
        table, claimed = lobby.new_table(wanted, randomness)
        await self._store_new(table)
        if wanted.practice:
            await self.do(table.id, models.Start(request=_fresh(), token=randomness.host))
        return {"id": table.id, "host": randomness.host, "seats": claimed}

    async def fork(self, table_id: str, number: int) -> Made:
        """Make a table that plays on from a moment of another one's race."""
        randomness, of = self._randomness(), await self.following.copy(table_id)
        table = await self.threads.in_thread(lambda: next_race.forked(of, number, randomness))
        await self._store_new(table)
        return {"id": table.id, "host": randomness.host, "seats": []}

    async def again(self, table_id: str, tokens: Sequence[str]) -> Made:
        """Return the table of the next race; the caller keeps their seat if it is still open.

        A player gets the same tokens however often they ask. Raises Forbidden for a stranger.
        """
        randomness = self._randomness()
        await self._change_table(
            table_id,
            f"again-{_fresh()}",
            lambda table: next_race.follow_up(table, randomness, tokens),
        )
        following = await self._last_of_row(table_id)
        with contextlib.suppress(WreckError):  # the seat may be another's by now
            await self._change_table(
                following, f"along-{_fresh()}", lambda table: next_race.come_along(table, tokens)
            )
        async with self.following.newest(following) as live:
            return next_race.kept(live.table, tokens)

    async def _last_of_row(self, table_id: str) -> str:
        """Return the table that followed, skipping any that was given up before its race."""
        last = table_id
        while True:
            async with self.following.newest(last) as live:
                settings, state = live.table.settings, live.table.state
            was_raced = settings.begun or state != ABANDONED
            if settings.next_table is None or (last != table_id and was_raced):
                return last
            last = settings.next_table

    def _randomness(self) -> lobby.Randomness:
        return draw_randomness()

    async def _store_new(self, table: Table) -> None:
        now = self.clock()
        await self._write(Save(rows.new_row(table, now), None))
        self._keep_new(table, now)

    def _keep_new(self, table: Table, now: float) -> None:
        self.live_tables.keep(LiveTable(table, now, now))
        METRICS.tables.inc()

    async def _write(self, job: Save | Say) -> Any:
        return await asyncio.wrap_future(self.store.writer.write(job))

    # Doing things

    async def do(self, table_id: str, command: models.TableCommand) -> Reply:
        """Run a command once. Returns the version after it and its result. Raises a WreckError.

        A repeated request of the same sender gets its first reply.
        """
        if isinstance(command, models.Chat):
            return await self._chat(table_id, command)
        token = secrets.token_urlsafe(18) if isinstance(command, models.Claim) else ""
        is_short = isinstance(command, models.GiveAnswer)
        return await self._change_table(
            table_id, command.key, lambda table: apply(table, command, token), is_short
        )

    async def expire(self, table_id: str) -> None:
        """The time of a decision is up. Does nothing if it was made in the meantime."""

        def action(table: Table) -> TableChange | None:
            if table.state != RUNNING or table.deadline is None or table.deadline > self.clock():
                return None
            return table.expire()

        await self._change_table(table_id, f"expire-{_fresh()}", action)

    async def _change_table(
        self,
        table_id: str,
        key: str,
        action: Callable[[Table], TableChange | None],
        is_short: bool = False,
    ) -> Reply:
        for attempt in range(TRIES):
            if attempt:  # another process was first: let it finish
                await asyncio.sleep(random.uniform(0, 0.01 * attempt))
            live = await self.live_tables.get(table_id)
            async with live.lock:
                if not self.live_tables.is_current(live):
                    continue  # it was reloaded in the meantime
                known = live.replies.get(key)
                if known is not None:
                    return known
                done = await self._try_change(live, key, action, is_short)
                if done is not None:
                    return done
        raise Busy("too much happens at this table at once; try again")

    async def _try_change(
        self,
        live: LiveTable,
        key: str,
        action: Callable[[Table], TableChange | None],
        is_short: bool,
    ) -> Reply | None:
        """Apply, store, broadcast. None if another process was first; what it did is applied."""
        table = live.table
        try:
            change = await self.threads.carry_out(table, action, is_short)
        except Stopping:  # a thread may still be working on it
            self.live_tables.forget(live)
            raise
        except WreckError:
            known = await self._first_reply(table, key)
            if known is None and not await self.following.catch_up(live):
                raise
            return known
        except BaseException:
            self.live_tables.forget(live)
            raise
        if change is None:
            return table.version, {}
        try:
            now, where = self.clock(), messages.where(table)
            set_deadline(table, now)
            if not await self._store_change(live, change, key, now, where):
                METRICS.conflicts.inc()
                await self.following.reload(live)
                return await self._first_reply(table, key)
        except NotStored:
            await self._restore(live)
            raise
        except BaseException:
            self.live_tables.forget(live)
            raise
        self.changes += 1
        live.updated, live.where = now, where
        reply = table.version, cast(Result, change.result)
        live.note_reply(key, reply)
        METRICS.moves.labels(change.kind).inc()
        self._broadcast(live, change)
        return reply

    async def _restore(self, live: LiveTable) -> None:
        """Nothing was stored, so go back to what is stored; clients stay connected."""
        try:
            await self.following.reload(live)
        except BaseException:
            self.live_tables.forget(live)
            raise

    def _broadcast(self, live: LiveTable, change: TableChange) -> None:
        """Send a stored change. If that fails, clients reconnect and see it."""
        try:
            if change.made is not None:
                self._keep_new(change.made, live.updated)
            self.broadcaster.send_change(live, change.settings)
        except Exception as error:
            failed(error, "telling", table=live.table.id)
            self.live_tables.forget(live)

    async def _store_change(
        self, live: LiveTable, change: TableChange, key: str, now: float, where: str
    ) -> bool:
        """Store a change. False if another process was first, or ran this very command."""
        table, had_snapshot = live.table, live.snapshot_at
        while True:
            finish = Finish([])
            if table.state == FINISHED and change.entries:
                finish = await self.live_tables.read(finished_records, table, self.store)
                table.records = finish.news
            save = save_of(live, change, key, now, where, finish)
            stored: bool | None = await self._write(save)
            if stored is not None:
                return stored
            live.snapshot_at = had_snapshot  # the records have changed: try again

    async def _first_reply(self, table: Table, key: str) -> Reply | None:
        """Return the reply to this command if it was run before, by any process."""
        reply: Reply | None = await self.live_tables.read(self.store.reply, table.id, key)
        return reply

    async def _chat(self, table_id: str, command: models.Chat) -> Reply:
        live = await self.live_tables.get(table_id)
        try:
            live.table.check_anybody(command.token)
        except WreckError:
            async with live.lock:
                await self.following.catch_up(live)
            live.table.check_anybody(command.token)
        seats = live.table.seats_of([command.token])
        name = live.table.settings.seats[seats[0]].name if seats else "Host"
        row = {
            "table_id": table_id,
            "request": command.key,
            "seat": seats[0] if seats else -1,
            "name": name,
            "text": command.text,
            "at": self.clock(),
        }
        said = await self._write(Say(row))
        self.broadcaster.send_chat(self.live_tables.in_memory.get(table_id, live), said)
        return live.table.version, {"id": said["id"]}


def fresh_id() -> str:
    """Return an id for a new table or campaign."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def draw_randomness() -> lobby.Randomness:
    """Draw the random parts of a new table: its id, tokens and secret."""
    name = fresh_id()
    tokens = [secrets.token_urlsafe(18) for _ in range(models.MAX_SEATS)]
    host, secret = secrets.token_urlsafe(18), secrets.token_hex(32)
    return lobby.Randomness(name, host, tokens, secret, secrets.randbelow(2**63))


def _fresh() -> str:
    return secrets.token_hex(8)
