"""Dice of a driver, with what the referee adds to them."""

from __future__ import annotations

from wreckoning.core.declared import Asked
from wreckoning.core.door import plus, roll, tell_roll
from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.numbers import Modifier
from wreckoning.rulesets.rush.race import Car, Race

BEST = 6  # more counts as 6


@rule("D26")
def referees_extra(car: Car, question: Asked) -> int:
    """What the referee adds to the driver's next roll of this kind, once: to each of its dice."""
    if car.extra_roll != question:
        return 0
    extra = car.extra
    car.extra_roll = 0
    car.extra = 0
    return extra


@rule("D6", "D26")
def die(race: Race, car: Car, question: Asked, bonus: int, extra: int) -> int:
    """A die with a bonus, which is told already, and the referee's extra. The result is 1 to 6."""
    if extra:
        plus(race, car.seat, Modifier.EXTRA, extra)
    face = roll(race, question, car.seat, BEST)
    result = face
    if bonus or extra:
        result = min(BEST, max(1, face + bonus + extra))
    if race.door.journaling:
        tell_roll(race, car.seat, question, face, result)
    return result
