"""Sources of dice for a live race. Simulation has its own, in the record (`generator`).

A source gives the face of the roll of a certain number, or None: then a player rolls a real die and
enters the face. A roll belongs to its number, so taking back a choice never brings new dice. For
dice that anyone can check afterwards see `fair`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from wreckoning.core import generator
from wreckoning.core.errors import Malformed
from wreckoning.core.texts.numerals import is_digits, read_whole

MAX_SEED = 2**63 - 1


class Dice(Protocol):
    """A source of dice. `name` is written to the log's header."""

    name: str

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """The face, 1 … sides, of roll `number` (from 0), or None if a player must enter it.

        `question` is the name of the die in the log.
        """


class Physical:
    """Real dice: players roll them and type in the faces."""

    name = "physical"

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """Always None: a player enters the face."""
        return None


class Seeded:
    """Dice from a seed: the same seed gives the same dice."""

    def __init__(self, seed: int) -> None:
        if not 0 <= seed <= MAX_SEED:
            raise Malformed("dice", f"expected a seed 0 to {MAX_SEED}, found {seed}")
        self.seed = seed
        self.name = f"seeded:{seed}"

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """A face from a random stream of this roll's own."""
        state = [0, 0, 0, 0]
        generator.seed(state, self.seed, number)
        return generator.below(state, sides) + 1


class Random:
    """Unpredictable dice: the caller passes the operating system's `randbelow(n)`."""

    name = "random"

    def __init__(self, randbelow: Callable[[int], int]) -> None:
        self._randbelow = randbelow
        self._rolled: dict[int, int] = {}

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """A random face; the same roll keeps its face."""
        if number not in self._rolled:
            self._rolled[number] = self._randbelow(MAX_SEED)
        return Seeded(self._rolled[number]).roll(number, sides, question)


class Scripted:
    """Given faces, one after another; None when they are used up."""

    name = "scripted"

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = list(faces)

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """The face at this number."""
        return self._faces[number] if number < len(self._faces) else None


def read_dice(text: str, randbelow: Callable[[int], int], others: str = "") -> Dice:
    """Make dice by their name: `physical`, `random`, `seeded:N`. Raises Malformed.

    `others`: what the caller makes itself, for the error's text.
    """
    kind, _, argument = text.partition(":")
    if kind == "physical" and not argument:
        return Physical()
    if kind == "random" and not argument:
        return Random(randbelow)
    if kind == "seeded" and is_digits(argument):
        if (seed := read_whole(argument, 0, MAX_SEED)) is None:
            raise Malformed("dice", f"expected a seed 0 to {MAX_SEED}, found {text[:40]!r}")
        return Seeded(seed)
    kinds = f"{others}physical, random or seeded:N"
    raise Malformed("dice", f"expected {kinds}, found {text[:40]!r}")
