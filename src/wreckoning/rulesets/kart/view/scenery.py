"""Decorate the mat with mowed waves, a pond, trees, flowers: flat, to be driven over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sin

import numpy as np

from wreckoning.core.shown import Shape
from wreckoning.rulesets.kart.view.layout import GRAIN, Plan, corners_of
from wreckoning.rulesets.kart.view.road import VERGE
from wreckoning.show import pen
from wreckoning.show.landscape import Room, Shore, Woods, crowns, pond

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
