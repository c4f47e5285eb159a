"""The profiles of a table's seats, and their results: rows for the store."""

from __future__ import annotations

from typing import Any, Final

from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.table.table import FINISHED, RUNNING, Table

HOST_SEAT: Final = -1


def asked_profiles(table: Table) -> str:
    """The profiles that the table waits for, each surrounded by spaces; '' for none."""
    if table.state != RUNNING:
        return ""
    seats = table.settings.seats
    asked = {seats[ask.by].profile for ask in table.waiting() if ask.by >= 0} - {""}
    return f" {' '.join(sorted(asked))} " if asked else ""


def seatings_of(table: Table) -> list[dict[str, Any]]:
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


def _row(table: Table, seat: SeatIndex, profile: str, name: str, vehicle: str) -> dict[str, Any]:
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


def _finishers(table: Table) -> dict[int, dict[str, Any]]:
    """By seat, once the race is over: place, turns until the finish, best lap, vehicle driven."""
    if table.ended is not None:
        podium = table.ended.board["podium"] or []
        return {one["seat"]: {part: one[part] for part in DEEDS} for one in podium}
    match = table.match
    if match is None or table.state != FINISHED:
        return {}
    view = table.ruleset.view
    deeds: dict[int, dict[str, Any]] = {
        one.seat: {part: getattr(one, part) for part in DEEDS} for one in view.podium(match)
    }
    for row in view.standings(match):  # dealt vehicles are known only now
        if row.vehicle and row.seat in deeds:
            deeds[row.seat]["vehicle"] = row.vehicle
    return deeds


DEEDS = ("place", "turns", "best_lap")
