"""Courses (N6): TOML in, a checked `CourseFile` out.

    names()          the courses that come with the game, easiest first
    load(source)     one of them, a file of your own, or the document out of a log

Every fault of a file is one `Malformed` that names the file, the place in it, what was expected
and what was found. Tiles stand in `data/tiles.toml`; a course may bring its own.
"""

from __future__ import annotations

import copy

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.files.course_files import CourseFiles, read_head
from wreckoning.core.files.data import document, kept
from wreckoning.core.files.toml_tables import TomlTable, distinct, is_line, show
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rush.course_check import against_n6, check_course
from wreckoning.rulesets.rush.course_words import (
    BLOCK,
    OFF_ROAD,
    ROAD,
    SHAPES,
    STRAIGHT,
    CourseFile,
    Tile,
)
from wreckoning.rulesets.rush.laying import join, lay, places_of
from wreckoning.rulesets.rush.race import Course
from wreckoning.rulesets.rush.squares import LANES, MAX_TILES, PER_LANE

FRONT, BACK = "front", "back"
SIDES = (FRONT, BACK)
FILE = "tiles"


@kept
def shipped_tiles() -> dict[tuple[str, str], Tile]:
    """Every side of the tiles that come with the game, by key and side."""
    given = document("wreckoning.rulesets.rush", FILE)
    table = TomlTable(f"{FILE}.toml", given, ("tile",))
    found: dict[tuple[str, str], Tile] = {}
    for where, value in table.tables("tile", 1, 99, numbered=True):
        for side, tile in read_tile(where, value).items():
            found[tile.key, side] = tile
    return found


@table_rule("N6")
def read_tile(where: str, value: Json) -> dict[str, Tile]:
    """A tile's sides. Raises Malformed."""
    table = TomlTable(where, value, ("key", *SIDES))
    key = table.text("key")
    if not is_line(key, 24) or not key.replace("_", "").isalnum() or key != key.lower():
        table.wrong("key", "small letters, digits and _")
    if FRONT not in value:
        table.wrong(FRONT, "a table")
    return {
        side: _read_side(f"{where}: {side}", key, side, value[side])
        for side in SIDES
        if side in value
    }


def _read_side(where: str, key: str, side: str, value: object) -> Tile:
    table = TomlTable(where, value, ("name", "shape", "grid", "lanes"))
    name, shape = table.text("name"), table.word("shape", SHAPES)
    lanes = _lanes(table)
    if shape == STRAIGHT:
        _check_straight(where, lanes)
    return Tile(key, side, name, shape, lanes, table.flag("grid"))


def _check_straight(where: str, lanes: tuple[str, ...]) -> None:
    """The lanes of a straight are equally long; only those of a curve are not."""
    squares = len(lanes[0])
    for number, lane in enumerate(lanes, 1):
        if len(lane) != squares:
            problem = f"expected {squares} squares as in lane 1, found {len(lane)} (N6)"
            raise Malformed(f"{where}: lane {number}", problem)


def _lanes(table: TomlTable) -> tuple[str, ...]:
    """Five lanes of one to eight squares each."""
    value = table.values.get("lanes")
    if not isinstance(value, list) or len(value) != LANES:
        table.wrong("lanes", f"{LANES} lanes, from left to right")
    for number, lane in enumerate(value, 1):
        right = isinstance(lane, str) and 1 <= len(lane) <= PER_LANE
        if not right or set(lane) - {ROAD, BLOCK, OFF_ROAD}:
            expected = f"1 to {PER_LANE} squares of {ROAD} {BLOCK} {OFF_ROAD}"
            problem = f"expected {expected}, found {show(lane)}"
            raise Malformed(f"{table.where}: lane {number}", problem)
    return tuple(value)


MAX_LAPS = 9
MIN_TILES = 3
COURSE_KEYS = ("laps", "closed", "tile", "own_tile")
TILE_KEYS = ("tile", "side", "name")


@table_rule("N6")
def _course(table: TomlTable) -> CourseFile:
    """Tiles one after another, open or closed; more than one lap only if closed."""
    head = read_head(table)
    closed = table.flag("closed")
    laps = table.whole("laps", 1, MAX_LAPS, 1)
    if laps > 1 and not closed:
        against_n6(f"{table.where}: laps", f"expected 1 on an open course, found {laps}")
    tiles = lay(_chosen(table, _known(table)))
    record = Course()
    record.laps = laps
    join(record, [laid.tile for laid in tiles], closed)
    check_course(table.where, tiles, closed, record)
    places = {
        square: place
        for number, laid in enumerate(tiles)
        for square, place in places_of(number, laid)
    }
    document = copy.deepcopy(table.values)  # only now is it known not to be bottomless
    return CourseFile(*head, closed, document, record, tiles, places)


def _known(table: TomlTable) -> dict[tuple[str, str], Tile]:
    """All tiles by key and side: those that come with the game, and the course's own."""
    known = dict(shipped_tiles())
    own = table.tables("own_tile", 0, MAX_TILES)
    for where, value in own:
        for side, tile in read_tile(where, value).items():
            if (tile.key, side) in known:
                raise Malformed(f"{where}: key", f'expected a new one, found "{tile.key}" again')
            known[tile.key, side] = tile
    return known


def _chosen(table: TomlTable, known: dict[tuple[str, str], Tile]) -> list[tuple[Tile, str]]:
    """The tiles of the course in their order, each with its name there."""
    keys = list(dict.fromkeys(key for key, _ in known))
    found = []
    for where, value in table.tables("tile", MIN_TILES, MAX_TILES, numbered=True):
        given = TomlTable(where, value, TILE_KEYS)
        key = _key_of(given, keys)
        side = given.word("side", SIDES) if "side" in given.values else FRONT
        if (key, side) not in known:
            given.wrong("side", f'"{FRONT}": "{key}" has but one side')
        tile = known[key, side]
        found.append((tile, given.text("name") if "name" in given.values else tile.name))
    distinct(f"{table.where}: tile", "name", [name for _, name in found])
    return found


def _key_of(given: TomlTable, keys: list[str]) -> str:
    try:
        return given.word("tile", keys)
    except Malformed as error:
        against_n6(error.where, error.problem)


_FILES = CourseFiles("wreckoning.rulesets.rush", COURSE_KEYS, _course)
names, load = _FILES.names, _FILES.load
