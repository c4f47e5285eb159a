"""Sources of dice for a live race. Simulation has its own, in the record (`generator`).

A source says what the roll of this number shows, or None: then somebody has to roll real dice
and give the face. A roll is bound to its number, so taking a choice back never brings new dice.
Dice that anyone can check afterwards stand in `fair`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from wreckoning.core import generator
from wreckoning.core.errors import Malformed

MAX_SEED = 2**63 - 1


class Dice(Protocol):
    """A source of dice. `name` stands in the log's header."""

    name: str

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """The face, 1 … sides, of the roll of this number (from 0), or None to be given it.

        `question` is the name of what is rolled for, as in the log.
        """


class Physical:
    """People roll real dice and type them in."""

    name = "physical"

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """Always to be given."""
        return None


class Seeded:
    """The same seed, the same dice."""

    def __init__(self, seed: int) -> None:
        if not 0 <= seed <= MAX_SEED:
            raise Malformed("dice", f"expected a seed 0 to {MAX_SEED}, found {seed}")
        self.seed = seed
        self.name = f"seeded:{seed}"

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """From a stream of its own for each roll."""
        state = [0, 0, 0, 0]
        generator.seed(state, self.seed, number)
        return generator.below(state, sides) + 1


class Random:
    """Dice nobody can foresee: `randbelow(n)` is the operating system's, given by the caller."""

    name = "random"

    def __init__(self, randbelow: Callable[[int], int]) -> None:
        self._randbelow = randbelow
        self._rolled: dict[int, int] = {}

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """A roll, once made, stays what it is."""
        if number not in self._rolled:
            self._rolled[number] = self._randbelow(MAX_SEED)
        return Seeded(self._rolled[number]).roll(number, sides, question)


class Scripted:
    """Given faces, one after another; to be given when they are used up."""

    name = "scripted"

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = list(faces)

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """The face of that number."""
        return self._faces[number] if number < len(self._faces) else None


def read_dice(text: str, randbelow: Callable[[int], int]) -> Dice:
    """Dice by their name: `physical`, `random`, `seeded:N`. Raises Malformed."""
    kind, _, argument = text.partition(":")
    if kind == "physical" and not argument:
        return Physical()
    if kind == "random" and not argument:
        return Random(randbelow)
    if kind == "seeded" and argument.isdecimal():
        return Seeded(int(argument))
    raise Malformed("dice", f"expected physical, random or seeded:N, found {text[:40]!r}")
