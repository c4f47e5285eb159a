"""What makes a board pleasant and means nothing: a pond, trees, a grandstand, tyre walls.

It stands where nothing else does, by fixed sequences of points: no dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import degrees, pi, sin

import numpy as np

from wreckoning.core.shown import Shape
from wreckoning.rulesets.rtd.view.circuit import KERB
from wreckoning.rulesets.rtd.view.plan import Plan
from wreckoning.show import pen

TREES = 46
TRIED = 420
POND = (38.0, 74.0)  # the least and the largest radius
SHARP = 1 / 78  # curvature from which on there are tyres
STAND = (74.0, 20.0)


def scenery(board: Plan) -> list[Shape]:
    """All of it, lowest first."""
    ponds = list(_ponds(board))
    shapes: list[Shape] = []
    for centre, radius in ponds:
        shore = _blob(centre, radius)
        shapes.append(Shape(pen.curve(shore, True), "water"))
        shapes.append(Shape(pen.curve(shore, True), "outline:verge", 3))
        shapes.append(Shape(_ripples(centre, radius), "outline:light", 1.2))
    stand = _grandstand(board, ponds)
    shapes += stand[1]
    discs = [*ponds, *stand[0]]
    return [*shapes, *_trees(board, discs), *_tyres(board)]


Disc = tuple[complex, float]


def _free(board: Plan, point: complex, discs: Sequence[Disc]) -> float:
    """The radius of the largest circle about a point that touches nothing."""
    road = board.circuit
    room = min(point.real, point.imag, road.width - point.real, road.height - point.imag)
    room = min(room, board.obstacles.clearance(point))
    for rect in board.rects:
        x = max(abs(point.real - rect.x) - rect.width / 2, 0)
        y = max(abs(point.imag - rect.y) - rect.height / 2, 0)
        room = min(room, abs(complex(x, y)) - 4)
    for centre, radius in discs:
        room = min(room, abs(point - centre) - radius)
    return room


def _scattered(board: Plan, count: int) -> Iterator[complex]:
    """Points spread evenly over the board, each far from those before."""
    road = board.circuit
    for index in range(1, count + 1):
        x, y = (0.5 + index * 0.7548776662466927) % 1, (0.5 + index * 0.5698402909980532) % 1
        yield complex(x * road.width, y * road.height)


def _ponds(board: Plan) -> Iterator[Disc]:
    """One where there is most room, if there is much."""
    best = max(_scattered(board, 260), key=lambda point: _free(board, point, ()))
    room = _free(board, best, ())
    if room > POND[0]:
        yield best, min(room - 6, POND[1])


def _blob(centre: complex, radius: float) -> list[complex]:
    phase = (centre.real + centre.imag) % (2 * pi)
    return [
        centre
        + radius
        * (0.82 + 0.13 * sin(2 * angle + phase) + 0.05 * sin(3 * angle))
        * pen.unit(degrees(angle))
        for angle in (2 * pi * step / 12 for step in range(12))
    ]


def _ripples(centre: complex, radius: float) -> str:
    lines = ""
    for x, y, width in ((-0.25, -0.2, 0.3), (0.2, 0.05, 0.36), (-0.1, 0.32, 0.26)):
        at = centre + radius * complex(x, y)
        half, rise = radius * width / 2, 0.06j * radius
        lines += pen.curve([at - half, at - half / 2 - rise, at, at + half / 2 - rise, at + half])
    return lines


def _trees(board: Plan, discs: Sequence[Disc]) -> list[Shape]:
    standing: list[Disc] = []
    for index, point in enumerate(_scattered(board, TRIED)):
        radius = 8.0 + index * 7 % 5
        room = _free(board, point, discs)
        # Woods rather than single trees: only where a slow wave over the board is high.
        if room < radius + 5 or sin(point.real / 97) + sin(point.imag / 71 + 1) < 0.1:
            continue
        if all(abs(point - other) > 0.8 * (radius + size) for other, size in standing):
            standing.append((point, radius))
        if len(standing) == TREES:
            break
    if not standing:
        return []
    standing.sort(key=lambda tree: (tree[0].imag, tree[0].real))
    crowns = "".join(pen.circle(at.real, at.imag, radius) for at, radius in standing)
    shine = "".join(
        pen.circle(at.real - 0.25 * radius, at.imag - 0.3 * radius, 0.45 * radius)
        for at, radius in standing
    )
    return [
        Shape(crowns, "leaf"),
        Shape(crowns, "outline:ground", 1.5),
        Shape(shine, "outline:ground", 1.2),
    ]


def _grandstand(board: Plan, discs: Sequence[Disc]) -> tuple[list[Disc], list[Shape]]:
    """Beside the start, where there is room for it."""
    road = board.circuit
    for way in (60.0, 100.0, -50.0, 140.0, -90.0):
        half = float(road.half[road.index(way % road.length)])
        for side in (-1, 1):
            point, heading = road.at(way, side * (half + KERB + 20))
            along = pen.unit(heading)
            spots = [point + along * shift for shift in (-30, -10, 10, 30)]
            if min(_free(board, spot, discs) for spot in spots) < 13:
                continue
            rows = "".join(
                pen.line([point + along * (-34 + 1j * y), point + along * (34 + 1j * y)])
                for y in (-5.5, 0.0, 5.5)
            )
            corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
            roof = [point + along * complex(x * STAND[0], y * STAND[1]) for x, y in corners]
            shapes = [
                Shape(pen.line(roof, True), "wall"),
                Shape(rows, "outline:light", 2.2),
                Shape(pen.line(roof, True), "outline:dark", 1.2),
            ]
            return [(spot, 14.0) for spot in spots], shapes
    return [], []


def _tyres(board: Plan) -> list[Shape]:
    """Along the outside of sharp bends."""
    road = board.circuit
    dark, white = "", ""
    last: complex | None = None
    for index in np.flatnonzero(abs(road.bend) > SHARP):
        outside = -1 if road.bend[index] > 0 else 1
        out = 1j * road.ahead[index] * outside * (road.half[index] + KERB + 5)
        point = complex(road.middle[index] + out)
        if last is not None and abs(point - last) < 9.5:
            continue
        roads = board.side_roads.values()
        near = min((abs(point - p) for points in roads for p in points), default=99)
        signs = min((abs(point - p) for p in board.hazards.values()), default=99)
        if near < 16 or signs < 18:
            continue
        last = point
        dark += pen.circle(point.real, point.imag, 4.2)
        white += pen.circle(point.real, point.imag, 1.6)
    return [Shape(dark, "dark"), Shape(white, "verge")] if dark else []
