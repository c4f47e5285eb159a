"""A league of 500 drivers and 100 rounds opens at once: no race is asked for by itself."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import Engine, event, insert
from tests.table.hosting import hosting

from wreckoning.leagues.model import (
    Division,
    League,
    LeagueEntry,
    LeagueRace,
    LeagueRound,
    LeagueTerms,
    head_of,
)
from wreckoning.leagues.points import find_points
from wreckoning.leagues.rounds import groups_of
from wreckoning.server.leagues import storage
from wreckoning.server.leagues.pages import all_standings
from wreckoning.server.store import schema
from wreckoning.server.store.database import open_database, read_address

DRIVERS, ROUNDS, DIVISIONS = 500, 100, 10
TALLIES = ("passes", "wrecked", "best_lap", "turns", "spinouts")


def large_league() -> League:
    """A league after its last round: 7000 races."""
    chance = random.Random(1)
    divisions = [Division(title=f"Division {n + 1}", up=2, down=2) for n in range(DIVISIONS)]
    league = League("Large", "", LeagueTerms(points=find_points("kart_night"), divisions=divisions))
    league.entries = [
        LeagueEntry(number=n + 1, name=f"Driver {n + 1}", bot="rookie", division=n % DIVISIONS)
        for n in range(DRIVERS)
    ]
    lineups = [[entry.number for entry in league.driving(n)] for n in range(DIVISIONS)]
    plan = LeagueRound(ruleset="rtd", courses=["sundae_drive"], opened=1.0, closed=2.0)
    for number in range(1, ROUNDS + 1):
        league.rounds.append(plan.model_copy(update={"lineups": lineups}))
        for division, lineup in enumerate(lineups, 1):
            mixed = chance.sample(lineup, len(lineup))
            for at, group in enumerate(groups_of(mixed, 8), 1):
                key = f"{number}-{division}-1-{at}-1"
                league.races.append(_race(key, list(group), chance))
    return league


def _race(key: str, group: list[int], chance: random.Random) -> LeagueRace:
    places = chance.sample(range(1, len(group) + 1), len(group))
    tallies = {name: [chance.randint(0, 5) for _ in group] for name in TALLIES}
    finish = [9 + place for place in places]
    return LeagueRace(
        key, "rtd", "Sundae Drive", "t", group, places, places[::-1], finish, 20, tallies
    )


@pytest.mark.slow
def test_a_large_league_opens_with_few_questions_to_the_database(tmp_path: Path) -> None:
    """It takes about 0.1 seconds, which a busy machine cannot promise; `-s` shows it."""
    db, league = tmp_path / "t.db", large_league()
    row = {"id": "large", "state": "over", "listed": True, "version": 1, "summary": "{}"}
    row |= {"created": 1.0, "updated": 2.0, "due": None}
    row |= {
        "document": head_of(league).model_dump_json(),
        "keeping": storage.LeagueKeeping(host="-").model_dump_json(),
        "standings": orjson.dumps(all_standings(league)).decode(),
    }
    engine = open_database(read_address(str(db)))
    storage.add(engine, row, [storage.RaceResult(race, "") for race in league.races])
    lucks = [
        {"league_id": "large", "entry": entry, "table_id": f"large-{race.key}", "value": 0.1}
        for race in league.races
        for entry in race.entries
    ]
    with engine.begin() as connection:
        connection.execute(insert(schema.league_luck).values(band=0.05), lucks)
    engine.dispose()
    with hosting(db) as hosted:
        hosted.get("/api/leagues/points")
        asked: list[str] = []

        def note(*told: Any) -> None:
            asked.append(told[2])

        event.listen(Engine, "before_cursor_execute", note)
        began = time.perf_counter()
        assert hosted.post("/api/leagues/large/look", tokens=[])["races"] == len(league.races)
        rows = hosted.get("/api/leagues/large/standings")["rows"]
        took = time.perf_counter() - began
        event.remove(Engine, "before_cursor_execute", note)
        print(f"\nopened in {1000 * took:.0f} ms")
        assert len(asked) <= 12, asked
        assert len(rows) == DRIVERS / DIVISIONS
        assert {row["luck"]["races"] for row in rows} == {ROUNDS}
