"""A fair opponent: drives round what is in the way, through the gates in order, and shoots.

Every answer follows from the game and the ask alone. How it shoots, places and nudges is in
`rookie_shooting`, how it finds its way in `rookie_search`, `rookie_ways` and `rookie_steering`.
"""

from __future__ import annotations

from wreckoning.core.door import Ask, is_offered
from wreckoning.core.rules import jitable
from wreckoning.geometry.overlap import is_near
from wreckoning.rulesets.rally.numbers import Pace, Question
from wreckoning.rulesets.rally.questions import BACK, FORWARD, GO, MOST_STEPS, TURN
from wreckoning.rulesets.rally.race import DRIVING, INCH, MAX_WEAPONS, Race, Vehicle
from wreckoning.rulesets.rally.rookie_search import (
    promise_of,
    search,
    standing_worth,
    straight_gain,
)
from wreckoning.rulesets.rally.rookie_shooting import shooting_answer
from wreckoning.rulesets.rally.rules.attributes import movement_of
from wreckoning.rulesets.rally.rules.plans import boost_way

DRIVES = 75  # percent of its movement: about the way that a drive gains
AIM = 5 * INCH // 2  # the way that a clear shot is worth
GOOD_BOOST = 6 * INCH  # what a Boost has to gain


@jitable
def rookie(race: Race, ask: Ask) -> int:
    """The rookie's answer to any question."""
    question = ask.question
    if question == Question.PLAN:
        return next_leg(race, ask, race.vehicles[ask.subject])
    if question == Question.PACE:
        return best_pace(race, ask, race.vehicles[ask.subject])
    if question == Question.BOOST:
        return good_boost(race, race.vehicles[ask.subject])
    return shooting_answer(race, ask)


@jitable
def next_leg(race: Race, ask: Ask, vehicle: Vehicle) -> int:
    """The first leg of the best way found; GO where it is best to end."""
    turns = 0
    for i in range(ask.count):
        if ask.options[i] >= TURN - MOST_STEPS:
            turns |= 1 << ask.options[i] - TURN + MOST_STEPS
    _, (first, steps, last) = search(race, vehicle, turns)
    if first == 0 and steps == 0 and last == 0:
        return GO if is_offered(ask, GO) else ask.options[ask.count - 1]
    if first == 0 and steps != 0 and is_offered(ask, TURN + steps):
        return TURN + steps
    return longest_leg(ask, first if first else last)


@jitable
def longest_leg(ask: Ask, halves: int) -> int:
    """The straight leg offered that is nearest to so many half inches, and not longer."""
    base = FORWARD if halves > 0 else BACK
    best = ask.options[0]
    for i in range(ask.count):
        option = ask.options[i]
        if base < option <= base + abs(halves) and option > best:
            best = option
    return best


@jitable
def best_pace(race: Race, ask: Ask, vehicle: Vehicle) -> int:
    """Drive, or advance where that gains clearly more way, and more than the shots it spoils."""
    if not is_offered(ask, Pace.ADVANCE):
        return Pace.DRIVE
    here, pace = standing_worth(race, vehicle), race.pace
    race.pace = Pace.ADVANCE
    advancing = promise_of(race, vehicle)
    race.pace = pace
    driving = movement_of(race, vehicle, Pace.DRIVE) * DRIVES // 100
    price = AIM if has_target_near(race, vehicle) else 0
    return Pace.ADVANCE if advancing - here > driving + price else Pace.DRIVE


@jitable
def has_target_near(race: Race, vehicle: Vehicle) -> bool:
    """Is an enemy so near that it could be shot at after a drive?"""
    reach, body = 0, race.bodies[vehicle.index]
    for slot in range(MAX_WEAPONS):
        reach = max(reach, race.builds[vehicle.index].weapons[slot].reach)
    for i in range(race.vehicle_count):
        other, at = race.vehicles[i], race.bodies[i]
        if other.status != DRIVING or other.owner == vehicle.owner:
            continue
        if is_near(body.x, body.y, at.x, at.y, reach):
            return True
    return False


@jitable
def good_boost(race: Race, vehicle: Vehicle) -> int:
    """Use it on a straight: where nothing is in the way, and all of it leads on."""
    return 1 if straight_gain(race, vehicle, boost_way(race, vehicle)) >= GOOD_BOOST else 0
