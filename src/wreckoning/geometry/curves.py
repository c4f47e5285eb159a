"""Makes paths from the figures in a data file: arcs by their radius, S-curves by their end point.

Used when data is loaded, not in play: numbers may grow beyond 64 bits here.
"""

from __future__ import annotations

from wreckoning.core.errors import Malformed
from wreckoning.geometry.angles import (
    ONE,
    RADIAN,
    RADIAN_SHIFT,
    TURN,
    cosine,
    heading_of,
    sine,
)
from wreckoning.geometry.paths import (
    ARC,
    LEAST_TURN,
    LONGEST_LEG,
    MAX_LEGS,
    SLIDE,
    STRAIGHT,
    Path,
    add_arc,
)


def arc_length(radius: int, turn: int) -> int:
    """The length of an arc of this radius that turns by this much, to either side."""
    return (2 * radius * abs(turn) << RADIAN_SHIFT) // RADIAN + 1 >> 1


def s_curve(forward: int, sideways: int) -> tuple[int, int]:
    """The length and turn of each of the two arcs of an S-curve; the second turns the other way.

    Together they lead this far forward and to the side (right if positive) and end at the old
    heading. The turn is a whole number, so the end is off by up to 1 in 10,000 of the length, to
    the side.
    """
    aside = abs(sideways)
    near = 2 * heading_of(forward, aside)
    turn = min(
        range(near, near + 3),
        key=lambda t: abs(aside * (ONE + cosine(t)) - forward * sine(t)),
    )
    doubled = 2 * sine(turn) * RADIAN
    length = ((forward * turn * ONE << (RADIAN_SHIFT + 1)) // doubled + 1) >> 1
    return length, turn if sideways > 0 else -turn


def add_s_curve(path: Path, forward: int, sideways: int) -> None:
    """Go on in an S: this far forward, this far to the side (right if positive), same heading."""
    length, turn = s_curve(forward, sideways)
    add_arc(path, length, turn)
    add_arc(path, length, -turn)


def check_path(path: Path, where: str) -> None:
    """Check that a path can be driven. Raises Malformed."""
    if not 1 <= path.count <= MAX_LEGS:
        raise Malformed(where, f"expected 1 to {MAX_LEGS} legs, found {path.count}")
    for number in range(1, path.count + 1):
        leg = path.legs[number - 1]
        at = f"{where}, leg {number}"
        if leg.kind not in (STRAIGHT, ARC, SLIDE):
            raise Malformed(at, f"expected a straight, an arc or a slide, found kind {leg.kind}")
        if abs(leg.length) > LONGEST_LEG:
            raise Malformed(at, f"expected a length up to {LONGEST_LEG}, found {leg.length}")
        if leg.length == 0 and (leg.kind != SLIDE or leg.turn == 0):
            raise Malformed(at, "expected a length")
        if abs(leg.turn) > TURN:
            raise Malformed(at, f"expected a turn up to {TURN}, found {leg.turn}")
        if leg.kind == ARC and abs(leg.turn) < LEAST_TURN:
            found = f"found {leg.turn}: a straight, or a shorter arc"
            raise Malformed(at, f"expected an arc to turn by {LEAST_TURN} at least, {found}")
        if leg.kind == STRAIGHT and leg.turn != 0:
            raise Malformed(at, f"expected a straight not to turn, found {leg.turn}")
