"""Checks every roll of a race with fair dice against its secret.

The race is replayed by its rules. So it is also checked that these dice were asked for, in this
order, and that no roll was added. Rolls from before these rules took the race over are compared
with the secret only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wreckoning.core.asks import DICE_NAME, Answer, Ask
from wreckoning.core.called import called_of, face_of
from wreckoning.core.errors import Changed, Malformed
from wreckoning.core.fair import Fair
from wreckoning.core.logs.log_file import LogFile, dice_of, replay_steps
from wreckoning.core.logs.referee import about
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset
from wreckoning.core.texts.numerals import read_whole


@dataclass(frozen=True)
class CheckedRoll:
    """A die in a log. `fair` is the face that it should show."""

    line: int  # in the log
    number: int  # among the rolls, from 0
    question: str
    about: str | None  # the seat that it is about
    sides: int
    face: int
    fair: int

    @property
    def holds(self) -> bool:
        return self.face == self.fair


def check_rolls(log: LogFile, ruleset: Ruleset, where: str = "log") -> Iterator[CheckedRoll]:
    """Yield all rolls, one after another, while the race is replayed.

    Raises Malformed or Changed, naming the line, if there are no fair dice, if the secret is not
    revealed or does not fit its commitment, or if `replay` refuses the log.
    """
    dice = revealed(log, where)
    number = 0
    asks: tuple[Ask, ...] = ()
    for match in replay_steps(log, ruleset, where, dice):
        if not asks and match.first:
            before = list(_rolls_before(match, dice, where))
            number = len(before)
            yield from before
        entry = match.entries[-1] if match.entries else None
        if isinstance(entry, Answer) and entry.who == DICE_NAME:
            fair, line = dice.roll(number, entry.sides, entry.question), 1 + len(match.entries)
            whose = about(match, asks[0])
            yield CheckedRoll(
                line, number, entry.question, whose, entry.sides, int(entry.name), fair
            )
            number += 1
        asks = match.asks


def _rolls_before(match: Match, dice: Fair, where: str) -> Iterator[CheckedRoll]:
    """The rolls before these rules took over, with the die that each line names."""
    number = 0
    for line, entry in enumerate(match.entries[: match.first], 2):
        if not isinstance(entry, Answer) or entry.who != DICE_NAME:
            continue
        face = read_whole(entry.name)
        if entry.sides < 1 or face is None:
            raise Malformed(f"{where}: line {line}", "expected a face of a die, and its sides")
        fair = dice.roll(number, entry.sides, entry.question)
        yield CheckedRoll(line, number, entry.question, None, entry.sides, face, fair)
        number += 1


def revealed(log: LogFile, where: str) -> Fair:
    """The dice of a log with a revealed secret that fits. Raises Malformed or Changed."""
    dice = dice_of(log, where)
    if isinstance(dice, Fair):
        return dice
    if log.header.get("dice") == Fair.name:
        raise Malformed(where, "the secret of its dice is not revealed: the race is not over yet")
    found = str(log.header.get("dice"))[:40]
    raise Malformed(where, f"only fair dice can be checked; these are {found}")


def check_called(log: LogFile, where: str = "log") -> int:
    """How many checks the referee called, if all their dice are what the secret makes them.

    Raises Malformed or Changed, naming the line, as `check_rolls` does.
    """
    dice, number = revealed(log, where), 0
    for line, entry in enumerate(log.entries, 2):
        called = called_of(entry, f"{where}: line {line}")
        if called is None:
            continue
        fair = face_of(dice, number, called)
        if called.rolled != fair:
            problem = f"{called.who} rolled {called.rolled}, but the secret makes it {fair}"
            raise Changed(f"{where}: line {line}", f"the referee's check: {problem}")
        number += 1
    return number


def all_rolls(log: LogFile, ruleset: Ruleset, where: str = "log") -> list[CheckedRoll]:
    """All rolls, if all are right. Raises Changed for the first that is not."""
    rolls = []
    for roll in check_rolls(log, ruleset, where):
        if not roll.holds:
            what = f"roll {roll.number + 1} ({roll.question}, {roll.sides} sides)"
            problem = f"{what} shows {roll.face}, but the secret makes it {roll.fair}"
            raise Changed(f"{where}: line {roll.line}", problem)
        rolls.append(roll)
    return rolls
