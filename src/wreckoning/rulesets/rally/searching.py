"""The rookie's search for its next leg: a few plans, tried in thought.

A plan tried is: so far straight on, a turn, and straight on with what is left. The best of each
turn is compared by what its end is worth; only the most promising are looked at for what they meet,
and shortened to where the way is free.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import forward
from wreckoning.geometry.bodies import Body, place
from wreckoning.geometry.gates import ALL_CORNERS, Gate, corners_past, corners_through
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
    CROSSING,
    GATE,
    Goal,
    crosses_well,
    goal_of,
    is_astray,
    place_worth,
)

COARSE = 3  # steps between the turns that are tried first
PARTS = 4  # of the movement after which it may turn …
FIRST_PART = -2  # … or at once, and not go all the way
CLOSE = 10  # half inches, where it looks closely
MOST_SHORTER = 9  # half inches back from the end of a way that ends over something
TRIES = 5  # of the turns that promise most
LEAST_GAIN = INCH // 2  # what a leg has to be worth …
FORWARD_GAIN = 3 * INCH  # … and with what it takes no risks and does not think of going back
STUCK = INCH  # with what it looks closely how to get out
FAILING, OF = 5, 12  # a test fails so often, about
CAREFUL = 11 * INCH  # what losing control costs, beside the rest of the way …
BOLD = 4 * INCH  # … to whom gets no further otherwise
ROOM = 5 * INCH // 2  # it wants ahead of it
PER_ROOM = 3
HASTE = UNFINISHED = 3 * CROSSING // 4  # of what is worth so much only when it is done
MISSED = 15 * INCH  # what a gate costs that it drives past
HOME = 100 * INCH  # what it is worth to be off the board by the gate
NEVER = -(1 << 60)

# Half inches straight on (backward if negative), steps of a turn, half inches straight on.
Trial = tuple[int, int, int]
Found = tuple[int, Trial]
# Movement, movement after another turn, the free way ahead, the free turn to the left and right.
Room = tuple[int, int, int, int, int]


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
    if goal[0] == GATE:
        gate = race.course.gates[goal[1]]
        worth -= unfinished(gate, body, goal[4])
        if is_astray(gate, body, goal[4]):
            goal = goal[0], goal[1], goal[2], goal[3], 0
    found: Found = (worth, (0, 0, 0))
    if direction >= 0:
        found = forward_search(race, vehicle, goal, budget, turns, found, CAREFUL)
    if direction >= 0 and found[0] < worth + FORWARD_GAIN:
        found = forward_search(race, vehicle, goal, budget, turns, found, BOLD)
    if direction >= 0 and found[0] < worth + STUCK:
        found = close_search(race, vehicle, goal, budget, turns, found)
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
    if turns:
        lay(path, (0, -MOST_STEPS, 0))
        left, _, _ = first_met(race, vehicle, path, 0, 0, travel_of(path))
        lay(path, (0, MOST_STEPS, 0))
        right, _, _ = first_met(race, vehicle, path, 0, 0, travel_of(path))
    return budget, after_turn, ahead, left, right


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
    budget: int,
    turns: int,
    found: Found,
    trouble: int,
) -> Found:
    """The best way forward that is better than what is found already."""
    room = room_of(race, vehicle, budget, turn_budget(race, vehicle, budget), turns)
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
            worth, way = looked_at(race, vehicle, goal, budget, trial, found[0], trouble)
            if worth > found[0]:
                found = (worth, way)
            if way == trial and worth >= promise:
                return found
            if finest == best[at][1]:
                break
        found = other_places(race, vehicle, goal, room, best[at][1], found, trouble)
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
def other_places(
    race: Race,
    vehicle: Vehicle,
    goal: Goal,
    room: Room,
    refused: Trial,
    found: Found,
    trouble: int,
) -> Found:
    """The same turn in other places, and not so far, where its best one is not free."""
    for part in range(FIRST_PART, PARTS + 1):
        trial = place_of(refused[1], room, part)
        if trial == refused or is_shut(room, trial):
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
    if steps != 0 and not (turns >> steps + MOST_STEPS) & 1:
        return best, way
    for part in range(FIRST_PART if steps else 1, PARTS + 1):
        trial = place_of(steps, room, part)
        if is_shut(room, trial):
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
        if abs(steps) > MOST_STEPS or not (turns >> steps + MOST_STEPS) & 1:
            continue
        trial = (first, steps, last)
        if not is_shut(room, trial):
            worth = trial_worth(race, vehicle, goal, trial)
            if worth > best:
                best, way = worth, trial
    return way


@jitable
def close_search(
    race: Race, vehicle: Vehicle, goal: Goal, budget: int, turns: int, found: Found
) -> Found:
    """Short ways with a turn, every inch of them, to get out of a corner."""
    room = room_of(race, vehicle, budget, turn_budget(race, vehicle, budget), turns)
    halves = room[1] // HALF
    for first in range(0, min(halves, CLOSE) + 1, 2):
        for steps in range(-MOST_STEPS, MOST_STEPS + 1, COARSE):
            if steps == 0 or not (turns >> steps + MOST_STEPS) & 1:
                continue
            for last in range(0, min(halves - first, CLOSE) + 1, 2):
                trial = (first, steps, last)
                if is_shut(room, trial) or trial_worth(race, vehicle, goal, trial) <= found[0]:
                    continue
                worth, way = looked_at(race, vehicle, goal, budget, trial, found[0], BOLD)
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
            if steps != 0 and not (turns >> steps + MOST_STEPS) & 1:
                continue
            trial = (-(halves * part // 2), steps, 0)
            if trial[0] == 0 or trial_worth(race, vehicle, goal, trial) <= found[0]:
                continue
            worth, way = looked_at(race, vehicle, goal, budget, trial, found[0], CAREFUL)
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
    race: Race,
    vehicle: Vehicle,
    goal: Goal,
    budget: int,
    trial: Trial,
    least: int,
    trouble: int,
) -> Found:
    """A way as it really is: as long as the movement allows, and to what is met on it.

    Over a vehicle or through wreckage if the risk is worth it, else up to it. What turns out to be
    worth no more than `least` is NEVER.
    """
    path = race.trial
    lay(path, trial)
    spent, _, _ = cost_of(race, vehicle, path, length_of(trial))
    if spent > budget:
        trial = shortened(trial, (spent - budget + HALF - 1) // HALF)
        lay(path, trial)
    met, kind, which = first_met(race, vehicle, path, 0, 0, length_of(trial))
    if kind == WAY_OUT:
        return HOME + trial_worth(race, vehicle, goal, trial), trial
    if kind == NOTHING:
        return ended(race, vehicle, goal, trial, least)
    before = up_to(trial, met - TOUCHING)
    found = ended(race, vehicle, goal, before, least)
    if trial[0] < 0 or (kind == TERRAIN and kind_of_terrain(race, which) != WRECKAGE):
        return found
    promise = trial_worth(race, vehicle, goal, trial)
    if promise - trouble * FAILING // OF <= max(found[0], least):
        return found
    over = over_it(race, vehicle, trial, kind, which)
    risk = (trouble + max(length_of(over) - met, 0)) * FAILING // OF
    if trouble > BOLD and promise - trial_worth(race, vehicle, goal, before) > CROSSING // 2:
        risk += HASTE  # it may cross the gate in its next movement as well
    worth, way = ended(race, vehicle, goal, over, max(found[0], least) + risk)
    return (worth - risk, way) if worth - risk > found[0] else found


@jitable
def ended(race: Race, vehicle: Vehicle, goal: Goal, trial: Trial, least: int) -> Found:
    """A way that is free, shortened to where it may stop; what is worth no more is NEVER."""
    for _ in range(MOST_SHORTER):
        if trial_worth(race, vehicle, goal, trial) <= least:
            break
        lay(race.trial, trial)
        worth = end_worth(race, vehicle, goal, trial)
        if worth != NEVER:
            return worth, trial
        trial = shortened(trial, 1)
    return NEVER, trial


@jitable
def over_it(race: Race, vehicle: Vehicle, trial: Trial, kind: int, which: int) -> Trial:
    """The way over or through what it meets first, up to what it meets then."""
    passed = smashed = 0
    if kind == VEHICLE:
        passed = 1 << which
    elif which >= WRECKS:
        passed = 1 << which - WRECKS
    else:
        smashed = 1 << which
    lay(race.trial, trial)
    met, more, _ = first_met(race, vehicle, race.trial, passed, smashed, length_of(trial))
    return trial if more == NOTHING else up_to(trial, met - TOUCHING)


@jitable
def length_of(trial: Trial) -> int:
    """How far it is along its path."""
    return (abs(trial[0]) + trial[2]) * HALF + abs(trial[1]) * TURN_STEP


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
    place_at(body, stand_at(path, body, travel_of(path)))
    worth -= cramped(race, vehicle)
    if not may_stop(race, vehicle):
        worth = NEVER
    astride = goal[0] == GATE and corners_past(race.course.gates[goal[1]], body) != 0
    place(body, x, y, heading)
    if worth != NEVER and astride:
        worth -= half_way(race, vehicle, goal, trial)
    return worth


@jitable
def half_way(race: Race, vehicle: Vehicle, goal: Goal, trial: Trial) -> int:
    """What it costs if a way does not bring all of it through its gate."""
    path, body, gate = race.trial, race.bodies[vehicle.index], race.course.gates[goal[1]]
    lay(path, trial)
    x, y, heading = body.x, body.y, body.heading
    through = corners_through(path, body, gate, travel_of(path), goal[4])
    place_at(body, stand_at(path, body, travel_of(path)))
    cost = unfinished(gate, body, through)
    place(body, x, y, heading)
    return cost


@jitable
def unfinished(gate: Gate, body: Body, through: int) -> int:
    """What it costs to stand half way through its gate, or past it without having crossed it."""
    if is_astray(gate, body, through):
        return MISSED
    return UNFINISHED if 0 < through < ALL_CORNERS else 0


@jitable
def cramped(race: Race, vehicle: Vehicle) -> int:
    """What it costs to stand with a wall right ahead."""
    path = race.trial
    clear_path(path, 0)
    add_straight(path, ROOM)
    room, kind, _ = first_hard(race, vehicle, path, ROOM)
    clear_path(path, 0)
    return (ROOM - room) * PER_ROOM if kind == TERRAIN else 0
