"""Dead channels of some people hold up nobody else's: fair shares of notices and of tests."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine
from tests.table.devices import Device
from tests.table.hosting import hosting
from tests.table.receiving import Receiver, receiving
from tests.table.serving import make_table, start

from wreckoning.server.notices import storage
from wreckoning.server.notices.kinds import NoticeSettings
from wreckoning.server.notices.pieces import Letter
from wreckoning.server.notices.process import SendingProcess
from wreckoning.server.notices.sender import MOST_HANGING, Sender
from wreckoning.server.notices.sending import Outcome
from wreckoning.server.notices.shares import (
    PER_HOST,
    PER_OWNER,
    NoticeShares,
    WaitingNotice,
    host_of,
)
from wreckoning.table.ids import TableId

AT_HOME = NoticeSettings(("json",), private=True)
LONG = 60.0  # seconds: no test waits so long


@pytest.fixture
def dead() -> Iterator[Receiver]:
    """A service that takes requests and never answers."""
    with receiving() as service:
        service.status = 0
        yield service


@pytest.fixture
def alive() -> Iterator[Receiver]:
    with receiving() as service:
        yield service


# --- due notices


def waiting(number: int, owner: str, host: str) -> WaitingNotice:
    return WaitingNotice(number, f"c{number}", owner, "json", f"json://{host}.example/")


@given(st.lists(st.tuples(st.sampled_from("abcdefg"), st.sampled_from("xyz")), max_size=40))
def test_nobody_and_no_host_has_more_than_their_share(given: list[tuple[str, str]]) -> None:
    open_ones = {at: waiting(at, *one) for at, one in enumerate(given)}
    shares, underway, rounds = NoticeShares(), dict[int, WaitingNotice](), 0
    while open_ones or underway:
        picked = shares.pick(open_ones.values(), 16 - len(underway))
        assert picked or underway, "there is always one more"
        for one in picked:
            underway[one.id] = open_ones.pop(one.id)
        assert len(underway) <= 16
        assert max(Counter(one.owner for one in underway.values()).values()) <= PER_OWNER
        hosts = Counter(host_of(one.kind, one.address) for one in underway.values())
        assert max(hosts.values()) <= PER_HOST
        done = underway.pop(next(iter(underway)))
        shares.end(done.channel)
        rounds += 1
    assert rounds == len(given)


def test_each_owner_comes_before_anybodys_second_turn() -> None:
    many = [waiting(at, "greedy", f"h{at}") for at in range(500)]
    others = [waiting(1000 + at, f"person {at}", f"o{at}") for at in range(20)]
    shares, served, left = NoticeShares(), list[str](), [*many, *others]
    while any(one.owner != "greedy" for one in left):
        (one,) = shares.pick(left, 1)
        served.append(one.owner)
        left.remove(one)
        shares.end(one.channel)
    assert served.count("greedy") <= 2
    assert len(served) <= len(others) + 2


def test_notices_of_a_dead_host_leave_places_to_others() -> None:
    many = [waiting(at, f"person {at}", "dead") for at in range(500)]
    shares = NoticeShares()
    assert len(shares.pick(many, 16)) == PER_HOST
    assert shares.pick(many, 16) == []
    assert [one.id for one in shares.pick([*many, waiting(600, "ann", "alive")], 16)] == [600]


def test_addresses_without_a_sense_share_one_host() -> None:
    assert host_of("json", "json://a.example/?method=DELETE") == ""
    assert host_of("push", '{"endpoint": "https://Push.example/a"}') == "push.example"
    assert host_of("discord", "discord://12/T") == "discord"


def test_notice_that_another_process_has_taken_is_not_underway(tmp_path: Path) -> None:
    with hosting(tmp_path / "table.db") as hosted:
        engine: Engine = hosted.app.state.serving.tables.store.engine
        made = make_table(hosted, "mine", "rookie")
        row: dict[str, Any] = {
            "id": "c1",
            "profile_id": None,
            "table_id": made.id,
            "league_id": None,
        }
        row |= {"device_id": None, "kind": "json", "address": "json://a.example", "name": "a"}
        row |= {"base": "", "tells": "turn", "problem": "", "created": 0.0, "sent": 0.0}
        storage.add_channel(engine, {**row, "failed": 0, "rest_until": 0.0}, 9)
        storage.keep(engine, [storage.Due("c1", TableId(made.id), 1)], 0.0)
        shares = NoticeShares()
        (taken,) = storage.take(engine, 1.0, 9, shares)
        assert storage.take(engine, 1.0, 9) == []
        storage.finish(engine, taken, Outcome("it is full"), 1.0)
        assert storage.take(engine, 1e6, 9, shares) == [], "it is still underway here"
        shares.end("c1")
        assert len(storage.take(engine, 1e6, 9, shares)) == 1


# --- tests of channels


@pytest.mark.slow
def test_six_dead_channels_delay_no_test_and_no_notice(
    tmp_path: Path, dead: Receiver, alive: Receiver
) -> None:
    with (
        hosting(tmp_path / "table.db", sends=AT_HOME) as hosted,
        ThreadPoolExecutor(6) as people,
    ):
        hosted.app.state.serving.sender._within = LONG
        path = "/api/profile/channels"

        def adds(name: str, receiver: Receiver) -> tuple[Device, str]:
            person = Device(hosted, name)
            address = f"json://127.0.0.1:{receiver.port}/{name}"
            return person, person.post(path, address=address)["channels"][0]["id"]

        testers = [adds(f"Bob{at}", dead) for at in range(6)]
        tests = [people.submit(bob.post, f"{path}/{channel}/test") for bob, channel in testers]
        paths = {dead.next().path for _ in testers}
        assert len(paths) == 6, "all of them are on their way"
        ann, own = adds("Ann", alive)
        (shown,) = ann.post(f"{path}/{own}/test")["channels"]
        assert shown["problem"] == ""
        assert alive.next().path == "/Ann"
        start(hosted, make_table(hosted, "mine", "rookie", token=ann.token))
        hosted.app.state.serving.profiles._clock = lambda: time.time() + 3600
        assert alive.next().json["title"].startswith("Your turn")
        assert not any(one.done() for one in tests)
        dead.close()
        for one in tests:
            assert one.result()["channels"][0]["problem"]


def letter(receiver: Receiver) -> Letter:
    address = f"json://127.0.0.1:{receiver.port}/"
    return Letter("json", address, "Hi", "there", "", is_private=True)


async def until(receiver: Receiver, count: int) -> None:
    async with asyncio.timeout(120):
        while receiver.count() < count:
            await asyncio.sleep(0.01)


def test_due_notices_do_not_wait_for_tests_nor_for_each_other(
    dead: Receiver, alive: Receiver
) -> None:
    async def night() -> None:
        sender = Sender(AT_HOME, LONG)
        waits = [
            asyncio.create_task(sender.try_one(letter(dead), f"p{at}", f"a{at}")) for at in range(9)
        ]
        waits += [asyncio.create_task(sender.send(letter(dead))) for _ in range(9)]
        await until(dead, 18)
        assert await sender.send(letter(alive)) == Outcome()
        assert await sender.try_one(letter(alive), "ann", "b") == Outcome()
        assert not any(one.done() for one in waits)
        dead.close()
        await asyncio.gather(*waits)
        sender.close()

    asyncio.run(night())


def test_one_persons_tests_and_one_address_wait_for_themselves(
    dead: Receiver, alive: Receiver
) -> None:
    async def night() -> None:
        sender = Sender(AT_HOME, LONG)

        def tries(person: str, address: str) -> asyncio.Task[Outcome]:
            return asyncio.create_task(sender.try_one(letter(dead), person, address))

        waits = [tries("bob", "b") for _ in range(9)]
        waits += [tries(f"bob {at}", "b") for at in range(30)]
        await until(dead, 12)
        await asyncio.sleep(0)
        refused = [one for one in waits if one.done()]
        assert len(refused) == 6, "one goes, two wait"
        assert {type(one.exception()).__name__ for one in refused} == {"TooMany"}
        assert dead.count() == 12
        assert await sender.try_one(letter(alive), "ann", "a") == Outcome()
        dead.close()
        await asyncio.gather(*waits, return_exceptions=True)
        sender.close()

    asyncio.run(night())


# --- the process


def process_of(sender: Sender) -> SendingProcess:
    assert sender._process is not None
    return sender._process


async def end_of(process: SendingProcess) -> None:
    while not process.is_over:
        await asyncio.sleep(0.01)


@pytest.mark.slow
def test_process_that_ended_is_replaced(alive: Receiver) -> None:
    async def night() -> None:
        sender = Sender(AT_HOME, LONG)
        assert await sender.send(letter(alive)) == Outcome()
        process = process_of(sender)
        process.end()
        await end_of(process)
        assert await sender.send(letter(alive)) == Outcome()
        assert process_of(sender) is not process
        sender.close()

    asyncio.run(night())


@pytest.mark.slow
def test_what_hangs_ends_with_its_process_and_nothing_else_does(
    dead: Receiver, alive: Receiver
) -> None:
    async def night() -> None:
        sender = Sender(AT_HOME, LONG)
        assert await sender.send(letter(alive)) == Outcome()
        process = process_of(sender)
        patient = asyncio.create_task(sender.send(letter(dead)))
        await until(dead, 1)
        sender._within = 0.2
        late = await asyncio.gather(*(sender.send(letter(dead)) for _ in range(MOST_HANGING)))
        assert {(one.problem, one.unsure) for one in late} == {("no answer within 0.2 s", True)}
        sender._within = LONG
        assert await sender.send(letter(alive)) == Outcome()
        assert process_of(sender) is not process
        assert not patient.done(), "its own process still waits for it"
        assert not process.is_over
        dead.close()
        await patient
        await end_of(process)
        sender.close()

    asyncio.run(night())
