"""Every rule is a function, and every rule has a test that names it: what `wreck rules` shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wreckoning.cli.rulebook import Rule, rulebook, sort_key
from wreckoning.rulesets.rally.ruleset import RULESET

RULES = {rule.number: rule for rule in rulebook(RULESET)}
ROOT = Path(__file__).parents[2]


def numbered(letter: str) -> list[str]:
    return sorted((n for n in RULES if n.startswith(letter)), key=sort_key)


def test_the_rulebook_has_43_rules_and_its_rulings_without_a_gap() -> None:
    assert numbered("W") == [f"W{number}" for number in range(1, 44)]
    assert numbered("V") == [f"V{number}" for number in range(1, len(numbered("V")) + 1)]


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.number)
def test_every_rule_has_a_text_a_function_and_a_test(rule: Rule) -> None:
    assert rule.text
    assert rule.places
    assert rule.tests


def test_no_test_names_a_number_that_is_not_there() -> None:
    for file in sorted((ROOT / "tests" / "rally").glob("test_*.py")):
        for name in re.findall(r"def (test_\w+)", file.read_text("utf-8")):
            for number in re.findall(r"(?<=_)[wv]\d+(?=_|$)", name):
                assert number.upper() in RULES, f"{file.name}: {name}"
