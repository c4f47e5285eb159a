"""Replays: drawing a race moment by moment takes seconds, so the latest ones are kept.

As JSON they are up to 25 MiB long; compressed, a fifteenth of that.
"""

from __future__ import annotations

import zlib

import orjson

from wreckoning.server.encoding import dump
from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.limits import VISITOR
from wreckoning.server.worked_out import Kept
from wreckoning.table.messages import replay_json
from wreckoning.table.table import Table

KEPT = 48 * 2**20  # bytes


class Replays:
    """The latest replays, compressed, by table and version."""

    def __init__(self, drawing: FairQueue) -> None:
        self._kept, self._drawing = Kept(KEPT), drawing

    async def of(self, table: Table, after: int = 0) -> bytes:
        """The replay of a table's race as JSON. The race has begun, and the table must not change.

        It begins with the last moment that is not later than `after` answers.
        """
        visitor = VISITOR.get()

        async def draw() -> list[bytes]:
            return [await self._drawing.in_thread(visitor, _drawn, table)]

        (kept,) = await self._kept.get((table.id, table.version), draw)
        return await self._drawing.in_thread(visitor, _unpacked, kept, after)


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
