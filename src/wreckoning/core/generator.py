"""A random generator that gives the same numbers interpreted and compiled.

sfc32 (Chris Doty-Humphrey, "PractRand", small fast counting generator): four 32-bit words, kept in
64-bit integers and masked, so that nothing relies on wrapping.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable

MASK = 0xFFFFFFFF
WARM_UP = 15


@jitable
def next_word(state: list[int]) -> int:
    """The next 32 random bits; `state` is four words and moves on."""
    b = state[1]
    c = state[2]
    counter = state[3]
    word = (state[0] + b + counter) & MASK
    state[0] = b ^ (b >> 9)
    state[1] = (9 * c) & MASK
    state[2] = ((c << 21 | c >> 11) + word) & MASK
    state[3] = counter + 1  # not masked: only `word` uses it, and that is
    return word


@jitable
def seed(state: list[int], key: int, stream: int) -> None:
    """Start a stream: key 0 … 2⁶³−1, stream 0 … 2³²−1. Streams of the same key are independent."""
    state[0] = key & MASK
    state[1] = (key >> 32) & MASK
    state[2] = stream & MASK
    state[3] = 1
    for _ in range(WARM_UP):
        next_word(state)


@jitable
def mixed(state: list[int], kind: int, owner: int, count: int) -> int:
    """32 random bits that depend on the state and on these numbers alone; the state stays.

    The finalizer of MurmurHash3 (Austin Appleby, public domain), before each word of the state.
    """
    word = (kind * 0x9E3779B1) ^ (owner * 0x85EBCA77) ^ (count * 0x27D4EB2F) ^ state[3]
    for part in range(3):
        word = (word ^ state[part]) & MASK
        word = ((word ^ (word >> 16)) * 0x85EBCA6B) & MASK
        word = ((word ^ (word >> 13)) * 0xC2B2AE35) & MASK
        word = word ^ (word >> 16)
    return word


@jitable
def below(state: list[int], count: int) -> int:
    """A random number 0 … count−1, without bias (Lemire 2019, rejection). Count 1 … 2³¹."""
    product = next_word(state) * count
    if (product & MASK) < count:
        least = (MASK + 1) % count
        while (product & MASK) < least:
            product = next_word(state) * count
    return product >> 32
