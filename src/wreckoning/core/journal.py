"""The journal as JSON: what was told in numbers, with the words a ruleset has for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from wreckoning.core.door import MODIFIER, ROLL
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import Ruleset

V = TypeVar("V")


def as_json(
    ruleset: Ruleset, course: Any, names: Sequence[str], entries: Iterable[Sequence[int]]
) -> Iterator[dict[str, Any]]:
    """Events one after another; the modifiers told just before a roll stand in it."""
    words = ruleset.words
    modifiers: list[tuple[int, dict[str, Any]]] = []  # whose, and what
    for entry in entries:
        code, who, a, b, c, _ = entry
        if code == MODIFIER:
            added = words.modifiers(a)
            modifiers.append((who, {"name": added.word, "value": b, "rule": added.rule}))
        elif code == ROLL:
            question = words.questions(a)
            yield {
                "event": "roll",
                "rule": question.rule,
                "who": names[who],
                "question": question.word,
                "natural": [b],
                "modifiers": [modifier for whose, modifier in modifiers if whose == who],
                "result": c,
            }
            modifiers = []
        else:
            modifiers = []  # of a pool without a die
            yield words.event(course, entry, names)


def entry_json(
    name: str,
    rule: str,
    entry: Sequence[int],
    names: Sequence[str],
    fields: Iterable[tuple[str, V]],
    value: Callable[[V, int, Sequence[str]], Any],
) -> dict[str, Any]:
    """An entry: its name, its rule, who, and its numbers by the names of its fields.

    `value` says a number as a field of its kind has it; names are of seats.
    """
    _, who, *numbers = entry
    event: dict[str, Any] = {"event": name, "rule": rule}
    if who != NOBODY:
        event["who"] = names[who]
    for (field, kind), number in zip(fields, numbers, strict=False):
        event[field] = value(kind, number, names)
    return event
