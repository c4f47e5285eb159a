"""Searching bots decide in other processes: their questions stay open meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from tests.table.house import begin, make, run
from tests.table.sitting import Sitting
from tests.table.test_long_moves import first_option

from wreckoning.core.asks import Answer
from wreckoning.table import thinking
from wreckoning.table.bot_worker import BotAnswer, ThoughtTask
from wreckoning.table.live_table import LiveTable
from wreckoning.table.service import TableService
from wreckoning.table.thinking import QUICK_TURN, TURN, Thinking

RUSH: dict[str, Any] = {"ruleset": "rush", "course": "the_bullring", "dice": "fair"}


def race_of(*players: str) -> Sitting:
    return Sitting(*players, **RUSH).start()


def test_table_waits_for_a_searching_bot() -> None:
    table = race_of("Ann", "Bolt:ace")
    while not table.game.thinking():
        (ask,) = table.game.waiting()
        table.answer("Ann", ask.names[0])
    ((ask, name),) = table.game.thinking()
    assert (ask.who, name) == ("Bolt", "ace")
    assert table.game.waiting() == []
    before = len(table.match.entries)
    change = table.game.thought(ask, ask.options[0])
    assert (change.kind, change.who, change.keep) == ("think", "Bolt", before)
    assert change.entries[0]["answer"] == ask.names[0]


def test_seat_handed_to_a_searching_bot_is_searched_for() -> None:
    table = race_of("Ann", "Bob")
    ask = table.game.waiting()[0]
    token = table.token(ask.who)
    table.do("hand_over", token, seat=ask.by, player="ace")
    assert [(one.who, name) for one, name in table.game.thinking()] == [(ask.who, "ace")]
    table.do("take_back", token, seat=ask.by)
    assert table.game.thinking() == []


class Here(Thinking):
    """A bot in this process that takes the last option; `asked` are its questions."""

    def __init__(self, of: TableService) -> None:
        super().__init__(of.commands, workers=1)
        self.asked: list[ThoughtTask] = []
        self.breaks, self.is_compiled = False, True
        self.holds: list[Callable[[], None]] | None = None

    def is_ready(self, ruleset: str) -> bool:
        return self.is_compiled

    def _submit(self, number: int, does: Callable[..., Any], *arguments: Any) -> Any:
        (task,) = arguments
        self.asked.append(task)
        found: Future[BotAnswer] = Future()
        if self.breaks:
            found.set_exception(BrokenProcessPool())
        elif self.holds is not None:
            self.holds.append(lambda: found.set_result(last(task)))
        else:
            found.set_result(last(task))
        return found


def last(task: ThoughtTask) -> BotAnswer:
    return BotAnswer(task.outlook.asks[0].options[-1])


async def until_asked(of: TableService, made: dict[str, Any], seat: int = 0) -> LiveTable:
    """Wait until the player is asked, or the race is over."""
    while True:
        live = await of.live_tables.get(made["id"])
        if any(ask.by == seat for ask in live.table.waiting()) or live.table.state != "running":
            return live
        await asyncio.sleep(0.01)


async def race_on(of: TableService, made: dict[str, Any], answers: int) -> LiveTable:
    """Let the player answer a number of times."""
    for _ in range(answers):
        live = await until_asked(of, made)
        await of.do(made["id"], first_option(made, live))
    return await until_asked(of, made)


def test_bots_give_way_unless_that_takes_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that is always busy a thought would never end: they take their part then."""
    monkeypatch.setattr(thinking, "PATIENCE", 0.01)
    monkeypatch.setattr(thinking, "PACE", 0.0)

    async def does(of: TableService) -> None:
        here = Here(of)
        here.holds = []  # nothing answers
        of.broadcaster.listeners.append(here.request)
        made = await make(of, "mine", "ace", **RUSH)
        await begin(of, made)
        await race_on(of, made, 8)
        assert [task.gives_way for task in here.asked[:3]] == [True, False, False]
        here.close()

    run(tmp_path, does)


@pytest.mark.parametrize("way", ["thinks", "breaks", "is not compiled"])
def test_race_with_searching_bots_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """If their process fails, or the search is not compiled yet, the usual opponent answers."""
    monkeypatch.setattr(thinking, "PACE", 0.0)

    async def does(of: TableService) -> None:
        here = Here(of)
        here.breaks, here.is_compiled = way == "breaks", way != "is not compiled"
        of.broadcaster.listeners.append(here.request)
        made = await make(of, "mine", "ace", **RUSH)
        await begin(of, made)
        live = await race_on(of, made, 8)
        match = live.table.match
        assert match is not None
        bolt = match.names[1]
        answers = [e.name for e in match.entries if isinstance(e, Answer) and e.who == bolt]
        assert len(answers) > 3
        if way == "is not compiled":
            assert here.asked == []
            return
        assert {task.bot for task in here.asked} == {"ace"}
        assert {task.outlook.seat for task in here.asked} == {1}
        assert {task.seconds for task in here.asked} == {TURN}
        taken = [task.outlook.asks[0].names[-1] for task in here.asked]
        assert (answers == taken[: len(answers)]) == (way == "thinks")

    run(tmp_path, does)


def test_late_answer_of_a_search_is_dropped(tmp_path: Path) -> None:
    async def does(of: TableService) -> None:
        here = Here(of)
        here.holds = []
        of.broadcaster.listeners.append(here.request)
        made = await make(of, "mine", "ace", **RUSH)
        await begin(of, made)
        while not here.holds:
            live = await of.live_tables.get(made["id"])
            if live.table.waiting():
                await of.do(made["id"], first_option(made, live))
            await asyncio.sleep(0.01)
        live = await of.live_tables.get(made["id"])
        ((ask, _),) = live.table.thinking()
        await of.commands.change(  # as another process of the server may have done
            made["id"], "before-it", lambda table: table.thought(ask, ask.options[0])
        )
        assert live.table.match is not None
        before = len(live.table.match.entries)
        here.holds.pop()()
        while not here.holds and live.table.thinking():
            await asyncio.sleep(0.01)
        assert len(live.table.match.entries) == before
        here.close()

    run(tmp_path, does)


def test_searches_are_shorter_with_many_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[str] = []

    class Noting:
        def warning(self, event: str, **_: object) -> None:
            logged.append(event)

    monkeypatch.setattr(thinking, "log", Noting())  # another test may lead the log elsewhere

    async def does(of: TableService) -> None:
        here = Here(of)
        here.holds = []
        of.broadcaster.listeners.append(here.request)
        tables = [await make(of, "mine", "ace", **RUSH) for _ in range(thinking.CROWD + 1)]
        for made in tables:
            await begin(of, made)
        while len(here.asked) < len(tables):
            for made in tables:
                live = await of.live_tables.get(made["id"])
                if live.table.waiting():
                    await of.do(made["id"], first_option(made, live))
            await asyncio.sleep(0.01)
        assert sorted(task.seconds for task in here.asked) == [QUICK_TURN, *[TURN] * 3]
        here.close()

    run(tmp_path, does)
    assert any("many bots think at once" in event for event in logged)
