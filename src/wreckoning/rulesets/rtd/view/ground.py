"""Draw the board of a course: everything that never moves in a race, with pond, trees and stand."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, pi

import numpy as np

from wreckoning.core.shown import Ground, Label, Landscape, Shape
from wreckoning.rulesets.rtd.course_words import CourseFile
from wreckoning.rulesets.rtd.race import PLENTY, Course
from wreckoning.rulesets.rtd.view.circuit import KERB, Circuit
from wreckoning.rulesets.rtd.view.plan import (
    BETWEEN,
    ICON,
    MOST_KARTS,
    ROW,
    ROW_LINE,
    SIDE_ROAD,
    TITLE,
    TITLE_LINE,
    Block,
    Plan,
    Row,
    link_lines,
    plan,
)
from wreckoning.rulesets.rtd.view.symbols import (
    KART_LENGTH,
    KART_WIDTH,
    crates,
    icon,
    sign,
    symbols,
)
from wreckoning.show import pen
from wreckoning.show.landscape import Room, Shore, Woods, crowns, pond, tyre_wall
from wreckoning.show.landscapes import landscape_of
from wreckoning.show.pen import Rect
from wreckoning.show.shapes import chequers, grandstand

WOODS = Woods(46, 420, 8.0, 5, (97, 71, 1), 0.1)
POND = (38.0, 74.0)  # the least and the largest radius
SHARP = 1 / 78  # curvature from which on there are tyres
STAND = (74.0, 20.0)


def scenery(board: Plan) -> list[Shape]:
    """All scenery, lowest first."""
    room = Room(board.circuit.board, board.obstacles.clearance, board.rects, 4.0)
    shapes = [*_pond(room), *_grandstand(board, room)]
    return [*shapes, *crowns(WOODS.trees(room)), *_tyres(board)]


def _pond(room: Room) -> Iterator[Shape]:
    """A pond in the largest free space, if that is large."""
    centre, free = room.roomiest(260)
    if free > POND[0]:
        radius = min(free - 6, POND[1])
        phase = (centre.real + centre.imag) % (2 * pi)
        room.discs.append((centre, radius))
        yield from pond(Shore(0.82, ((0.13, 2, phase), (0.05, 3, 0)), 12), centre, radius)


def _grandstand(board: Plan, room: Room) -> Iterator[Shape]:
    """A grandstand next to the start, if there is room for it."""
    road = board.circuit
    for way in (60.0, 100.0, -50.0, 140.0, -90.0):
        half = float(road.half[road.index(way % road.length)])
        for side in (-1, 1):
            point, heading = road.at(way, side * (half + KERB + 20))
            along = pen.unit(heading)
            spots = [point + along * shift for shift in (-30, -10, 10, 30)]
            if min(map(room.at, spots)) < 13:
                continue
            room.discs += [(spot, 14.0) for spot in spots]
            yield from grandstand(point, along, STAND, (-5.5, 0.0, 5.5), 34, 1.2)
            return


def _tyres(board: Plan) -> Iterator[Shape]:
    """Tyre walls along the outside of sharp bends."""
    road = board.circuit
    spots: list[complex] = []
    for index in np.flatnonzero(abs(road.bend) > SHARP):
        outside = -1 if road.bend[index] > 0 else 1
        out = 1j * road.ahead[index] * outside * (road.half[index] + KERB + 5)
        point = complex(road.middle[index] + out)
        if spots and abs(point - spots[-1]) < 9.5:
            continue
        roads = board.side_roads.values()
        near = min((abs(point - p) for points in roads for p in points), default=99)
        signs = min((abs(point - p) for p in board.hazards.values()), default=99)
        if near < 16 or signs < 18:
            continue
        spots.append(point)
    return tyre_wall(spots, 4.2, 1.6)


BENT = 1 / 190  # curvature from which on there are kerbs

LANDSCAPES: dict[str, Landscape] = {
    "sundae_drive": "candy",
    "moonwash_causeway": "coast",
    "rattlebone_pass": "ash",
    "midnight_menagerie": "night",
}


def ground(course: CourseFile) -> Ground:
    """The course as a circuit seen from above, with its signs and their words."""
    board = plan(course)
    road, record = board.circuit, course.record
    shapes = [
        Shape(road.board.path(), "ground"),
        *scenery(board),
        *_links(record, road),
        *_side_roads(board),
        *_road(road),
        *_kerbs(road),
        *_borders(road),
        *_start(board),
        *_on_the_road(record, road),
        *board.paddock.shapes(),
        *_signs(board, record),
    ]
    labels: list[Label] = [board.paddock.label("A38", 1)]
    for block, rect in board.blocks:
        more, words = _block(block, rect)
        shapes += more
        labels += words
    way = pen.points(road.middle[::4])
    return Ground(
        road.width,
        road.height,
        tuple(shapes),
        tuple(labels),
        symbols(),
        way=way,
        landscape=landscape_of(course, LANDSCAPES),
    )


# --- the road


def edge(road: Circuit, aside: float, every: int = 2) -> list[complex]:
    """A line along the road at a distance outside its right edge (below 0, its left)."""
    side = 1 if aside >= 0 else -1
    points = road.middle + 1j * road.ahead * (side * road.half + aside)
    return [complex(point) for point in points[::every]]


def ring(road: Circuit, beyond: float) -> str:
    """The road as an area, widened on both sides."""
    left, right = edge(road, -beyond - 1e-9), edge(road, beyond)
    return pen.line(left, True) + pen.line(right[::-1], True)


def _road(road: Circuit) -> list[Shape]:
    return [Shape(ring(road, KERB), "verge"), Shape(ring(road, 0), "road")]


def _kerbs(road: Circuit) -> list[Shape]:
    """Red and white along the edges of bends."""
    bent = abs(road.bend) > BENT
    if bent.all() or not bent.any():
        return []
    first = int(np.argmin(bent))
    order = [(first + step) % len(bent) for step in range(len(bent) + 1)]
    runs: list[list[int]] = [[]]
    for index in order:
        if bent[index]:
            runs[-1].append(index)
        elif runs[-1]:
            runs.append([])
    white, red = "", ""
    for run in runs:
        if len(run) < 6:
            continue
        for side in (-1, 1):
            points = [
                complex(road.middle[i] + 1j * road.ahead[i] * side * (road.half[i] + 2.5))
                for i in run
            ]
            white += pen.line(points[::2])
            red += pen.dashes(points, 10, 10)
    return [Shape(white, "outline:light", 5), Shape(red, "outline:kerb", 5)]


def _borders(road: Circuit) -> list[Shape]:
    """A line across the road at the beginning of each segment except the first."""
    lines = ""
    for begins in road.starts[1:-1]:
        half = float(road.half[road.index(begins)])
        lines += pen.line([road.at(begins, -half)[0], road.at(begins, half)[0]])
    return [Shape(lines, "outline:line", 3)]


def _start(board: Plan) -> list[Shape]:
    """The chequered line, the grid behind it, and an arrow that says which way."""
    road = board.circuit
    half = float(road.half[0])
    count = 2 * ceil(half / 7)
    size = 2 * half / count
    slots = "".join(_slot(point, heading) for point, heading in board.grid(MOST_KARTS))
    point, heading = road.at(26)
    tip = pen.unit(heading)
    ahead = [point + tip * corner for corner in (-9 + 0j, 9 + 0j)]
    barbs = [point + tip * corner for corner in (2 - 7j, 9 + 0j, 2 + 7j)]
    return [
        Shape(slots, "outline:line", 1.4),
        *chequers(range(2), count, lambda x, y: road.at(size * (x - 1), half - size * y)[0]),
        Shape(pen.line(ahead) + pen.line(barbs), "outline:line", 3.5),
    ]


def _slot(point: complex, heading: float) -> str:
    """The mark of a place on the grid, open to the back."""
    ahead = pen.unit(heading)
    half = KART_WIDTH / 2 + 1
    front = KART_LENGTH / 2 + 2
    corners = (front - 8 - half * 1j, front - half * 1j, front + half * 1j, front - 8 + half * 1j)
    return pen.line([point + ahead * corner for corner in corners])


def _on_the_road(record: Course, road: Circuit) -> list[Shape]:
    """Dash panels and lines of item boxes."""
    shapes: list[Shape] = []
    for index in range(record.segments):
        segment = record.segment[index]
        begins, ends = road.starts[index], road.starts[index + 1]
        panels = [panel for panel in segment.dash_panels if panel.exists]
        for number, _ in enumerate(panels):
            point, heading = road.at(begins + (40 if index else 62) + 40 * number)
            shapes += sign("dash", point, heading)
        if segment.boxes:
            half = float(road.half[road.index(ends - 16)])
            most = int(2 * half // 16)
            count = most if segment.boxes == PLENTY else segment.boxes
            rows = ceil(count / most)
            places: list[complex] = []
            heading = 0.0
            for row in range(rows):
                here = min(most, count - row * most)
                for box in range(here):
                    aside = (box - (here - 1) / 2) * 2 * half / most
                    point, heading = road.at(ends - 14 - 15 * row, aside)
                    places.append(point)
            shapes += crates(places, heading)
    return shapes


def _side_roads(board: Plan) -> list[Shape]:
    lines = "".join(pen.curve(points[::2]) for points in board.side_roads.values())
    if not lines:
        return []
    return [
        Shape(lines, "outline:verge", SIDE_ROAD + 8),
        Shape(lines, "outline:road", SIDE_ROAD),
    ]


def _links(record: Course, road: Circuit) -> list[Shape]:
    """A dashed line between segments linked for attacks."""
    lines = "".join(pen.dashes(line[::80], 12, 9) for line in link_lines(record, road))
    return [Shape(lines, "outline:bad", 3)] if lines else []


def _signs(board: Plan, record: Course) -> list[Shape]:
    """The places of hazards, and the forks of paths."""
    shapes: list[Shape] = []
    for (segment, index), point in board.hazards.items():
        hazard = record.segment[segment].hazards[index]
        shapes += sign("hazard" if hazard.event < 0 else "hazard_calm", point)
    return shapes


# --- words


def _block(block: Block, rect: Rect) -> tuple[list[Shape], list[Label]]:
    shapes: list[Shape] = []
    labels: list[Label] = []
    top = rect.y - rect.height / 2
    for line in block.title:
        labels.append(Label(rect.x, top + TITLE_LINE / 2, line, TITLE, "R9", block.about))
        top += TITLE_LINE
    for row_line in block.lines:
        widths = [ICON + pen.drawn_width(row.text, ROW) + BETWEEN for row in row_line]
        left = rect.x - (sum(widths) - BETWEEN) / 2
        for row, width in zip(row_line, widths, strict=True):
            _row(row, left, top + ROW_LINE / 2, shapes, labels)
            left += width
        top += ROW_LINE
    return shapes, labels


def _row(row: Row, left: float, y: float, shapes: list[Shape], labels: list[Label]) -> None:
    shapes += icon(row.sign, complex(left + ICON / 2 - 2, y))
    x = left + ICON + pen.drawn_width(row.text, ROW) / 2
    labels.append(Label(round(x, 1), round(y, 1), row.text, ROW, row.rule, row.about))
