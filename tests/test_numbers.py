"""Every rule is a function, and every rule has a test that names it: what `wreck rules` shows."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from wreckoning.cli.rulebooks.rulebook import Rule, rulebook, sort_key
from wreckoning.core.ruleset import find_ruleset

TESTS = Path(__file__).parent
GAPS = 0  # rulings that were settled with others left some numbers free
LAST = {  # of the rules on a game's page, then of its rulings
    "rtd": {"R": 48, "A": GAPS},
    "rush": {"N": 26, "D": 26},
    "kart": {"G": 27, "E": 26},
    "rally": {"W": 43, "V": 51},
}


@cache
def rules_of(key: str) -> dict[str, Rule]:
    """A game's rules by their numbers. Not read before a test asks: that takes a while."""
    return {rule.number: rule for rule in rulebook(find_ruleset(key))}


@pytest.mark.parametrize("key", LAST)
def test_the_rulebook_has_its_rules_and_rulings(key: str) -> None:
    numbers = sorted(rules_of(key), key=sort_key)
    assert {number[0] for number in numbers} == set(LAST[key])
    for letter, last in LAST[key].items():
        found = [number for number in numbers if number.startswith(letter)]
        assert last == GAPS or found == [f"{letter}{n}" for n in range(1, last + 1)]


@pytest.mark.parametrize("key", LAST)
def test_every_rule_has_a_text_a_function_and_a_test(key: str) -> None:
    rules = rules_of(key).values()
    lacking = [rule.number for rule in rules if not (rule.text and rule.places and rule.tests)]
    assert lacking == []


@pytest.mark.parametrize("key", LAST)
def test_no_test_names_a_number_that_is_not_there(key: str) -> None:
    letters = "".join(LAST[key]).lower()
    for file in sorted((TESTS / key).glob("test_*.py")):
        for name in re.findall(r"def (test_\w+)", file.read_text("utf-8")):
            for number in re.findall(rf"(?<=_)[{letters}]\d+(?=_|$)", name):
                assert number.upper() in rules_of(key), f"{file.name}: {name}"
