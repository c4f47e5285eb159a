"""The causes of a result: for each driver, the start, luck, decisions, rivals, and the end.

A step's effect on a driver's chance is the chance after it minus the chance before it. The chance
before a die is the average over its faces, so the effect of a die is its luck, as Snowie and GNU
Backgammon define it. The chance before a decision is that of a rookie's choice. The effects always
add up to the result minus the chance at the start, whatever the playouts give.

Without the effects of all dice the rest is the result with even luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import fsum, sqrt

import numpy as np

from wreckoning.analysis.decisions import Decision, by_step
from wreckoning.analysis.steps import CHOICE, DIE
from wreckoning.analysis.win_chance import Chances, Floats
from wreckoning.core.ids import SeatIndex, seat_range

LUCK, DECISIONS, RIVALS_LUCK, RIVALS_DECISIONS, TOGETHER = (
    "luck",
    "decisions",
    "rivals_luck",
    "rivals_decisions",
    "together",
)
EVEN = "even"
PARTS = (LUCK, DECISIONS, RIVALS_LUCK, RIVALS_DECISIONS, TOGETHER)


@dataclass(frozen=True)
class Amount:
    """A change of a chance to win, with its standard error."""

    value: float
    error: float


@dataclass(frozen=True)
class FromRival:
    """What a rival did to a driver's chance: by that rival's dice, and by their decisions."""

    luck: Amount
    decisions: Amount


@dataclass(frozen=True)
class Account:
    """A driver's ledger: `start` plus all parts is `end`.

    `together` is the joint effect of answers given at the same time, and effects that belong to
    nobody. `even` is the result with even luck: the start and all effects but those of dice.
    """

    seat: SeatIndex
    start: Amount
    end: float
    parts: Mapping[str, Amount]
    by_roll: Mapping[str, Amount] = field(default_factory=dict)  # own luck, by question
    by_rival: Mapping[SeatIndex, FromRival] = field(default_factory=dict)
    even: Amount = Amount(0.0, 0.0)

    @property
    def amounts(self) -> Iterator[Amount]:
        """The parts, and those by roll and by rival."""
        yield from self.parts.values()
        yield from self.by_roll.values()
        for each in self.by_rival.values():
            yield from (each.luck, each.decisions)

    @property
    def total(self) -> float:
        """The sum of start and parts: the result, if the race is over."""
        return self.start.value + sum(part.value for part in self.parts.values())


class _Book:
    """Sums of effects for one seat, with exact errors: neighbouring steps share a chance."""

    def __init__(self, rows: int, errors: Floats) -> None:
        self._rows, self._errors = rows, errors
        self._weights: dict[object, Floats] = {}
        self._more: dict[object, float] = {}
        self._sums: dict[object, float] = {}

    def add(self, name: object, row: int, value: float, part: float = 1.0) -> None:
        """Add a step's whole effect, or a part of it that is measured elsewhere."""
        weights = self._weights.setdefault(name, np.zeros(self._rows))
        weights[row + 1] += part
        weights[row] -= part
        self._sums[name] = self._sums.get(name, 0.0) + value

    def begin(self, name: object, value: float) -> None:
        """Begin a sum with the chance at the start."""
        self._weights.setdefault(name, np.zeros(self._rows))[0] += 1
        self._sums[name] = self._sums.get(name, 0.0) + value

    def add_measured(self, name: object, value: float, error: float) -> None:
        """Add an effect with an error of its own."""
        self._sums[name] = self._sums.get(name, 0.0) + value
        self._more[name] = self._more.get(name, 0.0) + error**2

    def amount(self, name: object) -> Amount:
        weights = self._weights.get(name)
        spread = fsum((weights * self._errors) ** 2) if weights is not None else 0.0
        return Amount(self._sums.get(name, 0.0), sqrt(spread + self._more.get(name, 0.0)))


def ledger(chances: Chances, found: list[Decision]) -> list[Account]:
    """Each driver's account."""
    values, errors = chances.chances, chances.errors
    grouped = dict(by_step(found))
    return [_account(chances, values, errors, grouped, seat) for seat in seat_range(chances.seats)]


def _account(
    chances: Chances,
    values: Floats,
    errors: Floats,
    grouped: Mapping[int, list[Decision]],
    seat: SeatIndex,
) -> Account:
    book = _Book(len(values), errors[:, seat])
    book.begin(EVEN, float(values[0, seat]))
    rolls, rivals = set[str](), set[SeatIndex]()
    for row, step in enumerate(chances.told.steps):
        effect = float(values[row + 1, seat] - values[row, seat])
        if step.kind != DIE:
            book.add(EVEN, row, effect)
        if step.kind == DIE and step.owner == seat:
            book.add(LUCK, row, effect)
            book.add(("roll", step.question), row, effect)
            rolls.add(step.question)
        elif step.kind == DIE and step.owner >= 0:
            book.add(RIVALS_LUCK, row, effect)
            book.add((RIVALS_LUCK, step.owner), row, effect)
            rivals.add(step.owner)
        elif step.kind == CHOICE and len({each.ask.by for each in step.decided}) == 1:
            owner = step.decided[0].ask.by
            book.add(DECISIONS if owner == seat else RIVALS_DECISIONS, row, effect)
            if owner != seat:
                book.add((RIVALS_DECISIONS, owner), row, effect)
                rivals.add(owner)
        else:
            _share(book, row, effect, grouped.get(row, []), seat, rivals)
    return Account(
        seat,
        Amount(float(values[0, seat]), float(errors[0, seat])),
        float(values[-1, seat]),
        {name: book.amount(name) for name in PARTS},
        {name: book.amount(("roll", name)) for name in sorted(rolls)},
        {
            rival: FromRival(
                book.amount((RIVALS_LUCK, rival)), book.amount((RIVALS_DECISIONS, rival))
            )
            for rival in sorted(rivals)
        },
        book.amount(EVEN),
    )


def _share(
    book: _Book,
    row: int,
    effect: float,
    found: list[Decision],
    seat: SeatIndex,
    rivals: set[SeatIndex],
) -> None:
    """Divide the effect of answers given at the same time: each alone, the rest together."""
    rest = effect
    for each in found:
        own, error = each.effect[seat], each.effect_error[seat]
        rest -= own
        book.add_measured(DECISIONS if each.seat == seat else RIVALS_DECISIONS, own, error)
        if each.seat != seat:
            book.add_measured((RIVALS_DECISIONS, each.seat), own, error)
            rivals.add(each.seat)
    book.add(TOGETHER, row, rest)
    for each in found:
        book.add_measured(TOGETHER, 0.0, each.effect_error[seat])
