"""Arcs of fire: is a target, or any part of it, in an arc?

An arc opens from a segment, often one of a body's edges, or from a point. It is the area ahead of
the segment between two rays: one from its left end, turned out to the left, and one from its right
end, turned out to the right, by `spread` each, at most a quarter turn. With a spread of a quarter
turn it is the whole area ahead of the segment's line.

A body is in an arc if an inner point of it is: touching the arc's border is not enough. A point on
the border is in the arc.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable
from wreckoning.geometry.angles import QUARTER, cosine, sine
from wreckoning.geometry.bodies import (
    Body,
    corners_of,
    edge_of,
    heading_of_edge,
    middle_of_edge,
)


@jitable
def rays_of(ex: int, ey: int, heading: int, spread: int) -> tuple[int, int, int, int]:
    """The directions of an arc's left and right ray, from the vector along its segment.

    A segment's ends are rounded, so it may not be exactly square to the heading. A ray turns out no
    further than the segment's own line.
    """
    lx, ly = cosine(heading - spread), sine(heading - spread)
    rx, ry = cosine(heading + spread), sine(heading + spread)
    if ex != 0 or ey != 0:
        if spread == QUARTER or ex * ly > ey * lx:
            lx, ly = -ex, -ey
        if spread == QUARTER or ex * ry > ey * rx:
            rx, ry = ex, ey
    return lx, ly, rx, ry


@jitable
def is_in_opening(
    left_x: int,
    left_y: int,
    right_x: int,
    right_y: int,
    heading: int,
    spread: int,
    target: Body,
) -> bool:
    """True if any part of the target is in the arc that opens from the segment in this direction.

    `left` and `right` are the segment's ends as seen looking that way; they may be the same point.
    """
    ex, ey = right_x - left_x, right_y - left_y
    lx, ly, rx, ry = rays_of(ex, ey, heading, spread)
    corners = corners_of(target)
    # Is all of the target outside of one of the arc's three sides?
    past_left = past_right = behind = True
    for i in range(0, 8, 2):
        px, py = corners[i] - left_x, corners[i + 1] - left_y
        qx, qy = corners[i] - right_x, corners[i + 1] - right_y
        if lx * py > ly * px:
            past_left = False
        if rx * qy < ry * qx:
            past_right = False
        if ex * py < ey * px:
            behind = False
    if past_left or past_right or (behind and (ex != 0 or ey != 0)):
        return False
    # Is all of the arc outside of one of the target's sides? (At a quarter turn both rays make one
    # line, and only looking ahead tells which side of it is the arc.)
    hx, hy = cosine(heading), sine(heading)
    ax, ay = corners[6], corners[7]
    for i in range(0, 8, 2):
        bx, by = corners[i], corners[i + 1]
        sx, sy = bx - ax, by - ay
        if (
            sx * ly <= sy * lx
            and sx * ry <= sy * rx
            and sx * hy <= sy * hx
            and sx * (left_y - ay) <= sy * (left_x - ax)
            and sx * (right_y - ay) <= sy * (right_x - ax)
        ):
            return False
        ax, ay = bx, by
    return True


@jitable
def is_point_in_opening(
    left_x: int,
    left_y: int,
    right_x: int,
    right_y: int,
    heading: int,
    spread: int,
    x: int,
    y: int,
) -> bool:
    """True if the point is in the arc that opens from the segment in this direction."""
    ex, ey = right_x - left_x, right_y - left_y
    lx, ly, rx, ry = rays_of(ex, ey, heading, spread)
    px, py, qx, qy = x - left_x, y - left_y, x - right_x, y - right_y
    return lx * py >= ly * px and rx * qy <= ry * qx and ex * py <= ey * px


@jitable
def is_in_arc_of_edge(body: Body, edge: int, spread: int, target: Body) -> bool:
    """True if any part of the target is in the arc that opens from a whole edge."""
    lx, ly, rx, ry = edge_of(body, edge)
    return is_in_opening(lx, ly, rx, ry, heading_of_edge(body, edge), spread, target)


@jitable
def is_in_arc_of_middle(body: Body, edge: int, spread: int, target: Body) -> bool:
    """True if any part of the target is in the arc that opens from the middle of an edge."""
    x, y = middle_of_edge(body, edge)
    return is_in_opening(x, y, x, y, heading_of_edge(body, edge), spread, target)


@jitable
def is_in_arc_of_centre(body: Body, edge: int, spread: int, target: Body) -> bool:
    """True if any part of the target is in the arc from a body's centre towards an edge.

    With a spread of a quarter turn: if any part is ahead of the line through the centre.
    """
    x, y = body.x, body.y
    return is_in_opening(x, y, x, y, heading_of_edge(body, edge), spread, target)
