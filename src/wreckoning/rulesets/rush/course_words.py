"""The words of a course (N6): its tiles as they lie, and the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from wreckoning.core.documents import Json
from wreckoning.core.files.course_files import Documented
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rush.race import Course
from wreckoning.rulesets.rush.squares import LANE_NAMES, LANES, SquareNumber, square_at

STRAIGHT, LEFT_CURVE, RIGHT_CURVE = "straight", "left", "right"
SHAPES = (STRAIGHT, LEFT_CURVE, RIGHT_CURVE)
ROAD, BLOCK, OFF_ROAD = ".", "#", "-"


@dataclass(frozen=True)
class Place:
    """The centre of a square. Lengths are in thousandths of a square's width.

    x grows to the right, y downwards; `heading` is the driver's, in tenths of a degree clockwise
    from +x; `long` is the square's length along its lane (its width is 1000).
    """

    x: int
    y: int
    heading: int
    long: int


@dataclass(frozen=True)
class Tile:
    """A side of a tile. `lanes` are its five lanes from left to right, each from start to end.

    `.` is road, `#` a fixed obstruction, `-` off the road.
    """

    key: str
    side: str
    name: str
    shape: str
    lanes: tuple[str, ...]
    grid: bool = False

    @property
    def rows(self) -> int:
        """The squares of its longest lane."""
        return max(len(lane) for lane in self.lanes)


@dataclass(frozen=True)
class Laid:
    """A tile as it lies in a course: its name there, and the middle of its entry edge.

    `turned` is the heading there, in quarter turns clockwise from +x.
    """

    tile: Tile
    name: str
    x: int
    y: int
    turned: int


@dataclass(frozen=True)
class CourseFile(Documented):
    """A course: its words, its record, and the document that both are made from.

    `places` has every square of the road, obstructions too.
    """

    key: str
    title: str
    blurb: str
    difficulty: int  # 1 easy … 5 hard
    closed: bool
    document: Json
    record: Course = field(compare=False)
    tiles: tuple[Laid, ...]
    places: dict[SquareNumber, Place] = field(compare=False)

    @property
    def laps(self) -> int:
        """The number of laps."""
        return self.record.laps


def squares_of(number: int, tile: Tile) -> Iterator[tuple[SquareNumber, str]]:
    """The squares of tile `number` (from 0), each with ROAD, BLOCK or OFF_ROAD."""
    for lane in range(LANES):
        for index, what in enumerate(tile.lanes[lane]):
            yield square_at(number, lane, index), what


_ROADS = {STRAIGHT: "━━━━", LEFT_CURVE: "━━━┛", RIGHT_CURVE: "━━━┓"}
_SHAPES = {STRAIGHT: "straight", LEFT_CURVE: "curve to the left", RIGHT_CURVE: "curve to the right"}
_SIGNS = {ROAD: "·", BLOCK: "#", OFF_ROAD: " "}


def length_words(course: CourseFile) -> str:
    """`8 tiles` or `2 laps of 6 tiles`."""
    count = course.record.tiles
    return f"{count} tiles" if course.laps == 1 else f"{course.laps} laps of {count} tiles"


@table_rule("N6")
def map_lines(course: CourseFile) -> list[str]:
    """The course's map: tile by tile, five lanes from left to right, driven in reading order."""
    lines = [f"{course.title} ({length_words(course)})", course.blurb, ""]
    for number, laid in enumerate(course.tiles, 1):
        lines += _tile_lines(number, laid)
    ways = "round to tile 1 again" if course.closed else "over the finish line"
    lines.append(f"Tile {len(course.tiles)} leads {ways}.")
    return lines


def _tile_lines(number: int, laid: Laid) -> list[str]:
    tile = laid.tile
    facts = [_SHAPES[tile.shape], "the grid" if number == 1 else ""]
    road = f"{_ROADS[tile.shape]} {number:2} {laid.name}"
    lines = [f"{road:<36} {', '.join(fact for fact in facts if fact)}"]
    for name, lane in zip(LANE_NAMES, tile.lanes, strict=True):
        lines.append(f"        {number}.{name} |{''.join(_SIGNS[each] for each in lane)}|")
    return lines
