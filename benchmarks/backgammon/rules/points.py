"""The places of checkers and their possible moves. Only looks; asks nothing."""

from __future__ import annotations

from benchmarks.backgammon.race import BAR, BAR_BIT, HOME, POINTS_MASK, Side
from wreckoning.core.rules import jitable, rule


@jitable
def bits(mask: int) -> int:
    """The number of points in a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@jitable
def point_of_bit(bit: int) -> int:
    """The point that this bit stands for."""
    return bits(bit - 1)


@jitable
def taken(side: Side, least: int) -> int:
    """The points with at least this many of a side's checkers, the bar among them."""
    mask = 0
    for point in range(1, BAR + 1):
        mask |= int(side.points[point] >= least) << point
    return mask


@jitable
def wall(opponent: Side) -> int:
    """The points that an opponent's two checkers or more close, as the player counts them."""
    mask = 0
    for point in range(1, BAR):
        mask |= int(opponent.points[point] >= 2) << (BAR - point)
    return mask


@rule("B3", "B4", "B6")
def sources(own: int, closed: int, pips: int) -> int:
    """The points from which a die may be played, by a player who stands on the points `own`."""
    if own & BAR_BIT:
        return BAR_BIT & ~(closed << pips)
    movable = own & ~(closed << pips) & (POINTS_MASK << (pips + 1))
    if own >> (HOME + 1) == 0:
        movable |= bearing_off(own, pips)
    return movable


@rule("B6")
def bearing_off(own: int, pips: int) -> int:
    """With all checkers at home: from the die's own point, or the highest if all are lower."""
    exact = 1 << pips
    if own & exact or own > exact:
        return own & exact
    highest = exact >> 1
    while highest > own:
        highest >>= 1
    return highest & own


@rule("B3")
def after(own: int, alone: int, source: int, pips: int) -> int:
    """The points a player stands on after a move; `alone` are those with one checker."""
    return own & ~(source & alone) | source >> pips & ~1
