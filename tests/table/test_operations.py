"""Operating the server: start, stop, and messages."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import structlog
from tests.cli.run import refused
from tests.table.hosting import hosting
from tests.table.serving import MAIN, REQUESTS, Browser, Served, make_table, serving, start

from wreckoning.core.texts.names import MAX_NAME
from wreckoning.server import running
from wreckoning.server.http.connections import PIPELINED, SLOWEST
from wreckoning.server.limits import Limits
from wreckoning.server.live import live_tables
from wreckoning.server.live.clocks import PATIENCE
from wreckoning.server.live.menu_chances import Menus
from wreckoning.server.live.presence import GONE_AFTER, REPEAT
from wreckoning.server.live.service import TableService
from wreckoning.server.logbook import set_up_logs
from wreckoning.server.running import addresses_of, check_proxy, network_addresses
from wreckoning.server.workers import workers as processes
from wreckoning.table import given

COME_AGAIN = (1012, 1013)  # a restart; try again later
TOKEN = "Xw0-Y2_kqVJm5ZbN8sTfA1cD"
SECRET = "5eed" * 16
FORWARDED = {"host": "race.example", "x-forwarded-proto": "https"}
DOCS = Path(__file__).parents[2] / "docs" / "operations.md"


def workers(served: Served) -> list[int]:
    """The processes that work for this one."""
    pid = served.process.pid
    return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def with_a_worker(served: Served) -> Browser:
    """A client that is asked something, and whose chances are worked out."""
    made = make_table(served, "mine", "rookie")
    start(served, made)
    ann = Browser(served, made.id, [made.tokens[0]])
    ann.until(lambda: bool(ann.menus))
    until = time.monotonic() + 20
    while len(workers(served)) < 2:  # one keeps count of the others
        assert time.monotonic() < until
        time.sleep(0.01)
    return ann


@pytest.mark.slow
def test_server_stops_cleanly_after_races(tmp_path: Path) -> None:
    """All lines end, what is acknowledged is kept, and the log holds no token."""
    db = str(tmp_path / "t.db")
    with serving(db, tmp_path, "--log-format", "json") as served:
        ann = with_a_worker(served)
        tokens = misbehave(served)
        asked = ann.menus[0]
        sent = [ann.answer(asked, 0, f"the-request-{n}") for n in range(3)]
        ann.answered(sent[0])
        began = time.monotonic()
        served.process.send_signal(signal.SIGTERM)
        assert ann.gone() in COME_AGAIN
        assert served.stop() == 0
        assert time.monotonic() - began < 5
    lines = [json.loads(line) for line in served.errors.splitlines()]
    assert [line["event"] for line in lines] == ["started", "stopped"]
    assert all(token not in served.errors for token in tokens)
    with serving(db, tmp_path) as served:
        again = ann.again(served)
        assert again.version >= 2
        again.answer(asked, 0, sent[0])
        assert again.answered(sent[0])["version"] == ann.answers[sent[0]]["version"]


def misbehave(served: Served) -> list[str]:
    """Send many refused requests. Returns the tokens in them."""
    made = make_table(served, "mine", "open")
    claim = {"request": next(REQUESTS), "seat": 1, "name": "Bob"}
    token: str = served.post(f"/api/tables/{made.id}/claim", **claim)["result"]["token"]
    for path, body in (
        ("answer", {"token": token}),
        ("start", {"token": token, "request": next(REQUESTS)}),
        (f"undo?token={token}", {"token": token}),
    ):
        assert served.http.post(f"/api/tables/{made.id}/{path}", json=body).is_client_error
    bob = Browser(served, made.id, [token])
    bob.send({"do": "nonsense", "token": token})
    bob.until(lambda: "" in bob.answers)
    bob.close()
    assert served.http.post("/api/tables", content=b"{" + token.encode()).is_client_error
    return [token, made.host, *made.tokens.values()]


@pytest.mark.slow
def test_ctrl_c_stops_the_server_and_not_its_workers_first(tmp_path: Path) -> None:
    with serving(str(tmp_path / "t.db"), tmp_path) as served:
        with_a_worker(served)
        for process in [*workers(served), served.process.pid]:  # as a terminal does it
            subprocess.run(["kill", "-INT", str(process)], check=True)
        assert served.ended(5) == 0
        assert "Traceback" not in served.errors


def test_chances_pool_is_shut_down_before_exit() -> None:
    """There the pool's thread and Python's own end of pools would get into each other's way."""
    before = set(threading.enumerate())
    for _ in range(5):
        chances = Menus()
        under_way = chances.worker.submit(time.sleep, 60)
        while not under_way.running():
            time.sleep(0.01)
        chances.close()
        assert set(threading.enumerate()) <= before


def test_chances_process_keeps_its_share_of_a_busy_machine() -> None:
    """The process that works them out keeps its fair share, and never interrupts the server."""
    chances = Menus()
    try:
        assert chances.worker.submit(os.nice, 0).result(120) == os.nice(0)
        if hasattr(os, "SCHED_BATCH"):
            found = chances.worker.submit(os.sched_getscheduler, 0)
            assert found.result(120) == os.SCHED_BATCH
    finally:
        chances.close()


class Driving(Served):
    """A server at whose tables bots drive on for a minute once a race is started."""

    main = """
import time
from wreckoning.table import lobby

def start(game, command):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        sum(range(1000))
    return "", {}

lobby.start = start
from wreckoning.cli.main import run
run()
"""


@pytest.mark.slow
def test_stop_does_not_wait_for_bots(tmp_path: Path) -> None:
    """Waiting senders get an error: their commands are not stored yet, so no client saw them."""
    served = Driving(str(tmp_path / "table.db"), tmp_path)
    try:
        served.wait()
        slow, other = (make_table(served, "mine", "rookie") for _ in range(2))
        path, given = f"/api/tables/{slow.id}", {"request": next(REQUESTS), "token": slow.host}
        with ThreadPoolExecutor() as pool:
            starting = pool.submit(served.http.post, f"{path}/start", json=given)
            looking = pool.submit(served.http.get, path)
            said = {"request": next(REQUESTS), "token": other.host, "text": "Good night"}
            served.post(f"/api/tables/{other.id}/chat", **said)
            time.sleep(0.5)
            assert not starting.done()
            asked = time.monotonic()
            served.process.send_signal(signal.SIGINT)
            assert served.ended(15) == 0
            assert time.monotonic() - asked < running.LET_GO_WITHIN + 2
        assert starting.result().status_code == 503
        assert starting.result().json()["error"]["text"].startswith("the server stops")
        assert looking.result().json()["version"] == 0
    finally:
        served.kill()
    assert re.findall("started|stopped|error", served.errors) == ["started", "stopped"]
    with hosting(tmp_path / "table.db") as again:
        assert again.get(path)["version"] == 0
        chat = again.get(f"/api/tables/{other.id}")["chat"]
        assert [one["text"] for one in chat] == ["Good night"]


class Lingering(Served):
    """A server that draws replays for a minute, and whose objects take a minute to go."""

    main = """
import atexit, time
from wreckoning.server.live import replays

replays._drawn = lambda game: time.sleep(60)
atexit.register(time.sleep, 60)
from wreckoning.cli.main import run
run()
"""


@pytest.mark.slow
def test_stop_does_not_wait_for_stored_work(tmp_path: Path) -> None:
    """Neither for what is only read, nor for Python to free all that it holds."""
    served = Lingering(str(tmp_path / "table.db"), tmp_path)
    try:
        served.wait()
        made = make_table(served, "mine", "rookie")
        start(served, made)
        with ThreadPoolExecutor() as pool:
            drawing = pool.submit(served.http.get, f"/api/tables/{made.id}/replay")
            ann = Browser(served, made.id, [made.tokens[0]])
            asked = ann.asked()
            assert asked is not None
            sent = ann.answer(asked)
            ann.answered(sent)
            served.process.send_signal(signal.SIGTERM)
            assert served.ended(30) == 0
            assert drawing.exception() is not None or drawing.result().is_error
    finally:
        served.kill()
    with hosting(tmp_path / "table.db") as again:
        assert again.get(f"/api/tables/{made.id}")["version"] == 2


@pytest.mark.slow
def test_a_killed_server_leaves_nothing_behind(tmp_path: Path) -> None:
    """Neither processes, nor a claim to the file."""
    db = str(tmp_path / "t.db")
    with serving(db, tmp_path) as served:
        with_a_worker(served)
        said = refused("serve", "--db", db, "--port", "0")
        assert said == f"--db: {db}: another process serves it already; several need PostgreSQL"
        left = workers(served)
        served.kill()
        until = time.monotonic() + 20
        while any(Path(f"/proc/{process}").exists() for process in left):
            assert time.monotonic() < until
            time.sleep(0.05)
        with serving(db, tmp_path):
            pass


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server behind a proxy, and open to the network."""
    folder = tmp_path_factory.mktemp("served")
    options = "--host", "0.0.0.0", "--proxy", "127.0.0.0/8", "--name", "race.example"
    with serving(str(folder / "t.db"), folder, *options) as served:
        yield served


def test_health(served: Served) -> None:
    db = served.folder / "t.db"
    assert served.get("/healthz")["status"] == "ok"
    db.rename(served.folder / "away.db")
    unwell = served.http.get("/healthz")
    assert unwell.status_code == 503
    assert unwell.json() == {"status": "store does not answer"}
    (served.folder / "away.db").rename(db)
    assert served.http.get("/healthz").status_code == 200


def test_metrics(served: Served) -> None:
    make_table(served, "mine", "rookie")
    shown = served.http.get("/metrics").text
    assert re.search(r"^wreck_tables_made_total [1-9]", shown, re.MULTILINE)
    documented = DOCS.read_text()
    for name in re.findall(r"^# HELP (\S+)", shown, re.MULTILINE):
        if not name.endswith("_created"):
            assert f"`{name}`" in documented, "not in docs/operations.md"


def test_limits_match_the_documentation() -> None:
    limits, documented = Limits(), DOCS.read_text()
    made, by_a_second = limits.tables
    for told in (
        f"| a request's head | {limits.head // 1024} KiB, {limits.head_lines} lines, each of",
        f"at most {-(-limits.head_line // 1024)} KiB; all of it within {limits.head_seconds} s |",
        f"| a request's body | {limits.body // 1024} KiB; all of it within",
        f"within {limits.body_seconds} s | 413, 408 |",
        f"| {limits.large_file // 2**20} MiB; above {limits.body // 1024} KiB at most "
        f"{limits.large_bodies_per_address} at once from an address and {limits.large_bodies} in "
        f"all, none with a pause of {limits.pause_seconds} s | 413, 429, 503, 408 |",
        f"| {SLOWEST // 1024} KiB a second must be taken, over {limits.stalled} s |",
        f"| {limits.connections_per_address} from an address, {limits.connections} in all, fewer",
        f"| requests sent ahead over a connection | {PIPELINED} |",
        "pings) | {} at once, then {} a second |".format(*limits.frames),
        f"| a message over a line | {limits.message // 1024} KiB |",
        "| requests to the interface | {} at once, then {} a second".format(*limits.requests),
        f"| of them replays, logs, campaigns' files, pictures | {limits.replays[0]} at once, then ",
        "| files of the pages | {} at once, then {} a second, by".format(*limits.files),
        f"| new tables | {made} at once, then one every {1 / by_a_second:g} s, by an address |",
        "| commands | {} at once, then {} a second, over".format(*limits.commands),
        f"| chat | {limits.chat[0]} at once, then one a second, by a seat |",
        f"hello | {limits.hello_seconds} s; {limits.silent_lines} from an address |",
        f"| watching | {limits.watchers_per_address} from an address at a table, "
        f"{limits.watchers_per_table} at a table, {limits.watchers} in all |",
        f"| lines | {limits.lines_per_address} from an address; {limits.lines_per_seat} that",
        f"| {MAX_NAME}, {given.MAX_TEXT}, {given.MAX_CHAT} characters |",
        f"| tables in memory | {live_tables.IN_MEMORY}; "
        f"with nobody connected {live_tables.UNUSED // 2**20} MiB, "
        f"{live_tables.QUIET / 60:g} minutes, {live_tables.QUIET_ENDED / 60:g} after the race |",
        f"forgotten after {REPEAT * GONE_AFTER:g} seconds",
    ):
        assert told in documented
    assert limits.chat[1] == limits.replays[1] == 1
    assert PATIENCE == 2


def test_unusable_options_are_refused_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused("serve", "--port", str(port))
        assert said == f"--port: 127.0.0.1:{port} is not available: Address already in use"
    assert "cannot be opened" in refused("serve", "--port", "0", "--db", "/proc/none/t.db")
    assert "expected an address" in refused("serve", "--port", "0", "--proxy", "nginx")
    assert "expected lines or json" in refused("serve", "--port", "0", "--log-format", "xml")


# --- addresses


def test_start_shows_the_address_for_friends(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [("192.168.1.7", 0), ("127.0.1.1", 0), ("169.254.3.3", 0), ("10.1.1.1", 0)]
    named = [(socket.AF_INET, None, None, "", address) for address in found]
    named.append((socket.AF_INET6, None, None, "", ("fd00::7", 0, 0, 0)))  # type: ignore[arg-type]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: named)
    monkeypatch.setattr(running, "_way_out", lambda _: "192.168.1.7")
    assert addresses_of("0.0.0.0", 8740) == [
        "http://127.0.0.1:8740/",
        "http://192.168.1.7:8740/",
        "http://10.1.1.1:8740/",
    ]
    assert addresses_of("::", 80)[-1] == "http://[fd00::7]:80/"
    assert addresses_of("127.0.0.1", 80) == ["http://127.0.0.1:80/"]
    assert addresses_of("::1", 80) == ["http://[::1]:80/"]


def test_start_without_a_network_shows_the_local_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    monkeypatch.setattr(socket.socket, "connect", unknown)
    assert network_addresses() == []


def test_start_shows_the_network_addresses(served: Served) -> None:
    assert served.address.startswith("http://127.0.0.1:")
    port = served.address.rsplit(":", 1)[1]
    assert served.process.stdout is not None
    for address in network_addresses():
        assert served.process.stdout.readline() == f"In your network: http://{address}:{port}/\n"


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("10.0.0.0/8", "10.0.0.0/8"),
        ("::1", "::1"),
        (" fd00::/8", "fd00::/8"),
    ],
)
def test_proxy_addresses_and_networks_are_read(given: str, read: str) -> None:
    assert check_proxy(given) == read


def qr(served: Served, table: str, **headers: str) -> str:
    """The invitation, as a browser behind these headers gets it."""
    answer = served.http.get(f"/api/tables/{table}/invitation.svg", headers=headers)
    assert answer.status_code == 200
    return answer.text


def drawn(address: str) -> str:
    import io

    import segno

    code = io.BytesIO()
    segno.make(address, error="m").save(
        code, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False
    )
    return code.getvalue().decode()


def test_invitation_uses_the_address_of_the_browser(served: Served) -> None:
    table = make_table(served, "mine", "open").id
    assert qr(served, table) == drawn(f"{served.address}/table/{table}")
    assert qr(served, table, **FORWARDED) == drawn(f"https://race.example/table/{table}")


def test_rate_limits_count_clients_behind_a_proxy(served: Served) -> None:
    assert refusals_after(served, 31, "198.51.100.1") == 1
    assert refusals_after(served, 1, "198.51.100.2") == 0  # another client


def test_forwarded_headers_of_others_are_ignored(tmp_path: Path) -> None:
    with serving(str(tmp_path / "t.db"), tmp_path, "--name", "race.example") as served:
        table = make_table(served, "mine", "open").id
        assert qr(served, table, **FORWARDED) == drawn(f"http://race.example/table/{table}")
        assert served.http.get("/", headers={"host": "box.local"}).status_code == 403


def refusals_after(served: Served, times: int, address: str) -> int:
    """How often a client at this address is refused when it asks for this many tables."""
    seats = [{"player": "mine", "name": "A"}, {"player": "rookie"}]
    wanted = {"ruleset": "rtd", "course": "sundae_drive", "seats": seats}
    headers = {"x-forwarded-for": f"1.1.1.1, {address}"}  # the last is the proxy's own word
    codes = [
        served.http.post("/api/tables", json=wanted, headers=headers).status_code
        for _ in range(times)
    ]
    return codes.count(429)


# --- the log


@contextlib.contextmanager
def logs(as_json: bool) -> Iterator[None]:
    """Set up as the server does it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    set_up_logs(as_json)
    try:
        yield
    finally:
        structlog.reset_defaults()
        root.handlers[:], root.level = handlers, level


def break_down(*_: object, **__: object) -> Any:
    raise RuntimeError(f"what was given: {TOKEN} and {SECRET}\nand more")


def test_failure_is_logged_in_one_line_without_secrets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with logs(True), hosting(tmp_path / "t.db") as hosted:
        made = make_table(hosted, "mine", "rookie")
        browser = Browser(hosted, made.id, [])
        capsys.readouterr()
        monkeypatch.setattr(TableService, "do", break_down)
        path = f"/api/tables/{made.id}/start"
        said = {"request": next(REQUESTS), "token": TOKEN}
        answer = hosted.http.post(path, json=said)
        assert answer.status_code == 500
        assert answer.json()["error"]["kind"] == "failed"
        assert TOKEN not in answer.text
        browser.send({"do": "start", **said})
        assert browser.gone() == 1011
        over_http, over_a_line = map(json.loads, capsys.readouterr().err.splitlines())
    assert over_http["event"] == "a request failed"
    assert (over_http["method"], over_http["path"]) == ("POST", path)
    assert over_a_line["event"] == "a websocket failed"
    for told in (over_http, over_a_line):
        assert told["level"] == "error"
        assert told["error"] == "RuntimeError"
        assert told["where"].startswith("test_operations.py:")
        assert TOKEN not in str(told)
        assert SECRET not in str(told)


@pytest.mark.parametrize("as_json", [True, False], ids=["json", "lines"])
def test_log_never_contains_secrets(as_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    with logs(as_json):
        ours = structlog.get_logger("test")
        ours.error(f"token {TOKEN}", given=f"a {SECRET}\x1b[31m\nsecond line")
        try:
            break_down()
        except RuntimeError:
            ours.error("it broke", exc_info=True)
            logging.getLogger("uvicorn.error").exception("it broke")
            logging.getLogger("uvicorn.error").error("with %s\nand more", TOKEN)
    said = capsys.readouterr().err
    assert said.count("\n") == 4, said
    for never in (TOKEN, SECRET, "second", "more", "\x1b[31m"):
        assert never not in said
    assert said.count("RuntimeError") == 2


@pytest.mark.slow
def test_ctrl_c_during_the_start_ends_without_traceback(tmp_path: Path) -> None:
    """Ctrl+C while it comes up: no traceback."""
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "serve", "--port", "0", "--db", str(tmp_path / "t.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while not (tmp_path / "t.db.lock").exists():  # it makes this on its way up
        assert process.poll() is None
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert b"Traceback" not in errors


def test_starting_worker_is_fed_before_the_server_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "LONGEST_START", 60)
    began, ends = threading.Event(), threading.Event()

    def begin() -> None:
        with processes.beginning():
            began.set()
            ends.wait(60)

    thread = threading.Thread(target=begin)
    thread.start()
    began.wait(60)
    threading.Timer(0.01, ends.set).start()
    processes.begin_no_more()
    try:
        assert ends.is_set()
    finally:
        processes._BEGINNING.release()
        processes._ENDING.clear()
        thread.join()
