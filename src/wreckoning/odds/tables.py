"""A ruleset's questions about chances: finds them, reads what is given, writes tables as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.ruleset import Ruleset
from wreckoning.odds.questions import Given, OddsQuestion, OddsRow, OddsTable, Value

GIVEN = "--given"
ALL = "all"  # instead of a value: all of them
Givens = dict[str, tuple[Value, ...]]


def questions_of(ruleset: Ruleset) -> tuple[OddsQuestion, ...]:
    """Every question that the ruleset has an answer to. Raises Malformed if there is none."""
    questions = tuple(each for each in ruleset.odds() if isinstance(each, OddsQuestion))
    if not questions:
        raise Malformed("odds", f"{ruleset.title} has no tables of chances")
    return questions


def find_question(questions: Sequence[OddsQuestion], name: str) -> OddsQuestion:
    """The question of this name. Raises Malformed."""
    for question in questions:
        if question.name == name:
            return question
    raise Malformed("odds", unknown("question", name, [each.name for each in questions]))


def read_givens(question: OddsQuestion, texts: Sequence[str]) -> Givens:
    """Read circumstances from `name=value`; a name may come more than once. Raises Malformed."""
    known = {given.name: given for given in question.givens}
    found: Givens = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Malformed(GIVEN, f"expected name=value, found {text[:40]!r}")
        if name not in known and not known:
            raise Malformed(GIVEN, f"{question.name} takes no circumstances")
        if name not in known:
            raise Malformed(GIVEN, unknown("circumstance", name, known))
        found[name] = (*found.get(name, ()), *_read_values(known[name], value))
    return {name: tuple(dict.fromkeys(values)) for name, values in found.items()}


def _read_values(given: Given, text: str) -> tuple[Value, ...]:
    if text == ALL:
        return given.values
    names = {value_name(value): value for value in given.values}
    if text not in names:
        raise Malformed(f"{GIVEN} {given.name}", unknown("value", text, [*names, ALL]))
    return (names[text],)


def value_name(value: Value) -> str:
    """A circumstance's value as `--given` takes it: `yes`, `tight`, `-2`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def table_of(question: OddsQuestion, texts: Sequence[str] = ()) -> OddsTable:
    """The question's table with these givens. Raises Malformed, also if no row fits."""
    table = question.table(read_givens(question, texts))
    if not table.rows:
        raise Malformed(GIVEN, f"{', '.join(texts)} exclude each other")
    return table


def table_json(table: OddsTable) -> Json:
    """A table as JSON: chances as shares of 1, and exactly, as fractions in text."""
    return {
        "name": table.name,
        "title": table.title,
        "rule": table.rule,
        "rows": [_row_json(table, row) for row in table.rows],
    }


def _row_json(table: OddsTable, row: OddsRow) -> Json:
    found = {
        **row.facts,
        table.what: _by_column(table, row, float),
        "exact": _by_column(table, row, str),
    }
    return found if row.average is None else {**found, "average": float(row.average)}


def _by_column(table: OddsTable, row: OddsRow, form: Callable[[Fraction], Any]) -> Json:
    pairs = zip(table.columns, row.chances, strict=True)
    return {column: form(chance) for column, chance in pairs if chance is not None}


def question_json(question: OddsQuestion) -> Json:
    """A question as JSON: its name, and its circumstances."""
    return {
        "name": question.name,
        "title": question.title,
        "rule": question.rule,
        "given": [given_json(given) for given in question.givens],
    }


def given_json(given: Given) -> ReadOnlyJson:
    """A circumstance as JSON: its values, and those that a table has by default."""
    return {
        "name": given.name,
        "about": given.about,
        "values": list(given.values),
        "shown": list(given.usual),
    }


def percent_words(chance: Fraction) -> str:
    """`97.2`: to a tenth of a percent, an exact half to the even tenth."""
    tenths = round(chance * 1000)
    return f"{tenths // 10}.{tenths % 10}"
