"""The store: snapshots, exactly once, stored before told, and failures."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sqlite3
import zlib
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import delete, func, select, text
from tests.table.sitting import COMMANDS, by_turns, chance, wanted

from wreckoning.core.asks import Ask
from wreckoning.core.errors import Illegal
from wreckoning.core.logs import snapshot
from wreckoning.core.records import pack
from wreckoning.server.live import commands, live_table, saving
from wreckoning.server.live.clients import Client
from wreckoning.server.live.clocks import Clocks
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.live.service import TableService
from wreckoning.server.store import schema
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.store.rows import read_table
from wreckoning.server.store.store import Store
from wreckoning.table import lobby, models
from wreckoning.table.ids import TableId, shown_seat
from wreckoning.table.racing import undoable
from wreckoning.table.refusals import Busy, Forbidden
from wreckoning.table.replies import Made, Result
from wreckoning.table.table import Table

LONG = 2000  # entries
LONGEST = "midnight_menagerie"
REQUESTS = (f"request-{number}" for number in itertools.count())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    """A store of its own."""
    one = Store(open_database(read_address(str(file))))
    yield one
    one.close()


class House:
    """A table in a process's tables, and the tokens of all who sit there."""

    def __init__(self, of: TableService, made: Made) -> None:
        self.tables, self.id, self.host = of, TableId(made.id), made.host
        self.tokens = {seat.seat: seat.token for seat in made.seats}

    async def table(self) -> Table:
        return (await self.tables.live_tables.get(self.id)).table

    async def do(self, kind: str, token: str | None = None, /, **fields: Any) -> Any:
        """Run a command, the host's unless another token is given. Returns version and result."""
        given = {"do": kind, "request": next(REQUESTS), "token": token or self.host, **fields}
        if kind == "claim":
            del given["token"]
        return await self.tables.do(self.id, COMMANDS.validate_python(given))

    async def answer(self, ask: Ask, name: str, **more: Any) -> Any:
        """An answer with the right token."""
        version = (await self.table()).version
        fields = {"version": version, "seat": shown_seat(ask), "ask": ask.question, "answer": name}
        return await self.do("answer", self.tokens.get(ask.by), **{**fields, **more})

    async def play(self, most: int = 10_000, first: int = 0) -> None:
        """Let all answer, to the end or a number of times; `first` changes the answers."""
        for step in range(first, first + most):
            waiting = (await self.table()).waiting()
            if not waiting or (await self.table()).state != "running":
                return
            await self.answer(waiting[0], by_turns(waiting[0], step))


async def house(of: TableService, *players: str, start: bool = True, **more: Any) -> House:
    """A table, and its race begun."""
    made = House(of, await of.create(wanted(*players, **more)))
    if start:
        await made.do("start")
    return made


class Foreseen(TableService):
    """Tables with known dice, so that every run of a test is the same."""

    def _chance(self) -> lobby.Randomness:
        return chance(f"t{len(self.live_tables.all())}")


def run(store: Store, does: Callable[[TableService], Awaitable[None]]) -> None:
    """A test with the tables of a process."""

    async def go() -> None:
        async with asyncio.timeout(60):
            await does(Foreseen(store))

    asyncio.run(go())


def loaded(store: Store, table: str) -> Table:
    """A table as it is read after a restart."""
    stored = store.load(TableId(table))
    assert stored is not None
    return read_table(stored)


def everything(game: Table) -> tuple[Any, ...]:
    """The whole state of a table and its race."""
    match = game.match
    assert match is not None
    race = (pack(match.race), match.asks, match.answered(), match.entries, match.told)
    kept = (game.state, game.version, game.posed, game.deadline, game.records)
    return (*race, *kept, game.settings, game.secret, undoable(game))


def without_snapshots(store: Store) -> None:
    with store.engine.begin() as connection:
        assert connection.execute(delete(schema.snapshots)).rowcount


def count(store: Store, table: Any) -> int:
    with store.engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


# --- snapshots


async def long_race(of: TableService) -> House:
    """Twelve seats; the referee sends everybody back to the start twice."""
    bots = [f"Bot {n}:rookie" for n in range(11)]
    made = await house(of, "Ann", *bots, course=LONGEST, dice="fair", options={"referee": "on"})
    game = await made.table()
    for _ in range(3):
        while True:
            match = game.match
            assert match is not None
            asked = [ask.question for ask in game.waiting()]
            if match.race.turn >= 13 and match.is_between_slots and asked == ["order"]:
                break
            await made.play(1)
        karts = {name: {"progress": 0, "finish_turn": 0, "place": 0} for name in match.names}
        version = game.version
        await made.do(
            "correct", version=version, changes={"turn": 1, "karts": karts}, reason="a slip"
        )
    return made


def test_snapshot_of_a_long_race_loads_to_the_same(store: Store) -> None:
    """It loads to the same with a snapshot and without, and plays on to the same end."""

    async def does(of: TableService) -> None:
        made = await long_race(of)
        game = await made.table()
        assert game.match is not None
        assert len(game.match.entries) > LONG
        stored = store.load(made.id)
        assert stored is not None
        assert stored.snapshot is not None
        with_snapshot = loaded(store, made.id)
        without_snapshots(store)
        assert everything(game) == everything(with_snapshot) == everything(loaded(store, made.id))
        ends = []
        for one in (game, with_snapshot):
            match = one.match
            assert match is not None
            while not match.is_over:
                ask = match.person_asks()[0]
                match.answer(ask.names[0], ask.who, ask.question)
            ends.append((match.result(), match.entries))
        assert ends[0] == ends[1]

    run(store, does)


@pytest.mark.parametrize("dice", ["fair", pytest.param("physical", marks=pytest.mark.slow)])
def test_a_table_loads_to_the_same_after_every_command(
    store: Store, monkeypatch: pytest.MonkeyPatch, dice: str
) -> None:
    """With snapshots all the time, and things taken back that a snapshot holds already."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "Bob", "Cid:rookie", dice=dice, options={"referee": "on"})
        used = unused = 0
        for step in range(120):
            game = await made.table()
            if game.state != "running":
                break
            undo = undoable(game)
            elsewhere = step % 6 == 0  # the snapshot was taken by another process, not by this
            monkeypatch.setattr(saving, "SNAPSHOT_EVERY", 10**9 if elsewhere else 1)
            if elsewhere:
                (await of.live_tables.get(made.id)).snapshot_at = 0
            if undo and step % 3 == 0:
                token = made.tokens.get(undo[0])
                await made.do("undo", token, version=game.version, seat=undo[0])
            elif step % 20 == 8 and game.match and game.match.is_between_slots:
                changes = {"karts": {"Ann": {"momentum": step % 3}}}
                await made.do("correct", version=game.version, changes=changes, reason="a slip")
            else:
                await made.play(1, step)
            stored = store.load(made.id)
            assert stored is not None
            used += stored.snapshot is not None
            unused += stored.snapshot is None and step > 20
            assert everything(read_table(stored)) == everything(await made.table())
            assert _digest(await of.live_tables.get(made.id)) == _digest(
                LiveTable(read_table(stored), 0, 0)
            )
        assert used > 30
        assert unused or dice == "fair", "nothing is taken back across a checkpoint there"

    run(store, does)


def _digest(live_table: LiveTable) -> tuple[int, str]:
    """The published digest of the answers: computed again, or kept up to date."""
    play = live_table.state([]).play
    assert play
    return play.number, play.digest


OTHERS: dict[str, Callable[[bytes], bytes]] = {
    "of other rules": lambda shot: zlib.compress(zlib.decompress(shot) + bytes(8)),
    "cut off": lambda shot: shot[:-9],
    "damaged": lambda shot: b"x" + shot,
    "empty": lambda shot: zlib.compress(b""),
    "of a later moment": lambda shot: with_head(shot, 2, 10**6),
    "with less than nothing told": lambda shot: with_head(shot, 3, -9),
    "too large": lambda shot: zlib.compress(bytes(snapshot.LARGEST + 8)),
}


def with_head(shot: bytes, word: int, value: int) -> bytes:
    """The snapshot with another number at its head."""
    words = np.frombuffer(zlib.decompress(shot), np.int64).copy()
    words[word] = value
    return zlib.compress(words.tobytes())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("what", OTHERS)
def test_invalid_snapshot_is_not_used(store: Store, what: str) -> None:
    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "Bob:rookie", dice="fair")
        while count(store, schema.snapshots) == 0:
            await made.play(1)
        with store.engine.begin() as connection:
            shot = connection.execute(select(schema.snapshots.c.data)).scalar_one()
            other = OTHERS[what](shot)
            connection.execute(schema.snapshots.update().values(data=other))
        assert everything(loaded(store, made.id)) == everything(await made.table())

    run(store, does)


def test_race_of_unknown_rules_stands_still(store: Store) -> None:
    """A race of rules that are not here says so, and keeps its answers; an open table begins."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "Bob", dice="fair")
        open_one = await house(of, "Ann", "open", start=False)
        old = text("UPDATE tables SET settings = json_set(settings, '$.rules_version', '0.1')")
        with store.engine.begin() as connection:
            connection.execute(old)
        again = TableService(store)
        game = (await again.live_tables.get(made.id)).table
        assert "played by rtd 0.1, and these rules are not here" in game.stuck
        with pytest.raises(Illegal, match="does not go on"):
            game.check_running()
        assert (await again.live_tables.get(open_one.id)).table.state == "open"

    run(store, does)


# --- exactly once


def test_connection_given_back_after_the_stop_is_closed(store: Store) -> None:
    reading = store.engine.connect()
    connection = reading.connection.driver_connection
    assert connection is not None
    store.close()
    reading.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.cursor()


def test_repeated_request_is_done_once(store: Store) -> None:
    """Also at the same time, also after a restart, also once many others were done since."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "Bob", dice="fair")
        game = await made.table()
        ask = game.waiting()[0]
        request = next(REQUESTS)
        replies = await asyncio.gather(
            *[made.answer(ask, ask.names[0], request=request, version=1) for _ in range(5)]
        )
        assert replies == [(2, Result())] * 5
        await made.play(live_table.REPLIES // 4)
        again = House(TableService(store), Made(made.id, made.host, []))
        again.tokens = made.tokens
        assert await again.answer(ask, ask.names[0], request=request, version=1) == (2, Result())
        with store.engine.connect() as connection:
            known = list(connection.execute(select(schema.moves.c.request)).scalars())
        token = made.tokens[ask.by]
        assert known.count(models.key_of("answer", request, token)) == 1
        assert len(set(known)) == len(known)

    run(store, does)


def test_a_repeated_claim_gives_the_same_token(store: Store) -> None:
    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "open", start=False)
        claim: dict[str, Any] = {"request": next(REQUESTS), "seat": 1, "name": "Bob"}
        first = await made.do("claim", **claim)
        assert await made.do("claim", **claim) == first
        again = House(TableService(store), Made(made.id, made.host, []))
        assert await again.do("claim", **claim) == first

    run(store, does)


def test_two_people_may_choose_the_same_request(store: Store) -> None:
    """Each is done, and each gets a reply of their own; so does who repeats it."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "open", "open", start=False)
        request = next(REQUESTS)
        claims = [{"request": request, "seat": n, "name": n * "o"} for n in (1, 2)]
        (_, bob), (_, cid) = [await made.do("claim", **claim) for claim in claims]
        assert bob.token != cid.token
        game = await made.table()
        for seat, result in ((1, bob), (2, cid)):
            assert result.seat == seat
            assert game.seats_of([result.token]) == [seat]
        for token in (bob.token, cid.token):
            await made.do("chat", token, text=f"I am {token}", request=request)
        again = House(TableService(store), Made(made.id, made.host, []))
        for one in (made, again):
            for claim, result in zip(claims, (bob, cid), strict=True):
                assert (await one.do("claim", **claim))[1] == result
            for token in (bob.token, cid.token):
                await one.do("chat", token, text="once more", request=request)
        said = await of.live_tables.chat_messages(made.id)
        assert [(one.seat, one.text) for one in said] == [
            (1, f"I am {bob.token}"),
            (2, f"I am {cid.token}"),
        ]

    run(store, does)


def test_repeating_anothers_request_reveals_nothing(store: Store) -> None:
    """They are told what they may do themselves, not what another client was told."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "open", start=False)
        request = next(REQUESTS)
        _, bob = await made.do("claim", seat=1, name="Bob", request=request)
        for kind, fields in (("leave", {"seat": 1}), ("change", {"seat": 1, "name": "Eve"})):
            with pytest.raises(Forbidden, match="does not open seat 1"):
                await made.do(kind, "stranger", request=request, **fields)
        with pytest.raises(Illegal, match="taken"):
            await made.do("claim", seat=1, name="Eve", request=request)
        for kind, fields in (("change", {"seat": 1, "name": "Rob"}), ("leave", {"seat": 1})):
            await made.do(kind, bob.token, request=request, **fields)  # each is another
            with pytest.raises(Forbidden):
                await made.do(kind, "stranger", request=request, **fields)
        assert (await made.table()).seats_of([bob.token]) == []

    run(store, does)


@pytest.mark.parametrize("end", ["abandon", "play"])
def test_no_token_is_sent_after_the_race(store: Store, end: str) -> None:
    """Not for the claim's request either; the last reply is still given again."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "open", dice="fair", start=False)
        claim = {"seat": 1, "name": "Bob", "request": next(REQUESTS)}
        _, bob = await made.do("claim", **claim)
        made.tokens[1] = bob.token
        assert (await made.do("claim", **claim))[1] == bob
        if end == "abandon":
            last = {"request": next(REQUESTS)}
            done = await made.do("abandon", **last)
            assert await made.do("abandon", **last) == done
        else:
            await made.do("start")
            for seat in (0, 1):
                await made.do("hand_over", made.tokens[seat], seat=seat, player="rookie")
            await made.do("race_on", made.tokens[0])
        assert (await made.table()).state in ("over", "abandoned")
        assert await made.do("claim", **claim) == (1, Result())

    run(store, does)


def test_two_processes_on_one_file_lose_nothing(store: Store, file: Path) -> None:
    """It is not meant so, and still nothing is lost or doubled: versions are taken once."""
    other = Store(open_database(read_address(str(file))))

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "Bob", dice="fair")
        there = House(TableService(other), Made(made.id, made.host, []))
        there.tokens = made.tokens
        asks = (await there.table()).waiting()
        line = Client()
        (await there.tables.live_tables.get(made.id)).clients.add(line)
        assert await made.answer(asks[0], "yes", version=1) == (2, Result())
        assert await there.answer(asks[1], "yes", version=1) == (3, Result())
        assert everything(await there.table()) == everything(loaded(store, made.id))

    try:
        run(store, does)
    finally:
        other.close()


# --- stored, then told


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process is writing: the store has to wait."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def heard(line: Client) -> list[str]:
    """The types of the messages sent to a line; '' for its end."""
    return [json.loads(message)["type"] for message in line.take()] + [""] * line.is_ended


def test_no_client_sees_a_change_before_it_is_stored(store: Store, file: Path) -> None:
    """Not over the line, and not by looking."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "Bob", dice="fair")
        line = Client()
        (await of.live_tables.get(made.id)).clients.add(line)
        ask = (await made.table()).waiting()[0]

        async def look() -> int:
            async with of.live_tables.hold(made.id) as live_table:
                return live_table.table.version

        with locked(file):
            answering = asyncio.create_task(made.answer(ask, "yes"))
            await asyncio.sleep(0.1)
            looking = asyncio.create_task(look())
            await asyncio.sleep(0.1)
            assert not answering.done()
            assert not looking.done()
            assert heard(line) == []
            assert loaded(store, made.id).version == 1
        assert await answering == (2, Result())
        assert await looking == 2
        assert heard(line) == ["update"]

    run(store, does)


def test_cancelled_request_does_not_stop_the_writer(store: Store, file: Path) -> None:
    """It is stored all the same; the table is read again, and all goes on."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "Bob", dice="fair")
        asks = (await made.table()).waiting()
        request = next(REQUESTS)
        with locked(file):
            answering = asyncio.create_task(made.answer(asks[0], "yes", request=request))
            await asyncio.sleep(0.1)
            answering.cancel()
            with pytest.raises(asyncio.CancelledError):
                await answering
        assert await made.answer(asks[0], "yes", request=request, version=1) == (2, Result())
        assert await made.answer(asks[1], "no", version=1) == (3, Result())
        assert everything(await made.table()) == everything(loaded(store, made.id))

    run(store, does)


def test_change_that_cannot_be_stored_is_undone(store: Store) -> None:
    """The lines end, so that all come again and see how things stand; then it goes on."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "Bob", dice="fair")
        line = Client()
        (await of.live_tables.get(made.id)).clients.add(line)
        ask = (await made.table()).waiting()[0]
        rename = "ALTER TABLE {} RENAME TO {}"
        with store.engine.begin() as connection:
            connection.execute(text(rename.format("moves", "away")))
        request = next(REQUESTS)
        with pytest.raises(Busy, match="this may not have been stored; send it again"):
            await made.answer(ask, "yes", request=request)
        assert heard(line) == [""]
        with pytest.raises(Busy, match="does not answer"):
            await of.live_tables.get(made.id)
        with store.engine.begin() as connection:
            connection.execute(text(rename.format("away", "moves")))
        assert (await made.table()).version == 1
        assert await made.answer(ask, "no", request=request) == (2, Result())

    run(store, does)


def test_stored_change_stands_if_its_broadcast_fails(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stored: its sender gets the result, and all clients reconnect to see it."""
    noted: list[str] = []

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "Bob", dice="fair")
        line, before = Client(), await of.live_tables.get(made.id)
        before.clients.add(line)
        monkeypatch.setattr(before, "update", broken)
        ask = (await made.table()).waiting()[0]
        request = next(REQUESTS)
        for _ in range(2):
            assert await made.answer(ask, "yes", request=request, version=1) == (2, Result())
        assert heard(line) == [""]
        assert await of.live_tables.get(made.id) is not before
        assert everything(await made.table()) == everything(loaded(store, made.id))
        assert loaded(store, made.id).version == 2

    def broken(_: bool) -> str:
        raise RuntimeError("this view cannot be drawn")

    monkeypatch.setattr(
        commands, "failed", lambda error, what, **_: noted.append(f"{what}: {error}")
    )
    run(store, does)
    assert noted == ["telling: this view cannot be drawn"]


def test_table_is_reloaded_after_a_fault(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if what fails is neither the rules nor the store."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "Bob", dice="fair")
        ask = (await made.table()).waiting()[0]
        clock, of.clock = of.clock, broken
        with pytest.raises(RuntimeError):
            await made.answer(ask, "yes")
        of.clock = clock
        assert (await made.table()).version == 1
        with monkeypatch.context() as patch:
            patch.setattr(commands, "set_deadline", broken)
            with pytest.raises(RuntimeError):
                await made.answer(ask, "yes")
        assert (await made.table()).version == 1

    def broken(*_: Any) -> float:
        raise RuntimeError("no time")

    run(store, does)


def test_many_changes_are_one_commit(store: Store, file: Path) -> None:
    async def does(of: TableService) -> None:
        made = [await house(of, "Ann", "Bob", dice="fair") for _ in range(20)]
        commits = store.writer.commits
        with locked(file):
            asks = [(one, (await one.table()).waiting()[0]) for one in made]
            answers = [asyncio.create_task(one.answer(ask, "yes")) for one, ask in asks]
            await asyncio.sleep(0.2)
        assert await asyncio.gather(*answers) == [(2, Result())] * 20
        assert store.writer.commits - commits <= 2

    run(store, does)


def test_forgotten_table_shows_no_old_state(store: Store) -> None:
    """A token that opens nothing any more opens nothing."""

    async def does(of: TableService) -> None:
        made = await house(of, "Ann", "open", start=False)
        _, claimed = await made.do("claim", seat=1, name="Bob")
        await made.do("leave", claimed.token, seat=1)
        with pytest.raises(Forbidden):
            await made.do("chat", claimed.token, text="hello")
        assert loaded(store, made.id).seats_of([claimed.token]) == []

    run(store, does)


# --- clocks


def test_clocks_run_out_also_for_tables_not_in_memory(store: Store) -> None:
    """Also at a table that was not in memory; a table that cannot be read hinders no other."""
    now = 1_000_000.0

    async def does(of: TableService) -> None:
        nonlocal now
        of.clock = lambda: now
        live = {"kind": "live", "seconds": 30}
        three = [await house(of, "Ann", "Bob", dice="fair", pace=live) for _ in range(3)]
        broken, late, slow = three
        never = await house(of, "Ann", "Bob", dice="fair")
        old = text(
            "UPDATE tables SET settings = json_set(settings, '$.rules_version', '0') WHERE id = :id"
        )
        with store.engine.begin() as connection:
            connection.execute(old, {"id": broken.id})
        now += 20
        await slow.answer((await slow.table()).waiting()[0], "yes")
        again = TableService(store, lambda: now)
        watching = asyncio.create_task(Clocks(again).watch(0.01))
        await asyncio.sleep(0.1)
        assert again.live_tables.all() == []
        now += 11
        for one in (late, slow):
            end = asyncio.get_running_loop().time() + 120
            while loaded(store, one.id).state == "running":
                assert asyncio.get_running_loop().time() < end
                await asyncio.sleep(0.02)
                now += 31
        watching.cancel()
        assert loaded(store, never.id).version == 1

    run(store, does)


# --- records


def test_records_come_only_from_proper_finished_races(store: Store) -> None:
    """Set by finished races; not by practice, corrected or forked ones."""

    async def does(of: TableService) -> None:
        first = await house(of, "A:rookie", "B:rookie", dice="fair")
        assert (await first.table()).records
        (kept,) = records(store)
        assert first.id in kept
        before = records(store)
        await house(of, "A:rookie", "B:rookie", dice="fair", practice=True, start=False)
        fork = await of.fork(first.id, 1)
        forked = House(of, fork)
        await forked.do("start")
        assert (await forked.table()).state == "over"
        assert (await forked.table()).records == []
        one = await house(of, "Ann", "B:rookie", dice="fair", options={"referee": "on"})
        await one.do("correct", version=1, changes={}, reason="a slip")
        await one.play()
        assert (await one.table()).state == "over"
        assert records(store) == before
        await house(of, "A:rookie", "B:rookie", options={"carry": "2"}, dice="fair")
        assert len(records(store)) == 2, "house rules have records of their own"

    def records(store: Store) -> list[str]:
        with store.engine.connect() as connection:
            return list(connection.execute(select(schema.records.c.kept)).scalars())

    run(store, does)


# --- the database


def test_acknowledged_changes_are_on_the_disk(store: Store) -> None:
    """Acknowledged is stored: WAL, and every commit on the disk."""
    with store.engine.connect() as connection:
        mode = connection.execute(text("PRAGMA journal_mode")).scalar_one()
        synchronous = connection.execute(text("PRAGMA synchronous")).scalar_one()
        keys = connection.execute(text("PRAGMA foreign_keys")).scalar_one()
        temporary = connection.execute(text("PRAGMA temp_store")).scalar_one()
    assert (mode, synchronous, keys) == ("wal", 2, 1)
    assert temporary == 2, "in memory: nothing else is written to files"


def test_unstarted_tables_are_deleted(store: Store) -> None:
    now = 1000.0

    async def does(of: TableService) -> None:
        nonlocal now
        of.clock = lambda: now
        old = await house(of, "Ann", "open", start=False)
        await old.do("chat", text="anybody?")
        going = await house(of, "Ann", "Bob")
        now = 2000.0
        new = await house(of, "Ann", "open", start=False)
        assert store.forget(1500.0) == 1
        assert store.load(old.id) is None
        assert count(store, schema.chats) == 0
        for one in (going, new):
            assert store.load(one.id) is not None

    run(store, does)
