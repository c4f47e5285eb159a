"""The rookie's goals, and the worth of a place on the way there.

Worths are thousandths of an inch of way. They only serve to compare places for one vehicle at one
moment.
"""

from __future__ import annotations

from typing import NamedTuple

from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import Direction, ahead, direction, forward
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.gates import (
    ALL_CORNERS,
    Gate,
    corners_past,
    corners_through,
    past,
    step_crosses,
)
from wreckoning.geometry.overlap import is_near
from wreckoning.geometry.paths import travel_of
from wreckoning.geometry.points import root, squared_distance
from wreckoning.rulesets.rally.numbers import Pace, Status
from wreckoning.rulesets.rally.race import ELSEWHERE, INCH, MAX_WEAPONS, Race, Vehicle
from wreckoning.rulesets.rally.rules.attributes import movement_of
from wreckoning.rulesets.rally.rules.finishing import gates_to_cross
from wreckoning.rulesets.rally.rules.missions import has_gate
from wreckoning.rulesets.rally.rules.survey import distance_past, way_from

LOOK_AHEAD = 4 * INCH  # a place is rated by the way this far ahead
LEAP = 3 * LOOK_AHEAD  # if the way gets shorter by this much at once, a wall is between
FIGHTING, RAMMING = 9 * INCH, 4 * INCH  # the best distance to an enemy, for guns and for melee
EXPOSED = 4 * INCH  # the cost of standing in the enemy's field of fire
CROSSING = 16 * INCH  # the worth of having passed the gate
LOST = 100 * INCH  # if no way is known
BESIDE = 12 * INCH  # a body this near to a gate's middle is next to the gate
BEYOND = 14 * INCH  # a gate this far beyond its movement is in reach: half the gate, a Boost
CLEAR_OF_POSTS = 7 * INCH // 4  # between a vehicle's middle and a gate's end

# Kinds of goals
GATE = 0
ENEMY = 1
AWAY = 2  # away from the finish, which is behind it
FAR_GATE = 3  # a gate that it cannot reach in this movement


class Goal(NamedTuple):
    """What a vehicle wants next: a gate, or an enemy."""

    kind: int
    gate: int  # NOBODY if it hunts an enemy
    through: int  # the corners that are through the gate
    after: int  # the gate after it; NOBODY if none counts
    between: int  # the way from this gate to that one
    enemy: int  # NOBODY if there is a gate
    distance: int  # the best distance to the enemy


@jitable
def gate_goal(kind: int, gate: int) -> Goal:
    """A gate alone: no corner is through, none counts after it."""
    return Goal(kind, gate, 0, NOBODY, 0, NOBODY, 0)


@jitable
def goal_of(race: Race, vehicle: Vehicle) -> Goal:
    """The next goal of a vehicle after it has driven the plan in `race.path`."""
    body, path, count = race.bodies[vehicle.index], race.path, race.course.gate_count
    if not has_gate(race, vehicle):
        enemy = nearest_enemy(race, vehicle)
        if vehicle.gates or enemy == NOBODY:
            return gate_goal(AWAY, (vehicle.gate - 1) % count)
        return Goal(ENEMY, NOBODY, 0, NOBODY, 0, enemy, fighting_distance(race, vehicle))
    gate, crossed = vehicle.gate, vehicle.gates
    through = vehicle.through
    if path.count:
        through = corners_through(path, body, race.course.gates[gate], travel_of(path), through)
    if through == ALL_CORNERS:
        gate, crossed, through = (gate + 1) % count, crossed + 1, 0
    most = gates_to_cross(race.course)
    if most and crossed >= most:
        return gate_goal(AWAY, (gate - 1) % count)
    x, y = middle_of(race.course.gates[gate])
    far = movement_of(race, vehicle, Pace.ADVANCE) + BEYOND
    if through == 0 and not is_near(x, y, body.x, body.y, far):
        return gate_goal(FAR_GATE, gate)
    if most and crossed + 1 >= most:
        return Goal(GATE, gate, through, NOBODY, 0, NOBODY, 0)
    after = (gate + 1) % count
    between = min(way_from(race, after, x, y), LOST)
    return Goal(GATE, gate, through, after, between, NOBODY, 0)


@jitable
def is_astray(gate: Gate, body: Body, through: int) -> bool:
    """True if any of it is past the gate's line near the gate, but did not go through."""
    x, y = middle_of(gate)
    if not is_near(x, y, body.x, body.y, BESIDE):
        return False
    return corners_past(gate, body) & ~through != 0


@jitable
def middle_of(gate: Gate) -> tuple[int, int]:
    """The middle of a gate."""
    return (gate.left_x + gate.right_x) // 2, (gate.left_y + gate.right_y) // 2


@jitable
def nearest_enemy(race: Race, vehicle: Vehicle) -> int:
    """The nearest vehicle that is worth points; NOBODY if there is none."""
    body = race.bodies[vehicle.index]
    found, least = NOBODY, 0
    for i in range(race.vehicle_count):
        other, at = race.vehicles[i], race.bodies[i]
        if other.status != Status.DRIVING or other.owner == vehicle.owner:
            continue
        if race.runner not in (NOBODY, vehicle.owner, other.owner):
            continue
        far = squared_distance(body.x, body.y, at.x, at.y)
        if found == NOBODY or far < least:
            found, least = i, far
    return found


@jitable
def place_worth(race: Race, goal: Goal, crossed: bool, x: int, y: int, heading: int) -> int:
    """The worth of standing here with this heading. `crossed`: the middle passed the gate."""
    return worth_towards(race, goal, crossed, x, y, direction(heading))


@jitable
def worth_towards(race: Race, goal: Goal, crossed: bool, x: int, y: int, towards: Direction) -> int:
    """The worth of standing here in this direction."""
    dx, dy = ahead(towards, LOOK_AHEAD)
    if goal.kind == ENEMY:
        enemy = race.bodies[goal.enemy]
        near = abs(distance_to(enemy, x, y) - goal.distance)
        worth = -(near + 2 * distance_to(enemy, x + dx, y + dy)) // 3
        return worth - EXPOSED if is_before(enemy, x, y) else worth
    gate = race.course.gates[goal.gate]
    if goal.kind == AWAY:
        far = distance_past(gate, x, y)
        return (far + 2 * distance_past(gate, x + dx, y + dy)) // 3
    if goal.kind == FAR_GATE:
        here = way_to_goal(race, goal, False, x, y)
        further = way_to_goal(race, goal, False, x + dx, y + dy)
        return -(here + 2 * leading(here, further)) // 3
    is_through = crossed or (goal.through != 0 and past(gate, x, y) > 0 and is_between(gate, x, y))
    here = way_to_goal(race, goal, is_through, x, y)
    leads_through = is_through or crosses_well(gate, x, y, x + dx, y + dy)
    further = way_to_goal(race, goal, leads_through, x + dx, y + dy)
    worth = -(here + 2 * leading(here, further)) // 3
    return worth + CROSSING if is_through else worth


@jitable
def fighting_distance(race: Race, vehicle: Vehicle) -> int:
    """The distance it wants to an enemy: close, if it has a weapon without reach."""
    for slot in range(MAX_WEAPONS):
        weapon = race.builds[vehicle.index].weapons[slot]
        if weapon.kind and weapon.assault and weapon.reach <= INCH:
            return RAMMING
    return FIGHTING


@jitable
def is_before(body: Body, x: int, y: int) -> bool:
    """True if a point is in front of a body's middle."""
    dx, dy = forward(body.heading, INCH)
    return dx * (x - body.x) + dy * (y - body.y) > 0


@jitable
def leading(here: int, further: int) -> int:
    """The way from here, seen from further on: not much longer; a leap means a wall between."""
    return here + LOOK_AHEAD if here - further > LEAP else min(further, here + LOOK_AHEAD)


@jitable
def distance_to(enemy: Body, x: int, y: int) -> int:
    """The distance from here to the enemy."""
    return root(squared_distance(x, y, enemy.x, enemy.y))


@jitable
def way_to_goal(race: Race, goal: Goal, is_through: bool, x: int, y: int) -> int:
    """The way from a point to the gate; negative once it is through, shorter for the next gate."""
    if not is_through:
        way = way_from(race, goal.gate, x, y)
        return way if way < ELSEWHERE else LOST
    if goal.after == NOBODY:
        return -distance_past(race.course.gates[goal.gate], x, y)
    way = way_from(race, goal.after, x, y)
    return (way if way < ELSEWHERE else LOST) - goal.between


@jitable
def crosses_well(gate: Gate, ax: int, ay: int, bx: int, by: int) -> bool:
    """True if a vehicle's middle crosses the gate from a to b, with room to its ends."""
    if not step_crosses(gate, ax, ay, bx, by):
        return False
    behind, beyond = -distance_past(gate, ax, ay), distance_past(gate, bx, by)
    if behind + beyond <= 0:
        return False
    x = ax + (bx - ax) * behind // (behind + beyond)
    y = ay + (by - ay) * behind // (behind + beyond)
    return is_between(gate, x, y)


@jitable
def is_between(gate: Gate, x: int, y: int) -> bool:
    """True if a vehicle's middle is between the ends of a gate, with room to both."""
    ex, ey = gate.right_x - gate.left_x, gate.right_y - gate.left_y
    along, square = ex * (x - gate.left_x) + ey * (y - gate.left_y), ex * ex + ey * ey
    room = CLEAR_OF_POSTS * root(square)
    return room <= along <= square - room
