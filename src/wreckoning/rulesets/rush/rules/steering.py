"""White dice: the lane changes of a turn."""

from __future__ import annotations

from wreckoning.core.declared import Asked
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.events import LaneChanges, Steered
from wreckoning.rulesets.rush.numbers import Question
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.dice import die, referees_extra
from wreckoning.rulesets.rush.spots import speed_of

UNLIMITED = 99  # lane changes, at the lowest speeds
FREE_SPEED = 5  # the highest speed at which lane changes are not limited
HIGH_SPEED = 10  # up to this speed the highest white die counts, above it the lowest
LIKE_DICE = 11  # less the speed: the number of dice; speed 10 has one, 9 two


@rule("N13")
def white_dice(speed: int) -> int:
    """How many white dice a speed rolls; none at the lowest speeds, nor at the highest."""
    if speed <= FREE_SPEED or speed == 18:
        return 0
    if speed <= HIGH_SPEED:
        return LIKE_DICE - speed
    if speed == 11:
        return 2
    if speed == 12:
        return 3
    return 4 if speed == 14 else 5


@rule("N13")
def steering_roll(race: Race, car: Car) -> None:
    """The lane changes: the highest or the lowest white die, by the speed."""
    speed = speed_of(car.gear)
    if speed <= FREE_SPEED:
        race.lane_changes = UNLIMITED
    elif white_dice(speed) == 0:
        race.lane_changes = 0
    else:
        wants_high = speed <= HIGH_SPEED
        race.lane_changes = best_of(race, car, Question.STEERING_DIE, white_dice(speed), wants_high)
    tell(race, LaneChanges(car.seat, race.lane_changes))


@rule("N13", "N18")
def best_of(race: Race, car: Car, question: Asked, dice: int, wants_high: bool) -> int:
    """So many dice, and the highest or the lowest of them."""
    extra = referees_extra(car, question) if car.extra_roll else 0
    kept = 0
    for number in range(dice):
        face = die(race, car, question, 0, extra)
        if number == 0 or (face > kept if wants_high else face < kept):
            kept = face
    return kept


@rule("N14")
def steering_needed(race: Race, changes: int) -> int:
    """Steering points for so many lane changes, beyond those that are free."""
    return max(0, changes - race.lane_changes)


@rule("N14")
def can_change_lane(race: Race, car: Car) -> bool:
    """Is there a lane change left, or a Steering point for one?"""
    return race.lane_changes > 0 or car.steering > 0


@rule("N14", "N15")
def pay_lane_change(race: Race, car: Car) -> None:
    """Pay for one lane change: a Steering point, once the free ones are used up."""
    if race.lane_changes == UNLIMITED:
        return
    if race.lane_changes > 0:
        race.lane_changes -= 1
        return
    car.steering -= 1
    tell(race, Steered(car.seat, 1, car.steering))
