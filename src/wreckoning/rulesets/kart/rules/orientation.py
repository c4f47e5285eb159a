"""The orientation of two bodies in a collision, by the edges that meet first."""

from __future__ import annotations

from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.bodies import LEFT, REAR, RIGHT
from wreckoning.rulesets.kart.numbers import Orientation


@jitable
def is_side(edge: int) -> bool:
    """Is it the right or the left edge?"""
    return edge in (RIGHT, LEFT)


@rule("G20", "E9")
def orientation_of(edge: int, other_edge: int) -> int:
    """Both front: head-on. A side of either: T-bone, of both: sideswipe. Else a rear: tailgate.

    A side goes before a rear.
    """
    if is_side(edge) and is_side(other_edge):
        return Orientation.SIDESWIPE
    if is_side(edge) or is_side(other_edge):
        return Orientation.T_BONE
    if edge == REAR or other_edge == REAR:
        return Orientation.TAILGATE
    return Orientation.HEAD_ON
