"""Shows many tables at once, in short. Each takes a few milliseconds of the server's time.

So visitors take turns, table by table, and the server does other things in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from wreckoning.core.errors import WreckError
from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.limits import VISITOR
from wreckoning.server.live.live_tables import LiveTables
from wreckoning.table import replies
from wreckoning.table.ids import TableId
from wreckoning.table.messages import where
from wreckoning.table.refusals import Busy, TooMany


class Glancing:
    """Shows the tables of one server."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._live_tables = live_tables
        self._turns = FairQueue("looks at tables", at_once=8, each=32, most=512)

    async def at(self, names: Iterable[TableId]) -> list[replies.Glance]:
        """The existing ones of these tables, in order. Raises Busy or TooMany."""
        found = [await self._at(name) for name in dict.fromkeys(names)]
        return [one for one in found if one]

    async def _at(self, name: TableId) -> replies.Glance | None:
        try:
            await self._live_tables.get(name)  # from the store perhaps, which has turns of its own
            async with self._turns.turn(VISITOR.get()):
                await asyncio.sleep(0)
                async with self._live_tables.hold(name) as live:
                    asked = sorted({ask.by for ask in live.table.waiting() if ask.by >= 0})
                    return replies.Glance(live.table_message(), asked, where(live.table))
        except (Busy, TooMany):
            raise
        except WreckError:  # it is gone, or damaged: the others are shown all the same
            return None
