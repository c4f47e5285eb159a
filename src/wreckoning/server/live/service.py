"""All tables of a process: makes them and runs their commands.

Changes of a table go the path of `commands`.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence

from wreckoning.core.ruleset import PERSON_NAME
from wreckoning.server.live.broadcast import Broadcaster
from wreckoning.server.live.commands import CommandRunner
from wreckoning.server.live.following import Following
from wreckoning.server.live.live_table import Reply
from wreckoning.server.live.live_tables import LiveTables
from wreckoning.server.live.presence import Presence
from wreckoning.server.steady_clock import SteadyClock
from wreckoning.server.store import rows
from wreckoning.server.store.profile_rows import seatings_of
from wreckoning.server.store.store import Store
from wreckoning.server.store.writer import Save
from wreckoning.server.workers.large_work import LargeWork
from wreckoning.table import lessons, lobby, models, next_race
from wreckoning.table.ids import TableId
from wreckoning.table.lookalikes import check_look
from wreckoning.table.moderation import address_digest
from wreckoning.table.racing import expire
from wreckoning.table.refusals import going_on
from wreckoning.table.replies import Made, Result
from wreckoning.table.table import ABANDONED, RUNNING, Table, TableChange

TRIES = 8
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without lookalikes
ID_LENGTH = 12


class TableService:
    """Makes, changes and forks tables.

    `clock` gives seconds since 1970; without it, the system's, which does not jump here.
    """

    def __init__(self, store: Store, clock: Callable[[], float] | None = None) -> None:
        self.store = store
        self.clock = clock or SteadyClock(store.newest())
        self.live_tables = LiveTables(store, now=lambda: self.clock())
        self.large_work = LargeWork(self.store.engine, self.live_tables.read)
        self.presence = Presence(store, self.live_tables.in_memory)
        self.broadcaster = Broadcaster(self.presence)
        self.following = Following(self.live_tables, self.broadcaster, self.presence)
        self.commands = CommandRunner(
            self.live_tables, self.following, self.broadcaster, lambda: self.clock()
        )

    def close(self) -> None:
        """Disconnect all clients, who reconnect to the next process; do not wait for bots."""
        self.commands.threads.close()
        for live in self.live_tables.all():
            live.close()

    # Making tables

    async def create(
        self, wanted: models.NewTable | models.NewFirstRace, address: str = ""
    ) -> Made:
        """Make a table, wanted from this address. A practice race starts at once.

        Raises a WreckError.
        """
        randomness = self._randomness()
        if isinstance(wanted, models.NewFirstRace):
            table, claimed = lessons.new_lesson(wanted, randomness)
        else:
            table, claimed = await asyncio.to_thread(lobby.new_table, wanted, randomness)
        for own in table.settings.seats:
            own.address = address_digest(table, address) if own.player == PERSON_NAME else ""
        names = lobby.names_at(table.settings)
        for seat in range(len(names)):
            check_look(names, seat)
        await self.store_new(table)
        if table.settings.practice:
            await self.begin(table.id, randomness.host)
        return Made(table.id, randomness.host, claimed)

    async def fork(
        self, table_id: TableId, number: int, token: str = "", tokens: Sequence[str] = ()
    ) -> Made:
        """Make a table that plays on from a moment of another one's race.

        If that race is running, it is noted there, for all to see. Raises Forbidden or Illegal.
        """
        async with self.following.newest(table_id) as live:
            of, lines = live.copy(), len(live.race_log.lines) if live.race_log else 0
        next_race.check_fork(of, [token, *tokens])
        randomness = self._randomness()
        table = await self.commands.threads.in_thread(
            lambda: next_race.forked(of, number, randomness, token)
        )
        if of.state == RUNNING:
            await self.commands.change(
                table_id,
                f"fork-{_fresh()}",
                lambda table: next_race.note_fork(table, number, [token, *tokens], lines),
                True,
            )
        await self.store_new(table)
        return Made(table.id, randomness.host, [])

    async def again(self, table_id: TableId, tokens: Sequence[str], address: str = "") -> Made:
        """Return the table of the next race; the caller keeps their seat if it is still open.

        A player gets the same tokens however often they ask. Raises Forbidden for a stranger.
        """
        randomness = self._randomness()
        await self.commands.change(
            table_id,
            f"again-{_fresh()}",
            lambda table: next_race.follow_up(table, randomness, tokens, address),
        )
        following = await self._last_of_row(table_id)
        with going_on():  # the seat may be another's by now
            await self.commands.change(
                following,
                f"along-{_fresh()}",
                lambda table: next_race.come_along(table, tokens, address),
            )
        async with self.following.newest(following) as live:
            return next_race.kept(live.table, tokens)

    async def adopt(self, table_id: TableId, tokens: Sequence[str], profile: str) -> bool:
        """Give seats that these tokens hold to this profile.

        Returns False if one of them is another profile's: that does not change.
        """
        await self.commands.change(
            table_id, f"adopt-{_fresh()}", lambda table: lobby.adopt(table, tokens, profile)
        )
        async with self.following.newest(table_id) as live:
            return lobby.is_adopted(live.table, tokens, profile)

    async def _last_of_row(self, table_id: TableId) -> TableId:
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

    async def begin(self, table_id: TableId, host: str) -> None:
        """Start the race of a new table with its host's token, or the proof of their profile."""
        start = models.Start(request=_fresh(), token="")
        await self.do(table_id, start.model_copy(update={"token": host}))

    async def store_new(self, table: Table) -> None:
        """Store a new table."""
        now = self.clock()
        await self.live_tables.write(
            Save(rows.new_row(table, now), None, seatings=seatings_of(table))
        )
        self.live_tables.keep_new(table, now)

    # Doing things

    async def do(self, table_id: TableId, command: models.Command, address: str = "") -> Reply:
        """Run a command once, sent from an address. Returns the version after it and its result.

        Raises a WreckError. A repeated request of the same sender gets its first reply.
        """
        return await self.commands.run(table_id, command, address)

    async def expire(self, table_id: TableId) -> None:
        """Handle the end of a decision's time. Does nothing if the decision was made meanwhile."""

        def action(table: Table) -> TableChange | None:
            now = self.clock()
            if table.state != RUNNING or table.deadline is None or table.deadline > now:
                return None
            if table.match is None:  # it cannot go on
                return table.carry_out("expire", lambda: ("", Result()))
            return expire(table, now)

        await self.commands.change(table_id, f"expire-{_fresh()}", action)

    async def set_deadlines(self, table_id: TableId) -> None:
        """Set the deadlines of a race by post again: a player's rhythm has changed."""

        def action(table: Table) -> TableChange | None:
            if table.state != RUNNING or not isinstance(table.settings.pace, models.Days):
                return None
            return table.carry_out("deadlines", lambda: ("", Result()))

        await self.commands.change(table_id, f"deadlines-{_fresh()}", action)


def fresh_id() -> str:
    """Return an id for a new table or campaign."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def draw_randomness() -> lobby.Randomness:
    """Draw the random parts of a new table: its id, tokens and secret."""
    name = TableId(fresh_id())
    tokens = [secrets.token_urlsafe(18) for _ in range(models.MAX_SEATS)]
    host, secret = secrets.token_urlsafe(18), secrets.token_hex(32)
    return lobby.Randomness(name, host, tokens, secret, secrets.randbelow(2**63))


def _fresh() -> str:
    return secrets.token_hex(8)
