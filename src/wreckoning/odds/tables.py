"""A ruleset's tables of chances: found by name, as JSON, and each chance in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from wreckoning.core.chances import OddsTable
from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import Ruleset, unknown


def tables_of(ruleset: Ruleset) -> tuple[OddsTable, ...]:
    """Every table the ruleset offers. Raises Malformed if it offers none."""
    offered = getattr(ruleset.view, "odds_tables", None)
    if offered is None:
        raise Malformed("odds", f"{ruleset.title} has no tables of chances")
    found: tuple[OddsTable, ...] = offered()
    return found


def find_table(tables: tuple[OddsTable, ...], name: str) -> OddsTable:
    """The table of this name. Raises Malformed."""
    for table in tables:
        if table.name == name:
            return table
    raise Malformed("odds", unknown("table", name, [table.name for table in tables]))


def table_json(table: OddsTable) -> dict[str, Any]:
    """A table for programs: chances as shares of 1, and exactly, as fractions in words."""
    return {
        "name": table.name,
        "title": table.title,
        "rule": table.rule,
        "rows": [
            {
                **row.facts,
                table.what: _by_column(table, row.chances, float),
                "exact": _by_column(table, row.chances, str),
            }
            for row in table.rows
        ],
    }


def _by_column(table: OddsTable, chances: tuple[Fraction | None, ...], form: Any) -> dict[str, Any]:
    pairs = zip(table.columns, chances, strict=True)
    return {column: form(chance) for column, chance in pairs if chance is not None}


def percent_words(chance: Fraction) -> str:
    """`97.2`: to a tenth of a percent, an exact half to the even tenth."""
    tenths = round(chance * 1000)
    return f"{tenths // 10}.{tenths % 10}"
