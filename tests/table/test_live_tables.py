"""Tables in memory, and work outside the event loop so that all tables go on."""

from __future__ import annotations

import asyncio
import errno
import gc
import sys
import threading
import weakref
from collections.abc import Awaitable
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, NoReturn, TypeVar
from unittest import mock

import pytest
from fastapi import WebSocketDisconnect
from structlog.testing import capture_logs
from tests.table.house import answer, begin, finish, make, run
from tests.table.workers import AnsweredWorker, ThreadWorker

from wreckoning.core.match import Match
from wreckoning.core.ruleset import find_ruleset
from wreckoning.server.http.routes.common import Serving
from wreckoning.server.http.routes.live import LiveConnection
from wreckoning.server.limits import Limits
from wreckoning.server.live import live_table as room_module
from wreckoning.server.live import live_tables, menu_chances
from wreckoning.server.live.clients import Client
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.live.service import TableService
from wreckoning.server.metrics import METRICS
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.store.store import Store
from wreckoning.server.workers import menu_worker
from wreckoning.table import models
from wreckoning.table.ids import ShownSeat, TableVersion
from wreckoning.table.refusals import Busy
from wreckoning.table.replies import Result
from wreckoning.table.table import Table

Made = dict[str, Any]
T = TypeVar("T")
QUIETLY = {"why": "quiet"}


async def visited(of: TableService, count: int) -> list[Made]:
    """This many tables with a client each."""
    made = [await make(of, "mine", "rookie") for _ in range(count)]
    for one in made:
        (await of.live_tables.get(one["id"])).clients.add(Client())
    return made


# --- how many


def test_table_beyond_the_memory_limit_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if every table in memory has clients: none is disconnected."""
    monkeypatch.setattr(live_tables, "IN_MEMORY", 3)

    async def does(of: TableService) -> None:
        full = await visited(of, 3)
        practice = await make(of, "mine", "rookie", practice=True)
        assert of.store.version(practice["id"]) == 1
        (await of.live_tables.get(practice["id"])).clients.add(Client())
        other = await make(of, "mine", "rookie")
        async with of.live_tables.hold(other["id"]) as live:
            assert live.table.id == other["id"]
        await begin(of, other)
        assert of.store.version(other["id"]) == 1
        assert [one["id"] for one in full] == [live.table.id for live in of.live_tables.all()][:3]

    run(tmp_path, does)


def test_empty_tables_are_dropped_to_free_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As soon as people have gone, no more are in memory than are kept; the latest used stay."""
    monkeypatch.setattr(live_tables, "IN_MEMORY", 3)

    async def does(of: TableService) -> None:
        made = await visited(of, 5)
        assert len(of.live_tables.all()) == 5
        for one in made[:4]:
            (await of.live_tables.get(one["id"])).clients.clear()
        await of.live_tables.get(made[0]["id"])
        new = await make(of, "mine", "rookie")
        kept = [live.table.id for live in of.live_tables.all()]
        assert kept == [made[4]["id"], made[0]["id"], new["id"]]

    run(tmp_path, does)


# --- for how long, and how much of it


async def looked_at(of: TableService, made: Made) -> LiveTable:
    """A table that a client has looked at: its log and its board are drawn."""
    live = await of.live_tables.get(made["id"])
    live.state([])
    return live


def in_memory(of: TableService) -> list[str]:
    return [live.table.id for live in of.live_tables.all()]


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_quiet_table_is_dropped_sooner_after_its_race(tmp_path: Path) -> None:
    async def does(of: TableService) -> None:
        of.live_tables.clock = clock = Clock()
        over, running, waiting = [await make(of, "mine", "rookie") for _ in range(3)]
        await begin(of, over)
        await begin(of, running)
        await finish(of, over)
        everyone = [over["id"], running["id"], waiting["id"]]
        assert sorted(in_memory(of)) == sorted(everyone)
        clock.now += live_tables.QUIET_ENDED - 1
        assert of.live_tables.drop_quiet() == 0
        clock.now += 1
        assert of.live_tables.drop_quiet() == 1
        assert sorted(in_memory(of)) == sorted([running["id"], waiting["id"]])
        clock.now += live_tables.QUIET - live_tables.QUIET_ENDED - 1
        await of.live_tables.get(waiting["id"])  # a client looks at it
        clock.now += 1
        assert of.live_tables.drop_quiet() == 1
        assert in_memory(of) == [waiting["id"]]

    run(tmp_path, does)


def test_no_table_is_dropped_while_used(tmp_path: Path) -> None:
    """The time counts from when the last one left, and from the end of what was done."""

    async def does(of: TableService) -> None:
        of.live_tables.clock = clock = Clock()
        watched, worked_at = [await make(of, "mine", "rookie") for _ in range(2)]
        line, live = Client(), await of.live_tables.get(watched["id"])
        live.clients.add(line)
        async with of.live_tables.hold(worked_at["id"]):
            for _ in range(3):
                clock.now += live_tables.QUIET
                assert of.live_tables.drop_quiet() == 0
        live.drop([line])
        clock.now += live_tables.QUIET - 1
        assert of.live_tables.drop_quiet() == 0
        clock.now += 1
        assert of.live_tables.drop_quiet() == 2

    run(tmp_path, does)


def test_empty_tables_together_stay_within_the_memory_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those unused for longest go first, as soon as others need the memory, or have grown."""

    async def does(of: TableService) -> None:
        made = [await make(of, "mine", "rookie") for _ in range(4)]
        first, second, third, visited = made
        (await of.live_tables.get(visited["id"])).clients.add(Client())
        await of.live_tables.get(first["id"])
        monkeypatch.setattr(live_tables, "UNUSED", 2 * (await of.live_tables.get(first["id"])).size)
        assert of.live_tables.drop_quiet() == 1
        assert in_memory(of) == [third["id"], visited["id"], first["id"]]
        new = await make(of, "mine", "rookie")
        assert in_memory(of) == [third["id"], visited["id"], first["id"], new["id"]]
        await of.live_tables.get(second["id"])
        assert in_memory(of) == [visited["id"], first["id"], new["id"], second["id"]]
        await begin(of, new)  # now it holds a race
        assert of.live_tables.drop_quiet() == 3
        assert in_memory(of) == [visited["id"]]

    run(tmp_path, does)


def test_recently_left_table_is_not_dropped_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long ago it was last asked for: its clients stayed."""

    async def does(of: TableService) -> None:
        of.live_tables.clock = clock = Clock()
        watched, line = await make(of, "mine", "rookie"), Client()
        live = await of.live_tables.get(watched["id"])
        live.clients.add(line)
        clock.now += 10
        await make(of, "mine", "rookie")
        clock.now += 10
        of.live_tables.drop_quiet()
        live.drop([line])
        monkeypatch.setattr(live_tables, "UNUSED", live.size)
        assert of.live_tables.drop_quiet() == 1
        assert in_memory(of) == [watched["id"]]

    run(tmp_path, does)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["rtd", "rush", "kart"])
def test_memory_estimate_of_a_table_is_close(tmp_path: Path, ruleset: str) -> None:
    """Compared with what Python itself says: by a factor of two and a half at most."""

    async def does(of: TableService) -> None:
        course = find_ruleset(ruleset).course_names()[0]
        made = [
            await make(of, "mine", "rookie", "rookie", ruleset=ruleset, course=course)
            for _ in range(2)
        ]
        others, one = [await looked_at(of, each) for each in made]
        for name in ("begun", "raced"):
            for each in made:
                await (begin if name == "begun" else finish)(of, each)
                await looked_at(of, each)
            shared = set(held_by([others]))
            holds = sum(size for key, size in held_by([one]).items() if key not in shared)
            assert holds / 2.5 < one.size < holds * 2.5, (name, holds, one.size)

    run(tmp_path, does)


def held_by(roots: list[object]) -> dict[int, int]:
    """Every object that these hold, by its id, and its size."""
    found: dict[int, int] = {}
    waiting = list(roots)
    while waiting:
        one = waiting.pop()
        if id(one) not in found and not isinstance(one, type | FunctionType | ModuleType):
            found[id(one)] = sys.getsizeof(one)
            waiting += gc.get_referents(one)
    return found


def test_dropped_table_goes_on_unchanged(tmp_path: Path) -> None:
    """Requests that are repeated, people who come again, clocks, chat."""

    async def does(of: TableService) -> None:
        now = 1_000_000.0
        of.clock, of.live_tables.clock = lambda: now, Clock()
        pace = {"kind": "live", "seconds": 30}
        made = await make(of, "mine", "mine", pace=pace)
        await begin(of, made)
        token = made["seats"][0]["token"]
        ask = (await of.live_tables.get(made["id"])).table.waiting()[0]
        given = {"request": "answered-1", "token": token, "version": 1, "seat": 0}
        answered = models.GiveAnswer(**given, ask=ask.question, answer=ask.names[0])
        said = models.Chat(request="chatted-1", token=token, text="hello")
        drop = Dropping(of)
        assert await drop(of.do(made["id"], answered)) == (2, Result())
        assert await drop(of.do(made["id"], answered)) == (2, Result())
        first = await drop(of.do(made["id"], said))
        assert await drop(of.do(made["id"], said)) == first
        assert [one.text for one in await drop(of.live_tables.chat_messages(made["id"]))] == [
            "hello"
        ]
        live = await drop(of.live_tables.get(made["id"]))
        again = await drop(of.live_tables.get(made["id"]))
        assert again is not live
        assert (
            again.since(TableVersion(2))
            == live.since(TableVersion(2))
            == ['{"type":"current","version":2}']
        )
        assert again.since(TableVersion(1)) is None  # all of it is sent
        shown, before = again.state([]).play, live.state([]).play
        assert shown
        assert before
        assert shown.asked == before.asked
        assert again.table.deadline == now + 30
        now += 31
        await drop(of.expire(made["id"]))
        assert of.store.version(made["id"]) == 3

    run(tmp_path, does)


class Dropping:
    """Tables that are all dropped before every action."""

    def __init__(self, of: TableService) -> None:
        self._live_tables = of.live_tables

    async def __call__(self, doing: Awaitable[T]) -> T:
        assert isinstance(self._live_tables.clock, Clock)
        self._live_tables.drop_quiet()
        self._live_tables.clock.now += live_tables.QUIET
        self._live_tables.drop_quiet()
        assert not self._live_tables.all()
        return await doing


def test_dropped_tables_are_counted(tmp_path: Path) -> None:
    async def does(of: TableService) -> None:
        of.live_tables.clock = clock = Clock()
        await make(of, "mine", "rookie")
        before = METRICS.registry.get_sample_value("wreck_tables_dropped_total", QUIETLY) or 0
        clock.now += live_tables.QUIET
        of.live_tables.drop_quiet()
        after = METRICS.registry.get_sample_value("wreck_tables_dropped_total", QUIETLY)
        assert after == before + 1

    run(tmp_path, does)


def test_dropped_table_is_freed_at_once(tmp_path: Path) -> None:
    """It is gone at once: not when Python's collector comes, and not when chances have time."""

    async def does(of: TableService) -> None:
        of.live_tables.clock, chances = Clock(), menu_chances.Menus()
        made = await make(of, "mine", "rookie")
        await begin(of, made)
        live = await looked_at(of, made)
        line = Client((made["seats"][0]["token"],), (0,))
        live.clients.add(line)
        of.broadcaster.send_menus(live, line)
        chances.request(live)
        live.drop([line])
        race, kept = weakref.ref(live.table.match), weakref.ref(live)
        del live
        gc.disable()
        try:
            assert chances._next() is None
            await Dropping(of)(asyncio.sleep(0))
            async with asyncio.timeout(60):
                while kept() or race():  # a thread that has answered may be about to let go of it
                    await asyncio.sleep(0.01)
        finally:
            gc.enable()

    run(tmp_path, does)


class Gone:
    """A browser that says hello, and is gone before anything can be sent to it."""

    def __init__(self) -> None:
        self._tried = asyncio.Event()
        self._hello = True

    async def receive(self) -> dict[str, Any]:
        if self._hello:
            self._hello = False
            return {"type": "websocket.receive", "text": '{"do":"hello","tokens":[]}'}
        await self._tried.wait()
        return {"type": "websocket.disconnect", "code": 1006}

    async def send_text(self, text: str) -> None:
        self._tried.set()
        raise WebSocketDisconnect(1006)


def test_closed_line_is_freed_at_once(tmp_path: Path) -> None:
    """Else each would keep what was last sent to it until Python's collector comes."""

    async def does(of: TableService) -> None:
        made = await make(of, "mine", "rookie")
        websocket: Any = Gone()
        serving, line = Serving(of, menu_chances.Menus(), Limits()), Client()
        serving.admission.arrive(line)
        talk = LiveConnection(websocket, made["id"], line, serving)
        kept = weakref.ref(talk)
        gc.disable()
        try:
            await talk.run()
            del talk
            assert kept() is None
        finally:
            gc.enable()

    run(tmp_path, does)


def test_idle_chances_process_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def does() -> None:
        chances = menu_chances.Menus()
        chances.worker = ThreadWorker()
        chances.worker.submit(int).result()
        monkeypatch.setattr(menu_chances, "IDLE", 0.0)
        working = asyncio.create_task(chances.work())
        while chances.worker.is_running:
            await asyncio.sleep(0.01)
        assert not working.done()
        working.cancel()

    asyncio.run(asyncio.wait_for(does(), 20))


def test_players_connect_without_a_chances_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only their chances are missing then; the log says why."""
    said: list[dict[str, str]] = []

    def none_left(*_: object) -> NoReturn:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    async def does(of: TableService) -> None:
        chances, told = menu_chances.Menus(), asyncio.Event()

        def note(_: str, **more: str) -> None:
            said.append(more)
            told.set()

        made = await make(of, "mine", "rookie")
        live = await looked_at(of, made)
        live.clients.add(Client((made["seats"][0]["token"],), (0,)))
        chances.worker = AnsweredWorker(none_left)
        monkeypatch.setattr(menu_chances, "log", SimpleNamespace(error=note))
        chances.request(live)
        working = asyncio.create_task(chances.work())
        await asyncio.wait_for(told.wait(), 20)
        assert not working.done()
        working.cancel()

    run(tmp_path, does)
    assert said[0]["error"] == "BlockingIOError"


def test_pause_between_chances_is_at_most_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among many tables that wait, also after a question that took very long."""
    rests: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        rests.append(seconds)
        await sleep(0)

    async def does(of: TableService) -> None:
        ticks, chances = Clock(), menu_chances.Menus()
        for one in await visited(of, menu_chances.CROWD + 2):
            line = Client(last_menus=())  # it has been told a question without its chances
            (await of.live_tables.get(one["id"])).clients.add(line)
            chances.request(await of.live_tables.get(one["id"]))

        async def serve(live: LiveTable) -> None:
            ticks.now += 60
            live.clients.clear()

        monkeypatch.setattr(chances, "_serve", serve)
        monkeypatch.setattr("time.perf_counter", ticks)
        monkeypatch.setattr(asyncio, "sleep", noted)
        working = asyncio.create_task(chances.work())
        while chances._waiting:
            await sleep(0)
        working.cancel()

    run(tmp_path, does)
    assert rests[0] == menu_chances.LONGEST_REST


def test_a_course_is_drawn_once_for_all_its_tables(tmp_path: Path) -> None:
    async def does(of: TableService) -> None:
        made = [await make(of, "mine", "rookie") for _ in range(2)]
        one, other = [await looked_at(of, each) for each in made]
        assert one.state([]).ground is other.state([]).ground

    run(tmp_path, does)


def test_missed_updates_kept_are_no_longer_than_a_full_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three updates fit here: who has seen less is sent everything."""
    monkeypatch.setattr(room_module, "REMEMBERED_SIZE", 1000)

    async def does(of: TableService) -> None:
        live = await of.live_tables.get((await make(of, "mine", "rookie"))["id"])
        sizes = []
        for _ in range(20):
            live.table.version = TableVersion(live.table.version + 1)
            sizes.append(len(live.update(False)))
        fitting = 1000 // sizes[-1]
        assert 1 < fitting < 20
        assert len(live.since(TableVersion(20 - fitting)) or []) == fitting
        assert live.since(TableVersion(19 - fitting)) is None

    run(tmp_path, does)


# --- apart from the event loop


class Noted:
    """The names of the threads in which races are replayed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.threads: list[str] = []
        self.versions: list[int] = []  # those that games had meanwhile
        play_entry, load, follow = Match.play_entry, Table.load, Table.follow

        def plays(match: Match, entry: Any) -> None:
            self._note()
            play_entry(match, entry)

        def loads(game: Table, *given: Any) -> None:
            self._note()
            load(game, *given)

        def follows(game: Table, moves: Any) -> bool:
            taken_back = follow(game, moves)
            self.versions.append(game.version)
            return taken_back

        monkeypatch.setattr(Match, "play_entry", plays)
        monkeypatch.setattr(Table, "load", loads)
        monkeypatch.setattr(Table, "follow", follows)

    def _note(self) -> None:
        self.threads.append(threading.current_thread().name.split("_")[0])


def test_table_is_loaded_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To play a long race up to where it stands takes a second: all others go on meanwhile."""

    async def does(of: TableService) -> None:
        made = await make(of, "mine", "mine")
        await begin(of, made)
        before = await of.live_tables.get(made["id"])
        of.live_tables.forget(before)
        noted = Noted(monkeypatch)
        live = await of.live_tables.get(made["id"])
        assert set(noted.threads) == {"tables"}
        assert live is not before
        assert live.table.version == before.table.version

    run(tmp_path, does)


def test_changes_of_another_process_are_played_in_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is heard of, or found when one's own answer cannot be stored."""
    monkeypatch.setattr(Store, "is_shared", True)

    async def does(of: TableService) -> None:
        other = TableService(Store(open_database(read_address(str(tmp_path / "t.db")))))
        try:
            made = await make(of, "mine", "mine")
            await begin(of, made)
            live = await other.live_tables.get(made["id"])
            await answer(of, made, 0, 1)
            noted = Noted(monkeypatch)
            assert (await answer(other, made, 1, 1))[0] == 3
            assert noted.threads
            assert "MainThread" not in noted.threads
            asked = live.table.waiting()[0].by
            await answer(other, made, asked, 3)
            noted.threads.clear()
            async with of.following.newest(made["id"]) as followed:
                assert followed.table.version == 4
            assert noted.threads
            assert "MainThread" not in noted.threads
            assert noted.versions == [2]  # by the version it is remembered who is asked what
        finally:
            other.store.close()

    run(tmp_path, does)


@pytest.mark.parametrize("error", [RuntimeError, asyncio.CancelledError])
def test_table_is_reloaded_if_changes_cannot_be_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    """All come again; also if nobody waits for it any more while it is played in its thread."""
    monkeypatch.setattr(Store, "is_shared", True)
    begun, may_end = threading.Event(), threading.Event()

    def breaks(*_: Any) -> bool:
        begun.set()
        assert may_end.wait(20)
        raise RuntimeError("half of it is played")

    async def look(of: TableService, made: Made) -> int:
        async with of.following.newest(made["id"]) as live:
            return live.table.version

    async def does(of: TableService) -> None:
        other = TableService(Store(open_database(read_address(str(tmp_path / "t.db")))))
        try:
            made = await make(of, "mine", "mine")
            await begin(of, made)
            live, line = await other.live_tables.get(made["id"]), Client()
            live.clients.add(line)
            await answer(of, made, 0, 1)
            with monkeypatch.context() as patch:
                patch.setattr(LiveTable, "follow", breaks)
                looking = asyncio.create_task(look(other, made))
                await asyncio.to_thread(begun.wait, 20)
                if error is asyncio.CancelledError:
                    looking.cancel()
                may_end.set()
                with pytest.raises(error):
                    await looking
            assert line.is_ended
            assert await look(other, made) == 2
            assert await other.live_tables.get(made["id"]) is not live
        finally:
            other.store.close()

    run(tmp_path, does)


def test_chances_wait_while_a_table_is_changing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may come while it is worked at in a thread: then they wait."""
    begun, may_end = asyncio.Event(), threading.Event()

    async def does(of: TableService) -> None:
        loop, working_out = asyncio.get_running_loop(), menu_worker.work_out

        def slowly(task: menu_worker.ChanceTask) -> list[tuple[ShownSeat, bytes]]:
            loop.call_soon_threadsafe(begun.set)
            assert may_end.wait(20)
            return working_out(task)

        made = await make(of, "mine", "rookie")
        await begin(of, made)
        line, minder = Client((made["seats"][0]["token"],), (0,)), menu_chances.Menus()
        live = await of.live_tables.get(made["id"])
        live.clients.add(line)
        of.broadcaster.send_menus(live, line)
        monkeypatch.setattr(menu_chances, "work_out", slowly)
        minder.worker = ThreadWorker()
        minding = asyncio.create_task(minder.work())
        minder.request(live)
        await begun.wait()
        async with live.lock:
            may_end.set()
            await asyncio.sleep(0.3)
            assert line.last_full_menus is None
        while line.last_full_menus != line.last_menus:
            await asyncio.sleep(0.01)
        minding.cancel()
        minder.close()

    run(tmp_path, does)


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (Busy("the store does not answer"), []),  # the store says it itself
        (KeyError("x"), ["news could not be taken in"]),
    ],
)
def test_unreadable_news_is_read_again_later(
    tmp_path: Path, error: Exception, logged: list[str]
) -> None:
    async def does(tables: TableService) -> None:
        made = await make(tables, "mine", "rookie")
        live = await tables.live_tables.get(made["id"])
        with (
            mock.patch.object(tables.following, "catch_up", side_effect=error),
            capture_logs() as said,
        ):
            tables.following.on_news({"table": made["id"], "version": live.table.version + 1})
            while live is tables.live_tables.in_memory.get(made["id"]):
                await asyncio.sleep(0)
        assert [line["event"] for line in said if line["log_level"] == "error"] == logged
        assert await tables.live_tables.get(made["id"]) is not live

    run(tmp_path, does)
