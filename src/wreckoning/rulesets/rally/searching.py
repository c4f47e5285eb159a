"""The rookie's search for its next leg: a few plans, tried in thought.

A plan tried is: so far straight on, a turn, and straight on with what is left. The best of each
turn is compared by what its end is worth; only the most promising are looked at for what they meet,
and shortened to where the way is free.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import forward
from wreckoning.geometry.bodies import Body, place
from wreckoning.geometry.gates import Gate, first_passage, is_wholly_past, past
from wreckoning.geometry.overlap import is_near
from wreckoning.geometry.paths import (
    MAX_LEGS,
    Path,
    add_pivot,
    add_straight,
    clear_path,
    stand_at,
    travel_of,
)
from wreckoning.rulesets.rally.events import WRECKS
from wreckoning.rulesets.rally.questions import MOST_STEPS
from wreckoning.rulesets.rally.race import HALF, INCH, WRECKAGE, Race, Vehicle
from wreckoning.rulesets.rally.rules.contacts import (
    NOTHING,
    TERRAIN,
    TOUCHING,
    VEHICLE,
    WAY_OUT,
    first_hard,
    first_met,
    kind_of_terrain,
)
from wreckoning.rulesets.rally.rules.plans import (
    ENDLESS,
    EVERY_TURN,
    TURN_COST,
    TURN_STEP,
    cost_of,
    direction_of,
    free_turns,
    may_stop,
    may_turn,
    movement_left,
    place_at,
)
from wreckoning.rulesets.rally.steering import (
    GATE,
    Goal,
    crosses_well,
    goal_of,
    middle_of,
    place_worth,
)

COARSE = 3  # steps between the turns that are tried first
PARTS = 4  # of the movement after which it may turn
CROSSING = 9  # half inches back from the end of a way that ends over something
TRIES = 5  # of the turns that promise most
LEAST_GAIN = INCH // 2  # what a leg has to be worth
FAILING, OF = 5, 12  # a test fails so often, about
TROUBLE = 4 * INCH  # what losing control costs, beside the rest of the way
ROOM = 5 * INCH // 2  # it wants ahead of it
PER_ROOM = 3
MISSED = 15 * INCH  # what a gate costs that it drives past …
BESIDE = 12 * INCH  # … so near
HOME = 100 * INCH  # what it is worth to be off the board by the gate
NEVER = -(1 << 60)

# Half inches straight on (backward if negative), steps of a turn, half inches straight on.
Trial = tuple[int, int, int]
Found = tuple[int, Trial]


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
    worth = place_worth(race, goal, False, body.x, body.y, body.heading) + LEAST_GAIN
    worth -= cramped(race, vehicle)
    found: Found = (worth, (0, 0, 0))
    if direction >= 0:
        found = forward_search(race, vehicle, goal, budget, turns, found)
    if direction < 0 or (direction == 0 and found[1] == (0, 0, 0)):
        found = back_search(race, vehicle, goal, budget, turns, found)
    clear_path(race.trial, 0)
    race.turns = turned
    place(body, x, y, heading)
    return found


@jitable
def straight_gain(race: Race, vehicle: Vehicle, way: int) -> int:
    """What is gained by going so far straight on from here; nothing if anything is in the way."""
    body, goal = race.bodies[vehicle.index], goal_of(race, vehicle)
    trial = (way // HALF, 0, 0)
    worth, free = looked_at(race, vehicle, goal, ENDLESS, trial, NEVER)
    clear_path(race.trial, 0)
    if free != trial:
        return 0
    return worth - place_worth(race, goal, False, body.x, body.y, body.heading)


@jitable
def turn_budget(race: Race, vehicle: Vehicle, budget: int) -> int:
    """What is left after another manoeuvre."""
    return budget - (TURN_COST if race.turns >= free_turns(race, vehicle) else 0)


@jitable
def forward_search(
    race: Race, vehicle: Vehicle, goal: Goal, budget: int, turns: int, found: Found
) -> Found:
    """The best way forward that is better than what is found already."""
    after_turn = turn_budget(race, vehicle, budget)
    best = best_of_turns(race, vehicle, goal, budget, after_turn, turns)
    tried = 0
    for _ in range(TRIES):
        at, promise = 0, NEVER
        for i in range(len(best)):
            if not (tried >> i) & 1 and best[i][0] > promise:
                at, promise = i, best[i][0]
        if promise <= found[0]:
            break
        tried |= 1 << at
        promise, trial = refined(race, vehicle, goal, turns, promise, best[at][1])
        worth, way = looked_at(race, vehicle, goal, budget, trial, found[0])
        if worth > found[0]:
            found = (worth, way)
        if worth == promise:
            break
        found = other_places(race, vehicle, goal, budget, after_turn, trial, found)
    return found


@jitable
def best_of_turns(
    race: Race, vehicle: Vehicle, goal: Goal, budget: int, after_turn: int, turns: int
) -> tuple[Found, Found, Found, Found, Found, Found, Found]:
    """What every turn that is tried first promises at its best place."""
    return (
        best_of_turn(race, vehicle, goal, budget, after_turn, turns, -3 * COARSE),
        best_of_turn(race, vehicle, goal, budget, after_turn, turns, -2 * COARSE),
        best_of_turn(race, vehicle, goal, budget, after_turn, turns, -COARSE),
        best_of_turn(race, vehicle, goal, budget, after_turn, turns, 0),
        best_of_turn(race, vehicle, goal, budget, after_turn, turns, COARSE),
        best_of_turn(race, vehicle, goal, budget, after_turn, turns, 2 * COARSE),
        best_of_turn(race, vehicle, goal, budget, after_turn, turns, 3 * COARSE),
    )


@jitable
def promise_of(race: Race, vehicle: Vehicle) -> int:
    """What the best end of a movement at its pace is worth, whatever is in the way."""
    goal, budget = goal_of(race, vehicle), movement_left(race, vehicle)
    best = best_of_turns(race, vehicle, goal, budget, budget, EVERY_TURN)
    most = NEVER
    for i in range(len(best)):
        most = max(most, best[i][0])
    return most


@jitable
def other_places(
    race: Race,
    vehicle: Vehicle,
    goal: Goal,
    budget: int,
    after_turn: int,
    refused: Trial,
    found: Found,
) -> Found:
    """The same turn in other places, where its best one is not free."""
    steps = refused[1]
    halves = (after_turn if steps else budget) // HALF
    for part in range(PARTS + 1 if steps else 0):
        first = halves * part // PARTS
        trial = (first, steps, halves - first)
        if first != refused[0] and trial_worth(race, vehicle, goal, trial) > found[0]:
            worth, way = looked_at(race, vehicle, goal, budget, trial, found[0])
            if worth > found[0]:
                found = (worth, way)
    return found


@jitable
def best_of_turn(
    race: Race,
    vehicle: Vehicle,
    goal: Goal,
    budget: int,
    after_turn: int,
    turns: int,
    steps: int,
) -> Found:
    """The best place for one turn, with all of the movement; without a turn, how far to go."""
    best, way = NEVER, (0, 0, 0)
    if steps and not (turns >> steps + MOST_STEPS) & 1:
        return best, way
    halves = (after_turn if steps else budget) // HALF
    for part in range(0 if steps else 1, PARTS + 1):
        first = halves * part // PARTS
        trial = (first, steps, halves - first if steps else 0)
        worth = trial_worth(race, vehicle, goal, trial)
        if worth > best:
            best, way = worth, trial
    if steps:
        worth = trial_worth(race, vehicle, goal, (0, steps, 0))
        if worth > best:
            best, way = worth, (0, steps, 0)
    return best, way


@jitable
def refined(
    race: Race, vehicle: Vehicle, goal: Goal, turns: int, promise: int, trial: Trial
) -> Found:
    """The same with a turn that is a little less or more, if that is better."""
    best, way = promise, trial
    if trial[1] == 0:
        return best, way
    for more in range(1 - COARSE, COARSE):
        steps = trial[1] + more
        if abs(steps) > MOST_STEPS or not (turns >> steps + MOST_STEPS) & 1:
            continue
        worth = trial_worth(race, vehicle, goal, (trial[0], steps, trial[2]))
        if worth > best:
            best, way = worth, (trial[0], steps, trial[2])
    return best, way


@jitable
def back_search(
    race: Race, vehicle: Vehicle, goal: Goal, budget: int, turns: int, found: Found
) -> Found:
    """Backward and turned, where there is no good way forward."""
    halves = turn_budget(race, vehicle, budget) // (2 * HALF)
    for part in range(1, 3):
        for steps in range(-MOST_STEPS, MOST_STEPS + 1, COARSE):
            if steps != 0 and not (turns >> steps + MOST_STEPS) & 1:
                continue
            trial = (-(halves * part // 2), steps, 0)
            if trial[0] == 0 or trial_worth(race, vehicle, goal, trial) <= found[0]:
                continue
            worth, way = looked_at(race, vehicle, goal, budget, trial, found[0])
            if worth > found[0]:
                found = (worth, way)
    return found


@jitable
def trial_worth(race: Race, vehicle: Vehicle, goal: Goal, trial: Trial) -> int:
    """What the end of a way is worth, if nothing is in it."""
    body = race.bodies[vehicle.index]
    x, y, heading, crossed = body.x, body.y, body.heading, False
    for part in (0, 2):
        if trial[part]:
            dx, dy = forward(heading, trial[part] * HALF)
            if goal[0] == GATE and not crossed:
                crossed = crosses_well(race.course.gates[goal[1]], x, y, x + dx, y + dy)
            x, y = x + dx, y + dy
        if part == 0:
            heading += trial[1] * TURN_STEP
    return place_worth(race, goal, crossed, x, y, heading)


@jitable
def lay(path: Path, trial: Trial) -> None:
    """A way as a path."""
    clear_path(path, 0)
    if trial[0]:
        add_straight(path, trial[0] * HALF)
    if trial[1]:
        add_pivot(path, trial[1] * TURN_STEP)
    if trial[2]:
        add_straight(path, trial[2] * HALF)


@jitable
def looked_at(
    race: Race, vehicle: Vehicle, goal: Goal, budget: int, trial: Trial, least: int
) -> Found:
    """A way as it really is: as long as the movement allows, and to what is met on it.

    Over a vehicle or through wreckage if the risk is worth it, else up to it. What turns out to be
    worth no more than `least` is NEVER.
    """
    path = race.trial
    lay(path, trial)
    spent, _, _ = cost_of(race, vehicle, path, travel_of(path))
    if spent > budget:
        trial = shortened(trial, (spent - budget + HALF - 1) // HALF)
        lay(path, trial)
    travel = travel_of(path)
    met, kind, which = first_met(race, vehicle, path, 0, 0, travel)
    promise = trial_worth(race, vehicle, goal, trial)
    if kind == WAY_OUT:
        return HOME + promise, trial
    if kind == NOTHING:
        worth = end_worth(race, vehicle, goal, trial)
        if worth != NEVER:
            return worth, trial
    best, way = NEVER, trial
    risk = (TROUBLE + travel - met) * FAILING // OF
    if kind != NOTHING and promise - risk > least and trial[0] >= 0:
        if is_free_beyond(race, vehicle, kind, which):
            best = end_worth(race, vehicle, goal, trial) - risk
    shorter = up_to(trial, met - TOUCHING)
    for _ in range(CROSSING):
        if trial_worth(race, vehicle, goal, shorter) <= max(best, least):
            break
        lay(path, shorter)
        worth = end_worth(race, vehicle, goal, shorter)
        if worth != NEVER:
            return (best, way) if best > worth else (worth, shorter)
        shorter = shortened(shorter, 1)
    return best, way


@jitable
def is_free_beyond(race: Race, vehicle: Vehicle, kind: int, which: int) -> bool:
    """Can it go over or through what it meets first in `race.trial`, and is that all it meets?"""
    passed = smashed = 0
    if kind == VEHICLE:
        passed = 1 << which
    elif kind_of_terrain(race, which) != WRECKAGE:
        return False
    elif which >= WRECKS:
        passed = 1 << which - WRECKS
    else:
        smashed = 1 << which
    path = race.trial
    _, more, _ = first_met(race, vehicle, path, passed, smashed, travel_of(path))
    return more == NOTHING


@jitable
def shortened(trial: Trial, halves: int) -> Trial:
    """A way shortened by so much, at its end."""
    first, steps, last = trial
    cut = min(halves, last)
    rest = halves - cut
    if first < 0:
        return min(first + rest, 0), steps, last - cut
    return max(first - rest, 0), steps, last - cut


@jitable
def up_to(trial: Trial, distance: int) -> Trial:
    """A way as far as this distance along its path."""
    first = min(max(distance, 0) // HALF, abs(trial[0]))
    if trial[0] < 0:
        first = -first
    distance -= abs(trial[0]) * HALF
    if distance < abs(trial[1]) * TURN_STEP:
        return first, 0, 0
    distance -= abs(trial[1]) * TURN_STEP
    return first, trial[1], min(distance // HALF, trial[2])


@jitable
def end_worth(race: Race, vehicle: Vehicle, goal: Goal, trial: Trial) -> int:
    """What the end of the way laid in `race.trial` is worth: nothing, if it may not stop there."""
    path, body = race.trial, race.bodies[vehicle.index]
    worth = trial_worth(race, vehicle, goal, trial)
    x, y, heading = body.x, body.y, body.heading
    misses = False
    if goal[0] == GATE:
        gate = race.course.gates[goal[1]]
        if past(gate, x, y) <= 0 or goal[4]:
            misses = first_passage(path, body, gate, travel_of(path), goal[4]) < 0
    place_at(body, stand_at(path, body, travel_of(path)))
    worth -= cramped(race, vehicle)
    if not may_stop(race, vehicle):
        worth = NEVER
    elif misses and is_beyond(race.course.gates[goal[1]], body):
        worth -= MISSED
    place(body, x, y, heading)
    return worth


@jitable
def cramped(race: Race, vehicle: Vehicle) -> int:
    """What it costs to stand with a wall right ahead."""
    path = race.trial
    clear_path(path, 0)
    add_straight(path, ROOM)
    room, kind, _ = first_hard(race, vehicle, path, ROOM)
    clear_path(path, 0)
    return (ROOM - room) * PER_ROOM if kind == TERRAIN else 0


@jitable
def is_beyond(gate: Gate, body: Body) -> bool:
    """Is it past a gate's line, and near the gate?"""
    x, y = middle_of(gate)
    return is_near(x, y, body.x, body.y, BESIDE) and is_wholly_past(gate, body)
