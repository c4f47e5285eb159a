"""Boards as pictures that stand alone."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset, registered
from wreckoning.core.shown import Ground, Piece
from wreckoning.server.live.pictures import as_png
from wreckoning.show.paints import LANDSCAPES, PAINTS, SEATS
from wreckoning.show.picture import PLATE, board_svg, board_text, picture

STYLES = Path(__file__).parents[2] / "web" / "src" / "styles"
TOKENS = STYLES / "tokens.css"
SVG = "{http://www.w3.org/2000/svg}"


def race(key: str) -> Match:
    """A race of two at its first question."""
    ruleset = find_ruleset(key)
    course = ruleset.load_course(ruleset.course_names()[0])
    return Match(ruleset, course, [Seat("Ann"), Seat("Bolt", "rookie")], dice=Seeded(7))


def test_each_landscape_has_its_colours() -> None:
    css = (STYLES / "board.css").read_text("utf-8")
    for name, rules in re.findall(r"\[data-landscape='(\w+)'\] \{([^}]*)\}", css):
        paints = re.findall(r"--paint-([a-z]+): light-dark\((#\w+)", rules)
        assert LANDSCAPES[name] == dict(paints), name
    course = find_ruleset("rtd").load_course("sundae_drive")
    ground = find_ruleset("rtd").view.ground(course)
    assert LANDSCAPES[ground.landscape]["ground"] in picture(ground, [], "", 600)


def test_the_colours_are_those_of_the_pages_by_day() -> None:
    css = TOKENS.read_text("utf-8")
    paints = re.findall(r"--paint-([a-z]+): light-dark\((#\w+)", css)
    assert dict(paints) == dict(PAINTS)
    seats = re.findall(r"--seat-\d+: (#\w+);\s+--seat-\d+-ink: (#\w+);", css)
    assert tuple(seats) == tuple(SEATS)


@pytest.mark.parametrize("key", registered())
def test_a_board_has_its_vehicles_their_numbers_and_words(key: str) -> None:
    match = race(key)
    root = ElementTree.fromstring(board_svg(match, 600))
    assert root.attrib["width"] == "600"
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == board_text(match)
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert {"1", "2"} <= set(words)
    assert "Ann" in board_text(match)


def test_words_from_players_are_never_markup() -> None:
    piece = Piece("a", "", 5, 5, seat=0, text="<b>&")
    root = ElementTree.fromstring(picture(Ground(10, 10, (), (), ()), [piece], "a < b", 100))
    assert "<b>&" in [text.text for text in root.iter(f"{SVG}text")]


def test_a_png_has_the_width_that_was_asked_for() -> None:
    png = as_png(board_svg(race("rtd"), 300))
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20]) == 300


def test_no_name_on_the_grid_covers_another() -> None:
    ruleset = find_ruleset("rtd")
    seats = [Seat(f"Driver number {n}") for n in range(12)]
    match = Match(ruleset, ruleset.load_course("sundae_drive"), seats, dice=Seeded(7))
    moved = r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\) translate\(0 (-?\d+)\)"
    place = moved + r'"><rect x="-([\d.]+)'
    plates = [
        (float(x) / float(scale), float(y) / float(scale) + int(rise), 2 * float(half))
        for x, y, scale, rise, half in re.findall(place, board_svg(match))
    ]
    assert len(plates) == 12
    for one, other in combinations(plates, 2):
        apart = abs(one[0] - other[0]) >= one[2] or abs(one[1] - other[1]) >= PLATE
        assert apart, (one, other)
