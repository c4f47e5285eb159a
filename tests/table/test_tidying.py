"""Python's collector waits until nobody waits for an answer."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from wreckoning.table import tidying


class Knot:
    """It holds itself."""

    def __init__(self) -> None:
        self.end = self


def test_it_is_tidied_once_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "QUIET", 0.02)
    done = 0

    async def go() -> None:
        nonlocal done
        gc.disable()
        tidying_up = asyncio.create_task(tidying.tidy(lambda: done))
        await asyncio.sleep(0.05)
        knot = weakref.ref(Knot())
        for _ in range(20):  # something is done all the time
            done += 1
            await asyncio.sleep(0.005)
        assert knot() is not None
        until = asyncio.get_running_loop().time() + 10
        while knot() is not None:
            assert asyncio.get_running_loop().time() < until
            await asyncio.sleep(0.01)
        tidying_up.cancel()

    try:
        asyncio.run(go())
    finally:
        gc.enable()
