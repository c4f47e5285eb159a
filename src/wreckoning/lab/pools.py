"""Races lots on the cores of this machine. (For a cluster: `cluster`.)"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from types import TracebackType

from wreckoning.core.compiling.compiled import compiled
from wreckoning.core.ruleset import Ruleset
from wreckoning.lab.lots import Lot, LotTask, play_lot
from wreckoning.lab.variants import Variant


class Cores:
    """Threads of this process: compiled races run outside Python's lock."""

    def __init__(self, ruleset: Ruleset, workers: int = 0) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(self._workers)
        self._running: dict[Future[Lot], LotTask] = {}
        self._done: deque[tuple[LotTask, Future[Lot]]] = deque()
        _ = compiled(ruleset).batch  # compiled once, before the cores share it

    def __enter__(self) -> Cores:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)

    @property
    def room(self) -> int:
        """Twice the cores, so that none has to wait for Python."""
        return 2 * self._workers

    def submit(self, variant: Variant, task: LotTask) -> None:
        """Start a lot."""
        future = self._threads.submit(play_lot, variant.ruleset, task, len(variant.drivers))
        self._running[future] = task

    def next_done(self) -> tuple[LotTask, Lot]:
        """Wait for a lot to finish."""
        if not self._done:
            done, _ = wait(self._running, return_when=FIRST_COMPLETED)
            self._done.extend((self._running.pop(future), future) for future in done)
        task, future = self._done.popleft()
        return task, future.result()
