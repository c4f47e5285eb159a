"""The journal as JSON: what was told in numbers, with the words a ruleset has for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from wreckoning.core.door import MODIFIER, ROLL
from wreckoning.core.ruleset import Ruleset


def as_json(
    ruleset: Ruleset, course: Any, names: Sequence[str], entries: Iterable[Sequence[int]]
) -> Iterator[dict[str, Any]]:
    """Events one after another; the modifiers told before a roll stand in it."""
    words = ruleset.words
    modifiers: list[tuple[int, dict[str, Any]]] = []  # whose, and what
    for entry in entries:
        code, who, a, b, c, _ = entry
        if code == MODIFIER:
            name, rule = words.modifier(a)
            modifiers.append((who, {"name": name, "value": b, "rule": rule}))
        elif code == ROLL:
            yield {
                "event": "roll",
                "rule": words.rule_of_question(a),
                "who": names[who],
                "question": ruleset.question(a),
                "natural": [b],
                "modifiers": [modifier for whose, modifier in modifiers if whose == who],
                "result": c,
            }
            modifiers = []
        else:
            yield words.event(course, entry, names)
