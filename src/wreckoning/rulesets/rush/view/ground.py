"""Draw the board of a course: everything that never moves in a race.

The obstructions stand where the rules have them; tanks, sheds and dead trees along the road.
"""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Ground, Label, Landscape, Shape
from wreckoning.rulesets.rush.course_words import BLOCK, STRAIGHT, CourseFile, Tile, squares_of
from wreckoning.rulesets.rush.race import MAX_CARS
from wreckoning.rulesets.rush.squares import LANES
from wreckoning.rulesets.rush.view.layout import HALF, LINE, SIZE, TITLE, VERGE, Name, Plan, plan
from wreckoning.rulesets.rush.view.road import road
from wreckoning.rulesets.rush.view.symbols import symbols
from wreckoning.show import pen
from wreckoning.show.landscape import Disc, Room, Shore, Woods, pond, shine, tyre_wall
from wreckoning.show.landscapes import landscape_of
from wreckoning.show.pen import Spot
from wreckoning.show.shapes import chequers, edged, grandstand, rectangle

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


def obstructions(board: Plan) -> list[Shape]:
    """Every fixed obstruction, on a hatched square."""
    spots = [
        board.spot(square)
        for number, laid in enumerate(board.course.tiles)
        for square, what in squares_of(number, laid.tile)
        if what == BLOCK
    ]
    shapes = (
        [Shape("".join(_hatching(spot) for spot in spots), "outline:sign", 1.6)] if spots else []
    )
    for number, spot in enumerate(spots):
        shapes += DRAWINGS[number % len(DRAWINGS)](spot)
    return shapes


def _placed(spot: Spot, *points: complex) -> list[complex]:
    point, heading = spot
    return [point + pen.unit(heading) * each for each in points]


def _hatching(spot: Spot) -> str:
    """Warning stripes around the square's edge."""
    lines = ""
    for corner in (1, 1j, -1, -1j):
        ends = [(p) * corner for p in (10.5 - 6j, 7 - 10.5j)]
        lines += pen.line(_placed(spot, *ends))
    return lines


def _barrels(spot: Spot) -> Iterator[Shape]:
    drums = _placed(spot, -4.6 - 4.4j, 4.4 - 4.8j, 0.4 + 3.8j)
    rims = "".join(pen.circle(p.real, p.imag, 4.5) for p in drums)
    lids = "".join(pen.circle(p.real, p.imag, 2.7) for p in drums)
    bungs = "".join(pen.circle(p.real + 1, p.imag - 0.8, 0.8) for p in drums)
    yield from edged(rims, "bad", "dark", 1.1)
    yield Shape(lids, "outline:light", 0.9)
    yield Shape(bungs, "dark")


def _concrete(spot: Spot) -> Iterator[Shape]:
    block = pen.line(_placed(spot, -3.6 - 9.5j, 3.6 - 9.5j, 3.6 + 9.5j, -3.6 + 9.5j), True)
    stripes = "".join(
        pen.line(_placed(spot, -3.4 + 1j * (y + 2.5), 3.4 + 1j * (y - 2.5))) for y in (-6, 0, 6)
    )
    yield Shape(block, "light")
    yield Shape(stripes, "outline:bad", 2.6)
    yield Shape(block, "outline:dark", 1.2)


def _tyres(spot: Spot) -> Iterator[Shape]:
    stacks = _placed(spot, -4.6 - 4.6j, 4.6 - 4.6j, -4.6 + 4.6j, 4.6 + 4.6j)
    rings = "".join(pen.circle(p.real, p.imag, 4.7) for p in stacks)
    yield Shape(rings, "dark")
    yield Shape("".join(pen.circle(p.real, p.imag, 3.2) for p in stacks), "outline:stone", 0.9)
    yield Shape("".join(pen.circle(p.real, p.imag, 1.8) for p in stacks), "sign")


def _scrap(spot: Spot) -> Iterator[Shape]:
    heap = [-9 - 3j, -4 - 9j, 3 - 7j, 9 - 4j, 7 + 3j, 9.5 + 6j, 2 + 9j, -5 + 7.5j, -8.5 + 4j]
    beams = pen.line(_placed(spot, -8 + 6j, 6 - 6j)) + pen.line(_placed(spot, -6 - 6j, 7 + 6j))
    yield from edged(pen.line(_placed(spot, *heap), True), "wall", "dark", 1.2)
    yield Shape(beams, "outline:wood", 2.6)
    yield Shape(pen.line(_placed(spot, -3 - 7j, 4 + 7j)), "outline:stone", 1.8)


DRAWINGS = (_barrels, _concrete, _tyres, _scrap)


CHEQUERS = 0.5  # of a square

LANDSCAPES: dict[str, Landscape] = {
    "broken_crown": "sawdust",
    "gasworks_run": "rust",
    "knackers_yard": "moor",
    "the_bullring": "sand",
    "the_meat_grinder": "ash",
}


def ground(course: CourseFile) -> Ground:
    """The course seen from above, drawn to scale, with its tiles' names."""
    board = plan(course)
    shapes = [
        Shape(board.area.path(), "ground"),
        *scenery(board),
        *road(board),
        *_grid(board),
        *_line(board),
        *_arrows(board),
        *obstructions(board),
        *board.yard.shapes(),
    ]
    labels = [label for name in board.names for label in _name(board, name)]
    labels.append(board.yard.label("D12", 2))
    way = pen.points(board.road)
    return Ground(
        board.width,
        board.height,
        tuple(shapes),
        tuple(labels),
        symbols(),
        way=way,
        landscape=landscape_of(course, LANDSCAPES),
    )


def _grid(board: Plan) -> list[Shape]:
    """The marks of the six places, open to the back."""
    marks = ""
    for place in range(MAX_CARS):
        point, heading = board.spot(board.course.record.grid[place])
        ahead, half = pen.unit(heading), 0.4 * SIZE
        corners = (2 - half * 1j, half - half * 1j, half + half * 1j, 2 + half * 1j)
        marks += pen.line([point + ahead * corner for corner in corners])
    return [Shape(marks, "outline:light", 2.0)]


def _line(board: Plan) -> tuple[Shape, Shape]:
    """The chequered line, at the end of the last tile."""
    last = len(board.course.tiles) - 1
    middle, heading = board.at(last, 1, 0)
    ahead, size = pen.unit(heading), CHEQUERS * SIZE
    count = round(2 * HALF / CHEQUERS)
    return chequers(
        range(-1, 1), count, lambda x, y: middle + ahead * size * complex(x, y - count / 2)
    )


def _arrows(board: Plan) -> list[Shape]:
    """Arrows in driving direction, on the first square of every tile's middle lane."""
    marks = ""
    for number, laid in enumerate(board.course.tiles):
        squares = laid.tile.lanes[LANES // 2]
        way = 0.5 / len(squares)
        if squares[0] == BLOCK:
            continue
        point, heading = board.at(number, way, 0)
        ahead = pen.unit(heading)
        marks += pen.line([point + ahead * p for p in (-6 + 0j, 6 + 0j)])
        marks += pen.line([point + ahead * p for p in (1.5 - 4.5j, 6 + 0j, 1.5 + 4.5j)])
    return [Shape(marks, "outline:line", 2.2)]


# --- words


def _name(board: Plan, name: Name) -> list[Label]:
    about = tile_words(name.tile, board.course.tiles[name.tile].tile)
    top = name.rect.y - LINE * (len(name.lines) - 1) / 2
    return [
        Label(round(name.rect.x, 1), round(top + LINE * row, 1), line, TITLE, "N6", about)
        for row, line in enumerate(name.lines)
    ]


def tile_words(number: int, tile: Tile) -> str:
    """`Tile 3: a straight of 8 squares, 1 obstruction.`"""
    kind = f"a straight of {tile.rows} squares"
    if tile.shape != STRAIGHT:
        kind = f"a curve to the {tile.shape}, 4 squares inside and 8 outside"
    blocks = sum(lane.count(BLOCK) for lane in tile.lanes)
    there = ""
    if blocks:
        there = ", 1 obstruction" if blocks == 1 else f", {blocks} obstructions"
    return f"Tile {number + 1}: {kind}{there}."
