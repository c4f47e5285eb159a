"""Measure the table: from its lengths to the board, middles, chords, centroids.

SCALE, point_of, …      from lengths and places of the race to the board
measure(corners)        a shape's middle, its direction, how long and how wide it is
chord(corners, …)       where a line enters and leaves a shape; `centroid`: where it balances
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from wreckoning.geometry.gates import Gate
from wreckoning.geometry.polygons import Polygon
from wreckoning.show.table_board import Scale

PER_UNIT = 40  # lengths of the race in a unit of the board: 25 units are an inch
EDGE = 20.0  # around the table

Corners = Sequence[complex]

SCALE = Scale(PER_UNIT, EDGE)
length, point_of, spot_of = SCALE.length, SCALE.point_of, SCALE.spot_of
corners_of, box_of, posts = SCALE.corners_of, SCALE.box_of, SCALE.posts


def middle_of(polygon: Polygon) -> complex:
    """The middle of a polygon on the board, around which its symbol is drawn."""
    return point_of(polygon.middle_x, polygon.middle_y)


def ahead_of(gate: Gate) -> complex:
    """A step of length 1 in the direction in which a gate is crossed."""
    left, right = posts(gate)
    return (right - left) / abs(right - left) * -1j


def measure(corners: Corners) -> tuple[complex, complex, float, float]:
    """A shape's middle, the direction of its longest edge, and its extent along that and
    across.
    """
    edges = [there - here for here, there in zip(corners, [*corners[1:], corners[0]], strict=True)]
    longest = max(edges, key=abs)
    along = longest / abs(longest)
    turned = [corner / along for corner in corners]
    x, y = [point.real for point in turned], [point.imag for point in turned]
    middle = complex((min(x) + max(x)) / 2, (min(y) + max(y)) / 2) * along
    long, wide = max(x) - min(x), max(y) - min(y)
    if wide > long:
        along, long, wide = along * 1j, wide, long
    return middle, along, long, wide


def chord(
    corners: Corners, middle: complex, along: complex, across: float
) -> tuple[complex, complex] | None:
    """The points where a line along a shape, at a distance from a point, enters and leaves it."""
    turned = [(corner - middle) / along for corner in corners]
    xs = []
    for a, b in zip(turned, [*turned[1:], turned[0]], strict=True):
        if (a.imag - across) * (b.imag - across) < 0:
            xs.append(a.real + (across - a.imag) / (b.imag - a.imag) * (b.real - a.real))
    if len(xs) < 2:
        return None
    return middle + along * complex(min(xs), across), middle + along * complex(max(xs), across)


def centroid(corners: Corners) -> complex:
    """The point on which a shape would balance."""
    area, total = 0.0, 0j
    first = corners[0]
    for here, there in pairwise(corners[1:]):
        part = ((here - first).conjugate() * (there - first)).imag
        area += part
        total += part * (first + here + there) / 3
    return total / area if area else first


def upright(degrees: float) -> float:
    """The same line, read from left to right."""
    turned = (degrees + 90) % 180 - 90
    return turned if turned > -89 else 90.0
