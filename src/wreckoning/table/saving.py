"""Makes the rows of a change to store, and sets the deadline of the next decision."""

from __future__ import annotations

from wreckoning.table import rows
from wreckoning.table.keeping import Finish
from wreckoning.table.live_table import LiveTable
from wreckoning.table.models import patience_of, seconds_of
from wreckoning.table.profiles.seatings import seatings_of
from wreckoning.table.table import HELD, RUNNING, Table, TableChange
from wreckoning.table.writer import Save

SNAPSHOT_EVERY = 64  # entries


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


def set_deadline(table: Table, now: float) -> None:
    """Start a new clock for a new question; a group has one together. Dice have none.

    Taking back an answer starts no new clock while others are still asked. While only bots drive,
    the deadline says how long the race waits for a player.
    """
    if table.is_held:
        if table.posed.get(HELD) == table.version:
            table.deadline = now + patience_of(table.settings.pace)
        return
    seconds = seconds_of(table.settings.pace)
    asked = [ask for ask in table.waiting() if not ask.is_dice] if table.state == RUNNING else []
    if seconds is None or not asked:
        table.deadline = None
    elif table.deadline is None or set(table.posed.values()) == {table.version}:
        table.deadline = now + seconds
