"""Draw the obstructions: barrels, concrete, tyres, scrap. The rules do not tell them apart."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Shape
from wreckoning.rulesets.rush.course_words import BLOCK, squares_of
from wreckoning.rulesets.rush.view.layout import Plan
from wreckoning.show import pen
from wreckoning.show.pen import Spot
from wreckoning.show.shapes import edged


def obstructions(board: Plan) -> list[Shape]:
    """Every fixed obstruction, on a hatched square."""
    spots = [
        board.spot(square)
        for number, laid in enumerate(board.course.tiles)
        for square, what in squares_of(number, laid.tile)
        if what == BLOCK
    ]
    shapes = (
        [Shape("".join(_hatching(spot) for spot in spots), "outline:sign", 1.6)] if spots else []
    )
    for number, spot in enumerate(spots):
        shapes += DRAWINGS[number % len(DRAWINGS)](spot)
    return shapes


def _placed(spot: Spot, *points: complex) -> list[complex]:
    point, heading = spot
    return [point + pen.unit(heading) * each for each in points]


def _hatching(spot: Spot) -> str:
    """Warning stripes around the square's edge."""
    lines = ""
    for corner in (1, 1j, -1, -1j):
        ends = [(p) * corner for p in (10.5 - 6j, 7 - 10.5j)]
        lines += pen.line(_placed(spot, *ends))
    return lines


def _barrels(spot: Spot) -> Iterator[Shape]:
    drums = _placed(spot, -4.6 - 4.4j, 4.4 - 4.8j, 0.4 + 3.8j)
    rims = "".join(pen.circle(p.real, p.imag, 4.5) for p in drums)
    lids = "".join(pen.circle(p.real, p.imag, 2.7) for p in drums)
    bungs = "".join(pen.circle(p.real + 1, p.imag - 0.8, 0.8) for p in drums)
    yield from edged(rims, "bad", "dark", 1.1)
    yield Shape(lids, "outline:light", 0.9)
    yield Shape(bungs, "dark")


def _concrete(spot: Spot) -> Iterator[Shape]:
    block = pen.line(_placed(spot, -3.6 - 9.5j, 3.6 - 9.5j, 3.6 + 9.5j, -3.6 + 9.5j), True)
    stripes = "".join(
        pen.line(_placed(spot, -3.4 + 1j * (y + 2.5), 3.4 + 1j * (y - 2.5))) for y in (-6, 0, 6)
    )
    yield Shape(block, "light")
    yield Shape(stripes, "outline:bad", 2.6)
    yield Shape(block, "outline:dark", 1.2)


def _tyres(spot: Spot) -> Iterator[Shape]:
    stacks = _placed(spot, -4.6 - 4.6j, 4.6 - 4.6j, -4.6 + 4.6j, 4.6 + 4.6j)
    rings = "".join(pen.circle(p.real, p.imag, 4.7) for p in stacks)
    yield Shape(rings, "dark")
    yield Shape("".join(pen.circle(p.real, p.imag, 3.2) for p in stacks), "outline:stone", 0.9)
    yield Shape("".join(pen.circle(p.real, p.imag, 1.8) for p in stacks), "sign")


def _scrap(spot: Spot) -> Iterator[Shape]:
    heap = [-9 - 3j, -4 - 9j, 3 - 7j, 9 - 4j, 7 + 3j, 9.5 + 6j, 2 + 9j, -5 + 7.5j, -8.5 + 4j]
    beams = pen.line(_placed(spot, -8 + 6j, 6 - 6j)) + pen.line(_placed(spot, -6 - 6j, 7 + 6j))
    yield from edged(pen.line(_placed(spot, *heap), True), "wall", "dark", 1.2)
    yield Shape(beams, "outline:wood", 2.6)
    yield Shape(pen.line(_placed(spot, -3 - 7j, 4 + 7j)), "outline:stone", 1.8)


DRAWINGS = (_barrels, _concrete, _tyres, _scrap)
