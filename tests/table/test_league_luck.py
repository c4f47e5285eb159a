"""The luck of a league's drivers in the database: what counts, also of earlier reviews."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, insert
from tests.table.postgres import Postgres

from wreckoning.leagues.messages import SeasonLuck
from wreckoning.server.leagues.luck import keep_luck, luck_of
from wreckoning.server.leagues.storage import AWAITED, COUNTED, Handover, RaceSeat, RaceSeats
from wreckoning.server.store import database, schema
from wreckoning.server.store.database import open_database, open_empty, read_address
from wreckoning.server.workers.review_worker import pack
from wreckoning.table.ids import TableId

ANN, BOB, CY, GUEST = 1, 2, 3, 0
TABLE = TableId("race1")


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, postgres: Postgres, tmp_path: Path) -> str:
    """An empty database of each kind."""
    return postgres.new_database() if request.param == "postgresql" else str(tmp_path / "t.db")


@pytest.fixture
def engine(db: str) -> Iterator[Engine]:
    """A database with the present schema."""
    opened = open_database(read_address(db))
    yield opened
    opened.dispose()


def add_race(connection: Connection, state: str = COUNTED, *hands: Handover) -> None:
    """A league with a race of Ann, Bob, Cy and a guest, in these seats."""
    league = {"id": "cup", "state": "running", "listed": True, "version": 1, "created": 1.0}
    league |= {"updated": 2.0, "document": '{"corrections": []}', "keeping": "{}"}
    connection.execute(insert(schema.leagues).values(**league, summary="{}", standings="[]"))
    seats = [RaceSeat(entry=entry, name="x") for entry in (ANN, BOB, CY, GUEST)]
    text = RaceSeats(host="", seats=seats, hands=[*hands]).model_dump_json()
    race = {"league_id": "cup", "key": "1-1-1-1-1", "table_id": TABLE, "starts": 0.0}
    connection.execute(insert(schema.league_races).values(**race, state=state, seats=text))


def reviewed(*given: float) -> bytes:
    """A packed review in which the drivers had this luck."""
    return pack({"drivers": [{"luck": {"value": value, "band": 0.02}} for value in given]})


def test_luck_counts_for_drivers_who_drove_the_whole_race(engine: Engine) -> None:
    with engine.begin() as connection:
        add_race(connection, COUNTED, Handover(seat=1, leaves=4, comes=BOB, turn=3))
        keep_luck(connection, TABLE, reviewed(0.9, 0.9, 0.9, 0.9))
        keep_luck(connection, TABLE, reviewed(0.25, 0.5, -0.25, -0.5))  # a longer look
        keep_luck(connection, TableId("another"), reviewed(1.0))  # of no league
    ann, cy = (SeasonLuck(value, 0.02, 1) for value in (0.25, -0.25))
    assert luck_of(engine, "cup") == {ANN: ann, CY: cy}
    assert luck_of(engine, "cup", [CY, BOB]) == {CY: cy}
    assert luck_of(engine, "other") == {}


def test_luck_of_a_race_without_a_result_does_not_count(engine: Engine) -> None:
    with engine.begin() as connection:
        add_race(connection, AWAITED)
        keep_luck(connection, TABLE, reviewed(0.25, 0.5, -0.25, -0.5))
    assert luck_of(engine, "cup") == {}


def test_reviews_of_an_earlier_version_count(db: str) -> None:
    address = read_address(db)
    before = open_empty(address)
    with before.begin() as connection:
        database.build_up_to(connection, "0009")
        add_race(connection, COUNTED, Handover(seat=1, leaves=4, comes=BOB, turn=3))
        table = {"id": TABLE, "state": "over", "listed": True, "version": 1, "created": 1.0}
        table |= dict.fromkeys(("settings", "secret", "standing", "summary"), "") | {"updated": 2.0}
        connection.execute(insert(schema.tables).values(**table))
        review = {"table_id": TABLE, "seconds": 10.0, "review": reviewed(0.25, 0.5, -0.25, -0.5)}
        connection.execute(insert(schema.reviews).values(**review))
    before.dispose()
    engine = open_database(address)
    assert {entry: luck.value for entry, luck in luck_of(engine, "cup").items()} == {
        ANN: 0.25,
        CY: -0.25,
    }
    engine.dispose()
