"""The index of rules."""

from __future__ import annotations

import ast
from enum import IntEnum
from pathlib import Path

from tests.toy import race as toy
from tests.toy.ruleset import TOY

import wreckoning
from wreckoning.core import rules
from wreckoning.core.rules import JITABLE, as_numbers, jitable, rule, table_rule, written

OF_OTHER_NAME = {"OWN", "CHOICES", "DESTRUCTIBLE"}  # they say what a member is the limit of


def test_a_rule_is_an_ordinary_function_with_a_number() -> None:
    found = {entry.number: entry for entry in written(TOY.package)}
    assert list(found) == ["T1", "T2", "T3", "T4", "T5", "T6", "T7"]
    assert found["T4"].function is toy.leap
    assert found["T4"].module == "tests.toy.race"
    source = Path(toy.__file__).read_text("utf-8").splitlines()
    assert source[found["T4"].line - 1] == '@rule("T4")'


def test_rule_index_has_number_function_and_line() -> None:
    before, noted = len(rules._INDEX), len(JITABLE)
    try:

        @rule("X1", "X2")
        def one(value: int) -> int:
            return value + 1

        @table_rule("X3")
        def other() -> None: ...

        @jitable
        def helper() -> None: ...

        assert one(1) == 2
        assert [entry.number for entry in written(__name__)] == ["X1", "X2", "X3"]
        assert JITABLE[noted:] == [one, helper]
        assert written(__name__.rpartition(".")[0])[-3:] == written(__name__)
        assert not written(__name__[:-1]), "a package is not found by the beginning of its name"
    finally:
        del rules._INDEX[before:], JITABLE[noted:]


def test_enumeration_becomes_plain_numbers() -> None:
    class Colour(IntEnum):
        RED = 1
        BLUE = 7

    numbers = as_numbers(Colour)
    assert (numbers.RED, numbers.BLUE) == (1, 7)
    assert type(numbers.BLUE) is int
    assert not hasattr(numbers, "GREEN")


def test_no_constant_stands_beside_the_member_that_it_equals() -> None:
    """Rules say `Item.BANANA`, from `numbers`; there is no second name for it."""
    doubled = {
        target.id
        for path in Path(wreckoning.__file__).parent.rglob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name)
        if isinstance(call := node.value, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id == "int" and isinstance(call.args[0], ast.Attribute)
    }
    assert doubled == OF_OTHER_NAME
