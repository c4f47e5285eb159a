"""Replays are drawn once."""

from __future__ import annotations

import asyncio

import orjson
import pytest
from tests.table.sitting import Sitting

from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.live import replays
from wreckoning.table import messages
from wreckoning.table.racing import racing
from wreckoning.table.replies import RaceReplay
from wreckoning.table.table import Table


def test_replay_is_drawn_once_for_each_state_of_a_race(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []

    def draw(game: Table) -> RaceReplay:
        drawn.append(game.version)
        return messages.replay_json(game)

    monkeypatch.setattr(replays, "replay_json", draw)
    table = Sitting("Ann", "Bob:rookie").start()
    kept = replays.Replays(FairQueue("drawings"))

    async def ask() -> None:
        first = await asyncio.gather(*(kept.of(table.game) for _ in range(3)))
        assert len(set(first)) == len(drawn) == 1
        assert orjson.loads(first[0])["frames"][0]["number"] == 0
        asked = table.game.waiting()[0]
        table.answer("Ann", asked.names[0])
        assert await kept.of(table.game) != first[0]
        assert len(drawn) == 2

    asyncio.run(ask())


def test_cached_replays_take_little_memory() -> None:
    """Many replays of long races would be hundreds of MiB."""
    kept, table = replays.Replays(FairQueue("drawings")), Sitting("Ann", "Bob", dice="fair").start()
    for seat in table.game.settings.seats:
        racing(table.game).set_driver(seat, "rookie")
    racing(table.game).race_on()
    drawn = asyncio.run(kept.of(table.game))
    assert orjson.loads(drawn)["podium"]
    assert kept._kept.size < len(drawn) / 8


def test_replay_after_a_number_of_answers() -> None:
    kept, table = replays.Replays(FairQueue("drawings")), Sitting("Ann", "Bob", dice="fair").start()
    for seat in table.game.settings.seats:
        racing(table.game).set_driver(seat, "rookie")
    racing(table.game).race_on()

    async def numbers(after: int) -> list[int]:
        read = orjson.loads(await kept.of(table.game, after))
        return [frame["number"] for frame in read["frames"]]

    async def ask() -> None:
        whole = await numbers(0)
        middle = whole[len(whole) // 2]
        assert await numbers(middle) == [number for number in whole if number >= middle]
        assert await numbers(10**9) == whole[-1:]

    asyncio.run(ask())
