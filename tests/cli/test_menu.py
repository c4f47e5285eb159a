"""The choices in the terminal: each with its chance, and what the chance is one of."""

from __future__ import annotations

import pytest

from wreckoning.cli.terminal.board import draw_question
from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.shown import Option, Prompt

OPTIONS = (
    Option("smash", "Smash", "4 dice", 0.9375, (), "hit"),
    Option("ram", "Ram Bob", "there is room", 0.5, (), "pushed aside"),
    Option("draft", "Draft", "a free pass", 0.07),
    Option("keep", "Keep it", "nothing happens"),
)


def test_a_chance_says_what_it_is_one_of(capsys: pytest.CaptureFixture[str]) -> None:
    draw_question(Voice(plain=True), Prompt("What now?", rule="R17"), OPTIONS)
    _, *lines = capsys.readouterr().out.splitlines()
    assert [line.rstrip() for line in lines] == [
        "  1 Smash    94% hit           4 dice",
        "  2 Ram Bob  50% pushed aside  there is room",
        "  3 Draft     7%               a free pass",
        "  4 Keep it                    nothing happens",
    ]
