"""Every rule is a function, and every rule has a test that names it: what `wreck rules` shows.

| numbers                         | function | test                                        |
|---------------------------------|----------|---------------------------------------------|
| R1 to R48                       | yes      | yes                                         |
| rulings (A), as in RULES.md     | yes      | yes, but for the readings in PURE_READINGS  |
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wreckoning.cli.rulebook import Rule, rulebook, sort_key
from wreckoning.core.ruleset import find_ruleset

RULES = {rule.number: rule for rule in rulebook(find_ruleset("rtd"))}
ROOT = Path(__file__).parents[2]

# Rulings that only say how words are to be read, with the reason why no function is theirs.
PURE_READINGS: dict[str, str] = {}


def test_the_rulebook_has_48_rules() -> None:
    rules = [number for number in RULES if number.startswith("R")]
    assert sorted(rules, key=sort_key) == [f"R{number}" for number in range(1, 49)]


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.number)
def test_every_rule_has_a_text_a_function_and_a_test(rule: Rule) -> None:
    assert rule.text
    if rule.number in PURE_READINGS:
        assert rule.number.startswith("A")
        return
    assert rule.places
    assert rule.tests


def test_no_test_names_a_number_that_is_not_there() -> None:
    for file in sorted((ROOT / "tests" / "rtd").glob("test_*.py")):
        for name in re.findall(r"def (test_\w+)", file.read_text("utf-8")):
            for number in re.findall(r"(?<=_)[ra]\d+(?=_|$)", name):
                assert number.upper() in RULES, f"{file.name}: {name}"
