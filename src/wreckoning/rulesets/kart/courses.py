"""Courses (E16): TOML in, a checked `CourseFile` out.

    names()          the courses that come with the game, easiest first
    load(source)     one of them, a file of your own, or the document out of a log

Every fault of a file is one `Malformed` that names the file, the place in it, what was expected
and what was found. Lengths in files are millimetres, headings degrees.
"""

from __future__ import annotations

import copy

from wreckoning.core.errors import Malformed
from wreckoning.core.files.course_files import CourseFiles, read_head
from wreckoning.core.files.toml_tables import TomlTable, distinct, show
from wreckoning.core.rules import table_rule
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.check import fill_polygon
from wreckoning.rulesets.kart.course_check import check_course
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.laying import (
    Point,
    fill_round,
    fill_square,
    in_mm,
    lay_road,
    read_line,
    set_body,
    set_gate,
    set_grid,
)
from wreckoning.rulesets.kart.race import (
    BODIES,
    COINS,
    MAX_GATES,
    MAX_KARTS,
    MM,
    PIECES,
    POINTS,
    Course,
    Obstruction,
)

MAX_LAPS = 9
MAX_SIZE = 4000  # of a table
ROUNDS = 12  # a lap, before the race ends (E18)
COURSE_KEYS = (
    *("laps", "rounds", "width", "depth", "road_width", "line"),
    *("gate", "grid", "road", "pipe", "cube", "mushroom", "boost", "box", "coin"),
)
ROUND_SIZES = {"pipe": 25, "mushroom": 15}  # usual radii
CUBE_SIZE = 50
BOX_SIZE = 25
COIN_SIZE = 15


@table_rule("E16", "E18")
def _course(table: TomlTable) -> CourseFile:
    """A course: a table, a ring of road with gates across it, a grid, and obstructions."""
    head = read_head(table)
    record = Course()
    record.laps = table.whole("laps", 1, MAX_LAPS, 1)
    record.most_rounds = table.whole("rounds", 1, 1000, ROUNDS * record.laps)
    record.table.width = table.whole("width", 500, MAX_SIZE) * MM
    record.table.depth = table.whole("depth", 500, MAX_SIZE) * MM
    read_line(record, _points(table, "line", 4, POINTS), f"{table.where}: line")
    lay_road(record, table.whole("road_width", 100, 600) * MM, table.where)
    gates = _gates(table, record)
    _grid(table, record)
    _more_road(table, record)
    _obstructions(table, record)
    _things(table, record)
    check_course(table.where, record)
    document = copy.deepcopy(table.values)  # only now is it known not to be bottomless
    return CourseFile(*head, document, record, gates)


def _points(table: TomlTable, key: str, low: int, high: int) -> list[Point]:
    """A list of [x, y]."""
    value = table.values.get(key)
    if not isinstance(value, list) or not low <= len(value) <= high:
        table.wrong(key, f"a list of {low} to {high} points [x, y]")
    for number, point in enumerate(value, 1):
        is_pair = isinstance(point, list) and len(point) == 2
        if not is_pair or any(type(n) is not int or abs(n) > MAX_SIZE for n in point):
            raise Malformed(
                f"{table.where}: {key}: point {number}",
                f"expected [x, y], whole numbers up to {MAX_SIZE}, found {show(point)}",
            )
    return [(x * MM, y * MM) for x, y in value]


def _gates(table: TomlTable, record: Course) -> tuple[str, ...]:
    """Gates in the order of driving; the last is the finish line, at the line's first point."""
    found, before = [], 0
    rows = table.tables("gate", 2, MAX_GATES, numbered=True)
    for number, (where, value) in enumerate(rows, 1):
        gate = TomlTable(where, value, ("at", "name"))
        is_last = number == len(rows)
        at = gate.whole("at", 0, record.points - 1)
        if is_last and at != 0:
            gate.wrong("at", "0 for the last gate, the finish line")
        if not is_last and at <= before:
            gate.wrong("at", f"more than {before}: gates stand in the order of driving")
        set_gate(record, at)
        found.append(gate.text("name"))
        before = at
    distinct(f"{table.where}: gate", "name", found)
    return tuple(found)


def _grid(table: TomlTable, record: Course) -> None:
    for spot, (where, value) in enumerate(table.tables("grid", MAX_KARTS, MAX_KARTS, True)):
        given = TomlTable(where, value, ("back", "side"))
        back, side = given.whole("back", 0, MAX_SIZE), given.whole("side", -300, 300)
        set_grid(record, spot, back * MM, side * MM)


def _more_road(table: TomlTable, record: Course) -> None:
    for where, value in table.tables("road", 0, PIECES - record.road_count, numbered=True):
        corners = _points(TomlTable(where, value, ("corners",)), "corners", 3, 8)
        fill_polygon(record.road[record.road_count], corners, where, in_mm, "E16")
        record.road_count += 1


def _place(given: TomlTable) -> Point:
    return given.whole("x", 0, MAX_SIZE) * MM, given.whole("y", 0, MAX_SIZE) * MM


def _obstructions(table: TomlTable, record: Course) -> None:
    """Pipes and mushrooms are round, cubes are square."""
    for key in ("pipe", "cube", "mushroom"):
        for where, value in table.tables(key, 0, PIECES - record.solid_count, numbered=True):
            polygon = record.solids[record.solid_count]
            if key == "cube":
                given = TomlTable(where, value, ("x", "y", "size", "heading"))
                heading = given.whole("heading", 0, 359, 0) * DEGREE
                size = given.whole("size", 10, 300, CUBE_SIZE) * MM
                fill_square(polygon, *_place(given), size, heading, where)
            else:
                given = TomlTable(where, value, ("x", "y", "radius"))
                radius = given.whole("radius", 5, 150, ROUND_SIZES[key]) * MM
                fill_round(polygon, *_place(given), radius, where)
            record.solid_kind[record.solid_count] = int(Obstruction[key.upper()])
            record.solid_count += 1


def _things(table: TomlTable, record: Course) -> None:
    """Boosts, item boxes and coins."""
    for n, (where, value) in enumerate(table.tables("boost", 0, BODIES, numbered=True)):
        given = TomlTable(where, value, ("x", "y", "heading", "length", "width"))
        heading = given.whole("heading", 0, 359) * DEGREE
        size = given.whole("length", 40, 400) * MM, given.whole("width", 20, 200) * MM
        set_body(record.boosts[n], *_place(given), heading, *size, where)
        record.boost_count = n + 1
    for n, (where, value) in enumerate(table.tables("box", 0, BODIES, numbered=True)):
        at = _place(TomlTable(where, value, ("x", "y")))
        set_body(record.boxes[n], *at, 0, BOX_SIZE * MM, BOX_SIZE * MM, where)
        record.box_count = n + 1
    for n, (where, value) in enumerate(table.tables("coin", 0, COINS, numbered=True)):
        at = _place(TomlTable(where, value, ("x", "y")))
        set_body(record.coins[n], *at, 0, COIN_SIZE * MM, COIN_SIZE * MM, where)
        record.coin_count = n + 1


_FILES = CourseFiles("wreckoning.rulesets.kart", COURSE_KEYS, _course)
names, load = _FILES.names, _FILES.load
