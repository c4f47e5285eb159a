"""Convex polygons: obstructions of other shapes, pieces of road, terrain.

There are at most MAX_CORNERS corners, clockwise as drawn (x right, y down). `settle_polygon`
ensures that for data checked by `check.py`.
"""

from __future__ import annotations

from typing import Annotated

from wreckoning.core.records import Record
from wreckoning.core.rules import jitable
from wreckoning.geometry.points import root, squared_distance

MAX_CORNERS = 8


class Polygon(Record):
    """A convex polygon. Its circle (middle, reach) contains all of it."""

    corners: int
    middle_x: int
    middle_y: int
    reach: int
    xs: Annotated[list[int], MAX_CORNERS]
    ys: Annotated[list[int], MAX_CORNERS]


@jitable
def doubled_area(polygon: Polygon) -> int:
    """Twice its area, positive if the corners go clockwise."""
    xs, ys = polygon.xs, polygon.ys
    area = 0
    before = polygon.corners - 1
    for i in range(polygon.corners):
        area += (xs[before] - xs[0]) * (ys[i] - ys[0]) - (ys[before] - ys[0]) * (xs[i] - xs[0])
        before = i
    return area


@jitable
def settle_polygon(polygon: Polygon) -> None:
    """Turn the corners clockwise and set the circle around them. Call it after setting corners."""
    xs, ys, corners = polygon.xs, polygon.ys, polygon.corners
    if doubled_area(polygon) < 0:
        for i in range(corners // 2):
            j = corners - 1 - i
            xs[i], xs[j] = xs[j], xs[i]
            ys[i], ys[j] = ys[j], ys[i]
    left, right, top, bottom = xs[0], xs[0], ys[0], ys[0]
    for i in range(1, corners):
        left, right = min(left, xs[i]), max(right, xs[i])
        top, bottom = min(top, ys[i]), max(bottom, ys[i])
    polygon.middle_x = (left + right) // 2
    polygon.middle_y = (top + bottom) // 2
    furthest = 0
    for i in range(corners):
        away = squared_distance(polygon.middle_x, polygon.middle_y, xs[i], ys[i])
        furthest = max(furthest, away)
    polygon.reach = root(furthest) + 1


@jitable
def is_point_in_polygon(polygon: Polygon, x: int, y: int) -> bool:
    """True if the point is in the polygon or on its outline."""
    xs, ys = polygon.xs, polygon.ys
    before = polygon.corners - 1
    for i in range(polygon.corners):
        ax, ay = xs[before], ys[before]
        if (xs[i] - ax) * (y - ay) < (ys[i] - ay) * (x - ax):
            return False
        before = i
    return polygon.corners > 0
