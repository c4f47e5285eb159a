"""Draw terrain that can be removed, as symbols: heaps of car parts, tanks that explode.

Each is drawn around the middle of its polygon, by its true outline.
"""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Shape, Symbol
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.numbers import Terrain
from wreckoning.rulesets.rally.view.layout import stays
from wreckoning.rulesets.rally.view.scale import Corners, corners_of, measure, middle_of
from wreckoning.rulesets.rally.view.shades import SHADE, shadow, spread
from wreckoning.show import pen
from wreckoning.show.shapes import edged


def piece_symbol_name(number: int) -> str:
    """The name of the symbol for a piece of terrain that can be removed."""
    return f"piece_{number}"


def removable_symbols(course: CourseFile) -> Iterator[Symbol]:
    """Wreckage and exploding terrain, each around its middle."""
    record = course.record
    for number in range(record.piece_count):
        if stays(course, number):
            continue
        polygon = record.pieces[number]
        middle = middle_of(polygon)
        corners = [corner - middle for corner in corners_of(polygon)]
        exploding = record.piece_kind[number] == Terrain.EXPLODING
        drawn = _tanks(corners) if exploding else _heap(corners, number)
        shade = Shape(shadow(corners, bool(record.piece_tall[number])), SHADE)
        yield Symbol(piece_symbol_name(number), (shade, *drawn))


def _heap(corners: Corners, number: int) -> Iterator[Shape]:
    """A heap of car parts: plates, a bonnet, tyres, springs of rust."""
    rim = pen.line(corners, True)
    middle, _, long, wide = measure(corners)
    yield Shape(rim, "wood")
    plates, panes, tyres, hubs, bars = "", "", "", "", ""
    for n, at in enumerate(spread(corners, 20, 9)):
        turned = pen.unit((n * 67 + number * 31) % 180)
        kind = (n * 5 + number) % 4
        if kind == 0:
            tyres += pen.circle(at.real, at.imag, 7.0)
            hubs += pen.circle(at.real, at.imag, 2.8)
        elif kind == 1:
            plates += pen.line([at + turned * p for p in (9 - 5j, 8 + 6j, -8 + 5j, -9 - 4j)], True)
        elif kind == 2:
            panes += pen.line([at + turned * p for p in (8 - 4j, 6 + 5j, -7 + 5j, -8 - 3j)], True)
        else:
            bars += pen.line([at + turned * 9, at - turned * 9, at - turned * (6 + 5j)])
    if panes:
        yield Shape(panes, "road")
    if plates:
        yield from edged(plates, "stone", "dark", 1.0)
    if bars:
        yield Shape(bars, "outline:dark", 3.0)
        yield Shape(bars, "outline:wall", 1.4)
    if tyres:
        yield Shape(tyres, "dark")
        yield Shape(hubs, "stone")
    yield Shape(pen.dashes([*corners, corners[0]], 9, 4), "outline:dark", 2.0)
    if min(long, wide) > 40:
        yield Shape(pen.star(7, 5.5, 2.6, 20, middle), "hot")


def _tanks(corners: Corners) -> Iterator[Shape]:
    """Red drums on a dark pad, a warning in their midst."""
    rim = pen.line(corners, True)
    middle, _, long, wide = measure(corners)
    room = min(long, wide)
    size = max(5.0, min(11.0, room / 2 - 3))
    yield from edged(rim, "road", "hot", 2.4)
    drums, lids, shine = "", "", ""
    for at in spread(corners, 2 * size + 2, size + 1.5):
        drums += pen.circle(at.real, at.imag, size)
        lids += pen.circle(at.real, at.imag, 0.62 * size)
        shine += pen.circle(at.real - 0.3 * size, at.imag - 0.3 * size, 0.16 * size)
    yield from edged(drums, "bad", "dark", 1.3)
    yield Shape(lids, "outline:dark", 0.9)
    yield Shape(shine, "light")
    high = min(15.0, 0.42 * room)
    triangle = [middle + high * p for p in (-1j, 0.95 + 0.72j, -0.95 + 0.72j)]
    flame = pen.line(
        [middle + high * p for p in (0.3 - 0.35j, 0.02 + 0.12j, 0.3 + 0.12j, -0.05 + 0.55j)]
    )
    yield from edged(pen.line(triangle, True), "sign", "dark", 1.5)
    yield Shape(flame, "outline:dark", 2.0)
