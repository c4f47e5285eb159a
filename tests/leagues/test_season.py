"""A season of eight rounds: 24 drivers in three divisions, bots and people; one with a campaign.

With --slow also while servers are killed, on SQLite and with two servers on one PostgreSQL.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, func, select
from tests.cli.run import wreck
from tests.leagues.serving import Hours, Played, run
from tests.table.forking import ForkServer
from tests.table.kill.site import Site
from tests.table.kill.tour import Tour
from tests.table.postgres import private_postgres

from wreckoning.leagues.local import recompute, unlike
from wreckoning.leagues.model import League, read_league
from wreckoning.leagues.standings import standings
from wreckoning.server.store import schema
from wreckoning.server.store.database import open_existing, read_address

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


# Two people and a bot: a campaign of three rounds, then a race.
TOUR_NAMES = ["Ann", "Bob", "Cid"]
TOUR_ROUNDS: list[dict[str, Any]] = [
    {"ruleset": "rally", "courses": [], "campaign": {"rounds": "3"}, "seats": 3},
    {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 3},
]


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
        assert sorted(of_league) == sorted(race.kept for race in again)
        of_no_league = select(tables.c.id).where(tables.c.id.not_in(select(races.c.table_id)))
        assert connection.execute(of_no_league).all() == []
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
            assert (await league.look()).open_rounds == [number]
            for name in people:
                [race] = (await league.look(name)).you.invitations
                [seat] = race.seats
                for _ in range(3):
                    await league.answer(race.table, seat.seat, seat.token)
                await league.hand_over(name)
            await league.clock.look()
        league_file = await league.file()
        logs = league_file.pop("logs")
        check(league.tables.store.engine, league.id, read_league(league_file), logs)
        assert (await league.look()).state == "over"

    run(tmp_path, does, within=120)


# While servers are killed


class Crowd:
    """The owner and the drivers of a league, at servers that die now and then.

    `names` are all drivers, with what is True for a person. `rounds` are the calendar.
    """

    def __init__(
        self,
        site: Site,
        seed: int,
        names: dict[str, bool],
        terms: dict[str, Any],
        rounds: list[dict[str, Any]],
    ) -> None:
        self.site, self.chance = site, random.Random(seed)
        self.names, self.terms, self.rounds = names, terms, rounds
        self.tour = Tour(site, self.chance)
        self.commands = 0
        self.id = ""
        self.host = ""
        self.people: list[str] = []
        self.file: dict[str, Any] = {}
        self._requests = (f"season-{seed}-{number}" for number in itertools.count())

    @property
    def done(self) -> int:
        """Commands and moves acknowledged."""
        return self.commands + self.tour.done

    async def do(self, path: str, **body: Any) -> Any:
        """Send a command until it is done; a refusal is None."""
        body = {"request": next(self._requests), **body}
        status, answer = await self.site.post(self.chance, path, **body)
        self.commands += 1
        return answer if status == 200 else None

    async def look(self, *tokens: str) -> Any:
        _, seen = await self.site.post(
            self.chance, f"/api/leagues/{self.id}/look", tokens=list(tokens)
        )
        return seen

    async def begin(self) -> None:
        """Make the league, and sign all drivers up."""
        plan = {"title": "Season", "terms": self.terms, "rounds": self.rounds}
        _, made = await self.site.post(self.chance, "/api/leagues", **plan)
        self.id, self.host = made["id"], made["host"]
        for name, is_person in self.names.items():
            given = {"do": "sign_up", "name": name}
            given |= {"token": "", "bot": ""} if is_person else {"bot": "rookie"}
            done = await self.do(f"/api/leagues/{self.id}/do", **{"token": self.host, **given})
            if is_person:
                self.people.append(done["token"])

    async def race(self, token: str) -> None:
        """Hand a driver's seats over to bots, at every table that they are invited to.

        A campaign they play to its end; bots drive in its games.
        """
        for race in (await self.look(token))["you"]["invitations"]:
            if race["campaign"]:
                [seat] = race["seats"]
                await self.tour.drive(race["table"], **seat)
                continue
            for seat in race["seats"]:
                at = f"/api/tables/{race['table']}"
                await self.do(f"{at}/hand_over", **seat, player="rookie")
                await self.do(f"{at}/race_on", token=seat["token"])

    async def season(self) -> None:
        """Run all rounds, one after another."""
        await self.begin()
        for number in range(1, len(self.rounds) + 1):
            at = f"/api/leagues/{self.id}/do"
            await self.do(at, do="open", token=self.host, round=number)
            while number in (await self.look())["open_rounds"]:
                await asyncio.gather(*map(self.race, self.people))


def survive(
    site: Site, kills: int, kinds: list[str], each: int, crowd: Callable[[int], Crowd]
) -> list[Crowd]:
    """Run seasons, one after another, until servers were killed so often: all their crowds.

    `kinds` and `each` say when (see `Site.kill`). `crowd` is asked with 0, 1, ....
    """
    crowds: list[Crowd] = []

    async def go() -> None:
        async with asyncio.timeout(900):
            done = lambda: sum(each.done for each in crowds)  # noqa: E731
            killing = asyncio.create_task(site.kill(kills, kinds, done, each))
            while not killing.done():
                crowds.append(crowd(len(crowds)))
                await crowds[-1].season()
                at = f"/api/leagues/{crowds[-1].id}/file"
                crowds[-1].file = await site.get(crowds[-1].chance, at)
            await killing
        await site.close()

    try:
        asyncio.run(go())
    finally:
        site.stop()
    assert site.kills == kills
    return crowds


def survive_races(site: Site, kills: int, db: Callable[[], Engine]) -> None:
    """Run seasons of races while servers are killed, and check what is stored."""
    names = {name: is_person(number) for number, name in enumerate(NAMES)}
    crowds = survive(
        site,
        kills,
        ["", "do", "hand_over", "race_on"],
        4,
        lambda number: Crowd(site, 4600 + number, names, TERMS, rounds(dated=False)),
    )
    engine = db()
    try:
        for crowd in crowds:
            logs = crowd.file.pop("logs")
            check(engine, crowd.id, read_league(crowd.file), logs)
    finally:
        engine.dispose()


@pytest.mark.slow
def test_a_season_on_sqlite_survives_kills(tmp_path: Path, fork_server: ForkServer) -> None:
    db = str(tmp_path / "table.db")
    survive_races(Site(fork_server, db, 7), 10, lambda: open_existing(read_address(db)))


@pytest.mark.slow
def test_a_season_of_two_processes_on_postgresql_survives_kills(fork_server: ForkServer) -> None:
    with private_postgres() as postgres:
        db = postgres.new_database()
        site = Site(fork_server, db, 8, servers=2, postgres=postgres)
        survive_races(site, 10, lambda: open_existing(read_address(db)))


def check_tour(crowd: Crowd, folder: Path) -> set[str]:
    """Check that each result follows from a log. Returns all tables that the league had."""
    folder.mkdir(parents=True)
    packed, there = folder / "packed.json", folder / "there.json"
    packed.write_text(json.dumps(crowd.file))
    assert wreck("league", "import", str(packed), str(there)).status == 0
    races, games = wreck("league", "verify", str(there)).out.splitlines()
    assert races == "2 races replayed: results and standings follow from the logs"
    held = re.fullmatch(r"Campaign .*: Games whose results follow from their logs: 3 of 3\.", games)
    assert held is not None, games
    league = read_league({key: value for key, value in crowd.file.items() if key != "logs"})
    assert all(plan.closed for plan in league.rounds)
    tour, race = league.races
    assert sorted(tour.entries) == sorted(race.entries) == [1, 2, 3]
    return {race.kept, *(f"{tour.kept}g{game}" for game in (1, 2, 3))}


def survive_tours(site: Site, kills: int, db: Callable[[], Engine], folder: Path) -> None:
    """Run seasons with a campaign while servers are killed, and check what is stored."""
    names = {name: number < 2 for number, name in enumerate(TOUR_NAMES)}
    terms = {"points": {"places": [3, 2, 1]}, "divisions": [{"title": "All"}]}
    crowds = survive(
        site,
        kills,
        ["", "do", "move", "hand_over", "race_on"],
        1,
        lambda number: Crowd(site, 4712 + number, names, terms, TOUR_ROUNDS),
    )
    engine = db()
    try:
        found = [check_tour(crowd, folder / f"{number}") for number, crowd in enumerate(crowds)]
        with engine.connect() as connection:
            counted = select(func.count()).select_from(schema.campaigns)
            assert connection.execute(counted).scalar() == len(crowds)
            stored = connection.execute(select(schema.tables.c.id)).scalars()
            assert sorted(stored) == sorted(itertools.chain(*found))
    finally:
        engine.dispose()


@pytest.mark.slow
def test_campaigns_in_seasons_on_sqlite_survive_kills(
    tmp_path: Path, fork_server: ForkServer
) -> None:
    db = str(tmp_path / "table.db")
    site = Site(fork_server, db, 9)
    survive_tours(site, 10, lambda: open_existing(read_address(db)), tmp_path / "tours")


@pytest.mark.slow
def test_campaigns_in_seasons_on_postgresql_survive_kills(
    tmp_path: Path, fork_server: ForkServer
) -> None:
    with private_postgres() as postgres:
        db = postgres.new_database()
        site = Site(fork_server, db, 10, servers=2, postgres=postgres)
        survive_tours(site, 10, lambda: open_existing(read_address(db)), tmp_path / "tours")
