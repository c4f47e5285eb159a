"""Has notices sent by a process of their own, and waits no longer than allowed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

import structlog

from wreckoning.table.notices.kinds import NoticeSettings
from wreckoning.table.notices.sending import (
    ChannelAddress,
    Letter,
    Outcome,
    begin_sending,
    send_all,
    understand,
)
from wreckoning.table.refusals import Busy, TooMany
from wreckoning.table.workers import beginning, end_pool

WITHIN = 10.0  # seconds for a service to answer
START = 20.0  # seconds more, for the process to start
IDLE = 600.0  # seconds until an unused process ends
MOST_WAITING = 4  # addresses to read and notices to try; what is due is always taken

log = structlog.get_logger("notices")


class Sender:
    """Starts the process when it is needed. `within` is the time for a service, in seconds."""

    def __init__(self, settings: NoticeSettings, within: float = WITHIN) -> None:
        self._private, self._within = settings.private, within
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._idle: asyncio.TimerHandle | None = None

    async def read(self, address: str) -> ChannelAddress:
        """Read an address; its kind is '' if it is none of ours. Raises TooMany or Busy."""
        self._check_room()
        found: ChannelAddress | None = await self._run(understand, address)
        if found is None:
            raise Busy("what sends notices does not answer; try again in a minute")
        return found

    async def try_one(self, letter: Letter) -> Outcome:
        """Send one that a person waits for. Raises TooMany."""
        self._check_room()
        return (await self.send([letter]))[0]

    def _check_room(self) -> None:
        if self._waiting >= MOST_WAITING:
            raise TooMany("too many notices at once; try again in a minute")

    async def send(self, letters: list[Letter]) -> list[Outcome]:
        """Send these, all at the same time."""
        found: list[Outcome] | None = await self._run(send_all, letters, self._within)
        if found is None:
            return [Outcome("no answer", unsure=True)] * len(letters)
        if any(outcome.unsure for outcome in found):
            self.close()  # what hangs there ends with its process
        return found

    async def _run(self, does: Callable[..., Any], *arguments: Any) -> Any:
        """Run it in the process. None if that does not answer."""
        self._waiting += 1
        try:
            async with self._turn:
                self._stay()
                done = asyncio.wrap_future(self._submit(does, *arguments))
                return await asyncio.wait_for(done, self._within + START)
        except (TimeoutError, BrokenProcessPool):
            log.error("the process that sends notices does not answer")
            self.close()
            return None
        finally:
            self._waiting -= 1

    def _submit(self, does: Callable[..., Any], *arguments: Any) -> Any:
        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, begin_sending, (self._private,))
        with beginning():
            return self._pool.submit(does, *arguments)

    def _stay(self) -> None:
        """End the process later than now."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self.close)

    def close(self) -> None:
        """End the process."""
        pool, self._pool = self._pool, None
        if self._idle is not None:
            self._idle.cancel()
        if pool is not None:
            end_pool(pool)
