"""The rookie's search for its next leg: a few ways, tried in thought.

The best way with each turn is compared by what its end is worth; only the most promising are looked
at for what they meet, and shortened to where they are free.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable
from wreckoning.geometry.bodies import place
from wreckoning.geometry.paths import MAX_LEGS, clear_path, stand_at, travel_of
from wreckoning.rulesets.rally.questions import MOST_STEPS
from wreckoning.rulesets.rally.race import HALF, INCH, Race, Vehicle
from wreckoning.rulesets.rally.rookie_steering import GATE, Goal, goal_of, is_astray, place_worth
from wreckoning.rulesets.rally.rookie_ways import (
    BOLD,
    CAREFUL,
    NEVER,
    Found,
    Trial,
    cramped,
    lay,
    looked_at,
    trial_worth,
    unfinished,
)
from wreckoning.rulesets.rally.rules.contacts import first_met
from wreckoning.rulesets.rally.rules.plans import (
    ENDLESS,
    EVERY_TURN,
    TURN_COST,
    TURN_STEP,
    cost_of,
    direction_of,
    free_turns,
    is_alone,
    may_turn,
    movement_left,
    place_at,
)

COARSE = 3  # steps between the turns that are tried first
PARTS = 4  # of the movement after which it may turn …
FIRST_PART = -2  # … or at once, and not go all the way
LATER = 1 << 2 * MOST_STEPS + 1  # among the turns: it may turn after going straight on
TRIES = 5  # of the turns that promise most
AT_ONCE = 2 * INCH  # what is so near in front of it is in its way
LEAST_GAIN = INCH // 2  # what a leg has to be worth …
FORWARD_GAIN = 3 * INCH  # … and with what it takes no risks and does not think of going back
STUCK = INCH  # with less it looks closely how to get out …
CLOSE = 10  # … so many half inches around

# Movement, movement after another turn, the free way ahead, the free turn to the left and right;
# the last part after which it may turn.
Room = tuple[int, int, int, int, int, int]


@jitable
def search(race: Race, vehicle: Vehicle, turns: int) -> Found:
    """How to go on with the plan in `race.path`: (what the end is worth, the way there).

    The way is (0, 0, 0) where it is best to end here. `turns` is the set that may come first.
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
    worth -= cramped(race, vehicle)
    if goal[0] == GATE:
        gate = race.course.gates[goal[1]]
        worth -= unfinished(gate, body, goal[4])
        if is_astray(gate, body, goal[4]):
            goal = goal[0], goal[1], goal[2], goal[3], 0
    found: Found = (worth, (0, 0, 0))
    if direction >= 0:
        room = room_of(race, vehicle, budget, turn_budget(race, vehicle, budget), turns)
        trouble = CAREFUL if room[2] >= AT_ONCE else BOLD
        found = forward_search(race, vehicle, goal, room, turns, found, trouble)
        if trouble == CAREFUL and found[0] < worth + FORWARD_GAIN:
            found = forward_search(race, vehicle, goal, room, turns, found, BOLD)
        if found[0] < worth + STUCK:
            found = close_search(race, vehicle, goal, room, turns, found)
    if direction < 0 or (direction == 0 and found[0] < worth + FORWARD_GAIN):
        found = back_search(race, vehicle, goal, budget, turns, found)
    clear_path(race.trial, 0)
    race.turns = turned
    place(body, x, y, heading)
    return found


@jitable
def standing_worth(race: Race, vehicle: Vehicle) -> int:
    """What it is worth to stand where it stands."""
    body, goal = race.bodies[vehicle.index], goal_of(race, vehicle)
    return place_worth(race, goal, False, body.x, body.y, body.heading)


@jitable
def straight_gain(race: Race, vehicle: Vehicle, way: int) -> int:
    """What is gained by going so far straight on from here; nothing if anything is in the way."""
    trial = (way // HALF, 0, 0)
    worth, free = looked_at(race, vehicle, goal_of(race, vehicle), ENDLESS, trial, NEVER, CAREFUL)
    clear_path(race.trial, 0)
    return worth - standing_worth(race, vehicle) if free == trial else 0


@jitable
def turn_budget(race: Race, vehicle: Vehicle, budget: int) -> int:
    """What is left after another manoeuvre."""
    return budget - (TURN_COST if race.turns >= free_turns(race, vehicle) else 0)


@jitable
def room_of(race: Race, vehicle: Vehicle, budget: int, after_turn: int, turns: int) -> Room:
    """What it has to drive with, and how far it comes straight on, and turning, if it may, before
    it meets anything."""
    path, left, right = race.trial, 0, 0
    lay(path, (budget // HALF, 0, 0))
    ahead, _, _ = first_met(race, vehicle, path, 0, 0, travel_of(path))
    if turns and is_alone(race, vehicle):
        left = right = MOST_STEPS * TURN_STEP
    elif turns:
        lay(path, (0, -MOST_STEPS, 0))
        left, _, _ = first_met(race, vehicle, path, 0, 0, travel_of(path))
        lay(path, (0, MOST_STEPS, 0))
        right, _, _ = first_met(race, vehicle, path, 0, 0, travel_of(path))
    legs = race.path.count
    goes_on = legs > 0 and race.path.legs[legs - 1].length != 0  # it came here to turn here
    return budget, after_turn, ahead, left, right, 0 if goes_on else PARTS


@jitable
def may_steer(turns: int, first: int, steps: int) -> bool:
    """Is this turn among those that may come first, or does it come later?"""
    if steps == 0 or first != 0:
        return steps == 0 or turns & LATER != 0
    return (turns >> steps + MOST_STEPS) & 1 != 0


@jitable
def is_shut(room: Room, trial: Trial) -> bool:
    """Is anything in the way before, or in, a turn?"""
    first, steps, _ = trial
    if first > 0:
        return steps != 0 and first * HALF > room[2]
    return abs(steps) * TURN_STEP > (room[3] if steps < 0 else room[4])


@jitable
def forward_search(
    race: Race,
    vehicle: Vehicle,
    goal: Goal,
    room: Room,
    turns: int,
    found: Found,
    trouble: int,
) -> Found:
    """The best way forward that is better than what is found already."""
    best = best_of_turns(race, vehicle, goal, room, turns)
    tried = 0
    for _ in range(TRIES):
        at, promise = 0, NEVER
        for i in range(len(best)):
            if not (tried >> i) & 1 and best[i][0] > promise:
                at, promise = i, best[i][0]
        if promise <= found[0]:
            break
        tried |= 1 << at
        finest = refined(race, vehicle, goal, room, turns, best[at])
        for trial in (finest, best[at][1]):
            worth, way = looked_at(race, vehicle, goal, room[0], trial, found[0], trouble)
            if worth > found[0]:
                found = (worth, way)
            if way == trial and worth >= promise:
                return found
            if finest == best[at][1]:
                break
        found = other_places(race, vehicle, goal, room, turns, best[at][1], found, trouble)
    return found


@jitable
def best_of_turns(
    race: Race, vehicle: Vehicle, goal: Goal, room: Room, turns: int
) -> tuple[Found, Found, Found, Found, Found, Found, Found]:
    """What every turn that is tried first promises at its best place."""
    return (
        best_of_turn(race, vehicle, goal, room, turns, -3 * COARSE),
        best_of_turn(race, vehicle, goal, room, turns, -2 * COARSE),
        best_of_turn(race, vehicle, goal, room, turns, -COARSE),
        best_of_turn(race, vehicle, goal, room, turns, 0),
        best_of_turn(race, vehicle, goal, room, turns, COARSE),
        best_of_turn(race, vehicle, goal, room, turns, 2 * COARSE),
        best_of_turn(race, vehicle, goal, room, turns, 3 * COARSE),
    )


@jitable
def promise_of(race: Race, vehicle: Vehicle) -> int:
    """What the best end of a whole movement is worth, if nothing is in its way.

    NEVER if something is right ahead.
    """
    budget = movement_left(race, vehicle)
    room = room_of(race, vehicle, budget, budget, 0)
    clear_path(race.trial, 0)
    if room[2] < AT_ONCE:
        return NEVER
    turn = MOST_STEPS * TURN_STEP
    open_room = budget, budget, room[2], turn, turn, PARTS
    best = best_of_turns(race, vehicle, goal_of(race, vehicle), open_room, EVERY_TURN | LATER)
    most = NEVER
    for i in range(len(best)):
        most = max(most, best[i][0])
    return most


@jitable
def other_places(
    race: Race,
    vehicle: Vehicle,
    goal: Goal,
    room: Room,
    turns: int,
    refused: Trial,
    found: Found,
    trouble: int,
) -> Found:
    """The same turn in other places, and not so far, where its best one is not free."""
    for part in range(FIRST_PART, PARTS + 1):
        trial = place_of(refused[1], room, part)
        if trial == refused or is_shut(room, trial) or not may_steer(turns, trial[0], trial[1]):
            continue
        if trial_worth(race, vehicle, goal, trial) > found[0]:
            worth, way = looked_at(race, vehicle, goal, room[0], trial, found[0], trouble)
            if worth > found[0]:
                found = (worth, way)
    return found


@jitable
def place_of(steps: int, room: Room, part: int) -> Trial:
    """One of the ways with this turn: on the spot, and on half the way; or after so many parts.

    Without a turn, so many parts of the way.
    """
    if steps == 0:
        return room[0] // HALF * max(part, 1) // PARTS, 0, 0
    halves = room[1] // HALF
    if part < 0:
        return 0, steps, halves * (part - FIRST_PART) // -FIRST_PART
    first = halves * part // PARTS
    return first, steps, halves - first


@jitable
def best_of_turn(
    race: Race, vehicle: Vehicle, goal: Goal, room: Room, turns: int, steps: int
) -> Found:
    """What a turn promises at the best of its places; 0 steps: going straight on."""
    best, way = NEVER, (0, 0, 0)
    if turns == 0 and steps != 0:
        return best, way
    for part in range(FIRST_PART if steps else 1, 1 + (room[5] if steps else PARTS)):
        trial = place_of(steps, room, part)
        if is_shut(room, trial) or not may_steer(turns, trial[0], steps):
            continue
        worth = trial_worth(race, vehicle, goal, trial)
        if worth > best:
            best, way = worth, trial
    return best, way


@jitable
def refined(
    race: Race, vehicle: Vehicle, goal: Goal, room: Room, turns: int, found: Found
) -> Trial:
    """The same with a turn that is a little less or more, if that promises more."""
    best, way = found
    first, coarse, last = way
    for steps in range(coarse + 1 - COARSE, coarse + COARSE if coarse else 0):
        if abs(steps) > MOST_STEPS or not may_steer(turns, first, steps):
            continue
        trial = (first, steps, last)
        if not is_shut(room, trial):
            worth = trial_worth(race, vehicle, goal, trial)
            if worth > best:
                best, way = worth, trial
    return way


@jitable
def close_search(
    race: Race, vehicle: Vehicle, goal: Goal, room: Room, turns: int, found: Found
) -> Found:
    """Short ways with a turn, every inch of them, to get out of a corner."""
    halves = room[1] // HALF
    for first in range(0, min(halves, CLOSE) + 1, 2):
        for steps in range(-MOST_STEPS, MOST_STEPS + 1, COARSE):
            if steps == 0 or not may_steer(turns, first, steps):
                continue
            for last in range(0, min(halves - first, CLOSE) + 1, 2):
                trial = (first, steps, last)
                if is_shut(room, trial) or trial_worth(race, vehicle, goal, trial) <= found[0]:
                    continue
                worth, way = looked_at(race, vehicle, goal, room[0], trial, found[0], BOLD)
                if worth > found[0]:
                    found = (worth, way)
    return found


@jitable
def back_search(
    race: Race, vehicle: Vehicle, goal: Goal, budget: int, turns: int, found: Found
) -> Found:
    """Backward and turned, where there is no good way forward."""
    halves = turn_budget(race, vehicle, budget) // (2 * HALF)
    for part in range(1, 3):
        for steps in range(-MOST_STEPS, MOST_STEPS + 1, COARSE):
            if not may_steer(turns, 1, steps):
                continue
            trial = (-(halves * part // 2), steps, 0)
            if trial[0] == 0 or trial_worth(race, vehicle, goal, trial) <= found[0]:
                continue
            worth, way = looked_at(race, vehicle, goal, budget, trial, found[0], CAREFUL)
            if worth > found[0]:
                found = (worth, way)
    return found
