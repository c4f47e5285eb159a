"""Checks that the referee calls, of which a race's rules know nothing.

A driver rolls a die for something that no rule covers. The log says why, and whether the result
reached the target; what follows is the referee's to say, by a correction. The die is one of the
race's dice, but has a number of its own: the rules' dice fall as they would have fallen without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from wreckoning.core.dice import Dice
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed, unknown

QUESTION = "called_check"  # the name of its die
FIRST_NUMBER = 1 << 30  # of its dice: no race comes to so many rolls
SIDES = range(2, 101)
TARGETS = range(1, 201)
MODIFIERS = range(-50, 51)
RANGES = {"sides": SIDES, "target": TARGETS, "modifier": MODIFIERS}


@dataclass(frozen=True)
class CalledCheck:
    """A die that a driver rolls for the referee: made if `rolled` + `modifier` reaches `target`.

    `rolled` is 0 until the die has fallen. Raises Malformed.
    """

    who: str
    target: int
    sides: int = 6
    modifier: int = 0
    rolled: int = 0

    def __post_init__(self) -> None:
        for name, numbers in RANGES.items():
            _check(name, getattr(self, name), numbers)
        if self.rolled:
            _check("rolled", self.rolled, range(1, self.sides + 1))

    @property
    def result(self) -> int:
        return self.rolled + self.modifier

    @property
    def is_made(self) -> bool:
        return self.result >= self.target

    def as_json(self) -> Json:
        return asdict(self)


def _check(name: str, value: object, numbers: range) -> None:
    if type(value) is not int or value not in numbers:
        expected = f"expected a number {numbers[0]} to {numbers[-1]}"
        raise Malformed(name, f"{expected}, found {str(value)[:40]}")


def read_called(given: object, where: str) -> CalledCheck:
    """Read a called check from JSON. Raises Malformed."""
    if not isinstance(given, dict):
        raise Malformed(where, "expected an object with who and target")
    known = CalledCheck.__dataclass_fields__
    for key in given:
        if key not in known:
            raise Malformed(where, unknown("key", key, known))
    if not isinstance(given.get("who"), str) or "target" not in given:
        raise Malformed(where, "expected who, the name of a driver, and target")
    try:
        return CalledCheck(**given)
    except Malformed as error:
        raise Malformed(f"{where}.{error.where}", error.problem) from None


def called_of(line: ReadOnlyJson, where: str) -> CalledCheck | None:
    """Read the called check of a correction; None if it has none. Raises Malformed."""
    return read_called(line["called"], f"{where}: called") if "called" in line else None


def face_of(dice: Dice, number: int, check: CalledCheck) -> int | None:
    """The face of the called check with this number, from 0; None if a player must roll it."""
    return dice.roll(FIRST_NUMBER + number, check.sides, QUESTION)


def thrown(dice: Dice, number: int, check: CalledCheck, names: Sequence[str]) -> CalledCheck:
    """The check with its die. Raises Malformed for an unknown driver, or for a wrong face."""
    if check.who not in names:
        raise Malformed("who", unknown("driver", check.who, names))
    face = face_of(dice, number, check)
    if face is None and not check.rolled:
        raise Malformed("rolled", f"expected what the real die shows, 1 to {check.sides}")
    if face is not None and check.rolled:
        raise Malformed("rolled", f"expected no face: dice are {dice.name} and fall by themselves")
    return CalledCheck(**{**check.as_json(), "rolled": face or check.rolled})


def count_called(entries: Iterable[object]) -> int:
    """How many checks were called so far."""
    return sum(getattr(entry, "called", None) is not None for entry in entries)
