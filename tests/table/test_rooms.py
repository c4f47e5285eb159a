"""Which tables are in memory, and what is done apart from the event loop so that all go on."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.table.house import answer, begin, make, run

from wreckoning.core.match import Match
from wreckoning.table import menus, rooms
from wreckoning.table.database import open_database, read_address
from wreckoning.table.game import Game
from wreckoning.table.lines import Line
from wreckoning.table.room import Room
from wreckoning.table.store import Store
from wreckoning.table.tables import Tables

Made = dict[str, Any]


async def visited(of: Tables, count: int) -> list[Made]:
    """So many tables with somebody there."""
    made = [await make(of, "mine", "rookie") for _ in range(count)]
    for one in made:
        (await of.rooms.room(one["id"])).lines.add(Line())
    return made


# --- how many


def test_one_more_than_is_kept_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where somebody is at every table that is in memory: nobody is sent away."""
    monkeypatch.setattr(rooms, "ROOMS", 3)

    async def does(of: Tables) -> None:
        full = await visited(of, 3)
        practice = await make(of, "mine", "rookie", practice=True)
        assert of.store.version(practice["id"]) == 1
        (await of.rooms.room(practice["id"])).lines.add(Line())
        other = await make(of, "mine", "rookie")
        async with of.rooms.hold(other["id"]) as room:
            assert room.game.id == other["id"]
        await begin(of, other)
        assert of.store.version(other["id"]) == 1
        assert [one["id"] for one in full] == [room.game.id for room in of.rooms.all()][:3]

    run(tmp_path, does)


def test_those_that_nobody_is_at_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as people have gone, no more are in memory than are kept; the latest used stay."""
    monkeypatch.setattr(rooms, "ROOMS", 3)

    async def does(of: Tables) -> None:
        made = await visited(of, 5)
        assert len(of.rooms.all()) == 5
        for one in made[:4]:
            (await of.rooms.room(one["id"])).lines.clear()
        await of.rooms.room(made[0]["id"])
        new = await make(of, "mine", "rookie")
        kept = [room.game.id for room in of.rooms.all()]
        assert kept == [made[4]["id"], made[0]["id"], new["id"]]

    run(tmp_path, does)


# --- apart from the event loop


class Noted:
    """Where races are played up to where they stand: the threads' names."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.threads: list[str] = []
        self.versions: list[int] = []  # those that games had meanwhile
        play_entry, load, follow = Match.play_entry, Game.load, Game.follow

        def plays(match: Match, entry: Any) -> None:
            self._note()
            play_entry(match, entry)

        def loads(game: Game, *given: Any) -> None:
            self._note()
            load(game, *given)

        def follows(game: Game, moves: Any) -> bool:
            taken_back = follow(game, moves)
            self.versions.append(game.version)
            return taken_back

        monkeypatch.setattr(Match, "play_entry", plays)
        monkeypatch.setattr(Game, "load", loads)
        monkeypatch.setattr(Game, "follow", follows)

    def _note(self) -> None:
        self.threads.append(threading.current_thread().name.split("_")[0])


def test_a_table_is_read_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To play a long race up to where it stands takes a second: all others go on meanwhile."""

    async def does(of: Tables) -> None:
        made = await make(of, "mine", "mine")
        await begin(of, made)
        before = await of.rooms.room(made["id"])
        of.rooms.forget(before)
        noted = Noted(monkeypatch)
        room = await of.rooms.room(made["id"])
        assert set(noted.threads) == {"asyncio"}
        assert room is not before
        assert room.game.version == before.game.version

    run(tmp_path, does)


def test_what_another_process_did_is_played_in_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is heard of, or found when one's own answer cannot be stored."""
    monkeypatch.setattr(Store, "is_shared", True)

    async def does(of: Tables) -> None:
        other = Tables(Store(open_database(read_address(str(tmp_path / "t.db")))))
        try:
            made = await make(of, "mine", "mine")
            await begin(of, made)
            room = await other.rooms.room(made["id"])
            await answer(of, made, 0, 1)
            noted = Noted(monkeypatch)
            assert (await answer(other, made, 1, 1))[0] == 3
            assert set(noted.threads) == {"asyncio"}
            asked = room.game.waiting()[0].by
            await answer(other, made, asked, 3)
            noted.threads.clear()
            async with of.following.up_to(made["id"], 4) as followed:
                assert followed.game.version == 4
            assert set(noted.threads) == {"asyncio"}
            assert noted.versions == [2]  # by the version it is remembered who is asked what
        finally:
            other.store.close()

    run(tmp_path, does)


@pytest.mark.parametrize("error", [RuntimeError, asyncio.CancelledError])
def test_what_cannot_be_followed_is_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    """All come again; also if nobody waits for it any more while it is played in its thread."""
    monkeypatch.setattr(Store, "is_shared", True)
    begun, may_end = threading.Event(), threading.Event()

    def breaks(*_: Any) -> bool:
        begun.set()
        assert may_end.wait(20)
        raise RuntimeError("half of it is played")

    async def look(of: Tables, made: Made) -> int:
        async with of.following.up_to(made["id"], 2) as room:
            return room.game.version

    async def does(of: Tables) -> None:
        other = Tables(Store(open_database(read_address(str(tmp_path / "t.db")))))
        try:
            made = await make(of, "mine", "mine")
            await begin(of, made)
            room, line = await other.rooms.room(made["id"]), Line()
            room.lines.add(line)
            await answer(of, made, 0, 1)
            with monkeypatch.context() as patch:
                patch.setattr(Room, "follow", breaks)
                looking = asyncio.create_task(look(other, made))
                await asyncio.to_thread(begun.wait, 20)
                if error is asyncio.CancelledError:
                    looking.cancel()
                may_end.set()
                with pytest.raises(error):
                    await looking
            assert line.is_ended
            assert await look(other, made) == 2
            assert await other.rooms.room(made["id"]) is not room
        finally:
            other.store.close()

    run(tmp_path, does)


def test_chances_are_told_when_nothing_is_done_at_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may come while it is worked at in a thread: then they wait."""
    begun, may_end = asyncio.Event(), threading.Event()

    async def does(of: Tables) -> None:
        loop, working_out = asyncio.get_running_loop(), menus.work_out

        def slowly(task: menus.Task) -> list[tuple[int, bytes]]:
            loop.call_soon_threadsafe(begun.set)
            assert may_end.wait(20)
            return working_out(task)

        made = await make(of, "mine", "rookie")
        await begin(of, made)
        line, minder = Line((made["seats"][0]["token"],), (0,)), menus.Menus()
        room = await of.rooms.room(made["id"])
        room.lines.add(line)
        of.telling.tell_menus(room, line)
        monkeypatch.setattr(menus, "work_out", slowly)
        with ThreadPoolExecutor() as pool:
            monkeypatch.setattr(minder, "_executor", lambda: pool)
            minding = asyncio.create_task(minder.work())
            minder.want(room)
            await begun.wait()
            async with room.lock:
                may_end.set()
                await asyncio.sleep(0.3)
                assert line.told_complete is None
            while line.told_complete != line.told_menus:
                await asyncio.sleep(0.01)
            minding.cancel()

    run(tmp_path, does)
