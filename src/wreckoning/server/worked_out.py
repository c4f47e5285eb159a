"""Keeps what was worked out, by key. Several who ask for the same wait for the same work."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence


class Kept:
    """The latest results, each a few texts of bytes, together at most `most` bytes.

    The work for a result is cancelled when nobody waits for it any more.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.size = 0  # bytes of all results
        self._found: OrderedDict[Hashable, Sequence[bytes]] = OrderedDict()
        self._working: dict[Hashable, tuple[asyncio.Task[Sequence[bytes]], list[object]]] = {}

    async def get(
        self, key: Hashable, does: Callable[[], Awaitable[Sequence[bytes]]]
    ) -> Sequence[bytes]:
        """The result for a key, worked out once. Passes on what `does` raises."""
        if key in self._found:
            self._found.move_to_end(key)
            return self._found[key]
        if key not in self._working:
            self._working[key] = asyncio.create_task(self._work(key, does)), []
        task, waiting = self._working[key]
        me = object()
        waiting.append(me)
        try:
            return await asyncio.shield(task)
        finally:
            waiting.remove(me)
            if not waiting and not task.done():
                task.cancel()
                self._working.pop(key, None)

    async def _work(
        self, key: Hashable, does: Callable[[], Awaitable[Sequence[bytes]]]
    ) -> Sequence[bytes]:
        me = asyncio.current_task()
        try:
            found = await does()
        finally:
            if self._working.get(key, (None,))[0] is me:
                del self._working[key]
        self._keep(key, found)
        return found

    def _keep(self, key: Hashable, found: Sequence[bytes]) -> None:
        self.size += _size(found) - _size(self._found.pop(key, ()))
        self._found[key] = found
        while self.size > self._most:
            self.size -= _size(self._found.popitem(last=False)[1])


def _size(found: Sequence[bytes]) -> int:
    return sum(map(len, found))
