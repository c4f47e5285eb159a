"""Exports the logs of all races that are over or given up, as files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from wreckoning.core.errors import WreckError
from wreckoning.server.damage import DAMAGED, IS_DAMAGED
from wreckoning.server.store import schema
from wreckoning.server.store.rows import read_table
from wreckoning.server.store.store import Store
from wreckoning.server.store.writer import ENDED
from wreckoning.table.ids import TableId
from wreckoning.table.logs import log_of


@dataclass(frozen=True)
class Exported:
    """The outcome for a race: `written`, `there` already, or why it has no log."""

    id: str
    what: str


def export_logs(
    store: Store, folder: Path, write: Callable[[Path, str], None]
) -> Iterator[Exported]:
    """Write the missing files; the log of a finished race never changes."""
    for table in _ended(store):
        if not schema.is_plain_id(table):  # the id would name a file in another folder
            yield Exported(ascii(table)[:40], "expected an id of letters, digits, - and _")
            continue
        path = folder / f"{table}.jsonl"
        if path.exists():
            yield Exported(table, "there")
            continue
        try:
            text = _log(store, table)
        except DAMAGED as error:
            yield Exported(table, str(error) if isinstance(error, WreckError) else IS_DAMAGED)
            continue
        write(path, text)
        yield Exported(table, "written")


def _ended(store: Store) -> list[TableId]:
    tables = schema.tables
    wanted = select(tables.c.id).where(tables.c.state.in_(ENDED)).order_by(tables.c.created)
    with store.engine.connect() as connection:
        return list(connection.execute(wanted).scalars())


def _log(store: Store, table_id: TableId) -> str:
    stored = store.load(table_id)
    if stored is None:
        raise WreckError("was deleted meanwhile")
    return log_of(read_table(stored))
