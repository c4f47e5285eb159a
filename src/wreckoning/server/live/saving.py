"""Makes the rows of a change to store, and sets the deadline of the next decision."""

from __future__ import annotations

from collections.abc import Mapping

from wreckoning.core.asks import Ask
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.store import rows
from wreckoning.server.store.profile_rows import seatings_of
from wreckoning.server.store.record_rows import Finish
from wreckoning.server.store.writer import Save
from wreckoning.table.deadlines import (
    USUAL,
    Deadlines,
    Rhythm,
    SeatDeadline,
    SeatHoliday,
    deadline_of,
    next_holiday,
)
from wreckoning.table.models import Days, patience_of, seconds_of
from wreckoning.table.table import HELD, RUNNING, Table, TableChange

SNAPSHOT_EVERY = 64  # entries
NO_RHYTHMS: Mapping[str, Rhythm] = {}


def save_of(
    live: LiveTable, change: TableChange, key: str, now: float, where: str, finish: Finish
) -> Save:
    """Everything that must be on the disk before clients hear of the change.

    `where` is the progress of the race, `finish` its effect on the course's records. Updates the
    number of the entry at which the last snapshot was taken.
    """
    table = live.table
    is_told = table.state == RUNNING and where == live.where
    row = {**rows.table_row(table, change.settings, not is_told), "updated": now}
    shot = None
    taken_back = change.keep < live.snapshot_at  # the snapshot may be useless now
    grown = len(table.match.entries) - live.snapshot_at if table.match else 0
    if table.match and (taken_back or grown >= SNAPSHOT_EVERY):
        live.snapshot_at = len(table.match.entries)
        shot = rows.snapshot_row(table, table.match)
    move = rows.move_row(table, change, key, now)
    made = rows.new_row(change.made, now) if change.made else None
    seatings = seatings_of(table) if change.settings else None
    if change.made:
        seatings = [*(seatings or ()), *seatings_of(change.made)]
    return Save(row, move, shot, finish.row, finish.were, made, seatings)


def set_deadline(table: Table, now: float, rhythms: Mapping[str, Rhythm] = NO_RHYTHMS) -> None:
    """Start a new clock for a new question; a group has one together. Dice have none.

    By post each asked seat's deadline follows its player's rhythm, by profile. Taking back an
    answer starts no new clock while others are still asked. While only bots drive, the deadline
    says how long the race waits for a player.
    """
    deadlines, pace = table.deadlines, table.settings.pace
    if isinstance(pace, Days):
        deadlines.holidays = _holidays(table, now, rhythms)
    if table.is_held:
        deadlines.settle({}, now, True)
        if table.posed.get(HELD) == table.version:
            table.deadline = now + patience_of(pace)
        return
    seconds = seconds_of(pace)
    asked = [ask for ask in table.waiting() if not ask.is_dice] if table.state == RUNNING else []
    if seconds is None or not asked:
        deadlines.settle({}, now, True)
        table.deadline = None
        return
    is_new = table.deadline is None or set(table.posed.values()) == {table.version}
    if is_new:
        deadlines.since = now
    elif deadlines.since is None:  # from before seats had deadlines of their own
        deadlines.since = table.deadline - seconds if table.deadline is not None else now
    due = {ask.who: _deadline(table, ask, deadlines, rhythms) for ask in asked}
    deadlines.settle(due, now, is_new)
    table.deadline = min(one["due"] for one in due.values())


def profiles_of(table: Table) -> list[str]:
    """The profiles whose rhythms count at a race by post; none at others."""
    settings = table.settings
    if table.state != RUNNING or not isinstance(settings.pace, Days):
        return []
    found = {settings.host_profile, *(seat.profile for seat in settings.seats)}
    return sorted(found - {""})


def _deadline(
    table: Table, ask: Ask, deadlines: Deadlines, rhythms: Mapping[str, Rhythm]
) -> SeatDeadline:
    """When a question is due. The referee is the host."""
    settings = table.settings
    profile = settings.seats[ask.by].profile if ask.by >= 0 else settings.host_profile
    spent = deadlines.spent.get(ask.who, 0.0)
    assert deadlines.since is not None
    return deadline_of(settings.pace, deadlines.since, rhythms.get(profile, USUAL), spent)


def _holidays(table: Table, now: float, rhythms: Mapping[str, Rhythm]) -> list[SeatHoliday]:
    """The present or next holiday of each player."""
    found: list[SeatHoliday] = []
    for seat in table.settings.seats:
        holiday = next_holiday(rhythms.get(seat.profile, USUAL), now)
        if holiday is not None:
            found.append(SeatHoliday(seat.name, holiday.first, holiday.last))
    return found
