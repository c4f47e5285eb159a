"""The reference of a ruleset as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.ruleset import Ruleset
from wreckoning.show.reference import Reference, either, reference


def reference_page(ruleset: Ruleset) -> str:
    """The reference as Markdown."""
    return "\n".join(_page(ruleset.title, reference(ruleset))) + "\n"


def _page(title: str, found: Reference) -> Iterator[str]:
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
