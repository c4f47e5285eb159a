"""Headings and sines: rounded once, exactly symmetrical."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wreckoning.geometry.angles import (
    DEGREE,
    DIRECTIONS,
    HALF_TURN,
    ONE,
    QUARTER,
    TURN,
    cosine,
    forward,
    heading_of,
    rotate,
    rounded,
    sine,
    turn_between,
)

headings = st.integers(-3 * TURN, 3 * TURN)
lengths = st.integers(-(2**22), 2**22)


def test_the_table_is_the_sine() -> None:
    """Every entry is the nearest whole number; floating point knows sines to about 2^-52."""
    angles = np.radians(np.arange(TURN) / DEGREE)
    expected = np.stack([np.cos(angles), np.sin(angles)], axis=1) * ONE
    assert np.abs(DIRECTIONS.reshape(-1, 2) - expected).max() < 0.5 + 1e-6
    assert [sine(0), sine(30 * DEGREE), sine(QUARTER)] == [0, ONE // 2, ONE]


@given(headings)
def test_symmetries(heading: int) -> None:
    assert sine(-heading) == -sine(heading) == sine(heading + HALF_TURN)
    assert sine(heading + TURN) == sine(heading) == sine(HALF_TURN - heading)
    assert cosine(heading) == sine(QUARTER - heading) == cosine(-heading)


@given(st.integers(-(2**55), 2**55))
def test_halves_are_rounded_away_from_zero(number: int) -> None:
    assert rounded(number) == -rounded(-number)
    assert abs(rounded(number) * ONE - number) <= ONE // 2
    assert rounded(ONE // 2) == 1


@given(lengths, lengths, headings)
def test_quarter_turns_are_exact(x: int, y: int, heading: int) -> None:
    assert rotate(x, y, QUARTER) == (-y, x)
    assert rotate(x, y, HALF_TURN) == (-x, -y)
    ahead = forward(heading, x)
    assert forward(heading + QUARTER, x) == (-ahead[1], ahead[0])
    assert rotate(*rotate(x, y, heading), QUARTER) == rotate(x, y, heading + QUARTER)


@given(headings, headings)
def test_the_short_way_round(heading: int, other: int) -> None:
    turn = turn_between(heading, other)
    assert -HALF_TURN < turn <= HALF_TURN
    assert (heading + turn - other) % TURN == 0


@given(lengths, lengths)
def test_heading_of_a_vector(x: int, y: int) -> None:
    """The last heading that is not beyond it."""
    heading = heading_of(x, y)
    assert 0 <= heading < TURN
    if (x, y) != (0, 0):
        beyond = math.degrees(math.atan2(y, x)) * DEGREE % TURN - heading
        assert -0.001 < (beyond + HALF_TURN) % TURN - HALF_TURN < 1.001


@pytest.mark.parametrize("heading", range(0, TURN, 4500))
def test_heading_of_the_eight_winds(heading: int) -> None:
    x, y = forward(heading, 1000)
    assert heading_of(x, y) == heading
    assert heading_of(0, 0) == 0
