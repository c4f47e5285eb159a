"""Finds the value of a figure that makes a hypothesis false: the fair one.

Bisection over verdicts: a value is fair if the whole interval of its effect is within the
smallest that matters. Between two values whose effects have opposite signs the middle one is tried
next. That relies on the effect growing or shrinking along the list. If both ends have the same
sign, values in between are tried too before the answer is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, log2
from typing import Any

from wreckoning.core.errors import Malformed
from wreckoning.core.files.data import steps
from wreckoning.core.files.toml_tables import show
from wreckoning.core.texts.wording import listed
from wreckoning.lab.ask import USUAL_BUDGET, Budget, Case, Verdicts, settle
from wreckoning.lab.experiment import ASK, COURSE, SEED
from wreckoning.lab.experiment_file import MOST_VALUES
from wreckoning.lab.hypothesis import Hypothesis, NoLines, setting_words, show_setting
from wreckoning.lab.paths import check_path

CLOSER = (2, 4, 8, 16)  # an open value is raced on to these parts of the smallest effect
MOST_NAMED = 4  # in a message
BETWEEN = 7  # values tried in between if both ends have the same sign


@dataclass(frozen=True)
class TriedValue:
    """A value with its verdict."""

    value: object
    verdicts: Verdicts

    @property
    def case(self) -> Case:
        return self.verdicts.cases[0]

    @property
    def is_fair(self) -> bool:
        """True if the whole interval is within the smallest effect that matters."""
        effect = self.case.verdict.effect
        return max(effect.high, -effect.low) < self.verdicts.hypothesis.smallest

    @property
    def is_unfair(self) -> bool:
        """True if the whole interval is beyond the smallest effect that matters."""
        effect, smallest = self.case.verdict.effect, self.verdicts.hypothesis.smallest
        return effect.low > smallest or effect.high < -smallest

    @property
    def more(self) -> int:
        """About how many more races would show if it is fair; 0 if nothing was raced."""
        verdict = self.case.verdict
        smallest = self.verdicts.hypothesis.smallest
        goal = max(abs(abs(verdict.effect.value) - smallest), smallest / CLOSER[-1])
        factor = (verdict.effect.half / goal) ** 2 - 1
        return ceil(verdict.values * max(factor, 0.0)) * (2 if self.case.scene.before else 1)

    @property
    def is_above(self) -> bool:
        """True if the effect is above 0, as far as is known."""
        return self.case.verdict.effect.value > 0


@dataclass(frozen=True)
class FairSearch:
    """The values tried, in the order of the list, and the fair one if there is one."""

    path: str
    values: tuple[object, ...]
    tried: tuple[TriedValue, ...]
    fair: TriedValue | None

    @property
    def open(self) -> tuple[TriedValue, ...]:
        """The values that may be fair, if none certainly is."""
        return () if self.fair else tuple(each for each in self.tried if not each.is_unfair)

    @property
    def nearest(self) -> TriedValue:
        """The value whose effect is nearest to 0."""
        return min(self.tried, key=lambda each: abs(each.case.verdict.effect.value))

    @property
    def bracket(self) -> tuple[TriedValue, TriedValue] | None:
        """The two neighbours in the list between which the effect changes its sign, if tried."""
        places = {id(each): self.values.index(each.value) for each in self.tried}
        for one, other in pairwise(self.tried):
            is_next = places[id(other)] - places[id(one)] == 1
            if is_next and one.is_above != other.is_above:
                return one, other
        return None

    @property
    def is_stopped(self) -> bool:
        return any(each.verdicts.is_stopped for each in self.tried)


def find(
    asked: Hypothesis,
    path: str,
    values: Sequence[object],
    budget: Budget = USUAL_BUDGET,
    workers: int = 0,
    tell: Callable[[TriedValue], None] = lambda tried: None,
) -> FairSearch:
    """Try values of `path`, from one end of the list to the other, until one is fair.

    The hypothesis is judged once for each value, with its own budget; without an `against` it is
    about an even share. Its error is shared by all values that may be tried. Raises Malformed if
    it has several subjects, courses or drivers, or a value is impossible.
    """
    check_path(path)
    if not 2 <= len(values) <= MOST_VALUES:
        raise Malformed(path, f"expected 2 to {MOST_VALUES} values, found {len(values)}")
    for number, value in enumerate(values):
        if value in values[:number]:
            raise Malformed(path, f"expected each value once, found a second {show(value)}")
    if steps(path)[0] == SEED:
        raise Malformed(path, "expected a figure of the game: a seed is no rule")
    _check_single(asked)
    asked = replace(asked, tries=_most_tries(len(values)))
    return _Finder(asked, path, tuple(values), budget, workers, tell).search()


def _check_single(asked: Hypothesis) -> None:
    """Raise Malformed, naming the option, if it has several subjects, courses or drivers."""
    parts = (
        ("for", "subject", [subject.name for subject in asked.subjects]),
        ("course", "course", [choice.label for choice in asked.experiment.axes[0].choices]),
        ("drivers", "kind of drivers", list(asked.drivers)),
    )
    for key, what, found in parts:
        if len(found) > 1:
            named = listed(found) if len(found) <= MOST_NAMED else str(len(found))
            raise Malformed(_option(asked, key), f"expected one {what}, found {named}")


def _option(asked: Hypothesis, key: str) -> str:
    """What says it: an option, or a line of the file."""
    lines = asked.experiment.lines
    if isinstance(lines, NoLines):
        return f"--{key}"
    place = key if key == COURSE else f"{ASK}: {key}"
    return f"{lines.at(place)}: {place}"


def _most_tries(count: int) -> int:
    """The most values that may be tried of so many."""
    return min(count, 2 + BETWEEN + ceil(log2(count)))


@dataclass
class _Finder:
    asked: Hypothesis
    path: str
    values: tuple[object, ...]
    budget: Budget
    workers: int
    tell: Callable[[TriedValue], None]

    def __post_init__(self) -> None:
        self.tried: dict[int, TriedValue] = {}
        for value in self.values:  # refuses impossible ones before anything is raced
            self._with(value).scenes()

    def search(self) -> FairSearch:
        """Try the ends, then what lies between opposite signs."""
        last = len(self.values) - 1
        for at in [0, last, *_spread(last)]:
            if self._is_over or self._bracket():
                break
            self._try(at)
        while not self._is_over and (ends := self._bracket()) and ends[1] - ends[0] > 1:
            self._try((ends[0] + ends[1]) // 2)
        if not self._is_over:
            self._look_closer()
        tried = tuple(self.tried[at] for at in sorted(self.tried))
        fair = next((each for each in tried if each.is_fair), None)
        return FairSearch(self.path, self.values, tried, fair)

    @property
    def _is_stopped(self) -> bool:
        return any(each.verdicts.is_stopped for each in self.tried.values())

    @property
    def _is_over(self) -> bool:
        return self._is_stopped or any(each.is_fair for each in self.tried.values())

    def _bracket(self) -> tuple[int, int] | None:
        """Two places, next to each other among those tried, with effects of opposite signs."""
        places = sorted(self.tried)
        for one, other in pairwise(places):
            if self.tried[one].is_above != self.tried[other].is_above:
                return one, other
        return None

    def _look_closer(self) -> None:
        """Race on what may be fair, the nearest first: a *yes* may be a small one."""
        places = [at for at, each in self.tried.items() if not each.is_unfair]
        for at in sorted(places, key=lambda at: abs(self.tried[at].case.verdict.effect.value)):
            for part in CLOSER:
                if self._is_over or self.tried[at].is_unfair:
                    break
                close = self.asked.smallest / part
                self._try(at, replace(self.budget, within=close * self.asked.figure.scale))
                if self.tried[at].case.verdict.effect.half > close:
                    break

    def _with(self, value: object) -> Hypothesis:
        change: dict[str, Any] = {**self.asked.change, self.path: value}
        words = (f"{setting_words(self.path)} {show_setting(value)}", self.asked.words[1])
        return replace(self.asked, change=change, words=words, given_by="values")

    def _try(self, at: int, budget: Budget | None = None) -> None:
        """Judge a value."""
        value = self.values[at]
        verdicts = settle(self._with(value), budget or self.budget, self.workers)
        self.tried[at] = TriedValue(value, verdicts)
        self.tell(self.tried[at])


def _spread(last: int) -> list[int]:
    """Places between the ends, evenly spread: all of them if they are few."""
    inner = range(1, last)
    if len(inner) <= BETWEEN:
        return list(inner)
    return [round(last * step / (BETWEEN + 1)) for step in range(1, BETWEEN + 1)]
