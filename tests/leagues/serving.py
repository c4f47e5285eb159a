"""Leagues in the tables of one process, without a server; time stands still unless it is set."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from sqlalchemy import Engine, event, select
from tests.table.serving import REQUESTS

from wreckoning.core.errors import WreckError
from wreckoning.core.ids import as_seat
from wreckoning.leagues.messages import LeagueCommand, LeagueInfo
from wreckoning.leagues.model import League
from wreckoning.server.campaigns.service import CampaignService
from wreckoning.server.leagues import pages
from wreckoning.server.leagues.clock import LeagueClock
from wreckoning.server.leagues.loading import load_league
from wreckoning.server.leagues.service import LeagueService
from wreckoning.server.live.service import TableService
from wreckoning.server.store import schema
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.store.store import Store
from wreckoning.table import models
from wreckoning.table.ids import TableId, shown_seat

COMMAND: TypeAdapter[LeagueCommand] = TypeAdapter(LeagueCommand)
BEGUN = 1_900_000_000.0  # 17 March 2030, 17:46 UTC


class Played:
    """A league, and the tokens of its owner and its drivers (by name)."""

    def __init__(self, tables: TableService) -> None:
        self.campaigns = CampaignService(tables)
        self.tables, self.leagues = tables, LeagueService(tables, self.campaigns)
        self.clock = LeagueClock(self.leagues, tables.clock)
        self.id, self.host = "", ""
        self.tokens: dict[str, str] = {}
        self.numbers: dict[str, int] = {}

    async def make(self, **wanted: Any) -> None:
        """Make a league."""
        made = await self.leagues.create(json.dumps(wanted).encode())
        self.id, self.host = made.id, made.host

    async def do(self, do: str, token: str | None = None, **fields: Any) -> dict[str, Any]:
        """Do something, as the owner unless another token is given."""
        given = {"request": next(REQUESTS), "token": self.host if token is None else token}
        wanted = COMMAND.validate_python({"do": do, **given, **fields})
        return vars(await self.leagues.do(self.id, wanted))

    async def refused(self, do: str, token: str | None = None, **fields: Any) -> str:
        """The one line with which something is refused."""
        with pytest.raises(WreckError) as refused:
            await self.do(do, token, **fields)
        assert "\n" not in str(refused.value)
        return str(refused.value)

    async def sign_up(self, name: str, bot: str = "", **more: Any) -> int:
        """Sign a person up, or a bot."""
        done = await self.do("sign_up", self.host if bot else "", name=name, bot=bot, **more)
        self.tokens[name], self.numbers[name] = done["token"], done["entry"]
        return int(done["entry"])

    async def look(self, name: str = "") -> LeagueInfo:
        """The league, as a driver sees it."""
        seen = await self.leagues.look(self.id)
        return pages.info(seen, [self.tokens[name]] if name else [])

    async def league(self) -> League:
        """The league itself."""
        return load_league(self.tables.store.engine, self.id)[1]

    async def file(self) -> dict[str, Any]:
        """The league's file, with all logs."""
        pieces = [piece async for piece in self.leagues.document(self.id, True)]
        return dict(json.loads(b"".join(pieces)))

    async def answer_all(self, name: str) -> int:
        """Give the first answer to whatever a driver is asked at their tables. How often."""
        count = 0
        for race in (await self.look(name)).you.invitations:
            for seat in race.seats:
                while await self.answer(race.table, seat.seat, seat.token):
                    count += 1
        return count

    async def answer(self, table: TableId, number: int, token: str) -> bool:
        """Give the first answer to a seat's question; False if nothing is asked."""
        live = await self.tables.live_tables.get(table)
        ask = next((ask for ask in live.table.waiting() if ask.by == number), None)
        if ask is None:
            return False
        command = models.GiveAnswer(
            request=next(REQUESTS),
            token=token,
            version=live.table.version,
            seat=shown_seat(ask),
            ask=ask.question,
            answer=ask.names[0],
        )
        await self.tables.do(table, command)
        return True

    async def hand_over(self, name: str) -> None:
        """Let bots drive for a driver at all their tables."""
        for race in (await self.look(name)).you.invitations:
            for seat in race.seats:
                given = {"request": next(REQUESTS), "token": seat.token, "player": "rookie"}
                command = models.HandOver.model_validate({**given, "seat": as_seat(seat.seat)})
                await self.tables.do(race.table, command)
                if (await self.tables.live_tables.get(race.table)).table.is_held:
                    on = models.RaceOn(request=next(REQUESTS), token=seat.token)
                    await self.tables.do(race.table, on)

    def stored_tables(self) -> dict[TableId, str]:
        """All tables in the store, with their states."""
        wanted = select(schema.tables.c.id, schema.tables.c.state)
        with self.tables.store.engine.connect() as connection:
            return {row.id: row.state for row in connection.execute(wanted)}


class Hours:
    """A clock that is set by hand.

    `meanwhile` is done once, while a change of a league is about to be stored.
    """

    def __init__(self) -> None:
        self.now = BEGUN
        self.meanwhile: Callable[[], None] | None = None

    def __call__(self) -> float:
        return self.now

    def watch(self, engine: Engine) -> None:
        """Watch what is stored in this database."""

        def before(_: object, __: object, statement: str, *_more: object) -> None:
            does = self.meanwhile
            if does is not None and statement.startswith("UPDATE leagues"):
                self.meanwhile = None
                does()

        event.listen(engine, "before_cursor_execute", before)


def other_process(
    folder: Path, league: Played, hours: Hours, done: list[str]
) -> Callable[[], None]:
    """What another process on the same database does meanwhile: it brings the league on."""

    async def bring_on() -> None:
        store = Store(open_database(read_address(str(folder / "t.db"))))
        tables = TableService(store, hours)
        await LeagueService(tables, CampaignService(tables)).bring_on(league.id)
        store.close()
        done.append(league.id)

    return lambda: asyncio.run(bring_on())


def run(folder: Path, does: Callable[[Played, Hours], Awaitable[None]], within: float = 30) -> None:
    """Run a test with a league of one process."""

    async def go() -> None:
        hours = Hours()
        store = Store(open_database(read_address(str(folder / "t.db"))))
        hours.watch(store.engine)
        try:
            async with asyncio.timeout(within):
                await does(Played(TableService(store, hours)), hours)
        finally:
            store.close()

    asyncio.run(go())
