"""The cost of each decision: every option is played out with the same dice as the one chosen.

A first look finds decisions in which another option may have been better; a second look, with other
dice, measures these. So an option that was only lucky in the first look is not taken for the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

import numpy as np

from wreckoning.analysis.steps import Decided, ReviewStep
from wreckoning.analysis.win_chance import Chances, Floats, Tick, shares, standard_error
from wreckoning.core.ids import SeatIndex

LOOK, CLOSE_LOOK = 0xA11, 0xC105E  # keys of the dice of both looks
FEWEST, MOST = 16, 2000  # playouts of an option
SUSPECT = 1.0  # standard errors by which another option must seem better at first
BEYOND = 2.0  # standard errors beyond which it counts
GAP = 2.0  # the reach of a difference of two shares of the win: from -1 to 1
MOST_COSTLY = 5  # decisions shown for each driver
TRIED, TRIES = 6, 2  # decisions that tell how fast this goes, and playouts of each option
FIRST_LOOK, TRIAL = 0.6, 0.1  # of the time
T = TypeVar("T")
_Answered = tuple[int, ReviewStep, Decided]  # a step's index, itself, and one answer in it


@dataclass(frozen=True)
class Decision:
    """An answer with its alternatives. Chances are to win, 0 to 1."""

    step: int
    number: int  # of answers before it
    turn: int
    seat: SeatIndex
    question: str
    rule: str
    taken: str
    better: str  # the best option, or the chosen one
    loss: float  # by how much `better` was better, 0 or more
    error: float  # the standard error of the loss
    spread: float  # what was at stake: from the worst option to the best, beyond the error
    effect: tuple[float, ...]  # its effect on each seat's chance, compared with the rookie's choice
    effect_error: tuple[float, ...]
    taken_index: int = 0
    better_index: int = 0

    @property
    def is_costly(self) -> bool:
        """True if another option was better beyond the error."""
        return self.loss > BEYOND * self.error


@dataclass
class _Look:
    """A decision after the first look."""

    step: int
    of: ReviewStep
    decided: Decided
    best: int
    spread: float
    effect: Floats
    effect_error: Floats
    suspect: bool
    weight: int  # playouts times options so far


def decisions(chances: Chances, seconds: float, tick: Tick | None = None) -> list[Decision]:
    """Rate answers of a race that had at least two options, in about this much time.

    If there is no time for all, those come first after which the driver's chance was lower. `tick`
    is called after each.
    """
    all_of_them = _answered(chances)
    if not all_of_them:
        return []
    began = perf_counter()
    pace = _pace(chances, all_of_them, seconds, tick)
    affordable = FIRST_LOOK * seconds / pace  # playouts
    taken = _within(chances, all_of_them, affordable / FEWEST)
    count = int(max(FEWEST, min(MOST, affordable / _options(taken))))
    looks = list(_ticking((_look(chances, *each, count) for each in taken), tick))
    suspects = sum(look.suspect for look in looks)
    left = max(seconds - (perf_counter() - began), 0.2 * seconds)
    close = int(max(2 * count, min(MOST, left / (pace * 2 * max(suspects, 1)))))
    return list(_ticking((_decision(chances, look, close) for look in looks), tick))


def _pace(chances: Chances, found: list[_Answered], seconds: float, tick: Tick | None) -> float:
    """Seconds a playout. Where that takes little of the time, it is measured on more of them."""
    tried = found[:: max(1, len(found) // TRIED)][:TRIED]
    pace = 0.0
    for count in (TRIES, FEWEST):
        began = perf_counter()
        for _ in _ticking((_look(chances, *each, count) for each in tried), tick):
            pass
        took = perf_counter() - began
        pace = took / (count * _options(tried))
        if took * FEWEST / TRIES > TRIAL * seconds:
            break
    return pace


def _answered(chances: Chances) -> list[_Answered]:
    return [
        (index, step, decided)
        for index, step in enumerate(chances.told.steps)
        for decided in step.decided
        if len(decided.ask.options) > 1
    ]


def choices_of(chances: Chances, seat: SeatIndex) -> int:
    """How many answers of this seat had at least two options."""
    return sum(decided.ask.by == seat for _, _, decided in _answered(chances))


def _ticking(found: Iterable[T], tick: Tick | None) -> Iterator[T]:
    for each in found:
        if tick:
            tick()
        yield each


def _options(of: list[_Answered]) -> int:
    return sum(len(decided.ask.options) for _, _, decided in of)


def _within(chances: Chances, found: list[_Answered], most: float) -> list[_Answered]:
    """As many of these as have so many options together, in the order of the race; at least one."""
    if _options(found) <= most:
        return found
    values = chances.chances

    def rise(each: _Answered) -> float:
        index, _, decided = each
        return float(values[index + 1, decided.ask.by] - values[index, decided.ask.by])

    taken, options = list[_Answered](), 0
    for each in sorted(found, key=rise):
        options += len(each[2].ask.options)
        if taken and options > most:
            break
        taken.append(each)
    return sorted(taken, key=lambda each: each[0])


def _worths(
    chances: Chances,
    step: ReviewStep,
    decided: Decided,
    key: int,
    count: int,
    only: tuple[int, ...] = (),
) -> Floats:
    """Option × playout × seat: the share of the win."""
    ask = decided.ask
    options = [ask.options[at] for at in only] if only else list(ask.options)
    chances.bench.lay_out(step.before)
    found = chances.bench.play_out(ask.by, ask.index, options, key=key, first=0, count=count)
    return np.stack([shares(places) for places in found.places])


def _look(chances: Chances, index: int, step: ReviewStep, decided: Decided, count: int) -> _Look:
    worth = _worths(chances, step, decided, LOOK + index, count)
    seat, taken = decided.ask.by, decided.taken
    own = worth[:, :, seat]
    means = own.mean(axis=1)
    best = int(means.argmax()) if means.max() > means[taken] else taken
    gap = own[best] - own[taken]
    before, error_before = chances.chances[index], chances.errors[index]
    mean = worth[taken].mean(axis=0)
    spoiled = standard_error(worth[taken])
    return _Look(
        index,
        step,
        decided,
        best,
        _spread(own),
        mean - before,
        np.sqrt(spoiled**2 + error_before**2),
        best != taken and bool(gap.mean() > SUSPECT * standard_error(gap, GAP)),
        count * len(decided.ask.options),
    )


def _spread(own: Floats) -> float:
    """The mean of the best option less that of the worst, less two standard errors; 0 or more."""
    means = own.mean(axis=1)
    gap = own[means.argmax()] - own[means.argmin()]
    return max(0.0, float(gap.mean() - BEYOND * standard_error(gap, GAP)))


def _decision(chances: Chances, look: _Look, count: int) -> Decision:
    ask, taken = look.decided.ask, look.decided.taken
    loss = error = 0.0
    best = taken
    if look.suspect:
        pair = (taken, look.best)
        worth = _worths(chances, look.of, look.decided, CLOSE_LOOK + look.step, count, pair)
        gap = worth[1, :, ask.by] - worth[0, :, ask.by]
        found = float(gap.mean())
        if found > 0:
            loss, error, best = found, float(standard_error(gap, GAP)), look.best
    return Decision(
        step=look.step,
        number=look.of.number,
        turn=look.of.turn,
        seat=ask.by,
        question=ask.question,
        rule=ask.rule,
        taken=ask.names[taken],
        better=ask.names[best],
        loss=loss,
        error=error,
        spread=max(look.spread, loss),
        effect=tuple(map(float, look.effect)),
        effect_error=tuple(map(float, look.effect_error)),
        taken_index=taken,
        better_index=best,
    )


def costly(found: list[Decision], seat: SeatIndex) -> list[Decision]:
    """A driver's most costly decisions beyond the error, the worst first."""
    own = [each for each in found if each.seat == seat and each.is_costly]
    return sorted(own, key=lambda each: -each.loss)[:MOST_COSTLY]


def accuracy(found: list[Decision], seat: SeatIndex) -> float | None:
    """How much of the stakes a driver's decisions kept, from 0 to 100; None if there are none.

    100 × (1 − the sum of the losses of their costly decisions ÷ the sum of all their spreads). 100
    if nothing was at stake.
    """
    own = [each for each in found if each.seat == seat]
    if not own:
        return None
    stake = sum(each.spread for each in own)
    lost = sum(each.loss for each in own if each.is_costly)
    return 100.0 * (1 - lost / stake) if stake > 0 else 100.0


def by_step(found: list[Decision]) -> Iterator[tuple[int, list[Decision]]]:
    """Decisions grouped by their step."""
    steps: dict[int, list[Decision]] = {}
    for each in found:
        steps.setdefault(each.step, []).append(each)
    yield from steps.items()
