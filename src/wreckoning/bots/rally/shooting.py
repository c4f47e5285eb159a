"""The rookie apart from driving: it shoots, drops, activates, places and nudges.

Worths are in thousandths of a hit point.
"""

from __future__ import annotations

from wreckoning.core.door import AskRecord
from wreckoning.core.ids import SeatIndex
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import DEGREE, TURN, forward, rotate, turn_between
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.distance import polygon_within
from wreckoning.geometry.points import root, squared_distance
from wreckoning.rulesets.rally.numbers import Mission, Nudge, Question, Status, Target
from wreckoning.rulesets.rally.questions import BEARINGS, MOST_STEPS, STEP
from wreckoning.rulesets.rally.race import HALF, INCH, MAX_WEAPONS, SIDES, Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import (
    chance,
    dropped_on,
    expected_loss,
    hit_chance,
    targets,
    weapon_of,
)
from wreckoning.rulesets.rally.rules.attributes import has_lost_half
from wreckoning.rulesets.rally.rules.exploding import BLAST, BLAST_DAMAGE
from wreckoning.rulesets.rally.rules.finishing import has_ranks, is_ahead
from wreckoning.rulesets.rally.rules.missions import HURT, has_gate
from wreckoning.rulesets.rally.rules.survey import way_from

WHOLE = SIDES * SIDES  # of a chance
HIT_POINT = 1000
KILL = 3 * HIT_POINT
STUN = HIT_POINT // 2  # a hit that costs nerves or control
POINT = 3 * HIT_POINT  # in Battle Royale
LEADER, PREY, OTHERS, FRIEND = 150, 300, 30, -150  # percent
IN_FRONT = HIT_POINT // 5  # for each team mate behind it: the leader goes first
BLOCKED_LANE = 4 * INCH  # the cost of starting right behind a vehicle
LANE, LANE_AHEAD = 2 * INCH, 8 * INCH
LOOK = 4 * INCH  # how far it looks around for the way
FAR = 1 << 40


# --- targets


@jitable
def leads(race: Race, vehicle: Vehicle) -> bool:
    """True if no vehicle of another player is ahead of it."""
    for i in range(race.vehicle_count):
        other = race.vehicles[i]
        if other.status != Status.DRIVING or other.owner == vehicle.owner:
            continue
        if is_ahead(race, other, vehicle):
            return False
    return True


@jitable
def weight(race: Race, seat: SeatIndex, other: Vehicle) -> int:
    """How much a player gains if a vehicle is hurt, in percent."""
    if other.owner == seat:
        return FRIEND
    if race.course.mission == Mission.SCAVENGERS and seat != race.runner:
        return PREY if other.owner == race.runner else OTHERS
    if has_ranks(race) and leads(race, other):
        return LEADER
    return 100


@jitable
def attack_worth(race: Race, vehicle: Vehicle, slot: int, other: Vehicle) -> int:
    """The worth of an attack on a vehicle: the expected damage and its consequences."""
    loss, left = expected_loss(race, vehicle, slot, other.index), HIT_POINT * other.hit_points
    weapon = weapon_of(race, vehicle, slot)
    worth = min(loss, left) + KILL * min(loss, left) // left
    if weapon.obstructing or weapon.suppression:
        worth += STUN * weapon.attacks * hit_chance(race, vehicle, slot, other.index) // WHOLE
    if race.course.mission == Mission.BATTLE_ROYALE:
        worth += HURT * POINT * min(loss, HIT_POINT) // HIT_POINT
    return worth * weight(race, vehicle.owner, other) // 100


@jitable
def blast_worth(race: Race, vehicle: Vehicle, slot: int, piece: int) -> int:
    """The worth of shooting at exploding terrain: damage to opponents near it, minus to own."""
    worth = 0
    for i in range(race.vehicle_count):
        other = race.vehicles[i]
        near = polygon_within(race.bodies[i], race.course.pieces[piece], BLAST)
        if other.status != Status.DRIVING or not near:
            continue
        build, weaker = race.builds[i], 1 if has_lost_half(race, other) else 0
        fails = WHOLE - chance(-weaker, build.defence, build.resilient)
        lost = HIT_POINT * min(BLAST_DAMAGE, other.hit_points) * fails // WHOLE
        worth += lost * weight(race, vehicle.owner, other) // 100
    return worth * weapon_of(race, vehicle, slot).attacks // SIDES


@jitable
def best_target(race: Race, ask: AskRecord) -> int:
    """The target worth most; none if none is worth anything."""
    vehicle = race.vehicles[race.active]
    best: int = Target.PASS
    most = 0
    for n in range(ask.count):
        option = ask.options[n]
        if option >= Target.TERRAIN:
            worth = blast_worth(race, vehicle, ask.subject, option - Target.TERRAIN)
        elif option >= Target.VEHICLE:
            other = race.vehicles[option - Target.VEHICLE]
            worth = attack_worth(race, vehicle, ask.subject, other)
        else:
            worth = 0
        if worth > most:
            best, most = option, worth
    return best


@jitable
def best_drop(race: Race, slot: int) -> int:
    """Drop it if that hurts opponents more than own vehicles."""
    vehicle = race.vehicles[race.active]
    found, worth = dropped_on(race, vehicle, slot), 0
    for i in range(race.vehicle_count):
        if (found >> i) & 1:
            worth += attack_worth(race, vehicle, slot, race.vehicles[i])
    return 1 if worth > 0 else 0


# --- the next vehicle


@jitable
def shots_worth(race: Race, vehicle: Vehicle) -> int:
    """The worth of its shots from its present place: opponents may be gone later."""
    total = 0
    for slot in range(MAX_WEAPONS):
        found, most = targets(race, vehicle, slot), 0
        for i in range(race.vehicle_count):
            if (found >> i) & 1:
                most = max(most, attack_worth(race, vehicle, slot, race.vehicles[i]))
        total += most
    return total


@jitable
def best_activation(race: Race, ask: AskRecord) -> int:
    """The vehicle that can shoot well now; in a race the leader, so that the way is free."""
    best, most = ask.options[0], -1
    for n in range(ask.count):
        vehicle = race.vehicles[ask.options[n]]
        worth = shots_worth(race, vehicle)
        for k in range(ask.count):
            other = race.vehicles[ask.options[k]]
            if k != n and has_gate(race, vehicle) and is_ahead(race, vehicle, other):
                worth += IN_FRONT
        if worth > most:
            best, most = ask.options[n], worth
    return best


# --- where vehicles are placed


@jitable
def best_to_place(race: Race, ask: AskRecord) -> int:
    """The fastest first."""
    best = ask.options[0]
    for n in range(ask.count):
        if race.builds[ask.options[n]].movement > race.builds[best].movement:
            best = ask.options[n]
    return best


@jitable
def nearest_prey(race: Race, vehicle: Vehicle, x: int, y: int) -> int:
    """The distance from a point to the nearest opponent that counts; FAR if there is none."""
    nearest = FAR
    hunts = race.course.mission == Mission.SCAVENGERS and vehicle.owner != race.runner
    for i in range(race.vehicle_count):
        other = race.vehicles[i]
        if other.status != Status.DRIVING or other.owner == vehicle.owner:
            continue
        if not hunts or other.owner == race.runner:
            body = race.bodies[i]
            nearest = min(nearest, root(squared_distance(x, y, body.x, body.y)))
    return nearest


@jitable
def place_cost(race: Race, vehicle: Vehicle, x: int, y: int) -> int:
    """The cost of a place for a vehicle, lower is better: far from its gate, or from its prey."""
    if has_gate(race, vehicle):
        return way_from(race, vehicle.gate, x, y)
    if has_ranks(race):
        return 0  # it has finished
    return nearest_prey(race, vehicle, x, y)


@jitable
def is_in_lane(body: Body, x: int, y: int, heading: int) -> bool:
    """True if a body stands right ahead of a place."""
    ahead, aside = rotate(body.x - x, body.y - y, -heading)
    return 0 < ahead < LANE_AHEAD and abs(aside) < LANE


@jitable
def best_spot(race: Race, ask: AskRecord) -> int:
    """A place near the gate, or the prey, and not right behind another vehicle."""
    course, vehicle = race.course, race.vehicles[ask.subject]
    best, least = ask.options[0], FAR
    for n in range(ask.count):
        spot = ask.options[n]
        x, y = course.spot_x[spot], course.spot_y[spot]
        cost = place_cost(race, vehicle, x, y)
        for i in range(race.vehicle_count):
            stands = race.vehicles[i].status == Status.DRIVING
            if stands and is_in_lane(race.bodies[i], x, y, course.spot_heading[spot]):
                cost += BLOCKED_LANE
        if cost < least:
            best, least = spot, cost
    return best


# --- nudges


@jitable
def best_push(race: Race, ask: AskRecord) -> int:
    """Push own vehicles towards their goal, others back."""
    vehicle, body = race.vehicles[ask.subject], race.bodies[ask.subject]
    sign = 1 if vehicle.owner == ask.by else -1
    best: int = Nudge.STAY
    least = sign * place_cost(race, vehicle, body.x, body.y)
    for n in range(ask.count):
        option = ask.options[n]
        if option == Nudge.STAY:
            continue
        way = INCH if option >= Nudge.INCH else HALF
        dx, dy = forward(body.heading + option % 100 * TURN // BEARINGS, way)
        cost = sign * place_cost(race, vehicle, body.x + dx, body.y + dy)
        if cost < least:
            best, least = option, cost
    return best


@jitable
def wanted_heading(race: Race, vehicle: Vehicle) -> int:
    """The heading that a vehicle wants: towards the best of the places around it."""
    body = race.bodies[vehicle.index]
    wanted, least = body.heading, FAR
    for n in range(BEARINGS):
        heading = body.heading + n * TURN // BEARINGS
        dx, dy = forward(heading, LOOK)
        cost = place_cost(race, vehicle, body.x + dx, body.y + dy)
        if cost < least:
            wanted, least = heading, cost
    return wanted


@jitable
def best_turn(race: Race, ask: AskRecord) -> int:
    """Turn own vehicles towards their goal, others away from it."""
    vehicle, body = race.vehicles[ask.subject], race.bodies[ask.subject]
    sign = 1 if vehicle.owner == ask.by else -1
    wanted = wanted_heading(race, vehicle)
    best, least = MOST_STEPS, FAR
    for n in range(ask.count):
        turn = (ask.options[n] - MOST_STEPS) * STEP * DEGREE
        cost = sign * abs(turn_between(body.heading + turn, wanted))
        if cost < least:
            best, least = ask.options[n], cost
    return best


@jitable
def shooting_answer(race: Race, ask: AskRecord) -> int:
    """The rookie's answer to any question except those about its own movement."""
    question = ask.question
    if question == Question.PLACE:
        return best_to_place(race, ask)
    if question == Question.SPOT:
        return best_spot(race, ask)
    if question == Question.ACTIVATE:
        return best_activation(race, ask)
    if question == Question.TARGET:
        return best_target(race, ask)
    if question == Question.DROP:
        return best_drop(race, ask.subject)
    if question == Question.NUDGE_TURN:
        return best_turn(race, ask)
    return best_push(race, ask)
