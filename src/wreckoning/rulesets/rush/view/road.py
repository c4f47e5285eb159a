"""Draw the road to scale: tiles, lanes, squares, kerbs, narrowings, the line."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, pi

from wreckoning.core.shown import Shape
from wreckoning.rulesets.rush.course_words import OFF_ROAD, Tile
from wreckoning.rulesets.rush.laying import bend_of
from wreckoning.rulesets.rush.squares import LANES
from wreckoning.rulesets.rush.view.layout import HALF, RUN_OUT, SIZE, VERGE, Plan, radius_of
from wreckoning.show import pen
from wreckoning.show.landscape import tyre_wall

Ways = tuple[float, float]  # a part of a tile, from 0 to 1

KERB = 4.0
DASH = 0.44  # of a square: the lines between lanes
WALL = 3.0


def road(board: Plan) -> list[Shape]:
    """The whole road, lowest parts first."""
    tiles = range(len(board.course.tiles))
    whole = [(number, (0.0, 1.0)) for number in tiles]
    verge = "".join(board.ring(n, ways, (-HALF - VERGE, HALF + VERGE)) for n, ways in whole)
    tar = "".join(board.ring(n, ways, (-HALF, HALF)) for n, ways in whole)
    return [
        Shape(verge + _ends(board, HALF + VERGE), "verge"),
        Shape(tar + _ends(board, HALF), "road"),
        *_narrowings(board),
        Shape("".join(_squares(board, number) for number in tiles), "outline:stone", 0.7),
        Shape("".join(_seam(board, number) for number in tiles), "outline:line", 1.0),
        Shape("".join(_lanes(board, number) for number in tiles), "outline:line", 1.5),
        *_edges(board),
        *_walls(board),
        *_ends_closed(board),
    ]


# --- which parts of a lane there are


def off_road(tile: Tile, lane: int) -> list[Ways]:
    """The parts of a lane that are off the road."""
    squares = tile.lanes[lane]
    count = len(squares)
    found: list[Ways] = []
    for index, what in enumerate(squares):
        if what != OFF_ROAD:
            continue
        if found and found[-1][1] == index / count:
            found[-1] = (found[-1][0], (index + 1) / count)
        else:
            found.append((index / count, (index + 1) / count))
    return found


def on_road(tile: Tile, lane: int) -> list[Ways]:
    """The parts of a lane that are on the road; none for no lane."""
    return _without([(0.0, 1.0)], off_road(tile, lane)) if 0 <= lane < LANES else []


def _without(parts: list[Ways], others: list[Ways]) -> list[Ways]:
    """The rest of some parts without the others."""
    for begins, ends in others:
        left = []
        for one, two in parts:
            left += [(one, min(two, begins)), (max(one, ends), two)]
        parts = [(one, two) for one, two in left if two - one > 1e-9]
    return parts


def _shared(parts: list[Ways], others: list[Ways]) -> list[Ways]:
    found = [(max(a, c), min(b, d)) for a, b in parts for c, d in others]
    return [(one, two) for one, two in found if two - one > 1e-9]


def _aside(lane: int) -> float:
    """The left edge of a lane, in squares from the middle."""
    return lane - HALF


# --- lines on the road


def _squares(board: Plan, number: int) -> str:
    """A thin line across a lane between two of its squares."""
    tile, lines = board.course.tiles[number].tile, ""
    for lane, squares in enumerate(tile.lanes):
        for index in range(1, len(squares)):
            if OFF_ROAD not in squares[index - 1 : index + 1]:
                way, left = index / len(squares), _aside(lane)
                lines += board.across(number, way, left + 0.06, left + 0.94)
    return lines


def _lanes(board: Plan, number: int) -> str:
    """Dashed lines between lanes, a dash a square."""
    tile, lines = board.course.tiles[number].tile, ""
    bend = bend_of(tile)
    for lane in range(1, LANES):
        aside = _aside(lane)
        length = radius_of(bend, aside) / SIZE * pi / 2 if bend else tile.rows
        count = round(length)
        there = _shared(on_road(tile, lane - 1), on_road(tile, lane))
        for dash in range(count):
            middle = (dash + 0.5) / count
            half = DASH / 2 / length
            if any(one <= middle <= two for one, two in there):
                lines += board.line(number, middle - half, middle + half, aside)
    return lines


def _seam(board: Plan, number: int) -> str:
    """The line at a tile's beginning, across all lanes that lead into it."""
    tile = board.course.tiles[number].tile
    return "".join(
        board.across(number, 0, _aside(lane), _aside(lane + 1))
        for lane in range(LANES)
        if tile.lanes[lane][0] != OFF_ROAD
    )


def _edges(board: Plan) -> list[Shape]:
    """White edges of straights; red and white kerbs in curves."""
    edge, white, red = "", "", ""
    for number, laid in enumerate(board.course.tiles):
        bend = bend_of(laid.tile)
        for lane, aside in ((0, -HALF), (LANES - 1, HALF)):
            for begins, ends in on_road(laid.tile, lane):
                if not bend:
                    edge += board.line(number, begins, ends, aside)
                    continue
                out = aside * (1 + 0.05)
                white += board.line(number, begins, ends, out)
                length = radius_of(bend, out) * pi / 2
                count = ceil(length * (ends - begins) / 20)
                step = (ends - begins) / count
                for dash in range(count):
                    one = begins + dash * step
                    red += board.line(number, one, one + step / 2, out)
    return [
        *([Shape(edge, "outline:line", 2.0)] if edge else []),
        Shape(white, "outline:light", KERB),
        Shape(red, "outline:kerb", KERB),
    ]


# --- where it is narrower


def _narrowings(board: Plan) -> list[Shape]:
    """The lanes, or parts of them, that are no road."""
    rough = ""
    for number, laid in enumerate(board.course.tiles):
        for lane in range(LANES):
            left = -HALF - VERGE if lane == 0 else _aside(lane)
            right = HALF + VERGE if lane == LANES - 1 else _aside(lane + 1)
            for ways in off_road(laid.tile, lane):
                rough += board.ring(number, ways, (left, right))
    return [Shape(rough, "verge"), Shape(rough, "outline:verge", 1.0)] if rough else []


def _walls(board: Plan) -> list[Shape]:
    """The walls between the road and narrowings."""
    walls = ""
    for number, laid in enumerate(board.course.tiles):
        for lane in range(LANES):
            for begins, ends in off_road(laid.tile, lane):
                for beside, aside in ((lane - 1, _aside(lane)), (lane + 1, _aside(lane + 1))):
                    for ways in _shared([(begins, ends)], on_road(laid.tile, beside)):
                        walls += board.line(number, *ways, aside)
                for way in (begins, ends):
                    if 1e-9 < way < 1 - 1e-9:
                        walls += board.across(number, way, _aside(lane), _aside(lane + 1))
    if not walls:
        return []
    return [Shape(walls, "outline:dark", WALL + 1.6), Shape(walls, "outline:sign", WALL)]


# --- the ends of an open course


def _ends(board: Plan, half: float) -> str:
    """The road behind the grid, and the run-out beyond the line."""
    if board.course.closed:
        return ""
    last = len(board.course.tiles) - 1
    return _piece(board, 0, 0, -0.6, half) + _piece(board, last, 1, RUN_OUT - 0.4, half)


def _piece(board: Plan, tile: int, way: float, squares: float, half: float) -> str:
    """A piece of road straight on from a tile's edge."""
    left, heading = board.at(tile, way, -half)
    right, _ = board.at(tile, way, half)
    step = pen.unit(heading) * squares * SIZE
    return pen.line([left, left + step, right + step, right], True)


def _ends_closed(board: Plan) -> Iterator[Shape]:
    """Tyres across the run-out, a barrier behind the grid."""
    if board.course.closed:
        return
    last = len(board.course.tiles) - 1
    middle, heading = board.at(last, 1, 0)
    ahead = pen.unit(heading)
    tyres = [
        middle + ahead * complex((RUN_OUT - 0.55) * SIZE, aside * SIZE / 2.2)
        for aside in range(-5, 6)
    ]
    yield from tyre_wall(tyres, 5.0, 2.0)
    back, heading = board.at(0, 0, 0)
    ahead = pen.unit(heading)
    rail = [back + ahead * complex(-0.6 * SIZE, aside * SIZE) for aside in (-HALF, HALF)]
    yield Shape(pen.line(rail), "outline:dark", 5.0)
    yield Shape(pen.dashes(rail, 8, 8), "outline:sign", 3.4)
