"""Ways that the rookie considers: the worth of their ends, and what they meet.

A way is a straight leg, a turn, and another straight leg, or the same backward. It begins at the
vehicle's body. To look at the ways after a plan, put the body at the plan's end, and back
afterwards.
"""

from __future__ import annotations

from wreckoning.bots.rally.shooting import shots_worth
from wreckoning.bots.rally.steering import (
    CROSSING,
    ENEMY,
    GATE,
    Goal,
    crosses_well,
    is_astray,
    worth_towards,
)
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import TURN, Direction, ahead, direction, forward
from wreckoning.geometry.bodies import Body, place
from wreckoning.geometry.gates import ALL_CORNERS, Gate, corners_past, corners_through
from wreckoning.geometry.paths import (
    Path,
    add_pivot,
    add_straight,
    clear_path,
    stand_at,
    travel_of,
)
from wreckoning.rulesets.rally.events import WRECKS
from wreckoning.rulesets.rally.numbers import Terrain
from wreckoning.rulesets.rally.race import HALF, INCH, Race, Vehicle
from wreckoning.rulesets.rally.rules.contacts import (
    TOUCHING,
    Contact,
    first_hard,
    first_met,
    kind_of_terrain,
)
from wreckoning.rulesets.rally.rules.plans import (
    TURN_STEP,
    Pose,
    cost_of,
    direction_of,
    may_stop,
    place_at,
)

FAILING, OF = 5, 12  # a test fails about this often
CAREFUL = 11 * INCH  # the cost of losing control, besides the rest of the way
BOLD = 4 * INCH  # that cost for a vehicle that gets no further otherwise
HASTE = UNFINISHED = 3 * CROSSING // 4  # the cost of a hasty, or of a half-finished crossing
MISSED = 15 * INCH  # the cost of driving past a gate
HOME = 100 * INCH  # the worth of leaving the board by the gate
AT_ONCE = 2 * INCH  # something this near ahead is in its way
FREE_AHEAD = 5 * INCH // 2  # the room it wants ahead where it stops
PER_AHEAD = 3  # the cost of each unit of that room that is missing
MOST_SHORTER = 9  # half inches back from the end of a way that ends over something
PER_SHOT = 3  # inches for an expected hit point, for a vehicle that hunts
BEST_SHOTS = 15 * INCH  # the most that shots are worth
RESTLESS = 20 * INCH  # the cost of standing still among enemies
NEVER = -(1 << 60)

# Half inches straight on (backward if negative), steps of a turn, half inches on, in the same
# direction.
Trial = tuple[int, int, int]
Found = tuple[int, Trial]


@jitable
def trial_worth(race: Race, vehicle: Vehicle, goal: Goal, trial: Trial) -> int:
    """The worth of the end of a way, if nothing is in it."""
    heading = race.bodies[vehicle.index].heading
    before, after = direction(heading), direction(heading + trial[1] * TURN_STEP)
    return worth_along(race, vehicle, goal, trial, before, after)


@jitable
def worth_along(
    race: Race, vehicle: Vehicle, goal: Goal, trial: Trial, before: Direction, after: Direction
) -> int:
    """The worth of the end of a way, by its directions before and after its turn."""
    body, crossed = race.bodies[vehicle.index], False
    x, y = body.x, body.y
    if trial[0]:
        dx, dy = ahead(before, trial[0] * HALF)
        if goal.kind == GATE:
            crossed = crosses_well(race.course.gates[goal.gate], x, y, x + dx, y + dy)
        x, y = x + dx, y + dy
    if trial[2]:
        dx, dy = ahead(after, trial[2] * HALF)
        if goal.kind == GATE and not crossed:
            crossed = crosses_well(race.course.gates[goal.gate], x, y, x + dx, y + dy)
        x, y = x + dx, y + dy
    return worth_towards(race, goal, crossed, x, y, after)


@jitable
def end_of_trial(body: Body, trial: Trial) -> Pose:
    """Where a body stands after a way."""
    heading = body.heading
    dx, dy = forward(heading, trial[0] * HALF)
    heading += trial[1] * TURN_STEP
    ex, ey = forward(heading, trial[2] * HALF)
    return body.x + dx + ex, body.y + dy + ey, heading % TURN


@jitable
def lay(path: Path, trial: Trial) -> None:
    """Lay a way as a path."""
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
    """A way as it can be driven: as long as the movement allows, up to the first obstacle.

    It leads over a vehicle or through wreckage if the risk is worth it, otherwise up to it. NEVER
    if it is not worth more than `least`.
    """
    path = race.trial
    lay(path, trial)
    spent, _, _ = cost_of(race, vehicle, path, length_of(trial))
    if spent > budget:
        trial = shortened(trial, (spent - budget + HALF - 1) // HALF)
        lay(path, trial)
    met, kind, which = first_met(race, vehicle, path, 0, 0, length_of(trial))
    if kind == Contact.WAY_OUT:
        return HOME + trial_worth(race, vehicle, goal, trial), trial
    if kind == Contact.NOTHING:
        return ended(race, vehicle, goal, trial, least)
    before = up_to(trial, met - TOUCHING)
    found = ended(race, vehicle, goal, before, least)
    if is_backward(trial) or (
        kind == Contact.TERRAIN and kind_of_terrain(race, which) != Terrain.WRECKAGE
    ):
        return found
    promise = trial_worth(race, vehicle, goal, trial)
    if promise + hope_of(goal) - trouble * FAILING // OF <= max(found[0], least):
        return found
    over = over_it(race, vehicle, trial, kind, which)
    here = trial_worth(race, vehicle, goal, before)
    risk = (trouble + max(promise - here, 0)) * FAILING // OF
    if trouble > BOLD and promise - here > CROSSING // 2:
        risk += HASTE  # it may also cross the gate in its next movement
    worth, way = ended(race, vehicle, goal, over, max(found[0], least) + risk)
    return (worth - risk, way) if worth - risk > found[0] else found


@jitable
def better(
    race: Race,
    vehicle: Vehicle,
    goal: Goal,
    budget: int,
    trial: Trial,
    trouble: int,
    found: Found,
) -> Found:
    """This way as it can be driven, if it is worth more than `found`; otherwise `found`."""
    looked = looked_at(race, vehicle, goal, budget, trial, found[0], trouble)
    return looked if looked[0] > found[0] else found


@jitable
def ended(race: Race, vehicle: Vehicle, goal: Goal, trial: Trial, least: int) -> Found:
    """A free way, shortened to where it may stop; NEVER if it is not worth more than `least`."""
    body = race.bodies[vehicle.index]
    x, y, heading = body.x, body.y, body.heading
    for _ in range(MOST_SHORTER):
        worth = trial_worth(race, vehicle, goal, trial)
        if worth + hope_of(goal) <= least:
            break
        place_at(body, end_of_trial(body, trial))
        if may_stop(race, vehicle, body):
            worth += aimed(race, vehicle, goal) - idle(race, goal, trial)
            is_astride = goal.kind == GATE and corners_past(race.course.gates[goal.gate], body) != 0
            if not is_astride:
                worth -= cramped(race, vehicle)
            place(body, x, y, heading)
            if is_astride:
                worth -= half_way(race, vehicle, goal, trial)
                if worth <= least:
                    break
                place_at(body, end_of_trial(body, trial))
                worth -= cramped(race, vehicle)
                place(body, x, y, heading)
            return worth, trial
        place(body, x, y, heading)
        trial = shortened(trial, 1)
    return NEVER, trial


@jitable
def over_it(race: Race, vehicle: Vehicle, trial: Trial, kind: int, which: int) -> Trial:
    """The way over or through its first obstacle, up to the next one."""
    passed = smashed = 0
    if kind == Contact.VEHICLE:
        passed = 1 << which
    elif which >= WRECKS:
        passed = 1 << which - WRECKS
    else:
        smashed = 1 << which
    lay(race.trial, trial)
    met, more, _ = first_met(race, vehicle, race.trial, passed, smashed, length_of(trial))
    return trial if more == Contact.NOTHING else up_to(trial, met - TOUCHING)


@jitable
def length_of(trial: Trial) -> int:
    """The length of its path."""
    return (abs(trial[0]) + abs(trial[2])) * HALF + abs(trial[1]) * TURN_STEP


@jitable
def is_backward(trial: Trial) -> bool:
    """True if it leads backward."""
    return trial[0] < 0 or trial[2] < 0


@jitable
def shortened(trial: Trial, halves: int) -> Trial:
    """A way shortened by this much at its end."""
    first, steps, last = trial
    cut = min(halves, abs(last))
    rest = min(halves - cut, abs(first))
    if is_backward(trial):
        return first + rest, steps, last + cut
    return first - rest, steps, last - cut


@jitable
def up_to(trial: Trial, distance: int) -> Trial:
    """A way up to this distance along its path."""
    sign = -1 if is_backward(trial) else 1
    first = min(max(distance, 0) // HALF, abs(trial[0]))
    distance -= abs(trial[0]) * HALF
    if distance < abs(trial[1]) * TURN_STEP:
        return sign * first, 0, 0
    distance -= abs(trial[1]) * TURN_STEP
    return sign * first, trial[1], sign * min(distance // HALF, abs(trial[2]))


@jitable
def hope_of(goal: Goal) -> int:
    """The most that the end of a way may be worth beyond its place."""
    return BEST_SHOTS if goal.kind == ENEMY else 0


@jitable
def aimed(race: Race, vehicle: Vehicle, goal: Goal) -> int:
    """The worth of the shots from this place for a vehicle that hunts."""
    if goal.kind != ENEMY:
        return 0
    return min(shots_worth(race, vehicle) * PER_SHOT, BEST_SHOTS)


@jitable
def idle(race: Race, goal: Goal, trial: Trial) -> int:
    """The cost of not moving in an activation, among enemies."""
    if goal.kind != ENEMY or trial[0] or trial[2] or direction_of(race, race.path):
        return 0
    return RESTLESS


@jitable
def half_way(race: Race, vehicle: Vehicle, goal: Goal, trial: Trial) -> int:
    """The cost of a way that does not bring the whole vehicle through its gate."""
    path, body, gate = race.trial, race.bodies[vehicle.index], race.course.gates[goal.gate]
    lay(path, trial)
    x, y, heading = body.x, body.y, body.heading
    through = corners_through(path, body, gate, travel_of(path), goal.through)
    place_at(body, stand_at(path, body, travel_of(path)))
    cost = unfinished(gate, body, through)
    place(body, x, y, heading)
    return cost


@jitable
def unfinished(gate: Gate, body: Body, through: int) -> int:
    """The cost of standing half way through its gate, or past it without having crossed it."""
    if is_astray(gate, body, through):
        return MISSED
    return UNFINISHED if 0 < through < ALL_CORNERS else 0


@jitable
def cramped(race: Race, vehicle: Vehicle) -> int:
    """The cost of standing with a wall right ahead."""
    path = race.trial
    clear_path(path, 0)
    add_straight(path, FREE_AHEAD)
    room, kind, _ = first_hard(race, vehicle, path, FREE_AHEAD)
    clear_path(path, 0)
    return (FREE_AHEAD - room) * PER_AHEAD if kind == Contact.TERRAIN else 0
