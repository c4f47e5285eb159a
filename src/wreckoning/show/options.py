"""Describes options: the words that a ruleset finds for one, and the option made of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from wreckoning.core.asks import Ask
from wreckoning.core.shown import Option


@dataclass(frozen=True)
class OptionWords:
    """An option in words: everything in `Option` except its name.

    `chance` is a chance of `chance_of`. Options of one `group` are shown together, each as `short`.
    """

    label: str
    meaning: str = ""
    chance: Fraction | float | None = None
    rules: tuple[str, ...] = ()
    chance_of: str = ""
    group: str = ""
    short: str = ""


def option_of(ask: Ask, index: int, describe: Callable[[int], OptionWords]) -> Option:
    """Make the option at this index of an ask. Faces of dice need no description."""
    name = ask.names[index]
    if ask.is_dice:
        return Option(name, name, "", None, (ask.rule,))
    said = describe(ask.options[index])
    rules = tuple(dict.fromkeys(said.rules))
    if said.chance is None:
        return Option(name, said.label, said.meaning, None, rules, "", said.group, said.short)
    chance, of = float(said.chance), said.chance_of
    return Option(name, said.label, said.meaning, chance, rules, of, said.group, said.short)
