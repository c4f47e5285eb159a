"""Nothing is compiled silently, and nothing at all for a few races."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from tests.cli.run import wreck
from tests.plugins import installed
from tests.toy.ruleset import TOY

from wreckoning.cli import compiling
from wreckoning.core.compiling.compiled import cache_folder, is_cached
from wreckoning.core.ruleset import find_ruleset

LINE = "Compiling the {} of {}: about {} s here, once for this version …"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game that was never compiled."""
    with installed(tmp_path, monkeypatch, toy="tests.toy.ruleset:TOY"):
        monkeypatch.setenv("WRECK_CACHE", str(tmp_path / "cache"))
        yield


@pytest.mark.usefixtures("toy")
def test_a_few_races_are_interpreted_with_the_same_result() -> None:
    with pytest.MonkeyPatch.context() as waits:  # a race may take a second on a busy machine
        waits.setattr(compiling, "seconds_to_compile", lambda _: 1e6)
        ran = wreck("simulate", "toy", "--races", "30", "--json")
    assert ran.err == (
        "So few races are done sooner than the rules are compiled: interpreting them.\n"
    )
    assert not is_cached(TOY)
    assert not cache_folder(TOY).exists()
    with pytest.MonkeyPatch.context() as compiles:
        compiles.setattr(compiling, "seconds_to_compile", lambda _: 0.0)
        again = wreck("simulate", "toy", "--races", "30", "--json")
    assert json.loads(again.out) == json.loads(ran.out)
    assert "interpreting" not in again.err


@pytest.mark.usefixtures("toy")
def test_a_line_says_what_is_compiled_and_how_long_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiling, "seconds_to_compile", lambda _: 0.0)
    first, second = wreck("simulate", "toy", "--races", "300").err.splitlines()
    assert first == LINE.format("rules", TOY.title, 5)
    assert re.fullmatch(r"Compiled in \d+ s[;,] .*\.", second)


@pytest.mark.usefixtures("toy")
def test_too_many_or_no_races_are_refused_first() -> None:
    for races in ("0", "-1", "9999999999"):
        ran = wreck("simulate", "toy", "--races", races)
        assert (ran.status, ran.out) == (2, "")
        assert "expected 1 to" in ran.err
        assert "ompil" not in ran.err


def test_an_estimate_grows_with_the_rules_and_with_the_machines_slowness(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rush, rally = find_ruleset("rush"), find_ruleset("rally")
    for took in (compiling.A_PROBE, 4 * compiling.A_PROBE):
        monkeypatch.setattr(compiling, "_probe", lambda took=took: took)
        slow = took / compiling.A_PROBE
        assert 8 * slow < compiling.seconds_to_compile(rush) < 16 * slow
        assert 22 * slow < compiling.seconds_to_compile(rally) < 45 * slow
    monkeypatch.setattr(compiling, "_probe", lambda: 10 * compiling.A_PROBE)
    assert "about 1.9 minutes here" in compiling.rules_words(rush)
    assert " s here" not in compiling.search_words(rally)


@pytest.mark.usefixtures("toy")
def test_what_is_compiled_already_is_not_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """An estimate takes longer than loading it."""
    monkeypatch.setattr("wreckoning.core.compiling.compiled.is_cached", lambda _: True)
    monkeypatch.setattr(compiling, "seconds_to_compile", None)
    screen = Console(file=io.StringIO())
    compiling.compile_rules(TOY, screen)
    assert not screen.file.getvalue()  # type: ignore[attr-defined]
