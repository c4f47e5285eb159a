"""Plays a simulated race once more, interpreted with every answer kept: the same race, as a log."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from wreckoning.core import generator
from wreckoning.core.asks import Ask
from wreckoning.core.dice import Physical
from wreckoning.core.match import Match


class Simulated(Physical):
    """The dice of a simulated race: its log says which one."""

    def __init__(self, seed: int, number: int) -> None:
        self.seed, self.number = seed, number
        self.name = f"simulated:{seed}:{number}"


def play_recorded(
    match: Match, dice: Simulated, given: Mapping[int, Sequence[int]] | None = None
) -> Match:
    """Play a match to its end by its policies, with the dice of this race. It plays in place.

    `given` are the answers of the seats that think, in their order (`arena.play_keeping`). A live
    race stops at the first question for such a seat, and then asks the whole group again: policies
    that were asked before it draw twice.
    """
    rolls, whims = [0] * 4, [0] * 4
    generator.seed(rolls, dice.seed, 2 * dice.number)
    generator.seed(whims, dice.seed, 2 * dice.number + 1)
    left = {seat: deque(options) for seat, options in (given or {}).items()}
    while not match.is_over:
        race, asks = match.race.copy(), match.asks
        race.door.whim = whims
        stop = next((n for n, ask in enumerate(asks) if ask.by in left), 0)
        for ask in asks[:stop]:
            _decided(match, race, ask, rolls)
        answers = [
            left[ask.by].popleft() if ask.by in left else _decided(match, race, ask, rolls)
            for ask in asks
        ]
        for ask, option in zip(asks, answers, strict=True):
            match.answer(option, ask.who, ask.question)
    return match


def _decided(match: Match, race: Any, ask: Ask, rolls: list[int]) -> int:
    """The face of a die, or what the seat's policy chooses."""
    if ask.is_dice:
        return generator.below(rolls, len(ask.options)) + 1
    return int(match.ruleset.decide(race, ask.index))
