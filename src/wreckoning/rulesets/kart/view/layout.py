"""Where everything of a course stands on the board. Worked out once a course, and kept.

plan(course)            the board: the table, and where its words go
Plan.point(x, y)        a point of the table, on the board
Plan.spot(body)         the centre of a body, and its heading
Plan.corners(polygon)   the corners of an obstruction or a piece of road
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.course_files import once
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.gates import Gate
from wreckoning.geometry.polygons import Polygon
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.race import MM
from wreckoning.show import pen
from wreckoning.show.pen import Rect

PER_UNIT = 2 * MM  # lengths of the race in a unit of the board
EDGE = 18.0  # around the table
FOOT = 40.0  # below it, where whoever draws it has buttons
TITLE = 17.0  # letters of a gate's name
GAP = 7.0  # between words and what must be seen
GRAIN = 9.0  # between the points that stand for the road
FURTHEST = 170.0  # from its gate a name is looked for a place …
STEP = 8.0  # … in steps

Spot = tuple[complex, float]  # a point, and a heading in degrees
Points = NDArray[np.complex128]


def length(value: float) -> float:
    """A length of the race, on the board."""
    return value / PER_UNIT


def distances(rect: Rect, points: Points) -> NDArray[np.float64]:
    """How far each of these points is from a rectangle."""
    x = np.maximum(abs(points.real - rect.x) - rect.width / 2, 0)
    y = np.maximum(abs(points.imag - rect.y) - rect.height / 2, 0)
    found: NDArray[np.float64] = np.hypot(x, y)
    return found


@dataclass(frozen=True)
class Name:
    """A gate's name beside it."""

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

    def point(self, x: float, y: float) -> complex:
        """A point of the table."""
        return point_of(x, y)

    def spot(self, body: Body) -> Spot:
        """The centre of a body, and its heading."""
        return point_of(body.x, body.y), body.heading / DEGREE % 360

    def corners(self, polygon: Polygon) -> list[complex]:
        """Of an obstruction, or a piece of road."""
        return corners_of(polygon)


def point_of(x: float, y: float) -> complex:
    """A point of the table, on the board."""
    return complex(x / PER_UNIT + EDGE, y / PER_UNIT + EDGE)


def corners_of(polygon: Polygon) -> list[complex]:
    """A polygon's corners, on the board."""
    return [point_of(polygon.xs[n], polygon.ys[n]) for n in range(polygon.corners)]


def box_of(body: Body) -> list[complex]:
    """A body's corners, on the board: front left first, then clockwise."""
    centre, ahead = point_of(body.x, body.y), pen.unit(body.heading / DEGREE)
    long, wide = length(body.half_length), length(body.half_width)
    corners = (
        long - wide * 1j,
        long + wide * 1j,
        -long + wide * 1j,
        -long - wide * 1j,
    )
    return [centre + ahead * corner for corner in corners]


def within(points: Points, corners: Sequence[complex]) -> NDArray[np.bool_]:
    """Which of these points are in a convex polygon with clockwise corners."""
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
    wide, deep = length(course.record.table.width), length(course.record.table.depth)
    table = Rect(EDGE + wide / 2, EDGE + deep / 2, wide, deep)
    road = _road_points(course, table)
    names = tuple(_place_names(course, table, road))
    width, height = round(wide + 2 * EDGE, 1), round(deep + EDGE + FOOT, 1)
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


def posts(gate: Gate) -> tuple[complex, complex]:
    """The left and the right end of a gate."""
    return point_of(gate.left_x, gate.left_y), point_of(gate.right_x, gate.right_y)


def _things(course: CourseFile) -> Points:
    """Points that words must not cover, beside the road."""
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
    """Each as near to its gate as it can stand beside the road; if nowhere, on it."""
    taken: list[Rect] = []
    keep_off = np.concatenate([road, _things(course)])
    for gate, title in enumerate(course.gates):
        text = f"{gate + 1} · {title}"
        size = pen.drawn_width(text, TITLE), TITLE
        ends = posts(course.record.gates[gate])
        rect = min(_places(ends, size, table), key=lambda at: _cost(at, ends, keep_off, taken))
        taken.append(rect)
        yield Name(gate, text, rect)


def _places(
    ends: tuple[complex, complex], size: tuple[float, float], table: Rect
) -> Iterator[Rect]:
    """Around both ends of a gate, wherever it is on the table."""
    for end in ends:
        for turned in range(0, 360, 30):
            for step in range(1, int(FURTHEST / STEP)):
                away = pen.unit(turned)
                reach = abs(away.real) * size[0] / 2 + abs(away.imag) * size[1] / 2
                centre = end + away * (reach + step * STEP)
                rect = Rect(centre.real, centre.imag, *size)
                if (
                    abs(rect.x - table.x) * 2 + rect.width < table.width - 8
                    and abs(rect.y - table.y) * 2 + rect.height < table.height - 8
                ):
                    yield rect


def _cost(
    rect: Rect, ends: tuple[complex, complex], keep_off: Points, taken: Sequence[Rect]
) -> float:
    """How far off it is, and much more for what it would cover."""
    away = min(abs(complex(rect.x, rect.y) - end) for end in ends)
    covered = int((distances(rect, keep_off) < GAP).sum())
    crowded = sum(rect.overlaps(other, GAP) for other in taken)
    return away + 100 * covered + 10_000 * crowded
