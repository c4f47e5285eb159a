"""Questions of exact chances: what a ruleset offers to `wreck odds`, and the tables they give.

A ruleset's `odds` module has a `questions()`: each an OddsQuestion with the circumstances it
depends on and a function that works one row out, by running the ruleset's own rules (`trials`).

    def _slide(curve: str, bonus: int) -> Chances:
        won = TRIALS(race_on(curve), lambda race: power_slide(race, race.karts[0]), …)
        return {"success": share(…)}

    OddsQuestion("slide", "Power Slide", "R24", "chances", ("success",), _slide,
                 (Given("curve", "where one slides", CURVES), Given("bonus", "…", BONUSES, (0,))))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from wreckoning.core.wording import count, several

Value = str | int | bool
Chances = Mapping[str, Fraction]  # by column; a column that is left out can have none
Spread = Mapping[Any, Fraction]  # how likely each outcome is; all of them are 1


def plain_words(name: str, value: Value) -> str:
    """`momentum 4`, `tight`; a yes is the circumstance's name, a no and `none` are nothing."""
    if isinstance(value, bool):
        return name.replace("_", " ") if value else ""
    if isinstance(value, int):
        return f"{name.replace('_', ' ')} {count(value)}"
    return "" if value == "none" else value.replace("_", " ")


def counted(what: str, many: str = "") -> Callable[[str, Value], str]:
    """Words for a number of something: `1 die`, `2 dice`."""
    return lambda _, value: several(int(value), what, many)


@dataclass(frozen=True)
class Given:
    """A circumstance that chances depend on.

    `shown`: the values in the table where none is given; all of them without it.
    """

    name: str  # as `--given` has it
    about: str
    values: tuple[Value, ...]
    shown: tuple[Value, ...] = ()
    words: Callable[[str, Value], str] = plain_words
    facts: Callable[[str, Value], Mapping[str, Value]] = lambda name, value: {name: value}

    @property
    def usual(self) -> tuple[Value, ...]:
        """The values in the table where none is given."""
        return self.shown or self.values


def yes_or_no(name: str, about: str, shown: tuple[bool, ...] = (False, True)) -> Given:
    """A circumstance that is there or not."""
    return Given(name, about, (False, True), shown)


@dataclass(frozen=True)
class OddsRow:
    """A row: its circumstances, and a chance for each of the table's columns (None: there is none).

    `facts` say the same as `title`, for programs.
    """

    title: str
    chances: tuple[Fraction | None, ...]
    facts: Mapping[str, Value]
    average: Fraction | None = None  # of the columns, where they are numbers


@dataclass(frozen=True)
class OddsTable:
    """Chances that belong together. `what` names the chances of a row for programs."""

    name: str  # as one asks for it
    title: str
    rule: str
    what: str
    columns: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    heads: tuple[str, ...] = ()  # the columns in words, where their names are not
    whole: tuple[str, ...] = ()  # columns of which always exactly one comes true


@dataclass(frozen=True)
class OddsQuestion:
    """A question of chances.

    `work_out` takes the circumstances by name and gives one row's chances, or None where they
    cannot be together.
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
    numbers: bool = False  # the columns of `whole` are numbers: they have an average

    def table(self, given: Mapping[str, tuple[Value, ...]] | None = None) -> OddsTable:
        """The table: a row for each of the values given, or shown where none is."""
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
