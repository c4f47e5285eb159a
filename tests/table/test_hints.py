"""Hints: the chance to win with each option, at a practice table or where the host allows it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from tests.table.house import begin, make, run
from tests.table.serving import REQUESTS
from tests.table.sitting import Sitting
from tests.table.workers import AnsweredWorker

from wreckoning.analysis.win_chance import weigh
from wreckoning.core.asks import Ask
from wreckoning.core.errors import Illegal, NotYourTurn
from wreckoning.core.play.outlook import SeatOutlook
from wreckoning.server.live.bots import Thinking
from wreckoning.server.live.hints import Hints
from wreckoning.server.live.service import TableService
from wreckoning.server.workers.compiling import compile_search
from wreckoning.table.models import WantHint
from wreckoning.table.refusals import Forbidden, Stale, TooMany
from wreckoning.table.replies import Hint

RUSH: dict[str, Any] = {"ruleset": "rush", "course": "the_bullring", "dice": "fair"}
Weighed = list[tuple[float, float]]


class Here(Thinking):
    """Weighs in this process, where `holds` says when; each option is worse than the last."""

    def __init__(self, of: TableService) -> None:
        super().__init__(of.commands, workers=1)
        self.workers = [AnsweredWorker(self._answer)]
        self.is_compiled = True
        self.asked: list[SeatOutlook] = []
        self.holds: list[Future[Weighed]] | None = None

    def is_ready(self, ruleset: str) -> bool:
        return self.is_compiled

    def _answer(self, outlook: SeatOutlook, ask: Ask, _: float) -> Future[Weighed]:
        self.asked.append(outlook)
        found: Future[Weighed] = Future()
        if self.holds is None:
            count = len(ask.options)
            found.set_result([(0.5 / at, 0.01) for at in range(1, count + 1)])
        else:
            self.holds.append(found)
        return found


class At:
    """A table with hints, its race begun."""

    def __init__(self, of: TableService, made: dict[str, Any]) -> None:
        self.of, self.made = of, made
        self.thinks = Here(of)
        self.hints = Hints(of.commands, of.following, self.thinks)

    async def want(self, seat: int = 0, **other: Any) -> WantHint:
        live = await self.of.live_tables.get(self.made["id"])
        ask = next((a for a in live.table.waiting() if a.by == seat), None)
        given = {
            "request": next(REQUESTS),
            "token": self.made["seats"][seat]["token"],
            "version": live.table.version,
            "seat": seat,
            "ask": ask.question if ask else "gear",
        }
        return WantHint.model_validate({**given, **other})

    async def give(self, seat: int = 0, **other: Any) -> Any:
        return await self.hints.give(self.made["id"], await self.want(seat, **other))

    async def noted(self) -> list[Any]:
        live = await self.of.live_tables.get(self.made["id"])
        return list(live.table_message().hinted)


def at(folder: Path, does: Callable[[At], Awaitable[None]], *players: str, **options: Any) -> None:
    async def go(of: TableService) -> None:
        made = await make(of, *players, **{**RUSH, **options})
        await begin(of, made)
        await does(At(of, made))

    run(folder, go)


def test_a_hint_gives_each_options_chance_and_is_noted_once(tmp_path: Path) -> None:
    async def does(here: At) -> None:
        first = await here.give()
        assert first.state == "done"
        assert [one.chance for one in first.options][:2] == [0.5, 0.25]
        (outlook,) = here.thinks.asked
        assert (outlook.seat, {ask.by for ask in outlook.asks}) == (0, {0})
        (noted,) = await here.noted()
        assert noted.seat == 0
        await here.give()
        assert await here.noted() == [noted], "the same question"

    at(tmp_path, does, "mine", "rookie")


def test_nothing_is_noted_while_the_search_is_compiled(tmp_path: Path) -> None:
    async def does(here: At) -> None:
        here.thinks.is_compiled = False
        assert await here.give() == Hint("compiling", [])
        assert await here.noted() == []

    at(tmp_path, does, "mine", "rookie")


@pytest.mark.parametrize("allowed", [False, True])
def test_among_several_players_the_host_has_to_allow_hints(tmp_path: Path, allowed: bool) -> None:
    async def does(here: At) -> None:
        live = await here.of.live_tables.get(here.made["id"])
        seat = live.table.waiting()[0].by
        assert live.table_message().hints == allowed
        if allowed:
            assert (await here.give(seat)).state == "done"
        else:
            with pytest.raises(Illegal, match="the host has not allowed them"):
                await here.give(seat)
            assert await here.noted() == []

    at(tmp_path, does, "mine", "mine", hints=allowed)


def test_a_friend_may_still_come_to_an_open_seat() -> None:
    """So the waiting room does not promise hints that the host has not allowed."""
    assert Sitting("Ann", "Cid:rookie").game.allows_hints
    assert not Sitting("Ann", "open").game.allows_hints
    assert Sitting("Ann", "open", hints=True).game.allows_hints


def test_only_the_asked_player_gets_a_hint(tmp_path: Path) -> None:
    async def does(here: At) -> None:
        with pytest.raises(Forbidden):
            await here.give(token="x" * 24)
        with pytest.raises(Forbidden):
            await here.give(token=here.made["host"])
        with pytest.raises(Stale):
            await here.give(ask="ram", version=0)
        with pytest.raises(NotYourTurn):
            await here.give(ask="ram")

    at(tmp_path, does, "mine", "rookie")


def test_one_hint_at_a_time(tmp_path: Path) -> None:
    async def does(here: At) -> None:
        here.thinks.holds = []
        first = asyncio.create_task(here.give())
        while not here.thinks.holds:
            await asyncio.sleep(0.001)
        with pytest.raises(TooMany):
            await here.give()
        here.thinks.holds.pop().set_result([(0.5, 0.1)] * 40)
        first.cancel()

    at(tmp_path, does, "mine", "rookie")


def test_chances_are_worked_out_by_playouts_of_what_the_seat_knows(tmp_path: Path) -> None:
    compile_search("rush")  # unless it is

    async def does(here: At) -> None:
        await here.give()
        (outlook,) = here.thinks.asked
        found = weigh(outlook, outlook.asks[0], 0.2)
        assert len(found) == len(outlook.asks[0].options)
        assert all(0 < chance < 1 and 0 < error < 0.2 for chance, error in found)
        assert found != weigh(outlook, outlook.asks[0], 0.0), "fewer playouts"

    at(tmp_path, does, "mine", "rookie")
