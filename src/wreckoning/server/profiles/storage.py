"""Profiles in the database: their devices and their seats. All of these functions block."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, RowMapping, delete, insert, or_, select, update

from wreckoning.server.damage import read_summary, readable
from wreckoning.server.store import schema
from wreckoning.server.store.schema import Found, Values
from wreckoning.table.deadlines import Deadlines
from wreckoning.table.identity import secret_digest
from wreckoning.table.ids import TableId

profiles, devices, passkeys = schema.profiles, schema.devices, schema.passkeys
codes, seatings, tables = schema.codes, schema.seatings, schema.tables


# --- profiles


def add_profile(engine: Engine, profile: Values, device: Values) -> None:
    """Store a new profile, signed in on the device that made it."""
    with engine.begin() as connection:
        connection.execute(insert(profiles).values(**profile))
        connection.execute(insert(devices).values(**device))


def profiles_of(engine: Engine, token: str) -> list[str]:
    """The profile of a device's token, and those that joined it; empty if unknown.

    The current one comes first.
    """
    with engine.connect() as connection:
        found = select(devices.c.profile_id).where(devices.c.digest == secret_digest(token))
        profile = connection.execute(found).scalar()
        return [profile, *_joined(connection, profile)] if profile else []


def _joined(connection: Connection, profile: str) -> list[str]:
    found = select(profiles.c.id).where(profiles.c.joined == profile)
    return list(connection.execute(found).scalars())


def all_of(engine: Engine, profile: str) -> list[str]:
    """This profile and those that have joined it."""
    with engine.connect() as connection:
        return [profile, *_joined(connection, profile)]


def profile(engine: Engine, name: str) -> RowMapping | None:
    """A profile's row; if it has joined another, that other's."""
    with engine.connect() as connection:
        row = connection.execute(select(profiles).where(profiles.c.id == name)).mappings().first()
        if row is not None and row["joined"]:
            found = select(profiles).where(profiles.c.id == row["joined"])
            row = connection.execute(found).mappings().first()
    return row


def waiting_tables(engine: Engine, names: Sequence[str]) -> list[TableId]:
    """The running tables with a deadline at which one of these profiles has a seat."""
    wanted = (
        select(tables.c.id)
        .distinct()
        .join(seatings, seatings.c.table_id == tables.c.id)
        .where(seatings.c.profile_id.in_(names))
        .where(tables.c.state == "running", tables.c.deadline.is_not(None))
    )
    with engine.connect() as connection:
        return list(connection.execute(wanted).scalars())


def change_profile(engine: Engine, name: str, values: Values) -> None:
    """Change name, colour or settings."""
    with engine.begin() as connection:
        connection.execute(update(profiles).where(profiles.c.id == name).values(**values))


def note_active(engine: Engine, token: str, now: float) -> None:
    """Note that the person is at this device now."""
    mine = devices.c.digest == secret_digest(token)
    with engine.begin() as connection:
        connection.execute(update(devices).where(mine).values(seen=now))
        of = select(devices.c.profile_id).where(mine).scalar_subquery()
        connection.execute(update(profiles).where(profiles.c.id == of).values(seen=now))


def note_playing(engine: Engine, names: Collection[str], now: float) -> None:
    """Note that these people, or those whose profiles joined theirs, have a live race open."""
    joined = select(profiles.c.joined).where(profiles.c.id.in_(names))
    own = or_(profiles.c.id.in_(names), profiles.c.id.in_(joined.where(profiles.c.joined != "")))
    with engine.begin() as connection:
        connection.execute(update(profiles).where(own).values(seen=now))


# --- devices and codes


def devices_of(engine: Engine, name: str) -> list[RowMapping]:
    """The devices of a profile, the latest used first."""
    found = select(devices).where(devices.c.profile_id == name).order_by(devices.c.seen.desc())
    with engine.connect() as connection:
        return list(connection.execute(found).mappings())


def sign_out(engine: Engine, name: str, device: str) -> str:
    """End a device's sign-in. Returns the digest of its token; '' if there is no such device."""
    own = (devices.c.profile_id == name, devices.c.id == device)
    with engine.begin() as connection:
        gone = connection.execute(delete(devices).where(*own).returning(devices.c.digest))
        return gone.scalar() or ""


def add_code(
    engine: Engine, code: str, kind: str, name: str | None, now: float, until: float
) -> None:
    """Store a code that is valid once, until then. Deletes expired ones."""
    with engine.begin() as connection:
        connection.execute(delete(codes).where(codes.c.until < now))
        row = {"digest": secret_digest(code), "kind": kind, "profile_id": name, "until": until}
        connection.execute(insert(codes).values(**row))


def use_code(engine: Engine, code: str, kind: str, now: float) -> RowMapping | None:
    """Use up a code. None if it does not exist, or is expired."""
    same = (codes.c.digest == secret_digest(code), codes.c.kind == kind, codes.c.until >= now)
    with engine.begin() as connection:
        used = connection.execute(delete(codes).where(*same).returning(codes))
        return used.mappings().first()


def sign_in(engine: Engine, device: Values, before: str, most: int) -> None:
    """Sign a device in. The profile that it had `before` joins its new one, with all devices.

    If there are too many devices, the longest unused is removed.
    """
    name = device["profile_id"]
    with engine.begin() as connection:
        if before and before != name:
            moved = or_(profiles.c.id == before, profiles.c.joined == before)
            connection.execute(update(profiles).where(moved).values(joined=name))
            for table in (devices, passkeys, schema.channels):
                of = table.c.profile_id == before
                connection.execute(update(table).where(of).values(profile_id=name))
        connection.execute(insert(devices).values(**device))
        kept = select(devices.c.id).where(devices.c.profile_id == name)
        kept = kept.order_by(devices.c.seen.desc(), devices.c.created.desc()).limit(most)
        others = (devices.c.profile_id == name, devices.c.id.not_in(kept))
        connection.execute(delete(devices).where(*others))


# --- passkeys


def passkeys_of(engine: Engine, name: str) -> list[RowMapping]:
    """The passkeys of a profile, the oldest first."""
    found = select(passkeys).where(passkeys.c.profile_id == name).order_by(passkeys.c.created)
    with engine.connect() as connection:
        return list(connection.execute(found).mappings())


def passkey(engine: Engine, credential: str) -> RowMapping | None:
    """A passkey by its id."""
    found = select(passkeys).where(passkeys.c.credential == credential)
    with engine.connect() as connection:
        return connection.execute(found).mappings().first()


def add_passkey(engine: Engine, row: Values) -> None:
    """Store a new passkey of a profile."""
    with engine.begin() as connection:
        connection.execute(insert(passkeys).values(**row))


def count_use(engine: Engine, credential: str, uses: int) -> None:
    """Note that a passkey was used."""
    same = passkeys.c.credential == credential
    with engine.begin() as connection:
        connection.execute(update(passkeys).where(same).values(uses=uses))


def remove_passkey(engine: Engine, name: str, credential: str) -> bool:
    """Remove a passkey. False if the profile has none with this id."""
    own = (passkeys.c.profile_id == name, passkeys.c.credential == credential)
    with engine.begin() as connection:
        return connection.execute(delete(passkeys).where(*own)).rowcount > 0


# --- races


def races_of(
    engine: Engine, names: Sequence[str], most: int, states: Sequence[str] = ()
) -> list[Values]:
    """The latest races of these profiles: a row for each seat, with its table's.

    With `states` only those of tables in one of them.
    """
    columns = [tables.c[name] for name in ("id", "state", "created", "updated", "deadline")]
    wanted = (
        select(seatings, *columns, tables.c.asked, tables.c.summary, tables.c.standing)
        .join(tables, tables.c.id == seatings.c.table_id)
        .where(seatings.c.profile_id.in_(names))
        .order_by(tables.c.updated.desc(), seatings.c.seat)
        .limit(most)
    )
    if states:
        wanted = wanted.where(tables.c.state.in_(states))
    with engine.connect() as connection:
        rows = connection.execute(wanted).all()
    return list(readable(rows, _with_its_deadline, "table"))


def _with_its_deadline(found: Found) -> Values:
    """A seat's row; `due` is its own deadline, None if it is not asked."""
    row = found._mapping
    own = {name: row[name] for name in row if name != "standing"}
    due = Deadlines.read(json.loads(row["standing"]).get("deadlines")).due(row["name"])
    return own | {"summary": read_summary(row["summary"]), "due": due}


def orders_of(engine: Engine, names: Sequence[str]) -> list[Values]:
    """The orders that these profiles have given in races that run, each with its table and seat."""
    wanted = (
        select(tables.c.id, seatings.c.seat, tables.c.settings)
        .join(tables, tables.c.id == seatings.c.table_id)
        .where(seatings.c.profile_id.in_(names), seatings.c.seat >= 0, tables.c.state == "running")
    )
    with engine.connect() as connection:
        rows = connection.execute(wanted).all()
    return list(readable(rows, _given, "table"))


def _given(row: Found) -> Values | None:
    """The orders of a seat, if it has given any."""
    orders = json.loads(row.settings)["seats"][row.seat].get("orders")
    return orders and {"table": row.id, "seat": row.seat, "text": orders["text"]}


def channels_of(engine: Engine, name: str) -> list[RowMapping]:
    """Where this profile is told of its turns, with the whole addresses."""
    columns = [schema.channels.c[part] for part in ("kind", "name", "address", "created")]
    found = select(*columns).where(schema.channels.c.profile_id == name)
    with engine.connect() as connection:
        return list(connection.execute(found).mappings())


def chats_of(engine: Engine, names: Sequence[str]) -> list[Values]:
    """The chat messages from the seats of these profiles."""
    with engine.connect() as connection:
        found = select(schema.chats).where(_said_by(names)).order_by(schema.chats.c.id)
        return [dict(row) for row in connection.execute(found).mappings()]


def _said_by(names: Sequence[str]) -> Any:
    chats = schema.chats
    mine = seatings.c.profile_id.in_(names)
    same = (seatings.c.table_id == chats.c.table_id, seatings.c.seat == chats.c.seat)
    return select(seatings.c.seat).where(mine, *same).exists()


def delete_profile(engine: Engine, names: Sequence[str]) -> None:
    """Delete these profiles, their chat messages, and the ownership of their seats."""
    with engine.begin() as connection:
        connection.execute(delete(schema.chats).where(_said_by(names)))
        connection.execute(delete(seatings).where(seatings.c.profile_id.in_(names)))
        connection.execute(delete(profiles).where(profiles.c.id.in_(names)))
