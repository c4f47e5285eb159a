"""Python's collector runs while no client waits for an answer."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from wreckoning.server import tidying


class Knot:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.end = self


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Collect only by `tidy`, and soon."""
    monkeypatch.setattr(tidying, "QUIET", 0.02)
    monkeypatch.setattr(tidying, "PATIENCE", 0.2)
    monkeypatch.setattr(tidying, "IDLE", 0.1)
    gc.disable()
    yield
    gc.enable()


async def steps_until_gone(
    knot: weakref.ref[Knot], is_busy: bool, is_read: bool = False, most: int = 2000
) -> int:
    """The number of checks until it is freed, with or without constant activity.

    Where it `is_read` only, nothing is done at all.
    """
    done = 0
    tidying_up = asyncio.create_task(tidying.tidy(lambda: done))
    await asyncio.sleep(0.005)
    done += not is_read
    steps = 0
    while knot() is not None and steps < most:
        steps += 1
        done += is_busy
        await asyncio.sleep(0.005)
    tidying_up.cancel()
    return steps


def test_collector_runs_when_the_server_is_idle() -> None:
    knot = weakref.ref(Knot())
    assert 1 < asyncio.run(steps_until_gone(knot, is_busy=False)) < 2000


def test_collector_runs_after_a_long_busy_time() -> None:
    knot = weakref.ref(Knot())
    assert 2 < asyncio.run(steps_until_gone(knot, is_busy=True)) < 2000


def test_collector_runs_after_many_reads() -> None:
    """Nothing is changed at any table, and yet it is tidied in the end."""
    knot = weakref.ref(Knot())
    steps = asyncio.run(steps_until_gone(knot, is_busy=False, is_read=True))
    assert 2 < steps < 2000


def test_memory_is_given_back_after_a_table_was_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system is asked once, not again while nothing more is dropped."""
    given_back, left = [], [3, 2]
    monkeypatch.setattr(tidying, "give_back", lambda: given_back.append(list(left)))

    async def until_quiet() -> None:
        looks = 0

        def drop() -> int:
            nonlocal looks
            looks += 1
            return left.pop() if left else 0

        tidying_up = asyncio.create_task(tidying.tidy(lambda: 0, drop))
        while looks < 20:
            await asyncio.sleep(0.005)
        tidying_up.cancel()

    asyncio.run(until_quiet())
    assert given_back == [[]]


def test_giving_back_memory_works_on_any_system(monkeypatch: pytest.MonkeyPatch) -> None:
    tidying.give_back()
    monkeypatch.setattr("ctypes.CDLL", lambda _: object())  # it knows no `malloc_trim`
    tidying.give_back()
