"""Makes, shows and changes campaigns, and makes tables for their games.

A campaign changes by one move after another. Each is stored as the next version before it is shown.
Viewing a campaign brings it up to date first: finished games are counted, and new games get their
tables. All of this plays the campaign again, in a thread; a large one in another process.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from wreckoning.core.errors import Illegal, Over
from wreckoning.server.campaigns import changing, storage
from wreckoning.server.campaigns.changing import MINE, CampaignNow, Does, OpenMove, PlannedGame
from wreckoning.server.campaigns.storage import LISTED, GameTable
from wreckoning.server.limits import VISITOR
from wreckoning.server.live.service import TRIES, TableService, draw_randomness
from wreckoning.server.metrics import METRICS
from wreckoning.server.store import rows
from wreckoning.server.store.profile_rows import seatings_of
from wreckoning.table import lobby, models
from wreckoning.table.campaigns.stretches import MOST, game_secret
from wreckoning.table.refusals import Stale, Unknown
from wreckoning.table.replies import CampaignCards, CampaignInfo, Claimed, Made
from wreckoning.table.table import ABANDONED, Table
from wreckoning.table.table import FINISHED as GAME_OVER
from wreckoning.table.table import OPEN as TABLE_OPEN

GO_ON = "save it as a file and take it up again to go on"

T = TypeVar("T")


class TooManyTables(Illegal):
    """A campaign has had as many tables as its file may name: too many games were given up."""


class CampaignService:
    """Every campaign of this server."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._engine = tables.store.engine
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    async def create(self, body: bytes) -> Made:
        """Make a campaign as a request's body says, or take one up from a file.

        Raises a WreckError.
        """
        return await self._run(len(body), changing.make, body, self._tables.clock())

    # Viewing

    async def listed(self, state: str, page: int) -> CampaignCards:
        """A page of public campaigns, for the lobby."""
        cards, total = await self._read(storage.listed, self._engine, state, page)
        return CampaignCards(cards, page, max(1, -(-total // LISTED)))

    async def look(self, name: str, tokens: Sequence[str]) -> CampaignInfo:
        """A campaign as these tokens see it, brought up to date."""
        problem = await self._bring_up_to_date(name)
        return await self._on(name, changing.look, tokens, problem)

    async def document(self, name: str) -> bytes:
        """A campaign as a file, brought up to date, without the secret of future dice."""
        await self._bring_up_to_date(name)
        return await self._on(name, changing.document)

    async def open_move(self, name: str, profiles: Sequence[str]) -> OpenMove | None:
        """What a campaign waits for from these profiles; None if it waits for none of them."""
        return await self._on(name, changing.open_move, profiles)

    # Changes

    async def claim(self, name: str, wanted: models.CampaignClaim) -> Claimed:
        """Take an open seat, and return its token."""
        does = partial(changing.take_seat, wanted=wanted, token=secrets.token_urlsafe(18))
        token = (await self._change(name, does, wanted.key)).row.keeping.replies[wanted.key]
        if not token:
            raise Over("the campaign is over")
        return Claimed(token)

    async def give_text(self, name: str, wanted: models.CampaignText) -> None:
        """Replace a player's text for the dice. Raises a WreckError."""
        await self._change(name, partial(changing.give_text, wanted=wanted), wanted.key)

    async def do(self, name: str, wanted: models.CampaignMove) -> None:
        """Make a player's move, or the host's. Raises a WreckError."""
        await self._change(name, partial(changing.make_move, wanted=wanted), wanted.key)

    async def _change(
        self, name: str, does: Does, key: str = "", made: Table | None = None
    ) -> CampaignNow:
        """Apply a change and store it, with a table made for it (`changing.change`)."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            now = self._tables.clock()
            table = rows.new_row(made, now) if made else None
            sitting = seatings_of(made) if made else []
            return await self._on(name, changing.change, does, key, now, table, sitting)

    # Games

    async def bring_on(self, name: str, may_start: bool) -> None:
        """Bring a campaign up to date. Raises a WreckError.

        One that `may_start` starts by itself once all players have what they begin with.
        """
        if may_start and (await self._now(name)).is_ready:
            with contextlib.suppress(Stale):  # another process was first
                await self._change(name, changing.start_by_itself)
        await self._bring_up_to_date(name)

    async def _bring_up_to_date(self, name: str) -> str:
        """Count the finished games, and make tables for new ones.

        Returns why a table cannot be made; '' if nothing is wrong.
        """
        now, problem = await self._now(name), ""
        for number in [planned.game.number for planned in now.planned]:
            for _ in range(TRIES):
                try:
                    now = await self._see_to(now, number)
                    break
                except Stale:  # another process was first
                    now = await self._now(name)
                except TooManyTables as error:
                    problem = str(error)
                    break
        return problem

    async def _see_to(self, now: CampaignNow, number: int) -> CampaignNow:
        """Bring a game on: make its table, start it or count it. Raises Stale."""
        planned = next((one for one in now.planned if one.game.number == number), None)
        if planned is None:  # another process has counted it
            return now
        game = now.row.keeping.games.get(str(number))
        if game is None:
            return now if planned.waits else await self._make_table(now, planned)
        found = await self._tables.following.copy(game.table)
        if found.state == ABANDONED:
            return await self._make_table(now, planned)
        if found.state == TABLE_OPEN:
            await self._start(game)
        elif found.state == GAME_OVER:
            result = found.ended.result if found.ended else found.check_begun().result()
            assert result is not None
            does = partial(changing.count_game, number=number, result=result)
            return await self._change(now.row.id, does)
        return now

    async def _make_table(self, now: CampaignNow, planned: PlannedGame) -> CampaignNow:
        """Make the table of a game and start it; its tokens are kept for the players.

        It is stored together with the campaign, so that neither exists without the other. Raises
        Stale if another process was first, TooManyTables after the last that a file may name.
        """
        row, number = now.row, planned.game.number
        stretch = row.keeping.fair[-1]
        if len(stretch.games) >= MOST:
            raise TooManyTables(f"expected at most {MOST} tables of a campaign; {GO_ON}")
        table, game = _new_table(now, planned)
        before = row.keeping.games.get(str(number))
        does = partial(
            changing.note_table, number=number, made=game, before=before, stretch=stretch
        )
        changed = await self._change(row.id, does, made=table)
        METRICS.tables.inc()
        await self._start(game)
        return changed

    async def _start(self, game: GameTable) -> None:
        """Start a game, once, even if several processes try."""
        start = models.Start(request=f"start-{game.table}", token=game.host)
        await self._tables.do(game.table, start)

    # Where it is worked out

    async def _now(self, name: str) -> CampaignNow:
        return await self._on(name, changing.now_of)

    async def _on(self, name: str, does: Callable[..., T], *given: object) -> T:
        """Do this with a stored campaign. Raises a WreckError."""
        size: int | None = await self._read(storage.size_of, self._engine, name)
        if size is None:
            raise Unknown(changing.NO_CAMPAIGN)
        return await self._run(size, does, name, *given)

    async def _run(self, size: int, does: Callable[..., T], *given: object) -> T:
        return await self._tables.large_work.run(size, VISITOR.get(), does, *given)

    async def _read(self, ask: Callable[..., T], *arguments: object) -> T:
        return await self._tables.live_tables.read(ask, *arguments)


def _new_table(now: CampaignNow, planned: PlannedGame) -> tuple[Table, GameTable]:
    """The table for a game, with dice of the campaign's secret."""
    row, bout = now.row, planned.game
    seats = [
        models.NewSeat(
            player=MINE if seat.player == "person" else seat.player,
            name=seat.name,
            setup=dict(seat.setup),
            text=row.keeping.seats[player].text,
        )
        for player, seat in zip(bout.players, bout.seats, strict=True)
    ]
    wanted = models.NewTable(
        ruleset=row.ruleset, course=bout.course, pace=row.keeping.pace, listed=False, seats=seats
    )
    stretch = row.keeping.fair[-1]
    name = stretch.next_table(bout.number)
    secret = game_secret(row.secret, stretch.match, name)
    chance = replace(draw_randomness(), id=name, secret=secret)
    table, claimed = lobby.new_table(wanted, chance)
    table.settings.campaign = row.id
    for own, player in zip(table.settings.seats, bout.players, strict=True):
        own.profile = row.keeping.seats[player].profile if own.token else ""
    tokens = {each.seat: each.token for each in claimed}
    found = [tokens.get(seat, "") for seat in range(len(seats))]
    return table, GameTable(table=chance.id, host=chance.host, tokens=found)
