"""Stores leagues as rows in the database. All of these functions block.

A league's row changes by compare and swap: a change that was made from an older version is not
stored, and neither are the tables that were made with it.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

import orjson
from pydantic import Field, TypeAdapter
from sqlalchemy import Connection, Engine, Row, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from wreckoning.leagues.messages import LeagueCard
from wreckoning.leagues.model import AS_STORED, Head, LeagueRace
from wreckoning.server.campaigns.storage import StoredCampaign
from wreckoning.server.campaigns.storage import put as put_campaign
from wreckoning.server.damage import DAMAGED, readable, reading, tell
from wreckoning.server.store import schema
from wreckoning.server.store.profile_rows import put_seatings
from wreckoning.server.store.schema import Found, Values
from wreckoning.table.ids import TableId
from wreckoning.table.models import Model

leagues, races, tables = schema.leagues, schema.league_races, schema.tables
campaigns = schema.campaigns

OPEN: Final = "open"  # before its first round
RUNNING: Final = "running"
FINISHED: Final = "over"
AWAITED, RESEATED, COUNTED, MISSED = "awaited", "reseated", "counted", "missed"
PENDING = (AWAITED, RESEATED)  # reseated: the table does not know its new drivers yet
LeagueState = Literal["open", "running", "over"]
LISTED = 24
REPLIES = 512  # requests remembered for each league
AT_ONCE = 500  # races in one statement
RACE: TypeAdapter[LeagueRace] = TypeAdapter(LeagueRace)
RACES: TypeAdapter[list[LeagueRace]] = TypeAdapter(list[LeagueRace])


class LeagueKeeping(Model):
    """The server's own data about a league, next to its document. `tokens` are digests, by entry.

    `replies` are the answers to requests, by their keys. `next` is the next season's league.
    """

    host: str
    host_profile: str = ""
    tokens: dict[int, str] = Field(default_factory=dict)
    replies: dict[str, str] = Field(default_factory=dict)
    next: str = ""

    def note_reply(self, key: str, reply: str) -> None:
        """Remember that this request was carried out."""
        self.replies[key] = reply
        if len(self.replies) > REPLIES:
            del self.replies[next(iter(self.replies))]


class RaceSeat(Model):
    """A seat of a league's race: its driver now, 0 for a guest, and the token that opens it."""

    entry: int
    name: str
    bot: str = ""
    token: str = ""
    profile: str = ""


class Handover(Model):
    """A seat that changed hands during a race, in this turn."""

    seat: int
    leaves: int
    comes: int
    turn: int


class RaceSeats(Model):
    """The seats of a race's table. `settled`: those who did not show up have been replaced."""

    host: str
    seats: list[RaceSeat]
    hands: list[Handover] = Field(default_factory=list)
    settled: bool = False


@dataclass(frozen=True)
class StoredLeague:
    """A league as stored, without its races."""

    id: str
    state: LeagueState
    listed: bool
    version: int
    created: float
    updated: float
    due: float | None
    document: str
    keeping: LeagueKeeping

    @property
    def head(self) -> Head:
        """Its document, read."""
        with reading("league", self.id):
            return Head.model_validate_json(self.document, strict=False, context=AS_STORED)


@dataclass(frozen=True)
class StoredRace:
    """A race that has a table or is a campaign, and no result yet.

    `table` and `table_state` are the campaign's, then; the state is None if it is gone.
    """

    key: str
    table: TableId
    starts: float
    seats: RaceSeats
    table_state: str | None
    is_reseated: bool
    is_campaign: bool = False


class NewRace(NamedTuple):
    """A race that gets a table: the row of the table, and those of its seatings; or a campaign."""

    key: str
    starts: float
    seats: RaceSeats
    made: Values | StoredCampaign
    seatings: Sequence[Values] = ()

    def put(self, connection: Connection) -> str:
        """Insert its table or campaign. Returns the id."""
        if isinstance(self.made, StoredCampaign):
            put_campaign(connection, self.made)
            return self.made.id
        connection.execute(insert(tables).values(**self.made))
        name: TableId = self.made["id"]
        put_seatings(connection, name, self.seatings)
        return name


class TouringMark(NamedTuple):
    """How far an unfinished campaign of a league is: as long as it stays, nothing is to be done.

    `over` and `waiting` are numbers of its games' tables; `starts` is True from its start on.
    """

    version: int
    over: int
    waiting: int
    starts: bool


class RaceResult(NamedTuple):
    """A race that is over, with its log."""

    race: LeagueRace
    log: str


@dataclass
class LeagueChange:
    """Everything that is stored together with the next version of a league."""

    made: list[NewRace] = field(default_factory=list)
    counted: list[RaceResult] = field(default_factory=list)
    reseated: dict[str, RaceSeats] = field(default_factory=dict)  # by the race's key
    missed: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.made or self.counted or self.reseated or self.missed)


def load(engine: Engine, name: str) -> StoredLeague | None:
    """Load a league without its races."""
    columns = [column for column in leagues.c if column.name not in ("summary", "standings")]
    with engine.connect() as connection:
        row = connection.execute(select(*columns).where(leagues.c.id == name)).one_or_none()
    return None if row is None else _league(row)


def _league(row: Row[Any]) -> StoredLeague:
    with reading("league", row.id):
        keeping = LeagueKeeping.model_validate_json(row.keeping, strict=False)
    return StoredLeague(
        id=row.id,
        state=row.state,
        listed=row.listed,
        version=row.version,
        created=row.created,
        updated=row.updated,
        due=row.due,
        document=row.document,
        keeping=keeping,
    )


def standings_of(engine: Engine, name: str) -> list[list[Any]] | None:
    """The tables of a league as sent: of all drivers, then of each division.

    None without such a league; an empty list if they are damaged.
    """
    with engine.connect() as connection:
        wanted = select(leagues.c.standings).where(leagues.c.id == name)
        text = connection.execute(wanted).scalar()
    if text is None:
        return None
    try:
        return list(orjson.loads(text))
    except DAMAGED as error:
        tell("table of a league", name, error)
        return []


def size_of(engine: Engine, name: str) -> tuple[int, int] | None:
    """The version of a league, and the size of its document and its results; None without one."""
    mine = and_(races.c.league_id == name, races.c.state == COUNTED)
    results = select(func.coalesce(func.sum(func.length(races.c.race)), 0)).where(mine)
    wanted = select(
        leagues.c.version, func.length(leagues.c.document) + results.scalar_subquery()
    ).where(leagues.c.id == name)
    with engine.connect() as connection:
        row = connection.execute(wanted).one_or_none()
    return None if row is None else (row[0], int(row[1]))


def version_of(engine: Engine, name: str) -> int | None:
    """The version of a league; None if there is none."""
    with engine.connect() as connection:
        wanted = select(leagues.c.version).where(leagues.c.id == name)
        found: int | None = connection.execute(wanted).scalar()
        return found


def updated_of(engine: Engine, name: str) -> float | None:
    """When a league last changed, in seconds since 1970; None if there is none."""
    with engine.connect() as connection:
        found: float | None = connection.scalar(
            select(leagues.c.updated).where(leagues.c.id == name)
        )
        return found


def counted(engine: Engine, name: str, known: Collection[str]) -> list[LeagueRace]:
    """The races with results, without the known ones. A result never changes."""
    mine = and_(races.c.league_id == name, races.c.state == COUNTED)
    with engine.connect() as connection:
        if not known:
            texts = connection.execute(select(races.c.race).where(mine)).scalars().all()
        else:
            keys = connection.execute(select(races.c.key).where(mine)).scalars()
            new, texts = [key for key in keys if key not in known], []
            for at in range(0, len(new), AT_ONCE):
                some = select(races.c.race).where(mine, races.c.key.in_(new[at : at + AT_ONCE]))
                texts += connection.execute(some).scalars().all()
    with reading("league", name):
        return RACES.validate_json(f"[{','.join(str(text) for text in texts)}]", strict=False)


def counts_of(engine: Engine, name: str) -> Counter[int]:
    """The number of races with results in each round."""
    mine = and_(races.c.league_id == name, races.c.state == COUNTED)
    with engine.connect() as connection:
        keys = connection.execute(select(races.c.key).where(mine)).scalars()
        return Counter(int(key.partition("-")[0]) for key in keys)


def awaited(engine: Engine, name: str) -> list[StoredRace]:
    """The races of a league that are not over, with the states of their tables."""
    state = func.coalesce(tables.c.state, campaigns.c.state).label("table_state")
    wanted = (
        select(races, state, campaigns.c.id.label("campaign"))
        .outerjoin(tables, tables.c.id == races.c.table_id)
        .outerjoin(campaigns, campaigns.c.id == races.c.table_id)
        .where(races.c.league_id == name, races.c.state.in_(PENDING))
        .order_by(races.c.key)
    )
    with engine.connect() as connection:
        rows = connection.execute(wanted).all()
    return [
        StoredRace(
            row.key,
            TableId(row.table_id),
            row.starts,
            RaceSeats.model_validate_json(row.seats, strict=False),
            row.table_state,
            row.state == RESEATED,
            row.campaign is not None,
        )
        for row in rows
    ]


def note_seated(engine: Engine, name: str, key: str, seats: RaceSeats) -> None:
    """Note that the table of a race has these drivers, unless they have changed again."""
    same = and_(races.c.league_id == name, races.c.key == key, races.c.state == RESEATED)
    same = and_(same, races.c.seats == seats.model_dump_json())
    with engine.begin() as connection:
        connection.execute(update(races).where(same).values(state=AWAITED))


def logged(engine: Engine, name: str) -> list[str]:
    """The keys of the races that have a log."""
    wanted = select(races.c.key).where(races.c.league_id == name, races.c.log.is_not(None))
    with engine.connect() as connection:
        return list(connection.execute(wanted.order_by(races.c.key)).scalars())


def logs_of(engine: Engine, name: str, keys: Sequence[str]) -> list[tuple[str, str, str]]:
    """The logs of these races, without damaged ones: their files' names, the keys, the texts."""
    mine = and_(races.c.league_id == name, races.c.key.in_(keys))
    with engine.connect() as connection:
        wanted = select(races.c.key.label("id"), races.c.race, races.c.log).where(mine)
        rows = connection.execute(wanted).all()

    def read(row: Found) -> tuple[str, str, str]:
        return orjson.loads(row.race)["kept"], row.id, zlib.decompress(row.log).decode()

    return list(readable(rows, read, f"log of a race of league {name}"))


def log_of(engine: Engine, name: str, key: str) -> str:
    """The log of a race; '' if there is none."""
    wanted = select(races.c.log).where(races.c.league_id == name, races.c.key == key)
    with engine.connect() as connection:
        packed = connection.execute(wanted).scalar()
    return zlib.decompress(packed).decode() if packed else ""


def due(engine: Engine, now: float) -> list[str]:
    """The leagues where something has to be done."""
    by_date = select(leagues.c.id).where(leagues.c.due <= now)
    is_open = tables.c.state == "open"
    by_table = (
        select(races.c.league_id)
        .outerjoin(tables, tables.c.id == races.c.table_id)
        .outerjoin(campaigns, campaigns.c.id == races.c.table_id)
        .where(races.c.state.in_(PENDING))
        .where(
            or_(
                races.c.state == RESEATED,
                and_(tables.c.id.is_(None), campaigns.c.id.is_(None)),
                campaigns.c.state == "over",
                tables.c.state.in_(("over", "abandoned")),
                and_(is_open, races.c.starts <= now),
            )
        )
    )
    with engine.connect() as connection:
        return sorted(connection.execute(by_date.union(by_table)).scalars())


def touring(engine: Engine, now: float) -> dict[str, dict[TableId, TouringMark]]:
    """How far the unfinished campaigns of leagues are: by league, by campaign."""
    first, end = campaigns.c.id + "g", campaigns.c.id + "h"  # between them: its games' tables

    def games(*states: str) -> Any:
        own = and_(tables.c.id > first, tables.c.id < end, tables.c.state.in_(states))
        return select(func.count()).select_from(tables).where(own).scalar_subquery()

    wanted = (
        select(
            races.c.league_id,
            campaigns.c.id,
            campaigns.c.version,
            games("over", "abandoned"),
            games("open"),
            races.c.starts <= now,
        )
        .join(campaigns, campaigns.c.id == races.c.table_id)
        .where(races.c.state.in_(PENDING), campaigns.c.state != "over")
    )
    found: dict[str, dict[TableId, TouringMark]] = {}
    with engine.connect() as connection:
        for league, campaign, *mark in connection.execute(wanted):
            found.setdefault(league, {})[TableId(campaign)] = TouringMark(*mark)
    return found


def add(engine: Engine, row: Values, past: Sequence[RaceResult]) -> None:
    """Store a new league with its past races."""
    rows = [_past(row["id"], result) for result in past]  # before the lock is taken: it takes long
    lucky = [one for result in past for one in _lucks(row["id"], result.race)]
    with engine.begin() as connection:
        connection.execute(insert(leagues).values(**row))
        for at in range(0, len(rows), AT_ONCE):
            connection.execute(insert(races), rows[at : at + AT_ONCE])
        for at in range(0, len(lucky), AT_ONCE):
            connection.execute(insert(schema.league_luck), lucky[at : at + AT_ONCE])


def _lucks(name: str, race: LeagueRace) -> list[Values]:
    """The luck in a file's race as rows, as reviews keep it."""
    of = {"league_id": name, "table_id": f"{name}-{race.key}"}
    return [of | {"entry": e, "value": v, "band": band} for e, (v, band) in race.luck.items()]


def _past(name: str, result: RaceResult) -> Values:
    race = replace(result.race, luck={})
    return {
        "league_id": name,
        "key": race.key,
        "table_id": f"{name}-{race.key}",
        "state": COUNTED,
        "starts": 0.0,
        "seats": RaceSeats(host="", seats=[]).model_dump_json(),
        "race": RACE.dump_json(race).decode(),
        "log": zlib.compress(result.log.encode()) if result.log else None,
    }


def change(engine: Engine, row: Values, done: LeagueChange, new: Values | None = None) -> bool:
    """Store the next version of a league, and a `new` league of its next season.

    Returns False, and stores nothing, if another process was first.
    """
    name = row["id"]
    wanted = update(leagues).where(leagues.c.id == name, leagues.c.version == row["version"] - 1)
    try:
        with engine.begin() as connection:
            first = connection.execute(wanted.values(**row).returning(leagues.c.id)).scalar()
            if first is None:
                return False
            for made in done.made:
                values = {
                    "table_id": made.put(connection),
                    "state": AWAITED,
                    "starts": made.starts,
                    "seats": made.seats.model_dump_json(),
                }
                same = and_(races.c.league_id == name, races.c.key == made.key)
                again = update(races).where(same, races.c.state.in_(PENDING)).values(**values)
                if not connection.execute(again).rowcount:
                    connection.execute(insert(races).values(league_id=name, key=made.key, **values))
            for result in done.counted:
                same = and_(races.c.league_id == name, races.c.key == result.race.key)
                values = {
                    "state": COUNTED,
                    "race": RACE.dump_json(result.race).decode(),
                    "log": zlib.compress(result.log.encode()),
                }
                connection.execute(update(races).where(same).values(**values))
            for key, seats in done.reseated.items():
                same = and_(races.c.league_id == name, races.c.key == key)
                reseated = {"seats": seats.model_dump_json(), "state": RESEATED}
                connection.execute(update(races).where(same).values(**reseated))
            if done.missed:
                of = and_(races.c.league_id == name, races.c.key.in_(done.missed))
                connection.execute(update(races).where(of).values(state=MISSED))
            if new is not None:
                connection.execute(insert(leagues).values(**new))
            return True
    except IntegrityError:
        return False


def listed(engine: Engine, state: str, page: int) -> tuple[list[LeagueCard], int]:
    """A page of the public leagues in a state, the latest first; and how many there are."""
    public = and_(leagues.c.state == state, leagues.c.listed)
    columns = leagues.c.id, leagues.c.state, leagues.c.summary, leagues.c.updated
    wanted = select(*columns).where(public).order_by(leagues.c.updated.desc(), leagues.c.id)
    with engine.connect() as connection:
        total = connection.execute(select(func.count()).where(public)).scalar_one()
        rows = connection.execute(wanted.offset(LISTED * (page - 1)).limit(LISTED)).all()
    return list(readable(rows, _card, "league")), total


def _card(row: Found) -> LeagueCard:
    own = {"id": row.id, "state": row.state, "updated": row.updated}
    return LeagueCard(**json.loads(row.summary), **own)
