"""Describes options: the words that a ruleset finds for one, and the option made of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from wreckoning.core.asks import Ask
from wreckoning.core.match import Match
from wreckoning.core.shown import Option

M = TypeVar("M", bound=Match)


@dataclass(frozen=True)
class OptionWords:
    """An option in words: everything in `Option` except its name.

    `chance` is a chance of `chance_of`; without one, `stated` is what `meaning` says of it. Options
    of one `group` are shown together, each as `short`.
    """

    label: str
    meaning: str = ""
    chance: Fraction | float | None = None
    rules: tuple[str, ...] = ()
    chance_of: str = ""
    group: str = ""
    short: str = ""
    stated: float | None = None


def option_of(ask: Ask, index: int, describe: Callable[[int], OptionWords]) -> Option:
    """Make the option at this index of an ask. Faces of dice need no description."""
    name = ask.names[index]
    if ask.is_dice:
        return Option(name, name, "", None, (ask.rule,))
    said = describe(ask.options[index])
    rules = tuple(dict.fromkeys(said.rules))
    if said.chance is None:
        about = name, said.label, said.meaning, None, rules, "", said.group, said.short
        return Option(*about, said.stated)
    chance, of = float(said.chance), said.chance_of
    return Option(name, said.label, said.meaning, chance, rules, of, said.group, said.short)


def in_two_ways(
    describe: Callable[[M, Ask, int, bool], OptionWords],
) -> tuple[Callable[[M, Ask, int], Option], Callable[[M, Ask, int], Option]]:
    """A view's `describe_option`, and its fast `label_option`.

    `describe` finds the words for (match, ask, option, is_thorough). Without `is_thorough` it tries
    nothing out, so the words are without a chance.
    """

    def make(is_thorough: bool) -> Callable[[M, Ask, int], Option]:
        def option_at(match: M, ask: Ask, index: int) -> Option:
            return option_of(ask, index, lambda option: describe(match, ask, option, is_thorough))

        return option_at

    return make(True), make(False)
