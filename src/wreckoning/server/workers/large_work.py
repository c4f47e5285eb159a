"""Runs blocking work on leagues and campaigns: what is large in a process of its own.

Python runs one thread at a time, so that long work in a thread slows down the whole server. The
process does one piece of work at a time, and visitors come in turn. It ends if its work takes too
long, or if nobody waits for it any more. What is small is worked on in a thread.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, TypeVar

import structlog
from sqlalchemy import Engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.store.database import connect
from wreckoning.server.store.trouble import FULL, is_full
from wreckoning.server.workers.workers import ProcessEnded, TookTooLong, Worker, begin_batch
from wreckoning.table.refusals import NOT_SURE, Busy, TooMany

SHORT = 64 * 1024  # bytes of a document, of a league with its races: up to that many in a thread
LONGEST = 30.0  # seconds
LET_END = 3.0  # seconds: ending what was begun later costs less than a new process

T = TypeVar("T")
Reading = Callable[..., Awaitable[Any]]  # LiveTables.read
log = structlog.get_logger("large work")


class LargeWork:
    """Runs the work on the leagues and campaigns of one server.

    `read` runs small work in a thread; `longest`: seconds.
    """

    def __init__(
        self, engine: Engine, read: Reading, short: int = SHORT, longest: float = LONGEST
    ) -> None:
        self._engine, self._read = engine, read
        self._short, self._longest = short, longest
        self._queue = FairQueue("large leagues and campaigns", each=4, most=64)
        self.worker = Worker(begin_batch)

    async def run(self, size: int, visitor: str, does: Callable[..., T], *given: Any) -> T:
        """Run `does` with the database and what is given, for a document of so many bytes.

        Passes on what it raises. Raises TooMany if the visitor has too much work waiting, or if
        this work takes too long.
        """
        if size <= self._short:
            found: T = await self._read(does, self._engine, *given)
            return found
        async with self._queue.turn(visitor):
            return await self._in_process(does, *given)

    async def _in_process(self, does: Callable[..., T], *given: Any) -> T:
        began = time.monotonic()
        try:
            if not self.worker.is_running:  # starting it takes seconds, which are not the work's
                await self.worker.run(_get_ready)
            url, longest = self._engine.url, self._longest
            return await self.worker.run(_with_database, url, does, *given, longest=longest)
        except TookTooLong:
            log.warning("large work took too long", work=getattr(does, "__name__", ""))
            raise TooMany(f"too much work: expected at most {self._longest:g} s") from None
        except ProcessEnded:
            raise Busy(NOT_SURE) from None
        except asyncio.CancelledError:
            if time.monotonic() - began > LET_END:
                self.worker.end()
            raise

    @property
    def is_busy(self) -> bool:
        """True while the process works."""
        return self._queue.running > 0

    def close(self) -> None:
        """Stop at once."""
        self.worker.close()


def _get_ready() -> None:
    """Load the code that the work needs first."""


def _with_database(url: URL, does: Callable[..., T], *given: Any) -> T:
    """Run something with this process's own connection to the database."""
    try:
        return does(_engine_of(url), *given)
    except SQLAlchemyError as error:
        raise Busy(f"{FULL}; try again later" if is_full(error) else NOT_SURE) from None


@cache
def _engine_of(url: URL) -> Engine:
    return connect(url)
