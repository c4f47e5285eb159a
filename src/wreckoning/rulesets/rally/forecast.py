"""The outcome of a plan before it is driven, for the chooser. It changes nothing.

forecast(race, vehicle, plan_with(race, option))
"""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.core.records import NOBODY
from wreckoning.geometry.bodies import place
from wreckoning.geometry.paths import Path, stand_at, travel_of
from wreckoning.rulesets.rally.events import WRECKS
from wreckoning.rulesets.rally.numbers import Leg, Terrain
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.contacts import Contact, first_met, kind_of_terrain
from wreckoning.rulesets.rally.rules.gates import next_passage
from wreckoning.rulesets.rally.rules.plans import (
    Pose,
    add_option,
    cost_of,
    free_turns,
    may_stop,
    movement_left,
    turns_within,
)


@dataclass(frozen=True)
class Meeting:
    """What a plan meets on its way: another vehicle, or terrain by its number in events.

    `pose` is the vehicle's place then; `ends` if the plan goes no further in any case.
    """

    distance: int
    is_vehicle: bool
    which: int
    pose: Pose
    ends: bool


@dataclass(frozen=True)
class Forecast:
    """A plan's cost and its end. Lengths in thousandths of an inch, headings in hundredths of a
    degree."""

    spent: int  # movement
    left: int
    turns: int  # manoeuvres
    turns_left: int
    free_turns: int  # of these without cost
    pose: Pose  # at the end of the plan, or where it is stopped
    may_end: bool  # at that pose (V16)
    leaves: bool  # the vehicle leaves the board, by a gate
    gates: bool  # it crosses its next gate on the way
    meetings: tuple[Meeting, ...]  # in order


def plan_with(race: Race, option: int) -> Path:
    """The plan that is being made with an option of PLAN added."""
    path = race.path.copy()
    if option != Leg.GO:
        add_option(path, option)
    return path


def forecast(race: Race, vehicle: Vehicle, path: Path) -> Forecast:
    """The cost and the contacts of a vehicle's plan if it passes all tests on the way."""
    body = race.bodies[vehicle.index]
    meetings, end, leaves = _meetings(race, vehicle, path)
    spent, turns, _ = cost_of(race, vehicle, path, end)
    left = movement_left(race, vehicle) - spent
    made = race.turns + turns
    there, pose = body.copy(), stand_at(path, body, end)
    place(there, *pose)
    may_end = path.count == 0 or leaves or may_stop(race, vehicle, there)
    return Forecast(
        spent=spent,
        left=left,
        turns=turns,
        turns_left=turns_within(race, vehicle, made, left),
        free_turns=max(free_turns(race, vehicle) - made, 0),
        pose=pose,
        may_end=may_end,
        leaves=leaves,
        gates=next_passage(race, vehicle, path, 0, end) != NOBODY,
        meetings=meetings,
    )


def _meetings(race: Race, vehicle: Vehicle, path: Path) -> tuple[tuple[Meeting, ...], int, bool]:
    """The contacts in order, the distance the plan leads, and whether off the board."""
    body, limit = race.bodies[vehicle.index], travel_of(path)
    passed = smashed = 0
    found: list[Meeting] = []
    while True:
        end, kind, which = first_met(race, vehicle, path, passed, smashed, limit)
        if kind in (Contact.NOTHING, Contact.WAY_OUT):
            return tuple(found), end, kind == Contact.WAY_OUT
        is_vehicle = kind == Contact.VEHICLE
        ends = not is_vehicle and kind_of_terrain(race, which) != Terrain.WRECKAGE
        found.append(Meeting(end, is_vehicle, which, stand_at(path, body, end), ends))
        if ends:
            return tuple(found), end, False
        if is_vehicle:
            passed |= 1 << which
        elif which >= WRECKS:
            passed |= 1 << which - WRECKS
        else:
            smashed |= 1 << which
