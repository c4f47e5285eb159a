"""Shapes of several games' boards."""

from __future__ import annotations

from wreckoning.core.shown import Shape
from wreckoning.show.pen import Rect
from wreckoning.show.shapes import chequers, edged, grandstand, rectangle
from wreckoning.show.table_board import rims


def test_an_area_with_its_outline() -> None:
    path = Rect(1, 1, 2, 2).path()
    assert edged(path, "sign", "dark", 1.5) == (
        Shape(path, "sign"),
        Shape(path, "outline:dark", 1.5),
    )


def test_light_and_dark_squares_alternate() -> None:
    light, dark = chequers(range(2), 2, lambda row, column: complex(row, column))
    assert light == Shape("M0 0 1 0 1 1 0 1ZM1 1 2 1 2 2 1 2Z", "light")
    assert dark == Shape("M0 1 1 1 1 2 0 2ZM1 0 2 0 2 1 1 1Z", "dark")


def test_a_rectangle_turns_with_its_length() -> None:
    assert rectangle(0j, 1j, (4, 2)) == [1 - 2j, 1 + 2j, -1 + 2j, -1 - 2j]


def test_a_grandstand_has_a_roof_rows_and_an_edge() -> None:
    roof, rows, edge = grandstand(0j, 1 + 0j, (20, 10), (-2, 2), 8, 1.2)
    assert roof.path == edge.path == "M-10 -5 10 -5 10 5 -10 5Z"
    assert rows.path == "M-8 -2 8 -2M-8 2 8 2"
    assert edge.width == 1.2


def test_a_rim_is_around_the_table() -> None:
    middle, inside, outside = rims(Rect(50, 50, 80, 60), 6, (0, 0))
    assert middle == Rect(50, 50, 86, 66).path()
    assert inside == Rect(50, 50, 80, 60).path()
    assert outside == Rect(50, 50, 92, 72).path()
