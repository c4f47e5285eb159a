"""Words that several games share: titles, cards, rounds, turns, dice with their modifiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Protocol, TypeVar

from wreckoning.core.events import M, Q, Roll
from wreckoning.core.texts.wording import count, several, show_face, signed


def titled(name: str) -> str:
    """A name in files (`sports_car`) as a title (`Sports Car`)."""
    return name.replace("_", " ").title()


class Coded(Protocol):
    """A card with a number that stands for it in records."""

    @property
    def code(self) -> int: ...


C = TypeVar("C", bound=Coded)


def by_code(cards: Callable[[], Mapping[str, C]]) -> Callable[[int], C]:
    """Finds a card by its code, and keeps it. Raises StopIteration if there is none."""

    @cache
    def find(code: int) -> C:
        return next(card for card in cards().values() if card.code == code)

    return find


def rounds(number: int) -> str:
    """`1 round`, `2 rounds`."""
    return several(number, "round")


def turn_words(degrees: int) -> str:
    """`30° left`, `straight on`."""
    if degrees == 0:
        return "straight on"
    return f"{abs(degrees)}° {'right' if degrees > 0 else 'left'}"


def show_roll(roll: Roll[Q, M], face: str = "") -> str:
    """`⚄ 5 +1 slide −1 ink = 5`; a die without modifiers stands alone.

    `face` is for dice that are not drawn as those with six sides.
    """
    text = face or show_face(roll.natural)
    for modifier, value in roll.modifiers:
        text += f" {signed(value)} {modifier.words or modifier.word}"
    return f"{text} = {count(roll.result)}" if roll.modifiers else text
