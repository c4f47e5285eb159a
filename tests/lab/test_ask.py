"""Hypotheses about the rules: read, raced in pairs, judged; every fault is one line."""

from __future__ import annotations

import inspect
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.run import refused, wreck
from tests.lab.small import toys

from wreckoning.cli.simulations import ask as command
from wreckoning.core.errors import Malformed
from wreckoning.lab import hypothesis, verdict_words
from wreckoning.lab.ask import Budget, Verdicts, ask, settle
from wreckoning.lab.figures import Figure
from wreckoning.lab.hypothesis import Hypothesis
from wreckoning.lab.races import Races
from wreckoning.lab.subjects import LabSubject, SubjectKind
from wreckoning.lab.verdict import Says

ASKED = """
title = "Is Ann better if she is steady?"
ruleset = "toy"
course = ["dash", "mile"]
seed = 7

[[seats]]
name = "Ann"
player = "random"

[[seats]]
name = "Rest"
count = 2
player = "random"

[ask]
set = { "seats.Ann.player" = "steady" }
"""


@pytest.fixture
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    toys(monkeypatch)


def read(tmp_path: Path, text: str = ASKED) -> Hypothesis:
    (tmp_path / "asked.toml").write_text(text, "utf-8")
    return hypothesis.load(tmp_path / "asked.toml")


def effects(found: Verdicts) -> list[tuple[float, float, float, int]]:
    return [
        (v.effect.low, v.effect.value, v.effect.high, v.values)
        for v in (case.verdict for case in found.cases)
    ]


@pytest.mark.usefixtures("_toy")
def test_a_file_is_asked_on_each_course(tmp_path: Path) -> None:
    found = settle(read(tmp_path), Budget(0, 30_000))
    assert [case.scene.course for case in found.cases] == ["dash", "mile"]
    assert found.hypothesis.comparisons == 2
    for case in found.cases:
        assert case.verdict.is_settled
        assert case.after - case.before == pytest.approx(case.verdict.effect.value)
    assert found.races == sum(2 * case.verdict.values for case in found.cases)


@pytest.mark.usefixtures("_toy")
def test_the_verdict_is_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    one, three = (settle(read(tmp_path), Budget(0, 10_000), workers) for workers in (1, 3))
    assert effects(one) == effects(three)


@pytest.mark.usefixtures("_toy")
def test_the_same_rules_on_the_same_dice_differ_in_nothing(tmp_path: Path) -> None:
    text = ASKED.replace('= "steady" }', '= "random" }')
    paired = settle(read(tmp_path, text), Budget(0, 20_000))
    assert all(case.verdict.effect.value == 0 for case in paired.cases)
    assert {case.verdict.says for case in paired.cases} == {Says.NO}
    own = settle(read(tmp_path, text), Budget(0, 20_000), is_paired=False)
    assert all(case.verdict.effect.value != 0 for case in own.cases)
    assert verdict_words.method(paired).startswith("Pairs of races on the same dice")
    assert verdict_words.method(own).startswith("Races, each driver")


@pytest.mark.usefixtures("_toy")
def test_without_a_change_shares_are_held_against_an_even_one(tmp_path: Path) -> None:
    text = ASKED.partition("[ask]")[0].replace('player = "random"', 'player = "steady"', 1)
    found = settle(read(tmp_path, text + '[ask]\nfor = ["Ann", "seat 2"]\n'), Budget(0, 6_000))
    assert [case.scene.before for case in found.cases] == [None] * 4
    assert all(case.before == pytest.approx(1 / 3) for case in found.cases)


@pytest.mark.usefixtures("_toy")
def test_a_budget_ends_it(tmp_path: Path) -> None:
    close = replace(read(tmp_path), smallest=1e-6)
    found = settle(close, Budget(0, 100))
    assert found.races == 108  # the last look is smaller: nine rounds of six line-ups, in pairs
    assert [case.verdict.values for case in found.cases] == [54, 0]
    assert not found.is_settled
    assert settle(close, Budget(1e-9)).races == 0
    assert "nothing was raced" in verdict_words.sentence(found, found.cases[1])


@pytest.mark.usefixtures("_toy")
def test_a_file_needs_its_table(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"asked.toml: no table \[ask\]: add one, such as"):
        read(tmp_path, ASKED.partition("[ask]")[0])


@pytest.mark.usefixtures("_toy")
def test_ctrl_c_gives_the_verdict_so_far(tmp_path: Path) -> None:
    def stop(_: Verdicts) -> None:
        raise KeyboardInterrupt

    found = settle(replace(read(tmp_path), smallest=1e-6), Budget(), tell=stop)
    assert found.is_stopped
    assert found.races == 2 * 192


def races(places: list[list[int]], starts: list[list[int]]) -> Races:
    rows = np.array(places)
    none = np.zeros(len(places), np.int64)
    return Races(none + 9, none, rows, rows, np.array(starts), np.zeros((*rows.shape, 1), np.int64))


def test_subjects_and_figures() -> None:
    """A tie shares the win; a driver moves with the rotation; a start is where they began."""
    wins, place = Figure("wins", "point", 100, 1), Figure("place", "place", 1, 1)
    played = races([[1, 2, 3], [1, 1, 3]], [[2, 1, 3], [3, 1, 2]])
    assert wins.of(played).tolist() == [[1, 0, 0], [0.5, 0.5, 0]]
    pole, second = LabSubject(SubjectKind.START, "", (0,)), LabSubject(SubjectKind.DRIVER, "", (1,))
    both = LabSubject(SubjectKind.DRIVER, "", (0, 1))
    assert pole.of(wins.of(played), played, 0).tolist() == [0, 0.5]
    assert second.of(place.of(played), played, 0).tolist() == [2, 1]
    assert second.of(place.of(played), played, 1).tolist() == [1, 1]
    assert both.of(place.of(played), played, 2).tolist() == [2.5, 2]
    assert LabSubject(SubjectKind.SEAT, "", (2,)).of(place.of(played), played, 1).tolist() == [3, 3]
    length = Figure("length", "turn", 1, 1)
    assert LabSubject.race().of(length.of(played), played, 0).tolist() == [9, 9]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '"seats.Ann.player" = "s',
            '"seats.Anne.player" = "s',
            "line 17: set seats.Anne.player",
        ),
        ("[ask]", '[ask]\nfor = "Bob"', "line 17: ask: for: expected Ann, Rest, pole"),
        ("[ask]", '[ask]\nmeasure = "joy"', "line 17: ask: measure: expected one of wins"),
        ("[ask]", "[ask]\nsmallest = 0", "line 17: ask: smallest: expected a number above 0"),
        ("[ask]", "[ask]\nwhy = 1", 'line 17: ask: unknown key "why"'),
        ("[ask]", '[ask]\ndrivers = "ace"', "line 17: ask: drivers: expected"),
        ('"seats.Ann.player" = "s', '"luck" = "s', 'line 17: ask: set: "luck": expected options'),
    ],
)
@pytest.mark.usefixtures("_toy")
def test_faults_name_their_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(tmp_path, ASKED.replace(old, new, 1)).scenes()
    assert said in str(caught.value)


RTD = ["lab", "ask", "rtd", "--drivers", "rookie", "--races", "3000", "--seconds", "0"]
HOT = ["--with", "seats.Subject.perk=hot_start", "--with", "seats.Subject.debuff=slow"]


def test_the_command_says_the_verdict_first() -> None:
    ran = wreck(*RTD, *HOT, "--set", "data.karts.debuff.slow.figures.maximum=-2", "--against", "0")
    assert ran.status == 2
    assert "for: expected the driver, seat or start it is measured for: Subject, Field" in ran.err
    asked = [*RTD, *HOT, "--set", "data.karts.debuff.slow.figures.maximum=-2", "--for", "Subject"]
    ran = wreck(*asked, "--against", "0")
    first = ran.out.splitlines()[0]
    assert first.startswith("Yes: with slow maximum −2 instead of 0, Subject wins ")
    assert "points less (−" in first
    assert "Howard" in ran.out.splitlines()[-1]
    found = json.loads(wreck(*asked, "--against", "0", "--json").out)
    assert found["cases"][0]["says"] == "yes"
    assert found["cases"][0]["high"] < 0
    assert found["smallest"] == 1.0
    assert found["verdict"] == first


def test_a_verdict_on_several_drivers_says_which_way() -> None:
    """A bad Perk wins less, so the others win more: not one `Yes` for both."""
    asked = ["--set", "data.karts.debuff.slow.figures.maximum=-2", "--against", "0"]
    first = wreck(*RTD, *HOT, *asked, "--for", "Subject", "--for", "Field").out.splitlines()[0]
    assert first == "Yes: Subject wins less. Yes: Field wins more."


def test_its_title_is_printed_above_and_its_budget_kept() -> None:
    ran = wreck("lab", "ask", "rtd", "--for", "Field", "--races", "60", "--title", "So?")
    assert ran.out.startswith("So?\n\n")
    assert "60 races in " in ran.out


def test_many_verdicts_are_a_table_that_fits() -> None:
    said = wreck("lab", "ask", "rush", "--for", "every start", "--races", "60").out
    table = [line for line in said.splitlines() if line.startswith("Starting place ")][-6:]
    assert [line[:16] for line in table] == [f"Starting place {n}" for n in range(1, 7)]
    assert all(len(line) <= 80 for line in table)


def test_other_measures() -> None:
    said = wreck(*RTD, "--set", "options.carry=3", "--measure", "length").out
    assert "of races" in said or "races are" in said
    used = wreck(*RTD, "--set", "options.carry=3", "--measure", "items_used", "--for", "everyone")
    assert used.status == 2
    assert "smallest" in used.err
    used = wreck(
        *RTD, "--set", "options.carry=3", "--measure", "items_used", "--for", "Field",
        "--smallest", "0.2",
    )  # fmt: skip
    assert "items used" in used.out.splitlines()[0]
    place = wreck(*RTD, *HOT, "--for", "Subject", "--measure", "place").out
    assert "further" in place


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rtd", "--set", "options.carry"], "--set: expected PATH=VALUE, found 'options.carry'"),
        (["rtd", "--for", "pol"], "hypothesis: ask: for: expected Subject, Field, pole"),
        (["rtd", "--set", "options.carry=9", "--for", "pole"], "expected 1 or 0 or 2 or 3"),
        (["rtd", "--set", "options.carry=2"], "the driver, seat or start it is measured for"),
        (["rtd", "--against", "2"], "--against: expected PATH=VALUE"),
        (["rtd", "--measure", "length"], "as nothing is changed"),
        (["rtd", "--seats", "40"], "expected 2 to 12"),
        (["rtd", "--smallest", "0"], "smallest: expected a number above 0"),
        (["rtd", "--smallest", "nan"], "expected a number such as"),
        (["rtd", "--set", "seed=5", "--for", "pole"], "ask: set: seed cannot be changed"),
        (["rtd", "--set", "options.carry=9", "--for", "pole"], "--set options.carry=9 (with"),
        (["nix"], "no ruleset 'nix'"),
        (["no.toml"], "cannot be read"),
        (["no.toml", "--for", "pole"], "the hypothesis stands in the file"),
    ],
)
def test_bad_hypotheses_are_one_line(arguments: list[str], said: str) -> None:
    assert said in refused("lab", "ask", *arguments)


def test_the_examples_in_its_help_run(tmp_path: Path) -> None:
    in_file = ASKED.replace('"toy"', '"rtd"').replace('["dash", "mile"]', '"sundae_drive"')
    in_file = in_file.replace('"steady"', '"rookie"')
    (tmp_path / "mine.toml").write_text(in_file, "utf-8")
    shown = inspect.getdoc(command.ask) or ""
    examples = re.findall(r"    wreck (lab ask .*(?:\n        .*)*)", shown)
    assert len(examples) == shown.count("wreck lab ask") >= 5
    for example in examples:
        ran = wreck(*shlex.split(example), "--races", "1", folder=tmp_path)
        assert ran.status == 0, ran.err


def test_in_python() -> None:
    perk: dict[str, Any] = {"name": "Subject", "perk": "hot_start", "debuff": "slow"}
    found = ask(
        "rtd",
        change={"data.karts.debuff.slow.figures.maximum": -2},
        against={"data.karts.debuff.slow.figures.maximum": 0},
        subjects=["Subject"],
        seats=[perk, {"name": "Field", "count": 5}],
        drivers=["rookie"],
        races=3000,
        seconds=0,
    )
    (case,) = found.cases
    assert case.verdict.says == "yes"
    assert case.verdict.effect.high < 0
    veterans = ask("rtd", subjects=["pole"], races=1, seconds=0).cases
    assert [case.scene.drivers for case in veterans] == ["rookie", "veteran"]
    rush = ask("rush", subjects=["every start"], races=1, seconds=0).cases
    assert [case.scene.drivers for case in rush] == ["rookie"] * 6
