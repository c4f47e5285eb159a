"""The games in `benchmarks/` are rulesets like all others; and their rules have texts and tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.backgammon.ruleset import RULESET as BACKGAMMON
from benchmarks.equality.kart_turn import prove_reduction
from benchmarks.kart_turn.ruleset import RULESET as KART_TURN
from benchmarks.maedn.ruleset import RULESET as MAEDN

from wreckoning.cli.rulebooks.rulebook import NUMBER_IN_NAME, read_texts
from wreckoning.conformance import CHECKS, Check, Setting, check_declaration, settings
from wreckoning.core.rules import written
from wreckoning.core.ruleset import Ruleset

RULESETS = (MAEDN, BACKGAMMON, KART_TURN)
GAMES = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)


@GAMES
def test_declaration(ruleset: Ruleset) -> None:
    check_declaration(ruleset)


RACES = [
    pytest.param(ruleset, setting, id=f"{ruleset.key}-{number}")
    for ruleset in RULESETS
    for number, setting in enumerate(settings(ruleset, 2), 1)
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)  # race by race
@pytest.mark.parametrize(("ruleset", "setting"), RACES)
def test_conformance(check: Check, ruleset: Ruleset, setting: Setting) -> None:
    check(ruleset, setting)


@pytest.mark.parametrize("ruleset", [MAEDN, BACKGAMMON], ids=lambda ruleset: ruleset.key)
def test_every_rule_has_a_text_a_function_and_a_test(ruleset: Ruleset) -> None:
    texts = {number for number, _ in read_texts(ruleset)}
    tests = Path(__file__).with_name(f"test_{ruleset.key}.py").read_text(encoding="utf-8")
    names = re.findall(r"^def (test_\w+)", tests, re.MULTILINE)
    tested = {number.upper() for name in names for number in NUMBER_IN_NAME.findall(name)}
    functions = {entry.number for entry in written(ruleset.package)}
    assert texts == functions == tested


@pytest.mark.parametrize("drivers", [2, 6, 12])
def test_kart_turn_is_a_reduction_of_the_whole_ruleset(drivers: int) -> None:
    """The same questions, options, standings and places, with the same orders and dice."""
    races = 8
    assert prove_reduction(races, seed=drivers, drivers=drivers) > 20 * races
