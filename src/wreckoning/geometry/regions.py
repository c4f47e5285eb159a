"""Regions: areas such as roads or slow ground, made of convex pieces.

The pieces may overlap or lie side by side. A body is *wholly* in a region if all of its outline is
in pieces or on their borders, and *partly* in it if it overlaps a piece. (A hole inside the body's
outline is not noticed: pieces must not leave holes smaller than a body.) Both are exact: the point
where an edge leaves one piece and enters the next is compared as fractions.
"""

from __future__ import annotations

from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable
from wreckoning.geometry.bodies import Body, Corners, corners_at, corners_of, reach_of
from wreckoning.geometry.overlap import is_near, overlaps_polygon
from wreckoning.geometry.paths import Path, stand_at
from wreckoning.geometry.points import compare_products
from wreckoning.geometry.polygons import Polygon, is_point_in_polygon

ALL = (1 << 62) - 1  # pieces
SEVERAL = -2  # pieces that hold a body together


@jitable
def piece_at(x: int, y: int, pieces: list[Polygon], count: int) -> int:
    """The first piece that contains the point or has it on its border; −1 if none."""
    for i in range(count):
        if is_point_in_polygon(pieces[i], x, y):
            return i
    return -1


@jitable
def leaves_piece_at(
    ax: int, ay: int, bx: int, by: int, over: int, under: int, piece: Polygon
) -> tuple[int, int]:
    """How far along a segment a piece reaches that contains the point at `over` / `under` of it.

    A fraction from 0 to 1, as (numerator, denominator); (−1, 1) if the piece does not contain that
    point.
    """
    xs, ys = piece.xs, piece.ys
    to_over, to_under = 1, 1
    cx, cy = xs[piece.corners - 1], ys[piece.corners - 1]
    for i in range(piece.corners):
        ex, ey = xs[i] - cx, ys[i] - cy
        start, end = ex * (ay - cy) - ey * (ax - cx), ex * (by - cy) - ey * (bx - cx)
        cx, cy = xs[i], ys[i]
        if start >= 0 and end >= 0:
            continue
        if start < 0 and end < 0:
            return -1, 1
        if start >= 0:  # it leaves over this edge, at start / (start − end)
            if compare_products(start, under, over, start - end) < 0:
                return -1, 1
            if compare_products(start, to_under, to_over, start - end) < 0:
                to_over, to_under = start, start - end
        elif compare_products(-start, under, over, end - start) > 0:  # it has yet to come in
            return -1, 1
    return to_over, to_under


@jitable
def is_segment_in_region(
    ax: int, ay: int, bx: int, by: int, pieces: list[Polygon], count: int
) -> bool:
    """True if every point of the segment is in some piece or on its border."""
    return is_segment_in_pieces(ax, ay, bx, by, pieces, count, ALL)


@jitable
def is_segment_in_pieces(
    ax: int, ay: int, bx: int, by: int, pieces: list[Polygon], count: int, near: int
) -> bool:
    """True if every point of the segment is in some piece of this set or on its border."""
    over, under = 0, 1
    while over != under:
        next_over, next_under = over, under
        for i in range(count):
            if not (near >> i) & 1:
                continue
            to_over, to_under = leaves_piece_at(ax, ay, bx, by, over, under, pieces[i])
            if to_over >= 0 and compare_products(to_over, next_under, next_over, to_under) > 0:
                next_over, next_under = to_over, to_under
        if next_over == over and next_under == under:
            return False
        over, under = next_over, next_under
    return True


@jitable
def holds(piece: Polygon, corners: Corners) -> bool:
    """True if all four corners are in the piece or on its outline, and so is the whole body."""
    xs, ys = piece.xs, piece.ys
    ax, ay = xs[piece.corners - 1], ys[piece.corners - 1]
    for i in range(piece.corners):
        ex, ey = xs[i] - ax, ys[i] - ay
        for k in range(0, 8, 2):
            if ex * (corners[k + 1] - ay) < ey * (corners[k] - ax):
                return False
        ax, ay = xs[i], ys[i]
    return True


@jitable
def piece_holding(
    x: int, y: int, reach: int, corners: Corners, pieces: list[Polygon], count: int
) -> int:
    """The piece that holds a body, SEVERAL if only some together do, NOBODY if it is not wholly in.

    The body is given by its centre, reach and corners.
    """
    near = 0
    for i in range(count):
        piece = pieces[i]
        if is_near(x, y, piece.middle_x, piece.middle_y, reach + piece.reach):
            near |= 1 << i
            if holds(piece, corners):
                return i
    ax, ay = corners[6], corners[7]
    for i in range(0, 8, 2):
        bx, by = corners[i], corners[i + 1]
        if not is_segment_in_pieces(ax, ay, bx, by, pieces, count, near):
            return NOBODY
        ax, ay = bx, by
    return SEVERAL


@jitable
def is_body_in_region(body: Body, pieces: list[Polygon], count: int) -> bool:
    """True if the body is wholly in the region."""
    corners = corners_of(body)
    return piece_holding(body.x, body.y, reach_of(body), corners, pieces, count) != NOBODY


@jitable
def is_body_partly_in_region(body: Body, pieces: list[Polygon], count: int) -> bool:
    """True if the body has inner points in common with a piece."""
    for i in range(count):  # noqa: SIM110  (compiled)
        if overlaps_polygon(body, pieces[i]):
            return True
    return False


@jitable
def is_strip_in_region(
    path: Path,
    body: Body,
    begin: int,
    end: int,
    half_length: int,
    half_width: int,
    pieces: list[Polygon],
    count: int,
) -> bool:
    """True if a strip along a body's path is in the region, from one place to another.

    It is looked at in rectangles of this size, end to end; the last one is centred on `end`.
    """
    reach, at, piece = half_length + half_width + 2, min(begin, end), 0
    while True:
        x, y, heading = stand_at(path, body, at)
        corners = corners_at(x, y, heading, half_length, half_width)
        if not holds(pieces[piece], corners):  # the next one is mostly in the same piece
            found = piece_holding(x, y, reach, corners, pieces, count)
            if found == NOBODY:
                return False
            piece = max(found, 0)
        if at >= end:
            return True
        at = min(at + 2 * half_length, end)
