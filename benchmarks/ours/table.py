"""`wreck bench table`: durable answers a second, the delay for other players, and the pages.

The pages are measured while 20 other tables race at the same server. With `--aces GAME` there
is a run between each two others in which two aces think at one more table. With `--db` the tables
are in that database, and with `--processes` several servers share it, and the tables among them.

The load is a process on the same machine: its own share of a core is among the figures.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import platform
import socket
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from importlib.util import find_spec
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from sqlalchemy import select

from benchmarks.ours.load import Figures, Load, percentile
from benchmarks.ours.pages import measure_pages
from wreckoning.cli.reading import print_figures
from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import find_ruleset, rulesets
from wreckoning.server.limits import Limits
from wreckoning.server.running import run
from wreckoning.server.store.database import open_existing, read_address
from wreckoning.server.store.schema import moves
from wreckoning.server.workers.compiling import compile_search

TABLES, SEATS = 200, 6
T = TypeVar("T")
WITHIN = 30  # seconds for the server to start
COMPANY, COMPANY_RATE = 20, 10.0  # tables that race while the pages are measured; answers a second
ACES, ACES_RATE = ("ace", "ace"), 20.0  # they are waited for, so their player answers at once
ACES_LOAD, ACES_WARM = 15.0, 2.0  # seconds until their search is loaded; until they think
ACES_AT_A_TABLE = 20.0  # seconds; then they go to another one, since races end
LONGEST = 900.0  # seconds for that
MANY = (1e6, 1e6)
FREELY = Limits(
    connections=10_000,
    connections_per_address=10_000,
    frames=MANY,
    requests=MANY,
    replays=MANY,
    files=MANY,
    tables=MANY,
    commands=MANY,
    lines_per_address=10_000,
)


def bench_table(
    tables: int,
    rate: int,
    runs: int,
    seconds: float,
    aces: str,
    db: str,
    processes: int,
    as_json: bool,
) -> None:
    """Measure the table, and print the figures. Raises Malformed for servers that cannot share."""
    if processes > 1 and read_address(db or "table.db").get_backend_name() == "sqlite":
        raise Malformed("--processes", "several servers need PostgreSQL: --db postgresql://…")
    with Console(stderr=True).status(f"{tables} tables of six players …"):
        figures = measure(tables, rate, runs, seconds, aces, db, processes)
    print_figures(figures, as_json)


def serve_freely(db: str, port: int) -> None:
    """Run a server without limits for one address."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        run(db, "127.0.0.1", port, limits=FREELY)


@contextlib.contextmanager
def server(db: str) -> Iterator[str]:
    """Start a server in a process of its own; yields its address, and stops it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=serve_freely, args=(db, port))
    process.start()
    try:
        _wait(port, time.monotonic() + WITHIN)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.join(WITHIN)


def _wait(port: int, until: float) -> None:
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise TimeoutError("the server does not come up")


def measure(
    tables: int,
    rate: float,
    runs: int,
    seconds: float,
    aces: str = "",
    db: str = "",
    processes: int = 1,
) -> dict[str, Any]:
    """All figures, each the median of several runs at the same servers.

    If `aces` is a game, also those while two aces race in it. Its search is compiled first.
    Without `db` the tables are in a new SQLite file, which is deleted afterwards.
    """
    if aces:
        compile_search(find_ruleset(aces).key)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        store = db or str(Path(folder) / "table.db")
        addresses = [stack.enter_context(server(store)) for _ in range(processes)]
        with _meanwhile(_race, addresses[0]) as racing:
            racing.wait(WITHIN)
            pages = measure_pages(addresses[0])
        figures, beside, acknowledged = _run(_load(addresses, tables, rate, runs, seconds, aces))
        stack.close()
        lost, doubled = _check(store, acknowledged)
        kind = read_address(store).get_backend_name()
    return {
        "tables": tables,
        "seats": SEATS,
        "lines": tables * SEATS,
        "store": "sqlite, WAL, every commit on the disk" if kind == "sqlite" else kind,
        "processes": processes,
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "asked_rate": rate,
        **_summary(figures),
        **beside_aces(figures, beside, aces),
        "acknowledged_but_lost": lost,
        "stored_twice": doubled,
        "pages_with_other_tables": COMPANY,
        **pages,
    }


@contextlib.contextmanager
def _meanwhile(race: Callable[..., None], *arguments: Any) -> Iterator[Event]:
    """Let other tables race, from a process of its own; the event is set when they do."""
    context = multiprocessing.get_context("spawn")
    racing = context.Event()
    process = context.Process(target=race, args=(*arguments, racing))
    process.start()
    try:
        yield racing
    finally:
        process.terminate()
        process.join(WITHIN)


def _race(address: str, racing: Event) -> None:
    async def load() -> None:
        ruleset = rulesets()[0]
        company = Load([address], ruleset.key, ruleset.course_names()[0], SEATS)
        await company.gather(COMPANY)
        racing.set()
        await company.drive(COMPANY_RATE, LONGEST)

    _run(load())


def _race_aces(address: str, game: str, warm: float, racing: Event) -> None:
    async def load() -> None:
        course = find_ruleset(game).course_names()[0]
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            table = Load([address], game, course, 1, ACES)
            await table.gather(1)
            await table.drive(ACES_RATE, ACES_AT_A_TABLE if racing.is_set() else warm)
            racing.set()
            await table.go()

    _run(load())


def _run(load: Coroutine[Any, Any, T]) -> T:
    """Run it on uvloop if available, like the server: the load takes time from the server."""
    if find_spec("uvloop") is None:  # Windows
        return asyncio.run(load)
    import uvloop

    return uvloop.run(load)


async def _load(
    addresses: Sequence[str], tables: int, rate: float, runs: int, seconds: float, aces: str
) -> tuple[list[Figures], list[Figures], dict[str, set[str]]]:
    ruleset = rulesets()[0]
    load = Load(addresses, ruleset.key, ruleset.course_names()[0], SEATS)
    await load.gather(tables)
    await load.drive(rate, min(3.0, seconds))  # warm
    figures, beside = [await load.drive(rate, seconds)], list[Figures]()
    for number in range(1, runs + bool(aces)):
        if aces:
            warm = ACES_WARM if number > 1 else ACES_LOAD
            with _meanwhile(_race_aces, addresses[0], aces, warm) as racing:
                await asyncio.to_thread(racing.wait, WITHIN)
                beside.append(await load.drive(rate, seconds))
        figures.append(await load.drive(rate, seconds))
    acknowledged = load.acknowledged()
    await load.go()
    return figures, beside, acknowledged


def _summary(figures: list[Figures]) -> dict[str, Any]:
    from statistics import median

    found: dict[str, Any] = {}
    rates = [f.rate for f in figures]
    found["durable_answers_per_second"] = round(median(rates))
    found["durable_answers_per_second_range"] = [round(min(rates)), round(max(rates))]
    for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)):
        others = [percentile(f.to_others, share) for f in figures]
        found[f"to_others_{name}_ms"] = round(median(others), 1)
        found[f"to_others_{name}_ms_range"] = [round(min(others), 1), round(max(others), 1)]
    found["reply_p99_ms"] = round(median(percentile(f.to_reply, 0.99) for f in figures), 1)
    found["refused"] = sum(f.refused for f in figures)
    found["load_share_of_a_core"] = round(median(f.own_share for f in figures), 2)
    return found


def beside_aces(figures: list[Figures], beside: list[Figures], game: str) -> dict[str, Any]:
    """How soon others know while aces think, and how many times as long that takes.

    Races grow slower as they go on, so each run with aces is held against those before and after.
    """
    from statistics import mean, median

    if not beside:
        return {}
    alone, aces = ([percentile(f.to_others, 0.95) for f in runs] for runs in (figures, beside))
    before_and_after = (mean(alone[number : number + 2]) for number in range(len(aces)))
    times = [
        with_ / without for with_, without in zip(aces, before_and_after, strict=True) if without
    ] or [0.0]
    return {
        "aces_think_in": game,
        "to_others_p95_ms_beside_aces": round(median(aces), 1),
        "times_without_aces": round(median(times), 2),
        "times_without_aces_range": [round(min(times), 2), round(max(times), 2)],
    }


def _check(store: str, acknowledged: dict[str, set[str]]) -> tuple[int, int]:
    """How many acknowledged answers are missing in the store, and how many are there twice."""
    wanted = {(table, request) for table, those in acknowledged.items() for request in those}
    with contextlib.closing(open_existing(read_address(store)).connect()) as connection:
        rows = [tuple(row) for row in connection.execute(select(moves.c.table_id, moves.c.request))]
    stored = set(rows)
    return len(wanted - stored), len(rows) - len(stored)
