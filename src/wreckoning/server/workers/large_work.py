"""Runs blocking work on leagues and campaigns: what is large in a process of its own.

Python runs one thread at a time, so that long work in a thread slows down the whole server. The
process does one piece of work at a time, and visitors come in turn. It ends if its work takes too
long, or if nobody waits for it any more. What is small is worked on in a thread.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from typing import Any, TypeVar

import structlog
from sqlalchemy import Engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.store.database import connect
from wreckoning.server.store.trouble import FULL, is_full
from wreckoning.server.workers.workers import begin_batch, beginning, end_pool
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
        self._pool: ProcessPoolExecutor | None = None

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
            await self._begin()
            async with asyncio.timeout(self._longest):
                return await self._submit(_with_database, self._engine.url, does, *given)
        except TimeoutError:
            self._end()
            log.warning("large work took too long", work=getattr(does, "__name__", ""))
            raise TooMany(f"too much work: expected at most {self._longest:g} s") from None
        except BrokenProcessPool:
            self._end()
            raise Busy(NOT_SURE) from None
        except asyncio.CancelledError:
            if time.monotonic() - began > LET_END:
                self._end()
            raise

    async def _begin(self) -> None:
        """Start the process if there is none. That takes seconds, which are not the work's."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), begin_batch)
            await self._submit(_get_ready)

    def _submit(self, does: Callable[..., T], *given: Any) -> asyncio.Future[T]:
        assert self._pool is not None
        with beginning():
            return asyncio.wrap_future(self._pool.submit(does, *given))

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            end_pool(pool)

    @property
    def is_busy(self) -> bool:
        """True while the process works."""
        return self._queue.running > 0

    def close(self) -> None:
        """Stop at once."""
        self._end()


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
