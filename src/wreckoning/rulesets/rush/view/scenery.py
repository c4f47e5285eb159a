"""Decorate the board with tanks, sheds, a grandstand, a pool of sludge, dead trees."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Shape
from wreckoning.rulesets.rush.view.layout import HALF, SIZE, VERGE, Plan
from wreckoning.show import pen
from wreckoning.show.landscape import Disc, Room, Shore, Woods, pond, shine, tyre_wall
from wreckoning.show.shapes import edged, grandstand, rectangle

WOODS = Woods(60, 620, 6.0, 4, (83, 67, 2), 0.0, 0.85)
TANK = (20.0, 34.0)  # the least and the largest radius
POOL = (26.0, 62.0)
SHORE = Shore(0.84, ((0.1, 2, 1), (0.06, 5, 0)))
SHED = (52.0, 34.0)
STAND = (96.0, 26.0)
TYRES = 12.0  # the breadth of a tyre wall
TRIED = 320


def scenery(board: Plan) -> list[Shape]:
    """All scenery, lowest first."""
    room = _room(board)
    shapes = [*_stand(board, room), *_pool(room), *_tanks(room), *_sheds(room)]
    return [*shapes, *_trees(WOODS.trees(room)), *_tyre_walls(board)]


def _room(board: Plan) -> Room:
    """The free room, without the road, its verge, words and the yard."""

    def clearance(point: complex) -> float:
        return float(abs(board.road - point).min()) - (HALF + VERGE) * SIZE - TYRES

    return Room(board.area, clearance, [board.yard.rect, *(name.rect for name in board.names)])


def _pool(room: Room) -> Iterator[Shape]:
    """A pool with a drum in it, in the largest free space, if that is large."""
    centre, free = room.roomiest(TRIED)
    if free < POOL[0]:
        return
    radius = min(free - 6, POOL[1])
    drum = centre + radius * (0.35 - 0.35j)
    room.discs.append((centre, radius))
    yield from pond(SHORE, centre, radius)
    yield from edged(pen.box(drum.real, drum.imag, 12, 8, 2), "sign", "dark", 1)


def _tanks(room: Room) -> list[Shape]:
    """Gasometers, seen from above."""
    shapes: list[Shape] = []
    for _ in range(3):
        centre, free = room.roomiest(TRIED)
        if free < TANK[0] + 4:
            break
        radius = min(free - 4, TANK[1])
        room.discs.append((centre, radius + 4))
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


def _sheds(room: Room) -> list[Shape]:
    """Long roofs of corrugated iron."""
    shapes: list[Shape] = []
    wide, deep = SHED
    for point in room.scattered(240):
        spots = [point + shift for shift in (-0.3 * wide, 0, 0.3 * wide)]
        if min(map(room.at, spots)) < deep / 2 + 5:
            continue
        room.discs += [(spot, deep / 2 + 3) for spot in spots]
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


def _stand(board: Plan, room: Room) -> Iterator[Shape]:
    """A grandstand next to the start or the finish, if there is room for it."""
    last = len(board.course.tiles) - 1
    for tile, way in ((last, 0.7), (0, 0.5), (last, 0.4), (0, 0.8), (0, 0.2)):
        for side in (-1, 1):
            out = HALF + VERGE + (STAND[1] / 2 + 5) / SIZE
            point, heading = board.at(tile, way, side * out)
            along = pen.unit(heading)
            spots = [point + along * shift for shift in (-38, -19, 0, 19, 38)]
            is_inside = all(board.area.room(p) > 4 for p in rectangle(point, along, STAND))
            if not is_inside or min(map(room.at, spots)) < 4:
                continue
            room.discs += [(spot, 18.0) for spot in spots]
            yield from grandstand(point, along, STAND, (-8, -3, 2, 7), 44, 1.3)
            return


def _trees(trees: list[Disc]) -> Iterator[Shape]:
    """Bare crowns with shadows."""
    if not trees:
        return
    shadows = "".join(pen.circle(at.real + 2, at.imag + 2, radius) for at, radius in trees)
    bare = "".join(
        pen.curve(pen.polygon(7, radius, 13 * n, at), True) for n, (at, radius) in enumerate(trees)
    )
    yield Shape(shadows, "verge")
    yield from edged(bare, "leaf", "ground", 1.4)
    yield shine(trees, 0.4)


def _tyre_walls(board: Plan) -> Iterator[Shape]:
    """Tyre walls along the outside of curves."""
    spots: list[complex] = []
    for number, laid in enumerate(board.course.tiles):
        if laid.tile.shape == "straight":
            continue
        side = -1 if laid.tile.shape == "right" else 1
        for step in range(3, 26):
            point, _ = board.at(number, step / 28, side * (HALF + VERGE + 0.28))
            rects = (board.yard.rect, *(name.rect for name in board.names))
            clear = all(
                abs(point.real - r.x) > r.width / 2 + 4 or abs(point.imag - r.y) > r.height / 2 + 4
                for r in rects
            )
            if clear and float(abs(board.road - point).min()) > (HALF + VERGE) * SIZE:
                spots.append(point)
    return tyre_wall(spots, 4.4, 1.7)
