"""Reviews the races of leagues by itself, while nobody plays: so luck over a season shows."""

from __future__ import annotations

import asyncio

import structlog
from sqlalchemy import Engine, and_, select

from wreckoning.core.errors import WreckError
from wreckoning.server.leagues.storage import COUNTED
from wreckoning.server.live.service import TableService
from wreckoning.server.logbook import described
from wreckoning.server.store import schema
from wreckoning.server.workers.reviews import Reviews
from wreckoning.table.ids import TableId
from wreckoning.table.table import FINISHED

EVERY = 30.0  # seconds from one race to the next

log = structlog.get_logger("leagues")


class LeagueReviewer:
    """Reviews one race of a league after another, the latest first; each at most once.

    Two such processes on one database may review the same race. No claim prevents it, as it harms
    nothing: the review that is kept last replaces the other with its luck, as every longer look
    replaces the first (`Store.keep_review`). It costs the second process two looks at low priority.
    """

    def __init__(self, tables: TableService, reviews: Reviews) -> None:
        self._tables, self._reviews = tables, reviews
        self._tried: set[TableId] = set()

    async def watch(self, every: float = EVERY) -> None:
        """Run until cancelled."""
        while True:
            await asyncio.sleep(every)
            try:
                await self.look()
            except WreckError:
                continue  # the store does not answer, or this race cannot be reviewed
            except Exception as error:
                log.error("the races of leagues cannot be reviewed", **described(error))

    async def look(self) -> TableId | None:
        """Begin the next review if nobody is connected and none runs. Raises a WreckError."""
        if not self._reviews.is_idle or any(t.clients for t in self._tables.live_tables.all()):
            return None
        engine = self._tables.store.engine
        found = await self._tables.live_tables.read(_without_review, engine, len(self._tried) + 1)
        name: TableId | None = next((each for each in found if each not in self._tried), None)
        if name is not None:
            self._tried.add(name)
            await self._reviews.of(await self._tables.following.copy(name))
        return name


def _without_review(engine: Engine, most: int) -> list[TableId]:
    """The latest tables of leagues' races that count and have no review."""
    races, tables, reviews = schema.league_races, schema.tables, schema.reviews
    is_over = and_(races.c.state == COUNTED, tables.c.state == FINISHED)
    wanted = (
        select(tables.c.id)
        .join(races, races.c.table_id == tables.c.id)
        .outerjoin(reviews, reviews.c.table_id == tables.c.id)
        .where(is_over, reviews.c.table_id.is_(None))
        .order_by(tables.c.updated.desc(), tables.c.id)
        .limit(most)
    )
    with engine.connect() as connection:
        return [TableId(each) for each in connection.execute(wanted).scalars()]
