"""Count the features of a table, and warn of what its author may not have meant."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.geometry.points import root, squared_distance
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.numbers import Mission
from wreckoning.rulesets.rally.race import INCH, Terrain

MANY = 12  # pieces of terrain, on a track with many obstacles (W39)
LONG = 80 * INCH  # the most of a lap (W34)
NARROW = 8 * INCH
MOST_PLAYERS = 6


def features(course: CourseFile) -> dict[str, int]:
    """The number of each feature of the table, also if it is 0."""
    record = course.record
    kinds = list(record.piece_kind[: record.piece_count])
    counted = {
        "gates": record.gate_count,
        "spots": record.spot_count,
        "rounds": record.most_rounds,
    }
    for kind in Terrain:
        if kind != Terrain.OPEN:
            counted[kind.name.lower()] = kinds.count(kind)
    return counted


def warnings(course: CourseFile) -> list[str]:
    """Warnings of what is allowed, but hardly meant."""
    return [*_of_gates(course), *_of_terrain(course), *_of_spots(course)]


def _of_gates(course: CourseFile) -> Iterator[str]:
    record = course.record
    if record.mission == Mission.TWO_LAP_RACE and course.length > LONG:
        yield f"A lap is {course.length // INCH} inches: more than the 80 of the mission (W34)."
    for number in range(record.gate_count):
        gate = record.gates[number]
        wide = root(squared_distance(gate.left_x, gate.left_y, gate.right_x, gate.right_y))
        if wide < NARROW - INCH // 10:
            name = course.gate_name(number)
            yield f"{name}: {wide / INCH:.1f} inches wide, less than the 8 of a gate (W18)."


def _of_terrain(course: CourseFile) -> Iterator[str]:
    record = course.record
    if record.mission == Mission.OUTRUN and record.piece_count < MANY:
        pieces = record.piece_count
        yield f"{pieces} pieces of terrain: few for a track with many obstacles (W39)."
    if record.piece_count == 0:
        yield "No terrain at all: nothing is in anybody's way."


def _of_spots(course: CourseFile) -> Iterator[str]:
    record = course.record
    groups = set(record.spot_group[: record.spot_count])
    if record.mission == Mission.BATTLE_ROYALE and len(groups) < 2:
        yield "Only one player can be deployed (W37)."
    if record.mission == Mission.SCAVENGERS and 1 not in groups:
        yield "Only the first team can be deployed (W38)."
    elif (
        record.mission not in (Mission.BATTLE_ROYALE, Mission.SCAVENGERS)
        and record.spot_count < MOST_PLAYERS
    ):
        yield f"{record.spot_count} spots: not {MOST_PLAYERS} players can be deployed (W40)."
