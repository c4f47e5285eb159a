"""Fair turns: who asks for much waits behind themselves, and delays nobody else."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wreckoning.server.fair_queue import FairQueue
from wreckoning.table.refusals import TooMany


class Hall:
    """Visitors at a queue. Work goes on until it is told to end."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.begun: list[str] = []
        self.refused: list[str] = []
        self.at_work: dict[str, list[asyncio.Event]] = {}
        self.most = Counter[str]()
        self.tasks: list[asyncio.Task[None]] = []

    async def _work(self, visitor: str) -> None:
        try:
            async with self.queue.turn(visitor):
                self.begun.append(visitor)
                end = asyncio.Event()
                own = self.at_work.setdefault(visitor, [])
                own.append(end)
                self.most[visitor] = max(self.most[visitor], len(own))
                self.most["all"] = max(self.most["all"], sum(map(len, self.at_work.values())))
                try:
                    await end.wait()
                finally:
                    own.remove(end)
        except TooMany:
            self.refused.append(visitor)

    async def ask(self, visitor: str) -> asyncio.Task[None]:
        task = asyncio.create_task(self._work(visitor))
        self.tasks.append(task)
        await settle()
        return task

    async def end_one(self, visitor: str = "") -> None:
        """End the oldest work of this visitor, or of anybody."""
        for name, ends in self.at_work.items():
            if ends and visitor in ("", name):
                ends[0].set()
                break
        await settle()

    async def end_all(self) -> None:
        while any(self.at_work.values()):
            await self.end_one()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def settle() -> None:
    for _ in range(4):
        await asyncio.sleep(0)


def test_a_newcomer_comes_before_the_second_request_of_another() -> None:
    async def scene() -> None:
        hall = Hall(FairQueue("reviews", each=16))
        for visitor in ["glutton"] * 17 + ["ann", "ben"]:
            await hall.ask(visitor)
        for _ in range(3):
            await hall.end_one()
        assert hall.begun == ["glutton", "ann", "ben", "glutton"]
        assert not hall.refused
        await hall.end_all()

    asyncio.run(scene())


def test_one_visitor_never_holds_all_places() -> None:
    async def scene() -> None:
        hall = Hall(FairQueue("imports", at_once=3, share=2))
        for visitor in ["glutton"] * 4 + ["ann"]:
            await hall.ask(visitor)
        assert hall.begun == ["glutton", "glutton", "ann"]
        await hall.end_all()

    asyncio.run(scene())


def test_a_full_hall_refuses_the_longest_queue_and_no_newcomer() -> None:
    async def scene() -> None:
        hall = Hall(FairQueue("hints", each=4, most=6))
        for visitor in ["a"] * 5 + ["b"] * 2 + ["c"]:
            await hall.ask(visitor)
        assert hall.refused == ["a"]
        await hall.ask("a")
        assert hall.refused == ["a", "a"]  # it has the longest queue itself
        with pytest.raises(TooMany, match="too many hints at once"):
            hall.queue.check("a")
        hall.queue.check("d")
        await hall.end_all()
        assert Counter(hall.begun) == {"a": 4, "b": 2, "c": 1}

    asyncio.run(scene())


def test_a_request_that_is_cancelled_gives_its_place_back() -> None:
    """While they wait, at the moment when their turn comes, and at work."""

    async def scene() -> None:
        queue = FairQueue("reviews")
        hall = Hall(queue)
        first, second, third = [await hall.ask(name) for name in ("ann", "ben", "cid")]
        second.cancel()
        await settle()
        assert queue.waiting == 1
        hall.at_work["ann"][0].set()
        await asyncio.sleep(0)
        third.cancel()  # before it knows that it is its turn
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert (queue.running, queue.waiting) == (0, 0)
        last = await hall.ask("dot")
        last.cancel()
        await settle()
        assert (queue.running, queue.waiting, hall.begun[-1]) == (0, 0, "dot")

    asyncio.run(scene())


def test_a_thread_keeps_its_turn_when_nobody_waits_for_it() -> None:
    """Else a client that comes and goes would begin one after another."""

    async def scene() -> None:
        queue, go_on, begun = FairQueue("drawings"), threading.Event(), list[str]()

        def draw(what: str) -> str:
            begun.append(what)
            go_on.wait(30)
            return what

        async def ask(what: str) -> str:
            return await queue.in_thread("ann", draw, what)

        first, second = asyncio.create_task(ask("a")), asyncio.create_task(ask("b"))
        while not begun:
            await asyncio.sleep(0.01)
        first.cancel()
        await asyncio.sleep(0.05)
        assert (begun, queue.running, queue.waiting) == (["a"], 1, 1)
        go_on.set()
        assert await second == "b"
        assert (queue.running, queue.waiting) == (0, 0)

    asyncio.run(scene())


@given(
    at_once=st.integers(1, 3),
    share=st.integers(1, 3),
    each=st.integers(1, 3),
    most=st.integers(1, 6),
    deeds=st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["ask", "end", "leave"]))),
)
def test_bounds_hold_and_nothing_gets_stuck(
    at_once: int, share: int, each: int, most: int, deeds: list[tuple[str, str]]
) -> None:
    async def scene() -> None:
        queue = FairQueue("works", at_once=at_once, share=share, each=each, most=most)
        hall, left = Hall(queue), 0
        for visitor, deed in deeds:
            if deed == "ask":
                await hall.ask(visitor)
            elif deed == "end":
                await hall.end_one(visitor)
            elif hall.tasks:
                left += hall.tasks[-1].cancel()
                await settle()
            assert queue.waiting <= most
        await hall.end_all()
        assert (queue.running, queue.waiting) == (0, 0)
        assert hall.most["all"] <= at_once
        assert all(hall.most[visitor] <= share for visitor in "abcd")
        assert len(hall.begun) + len(hall.refused) + left >= len(hall.tasks)

    asyncio.run(scene())
