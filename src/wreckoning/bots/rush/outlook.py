"""The road ahead as the rookie sees it: how often it must dodge when driving straight on.

It looks ahead once, as far as needed (`look_ahead`); `dodges_within` reads off the answer for each
distance.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.reach import TAKEN
from wreckoning.rulesets.rush.rules.road import is_closed, onward
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE, SquareNumber

TOO_MANY = 99


@jitable
def free_run(race: Race, square: SquareNumber, most: int) -> int:
    """The number of squares to drive straight on from there without hitting anything."""
    course = race.course
    for squares in range(most):
        square = course.ahead[square]
        if square in (NOWHERE, FINISH):
            return most
        if course.obstruction[square] or race.reach.mark[square] == TAKEN:
            return squares
    return most


@jitable
def look_ahead(race: Race, car: Car, most: int) -> tuple[int, int]:
    """Look straight on, and aside if it is blocked: (the dodges, how far there is a way).

    Looks `most` squares ahead, fewer than 63. The dodges are bits, one for the number of squares
    before each. The squares of live cars are marked.
    """
    square, driven, dodges = car.square, 0, 0
    while True:
        run = free_run(race, square, most - driven)
        driven += run
        if driven == most:
            return dodges, most
        for _ in range(run):
            square = race.course.ahead[square]
        best, longest = NOWHERE, -1
        for side in (Side.LEFT, Side.RIGHT):
            aside = onward(race, square, side)
            if aside == FINISH:
                return dodges, most
            if is_closed(race, aside) or race.reach.mark[aside] == TAKEN:
                continue
            run = free_run(race, aside, most - driven)
            if run > longest:
                best, longest = aside, run
        if best == NOWHERE:
            return dodges, driven
        dodges |= 1 << driven
        square = best
        driven += 1
        if driven == most:
            return dodges, most


@jitable
def dodges_within(outlook: tuple[int, int], squares: int) -> int:
    """About how many lane changes this distance needs; TOO_MANY if there is no such way.

    Only for squares that were looked at.
    """
    dodges, end = outlook
    if squares > end:
        return TOO_MANY
    dodges &= (1 << squares) - 1
    count = 0
    while dodges:
        dodges &= dodges - 1
        count += 1
    return count
