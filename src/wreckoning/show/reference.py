"""A reference of all questions and events of a ruleset, made from its declarations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import get_type_hints

from wreckoning.core.declared import Asked, Names, Offered, Seats
from wreckoning.core.events import Event, Named, Scaled
from wreckoning.core.records import SEAT
from wreckoning.core.ruleset import Ruleset

MOST_VALUES = 12  # in a list; of a longer one only the first and the last are named


@dataclass(frozen=True)
class QuestionReference:
    """A question, or a die. `options` says how each kind of answer is written; a die has none."""

    name: str
    rule: str
    words: str
    is_die: bool
    options: list[str]


@dataclass(frozen=True)
class ModifierReference:
    """A number that may be added to a die."""

    name: str
    rule: str
    words: str


@dataclass(frozen=True)
class FieldReference:
    """A field of an event's JSON: its meaning, and its possible values if they are names."""

    name: str
    kind: str
    values: list[str]


@dataclass(frozen=True)
class EventReference:
    """An event. `rule` is '' if it depends on what happened; `words` has {fields} in it."""

    name: str
    rule: str
    words: str
    about: str
    fields: list[FieldReference]


@dataclass(frozen=True)
class Reference:
    """Everything that a ruleset asks and tells."""

    ruleset: str
    questions: list[QuestionReference]
    modifiers: list[ModifierReference]
    events: list[EventReference]


def reference(ruleset: Ruleset) -> Reference:
    """The reference of this ruleset."""
    vocabulary = ruleset.words.vocabulary
    return Reference(
        ruleset.key,
        [_question(each) for each in vocabulary.questions],
        [ModifierReference(each.word, each.rule, each.words) for each in vocabulary.modifiers],
        [_event(kind) for kind in vocabulary.events],
    )


def _question(asked: Asked) -> QuestionReference:
    kind = asked.options
    if kind is None:
        options = []
    elif isinstance(kind, type) and issubclass(kind, Offered):
        options = [_offered(each) for each in kind]
    elif isinstance(kind, Seats):
        options = ["a seat's name", "nobody"]
    else:
        options = _values(kind) or ["a whole number"]
    return QuestionReference(asked.word, asked.rule, asked.words, asked.is_die, options)


def _offered(kind: Offered) -> str:
    """How an option is written: `arm machine_gun, … or none`, `done`."""
    if kind.of is None:
        return kind.word
    values = ["a seat's name"] if isinstance(kind.of, Seats) else _values(kind.of)
    return f"{kind.word} {either(values or ['a whole number'])}".strip()


def _values(kind: object) -> list[str]:
    """The names of this kind's values, if they have names."""
    if isinstance(kind, Names):
        return list(kind.names.values())
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        return [member.name.lower() for member in kind]
    return []


def _event(kind: type[Event]) -> EventReference:
    rule = kind._rule if _has_one(kind) else ""
    about = "" if (kind.__doc__ or "").startswith(f"{kind.__name__}(") else kind.__doc__ or ""
    hints = get_type_hints(kind)
    fields = [_field(name, of, hints[name] is not int) for name, of in kind.fields().items()]
    return EventReference(kind.name, rule, kind.words, " ".join(about.split()), fields)


def _has_one(kind: type[Event]) -> bool:
    """True if this event always happens by the same rule."""
    return kind.rule is Event.rule


def _field(name: str, kind: object, or_nobody: bool) -> FieldReference:
    if kind is SEAT:
        said = "a seat's name" + (", or null for nobody" if or_nobody else "")
    elif isinstance(kind, Named):
        said = "a name" + (", or null for none" if or_nobody else "")
    elif isinstance(kind, Scaled):
        said = f"{kind.unit}, to 1/{kind.to_one}"
    elif isinstance(kind, type) and issubclass(kind, IntEnum):
        said = "one of these names"
    elif kind is bool:
        said = "true or false"
    else:
        more = "" if kind is int else f": {' '.join((kind.__doc__ or '').split())}"
        said = f"a whole number{more}".rstrip(".")
    return FieldReference(name.rstrip("_"), said, _values(kind))


def either(values: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`, and of many `a … z`."""
    if len(values) > MOST_VALUES:
        return f"{values[0]} … {values[-1]}"
    return " or ".join(filter(None, (", ".join(values[:-1]), values[-1])))
