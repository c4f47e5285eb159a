"""Writes SVG paths: lines, curves, dashes, boxes, circles, stars. Measures text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin
from unicodedata import east_asian_width

WIDE = 0.6  # the width of a letter, as a share of its height

Spot = tuple[complex, float]  # a point, and a heading in degrees


@dataclass(frozen=True)
class Rect:
    """A rectangle around (x, y)."""

    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: Rect, gap: float = 0.0) -> bool:
        """True if they overlap, or come closer than the gap."""
        return (
            abs(self.x - other.x) * 2 < self.width + other.width + 2 * gap
            and abs(self.y - other.y) * 2 < self.height + other.height + 2 * gap
        )

    def holds(self, other: Rect, margin: float = 0.0) -> bool:
        """True if the other is inside, with this much room around it."""
        return (
            abs(self.x - other.x) * 2 + other.width < self.width - 2 * margin
            and abs(self.y - other.y) * 2 + other.height < self.height - 2 * margin
        )

    def distance(self, point: complex) -> float:
        """The distance of a point from it; 0 inside."""
        x = max(abs(point.real - self.x) - self.width / 2, 0)
        y = max(abs(point.imag - self.y) - self.height / 2, 0)
        return abs(complex(x, y))

    def path(self, corner: float = 0.0, wider: float = 0.0) -> str:
        """Its outline, perhaps with rounded corners, or wider and higher than it is."""
        return box(self.x, self.y, self.width + wider, self.height + wider, corner)

    def room(self, point: complex) -> float:
        """The distance of a point inside from the nearest edge."""
        return min(
            self.width / 2 - abs(point.real - self.x), self.height / 2 - abs(point.imag - self.y)
        )


def rounded(point: complex) -> tuple[float, float]:
    """A point's coordinates, rounded to a tenth."""
    return round(point.real, 1), round(point.imag, 1)


def number(value: float) -> str:
    """A number rounded to a tenth; `-0.0` is 0."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


def dot(point: complex) -> str:
    """A point's coordinates as path data."""
    return f"{number(point.real)} {number(point.imag)}"


def points(line: Iterable[complex]) -> tuple[tuple[float, float], ...]:
    """The coordinates of these points, to a tenth."""
    return tuple((round(float(point.real), 1), round(float(point.imag), 1)) for point in line)


def line(points: Iterable[complex], closed: bool = False) -> str:
    """A line from point to point."""
    return "M" + " ".join(map(dot, points)) + ("Z" if closed else "")


def curve(points: Sequence[complex], closed: bool = False) -> str:
    """A smooth line through all points."""
    around = [points[-1], *points, *points[:2]] if closed else [points[0], *points, points[-1]]
    text = f"M{dot(points[0])}"
    for before, here, there, after in zip(around, around[1:], around[2:], around[3:], strict=False):
        one, two = here + (there - before) / 6, there - (after - here) / 6
        text += f"C{dot(one)} {dot(two)} {dot(there)}"
    return text + ("Z" if closed else "")


def dashes(points: Sequence[complex], on: float, off: float) -> str:
    """A dashed line: `on` units drawn, then `off` units left out."""
    text, left, drawing = "", on, True
    piece = [points[0]]
    for here, there in pairwise(points):
        at = here
        while abs(there - at) > left:
            at += (there - at) / abs(there - at) * left
            if drawing:
                text += line([*piece, at])
            drawing = not drawing
            piece, left = [at], on if drawing else off
        left -= abs(there - at)
        piece.append(there)
    return text + (line(piece) if drawing and len(piece) > 1 else "")


def box(x: float, y: float, width: float, height: float, corner: float = 0.0) -> str:
    """A rectangle around (x, y), perhaps with rounded corners."""
    left, top = x - width / 2, y - height / 2
    if not corner:
        return f"M{number(left)} {number(top)}h{number(width)}v{number(height)}h{number(-width)}Z"
    r, w, h = number(corner), number(width - 2 * corner), number(height - 2 * corner)
    return (
        f"M{number(left + corner)} {number(top)}h{w}a{r} {r} 0 0 1 {r} {r}v{h}"
        f"a{r} {r} 0 0 1 -{r} {r}h-{w}a{r} {r} 0 0 1 -{r} -{r}v-{h}a{r} {r} 0 0 1 {r} -{r}Z"
    )


def circle(x: float, y: float, radius: float) -> str:
    """A circle around (x, y)."""
    r, across = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0Z"


def arc(start: complex, end: complex, radius: float, clockwise: bool) -> str:
    """An arc of less than half a circle, which continues from `start`."""
    r = number(radius)
    return f"A{r} {r} 0 0 {int(clockwise)} {dot(end)}" if start != end else ""


def unit(heading: float) -> complex:
    """A step of length 1 in this direction, in degrees clockwise from +x."""
    return complex(cos(radians(heading)), sin(radians(heading)))


def polygon(corners: int, radius: float, turned: float = 0.0, at: complex = 0j) -> list[complex]:
    """The corners of a regular polygon, the first `turned` degrees from +x."""
    return [at + radius * unit(turned + 360 * index / corners) for index in range(corners)]


def star(points: int, outer: float, inner: float, turned: float = 0.0, at: complex = 0j) -> str:
    """A star with so many points, its first tip `turned` degrees from +x."""
    tips = polygon(points, outer, turned, at)
    dents = polygon(points, inner, turned + 180 / points, at)
    return line([corner for pair in zip(tips, dents, strict=True) for corner in pair], True)


def cross(at: complex, half: float) -> str:
    """A diagonal cross around a point."""
    arm, other = half * (1 + 1j), half * (1 - 1j)
    return line([at + arm, at - arm]) + line([at + other, at - other])


def drawn_width(text: str, size: float) -> float:
    """The width of a text in most fonts: a little less than the room reserved for it."""
    return size * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if letter in "iljtfrI.,:;'|!’ ":
        return 0.29
    if letter in "mwMW→" or east_asian_width(letter) in "WF":
        return 0.9
    return 0.69 if letter.isupper() else 0.54


def text_width(text: str, size: float) -> float:
    """The room to reserve for a text."""
    letters = sum(1.7 if east_asian_width(letter) in "WF" else 1.0 for letter in text)
    return letters * size * WIDE
