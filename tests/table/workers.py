"""Workers without a process, for tests of what uses them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from wreckoning.server.workers.workers import Worker

T = TypeVar("T")


def no_set_up() -> None:
    """A thread needs none."""


class ThreadWorker(Worker):
    """A worker that is a thread of this process. When it is ended, its work goes on unheard."""

    def __init__(self) -> None:
        super().__init__(no_set_up)
        self._thread: ThreadPoolExecutor | None = None

    @property
    def is_running(self) -> bool:
        return self._thread is not None

    def submit(self, does: Callable[..., T], *given: Any) -> Future[T]:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1)
        return self._thread.submit(does, *given)

    def end(self, waits: bool = False) -> None:
        super().end(waits)
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.shutdown(waits, cancel_futures=True)


class AnsweredWorker(Worker):
    """A worker whose work the test answers: `answer` gets what is given, and returns its future."""

    def __init__(self, answer: Callable[..., Future[Any]]) -> None:
        super().__init__(no_set_up)
        self._answer = answer

    def submit(self, _: Callable[..., T], *given: Any) -> Future[T]:
        return self._answer(*given)
