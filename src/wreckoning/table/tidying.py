"""When Python's collector looks for cycles: while nobody waits for an answer.

Races are large and hold none. To look through the objects of a few thousand answers takes many
milliseconds, in which no table goes on.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

YOUNG = 2_000  # new objects, looked through at once: it takes two milliseconds
NEVER = 1_000_000_000
QUIET = 1.0  # seconds without a change at any table
THOROUGH = 20  # every so many times all objects are looked through


def begin() -> None:
    """From now on only the newest objects are looked through without being asked to."""
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def tidy(changes: Callable[[], int]) -> None:
    """Look for cycles whenever it is quiet, until cancelled. `changes` counts what was done."""
    done, times = -1, 0
    while True:
        before = changes()
        await asyncio.sleep(QUIET)
        if changes() == before != done:  # once for each time that something was done
            done, times = before, times + 1
            gc.collect(2 if times % THOROUGH == 0 else 1)
