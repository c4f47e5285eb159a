"""The state of a race: that of Kart RTD without items, perks and features."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from wreckoning.core.door import Door
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import GIVEN, PER_SEAT, SEAT, Record

SEGMENTS = 5
LAPS = 3
LENGTH = LAPS * SEGMENTS
SLIDES = (0, 1, 0, -1, -1)  # what each segment's curve adds to a Power Slide's check
MAXIMUM = 5  # Momentum
AT_THE_LINE = 1  # Momentum at the start: nobody tried a Rocket Start


class Order(IntEnum):
    """The action of a driver."""

    NONE = 0
    AGGRESSIVE = 1
    DEFENSIVE = 2
    SLIDE = 3
    RAM = 4
    DRAFT = 5


class Kart(Record):
    """A driver and their kart."""

    momentum: int
    progress: int  # segments driven
    order: Annotated[int, Order]
    ramming: Annotated[int, bool]  # their Ram is not used up
    slide_bonus: int
    fell_back: Annotated[int, bool]  # this turn
    finish_turn: int  # 0: still racing
    place: int  # 1 is first; 0: not yet known


class Race(Record):
    """The whole race."""

    drivers: Annotated[int, GIVEN]
    turn: int
    over: Annotated[int, bool]
    order: Annotated[list[SeatIndex], PER_SEAT, SEAT]  # the race order, front to back
    queue: Annotated[list[SeatIndex], PER_SEAT, SEAT]  # the order as a phase of the turn began
    karts: Annotated[list[Kart], PER_SEAT]
    door: Annotated[Door, GIVEN]
