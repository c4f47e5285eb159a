"""The toy has no view of its own: at the table it is played with what it declares."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.plugins import installed
from tests.table.sitting import Sitting

from wreckoning.cli.rulebooks.rulebook import rulebook
from wreckoning.core.match import Match
from wreckoning.core.ruleset import find_ruleset
from wreckoning.show import default_view
from wreckoning.table import messages
from wreckoning.table.replies import Card
from wreckoning.table.shown.rulepages import rules_page


@pytest.fixture(autouse=True)
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with installed(tmp_path, monkeypatch, toy="tests.toy.ruleset:TOY"):
        yield


def sitting() -> Sitting:
    return Sitting("Ann", "Bob", ruleset="toy", course="dash").start()


def match_of(table: Sitting) -> Match:
    match = table.game.match
    assert match is not None
    return match


def test_default_card_of_a_ruleset() -> None:
    (card,) = [card for card in messages.ruleset_cards() if card.key == "toy"]
    assert card.setup["shoe"]["springs"] == Card("Springs", "", "")
    assert [course.key for course in card.courses] == ["dash", "mile"]


def test_a_package_without_a_page_of_rules() -> None:
    (chapter,) = rules_page(find_ruleset("toy")).chapters
    assert "Who is there first." in chapter.blocks[0].html
    numbers = [rule.number for rule in rulebook(find_ruleset("toy"))]
    assert numbers == [f"T{number}" for number in range(1, 8)], "those its functions name"


def test_a_question_in_the_words_it_was_declared_with() -> None:
    match = match_of(sitting())
    ask = match.asks[0]
    assert default_view.describe_ask(match, ask).question == "Which way?"
    labels = [default_view.describe_option(match, ask, n).label for n in range(3)]
    assert labels == ["Step", "Leap", "Shove"]


def test_a_race_to_the_podium_with_its_log_and_board() -> None:
    table = sitting()
    table.answer("Ann", "leap")
    table.answer("Bob", "shove")
    table.roll(3)
    table.answer("Bob", "ann")
    table.roll(2)
    match = match_of(table)
    view = match.ruleset.view
    lines = view.log_lines(match, match.events())
    assert [line.text for line in lines] == [
        *("Ann rolled for leap: 3", "Bob rolled for shove: 2", "Bob shoved Ann"),
    ]
    assert [part.face for part in lines[0].parts] == [0, 3]
    assert lines[2].rules == ("T5",)
    assert view.headline(match).turn == 2
    assert [(row.name, row.gauges[0].value) for row in view.standings(match)] == [
        *(("Ann", 2), ("Bob", 0)),
    ]
    assert [row.place for row in view.standings(match)] == [1, 2]
    ground = view.ground(match.course)
    for piece in view.things(match):
        assert piece.symbol in [symbol.name for symbol in ground.symbols]
        assert 0 < piece.x < ground.width
        assert 0 < piece.y < ground.height
    table.answer("Ann", "leap")
    table.answer("Bob", "step")
    table.roll(6)
    match = match_of(table)
    assert match.is_over
    assert [(each.name, each.place) for each in view.podium(match)] == [("Ann", 1), ("Bob", 2)]
    assert view.log_lines(match, match.events())[-1].text == "Ann won"
