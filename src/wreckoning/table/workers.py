"""Processes that work for a server: they let it go first, and end with it.

Two kinds: what a person waits for runs as a batch job, which never interrupts the server but keeps
its fair share of a busy machine; what nobody waits for (the compiler) has a low priority.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from multiprocessing import parent_process, resource_tracker
from multiprocessing.connection import wait
from threading import Lock, Thread

LONGEST_START = 1.0  # seconds
_BEGINNING = Lock()


def begin_batch() -> None:
    """Begin a process that a person waits for."""
    if hasattr(os, "SCHED_BATCH"):  # Linux
        with contextlib.suppress(OSError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    end_with_parent()


def begin_background() -> None:
    """Begin a process that nobody waits for."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)
    end_with_parent()


def end_with_parent() -> None:
    """From now on this process ends as soon as the server is gone."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_with, args=[parent.sentinel], daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


@contextlib.contextmanager
def beginning() -> Iterator[None]:
    """Begin a process that ignores Ctrl+C, which is for the server alone."""
    with _BEGINNING, _no_signals():
        yield


def begin_no_more() -> None:
    """Wait until every process that is being begun has what it needs; then begin no other.

    A process whose server ends in between would complain of it.
    """
    _BEGINNING.acquire(timeout=LONGEST_START)


@contextlib.contextmanager
def _no_signals() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # it would let them through again when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
