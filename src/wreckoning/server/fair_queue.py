"""Fair turns for work that visitors ask for: who asks for much waits behind themselves.

Each visitor has a queue of their own. A free place goes to the visitor whose last turn is longest
ago, not to the next request. Visitors are addresses (`limits.address_key`), people or tables: any
text.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import TypeVar

from wreckoning.table.refusals import TooMany

REMEMBERED = 1000  # visitors who had a turn

Turn = asyncio.Future[None]
T = TypeVar("T")


class FairQueue:
    """The turns of one kind of work, called `what` when one is refused.

    `at_once` pieces of work run at a time, of one visitor at most `share`. A visitor may have
    `each` more waiting, all visitors together `most`: beyond that the longest queue loses its
    newest request.
    """

    def __init__(
        self, what: str, *, at_once: int = 1, share: int = 1, each: int = 4, most: int = 64
    ) -> None:
        self._what, self._at_once, self._share = what, at_once, share
        self._each, self._most = each, most
        self._waiting: dict[str, deque[Turn]] = {}  # by visitor, the next one first
        self._running: Counter[str] = Counter()
        self._last: dict[str, int] = {}  # the number of the last turn, by visitor, the oldest first
        self._numbers = itertools.count(1)

    @property
    def waiting(self) -> int:
        """The number of requests that wait for their turn."""
        return sum(map(len, self._waiting.values()))

    @property
    def running(self) -> int:
        """The number of turns that are taken now."""
        return self._running.total()

    def check(self, visitor: str) -> None:
        """Raise TooMany if a request of this visitor would be refused now."""
        own = len(self._waiting.get(visitor, ()))
        longest = max(map(len, self._waiting.values()), default=0)
        if own >= self._each or (self.waiting >= self._most and own + 1 >= longest):
            raise self._refusal()

    @contextlib.asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it. Raises TooMany.

        A request that is cancelled while it waits leaves the queue.
        """
        await self._wait(visitor)
        try:
            yield
        finally:
            self._end(visitor)

    async def in_thread(self, visitor: str, does: Callable[..., T], *given: object) -> T:
        """Wait for a turn, and do this in a thread of the queue's own. Passes on what it raises.

        The turn lasts as long as the thread works, even if nobody waits for it any more.
        """
        await self._wait(visitor)
        work = asyncio.get_running_loop().run_in_executor(self._threads, partial(does, *given))

        def ended(work: asyncio.Future[T]) -> None:
            self._end(visitor)
            if not work.cancelled():
                work.exception()  # it is known, even if nobody waits

        work.add_done_callback(ended)
        return await asyncio.shield(work)

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._at_once, self._what.replace(" ", "_"))

    async def _wait(self, visitor: str) -> None:
        if self._waiting or not self._is_free(visitor):
            self.check(visitor)
            if self.waiting >= self._most:
                self._drop_one()
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(visitor, deque()).append(turn)
        self._give_turns()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._end(visitor)
            else:
                self._forget(visitor, turn)
            raise

    def _is_free(self, visitor: str) -> bool:
        return self.running < self._at_once and self._running[visitor] < self._share

    def _give_turns(self) -> None:
        """Give free places to the visitors whose last turn is longest ago."""
        while free := [*filter(self._is_free, self._waiting)]:
            visitor = min(free, key=lambda one: self._last.get(one, 0))
            turn = self._waiting[visitor][0]
            self._forget(visitor, turn)
            if not turn.done():
                self._running[visitor] += 1
                self._last.pop(visitor, None)
                self._last[visitor] = next(self._numbers)
                turn.set_result(None)
        while len(self._last) > REMEMBERED:
            del self._last[next(iter(self._last))]

    def _end(self, visitor: str) -> None:
        self._running[visitor] -= 1
        self._running += Counter()  # forget who holds none
        self._give_turns()

    def _drop_one(self) -> None:
        """Refuse the newest request of the longest queue."""
        longest = max(self._waiting, key=lambda one: len(self._waiting[one]))
        turn = self._waiting[longest][-1]
        self._forget(longest, turn)
        if not turn.done():
            turn.set_exception(self._refusal())

    def _forget(self, visitor: str, turn: Turn) -> None:
        queue = self._waiting.get(visitor, deque())
        with contextlib.suppress(ValueError):
            queue.remove(turn)
        if not queue:
            self._waiting.pop(visitor, None)

    def _refusal(self) -> TooMany:
        return TooMany(f"too many {self._what} at once; try again in a moment")
