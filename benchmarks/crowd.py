"""How long `/healthz` takes while four visitors keep a server busy with the largest of all.

    python -m benchmarks.crowd [SECONDS]

Each visitor does five things at once, each as fast as the server allows: imports leagues of 1,000
drivers and 20,000 races, reads every page of one and corrects it again and again, and asks for
reviews, for cold tables and for hints. The server runs on this machine with a new database, and
stops at the end.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import httpx

VISITORS, TABLES = 4, 24
DRIVERS, ROUNDS, RACES = 1000, 200, 100  # races of a round
RUN = "from wreckoning.cli.main import run; run()"
READS = 3  # pages before a correction
BETWEEN = 15.0  # seconds before another import
EVERY = 0.05  # seconds between two looks at the server's health
PAGES = (
    "standings", "standings?division=0", "results", "records", "ratings", "teams", "drivers/1",
    "entries", "calendar", "results.csv", "standings.csv", "feed.atom", "file?logs=false",
)  # fmt: skip


def league(seed: int) -> bytes:
    """The file of a large league in which all drivers are tied, as a request."""
    chance = random.Random(seed)
    races = [
        {
            "key": f"{number}-1-1-{group}-1", "ruleset": "rtd", "course": "S", "kept": "x",
            "entries": chance.sample(range(1, DRIVERS + 1), 4), "places": [1] * 4,
            "grid": [0] * 4, "finish": [0] * 4, "length": 1,
        }
        for number in range(1, ROUNDS + 1) for group in range(1, RACES + 1)
    ]  # fmt: skip
    terms = {"points": {"places": []}, "tie_breaks": ["head_to_head"]}
    plan = {"ruleset": "rtd", "courses": ["sundae_drive"], "opened": 1, "closed": 2}
    document = {
        "form": "wreckoning league 1",
        "title": "Large",
        "terms": {**terms, "divisions": [{"title": "League"}]},
        "entries": [{"number": n, "name": f"Driver {n}"} for n in range(1, DRIVERS + 1)],
        "rounds": [plan] * ROUNDS,
        "races": races,
    }
    return json.dumps({"document": document}, separators=(",", ":")).encode()


@contextlib.contextmanager
def serving(db: str) -> Iterator[str]:
    """A server of its own process. Yields its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-c", RUN, "serve", "--db", db]
    with subprocess.Popen(
        [*command, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            for _ in range(600):
                with contextlib.suppress(httpx.HTTPError):
                    httpx.get(f"{address}/healthz")
                    break
                time.sleep(0.1)
            yield address
        finally:
            process.terminate()


class Visitor:
    """A visitor with an address of their own, and what they were answered, by status."""

    def __init__(self, address: str, number: int) -> None:
        way = httpx.HTTPTransport(local_address=f"127.0.0.{number + 2}")
        self.http = httpx.Client(base_url=address, transport=way, timeout=300, trust_env=False)
        self.body, self.number = league(number), number
        self.answers: Counter[str] = Counter()
        self.names = map(str, itertools.count(1))
        self.own: dict[str, Any] = {}  # the first league that was imported
        self.pages = itertools.cycle(PAGES)
        self.race: dict[str, Any] = {}  # for hints

    def ask(self, what: str, method: str, path: str, **given: Any) -> Any:
        """Send a request, and count its answer. Returns it, if there is one."""
        answer = self.http.request(method, path, **given)
        self.answers[f"{what} {answer.status_code}"] += 1
        if answer.status_code == 429:
            time.sleep(0.2)
        return answer.json() if answer.status_code == 200 and "json" in str(answer.headers) else {}

    def visit(self, tables: list[str], until: float) -> list[threading.Thread]:
        """Ask for everything at once until then."""
        deeds = (
            self.bring, self.read, lambda: self.review(tables), lambda: self.look(tables),
            self.wonder,
        )  # fmt: skip

        def repeat(deed: Callable[[], None]) -> None:
            with contextlib.suppress(httpx.HTTPError):  # the server stops at the end
                while time.monotonic() < until:
                    deed()

        return [threading.Thread(target=repeat, args=[deed], daemon=True) for deed in deeds]

    def request(self) -> str:
        """The name of a new request."""
        return f"request-{self.number}-{next(self.names)}"

    def bring(self) -> None:
        """Import a league."""
        kind = {"content-type": "application/json"}
        made = self.ask("import", "POST", "/api/leagues", content=self.body, headers=kind)
        self.own = self.own or made
        time.sleep(BETWEEN)

    def read(self) -> None:
        """Read a few pages of the own league, and correct one of its races."""
        if not self.own:
            time.sleep(0.1)
            return
        for _ in range(READS):
            page = next(self.pages)
            self.ask("page", "GET", f"/api/leagues/{self.own['id']}/{page}")
        race = f"{random.randint(1, ROUNDS)}-1-1-{random.randint(1, RACES)}-1"
        wanted = {"do": "correct", "race": race, "change": "void", "reason": "test"}
        wanted |= {"token": self.own["host"], "request": self.request()}
        self.ask("correct", "POST", f"/api/leagues/{self.own['id']}/do", json=wanted)

    def review(self, tables: list[str]) -> None:
        """Ask for all reviews."""
        for table in tables:
            self.ask("review", "GET", f"/api/tables/{table}/review")

    def look(self, tables: list[str]) -> None:
        """Ask for many tables at once."""
        self.ask("several", "GET", "/api/tables/several", params={"id": tables})

    def wonder(self) -> None:
        """Ask for a hint for the first question of a practice race."""
        if not self.race:
            seats = [{"player": "mine", "name": "Ann"}, {"player": "rookie"}]
            wanted = {"ruleset": "rush", "course": "the_bullring", "seats": seats}
            self.race = self.ask("table", "POST", "/api/tables", json=wanted)
            start = {"token": self.race["host"], "request": self.request()}
            self.ask("start", "POST", f"/api/tables/{self.race['id']}/start", json=start)
        path, (seat,) = f"/api/tables/{self.race['id']}", self.race["seats"]
        version = self.ask("table", "GET", path)["version"]
        hint = {**seat, "ask": "gear", "version": version, "request": self.request()}
        self.ask("hint", "POST", f"{path}/hint", json=hint)


def make_tables(address: str) -> list[str]:
    """Races of bots, which are over."""
    with httpx.Client(base_url=address, timeout=60, trust_env=False) as http:
        wanted = {"ruleset": "rush", "course": "the_bullring", "seats": [{"player": "rookie"}] * 4}
        found = []
        for number in range(TABLES):
            made = http.post("/api/tables", json=wanted).json()
            start = {"token": made["host"], "request": f"start-table-{number}"}
            http.post(f"/api/tables/{made['id']}/start", json=start)
            found.append(made["id"])
        return found


def look(address: str, until: float) -> tuple[list[float], Counter[int]]:
    """Look at the server's health until then: seconds of each look, and the statuses."""
    took, statuses = [], Counter[int]()
    with httpx.Client(base_url=address, timeout=120, trust_env=False) as http:
        while time.monotonic() < until:
            began = time.perf_counter()
            statuses[http.get("/healthz").status_code] += 1
            took.append(time.perf_counter() - began)
            time.sleep(EVERY)
    return took, statuses


def main() -> None:
    """Run it, and print the figures."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as folder:
        db = f"{folder}/crowd.db"
        with serving(db) as address:
            tables = make_tables(address)
        with serving(db) as address:
            visitors = [Visitor(address, number) for number in range(VISITORS)]
            until = time.monotonic() + seconds
            threads = [thread for one in visitors for thread in one.visit(tables, until)]
            with ProcessPoolExecutor(1) as elsewhere:  # the visitors would delay it here
                looks = elsewhere.submit(look, address, until)
                for thread in threads:
                    thread.start()
                took, statuses = looks.result()
            answers = sum((one.answers for one in visitors), Counter[str]())
    print(f"/healthz: {len(took)} looks in {seconds:.0f} s, statuses {dict(statuses)}")
    print(f"median {statistics.median(took):.3f} s, longest {max(took):.3f} s")
    print("answers:", ", ".join(f"{what}: {count}" for what, count in sorted(answers.items())))


if __name__ == "__main__":
    main()
