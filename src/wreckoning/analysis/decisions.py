"""The cost of each decision: every option is played out with the same dice as the one chosen.

There are three looks, each with other dice. The first finds decisions in which another option may
have been better; the second confirms some of them; the third measures these, and its loss is what
is shown. An option is chosen because it looked good, so the look that chose it praises its luck as
well: what a later look measures does not have that fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import thread_time
from typing import Final, Literal, TypeVar

import numpy as np

from wreckoning.analysis.played import Played, play_out
from wreckoning.analysis.steps import Decided, ReviewStep
from wreckoning.analysis.win_chance import Chances, Floats, Tick
from wreckoning.core.ids import SeatIndex

LOOK, CLOSE_LOOK, LAST_LOOK = 0xA11, 0xC105E, 0x1A570  # keys of the dice of all looks
FEWEST, MOST = 16, 2000  # playouts of an option
MOST_LAST = 8000  # … in the last look
CLOSER, CLOSEST = 4, 16  # times as many in the second and the last look, if their number is given
SUSPECT = 1.0  # standard errors by which another option must seem better at first
BEYOND = 2.0  # standard errors beyond which it counts
MOST_COSTLY = 5  # decisions shown for each driver
TRIED, TRIES = 6, 2  # decisions that tell how fast this goes, and playouts of each option
FIRST_LOOK, TRIAL = 0.5, 0.1  # of the time
SECOND_LOOK = 0.5  # of the time that is left after the first
Grade = Literal["", "inaccuracy", "mistake", "blunder"]
INACCURACY: Final = "inaccuracy"
MISTAKE: Final = "mistake"
BLUNDER: Final = "blunder"
GRADES: Final[tuple[tuple[float, Grade], ...]] = (
    (0.08, BLUNDER),
    (0.04, MISTAKE),
    (0.02, INACCURACY),
)  # from this loss of the chance to win on
T = TypeVar("T")


@dataclass(frozen=True)
class TriedOption:
    """An option of a decision: its place among all of them, and the chance to win with it."""

    index: int
    chance: float
    error: float
    playouts: int


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
    tried: tuple[TriedOption, ...] = ()  # all options, the highest chance first
    succession: int = -1  # equal for a seat's answers of one kind in direct succession in a turn
    is_confirmed: bool = True  # by the second look

    @property
    def is_costly(self) -> bool:
        """True if another option was better beyond the error."""
        return self.is_confirmed and self.loss > BEYOND * self.error

    @property
    def grade(self) -> Grade:
        """How bad it was; '' if it was not, or cost little."""
        if not self.is_costly:
            return ""
        return next((grade for least, grade in GRADES if self.loss >= least), "")


@dataclass(frozen=True)
class Costliest:
    """A costly decision, and the others in direct succession that it stands for.

    It is the costliest of them.
    """

    decision: Decision
    others: tuple[Decision, ...] = ()

    @property
    def times(self) -> int:
        """How many costly decisions it is."""
        return 1 + len(self.others)


@dataclass(frozen=True)
class _Answered:
    """An answer of a race that had at least two options."""

    index: int  # of its step
    step: ReviewStep
    decided: Decided
    succession: int

    @property
    def options(self) -> int:
        return len(self.decided.ask.options)


@dataclass
class _Look:
    """A decision, as far as it was looked at."""

    of: _Answered
    first: Played
    best: int
    effect: Floats
    effect_error: Floats
    is_suspect: bool
    closer: Played | None = None  # of the chosen and the best option, in this order
    is_confirmed: bool = False

    def look_closer(self, chances: Chances, key: int, count: int) -> bool:
        """Play the chosen and the best option out again. True if the best is still better."""
        pair = (self.of.decided.taken, self.best)
        of = self.of
        self.closer = play_out(
            chances, of.step, of.decided, key=key + of.index, count=count, only=pair
        )
        loss, error = self.closer.gap(1, 0)
        return loss > BEYOND * error


def decisions(
    chances: Chances, seconds: float, tick: Tick | None = None, playouts: int = 0
) -> list[Decision]:
    """Rate answers of a race that had at least two options.

    All of them, with so many playouts of each option; or those that about so many seconds of this
    thread's work are enough for, those first after which the driver's chance was lower. `tick` is
    called after each.
    """
    answers = _answered(chances)
    if not answers:
        return []
    began, pace = thread_time(), 0.0
    if playouts:
        count = playouts
    else:
        pace = _pace(chances, answers, seconds, tick)
        affordable = FIRST_LOOK * seconds / pace  # playouts
        answers = _within(chances, answers, affordable / FEWEST)
        count = int(max(FEWEST, min(MOST, affordable / _options(answers))))

    def left() -> float:
        return max(seconds - (thread_time() - began), 0.2 * seconds)

    looks = list(_ticking((_look(chances, each, count) for each in answers), tick))
    close = CLOSER * playouts or _share(SECOND_LOOK * left() / pace, _suspects(looks), count, MOST)
    for look in _ticking(looks, tick):
        if look.is_suspect:
            look.is_confirmed = look.look_closer(chances, CLOSE_LOOK, close)
    confirmed = sum(look.is_confirmed for look in looks)
    last = CLOSEST * playouts or _share(left() / pace, confirmed, close, MOST_LAST)
    for look in _ticking(looks, tick):
        if look.is_confirmed:
            look.look_closer(chances, LAST_LOOK, last)
    return [_decision(look) for look in looks]


def _suspects(looks: Iterable[_Look]) -> int:
    return sum(look.is_suspect for look in looks)


def _share(playouts: float, decided: int, before: int, most: int) -> int:
    """How many of these playouts both options of each decision get: at least twice as before."""
    return int(max(2 * before, min(most, playouts / (2 * max(decided, 1)))))


def _pace(chances: Chances, found: list[_Answered], seconds: float, tick: Tick | None) -> float:
    """Seconds a playout. Where that takes little of the time, it is measured on more of them."""
    tried = found[:: max(1, len(found) // TRIED)][:TRIED]
    pace = 0.0
    for count in (TRIES, FEWEST):
        began = thread_time()
        for _ in _ticking((_look(chances, each, count) for each in tried), tick):
            pass
        took = max(thread_time() - began, 1e-6)
        pace = took / (count * _options(tried))
        if took * FEWEST / TRIES > TRIAL * seconds:
            break
    return pace


def _answered(chances: Chances) -> list[_Answered]:
    found = list[_Answered]()
    last: dict[SeatIndex, tuple[tuple[int, str], int]] = {}  # turn and question, and its number
    for index, step in enumerate(chances.told.steps):
        for decided in step.decided:
            kind, seat = (step.turn, decided.ask.question), decided.ask.by
            before, number = last.get(seat, ((0, ""), -1))
            last[seat] = kind, number if kind == before else number + 1
            if len(decided.ask.options) > 1:
                found.append(_Answered(index, step, decided, last[seat][1]))
    return found


def choices_of(chances: Chances, seat: SeatIndex) -> int:
    """How many answers of this seat had at least two options."""
    return sum(each.decided.ask.by == seat for each in _answered(chances))


def _ticking(found: Iterable[T], tick: Tick | None) -> Iterator[T]:
    for each in found:
        if tick:
            tick()
        yield each


def _options(of: list[_Answered]) -> int:
    return sum(each.options for each in of)


def _within(chances: Chances, found: list[_Answered], most: float) -> list[_Answered]:
    """As many of these as have so many options together, in the order of the race; at least one."""
    if _options(found) <= most:
        return found
    values = chances.chances

    def rise(each: _Answered) -> float:
        seat = each.decided.ask.by
        return float(values[each.index + 1, seat] - values[each.index, seat])

    taken, options = list[_Answered](), 0
    for each in sorted(found, key=rise):
        options += each.options
        if taken and options > most:
            break
        taken.append(each)
    return sorted(taken, key=lambda each: each.index)


def _look(chances: Chances, of: _Answered, count: int) -> _Look:
    index, taken = of.index, of.decided.taken
    first = play_out(chances, of.step, of.decided, key=LOOK + index, count=count)
    own = first.chances
    best = int(own.argmax()) if own.max() > own[taken] else taken
    gap, error = first.gap(best, taken)
    return _Look(
        of,
        first,
        best,
        first.mean_of_all[taken] - chances.chances[index],
        np.sqrt(first.errors_of_all[taken] ** 2 + chances.errors[index] ** 2),
        best != taken and gap > SUSPECT * error,
    )


def _spread(played: Played) -> float:
    """The chance with the best option less that with the worst, beyond the error; 0 or more."""
    gap, error = played.gap(int(played.chances.argmax()), int(played.chances.argmin()))
    return max(0.0, gap - BEYOND * error)


def _decision(look: _Look) -> Decision:
    of, ask, taken = look.of, look.of.decided.ask, look.of.decided.taken
    loss = error = 0.0
    best = taken
    if look.closer is not None:
        found, doubt = look.closer.gap(1, 0)
        if found > 0:
            loss, error, best = found, doubt, look.best
    return Decision(
        step=of.index,
        number=of.step.number,
        turn=of.step.turn,
        seat=ask.by,
        question=ask.question,
        rule=ask.rule,
        taken=ask.names[taken],
        better=ask.names[best],
        loss=loss,
        error=error,
        spread=max(_spread(look.first), loss),
        effect=tuple(map(float, look.effect)),
        effect_error=tuple(map(float, look.effect_error)),
        taken_index=taken,
        better_index=best,
        tried=_tried(look),
        succession=of.succession,
        is_confirmed=look.is_confirmed,
    )


def _tried(look: _Look) -> tuple[TriedOption, ...]:
    """All options by their chance, the highest first: what the latest look at each found.

    Options of which only the first look knows may stand above the better one, by luck.
    """
    found = {
        at: TriedOption(at, float(chance), float(error), look.first.playouts)
        for at, (chance, error) in enumerate(
            zip(look.first.chances, look.first.errors, strict=True)
        )
    }
    if look.closer is not None:
        for at, place in enumerate((look.of.decided.taken, look.best)):
            chance, error = float(look.closer.chances[at]), float(look.closer.errors[at])
            found[place] = TriedOption(place, chance, error, look.closer.playouts)
    taken = look.of.decided.taken

    def order(each: TriedOption) -> tuple[float, bool, int]:
        return -each.chance, each.index != taken, each.index

    return tuple(sorted(found.values(), key=order))


def counted(found: Iterable[Decision], seat: SeatIndex) -> list[Costliest]:
    """A driver's costly decisions in the order of the race.

    The same one in successive questions counts once, as in the confirming steps of one plan:
    the option chosen or the better one is the same, and no rated answer between them was good.
    """
    groups = list[list[Decision]]()
    before: Decision | None = None  # their rated answer before
    for each in found:
        if each.seat != seat:
            continue
        if each.is_costly and before is not None and _is_same(before, each):
            groups[-1].append(each)
        elif each.is_costly:
            groups.append([each])
        before = each
    return [_stands_for(group) for group in groups]


def _is_same(before: Decision, each: Decision) -> bool:
    """True if both count as one."""
    return (
        before.is_costly
        and before.succession == each.succession >= 0
        and (before.better == each.better or before.taken == each.taken)
    )


def _stands_for(group: list[Decision]) -> Costliest:
    worst = max(group, key=lambda one: one.loss)
    return Costliest(worst, tuple(each for each in group if each is not worst))


def costly(found: Iterable[Decision], seat: SeatIndex) -> list[Costliest]:
    """A driver's most costly decisions beyond the error, the worst first."""
    return sorted(counted(found, seat), key=lambda each: -each.decision.loss)[:MOST_COSTLY]


def accuracy(found: Iterable[Decision], seat: SeatIndex) -> float | None:
    """How much of the stakes a driver's decisions kept, from 0 to 100; None if there are none.

    100 × (1 − the sum of their losses ÷ the sum of all their stakes). 100 if nothing was at stake.
    The same costly decision in successive questions counts once, with its stake.
    """
    own = [each for each in found if each.seat == seat]
    if not own:
        return None
    made = [each.decision for each in counted(own, seat)]
    stake = sum(each.spread for each in own if not each.is_costly)
    stake += sum(each.spread for each in made)
    lost = sum(each.loss for each in made)
    return 100.0 * (1 - lost / stake) if stake > 0 else 100.0


def error_rate(found: Iterable[Decision], seat: SeatIndex) -> float | None:
    """What a driver's costly decisions lost, for each rated decision; None if none was rated."""
    own = [each for each in found if each.seat == seat]
    lost = sum(each.decision.loss for each in counted(own, seat))
    return lost / len(own) if own else None


def by_step(found: list[Decision]) -> Iterator[tuple[int, list[Decision]]]:
    """Decisions grouped by their step."""
    steps: dict[int, list[Decision]] = {}
    for each in found:
        steps.setdefault(each.step, []).append(each)
    yield from steps.items()
