"""`wreck bench`: which race is timed, which rules take the time, and what is refused."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest
from benchmarks.ours.digest import LENGTH
from benchmarks.ours.load import Figures, Load
from benchmarks.ours.profile import charge
from benchmarks.ours.table import beside_aces
from tests.cli.run import process, refused, wreck

from wreckoning.cli import bench
from wreckoning.core.rules import written
from wreckoning.core.ruleset import registered

QUICK = ("--runs", "1", "--seconds", "0")


def test_bench_of_one_game() -> None:
    ran = wreck("bench", "rtd", "--no-cold", "--seats", "4", "--laps", "1", "--json", *QUICK)
    found = json.loads(ran.out)
    assert (found["ruleset"], found["course"]) == ("rtd", "sundae_drive")
    assert (found["seats"], found["laps"]) == (4, 1)
    assert min(found["races_per_second_one_core"], found["interpreted_races_per_second"]) > 0
    rate = found["races_per_second_one_core"] / found["loop_rounds_per_second"]
    assert found["races_per_million_rounds"] == pytest.approx(rate * 1e6, rel=0.01)
    assert found["menus"] > 0
    times = found["menu_ms_median_and_worst"].values()
    assert 0 <= found["menu_ms"] <= found["menu_ms_99"] <= max(worst for _, worst in times)


def test_digest_of_races() -> None:
    def digest(*words: str) -> str:
        return wreck("bench", "rtd", "--digest", *words).out

    first = digest("20")
    assert len(first.strip()) == LENGTH
    assert first == digest("20")
    assert first not in (digest("21"), digest("20", "--seats", "5"))
    assert "all" in refused("bench", "--digest", "1")


@pytest.mark.slow
def test_the_slowest_rules_of_all_games() -> None:
    found = json.loads(wreck("bench", "--profile", "--json", *QUICK).out)
    assert {each["ruleset"] for each in found} == set(registered())
    for each in found:
        shares = [row["share"] for row in each["rules"]]
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) == pytest.approx(1, abs=0.02)


def test_the_slowest_rules_are_named_with_their_numbers() -> None:
    out = wreck("bench", "rtd", "--profile", *QUICK).out.splitlines()
    assert out[0].startswith("rtd, sundae_drive, 6 seats: 1 races, interpreted play")
    assert out[1].split() == ["share", "calls", "a", "race", "rule"]
    rules = {(row.function.__name__, row.number) for row in written("wreckoning.rulesets.rtd")}
    named = [line.split() for line in out[2:]]
    assert all((words[2], words[3]) in rules for words in named if words[2] != "no")
    assert named[0][0].endswith("%")


def test_bench_counts_calls_per_race() -> None:
    """In a process of its own: the profiler loses calls while another thread returns from some."""
    ran = process("bench", "rtd", "--profile", "--json", "--seats", "2", *QUICK)
    calls = {row["name"]: row["calls_a_race"] for row in json.loads(ran.out)["rules"]}
    assert calls["rocket_starts"] == 1
    assert calls["rocket_start"] == 2
    assert calls["settle_order"] == calls["begin_turn"] - 1, "the last turn ends at the line"


def test_time_of_a_helper_counts_for_its_callers() -> None:
    """Ten of `helper`'s seconds: six for one rule, four for another, by way of a second helper."""
    one, other, helper, inner = (("rules.py", line, name) for line, name in enumerate("abcd"))
    nobody = ("main.py", 1, "main")
    stats = {
        nobody: (1, 1, 1.0, 20.0, {}),
        one: (1, 1, 2.0, 8.0, {nobody: (1, 1, 2.0, 8.0)}),
        other: (1, 1, 3.0, 7.0, {nobody: (1, 1, 3.0, 7.0)}),
        helper: (2, 2, 5.0, 10.0, {one: (1, 1, 3.0, 6.0), other: (1, 1, 2.0, 4.0)}),
        inner: (2, 2, 5.0, 5.0, {helper: (2, 2, 5.0, 5.0)}),
    }
    charged = charge(stats, [one, other])
    assert charged == {one: pytest.approx(8), other: pytest.approx(7), None: pytest.approx(1)}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("bench bogus", "ruleset: no ruleset 'bogus'"),
        ("bench rtd --seats 40", "Kart RTD is for 2 to 12 seats, found 40"),
        ("bench rtd --course nowhere", "nowhere"),
        ("bench rush --laps 2", "--laps: Gasworks Run is not driven in laps"),
        ("bench rtd --laps 100", "laps: expected a whole number from 1 to 9, found 100"),
        ("bench --seats 4", "--seats, --course, --laps: expected with one game"),
        ("bench table --aces rushh", "no ruleset 'rushh'"),
        ("bench rtd --aces rush", "--aces: expected with the table"),
        ("bench rtd --db some.db", "--db: expected with the table"),
        ("bench --processes 2", "--processes: expected with the table"),
        ("bench table --processes 2", "--processes: several servers need PostgreSQL"),
        ("bench table --processes 2 --db some.db", "several servers need PostgreSQL"),
    ],
)
def test_invalid_options_are_refused(line: str, what: str) -> None:
    assert what in refused(*line.split())


@pytest.mark.parametrize("what", ["rtd", "table", "peers"])
def test_bench_needs_a_checkout(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(bench, "FOLDER", "nowhere")
    said = "bench: needs nowhere/ next to src/: it is in a checkout of the sources, in no package"
    assert refused("bench", what) == said


def test_aces_are_compared_with_the_runs_before_and_after() -> None:
    def run(others: float) -> Figures:
        return Figures(1, 1, 0, 1.0, [others] * 20, [])

    alone, beside = [run(8), run(12), run(20), run(20)], [run(11), run(16), run(24)]
    told = beside_aces(alone, beside, "rush")
    assert told["to_others_p95_ms_beside_aces"] == 16
    assert told["times_without_aces"] == 1.1
    assert told["times_without_aces_range"] == [1.0, 1.2]
    assert beside_aces(alone, [], "") == {}


class CountingLoop(asyncio.SelectorEventLoop):
    """An event loop that counts its looks at the clock, a few for each sleep."""

    looks = 0

    def time(self) -> float:
        """Count it."""
        self.looks += 1
        return super().time()


def test_a_load_that_waits_for_others_leaves_them_the_processor() -> None:
    loop = CountingLoop()
    loop.run_until_complete(Load(["nowhere"], "rtd", "", 1).drive(rate=20, seconds=0.5))
    loop.close()
    assert loop.looks < 100  # ten sleeps, not hundreds


def test_bench_table_without_its_packages_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    said = refused("bench", "table")
    assert said == "httpx: is not installed; pip install 'wreckoning[dev]' brings it"
