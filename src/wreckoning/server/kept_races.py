"""Finished races keep what their own rules tell of them, and so outlive these rules.

After a release with other rules a server asks the earlier ones once, and keeps the answers: the
race as a table shows it, its log, and its replay. So the archive need not have every release.
"""

from __future__ import annotations

import asyncio
import json

import structlog
from sqlalchemy import select

from wreckoning.core.ruleset import rulesets
from wreckoning.server.damage import DAMAGED, tell
from wreckoning.server.earlier.archives import kept_open
from wreckoning.server.earlier.carrying import pack_told, tell_of, unpack
from wreckoning.server.live.live_tables import LiveTables
from wreckoning.server.store import rows, schema
from wreckoning.server.store.store import Store
from wreckoning.server.store.writer import ENDED
from wreckoning.table.ids import TableId

BEGINS = 10.0  # seconds after the start of a server, which has other things to do first
PAUSE = 0.2  # seconds between two races: nobody waits for them
DONE = "told"  # in `keys`: the rules since which all races were asked for

log = structlog.get_logger("upgrades")


async def keep_told(live_tables: LiveTables, begins: float = BEGINS, pause: float = PAUSE) -> None:
    """Keep what is told of all finished races of earlier rules, one after another."""
    await asyncio.sleep(begins)
    store, present = live_tables.store, present_rules()
    if await live_tables.read(store.key, DONE) == present:
        return
    with kept_open():
        for name in await live_tables.read(_ended, store):
            await live_tables.read(keep_one, store, name)
            await asyncio.sleep(pause)
    await live_tables.read(store.keep_key, DONE, present)


def present_rules() -> str:
    """The versions of all rules here, as one text."""
    return json.dumps({one.key: one.version for one in rulesets()}, sort_keys=True)


def _ended(store: Store) -> list[TableId]:
    tables, told = schema.tables, schema.told
    wanted = (
        select(tables.c.id)
        .outerjoin(told, told.c.table_id == tables.c.id)
        .where(tables.c.state.in_(ENDED), told.c.table_id.is_(None))
    )
    with store.engine.connect() as connection:
        return [TableId(name) for name in connection.execute(wanted).scalars()]


def keep_one(store: Store, name: TableId) -> bool:
    """Keep what is told of a race. False if present rules tell it, or none that are here."""
    stored = store.load(name)
    if stored is None or stored.told is not None:
        return False
    try:
        table, rules = rows.played_by(stored)
        if not table.settings.begun or rules == table.ruleset.version:
            return False
        earlier = unpack(stored.earlier) if stored.earlier else None
        told = tell_of(table, stored.entries, earlier)("stand", "replay")
    except DAMAGED as error:
        tell("finished race", name, error)
        return False
    store.keep_told(name, pack_told(told))
    return True
