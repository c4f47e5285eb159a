"""Kinds of numbers that are easily taken for one another, as types of their own.

    def shoot(race: Race, seat: SeatIndex, target: SeatIndex) -> None: ...

    for seat in seat_range(race.racers):      # range, whose numbers are seats
    for seat, car in by_seat(race.cars):      # like enumerate
    seat = as_seat(option - Menu.TARGET)      # int, which says that the number is a seat

Only mypy sees the difference: while the program runs each of these is what the comment names, for
the interpreter and for Numba. A number that is written out, `0` to `11` or NOBODY, may stand for a
seat; a variable of type `int`, or of another kind, may not.

A seat's number as it is sent, a table's id and a table's version are `table.ids`; a square of Rush
is `rulesets.rush.squares.SquareNumber`. Questions have a type already: `core.declared.Asked`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NewType, TypeAlias, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    _Seat = NewType("_Seat", int)
    WrittenOut: TypeAlias = Literal[-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    SeatIndex: TypeAlias = _Seat | WrittenOut

    def seat_range(first: int, end: int = ..., step: int = ..., /) -> Iterable[SeatIndex]:
        """The seats from 0 on, so many; or from `first` to before `end`."""

    def by_seat(things: Iterable[T], /) -> Iterable[tuple[SeatIndex, T]]:
        """Each of these things with its seat."""

    def as_seat(number: int, /) -> SeatIndex:
        """The number, as a seat."""

else:  # what the compiler knows: it can neither call a NewType nor a function it was not told of
    SeatIndex = int
    seat_range = range
    by_seat = enumerate
    as_seat = int
