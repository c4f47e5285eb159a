"""Memory comes back when people have left, and stopping takes no longer with hundreds of tables."""

from __future__ import annotations

import re
import signal
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.table.serving import REQUESTS, Browser, Made, Served, make_table, start

from wreckoning.table.models import key_of

pytestmark = pytest.mark.slow
MIB = 2**20
ALLOWED = 100 * MIB
TABLES = 1000
OTHERS = 10  # every so many tables it is another game than Kart RTD
COURSES = {
    "rtd": "sundae_drive",
    "rush": "gasworks_run",
    "kart": "dishwater_dip",
    "rally": "gasket_gulch",
}
WITHIN = 120.0  # seconds


FREELY = """
from functools import partial
from wreckoning.server import limits, running, tidying
from wreckoning.server.live import live_tables, menu_chances
from wreckoning.server.workers import warming

{hurry}
MANY = (1e6, 1e6)
running.Limits = partial(
    limits.Limits, tables=MANY, commands=MANY, frames=MANY, requests=MANY, lines_per_address=1000
)

if __name__ == "__main__":
    from wreckoning.cli.main import run
    run()
"""


class Hurried(Served):
    """A server with minutes cut to seconds, and without limits for an address."""

    main = FREELY.format(
        hurry="""
live_tables.QUIET, live_tables.QUIET_ENDED = 10.0, 2.0
menu_chances.IDLE = warming.IDLE = tidying.IDLE = 10.0
"""
    )

    def memory(self) -> int:
        """The memory of the server's own process, in bytes."""
        return resident(self.process.pid)

    def helpers(self) -> dict[int, int]:
        """The memory of each of its worker processes."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return {int(child): resident(int(child)) for child in children}

    def tables(self) -> int:
        """The number of tables in its memory."""
        found = re.search(r"^wreck_rooms (\d+)", self.http.get("/metrics").text, re.MULTILINE)
        assert found is not None
        return int(found[1])


def resident(process: int) -> int:
    shown = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(shown[1]) * 1024 if shown else 0


def race(served: Served, ruleset: str) -> None:
    """A client opens a table, watches bots drive their race to its end, and leaves."""
    seats = [{"player": "mine", "name": "Ann"}, *[{"player": "rookie"}] * 3]
    made = served.post("/api/tables", ruleset=ruleset, course=COURSES[ruleset], seats=seats)
    token = made["seats"][0]["token"]
    start(served, Made(made["id"], made["host"], {0: token}))
    ann = Browser(served, made["id"], [token])
    drive = {"request": next(REQUESTS), "token": token, "seat": 0, "player": "rookie"}
    served.post(f"/api/tables/{made['id']}/hand_over", **drive)
    on = {"request": next(REQUESTS), "token": token}
    served.post(f"/api/tables/{made['id']}/race_on", **on)
    ann.until(lambda: ann.state == "over", WITHIN)
    served.hang_up()


def wait_until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + WITHIN
    while not what():
        assert time.monotonic() < end
        time.sleep(0.5)


def test_memory_is_freed_after_a_thousand_races(tmp_path: Path) -> None:
    served = Hurried(str(tmp_path / "t.db"), tmp_path)
    try:
        served.wait()
        began = peak = served.memory()
        for number in range(TABLES):
            games = list(COURSES) if number % OTHERS == 0 else ["rtd"]
            race(served, games[number // OTHERS % len(games)])
            peak = max(peak, served.memory())
        wait_until(lambda: served.tables() == 0)
        wait_until(lambda: len(served.helpers()) <= 1)  # one only keeps count of the others
        wait_until(lambda: served.memory() < began + ALLOWED)
        shown = [round(size / MIB) for size in (began, peak, served.memory())]
        print("at the start {} MiB, at most {}, afterwards {}".format(*shown))
        assert served.stop() == 0
        assert "error" not in served.errors
    finally:
        served.kill()


class Hoarding(Served):
    """A server that keeps every table in memory."""

    main = FREELY.format(hurry="live_tables.UNUSED = 2**40")


def silent(served: Served, table: str) -> socket.socket:
    """A browser whose machine is gone: it never answers, not even to the end of its line."""
    host, port = served.address.removeprefix("http://").split(":")
    one = socket.create_connection((host, int(port)))
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13"
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    path = f"/api/tables/{table}/live"
    one.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{upgrade}\r\n{key}\r\n\r\n".encode())
    assert one.recv(100).startswith(b"HTTP/1.1 101")
    return one


@pytest.mark.parametrize("are_silent", [0, 20])
def test_stop_with_650_tables_is_quick_and_loses_nothing(tmp_path: Path, are_silent: int) -> None:
    """Everybody is told to come again, and what was acknowledged is on the disk."""
    served = Hoarding(str(tmp_path / "t.db"), tmp_path)
    silents: list[socket.socket] = []
    try:
        served.wait()
        made = [make_table(served, "mine", "rookie", "rookie", "rookie") for _ in range(650)]
        for one in made:
            start(served, one)
        people = [Browser(served, one.id, [one.tokens[0]]) for one in made[:390]]
        silents += [silent(served, one.id) for one in made[:are_silent]]
        sent = {one.answer(menu): one for one in people[:50] if (menu := one.asked())}
        for key in list(sent)[:30]:
            sent[key].answered(key)  # the others' are under way
        began = time.monotonic()
        served.process.send_signal(signal.SIGTERM)
        assert served.ended(WITHIN) == 0
        took = time.monotonic() - began
        assert {one.gone() for one in people} <= {1012, 1013}
        said = {key: one for key, one in sent.items() if key in one.answers}
        print(f"{took:.2f} s; {len(said)} of {len(sent)} answers acknowledged")
        assert len(said) >= 30
        assert took < 3
    finally:
        served.kill()
        for line in silents:
            line.close()
    with closing(sqlite3.connect(tmp_path / "t.db")) as kept:
        stored = {row[0] for row in kept.execute("SELECT request FROM moves")}
    for key, browser in said.items():
        assert browser.answers[key]["type"] == "reply"
        assert key_of("answer", key, browser.tokens[0]) in stored
