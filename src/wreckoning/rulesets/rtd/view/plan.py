"""Plan the board of a course: the place of everything. Computed once, then kept.

plan(course)                    the road, side roads, signs, blocks of words, the paddock
Plan.spots(segment, count)      the places of `count` karts in a segment, front to back
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, pi
from textwrap import wrap

import numpy as np

from wreckoning.core.files.course_files import once
from wreckoning.core.records import NOBODY
from wreckoning.core.texts.wording import signed
from wreckoning.rulesets.rtd.course_words import CourseFile, SegmentWords
from wreckoning.rulesets.rtd.race import PER_SEGMENT, PLENTY, Course, Kind, Segment
from wreckoning.rulesets.rtd.rules.curves import slide_modifier
from wreckoning.rulesets.rtd.view.circuit import BENDS, KERB, Circuit, circuit
from wreckoning.rulesets.rtd.view.placing import Obstacles, Room, arrange, of_the_road
from wreckoning.rulesets.rtd.view.symbols import KART_LENGTH, KART_WIDTH
from wreckoning.show.pen import Rect, Spot, text_width
from wreckoning.show.yard import HEADER, Yard

MOST_KARTS = 12
STEP = 58.0  # between karts in a segment, where there is room
MOST_ROOM = 1.3  # for short segments
GRID_STEP = 23.0  # between karts on the grid
BEFORE_BOXES = 30.0  # of a segment's end, kept free of karts
ROOMY = 2.0  # between karts that do not touch
LITTER = 22.0  # of a segment's beginning, where litter lies
TITLE, ROW = 22.0, 15.0
TITLE_LINE, ROW_LINE = 25.0, 21.0
ICON = 22.0
FAR = 75.0  # the most that the best place of long words may cost
TOO_FAR = 110.0  # the most that any place may cost
LONG_TITLE = 17  # letters; longer ones take several lines
IN_LINE = 4  # the most short rows side by side
BETWEEN = 8.0  # between short rows side by side
SIDE_ROAD = 14.0


@dataclass(frozen=True)
class Row:
    """A line of a block: a sign, and its words; `short` where there is little room."""

    sign: str
    text: str
    short: str
    about: str
    rule: str


@dataclass(frozen=True)
class Block:
    """The words next to a segment: its number and name, and its features."""

    title: tuple[str, ...]
    about: str
    rows: tuple[Row, ...]
    compact: bool = False  # rows side by side, only signs and numbers

    @property
    def can_be_shorter(self) -> bool:
        longest = max((len(row.text) for row in self.rows), default=0)
        return not self.compact and (len(self.rows) > 1 or longest > LONG_TITLE)

    @property
    def lines(self) -> list[tuple[Row, ...]]:
        """Its rows, side by side if it is compact."""
        if not self.compact:
            return [(row,) for row in self.rows]
        count = ceil(len(self.rows) / IN_LINE)
        each = ceil(len(self.rows) / max(count, 1))
        return [self.rows[at * each : (at + 1) * each] for at in range(count)]

    @property
    def size(self) -> tuple[float, float]:
        widths = [text_width(line, TITLE) for line in self.title]
        for line in self.lines:
            width = sum(ICON + text_width(row.text, ROW) + BETWEEN for row in line)
            widths.append(width - BETWEEN)
        return max(widths), TITLE_LINE * len(self.title) + ROW_LINE * len(self.lines)


@dataclass(frozen=True, eq=False)
class Plan:
    """The board of a course."""

    circuit: Circuit
    side_roads: dict[tuple[int, int], tuple[complex, ...]]  # by segment and path
    hazards: dict[tuple[int, int], complex]  # where a hazard's sign stands
    blocks: tuple[tuple[Block, Rect], ...]
    paddock: Yard
    obstacles: Obstacles
    formations: dict[tuple[int, int], list[Spot]] = field(default_factory=dict)

    @property
    def rects(self) -> list[Rect]:
        """The rectangles that words and the paddock take up."""
        return [self.paddock.rect, *(rect for _, rect in self.blocks)]

    def spots(self, segment: int, count: int) -> list[Spot]:
        """The places of karts in a segment, front to back: in lanes that show who is ahead."""
        if (segment, count) not in self.formations:
            self.formations[segment, count] = formation(self.circuit, segment, count)
        return self.formations[segment, count]

    def grid(self, count: int) -> list[Spot]:
        """The places of karts before the start, behind the line."""
        road = self.circuit
        front = road.length - 10 - KART_LENGTH / 2
        return [
            road.at(front - GRID_STEP * place, road.half[-1] * (-0.45, 0.45)[place % 2])
            for place in range(count)
        ]


def formation(road: Circuit, segment: int, count: int) -> list[Spot]:
    """Place `count` karts in a segment, the first at the front, as loosely as possible."""
    best: tuple[float, list[Spot]] | None = None
    for lanes in _lanes(road, segment, count):
        for spare in (1.0, 0.5, 0.1):
            spots = _in_lanes(road, segment, count, lanes, spare)
            gap = _gap(spots)
            if gap >= ROOMY:
                return spots
            if best is None or gap > best[0]:
                best = (gap, spots)
    assert best is not None
    return best[1]


def _lanes(road: Circuit, segment: int, count: int) -> list[tuple[float, ...]]:
    """Ways to share the road, in shares of half its width; in bends more of it outside."""
    if count == 1:
        return [(0.0,)]
    if count < 4:
        return [(-0.25, 0.25), (-0.45, 0.45)]
    bend = float(road.bend[road.segment_span(segment)].mean())
    out = -0.12 if bend > 1 / 400 else 0.12 if bend < -1 / 400 else 0.0
    wide = float(road.half[road.index(road.way(segment, 0.5))]) > 34
    two, three = (-0.45, 0.45), (-0.62, 0.0, 0.62)
    ways = [two, three] if wide else [two, (-0.58, 0.58)]
    return [tuple(lane + shift for lane in way) for way in ways for shift in (0.0, out)]


def _in_lanes(
    road: Circuit, segment: int, count: int, lanes: Sequence[float], spare: float
) -> list[Spot]:
    back = road.starts[segment] + spare * LITTER + KART_LENGTH / 2
    front = road.starts[segment + 1] - spare * BEFORE_BOXES - KART_LENGTH / 2
    step = min(STEP, (front - back) / max(count - 1, 1))
    first = (front + back) / 2 + step * (count - 1) / 2
    spots = []
    for place in range(count):
        way = first - step * place
        half = float(road.half[road.index(way)])
        spots.append(road.at(way, half * lanes[place % len(lanes)]))
    return spots


def _gap(spots: Sequence[Spot]) -> float:
    """The gap between the two nearest karts."""
    points = np.array([point for point, _ in spots])
    ahead = np.exp(1j * np.radians([heading for _, heading in spots]))
    between = (points[None, :] - points[:, None]) / ahead[:, None]
    gaps = np.maximum(abs(between.real) - KART_LENGTH, abs(between.imag) - KART_WIDTH)
    np.fill_diagonal(gaps, STEP)
    return float(gaps.min())


# --- planning


@once
def plan(course: CourseFile) -> Plan:
    """The board of a course."""
    record = course.record
    kinds = tuple(segment.kind for segment in record.segment[: record.segments])
    blocks = [_block(course, index) for index in range(record.segments)]
    has_paths = any(path.exists for segment in record.segment for path in segment.paths)
    margin = SIDE_ROAD + 24 if has_paths else 16.0
    bends = [BENDS[Kind(kind)] for kind in kinds]
    room = min(max(1.0, 0.95 / circuit(kinds, 1.0, margin).tightness(bends)), MOST_ROOM)
    while True:
        found = _planned(record, circuit(kinds, room, margin), blocks)
        if found is not None:
            return found
        room = round(room * 1.08, 4)


def _short(row: Row) -> Row:
    return Row(row.sign, row.short, row.short, f"{row.text}: {row.about}", row.rule)


def _shortened(block: Block) -> Block:
    """The same words, in less room."""
    return Block(block.title, block.about, tuple(_short(row) for row in block.rows), True)


def _planned(record: Course, road: Circuit, blocks: Sequence[Block]) -> Plan | None:
    """Plan the board with this road; None if its words find no place."""
    obstacles = of_the_road(road)
    side_roads = _side_roads(record, road)
    for points in side_roads.values():
        obstacles = obstacles.and_also(points[::2], SIDE_ROAD / 2 + 4)
    hazards = _hazard_signs(record, road, obstacles)
    obstacles = obstacles.and_also(list(hazards.values()), 14)
    room = Room(road, obstacles, [point for line in link_lines(record, road) for point in line])
    placed = _place_blocks(room, blocks)
    if placed is None:
        return None
    paddock, found = placed
    yard = Yard(paddock, MOST_KARTS, inset=5, corner=8, width=1.2)
    return Plan(road, side_roads, hazards, found, yard, obstacles)


def _place_blocks(
    room: Room, blocks: Sequence[Block]
) -> tuple[Rect, tuple[tuple[Block, Rect], ...]] | None:
    """Place the paddock and every block; a block that finds no place nearby is shortened."""
    kept = list(blocks)
    paddock = room.places(0, (MOST_KARTS // 2 * (KART_WIDTH + 10), 2 * (KART_LENGTH + 10) + HEADER))
    places = [room.places(index, block.size) for index, block in enumerate(kept)]
    while True:
        for index, block in enumerate(kept):
            if block.can_be_shorter and (not places[index] or places[index][0][0] > FAR):
                kept[index] = _shortened(block)
                places[index] = room.places(index, kept[index].size)
        found = arrange([paddock, *places])
        if found is not None and max(found[0][1:]) <= TOO_FAR:
            return found[1][0], tuple(zip(kept, found[1][1:], strict=True))
        long = [index for index, block in enumerate(kept) if block.can_be_shorter]
        if not long:
            return None
        costs = found[0][1:] if found else [len(block.rows) for block in kept]
        worst = max(long, key=lambda index: (costs[index], index))
        kept[worst] = _shortened(kept[worst])
        places[worst] = room.places(worst, kept[worst].size)


# --- words


def _block(course: CourseFile, index: int) -> Block:
    segment, words = course.record.segment[index], course.segments[index]
    kind = Kind(segment.kind).name.lower().replace("_", " ")
    slide = signed(slide_modifier(segment.kind))
    about = f"{words.name}: a {kind}. Power Slides at {slide}."
    rows = [*_feature_rows(segment, words)]
    if segment.boxes:
        rows.append(_boxes(segment.boxes))
    if segment.link != NOBODY:
        other = course.segments[segment.link].name
        about_link = f"Attacks reach from here to {other}, and back."
        rows.append(Row("link", other, f"→ {segment.link + 1}", about_link, "A5"))
    return Block(_lines(f"{index + 1} · {words.name}"), about, tuple(rows))


def _feature_rows(segment: Segment, words: SegmentWords) -> Iterator[Row]:
    for feature, hazard in zip(words.hazards, segment.hazards, strict=False):
        short = signed(hazard.modifier).replace("±0", "+0")
        yield Row("hazard", feature.name, short, feature.text, "R26")
    for feature, panel in zip(words.dash_panels, segment.dash_panels, strict=False):
        yield Row("dash", feature.name, f"{signed(panel.momentum)} M", feature.text, "R26")
    for feature in words.paths:
        yield Row("path", feature.name, "path", feature.text, "R23")


def _boxes(boxes: int) -> Row:
    if boxes == PLENTY:
        about = "Item boxes at the end, enough for everybody."
        return Row("boxes", "boxes for all", "all", about, "R30")
    few = "1 box" if boxes == 1 else f"{boxes} boxes"
    about = f"At the end, {few}: first come, first served."
    return Row("boxes", few, str(boxes), about, "R30")


def _lines(title: str) -> tuple[str, ...]:
    """A long title in two or three lines of similar length."""
    count = 1 + len(title) // (LONG_TITLE + 1)
    for width in range(len(title) // count, len(title) + 1):
        lines = wrap(title.replace(" · ", "\0·\0"), width, break_long_words=False)
        if len(lines) <= count:
            break
    return tuple(line.replace("\0", " ") for line in lines)


# --- next to the road


def _side_roads(record: Course, road: Circuit) -> dict[tuple[int, int], tuple[complex, ...]]:
    """A way of its own for each path: along the road, or across the neck of a bend."""
    found: dict[tuple[int, int], tuple[complex, ...]] = {}
    for segment in range(record.segments):
        for index in range(PER_SEGMENT):
            path = record.segment[segment].paths[index]
            if path.exists:
                found[segment, index] = _side_road(
                    road, segment, bool(path.advances), list(found.values())
                )
    return found


def _side_road(
    road: Circuit, segment: int, advances: bool, others: Sequence[Sequence[complex]]
) -> tuple[complex, ...]:
    leaves = road.way(segment, 0.16)
    returns = road.way(segment, 0.84)
    if advances:
        following = (segment + 1) % road.segments
        returns = road.way(segment, 1) + 0.16 * (
            road.starts[following + 1] - road.starts[following]
        )
    best: tuple[float, tuple[complex, ...]] | None = None
    for side in (-1, 1):
        for points in (_beside(road, leaves, returns, side), _across(road, leaves, returns, side)):
            score = _freedom(road, points, others)
            if best is None or score > best[0]:
                best = (score, points)
    assert best is not None
    return best[1]


def _beside(road: Circuit, leaves: float, returns: float, side: int) -> tuple[complex, ...]:
    """A side road along the road, at its side."""
    points = []
    for share in np.linspace(0, 1, 33):
        way = leaves + (returns - leaves) * float(share)
        half = float(road.half[road.index(way)])
        out = min(1.0, float(np.sin(pi * share)) * 1.7)
        point, _ = road.at(way, side * (half * 0.6 + (half * 0.4 + KERB + 15) * out))
        points.append(point)
    return tuple(points)


def _across(road: Circuit, leaves: float, returns: float, side: int) -> tuple[complex, ...]:
    """A side road from edge to edge, the short way."""
    half = float(road.half[road.index(leaves)]) * 0.7
    (one, _), (two, _) = road.at(leaves, side * half), road.at(returns, side * half)
    out = complex(road.ahead[road.index(leaves)]) * np.exp(0.6j * side)
    home = complex(road.ahead[road.index(returns)]) * np.exp(-0.6j * side)
    reach = abs(two - one) * 0.42
    t = np.linspace(0, 1, 33)
    points = (
        (1 - t) ** 3 * one
        + 3 * (1 - t) ** 2 * t * (one + out * reach)
        + 3 * (1 - t) * t**2 * (two - home * reach)
        + t**3 * two
    )
    return tuple(complex(point) for point in points)


def _freedom(
    road: Circuit, points: Sequence[complex], others: Sequence[Sequence[complex]]
) -> float:
    """The score of a side road: off the road, off other side roads, on the board, and short."""
    line = np.array(points)
    inner = line[8:-8]
    clear = float((abs(inner[:, None] - road.middle[None, :]) - road.half[None, :]).min())
    score = 3 * min(clear, KERB + 12)
    for other in others:
        score += 2 * min(float(abs(line[4:-4, None] - np.array(other)[None, :]).min()), 30) - 60
    low, high = np.minimum(line.real, line.imag), complex(road.width, road.height) - line
    edge = min(float(low.min()), float(high.real.min()), float(high.imag.min()))
    score += 8 * min(edge - 14, 0)
    steps = np.diff(line)
    bends = abs(np.angle(steps[1:] / steps[:-1])) / abs(steps[1:])
    score -= 1500 * float(np.maximum(bends - 1 / 22, 0).max())
    return score - 0.03 * sum(abs(two - one) for one, two in pairwise(points))


def link_lines(record: Course, road: Circuit) -> list[list[complex]]:
    """The lines between segments linked for attacks."""
    lines = []
    for index in range(record.segments):
        other = record.segment[index].link
        if other != NOBODY and other > index:
            one, two = (road.at(road.way(segment, 0.5))[0] for segment in (index, other))
            lines.append([one + (two - one) * step / 80 for step in range(81)])
    return lines


def _hazard_signs(
    record: Course, road: Circuit, obstacles: Obstacles
) -> dict[tuple[int, int], complex]:
    """A sign at the edge of the road for each hazard."""
    found: dict[tuple[int, int], complex] = {}
    for segment in range(record.segments):
        for index in range(PER_SEGMENT):
            if not record.segment[segment].hazards[index].exists:
                continue
            options = []
            for share in (0.3, 0.42, 0.2, 0.55, 0.68, 0.8):
                way = road.way(segment, share)
                for side in (-1, 1):
                    out = float(road.half[road.index(way)]) + KERB + 8
                    point, _ = road.at(way, side * out)
                    clear = obstacles.clearance(point)
                    near = [abs(point - other) for other in found.values()]
                    options.append((min(clear, 7) + min([*near, 60]) / 4, point))
            best = max(options, key=lambda option: round(option[0], 1))
            found[segment, index] = best[1]
    return found
