"""Runs the garbage collector while no player waits for an answer.

Races are large and have no cycles. Collecting after a few thousand answers takes many milliseconds,
in which no table goes on. Afterwards the memory of dropped tables goes back to the system.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable

YOUNG = 2_000  # new objects that are collected at once: that takes two milliseconds
NEVER = 1_000_000_000
QUIET = 5.0  # seconds without a change at any table
IDLE = 60.0  # seconds; without changes people may still read
PATIENCE = 600.0  # seconds; on a server that is never quiet it runs anyway
THOROUGH = 20  # each time this often, all objects are checked


def begin() -> None:
    """Let the collector run by itself only for the newest objects."""
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def tidy(changes: Callable[[], int], drop: Callable[[], int] = lambda: 0) -> None:
    """Collect whenever it is quiet, until cancelled.

    `changes` returns the number of changes. `drop` frees what is not needed, and returns how much.
    """
    tidied_at, waited, times, dropped = changes(), 0.0, 0, 0
    while True:
        before = changes()
        await asyncio.sleep(QUIET)
        waited += QUIET
        dropped += drop()
        is_quiet = changes() == before and (before != tidied_at or waited >= IDLE)
        if is_quiet or waited >= PATIENCE:
            tidied_at, waited, times = changes(), 0.0, times + 1
            gc.collect(2 if times % THOROUGH == 0 else 1)
            if dropped:
                await asyncio.to_thread(give_back)
                dropped = 0


def give_back() -> None:
    """Return free memory to the system. Only glibc needs this; elsewhere it does nothing."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library; Windows
        return
    trim(0)
