"""Draw the board of a course: everything that never moves in a race.

The obstructions are exactly where the rules have them; waves, a pond, trees and flowers are flat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import sin

import numpy as np

from wreckoning.core.shown import Ground, Label, Landscape, Shape
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.race import DESTRUCTIBLE, Obstruction
from wreckoning.rulesets.kart.view.layout import GRAIN, TITLE, Name, Plan, corners_of, plan
from wreckoning.rulesets.kart.view.road import VERGE, road
from wreckoning.rulesets.kart.view.symbols import symbols
from wreckoning.show import pen
from wreckoning.show.landscape import Room, Shore, Woods, crowns, pond
from wreckoning.show.landscapes import landscape_of
from wreckoning.show.shapes import edged
from wreckoning.show.table_board import rims

WOODS = Woods(56, 520, 7.5, 3, (83, 61, 1), 0.1)
TUFTS = 90
FLOWERS = 34
POND = (30.0, 66.0)  # the least and the largest radius
SHORE = Shore(0.84, ((0.12, 2, 1), (0.04, 5, 0)))


def scenery(board: Plan) -> list[Shape]:
    """All scenery, lowest first."""
    room = _room(board)
    shapes = [*_mowing(board), *_pond(room)]
    trees = WOODS.trees(room)
    room.discs += trees
    return [*shapes, *crowns(trees), *_flowers(room), *_tufts(room)]


def _room(board: Plan) -> Room:
    """The free room, without the road, its verge, words and obstructions."""
    record = board.course.record
    discs = []
    for n in range(record.solid_count):
        corners = corners_of(record.solids[n])
        middle = sum(corners) / len(corners)
        discs.append((middle, abs(corners[0] - middle) + 3))

    def clearance(point: complex) -> float:
        return float(abs(board.road - point).min()) - VERGE - GRAIN

    return Room(board.table, clearance, [name.rect for name in board.names], discs=discs)


def _mowing(board: Plan) -> Iterator[Shape]:
    """Long pale waves over the mat."""
    table, waves = board.table, ""
    left, right = table.x - table.width / 2 + 6, table.x + table.width / 2 - 6
    for y in np.arange(table.y - table.height / 2 + 26, table.y + table.height / 2 - 8, 44):
        points = [complex(x, y + 5 * sin(x / 90 + y)) for x in np.linspace(left, right, 14)]
        waves += pen.curve(points)
    yield Shape(waves, "outline:leaf", 0.7)


def _pond(room: Room) -> Iterator[Shape]:
    """A pond with a duck in the largest free space, if that is large."""
    centre, free = room.roomiest(300)
    if free < POND[0]:
        return
    radius = min(free - 6, POND[1])
    room.discs.append((centre, radius))
    duck = centre + radius * (0.34 - 0.36j)
    yield from pond(SHORE, centre, radius)
    yield Shape(
        pen.circle(duck.real, duck.imag, 4) + pen.circle(duck.real + 4, duck.imag - 2, 2.4), "sign"
    )
    yield Shape(pen.line([duck + 6 - 2j, duck + 8.6 - 1.6j]), "outline:hot", 1.8)


def _spread(room: Room, count: int, size: float, first: int) -> Sequence[complex]:
    found: list[complex] = []
    for point in room.scattered(5 * count, first):
        if room.at(point) > size:
            found.append(point)
        if len(found) == count:
            break
    return found


def _flowers(room: Room) -> Iterator[Shape]:
    spots = _spread(room, FLOWERS, 5.0, 700)
    petals, hearts = "", ""
    for spot in spots:
        petals += "".join(pen.circle(p.real, p.imag, 1.5) for p in pen.polygon(5, 2.1, 0, spot))
        hearts += pen.circle(spot.real, spot.imag, 1.2)
        room.discs.append((spot, 4.0))
    if spots:
        yield Shape(petals, "light")
        yield Shape(hearts, "sign")


def _tufts(room: Room) -> Iterator[Shape]:
    blades = "".join(
        pen.line([spot - 2.4, spot - 3 - 3.6j])
        + pen.line([spot, spot - 4.6j])
        + pen.line([spot + 2.4, spot + 3 - 3.6j])
        for spot in _spread(room, TUFTS, 5.0, 1300)
    )
    if blades:
        yield Shape(blades, "outline:leaf", 1.2)


SHADE = 2.5 + 3j  # which way shadows fall, and how far


def obstructions(board: Plan) -> list[Shape]:
    """Every obstruction that cannot be removed, with its shadow."""
    record = board.course.record
    fixed = [n for n in range(record.solid_count) if record.solid_kind[n] != DESTRUCTIBLE]
    shapes: list[Shape] = []
    if fixed:
        shadows = "".join(
            pen.line([corner + SHADE for corner in corners_of(record.solids[n])], True)
            for n in fixed
        )
        shapes.append(Shape(shadows, "wall"))
    for number in fixed:
        corners = corners_of(record.solids[number])
        draw = _pipe if record.solid_kind[number] == Obstruction.PIPE else _cube
        shapes += draw(corners)
    return shapes


def _pipe(corners: list[complex]) -> Iterator[Shape]:
    """A green pipe, looked into."""
    middle = sum(corners) / len(corners)
    radius = abs(corners[0] - middle)
    rim = pen.line(corners, True)
    yield from edged(rim, "good", "dark", 1.4)
    yield from edged(pen.circle(middle.real, middle.imag, 0.66 * radius), "dark", "leaf", 1.6)


def _cube(corners: list[complex]) -> Iterator[Shape]:
    """A wooden block, nailed at its corners."""
    middle = sum(corners) / len(corners)
    block = pen.line(corners, True)
    inner = pen.line([middle + 0.68 * (corner - middle) for corner in corners], True)
    nails = "".join(
        pen.circle(p.real, p.imag, 1.1) for p in (middle + 0.82 * (c - middle) for c in corners)
    )
    cross = pen.line([middle + 0.68 * (corners[0] - middle), middle + 0.68 * (corners[2] - middle)])
    yield from edged(block, "wood", "dark", 1.5)
    yield Shape(inner, "outline:dark", 0.9)
    yield Shape(cross, "outline:dark", 0.9)
    yield Shape(nails, "sign")


RIM = 7.0

LANDSCAPES: dict[str, Landscape] = {
    "dishwater_dip": "meadow",
    "lovers_knot": "candy",
    "toadstool_market": "moor",
}


def ground(course: CourseFile) -> Ground:
    """The table seen from above, drawn to scale, with its gates' names. Drawn once, and kept."""
    return _ground(plan(course))


@lru_cache(maxsize=64)
def _ground(board: Plan) -> Ground:
    shapes = [
        Shape(board.table.path(), "ground"),
        *scenery(board),
        *road(board),
        *obstructions(board),
        *_rim(board),
    ]
    labels = tuple(_name(board, name) for name in board.names)
    return Ground(
        board.width,
        board.height,
        tuple(shapes),
        labels,
        symbols(board.course),
        landscape=landscape_of(board.course, LANDSCAPES),
    )


def _rim(board: Plan) -> list[Shape]:
    """The table's edge (E17): it begins where the mat ends."""
    rim, mat, outside = rims(board.table, RIM, (5, 8))
    edges = (Shape(mat, "outline:dark", 1.0), Shape(outside, "outline:dark", 1.2))
    return [Shape(rim, "outline:wood", RIM), *edges]


def _name(board: Plan, name: Name) -> Label:
    last = name.gate == board.course.record.gate_count - 1
    what = ", start and finish" if last else ""
    about = f"Gate {name.gate + 1} of {len(board.course.gates)}{what}. Drive as its arrows say."
    x, y = pen.rounded(complex(name.rect.x, name.rect.y))
    return Label(x, y, name.text, TITLE, "E16", about)
