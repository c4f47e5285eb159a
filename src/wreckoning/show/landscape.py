"""Decorates a board where there is room: ponds, woods, tyre walls. They have no meaning.

Fixed sequences of points place everything, without dice: a board always looks the same.

    Room            how much room there is around a point, and points all over an area
    Woods           where trees stand; `crowns` draws them
    pond(…)         a pond with ripples
    tyre_wall(…)    a wall of tyres
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import degrees, pi, sin

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.shown import Shape
from wreckoning.show import pen
from wreckoning.show.pen import Rect
from wreckoning.show.shapes import edged

Points = NDArray[np.complex128]
Disc = tuple[complex, float]  # a centre and a radius
STEPS = 0.7548776662466927, 0.5698402909980532  # of a sequence that fills a square evenly


def distances(rect: Rect, points: Points) -> NDArray[np.float64]:
    """The distance of each of the points from a rectangle."""
    x = np.maximum(abs(points.real - rect.x) - rect.width / 2, 0)
    y = np.maximum(abs(points.imag - rect.y) - rect.height / 2, 0)
    found: NDArray[np.float64] = np.hypot(x, y)
    return found


def scattered(area: Rect, count: int, first: int = 1) -> Iterator[complex]:
    """Points spread evenly over an area, each far from the earlier ones."""
    corner = complex(area.x - area.width / 2, area.y - area.height / 2)
    for index in range(first, first + count):
        x, y = ((0.5 + index * step) % 1 for step in STEPS)
        yield corner + complex(x * area.width, y * area.height)


@dataclass
class Room:
    """The free room of an area.

    `clearance` gives the distance of a point from the road. Words keep `gap` clear; `discs` are
    things that already stand there.
    """

    area: Rect
    clearance: Callable[[complex], float]
    words: Sequence[Rect] = ()
    gap: float = 3.0
    discs: list[Disc] = field(default_factory=list)

    def at(self, point: complex) -> float:
        """The radius of the largest circle around a point that touches nothing."""
        room = min(self.area.room(point), self.clearance(point))
        for rect in self.words:
            room = min(room, rect.distance(point) - self.gap)
        for centre, radius in self.discs:
            room = min(room, abs(point - centre) - radius)
        return room

    def scattered(self, count: int, first: int = 1) -> Iterator[complex]:
        """Points spread evenly over the area."""
        return scattered(self.area, count, first)

    def roomiest(self, tried: int, first: int = 1) -> Disc:
        """The largest free circle around one of the tried points."""
        best = max(self.scattered(tried, first), key=self.at)
        return best, self.at(best)


# --- ponds


@dataclass(frozen=True)
class Shore:
    """The outline of a pond: a share of its radius, and waves (height, number, phase)."""

    base: float
    waves: tuple[tuple[float, int, float], ...]
    steps: int = 14

    def around(self, centre: complex, radius: float) -> list[complex]:
        """The points of the shore."""
        angles = (2 * pi * step / self.steps for step in range(self.steps))
        return [centre + radius * self._share(a) * pen.unit(degrees(a)) for a in angles]

    def _share(self, angle: float) -> float:
        share = self.base
        for high, times, phase in self.waves:
            share += high * sin(times * angle + phase)
        return share


def pond(shore: Shore, centre: complex, radius: float) -> Iterator[Shape]:
    """A pond with a rim and ripples."""
    water, ripples = pen.curve(shore.around(centre, radius), True), ""
    for x, y, width in ((-0.25, -0.2, 0.3), (0.2, 0.05, 0.36), (-0.1, 0.32, 0.26)):
        at, half, rise = centre + radius * complex(x, y), radius * width / 2, 0.06j * radius
        ripples += pen.curve([at - half, at - half / 2 - rise, at, at + half / 2 - rise, at + half])
    yield from edged(water, "water", "verge", 3)
    yield Shape(ripples, "outline:light", 1.2)


# --- trees


@dataclass(frozen=True)
class Woods:
    """The limits for trees: how many, how many points to try, the least radius, and the gap.

    They stand in woods: only where a slow wave over the board is higher than `level`. Crowns may
    overlap, but keep `apart` times the sum of their radii.
    """

    most: int
    tried: int
    least: float
    gap: float
    wave: tuple[float, float, float]  # its length in x and y, its phase in y
    level: float
    apart: float = 0.8

    def trees(self, room: Room) -> list[Disc]:
        """The places of trees, in the order of drawing."""
        found: list[Disc] = []
        x, y, phase = self.wave
        for index, point in enumerate(room.scattered(self.tried)):
            radius = self.least + index * 7 % 5
            if sin(point.real / x) + sin(point.imag / y + phase) < self.level:
                continue
            if room.at(point) < radius + self.gap:
                continue
            if all(abs(point - other) > self.apart * (radius + size) for other, size in found):
                found.append((point, radius))
            if len(found) == self.most:
                break
        return sorted(found, key=lambda tree: (tree[0].imag, tree[0].real))


def crowns(trees: Sequence[Disc]) -> Iterator[Shape]:
    """Round crowns with a shine."""
    if trees:
        round_ = "".join(pen.circle(at.real, at.imag, radius) for at, radius in trees)
        yield from edged(round_, "leaf", "ground", 1.5)
        yield shine(trees, 0.45)


def shine(trees: Sequence[Disc], share: float) -> Shape:
    """The light on crowns, a share of their size."""
    spots = "".join(
        pen.circle(at.real - 0.25 * radius, at.imag - 0.3 * radius, share * radius)
        for at, radius in trees
    )
    return Shape(spots, "outline:ground", 1.2)


# --- tyres


def tyre_wall(spots: Sequence[complex], outer: float, inner: float) -> Iterator[Shape]:
    """Tyres at these points."""
    if spots:
        yield Shape("".join(pen.circle(p.real, p.imag, outer) for p in spots), "dark")
        yield Shape("".join(pen.circle(p.real, p.imag, inner) for p in spots), "verge")
