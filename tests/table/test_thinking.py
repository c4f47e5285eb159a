"""Searching bots decide in other processes: their questions stay open meanwhile."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from tests.plugins import installed
from tests.table.house import begin, make, run
from tests.table.sitting import Sitting
from tests.table.test_long_moves import first_option
from tests.table.workers import AnsweredWorker
from tests.toy.ruleset import seats

from wreckoning.core.asks import Answer, Ask
from wreckoning.core.match import Match
from wreckoning.core.ruleset import absent_policy, default_opponent, find_ruleset
from wreckoning.server.limits import VISITOR
from wreckoning.server.live import bots
from wreckoning.server.live.bots import TURN, Thinking
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.live.service import TableService
from wreckoning.server.workers import bot_worker
from wreckoning.server.workers.bot_worker import BotAnswer, ThoughtTask
from wreckoning.table.ids import TableId
from wreckoning.table.racing import thought

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
    change = thought(table.game, ask, ask.options[0])
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


Answers = Callable[[ThoughtTask], BotAnswer]


class Here(Thinking):
    """A bot in this process that takes the last option; `asked` are its questions."""

    def __init__(self, of: TableService) -> None:
        super().__init__(of.commands, workers=1)
        self.workers = [AnsweredWorker(self._answer)]
        of.broadcaster.listeners.append(self.request)
        self.asked: list[ThoughtTask] = []
        self.is_compiled = True
        self.answers: Answers = last
        self.holds: list[Future[BotAnswer]] | None = None

    def is_ready(self, ruleset: str) -> bool:
        return self.is_compiled

    def _answer(self, task: ThoughtTask) -> Future[BotAnswer]:
        self.asked.append(task)
        found: Future[BotAnswer] = Future()
        if self.holds is not None:
            self.holds.append(found)
        else:
            try:
                found.set_result(self.answers(task))
            except Exception as error:
                found.set_exception(error)
        return found


def last(task: ThoughtTask) -> BotAnswer:
    return BotAnswer(task.outlook.asks[0].options[-1])


def breaks(_task: ThoughtTask) -> BotAnswer:
    raise BrokenProcessPool


def fails(_task: ThoughtTask) -> BotAnswer:
    return BotAnswer(None, "of no use")


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """The lines of the log: another test may lead it elsewhere."""
    lines: list[dict[str, object]] = []

    class Noting:
        def warning(self, event: str, **more: object) -> None:
            lines.append({"event": event, **more})

    monkeypatch.setattr(bots, "log", Noting())
    return lines


@pytest.fixture
def advisers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The policies that were asked for advice, instead of the bot that has the seat."""
    found: list[str] = []
    advice = Match.advice

    def noting(match: Match, ask: Ask, policy: str = "") -> int:
        found.extend([policy] if policy else [])
        return advice(match, ask, policy)

    monkeypatch.setattr(Match, "advice", noting)
    return found


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
    monkeypatch.setattr(bots, "PATIENCE", 0.01)
    monkeypatch.setattr(bots, "PACE", 0.0)

    async def does(of: TableService) -> None:
        here = Here(of)
        here.holds = []  # nothing answers
        made = await make(of, "mine", "ace", **RUSH)
        await begin(of, made)
        await race_on(of, made, 30)
        assert [task.gives_way for task in here.asked[:3]] == [True, False, False]
        here.close()

    run(tmp_path, does)


def answers_of(live: LiveTable, seat: int) -> list[str]:
    match = live.table.match
    assert match is not None
    who = match.names[seat]
    return [e.name for e in match.entries if isinstance(e, Answer) and e.who == who]


def test_race_with_searching_bots_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "PACE", 0.0)

    async def does(of: TableService) -> None:
        here = Here(of)
        made = await make(of, "mine", "ace", **RUSH)
        await begin(of, made)
        answers = answers_of(await race_on(of, made, 8), 1)
        assert len(answers) > 3
        assert {task.bot for task in here.asked} == {"ace"}
        assert {task.outlook.seat for task in here.asked} == {1}
        assert {task.seconds for task in here.asked} == {TURN}
        assert answers == [task.outlook.asks[0].names[-1] for task in here.asked][: len(answers)]

    run(tmp_path, does)


def test_usual_opponent_answers_until_the_search_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, advisers: list[str]
) -> None:
    monkeypatch.setattr(bots, "PACE", 0.0)

    async def does(of: TableService) -> None:
        here = Here(of)
        here.is_compiled = False
        made = await make(of, "mine", "ace", **RUSH)
        await begin(of, made)
        assert len(answers_of(await race_on(of, made, 8), 1)) > 3
        assert here.asked == []
        assert set(advisers) == {default_opponent(find_ruleset("rush"))}

    run(tmp_path, does)


@pytest.mark.parametrize(
    ("answers", "why"), [(breaks, "its process has ended"), (fails, "of no use")]
)
def test_bot_that_fails_loses_the_rest_of_its_turn(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    advisers: list[str],
    logged: list[dict[str, object]],
    answers: Answers,
    why: str,
) -> None:
    """It is asked again in its next turn; until then the policy for absent players answers."""
    monkeypatch.setattr(bots, "PACE", 0.0)

    async def does(of: TableService) -> None:
        here = Here(of)
        here.answers = answers
        made = await make(of, "mine", "ace", **RUSH)
        await begin(of, made)
        given = answers_of(await race_on(of, made, 30), 1)
        turns = [task.outlook.turn for task in here.asked]
        assert 1 < len(turns) < len(given)
        assert len(set(turns)) == len(turns)
        assert set(advisers) == {absent_policy(find_ruleset("rush"))}
        lost = {"event": "a bot loses its turn", "table": made["id"], "bot": "ace", "seat": 2}
        assert logged == [{**lost, "why": why}] * len(turns)

    run(tmp_path, does)


@pytest.mark.parametrize("way", ["broken", "cancelled"])
def test_process_that_ends_costs_only_the_bot_that_ended_it_a_turn(
    tmp_path: Path, logged: list[dict[str, object]], way: str
) -> None:
    """Others that waited for the same process are asked again."""

    async def does(of: TableService) -> None:
        here = Here(of)
        here.holds = []
        await until_held(of, here, [await make(of, "mine", "ace", **RUSH) for _ in range(2)])
        guilty, other = here.asked
        first, second = here.holds
        first.set_exception(BrokenProcessPool())
        if way == "cancelled":  # it was not handed to the process yet
            await asyncio.sleep(0.05)
            second.cancel()
        else:
            second.set_exception(BrokenProcessPool())
        while other not in here.asked[2:]:
            await asyncio.sleep(0.01)
        assert [line["table"] for line in logged] == [guilty.table]
        here.close()

    run(tmp_path, does)


async def until_held(
    of: TableService, here: Here, tables: list[dict[str, Any]], before: int = 0
) -> None:
    """Start these races, and play them until each waits for its bot, after so many others."""
    for made in tables:
        await begin(of, made)
    while len(here.asked) < before + len(tables):
        for made in tables:
            live = await of.live_tables.get(made["id"])
            if live.table.waiting():
                await of.do(made["id"], first_option(made, live))
        await asyncio.sleep(0.01)


def test_late_answer_of_a_search_is_dropped(tmp_path: Path) -> None:
    async def does(of: TableService) -> None:
        here = Here(of)
        here.holds = []
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
            made["id"], "before-it", lambda table: thought(table, ask, ask.options[0])
        )
        assert live.table.match is not None
        before = len(live.table.match.entries)
        held = here.holds.pop()
        held.set_result(last(here.asked[-1]))
        while not here.holds and live.table.thinking():
            await asyncio.sleep(0.01)
        assert len(live.table.match.entries) == before
        here.close()

    run(tmp_path, does)


def test_veterans_decide_with_many_tables(tmp_path: Path, logged: list[dict[str, object]]) -> None:
    async def does(of: TableService) -> None:
        here = Here(of)
        here.holds = []
        many = range(bots.CROWD + 1)
        await until_held(of, here, [await make(of, "mine", "ace", **RUSH) for _ in many])
        assert [task.bot for task in here.asked] == [*["ace"] * bots.CROWD, "veteran"]
        assert {task.seconds for task in here.asked} == {TURN}
        here.close()

    run(tmp_path, does)
    assert [line["event"] for line in logged] == ["many bots think at once: veterans decide"]


def test_visitor_with_many_tables_leaves_others_their_bots(tmp_path: Path) -> None:
    """Of two visitors each has a share; nobody has one when very many wait."""

    async def does(of: TableService) -> None:
        here = Here(of)
        here.holds = []
        came = ["glutton"] * 5 + ["ann", "ann"] + [f"visitor {n}" for n in range(6)]
        for number, visitor in enumerate(came, 1):
            VISITOR.set(visitor)
            made = await make(of, "mine", "ace", **RUSH)
            before = len(here.asked)
            await until_held(of, here, [made], before)
            assert len(here.asked) == number
        driven = [task.bot for task in here.asked]
        assert driven[:7] == ["ace"] * 3 + ["veteran"] * 2 + ["ace", "veteran"]
        assert driven[7:] == ["ace"] * (bots.MOST - 7) + ["veteran"] * (13 - bots.MOST)
        here.close()

    run(tmp_path, does)


def test_veteran_that_is_a_policy_waits_for_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, advisers: list[str]
) -> None:
    monkeypatch.setattr(bots, "PACE", 0.0)
    monkeypatch.setattr(bots, "CROWD", 0)
    monkeypatch.setattr(bots, "MOST", 0)

    async def does(of: TableService) -> None:
        here = Here(of)
        made = await make(of, "mine", "ace", "ace")
        await begin(of, made)
        assert answers_of(await race_on(of, made, 3), 1)
        assert here.asked == []
        assert set(advisers) == {"veteran"}

    run(tmp_path, does)


# --- bots of other packages

MODULE = """
import os

class Leaper:
    def __init__(self, ruleset, seed): pass
    def choose(self, outlook, seconds): return outlook.asks[0].options[-1]

class Quitter(Leaper):
    def choose(self, outlook, seconds): os._exit(3)

def faulty(ruleset, seed): raise KeyError("no such thing")
def leaving(ruleset, seed): raise SystemExit("no more")
"""
TOY: dict[str, Any] = {"ruleset": "toy", "course": "dash", "dice": "fair"}


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / "bots_of_others.py").write_text(MODULE)
    monkeypatch.delitem(sys.modules, "bots_of_others", raising=False)
    made = {"leaper": "Leaper", "quitter": "Quitter", "faulty": "faulty", "leaving": "leaving"}
    points = [f"bot:toy.{name} = bots_of_others:{target}" for name, target in made.items()]
    with installed(folder, monkeypatch, *points, toy="tests.toy.ruleset:TOY"):
        yield


@pytest.mark.usefixtures("others")
def test_bots_of_other_packages_do_not_wait_for_the_search(tmp_path: Path) -> None:
    async def does(of: TableService) -> None:
        here = Here(of)
        here.is_compiled = False
        made = await make(of, "mine", "leaper", "ace", **TOY)
        await begin(of, made)
        await race_on(of, made, 1)
        assert {task.bot for task in here.asked} == {"leaper"}
        here.close()

    run(tmp_path, does)


@pytest.mark.parametrize(
    ("failure", "is_ready"),
    [(BrokenProcessPool(), True), (asyncio.CancelledError(), True), (MemoryError(), False)],
    ids=["ended", "cancelled", "out of memory"],
)
def test_search_is_ready_even_if_a_bot_ends_the_process_that_loads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException, is_ready: bool
) -> None:
    monkeypatch.setattr(bots, "wait_for_search", lambda _: asyncio.sleep(0))

    def fail(_: str) -> Future[None]:
        found: Future[None] = Future()
        if isinstance(failure, asyncio.CancelledError):
            found.cancel()
        else:
            found.set_exception(failure)
        return found

    async def does(of: TableService) -> None:
        loads = Thinking(of.commands)
        loads.workers = [AnsweredWorker(fail) for _ in range(2)]
        assert not loads.is_ready("rush")
        await asyncio.sleep(0.2)
        assert loads.is_ready("rush") == is_ready
        loads.close()

    run(tmp_path, does)


@pytest.mark.usefixtures("others")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("faulty", "bot 'faulty': cannot play: KeyError: 'no such thing'"),
        ("leaving", "SystemExit: no more"),
    ],
)
def test_bot_that_cannot_be_made_loses_its_turn(name: str, why: str) -> None:
    players = seats("person", name)
    toy = find_ruleset("toy")
    match = Match(toy, toy.load_course("mile"), players)
    task = ThoughtTask(TableId("t"), name, match.outlook(1), TURN, False)
    for _ in range(2):
        assert bot_worker.think(task) == BotAnswer(None, why)


@pytest.mark.slow
@pytest.mark.usefixtures("others")
def test_bot_that_ends_its_process_loses_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[dict[str, object]]
) -> None:
    """In a real process."""
    monkeypatch.setattr(bots, "PACE", 0.0)

    async def does(of: TableService) -> None:
        real = Thinking(of.commands, workers=1)
        monkeypatch.setattr(real, "is_ready", lambda _: True)
        of.broadcaster.listeners.append(real.request)
        made = await make(of, "mine", "quitter", **TOY)
        await begin(of, made)
        live = await race_on(of, made, 1)
        assert answers_of(live, 1)
        real.close()

    run(tmp_path, does)
    told = [(line["bot"], line["why"]) for line in logged]
    assert set(told) == {("quitter", "its process has ended")}


@pytest.mark.usefixtures("others")
def test_bot_whose_process_was_ended_while_idle_keeps_its_turn(tmp_path: Path) -> None:
    toy = find_ruleset("toy")
    match = Match(toy, toy.load_course("mile"), seats("person", "leaper"))
    task = ThoughtTask(TableId("t"), "leaper", match.outlook(1), TURN, False)

    async def does(of: TableService) -> None:
        real = Thinking(of.commands, workers=1)
        assert (await real._think(0, task)).option is not None
        assert isinstance(real.workers[0].submit(os._exit, 3).exception(60), BrokenProcessPool)
        assert await real._think(0, task) != BotAnswer(None, "its process has ended")
        real.close()

    run(tmp_path, does)
