"""Finished races keep what their own rules tell of them, and so outlive these rules.

After a release with other rules a server asks the earlier ones once, and keeps the answers: the
race as a table shows it, its log, and its replay. So the archive need not have every release.
"""

from __future__ import annotations

import asyncio
import json
from threading import Event

import structlog
from sqlalchemy import select

from wreckoning.core.ruleset import rulesets
from wreckoning.server.damage import DAMAGED, tell
from wreckoning.server.earlier.archives import kept_open
from wreckoning.server.earlier.carrying import pack_told, tell_of, unpack
from wreckoning.server.live.live_tables import LiveTables
from wreckoning.server.logbook import described
from wreckoning.server.store import rows, schema
from wreckoning.server.store.store import Store
from wreckoning.server.store.writer import ENDED
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import Busy

BEGINS = 10.0  # seconds after the start of a server, which has other things to do first
PAUSE = 0.2  # seconds between two races: nobody waits for them
AGAIN = 60.0  # seconds, until a store that does not answer is asked again
DONE = "told"  # in `keys`: the rules since which all races were asked for, and those left
MOST_LEFT = 1000  # races that could not be asked for, to be tried at the next start

log = structlog.get_logger("upgrades")


async def keep_told(live_tables: LiveTables, begins: float = BEGINS, pause: float = PAUSE) -> None:
    """Keep what is told of all finished races of earlier rules, one after another.

    What fails is tried again when a server starts: a disk may be full, rules may come back.
    """
    await asyncio.sleep(begins)
    while True:
        try:
            await _keep_all(live_tables, pause)
            return
        except Busy:  # the store logs the reason itself
            await asyncio.sleep(AGAIN)
        except Exception as error:
            log.error("finished races are not kept", **described(error))
            return


async def _keep_all(live_tables: LiveTables, pause: float) -> None:
    store, read, left = live_tables.store, live_tables.read, list[TableId]()
    done = json.loads(await read(store.key, DONE) or "{}")
    is_new = done.get("rules") != present_rules()
    names = await read(_ended, store) if is_new else [TableId(name) for name in done["left"]]
    if not names and not is_new:
        return
    stopping = Event()
    try:
        with kept_open():
            for name in names:
                if not await read(keep_one, store, name, stopping):
                    left.append(name)
                await asyncio.sleep(pause)
    finally:
        stopping.set()
    kept = {"rules": present_rules(), "left": left[:MOST_LEFT]}
    await read(store.keep_key, DONE, json.dumps(kept))


def present_rules() -> dict[str, str]:
    """The versions of all rules here."""
    return {one.key: one.version for one in rulesets()}


def _ended(store: Store) -> list[TableId]:
    tables, told = schema.tables, schema.told
    wanted = (
        select(tables.c.id)
        .outerjoin(told, told.c.table_id == tables.c.id)
        .where(tables.c.state.in_(ENDED), told.c.table_id.is_(None))
    )
    with store.engine.connect() as connection:
        return [TableId(name) for name in connection.execute(wanted).scalars()]


def keep_one(store: Store, name: TableId, stopping: Event) -> bool:
    """Keep what is told of a race, unless present rules tell it. False if that fails."""
    stored = store.load(name)
    if stored is None or stored.told is not None:
        return True
    try:
        table, rules = rows.played_by(stored)
        if not table.settings.begun or rules == table.ruleset.version:
            return True
        earlier = unpack(stored.earlier) if stored.earlier else None
        told = tell_of(table, stored.entries, earlier)("stand", "replay")
    except DAMAGED as error:
        if not stopping.is_set():  # that ends the process which tells it
            tell("finished race", name, error)
        return False
    store.keep_told(name, pack_told(told))
    return True
