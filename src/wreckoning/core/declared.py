"""Declarations: enumerations whose members know their rule, their words and their values.

    class Question(Asked):
        GEAR = "N9", "Where does the gearstick go?", Spot     # its options are spots
        STEP = "N14", "Where do you drive?", Menu             # its options are of kinds
        HEAT_DIE = "N12", "heat"                              # a die

    class Menu(Offered):
        DRIVE = 0, Square                                     # `3.c.5`
        ARM = 4000, Equipment                                 # `arm machine_gun`
        DONE = 4400                                           # `done`

Rules use the numbers. Names in log files, typed moves and the reference page come from here. The
number of an option stands for a member of an enumeration, an `int`, an entry of a table of names
(`Names`) or a seat (`SEATS`). Values with the number 0 are falsy: compare with None.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Self

from wreckoning.core.records import NOBODY

SeatNames = Sequence[str]


class Names:
    """Values whose names are not identifiers: `6½`, `30 left`, `#3`."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = dict(names)
        self.values = {name: value for value, name in names.items()}


class Seats:
    """Values that are seats; `nobody` if the rules offer it."""


SEATS = Seats()
Kind = type[int] | Names | Seats


def plainly(text: str) -> str:
    """Normalise a typed move: lower case, single spaces, `½` for a half."""
    text = " ".join(text.lower().replace("°", "").split())
    text = re.sub(r"(?<=\d)(?:\.5| 1/2)\b", "½", text)
    return re.sub(r"(?<![\w.])(?:0?\.5|1/2)\b", "½", text)


def value_name(kind: Kind, value: int, seats: SeatNames = ()) -> str:
    """The name of a value. Raises ValueError or KeyError for an unknown number."""
    if isinstance(kind, Names):
        return kind.names[value]
    if isinstance(kind, Seats):
        return "nobody" if value == NOBODY else seats[value]
    return _member_names(kind)[value] if issubclass(kind, IntEnum) else str(value)


def read_value(kind: Kind, text: str, seats: SeatNames = ()) -> int | None:
    """The value of this name, or None. `text` must come from `plainly`."""
    if isinstance(kind, Names):
        return kind.values.get(text)
    if isinstance(kind, Seats):
        known = {plainly(name): seat for seat, name in enumerate(seats)} | {"nobody": NOBODY}
        return known.get(text)
    if issubclass(kind, IntEnum):
        names = _member_names(kind)
        return next(
            (n for n, name in names.items() if text in (name, name.replace("_", " "))), None
        )
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None


@cache
def _member_names(kind: type[IntEnum]) -> dict[int, str]:
    return {int(member): member.name.lower() for member in kind}


class Declared(IntEnum):
    """Members numbered from 1 in the order of declaration, each with a rule's number and words."""

    rule: str
    words: str
    word: str  # the name in log files

    if not TYPE_CHECKING:  # hidden from mypy, which would demand it for a look-up by number

        def __new__(cls, rule: str, words: str = "", options: Kind | None = None) -> Self:
            member = int.__new__(cls, len(cls.__members__) + 1)
            member._value_ = int(member)
            member.rule, member.words, member.options = rule, words, options
            return member

        def __init__(self, *_: object) -> None:
            self.word = self.name.lower()


class Asked(Declared):
    """Questions and dice. `options` is the kind of the options; a die has none."""

    options: Kind | None

    @property
    def is_die(self) -> bool:
        return self.options is None

    def name_of(self, option: int, seats: SeatNames = ()) -> str:
        """An option (or the face of a die), as log files and the referee's JSON write it."""
        kind = self.options
        if kind is None:
            return str(option)
        if isinstance(kind, type) and issubclass(kind, Offered):
            return kind.name_of(option, seats)
        return value_name(kind, option, seats)

    def parse(self, text: str, seats: SeatNames = ()) -> int | None:
        """The option that was typed, offered or not; None if this question has no such option."""
        text, kind = plainly(text), self.options
        if kind is None:
            return read_value(int, text)
        if isinstance(kind, type) and issubclass(kind, Offered):
            meant = kind.parse(text, seats)
            return None if meant is None else meant[0] + meant[1]
        return read_value(kind, text, seats)


class Offered(IntEnum):
    """Kinds of options: each is a range of numbers that begins at its own.

    `of` is the kind of the value added to that number; without `of` the kind is a single option.
    The kind at 0, and kinds with `word=""`, are named by their values alone.
    """

    of: Kind | None
    word: str

    if not TYPE_CHECKING:  # hidden from mypy, which would demand it for a look-up by number

        def __new__(cls, base: int, of: Kind | None = None, word: str | None = None) -> Self:
            member = int.__new__(cls, base)
            member._value_ = base
            member.of, member.word = of, word
            return member

        def __init__(self, base: int, of: Kind | None = None, word: str | None = None) -> None:
            if word is None:
                self.word = self.name.lower() if base or of is None else ""

    @classmethod
    def read(cls, option: int) -> tuple[Self, int]:
        """Split an option into its kind and the value added to it."""
        kind = max(kind for kind in cls if kind <= option)
        return kind, option - kind

    @classmethod
    def name_of(cls, option: int, seats: SeatNames = ()) -> str:
        """The name of an option: `arm machine_gun`, `boost 2`, `done`."""
        kind, value = cls.read(option)
        if kind.of is None:
            return kind.word
        return f"{kind.word} {value_name(kind.of, value, seats)}".strip()

    @classmethod
    def parse(cls, text: str, seats: SeatNames = ()) -> tuple[Self, int] | None:
        """The kind and value that were typed, offered or not; None if it is no such option."""
        text = plainly(text)
        for kind in cls:
            rest = text.removeprefix(kind.word).strip()
            if not text.startswith(kind.word) or (kind.of is None) != (rest == ""):
                continue
            value = 0 if kind.of is None else read_value(kind.of, rest, seats)
            if value is not None:
                return kind, value
        return None
