"""`wreck games`: lists the installed rulesets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from wreckoning.core.documents import Json, ReadOnlyJson

if TYPE_CHECKING:
    from rich.console import RenderableType

    from wreckoning.core.ruleset import Ruleset


def games(
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """The rulesets that are here, with their courses, seats and switches."""
    from wreckoning.cli.reading import print_json
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.core.ruleset import rulesets

    found = rulesets()
    if as_json:
        print_json([as_document(ruleset) for ruleset in found])
        return
    voice = Voice()
    for ruleset in found:
        voice.say(f"{ruleset.title} ({ruleset.key})", "bold")
        voice.say(ruleset.blurb)
        voice.say()
        voice.say(_table(ruleset))
        voice.say()


def as_document(ruleset: Ruleset) -> Json:
    """Everything about a ruleset as JSON."""
    from wreckoning.cli.course import course_json
    from wreckoning.core.ruleset import PERSON_NAME

    return {
        "key": ruleset.key,
        "title": ruleset.title,
        "version": ruleset.version,
        "stage": ruleset.stage,
        "blurb": ruleset.blurb,
        "sources": list(ruleset.sources),
        "seats": {"least": ruleset.seats[0], "most": ruleset.seats[-1]},
        "players": [PERSON_NAME, *ruleset.bots],
        "courses": [course_json(ruleset, ruleset.load_course(n)) for n in ruleset.course_names()],
        "switches": [
            {**vars(switch), "values": list(switch.values), "default": switch.default}
            for switch in ruleset.house_switches
        ],
        "setup": {
            choice: [_card(ruleset, key, card) for key, card in cards().items()]
            for choice, cards in ruleset.setup.items()
        },
    }


def _card(ruleset: Ruleset, key: str, card: object) -> dict[str, str]:
    shown = ruleset.view.setup_card(card)
    return {"key": key, "title": shown["title"], "text": shown["text"]}


def _titles(ruleset: Ruleset, cards: ReadOnlyJson) -> list[str]:
    return [ruleset.view.setup_card(card)["title"] for card in cards.values()]


def _table(ruleset: Ruleset) -> RenderableType:
    """A table of a ruleset's facts, one a row."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for head, words in _facts(ruleset):
        table.add_row(Text(head, style="dim"), Text(words))
    for number, name in enumerate(ruleset.course_names()):
        card, blurb = ruleset.view.course_card(ruleset.load_course(name))
        head = "" if number else "courses"
        table.add_row(Text(head, style="dim"), Text.assemble((name, "bold"), f"  {card}"))
        table.add_row("", Padding(Text(blurb), (0, 0, 0, 2)))
    for number, switch in enumerate(ruleset.house_switches):
        head = "" if number else "house rules"
        row = Text.assemble((switch.name, "bold"), f"  {switch.text}  ", (switch.rule, "dim"))
        table.add_row(Text(head, style="dim"), row)
        for value in switch.values:
            default = "; the default" if value == switch.default else ""
            meaning = Text.assemble((value, "bold"), f"  {switch.says(value)}{default}")
            table.add_row("", Padding(meaning, (0, 0, 0, 2)))
    return table


def _facts(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    yield "version", f"{ruleset.version}, {ruleset.stage}"
    yield "sources", "; ".join(ruleset.sources)
    yield "seats", f"{ruleset.seats[0]} to {ruleset.seats[-1]}"
    yield "players", ", ".join(("you", *ruleset.bots))
    for choice, cards in ruleset.setup.items():
        several = choice if choice.endswith("s") else f"{choice}s"
        yield f"{len(cards())} {several}", ", ".join(_titles(ruleset, cards()))
