"""Draw the terrain that stays: each keyword with a look of its own, ruins and rocks."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Shape
from wreckoning.rulesets.rally.numbers import Terrain
from wreckoning.rulesets.rally.view.layout import Plan, stays
from wreckoning.rulesets.rally.view.scale import Corners, chord, corners_of, measure
from wreckoning.rulesets.rally.view.shades import DUSK, SHADE, shadow, shrunk, spread
from wreckoning.show import pen
from wreckoning.show.shapes import edged

RUIN = 0.5  # a piece whose width is less than this share of its length is a wall
HOUSE = 110.0  # a piece wider than this, in units, is a house without a roof
THICK = 15.0  # of a house's walls


def impassable(corners: Corners, number: int) -> Iterator[Shape]:
    """Large pieces are houses without a roof, long ones ruined walls, others rocks."""
    _, _, long, wide = measure(corners)
    if wide > HOUSE:
        yield from _house(corners, number)
    elif wide < RUIN * long:
        yield from _wall(corners, number)
    else:
        yield from _rock(corners)


def _wall(corners: Corners, number: int) -> Iterator[Shape]:
    """A wall: courses of bricks, some missing."""
    middle, along, long, wide = measure(corners)
    rim = pen.line(corners, True)
    yield Shape(rim, "wall")
    bricks, rows, step = "", max(2, round(wide / 10)), 19.0
    high = wide / rows
    for row in range(rows):
        top, bottom = (row / rows - 0.5) * wide, ((row + 1) / rows - 0.5) * wide
        ends = chord(corners, middle, along, top) if row else None
        bricks += pen.line(ends) if ends else ""
        for n in range(int(long / step) + 1):
            x = -long / 2 + (n + (0.5 if row % 2 else 0.0)) * step
            inside = _reaches(corners, middle, along, top, x) and _reaches(
                corners, middle, along, bottom, x
            )
            if inside and (n * 7 + row * 3 + number) % 5:
                at = middle + along * complex(x, top)
                bricks += pen.line([at, at + along * 1j * high])
    yield Shape(bricks, "outline:dark", 0.8)
    yield Shape(rim, "outline:dark", 2.0)


def _reaches(corners: Corners, middle: complex, along: complex, across: float, x: float) -> bool:
    """Whether a point of a chord is well inside a shape."""
    ends = chord(corners, middle, along, across * 0.98)
    if ends is None:
        return False
    low, high = (((end - middle) / along).real for end in ends)
    return low + 2 < x < high - 2


def _house(corners: Corners, number: int) -> Iterator[Shape]:
    """A house: four walls, a floor, fallen beams and rubble."""
    middle, along, long, wide = measure(corners)
    inner = shrunk(corners, 1 - 2 * THICK / wide)
    rim, floor = pen.line(corners, True), pen.line(inner, True)
    yield Shape(rim, "wall")
    joints = ""
    for here, there in zip(corners, [*corners[1:], corners[0]], strict=True):
        out = (there - here) / abs(there - here)
        for n in range(1, int(abs(there - here) / 21)):
            at = here + out * n * 21
            joints += pen.line([at, at + out * 1j * (THICK * 0.5 if n % 2 else THICK * 0.8)])
    yield Shape(joints, "outline:dark", 0.9)
    yield Shape(floor, "road")
    beams = ""
    for n in range(max(2, int(long / 60))):
        x = (n + 0.6) * long / max(2, int(long / 60)) - long / 2
        lean = (n * 37 + number * 11) % 50 - 25
        ends = [middle + along * complex(x + side * lean, side * wide * 0.36) for side in (-1, 1)]
        beams += pen.line(ends)
    yield Shape(beams, "outline:dark", 9.0)
    yield Shape(beams, "outline:wood", 6.5)
    rubble = ""
    for n, at in enumerate(spread(inner, 46, 20)):
        if (n * 7 + number) % 3 == 0:
            shift = 9 * pen.unit(n * 77)
            rubble += pen.line(pen.polygon(5, 5.0 + n % 4 * 2.2, n * 29, at + shift), True)
    if rubble:
        yield from edged(rubble, "stone", "dark", 1.0)
    yield Shape(floor, "outline:dark", 1.4)
    yield Shape(rim, "outline:dark", 2.2)


def _rock(corners: Corners) -> Iterator[Shape]:
    """A rock: facets, light in the last sun."""
    middle, _, _, wide = measure(corners)
    rim = pen.line(corners, True)
    top = [
        corner + (middle - 0.12 * (DUSK / abs(DUSK)) * wide - corner) * 0.5 for corner in corners
    ]
    yield Shape(rim, "wall")
    yield Shape(pen.line(top, True), "stone")
    facets = "".join(pen.line([a, b]) for a, b in zip(corners, top, strict=True))
    cracks = pen.line([top[0], sum(top) / len(top), top[len(top) // 2]])
    yield Shape(facets, "outline:dark", 1.0)
    yield Shape(cracks, "outline:wall", 1.4)
    yield Shape(pen.line(top, True), "outline:dark", 0.8)
    yield Shape(rim, "outline:dark", 2.0)


def terrain(board: Plan) -> list[Shape]:
    """Every piece that stays: flat pieces first, then shadows, then standing pieces."""
    course, record = board.course, board.course.record
    low: list[Shape] = []
    high: list[Shape] = []
    shadows = ""
    for number in range(record.piece_count):
        if not stays(course, number):
            continue
        corners, kind = corners_of(record.pieces[number]), record.piece_kind[number]
        if kind == Terrain.SLOW:
            low += _slow(corners)
        elif kind in (Terrain.IMPASSABLE, Terrain.BARRIER):
            shadows += shadow(corners, bool(record.piece_tall[number]))
            high += impassable(corners, number) if kind == Terrain.IMPASSABLE else _barrier(corners)
        else:
            low += _open(corners)
    return [*low, *([Shape(shadows, SHADE)] if shadows else []), *high]


# --- terrain to drive through


def _slow(corners: Corners) -> Iterator[Shape]:
    """Soft ground: ripples within a dotted rim."""
    middle, along, _, wide = measure(corners)
    rim = pen.line(corners, True)
    yield Shape(rim, "stone")
    ripples = ""
    for step in range(1, max(3, int(wide / 13))):
        across = (step / max(3, int(wide / 13)) - 0.5) * wide
        ends = chord(corners, middle, along, across)
        if ends is None:
            continue
        here, there = ends
        count = max(2, int(abs(there - here) / 16))
        points = [
            here
            + (there - here) * (0.06 + 0.88 * n / count)
            + along * 1j * (2.6 if (n + step) % 2 else -2.6)
            for n in range(count + 1)
        ]
        ripples += pen.curve(points)
    yield Shape(ripples, "outline:verge", 3.4)
    yield Shape(pen.dashes([*corners, corners[0]], 3, 7), "outline:wood", 2.2)


def _open(corners: Corners) -> Iterator[Shape]:
    """A rise: two rings."""
    yield Shape(pen.curve(list(corners), True), "outline:wood", 1.4)
    yield Shape(pen.curve(shrunk(corners, 0.6), True), "outline:wood", 0.9)


# --- what stands


def _barrier(corners: Corners) -> Iterator[Shape]:
    """A low wall in yellow and black."""
    middle, along, long, wide = measure(corners)
    rim = pen.line(corners, True)
    yield Shape(rim, "sign")
    stripes = ""
    step = 15.0
    for n in range(int(long / step) + 1):
        x = -long / 2 + n * step
        stripe = [
            middle + along * complex(min(max(px, -long / 2), long / 2), py)
            for px, py in (
                (x, -wide / 2),
                (x + step / 2, -wide / 2),
                (x + step / 2 + wide / 2, wide / 2),
                (x + wide / 2, wide / 2),
            )
        ]
        if len(corners) == 4:
            stripes += pen.line(stripe, True)
    yield Shape(stripes or rim, "dark")
    yield Shape(rim, "outline:dark", 1.6)
    ridge = [middle - along * long * 0.47, middle + along * long * 0.47]
    yield Shape(pen.line(ridge), "outline:light", 1.0)
