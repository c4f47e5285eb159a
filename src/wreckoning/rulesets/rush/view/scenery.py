"""What makes a board pleasant and means nothing: tanks, sheds, a pool of sludge, dead trees.

It stands where nothing else does, by fixed sequences of points: no dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi, sin

from wreckoning.core.shown import Shape
from wreckoning.rulesets.rush.view.layout import HALF, SIZE, VERGE, Plan
from wreckoning.show import pen

TREES = 60
TRIED = 620
TANK = (20.0, 34.0)  # the least and the largest radius
POOL = (26.0, 62.0)
SHED = (52.0, 34.0)
STAND = (96.0, 26.0)
TYRES = 12.0  # the breadth of a tyre wall

Disc = tuple[complex, float]


def scenery(board: Plan) -> list[Shape]:
    """All of it, lowest first."""
    discs: list[Disc] = []
    shapes = [*_stand(board, discs), *_pool(board, discs)]
    shapes += [*_tanks(board, discs), *_sheds(board, discs)]
    return [*shapes, *_trees(board, discs), *_tyre_walls(board)]


def _room(board: Plan, point: complex, discs: Sequence[Disc]) -> float:
    """The radius of the largest circle about a point that touches nothing."""
    room = min(point.real, point.imag, board.width - point.real, board.height - point.imag)
    room = min(room, float(abs(board.road - point).min()) - (HALF + VERGE) * SIZE - TYRES)
    for rect in (board.yard, *(name.rect for name in board.names)):
        x = max(abs(point.real - rect.x) - rect.width / 2, 0)
        y = max(abs(point.imag - rect.y) - rect.height / 2, 0)
        room = min(room, abs(complex(x, y)) - 3)
    for centre, radius in discs:
        room = min(room, abs(point - centre) - radius)
    return room


def _scattered(board: Plan, count: int) -> Iterator[complex]:
    """Points spread evenly over the board, each far from those before."""
    for index in range(1, count + 1):
        x, y = (0.5 + index * 0.7548776662466927) % 1, (0.5 + index * 0.5698402909980532) % 1
        yield complex(x * board.width, y * board.height)


def _roomiest(board: Plan, discs: Sequence[Disc], tried: int = 320) -> tuple[complex, float]:
    best = max(_scattered(board, tried), key=lambda point: _room(board, point, discs))
    return best, _room(board, best, discs)


def _pool(board: Plan, discs: list[Disc]) -> Iterator[Shape]:
    """One, where there is most room, if there is much."""
    centre, room = _roomiest(board, discs)
    if room < POOL[0]:
        return
    radius = min(room - 6, POOL[1])
    shore = [
        centre + radius * (0.84 + 0.1 * sin(2 * a + 1) + 0.06 * sin(5 * a)) * pen.unit(a * 180 / pi)
        for a in (2 * pi * step / 14 for step in range(14))
    ]
    ripples = ""
    for x, y, width in ((-0.25, -0.2, 0.3), (0.2, 0.05, 0.36), (-0.1, 0.32, 0.26)):
        at, half, rise = centre + radius * complex(x, y), radius * width / 2, 0.06j * radius
        ripples += pen.curve([at - half, at - half / 2 - rise, at, at + half / 2 - rise, at + half])
    drum = centre + radius * (0.35 - 0.35j)
    discs.append((centre, radius))
    yield Shape(pen.curve(shore, True), "water")
    yield Shape(pen.curve(shore, True), "outline:verge", 3)
    yield Shape(ripples, "outline:light", 1.2)
    yield Shape(pen.box(drum.real, drum.imag, 12, 8, 2), "sign")
    yield Shape(pen.box(drum.real, drum.imag, 12, 8, 2), "outline:dark", 1)


def _tanks(board: Plan, discs: list[Disc]) -> list[Shape]:
    """Gasometers, seen from above."""
    shapes: list[Shape] = []
    for _ in range(3):
        centre, room = _roomiest(board, discs)
        if room < TANK[0] + 4:
            break
        radius = min(room - 4, TANK[1])
        discs.append((centre, radius + 4))
        wall = pen.circle(centre.real, centre.imag, radius)
        roof = pen.circle(centre.real, centre.imag, 0.72 * radius)
        ribs = "".join(
            pen.line([centre + 0.2 * (p - centre), p])
            for p in pen.polygon(8, 0.72 * radius, 22.5, centre)
        )
        shade = pen.circle(centre.real + 3, centre.imag + 3, radius)
        shapes += [
            Shape(shade, "verge"),
            Shape(wall, "wall"),
            Shape(roof, "stone"),
            Shape(ribs, "outline:wall", 1.4),
            Shape(wall, "outline:dark", 1.4),
            Shape(pen.circle(centre.real, centre.imag, 0.14 * radius), "kerb"),
        ]
    return shapes


def _sheds(board: Plan, discs: list[Disc]) -> list[Shape]:
    """Long roofs of corrugated iron."""
    shapes: list[Shape] = []
    wide, deep = SHED
    for point in _scattered(board, 240):
        spots = [point + shift for shift in (-0.3 * wide, 0, 0.3 * wide)]
        if min(_room(board, spot, discs) for spot in spots) < deep / 2 + 5:
            continue
        discs += [(spot, deep / 2 + 3) for spot in spots]
        roof = pen.box(point.real, point.imag, wide, deep)
        ridge = pen.line([point - wide / 2, point + wide / 2])
        sheets = "".join(
            pen.line([point + x - deep / 2 * 1j, point + x + deep / 2 * 1j])
            for x in range(-21, 22, 7)
        )
        shapes += [
            Shape(pen.box(point.real + 3, point.imag + 3, wide, deep), "verge"),
            Shape(roof, "wood"),
            Shape(sheets, "outline:wall", 0.9),
            Shape(ridge, "outline:light", 1.4),
            Shape(roof, "outline:dark", 1.3),
        ]
        if len(shapes) >= 15:
            break
    return shapes


def _stand(board: Plan, discs: list[Disc]) -> Iterator[Shape]:
    """A grandstand beside the start or the finish, where there is room for it."""
    last = len(board.course.tiles) - 1
    for tile, way in ((last, 0.7), (0, 0.5), (last, 0.4), (0, 0.8), (0, 0.2)):
        for side in (-1, 1):
            out = HALF + VERGE + (STAND[1] / 2 + 5) / SIZE
            point, heading = board.at(tile, way, side * out)
            along = pen.unit(heading)
            spots = [point + along * shift for shift in (-38, -19, 0, 19, 38)]
            corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
            roof = [point + along * complex(x * STAND[0], y * STAND[1]) for x, y in corners]
            inside = all(
                4 < p.real < board.width - 4 and 4 < p.imag < board.height - 4 for p in roof
            )
            if not inside or min(_room(board, spot, discs) for spot in spots) < 4:
                continue
            rows = "".join(
                pen.line([point + along * (-44 + 1j * y), point + along * (44 + 1j * y)])
                for y in (-8, -3, 2, 7)
            )
            discs += [(spot, 18.0) for spot in spots]
            yield Shape(pen.line(roof, True), "wall")
            yield Shape(rows, "outline:light", 2.2)
            yield Shape(pen.line(roof, True), "outline:dark", 1.3)
            return


def _trees(board: Plan, discs: Sequence[Disc]) -> list[Shape]:
    standing: list[Disc] = []
    for index, point in enumerate(_scattered(board, TRIED)):
        radius = 6.0 + index * 7 % 5
        # Woods rather than single trees: only where a slow wave over the board is high.
        if sin(point.real / 83) + sin(point.imag / 67 + 2) < 0.0:
            continue
        if _room(board, point, discs) < radius + 4:
            continue
        if all(abs(point - other) > 0.85 * (radius + size) for other, size in standing):
            standing.append((point, radius))
        if len(standing) == TREES:
            break
    if not standing:
        return []
    standing.sort(key=lambda tree: (tree[0].imag, tree[0].real))
    shadows = "".join(pen.circle(at.real + 2, at.imag + 2, radius) for at, radius in standing)
    crowns = "".join(
        pen.curve([p * 1.0 for p in pen.polygon(7, radius, 13 * n, at)], True)
        for n, (at, radius) in enumerate(standing)
    )
    shine = "".join(
        pen.circle(at.real - 0.25 * radius, at.imag - 0.3 * radius, 0.4 * radius)
        for at, radius in standing
    )
    return [
        Shape(shadows, "verge"),
        Shape(crowns, "leaf"),
        Shape(crowns, "outline:ground", 1.4),
        Shape(shine, "outline:ground", 1.2),
    ]


def _tyre_walls(board: Plan) -> list[Shape]:
    """Along the outside of curves."""
    spots: list[complex] = []
    for number, laid in enumerate(board.course.tiles):
        if laid.tile.shape == "straight":
            continue
        side = -1 if laid.tile.shape == "right" else 1
        for step in range(3, 26):
            point, _ = board.at(number, step / 28, side * (HALF + VERGE + 0.28))
            rects = (board.yard, *(name.rect for name in board.names))
            clear = all(
                abs(point.real - r.x) > r.width / 2 + 4 or abs(point.imag - r.y) > r.height / 2 + 4
                for r in rects
            )
            if clear and float(abs(board.road - point).min()) > (HALF + VERGE) * SIZE:
                spots.append(point)
    if not spots:
        return []
    return [
        Shape("".join(pen.circle(p.real, p.imag, 4.4) for p in spots), "dark"),
        Shape("".join(pen.circle(p.real, p.imag, 1.7) for p in spots), "verge"),
    ]
