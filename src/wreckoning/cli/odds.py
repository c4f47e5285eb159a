"""`wreck odds`: the exact chances of a game's dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from wreckoning.core.chances import OddsTable


def odds(
    ruleset: Annotated[str, typer.Argument(help="Which game; `wreck games` lists them.")],
    table: Annotated[str, typer.Argument(help="One table by its name; all without it.")] = "",
    exact: Annotated[
        bool, typer.Option("--exact", help="Fractions beside the percentages.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: shares of 1.")] = False,
) -> None:
    """The exact chances of a game's dice, worked out from its rules.

    Every rule is run for all faces of all its dice; nothing is estimated. `wreck odds GAME` shows
    all tables, `wreck odds GAME TABLE` one of them; chances are percentages.
    """
    import json

    from wreckoning.core.ruleset import find_ruleset
    from wreckoning.odds.tables import find_table, table_json, tables_of

    tables = tables_of(find_ruleset(ruleset))
    if table:
        tables = (find_table(tables, table),)
    if as_json:
        found = [table_json(each) for each in tables]
        print(json.dumps(found[0] if table else {"tables": found}, indent=1, ensure_ascii=False))
        return
    for number, each in enumerate(tables):
        if number:
            print()
        print("\n".join(_lines(each, exact)))


def _lines(table: OddsTable, exact: bool) -> list[str]:
    """A table in columns: percentages, and fractions beside them if they are wanted."""
    from wreckoning.odds.tables import percent_words

    heads = ["", *(table.heads or table.columns)]
    rows = [
        [row.title, *("" if c is None else percent_words(c) for c in row.chances)]
        for row in table.rows
    ]
    if exact:
        heads = [heads[0], *(each for head in heads[1:] for each in (head, ""))]
        rows = [
            [
                row[0],
                *(
                    e
                    for text, c in zip(row[1:], found.chances, strict=True)
                    for e in _both(text, c)
                ),
            ]
            for row, found in zip(rows, table.rows, strict=True)
        ]
    widths = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    title = f"{table.title} ({table.rule}), in percent: {table.name}"
    return [title, *("  " + _line(row, widths) for row in [heads, *rows])]


def _both(text: str, chance: object) -> tuple[str, str]:
    return (text, "" if chance is None else f"= {chance}")


def _line(cells: list[str], widths: list[int]) -> str:
    first = cells[0].ljust(widths[0])
    rest = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return "  ".join([first, *rest]).rstrip()
