"""The luck of a league's drivers: what reviews of their races say, kept in small rows, and its sum.

A review stores the luck of every driver of its race here (docs/review.md). So a page of a league
reads no whole review. All of these functions block.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from math import sqrt
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, Engine, Select, and_, delete, func, insert, select

from wreckoning.leagues.messages import SeasonLuck
from wreckoning.leagues.model import GUEST, LeagueRace, Luck
from wreckoning.server.leagues.storage import COUNTED, RaceSeats
from wreckoning.server.store import schema
from wreckoning.server.store.schema import Values
from wreckoning.table.ids import TableId

leagues, races, lucks = schema.leagues, schema.league_races, schema.league_luck


def keep_luck(connection: Connection, table_id: TableId, review: bytes) -> None:
    """Keep the luck in a packed review instead of an earlier one's, if the race is a league's."""
    wanted = select(races.c.league_id, races.c.seats).where(races.c.table_id == table_id)
    found = connection.execute(wanted).one_or_none()
    if found is None:
        return
    race = {"league_id": found.league_id, "table_id": table_id}
    same = and_(lucks.c.league_id == found.league_id, lucks.c.table_id == table_id)
    connection.execute(delete(lucks).where(same))
    seats = RaceSeats.model_validate_json(found.seats, strict=False)
    rows = [{**race, **luck} for luck in _lucks(seats, review)]
    if rows:
        connection.execute(insert(lucks), rows)


def _lucks(seats: RaceSeats, review: bytes) -> Iterator[Values]:
    """The luck of each seat that one driver of the league drove from the start to the end."""
    shared = {hand.seat for hand in seats.hands}
    drivers = orjson.loads(zlib.decompress(review))["drivers"]
    for at, (seat, driver) in enumerate(zip(seats.seats, drivers, strict=True)):
        if seat.entry != GUEST and at not in shared:
            luck = driver["luck"]
            yield {"entry": seat.entry, "value": luck["value"], "band": luck["band"]}


def luck_in(races: Iterable[LeagueRace], void: Collection[str]) -> dict[int, SeasonLuck]:
    """The luck of the drivers of a league's file, over the races that count, as `luck_of`."""
    found: dict[int, list[Luck]] = {}
    for race in races:
        if race.key not in void:
            for entry, luck in race.luck.items():
                found.setdefault(entry, []).append(luck)
    return {
        entry: _season(sum(v for v, _ in those), sum(b * b for _, b in those), len(those))
        for entry, those in found.items()
    }


def _season(value: float, square: float, count: int) -> SeasonLuck:
    return SeasonLuck(round(value, 4), round(sqrt(square), 4), count)


def lucks_of(engine: Engine, name: str) -> dict[str, dict[int, Luck]]:
    """The luck in each reviewed race of a league, by the race's key and the entry."""
    wanted = (
        select(races.c.key, lucks.c.entry, lucks.c.value, lucks.c.band)
        .join(races, races.c.table_id == lucks.c.table_id)
        .where(lucks.c.league_id == name, races.c.league_id == name)
    )
    found: dict[str, dict[int, Luck]] = {}
    with engine.connect() as connection:
        now = _numbers_now(connection, name)
        for key, entry, value, band in connection.execute(wanted):
            found.setdefault(key, {})[now.get(entry, entry)] = (value, band)
    return found


def _numbers_now(connection: Connection, name: str) -> dict[int, int]:
    """The present numbers of drivers by those that they had as well."""
    document = select(leagues.c.document).where(leagues.c.id == name)
    entries = orjson.loads(connection.execute(document).scalar_one()).get("entries", ())
    return {old: entry["number"] for entry in entries for old in entry.get("also", ())}


def stamp_of(engine: Engine, name: str) -> tuple[int, float]:
    """The number of lucks kept for a league, and their sum: others after each review."""
    wanted = select(func.count(), func.coalesce(func.sum(lucks.c.value), 0.0))
    with engine.connect() as connection:
        count, total = connection.execute(wanted.where(lucks.c.league_id == name)).one()
    return int(count), float(total)


def luck_of(
    engine: Engine, name: str, entries: Collection[int] | None = None
) -> dict[int, SeasonLuck]:
    """The luck of these drivers of a league, or of all, over their reviewed races that count.

    Races are independent, so the square of the sum's band is the sum of their bands' squares.
    Drivers without a reviewed race are left out.
    """
    with engine.connect() as connection:
        some = lucks.c.league_id == name
        if connection.execute(select(lucks.c.entry).where(some).limit(1)).scalar() is None:
            return {}
        now = _numbers_now(connection, name)
        if entries is not None:
            wanted = {*entries, *(old for old, number in now.items() if number in entries)}
            some = and_(some, lucks.c.entry.in_(wanted))
        return _summed(connection.execute(_sums(connection, name, some)).all(), now)


def _sums(connection: Connection, name: str, some: ColumnElement[bool]) -> Select[Any]:
    """For each entry: the sum of its luck, that of the bands' squares, and how many races."""
    document = select(leagues.c.document).where(leagues.c.id == name)
    changes = orjson.loads(connection.execute(document).scalar_one())["corrections"]
    void = [change["race"] for change in changes if change["do"] == "void"]
    counts = and_(some, races.c.state == COUNTED, races.c.key.not_in(void))
    squares = func.sum(lucks.c.band * lucks.c.band)
    return (
        select(lucks.c.entry, func.sum(lucks.c.value), squares, func.count())
        .join(races, races.c.table_id == lucks.c.table_id)
        .where(counts)
        .group_by(lucks.c.entry)
    )


def _summed(sums: Iterable[Any], now: Mapping[int, int]) -> dict[int, SeasonLuck]:
    """The luck of each driver, over all the numbers that they have had."""
    found: dict[int, tuple[float, float, int]] = {}
    for entry, value, square, count in sums:
        before = found.get(now.get(entry, entry), (0.0, 0.0, 0))
        found[now.get(entry, entry)] = before[0] + value, before[1] + square, before[2] + count
    return {entry: _season(*one) for entry, one in found.items()}
