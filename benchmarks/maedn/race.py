"""The state of a game: the places of all pieces.

A player counts the fields from their own start: 0 is where their pieces come in, 39 the last before
their goal, 40 to 43 the goal.
"""

from __future__ import annotations

from typing import Annotated

from wreckoning.core.door import Door
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import GIVEN, PER_SEAT, SEAT, Record

PIECES = 4
COMMON = 40  # fields of the round, shared by all
FIELDS = 44  # and of the goal
TO_NEXT_START = 10  # from one player's start to the next corner's
CORNERS = 4

OUT = -1  # where a piece is that is not on the board
START = 0


class Player(Record):
    """A player at the board."""

    corner: Annotated[int, GIVEN]  # 0 … 3, in the order of play around the board
    pieces: Annotated[list[int], PIECES]  # the field each stands on, or OUT
    throws: int


class Race(Record):
    """The whole game."""

    number: Annotated[int, GIVEN]  # of players
    seat: SeatIndex  # whose throw it is
    winner: Annotated[SeatIndex, SEAT]
    players: Annotated[list[Player], PER_SEAT]
    door: Annotated[Door, GIVEN]
