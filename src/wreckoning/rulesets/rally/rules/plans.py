"""Plans: the costs of a movement, the legs that may follow, the places to end. Only looks.

A plan is a path of straight legs, whole half inches long, and of turns on the spot, in steps of
5°. It begins where the vehicle stands. Straight legs in a row are one leg. Computations along a leg
put the body where the leg begins, and put it back afterwards.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.angles import DEGREE, forward
from wreckoning.geometry.bodies import Body, place, reach_of
from wreckoning.geometry.overlap import bodies_overlap, is_near
from wreckoning.geometry.paths import (
    MAX_LEGS,
    Path,
    add_pivot,
    add_straight,
    along_leg,
    clear_path,
    stand_at,
    travel_of,
    travel_of_leg,
)
from wreckoning.geometry.points import members
from wreckoning.rulesets.rally.numbers import Leg, Pace, Status, Terrain
from wreckoning.rulesets.rally.questions import MOST_STEPS, STEP, STRAIGHT
from wreckoning.rulesets.rally.race import HALF, INCH, Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import movement_of
from wreckoning.rulesets.rally.rules.contacts import (
    TOUCHING,
    Contact,
    first_hard,
    hard_pieces,
    pieces_in,
    pieces_near,
    pieces_of,
    pieces_on_way,
    pieces_under,
)

TURN_COST = 2 * INCH  # of a manoeuvre beyond the free ones
BARRIER_COST = INCH
BOOST = 9 * INCH
ENDLESS = 1 << 30  # more movement than there is
TURN_STEP = STEP * DEGREE
EVERY_TURN = (1 << 2 * MOST_STEPS + 1) - 1 ^ 1 << MOST_STEPS  # bits: steps + MOST_STEPS; not 0

Pose = tuple[int, int, int]
Legs = tuple[int, int, int, bool]


@rule("W14")
def free_turns(race: Race, vehicle: Vehicle) -> int:
    """The free manoeuvres: one, and X more if it is Manoeuvrable (X)."""
    return 1 + race.builds[vehicle.index].manoeuvrable


@rule("W14")
def may_turn(race: Race, vehicle: Vehicle, turns: int, left: int) -> bool:
    """Whether it may make another manoeuvre after `turns` ones, with this movement left."""
    if turns < free_turns(race, vehicle):
        return True
    return race.pace != Pace.ADVANCE and left >= TURN_COST


@rule("W14", "W9")
def turns_within(race: Race, vehicle: Vehicle, turns: int, left: int) -> int:
    """The number of further manoeuvres that the movement left allows."""
    more = max(free_turns(race, vehicle) - turns, 0)
    return more if race.pace == Pace.ADVANCE else more + max(left, 0) // TURN_COST


@rule("W8", "W9", "W14")
def movement_left(race: Race, vehicle: Vehicle) -> int:
    """The movement left in this activation, before the plan that is being made."""
    return movement_of(race, vehicle, race.pace) - race.spent


@rule("W14", "W16", "V15", "V38")
def drive_straight(
    race: Race,
    vehicle: Vehicle,
    x: int,
    y: int,
    heading: int,
    way: int,
    budget: int,
    crossed: int,
) -> tuple[int, int, int]:
    """The half inches of a straight `way` (backward if negative) that the budget pays for.

    Returns (half inches, what they cost, the set of barriers crossed with those `crossed` before).
    A half inch that is only begun counts. Backward counts double, and so does a half inch that
    touches slow terrain where it begins or ends; each barrier costs an inch once.
    """
    body = race.bodies[vehicle.index]
    length, direction = abs(way), -1 if way < 0 else 1
    halves = (length + HALF - 1) // HALF
    each = HALF if way > 0 else 2 * HALF
    barriers = pieces_on_way(race, pieces_of(race, Terrain.BARRIER), body, x, y, heading, way)
    slow = 0
    if not race.builds[vehicle.index].rugged:
        slow = pieces_on_way(race, pieces_of(race, Terrain.SLOW), body, x, y, heading, way)
    if slow | barriers == 0:
        halves = min(halves, budget // each)
        return halves, halves * each, crossed
    spent = 0
    was_slow = pieces_under(race, slow, body, x, y, heading) != 0
    under = pieces_under(race, barriers, body, x, y, heading)
    for half in range(halves):
        to = min((half + 1) * HALF, length)
        dx, dy = forward(heading, direction * to)
        is_slow = pieces_under(race, slow, body, x + dx, y + dy, heading) != 0
        under |= pieces_under(race, barriers, body, x + dx, y + dy, heading)
        cost = each * 2 if was_slow or is_slow else each
        cost += BARRIER_COST * members(under & ~crossed)
        if spent + cost > budget:
            return half, spent, crossed
        spent += cost
        crossed |= under
        was_slow = is_slow
    return halves, spent, crossed


@rule("W14", "W16", "V15")
def cost_of(race: Race, vehicle: Vehicle, path: Path, distance: int) -> tuple[int, int, int]:
    """The cost of a part of a plan: (movement, manoeuvres, the set of barriers crossed).

    A half inch and a manoeuvre that are begun count in full.
    """
    body = race.bodies[vehicle.index]
    x, y, heading = body.x, body.y, body.heading
    spent, turns, crossed = 0, 0, 0
    for n in range(path.count):
        if distance <= 0:
            break
        leg = path.legs[n]
        if leg.length == 0:
            turns += 1
            if race.turns + turns > free_turns(race, vehicle):
                spent += TURN_COST
        else:
            way = min(distance, abs(leg.length))
            way = way if leg.length > 0 else -way
            _, cost, crossed = drive_straight(race, vehicle, x, y, heading, way, ENDLESS, crossed)
            spent += cost
        distance -= travel_of_leg(leg)
        x, y, heading = along_leg(leg, x, y, heading, travel_of_leg(leg))
    return spent, turns, crossed


@jitable
def direction_of(race: Race, path: Path) -> int:
    """1 if it drives forward in this activation, −1 backward, 0 neither yet (W14)."""
    for n in range(path.count):
        if path.legs[n].length != 0:
            return 1 if path.legs[n].length > 0 else -1
    return race.direction


@rule("W16", "W22", "V16")
def may_stop(race: Race, vehicle: Vehicle, body: Body) -> bool:
    """Whether it may end a movement where this body of its stands: over no vehicle, no barrier."""
    for i in range(race.vehicle_count):
        if i == vehicle.index or race.vehicles[i].status != Status.DRIVING:
            continue
        if bodies_overlap(body, race.bodies[i]):
            return False
    barriers = pieces_near(race, pieces_of(race, Terrain.BARRIER), body.x, body.y, reach_of(body))
    return pieces_under(race, barriers, body, body.x, body.y, body.heading) == 0


@rule("W16", "W22", "V16")
def may_stop_turned(race: Race, vehicle: Vehicle) -> bool:
    """Whether it may surely end a movement at its place, however it is turned there."""
    body = race.bodies[vehicle.index]
    reach = reach_of(body)
    for i in range(race.vehicle_count):
        other = race.bodies[i]
        if i == vehicle.index or race.vehicles[i].status != Status.DRIVING:
            continue
        if is_near(body.x, body.y, other.x, other.y, reach + reach_of(other)):
            return False
    return pieces_near(race, pieces_of(race, Terrain.BARRIER), body.x, body.y, reach) == 0


@rule("V16")
def may_stop_at(race: Race, vehicle: Vehicle, way: int) -> bool:
    """Whether it may end a movement at a distance ahead of its body (behind it if negative)."""
    body = race.bodies[vehicle.index]
    x, y, heading = body.x, body.y, body.heading
    dx, dy = forward(heading, way)
    place(body, x + dx, y + dy, heading)
    is_good = may_stop(race, vehicle, body)
    place(body, x, y, heading)
    return is_good


@rule("V16", "V41")
def straight_ahead(
    race: Race, vehicle: Vehicle, direction: int, budget: int, crossed: int, done: int
) -> tuple[int, int, bool]:
    """The straight leg from where its body is now: (half inches, where it is stopped, by a gate).

    As far as the budget pays for, or to hard terrain. `done` half inches of it are planned already
    and paid for from the same budget; if they come to less than a touch before the terrain, the leg
    ends with them, unless the vehicle may not stop there.
    """
    body, path = race.bodies[vehicle.index], race.trial
    most = budget // (HALF if direction > 0 else 2 * HALF)
    if most <= 0:
        return 0, ENDLESS, False
    clear_path(path, 0)
    add_straight(path, direction * most * HALF)
    stop, kind, _ = first_hard(race, vehicle, path, most * HALF)
    clear_path(path, 0)
    x, y, heading = body.x, body.y, body.heading
    is_touching = kind == Contact.TERRAIN and 0 <= stop - done * HALF < TOUCHING
    if is_touching and (done == 0 or may_stop_at(race, vehicle, direction * done * HALF)):
        return done, stop, False
    way = direction * (stop + 1 if kind == Contact.TERRAIN else stop)
    halves, _, _ = drive_straight(race, vehicle, x, y, heading, way, budget, crossed)
    return halves, stop if kind != Contact.NOTHING else ENDLESS, kind == Contact.WAY_OUT


@rule("V16")
def furthest(
    race: Race, vehicle: Vehicle, direction: int, budget: int, crossed: int, done: int
) -> tuple[int, bool]:
    """The longest straight leg from where its body is now: (half inches, is it stopped).

    To where it may end, or is stopped. Stopped: what is `done` of it comes to hard terrain, or to
    less than a touch before it, or off the board.
    """
    halves, stop, is_out = straight_ahead(race, vehicle, direction, budget, crossed, done)
    if stop < done * HALF or (is_out and stop == done * HALF):
        return done, True
    is_touching = done > 0 and not is_out and stop - done * HALF < TOUCHING
    if is_touching and may_stop_at(race, vehicle, direction * done * HALF):
        return done, True
    if is_out and halves * HALF >= stop:
        return halves, False
    while halves > done and not may_stop_at(race, vehicle, direction * min(halves * HALF, stop)):
        halves -= 1
    return max(halves, done), False


@rule("W31", "V37")
def boost_way(race: Race, vehicle: Vehicle) -> int:
    """The distance that its Boost carries it; 0 if it cannot be used here.

    9 inches of movement straight ahead, or to what stops it. Not where it may not end.
    """
    halves, _, _ = straight_ahead(race, vehicle, 1, BOOST, 0, 0)
    good, _ = furthest(race, vehicle, 1, BOOST, 0, 0)
    return halves * HALF if halves == good else 0


@rule("V16", "V41")
def turns_open(race: Race, vehicle: Vehicle, budget: int, crossed: int, way: int) -> int:
    """The turns that it may make at its present place: a set, steps + MOST_STEPS.

    Up to the first to each side that brings it against hard terrain. After each it may stop, or go
    on straight (`way`: 1 forward, −1 backward, 0 either) to where it may. The budget is what it has
    then.
    """
    path, found = race.trial, 0
    if is_alone(race, vehicle):
        return EVERY_TURN
    may_stop_always = may_stop_turned(race, vehicle)
    for side in (-1, 1):
        clear_path(path, 0)
        add_pivot(path, side * MOST_STEPS * TURN_STEP)
        turned, kind, _ = first_hard(race, vehicle, path, MOST_STEPS * TURN_STEP)
        clear_path(path, 0)
        if kind != Contact.NOTHING and turned < DEGREE:
            continue
        steps = MOST_STEPS if kind == Contact.NOTHING else turned // TURN_STEP + 1
        for step in range(1, steps + 1):
            turn = side * min(step * TURN_STEP, turned)
            is_stopped = step * TURN_STEP > turned
            if may_stop_always or may_end_turn(
                race, vehicle, turn, is_stopped, budget, crossed, way
            ):
                found |= 1 << MOST_STEPS + side * step
    return found


@jitable
def is_alone(race: Race, vehicle: Vehicle) -> bool:
    """Whether nothing is so near that a turn on the spot could reach it."""
    body, course = race.bodies[vehicle.index], race.course
    reach = reach_of(body)
    x, y = body.x, body.y
    if min(x, y, course.table.width - x, course.table.depth - y) <= reach:
        return False
    for i in range(race.vehicle_count):
        other = race.bodies[i]
        if i == vehicle.index or race.vehicles[i].status != Status.DRIVING:
            continue
        if is_near(x, y, other.x, other.y, reach + reach_of(other)):
            return False
    near = pieces_near(race, hard_pieces(race) | pieces_of(race, Terrain.BARRIER), x, y, reach)
    return pieces_in(race, near, x, y, 0, reach, reach) == 0


@rule("V16")
def may_end_turn(
    race: Race,
    vehicle: Vehicle,
    turn: int,
    is_stopped: bool,
    budget: int,
    crossed: int,
    way: int,
) -> bool:
    """Whether it can stop after this turn: there, or straight on if nothing stopped it."""
    body = race.bodies[vehicle.index]
    x, y, heading = body.x, body.y, body.heading
    place(body, x, y, heading + turn)
    is_good = may_stop(race, vehicle, body)
    if not is_good and not is_stopped and way >= 0:
        halves, _ = furthest(race, vehicle, 1, budget, crossed, 0)
        is_good = halves > 0
    if not is_good and not is_stopped and way <= 0:
        halves, _ = furthest(race, vehicle, -1, budget, crossed, 0)
        is_good = halves > 0
    place(body, x, y, heading)
    return is_good


@rule("W14", "V16")
def legs_open(race: Race, vehicle: Vehicle, path: Path) -> Legs:
    """The next legs of a plan: (half inches forward, and back, the set of turns, may it end).

    At hard terrain or off the board it can only end. There is always a way to go on or to end.
    """
    body, budget = race.bodies[vehicle.index], movement_left(race, vehicle)
    x, y, heading = body.x, body.y, body.heading
    legs, done, travel = path.count, 0, travel_of(path)
    if legs and path.legs[legs - 1].length != 0:
        legs -= 1
        done = abs(path.legs[legs].length) // HALF
    elif legs and first_hard(race, vehicle, path, travel)[1] != Contact.NOTHING:
        return 0, 0, 0, True
    direction = direction_of(race, path)
    spent, turns, crossed = cost_of(race, vehicle, path, travel - done * HALF)
    place_at(body, stand_at(path, body, travel - done * HALF))
    forward_halves, back_halves, is_stopped = done, done, False
    if done or legs < MAX_LEGS:
        left = budget - spent
        if direction >= 0:
            forward_halves, is_stopped = furthest(race, vehicle, 1, left, crossed, done)
        if direction <= 0 and not is_stopped:
            back_halves, is_stopped = furthest(race, vehicle, -1, left, crossed, done)
    place(body, x, y, heading)
    if is_stopped:
        return 0, 0, 0, True
    if done:
        spent, turns, crossed = cost_of(race, vehicle, path, travel)
    place_at(body, stand_at(path, body, travel))
    may_end = path.count == 0 or may_stop(race, vehicle, body)
    turns_set, left = 0, budget - spent
    if path.count < MAX_LEGS - 1 and may_turn(race, vehicle, race.turns + turns, left):
        if race.turns + turns >= free_turns(race, vehicle):
            left -= TURN_COST
        turns_set = turns_open(race, vehicle, left, crossed, direction)
    place(body, x, y, heading)
    return forward_halves - done, back_halves - done, turns_set, may_end


@jitable
def place_at(body: Body, pose: Pose) -> None:
    """Put a body at a place with a heading."""
    place(body, pose[0], pose[1], pose[2])


@jitable
def add_option(path: Path, option: int) -> None:
    """A plan with one more leg, by its option; straight on lengthens a straight leg."""
    if option >= STRAIGHT - MOST_STEPS:
        add_pivot(path, (option - STRAIGHT) * TURN_STEP)
        return
    way = (option - Leg.FORWARD) * HALF if option < Leg.BACK else (Leg.BACK - option) * HALF
    if path.count and path.legs[path.count - 1].length != 0:
        path.legs[path.count - 1].length += way
    else:
        add_straight(path, way)
