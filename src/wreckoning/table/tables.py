"""All tables of a process. One change of a table after another: applied, stored, then told."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from wreckoning.core.errors import WreckError
from wreckoning.table import lobby, models, next_race, rows, shows
from wreckoning.table.commands import apply
from wreckoning.table.following import Following
from wreckoning.table.game import ABANDONED, FINISHED, RUNNING, Change, Game
from wreckoning.table.keeping import Finish, finished_records
from wreckoning.table.logbook import failed
from wreckoning.table.metrics import METRICS
from wreckoning.table.movers import Movers
from wreckoning.table.presence import Presence
from wreckoning.table.refusals import Busy, NotStored, Stopping
from wreckoning.table.room import Reply, Room
from wreckoning.table.rooms import Rooms
from wreckoning.table.saving import save_of, set_deadline
from wreckoning.table.store import Store
from wreckoning.table.telling import Telling
from wreckoning.table.writer import Save, Say

TRIES = 8
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
ID_LENGTH = 12


class Tables:
    """Every table of this server. `clock` gives seconds since 1970."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock
        self.rooms = Rooms(store)
        self.movers = Movers()
        self.presence = Presence(store, self.rooms.in_memory)
        self.telling = Telling(self.presence)
        self.following = Following(self.rooms, self.telling, self.presence)
        self.changes = 0  # made by this process

    def close(self) -> None:
        """All lines end; people come again to the next process. Nobody waits for bots."""
        self.movers.close()
        for room in self.rooms.all():
            room.close()

    # Making tables

    async def create(self, wanted: models.NewTable) -> dict[str, Any]:
        """A new table. A practice race starts at once. Raises a WreckError."""
        chance = self._chance()
        game, claimed = lobby.new_game(wanted, chance)
        await self._store_new(game)
        if wanted.practice:
            await self.do(game.id, models.Start(request=_fresh(), token=chance.host))
        return {"id": game.id, "host": chance.host, "seats": claimed}

    async def fork(self, table: str, number: int) -> dict[str, Any]:
        """A new table that plays on from a moment of another."""
        chance, of = self._chance(), await self.following.copy(table)
        game = await self.movers.in_thread(lambda: next_race.forked(of, number, chance))
        await self._store_new(game)
        return {"id": game.id, "host": chance.host, "seats": []}

    async def again(self, table: str, tokens: Sequence[str]) -> dict[str, Any]:
        """The table of the next race, where who asks sits as before, as long as the seat is open.

        Its owner gets the same tokens however often they ask. Raises Forbidden for a stranger.
        """
        chance = self._chance()
        await self._do(
            table, f"again-{_fresh()}", lambda game: next_race.follow_up(game, chance, tokens)
        )
        following = await self._last_of_row(table)
        with contextlib.suppress(WreckError):  # the seat may be another's by now
            await self._do(
                following, f"along-{_fresh()}", lambda game: next_race.come_along(game, tokens)
            )
        async with self.following.newest(following) as room:
            return {"id": following, **next_race.kept(room.game, tokens)}

    async def _last_of_row(self, table: str) -> str:
        """The table that followed; if it never had a race, and was given up, the one after it."""
        last = table
        while True:
            async with self.following.newest(last) as room:
                settings, state = room.game.settings, room.game.state
            was_raced = settings.begun or state != ABANDONED
            if settings.next_table is None or (last != table and was_raced):
                return last
            last = settings.next_table

    def _chance(self) -> lobby.Chance:
        return draw_chance()

    async def _store_new(self, game: Game) -> None:
        now = self.clock()
        await self._write(Save(rows.new_row(game, now), None))
        self._keep_new(game, now)

    def _keep_new(self, game: Game, now: float) -> None:
        self.rooms.keep(Room(game, now, now))
        METRICS.tables.inc()

    async def _write(self, job: Save | Say) -> Any:
        return await asyncio.wrap_future(self.store.writer.write(job))

    # Doing things

    async def do(self, table: str, command: models.Command) -> Reply:
        """Carry a command out, once: the version after it, and its result. Raises a WreckError.

        A request of the same person that was carried out before gets its first reply.
        """
        if isinstance(command, models.Chat):
            return await self._chat(table, command)
        token = secrets.token_urlsafe(18) if isinstance(command, models.Claim) else ""
        is_short = isinstance(command, models.Answer)
        return await self._do(
            table, command.key, lambda game: apply(game, command, token), is_short
        )

    async def expire(self, table: str) -> None:
        """The time of a decision is up; nothing, if it was made in the meantime."""

        def does(game: Game) -> Change | None:
            if game.state != RUNNING or game.deadline is None or game.deadline > self.clock():
                return None
            return game.expire()

        await self._do(table, f"expire-{_fresh()}", does)

    async def _do(
        self,
        table: str,
        key: str,
        does: Callable[[Game], Change | None],
        is_short: bool = False,
    ) -> Reply:
        for attempt in range(TRIES):
            if attempt:  # another process was first: let it go on
                await asyncio.sleep(random.uniform(0, 0.01 * attempt))
            room = await self.rooms.room(table)
            async with room.lock:
                if not self.rooms.is_current(room):
                    continue  # it was read again in the meantime
                known = room.replies.get(key)
                if known is not None:
                    return known
                done = await self._once(room, key, does, is_short)
                if done is not None:
                    return done
        raise Busy("too much happens at this table at once; try again")

    async def _once(
        self, room: Room, key: str, does: Callable[[Game], Change | None], is_short: bool
    ) -> Reply | None:
        """Apply, store, tell. None if another process was first: what it did is taken over."""
        game = room.game
        try:
            change = await self.movers.carry_out(game, does, is_short)
        except Stopping:  # it may be worked at still
            self.rooms.forget(room)
            raise
        except WreckError:
            known = await self._first_reply(game, key)
            if known is None and not await self.following.catch_up(room):
                raise
            return known
        except BaseException:
            self.rooms.forget(room)
            raise
        if change is None:
            return game.version, {}
        try:
            now, where = self.clock(), shows.where(game)
            set_deadline(game, now)
            if not await self._store_change(room, change, key, now, where):
                METRICS.conflicts.inc()
                await self.following.read_anew(room)
                return await self._first_reply(game, key)
        except NotStored:
            await self._restore(room)
            raise
        except BaseException:
            self.rooms.forget(room)
            raise
        self.changes += 1
        room.updated, room.where = now, where
        reply = game.version, change.result
        room.note_reply(key, reply)
        METRICS.moves.labels(change.kind).inc()
        self._tell(room, change)
        return reply

    async def _restore(self, room: Room) -> None:
        """Nothing was stored, so nothing has happened; everybody stays, and hears nothing else."""
        try:
            await self.following.read_anew(room)
        except BaseException:
            self.rooms.forget(room)
            raise

    def _tell(self, room: Room, change: Change) -> None:
        """If it cannot be told, it is stored all the same: all come again, and see it."""
        try:
            if change.made is not None:
                self._keep_new(change.made, room.updated)
            self.telling.tell(room, change.settings)
        except Exception as error:
            failed(error, "telling", table=room.game.id)
            self.rooms.forget(room)

    async def _store_change(
        self, room: Room, change: Change, key: str, now: float, where: str
    ) -> bool:
        """False if another process was first, or has done this very command."""
        game, had_snapshot = room.game, room.snapshot_at
        while True:
            finish = Finish([])
            if game.state == FINISHED and change.entries:
                finish = await self.rooms.read(finished_records, game, self.store)
                game.records = finish.news
            save = save_of(room, change, key, now, where, finish)
            stored: bool | None = await self._write(save)
            if stored is not None:
                return stored
            room.snapshot_at = had_snapshot  # the records have changed: once more

    async def _first_reply(self, game: Game, key: str) -> Reply | None:
        """What was replied to this, if it was carried out before, here or elsewhere."""
        reply: Reply | None = await self.rooms.read(self.store.reply, game.id, key)
        return reply

    async def _chat(self, table: str, command: models.Chat) -> Reply:
        room = await self.rooms.room(table)
        try:
            room.game.check_anybody(command.token)
        except WreckError:
            async with room.lock:
                await self.following.catch_up(room)
            room.game.check_anybody(command.token)
        seats = room.game.seats_of([command.token])
        name = room.game.settings.seats[seats[0]].name if seats else "Host"
        row = {
            "table_id": table,
            "request": command.key,
            "seat": seats[0] if seats else -1,
            "name": name,
            "text": command.text,
            "at": self.clock(),
        }
        said = await self._write(Say(row))
        self.telling.tell_chat(self.rooms.in_memory.get(table, room), said)
        return room.game.version, {"id": said["id"]}


def fresh_id() -> str:
    """The name of a new table, or of a campaign."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def draw_chance() -> lobby.Chance:
    """Draw what nobody may foresee of a new table."""
    name = fresh_id()
    tokens = [secrets.token_urlsafe(18) for _ in range(models.MAX_SEATS)]
    host, secret = secrets.token_urlsafe(18), secrets.token_hex(32)
    return lobby.Chance(name, host, tokens, secret, secrets.randbelow(2**63))


def _fresh() -> str:
    return secrets.token_hex(8)
