"""The elimination gates of the Elimination Race.

`Race.elimination` counts gates through all laps: 0 is the start gate at the start, the first one
that eliminates is the second.
"""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.distance import distance_of_segment
from wreckoning.rulesets.rally.events import BecameEliminated
from wreckoning.rulesets.rally.numbers import Reason, Status
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.finishing import goes_before, is_ahead, rank_last
from wreckoning.rulesets.rally.rules.scoring import points_of_place, score

FIRST = 1  # the second gate
TOO_FAR = 2  # gates ahead


@rule("W20")
def begin_elimination(race: Race) -> None:
    """The second gate is the first that eliminates."""
    race.elimination = FIRST


@jitable
def gates_reached(race: Race, vehicle: Vehicle) -> int:
    """The number of its next gate, counted through all laps."""
    return race.course.first_gate + vehicle.gates


@rule("W20")
def is_across(race: Race, vehicle: Vehicle) -> bool:
    """Has it crossed the elimination gate?"""
    return gates_reached(race, vehicle) > race.elimination


@jitable
def furthest_back(race: Race) -> int:
    """The vehicle furthest back of those not across; NOBODY if all are across."""
    last = NOBODY
    for i in range(race.vehicle_count):
        vehicle = race.vehicles[i]
        if vehicle.status != Status.DRIVING or is_across(race, vehicle):
            continue
        if last == NOBODY or is_ahead(race, race.vehicles[last], vehicle):
            last = i
    return last


@rule("W20")
def closest_to_gate(race: Race) -> int:
    """The vehicle closest to the elimination gate, on either side of it (W3)."""
    course = race.course
    gate = course.gates[race.elimination % course.gate_count]
    last, least = NOBODY, 0
    for i in range(race.vehicle_count):
        vehicle, body = race.vehicles[i], race.bodies[i]
        if vehicle.status != Status.DRIVING:
            continue
        far = distance_of_segment(gate.left_x, gate.left_y, gate.right_x, gate.right_y, body)
        tied = last != NOBODY and far == least and goes_before(race, race.vehicles[last], vehicle)
        if last == NOBODY or far < least or tied:
            last, least = i, far
    return last


@rule("W20", "W36")
def eliminate(race: Race, vehicle: Vehicle) -> None:
    """Removed, with the last of the places left and its points."""
    vehicle.status = Status.ELIMINATED
    vehicle.ended = race.rounds
    rank_last(race, vehicle)
    gate = race.elimination % race.course.gate_count
    tell(race, BecameEliminated(vehicle.owner, vehicle.index, gate, vehicle.rank))
    score(race, vehicle.owner, points_of_place(vehicle.rank), Reason.PLACE, vehicle.index)


@rule("W20", "V34")
def crossed(race: Race, vehicle: Vehicle) -> None:
    """After a gate two ahead is crossed, vehicles not across the elimination gate are removed.

    The furthest back goes first. The next gate becomes current if any was removed.
    """
    if gates_reached(race, vehicle) - 1 < race.elimination + TOO_FAR:
        return
    last = furthest_back(race)
    if last == NOBODY:
        return
    while last != NOBODY:
        eliminate(race, race.vehicles[last])
        last = furthest_back(race)
    race.elimination += 1


@rule("W20")
def eliminate_last(race: Race) -> None:
    """A round ends: with all, or all but one, across the gate, one goes, and the next is current.

    The one that is not across; if all are, the one closest to the gate.
    """
    driving = behind = 0
    for i in range(race.vehicle_count):
        if race.vehicles[i].status == Status.DRIVING:
            driving += 1
            behind += 0 if is_across(race, race.vehicles[i]) else 1
    if driving < 2 or behind > 1:
        return
    last = furthest_back(race) if behind else closest_to_gate(race)
    eliminate(race, race.vehicles[last])
    race.elimination += 1
