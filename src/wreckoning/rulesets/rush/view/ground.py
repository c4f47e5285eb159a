"""Draw the board of a course: everything that never moves in a race."""

from __future__ import annotations

from wreckoning.core.shown import Ground, Label, Landscape, Shape
from wreckoning.rulesets.rush.course_words import BLOCK, STRAIGHT, CourseFile, Tile
from wreckoning.rulesets.rush.race import MAX_CARS
from wreckoning.rulesets.rush.squares import LANES
from wreckoning.rulesets.rush.view.layout import HALF, LINE, SIZE, TITLE, Name, Plan, plan
from wreckoning.rulesets.rush.view.obstacles import obstructions
from wreckoning.rulesets.rush.view.road import road
from wreckoning.rulesets.rush.view.scenery import scenery
from wreckoning.rulesets.rush.view.symbols import symbols
from wreckoning.show import pen
from wreckoning.show.landscapes import landscape_of
from wreckoning.show.shapes import chequers

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
