"""Compiled play: kept for exactly these sources, and in any lots the same sums."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.toy import race as toy
from tests.toy.ruleset import TOY, load_course, seats

import wreckoning
from wreckoning.core import door
from wreckoning.core.compiling.compiled import cache_folder, compiled, is_cached, source_files
from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Illegal, Refused, Suspended
from wreckoning.core.ids import seat_range
from wreckoning.core.match import Match
from wreckoning.core.play import deciding
from wreckoning.core.records import pack, to_array
from wreckoning.core.rules import jitable
from wreckoning.core.ruleset import Ruleset, Seat, find_ruleset, registered
from wreckoning.lab.races import start_words
from wreckoning.lab.simulate import Counts, Simulation

RULESETS = [TOY, *(find_ruleset(key) for key in sorted(registered()))]
SEED = 7
RACES = 6
DECISIONS = 60


def simulation(ruleset: Ruleset) -> Simulation:
    """A simulation with a seat for each policy, at least one more than needed."""
    players = [*ruleset.policies, *ruleset.policies]
    count = max(ruleset.seats[0], min(len(players), ruleset.seats[-1]))
    table = [Seat(f"Driver {n}", players[n]) for n in range(count)]
    return Simulation(ruleset, ruleset.load_course(ruleset.course_names()[0]), table, {}, SEED)


def by_hand(table: Simulation, races: range) -> Counts:
    """The same races, interpreted, counted one by one."""
    ruleset, tallies = table.ruleset, table.ruleset.tallies
    counts = Counts.none(ruleset, len(table.seats))
    for number in races:
        race = table.start()
        door.seed_race(race, table.seed, number)
        while not ruleset.is_over(race):
            ruleset.step(race)
        for seat in seat_range(len(table.seats)):
            counts.places[seat, tallies.place(race, seat) - 1] += 1
            for index in range(len(tallies.names)):
                value = tallies.count(race, seat, index)
                counts.totals[seat, index] += value
                counts.squares[seat, index] += value * value
        counts.lengths[tallies.length(race)] += 1
    return counts


def same(one: Counts, other: Counts) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("places", "totals", "squares", "lengths")
    )


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_compiled_batch_equals_interpreted_races(ruleset: Ruleset) -> None:
    table = simulation(ruleset)
    hand = by_hand(table, range(RACES))
    assert same(table.run(RACES), hand)
    assert same(table.run_plain(RACES), hand)
    assert not same(replace(table, seed=SEED + 1).run(RACES), hand)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_bots_decide_the_same_compiled_and_interpreted(
    ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, dice, decisions = simulation(ruleset), Seeded(SEED), 0
    match = Match(ruleset, table.course, table.seats, dice=dice, automatic=False, bot_seed=SEED)
    by_compiled = compiled(ruleset).decide
    while decisions < DECISIONS and not match.is_over:
        ask = match.asks[0]
        if ask.is_dice:
            match.answer(dice.roll(match.rolls, len(ask.options), ask.question))
            continue
        monkeypatch.setattr(deciding, "_COMPILED", {})
        plain = match.advice(ask)
        deciding.use(ruleset.key, lambda race, index: by_compiled(pack(race), index))
        assert match.advice(ask) == plain, (ask.who, ask.question)
        match.answer(plain, ask.who, ask.question)
        decisions += 1


def test_results_do_not_depend_on_lots_and_workers() -> None:
    table = simulation(TOY)
    whole = table.run(500, workers=1, chunk=500)
    assert whole.races == 500
    for workers, chunk in ((1, 1), (3, 7), (2, 499), (8, 64)):
        assert same(table.run(500, workers=workers, chunk=chunk), whole)


def test_race_in_a_batch_does_not_affect_the_next() -> None:
    """Race 3 alone is race 3 of many."""
    table = simulation(TOY)
    counts = Counts.none(TOY, len(table.seats))
    for number in range(30):
        counts.add(table._play(start_words(table.start()), number, 1))
    assert same(counts, table.run(30, workers=1))


def test_asks_are_raised_from_compiled_code() -> None:
    race = toy.Race()
    race = TOY.start(load_course("dash"), seats("person", "person"), {"marshal": "off"})
    races = to_array(race)
    record = races[0]
    step = compiled(TOY).step
    with pytest.raises(Suspended):
        step(races)
    assert record.door.open == 2
    assert [int(record.door.asks[n].by) for n in (0, 1)] == [0, 1]
    record.door.open = 0
    record.door.tape[:2] = [toy.STEP, 9]
    record.door.given = 2
    with pytest.raises(Refused):
        step(races)


def test_one_compiled_form_for_the_process() -> None:
    assert compiled(TOY) is compiled(replace(TOY))
    assert compiled(TOY).step is compiled(TOY).step


def test_endless_race_is_named() -> None:
    """Nobody ever gets there: the marshal does not say so, and there is no last round."""
    table = simulation(TOY)
    never = replace(TOY, key="never_ending", is_over=never_over)
    with pytest.raises(Illegal, match="race 0 of seed 7 does not end"):
        replace(table, ruleset=never).run(1)


@jitable
def never_over(race: toy.Race) -> bool:
    """Whether it is over: never."""
    return race.turn < 0


def test_sources_of_a_ruleset_are_found() -> None:
    names = {path.name for path in source_files(TOY)}
    assert {"door.py", "generator.py", "ruleset.py", "race.py", "__init__.py"} <= names
    assert all(path.suffix == ".py" for path in source_files(TOY))


PACKAGE = """
from dataclasses import replace
from tests.toy.race import jitable
from tests.toy.ruleset import TOY

@jitable
def is_over(race):
    return race.turn > {turns}

@jitable
def step(race):
    race.turn += 1

OTHER = replace(TOY, key="other", package="other", is_over=is_over, step=step)
"""
PROGRAM = """
from other import OTHER
from wreckoning.core.compiling.compiled import cache_folder, is_cached
from wreckoning.core.ruleset import Seat
from wreckoning.lab.simulate import Simulation
cached = is_cached(OTHER)
table = Simulation(OTHER, OTHER.load_course("mile"), [Seat("Ann", "steady")])
turns = int(table.run(1, workers=1).lengths.nonzero()[0][0])
print(cached, turns, cache_folder(OTHER))
"""


@pytest.mark.parametrize("uses", [True, False])
def test_geometry_is_a_source_of_rulesets_that_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, uses: bool
) -> None:
    name = f"shaped_{uses}".lower()
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("import wreckoning.geometry\n" if uses else "")
    monkeypatch.syspath_prepend(tmp_path)
    package = Path(wreckoning.__file__).parent
    folders = {
        path.relative_to(package).parts[0] if path.is_relative_to(package) else path.parent.name
        for path in source_files(replace(TOY, package=name))
    }
    assert folders == {name, "core", "toy"} | ({"geometry"} if uses else set())


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A ruleset in a folder of its own."""
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "__init__.py").write_text(PACKAGE.format(turns=3))
    return folder


def play_other(other: Path) -> tuple[str, int, Path]:
    """Play a race of it in a process. Returns whether it was cached, its turns, its cache."""
    sources = Path(wreckoning.__file__).parents[1]
    places = [str(place) for place in (other.parent, Path(__file__).parents[2], sources)]
    environment = {
        **os.environ,
        "WRECK_CACHE": str(other.parent / "cache"),
        "PYTHONPATH": os.pathsep.join(places),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    cached, turns, folder = done.stdout.split()
    return cached, int(turns), Path(folder)


@pytest.mark.slow
def test_cache_depends_on_exact_sources(other: Path) -> None:
    """Compiled once; again after a change of a rule, which then counts; not after going back."""
    source = other / "__init__.py"
    first, turns, folder = play_other(other)
    assert (first, turns) == ("False", 4)
    assert folder.is_relative_to(other.parent / "cache")
    assert list(folder.rglob("*.nbc")), "something is kept"
    source.write_text(PACKAGE.format(turns=5))
    changed, turns, elsewhere = play_other(other)
    assert (changed, turns) == ("False", 6)
    assert elsewhere != folder
    explained = '"""Other."""\n\n# A comment.\n' + PACKAGE.format(turns=3)
    source.write_text(explained.replace("(race):\n", '(race):\n    """What it does."""\n'))
    assert play_other(other) == ("True", 4, folder), "kept; words about the code do not count"


@pytest.mark.slow
def test_another_checkout_of_the_same_code_uses_the_cache(other: Path, tmp_path: Path) -> None:
    first, turns, folder = play_other(other)
    assert (first, turns) == ("False", 4)
    written = {path: path.stat().st_mtime_ns for path in folder.rglob("*.nbc")}
    elsewhere = tmp_path / "second" / "other"
    shutil.copytree(other, elsewhere, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.move(tmp_path / "cache", tmp_path / "second" / "cache")
    cached, turns, folder = play_other(elsewhere)
    assert (cached, turns) == ("True", 4)
    assert {path.stat().st_mtime_ns for path in folder.rglob("*.nbc")} == set(written.values())


def test_the_cache_may_be_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRECK_CACHE", str(tmp_path))
    assert cache_folder(TOY).is_relative_to(tmp_path)
    assert not is_cached(TOY)
    assert not cache_folder(TOY).exists(), "looking makes nothing"
    shutil.rmtree(tmp_path)
    assert not is_cached(TOY)
