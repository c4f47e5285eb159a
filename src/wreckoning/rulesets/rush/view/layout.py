"""Plan the board of a course: the place of everything. Computed once, then kept.

plan(course)               the board: its size, its tiles and squares, the words, the yard
Plan.spot(square)          the middle of a square, and the heading of a car on it
Plan.at(tile, way, aside)  a point of a tile: so far along it, so many squares to the right
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from textwrap import wrap

import numpy as np

from wreckoning.core.files.course_files import once
from wreckoning.rulesets.rush.course_words import CourseFile, Laid
from wreckoning.rulesets.rush.laying import RADIUS, SQUARE, bend_of, place_of
from wreckoning.rulesets.rush.race import MAX_CARS
from wreckoning.rulesets.rush.squares import SquareNumber, index_of, lane_of, tile_of
from wreckoning.show import pen
from wreckoning.show.landscape import Points, distances
from wreckoning.show.pen import Rect, Spot
from wreckoning.show.yard import HEADER, Yard

SIZE = 24.0  # of a square, in the scene
HALF = 2.5  # of the road's width, in squares
VERGE = 0.45  # beyond it, in squares
TITLE, LINE = 19.0, 21.0  # of a tile's name: its letters, and from line to line
LETTERS = 13  # of a line of it
GAP = 9.0  # between the road and words
EDGE = 20.0  # of the board, kept free at each side
FOOT = 44.0  # kept free below the board, where the browser has buttons
BAY = 1.75 * SIZE, 1.9 * SIZE  # of the yard, for one car
RUN_OUT = 2.0  # squares of road beyond the finish line of an open course


def _moved(rect: Rect, shift: complex) -> Rect:
    return Rect(rect.x + shift.real, rect.y + shift.imag, rect.width, rect.height)


@dataclass(frozen=True)
class Frame:
    """The turn and shift of the course on the board."""

    turned: int = 0  # quarter turns clockwise
    shift: complex = 0j

    def of(self, x: float, y: float) -> complex:
        """A point of the course, in thousandths of a square."""
        return complex(x, y) * 1j**self.turned * SIZE / SQUARE + self.shift


@dataclass(frozen=True)
class Name:
    """A tile's name next to the road."""

    tile: int
    lines: tuple[str, ...]
    rect: Rect


@dataclass(frozen=True, eq=False)
class Plan:
    """The board of a course."""

    course: CourseFile
    frame: Frame
    width: float
    height: float
    names: tuple[Name, ...]
    yard: Yard
    road: Points  # along the middle of the road

    @property
    def area(self) -> Rect:
        return Rect(self.width / 2, self.height / 2, self.width, self.height)

    def spot(self, square: SquareNumber) -> Spot:
        """The middle of a square, on the road or off it, and the heading there."""
        laid = self.course.tiles[tile_of(square)]
        place = place_of(laid, lane_of(square), index_of(square))
        point = self.frame.of(place.x, place.y)
        return point, (place.heading / 10 + 90 * self.frame.turned) % 360

    def at(self, tile: int, way: float, aside: float) -> Spot:
        """A point of a tile: `way` of it from 0 to 1, `aside` in squares right of its middle."""
        return point_of(self.course.tiles[tile], self.frame, way, aside)

    def line(self, tile: int, begins: float, ends: float, aside: float) -> str:
        """A line along a tile, as a path of its own."""
        return "M" + pen.dot(self.at(tile, begins, aside)[0]) + self.on(tile, begins, ends, aside)

    def on(self, tile: int, begins: float, ends: float, aside: float) -> str:
        """The same line, to continue a path; backwards if it ends before it begins."""
        here, there = self.at(tile, begins, aside)[0], self.at(tile, ends, aside)[0]
        bend = bend_of(self.course.tiles[tile].tile)
        if bend == 0:
            return "L" + pen.dot(there)
        return pen.arc(here, there, radius_of(bend, aside), (bend > 0) == (ends > begins))

    def ring(self, tile: int, ways: tuple[float, float], asides: tuple[float, float]) -> str:
        """A part of a tile as an area."""
        (begins, ends), (left, right) = ways, asides
        corner = self.at(tile, ends, right)[0]
        return (
            self.line(tile, begins, ends, left)
            + "L"
            + pen.dot(corner)
            + self.on(tile, ends, begins, right)
            + "Z"
        )

    def across(self, tile: int, way: float, left: float = -HALF, right: float = HALF) -> str:
        """A line across the road."""
        return pen.line([self.at(tile, way, left)[0], self.at(tile, way, right)[0]])


def radius_of(bend: int, aside: float) -> float:
    """The radius of a curve at a distance to the right of its middle."""
    return (RADIUS / SQUARE - bend * aside) * SIZE


def point_of(laid: Laid, frame: Frame, way: float, aside: float) -> Spot:
    """A point of a tile as it lies."""
    bend = bend_of(laid.tile)
    if bend == 0:
        x, y, heading = way * laid.tile.rows * SQUARE, aside * SQUARE, 0.0
    else:
        radius, turn = RADIUS - bend * aside * SQUARE, pi / 2 * way
        x, y, heading = radius * sin(turn), bend * (RADIUS - radius * cos(turn)), bend * 90 * way
    there = complex(x, y) * 1j**laid.turned
    point = frame.of(laid.x + there.real, laid.y + there.imag)
    return point, (heading + 90 * (laid.turned + frame.turned)) % 360


# --- planning


@once
def plan(course: CourseFile) -> Plan:
    """The board of a course."""
    frame = Frame(_quarter_turns(course))
    road = np.array(list(_middle(course, frame)))
    names = _place_names(course, frame, road)
    yard = _place_yard(course, frame, road, names)
    left, top, right, bottom = _bounds(road, [*[name.rect for name in names], yard])
    shift = complex(EDGE - left, EDGE - top)
    return Plan(
        course,
        Frame(frame.turned, shift),
        round(right - left + 2 * EDGE, 1),
        round(bottom - top + 2 * EDGE + FOOT, 1),
        tuple(Name(name.tile, name.lines, _moved(name.rect, shift)) for name in names),
        Yard(_moved(yard, shift), MAX_CARS, inset=4, corner=6, width=1.4),
        road + shift,
    )


def _quarter_turns(course: CourseFile) -> int:
    """Turn the course so that it is broad rather than high, and starts to the right or upwards."""
    x = [place.x for place in course.places.values()]
    y = [place.y for place in course.places.values()]
    return 0 if max(x) - min(x) >= max(y) - min(y) else 1


def _middle(course: CourseFile, frame: Frame) -> Iterator[complex]:
    """The middle of the road, every quarter of a square; on an open course also the run-out."""
    for laid in course.tiles:
        steps = 4 * laid.tile.rows
        for step in range(steps + 1):
            yield point_of(laid, frame, step / steps, 0)[0]
    if not course.closed:
        first, last = course.tiles[0], course.tiles[-1]
        for step in range(1, int(4 * RUN_OUT) + 1):
            (begins, back), (ends, on) = point_of(first, frame, 0, 0), point_of(last, frame, 1, 0)
            yield begins - step * SIZE / 4 * pen.unit(back)
            yield ends + step * SIZE / 4 * pen.unit(on)


Bounds = tuple[float, float, float, float]


def _bounds(road: Points, rects: Sequence[Rect]) -> Bounds:
    reach = (HALF + VERGE) * SIZE
    return (
        min(float(road.real.min()) - reach, *(rect.x - rect.width / 2 for rect in rects)),
        min(float(road.imag.min()) - reach, *(rect.y - rect.height / 2 for rect in rects)),
        max(float(road.real.max()) + reach, *(rect.x + rect.width / 2 for rect in rects)),
        max(float(road.imag.max()) + reach, *(rect.y + rect.height / 2 for rect in rects)),
    )


def _growth(bounds: Bounds, rect: Rect) -> float:
    """The growth of the board by a rectangle: added width and height."""
    left, top, right, bottom = bounds
    return (
        max(left - (rect.x - rect.width / 2), 0)
        + max(top - (rect.y - rect.height / 2), 0)
        + max(rect.x + rect.width / 2 - right, 0)
        + max(rect.y + rect.height / 2 - bottom, 0)
    )


def name_lines(title: str) -> tuple[str, ...]:
    """`3 · Retort Mile`, in two lines if it is long."""
    kept = title.replace(" · ", "\0·\0")
    return tuple(line.replace("\0", " ") for line in wrap(kept, LETTERS, break_long_words=False))


def _place_names(course: CourseFile, frame: Frame, road: Points) -> list[Name]:
    """Place each name next to its tile, off the road, where the board grows little."""
    found: list[Name] = []
    for number, laid in enumerate(course.tiles):
        lines = name_lines(f"{number + 1} · {laid.name}")
        width = max(pen.text_width(line, TITLE) for line in lines) * 0.86
        size = width, LINE * len(lines)
        taken = [name.rect for name in found]
        bounds = _bounds(road, taken or [Rect(float(road[0].real), float(road[0].imag), 0, 0)])
        best: tuple[float, Rect] | None = None
        for way in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9):
            for side in (-1, 1):
                for out in (0.0, 12.0, 30.0, 60.0, 100.0):
                    rect = _beside(laid, frame, way, side, out, size)
                    if distances(rect, road).min() < (HALF + VERGE) * SIZE + GAP / 2:
                        continue
                    if any(rect.overlaps(other, GAP) for other in taken):
                        continue
                    cost = 2.5 * _growth(bounds, rect) + out + 60 * abs(way - 0.5)
                    if best is None or cost < best[0]:
                        best = (cost, rect)
        if best is not None:
            found.append(Name(number, lines, best[1]))
    return found


def _beside(
    laid: Laid, frame: Frame, way: float, side: int, out: float, size: tuple[float, float]
) -> Rect:
    """A rectangle of this size at a tile's side."""
    point, heading = point_of(laid, frame, way, 0)
    normal = 1j * pen.unit(heading) * side
    half = abs(normal.real) * size[0] / 2 + abs(normal.imag) * size[1] / 2
    centre = point + normal * ((HALF + VERGE) * SIZE + GAP + half + out)
    return Rect(centre.real, centre.imag, *size)


def _place_yard(course: CourseFile, frame: Frame, road: Points, names: Sequence[Name]) -> Rect:
    """Place the yard in a free space near the finish line."""
    width, height = MAX_CARS // 2 * BAY[0], 2 * BAY[1] + HEADER
    bounds = _bounds(road, [name.rect for name in names])
    line = point_of(course.tiles[-1], frame, 1, 0)[0]
    best: tuple[float, Rect] | None = None
    left, top, right, bottom = bounds
    for x in np.arange(left + width / 2, right - width / 2 + 1, SIZE / 2):
        for y in np.arange(top - height, bottom + height + 1, SIZE / 2):
            rect = Rect(float(x), float(y), width, height)
            cost = abs(complex(x, y) - line) + 4 * _growth(bounds, rect)
            if best is not None and cost >= best[0]:
                continue
            if distances(rect, road).min() < (HALF + VERGE) * SIZE + GAP:
                continue
            if any(rect.overlaps(name.rect, GAP) for name in names):
                continue
            best = (cost, rect)
    assert best is not None  # below everything else there is always room
    return best[1]
