"""Compute shadows at dusk, and shapes within shapes."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.rulesets.rally.view.scale import Corners, chord, measure
from wreckoning.show import pen

DUSK = 6 + 3.5j  # which way shadows fall at dusk, and how far
SHADE = "road"
TALL = 2.4  # the factor for tall things


def shadow(corners: Corners, tall: bool) -> str:
    """A shape and its shadow as one outline: shapes are convex."""
    fall = DUSK * (TALL if tall else 1)
    return pen.line(_hull([*corners, *(corner + fall for corner in corners)]), True)


def _hull(points: Corners) -> list[complex]:
    """The convex outline of points."""
    ordered = sorted(points, key=lambda point: (point.real, point.imag))

    def half(row: Corners) -> list[complex]:
        found: list[complex] = []
        for point in row:
            while len(found) > 1 and _turn(found[-2], found[-1], point) <= 0:
                found.pop()
            found.append(point)
        return found[:-1]

    return [*half(ordered), *half(ordered[::-1])]


def _turn(a: complex, b: complex, c: complex) -> float:
    return (b - a).real * (c - a).imag - (b - a).imag * (c - a).real


def shrunk(corners: Corners, share: float) -> list[complex]:
    """The same shape about the same middle, scaled."""
    middle = sum(corners) / len(corners)
    return [middle + (corner - middle) * share for corner in corners]


def spread(corners: Corners, gap: float, inset: float) -> Iterator[complex]:
    """Points all over a shape, in staggered rows, with the same distance to its rim."""
    middle, along, _, wide = measure(corners)
    rows = max(1, int((wide - 2 * inset) / gap) + 1)
    for row in range(rows):
        y = (row - (rows - 1) / 2) * gap
        ends = chord(corners, middle, along, y + 1e-6)
        if ends is None:
            continue
        here, there = ends
        room = abs(there - here) - 2 * inset
        count = max(1, int(room / gap) + 1)
        for n in range(count):
            yield (here + there) / 2 + along * (n - (count - 1) / 2) * gap
