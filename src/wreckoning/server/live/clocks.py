"""The clocks of all tables: the rules drive for players whose time is up."""

from __future__ import annotations

import asyncio

import structlog

from wreckoning.core.errors import WreckError
from wreckoning.server.live.service import TableService
from wreckoning.server.logbook import described
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import Busy, Stopping

PATIENCE = 2  # seconds, until a process without clients at a table handles its clock
AGAIN = 60  # seconds, until a clock that failed is tried again
SOON = 5  # the same, if the store did not answer, or stored nothing

log = structlog.get_logger("clocks")


class Clocks:
    """Handles the clocks of tables in the store, also those that other processes neglect."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._broken: dict[TableId, float] = {}  # tables whose clock failed, until when
        self._minded: dict[TableId, asyncio.Task[None]] = {}  # bots may drive on for long

    async def watch(self, every: float = 0.5) -> None:
        """Run until cancelled. An error of one clock, or of the store, does not stop it."""
        while True:
            await asyncio.sleep(every)
            try:
                for table in await self._due():
                    if table not in self._minded:
                        self._minded[table] = asyncio.create_task(self._mind(table))
            except WreckError:
                continue  # the store does not answer: that is logged already
            except Exception as error:
                log.error("the clocks cannot be watched", **described(error))

    async def _due(self) -> list[TableId]:
        """The tables whose time is up. Tables without clients here go to other processes first."""
        tables, now = self._tables, self._tables.clock()
        due: list[TableId] = await tables.live_tables.read(tables.store.due, now)
        self._broken = {table: until for table, until in self._broken.items() if until >= now}
        due = [table for table in due if table not in self._broken]
        if not tables.store.is_shared or not due:
            return due
        late = set(await tables.live_tables.read(tables.store.due, now - PATIENCE))
        return [table for table in due if table in late or tables.live_tables.serves(table)]

    async def _mind(self, table_id: TableId) -> None:
        try:
            await self._tables.expire(table_id)
        except Stopping:
            pass
        except Busy:  # the store logs the reason itself
            self._broken[table_id] = self._tables.clock() + SOON
        except Exception as error:
            why = {"error": str(error)} if isinstance(error, WreckError) else described(error)
            log.error("a clock cannot be minded", table=table_id, **why)
            self._broken[table_id] = self._tables.clock() + AGAIN
        finally:
            del self._minded[table_id]
