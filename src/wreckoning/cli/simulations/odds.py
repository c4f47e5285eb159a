"""`wreck odds`: the exact chances of a game's dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from wreckoning.odds.questions import OddsQuestion, OddsRow, OddsTable


def odds(
    ruleset: Annotated[str, typer.Argument(help="Which game; `wreck games` lists them.")],
    question: Annotated[
        str, typer.Argument(help="One question by its name; without it, all.")
    ] = "",
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--given",
            metavar="NAME=VALUE",
            help="A circumstance of the question, as often as needed; `=all` for all its values.",
        ),
    ] = None,
    position: Annotated[
        str,
        typer.Option(
            metavar="FILE|-",
            help="A race as `wreck referee` takes it: the chances of what is asked there.",
        ),
    ] = "",
    seat: Annotated[
        str, typer.Option(help="With --position: only what this driver is asked.")
    ] = "",
    listed: Annotated[bool, typer.Option("--list", help="List the questions.")] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Fractions next to the percentages.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: shares of 1.")] = False,
) -> None:
    """The exact chances of a game's dice, worked out from its rules.

    Every rule is run for all faces of all its dice; nothing is estimated. `wreck odds GAME` prints
    every table, `wreck odds GAME QUESTION` one, for the usual circumstances, and lists what else
    may be given; chances are percentages.
    """
    from wreckoning.core.ruleset import find_ruleset
    from wreckoning.odds.tables import find_question, questions_of

    found = find_ruleset(ruleset)
    _refuse(question, given or [], position, seat, listed)
    if position:
        _show_position(found, position, seat, as_json)
        return
    questions = questions_of(found)
    if listed:
        _show_list(ruleset, questions, as_json)
    elif question:
        _show_one(find_question(questions, question), given or [], exact, as_json)
    else:
        _show_all(questions, exact, as_json)


def _refuse(question: str, given: Sequence[str], position: str, seat: str, listed: bool) -> None:
    """Refuse options that exclude each other. Raises Malformed."""
    from wreckoning.core.errors import Malformed

    if position and (question or given or listed):
        problem = "a position tells the circumstances: no question, --given or --list with it"
        raise Malformed("--position", problem)
    if seat and not position:
        raise Malformed("--seat", "expected together with --position")
    if listed and question:
        raise Malformed("--list", f"expected alone, found the question {question[:40]!r}")
    if given and not question:
        raise Malformed("--given", "expected together with a question")


def _show_all(questions: Iterable[OddsQuestion], exact: bool, as_json: bool) -> None:
    from wreckoning.cli.reading import print_json
    from wreckoning.odds.tables import table_json, table_of

    if as_json:
        print_json({"tables": [table_json(table_of(each)) for each in questions]})
        return
    for number, each in enumerate(questions):
        if number:
            print()
        print("\n".join(_lines(table_of(each), exact)), flush=True)


def _show_one(question: OddsQuestion, given: Sequence[str], exact: bool, as_json: bool) -> None:
    from wreckoning.cli.reading import print_json
    from wreckoning.odds.tables import table_json, table_of

    table = table_of(question, given)
    if as_json:
        print_json(table_json(table))
        return
    print("\n".join([*_lines(table, exact), *_given_lines(question)]))


def _show_list(ruleset: str, questions: Sequence[OddsQuestion], as_json: bool) -> None:
    """Print the questions, one a line."""
    from wreckoning.cli.reading import print_json
    from wreckoning.odds.tables import question_json

    if as_json:
        print_json({"questions": [question_json(each) for each in questions]})
        return
    width = max(len(each.name) for each in questions)
    for each in questions:
        print(f"{each.name:{width}}  {each.title} ({each.rule})")
    first, every = f"wreck odds {ruleset} {questions[0].name}", f"wreck odds {ruleset}"
    print(f"\n{first} answers one of them, {every} all.")


def _show_position(ruleset: object, path: str, seat: str, as_json: bool) -> None:
    from wreckoning.cli.reading import print_json, read_json
    from wreckoning.core.ruleset import Ruleset
    from wreckoning.odds.positions import asks_at, asks_json

    assert isinstance(ruleset, Ruleset)
    asks = asks_at(ruleset, read_json(path), seat)
    if as_json:
        print_json({"asks": asks_json(asks)})
        return
    for ask in asks:
        print(f"{ask.who}: {ask.prompt} ({ask.rule})")
        width = max(len(option.label) for option in ask.options)
        for option in ask.options:
            chance = "" if option.chance is None else f"{option.chance * 100:.1f}"
            print(f"  {option.label:{width}}  {chance:>5}  {option.meaning}".rstrip())


def _lines(table: OddsTable, exact: bool) -> list[str]:
    """A table in columns: percentages, and fractions next to them if wanted."""
    from wreckoning.odds.tables import percent_words

    heads = ["", *(table.heads or table.columns)]
    rows = [
        [row.title, *("" if c is None else percent_words(c) for c in row.chances)]
        for row in table.rows
    ]
    if exact:
        heads = [heads[0], *(each for head in heads[1:] for each in (head, ""))]
        rows = [_with_fractions(*both) for both in zip(rows, table.rows, strict=True)]
    if any(row.average is not None for row in table.rows):
        heads.append("average")
        rows = [[*row, _average(found)] for row, found in zip(rows, table.rows, strict=True)]
    widths = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    title = f"{table.title} ({table.rule}), in percent: {table.name}"
    return [title, *("  " + _line(row, widths) for row in [heads, *rows])]


def _average(row: OddsRow) -> str:
    return "" if row.average is None else f"{float(row.average):.2f}"


def _with_fractions(cells: Sequence[str], row: OddsRow) -> list[str]:
    pairs = zip(cells[1:], row.chances, strict=True)
    return [cells[0], *(each for text, chance in pairs for each in (text, _fraction(chance)))]


def _fraction(chance: Fraction | None) -> str:
    return "" if chance is None else f"= {chance}"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first = cells[0].ljust(widths[0])
    rest = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return "  ".join([first, *rest]).rstrip()


def _given_lines(question: OddsQuestion) -> list[str]:
    """The circumstances with all their values; empty if there are none."""
    from wreckoning.odds.tables import GIVEN, value_name

    lines = []
    for given in question.givens:
        values = [value_name(value) for value in given.values]
        if len(values) > 6 and all(isinstance(value, int) for value in given.values):
            values = [values[0], "…", values[-1]]
        lines.append(f"  {GIVEN} {given.name}={'|'.join(values)}  {given.about}")
    return lines
