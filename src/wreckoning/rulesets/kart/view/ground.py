"""Draw the board of a course: everything that never moves in a race."""

from __future__ import annotations

from functools import lru_cache

from wreckoning.core.shown import Ground, Label, Landscape, Shape
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.view.layout import TITLE, Name, Plan, plan
from wreckoning.rulesets.kart.view.obstacles import obstructions
from wreckoning.rulesets.kart.view.road import road
from wreckoning.rulesets.kart.view.scenery import scenery
from wreckoning.rulesets.kart.view.symbols import symbols
from wreckoning.show import pen
from wreckoning.show.landscapes import landscape_of
from wreckoning.show.table_board import rims

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
