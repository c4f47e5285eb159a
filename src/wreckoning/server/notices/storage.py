"""Channels and notices in the database. All of these functions block.

A notice is kept before it is sent, and its row is taken by one process only: a notice that a
process was sending when it ended is not sent again.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    FromClause,
    RowMapping,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from wreckoning.server.campaigns.storage import AskedProfiles
from wreckoning.server.damage import read_summary, readable
from wreckoning.server.notices.pieces import unsent_words
from wreckoning.server.notices.sending import Outcome
from wreckoning.server.notices.shares import NoticeShares, WaitingNotice
from wreckoning.server.store import schema
from wreckoning.server.store.news import is_shared
from wreckoning.server.store.profile_rows import read_settings
from wreckoning.server.store.schema import Found, Values
from wreckoning.table.deadlines import Deadlines, Rhythm, holiday_at, quiet_since
from wreckoning.table.ids import TableId, TableVersion
from wreckoning.table.profile_messages import USUAL_WAIT
from wreckoning.table.table import FINISHED, HELD, RUNNING

campaigns, channels, notices, moves = (
    schema.campaigns,
    schema.channels,
    schema.notices,
    schema.moves,
)
league_races = schema.league_races
profiles, seatings, tables = schema.profiles, schema.seatings, schema.tables

WAITING, SENDING, SENT, FAILED, DROPPED = "waiting", "sending", "sent", "failed", "dropped"
ASKED, REMINDER, POST = "asked", "reminder", "post"
OWNERS = ("profile_id", "table_id", "league_id")
TURN, POSTS = "turn", "posts"  # what a channel tells: whose turn it is; each turn that is over
MINUTE, HOUR, DAY = 60, 3600, 86400
ACTIVE = 60.0  # seconds: a person who did something on a page so recently is here
PER_HOUR = 30  # notices to a channel
KEPT = 60 * DAY  # longer than any question stays open
TRIES = 3
LONGEST_SENDING = 300.0  # seconds; then the process that was sending has ended
MOST_DUE = 64  # found at once
REST, LONGEST_REST = 5 * MINUTE, DAY  # after a failure, doubled with each in a row
FOR_GOOD = 3650 * DAY


@dataclass(frozen=True)
class Due:
    """A notice that is due: to which channel, about a question asked at this version.

    It is of a table or of a campaign.
    """

    channel: str
    table: TableId | None
    version: int
    kind: str = ASKED
    campaign: str | None = None


@dataclass(frozen=True)
class Taken:
    """A notice that this process has to send, and the channel that it goes to."""

    id: int
    table: TableId | None
    tries: int
    channel: RowMapping
    kind: str = ASKED
    version: int = 0
    campaign: str | None = None
    unsent: tuple[str, ...] = ()  # of a post, if its first pieces were taken before


# --- channels


def channels_of(engine: Engine, owner: dict[str, str]) -> list[RowMapping]:
    """The channels of a `profile_id` or a `table_id`, the oldest first."""
    found = select(channels).where(*_is(owner)).order_by(channels.c.created, channels.c.id)
    with engine.connect() as connection:
        return list(connection.execute(found).mappings())


def add_channel(engine: Engine, row: Values, most: int) -> bool:
    """Store a channel; one with the same address goes. False if its owner has too many."""
    owner = {name: row[name] for name in OWNERS if row.get(name)}
    same = channels.c.address == row["address"]
    if row["device_id"]:  # a browser tells one person only
        same = or_(channels.c.device_id == row["device_id"], same)
    else:
        same = and_(same, channels.c.tells == row["tells"], *_is(owner))
    with engine.begin() as connection:
        connection.execute(delete(channels).where(same))
        count = select(func.count()).select_from(channels).where(*_is(owner))
        if connection.execute(count).scalar_one() >= most:
            connection.rollback()
            return False
        connection.execute(insert(channels).values(**row))
    return True


def remove_channel(engine: Engine, owner: dict[str, str], name: str) -> bool:
    """Remove a channel. False if its owner has none with this id."""
    with engine.begin() as connection:
        gone = delete(channels).where(channels.c.id == name, *_is(owner))
        return connection.execute(gone).rowcount > 0


def note_outcome(engine: Engine, channel: str, outcome: Outcome, now: float) -> None:
    """Note at a channel whether it took the last notice; after failures it rests."""
    with engine.begin() as connection:
        _note_outcome(connection, channel, outcome, now)


def _note_outcome(connection: Connection, channel: str, outcome: Outcome, now: float) -> float:
    """Returns how many seconds the channel rests."""
    own, problem = channels.c.id == channel, outcome.problem
    values: Values = {"problem": problem, "failed": 0, "rest_until": 0.0, "sent": now}
    rest = 0.0
    if problem:
        failed = connection.execute(select(channels.c.failed).where(own)).scalar() or 0
        rest = FOR_GOOD if outcome.gone else min(LONGEST_REST, REST * 2.0 ** min(failed, 12))
        values = {"problem": problem, "failed": failed + 1, "rest_until": now + rest}
    connection.execute(update(channels).where(own).values(**values))
    return rest


def device_of(engine: Engine, digest: str) -> str:
    """The id of the device with a token of this digest; '' without one."""
    found = select(schema.devices.c.id).where(schema.devices.c.digest == digest)
    with engine.connect() as connection:
        return connection.execute(found).scalar() or ""


def _is(owner: dict[str, str]) -> list[Any]:
    return [channels.c[name] == value for name, value in owner.items()]


# --- which notices are due


def find_due(engine: Engine, now: float) -> list[Due]:
    """The notices that are due and not kept yet; if there are very many, some of them."""
    with engine.connect() as connection:
        if connection.execute(select(channels.c.id).limit(1)).first() is None:
            return []
        to_people, to_tables = _due_to_people(connection, now), _due_to_tables(connection, now)
        in_campaigns = _due_in_campaigns(connection, now)
        return [*to_people, *in_campaigns, *to_tables, *_due_posts(connection, now)]


def _told(channel: FromClause, kind: str = ASKED) -> Any:
    """The version up to which this channel was told of a table's questions, or reminded of them."""
    same = [notices.c.channel_id == channel.c.id, notices.c.table_id == tables.c.id]
    same.append(notices.c.kind == kind)
    return select(func.max(notices.c.version)).where(*same).scalar_subquery()


def _due_to_people(connection: Connection, now: float) -> list[Due]:
    """Each person is told of their own questions, by all of their channels, and reminded once.

    A race by post tells nobody in their quiet hours or on holiday.
    """
    owner, sitting = profiles.alias("owner"), profiles.alias("sitting")
    wanted = (
        select(tables.c.id, tables.c.standing)
        .add_columns(
            channels.c.id.label("channel"), seatings.c.name, owner.c.settings, owner.c.seen
        )
        .add_columns(_told(channels).label("told"), tables.c.summary)
        .add_columns(_told(channels, REMINDER).label("reminded"))
        .join(owner, owner.c.id == channels.c.profile_id)
        .join(sitting, or_(sitting.c.id == owner.c.id, sitting.c.joined == owner.c.id))
        .join(seatings, seatings.c.profile_id == sitting.c.id)
        .join(tables, tables.c.id == seatings.c.table_id)
        .where(tables.c.state == RUNNING, seatings.c.seat >= 0, channels.c.rest_until <= now)
        .where(tables.c.asked.contains(seatings.c.profile_id))
    )
    found: dict[tuple[str, TableId | None, str], Due] = {}
    asked = partial(_due_to_person, connection, now)
    for due in readable(connection.execute(wanted), asked, "table"):
        key = due.channel, due.table, due.kind
        found[key] = min(due, found.get(key, due), key=lambda one: one.version)
        if len(found) >= MOST_DUE:
            break
    return list(found.values())


def _due_to_person(connection: Connection, now: float, row: Found) -> Due | None:
    """The notice of a seat's question, if it is due."""
    standing, settings = json.loads(row.standing), read_settings(row.name, row.settings)
    posed = standing["posed"].get(row.name)
    remind = _remind_at(standing.get("deadlines"), row.name, settings.rhythm)
    kind, told = (ASKED, row.told) if now < remind else (REMINDER, row.reminded)
    if posed is None or (told is not None and told >= posed):
        return None
    pace = read_summary(row.summary).pace.kind
    wait = settings.wait_at(pace) * MINUTE
    asked = _asked_at(connection, row.id, posed)
    due = max(asked + wait, row.seen + max(wait, ACTIVE))
    if kind == REMINDER and wait < math.inf:
        due = max(remind, row.seen + ACTIVE)
    if now < due or _is_left_alone(pace, settings.rhythm, now):
        return None
    return Due(row.channel, row.id, posed, kind)


def _remind_at(deadlines: Any, who: str, rhythm: Rhythm) -> float:
    """When this seat is reminded of its deadline, before its quiet hours; infinite for never."""
    waits = Deadlines.read(deadlines)
    due = waits.due(who)
    if due is None or waits.since is None or not rhythm.remind or waits.seats[who]["bot"]:
        return math.inf
    at = due - rhythm.remind * HOUR
    at = quiet_since(rhythm, at) or at
    return at if at > waits.since else math.inf


def _is_left_alone(pace: str, rhythm: Rhythm, now: float) -> bool:
    """True for a pace of days in a person's quiet hours, or while they are on holiday."""
    if quiet_since(rhythm, now) is None and holiday_at(rhythm, now) is None:
        return False
    return pace == "days"


def _due_in_campaigns(connection: Connection, now: float) -> list[Due]:
    """Each person is told once, by all of their channels, that a campaign waits for their move."""
    owner, sitting = profiles.alias("owner"), profiles.alias("sitting")
    same = (notices.c.channel_id == channels.c.id, notices.c.campaign_id == campaigns.c.id)
    told = select(func.max(notices.c.version)).where(*same).scalar_subquery()
    wanted = (
        select(campaigns.c.id, channels.c.id.label("channel"), campaigns.c.asked)
        .add_columns(campaigns.c.keeping, sitting.c.id.label("sitting"))
        .add_columns(owner.c.settings, owner.c.seen, told.label("told"))
        .select_from(channels)
        .join(owner, owner.c.id == channels.c.profile_id)
        .join(sitting, or_(sitting.c.id == owner.c.id, sitting.c.joined == owner.c.id))
        .join(campaigns, campaigns.c.asked.contains('"' + sitting.c.id + '"'))
        .where(campaigns.c.asked != "", campaigns.c.state != FINISHED)
        .where(channels.c.rest_until <= now)
    )
    found: dict[tuple[str, str | None], Due] = {}
    asked = partial(_due_in_campaign, now)
    for due in readable(connection.execute(wanted), asked, "campaign"):
        key = due.channel, due.campaign  # of joined profiles: once for all
        found[key] = max(due, found.get(key, due), key=lambda one: one.version)
        if len(found) >= MOST_DUE:
            break
    return list(found.values())


def _due_in_campaign(now: float, row: Found) -> Due | None:
    """The notice of a campaign that waits for a person, if it is due."""
    since = AskedProfiles.read(row.asked).since.get(row.sitting)
    if since is None or (row.told is not None and row.told >= since.version):
        return None
    settings = read_settings(row.sitting, row.settings)
    pace = json.loads(row.keeping)["pace"]["kind"]
    wait = settings.wait_at(pace) * MINUTE
    due = max(since.at + wait, row.seen + max(wait, ACTIVE))
    if now < due or _is_left_alone(pace, settings.rhythm, now):
        return None
    return Due(row.channel, None, since.version, ASKED, row.id)


def _due_to_tables(connection: Connection, now: float) -> list[Due]:
    """A table's channel is told of the first question that has waited long enough."""
    wanted = (
        select(tables.c.id, channels.c.id.label("channel"), tables.c.standing)
        .add_columns(_told(channels).label("told"))
        .join(tables, tables.c.id == channels.c.table_id)
        .where(tables.c.state == RUNNING, channels.c.rest_until <= now)
        .where(channels.c.tells == TURN)
    )
    asked = partial(_due_to_table, connection, now)
    return list(readable(connection.execute(wanted), asked, "table"))


def _due_to_table(connection: Connection, now: float, row: Found) -> Due | None:
    """The notice of a table's questions, if one of them is due."""
    posed = json.loads(row.standing)["posed"]
    asked = {name: version for name, version in posed.items() if name != HELD}
    if not asked or (row.told is not None and row.told >= min(asked.values())):
        return None
    people = _people_at(connection, row.id)
    for name, version in asked.items():
        wait, seen = people.get(name, (USUAL_WAIT * MINUTE, 0.0))
        at = _asked_at(connection, row.id, version)
        if now >= max(at + wait, seen + max(wait, ACTIVE)):
            return Due(row.channel, row.id, min(asked.values()))
    return None


def _due_posts(connection: Connection, now: float) -> list[Due]:
    """The next turn of each race that a channel of its table or league has not been sent.

    One at a time, so that they come in order; a new channel begins with the last complete turn.
    """
    in_league = select(league_races.c.table_id).where(
        league_races.c.league_id == channels.c.league_id
    )
    own = or_(tables.c.id == channels.c.table_id, tables.c.id.in_(in_league))
    busy = (
        select(notices.c.id)
        .where(notices.c.channel_id == channels.c.id, notices.c.kind == POST)
        .where(
            or_(
                notices.c.state == WAITING,
                and_(notices.c.state == SENDING, notices.c.at > now - LONGEST_SENDING),
            )
        )
        .exists()
    )
    wanted = (
        select(tables.c.id, channels.c.id.label("channel"), tables.c.state, tables.c.standing)
        .add_columns(_told(channels, POST).label("told"))
        .select_from(channels.join(tables, own))
        .where(channels.c.tells == POSTS, channels.c.rest_until <= now, ~busy)
        .where(tables.c.state.in_((RUNNING, FINISHED)), tables.c.updated > now - KEPT / 2)
        .order_by(tables.c.updated)
    )
    found: dict[str, Due] = {}
    for due in readable(connection.execute(wanted), _due_post, "table"):
        found.setdefault(due.channel, due)
    return list(found.values())


def _due_post(row: Found) -> Due | None:
    """The post of the first turn that this channel was not sent, if one is complete."""
    turn = json.loads(row.standing).get("turn", 0) - (row.state == RUNNING)
    after = turn - 1 if row.told is None else row.told
    if turn < 0 or after >= turn:
        return None
    return Due(row.channel, row.id, TableVersion(after + 1), POST)


def _people_at(connection: Connection, table_id: TableId) -> dict[str, tuple[float, float]]:
    """By the name of each seat that belongs to a profile: its wait, and when it was last active."""
    sitting, owner = profiles.alias("sitting"), profiles.alias("owner")
    wanted = (
        select(seatings.c.name, owner.c.settings, owner.c.seen)
        .join(sitting, sitting.c.id == seatings.c.profile_id)
        .join(owner, owner.c.id == func.coalesce(sitting.c.joined, sitting.c.id))
        .where(seatings.c.table_id == table_id, seatings.c.seat >= 0)
    )
    rows = connection.execute(wanted).all()
    settings = {row.name: read_settings(row.name, row.settings) for row in rows}
    return {row.name: (settings[row.name].wait * MINUTE, row.seen) for row in rows}


def _asked_at(connection: Connection, table_id: TableId, version: int) -> float:
    """When a question was asked that was open at this version first."""
    same = (moves.c.table_id == table_id, moves.c.version == version)
    return connection.execute(select(moves.c.at).where(*same)).scalar() or 0.0


# --- notices


def keep(engine: Engine, due: Sequence[Due], now: float) -> None:
    """Keep these notices, to be sent by whichever process takes them first."""
    adding = (postgresql.insert if is_shared(engine) else sqlite.insert)(notices)
    rows = [
        {"channel_id": one.channel, "table_id": one.table, "campaign_id": one.campaign}
        | {"version": one.version, "kind": one.kind}
        | {"state": WAITING, "tries": 0, "due": now, "at": now}
        for one in due
    ]
    with engine.begin() as connection:
        connection.execute(adding.on_conflict_do_nothing(), rows)


def take(engine: Engine, now: float, most: int, shares: NoticeShares | None = None) -> list[Taken]:
    """Take waiting notices whose time has come, as the shares pick. No other process gets them."""
    shares = shares or NoticeShares()
    picked = {one.channel: one for one in shares.pick(_waiting(engine, now), most)}
    taken: list[Taken] = []
    try:
        taken += filter(None, (_take(engine, one.id, now) for one in picked.values()))
    finally:
        for channel in picked.keys() - {one.channel["id"] for one in taken}:
            shares.end(channel)
    return taken


def _waiting(engine: Engine, now: float) -> list[WaitingNotice]:
    """The oldest waiting notice of each channel.

    Those to a person who is here, or to a channel that had too many, wait.
    """
    owner, own = profiles.alias("owner"), notices.alias("own")
    lately = (own.c.channel_id == channels.c.id, own.c.state == SENT, own.c.at > now - HOUR)
    whose = [channels.c[name] for name in OWNERS]
    what = [channels.c.id, *whose, channels.c.kind, channels.c.address]
    wanted = (
        select(func.min(notices.c.id).label("first"), *what)
        .join(channels, channels.c.id == notices.c.channel_id)
        .outerjoin(owner, owner.c.id == channels.c.profile_id)
        .where(notices.c.state == WAITING, notices.c.due <= now)
        .where(or_(owner.c.seen.is_(None), owner.c.seen <= now - ACTIVE))
        .where(select(func.count()).where(*lately).scalar_subquery() < PER_HOUR)
        .group_by(*what)
    )
    with engine.connect() as connection:
        rows = connection.execute(wanted).all()
    return [
        WaitingNotice(row.first, row.id, next(filter(None, row[2:5]), ""), row.kind, row.address)
        for row in rows
    ]


def _take(engine: Engine, notice: int, now: float) -> Taken | None:
    """Take a notice. None if another process has it."""
    own = notices.c.id == notice
    with engine.begin() as connection:
        taking = update(notices).where(own, notices.c.state == WAITING)
        taking = taking.values(state=SENDING, tries=notices.c.tries + 1, at=now)
        if connection.execute(taking).rowcount != 1:
            return None
        row = connection.execute(select(notices).where(own)).one()
        its = select(channels).where(channels.c.id == row.channel_id)
        channel = connection.execute(its).mappings().one()
    unsent = tuple(json.loads(row.unsent or "[]"))
    what = (row.kind, row.version, row.campaign_id, unsent)
    return Taken(row.id, row.table_id, row.tries, channel, *what)


def finish(engine: Engine, one: Taken, outcome: Outcome, now: float) -> None:
    """Note what became of a notice. One that was surely not taken is sent later, a few times.

    Of a post, what is left of it. If a piece may have been taken, those after it.
    """
    is_surely_left = bool(outcome.left) or not outcome.unsure
    is_again = bool(outcome.problem) and is_surely_left and one.tries < TRIES
    left = outcome.left or (() if outcome.unsure else one.unsent)
    if outcome.problem and left:
        words = unsent_words(left, one.version, is_again)
        outcome = replace(outcome, problem=f"{outcome.problem}; {words}")
    with engine.begin() as connection:
        rest = _note_outcome(connection, one.channel["id"], outcome, now)
        values: Values = {"state": FAILED if outcome.problem else SENT, "at": now}
        values["unsent"] = json.dumps(left) if outcome.problem and left else ""
        if is_again:
            values |= {"state": WAITING, "due": now + rest}
        connection.execute(update(notices).where(notices.c.id == one.id).values(**values))


def drop(engine: Engine, one: Taken, now: float) -> None:
    """Do not send a notice: its question is answered."""
    with engine.begin() as connection:
        own = update(notices).where(notices.c.id == one.id)
        connection.execute(own.values(state=DROPPED, at=now))


def forget_old(engine: Engine, now: float) -> None:
    """Delete notices that are older than any open question, and posts of races long over."""
    still = select(tables.c.id).where(tables.c.state == RUNNING)
    old = or_(notices.c.kind != POST, notices.c.table_id.not_in(still))
    with engine.begin() as connection:
        connection.execute(delete(notices).where(notices.c.at < now - KEPT, old))
