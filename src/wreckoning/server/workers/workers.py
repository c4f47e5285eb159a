"""Processes that work for a server: with lower priority, and ending with it.

Two kinds: work that a person waits for runs as a batch job, which never interrupts the server but
gets its fair share of a busy machine. Work that nobody waits for (the compiler) has a low priority.

    Worker          a process that does one piece of work after another
    LinkedProcess   a process with a line to it
    run_apart       a process for one piece of work

No other module of the server starts processes like these.

    WorkerError
     ├─ TookTooLong
     └─ ProcessEnded
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Event, Lock, Thread
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Line: TypeAlias = Connection  # between two processes
LONGEST_START = 1.0  # seconds
_BEGINNING = Lock()
_ENDING = Event()
_SPAWN = get_context("spawn")


class WorkerError(Exception):
    """A worker gave no result."""


class TookTooLong(WorkerError):
    """The work, with what came before it, took longer than it may. Its process was ended."""


class ProcessEnded(WorkerError):
    """The process ended before the work was done."""


class Worker:
    """A process that does one piece of work after another. `begin` sets it up.

    It starts with the first work, and again if it has ended meanwhile.
    """

    def __init__(self, begin: Callable[[], None]) -> None:
        self._begin = begin
        self._pool: ProcessPoolExecutor | None = None
        self._ends = 0  # how often it was ended
        self._is_closed = False

    @property
    def is_running(self) -> bool:
        """True if there is a process."""
        return self._pool is not None

    def submit(self, does: Callable[..., T], *given: Any) -> Future[T]:
        """Have this done after all earlier work."""
        try:
            return self._submit(does, *given)
        except BrokenProcessPool:
            self.end()
            return self._submit(does, *given)

    def _submit(self, does: Callable[..., T], *given: Any) -> Future[T]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, _SPAWN, self._begin)
        with beginning():
            return self._pool.submit(does, *given)

    async def run(self, does: Callable[..., T], *given: Any, longest: float | None = None) -> T:
        """Have this done within `longest` seconds. If other work ends the process, try again.

        Raises TookTooLong, or ProcessEnded if this work has ended it.
        """
        import asyncio  # here: processes that import this module start sooner without it

        while True:
            found = asyncio.wrap_future(self.submit(does, *given))
            ends = self._ends
            try:
                done, _ = await asyncio.wait([found], timeout=longest)
            finally:
                found.cancel()
            has_ended = found.cancelled() or isinstance(found.exception(), BrokenProcessPool)
            if done and not has_ended:
                return found.result()
            if self._ends == ends or self._is_closed:  # the running work is told first: it failed
                self.end()
                raise ProcessEnded if done else TookTooLong

    def end(self, waits: bool = False) -> None:
        """End the process at once, whatever it does. The next work starts another one."""
        self._ends += 1
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=waits, cancel_futures=True)

    def close(self) -> None:
        """End the process at once: the running work is no longer needed."""
        self._is_closed = True
        self.end(waits=True)


class LinkedProcess:
    """A process that runs `does(line, *given)`; `line` here is the other end."""

    def __init__(self, does: Callable[..., None], *given: Any) -> None:
        self.line, theirs = _SPAWN.Pipe()
        self._process = _start(does, theirs, *given)
        theirs.close()

    def end(self) -> None:
        """End it at once."""
        self._process.kill()

    def wait(self) -> None:
        """Wait until it has ended."""
        self._process.join()


def run_apart(does: Callable[..., None], *given: Any) -> int | None:
    """Run this in a process and wait for its end. Returns its exit code, 0 if all went well."""
    process = _start(does, *given)
    process.join()
    return process.exitcode


def _start(does: Callable[..., None], *given: Any) -> SpawnProcess:
    process = _SPAWN.Process(target=does, args=given, daemon=True)
    with beginning():
        process.start()
    return process


def begin_batch() -> None:
    """Set up a process with work that a person waits for."""
    if hasattr(os, "SCHED_BATCH"):  # Linux
        with contextlib.suppress(OSError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    end_with_parent()


def begin_background() -> None:
    """Set up a process with work that nobody waits for."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)
    end_with_parent()


def give_way() -> None:
    """Let this thread run only while nothing else wants to, from now on: no answer waits for it.

    For work with a time limit, whose result is worse if there was little time. On a machine that is
    always busy it would not be done at all.
    """
    if hasattr(os, "SCHED_IDLE"):  # Linux
        with contextlib.suppress(OSError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def end_with_parent() -> None:
    """End this process as soon as the server is gone."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_with, args=[parent.sentinel], daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


@contextlib.contextmanager
def beginning() -> Iterator[None]:
    """Start a process that ignores Ctrl+C, which only concerns the server."""
    with _BEGINNING, _no_signals():
        yield


def begin_no_more() -> None:
    """Wait until every starting process has what it needs, and start no other from then on.

    A process whose server ends in between would print errors.
    """
    _ENDING.set()
    _BEGINNING.acquire(timeout=LONGEST_START)


def is_ending() -> bool:
    """True if the server ends: a process that ends now has not failed."""
    return _ENDING.is_set()


def end_all() -> None:
    """End all processes at once, and start no other from then on."""
    begin_no_more()
    for process in active_children():
        process.kill()


@contextlib.contextmanager
def _no_signals() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # starting it would unblock the signals again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
