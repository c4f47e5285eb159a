"""Connections are limited in size, time and number."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from tests.table.hosting import FREELY, Hosted, hosting
from tests.table.raw import CONTINUED, HOST, PING, TEXT, UPGRADE, Raw, get, post
from tests.table.serving import MAIN, WITHIN, Served, make_table

from wreckoning.server import running
from wreckoning.server.http.connections import LINGER, PIPELINED, Bounded, Connections
from wreckoning.server.limits import Limits, address_key
from wreckoning.server.metrics import METRICS

LIMITS = replace(FREELY, head_seconds=0.3, body_seconds=0.3, frames=(40, 1))
CHUNKED = b"transfer-encoding: chunked\r\n"
MIB = 1024 * 1024
HEAD_TOO_LARGE = (
    431,
    f"expected a head of at most {LIMITS.head} bytes and {LIMITS.head_lines} lines",
)
OTHER = "127.0.0.2"
BODY_TOO_LARGE = (413, f"expected at most {LIMITS.body} bytes")
H2C = b"connection: upgrade\r\nupgrade: h2c\r\n"
POLICY = 1008


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server in a hurry, for all tests of this file."""
    failures = METRICS.errors.collect()
    with hosting(tmp_path_factory.mktemp("connections") / "table.db", LIMITS) as one:
        yield one
    assert METRICS.errors.collect() == failures, "what clients do is no fault of the server"


# --- too much


@pytest.mark.parametrize(
    ("sent", "refused"),
    [
        (b"GET / HTTP/1.1\r\n" + HOST + b"x: " + b"a" * MIB, HEAD_TOO_LARGE),
        (b"GET / HTTP/1.1\r\n" + HOST + b"x" * MIB, HEAD_TOO_LARGE),
        (b"\r\n" * MIB, HEAD_TOO_LARGE),
        (b"GET / HTTP/1.1\r\n" + b"a:\r\n" * 100_000, HEAD_TOO_LARGE),
        (get("/", b"a:\r\n" * 100), HEAD_TOO_LARGE),
        (get("/", b"x: " + b"a" * 8000 + b"\r\n" + b"y: " + b"b" * 8180 + b"\r\n"), 431),
        (get("/", b"".join(b"x%d: %b\r\n" % (n, b"a" * 7000) for n in range(5))), HEAD_TOO_LARGE),
        (get("/", UPGRADE + b"x: " + b"a" * 8190 + b"\r\n"), 431),
        (b"GET /" + b"a" * MIB, 414),
        (get("/" + "a" * 8190), 414),
        (post(b"content-length: 65537\r\n"), BODY_TOO_LARGE),
        (post(b"content-length: 65537\r\nexpect: 100-continue\r\n"), BODY_TOO_LARGE),
        (post(b"content-length: 9999999999999999\r\n") + b"a" * MIB, BODY_TOO_LARGE),
        (post(CHUNKED) + b"ffff\r\n" + b"a" * 0xFFFF + b"\r\n2\r\naa", BODY_TOO_LARGE),
        (post(CHUNKED) + b"1;" + b"a" * MIB, BODY_TOO_LARGE),
        (post(CHUNKED) + b"0\r\n" + b"a:\r\n" * 10_000, HEAD_TOO_LARGE),
        (post(CHUNKED) + b"0\r\nx: " + b"a" * MIB, BODY_TOO_LARGE),
        (b"\x16\x03\x01 is how TLS begins\r\n\r\n", (400, "not HTTP")),
        (get("/", b"content-length: 1\r\ncontent-length: 2\r\n"), (400, "not HTTP")),
    ],
    ids=lambda value: repr(value[-40:]) if isinstance(value, bytes) else "",
)
def test_too_long_requests_are_refused(
    hosted: Hosted, sent: bytes, refused: tuple[int, str] | int
) -> None:
    with Raw(hosted) as raw:
        told = raw.send(sent).refused()
    assert told == refused if isinstance(refused, tuple) else told[0] == refused
    assert hosted.get("/healthz")


def test_requests_up_to_the_limit_are_read(hosted: Hosted) -> None:
    largest = b"x: " + b"a" * (LIMITS.head_line - 5) + b"\r\n"
    several = b"".join(b"a%d:%b\r\n" % (n, b"b" * 300) for n in range(70))
    made = make_table(hosted, "mine", "open")
    for request in (
        get("/healthz", largest + several),
        get("/" + "a" * (LIMITS.head_line - 1)),
        post(b"content-length: 65536\r\n") + b"[" + b" " * 65535,
        post(CHUNKED) + b"fff;name=value\r\n" + b"{" * 0xFFF + b"\r\n0\r\ntrailer: x\r\n\r\n",
        get(f"/api/tables/{made.id}/live", UPGRADE + largest + several),
    ):
        with Raw(hosted) as raw:
            status = int(raw.send(request).read_some().split()[1])
            assert status in (101, 200, 400, 404, 503), request[:60]  # 503: pages are not built


# --- campaigns' files


FILES = replace(
    FREELY,
    large_file=2 * FREELY.body,
    large_bodies=3,
    large_bodies_per_address=2,
    pause_seconds=1000,
)


@pytest.fixture(scope="module")
def filed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server that takes campaigns' files, but not the largest."""
    with hosting(tmp_path_factory.mktemp("files") / "table.db", FILES) as one:
        yield one


def new_campaign(more: bytes) -> bytes:
    """The head of a request that may bring a campaign's file."""
    return post(more, "/api/campaigns")


def sized(size: int, more: bytes = b"") -> bytes:
    """The head of a request that brings a file of this size."""
    return new_campaign(b"content-length: %d\r\n" % size + more)


def in_a_chunk(size: int) -> bytes:
    """A request with a file of this size, in chunks without a length."""
    return new_campaign(CHUNKED) + b"%x\r\n" % size + b" " * size + b"\r\n0\r\n\r\n"


def is_read(answer: bytes) -> bool:
    """Whether the file was read. It is no JSON."""
    return answer.startswith(b"HTTP/1.1 400") and b"not JSON" in answer


@pytest.mark.parametrize("size", [FILES.body + 1, FILES.large_file])
def test_a_campaigns_file_may_be_longer_than_other_bodies(filed: Hosted, size: int) -> None:
    for sent in (sized(size) + b" " * size, in_a_chunk(size)):
        with Raw(filed) as raw:
            assert is_read(raw.send(sent).answer())


def test_rounds_of_a_league_may_be_longer_as_they_have_house_files(filed: Hosted) -> None:
    size = FILES.large_file
    longer = sized(size).replace(b"campaigns", b"leagues/cup/do") + b" " * size
    with Raw(filed) as raw:
        assert is_read(raw.send(longer).answer())


def test_a_campaigns_file_that_is_too_long_is_refused(filed: Hosted) -> None:
    size = FILES.large_file + 1
    for sent in (sized(size), in_a_chunk(size)):
        with Raw(filed) as raw:
            assert raw.send(sent).refused() == (413, f"expected at most {size - 1} bytes")
    other = sized(FILES.body + 1)
    for sent in (other.replace(b"campaigns", b"tables"), other.replace(b"POST", b"PUT")):
        with Raw(filed) as raw:
            assert raw.send(sent).refused() == BODY_TOO_LARGE


def test_number_of_long_bodies_at_once_is_limited(filed: Hosted) -> None:
    """One that is answered makes room, and so does one that is given up."""
    size = FILES.large_file
    waits = sized(size, b"expect: 100-continue\r\n")
    with Raw(filed, OTHER) as other, Raw(filed) as first:
        assert other.send(waits).read_some().startswith(b"HTTP/1.1 100")
        assert first.send(waits).read_some().startswith(b"HTTP/1.1 100")
        with Raw(filed) as second:
            assert second.send(waits).read_some().startswith(b"HTTP/1.1 100")
            for sent in (sized(size), in_a_chunk(size)):
                with Raw(filed) as raw:
                    told = raw.send(sent).refused()
                    assert told == (429, "expected at most 2 large files at once")
                with Raw(filed, OTHER) as raw:
                    told = raw.send(sent).refused()
                    assert told == (503, "too many large files at once; try again later")
            assert is_read(second.send(b" " * size).answer())
            for _ in range(2):
                assert is_read(second.send(sized(size) + b" " * size).answer())
            second.send(waits).read_some()
        with Raw(filed) as third:
            assert is_read(third.send(in_a_chunk(size)).answer())


def test_large_bodies_are_counted_by_address_also_behind_a_proxy(tmp_path: Path) -> None:
    """One address keeps no places from others; an IPv6 network is one."""
    limits = replace(FILES, large_bodies=8, large_bodies_per_address=1)
    senders = [
        ("203.0.113.7", 100),
        ("203.0.113.7", 429),
        ("198.51.100.1, 203.0.113.7", 429),  # a visitor may put anything in front
        ("203.0.113.7:4711", 429),
        ("203.0.113.8", 100),
        ("2001:db8:0:1::1", 100),
        ("2001:db8:0:1:ffff::2", 429),
        ("[2001:db8:0:1::3]:99", 429),
        ("2001:db8:0:2::1", 100),
    ]
    with hosting(tmp_path / "t.db", limits, "127.0.0.1") as hosted, ExitStack() as stack:
        for sender, status in senders:
            told = b"expect: 100-continue\r\nx-forwarded-for: %b\r\n" % sender.encode()
            raw = stack.enter_context(Raw(hosted)).send(sized(limits.large_file, told))
            assert raw.read_some().startswith(b"HTTP/1.1 %d" % status), sender
        direct = stack.enter_context(Raw(hosted, OTHER))  # no proxy: it may say what it likes
        told = b"expect: 100-continue\r\nx-forwarded-for: 203.0.113.7\r\n"
        assert direct.send(sized(limits.large_file, told)).read_some().startswith(b"HTTP/1.1 100")


def test_a_large_body_that_does_not_come_on_gives_its_place_up(tmp_path: Path) -> None:
    limits = replace(FILES, large_bodies=1, pause_seconds=0.3)
    size = limits.large_file
    with hosting(tmp_path / "t.db", limits) as hosted:
        for begun in (b"", b" " * FREELY.body):
            with Raw(hosted) as slow, Raw(hosted, OTHER) as other:
                told = slow.send(sized(size) + begun).refused()
                assert told == (408, "expected a large body without pauses of 0.3 s")
                assert is_read(other.send(sized(size) + b" " * size).answer())


def test_connection_closes_after_a_refusal(hosted: Hosted) -> None:
    with Raw(hosted) as raw:
        sent = raw.send(get("/", b"a:\r\n" * 100)).pour(b"x" * 65536, 64 * MIB)
    assert sent < 16 * MIB


# --- too slow


def test_slow_requests_time_out(hosted: Hosted) -> None:
    """Half a head, half a body, and blank lines after an answer."""
    late_head, late_body = (
        (408, "expected the head within 0.3 s"),
        (408, "expected the body within 0.3 s"),
    )
    with ExitStack() as stack:
        raws = [stack.enter_context(Raw(hosted)) for _ in range(6)]
        raws[0].send(b"G")
        raws[1].send(b"GET / HTTP/1.1\r\n" + HOST)
        raws[2].send(post(b"content-length: 9\r\n") + b"{")
        raws[3].send(post(CHUNKED) + b"1\r\n{")
        raws[4].send(get())
        assert raws[4].answer().startswith(b"HTTP/1.1 200")
        raws[4].send(b"\r\n")
        told = [raw.refused() for raw in raws]
    assert told == [late_head, late_head, late_body, late_body, late_head, (0, "")]


def test_slow_body_after_the_answer_times_out(hosted: Hosted) -> None:
    """The answer is there before the body is."""
    with Raw(hosted) as raw:
        raw.send(b"GET /healthz HTTP/1.1\r\n" + HOST + b"content-length: 9\r\n\r\n")
        heard = raw.read()
    assert heard.startswith(b"HTTP/1.1 200")
    assert heard.count(b"HTTP/1.1") == 1


def test_stop_does_not_wait_for_bodies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LET_GO_WITHIN", 3 * WITHIN)
    with hosting(tmp_path / "t.db") as hosted, Raw(hosted) as raw:
        heard = raw.send(post(b"content-length: 9\r\nexpect: 100-continue\r\n")).read_some()
        assert heard.startswith(b"HTTP/1.1 100")
        assert hosted.stop() == 0, "within WITHIN"


# --- several requests over a connection


def test_connection_serves_several_requests(hosted: Hosted) -> None:
    with Raw(hosted) as raw:
        for request in (get(), post(b"content-length: 2\r\n") + b"{}", get()):
            assert raw.send(request).answer().startswith((b"HTTP/1.1 200", b"HTTP/1.1 422"))


def test_pipelined_requests_are_answered_in_order(hosted: Hosted) -> None:
    with Raw(hosted) as raw:
        last = get("/healthz", b"connection: close\r\n")
        heard = raw.send(get() * PIPELINED + last).read()
    assert heard.count(b"HTTP/1.1 200") == PIPELINED + 1
    with Raw(hosted) as raw:
        heard = raw.send(get() * 1000).read()
    assert heard.count(b"HTTP/1.1 200") <= PIPELINED
    assert heard.count(b"HTTP/1.1") == heard.count(b"HTTP/1.1 200")


# --- lines


def line(hosted: Served, raw: Raw) -> Raw:
    """A line to a table, over this connection."""
    made = make_table(hosted, "mine", "open")
    heard = raw.send(get(f"/api/tables/{made.id}/live", UPGRADE)).read_some()
    assert heard.startswith(b"HTTP/1.1 101")
    return raw


@pytest.mark.parametrize("opcode", [TEXT, PING, CONTINUED])
def test_a_flood_of_frames_ends_the_line(hosted: Hosted, opcode: int) -> None:
    """Also of empty pieces of one message."""
    with Raw(hosted) as raw:
        line(hosted, raw)
        first = raw.frame(TEXT, b"{", fin=False) if opcode == CONTINUED else b""
        raw.send(first + raw.frame(opcode, fin=opcode != CONTINUED) * 50_000)
        heard = raw.read()
    assert POLICY.to_bytes(2, "big") + b"too many frames at once" in heard


# --- too many


def test_idle_connections_free_memory(tmp_path: Path) -> None:
    """The oldest first; lines do not."""
    few = replace(FREELY, connections_per_address=4)
    with hosting(tmp_path / "t.db", few) as hosted, ExitStack() as stack:
        made = make_table(hosted, "mine", "open")
        hosted.http.close()
        first = stack.enter_context(Raw(hosted)).send(b"GET / HT")
        second = stack.enter_context(Raw(hosted)).send(get())
        assert second.answer()
        for left in (None, None, first, second):
            raw = stack.enter_context(Raw(hosted))
            raw.send(get(f"/api/tables/{made.id}/live", UPGRADE))
            assert raw.read_some().startswith(b"HTTP/1.1 101")
            assert left is None or left.read() == b""
        with Raw(hosted) as more:
            assert more.refused() == (429, "expected at most 4 connections from one address")


def test_lines_that_were_closed_free_memory(tmp_path: Path) -> None:
    """Though their clients neither read nor go."""
    few = replace(FREELY, connections_per_address=4, silent_lines=2)
    with hosting(tmp_path / "t.db", few) as hosted, ExitStack() as stack:
        made = make_table(hosted, "mine", "open")
        hosted.http.close()
        for _ in range(12):
            raw = stack.enter_context(Raw(hosted))
            raw.send(get(f"/api/tables/{made.id}/live", UPGRADE))
            assert raw.read_some().startswith(b"HTTP/1.1 101")


def test_full_server_closes_a_connection_of_the_most_crowded_address() -> None:
    """When all are too many; people behind a proxy are not counted as one."""

    class Transport:
        aborted = False

        def abort(self) -> None:
            self.aborted = True

    class Idle(Bounded):
        is_idle = True

        def __init__(self, address: str) -> None:
            self.transport, self.register = Transport(), register  # type: ignore[assignment]
            self.address = address_key(address)
            assert register.make_room(address) is None
            register.join(self)

    limits = Limits(connections=4, connections_per_address=2)
    register = Connections(limits, ["10.0.0.0/8"], lambda: 0.0)
    proxied = [Idle("10.0.0.1") for _ in range(3)]
    other = Idle("198.51.100.7")
    last = [Idle("2001:db8::1"), Idle("2001:db8::2"), Idle("2001:db8::3")]
    everybody = [*proxied, other, *last]
    closed = [one.transport.aborted for one in everybody]  # type: ignore[attr-defined]
    assert closed == [True, True, False, False, True, False, False]


def test_idle_connection_outlasts_those_of_clients_and_proxies(hosted: Hosted) -> None:
    """A client that keeps a connection for a minute, as nginx does, never finds it closed."""
    assert hosted._server.config.timeout_keep_alive == LIMITS.idle_seconds
    assert LIMITS.idle_seconds > 60


def test_client_that_does_not_read_is_disconnected() -> None:
    clock = [0.0]
    register = Connections(Limits(stalled=30), (), lambda: clock[0])

    class Transport:
        waiting, closing, aborted = 5_000_000, False, False

        def get_write_buffer_size(self) -> int:
            return self.waiting

        def is_closing(self) -> bool:
            return self.closing

        def abort(self) -> None:
            self.aborted = True

    def at(seconds: float, waiting: int) -> bool:
        clock[0], transport.waiting = seconds, waiting
        one.check(clock[0])
        return transport.aborted

    one, transport = Bounded(), Transport()
    one.transport, one.register = transport, register  # type: ignore[assignment]
    one.pause_writing()
    assert not at(29, 5_000_000)
    assert not at(31, 4_900_000)  # slow, but not too slow
    transport.closing = True
    assert not at(60, 4_900_000)
    assert at(62, 4_890_000)
    transport.aborted = False
    one.resume_writing()
    assert not at(70, 100)
    assert at(101, 100), "closing for too long"


# --- a real server


class Poor(Served):
    """A server that may not open many files."""

    main = f"import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (120, 120)); {MAIN}"


@pytest.fixture(scope="module")
def poor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for both tests. Nothing that its clients do is worth a line in its log."""
    folder = tmp_path_factory.mktemp("poor")
    served = Poor(str(folder / "t.db"), folder, "--log-format", "json")
    try:
        yield served.wait()
    finally:
        served.stop()
    assert served.errors.count("\n") == 2, served.errors


@pytest.mark.slow
def test_endless_headers_neither_block_nor_grow_the_server(poor: Served) -> None:
    """Four connections pour headers; the server answers others."""

    def resident() -> int:
        status = Path(f"/proc/{poor.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) // 1024

    async def pour(raw: Raw) -> int:
        return await asyncio.to_thread(raw.pour, b"a" * 65536, 64 * MIB)

    async def attack() -> tuple[int, list[int]]:
        with ExitStack() as stack:
            raws = [stack.enter_context(Raw(poor)) for _ in range(4)]
            for raw in raws:
                raw.send(b"GET / HTTP/1.1\r\n" + HOST + b"x: ")
            pouring = [asyncio.create_task(pour(raw)) for raw in raws]
            most = 0
            while not all(task.done() for task in pouring):
                assert (await asyncio.to_thread(poor.http.get, "/healthz")).status_code == 200
                most = max(most, resident())
            return most, [task.result() for task in pouring]

    poor.get("/healthz")
    before = resident()
    most, sent = asyncio.run(asyncio.wait_for(attack(), 10 + LINGER))
    assert max(sent) < 16 * MIB
    assert most - before < 50


@pytest.mark.slow
def test_silent_connections_do_not_use_up_file_handles(poor: Served) -> None:
    """There are more of them than files may be open."""
    with ExitStack() as stack:
        for _ in range(150):
            stack.enter_context(Raw(poor))
        heard = b""
        for _ in range(20):  # it may have to come again, if all came at the same moment
            with Raw(poor) as last:
                heard = heard or last.send(get()).answer()
        assert heard.startswith(b"HTTP/1.1 200")


def test_malformed_http_is_refused(poor: Served) -> None:
    for nonsense in (b"nonsense\r\n\r\n", get("/", H2C)):
        with Raw(poor) as raw:
            assert raw.send(nonsense).read_some()
    with Raw(poor) as raw:
        line(poor, raw).send(raw.frame(TEXT, b"\xff\xfe"))
        assert (1007).to_bytes(2, "big") in raw.read()
