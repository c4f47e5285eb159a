"""All tables of a process. One change of a table after another: applied, stored, then told."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from wreckoning.core.errors import WreckError
from wreckoning.table import lobby, models, rows, shows
from wreckoning.table.commands import apply
from wreckoning.table.game import FINISHED, RUNNING, Change, Game
from wreckoning.table.keeping import Finish, finished_records
from wreckoning.table.logbook import described
from wreckoning.table.metrics import METRICS
from wreckoning.table.models import seconds_of
from wreckoning.table.notices import reason
from wreckoning.table.presence import Presence
from wreckoning.table.refusals import Busy, Unknown
from wreckoning.table.room import Line, Room, dump
from wreckoning.table.store import News, Store
from wreckoning.table.writer import Save, Say

SNAPSHOT_EVERY = 64  # entries
ROOMS = 2000  # kept in memory when nobody is there
REPLIES = 256  # remembered in memory for each table; the store knows all
CHATS = 100
LONG = 0.03  # seconds of work; games whose answers take longer are worked out in threads …
FADES = 0.99  # … until so many short ones have followed that this power of it is short
TRIES = 8
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
ID_LENGTH = 12

T = TypeVar("T")

log = structlog.get_logger("tables")


class Tables:
    """Every table of this server. `clock` gives seconds since 1970."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.clock = clock
        self.on_news: Callable[[Room], None] = lambda room: None  # somebody may be asked anew
        self._rooms: dict[str, Room] = {}
        self.presence = Presence(store, self._rooms)
        self._loading: dict[str, asyncio.Lock] = {}
        self._missed: set[str] = set()  # tables of which there was news while they were loaded
        self._heard: dict[str, list[dict[str, Any]]] = {}  # news that is not taken in yet
        self._hearing: set[asyncio.Task[None]] = set()
        self._toil: dict[str, float] = {}  # the longest that an answer took of late, by ruleset
        # Apart from those who read the store: bots that drive on for long keep no reader waiting.
        self._movers = ThreadPoolExecutor(os.cpu_count() or 1, "mover")
        self._answers = True  # does the store?
        self.changes = 0  # made by this process

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
        chance, of = self._chance(), await self.copy(table)
        game = await self._in_thread(lambda: lobby.forked(of, number, chance))
        await self._store_new(game)
        return {"id": game.id, "host": chance.host, "seats": []}

    async def again(self, table: str, tokens: Sequence[str]) -> dict[str, Any]:
        """The table of the next race, where who asks sits as before; later ones come as guests.

        Whose it is gets the same tokens however often he asks. Raises Forbidden for a stranger.
        """
        chance = self._chance()
        await self._do(
            table, f"again-{_fresh()}", lambda game: lobby.follow_up(game, chance, tokens)
        )
        following = (await self.room(table)).game.settings.next_table
        assert following is not None
        return {"id": following, **lobby.kept((await self.room(following)).game, tokens)}

    def _chance(self) -> lobby.Chance:
        name = fresh_id()
        tokens = [secrets.token_urlsafe(18) for _ in range(models.MAX_SEATS)]
        host, secret = secrets.token_urlsafe(18), secrets.token_hex(32)
        return lobby.Chance(name, host, tokens, secret, secrets.randbelow(2**63))

    async def _store_new(self, game: Game) -> None:
        now = self.clock()
        await self._write(Save(rows.new_row(game, now), None))
        self._keep_new(game, now)

    def _keep_new(self, game: Game, now: float) -> None:
        self._keep(Room(game, now, now))
        METRICS.tables.inc()

    # Finding them

    async def room(self, table: str) -> Room:
        """A table, from memory or from the store. Raises Unknown or Busy."""
        room = self._rooms.get(table)
        if room is not None:
            self._rooms[table] = self._rooms.pop(table)  # the latest used
            return room
        lock = self._loading.setdefault(table, asyncio.Lock())
        try:
            async with lock:
                room = self._rooms.get(table) or await self._load(table)
                return self._rooms.get(table) or self._keep(room)
        finally:
            self._loading.pop(table, None)
            if table in self._missed:
                self._missed.discard(table)
                self.heard({"table": table})

    @contextlib.asynccontextmanager
    async def hold(self, table: str, seen: int = 0) -> AsyncIterator[Room]:
        """A table as it is stored, which nothing is done at meanwhile. Raises Unknown or Busy.

        `seen` is a version that somebody knows of, perhaps from another process.
        """
        while True:
            room = await self.room(table)
            async with room.lock:
                if self._rooms.get(table) is room:
                    if seen > room.game.version:
                        await self._catch_up(room)
                    yield room
                    return

    async def copy(self, table: str) -> Game:
        """A table as it is stored, to be worked on in a thread. Raises Unknown or Busy."""
        async with self.hold(table) as room:
            return room.copy()

    async def _load(self, table: str) -> Room:
        stored = await self.read(self.store.load, table)
        if stored is None:
            raise Unknown("no such table: the link may be incomplete, or the table deleted")
        game = rows.read_game(stored)
        room = Room(game, stored.created, stored.updated)
        room.snapshot_at = len(stored.entries) if stored.snapshot else 0
        METRICS.loads.inc()
        return room

    def _keep(self, room: Room) -> Room:
        self._rooms[room.game.id] = room
        if len(self._rooms) > ROOMS:
            idle = next((r for r in self._rooms.values() if not r.lines and not r.lock.locked()), 0)
            if isinstance(idle, Room):
                del self._rooms[idle.game.id]
        return room

    async def read(self, ask: Callable[..., Any], *arguments: Any) -> Any:
        """Ask the store something, in a thread. Raises Busy."""
        try:
            answer = await asyncio.to_thread(ask, *arguments)
        except SQLAlchemyError as error:
            if self._answers:
                log.error("the store does not answer", error=reason(error))
            self._answers = False
            raise Busy("the store does not answer; try again in a moment") from None
        if not self._answers:
            log.info("the store answers again")
        self._answers = True
        return answer

    async def _in_thread(self, does: Callable[[], T]) -> T:
        """Something that may take long and asks the store nothing."""
        return await asyncio.get_running_loop().run_in_executor(self._movers, does)

    async def _write(self, job: Save | Say) -> Any:
        return await asyncio.wrap_future(self.store.writer.write(job))

    # Doing things

    async def do(self, table: str, command: models.Command) -> tuple[int, dict[str, Any]]:
        """Carry a command out, once: the version after it, and its result. Raises a WreckError.

        A request that was carried out before gets its first reply.
        """
        if isinstance(command, models.Chat):
            return await self._chat(table, command)
        token = secrets.token_urlsafe(18) if isinstance(command, models.Claim) else ""
        is_short = isinstance(command, models.Answer)
        return await self._do(
            table, command.request, lambda game: apply(game, command, token), is_short
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
        request: str,
        does: Callable[[Game], Change | None],
        is_short: bool = False,
    ) -> tuple[int, dict[str, Any]]:
        for attempt in range(TRIES):
            if attempt:  # another process was first: let it go on
                await asyncio.sleep(random.uniform(0, 0.01 * attempt))
            room = await self.room(table)
            async with room.lock:
                if self._rooms.get(table) is not room:
                    continue  # it was read anew in the meantime
                known = room.replies.get(request)
                if known is not None:
                    return known
                done = await self._once(room, request, does, is_short)
                if done is not None:
                    return done
        raise Busy("too much happens at this table at once; try again")

    async def _once(
        self, room: Room, request: str, does: Callable[[Game], Change | None], is_short: bool
    ) -> tuple[int, dict[str, Any]] | None:
        """Apply, store, tell. None if another process was first: what it did is taken over.

        What may take long, as when bots play on for minutes, is done in a thread: other tables
        go on meanwhile.
        """
        game = room.game
        had_snapshot = room.snapshot_at
        try:
            if not is_short:
                change = await self._in_thread(lambda: does(game))
            elif self._toil.get(game.settings.ruleset, 0) > LONG:
                change = await self._in_thread(lambda: self._measured(game, does))
            else:
                change = self._measured(game, does)
        except WreckError:
            known = await self._first_reply(game, request)
            if known is None and not await self._catch_up(room):
                raise
            return known
        except BaseException:
            self._forget(room)
            raise
        if change is None:
            return game.version, {}
        now = self.clock()
        self._set_deadline(game)
        try:
            where = shows.where(game)
            save = await self._save_of(room, change, request, now, where)
            while (stored := await self._write(save)) is None:
                room.snapshot_at = had_snapshot
                save = await self._save_of(room, change, request, now, where)
            if not stored:
                METRICS.conflicts.inc()
                await self._read_anew(room)
                return await self._first_reply(game, request)
        except BaseException:
            self._forget(room)
            raise
        self.changes += 1
        room.updated, room.where = now, where
        reply = game.version, change.result
        room.replies[request] = reply
        if len(room.replies) > REPLIES:
            del room.replies[next(iter(room.replies))]
        METRICS.moves.labels(change.kind).inc()
        if change.made is not None:
            self._keep_new(change.made, now)
        self._tell(room, change.settings)
        return reply

    def _measured(self, game: Game, does: Callable[[Game], Change | None]) -> Change | None:
        """Do it, and note how much work it was."""
        began, ruleset = time.thread_time(), game.settings.ruleset
        try:
            return does(game)
        finally:
            before = self._toil.get(ruleset, 0)
            self._toil[ruleset] = max(time.thread_time() - began, FADES * before)

    async def _first_reply(self, game: Game, request: str) -> tuple[int, dict[str, Any]] | None:
        """What was replied to this request, if it was carried out before, here or elsewhere."""
        reply: tuple[int, dict[str, Any]] | None = await self.read(
            self.store.reply, game.id, request
        )
        return reply

    async def _save_of(
        self, room: Room, change: Change, request: str, now: float, where: str
    ) -> Save:
        game = room.game
        finish = Finish([])
        if game.state == FINISHED and change.entries:
            finish = await self.read(finished_records, game, self.store)
            game.records = finish.news
        is_told = game.state == RUNNING and where == room.where
        row = {**rows.table_row(game, change.settings, not is_told), "updated": now}
        shot = None
        taken_back = change.keep < room.snapshot_at  # what was kept may be of no use any more
        grown = len(game.match.entries) - room.snapshot_at if game.match else 0
        if game.match and (taken_back or grown >= SNAPSHOT_EVERY):
            room.snapshot_at = len(game.match.entries)
            shot = rows.snapshot_row(game, game.match)
        move = rows.move_row(game, change, request, now)
        made = rows.new_row(change.made, now) if change.made else None
        return Save(row, move, shot, finish.row, finish.were, made)

    def _set_deadline(self, game: Game) -> None:
        """A new question, a new clock; a group has one together. Dice wait for nobody's clock.

        An answer taken back brings no new one, while others are asked since before.
        """
        seconds = seconds_of(game.settings.pace)
        asked = [ask for ask in game.waiting() if not ask.is_dice] if game.state == RUNNING else []
        if seconds is None or not asked:
            game.deadline = None
        elif game.deadline is None or set(game.posed.values()) == {game.version}:
            game.deadline = self.clock() + seconds

    def _forget(self, room: Room) -> None:
        """What is in memory may not be what is stored: read it anew, and let all come again.

        Not while it changes: whoever calls this holds its lock.
        """
        if self._rooms.get(room.game.id) is room:
            del self._rooms[room.game.id]
        for line in room.lines:
            line.close()

    # Telling

    def close(self) -> None:
        """Everybody's line ends; they come again to whoever serves then."""
        for room in self.rooms():
            for line in room.lines:
                line.close()

    def _tell(self, room: Room, with_table: bool) -> None:
        """Everybody at the table hears what has changed; it is stored already."""
        text, undoable = room.update(with_table), room.game.undoable()
        for line in room.lines:
            line.send(text)
            if with_table:
                line.seats = tuple(room.game.seats_of(line.tokens))
            self.tell_line(room, line, undoable)
        self.on_news(room)

    def tell_line(self, room: Room, line: Line, undoable: Sequence[int]) -> None:
        """What only this line is told: what is its own, and what it is asked."""
        if line.seats or line.host:
            you = line.seats, line.host, room.undo_of(line, undoable)
            if you != line.told_you:
                line.told_you = you
                line.send(dump(room.you(line, undoable)))
        self.tell_menus(room, line)

    def tell_menus(self, room: Room, line: Line) -> None:
        """The questions of this line at once; their chances come when they are worked out."""
        questions = room.questions(line)
        if questions != line.told_menus:
            line.told_menus, line.told_complete = questions, None
            line.send(dump({"type": "menus", "menus": room.menus(line)}))

    def tell_here(self, room: Room) -> None:
        """Somebody came to this process, or went."""
        self.presence.changed(room.game.id)
        self.tell_who_is_here(room)

    def tell_who_is_here(self, room: Room) -> None:
        """Somebody came or went, here or elsewhere."""
        text = dump(room.here_message())
        for line in room.lines:
            line.send(text)

    # What other processes do

    def heard(self, news: dict[str, Any]) -> None:
        """Another process has done something. It is taken in soon, one table's news in order."""
        table = str(news.get("table"))
        if table in self._loading:
            self._missed.add(table)
        if table not in self._rooms or news.get("from") == self.store.name:
            return
        waiting = self._heard.setdefault(table, [])
        waiting.append(news)
        if len(waiting) == 1:
            task = asyncio.create_task(self._take_in(table, waiting))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    async def _take_in(self, table: str, waiting: list[dict[str, Any]]) -> None:
        while waiting:
            room = self._rooms.get(table)
            try:
                if room is not None:
                    await self._take_in_one(room, waiting[0])
            except Exception as error:
                log.error("news could not be taken in", table=table, **described(error))
                if room is not None:
                    async with room.lock:
                        self._forget(room)
            del waiting[0]
        del self._heard[table]

    async def _take_in_one(self, room: Room, news: dict[str, Any]) -> None:
        if "here" in news:
            if self.presence.heard(room, news):
                self.tell_who_is_here(room)
        elif "gone" in news:
            async with room.lock:
                self._forget(room)
        elif "chat" in news:
            said = await self.read(self.store.chat, news["chat"])
            if said:
                self._tell_chat(room, said)
        else:
            async with room.lock:
                if news.get("version", room.game.version + 1) > room.game.version:
                    await self._catch_up(room)

    async def catch_up(self) -> None:
        """News may have been missed: everybody hears all anew, no table waiting for another."""
        await asyncio.gather(*map(self._renew, self.rooms()))

    async def _renew(self, room: Room) -> None:
        if not room.lines:
            async with room.lock:
                self._forget(room)
            return
        said = await self.said(room.game.id)
        async with room.lock:
            await self._catch_up(room)
            text = dump(room.state(said))
        for line in room.lines:
            line.send(text)
        self.presence.changed(room.game.id)

    async def _catch_up(self, room: Room) -> bool:
        """Take over what other processes have stored; the lines stay. Was there anything?"""
        if not self.store.is_shared:
            return False
        news: News | None = await self.read(self.store.news, room.game.id, room.game.version)
        if news is None:
            return False
        try:
            with_table = room.follow(news)
        except Exception:
            self._forget(room)
            raise
        self._tell(room, with_table)
        return True

    async def _read_anew(self, room: Room) -> None:
        """What is in memory was not stored: take over what was; the lines stay."""
        stored = await self.read(self.store.load, room.game.id)
        if stored is None:
            raise Unknown("no such table any more")
        room.renew(rows.read_game(stored), stored.updated)
        self._tell(room, True)

    # Chat

    async def _chat(self, table: str, command: models.Chat) -> tuple[int, dict[str, Any]]:
        room = await self.room(table)
        try:
            room.game.check_anybody(command.token)
        except WreckError:
            async with room.lock:
                await self._catch_up(room)
            room.game.check_anybody(command.token)
        seats = room.game.seats_of([command.token])
        name = room.game.settings.seats[seats[0]].name if seats else "Host"
        row = {
            "table_id": table,
            "request": command.request,
            "seat": seats[0] if seats else -1,
            "name": name,
            "text": command.text,
            "at": self.clock(),
        }
        said = await self._write(Say(row))
        if said["new"]:
            self._tell_chat(self._rooms.get(table, room), said)
        return room.game.version, {"id": said["id"]}

    def _tell_chat(self, room: Room, said: dict[str, Any]) -> None:
        text = dump({"type": "chat", "chat": chat_json(said)})
        for line in room.lines:
            line.send(text)

    async def said(self, table: str) -> list[dict[str, Any]]:
        """The last things said at a table."""
        rows: Sequence[dict[str, Any]] = await self.read(self.store.said, table, CHATS)
        return [chat_json(row) for row in rows]

    def serves(self, table: str) -> bool:
        """Is anybody at this table by this process?"""
        return table in self._rooms and bool(self._rooms[table].lines)

    def rooms(self) -> list[Room]:
        """Those in memory."""
        return list(self._rooms.values())


def chat_json(said: dict[str, Any]) -> dict[str, Any]:
    """Something said, as it is sent."""
    return {key: said[key] for key in ("id", "seat", "name", "text", "at")}


def fresh_id() -> str:
    """The name of a new table, or of a campaign."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def _fresh() -> str:
    return secrets.token_hex(8)
