"""Threads for long work: bots that drive on for minutes do not keep other tables waiting."""

from __future__ import annotations

import asyncio
import os
import time
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from wreckoning.table.refusals import Stopping
from wreckoning.table.table import Table, TableChange

LONG = 0.03  # seconds of work; games with longer answers use threads
FADES = 0.99  # what stays of the longest answer with each shorter one
SLOW = 0.1  # seconds; games with slower answers should use compiled bots
SLOW_EACH = 0.002  # seconds for each of many answers; more than that is slow

T = TypeVar("T")
Job = tuple[Callable[[], Any], "Future[Any]"]


class CommandThreads:
    """Threads for commands, separate from those that read the store: no reader waits for bots.

    Unlike those of a ThreadPoolExecutor, a process that ends does not wait for them. Their work is
    either stored later, by other threads, or lost. `on_slow` is called with games whose answers
    take very long, from any thread.
    """

    def __init__(self) -> None:
        self.on_slow: Callable[[str], None] = lambda ruleset: None
        self._toil: dict[str, float] = {}  # the longest recent answer, by ruleset
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._end = weakref.finalize(self, self._jobs.put, None)
        self._threads = 0
        self._under_way: set[asyncio.Future[Any]] = set()

    def close(self) -> None:
        """Stop waiting for running and for queued work."""
        self._end()
        for working in self._under_way:
            working.cancel()

    def _is_closed(self) -> bool:
        return not self._end.alive

    async def in_thread(self, does: Callable[[], T]) -> T:
        """Run a function that may take long, without the store. Raises Stopping at the end."""
        if self._is_closed():
            raise Stopping
        future: Future[T] = Future()
        working = asyncio.wrap_future(future)
        self._under_way.add(working)
        self._jobs.put((does, future))
        self._add_thread()
        try:
            return await working
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self._is_closed() and not (task and task.cancelling()):
                raise Stopping from None
            raise
        finally:
            self._under_way.discard(working)

    def _add_thread(self) -> None:
        if self._threads < (os.cpu_count() or 1):
            self._threads += 1
            name = f"mover_{self._threads}"
            Thread(target=_work_on, args=[self._jobs], name=name, daemon=True).start()

    async def carry_out(
        self, table: Table, does: Callable[[Table], TableChange | None], is_short: bool
    ) -> TableChange | None:
        """Do something at a table: in a thread, unless it `is_short` and short in this game.

        Passes on what it raises. Raises Stopping if it may go on although nobody waits for it.
        """
        is_long = not is_short or self._toil.get(table.settings.ruleset, 0) > LONG
        if is_long:
            return await self.in_thread(lambda: self._measured(table, does, is_short))
        return self._measured(table, does, is_short)

    def _measured(
        self, table: Table, does: Callable[[Table], TableChange | None], is_short: bool
    ) -> TableChange | None:
        """Do it, and measure how long it takes."""
        began, before = time.thread_time(), _answers(table)
        ruleset = table.settings.ruleset
        try:
            return does(table)
        finally:
            took = time.thread_time() - began
            if is_short:
                self._toil[ruleset] = max(took, FADES * self._toil.get(ruleset, 0))
            if took > max(SLOW, SLOW_EACH * (_answers(table) - before)):
                self.on_slow(ruleset)


def _answers(table: Table) -> int:
    return len(table.match.entries) if table.match else 0


def _work_on(jobs: SimpleQueue[Job | None]) -> None:
    """Do one job after another, until the end of the queue."""
    while (job := jobs.get()) is not None:
        does, future = job
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(does())
            except BaseException as error:
                future.set_exception(error)
        del job, does, future  # so that the table is not kept until the next job
    jobs.put(None)  # for the other threads
