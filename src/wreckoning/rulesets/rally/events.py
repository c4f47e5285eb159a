"""What Wasteland Rally tells: events, and the modifiers of rolls.

Each event knows its rule and what its numbers are. Sentences are made in `view`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

from wreckoning.core.declared import Declared
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rally.questions import Pace, vehicle_name
from wreckoning.rulesets.rally.race import INCH


class Event(IntEnum):
    """What happened, in the order of the rulebook. `who` is a seat; vehicles are numbers."""

    DEPLOYED = 10  # vehicle, spot
    ROUND_BEGINS = 11  # round
    INITIATIVE = 12  # who: in this place of the order: place
    ACTIVATED = 13  # vehicle, stress, hit points
    RECOVERED = 14  # vehicle, stress taken off, stress left
    PACE_CHOSEN = 15  # vehicle, Pace, movement
    BOOSTED = 16  # vehicle
    MOVED = 17  # vehicle, x, y, heading
    GATE_CROSSED = 18  # vehicle, gate, lap
    LAP = 19  # vehicle, laps completed
    FINISHED = 20  # vehicle, rank, points
    BECAME_ELIMINATED = 21  # vehicle, gate, rank
    TEST = 22  # vehicle, a Trial, passed
    DROVE_OVER = 23  # vehicle, the other
    HIT_TERRAIN = 24  # vehicle, piece; NOBODY: the board's edge
    SMASHED = 25  # vehicle, piece (from WRECKS on: a wrecked vehicle)
    LOST_CONTROL = 26  # vehicle, the seat that places it
    NUDGED = 27  # vehicle, x, y, heading
    EXPLODED = 28  # piece
    CAUGHT = 29  # vehicle, the piece that explodes, touching it
    FIRED = 30  # vehicle, weapon, target
    FIRED_AT_TERRAIN = 31  # vehicle, weapon, piece
    DROPPED = 32  # vehicle, weapon
    HITS = 33  # vehicle, weapon, target, hits
    DAMAGED = 34  # vehicle, hit points lost, left
    CRITICAL = 35  # vehicle, target
    STRESSED = 36  # vehicle, stress now
    DESTROYED = 37  # vehicle, by: a vehicle; NOBODY
    SCORED = 38  # who: points, why (a Reason), vehicle
    ROUND_ENDS = 39  # round
    GAME_OVER = 40  # round
    WAITS = 41  # vehicle: it cannot go on without reversing
    WAY = 42  # vehicle, the way driven, manoeuvres, 1 forward or −1 backward


class Trial(IntEnum):
    """What a test is taken for."""

    RECOVERY = 0
    TERRAIN = 1
    DRIVING_OVER = 2
    DRIVEN_OVER = 3
    CRITICAL_HIT = 4
    OBSTRUCTED = 5
    LOST_CONTROL = 6  # the defence test
    EXPLOSION = 7
    ATTACK = 8
    WRECKAGE = 9


class Modifier(Declared):
    """What is added to a roll."""

    STRESS = "W8"
    DAMAGE = "W17"
    ADVANCE = "W9"
    ACCURATE = "W13"
    ASSAULT_RANGE = "W10"
    UNWIELDY = "W13"
    TURRET = "W30"
    OBSTRUCTED = "W11"
    PIERCING = "W12"
    RECKLESS = "W32"


class Reason(IntEnum):
    """What points are for."""

    PLACE = 0  # W34, W36
    FIRST_ACROSS = 1  # W35
    HURT_OPPONENT = 2  # W37
    ESCAPED = 3  # W38
    DESTROYED_ONE = 4  # W38
    HOME = 5  # W39


class Figure(Enum):
    """What a number of an event is, for JSON."""

    NUMBER = "a whole number"
    VEHICLE = "a vehicle's number"
    LENGTH = "thousandths of an inch, as inches"
    HEADING = "hundredths of a degree, as degrees"
    FLAG = "true or false"
    GATE = "a gate, by its name"
    PIECE = "a piece of terrain, by its name; the edge"
    WEAPON = "a weapon's slot: weapon of the vehicle before it"
    SEAT = "a seat, by its name"
    PACE = Pace
    TRIAL = Trial
    REASON = Reason


@dataclass(frozen=True)
class Telling:
    """An event's rule, and what its numbers are: (name, figure)."""

    rule: str
    figures: tuple[tuple[str, Figure], ...] = ()


N, V, F = Figure.NUMBER, Figure.VEHICLE, Figure
TELLINGS: dict[int, Telling] = {
    Event.DEPLOYED: Telling("W40", (("vehicle", V), ("spot", N))),
    Event.ROUND_BEGINS: Telling("W5", (("round", N),)),
    Event.INITIATIVE: Telling("W5", (("place", N),)),
    Event.ACTIVATED: Telling("W6", (("vehicle", V), ("stress", N), ("hit_points", N))),
    Event.RECOVERED: Telling("W7", (("vehicle", V), ("removed", N), ("left", N))),
    Event.PACE_CHOSEN: Telling("W9", (("vehicle", V), ("pace", F.PACE), ("movement", F.LENGTH))),
    Event.BOOSTED: Telling("W31", (("vehicle", V),)),
    Event.MOVED: Telling(
        "W14", (("vehicle", V), ("x", F.LENGTH), ("y", F.LENGTH), ("heading", F.HEADING))
    ),
    Event.GATE_CROSSED: Telling("W18", (("vehicle", V), ("gate", F.GATE), ("lap", N))),
    Event.LAP: Telling("W34", (("vehicle", V), ("laps", N))),
    Event.FINISHED: Telling("W19", (("vehicle", V), ("rank", N), ("points", N))),
    Event.BECAME_ELIMINATED: Telling("W20", (("vehicle", V), ("gate", F.GATE), ("rank", N))),
    Event.TEST: Telling("W1", (("vehicle", V), ("trial", F.TRIAL), ("passed", F.FLAG))),
    Event.DROVE_OVER: Telling("W22", (("vehicle", V), ("other", V))),
    Event.HIT_TERRAIN: Telling("W23", (("vehicle", V), ("terrain", F.PIECE))),
    Event.SMASHED: Telling("W24", (("vehicle", V), ("terrain", F.PIECE))),
    Event.LOST_CONTROL: Telling("W21", (("vehicle", V), ("placed_by", F.SEAT))),
    Event.NUDGED: Telling(
        "W21", (("vehicle", V), ("x", F.LENGTH), ("y", F.LENGTH), ("heading", F.HEADING))
    ),
    Event.EXPLODED: Telling("W25", (("terrain", F.PIECE),)),
    Event.CAUGHT: Telling("W25", (("vehicle", V), ("terrain", F.PIECE), ("touching", F.FLAG))),
    Event.FIRED: Telling("W12", (("vehicle", V), ("weapon", F.WEAPON), ("target", V))),
    Event.FIRED_AT_TERRAIN: Telling(
        "W25", (("vehicle", V), ("weapon", F.WEAPON), ("terrain", F.PIECE))
    ),
    Event.DROPPED: Telling("W28", (("vehicle", V), ("weapon", F.WEAPON))),
    Event.HITS: Telling("W12", (("vehicle", V), ("weapon", F.WEAPON), ("target", V), ("hits", N))),
    Event.DAMAGED: Telling("W12", (("vehicle", V), ("lost", N), ("left", N))),
    Event.CRITICAL: Telling("W26", (("vehicle", V), ("target", V))),
    Event.STRESSED: Telling("W8", (("vehicle", V), ("stress", N))),
    Event.DESTROYED: Telling("W12", (("vehicle", V), ("by", V))),
    Event.SCORED: Telling("V14", (("points", N), ("reason", F.REASON), ("vehicle", V))),
    Event.ROUND_ENDS: Telling("W5", (("round", N),)),
    Event.GAME_OVER: Telling("V14", (("round", N),)),
    Event.WAITS: Telling("W23", (("vehicle", V),)),
    Event.WAY: Telling(
        "W14", (("vehicle", V), ("way", F.LENGTH), ("manoeuvres", N), ("direction", N))
    ),
}

WRECKS = 100  # a piece's number from here on is a wrecked vehicle's, plus this


def event_json(course: Any, entry: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    """An entry of the journal as the referee's JSON has it. `course` gives gates and terrain
    their names (`gate_name(i)`, `piece_name(i)`)."""
    event, who, *numbers = entry
    telling = TELLINGS[event]
    told: dict[str, Any] = {"event": Event(event).name.lower(), "rule": telling.rule}
    if who != NOBODY:
        told["who"] = names[who]
    for (name, figure), number in zip(telling.figures, numbers, strict=False):
        told[name] = _figure(course, figure, number, names)
    return told


def _figure(course: Any, figure: Figure, number: int, names: Sequence[str]) -> Any:
    if figure is Figure.VEHICLE:
        return None if number == NOBODY else vehicle_name(number)
    if figure is Figure.LENGTH:
        return number / INCH
    if figure is Figure.HEADING:
        return number / 100
    if figure is Figure.FLAG:
        return bool(number)
    if figure is Figure.GATE:
        return course.gate_name(number)
    if figure is Figure.PIECE:
        return piece_words(course, number)
    if figure is Figure.SEAT:
        return names[number]
    if isinstance(figure.value, type):
        return figure.value(number).name.lower()
    return number


def piece_words(course: Any, number: int) -> str:
    """A piece of terrain by its name: the edge, a wrecked vehicle, or what the file calls it."""
    if number == NOBODY:
        return "edge"
    if number >= WRECKS:
        return f"wreck of {vehicle_name(number - WRECKS)}"
    return str(course.piece_name(number))
