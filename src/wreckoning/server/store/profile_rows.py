"""What tables know of profiles: rows of their seats and results, and when people want peace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Engine, delete, func, insert, select

from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.server.damage import DAMAGED, tell
from wreckoning.server.store import schema
from wreckoning.server.store.schema import Values
from wreckoning.table.deadlines import Rhythm
from wreckoning.table.ids import TableId
from wreckoning.table.profile_messages import ProfileSettings
from wreckoning.table.table import FINISHED, RUNNING, Table

profiles, seatings = schema.profiles, schema.seatings
HOST_SEAT: Final = -1


def asked_profiles(table: Table) -> str:
    """The profiles that the table waits for, each surrounded by spaces; '' for none."""
    if table.state != RUNNING:
        return ""
    seats = table.settings.seats
    asked = {seats[ask.by].profile for ask in table.waiting() if ask.by >= 0} - {""}
    return f" {' '.join(sorted(asked))} " if asked else ""


def seatings_of(table: Table) -> list[Values]:
    """A row for each seat that belongs to a profile, and for a host who has one."""
    settings, finishers = table.settings, _finishers(table)
    rows = []
    for number, seat in by_seat(settings.seats):
        if seat.profile:
            vehicle = table.ruleset.view.setup_words(seat.setup)
            row = _row(table, number, seat.profile, seat.name, vehicle)
            rows.append(row | finishers.get(number, {}))
    if settings.host_profile:
        rows.append(_row(table, HOST_SEAT, settings.host_profile, "", ""))
    return rows


def _row(table: Table, seat: SeatIndex, profile: str, name: str, vehicle: str) -> Values:
    settings = table.settings
    return {
        "table_id": table.id,
        "seat": seat,
        "profile_id": profile,
        "name": name,
        "vehicle": vehicle,
        "place": None,
        "drivers": len(settings.seats),
        "counts": not settings.practice and settings.came_from is None,
        "turns": 0,
        "best_lap": 0,
    }


def _finishers(table: Table) -> dict[int, Values]:
    """By seat, once the race is over: place, turns until the finish, best lap, vehicle driven."""
    if table.ended is not None:
        podium = table.ended.board["podium"] or []
        return {one["seat"]: {part: one[part] for part in DEEDS} for one in podium}
    match = table.match
    if match is None or table.state != FINISHED:
        return {}
    view = table.ruleset.view
    deeds: dict[int, Values] = {
        one.seat: {part: getattr(one, part) for part in DEEDS} for one in view.podium(match)
    }
    for row in view.standings(match):  # dealt vehicles are known only now
        if row.vehicle and row.seat in deeds:
            deeds[row.seat]["vehicle"] = row.vehicle
    return deeds


DEEDS = ("place", "turns", "best_lap")


def put_seatings(connection: Connection, table_id: TableId, rows: Sequence[Values]) -> None:
    """Replace the stored seatings of this table; rows for a table made with it are added."""
    connection.execute(delete(seatings).where(seatings.c.table_id == table_id))
    if rows:
        connection.execute(insert(seatings), list(rows))


def rhythms_of(engine: Engine, names: Sequence[str]) -> dict[str, Rhythm]:
    """When these people want to be left alone, by profile: for one that joined another, its."""
    own, owner = profiles.alias("own"), profiles.alias("owner")
    same = owner.c.id == func.coalesce(own.c.joined, own.c.id)
    wanted = select(own.c.id, owner.c.settings).join(owner, same).where(own.c.id.in_(names))
    with engine.connect() as connection:
        rows = connection.execute(wanted).all() if names else []
    return {row.id: read_settings(row.id, row.settings).rhythm for row in rows}


def read_settings(profile: str, text: str) -> ProfileSettings:
    """A person's settings as stored; the usual ones for damaged ones, which the log tells of."""
    try:
        return ProfileSettings.model_validate_json(text)
    except DAMAGED as error:
        tell("profile's settings", profile, error)
        return ProfileSettings()
