"""The rookie's pace and its Boost: what a movement promises before it is planned (W9, W31)."""

from __future__ import annotations

from wreckoning.bots.rally.forward import best_of_turns
from wreckoning.bots.rally.room import LATER, PARTS, Leeway, room_of
from wreckoning.bots.rally.steering import goal_of, place_worth
from wreckoning.bots.rally.ways import AT_ONCE, CAREFUL, NEVER, looked_at
from wreckoning.core.door import AskRecord, is_offered
from wreckoning.core.rules import jitable
from wreckoning.geometry.overlap import is_near
from wreckoning.geometry.paths import clear_path
from wreckoning.rulesets.rally.numbers import Pace, Status
from wreckoning.rulesets.rally.questions import MOST_STEPS
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
