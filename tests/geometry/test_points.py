"""Whole-number arithmetic at its bounds."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.scenes import compile_for

from wreckoning.core.compiling.compiled import whole_root
from wreckoning.geometry.points import (
    LIMIT,
    compare_products,
    is_on_segment,
    root,
    side_of,
    squared_distance,
)

wide = st.integers(0, 2**48) | st.sampled_from([0, 1, 2**24 - 1, 2**24, 2**48 - 1, 2**48])


@given(st.integers(0, 2**56 - 1) | st.integers(0, 2**28 - 1).map(lambda n: n * n))
def test_root(square: int) -> None:
    assert root(square) == math.isqrt(square)


def test_root_compiled() -> None:
    """Next to squares, where a processor's root is rounded up to the next whole number."""
    compiled = compile_for(_root, 1)
    for whole in (0, 1, 2, 3, 2**13 + 1, 2**26 + 1, 94_906_267, 2**28 - 1, 3_037_000_499):
        for square in (whole * whole - 1, whole * whole, whole * whole + 2 * whole):
            if 0 <= square < 2**63:
                assert compiled(square) == whole_root(square) == math.isqrt(square), square


@given(st.integers(0, 2**63 - 1) | st.integers(1, 3_037_000_499).map(lambda n: n * n - 1))
def test_root_as_compiled_code_finds_it(square: int) -> None:
    assert whole_root(square) == math.isqrt(square)


def _root(square: int) -> int:
    return root(square)


@given(wide, wide, wide, wide)
def test_products_beyond_64_bits(a: int, b: int, c: int, d: int) -> None:
    assert compare_products(a, b, c, d) == (a * b > c * d) - (a * b < c * d)
    assert compare_products(a, b, b, a) == 0
    assert compare_products(a + 1, b + 1, a, b) == 1
    assert compare_products(a, b, a, b + 1) == (-1 if a else 0)


def _products(a: int, b: int, c: int, d: int) -> int:
    return compare_products(a, b, c, d)


def test_products_beyond_64_bits_compiled() -> None:
    """At the largest there can be: the diagonal of everything."""
    compare = compile_for(_products, 1, 1, 1, 1)
    most = squared_distance(-LIMIT, -LIMIT, LIMIT, LIMIT)
    assert most <= 2**48
    for a, b, c, d in (
        (most, most, most, most - 1),
        (most, most - 1, most, most),
        (most, most, most, most),
        (2**48, 2**48, 2**48 - 1, 2**48),
        (0, most, 0, 5),
    ):
        assert compare(a, b, c, d) == (a * b > c * d) - (a * b < c * d)


def test_sides_and_segments() -> None:
    assert side_of(0, 0, 10, 0, 5, 1) == 1  # right, with y down
    assert side_of(0, 0, 10, 0, 5, -1) == -1
    assert side_of(0, 0, 10, 0, 50, 0) == 0
    assert is_on_segment(0, 0, 10, 10, 10, 10)
    assert not is_on_segment(0, 0, 10, 10, 11, 11)
    assert not is_on_segment(0, 0, 10, 10, 5, 6)
