"""The chances of the open questions of a race, for `wreck odds`: the same as in menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wreckoning.core.asks import Ask
from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.logs.referee import match_after
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset
from wreckoning.core.shown import Option


@dataclass(frozen=True)
class OpenQuestion:
    """An open question in words, with its options as in the menu."""

    who: str
    question: str
    prompt: str
    rule: str
    options: tuple[Option, ...]


def asks_at(ruleset: Ruleset, document: object, seat: str = "") -> tuple[OpenQuestion, ...]:
    """The open questions of a race (a request to the referee), of one seat or of all.

    Raises WreckError for a wrong race, or if that seat is not asked.
    """
    match = match_after(_of(ruleset, document), files=True)
    if seat and seat not in match.names:
        raise Malformed("seat", unknown("seat", seat, match.names))
    asks = [ask for ask in match.asks if not ask.is_dice and seat in ("", ask.who)]
    if not asks:
        raise Malformed("position", _why_not(match, seat))
    return tuple(_asked(match, ask) for ask in asks)


def _of(ruleset: Ruleset, document: object) -> object:
    """The request with this ruleset's key. Raises Malformed if it names another ruleset."""
    if not isinstance(document, Mapping):
        return document
    named = document.get("ruleset", ruleset.key)
    if named != ruleset.key:
        raise Malformed("ruleset", f"expected {ruleset.key}, found {str(named)[:40]!r}")
    return {**document, "ruleset": ruleset.key}


def _why_not(match: Match, seat: str) -> str:
    if match.is_over:
        return "the race is over: no question is open"
    asked = ", ".join(f"{ask.who} ({ask.question})" for ask in match.asks)
    return f"{seat or 'nobody'} has nothing to choose here; asked: {asked}"


def _asked(match: Match, ask: Ask) -> OpenQuestion:
    view: Any = match.ruleset.view
    options = tuple(view.describe_option(match, ask, at) for at in range(len(ask.options)))
    prompt = view.describe_ask(match, ask)
    return OpenQuestion(ask.who, ask.question, prompt.question, ask.rule, options)


def asks_json(asks: Sequence[OpenQuestion]) -> list[Json]:
    """The questions as JSON; `chance` is a share of 1, or null if nothing is left to chance."""
    return [
        {
            "by": ask.who,
            "ask": ask.question,
            "rule": ask.rule,
            "options": [
                {
                    "name": option.name,
                    "label": option.label,
                    "chance": option.chance,
                    "chance_of": option.chance_of,
                    "meaning": option.meaning,
                }
                for option in ask.options
            ],
        }
        for ask in asks
    ]
