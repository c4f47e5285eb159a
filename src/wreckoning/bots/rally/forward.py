"""The rookie's ways forward: straight on, a turn somewhere, straight on again.

The best way with each turn is rated by its end. Only the most promising ones are checked for
obstacles, and shortened to where they are free.
"""

from __future__ import annotations

from wreckoning.bots.rally.room import FIRST_PART, PARTS, Leeway, is_shut, may_steer
from wreckoning.bots.rally.steering import Goal
from wreckoning.bots.rally.ways import (
    NEVER,
    Found,
    Trial,
    better,
    hope_of,
    looked_at,
    trial_worth,
    worth_along,
)
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import direction
from wreckoning.rulesets.rally.questions import MOST_STEPS
from wreckoning.rulesets.rally.race import HALF, Race, Vehicle
from wreckoning.rulesets.rally.rules.plans import TURN_STEP

COARSE = 3  # steps between the turns that are tried first
TRIES = 4  # of the most promising turns

Best = tuple[Found, Found, Found, Found, Found, Found, Found]  # one for every turn tried first


@jitable
def forward_search(
    race: Race,
    vehicle: Vehicle,
    goal: Goal,
    room: Leeway,
    turns: int,
    best: Best,
    found: Found,
    trouble: int,
    tries: int,
) -> Found:
    """Find the best way forward that is better than `found`.

    Checks the `tries` most promising turns. With fewer than TRIES, each only in its best place.
    """
    tried = 0
    for _ in range(tries):
        at, promise = 0, NEVER
        for i in range(len(best)):
            if not (tried >> i) & 1 and best[i][0] > promise:
                at, promise = i, best[i][0]
        if promise + hope_of(goal) <= found[0]:
            break
        tried |= 1 << at
        finest = refined(race, vehicle, goal, room, turns, best[at])
        for trial in (finest, best[at][1]):
            worth, way = looked_at(race, vehicle, goal, room.movement, trial, found[0], trouble)
            if worth > found[0]:
                found = (worth, way)
            if way == trial and worth >= promise and hope_of(goal) == 0:
                return found
            if finest == best[at][1]:
                break
        if tries == TRIES:
            found = other_places(race, vehicle, goal, room, turns, best[at][1], found, trouble)
    return found


@jitable
def best_of_turns(race: Race, vehicle: Vehicle, goal: Goal, room: Leeway, turns: int) -> Best:
    """Rate every turn that is tried first, at its best place."""
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
    room: Leeway,
    turns: int,
    refused: Trial,
    found: Found,
    trouble: int,
) -> Found:
    """Try the same turn in other places, and a shorter way, if its best place is not free."""
    for part in range(FIRST_PART, PARTS + 1):
        trial = place_of(refused[1], room, part)
        if trial == refused or is_shut(room, trial) or not may_steer(turns, trial[0], trial[1]):
            continue
        if trial_worth(race, vehicle, goal, trial) + hope_of(goal) > found[0]:
            found = better(race, vehicle, goal, room.movement, trial, trouble, found)
    return found


@jitable
def place_of(steps: int, room: Leeway, part: int) -> Trial:
    """A way with this turn: on the spot, then half the way; or after this many parts of it.

    Without a turn: this many parts of the way.
    """
    if steps == 0:
        return room.movement // HALF * max(part, 1) // PARTS, 0, 0
    halves = room.after_turn // HALF
    if part < 0:
        return 0, steps, halves * (part - FIRST_PART) // -FIRST_PART
    first = halves * part // PARTS
    return first, steps, halves - first


@jitable
def best_of_turn(
    race: Race, vehicle: Vehicle, goal: Goal, room: Leeway, turns: int, steps: int
) -> Found:
    """Rate a turn at the best of its places; 0 steps means straight on."""
    best, way = NEVER, (0, 0, 0)
    if turns == 0 and steps != 0:
        return best, way
    heading = race.bodies[vehicle.index].heading
    before, after = direction(heading), direction(heading + steps * TURN_STEP)
    for part in range(FIRST_PART if steps else 1, 1 + (room.last_part if steps else PARTS)):
        trial = place_of(steps, room, part)
        if is_shut(room, trial) or not may_steer(turns, trial[0], steps):
            continue
        worth = worth_along(race, vehicle, goal, trial, before, after)
        if worth > best:
            best, way = worth, trial
    return best, way


@jitable
def refined(
    race: Race, vehicle: Vehicle, goal: Goal, room: Leeway, turns: int, found: Found
) -> Trial:
    """The same way with a slightly smaller or larger turn, if that promises more."""
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
