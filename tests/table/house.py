"""Tables of one process without a server, and a database that holds some of everything."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, insert
from tests.table.serving import REQUESTS

from wreckoning.core.ids import SeatIndex
from wreckoning.leagues.model import LeagueRace
from wreckoning.server.campaigns import storage
from wreckoning.server.leagues import storage as leagues
from wreckoning.server.live.service import TableService
from wreckoning.server.notices import storage as notices
from wreckoning.server.notices.keys import vapid_key
from wreckoning.server.profiles import storage as people
from wreckoning.server.store import schema
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.store.store import Store
from wreckoning.table import models
from wreckoning.table.ids import TableId, TableVersion, shown_seat

WITHIN = 120.0  # seconds for a test: a safety net on a busy machine


def run(folder: Path, does: Callable[[TableService], Awaitable[None]]) -> None:
    """Run a test with the tables of a process."""

    async def go() -> None:
        of = TableService(Store(open_database(read_address(str(folder / "t.db")))))
        try:
            async with asyncio.timeout(WITHIN):
                await does(of)
        finally:
            of.store.close()

    asyncio.run(go())


async def make(tables: TableService, *players: str, **more: Any) -> dict[str, Any]:
    """Make a table: each seat 'mine', 'open' or a bot's policy."""
    seats = [{"player": player, "name": f"D{n}"} for n, player in enumerate(players)]
    wanted = {"ruleset": "rtd", "course": "sundae_drive", "seats": seats, **more}
    return asdict(await tables.create(models.NewTable.model_validate(wanted)))


async def begin(tables: TableService, made: dict[str, Any]) -> None:
    """Start its race."""
    await tables.do(made["id"], models.Start(request=next(REQUESTS), token=made["host"]))


async def answer(tables: TableService, made: dict[str, Any], seat: SeatIndex, version: int) -> Any:
    """Answer this seat's question, as this process knows it, with the first option."""
    room = await tables.live_tables.get(made["id"])
    ask = next(ask for ask in room.table.waiting() if ask.by == seat)
    command = models.GiveAnswer(
        request=next(REQUESTS),
        token=made["seats"][seat]["token"],
        version=TableVersion(version),
        seat=shown_seat(ask),
        ask=ask.question,
        answer=ask.names[0],
    )
    return await tables.do(made["id"], command)


async def finish(tables: TableService, made: dict[str, Any]) -> None:
    """Let a bot drive every seat, to the end."""
    for seat in made["seats"]:
        given = {"request": next(REQUESTS), "token": seat["token"]}
        command = models.HandOver(seat=seat["seat"], player="rookie", **given)
        await tables.do(made["id"], command)
    if (await tables.live_tables.get(made["id"])).table.is_held:
        await tables.do(made["id"], models.RaceOn(request=next(REQUESTS), token=made["host"]))


def a_campaign() -> storage.StoredCampaign:
    """A campaign as it is stored; its document belongs to its ruleset."""
    keeping = storage.Keeping(host="-", pace=models.Relaxed(kind="relaxed"), seats=[], fair=[])
    return storage.StoredCampaign(
        id="campaign1",
        ruleset="rally",
        state="open",
        listed=True,
        version=0,
        document='{"title": "Übers Land"}',
        keeping=keeping,
        secret="0" * 64,
        summary="{}",
        created=1.0,
        updated=2.0,
    )


def add_people(engine: Engine) -> None:
    """A profile, the device that it was made on, a passkey, and a link that was not used."""
    times = {"created": 1.0, "seen": 2.0}
    person = {"id": "ann", "name": "Ånn", "colour": "#123456", "settings": "{}", **times}
    device = {"id": "desk", "profile_id": "ann", "digest": "d" * 64, "name": "A browser", **times}
    people.add_profile(engine, person, device)
    key = {"credential": "Kéy", "profile_id": "ann", "public_key": b"\x00\xff", "uses": 3}
    people.add_passkey(engine, {**key, "name": "A browser", "created": 1.0})
    people.add_code(engine, "code", "link", "ann", 1.0, 2.0)


def add_notice(engine: Engine, table: str) -> None:
    """A channel of a table, what was told there, and the server's key."""
    vapid_key(engine)
    row: dict[str, Any] = {
        "id": "channel1",
        "profile_id": None,
        "table_id": table,
        "device_id": None,
    }
    row |= {"kind": "ntfy", "address": "ntfy://tópic", "name": "ntfy", "base": "http://a/"}
    row |= {"created": 1.0, "sent": 2.0, "problem": "", "failed": 0, "rest_until": 0.0}
    row |= {"tells": "turn"}
    notices.add_channel(engine, row, 9)
    notices.keep(engine, [notices.Due("channel1", TableId(table), TableVersion(3))], 4.0)


def add_league(engine: Engine) -> None:
    """A league with one race, and its log."""
    row = {"id": "league1", "state": "open", "listed": True, "version": 3, "summary": "{}"}
    times = {"created": 1.0, "updated": 2.0, "due": None}
    texts = {"document": '{"title": "Größter Preis"}', "keeping": "{}", "standings": "[]"}
    race = LeagueRace("1-1-1-1-1", "rtd", "Sundae Drive", "t", [1], [1], [0], [9], 9)
    leagues.add(engine, {**row, **times, **texts}, [leagues.RaceResult(race, "a log\n")])
    luck = {"league_id": "league1", "entry": 1, "table_id": "t", "value": -0.25, "band": 0.125}
    with engine.begin() as connection:
        connection.execute(insert(schema.league_luck).values(**luck))


def fill(db: str) -> dict[str, str]:
    """Make an open, a running, a finished and an abandoned table. Returns their ids."""
    store = Store(open_database(read_address(db)))
    storage.add(store.engine, a_campaign())
    add_league(store.engine)
    add_people(store.engine)

    async def run() -> dict[str, str]:
        tables = TableService(store)
        kinds = "open", "running", "over", "abandoned", "never"
        made = {kind: await make(tables, "mine", "rookie", "mine") for kind in kinds}
        await tables.adopt(made["over"]["id"], [made["over"]["host"]], "ann")
        made["physical"] = await make(tables, "mine", "rookie", dice="physical", listed=False)
        for kind in ("running", "over", "abandoned", "physical"):
            await begin(tables, made[kind])
        await finish(tables, made["over"])
        seat = {**made["running"], "seats": made["running"]["seats"][1:]}
        await finish(tables, seat)  # the other is driven by hand
        for _ in range(12):
            room = await tables.live_tables.get(made["running"]["id"])
            await answer(tables, made["running"], 0, room.table.version)
        for text in ("Hallo, 'Welt' \\ \"q\" \t ☃ 🏁", "<b>x</b>"):
            token = made["open"]["host"]
            said = models.Chat(request=next(REQUESTS), token=token, text=text)
            await tables.do(made["open"]["id"], said)
        for kind in ("abandoned", "never"):
            given = {"request": next(REQUESTS), "token": made[kind]["host"]}
            await tables.do(made[kind]["id"], models.Abandon(**given))
        return {kind: one["id"] for kind, one in made.items()}

    try:
        ids = asyncio.run(run())
        store.keep_review(TableId(ids["over"]), 10.0, b"\x00packed")
        store.keep_told(TableId(ids["over"]), b"\x00told")
        add_notice(store.engine, ids["running"])
        return ids
    finally:
        store.close()
