"""The questions of Wasteland Rally: to the players, and to the dice."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.declared import Asked, Names, Offered
from wreckoning.rulesets.rally import race

STEP = 5  # degrees, of a manoeuvre and of a nudge
MOST_STEPS = 9  # either way: 45° (W14, W21)
MOST_FORWARD = 40  # half inches in one option; a plan goes on straight with the next
MOST_BACK = 16
BEARINGS = 16  # of a nudge


def vehicle_name(vehicle: int) -> str:
    """The name of a vehicle in log files: `#1` is the first."""
    return f"#{vehicle + 1}"


def inches_name(halves: int) -> str:
    """A number of half inches: `6`, `6½`, `½`."""
    whole = str(halves // 2) if halves > 1 else ""
    return f"{whole}½" if halves % 2 else whole


def _turn(steps: int) -> str:
    """`left 30`, `right 5`, `straight`."""
    return f"{'right' if steps > 0 else 'left'} {STEP * abs(steps)}" if steps else "straight"


def _bearing(at: int) -> str:
    """Degrees clockwise from straight ahead: `45`, `337½`."""
    halves = at * 360 * 2 // BEARINGS
    return f"{halves // 2}{'½' if halves % 2 else ''}"


USES = Names({0: "keep", 1: "use"})
SPOTS = Names({spot: f"spot {spot + 1}" for spot in range(race.SPOTS)})
VEHICLES = Names({vehicle: vehicle_name(vehicle) for vehicle in range(race.MAX_VEHICLES)})
TERRAIN = Names({piece: str(piece + 1) for piece in range(race.PIECES)})
HALVES = Names({halves: inches_name(halves) for halves in range(1, 100)})
TURNS = Names({MOST_STEPS + steps: _turn(steps) for steps in range(-MOST_STEPS, MOST_STEPS + 1)})
AROUND = Names({at: _bearing(at) for at in range(BEARINGS)})


class Pace(IntEnum):
    """The pace of a vehicle in its activation (W9)."""

    STAND = 0
    DRIVE = 1
    ADVANCE = 2


class Leg(Offered):
    """A leg of a plan (W14)."""

    GO = 0  # drive it
    FORWARD = 100, HALVES
    BACK = 200, HALVES
    TURN = 300, TURNS, ""  # STRAIGHT + steps of 5°, clockwise if positive


STRAIGHT = int(Leg.TURN) + MOST_STEPS


class Target(Offered):
    """The target of a weapon (W12)."""

    PASS = 0
    VEHICLE = 100, VEHICLES, "shoot"
    TERRAIN = 200, TERRAIN, "shoot terrain"


class Nudge(Offered):
    """The nudge of a vehicle out of control (W21): sixteenths of a turn, clockwise from ahead."""

    STAY = 0
    HALF = 100, AROUND, "½ inch at"
    INCH = 200, AROUND, "1 inch at"


class Question(Asked):
    """Choices and dice, by the names that log files and the referee's JSON use."""

    SPOT = "W40", "Where does it start?", SPOTS  # subject: the vehicle to be placed
    PLACE = "W40", "Which vehicle do you place?", VEHICLES
    ACTIVATE = "W5", "Which vehicle do you activate?", VEHICLES
    BOOST = "W31", "Use the Boost?", USES  # subject: the vehicle
    PACE = "W9", "How do you move?", Pace  # subject: the vehicle
    PLAN = "W14", "Which way?", Leg  # subject: the vehicle
    TARGET = "W12", "What do you shoot at?", Target  # subject: the weapon's slot
    DROP = "W28", "Use the dropper?", USES  # subject: the weapon's slot
    NUDGE_TURN = "W21", "How far do you turn it?", TURNS  # subject: the vehicle out of control
    NUDGE_MOVE = "W21", "Where do you push it?", Nudge  # subject: the vehicle out of control
    # dice; subject: the vehicle, but for INITIATIVE_DIE, the seat
    INITIATIVE_DIE = "W5", "initiative"
    COMMAND_DIE = "W1", "command test"
    DEFENCE_DIE = "W1", "defence test"
    SKILL_DIE = "W1", "battle skill test"
    EXPLOSION_DIE = "W25", "explosion"
