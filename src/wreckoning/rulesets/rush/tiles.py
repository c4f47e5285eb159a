"""Tiles (N6): read from TOML, the front and, if there is one, the back.

[[tile]]
key = "gasworks"
[tile.front]
name = "Gasworks Mile"
shape = "straight"              # or left, right: a curve of 90°
grid = true                     # a course may start here
lanes = ["........", …]         # five, from left to right: . road, # obstruction, - off the road
"""

from __future__ import annotations

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.files.data import document, kept
from wreckoning.core.files.toml_tables import TomlTable, is_line, show
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rush.course_words import BLOCK, OFF_ROAD, ROAD, SHAPES, STRAIGHT, Tile
from wreckoning.rulesets.rush.squares import LANES, PER_LANE

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
