"""The rookie's search for its next leg: it tries a few ways and takes the best.

If none leads on, it looks for a way out: short ways, backward ways, and the movement after. A way
that leads nowhere by itself is rated by what the next movement can make of it.
"""

from __future__ import annotations

from wreckoning.bots.rally.forward import COARSE, TRIES, best_of_turns, forward_search
from wreckoning.bots.rally.room import (
    LATER,
    PARTS,
    Leeway,
    is_shut,
    may_steer,
    room_of,
    turn_budget,
)
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
    NEVER,
    Found,
    Trial,
    aimed,
    better,
    cramped,
    hope_of,
    idle,
    lay,
    length_of,
    looked_at,
    trial_worth,
    unfinished,
)
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import place
from wreckoning.geometry.paths import MAX_LEGS, clear_path, stand_at, travel_of
from wreckoning.rulesets.rally.numbers import Pace
from wreckoning.rulesets.rally.questions import MOST_STEPS
from wreckoning.rulesets.rally.race import HALF, INCH, Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import movement_of
from wreckoning.rulesets.rally.rules.contacts import first_met
from wreckoning.rulesets.rally.rules.plans import (
    EVERY_TURN,
    TURN_STEP,
    cost_of,
    direction_of,
    may_stop,
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
CLOSE = 10  # half inches around it that are searched closely
SHORT = 4  # half inches
BENDS = (-MOST_STEPS, MOST_STEPS)  # the turns that are tried
FAR_BETTER = 5 * INCH  # with this much it searches no further
TIMID = 1000 * INCH  # the cost of losing control for a vehicle that avoids all tests
TEST = 2 * INCH  # the cost of a test if nothing else helps
QUICK = 2  # turns of a following movement that are tried
CRAMPED = 60 * DEGREE  # a vehicle that can turn less than this looks for room
ROOMIER = 10 * DEGREE  # the least additional turn that is worth looking for
BETTER = INCH  # what a movement has to gain for the next one


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
    if goal.kind == GATE:
        gate = race.course.gates[goal.gate]
        worth -= unfinished(gate, body, goal.through)
        if is_astray(gate, body, goal.through):
            goal = Goal(GATE, goal.gate, 0, goal.after, goal.between, NOBODY, 0)
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
    if goal.kind == ENEMY:
        return aimed(race, vehicle, goal) == 0
    return goal.kind == GATE or goal.kind == FAR_GATE


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
    if goal.kind == ENEMY and (direction > 0 or found[1] != (0, 0, 0)):
        return found  # backward into others only to get out of a corner
    if direction < 0 or (direction == 0 and found[0] < worth + FORWARD_GAIN):
        found = back_search(race, vehicle, goal, room, turns, found)
    return found


@jitable
def close_search(
    race: Race, vehicle: Vehicle, goal: Goal, room: Leeway, turns: int, found: Found
) -> Found:
    """Search short ways with a turn, inch by inch, to get out of a corner."""
    halves = room.after_turn // HALF
    for first in range(0, min(halves, CLOSE) + 1, 2):
        for steps in range(-MOST_STEPS, MOST_STEPS + 1, COARSE):
            if steps == 0 or not may_steer(turns, first, steps):
                continue
            for last in range(0, min(halves - first, CLOSE) + 1, 2):
                trial = (first, steps, last)
                if is_shut(room, trial) or trial_worth(race, vehicle, goal, trial) <= found[0]:
                    continue
                found = better(race, vehicle, goal, room.movement, trial, BOLD, found)
    return found


@jitable
def back_search(
    race: Race, vehicle: Vehicle, goal: Goal, room: Leeway, turns: int, found: Found
) -> Found:
    """Search backward ways with a turn, if there is no good way forward."""
    halves = room.after_turn // (2 * HALF)
    for part in range(1, 3):
        for steps in range(-MOST_STEPS, MOST_STEPS + 1, COARSE):
            if not may_steer(turns, 1, steps):
                continue
            trial = (-(halves * part // 2), steps, 0)
            promise = trial_worth(race, vehicle, goal, trial) + hope_of(goal)
            if trial[0] == 0 or promise <= found[0]:
                continue
            found = better(race, vehicle, goal, room.movement, trial, CAREFUL, found)
    return found


@jitable
def second_search(
    race: Race, vehicle: Vehicle, goal: Goal, room: Leeway, turns: int, direction: int, found: Found
) -> Found:
    """Find the way after which the next movement leads furthest, if further than `found`.

    Its worth is that of the next movement's end. Free ways come first; ways over or through
    something only if those lead nowhere, and then to where there is room.
    """
    found = max(found[0], next_worth(race, vehicle, goal, (0, 0, 0), found[0])) + BETTER, found[1]
    least = found[0]
    if direction >= 0:
        for first in (0, SHORT):
            for steps in BENDS:
                found = followed(race, vehicle, goal, room, turns, (first, steps, 0), TIMID, found)
        found = followed(race, vehicle, goal, room, turns, (SHORT, 0, 0), TIMID, found)
    if direction <= 0 and found[0] < least + FAR_BETTER:
        back = -(room.after_turn // (2 * HALF))
        found = followed(race, vehicle, goal, room, turns, (back, 0, 0), TIMID, found)
        for steps in BENDS:
            found = followed(race, vehicle, goal, room, turns, (back, steps, 0), TIMID, found)
            found = followed(race, vehicle, goal, room, turns, (0, steps, back), TIMID, found)
    if found[0] == least and direction >= 0:
        for part in (1, 2):
            trial = (room.movement // HALF * part // 2, 0, 0)
            found = followed(race, vehicle, goal, room, turns, trial, BOLD, found)
    if found[0] == least:
        found = roomier(race, vehicle, room, turns, direction, found)
    return found


@jitable
def followed(
    race: Race,
    vehicle: Vehicle,
    goal: Goal,
    room: Leeway,
    turns: int,
    trial: Trial,
    trouble: int,
    found: Found,
) -> Found:
    """This way, as far as it leads, if the next movement from there gets further than `found`."""
    if not may_steer(turns, trial[0], trial[1]) or (trial[0] >= 0 and is_shut(room, trial)):
        return found
    _, way = looked_at(race, vehicle, goal, room.movement, trial, NEVER, trouble)
    if way == (0, 0, 0):
        return found
    risk = TEST if trouble != TIMID else 0
    worth = next_worth(race, vehicle, goal, way, found[0] + risk) - risk
    return (worth, way) if worth > found[0] else found


@jitable
def roomier(
    race: Race, vehicle: Vehicle, room: Leeway, turns: int, direction: int, found: Found
) -> Found:
    """If it cannot turn, as along a wall: go straight on, or turn a little, to where it can."""
    most = room.left + room.right
    if turns == 0 or most >= CRAMPED:
        return found
    most, way = most + ROOMIER, found[1]
    for steps in (0, -1, 1):
        if not may_steer(turns, 0, steps):
            continue
        for sign in (1, -1):
            if direction == -sign:
                continue
            halves = sign * (room.movement // (HALF if sign > 0 else 2 * HALF))
            turned = turn_room(race, vehicle, (0, steps, halves))
            if turned > most:
                most, way = turned, (0, steps, halves)
    return found[0], way


@jitable
def turn_room(race: Race, vehicle: Vehicle, trial: Trial) -> int:
    """How far it can turn at the end of a way, adding both sides; 0 if it may not stop there.

    A turn that touches something ends there, and so does a straight leg.
    """
    body, path = race.bodies[vehicle.index], race.trial
    x, y, heading = body.x, body.y, body.heading
    for leg in ((0, trial[1], 0), (0, 0, trial[2])):
        lay(path, leg)
        met, _, _ = first_met(race, vehicle, path, 0, 0, length_of(leg))
        place_at(body, stand_at(path, body, met))
    found = 0
    if may_stop(race, vehicle, body):
        for steps in (-MOST_STEPS, MOST_STEPS):
            lay(path, (0, steps, 0))
            met, _, _ = first_met(race, vehicle, path, 0, 0, MOST_STEPS * TURN_STEP)
            found += met
    place(body, x, y, heading)
    return found


@jitable
def next_worth(race: Race, vehicle: Vehicle, goal: Goal, trial: Trial, least: int) -> int:
    """The worth of the next movement from a way's end, or NEVER if it is not above `least`."""
    body, turned, pace = race.bodies[vehicle.index], race.turns, race.pace
    x, y, heading = body.x, body.y, body.heading
    lay(race.trial, trial)
    place_at(body, stand_at(race.trial, body, travel_of(race.trial)))
    worth = NEVER
    if may_stop(race, vehicle, body):
        race.turns, race.pace = 0, Pace.DRIVE
        budget = movement_of(race, vehicle, Pace.DRIVE)
        room = room_of(race, vehicle, budget, budget, EVERY_TURN, PARTS)
        nothing: Found = (least, (0, 0, 0))
        turns = EVERY_TURN | LATER
        best = best_of_turns(race, vehicle, goal, room, turns)
        found = forward_search(race, vehicle, goal, room, turns, best, nothing, BOLD, QUICK)
        worth = found[0] if found[1] != (0, 0, 0) else NEVER
        race.turns, race.pace = turned, pace
    place(body, x, y, heading)
    return worth
