"""The state of a game: the places of all checkers.

A player counts a point by the pips that a checker has still to go from there: 24 … 1 on the board,
25 on the bar, 0 borne off. So 25 − n is the opponent's name for the point n. Rules that look at all
points at once do so by *masks*: numbers with a bit (1 << point) for each point.
"""

from __future__ import annotations

from typing import Annotated

from wreckoning.core.door import Door
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import GIVEN, SEAT, Record

PLAYERS = 2
CHECKERS = 15
BAR = 25
OFF = 0
POINTS = 26  # bar and off included
HOME = 6  # the last points before one is off
MOST_PLAYS = 32  # more than there are points to begin from, with either die
LAST_TURN = 500  # of both players together; a longer game has no winner

HIGH_FIRST = 1 << POINTS  # next to the bit of a point: which die a play begins with
LOW_FIRST = 1 << (POINTS + 1)
POINTS_MASK = (1 << POINTS) - 1
BAR_BIT = 1 << BAR


class Side(Record):
    """A player's checkers: the number on each point."""

    points: Annotated[list[int], POINTS]
    plays: int  # made, two in a turn with a double


class Race(Record):
    """The whole game."""

    seat: Annotated[SeatIndex, SEAT]  # whose turn it is; none before the opening roll
    turn: int  # turns played
    winner: Annotated[SeatIndex, SEAT]
    over: Annotated[int, bool]
    sides: Annotated[list[Side], PLAYERS]
    # to each option of PLAY, how many whole plays begin with it. Only while that is asked
    plays: Annotated[list[int], MOST_PLAYS]
    door: Annotated[Door, GIVEN]
