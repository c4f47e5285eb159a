"""The reference of a ruleset's questions and events: made from its declarations."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.toy.ruleset import TOY

from wreckoning.cli.rulebooks.rules import reference_page
from wreckoning.core.ruleset import find_ruleset, registered
from wreckoning.show.reference import reference

PAGES = Path(__file__).parent.parent.parent / "docs" / "reference"


@pytest.mark.parametrize("key", sorted(registered()))
def test_reference_page_is_up_to_date(key: str) -> None:
    page = (PAGES / f"{key}.md").read_text("utf-8")
    is_new = page == reference_page(find_ruleset(key))
    assert is_new, f"make it again: wreck rules {key} --reference > docs/reference/{key}.md"


def test_questions_and_dice() -> None:
    found = {question.name: question for question in reference(TOY).questions}
    assert found["way"].options == ["rest", "step", "leap", "shove"]
    assert found["rival"].options == ["a seat's name", "nobody"]
    assert (found["leap_roll"].is_die, found["leap_roll"].options) == (True, [])


def test_answers_of_several_kinds() -> None:
    found = {question.name: question for question in reference(find_ruleset("rush")).questions}
    assert "arm side_bumper, flamer, machine_gun, saw, booster or extinguisher" in (
        found["after"].options
    )
    assert {"done", "mine", "boost a whole number"} <= set(found["after"].options)


@pytest.mark.parametrize(
    ("key", "event", "rule", "field", "kind"),
    [
        ("rush", "structure", "", "by", "a seat's name, or null for nobody"),
        ("rush", "turn_begins", "N8", "who", "a seat's name"),
        ("rtd", "hit", "", "item", "one of these names"),
        ("rtd", "path_taken", "R23", "segment", "a whole number: A segment, by its index in the"),
        ("rally", "moved", "W14", "x", "inches, to 1/1000"),
        ("rally", "destroyed", "W12", "by", "a name, or null for none"),
        ("kart", "race_over", "", "finished", "true or false"),
        ("kart", "gear", "", "from", "a whole number"),
    ],
)
def test_events_and_their_fields(key: str, event: str, rule: str, field: str, kind: str) -> None:
    (found,) = [each for each in reference(find_ruleset(key)).events if each.name == event]
    assert found.rule == rule
    (named,) = [each for each in found.fields if each.name == field]
    assert named.kind.startswith(kind)
