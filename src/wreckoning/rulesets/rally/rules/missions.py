"""The missions: the points for gates, damage and wrecks in each."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule
from wreckoning.rulesets.rally.events import Finished
from wreckoning.rulesets.rally.numbers import Mission, Reason, Status
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.elimination import crossed
from wreckoning.rulesets.rally.rules.finishing import (
    finish,
    gates_to_cross,
    is_home,
    rank_last,
)
from wreckoning.rulesets.rally.rules.scoring import points_of_place, score

HURT = 1  # points for hurting an opponent (W37)
ESCAPED = 5  # for each vehicle off by the gate (V31)
CAUGHT = 5  # for each vehicle of the first team destroyed (V31)


@rule("W38", "W37")
def has_gate(race: Race, vehicle: Vehicle) -> bool:
    """Whether it has a next gate to cross."""
    if race.course.mission == Mission.BATTLE_ROYALE:
        return False
    if race.course.mission == Mission.SCAVENGERS and vehicle.owner != race.runner:
        return False
    return not is_home(race, vehicle)


@rule("W38", "W39")
def leaves_by_gate(race: Race, vehicle: Vehicle) -> bool:
    """Is its next gate the last one, and a way off the board?"""
    if race.course.mission != Mission.OUTRUN and race.course.mission != Mission.SCAVENGERS:
        return False
    last = vehicle.gates + 1 == gates_to_cross(race.course)
    return last and has_gate(race, vehicle)


@rule("W19", "W20", "W35", "W38", "W39")
def crossed_gate(race: Race, vehicle: Vehicle) -> None:
    """Apply the immediate effects of a crossed gate, which is already counted and told.

    It may be off the board after this (FINISHED), and others may be eliminated.
    """
    mission = race.course.mission
    if mission == Mission.ARENA_RACE:
        score_line(race, vehicle)
    elif mission == Mission.ELIMINATION_RACE:
        crossed(race, vehicle)
    elif mission == Mission.SCAVENGERS and is_home(race, vehicle):
        escape(race, vehicle)
    elif mission == Mission.OUTRUN and is_home(race, vehicle):
        finish(race, vehicle)


@rule("W35", "V18")
def score_line(race: Race, vehicle: Vehicle) -> None:
    """Points for a line by the order in which it is crossed."""
    order = 1
    for i in range(race.vehicle_count):
        if i != vehicle.index and race.vehicles[i].gates >= vehicle.gates:
            order += 1
    score(race, vehicle.owner, points_of_place(order), Reason.FIRST_ACROSS, vehicle.index)


@rule("W38", "V31")
def escape(race: Race, vehicle: Vehicle) -> None:
    """Take a vehicle off by the gate, with points for it."""
    vehicle.status = Status.FINISHED
    vehicle.ended = race.rounds
    tell(race, Finished(vehicle.owner, vehicle.index, 0, ESCAPED))
    score(race, vehicle.owner, ESCAPED, Reason.ESCAPED, vehicle.index)


@rule("W37", "V31")
def hurt(race: Race, vehicle: Vehicle, by: int) -> None:
    """Note that it has lost hit points at once to vehicle `by` (NOBODY: to no weapon)."""
    if race.course.mission != Mission.BATTLE_ROYALE or by == NOBODY:
        return
    owner = race.vehicles[by].owner
    if owner != vehicle.owner:
        score(race, owner, HURT, Reason.HURT_OPPONENT, vehicle.index)


@rule("W38", "V30", "V31")
def destroyed(race: Race, vehicle: Vehicle, by: int) -> None:
    """Rank a destroyed vehicle last of the places left; in Scavengers score for its destroyer."""
    rank_last(race, vehicle)
    if race.course.mission != Mission.SCAVENGERS or by == NOBODY:
        return
    owner = race.vehicles[by].owner
    if vehicle.owner == race.runner and owner != race.runner:
        score(race, owner, CAUGHT, Reason.DESTROYED_ONE, vehicle.index)
