"""The path of a command: from the text that a browser sends to the messages for all browsers.

    decode       the text becomes a command of `models`, or is refused by the field that is wrong
    authorise    checks that the sender's token permits it
    apply        the table carries it out, completely or not at all
    store        as one row of `moves`, unless another process was first
    broadcast    drawn once, sent to all clients of the table

The commands of a table run one by one, and each runs once: a repeated one gets its first reply.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Mapping
from typing import assert_never

from pydantic import TypeAdapter, ValidationError

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.ruleset import PERSON_NAME
from wreckoning.server.live.broadcast import Broadcaster
from wreckoning.server.live.command_threads import CommandThreads
from wreckoning.server.live.following import Following
from wreckoning.server.live.live_table import LiveTable, Reply
from wreckoning.server.live.live_tables import LiveTables
from wreckoning.server.live.saving import NO_RHYTHMS, profiles_of, save_of, set_deadline
from wreckoning.server.logbook import failed
from wreckoning.server.metrics import METRICS
from wreckoning.server.store.profile_rows import rhythms_of
from wreckoning.server.store.record_rows import Finish, finished_records
from wreckoning.server.store.writer import Say
from wreckoning.table import lobby, messages, models, moderation, orders, race_commands, typed_moves
from wreckoning.table.deadlines import Rhythm
from wreckoning.table.ids import DICE_SEAT, REFEREE_SEAT, ShownSeat, TableId
from wreckoning.table.refusals import Busy, NotStored, Stopping, first_fault
from wreckoning.table.replies import Result
from wreckoning.table.table import FINISHED, Outcome, Table, TableChange

TRIES = 8
MOST_QUOTED = 300  # characters of a line of the log
MESSAGES: TypeAdapter[models.Message] = TypeAdapter(models.Message)
Action = Callable[[Table], TableChange | None]


def decode(text: str) -> models.Message:
    """Read a command or a hello. Raises Malformed, naming the field and what was expected."""
    try:
        return MESSAGES.validate_json(text)
    except ValidationError as error:
        raise Malformed("message", first_fault(error.errors())) from None


def authorise(table: Table, command: models.Command) -> None:
    """Check that the sender may do this. Raises Unknown for a missing seat, or Forbidden."""
    match command:
        case models.Claim():
            table.seat(command.seat)  # open to all: it only needs an open seat
        case models.GiveAnswer() | models.Undo():
            _check_answers_for(table, command.seat, command.token)
        case models.ReadLine():
            if command.seat is None:
                table.check_anybody(command.token)
            else:
                _check_answers_for(table, command.seat, command.token)
        case models.TakeBack() | models.Leave() | models.GiveOrders():
            table.own_seat(command.seat, command.token)
        case models.HandOver():
            if not table.is_host([command.token]):
                table.own_seat(command.seat, command.token)
        case models.ChangeSeat():
            is_bots = table.seat(command.seat).player != PERSON_NAME
            if not (is_bots and table.is_host([command.token])):
                table.own_seat(command.seat, command.token)
        case models.SeatBot() | models.Remove() | models.Mute() | models.SkipSeat() | models.Call():
            table.check_host(command.token)
            table.seat(command.seat)
        case models.Lift() | models.Start() | models.Correct() | models.Abandon():
            table.check_host(command.token)
        case models.Chat() | models.Emote() | models.RaceOn():
            table.check_anybody(command.token)
        case _:
            assert_never(command)


def _check_answers_for(table: Table, seat: ShownSeat, token: str) -> None:
    """Check the sender of an answer: anyone for dice, the host as referee, the seat's player."""
    if seat == DICE_SEAT:
        table.check_anybody(token)
    elif seat == REFEREE_SEAT:
        table.check_host(token)
    else:
        table.own_seat(seat, token)


def apply(table: Table, command: models.Command, address: str = "") -> TableChange:
    """Carry out an authorised command that came from an address.

    Raises a WreckError, and then changes nothing.
    """
    return table.carry_out(command.do, lambda: _applied(table, command, address))


def _applied(table: Table, command: models.Command, address: str) -> Outcome:
    match command:
        case models.Claim():
            return moderation.claim(table, command, secrets.token_urlsafe(18), address)
        case models.ChangeSeat():
            return lobby.change(table, command)
        case models.Leave():
            return lobby.leave(table, command)
        case models.SeatBot():
            return lobby.seat_bot(table, command)
        case models.Start():
            return lobby.start(table, command)
        case models.GiveAnswer():
            return race_commands.answer(table, command)
        case models.Undo():
            return race_commands.undo(table, command)
        case models.HandOver():
            return race_commands.hand_over(table, command)
        case models.TakeBack():
            return race_commands.take_back(table, command)
        case models.GiveOrders():
            return orders.give(table, command)
        case models.RaceOn():
            return race_commands.race_on(table, command)
        case models.Correct():
            return race_commands.correct(table, command)
        case models.SkipSeat():
            return race_commands.skip(table, command)
        case models.Call():
            return race_commands.call(table, command)
        case models.Abandon():
            return race_commands.abandon(table, command)
        case models.Remove():
            return moderation.remove(table, command, address)
        case models.Mute():
            return moderation.mute(table, command, address)
        case models.Lift():
            return moderation.lift(table, command)
        case models.Chat() | models.Emote() | models.ReadLine():
            raise AssertionError(f"{command.do} changes nothing at a table")
        case _:
            assert_never(command)


class CommandRunner:
    """Carries out commands and other changes of tables. `clock` gives seconds since 1970."""

    def __init__(
        self,
        live_tables: LiveTables,
        following: Following,
        broadcaster: Broadcaster,
        clock: Callable[[], float],
    ) -> None:
        self.live_tables = live_tables
        self.following = following
        self.broadcaster = broadcaster
        self.clock = clock
        self.threads = CommandThreads()
        self.changes = 0  # by this process

    async def run(self, table_id: TableId, command: models.Command, address: str = "") -> Reply:
        """Run a command once, sent from an address. Returns the version after it and its result.

        Raises a WreckError.
        """
        if isinstance(command, models.Chat | models.Emote):
            return await self._chat(table_id, command)
        if isinstance(command, models.ReadLine):
            return await self._read_line(table_id, command)

        def action(table: Table) -> TableChange:
            authorise(table, command)
            return apply(table, command, address)

        is_short = isinstance(command, models.GiveAnswer)
        return await self.change(table_id, command.key, action, is_short)

    async def change(
        self, table_id: TableId, key: str, action: Action, is_short: bool = False
    ) -> Reply:
        """Change a table, once for each key. If `is_short`, it does not use a thread."""
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
        self, live: LiveTable, key: str, action: Action, is_short: bool
    ) -> Reply | None:
        """Apply, store, broadcast. None if another process was first: then follow its changes."""
        table = live.table
        try:
            is_quick = is_short and not orders.are_given(table)
            change = await self.threads.carry_out(table, action, is_quick)
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
            return table.version, Result()
        try:
            if not await self._store(live, change, key):
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
        reply = table.version, change.result
        live.note_reply(key, reply)
        METRICS.moves.labels(change.kind).inc()
        self._broadcast(live, change)
        return reply

    async def _store(self, live: LiveTable, change: TableChange, key: str) -> bool:
        """Store a change. False if another process was first, or ran this very command."""
        table, had_snapshot = live.table, live.snapshot_at
        now, where = self.clock(), messages.where(table)
        set_deadline(table, now, await self._rhythms(table))
        while True:
            finish = Finish([])
            if table.state == FINISHED and change.entries:
                finish = await self.live_tables.read(
                    finished_records, table, self.live_tables.store
                )
                table.records = finish.news
            save = save_of(live, change, key, now, where, finish)
            stored: bool | None = await self.live_tables.write(save)
            if stored:
                live.updated, live.where = now, where
            if stored is not None:
                return stored
            live.snapshot_at = had_snapshot  # the records have changed: try again

    async def _rhythms(self, table: Table) -> Mapping[str, Rhythm]:
        """When the players of a race by post want to be left alone, by profile."""
        profiles = profiles_of(table)
        if not profiles:
            return NO_RHYTHMS
        engine = self.live_tables.store.engine
        found: Mapping[str, Rhythm] = await self.live_tables.read(rhythms_of, engine, profiles)
        return found

    async def _restore(self, live: LiveTable) -> None:
        """Go back to what is stored, since nothing new was; clients stay connected."""
        try:
            await self.following.reload(live)
        except BaseException:
            self.live_tables.forget(live)
            raise

    async def _first_reply(self, table: Table, key: str) -> Reply | None:
        """Return the reply to this command if it was run before, by any process."""
        return await self.live_tables.read(self.live_tables.store.reply, table.id, key)

    def _broadcast(self, live: LiveTable, change: TableChange) -> None:
        """Send a stored change. If that fails, clients reconnect and see it."""
        try:
            if change.made is not None:
                self.live_tables.keep_new(change.made, live.updated)
            self.broadcaster.send_change(live, change.settings)
        except Exception as error:
            failed(error, "telling", table=live.table.id)
            self.live_tables.forget(live)

    async def _read_line(self, table_id: TableId, command: models.ReadLine) -> Reply:
        """Say what a typed line means. It changes nothing, and is not stored."""
        async with self.following.newest(table_id) as live:
            authorise(live.table, command)
            return live.table.version, typed_moves.read_line(live.table, command)

    async def _chat(self, table_id: TableId, command: models.Chat | models.Emote) -> Reply:
        """Store and send a chat message. It changes nothing at the table, and waits for nothing."""
        live = await self.live_tables.get(table_id)
        try:
            authorise(live.table, command)
        except WreckError:
            async with live.lock:
                await self.following.catch_up(live)
            authorise(live.table, command)
        seats = live.table.seats_of([command.token])
        if seats:
            moderation.check_may_talk(live.table, live.table.seat(seats[0]))
        name = live.table.settings.seats[seats[0]].name if seats else "Host"
        row = {
            "table_id": table_id,
            "request": command.key,
            "seat": seats[0] if seats else -1,
            "name": name,
            "at": self.clock(),
            **_said(live, command),
        }
        said = await self.live_tables.write(Say(row))
        self.broadcaster.send_chat(self.live_tables.in_memory.get(table_id, live), said)
        return live.table.version, Result(id=said["id"])


def _said(live: LiveTable, command: models.Chat | models.Emote) -> Json:
    """What a chat line says, and the line of the log that it quotes. Raises Stale."""
    if isinstance(command, models.Emote):
        words = models.EMOTES[command.emote]
        return {"text": words, "emote": command.emote, "line": None, "quote": ""}
    quote = "" if command.line is None else live.log_line(command.line)[:MOST_QUOTED]
    return {"text": command.text, "emote": "", "line": command.line, "quote": quote}
