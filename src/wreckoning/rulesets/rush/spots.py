"""Spots of the gear matrix: their numbers, and their names in logs and positions.

A spot is a gear and a speed, `g3_9`; `neutral` is where the gearstick stands before the start.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from wreckoning.core.rules import jitable

GEARS = 5
SPEEDS = (4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18)  # the rows of the matrix, slowest first
PER_GEAR = 20  # more than the highest speed
SPOTS = (GEARS + 1) * PER_GEAR
NEUTRAL = 0


@jitable
def spot_at(gear: int, speed: int) -> int:
    """The number of a spot. Gears count from 1."""
    return gear * PER_GEAR + speed


@jitable
def speed_of(spot: int) -> int:
    """The speed of a spot; 0 in neutral."""
    return spot % PER_GEAR


@jitable
def gear_of(spot: int) -> int:
    """The gear of a spot, from 1; 0 in neutral."""
    return spot // PER_GEAR


def spot_name(spot: int) -> str:
    """`g3_9`, or `neutral`."""
    return f"g{gear_of(spot)}_{speed_of(spot)}" if spot else "neutral"


def _all_spots() -> type[IntEnum]:
    make: Any = IntEnum  # named from numbers, which mypy cannot follow
    numbers = [NEUTRAL, *(spot_at(gear, s) for gear in range(1, GEARS + 1) for s in SPEEDS)]
    spots: type[IntEnum] = make("Spot", {spot_name(number): number for number in numbers})
    return spots


Spot = _all_spots()
