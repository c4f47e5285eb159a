"""A table compared with its oracle: every cell, exactly.

An oracle takes the circumstances of a row and says, with icepool and from the rulebook, what the
chances are; None where the circumstances exclude each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from wreckoning.core.ruleset import find_ruleset
from wreckoning.odds.questions import OddsQuestion, OddsTable
from wreckoning.odds.tables import find_question, questions_of

Expected = Mapping[str, Fraction]
Oracle = Callable[..., Expected | None]


def spread(die: Any) -> dict[Any, Fraction]:
    """What an icepool die shows, with exact chances."""
    return {outcome: Fraction(number, die.denominator()) for outcome, number in die.items()}


@cache
def question_of(ruleset: str, name: str) -> OddsQuestion:
    """A question that works each row out once for all tests."""
    question = find_question(questions_of(find_ruleset(ruleset)), name)
    return replace(question, work_out=cache(question.work_out))


def tables_of(question: OddsQuestion, most: int) -> list[OddsTable]:
    """The usual table, and one for each circumstance with all its values.

    `most`: not more of them, spread over all, where there are many.
    """
    tables = [question.table()]
    for given in question.givens:
        if set(given.values) - set(given.usual):
            usual = {each.name: each.usual[:1] for each in question.givens}
            step = -(-len(given.values) // most)
            tables.append(question.table(usual | {given.name: given.values[::step]}))
    return tables


def check(question: OddsQuestion, oracle: Oracle, most: int = 99) -> None:
    """Every cell of the question's tables is the oracle's."""
    for table in tables_of(question, most):
        check_table(question, table, oracle)


def check_table(question: OddsQuestion, table: OddsTable, oracle: Oracle) -> None:
    """Every cell of this table is the oracle's."""
    for row in table.rows:
        circumstances = {given.name: row.facts[given.name] for given in question.givens}
        expected = oracle(**circumstances)
        assert expected is not None, (question.name, row.title, "cannot be")
        found = dict(zip(table.columns, row.chances, strict=True))
        for column in table.columns:
            there, wanted = found[column], expected.get(column, Fraction())
            named = (question.name, row.title, column)
            assert (there or Fraction()) == wanted, named
        if question.numbers:
            numbers = ((int(each), found[each] or 0) for each in question.whole)
            assert row.average == sum(number * chance for number, chance in numbers)
