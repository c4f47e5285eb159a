"""Processes that work for a server: with lower priority, and ending with it.

Two kinds: work that a person waits for runs as a batch job, which never interrupts the server but
gets its fair share of a busy machine. Work that nobody waits for (the compiler) has a low priority.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import parent_process, resource_tracker
from multiprocessing.connection import wait
from threading import Lock, Thread

LONGEST_START = 1.0  # seconds
_BEGINNING = Lock()


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
    _BEGINNING.acquire(timeout=LONGEST_START)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once, whatever they do."""
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


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
