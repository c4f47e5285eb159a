"""Coming home: vehicles that have crossed all gates, their ranks, and their points."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.distance import distance_of_segment
from wreckoning.rulesets.rally.events import Finished
from wreckoning.rulesets.rally.numbers import Mission, Reason, Status
from wreckoning.rulesets.rally.race import Course, Race, Vehicle
from wreckoning.rulesets.rally.rules.scoring import (
    points_of_coming_home,
    points_of_place,
    score,
)
from wreckoning.rulesets.rally.rules.survey import way_left


@rule("W18", "W34", "V18")
def gates_to_cross(course: Course) -> int:
    """The gates a vehicle has to cross to be home; 0 if there is no such end.

    Laps end at gate 1. Where there are no laps, the last gate is the way out.
    """
    if course.mission == Mission.BATTLE_ROYALE or course.mission == Mission.ELIMINATION_RACE:
        return 0
    if course.mission == Mission.OUTRUN or course.mission == Mission.SCAVENGERS:
        return course.gate_count - course.first_gate
    return course.laps * course.gate_count + 1 - course.first_gate


@rule("W19")
def is_home(race: Race, vehicle: Vehicle) -> bool:
    """Has it crossed all the gates that it has to?"""
    gates = gates_to_cross(race.course)
    return gates > 0 and vehicle.gates >= gates


@jitable
def has_ranks(race: Race) -> bool:
    """Is it a race, in which vehicles are ranked?"""
    return (
        race.course.mission != Mission.BATTLE_ROYALE and race.course.mission != Mission.SCAVENGERS
    )


@jitable
def has_points_for_places(race: Race) -> bool:
    """Whether every place counts, also those of vehicles that do not get home (V22)."""
    return (
        race.course.mission == Mission.TWO_LAP_RACE
        or race.course.mission == Mission.ELIMINATION_RACE
    )


@rule("W19")
def rank_next(race: Race, vehicle: Vehicle) -> None:
    """The best rank that is left."""
    race.ranked += 1
    vehicle.rank = race.ranked


@rule("V30", "W20")
def rank_last(race: Race, vehicle: Vehicle) -> None:
    """The worst rank that is left: it drives no more."""
    if has_ranks(race):
        vehicle.rank = race.vehicle_count - race.dropped
        race.dropped += 1


@rule("V22")
def is_ahead(race: Race, vehicle: Vehicle, other: Vehicle) -> bool:
    """By gates crossed in all, then by the way left to the next gate, then by initiative."""
    if vehicle.gates != other.gates:
        return vehicle.gates > other.gates
    way, other_way = way_left(race, vehicle), way_left(race, other)
    if way != other_way:
        return way < other_way
    return goes_before(race, vehicle, other)


@jitable
def goes_before(race: Race, vehicle: Vehicle, other: Vehicle) -> bool:
    """Whether it goes first in a tie: by initiative of the round, then by number."""
    order = race.seats[vehicle.owner].initiative
    other_order = race.seats[other.owner].initiative
    if order != other_order:
        return order < other_order
    return vehicle.index < other.index


@rule("W19")
def past_the_line(race: Race, vehicle: Vehicle) -> int:
    """The distance of a vehicle that is home from the gate it crossed last (W3)."""
    course = race.course
    gate = course.gates[(vehicle.gate - 1) % course.gate_count]
    body = race.bodies[vehicle.index]
    return distance_of_segment(gate.left_x, gate.left_y, gate.right_x, gate.right_y, body)


@jitable
def furthest_home(race: Race) -> int:
    """The vehicle furthest past the line, of those home and still on the board; or NOBODY."""
    best, most = NOBODY, -1
    for i in range(race.vehicle_count):
        vehicle = race.vehicles[i]
        if vehicle.status != Status.DRIVING or not is_home(race, vehicle):
            continue
        far = past_the_line(race, vehicle)
        tied = far == most and goes_before(race, vehicle, race.vehicles[best])
        if far > most or tied:
            best, most = i, far
    return best


@rule("W19")
def take_off_home(race: Race) -> None:
    """Take vehicles that are home off the board and rank them, the furthest past the line first."""
    while True:
        found = furthest_home(race)
        if found == NOBODY:
            return
        finish(race, race.vehicles[found])


@rule("W19", "W34", "W39", "V14", "V31")
def finish(race: Race, vehicle: Vehicle) -> None:
    """Take a vehicle home and off the board, with the next rank and its points.

    In an Arena Race the lines crossed have been scored already.
    """
    rank_next(race, vehicle)
    vehicle.status = Status.FINISHED
    vehicle.ended = race.rounds
    points, reason = points_of_place(vehicle.rank), Reason.PLACE
    if race.course.mission == Mission.ARENA_RACE:
        points = 0
    elif race.course.mission == Mission.OUTRUN:
        points, reason = points_of_coming_home(vehicle.rank), Reason.HOME
    tell(race, Finished(vehicle.owner, vehicle.index, vehicle.rank, points))
    score(race, vehicle.owner, points, reason, vehicle.index)


@rule("V22", "V32")
def rank_the_rest(race: Race) -> None:
    """At the end of the game, vehicles still driving take the ranks left, by their standing.

    If every place counts they get its points.
    """
    if not has_ranks(race):
        return
    while True:
        best = NOBODY
        for i in range(race.vehicle_count):
            vehicle = race.vehicles[i]
            if vehicle.status != Status.DRIVING or vehicle.rank:
                continue
            if best == NOBODY or is_ahead(race, vehicle, race.vehicles[best]):
                best = i
        if best == NOBODY:
            return
        vehicle = race.vehicles[best]
        rank_next(race, vehicle)
        if has_points_for_places(race):
            points = points_of_place(vehicle.rank)
            score(race, vehicle.owner, points, Reason.PLACE, vehicle.index)
