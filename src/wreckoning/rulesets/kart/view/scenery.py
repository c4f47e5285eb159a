"""What makes a table pleasant and means nothing: printed flat on the mat, to be driven over.

It stands where nothing else does, by fixed sequences of points: no dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import degrees, pi, sin

import numpy as np

from wreckoning.core.shown import Shape
from wreckoning.rulesets.kart.view.layout import GRAIN, Plan, corners_of
from wreckoning.rulesets.kart.view.road import VERGE
from wreckoning.show import pen

TREES, TRIED = 56, 520
TUFTS = 90
FLOWERS = 34
POND = (30.0, 66.0)  # the least and the largest radius

Disc = tuple[complex, float]


def scenery(board: Plan) -> list[Shape]:
    """All of it, lowest first."""
    room = _Room(board)
    shapes = [*_mowing(board), *_pond(room)]
    return [*shapes, *_trees(room), *_flowers(room), *_tufts(room)]


class _Room:
    """Where there is room: off the road, its verge, words and things."""

    def __init__(self, board: Plan) -> None:
        self.board = board
        self.discs: list[Disc] = []
        record = board.course.record
        for n in range(record.solid_count):
            corners = corners_of(record.solids[n])
            middle = sum(corners) / len(corners)
            self.discs.append((middle, abs(corners[0] - middle) + 3))

    def at(self, point: complex) -> float:
        """The radius of the largest circle about a point that touches nothing."""
        table, board = self.board.table, self.board
        room = min(
            table.width / 2 - abs(point.real - table.x),
            table.height / 2 - abs(point.imag - table.y),
        )
        room = min(room, float(abs(board.road - point).min()) - VERGE - GRAIN)
        for rect in (name.rect for name in board.names):
            x = max(abs(point.real - rect.x) - rect.width / 2, 0)
            y = max(abs(point.imag - rect.y) - rect.height / 2, 0)
            room = min(room, abs(complex(x, y)) - 3)
        for centre, radius in self.discs:
            room = min(room, abs(point - centre) - radius)
        return room

    def scattered(self, count: int, first: int = 1) -> Iterator[complex]:
        """Points spread evenly over the table, each far from those before."""
        table = self.board.table
        corner = complex(table.x - table.width / 2, table.y - table.height / 2)
        for index in range(first, first + count):
            x, y = (0.5 + index * 0.7548776662466927) % 1, (0.5 + index * 0.5698402909980532) % 1
            yield corner + complex(x * table.width, y * table.height)


def _mowing(board: Plan) -> Iterator[Shape]:
    """Long pale waves over the mat."""
    table, waves = board.table, ""
    left, right = table.x - table.width / 2 + 6, table.x + table.width / 2 - 6
    for y in np.arange(table.y - table.height / 2 + 26, table.y + table.height / 2 - 8, 44):
        points = [complex(x, y + 5 * sin(x / 90 + y)) for x in np.linspace(left, right, 14)]
        waves += pen.curve(points)
    yield Shape(waves, "outline:leaf", 0.7)


def _pond(room: _Room) -> Iterator[Shape]:
    """One, where there is most room, if there is much."""
    centre = max(room.scattered(300), key=room.at)
    free = room.at(centre)
    if free < POND[0]:
        return
    radius = min(free - 6, POND[1])
    room.discs.append((centre, radius))
    shore = [
        centre + radius * (0.84 + 0.12 * sin(2 * a + 1) + 0.04 * sin(5 * a)) * pen.unit(degrees(a))
        for a in (2 * pi * step / 14 for step in range(14))
    ]
    ripples = ""
    for x, y, width in ((-0.25, -0.2, 0.3), (0.2, 0.05, 0.36), (-0.1, 0.32, 0.26)):
        at, half, rise = centre + radius * complex(x, y), radius * width / 2, 0.06j * radius
        ripples += pen.curve([at - half, at - half / 2 - rise, at, at + half / 2 - rise, at + half])
    duck = centre + radius * (0.34 - 0.36j)
    yield Shape(pen.curve(shore, True), "water")
    yield Shape(pen.curve(shore, True), "outline:verge", 3)
    yield Shape(ripples, "outline:light", 1.2)
    yield Shape(
        pen.circle(duck.real, duck.imag, 4) + pen.circle(duck.real + 4, duck.imag - 2, 2.4), "sign"
    )
    yield Shape(pen.line([duck + 6 - 2j, duck + 8.6 - 1.6j]), "outline:hot", 1.8)


def _trees(room: _Room) -> Iterator[Shape]:
    """Woods rather than single trees: only where a slow wave over the table is high."""
    standing: list[Disc] = []
    for index, point in enumerate(room.scattered(TRIED)):
        radius = 7.5 + index * 7 % 5
        if sin(point.real / 83) + sin(point.imag / 61 + 1) < 0.1 or room.at(point) < radius + 3:
            continue
        if all(abs(point - other) > 0.8 * (radius + size) for other, size in standing):
            standing.append((point, radius))
        if len(standing) == TREES:
            break
    if not standing:
        return
    room.discs += standing
    standing.sort(key=lambda tree: (tree[0].imag, tree[0].real))
    crowns = "".join(pen.circle(at.real, at.imag, radius) for at, radius in standing)
    shine = "".join(
        pen.circle(at.real - 0.25 * radius, at.imag - 0.3 * radius, 0.45 * radius)
        for at, radius in standing
    )
    yield Shape(crowns, "leaf")
    yield Shape(crowns, "outline:ground", 1.5)
    yield Shape(shine, "outline:ground", 1.2)


def _spread(room: _Room, count: int, size: float, first: int) -> Sequence[complex]:
    found: list[complex] = []
    for point in room.scattered(5 * count, first):
        if room.at(point) > size:
            found.append(point)
        if len(found) == count:
            break
    return found


def _flowers(room: _Room) -> Iterator[Shape]:
    spots = _spread(room, FLOWERS, 5.0, 700)
    petals, hearts = "", ""
    for spot in spots:
        petals += "".join(pen.circle(p.real, p.imag, 1.5) for p in pen.polygon(5, 2.1, 0, spot))
        hearts += pen.circle(spot.real, spot.imag, 1.2)
        room.discs.append((spot, 4.0))
    if spots:
        yield Shape(petals, "light")
        yield Shape(hearts, "sign")


def _tufts(room: _Room) -> Iterator[Shape]:
    blades = "".join(
        pen.line([spot - 2.4, spot - 3 - 3.6j])
        + pen.line([spot, spot - 4.6j])
        + pen.line([spot + 2.4, spot + 3 - 3.6j])
        for spot in _spread(room, TUFTS, 5.0, 1300)
    )
    if blades:
        yield Shape(blades, "outline:leaf", 1.2)
