"""The clock of a server's leagues: rounds open and close, and races start, when it is time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from wreckoning.core.errors import WreckError
from wreckoning.server.leagues.service import LeagueService
from wreckoning.server.logbook import described
from wreckoning.table.refusals import Busy, Stopping

AGAIN = 60.0  # seconds, until a league with a problem is brought on again
SOON = 5.0  # the same, if the store did not answer

log = structlog.get_logger("leagues")


class LeagueClock:
    """Brings the leagues in the store on, whenever something is due."""

    def __init__(self, leagues: LeagueService, clock: Callable[[], float]) -> None:
        self._leagues, self._clock = leagues, clock
        self._broken: dict[str, float] = {}  # leagues with a problem, until when

    async def watch(self, every: float = 1.0) -> None:
        """Run until cancelled. A problem of one league, or of the store, does not stop it."""
        while True:
            await asyncio.sleep(every)
            try:
                await self.look()
            except WreckError:
                continue  # the store does not answer: that is logged already
            except Exception as error:
                log.error("the leagues cannot be watched", **described(error))

    async def look(self) -> None:
        """Do what is due now. Raises Busy."""
        now = self._clock()
        self._broken = {name: until for name, until in self._broken.items() if until >= now}
        for name in await self._leagues.due():
            if name not in self._broken:
                await self._bring_on(name)

    async def _bring_on(self, name: str) -> None:
        try:
            await self._leagues.bring_on(name)
        except Stopping:
            pass
        except Busy:  # the store logs the reason itself
            self._broken[name] = self._clock() + SOON
        except Exception as error:
            why = {"error": str(error)} if isinstance(error, WreckError) else described(error)
            log.error("a league cannot go on", league=name, **why)
            self._broken[name] = self._clock() + AGAIN
