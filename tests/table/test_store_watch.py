"""A store that never answers: each who asks is told soon, and one thread waits for it."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any, cast

from wreckoning.server.store.store_watch import NO_ANSWER, StoreWatch


def test_many_questions_about_a_store_that_hangs_cost_one_thread() -> None:
    answers, asked = threading.Event(), list[int]()

    def ping() -> None:
        asked.append(1)
        answers.wait(30)

    store: Any = SimpleNamespace(ping=ping, why_not_written=lambda: "", is_free=lambda: True)

    async def scene() -> None:
        watch = StoreWatch(cast("Any", store))
        assert await asyncio.gather(*(watch.why() for _ in range(50))) == [NO_ANSWER] * 50
        assert (await watch.why(), len(asked)) == (NO_ANSWER, 1)
        answers.set()
        while await watch.why():
            await asyncio.sleep(0.01)

    asyncio.run(scene())
