"""Count the features of a course, and warn of what its author may not have meant."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.geometry.regions import is_body_in_region
from wreckoning.rulesets.kart.course_words import CourseFile, length_of
from wreckoning.rulesets.kart.race import MM, Course, Obstruction
from wreckoning.rulesets.kart.rules.line import nearest_stretch

SHORT, LONG = 2500, 12000  # millimetres in all
FAR = 1800  # from one gate to the next, in millimetres


def gate_after(course: Course, point: int) -> int:
    """The gate that the road leads to from a point of the middle line to the next."""
    for gate in range(course.gate_count - 1):
        if course.gate_at[gate] > point:
            return gate
    return course.gate_count - 1


def features(course: CourseFile) -> dict[str, int]:
    """The number of each feature of the course, also if it is 0."""
    record = course.record
    kinds = list(record.solid_kind[: record.solid_count])
    return {
        "gates": record.gate_count,
        "pipes": kinds.count(Obstruction.PIPE),
        "cubes": kinds.count(Obstruction.CUBE),
        "mushrooms": kinds.count(Obstruction.MUSHROOM),
        "boosts": record.boost_count,
        "item boxes": record.box_count,
        "coins": record.coin_count,
    }


def warnings(course: CourseFile) -> list[str]:
    """Warnings of what is allowed, but hardly meant."""
    return [*_of_the_length(course), *_of_gates(course), *_of_boosts(course)]


def _of_the_length(course: CourseFile) -> Iterator[str]:
    whole = course.laps * length_of(course)
    if whole < SHORT:
        yield f"Only {whole / 1000:.1f} m are driven: a race is over before it has begun."
    if whole > LONG:
        yield f"{whole / 1000:.1f} m are driven: that takes all evening."


def _of_gates(course: CourseFile) -> Iterator[str]:
    """Warnings of gates so far apart that there is a shorter way off the road."""
    record = course.record
    lengths = [0] * record.gate_count
    for point in range(record.points):
        lengths[gate_after(record, point)] += record.line_length[point]
    for gate, whole in enumerate(lengths):
        if whole > FAR * MM:
            metres = f"{whole / MM / 1000:.1f} m"
            yield f"{course.gates[gate]}: {metres} after the last gate; karts can cut corners."


def _of_boosts(course: CourseFile) -> Iterator[str]:
    record = course.record
    for number in range(record.boost_count):
        body = record.boosts[number]
        if not is_body_in_region(body, record.road, record.road_count):
            gate = gate_after(record, nearest_stretch(record, body.x, body.y)[0])
            yield f"Boost {number + 1}, on the way to {course.gates[gate]}, is not wholly on road."
