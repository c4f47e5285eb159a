"""Draw the table: everything that never moves in a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from wreckoning.core.shown import Ground, Label, Landscape, Shape, Symbol
from wreckoning.geometry.angles import DEGREE
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.numbers import Mission
from wreckoning.rulesets.rally.race import Terrain
from wreckoning.rulesets.rally.strips import is_in_strip, strip_lines
from wreckoning.rulesets.rally.view.arches import arches, gate_about, plates
from wreckoning.rulesets.rally.view.heaps import removable_symbols
from wreckoning.rulesets.rally.view.layout import Plan, plan
from wreckoning.rulesets.rally.view.mounts import mounts
from wreckoning.rulesets.rally.view.scale import point_of
from wreckoning.rulesets.rally.view.scenery import scenery
from wreckoning.rulesets.rally.view.terrain import terrain
from wreckoning.rulesets.rally.view.vehicles import vehicle_symbols
from wreckoning.rulesets.rally.view.words import EFFECTS, terrain_about
from wreckoning.show import pen
from wreckoning.show.landscapes import landscape_of
from wreckoning.show.table_board import rims

RIM = 8.0
MARK = 5.0  # half the cross of a spot

LANDSCAPES: dict[str, Landscape] = {
    "gasket_gulch": "sand",
    "cinder_switchback": "ash",
    "dry_dock": "coast",
    "junction_seven": "rust",
    "long_way_home": "sawdust",
    "pylon_yard": "moor",
    "the_strainer": "snow",
}


def ground(course: CourseFile) -> Ground:
    """The table seen from above, drawn to scale, with its names. Drawn once, and kept."""
    return _ground(plan(course))


@lru_cache(maxsize=64)
def _ground(board: Plan) -> Ground:
    shapes = [
        Shape(board.table.path(), "verge"),
        *scenery(board),
        *_spots(board),
        *terrain(board),
        *arches(board),
        *_rim(board),
    ]
    labels = (*_piece_labels(board), *_gate_labels(board), *plates(board))
    symbols = tuple(_symbols(board.course))
    return Ground(
        board.width,
        board.height,
        tuple(shapes),
        labels,
        symbols,
        around="verge",
        landscape=landscape_of(board.course, LANDSCAPES),
    )


def _symbols(course: CourseFile) -> Iterator[Symbol]:
    """All symbols that pieces on this table name."""
    yield from vehicle_symbols()
    yield from mounts()
    yield from removable_symbols(course)


def _spots(board: Plan) -> Iterator[Shape]:
    """A small cross on each spot, open in the direction of the vehicle."""
    record, marks = board.course.record, ""
    for spot in range(record.spot_count):
        if record.mission == Mission.SCAVENGERS and is_in_strip(record, spot):
            continue
        at = point_of(record.spot_x[spot], record.spot_y[spot])
        ahead = pen.unit(record.spot_heading[spot] / DEGREE)
        marks += pen.line([at - ahead * MARK, at + ahead * MARK * 2])
        marks += pen.line([at - ahead * MARK * 1j, at + ahead * MARK * 1j])
    if record.mission == Mission.SCAVENGERS:
        for ends in strip_lines(record):
            marks += pen.dashes([point_of(*end) for end in ends], 6, 8)
    if marks:
        yield Shape(marks, "outline:light", 1.0)


def _rim(board: Plan) -> list[Shape]:
    """The wall around the table (V6): it begins where the sand ends."""
    rim, sand, outside = rims(board.table, RIM, (3, 5))
    posts = pen.dashes(_corners(board, RIM / 2), 4, 21)
    edges = (Shape(sand, "outline:dark", 1.4), Shape(outside, "outline:dark", 1.4))
    return [Shape(rim, "outline:wall", RIM), Shape(posts, "outline:wood", RIM), *edges]


def _corners(board: Plan, out: float) -> list[complex]:
    table = board.table
    x, y = table.width / 2 + out, table.height / 2 + out
    middle = complex(table.x, table.y)
    ring = [middle + complex(sx * x, sy * y) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [*ring, ring[0]]


# --- words


def _gate_labels(board: Plan) -> Iterator[Label]:
    for name in board.gates:
        x, y = pen.rounded(complex(name.rect.x, name.rect.y))
        yield Label(x, y, name.text, name.size, "W18", gate_about(board.course, name.number))


def _piece_labels(board: Plan) -> Iterator[Label]:
    record = board.course.record
    for name in board.pieces:
        kind, tall = record.piece_kind[name.number], bool(record.piece_tall[name.number])
        about, rule = terrain_about(name.text, kind, tall), EFFECTS[Terrain(kind)][1]
        x, y = pen.rounded(complex(name.rect.x, name.rect.y))
        yield Label(x, y, name.text, name.size, rule, about, name.turned)
