"""`@rule`: the index of rule numbers, and what may be compiled.

A rule is an ordinary function. The decorators register it and return it unchanged. Numba learns of
the registered functions only when compiled play is needed (`compiled.py`), so interpreted play
never imports the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from types import ModuleType
from typing import TypeVar, cast

F = TypeVar("F", bound=Callable[..., object])
E = TypeVar("E", bound=type[IntEnum])

JITABLE: list[Callable[..., object]] = []


@dataclass(frozen=True)
class RulePlace:
    """Where a rule is written: its number and its function."""

    number: str
    function: Callable[..., object]

    @property
    def module(self) -> str:
        return self.function.__module__

    @property
    def line(self) -> int:
        return self.function.__code__.co_firstlineno


_INDEX: list[RulePlace] = []


def rule(*numbers: str) -> Callable[[F], F]:
    """Mark a function as the rules of these numbers; it runs interpreted and compiled."""

    def note(function: F) -> F:
        _INDEX.extend(RulePlace(number, function) for number in numbers)
        return jitable(function)

    return note


def table_rule(*numbers: str) -> Callable[[F], F]:
    """Mark a rule about what is kept outside a race (records, files): never compiled."""

    def note(function: F) -> F:
        _INDEX.extend(RulePlace(number, function) for number in numbers)
        return function

    return note


def jitable(function: F) -> F:
    """Mark a function that rules call: it must also run compiled."""
    JITABLE.append(function)
    return function


def as_numbers(words: E) -> E:
    """The members of an enumeration as plain numbers, for use in rules.

    In Python 3.11 an attribute of an enumeration takes five times as long as one of this namespace;
    the compiler sees constants in both cases.
    """
    numbers = ModuleType(words.__name__)
    for word in words:
        setattr(numbers, word.name, int(word))
    return cast(E, numbers)


def written(package: str) -> list[RulePlace]:
    """Every rule written in a package, in the order of import."""
    return [entry for entry in _INDEX if (entry.module + ".").startswith(package + ".")]
