"""Count what a course has, and warn of what its author may not have meant, though it is valid."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.rulesets.rush.course_check import reachable
from wreckoning.rulesets.rush.course_words import (
    BLOCK,
    OFF_ROAD,
    ROAD,
    SHAPES,
    STRAIGHT,
    CourseFile,
    squares_of,
)
from wreckoning.rulesets.rush.squares import square_name

SHORT, LONG = 6, 12  # tiles driven over: N6 has 6 to 10


def features(course: CourseFile) -> dict[str, int]:
    """The number of each feature of the course, also if it is 0."""
    shapes = [laid.tile.shape for laid in course.tiles]
    there = [what for n, laid in enumerate(course.tiles) for _, what in squares_of(n, laid.tile)]
    counts = {
        "straights" if shape == STRAIGHT else f"curves to the {shape}": shapes.count(shape)
        for shape in SHAPES
    }
    return counts | {
        "squares of road": there.count(ROAD),
        "obstructions": there.count(BLOCK),
        "tiles with a narrowing": sum(
            any(OFF_ROAD in lane for lane in laid.tile.lanes) for laid in course.tiles
        ),
    }


def warnings(course: CourseFile) -> list[str]:
    """Warnings of what is allowed, but hardly meant."""
    return [*_of_the_whole(course), *_of_squares(course)]


def _of_the_whole(course: CourseFile) -> Iterator[str]:
    driven = course.laps * course.record.tiles
    if driven < SHORT:
        yield f"Only {driven} tiles are driven over: a short game has {SHORT}."
    if driven > LONG:
        yield f"{driven} tiles are driven over: Heat and points are made for 8 to 10."


def _of_squares(course: CourseFile) -> Iterator[str]:
    """Warnings of squares that no car can reach."""
    known = set(reachable(course.record))
    for number, laid in enumerate(course.tiles[1:], 1):
        lost = [s for s, what in squares_of(number, laid.tile) if what == ROAD and s not in known]
        if lost:
            listed = ", ".join(square_name(square) for square in lost)
            yield f"{laid.name}: nobody ever comes to {listed}."
