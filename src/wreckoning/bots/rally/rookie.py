"""A fair opponent: drives round obstacles, through the gates in order, and shoots.

Every answer depends only on the race and the ask. Shooting, placing and nudging are in `shooting`,
and its way in `search`, `forward` and `ways`.
"""

from __future__ import annotations

from wreckoning.bots.rally.forward import best_of_turns
from wreckoning.bots.rally.room import LATER, PARTS, Leeway, room_of
from wreckoning.bots.rally.search import search
from wreckoning.bots.rally.shooting import shooting_answer
from wreckoning.bots.rally.steering import goal_of, place_worth
from wreckoning.bots.rally.ways import AT_ONCE, CAREFUL, NEVER, looked_at
from wreckoning.core.door import AskRecord, is_offered
from wreckoning.core.rules import jitable
from wreckoning.geometry.overlap import is_near
from wreckoning.geometry.paths import clear_path
from wreckoning.rulesets.rally.numbers import Leg, Pace, Question, Status
from wreckoning.rulesets.rally.questions import MOST_STEPS, STRAIGHT
from wreckoning.rulesets.rally.race import HALF, INCH, MAX_WEAPONS, Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import movement_of
from wreckoning.rulesets.rally.rules.plans import (
    ENDLESS,
    EVERY_TURN,
    TURN_STEP,
    boost_way,
    movement_left,
)

DRIVES = 75  # percent of its movement: about the gain of a drive
AIM = 5 * INCH // 2  # the worth of a clear shot, in way
GOOD_BOOST = 6 * INCH  # the least gain for a Boost


@jitable
def rookie(race: Race, ask: AskRecord) -> int:
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
def next_leg(race: Race, ask: AskRecord, vehicle: Vehicle) -> int:
    """The first leg of the best way found; GO if it is best to stop."""
    if ask.count == 1:
        return ask.options[0]
    turns = 0
    for i in range(ask.count):
        if ask.options[i] >= STRAIGHT - MOST_STEPS:
            turns |= 1 << ask.options[i] - STRAIGHT + MOST_STEPS
    _, (first, steps, last) = search(race, vehicle, turns)
    if first == 0 and steps == 0 and last == 0:
        return Leg.GO if is_offered(ask, Leg.GO) else ask.options[ask.count - 1]
    if first == 0 and steps != 0 and is_offered(ask, STRAIGHT + steps):
        return STRAIGHT + steps
    return longest_leg(ask, first if first else last)


@jitable
def longest_leg(ask: AskRecord, halves: int) -> int:
    """The longest offered straight leg of at most this many half inches."""
    base = Leg.FORWARD if halves > 0 else Leg.BACK
    best = ask.options[0]
    for i in range(ask.count):
        option = ask.options[i]
        if base < option <= base + abs(halves) and option > best:
            best = option
    return best


@jitable
def best_pace(race: Race, ask: AskRecord, vehicle: Vehicle) -> int:
    """Choose to drive; or to advance, if that gains clearly more than the shots it spoils."""
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
def promise_of(race: Race, vehicle: Vehicle) -> int:
    """The worth of the best end of a whole movement, if nothing is in its way.

    NEVER if something is right ahead.
    """
    budget = movement_left(race, vehicle)
    room = room_of(race, vehicle, budget, budget, 0, PARTS)
    clear_path(race.trial, 0)
    if room.ahead < AT_ONCE:
        return NEVER
    turn = MOST_STEPS * TURN_STEP
    open_room = Leeway(budget, budget, room.ahead, turn, turn, PARTS)
    best = best_of_turns(race, vehicle, goal_of(race, vehicle), open_room, EVERY_TURN | LATER)
    most = NEVER
    for i in range(len(best)):
        most = max(most, best[i][0])
    return most


@jitable
def standing_worth(race: Race, vehicle: Vehicle) -> int:
    """The worth of staying in place."""
    body, goal = race.bodies[vehicle.index], goal_of(race, vehicle)
    return place_worth(race, goal, False, body.x, body.y, body.heading)


@jitable
def has_target_near(race: Race, vehicle: Vehicle) -> bool:
    """True if an enemy is so near that the vehicle could shoot at it after a drive."""
    reach, body = 0, race.bodies[vehicle.index]
    for slot in range(MAX_WEAPONS):
        reach = max(reach, race.builds[vehicle.index].weapons[slot].reach)
    for i in range(race.vehicle_count):
        other, at = race.vehicles[i], race.bodies[i]
        if other.status != Status.DRIVING or other.owner == vehicle.owner:
            continue
        if is_near(body.x, body.y, at.x, at.y, reach):
            return True
    return False


@jitable
def good_boost(race: Race, vehicle: Vehicle) -> int:
    """Choose a Boost on a free straight that leads on all the way."""
    return 1 if straight_gain(race, vehicle, boost_way(race, vehicle)) >= GOOD_BOOST else 0


@jitable
def straight_gain(race: Race, vehicle: Vehicle, way: int) -> int:
    """The gain of going this far straight on from here; 0 if anything is in the way."""
    trial = (way // HALF, 0, 0)
    worth, free = looked_at(race, vehicle, goal_of(race, vehicle), ENDLESS, trial, NEVER, CAREFUL)
    clear_path(race.trial, 0)
    return worth - standing_worth(race, vehicle) if free == trial else 0
