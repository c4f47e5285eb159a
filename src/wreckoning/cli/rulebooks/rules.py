"""`wreck rules`: the rules by number, where they are written, what tests them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from wreckoning.cli.rulebooks.rulebook import Rule
    from wreckoning.core.ruleset import Ruleset
    from wreckoning.show.reference import Reference


def rules(
    ruleset: Annotated[str, typer.Argument(help="A ruleset's key, as in `wreck games`.")],
    number: Annotated[str | None, typer.Argument(help="One rule only: R22, a24.")] = None,
    reference: Annotated[
        bool,
        typer.Option("--reference", help="What it asks and tells, by the names in log files."),
    ] = False,
    turn: Annotated[bool, typer.Option("--turn", help="The turn in order, on a card.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """The rules of a ruleset: their text, where they are written, what tests them.

    Numbers with R are rules of the published rulebook, restated; with A, rulings on what it
    leaves open.
    """
    from wreckoning.cli.reading import print_json
    from wreckoning.cli.rulebooks.rulebook import find_rule, rulebook
    from wreckoning.core.ruleset import find_ruleset

    found = find_ruleset(ruleset)
    if reference:
        show_reference(found, as_json)
        return
    if turn:
        show_turn(found, as_json)
        return
    book = rulebook(found)
    shown = book if number is None else [find_rule(found, book, number)]
    if as_json:
        print_json([rule.as_json() for rule in shown])
    elif number is not None:
        show_rule(shown[0])
    else:
        show_all(f"{found.title} {found.version}", shown)


def show_reference(ruleset: Ruleset, as_json: bool) -> None:
    """Print questions, dice, modifiers and events: as a page, or as JSON."""
    from dataclasses import asdict

    from wreckoning.cli.reading import print_json
    from wreckoning.show.reference import reference

    if as_json:
        print_json(asdict(reference(ruleset)))
    else:
        typer.echo(reference_page(ruleset), nl=False)


def reference_page(ruleset: Ruleset) -> str:
    """The reference as Markdown."""
    from wreckoning.show.reference import reference

    return "\n".join(_page(ruleset.title, reference(ruleset))) + "\n"


def _page(title: str, found: Reference) -> Iterator[str]:
    from wreckoning.show.reference import either

    yield f"# {title}: questions and events"
    yield ""
    yield "Made from the declarations in the ruleset's `questions.py` and `events.py` by"
    yield f"`wreck rules {found.ruleset} --reference`. Names are those of log files and of JSON."
    yield ""
    yield "## Questions"
    for question in found.questions:
        if not question.is_die:
            yield from ("", f"### `{question.name}` ({question.rule})", "", question.words)
            yield f"Answers: {either([_quoted(option) for option in question.options])}."
    yield from ("", "## Dice", "", "| die | rule | for |", "|---|---|---|")
    for question in found.questions:
        if question.is_die:
            yield f"| `{question.name}` | {question.rule} | {question.words} |"
    if found.modifiers:
        yield from ("", "## Modifiers", "", "| modifier | rule | in words |", "|---|---|---|")
    for modifier in found.modifiers:
        yield f"| `{modifier.name}` | {modifier.rule} | {modifier.words} |"
    yield from ("", "## Events")
    for event in found.events:
        rule = event.rule or "by what happened"
        yield from ("", f"### `{event.name}` ({rule})", "", event.words)
        if event.about:
            yield f"({event.about})"
        if event.fields:
            yield from ("", "| field | what |", "|---|---|")
        for field in event.fields:
            names = f": {either([f'`{value}`' for value in field.values])}" if field.values else ""
            yield f"| `{field.name}` | {field.kind}{names} |"


def _quoted(option: str) -> str:
    return option if option.startswith("a ") else f"`{option}`"


def show_turn(ruleset: Ruleset, as_json: bool) -> None:
    """Print the steps of a turn or round: as a card, or as JSON."""
    from dataclasses import asdict

    from wreckoning.cli.reading import print_json
    from wreckoning.cli.terminal.pages import draw_turn
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.show.learning import learning_of

    if as_json:
        print_json([asdict(step) for step in learning_of(ruleset.package).turn])
    else:
        draw_turn(Voice(), ruleset)


def show_rule(rule: Rule) -> None:
    """Print everything about a rule."""
    from rich.text import Text

    from wreckoning.cli.terminal.voice import Voice

    voice = Voice()
    voice.say(_line(rule))
    places = [f"{place.function}  {place.file}:{place.line}" for place in rule.places]
    for heading, lines, none in (
        ("Written in", places, "no function of its own"),
        ("Tested by", rule.tests, "no test that is here"),
    ):
        voice.say()
        voice.say(heading, "bold")
        for line in lines or (none,):
            voice.console.print(Text(f"     {line}"), soft_wrap=True)


def show_all(title: str, rules: list[Rule]) -> None:
    """Print all rules, chapter by chapter."""
    from wreckoning.cli.terminal.voice import HEADING, Voice

    voice = Voice()
    voice.say(title, "bold")
    chapter = ""
    for rule in rules:
        if rule.chapter != chapter:
            chapter = rule.chapter
            voice.say()
            voice.say(chapter, HEADING)
        voice.say(_line(rule, with_index=True))


def _line(rule: Rule, with_index: bool = False) -> Table:
    """A rule under its number; with the index, its place in the source and its number of tests."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=4)
    grid.add_column()
    grid.add_row(Text(rule.number, style="bold"), Text(rule.text))
    if with_index:
        functions = ", ".join(place.function for place in rule.places) or "no function of its own"
        count = len(rule.tests)
        grid.add_row("", Text(f"{functions}; {count} test{'' if count == 1 else 's'}", style="dim"))
    return grid
