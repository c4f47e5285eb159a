"""The generator: fixed for ever, without bias, the same interpreted and compiled."""

from __future__ import annotations

from collections import Counter
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wreckoning.core import generator

SFC32 = [0x3C2A1F56, 0x1B2C3D4E, 0x7F4A7C15, 0x2545F491]  # any state
MASK = 0xFFFFFFFF
KNOWN_WORDS = [3387734806, 1080862987, 3546521498, 2861869171]
KNOWN_DICE = [4, 6, 6, 4, 1, 1, 3, 3, 2, 2, 6, 6]


def started(key: int, stream: int) -> list[int]:
    state = [0, 0, 0, 0]
    generator.seed(state, key, stream)
    return state


def sfc32(a: int, b: int, c: int, counter: int) -> list[int]:
    """The published algorithm, on wrapping 32-bit numbers."""
    words = []
    with np.errstate(over="ignore"):
        x, y, z, n = (np.uint32(word) for word in (a, b, c, counter))
        for _ in range(100):
            word = x + y + n
            n += np.uint32(1)
            x = y ^ (y >> np.uint32(9))
            y = z + (z << np.uint32(3))
            z = ((z << np.uint32(21)) | (z >> np.uint32(11))) + word
            words.append(int(word))
    return words


@pytest.mark.parametrize("counter", [SFC32[3], MASK - 50])
def test_generator_is_sfc32(counter: int) -> None:
    """Also where the published counter wraps: ours goes on, and only its last 32 bits count."""
    state = [*SFC32[:3], counter]
    published = sfc32(*state)
    assert [generator.next_word(state) for _ in range(100)] == published


def test_generator_matches_known_values() -> None:
    """A log of another day with the same seed has to be the same: these never change."""
    state = started(1, 0)
    assert [generator.next_word(state) for _ in range(4)] == KNOWN_WORDS
    state = started(2**63 - 1, 2**32 - 1)
    assert [generator.below(state, 6) + 1 for _ in range(12)] == KNOWN_DICE


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**32 - 1), st.integers(1, 2**31))
def test_below_stays_in_range(key: int, stream: int, count: int) -> None:
    state = started(key, stream)
    for _ in range(8):
        assert 0 <= generator.below(state, count) < count
        assert all(0 <= word <= MASK for word in state)


@pytest.mark.parametrize("count", [2, 3, 6, 12, 48])
def test_numbers_are_equally_frequent(count: int) -> None:
    """Chi-squared below what one stream in a million would exceed."""
    draws = 20_000
    state = started(2024, count)
    seen = Counter(generator.below(state, count) for _ in range(draws))
    expected = draws / count
    assert len(seen) == count
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < count + 30 + 6 * count**0.5


def test_no_bias_where_a_remainder_would_have_one() -> None:
    """Of 2³² words three, three and two in turn would come to the next of so many numbers."""
    state = started(7, 7)
    seen = Counter(generator.below(state, 3 << 29) % 3 for _ in range(9_000))
    assert all(abs(seen[rest] - 3_000) < 300 for rest in range(3)), seen


def test_streams_are_different() -> None:
    firsts = {tuple(started(key, stream)) for key in range(40) for stream in range(40)}
    assert len(firsts) == 1600
    words = [generator.next_word(started(0, stream)) for stream in range(1000)]
    assert len(set(words)) == 1000


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**63 - 1), st.integers(0, 2**32 - 1))
def test_compiled_generator_is_the_same(key: int, stream: int) -> None:
    plain, record = started(key, stream), np.zeros(4, np.int64)
    seed, below = compiled_generator()
    seed(record, key, stream)
    for count in (6, 48, 3 << 29, 1 << 31, 2, 1):
        assert below(record, count) == generator.below(plain, count)
        assert record.tolist() == plain


_COMPILED: list[Any] = []


def compiled_generator() -> list[Any]:
    if not _COMPILED:
        import numba

        next_word = numba.njit(generator.next_word)
        for function in (generator.seed, generator.below):
            scope = dict(function.__globals__, next_word=next_word)
            _COMPILED.append(numba.njit(FunctionType(function.__code__, scope)))
    return _COMPILED


@pytest.mark.parametrize("along", [0, 1, 2, 3])
def test_mixed_words_are_even_and_independent(along: int) -> None:
    """Dice of successive kinds, owners, counts or turns: each face and each pair equally often."""
    state = started(7, 3)
    faces = []
    for number in range(36_000):
        given = [5, 2, 1]
        if along < 3:
            given[along] = number
        else:
            state[3] = 1 + 0x165667B1 * number
        faces.append(generator.mixed(state, *given) * 6 >> 32)
    assert all(abs(count - 6000) < 5 * 71 for count in Counter(faces).values())
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    assert len(pairs) == 36
    assert all(abs(count - 500) < 5 * 22 for count in pairs.values())


def test_mixed_words_leave_the_state_and_differ() -> None:
    state = started(1, 2)
    before = list(state)
    words = {
        generator.mixed(state, kind, owner, count)
        for kind in range(20)
        for owner in range(-1, 12)
        for count in range(8)
    }
    assert state == before
    assert len(words) == 20 * 13 * 8
    assert all(0 <= word <= MASK for word in words)
