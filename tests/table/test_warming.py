"""Bots that take long decide by the compiled rules, once these are at hand."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from tests.table.sitting import Sitting

from wreckoning.core import deciding
from wreckoning.core.compiled import cache_folder, compiled, is_cached
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table import movers, warming
from wreckoning.table.movers import Movers
from wreckoning.table.warming import Warming, compile_apart, load_compiled

WITHIN = 10


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "_COMPILED", {})


def test_each_game_is_compiled_then_loaded_once() -> None:
    done: list[tuple[str, str]] = []
    ended = threading.Event()

    def load(key: str) -> None:
        done.append(("load", key))
        if len(done) == 4:
            ended.set()

    warm = Warming(lambda key: done.append(("compile", key)), load)
    for key in ("rally", "kart", "rally", "kart"):
        warm.want(key)
    assert ended.wait(WITHIN)
    for key in ("rally", "kart"):
        assert [what for what, whose in done if whose == key] == ["compile", "load"]


def test_what_cannot_be_compiled_goes_on_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()
    monkeypatch.setattr(warming.log, "error", lambda *_, **__: told.set())

    def fail(_: str) -> None:
        raise OSError("no space left")

    Warming(fail).want("rtd")
    assert told.wait(WITHIN)
    assert "rtd" not in deciding._COMPILED


def test_nothing_is_used_that_is_not_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = find_ruleset("rtd")
    _ = compiled(rules).batch
    assert is_cached(rules)
    compile_apart("rtd")  # there already: no process is needed
    load_compiled("rtd")
    assert "rtd" in deciding._COMPILED
    monkeypatch.setattr(deciding, "_COMPILED", {})
    monkeypatch.setenv("WRECK_CACHE", str(tmp_path))
    load_compiled("rtd")
    assert "rtd" not in deciding._COMPILED
    assert not cache_folder(rules).exists()


def test_games_whose_answers_take_long_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[str] = []
    game = Sitting("Ann", "Bob").start().game

    async def carry_out(is_short: bool) -> None:
        threads = Movers()
        threads.on_slow = named.append
        await threads.carry_out(game, lambda _: None, is_short)
        threads.close()

    asyncio.run(carry_out(True))
    assert named == []
    monkeypatch.setattr(movers, "SLOW", -1.0)
    asyncio.run(carry_out(True))
    asyncio.run(carry_out(False))
    assert named == ["rtd", "rtd"]
