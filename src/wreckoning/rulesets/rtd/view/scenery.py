"""Decorate the board with a pond, trees, a grandstand, tyre walls."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import numpy as np

from wreckoning.core.shown import Shape
from wreckoning.rulesets.rtd.view.circuit import KERB
from wreckoning.rulesets.rtd.view.plan import Plan
from wreckoning.show import pen
from wreckoning.show.landscape import Room, Shore, Woods, crowns, pond, tyre_wall
from wreckoning.show.shapes import grandstand

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
