"""Finds the notices that are due, keeps them, and has them sent: each once.

It works next to the tables and never holds one up: the database is read in threads, and another
process sends. What is not sent yet waits in the database, for this process or another.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar

import structlog

from wreckoning.core.errors import WreckError
from wreckoning.core.ids import seat_range
from wreckoning.server.campaigns.service import CampaignService
from wreckoning.server.campaigns.storage import games_over
from wreckoning.server.live.service import TableService
from wreckoning.server.logbook import described
from wreckoning.server.metrics import METRICS
from wreckoning.server.notices import storage
from wreckoning.server.notices.channels import ChannelService
from wreckoning.server.notices.kinds import NoticeSettings
from wreckoning.server.notices.pieces import Letter
from wreckoning.server.notices.sender import Sender
from wreckoning.server.notices.shares import NoticeShares
from wreckoning.server.notices.storage import Due, Taken
from wreckoning.server.notices.wording import (
    NoticeWords,
    channel_post,
    words_for,
    words_of_campaign,
)
from wreckoning.server.profiles.storage import all_of, note_playing
from wreckoning.server.store.profile_rows import rhythms_of
from wreckoning.table.deadlines import USUAL, Rhythm
from wreckoning.table.ids import TableId
from wreckoning.table.models import Live
from wreckoning.table.refusals import Busy
from wreckoning.table.table import RUNNING

T = TypeVar("T")

EVERY = 1.0  # seconds
SHARE = 0.05  # the most of its time that a server spends on looking
LONGEST = 5.0  # seconds between two looks, even if one took long on a busy machine
AT_ONCE = 16  # notices
FORGET_EVERY = 3600.0  # seconds
NOTED_EVERY = 30.0  # seconds

log = structlog.get_logger("notices")


def pause_after(look: float) -> float:
    """Seconds between two looks, if the last one took so many."""
    return min(max(EVERY, look / SHARE), LONGEST)


class Notifier:
    """Sends the notices of all tables and campaigns. `clock` gives seconds since 1970.

    Notices travel side by side, so one that nobody answers holds up none of the others.
    """

    def __init__(
        self,
        tables: TableService,
        campaigns: CampaignService,
        channels: ChannelService,
        sender: Sender,
        settings: NoticeSettings,
        clock: Callable[[], float],
    ) -> None:
        self._tables, self._channels, self._sender = tables, channels, sender
        self._campaigns = campaigns
        self._over: dict[str, int] = {}  # of each campaign: games over when it was brought on
        self._settings, self._clock = settings, clock
        self._shares = NoticeShares()
        self._underway = set[asyncio.Task[None]]()
        self._writing = asyncio.Lock()  # one letter is written at a time
        self._noted = 0.0  # when it was noted who is here
        self._forget_at = self._took = 0.0  # seconds of the last look

    async def work(self) -> None:
        """Run until cancelled. A failure of the store, or of one table, does not stop it."""
        try:
            while True:
                await asyncio.sleep(pause_after(self._took))
                await self._safely(self.look())
        finally:
            for task in self._underway:
                task.cancel()

    async def _safely(self, does: Coroutine[Any, Any, None]) -> None:
        try:
            await does
        except Busy:
            pass  # the store logs the reason itself
        except Exception as error:
            log.error("notices cannot be sent", **described(error))

    async def look(self) -> None:
        """Keep what is due, and begin to send what waits: some notices at once."""
        now, began = self._clock(), time.monotonic()
        await self._note_playing(now)
        await self._bring_campaigns_on()
        due: list[Due] = await self._read(storage.find_due, now)
        if due:
            await self._read(storage.keep, due, now)
        room = AT_ONCE - len(self._underway)
        taken: list[Taken] = []
        if room:
            taken = await self._read(storage.take, now, room, self._shares)
        self._took = time.monotonic() - began
        for one in taken:
            task = asyncio.create_task(self._deliver(one))
            self._underway.add(task)
            task.add_done_callback(self._underway.discard)
        if now >= self._forget_at:
            self._forget_at = now + FORGET_EVERY
            await self._read(storage.forget_old, now)

    async def _note_playing(self, now: float) -> None:
        """A player who has a live race of theirs open is here, also while they only watch it."""
        if abs(now - self._noted) < NOTED_EVERY:  # clocks may be put back
            return
        self._noted = now
        tables = [live for live in self._tables.live_tables.all() if live.clients]
        names = {
            live.table.settings.seats[seat].profile
            for live in tables
            if live.table.state == RUNNING and isinstance(live.table.settings.pace, Live)
            for seat in live.seats_here()
        } - {""}
        if names:
            await self._read(note_playing, names, now)

    async def _bring_campaigns_on(self) -> None:
        """Count games that are over in their campaigns: then these wait for players again."""
        over: dict[str, int] = await self._read(games_over)
        for name, count in over.items():
            if self._over.get(name) != count:
                try:
                    await self._campaigns.bring_on(name, may_start=False)
                except Busy:
                    raise  # the store's failure: the next look tries again
                except WreckError as error:
                    log.warning("a campaign cannot go on", campaign=name, error=str(error))
        self._over = over

    async def _deliver(self, one: Taken) -> None:
        try:
            await self._safely(self._send(one))
        finally:
            self._shares.end(one.channel["id"])

    async def _send(self, one: Taken) -> None:
        async with self._writing:
            letter = await self._letter(one)
        if letter is None:
            await self._read(storage.drop, one, self._clock())
            return
        outcome = await self._sender.send(letter)
        kind, result = one.channel["kind"], "failed" if outcome.problem else "sent"
        METRICS.notices.labels(kind, result).inc()
        if outcome.problem:
            place = {"campaign": one.campaign} if one.campaign else {"table": one.table}
            fault = {"fault": outcome.fault} if outcome.fault else {}
            log.warning("a notice is not taken", kind=kind, **place, **fault)
        await self._read(storage.finish, one, outcome, self._clock())

    async def _letter(self, one: Taken) -> Letter | None:
        """What to send; None if the question is answered, or its kind is switched off."""
        if one.channel["kind"] not in self._settings.kinds:
            return None
        try:
            if one.table is None:
                path, words = f"campaign/{one.campaign}", await self._words_of_campaign(one)
            elif one.kind == storage.POST:
                return await self._post(one, one.table)
            else:
                path, words = f"table/{one.table}", await self._words(one, one.table)
        except WreckError as error:
            place = one.campaign or one.table
            log.warning("a notice has nothing to tell", of=place, error=str(error))
            return None
        if words is None:
            return None
        return self._channels.letter(one.channel, words.title, words.body, path)

    async def _words_of_campaign(self, one: Taken) -> NoticeWords | None:
        own = await self._read(all_of, one.channel["profile_id"])
        move = await self._campaigns.open_move(str(one.campaign), own)
        return words_of_campaign(move) if move and move.version <= one.version else None

    async def _post(self, one: Taken, name: TableId) -> Letter:
        """A turn's post. Raises a WreckError for a turn that the race does not have."""
        table, base = await self._tables.following.copy(name), one.channel["base"]
        kind = one.channel["kind"]
        post = await asyncio.to_thread(channel_post, table, base, one.version, kind)
        letter = self._channels.letter(one.channel, post.title, "", f"table/{name}")
        pieces = post.pieces
        if one.unsent:  # as they were cut: their text may read differently now
            letter, pieces = replace(letter, title=""), one.unsent
        return replace(letter, pieces=pieces, picture=post.picture, picture_link=post.link)

    async def _words(self, one: Taken, name: TableId) -> NoticeWords | None:
        owner = one.channel["profile_id"]
        own = await self._read(all_of, owner) if owner else []
        async with self._tables.following.newest(name) as live:
            table, here = live.table, live.here()
        seats = table.settings.seats
        if owner:
            mine = [seat for seat, state in enumerate(seats) if state.profile in own]
            rhythms: dict[str, Rhythm] = await self._read(rhythms_of, [owner])
            is_reminder = one.kind == storage.REMINDER
            return words_for(table, mine, rhythms.get(owner, USUAL), is_reminder)
        away = [seat for seat in seat_range(len(seats)) if seats[seat].profile or seat not in here]
        return words_for(table, away)

    async def _read(self, does: Callable[..., T], *arguments: object) -> T:
        return await self._tables.live_tables.read(does, self._channels.engine, *arguments)
