"""The yard: two rows of bays under a title, filled first to last."""

from __future__ import annotations

from wreckoning.show.pen import Rect
from wreckoning.show.yard import HEADER, Yard

YARD = Yard(Rect(60, 50, 60, 20 + HEADER), 6, inset=2, corner=4, width=1)


def test_vehicles_park_in_two_rows_and_look_up() -> None:
    assert YARD.parked(4) == [
        (40 + 55j, -90.0),
        (60 + 55j, -90.0),
        (80 + 55j, -90.0),
        (40 + 65j, -90.0),
    ]


def test_lines_stand_between_bays() -> None:
    assert YARD.shapes()[2].path == "M50 52 50 58M50 62 50 68M70 52 70 58M70 62 70 68"


def test_the_title_says_who_parks_there() -> None:
    label = YARD.label("A38", 1)
    assert (label.x, label.y, label.text, label.rule) == (60, 41, "Home", "A38")
