"""The rookie's search for its next leg: it tries a few ways and takes the best."""

from __future__ import annotations

from wreckoning.bots.rally.escape import back_search, close_search, second_search
from wreckoning.bots.rally.forward import TRIES, best_of_turns, forward_search
from wreckoning.bots.rally.room import LATER, PARTS, Leeway, room_of, turn_budget
from wreckoning.bots.rally.steering import (
    ENEMY,
    FAR_GATE,
    GATE,
    Goal,
    goal_of,
    is_astray,
    place_worth,
)
from wreckoning.bots.rally.ways import (
    AT_ONCE,
    BOLD,
    CAREFUL,
    Found,
    aimed,
    cramped,
    idle,
    unfinished,
)
from wreckoning.core.rules import jitable
from wreckoning.geometry.bodies import place
from wreckoning.geometry.paths import MAX_LEGS, clear_path, stand_at, travel_of
from wreckoning.rulesets.rally.questions import MOST_STEPS
from wreckoning.rulesets.rally.race import INCH, Race, Vehicle
from wreckoning.rulesets.rally.rules.plans import (
    TURN_STEP,
    cost_of,
    direction_of,
    may_turn,
    movement_left,
    place_at,
)

LEAST_GAIN = INCH // 2  # what a leg must at least be worth
FORWARD_GAIN = 3 * INCH  # with this gain it takes no risks and ignores ways back
STUCK = INCH  # with less gain it searches closely for a way out
# If something is right ahead, losing control costs DARING once in DARING_ROUNDS rounds: a vehicle
# might wait for ever, or go to and fro, behind wrecks.
DARING = 0
DARING_ROUNDS = 3


@jitable
def search(race: Race, vehicle: Vehicle, turns: int) -> Found:
    """Find how to go on from the plan in `race.path`: (worth of the end, the way there).

    The way is (0, 0, 0) if it is best to end here. `turns` is the set that may come first.
    """
    body, path = race.bodies[vehicle.index], race.path
    x, y, heading = body.x, body.y, body.heading
    goal, travel, turned = goal_of(race, vehicle), travel_of(path), race.turns
    spent, made, _ = cost_of(race, vehicle, path, travel)
    budget = movement_left(race, vehicle) - spent
    place_at(body, stand_at(path, body, travel))
    race.turns += made
    direction = direction_of(race, path)
    if path.count >= MAX_LEGS - 2 or not may_turn(race, vehicle, race.turns, budget):
        turns = 0
    elif path.count and 0 < abs(path.legs[path.count - 1].turn) < MOST_STEPS * TURN_STEP:
        turns = 0  # it has just turned as far as it wants
    else:
        turns |= LATER
    worth = place_worth(race, goal, False, body.x, body.y, body.heading) + LEAST_GAIN
    worth += aimed(race, vehicle, goal) - cramped(race, vehicle)
    worth -= idle(race, goal, (0, 0, 0))
    if goal[0] == GATE:
        gate = race.course.gates[goal[1]]
        worth -= unfinished(gate, body, goal[4])
        if is_astray(gate, body, goal[4]):
            goal = goal[0], goal[1], goal[2], goal[3], 0
    has_come = path.count > 0 and path.legs[path.count - 1].length != 0  # in order to turn
    last_part = 0 if has_come or budget < INCH else PARTS
    room = room_of(race, vehicle, budget, turn_budget(race, vehicle, budget), turns, last_part)
    found = best_way(race, vehicle, goal, room, turns, direction, worth)
    lost = found[0] < worth + STUCK and (direction <= 0 or spent <= AT_ONCE)
    if lost and needs_way(race, vehicle, goal):
        found = second_search(race, vehicle, goal, room, turns, direction, found)
    clear_path(race.trial, 0)
    race.turns = turned
    place(body, x, y, heading)
    return found


@jitable
def needs_way(race: Race, vehicle: Vehicle, goal: Goal) -> bool:
    """True if stopping here is useless: before a gate, or without a shot at anyone."""
    if goal[0] == ENEMY:
        return aimed(race, vehicle, goal) == 0
    return goal[0] == GATE or goal[0] == FAR_GATE


@jitable
def best_way(
    race: Race, vehicle: Vehicle, goal: Goal, room: Leeway, turns: int, direction: int, worth: int
) -> Found:
    """The best way from its body's present place, if staying is worth this much.

    Tries forward without risk, then with risk, then a close search, then backward; each only if the
    earlier ones lead nowhere.
    """
    found: Found = (worth, (0, 0, 0))
    if direction >= 0:
        trouble = CAREFUL if room.ahead >= AT_ONCE else BOLD
        if trouble == BOLD and race.rounds % DARING_ROUNDS == 0:
            trouble = DARING
        best = best_of_turns(race, vehicle, goal, room, turns)
        found = forward_search(race, vehicle, goal, room, turns, best, found, trouble, TRIES)
        if room.movement < FORWARD_GAIN:
            return found  # it has come as far as it wanted, and may turn
        if trouble == CAREFUL and found[0] < worth + FORWARD_GAIN:
            found = forward_search(race, vehicle, goal, room, turns, best, found, BOLD, TRIES)
        if found[0] < worth + STUCK:
            found = close_search(race, vehicle, goal, room, turns, found)
    if goal[0] == ENEMY and (direction > 0 or found[1] != (0, 0, 0)):
        return found  # backward into others only to get out of a corner
    if direction < 0 or (direction == 0 and found[0] < worth + FORWARD_GAIN):
        found = back_search(race, vehicle, goal, room, turns, found)
    return found
