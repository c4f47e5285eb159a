"""The events of Wasteland Rally, and the modifiers of rolls.

Each is declared once: its rule, its fields, and its words. Lengths are thousandths of an inch and
headings hundredths of a degree; JSON has inches and degrees.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, TypeAlias

from wreckoning.core.declared import Declared
from wreckoning.core.events import DECLARED, Anyone, Event, Named, Roll, Scaled, Seat, Vocabulary
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.questions import Pace, Question, vehicle_name
from wreckoning.rulesets.rally.race import INCH


class Trial(IntEnum):
    """The cause of a test."""

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
    """A modifier of a roll."""

    STRESS = "W8", "stress"
    DAMAGE = "W17", "badly damaged"
    ADVANCE = "W9", "advance"
    ACCURATE = "W13", "Accurate"
    ASSAULT_RANGE = "W10", "assault range"
    UNWIELDY = "W13", "Unwieldy"
    TURRET = "W30", "turret"
    OBSTRUCTED = "W11", "obstructed"
    PIERCING = "W12", "piercing"
    RECKLESS = "W32", "reckless driver"
    EXTRA = "V51", "referee"


class Reason(IntEnum):
    """The reason for points."""

    PLACE = 0  # W34, W36
    FIRST_ACROSS = 1  # W35
    HURT_OPPONENT = 2  # W37
    ESCAPED = 3  # W38
    DESTROYED_ONE = 4  # W38
    HOME = 5  # W39


WRECKS = 100  # a piece's number from here on is a wrecked vehicle's, plus this


def piece_words(course: CourseFile, number: int) -> str:
    """A piece of terrain by its name: the edge, a wrecked vehicle, or its name in the file."""
    if number == NOBODY:
        return "edge"
    if number >= WRECKS:
        return f"wreck of {vehicle_name(number - WRECKS)}"
    return course.piece_name(number)


VEHICLE: Named[CourseFile] = Named(lambda _, number: vehicle_name(number), or_nobody=True)
Vehicle = Annotated[int, VEHICLE]
AnyVehicle = Annotated[int | None, VEHICLE]
Length = Annotated[int, Scaled(INCH, "inches")]
Heading = Annotated[int, Scaled(100, "degrees")]
Gate = Annotated[int, Named(CourseFile.gate_name)]
Piece = Annotated[int, Named(piece_words)]  # WRECKS + a vehicle's: its wreck; NOBODY: the edge
Slot = int  # of the vehicle's weapons


# --- events, in the order of the rulebook; `who` is a seat


class _OfVehicle(Event):
    who: Seat  # its owner
    vehicle: Vehicle


class _Placed(_OfVehicle):
    x: Length
    y: Length
    heading: Heading


class Deployed(_OfVehicle, rule="W40", words="{vehicle} was set up on spot {spot}"):
    spot: int  # from 0


class RoundBegins(Event, rule="W5", words="Round {round}"):
    round: int


class Initiative(Event, rule="W5", words="{who} was {place:th} in the order"):
    who: Seat
    place: int  # from 0


class Activated(
    _OfVehicle,
    rule="W6",
    words="{vehicle} was activated with {hit_points:hit point} and {stress} stress",
):
    stress: int
    hit_points: int


class Recovered(
    _OfVehicle, rule="W7", words="{vehicle} shook off {removed} stress, {left} left", good=True
):
    removed: int
    left: int


class PaceChosen(_OfVehicle, rule="W9", words="{vehicle} chose to {pace}"):
    pace: Annotated[int, Pace]
    movement: Length


class Boosted(_OfVehicle, rule="W31", words="{vehicle} used its Boost", good=True):
    """It may drive twice."""


class Moved(_Placed, rule="W14", words="{vehicle} moved"):
    """Where it has come to."""


class GateCrossed(_OfVehicle, rule="W18", words="{vehicle} crossed gate {gate}", good=True):
    gate: Gate
    lap: int


class Lap(_OfVehicle, rule="W34", words="{vehicle} completed lap {laps}", good=True):
    laps: int


class Finished(_OfVehicle, rule="W19", words="{vehicle} came home", good=True):
    rank: int
    points: int


class BecameEliminated(
    _OfVehicle, rule="W20", words="{vehicle} was eliminated at gate {gate}", good=False
):
    gate: Gate
    rank: int


class Tried(_OfVehicle, rule="W1", words="{vehicle} took a test", name="test"):
    trial: Annotated[int, Trial]
    passed: Annotated[int, bool]


class DroveOver(_OfVehicle, rule="W22", words="{vehicle} drove over {other}"):
    other: Vehicle


class HitTerrain(_OfVehicle, rule="W23", words="{vehicle} ran into {terrain}", good=False):
    terrain: Piece


class Smashed(_OfVehicle, rule="W24", words="{vehicle} smashed {terrain}", good=True):
    terrain: Piece


class LostControl(
    _OfVehicle, rule="W21", words="{vehicle} lost control; {placed_by} placed it", good=False
):
    placed_by: Anyone  # None: nobody else drives (V40)


class Nudged(_Placed, rule="W21", words="{vehicle} was put aside"):
    """Where it was put."""


class Exploded(Event, rule="W25", words="{terrain} exploded", good=False):
    terrain: Piece


class Caught(
    _OfVehicle, rule="W25", words="{vehicle} was near {terrain} as it exploded", good=False
):
    terrain: Piece
    touching: Annotated[int, bool]


class Fired(_OfVehicle, rule="W12", words="{vehicle} fired at {target}"):
    weapon: Slot
    target: Vehicle


class FiredAtTerrain(_OfVehicle, rule="W25", words="{vehicle} fired at {terrain}"):
    weapon: Slot
    terrain: Piece


class Dropped(_OfVehicle, rule="W28", words="{vehicle} used a dropper"):
    weapon: Slot


class Hits(_OfVehicle, rule="W12", words="{vehicle} hit {target}: {hits:hit}"):
    weapon: Slot
    target: Vehicle
    hits: int


class Damaged(
    _OfVehicle, rule="W12", words="{vehicle} lost {lost:hit point}, {left} left", good=False
):
    lost: int
    left: int


class Critical(_OfVehicle, rule="W26", words="{vehicle} hit {target} critically"):
    target: Vehicle


class Stressed(_OfVehicle, rule="W8", words="{vehicle} had {stress} stress", good=False):
    stress: int


class Destroyed(_OfVehicle, rule="W12", words="{vehicle} was destroyed by {by}", good=False):
    by: AnyVehicle


class Scored(Event, rule="V14", words="{who} scored {points:point} for {reason}", good=True):
    who: Seat
    points: int
    reason: Annotated[int, Reason]
    vehicle: AnyVehicle


class RoundEnds(Event, rule="W5", words="Round {round} ended"):
    round: int


class GameOver(Event, rule="V14", words="The game ended in round {round}"):
    round: int


class Waits(
    _OfVehicle, rule="W23", words="{vehicle} could not go on without reversing", good=False
):
    """It stays where it is."""


class Way(_OfVehicle, rule="W14", words="{vehicle} drove {way} with {manoeuvres:manoeuvre}"):
    way: Length
    manoeuvres: int
    direction: int  # 1 forward, −1 backward


Rolled: TypeAlias = Roll[Question, Modifier]
OfVehicle: TypeAlias = (
    Deployed
    | Activated
    | Recovered
    | PaceChosen
    | Boosted
    | Moved
    | GateCrossed
    | Lap
    | Finished
    | BecameEliminated
    | Tried
    | DroveOver
    | HitTerrain
    | Smashed
    | LostControl
    | Nudged
    | Caught
    | Fired
    | FiredAtTerrain
    | Dropped
    | Hits
    | Damaged
    | Critical
    | Stressed
    | Destroyed
    | Waits
    | Way
)
RallyEvent: TypeAlias = (
    OfVehicle | RoundBegins | Initiative | Exploded | Scored | RoundEnds | GameOver | Rolled
)
VOCABULARY = Vocabulary(DECLARED[__name__], Question, Modifier)
