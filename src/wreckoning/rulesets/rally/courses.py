"""Tables for missions: TOML in, a checked `CourseFile` out.

    names()          the tables that come with the game, by mission, the easiest first
    load(source)     one of them, a file of your own, or the document out of a log

Every fault of a file is one `Malformed` that names the file, the place in it, what was expected
and what was found. Lengths in files are inches (halves and tenths will do), headings
degrees, clockwise from +x; x runs to the right, y down.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from wreckoning.core.errors import Malformed
from wreckoning.core.files.course_files import CourseFiles, Document, read_head
from wreckoning.core.files.toml_tables import TomlTable, below, distinct, show
from wreckoning.core.rules import table_rule
from wreckoning.geometry.angles import DEGREE, forward
from wreckoning.geometry.polygons import MAX_CORNERS, Polygon
from wreckoning.rulesets.rally.cards import PACKAGE
from wreckoning.rulesets.rally.course_check import check_places
from wreckoning.rulesets.rally.course_words import CourseFile, table_words
from wreckoning.rulesets.rally.laying import (
    Point,
    Rows,
    add_spots,
    fill_box,
    fill_outline,
    fill_round,
    gate_heading,
    middle_of_gate,
    set_gate,
    set_kind,
)
from wreckoning.rulesets.rally.race import (
    CELLS,
    FILE_SPOTS,
    INCH,
    MAX_GATES,
    MAX_PLAYERS,
    PIECES,
    Course,
    Mission,
    Terrain,
)
from wreckoning.rulesets.rally.strips import lay_strips
from wreckoning.rulesets.rally.survey_graph import size_of
from wreckoning.rulesets.rally.surveying import lay_survey
from wreckoning.rulesets.rally.way_check import check_ways

LEAST_SIDE, MOST_WIDTH, MOST_DEPTH = 24, 84, 48  # of a table
ROUNDS = {Mission.BATTLE_ROYALE: 6}  # V14
USUAL_ROUNDS = 12
LAPS = {Mission.TWO_LAP_RACE: 2, Mission.ELIMINATION_RACE: 0}
PITCH, APART = 5.6, 3.8  # of spots: room for trucks, with 2 inches between them (W40)
BEHIND_GATE = 2.0  # from a gate to the middle of the first row: a truck stands clear of the line
COURSE_KEYS = ("mission", "rounds", "width", "depth", "gate", "grid", "terrain")
GRID_KEYS = (
    *("gate", "x", "y", "heading", "facing"),
    *("rows", "lanes", "pitch", "apart", "group"),
)
SHAPES = {
    "corners": ("corners",),
    "radius": ("x", "y", "radius"),
    "length": ("x", "y", "length", "width", "heading"),
}


@table_rule("W34", "W35", "W36", "W37", "W38", "W39")
def _course(table: TomlTable) -> CourseFile:
    """A table on which its mission can be played. Raises Malformed."""
    course = lay_out(table)
    return replace(course, length=_checked(_Laid(table.where, course.text, course)))


@dataclass(frozen=True)
class _Laid:
    """A table laid out, as a cache key: equal if it is from the same place and document."""

    where: str
    text: str
    course: CourseFile = field(compare=False)


@lru_cache(maxsize=64)  # a log brings its table again, and checking one takes up to 50 ms
def _checked(laid: _Laid) -> int:
    """The length of a table's shortest way, once it has passed all checks. Raises Malformed."""
    check_places(laid.where, laid.course)
    return check_ways(laid.where, laid.course)


@table_rule("V14")
def lay_out(table: TomlTable) -> CourseFile:
    """A table from its file: gates, spots and terrain, without checks of its use."""
    head = read_head(table)
    mission = Mission[table.word("mission", below(Mission)).upper()]
    record = Course()
    record.mission, record.laps = int(mission), LAPS.get(mission, 1)
    record.first_gate = int(mission == Mission.ARENA_RACE)
    record.most_rounds = table.whole("rounds", 1, 100, ROUNDS.get(mission, USUAL_ROUNDS))
    record.table.width = _length(table, "width", LEAST_SIDE, MOST_WIDTH)
    record.table.depth = _length(table, "depth", LEAST_SIDE, MOST_DEPTH)
    columns, rows = size_of(record)
    if columns * rows > CELLS:
        found = f"{table_words(record)}, {columns * rows} cells of the survey"
        raise Malformed(table.where, f"expected a table of at most {CELLS} cells, found {found}")
    gates, pieces = _gates(table, record), _terrain(table, record)
    _grids(table, record)
    if mission == Mission.SCAVENGERS:
        lay_strips(record)
    lay_survey(record)
    return CourseFile(*head, copy.deepcopy(table.values), record, gates, pieces, length=0)


def _length(
    table: TomlTable, key: str, low: float, high: float, default: float | None = None
) -> int:
    """A length in inches, as thousandths of one."""
    value = table.values.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        table.wrong(key, f"inches from {low:g} to {high:g}")
    return round(value * INCH)


def _heading(table: TomlTable, default: int | None = None) -> int:
    """A heading in degrees."""
    return table.whole("heading", 0, 359, default)


def _place(table: TomlTable) -> Point:
    return _length(table, "x", 0, MOST_WIDTH), _length(table, "y", 0, MOST_DEPTH)


def _gates(table: TomlTable, record: Course) -> tuple[str, ...]:
    """Gates in the order of driving, each by its middle and the direction of crossing it."""
    found = []
    for number, (where, value) in enumerate(table.tables("gate", 1, MAX_GATES, numbered=True), 1):
        gate = TomlTable(where, value, ("name", "x", "y", "heading", "width"))
        width = _length(gate, "width", 8, 10, 10)
        set_gate(record, *_place(gate), _heading(gate) * DEGREE, width)
        found.append(gate.text("name") if "name" in value else f"Gate {number}")
    distinct(f"{table.where}: gate", "name", found)
    return tuple(found)


def _grids(table: TomlTable, record: Course) -> None:
    """Rows of spots, behind a gate or where the file says; Scavengers have their strips (W38)."""
    least = 0 if record.mission == Mission.SCAVENGERS else 1
    for where, value in table.tables("grid", least, FILE_SPOTS, numbered=True):
        grid = TomlTable(where, value, GRID_KEYS)
        if "gate" in value:
            number = grid.whole("gate", 1, record.gate_count)
            front, heading = _behind(record, number - 1)
        else:
            front, heading = _place(grid), _heading(grid) * DEGREE
        rows, lanes = grid.whole("rows", 1, 12, 1), grid.whole("lanes", 1, 12, 1)
        if record.spot_count + rows * lanes > FILE_SPOTS:
            raise Malformed(where, f"expected at most {FILE_SPOTS} spots in all, found more (V13)")
        pitch, apart = _length(grid, "pitch", 3, 12, PITCH), _length(grid, "apart", 3, 12, APART)
        facing = grid.whole("facing", 0, 359, heading // DEGREE) * DEGREE
        group = grid.whole("group", 0, MAX_PLAYERS - 1, 0)
        add_spots(record, Rows(front, heading, rows, lanes, pitch, apart), facing, group)


def _behind(record: Course, number: int) -> tuple[Point, int]:
    """The middle of a first row behind a gate, and the heading of vehicles there."""
    gate = record.gates[number]
    x, y = middle_of_gate(gate)
    heading = gate_heading(gate)
    dx, dy = forward(heading, -round(BEHIND_GATE * INCH))
    return (x + dx, y + dy), heading


@table_rule("W16", "W24", "W25")
def _terrain(table: TomlTable, record: Course) -> tuple[str, ...]:
    """Terrain, each piece with its keyword; `tall` blocks sight."""
    found = []
    kinds = below(Terrain)
    for where, value in table.tables("terrain", 0, PIECES, numbered=True):
        shape = next((keys for key, keys in SHAPES.items() if key in value), SHAPES["corners"])
        piece = TomlTable(where, value, ("name", "kind", "tall", *shape))
        number = record.piece_count
        kind = piece.word("kind", kinds)
        set_kind(record, number, int(Terrain[kind.upper()]))
        record.piece_tall[number] = int(piece.flag("tall"))
        _fill(piece, record.pieces[number], shape, where)
        record.piece_count += 1
        found.append(piece.text("name") if "name" in value else f"{kind.title()} {number + 1}")
    distinct(f"{table.where}: terrain", "name", found)
    return tuple(found)


def _fill(piece: TomlTable, polygon: Polygon, shape: tuple[str, ...], where: str) -> None:
    """A piece's outline: its corners, a round one, or a rectangle."""
    if shape == SHAPES["radius"]:
        fill_round(polygon, *_place(piece), _length(piece, "radius", 0.25, 12), where)
    elif shape == SHAPES["length"]:
        size = _length(piece, "length", 0.25, 60), _length(piece, "width", 0.25, 60)
        fill_box(polygon, *_place(piece), _heading(piece, 0), *size, where)
    else:
        fill_outline(polygon, _points(piece), where)


def _points(table: TomlTable) -> list[Point]:
    """The corners of a piece: a list of [x, y]."""
    value = table.values.get("corners")
    if not isinstance(value, list) or not 3 <= len(value) <= MAX_CORNERS:
        table.wrong("corners", f"a list of 3 to {MAX_CORNERS} points [x, y]")
    for number, point in enumerate(value, 1):
        is_pair = isinstance(point, list) and len(point) == 2
        if not is_pair or not all(_is_coordinate(n) for n in point):
            raise Malformed(
                f"{table.where}: corner {number}",
                f"expected [x, y] in inches up to {MOST_WIDTH}, found {show(point)}",
            )
    return [(round(x * INCH), round(y * INCH)) for x, y in value]


def _is_coordinate(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 <= value <= MOST_WIDTH


def _order(document: Document) -> tuple[int, int]:
    """The order of shipped tables: by mission, the easiest first."""
    return below(Mission).index(document["mission"]), document["difficulty"]


_FILES = CourseFiles(PACKAGE, COURSE_KEYS, _course, _order)
names, load = _FILES.names, _FILES.load
