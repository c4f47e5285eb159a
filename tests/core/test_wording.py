"""Small words that every view needs."""

from __future__ import annotations

import pytest

from wreckoning.core.errors import unknown
from wreckoning.core.texts.wording import (
    MINUS,
    count,
    listed,
    ordinal,
    percent,
    several,
    show_face,
    signed,
    stars,
    whose,
)


def test_signs_are_true_minuses() -> None:
    assert [signed(number) for number in (2, 0, -1)] == ["+2", "±0", f"{MINUS}1"]
    assert count(-3) == f"{MINUS}3"


@pytest.mark.parametrize(
    ("number", "word"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th")]
    + [(21, "21st"), (102, "102nd"), (111, "111th"), (113, "113th")],
)
def test_ordinals(number: int, word: str) -> None:
    assert ordinal(number) == word


def test_lists_and_plurals() -> None:
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Bob", "Cid"], "or") == "Ann, Bob or Cid"
    assert several(1, "die", "dice") == "1 die"
    assert several(2, "die", "dice") == "2 dice"
    assert several(0, "mine") == "0 mines"
    assert [whose("You"), whose("Bolt")] == ["Your", "Bolt's"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0%"),
        (0.001, "<1%"),
        (0.005, "<1%"),
        (0.995, ">99%"),
        (0.42, "42%"),
        (0.999, ">99%"),
        (1, "100%"),
    ],
)
def test_percent_never_rounds_a_risk_away(value: float, text: str) -> None:
    assert percent(value) == text


def test_faces_and_stars() -> None:
    assert [show_face(face) for face in (0, 1, 6, 7, 24)] == ["0", "⚀ 1", "⚅ 6", "7", "24"]
    assert [stars(difficulty) for difficulty in (1, 5)] == ["★☆☆☆☆", "★★★★★"]


def test_similar_name_is_suggested_among_hundreds() -> None:
    squares = [
        f"{tile}.{lane}.{at}" for tile in range(1, 10) for lane in "abc" for at in "12345678"
    ]
    told = unknown("square", "4.c.9", squares)
    assert told.startswith("no square '4.c.9'; expected one of 1.a.1, 1.a.2, ")
    assert told.endswith(" … (216 in all); did you mean 4.c.8?")
    assert len(told) < 600
    assert unknown("lane", "d", "abc") == "no lane 'd'; expected one of a, b, c"
