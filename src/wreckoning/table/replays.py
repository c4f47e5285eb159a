"""Replays: a race drawn moment by moment takes seconds, so the latest asked for are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from wreckoning.table.game import Game
from wreckoning.table.lines import dump
from wreckoning.table.shows import replay_json

KEPT = 16


class Replays:
    """The latest replays, as JSON, by table and version. One is drawn at a time, in a thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def of(self, game: Game) -> bytes:
        """The race of a table that nobody changes meanwhile; it has begun."""
        key = game.id, game.version
        async with self._drawing:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(_drawn, game)
            self._kept.move_to_end(key)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def _drawn(game: Game) -> bytes:
    return dump(replay_json(game)).encode()
