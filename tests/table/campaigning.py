"""A campaign in the tables of a process, without a server."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from sqlalchemy import select
from tests.table.serving import REQUESTS

from wreckoning.core.ids import SeatIndex
from wreckoning.server.campaigns.service import CampaignService
from wreckoning.server.live.service import TableService
from wreckoning.server.store import schema
from wreckoning.table import models
from wreckoning.table.replies import Made, OwnSeat

EIGHT = ";".join(["buggy/light_machine_gun"] * 8)


class Played:
    """A campaign in the tables of a process, and the tokens of its players."""

    def __init__(self, tables: TableService, made: Made) -> None:
        self.campaigns = CampaignService(tables)
        self.id, self.host = made.id, made.host
        self.tokens = {seat.seat: seat.token for seat in made.seats}

    async def move(self, seat: int, request: str = "", **move: Any) -> None:
        token = self.tokens[seat] if seat >= 0 else self.host
        given = {"request": request or next(REQUESTS), "token": token, "seat": seat, "version": 0}
        await self.campaigns.do(
            self.id, models.CampaignMove.model_validate({**given, "move": move})
        )

    async def text(self, seat: SeatIndex, text: str) -> None:
        given = {"request": next(REQUESTS), "token": self.tokens.get(seat, "unknown")}
        wanted = models.CampaignText(**given, seat=seat, text=text)
        await self.campaigns.give_text(self.id, wanted)

    async def claim(self, seat: SeatIndex, name: str, request: str, text: str = "") -> str:
        wanted = models.CampaignClaim(request=request, seat=seat, name=name, text=text)
        return str((await self.campaigns.claim(self.id, wanted)).token)

    def seen_from(self, tables: TableService) -> Played:
        """The same campaign, seen from another process."""
        seats = [OwnSeat(seat, token) for seat, token in self.tokens.items()]
        return Played(tables, Made(self.id, self.host, seats))

    async def look(self, *tokens: str) -> dict[str, Any]:
        return asdict(await self.campaigns.look(self.id, tokens))

    async def moves(self) -> list[str]:
        return [move["do"] for move in json.loads(await self.campaigns.document(self.id))["moves"]]


async def begin(tables: TableService, *players: str) -> Played:
    """Begin a campaign of these players: 'mine', 'open' or a bot."""
    seats = [{"player": player, "name": f"D{n}"} for n, player in enumerate(players)]
    wanted = {"ruleset": "rally", "title": "The long road", "players": seats}
    made = await CampaignService(tables).create(json.dumps(wanted).encode())
    return Played(tables, made)


async def to_the_game(played: Played) -> None:
    """Play on until only the last seat's team for the first game is missing."""
    for seat in played.tokens:
        await played.move(seat, do="roster", team=EIGHT)
    await played.move(-1, do="start")
    for seat in list(played.tokens)[:-1]:
        await played.move(seat, do="field", vehicles=[0, 1, 2])


def stored(tables: TableService) -> dict[str, str]:
    """All tables in the store, with their states."""
    wanted = select(schema.tables.c.id, schema.tables.c.state)
    with tables.store.engine.connect() as connection:
        return {row.id: row.state for row in connection.execute(wanted)}
