"""The features that a chance to win depends on, for a search: the same for every mission."""

from __future__ import annotations

from typing import Any

from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY, Numbers
from wreckoning.core.rules import jitable
from wreckoning.rulesets.rally.numbers import Status
from wreckoning.rulesets.rally.race import INCH, MAX_VEHICLES, Course, Race, Vehicle
from wreckoning.rulesets.rally.rules.ending import (
    best_vehicle,
    hit_points_left,
    standing_of,
    vehicles_left,
)
from wreckoning.rulesets.rally.rules.finishing import gates_to_cross
from wreckoning.rulesets.rally.rules.survey import way_left, way_on

FEATURES = (
    "out",  # no vehicle of the team drives or is home
    "home",
    "gap",  # tens of inches behind the leader
    "gap_near",  # the same, the more the nearer the leader is to the end
    "hit_points",
    "weak",  # two hit points or less
    "stress",
    "hit_points_far",  # while it is far to the end
    "points",
    "lead",  # points more than the best of the others
    "vehicles",
    "to_act",  # its best vehicle has not been activated in this round
)
TEN_INCHES = 10 * INCH
MOST_GAP = 10 * TEN_INCHES
MOST_WAY = 20 * TEN_INCHES  # to one gate: longer ways count as unknown
NEAR = TEN_INCHES
FAR = 4 * TEN_INCHES
WEAK, MANY_HIT_POINTS = 2, 8


@jitable
def way_between(course: Course, gate: int) -> int:
    """The way from the middle of the previous gate to this one."""
    before = course.gates[(gate - 1) % course.gate_count]
    x, y = (before.left_x + before.right_x) // 2, (before.left_y + before.right_y) // 2
    return min(way_on(course, gate, x, y), MOST_WAY)


@jitable
def way_home(race: Race, vehicle: Vehicle, gates: int) -> int:
    """The way until a vehicle has crossed a number of gates."""
    if vehicle.status != Status.DRIVING or vehicle.gates >= gates:
        return 0
    course = race.course
    found = min(way_left(race, vehicle), MOST_WAY)
    for more in range(1, gates - vehicle.gates):
        found += way_between(course, (vehicle.gate + more) % course.gate_count)
    return found


@jitable
def most_gates(race: Race) -> int:
    """The gates to be crossed; without an end, one more than any vehicle has crossed."""
    gates = gates_to_cross(race.course)
    if gates == 0 and race.course.gate_count > 0:
        for index in range(race.vehicle_count):
            gates = max(gates, race.vehicles[index].gates + 1)
    return gates


@jitable
def features(race: Race, rows: Numbers) -> None:
    """A row for each seat, in thousandths."""
    gates, nearest, most, second = most_gates(race), 1 << 60, -(1 << 60), -(1 << 60)
    for seat in seat_range(race.players):
        at = best_vehicle(race, seat)
        rows[seat, 0] = at
        rows[seat, 1] = 0
        if at != NOBODY and standing_of(race.vehicles[at]) > 0:
            rows[seat, 1] = way_home(race, race.vehicles[at], gates)
            nearest = min(nearest, rows[seat, 1])
        points = race.seats[seat].points
        if points > most:
            most, second = points, most
        else:
            second = max(second, points)
    if nearest == 1 << 60:
        nearest = 0
    for seat in seat_range(race.players):
        fill_row(
            race, rows[seat], seat, nearest, second if race.seats[seat].points == most else most
        )


@jitable
def fill_row(race: Race, row: Any, seat: SeatIndex, nearest: int, others: int) -> None:
    """One seat's row: its best vehicle and the way of that are in it already."""
    at, way = row[0], row[1]
    points = race.seats[seat].points
    for feature in range(len(FEATURES)):
        row[feature] = 0
    row[8] = 1000 * points // 4
    row[9] = 1000 * max(-12, min(points - others, 12)) // 4
    standing = standing_of(race.vehicles[at]) if at != NOBODY else 0
    if standing == 0:
        row[0] = 1000
        return
    row[1] = 1000 if standing == 2 else 0
    gap = 1000 * min(way - nearest, MOST_GAP) // TEN_INCHES
    hit_points = 1000 * min(hit_points_left(race, seat), MANY_HIT_POINTS) // MANY_HIT_POINTS
    row[2] = gap
    row[3] = gap * NEAR // (NEAR + nearest)
    row[4] = hit_points
    row[5] = 1000 if race.vehicles[at].hit_points <= WEAK else 0
    row[6] = 1000 * race.vehicles[at].stress
    row[7] = hit_points if nearest > FAR else 0
    row[10] = 1000 * vehicles_left(race, seat)
    row[11] = 0 if race.vehicles[at].activated else 1000


@jitable
def clock(race: Race) -> int:
    """The clock of a game: its rounds."""
    return race.rounds


@jitable
def turn(race: Race) -> int:
    """The turn of a game: its activations."""
    return race.rounds * (MAX_VEHICLES + 1) + race.active + 1
