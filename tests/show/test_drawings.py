"""Drawings: SVG files as shapes in the board's paints; at other places, to scale."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import rulesets
from wreckoning.core.shown import Shape
from wreckoning.rulesets.kart.cards import footprint
from wreckoning.rulesets.kart.view.layout import length as kart_length
from wreckoning.rulesets.rally.cards import vehicles
from wreckoning.rulesets.rally.view.scale import length as rally_length
from wreckoning.show.drawings import COLOURS, drawing, moved, read_drawing, stamped
from wreckoning.show.paints import PAINTS

DRAWN = [
    (ruleset.package, path.name.removesuffix(".svg"))
    for ruleset in rulesets()
    if (files(ruleset.package) / "data" / "symbols").is_dir()
    for path in (files(ruleset.package) / "data" / "symbols").iterdir()
]


def svg(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'


def extent(shape: Shape) -> tuple[float, float]:
    """How long and how wide an outline of straight lines and small corners is."""
    numbers = re.findall(r"-?[0-9.]+", re.sub(r"A\S+ \S+ 0 \d \d ", " ", moved(shape.path, 0j)))
    x, y = [float(n) for n in numbers[::2]], [float(n) for n in numbers[1::2]]
    return max(x) - min(x), max(y) - min(y)


def test_fills_and_outlines_are_shapes_in_this_order() -> None:
    path = '<path fill="#2A69CB" stroke="#211d18" stroke-width="0.9" d="M0 0L1 2Z"/>'
    circle = '<g><circle style="fill: none; stroke:#c23a2c" cx="1" cy="2" r="3"/></g>'
    box = '<rect fill="#fffaf0" x="-2" y="-1" width="4" height="2"/>'
    assert read_drawing(svg(f"<title>A thing</title>{path}{circle}{box}"), "thing.svg") == (
        Shape("M0 0L1 2Z", "seat"),
        Shape("M0 0L1 2Z", "outline:dark", 0.9),
        Shape("M-2 2a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z", "outline:bad", 1.0),
        Shape("M-2 -1h4v2h-4Z", "light"),
    )


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        ('<path fill="#123456" d="M0 0"/>', "thing.svg: unknown colour #123456; expected one of"),
        ('<path fill="red" d="M0 0"/>', "thing.svg: unknown colour red; expected one of"),
        ("<text>a</text>", "thing.svg: expected <path>, <circle> or <rect>, found <text>"),
        ('<g transform="scale(2)"/>', "thing.svg: apply the transform of <g> to its points"),
        ('<circle fill="#211d18" r="3mm"/>', "thing.svg: r: expected a number without a unit"),
        ("<path", "thing.svg: expected SVG: "),
    ],
)
def test_what_a_board_cannot_show_is_refused_in_one_line(inside: str, problem: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_drawing(svg(inside), "thing.svg")
    assert str(refused.value).startswith(problem)


def test_a_path_moves_turns_and_grows() -> None:
    path = "M1 0h2v1l-2 0Zm5 5 1 1C1 1 2 2 3 3a2 2 0 1 0 4 0"
    grown = "M2 0L6 0L6 2L2 2ZM12 10L14 12C2 2 4 4 6 6A4 4 0 1 0 14 6"
    assert moved(path, 0j, 0, 2) == grown
    assert moved("M1 0L2 0", 10 + 5j, 90) == "M10 6L10 7"


def test_a_stamp_is_drawn_at_every_spot_and_may_change_paints() -> None:
    shapes = (Shape("M0 0L1 0", "outline:bad", 0.5),)
    spots = [(0j, 0.0), (5 + 0j, 90.0)]
    found = stamped(shapes, spots, 2, {"outline:bad": "outline:good"})
    assert found == (Shape("M0 0L2 0M5 0L5 2", "outline:good", 1.0),)


def test_each_colour_stands_for_one_paint() -> None:
    assert sorted(COLOURS.values()) == sorted({*PAINTS, "seat"} - {"text"})


def test_every_drawing_can_be_shown() -> None:
    assert len(DRAWN) > 80
    assert all(drawing(package, name) for package, name in DRAWN)


def test_karts_and_vehicles_have_their_true_footprint() -> None:
    """What touches is seen to touch: the first outline of a drawing is the edge of its base."""
    long, wide = (kart_length(side) for side in footprint())
    for key in ("light", "middle", "heavy"):
        base = drawing("wreckoning.rulesets.kart", f"kart_{key}")[0]
        assert extent(base) == pytest.approx((long, wide), abs=0.11)
    for key, card in vehicles().items():
        base = drawing("wreckoning.rulesets.rally", f"vehicle_{key}")[0]
        sides = rally_length(card.length), rally_length(card.width)
        assert extent(base) == pytest.approx(sides, abs=0.11)
