"""A server compiles one program at a time; with `--compile` all of them, before they are needed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

import pytest
from tests.table.serving import WITHIN, Served

from wreckoning.core.ruleset import rulesets
from wreckoning.server.workers import compiling
from wreckoning.server.workers.compiling import (
    ProgramKind,
    compile_ahead,
    compile_search,
    wait_for_search,
)

KEYS = [ruleset.key for ruleset in rulesets()]


class Compiler:
    """Stands in for the process that compiles: notes what it makes, and how many work at once."""

    def __init__(self) -> None:
        self.made: list[tuple[str, str, bool]] = []
        self.status = 0
        self._busy = Lock()
        self.most_at_once = 1

    def kind(self, name: str) -> ProgramKind:
        def make(key: str) -> object:
            return name, key

        return ProgramKind(name, lambda key: (name, key) in self.there, make)

    @property
    def there(self) -> set[tuple[str, str]]:
        return {(name, key) for name, key, _ in self.made}

    def run_apart(self, _: object, make: Callable[[str], Any], key: str, is_ahead: bool) -> int:
        if not self._busy.acquire(blocking=False):
            self.most_at_once += 1
            return 1
        time.sleep(0.01)
        if not self.status:
            self.made.append((*make(key), is_ahead))
        self._busy.release()
        return self.status


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Compiler:
    made = Compiler()
    monkeypatch.setattr(compiling, "run_apart", made.run_apart)
    monkeypatch.setattr(compiling, "BREAK", 0.01)
    for name in ("RULES", "SEARCH"):
        monkeypatch.setattr(compiling, name, made.kind(name.lower()))
    return made


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    lines: list[tuple[str, dict[str, Any]]] = []
    for level in ("info", "error"):
        monkeypatch.setattr(compiling.log, level, lambda event, **more: lines.append((event, more)))
    return lines


def test_all_that_is_missing_is_compiled_once(
    compiler: Compiler, logged: list[tuple[str, dict[str, Any]]]
) -> None:
    compiler.made = [("search", KEYS[0], False)]
    compile_ahead()
    expected = [(kind, key, True) for kind in ("search", "rules") for key in KEYS]
    assert compiler.made[1:] == expected[1:]
    assert logged[0][1] == {"programs": 2 * len(KEYS) - 1}
    last = logged[-1][1]
    assert (last["ruleset"], last["what"], last["programs"]) == (KEYS[-1], "rules", "7 of 7")
    del logged[:]
    compile_ahead()
    assert len(compiler.made) == 2 * len(KEYS)
    assert not logged, "nothing to do, nothing to tell"


def test_never_two_at_once(compiler: Compiler) -> None:
    """What is asked for meanwhile comes next, and is not compiled twice."""
    threads = [
        Thread(target=compile_ahead),
        *(Thread(target=compile_search, args=[key]) for key in KEYS),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WITHIN)
    assert compiler.most_at_once == 1
    assert sorted(compiler.there) == sorted(
        (kind, key) for kind in ("rules", "search") for key in KEYS
    )
    assert len(compiler.made) == len(compiler.there)


def test_who_waits_for_a_search_takes_no_thread_that_reads_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An event loop has five threads on a machine with one core."""
    is_made = Event()
    monkeypatch.setattr(compiling, "compile_search", lambda _: is_made.wait(WITHIN))

    async def wait() -> str:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        waiting = [asyncio.create_task(wait_for_search(key)) for key in KEYS]
        await asyncio.sleep(0)  # they begin
        try:
            return await asyncio.wait_for(asyncio.to_thread(lambda: "a table"), WITHIN / 2)
        finally:
            is_made.set()
            await asyncio.gather(*waiting)

    assert asyncio.run(wait()) == "a table"


def test_a_compiler_that_fails_is_told_of(
    compiler: Compiler, logged: list[tuple[str, dict[str, Any]]]
) -> None:
    """And the others are tried all the same."""
    compiler.status = 1
    compile_ahead()
    assert [event for event, _ in logged[1:]] == ["a game cannot be compiled"] * 2 * len(KEYS)
    with pytest.raises(RuntimeError, match="the compiler ended with 1"):
        compile_search(KEYS[0])


def test_what_cannot_be_kept_is_not_compiled_ahead(
    compiler: Compiler, logged: list[tuple[str, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each start it would take minutes of a core for nothing."""
    nothing = ProgramKind("rules", lambda _: False, lambda key: ("rules", key))
    monkeypatch.setattr(compiling, "RULES", nothing)
    monkeypatch.setattr(compiling, "SEARCH", nothing)
    compile_ahead()
    assert len(compiler.made) == 1
    assert logged[-1][0].startswith("compiled programs cannot be kept")


@pytest.mark.parametrize("status", [-9, -15])
def test_a_server_that_ends_tells_of_no_failure(
    compiler: Compiler,
    logged: list[tuple[str, dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
    status: int,
) -> None:
    """It ends its compiler, or a signal ends both, as systemd sends it."""
    compiler.status = status
    monkeypatch.setattr(compiling, "is_ending", lambda: status == -9)
    compile_ahead()
    assert len(logged) == 1


class Watched(Served):
    """A server that says when it begins to compile, and does not."""

    main = (
        "import sys; from wreckoning.server import running; "
        "running.compile_ahead = lambda: print('it compiles', file=sys.stderr, flush=True); "
    ) + Served.main


@pytest.mark.parametrize("compiles", [True, False])
def test_a_server_compiles_ahead_if_it_is_told_to(tmp_path: Path, compiles: bool) -> None:
    served = Watched(str(tmp_path / "t.db"), tmp_path, *(["--compile"] if compiles else []))
    served.wait()
    until = time.monotonic() + (WITHIN if compiles else 0.3)
    while "it compiles" not in served.errors and time.monotonic() < until:
        time.sleep(0.02)
    assert ("it compiles" in served.errors) == compiles
    served.stop()
