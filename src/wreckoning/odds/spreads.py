"""Spreads: the probability of each outcome. Reads figures off them, and makes table columns.

`odds.questions` has the types; `trials.spread` makes a spread from the ways that a rule may go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from wreckoning.core.texts.wording import percent
from wreckoning.odds.questions import Chances, Spread

T = TypeVar("T")


def at_least(odds: Spread, number: int) -> Fraction:
    """The chance of this number or more."""
    return sum((chance for value, chance in odds.items() if value >= number), Fraction())


def mean(odds: Spread) -> Fraction:
    """The average."""
    return sum((value * chance for value, chance in odds.items()), Fraction())


def chance_words(chance: Fraction) -> str:
    """`42%`."""
    return percent(float(chance))


def average_words(odds: Spread) -> str:
    """The average as `1.3`."""
    return f"{float(mean(odds)):.1f}"


def share(odds: Mapping[T, Fraction], wanted: Callable[[T], object]) -> Fraction:
    """The chance of the outcomes for which `wanted` is true."""
    return sum((chance for value, chance in odds.items() if wanted(value)), Fraction())


def numbered(first: int, last: int) -> tuple[str, ...]:
    """Columns by number: `-1`, `0`, `1` …"""
    return tuple(str(number) for number in range(first, last + 1))


def or_more(first: int, last: int) -> tuple[str, ...]:
    """The headings of columns of at least a number: `1+`, `2+` …"""
    return tuple(f"{number}+" for number in range(first, last + 1))


def by_number(odds: Spread, columns: Iterable[str]) -> Chances:
    """The chance of each number."""
    return {column: odds.get(int(column), Fraction()) for column in columns}


def by_least(odds: Spread, columns: Iterable[str]) -> Chances:
    """The chance of each number or more."""
    return {column: at_least(odds, int(column)) for column in columns}
