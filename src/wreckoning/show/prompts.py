"""Words the prompts of dice: the owner of the die, its purpose, its modifiers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import TypeVar

from wreckoning.core.asks import Ask
from wreckoning.core.declared import Declared
from wreckoning.core.door import MODIFIER
from wreckoning.core.match import Match
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Prompt

M = TypeVar("M", bound=Declared)


def pending(match: Match, modifiers: type[M]) -> list[tuple[int, M, int]]:
    """The modifiers told so far for the next die: seat, modifier and value of each."""
    told = takewhile(lambda entry: entry[0] == MODIFIER, reversed(match.told))
    return [(who, modifiers(number), value) for _, who, number, value, *_ in told][::-1]


def index_if_offered(ask: Ask, option: int | None) -> int | None:
    """The index of a default among the options; None if it is not offered."""
    return ask.options.index(option) if option in ask.options else None


def die_prompt(
    match: Match, ask: Ask, terms: Iterable[str] = (), whose: str = "", about: str = ""
) -> Prompt:
    """`Ann: throw on Bob (+1 distance)`.

    The die belongs to the subject of the ask, unless `whose` names its owner. `about` follows the
    words of the question.
    """
    question = match.ruleset.words.questions[ask.question.upper()]
    owner = whose or ("the table" if ask.subject == NOBODY else match.names[ask.subject])
    added = ", ".join(terms)
    text = f"{owner}: {question.words}{about}{f' ({added})' if added else ''}"
    return Prompt(text, (), ask.rule, len(ask.options))
