"""Draw the terrain that stays: each keyword with a look of its own."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Shape
from wreckoning.rulesets.rally.numbers import Terrain
from wreckoning.rulesets.rally.view.layout import Plan, stays
from wreckoning.rulesets.rally.view.ruins import impassable
from wreckoning.rulesets.rally.view.scale import Corners, chord, corners_of, measure
from wreckoning.rulesets.rally.view.shades import SHADE, shadow, shrunk
from wreckoning.show import pen


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
