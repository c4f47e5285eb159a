"""Questions about exact chances, as `wreck odds` answers them, and the resulting tables.

The function `questions()` in a ruleset's `odds` module returns its OddsQuestions. Each has the
circumstances that its chances depend on, and a function that works out one row by running the
ruleset's own rules (`trials`).

    def _slide(curve: str, bonus: int) -> Chances:
        won = TRIALS(race_on(curve), lambda race: power_slide(race, race.karts[0]), …)
        return {"success": share(…)}

    OddsQuestion("slide", "Power Slide", "R24", "chances", ("success",), _slide,
                 (Given("curve", "the curve", CURVES), Given("bonus", "…", BONUSES, (0,))))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from wreckoning.core.texts.wording import count, several

Value = str | int | bool
Chances = Mapping[str, Fraction]  # by column; a missing column means that there is no such chance
Spread = Mapping[Any, Fraction]  # the probability of each outcome; they add up to 1


def plain_words(name: str, value: Value) -> str:
    """A circumstance in words: `momentum 4`, `tight`, its name if True, '' if False or `none`."""
    if isinstance(value, bool):
        return name.replace("_", " ") if value else ""
    if isinstance(value, int):
        return f"{name.replace('_', ' ')} {count(value)}"
    return "" if value == "none" else value.replace("_", " ")


def counted(what: str, many: str = "") -> Callable[[str, Value], str]:
    """Make a function that counts things in words: `1 die`, `2 dice`."""
    return lambda _, value: several(int(value), what, many)


@dataclass(frozen=True)
class Given:
    """A circumstance that chances depend on.

    `shown`: the values that the table has by default; all values if it is empty.
    """

    name: str  # as written after `--given`
    about: str
    values: tuple[Value, ...]
    shown: tuple[Value, ...] = ()
    words: Callable[[str, Value], str] = plain_words
    facts: Callable[[str, Value], Mapping[str, Value]] = lambda name, value: {name: value}

    @property
    def usual(self) -> tuple[Value, ...]:
        """The values that the table has by default."""
        return self.shown or self.values


def yes_or_no(name: str, about: str, shown: tuple[bool, ...] = (False, True)) -> Given:
    """A circumstance that is either true or false."""
    return Given(name, about, (False, True), shown)


@dataclass(frozen=True)
class OddsRow:
    """A row: its circumstances, and a chance for each column of the table (None if there is none).

    `facts` repeats `title` as data.
    """

    title: str
    chances: tuple[Fraction | None, ...]
    facts: Mapping[str, Value]
    average: Fraction | None = None  # the mean over the columns, if they are numbers


@dataclass(frozen=True)
class OddsTable:
    """A table of chances. `what` names the chances of a row for programs."""

    name: str  # as typed after `wreck odds`
    title: str
    rule: str
    what: str
    columns: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    heads: tuple[str, ...] = ()  # column headings, if they differ from the names
    whole: tuple[str, ...] = ()  # columns of which exactly one always happens


@dataclass(frozen=True)
class OddsQuestion:
    """A question about chances.

    `work_out` takes the circumstances by name and returns one row of chances, or None if the
    circumstances exclude each other.
    """

    name: str
    title: str  # in one line
    rule: str
    what: str
    columns: tuple[str, ...]
    work_out: Callable[..., Chances | None]
    givens: tuple[Given, ...] = ()
    heads: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    numbers: bool = False  # the columns of `whole` are numbers, so they have an average

    def table(self, given: Mapping[str, tuple[Value, ...]] | None = None) -> OddsTable:
        """Work out the table: a row for each combination of the given or default values."""
        chosen = given or {}
        values = [chosen.get(each.name, each.usual) for each in self.givens]
        rows = [row for each in product(*values) if (row := self._row(each)) is not None]
        return OddsTable(
            self.name,
            self.title,
            self.rule,
            self.what,
            self.columns,
            tuple(rows),
            self.heads,
            self.whole,
        )

    def _row(self, values: tuple[Value, ...]) -> OddsRow | None:
        named = list(zip(self.givens, values, strict=True))
        found = self.work_out(**{given.name: value for given, value in named})
        if found is None:
            return None
        assert set(found) <= set(self.columns), set(found) - set(self.columns)
        words = [given.words(given.name, value) for given, value in named]
        facts: dict[str, Value] = {}
        for given, value in named:
            facts.update(given.facts(given.name, value))
        return OddsRow(
            ", ".join(word for word in words if word) or "as it is",
            tuple(found.get(column) for column in self.columns),
            facts,
            _average(found, self.whole) if self.numbers else None,
        )


def _average(found: Chances, columns: Iterable[str]) -> Fraction:
    return sum((int(each) * found.get(each, Fraction()) for each in columns), Fraction())
