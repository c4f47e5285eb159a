"""The driving of a car whose driver does not answer (D17): careful, and without attacks."""

from __future__ import annotations

from wreckoning.core.door import AskRecord, is_offered
from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.race import Race
from wreckoning.rulesets.rush.rules.road import onward
from wreckoning.rulesets.rush.spots import NEUTRAL, speed_of
from wreckoning.rulesets.rush.squares import FINISH


@rule("D17")
def careful_gear(race: Race, ask: AskRecord) -> int:
    """Keep the spot while its red dice cannot reach the skull; else the coolest, slowest one.

    Neutral is never kept.
    """
    car = race.cars[ask.by]
    spot = ask.subject
    if spot == NEUTRAL:
        return race.matrix.up[spot]
    if car.heat + race.matrix.zone[spot] < car.figures.heat:
        return spot
    best = ask.options[0]
    for index in range(ask.count):
        option = ask.options[index]
        zone, least = race.matrix.zone[option], race.matrix.zone[best]
        if zone < least or (zone == least and speed_of(option) < speed_of(best)):
            best = option
    return best


@rule("D17")
def careful_step(race: Race, ask: AskRecord) -> int:
    """Straight ahead; around what stands there, if a free lane change leads past it."""
    car = race.cars[ask.by]
    for side in (Side.AHEAD, Side.LEFT, Side.RIGHT):
        square = onward(race, car.square, side)
        if is_offered(ask, square) and (side == Side.AHEAD or race.lane_changes > 0):
            return square
    if is_offered(ask, FINISH):
        return FINISH
    return ask.options[0]
