"""Plan the board of a course: the place of everything. Computed once, then kept.

plan(course)            the board: the table, and the places of its words
SCALE, point_of, …      from lengths and places of the race to the board
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.files.course_files import once
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.race import MM
from wreckoning.show import pen
from wreckoning.show.landscape import Points
from wreckoning.show.pen import Rect
from wreckoning.show.table_board import Scale, place_beside

PER_UNIT = 2 * MM  # lengths of the race in a unit of the board
EDGE = 18.0  # around the table
FOOT = 40.0  # below it, where the browser has buttons
TITLE = 17.0  # letters of a gate's name
GAP = 7.0  # between words and what must be seen
GRAIN = 9.0  # between the points that stand for the road
FURTHEST = 170.0  # how far from its gate a name may stand
STEP = 8.0  # between two places that are tried for a name

SCALE = Scale(PER_UNIT, EDGE)
length, point_of, spot_of = SCALE.length, SCALE.point_of, SCALE.spot_of
corners_of, box_of, posts = SCALE.corners_of, SCALE.box_of, SCALE.posts


@dataclass(frozen=True)
class Name:
    """The name of a gate, and its place."""

    gate: int
    text: str
    rect: Rect


@dataclass(frozen=True, eq=False)
class Plan:
    """The board of a course."""

    course: CourseFile
    width: float
    height: float
    table: Rect
    names: tuple[Name, ...]
    road: Points  # points all over the road, `GRAIN` apart


def within(points: Points, corners: Sequence[complex]) -> NDArray[np.bool_]:
    """The points inside a convex polygon with clockwise corners."""
    inside = np.full(points.shape, True)
    for here, there in zip(corners, [*corners[1:], corners[0]], strict=True):
        step, away = there - here, points - here
        inside &= step.real * away.imag - step.imag * away.real >= 0
    return inside


def pieces_of_road(course: CourseFile) -> list[list[complex]]:
    """All pieces of road by their corners; the ring of the course comes first."""
    record = course.record
    return [corners_of(record.road[n]) for n in range(record.road_count)]


# --- planning


@once
def plan(course: CourseFile) -> Plan:
    """The board of a course."""
    table = SCALE.table(course.record.table)
    road = _road_points(course, table)
    names = tuple(_place_names(course, table, road))
    width, height = round(table.width + 2 * EDGE, 1), round(table.height + EDGE + FOOT, 1)
    return Plan(course, width, height, table, names, road)


def _road_points(course: CourseFile, table: Rect) -> Points:
    x, y = np.meshgrid(
        np.arange(EDGE, EDGE + table.width, GRAIN), np.arange(EDGE, EDGE + table.height, GRAIN)
    )
    points = (x + 1j * y).ravel()
    on_road = np.full(points.shape, False)
    for corners in pieces_of_road(course):
        on_road |= within(points, corners)
    return np.asarray(points[on_road])


def _things(course: CourseFile) -> Points:
    """Points that words must not cover, apart from the road."""
    record = course.record
    found = [corner for n in range(record.solid_count) for corner in corners_of(record.solids[n])]
    for bodies, count in (
        (record.boosts, record.boost_count),
        (record.boxes, record.box_count),
        (record.coins, record.coin_count),
    ):
        found += [corner for n in range(count) for corner in box_of(bodies[n])]
    found += [post for n in range(record.gate_count) for post in posts(record.gates[n])]
    return np.array(found)


def _place_names(course: CourseFile, table: Rect, road: Points) -> Iterator[Name]:
    """Place each name next to the road as near to its gate as possible; else on the road."""
    taken: list[Rect] = []
    keep_off = np.concatenate([road, _things(course)])
    steps = [STEP * n for n in range(1, int(FURTHEST / STEP))]
    for gate, title in enumerate(course.gates):
        text = f"{gate + 1} · {title}"
        size = pen.drawn_width(text, TITLE), TITLE
        ends = posts(course.record.gates[gate])
        rect = place_beside(ends, size, table, steps, GAP, keep_off, taken)
        if rect is not None:
            taken.append(rect)
            yield Name(gate, text, rect)
