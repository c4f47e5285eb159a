"""`wreck rules`: texts, where they are written, and the tests that name them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.run import refused, wreck

from wreckoning.cli.rulebooks import rulebook
from wreckoning.cli.rulebooks.rulebook import ranges, sort_key

ROOT = Path(__file__).parents[2]


def test_all_rules_by_chapter() -> None:
    ran = wreck("rules", "rtd")
    assert (ran.status, ran.err) == (0, "")
    lines = [line.rstrip() for line in ran.out.splitlines()]
    assert lines[0] == "Kart RTD 1.1"
    assert lines.index("Rolls") < lines.index("Momentum") < lines.index("Rulings: Rolls")
    first_words = [line.split(" ")[0] for line in lines]
    assert all(f"R{number}" in first_words for number in range(1, 49))


def test_turn_in_order_as_a_card() -> None:
    out = wreck("rules", "rush", "--turn").out
    assert re.search("^ *Gearstick +N9 +One step up or down", out, re.MULTILINE)
    steps = json.loads(wreck("rules", "rush", "--turn", "--json").out)
    assert [step["rule"] for step in steps][:3] == ["D2", "N8", "N9"]


def test_one_rule_with_everything_about_it() -> None:
    out = wreck("rules", "rtd", "r3").out
    assert out.startswith("R3   Momentum does not modify Racing Checks.")
    assert "racing_check  src/wreckoning/rulesets/rtd/rules/checks.py:" in out
    assert "tests/rtd/test_rolls.py::test_r3_momentum_does_not_modify_racing_checks\n" in out


def test_rules_json_has_function_page_and_tests_of_every_number() -> None:
    found = json.loads(wreck("rules", "rtd", "--json").out)
    assert len({rule["number"] for rule in found}) == len(found)
    for rule in found:
        assert {"number", "function", "file", "line", "text", "tests"} <= rule.keys()
    numbers = [rule["number"] for rule in found]
    assert [n for n in sorted(numbers, key=sort_key) if n[0] == "R"] == [
        f"R{number}" for number in range(1, 49)
    ]


@pytest.mark.parametrize("number", ["R22", "r22", "a24", "R10"])
def test_rule_links_to_its_source_line(number: str) -> None:
    (rule,) = json.loads(wreck("rules", "rtd", number, "--json").out)
    assert rule["number"] == number.upper()
    for place in (rule, *rule["also"]):
        source = (ROOT / place["file"]).read_text("utf-8").splitlines()
        there = "\n".join(source[place["line"] - 1 : place["line"] + 8])
        assert f'"{rule["number"]}"' in there
        assert f"def {place['function'].split('.')[-1]}(" in there
    for test in rule["tests"]:
        file, name = test.split("::")
        assert f"def {name}(" in (ROOT / file).read_text("utf-8")
        assert f"_{number.lower()}_" in f"{name}_"


@pytest.mark.parametrize(
    ("number", "function"),
    [("R22", "ram"), ("R1", "racing_check"), ("R43", "red_shell"), ("A82", "hook_from_hand")],
)
def test_the_function_that_is_the_rule_comes_first(number: str, function: str) -> None:
    (rule,) = json.loads(wreck("rules", "rtd", number, "--json").out)
    assert rule["function"] == function
    assert rule["also"]


def test_outside_a_checkout_there_are_no_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "checkout", lambda: None)
    (rule,) = json.loads(wreck("rules", "rtd", "R1", "--json").out)
    assert rule["tests"] == []
    assert rule["file"] == "wreckoning/rulesets/rtd/rules/checks.py"
    assert "no test that is here" in wreck("rules", "rtd", "R1").out


def test_numbers_are_sorted_as_numbers() -> None:
    assert sorted(["A2", "R10", "R9", "A10"], key=sort_key) == ["R9", "R10", "A2", "A10"]
    assert ranges(["A3", "R2", "R10"]) == "R2–R10 and A3–A3"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("rdt",), "ruleset: no ruleset 'rdt'; expected one of kart, rally, rtd, rush"),
        (("rtd", "R99"), "rule: no 'R99' in Kart RTD; it has R1–R48 and A1–A88"),
        (("rtd", "22"), "did you mean R22 or A22?"),
        (("rtd", "A-22"), "did you mean R22 or A22?"),
        (("rtd", "ram"), "rule: no 'ram'"),
        (("rtd", ""), "rule: no ''"),
    ],
)
def test_bad_rules_input_is_one_line(arguments: tuple[str, ...], expected: str) -> None:
    assert expected in refused("rules", *arguments)
