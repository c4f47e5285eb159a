"""The strip of road above a question in the terminal, of a ruleset that draws one."""

from __future__ import annotations

import io

from rich.console import Console

from wreckoning.cli.terminal import board
from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset


def match_of(key: str) -> Match:
    """You against a rookie, at the first question."""
    ruleset = find_ruleset(key)
    course = ruleset.load_course(ruleset.course_names()[0])
    return Match(ruleset, course, [Seat("You"), Seat("Bolt", "rookie")], {}, Seeded(1))


def at_a_terminal(width: int) -> tuple[Voice, io.StringIO]:
    voice, page = Voice(), io.StringIO()
    voice.plain = False
    voice.console = Console(file=page, width=width, color_system=None, force_terminal=False)
    return voice, page


def test_strip_replaces_the_track() -> None:
    match = match_of("rush")
    voice, page = at_a_terminal(100)
    lines = board.strip_lines(voice, match, "You")
    assert len(lines) == 7
    board.draw_board(voice, match, "You")
    name = match.course.tiles[0].name
    assert f"1 {name}" not in page.getvalue()
    board.draw_strip(voice, lines)
    assert all(line in page.getvalue() for line in lines)
    assert "@" in "".join(lines)


def test_a_narrow_terminal_has_a_shorter_strip() -> None:
    voice, _ = at_a_terminal(60)
    lines = board.strip_lines(voice, match_of("rush"), "You")
    assert max(len(line) for line in lines[:-1]) <= 60


def test_track_is_listed_without_a_strip() -> None:
    voice, _ = at_a_terminal(100)
    assert board.strip_lines(voice, match_of("rtd"), "You") == ()
    voice.plain = True
    assert board.strip_lines(voice, match_of("rush"), "You") == ()
