"""Bots that take long decide by the compiled rules, once these are ready."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from multiprocessing import Pipe
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.table.sitting import Sitting

from wreckoning.core.compiling.compiled import cache_folder, compiled
from wreckoning.core.play import deciding
from wreckoning.core.ruleset import find_ruleset
from wreckoning.server.live import command_threads
from wreckoning.server.live.command_threads import CommandThreads
from wreckoning.server.workers import warming
from wreckoning.server.workers.compiling import CompilerEnded
from wreckoning.server.workers.warming import Decider, Warming
from wreckoning.table.racing import racing
from wreckoning.table.table import Table

WITHIN = 60


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "_COMPILED", {})


class Ends:
    """A process that decides nothing, and ends when told."""

    def __init__(self) -> None:
        self.may_end = threading.Event()

    def decide(self, race: Any, index: int) -> int:
        raise AssertionError

    def wait(self) -> None:
        assert self.may_end.wait(WITHIN)


def test_each_game_is_compiled_then_loaded_once() -> None:
    done: list[tuple[str, str]] = []
    ended, decides = threading.Event(), Ends()

    def load(key: str) -> Ends:
        done.append(("load", key))
        if len(done) == 4:
            ended.set()
        return decides

    warm = Warming(lambda key: done.append(("compile", key)), load)
    for key in ("rally", "kart", "rally", "kart"):
        warm.request(key)
    assert ended.wait(WITHIN)
    for key in ("rally", "kart"):
        assert [what for what, whose in done if whose == key] == ["compile", "load"]
    decides.may_end.set()


def test_game_is_interpreted_again_after_its_process_ended() -> None:
    """And it is wanted again as soon as its bots take long again."""
    last: list[Ends] = []
    warm = Warming(lambda _: None, lambda _: last[0])
    for _ in range(2):
        last[:] = [Ends()]
        warm.request("rtd")
        until(lambda: "rtd" in deciding._COMPILED)
        last[0].may_end.set()
        until(lambda: "rtd" not in deciding._COMPILED and "rtd" not in warm._begun)


def until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + WITHIN
    while not what():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_game_that_cannot_be_compiled_stays_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()
    monkeypatch.setattr(warming.log, "error", lambda *_, **__: told.set())

    def fail(_: str) -> None:
        raise OSError("no space left")

    Warming(fail).request("rtd")
    assert told.wait(WITHIN)
    assert "rtd" not in deciding._COMPILED


@pytest.mark.parametrize(("code", "errors"), [(-15, 0), (-9, 1)])
def test_a_compiler_that_is_stopped_with_its_server_has_not_failed(
    monkeypatch: pytest.MonkeyPatch, code: int, errors: int
) -> None:
    told: list[object] = []
    monkeypatch.setattr(warming.log, "error", lambda *_, **__: told.append(1))

    def fail(_: str) -> None:
        raise CompilerEnded(code)

    Warming(fail)._warm("rtd")
    assert len(told) == errors


def test_compiled_process_decides_like_interpreted_rules() -> None:
    """Also while it ends: bots that wait for it decide by interpreted rules."""
    rules = find_ruleset("rtd")
    _ = compiled(rules).batch
    match = Sitting("Ann", "Bob:rookie", "Cid:rookie").start().match
    ask = match.asks[0]
    plain = match.advice(ask, "rookie")
    decider = Decider("rtd")
    asked: list[int] = []

    def decide(race: Any, index: int) -> int:
        asked.append(index)
        return decider.decide(race, index)

    deciding.use("rtd", decide)
    assert match.advice(ask, "rookie") == plain
    decider._process.end()
    decider.wait()
    assert match.advice(ask, "rookie") == plain
    assert asked == [ask.index, ask.index]


def test_a_decision_that_is_no_option_is_decided_by_interpreted_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And the process goes on."""
    rules: Any = SimpleNamespace(decide=lambda _, index: -index)
    monkeypatch.setattr(warming, "compiled", lambda _: rules)
    monkeypatch.setattr(warming, "is_cached", lambda _: True)
    monkeypatch.setattr(warming, "end_with_parent", lambda: None)
    line, theirs = Pipe()
    process = threading.Thread(target=warming._decide_on, args=(theirs, "rtd", 0.5), daemon=True)
    process.start()
    assert line.recv_bytes() == b"ready"
    for index, answer in ((1, b""), (0, bytes(8)), (7, b"")):
        line.send_bytes(bytes([index]))
        assert line.poll(WITHIN)
        assert line.recv_bytes() == answer
    process.join()


def test_idle_compiled_process_ends() -> None:
    _ = compiled(find_ruleset("rtd")).batch
    line, theirs = Pipe()
    warming._decide_on(theirs, "rtd", 0.0)
    assert line.recv_bytes() == b"ready"


def test_only_cached_rules_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRECK_CACHE", str(tmp_path))
    with pytest.raises(EOFError):
        Decider("rtd")
    assert not cache_folder(find_ruleset("rtd")).exists()


def test_slow_games_are_found_by_their_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[str] = []
    game = Sitting("Ann", "Bob").start().game

    async def carry_out(is_short: bool) -> None:
        threads = CommandThreads()
        threads.on_slow = named.append
        await threads.carry_out(game, lambda _: None, is_short)
        threads.close()

    asyncio.run(carry_out(True))
    assert named == []
    monkeypatch.setattr(command_threads, "SLOW", -1.0)
    monkeypatch.setattr(command_threads, "SLOW_EACH", -1.0)
    asyncio.run(carry_out(True))
    asyncio.run(carry_out(False))
    assert named == ["rtd", "rtd"]


def test_a_long_race_of_quick_answers_is_not_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot drives it to the end in one go; no single answer takes long."""
    named: list[str] = []
    game = Sitting("Ann", "Bob", dice="fair").start().game
    threads = CommandThreads()
    threads.on_slow = named.append
    monkeypatch.setattr(command_threads, "SLOW", 0.0)
    monkeypatch.setattr(command_threads, "SLOW_EACH", 60.0)

    def drive(game: Table) -> None:
        for seat in game.settings.seats:
            racing(game).set_driver(seat, "rookie")
        racing(game).race_on()

    asyncio.run(threads.carry_out(game, drive, False))
    threads.close()
    assert game.match is not None
    assert game.match.is_over
    assert named == []
