"""Turns tables into rows of the store, and back."""

from __future__ import annotations

import structlog

from wreckoning.core.logs import snapshot
from wreckoning.core.match import Match
from wreckoning.core.seats import check_options
from wreckoning.server import days
from wreckoning.server.damage import DAMAGED
from wreckoning.server.earlier.carrying import (
    Carried,
    carry_table_on,
    ended_race,
    look_ahead,
    rules_of,
    unpack,
)
from wreckoning.server.encoding import dump
from wreckoning.server.logbook import described
from wreckoning.server.store.profile_rows import asked_profiles
from wreckoning.server.store.schema import Values
from wreckoning.server.store.store import Stored
from wreckoning.table import messages
from wreckoning.table.deadlines import Deadlines
from wreckoning.table.earlier.untold import untold_race
from wreckoning.table.models import Settings
from wreckoning.table.race_log import read_part
from wreckoning.table.shown.posts import turn_now
from wreckoning.table.table import OPEN, RUNNING, Table, TableChange

log = structlog.get_logger("tables")


def new_row(table: Table, now: float) -> Values:
    """The row of a new table."""
    row = table_row(table, True, True)
    return {**row, "created": now, "updated": now, "secret": table.secret}


def table_row(table: Table, with_settings: bool, with_summary: bool) -> Values:
    """The row of a table; settings and summary only if they have changed."""
    row: Values = {
        "id": table.id,
        "state": table.state,
        "version": table.version,
        "deadline": table.deadline,
        "asked": asked_profiles(table),
        "standing": dump(_standing(table)),
    }
    if with_settings or with_summary:
        row["summary"] = dump(messages.summary(table))
    if with_settings:
        row["settings"] = table.settings.model_dump_json()
        row["listed"] = table.settings.listed
    return row


def _standing(table: Table) -> Values:
    """What the entries do not say of where a table stands."""
    return {
        "posed": table.posed,
        "acted": table.acted,
        "records": table.records,
        "deadlines": table.deadlines.as_json(),
        "turn": turn_now(table),
    }


def move_row(table: Table, change: TableChange, key: str, now: float) -> Values:
    """The row of a change, with the key of its command, and the reply.

    A change of rules, which nobody requested, has what the earlier ones told instead.
    """
    return {
        "table_id": table.id,
        "version": table.version,
        "request": key,
        "kind": change.kind,
        "who": change.who,
        "keep": change.keep,
        "entries": dump(change.entries),
        "result": dump({"earlier": change.earlier} if change.earlier else change.result),
        "at": now,
    }


def snapshot_row(table: Table, match: Match) -> Values:
    """The row of a snapshot: the race at its last checkpoint, to avoid a replay from the start."""
    return {
        "table_id": table.id,
        "version": table.version,
        "entries": match.checkpoint.entries,
        "data": snapshot.take(match),
    }


def read_table(stored: Stored, stuck: str = "") -> Table:
    """A table from the store. A race that ended under earlier rules is told by those.

    So is one that runs by earlier rules: if it can, it has to `go_on` before; `stuck` is why not.
    """
    table, rules = played_by(stored)
    version, turn = table.ruleset.version, int(stored.standing.get("turn", 0))
    if not table.settings.begun:
        if table.state == OPEN:  # it will begin by the current rules
            table.settings.rules_version = version
            table.settings.options = check_options(table.ruleset, table.settings.options)
    elif rules == version:
        if stored.earlier:
            table.earlier = read_part(unpack(stored.earlier))
        try:
            table.load(stored.entries, stored.snapshot)
        except DAMAGED as error:
            log.error("a stored race cannot be played", table=table.id, **described(error))
            table.match, table.stuck = None, "its stored answers are damaged"
            table.ended = untold_race(table, stored.entries, turn, table.stuck)
    else:
        table.ended = ended_race(table, stored.entries, _earlier(stored), turn, stored.told)
        if table.state == RUNNING:
            table.stuck = stuck or f"it was begun by {table.ruleset.key} {rules}"
    return table


def played_by(stored: Stored) -> tuple[Table, str]:
    """A table without its race, and the version of its rules."""
    table = _unplayed(stored)
    return table, rules_of(table, stored.entries)


def has_to_go_on(stored: Stored) -> bool:
    """True if a race runs here by earlier rules."""
    if stored.state != RUNNING:
        return False
    table, version = played_by(stored)
    return table.settings.begun and version != table.ruleset.version


def go_on(stored: Stored) -> tuple[Table, TableChange, Carried]:
    """Let a race by earlier rules go on by the current ones. Nothing is stored yet.

    Raises Illegal or Malformed if it cannot.
    """
    table = _unplayed(stored)
    return table, *carry_table_on(table, stored.entries, _earlier(stored))


def fate(stored: Stored) -> Carried | None:
    """How a race by earlier rules would go on; None if it is over, and can be shown.

    Raises Illegal or Malformed if it cannot go on, or be shown.
    """
    return look_ahead(_unplayed(stored), stored.entries)


def _earlier(stored: Stored) -> Values | None:
    """What was told before its rules last changed, if they did."""
    return unpack(stored.earlier) if stored.earlier else None


def _unplayed(stored: Stored) -> Table:
    """A table without its race."""
    settings = Settings.model_validate_json(stored.settings, strict=False)
    return Table(
        stored.id,
        settings,
        stored.secret,
        stored.state,
        stored.version,
        posed=stored.standing["posed"],
        acted=stored.standing.get("acted", {}),
        deadline=stored.deadline,
        deadlines=Deadlines.read(stored.standing.get("deadlines")),
        records=stored.standing["records"],
        day_is_over=days.is_over,
    )
