"""Replays: drawing a race moment by moment takes seconds, so the latest ones are kept.

As JSON they are up to 25 MiB long; compressed, a fifteenth of that.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict

import orjson

from wreckoning.table.clients import dump
from wreckoning.table.messages import replay_json
from wreckoning.table.table import Table

KEPT = 16


class Replays:
    """The latest replays, compressed, by table and version. One is drawn at a time, in a thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def of(self, table: Table, after: int = 0) -> bytes:
        """The replay of a table's race as JSON. The race has begun, and the table must not change.

        It begins with the last moment that is not later than `after` answers.
        """
        key = table.id, table.version
        async with self._drawing:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(_drawn, table)
            self._kept.move_to_end(key)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            kept = self._kept[key]
        return await asyncio.to_thread(_unpacked, kept, after)


def _unpacked(kept: bytes, after: int) -> bytes:
    race = zlib.decompress(kept)
    if not after:
        return race
    read = orjson.loads(race)
    frames = read["frames"]
    first = max((at for at, frame in enumerate(frames) if frame["number"] <= after), default=0)
    return orjson.dumps({**read, "frames": frames[first:]})


def _drawn(table: Table) -> bytes:
    return zlib.compress(dump(replay_json(table)).encode(), 1)
