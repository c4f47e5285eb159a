"""Knows whether the database answers, and whether it can be written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy.exc import SQLAlchemyError

from wreckoning.server.store.store import Store

EVERY = 1.0  # second
PATIENCE = 1.0  # second for a look
NO_ANSWER = "store does not answer"
LOCKED = "the database is locked by another program: nothing can be stored"


class StoreWatch:
    """Looks at a store, in threads of its own: one looks at a time, however many ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._threads = ThreadPoolExecutor(2, "store_watch")
        self._looking: asyncio.Future[str] | None = None
        self._locked = ""

    async def why(self) -> str:
        """Why the store cannot be used now; '' if it can."""
        if self._looking is None or self._looking.done():
            looking = asyncio.get_running_loop().run_in_executor(self._threads, self._look)
            self._looking = looking
        try:
            found = await asyncio.wait_for(asyncio.shield(self._looking), PATIENCE)
        except TimeoutError:
            return NO_ANSWER
        return found or self._locked

    def _look(self) -> str:
        try:
            self._store.ping()
            why_not = self._store.why_not_written()
        except SQLAlchemyError:
            return NO_ANSWER
        return f"{why_not}: nothing can be stored" if why_not else ""

    async def watch(self, is_ours: Callable[[], bool], every: float = EVERY) -> None:
        """Look again and again whether another program holds SQLite's lock, until cancelled.

        While `is_ours` is true, our own work may hold it for long: then it counts as free.
        """
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(every)
            is_free = await loop.run_in_executor(self._threads, self._store.is_free)
            self._locked = "" if is_free or is_ours() else LOCKED
