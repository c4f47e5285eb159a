"""When memory is tidied: while nobody waits for an answer.

Races are large and hold no cycles. To look through the objects of a few thousand answers takes many
milliseconds, in which no table goes on. What dropped rooms held goes back to the system afterwards.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable

YOUNG = 2_000  # new objects, looked through at once: it takes two milliseconds
NEVER = 1_000_000_000
QUIET = 5.0  # seconds without a change at any table
IDLE = 60.0  # seconds; where nothing is changed people may still read
PATIENCE = 600.0  # seconds; where it is never quiet it is done all the same
THOROUGH = 20  # every so many times all objects are looked through


def begin() -> None:
    """From now on only the newest objects are looked through without being asked to."""
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def tidy(changes: Callable[[], int], drop: Callable[[], int] = lambda: 0) -> None:
    """Look for cycles whenever it is quiet, until cancelled.

    `changes` counts what was done. `drop` lets go of what nobody needs, and returns how much.
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
    """Return free memory to the system. Only glibc has to be asked; elsewhere nothing happens."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library; Windows
        return
    trim(0)
