"""The fair value of a figure: found by bisection, or shown not to be there."""

from __future__ import annotations

import inspect
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.run import refused, wreck
from tests.lab.small import toys

from wreckoning.cli.simulations import find as command
from wreckoning.core.errors import Malformed
from wreckoning.lab import find_words
from wreckoning.lab.ask import Budget
from wreckoning.lab.find import FairSearch, find
from wreckoning.lab.hypothesis import hypothesis

GOAL = "course.goal"
FEW = Budget(0, 20_000)


def search(values: list[object], like: int, budget: Budget = FEW) -> FairSearch:
    """Which goal makes races as long as this one?"""
    document = {
        "title": "How far?",
        "ruleset": "toy",
        "course": "mile",
        "seats": [{"name": "Ann", "player": "steady"}, {"name": "Bob", "player": "random"}],
        "ask": {"against": {GOAL: like}, "measure": "length", "smallest": 0.4},
    }
    return find(hypothesis(document), GOAL, values, budget)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "command" not in request.node.name:
        toys(monkeypatch)


def test_bisection_finds_the_fair_value() -> None:
    found = search(list(range(2, 34)), 9)
    assert found.fair
    assert found.fair.value == 9
    assert found.fair.case.verdict.effect.value == 0
    assert len(found.tried) <= 7  # the ends, and five halvings of 32 values
    assert find_words.headline(found).startswith("Goal 9 is fair: goal 9 instead of goal 9 changes")
    assert find_words.search_document(found)["fair"] == 9


def test_a_list_may_run_downwards() -> None:
    found = search([20, 14, 9, 5, 3], 9)
    assert found.fair
    assert found.fair.value == 9


def test_between_two_values_there_may_be_none() -> None:
    found = search([2, 4, 14, 20], 9)
    assert found.fair is None
    assert found.bracket
    assert [each.value for each in found.bracket] == [4, 14]
    said = find_words.headline(found)
    assert said.startswith("None from 2 to 20 is fair: 4 is too short, 14 too long; ")


def test_none_is_said_only_after_a_look_in_between() -> None:
    found = search([2, 3, 4, 5], 20)
    assert found.fair is None
    assert found.bracket is None
    assert [each.value for each in found.tried] == [2, 3, 4, 5]
    assert "all that were tried are on the same side; 5 is nearest" in find_words.headline(found)


def test_the_error_is_shared_by_all_that_may_be_tried() -> None:
    found = search([2, 4, 14, 20], 9)
    assert {each.verdicts.hypothesis.comparisons for each in found.tried} == {4}


def test_too_small_a_budget_settles_nothing() -> None:
    found = search([7, 8, 10, 11], 9, Budget(0, 1))
    unsettled = [each for each in found.tried if not each.case.verdict.is_settled]
    assert unsettled
    assert "Not settled" in find_words.headline(found)
    nothing = search([7, 11], 9, Budget(1e-9))
    assert find_words.headline(nothing).startswith("Not settled: goal")


@pytest.mark.parametrize(
    ("path", "values", "said"),
    [
        (GOAL, [3], "expected 2 to 500 values, found 1"),
        (GOAL, [3, 3], "found a second 3"),
        (GOAL, [3, "far"], "--values course.goal=far"),
        ("speed", [3, 4], "expected options"),
    ],
)
def test_faults(path: str, values: list[object], said: str) -> None:
    document = {
        "title": "How far?",
        "ruleset": "toy",
        "course": "mile",
        "seats": [{"name": "Ann"}, {"name": "Bob"}],
        "ask": {"for": "Ann"},
    }
    asked = hypothesis(document)
    with pytest.raises(Malformed, match=said):
        find(asked, path, values)
    with pytest.raises(Malformed, match="--drivers: expected one kind of drivers, found"):
        find(replace(asked, drivers=("random", "steady")), GOAL, [3, 4])


def test_command_examples_run() -> None:
    shown = inspect.getdoc(command.find) or ""
    examples = re.findall(r"    wreck (lab find .*(?:\n        .*)*)", shown)
    assert len(examples) == shown.count("wreck lab find") >= 2
    for example in examples:
        ran = wreck(*shlex.split(example), "--races", "1", "--seconds", "0", "--json")
        assert ran.status == 0, ran.err
        assert json.loads(ran.out)["tried"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "expected --values A,B,… or --from A --to B"),
        (["--from", "3", "--to", "3"], "--to: expected a greater number than --from"),
        (["--values", "1,2", "--from", "3"], "expected --values"),
        (["--values", "1,two"], "data.karts.standard.maximum"),
    ],
)
def test_command_faults_are_one_line(arguments: list[str], said: str) -> None:
    asked = ["lab", "find", "rtd", "data.karts.standard.maximum", "--for", "pole", *arguments]
    assert said.removeprefix("data.") in refused(*asked)


def test_command_says_which_option_or_line_names_too_many(tmp_path: Path) -> None:
    figure = ["data.karts.standard.maximum", "--values", "4,5"]
    said = refused("lab", "find", "rtd", *figure)
    assert "--for: expected one subject, found Subject and Field" in said
    seats = '[[seats]]\nname = "Ann"\n[[seats]]\nname = "Bob"\n[ask]\nfor = "Ann"\n'
    file = tmp_path / "mine.toml"
    file.write_text(f'title = "Mine"\nruleset = "rtd"\ncourse = "sundae_drive"\n{seats}', "utf-8")
    said = refused("lab", "find", str(file), *figure)
    assert "mine.toml: line 8: ask: drivers: expected one kind of drivers, found rookie and" in said
    assert "a seed is no rule" in refused(
        "lab", "find", "rtd", "seed", "--values", "4,5", "--for", "Subject"
    )
