"""Plan the board of a table: the place of everything. Computed once, then kept.

plan(course)        the board: the table, and the places of its words
stays(course, n)    whether a piece of terrain is part of the ground, as nothing removes it
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterator
from dataclasses import dataclass
from math import degrees

import numpy as np

from wreckoning.core.files.course_files import once
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.numbers import Terrain
from wreckoning.rulesets.rally.view.scale import (
    EDGE,
    SCALE,
    ahead_of,
    centroid,
    chord,
    corners_of,
    measure,
    point_of,
    posts,
    upright,
)
from wreckoning.show import pen
from wreckoning.show.landscape import Points
from wreckoning.show.pen import Rect
from wreckoning.show.table_board import place_beside

FOOT = 44.0  # below it, where the browser has buttons
TITLE = 19.0  # letters of a gate's name
SMALLEST, LARGEST = 10.5, 17.0  # letters of a piece's name on the piece
BESIDE = 13.0  # letters of a piece's name next to the piece
GAP = 6.0  # between words and what must be seen
FURTHEST = 150.0  # how far from its gate a name may stand
STEP = 10.0  # between two places that are tried for a name
ARROWS, ARROW = (-0.3, 0.3), 37.0  # where along a gate its arrows are, how far they reach
SLIM = 0.62  # a piece whose width is less than this share of its length has its name along it


@dataclass(frozen=True)
class Name:
    """The name of a gate or a piece of terrain, and its place."""

    number: int
    text: str
    rect: Rect
    size: float
    turned: float = 0.0


@dataclass(frozen=True, eq=False)
class Plan:
    """The board of a table."""

    course: CourseFile
    width: float
    height: float
    table: Rect
    gates: tuple[Name, ...]
    pieces: tuple[Name, ...]  # of those that stay
    solid: Points  # points that words and scenery keep off


@once
def plan(course: CourseFile) -> Plan:
    """The board of a table."""
    table = SCALE.table(course.record.table)
    solid = np.array(list(_points_of_things(course)) or [complex(-999, -999)])
    gates = tuple(_gate_names(course, table, solid))
    pieces = tuple(_piece_names(course))
    width, height = round(table.width + 2 * EDGE, 1), round(table.height + EDGE + FOOT, 1)
    return Plan(course, width, height, table, gates, pieces, solid)


def stays(course: CourseFile, number: int) -> bool:
    """Whether nothing ever removes this piece of terrain."""
    return course.record.piece_kind[number] not in (Terrain.WRECKAGE, Terrain.EXPLODING)


def _points_of_things(course: CourseFile) -> Iterator[complex]:
    """Points all over the things on the table, and along its gates."""
    record = course.record
    for number in range(record.piece_count):
        corners = corners_of(record.pieces[number])
        middle = sum(corners) / len(corners)
        yield middle
        for here, there in zip(corners, [*corners[1:], corners[0]], strict=True):
            for share in (0.0, 0.25, 0.5, 0.75):
                edge = here + (there - here) * share
                yield edge
                yield (edge + middle) / 2
    for number in range(record.gate_count):
        left, right = posts(record.gates[number])
        yield from (left + (right - left) * step / 16 for step in range(17))
        ahead = ahead_of(record.gates[number])
        for aside in ARROWS:
            at = (left + right) / 2 + (right - left) * aside
            yield from (at + ahead * ARROW * step / 4 for step in range(-4, 5))
    for number in range(record.spot_count):
        yield point_of(record.spot_x[number], record.spot_y[number])


# --- names


def _gate_names(course: CourseFile, table: Rect, solid: Points) -> Iterator[Name]:
    """The names of gates, each as near to its gate as it can stand clear of everything."""
    taken: list[Rect] = []
    steps = [STEP * n for n in range(2, int(FURTHEST / STEP))]
    for gate in range(course.record.gate_count):
        text = course.gate_name(gate)
        size = pen.drawn_width(text, TITLE), TITLE
        ends = posts(course.record.gates[gate])
        rect = place_beside(ends, size, table, steps, GAP, solid, taken)
        if rect is not None:
            taken.append(rect)
            yield Name(gate, text, rect, TITLE)


def _piece_names(course: CourseFile) -> Iterator[Name]:
    """The names of pieces: on the piece, along it if it is slim; next to it if it is too small."""
    for number in range(course.record.piece_count):
        if not stays(course, number):
            continue
        text, corners = course.piece_name(number), corners_of(course.record.pieces[number])
        _, along, long, wide = measure(corners)
        middle, once = centroid(corners), max(pen.drawn_width(text, 1.0), 0.1)
        along = along if wide < SLIM * long else 1 + 0j
        ends, across = chord(corners, middle, along, 0.01), chord(corners, middle, along * 1j, 0.01)
        long = abs(ends[1] - ends[0]) if ends else 0.0
        wide = abs(across[1] - across[0]) if across else 0.0
        size = min(LARGEST, 0.7 * wide, 0.86 * long / once)
        if size < SMALLEST:
            size = BESIDE
            aside = along * 1j * (1 if (along * 1j).imag >= 0 else -1)
            middle += aside * (wide / 2 + 0.8 * size)
        rect = Rect(middle.real, middle.imag, once * size, size)
        turned = upright(degrees(phase(along)))
        yield Name(number, text, rect, round(size, 1), round(turned, 1))
