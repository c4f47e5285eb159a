"""Arcs: where a weapon can aim. An arc opens from the vehicle's middle."""

from __future__ import annotations

from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.angles import DEGREE, QUARTER
from wreckoning.geometry.arcs import is_in_arc_of_centre, is_point_in_opening
from wreckoning.geometry.bodies import FRONT, LEFT, RIGHT, Body, heading_of_edge
from wreckoning.geometry.polygons import Polygon
from wreckoning.rulesets.rally.numbers import Arc

SPREAD = 45 * DEGREE  # of a side arc, either way


@rule("W4")
def is_in_front(body: Body, target: Body) -> bool:
    """Is any part of the target in front of the line across the vehicle's middle?"""
    return is_in_arc_of_centre(body, FRONT, QUARTER, target)


@rule("W4", "V2")
def is_beside(body: Body, target: Body) -> bool:
    """Is any part of it within 45° of straight out, on either side?"""
    if is_in_arc_of_centre(body, LEFT, SPREAD, target):
        return True
    return is_in_arc_of_centre(body, RIGHT, SPREAD, target)


@rule("W4", "W27", "W30")
def is_in_arc(body: Body, arc: int, target: Body) -> bool:
    """Is the target in a weapon's arc? A turret's is all around; what is not in front is behind."""
    if arc == Arc.TURRET:
        return True
    if arc == Arc.SIDE:
        return is_beside(body, target)
    return is_in_front(body, target) != (arc == Arc.REAR)


@jitable
def has_point_towards(body: Body, edge: int, spread: int, piece: Polygon) -> bool:
    """Is the middle or a corner of a piece in the arc of the centre towards this edge?"""
    x, y, heading = body.x, body.y, heading_of_edge(body, edge)
    if is_point_in_opening(x, y, x, y, heading, spread, piece.middle_x, piece.middle_y):
        return True
    for i in range(piece.corners):
        if is_point_in_opening(x, y, x, y, heading, spread, piece.xs[i], piece.ys[i]):
            return True
    return False


@rule("V33")
def is_piece_in_arc(body: Body, arc: int, piece: Polygon) -> bool:
    """The same for a piece of terrain, by its middle and its corners."""
    if arc == Arc.TURRET:
        return True
    if arc == Arc.SIDE:
        if has_point_towards(body, LEFT, SPREAD, piece):
            return True
        return has_point_towards(body, RIGHT, SPREAD, piece)
    return has_point_towards(body, FRONT, QUARTER, piece) != (arc == Arc.REAR)
