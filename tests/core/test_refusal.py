"""A ruleset may say why an answer is none of the options, and by which rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.toy.ruleset import TOY, load_course, seats

from wreckoning.core.errors import Illegal
from wreckoning.core.match import Match


def reason(race: Any, ask: Any, given: str) -> tuple[str, str] | None:
    """Of one answer only."""
    assert race.door.open
    return (f"{given}: not in {ask.question}", "T99") if given == "nowhere" else None


def test_refusal_has_the_rulesets_words_and_rule() -> None:
    strict = replace(TOY, words=replace(TOY.words, refusal=reason))
    match = Match(strict, load_course("dash"), seats("person", "person"))
    ask = match.asks[0]
    with pytest.raises(Illegal, match=rf"{ask.question}: {ask.who}: nowhere: not in") as refused:
        match.answer("Nowhere ")
    assert refused.value.rule == "T99"
    with pytest.raises(Illegal, match="expected one of") as refused:
        match.answer("elsewhere")
    assert refused.value.rule == ask.rule


def test_refusal_without_words_of_the_ruleset() -> None:
    match = Match(TOY, load_course("dash"), seats("person", "person"))
    with pytest.raises(Illegal, match="no option 'nowhere'; expected one of"):
        match.answer("nowhere")
