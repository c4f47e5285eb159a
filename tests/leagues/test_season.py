"""A season of eight rounds: 24 drivers in three divisions, bots and people, played by itself.

With --slow also while servers are killed, on SQLite and with two servers on one PostgreSQL.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select
from tests.leagues.serving import Hours, Played, run
from tests.table.forking import ForkServer
from tests.table.kill.site import Site
from tests.table.postgres import private_postgres

from wreckoning.table import schema
from wreckoning.table.database import open_existing, read_address
from wreckoning.table.leagues.local import recompute, unlike
from wreckoning.table.leagues.model import League, read_league
from wreckoning.table.leagues.standings import standings

ROUNDS, DIVISIONS, EACH, PEOPLE = 8, 3, 8, 1  # of each division one driver is a person
DAY = 24 * 3600
TERMS: dict[str, Any] = {
    "points": {"places": [10, 8, 6, 5, 4, 3, 2, 1], "fastest_lap": 1, "drop": 1},
    "divisions": [
        {"title": f"Division {number}", "places": EACH, "up": 2, "down": 2}
        for number in range(1, DIVISIONS + 1)
    ],
    "time_zone": "Europe/Berlin",
}
NAMES = [f"Driver {number:02}" for number in range(1, DIVISIONS * EACH + 1)]


def is_person(number: int) -> bool:
    return number % EACH < PEOPLE


def rounds(dated: bool) -> list[dict[str, Any]]:
    plan = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": EACH}
    days = [f"2030-03-{18 + number}T20:00" for number in range(ROUNDS)]
    return [{**plan, "opens": day} if dated else plan for day in days]


def check(engine: Engine, name: str, league: League, logs: dict[str, str]) -> None:
    """Check that standings follow from the logs, and that no driver was seated twice."""
    again = recompute(league, logs.__getitem__)
    assert unlike(league.races, again) == []
    assert len(again) == ROUNDS * DIVISIONS
    before = [standings(league, division) for division in range(DIVISIONS)]
    league.races = again
    assert [standings(league, division) for division in range(DIVISIONS)] == before
    assert all(plan.closed for plan in league.rounds)
    races, tables = schema.league_races, schema.tables
    with engine.connect() as connection:
        of_league = connection.execute(
            select(races.c.table_id).where(races.c.league_id == name)
        ).scalars()
        assert sorted(of_league) == sorted(connection.execute(select(tables.c.id)).scalars())
    driven = Counter(entry for race in league.races for entry in race.entries)
    assert driven == {entry.number: ROUNDS for entry in league.entries}


def test_a_season_of_bots_and_people_runs_by_itself(tmp_path: Path) -> None:
    async def does(league: Played, hours: Hours) -> None:
        await league.make(title="Season", terms=TERMS, rounds=rounds(dated=True))
        people = [name for number, name in enumerate(NAMES) if is_person(number)]
        for number, name in enumerate(NAMES):
            await league.sign_up(name, "" if is_person(number) else "rookie")
        hours.now += 2 * 3600  # past the hour of the races
        for number in range(1, ROUNDS + 1):
            hours.now += DAY
            await league.clock.look()
            assert (await league.look())["open_rounds"] == [number]
            for name in people:
                [race] = (await league.look(name))["you"]["invitations"]
                [seat] = race["seats"]
                for _ in range(3):
                    await league.answer(race["table"], seat["seat"], seat["token"])
                await league.hand_over(name)
            await league.clock.look()
        league_file = await league.leagues.document(league.id, with_logs=True)
        logs = league_file.pop("logs")
        check(league.tables.store.engine, league.id, read_league(league_file), logs)
        assert (await league.look())["state"] == "over"

    run(tmp_path, does, within=120)


# While servers are killed


class Crowd:
    """The owner and the drivers of a league, at servers that die now and then."""

    def __init__(self, site: Site, seed: int) -> None:
        self.site, self.chance = site, random.Random(seed)
        self.done = 0
        self.id = ""
        self.host = ""
        self.people: list[str] = []
        self.file: dict[str, Any] = {}
        self._requests = (f"season-{seed}-{number}" for number in itertools.count())

    async def do(self, path: str, **body: Any) -> Any:
        """Send a command until it is done; a refusal is None."""
        body = {"request": next(self._requests), **body}
        status, answer = await self.site.post(self.chance, path, **body)
        self.done += 1
        return answer if status == 200 else None

    async def look(self, *tokens: str) -> Any:
        _, seen = await self.site.post(
            self.chance, f"/api/leagues/{self.id}/look", tokens=list(tokens)
        )
        return seen

    async def begin(self) -> None:
        """Make the league, and sign all drivers up."""
        plan = {"title": "Season", "terms": TERMS, "rounds": rounds(dated=False)}
        _, made = await self.site.post(self.chance, "/api/leagues", **plan)
        self.id, self.host = made["id"], made["host"]
        for number, name in enumerate(NAMES):
            given = {"do": "sign_up", "name": name}
            given |= {"token": "", "bot": ""} if is_person(number) else {"bot": "rookie"}
            done = await self.do(f"/api/leagues/{self.id}/do", **{"token": self.host, **given})
            if is_person(number):
                self.people.append(done["token"])

    async def race(self, token: str) -> None:
        """Hand a driver's seats over to bots, at every table that they are invited to."""
        for race in (await self.look(token))["you"]["invitations"]:
            for seat in race["seats"]:
                at = f"/api/tables/{race['table']}"
                await self.do(f"{at}/hand_over", **seat, player="rookie")
                await self.do(f"{at}/race_on", token=seat["token"])

    async def season(self) -> None:
        """Run all rounds, one after another."""
        await self.begin()
        for number in range(1, ROUNDS + 1):
            at = f"/api/leagues/{self.id}/do"
            await self.do(at, do="open", token=self.host, round=number)
            while number in (await self.look())["open_rounds"]:
                await asyncio.gather(*map(self.race, self.people))


def survive(site: Site, kills: int, db: Callable[[], Engine]) -> None:
    """Run a season while servers are killed, and check what is stored."""
    crowd = Crowd(site, 4711)

    async def go() -> None:
        async with asyncio.timeout(900):
            kinds = ["", "do", "hand_over", "race_on"]
            killing = asyncio.create_task(site.kill(kills, kinds, lambda: crowd.done, 4))
            await crowd.season()
            killing.cancel()
            await asyncio.gather(killing, return_exceptions=True)
            crowd.file = await site.get(crowd.chance, f"/api/leagues/{crowd.id}/file")
        await site.close()

    try:
        asyncio.run(go())
    finally:
        site.stop()
    assert site.kills == kills
    engine = db()
    try:
        logs = crowd.file.pop("logs")
        check(engine, crowd.id, read_league(crowd.file), logs)
    finally:
        engine.dispose()


@pytest.mark.slow
def test_a_season_on_sqlite_survives_kills(tmp_path: Path, fork_server: ForkServer) -> None:
    db = str(tmp_path / "table.db")
    survive(Site(fork_server, db, 7), 10, lambda: open_existing(read_address(db)))


@pytest.mark.slow
def test_a_season_of_two_processes_on_postgresql_survives_kills(fork_server: ForkServer) -> None:
    with private_postgres() as postgres:
        db = postgres.new_database()
        site = Site(fork_server, db, 8, servers=2, postgres=postgres)
        survive(site, 10, lambda: open_existing(read_address(db)))
