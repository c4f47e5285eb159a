"""Long work at one table does not block others."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from tests.table.house import begin, make, run
from tests.table.serving import REQUESTS

from wreckoning.server.live import command_threads, commands
from wreckoning.server.live.clients import Client
from wreckoning.server.live.clocks import Clocks
from wreckoning.server.live.commands import apply
from wreckoning.server.live.menu_chances import Menus
from wreckoning.server.live.service import TableService
from wreckoning.table import lobby, models, next_race
from wreckoning.table.ids import TableId, shown_seat
from wreckoning.table.refusals import Busy, Stopping
from wreckoning.table.table import Table, TableChange

Made = dict[str, Any]


class Long:
    """A command that takes until it is told to end, as when bots drive on for long."""

    def __init__(self) -> None:
        self.begun, self.may_end = asyncio.Event(), threading.Event()
        self._loop = asyncio.get_running_loop()

    def __call__(self, _: Table) -> TableChange | None:
        self._loop.call_soon_threadsafe(self.begun.set)
        assert self.may_end.wait(20)
        return None


async def working(of: TableService, *made: Made) -> list[tuple[Long, asyncio.Task[Any]]]:
    """Run a long command at each of these tables."""
    found = []
    for one in made:
        long = Long()
        task = asyncio.create_task(of.commands.change(one["id"], next(REQUESTS), long))
        found.append((long, task))
    await asyncio.wait([asyncio.create_task(long.begun.wait()) for long, _ in found], timeout=1)
    return found


async def end(*under_way: tuple[Long, asyncio.Task[Any]]) -> None:
    for long, _ in under_way:
        long.may_end.set()
    await asyncio.gather(*(task for _, task in under_way))


def first_option(made: Made, live: Any) -> models.GiveAnswer:
    """Answer the first seat's question with the first option."""
    ask = next(ask for ask in live.table.waiting() if ask.by == 0)
    return models.GiveAnswer(
        request=next(REQUESTS),
        token=made["seats"][0]["token"],
        version=live.table.version,
        seat=shown_seat(ask),
        ask=ask.question,
        answer=ask.names[0],
    )


def test_long_move_does_not_block_other_tables(tmp_path: Path) -> None:
    """Who chats, answers or reads elsewhere is heard at once, however many bots drive on."""

    async def does(of: TableService) -> None:
        slow = [await make(of, "mine", "rookie") for _ in range(12)]
        other = await make(of, "mine", "rookie")
        await begin(of, other)
        under_way = await working(of, *slow)
        said = models.Chat(request=next(REQUESTS), token=other["host"], text="Hello")
        await of.do(other["id"], said)
        live = await of.live_tables.get(other["id"])
        await of.do(other["id"], first_option(other, live))
        assert await of.live_tables.read(of.store.version, other["id"]) == live.table.version
        assert not any(task.done() for _, task in under_way)
        await end(*under_way)

    run(tmp_path, does)


def test_answers_of_a_slow_game_run_in_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every table of that game, until many short ones have followed."""
    threads: list[str] = []

    def noted(game: Table, command: models.Command, address: str) -> TableChange:
        threads.append(threading.current_thread().name.split("_")[0])
        if len(threads) == 2:  # this one takes long
            until = time.thread_time() + 2 * command_threads.LONG
            while time.thread_time() < until:
                pass
        return apply(game, command, address)

    async def does(of: TableService) -> None:
        made = [await make(of, "mine", "rookie") for _ in range(3)]
        for one in made:
            await begin(of, one)
        monkeypatch.setattr(commands, "apply", noted)
        monkeypatch.setattr(command_threads, "FADES", 0.4)
        monkeypatch.setattr(command_threads, "LONG", 0.3)  # all others are shorter, however busy
        for one in (*made, made[0]):
            await of.do(one["id"], first_option(one, await of.live_tables.get(one["id"])))

    run(tmp_path, does)
    assert threads == ["MainThread", "MainThread", "mover", "MainThread"]


def test_chances_of_other_tables_come_during_a_long_move(tmp_path: Path) -> None:
    async def does(of: TableService) -> None:
        slow, other = [await make(of, "mine", "rookie") for _ in range(2)]
        menus, lines = Menus(), []
        of.broadcaster.listeners = [menus.request]
        for one in (slow, other):
            await begin(of, one)
            async with of.live_tables.hold(one["id"]) as live:
                line = Client((one["seats"][0]["token"],), (0,))
                live.clients.add(line)
                lines.append(line)
                of.broadcaster.send_menus(live, line)
        under_way = await working(of, slow)
        for one in (slow, other):
            menus.request(await of.live_tables.get(one["id"]))
        minding = asyncio.create_task(menus.work())
        told = [lambda line=line: line.last_full_menus is not None for line in lines]
        while not told[1]():
            await asyncio.sleep(0.05)
        assert not told[0]()
        await end(*under_way)
        while not told[0]():
            await asyncio.sleep(0.05)
        minding.cancel()
        menus.close()

    run(tmp_path, does)


def test_clocks_of_other_tables_run_during_a_long_move(tmp_path: Path) -> None:
    async def does(of: TableService) -> None:
        pace = {"pace": {"kind": "live", "seconds": 5}}
        slow, other = [await make(of, "mine", "rookie", **pace) for _ in range(2)]
        for one in (slow, other):
            await begin(of, one)
        now = of.clock()
        of.clock = lambda: now + 10
        under_way = await working(of, slow)
        watching = asyncio.create_task(Clocks(of).watch(0.01))
        live = await of.live_tables.get(other["id"])
        while live.table.settings.seats[0].driver != "absent":
            await asyncio.sleep(0.01)
        watching.cancel()
        await end(*under_way)

    run(tmp_path, does)


def test_fork_is_made_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []
    forked = next_race.forked

    def noted(game: Table, number: int, chance: lobby.Randomness, token: str = "") -> Table:
        threads.append(threading.current_thread().name.split("_")[0])
        return forked(game, number, chance, token)

    async def does(of: TableService) -> None:
        made = await make(of, "mine", "rookie")
        await begin(of, made)
        await of.do(made["id"], first_option(made, await of.live_tables.get(made["id"])))
        monkeypatch.setattr(next_race, "forked", noted)
        new = await of.fork(made["id"], 1, made["host"])
        assert (await of.live_tables.get(TableId(new.id))).table.settings.came_from == (
            made["id"],
            1,
        )

    run(tmp_path, does)
    assert threads == ["mover"]


def test_table_is_not_reloaded_while_it_changes(tmp_path: Path) -> None:
    """News may have been missed meanwhile, say: what is in memory then is what is stored."""

    async def does(of: TableService) -> None:
        made = await make(of, "mine", "rookie")
        await begin(of, made)
        long = Long()
        command = first_option(made, await of.live_tables.get(made["id"]))

        def answers(game: Table) -> TableChange:
            long(game)
            return apply(game, command)

        answering = asyncio.create_task(of.commands.change(made["id"], command.request, answers))
        await long.begun.wait()
        catching_up = asyncio.create_task(of.following.catch_up_all())
        await asyncio.sleep(0.05)
        looking = asyncio.create_task(of.live_tables.get(made["id"]))
        await asyncio.sleep(0.05)
        long.may_end.set()
        await asyncio.gather(answering, catching_up, looking)
        assert (
            (await of.live_tables.get(made["id"])).table.version
            == of.store.version(made["id"])
            == 2
        )

    run(tmp_path, does)


def test_stop_does_not_wait_for_a_long_move(tmp_path: Path) -> None:
    """The sender gets an error, also if it was not begun; the table is as it is stored."""

    async def does(of: TableService) -> None:
        made = [await make(of, "mine", "rookie") for _ in range((os.cpu_count() or 1) + 1)]
        live_tables = [await of.live_tables.get(one["id"]) for one in made]
        under_way = await working(of, *made)
        assert [long.begun.is_set() for long, _ in under_way].count(False) == 1
        gone = under_way[0][1]
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        of.close()
        for _, task in under_way[1:]:
            with pytest.raises(Stopping, match="the server stops"):
                await task
        with pytest.raises(Stopping):
            await begin(of, made[0])
        for long, _ in under_way:
            long.may_end.set()
        await asyncio.sleep(0.1)
        assert [long.begun.is_set() for long, _ in under_way].count(False) == 1
        for one, live in zip(made, live_tables, strict=True):
            assert await of.live_tables.get(one["id"]) is not live

    run(tmp_path, does)


def test_forgetting_an_old_table_keeps_the_reloaded_one(tmp_path: Path) -> None:
    async def does(of: TableService) -> None:
        made = await make(of, "mine", "rookie")
        old = await of.live_tables.get(made["id"])
        of.live_tables.forget(old)
        new = await of.live_tables.get(made["id"])
        of.live_tables.forget(old)
        assert await of.live_tables.get(made["id"]) is new is not old

    run(tmp_path, does)


def test_concurrent_loads_give_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the store did not answer the first who asked."""
    calls = 0

    async def does(of: TableService) -> None:
        made = await make(of, "mine", "rookie")
        of.live_tables.forget(await of.live_tables.get(made["id"]))
        load = of.store.load

        def hiccup(table: TableId) -> Any:
            nonlocal calls
            calls += 1
            time.sleep(0.1)
            if calls == 1:
                raise OperationalError("", None, Exception("not now"))
            return load(table)

        monkeypatch.setattr(of.store, "load", hiccup)
        first, second = (asyncio.create_task(of.live_tables.get(made["id"])) for _ in range(2))
        with pytest.raises(Busy):
            await first
        third = asyncio.create_task(of.live_tables.get(made["id"]))
        assert await second is await third is await of.live_tables.get(made["id"])

    run(tmp_path, does)
    assert calls == 3
