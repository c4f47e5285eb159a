"""Draw ways, arcs of fire and ranges to scale."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Label, Shape
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.paths import Path, stand_at, travel_of_leg
from wreckoning.rulesets.rally.numbers import Arc
from wreckoning.rulesets.rally.race import Weapon
from wreckoning.rulesets.rally.rules.arcs import SPREAD
from wreckoning.rulesets.rally.view.scale import length, point_of, spot_of
from wreckoning.show import pen

FREE, MET, OPEN, FIRE = "outline:good", "outline:bad", "outline:light", "outline:hot"
THICK, THIN = 4.0, 1.8
LETTERS = 22.0  # of a label, in the scene's units
MARK = 9.0  # half the cross where something is met
ROUND = 8  # points of a quarter turn


def way_shapes(path: Path, body: Body, planned: int, come: int, paint: str) -> tuple[Shape, ...]:
    """The way of a plan: rails as wide as the vehicle, its middle, the new part in this paint.

    `planned`: the length planned before; `come`: the length it leads.
    """
    before = _traced(path, body, 0, min(planned, come))
    added = _traced(path, body, min(planned, come), come)
    half = length(body.half_width)
    rails = "".join(pen.line(side) for side in _rails([*before, *added], half) if len(side) > 1)
    shapes = [Shape(rails, OPEN, THIN)] if rails else []
    if len(before) > 1:
        shapes.append(Shape(pen.line([point for point, _ in before]), OPEN, THICK))
    if len(added) > 1:
        shapes.append(Shape(pen.line([point for point, _ in added]), paint, THICK))
    return tuple(shapes)


def _traced(path: Path, body: Body, begins: int, ends: int) -> list[tuple[complex, float]]:
    """The places and headings of the vehicle at the bends of the way between two distances."""
    stops, at = [begins], 0
    for n in range(path.count):
        at += travel_of_leg(path.legs[n])
        if begins < at < ends:
            stops.append(at)
    stops.append(max(ends, begins))
    found = []
    for stop in stops:
        x, y, heading = stand_at(path, body, stop)
        found.append((point_of(x, y), heading / DEGREE))
    return found


def _rails(points: list[tuple[complex, float]], half: float) -> tuple[list[complex], list[complex]]:
    left = [point - pen.unit(heading) * half * 1j for point, heading in points]
    right = [point + pen.unit(heading) * half * 1j for point, heading in points]
    return left, right


def nose(x: int, y: int, heading: int, body: Body) -> tuple[float, float]:
    """The middle of a body's front edge, on the board."""
    return pen.rounded(point_of(x, y) + pen.unit(heading / DEGREE) * length(body.half_length))


def cross(point: complex) -> Shape:
    """A cross where something is met."""
    return Shape(pen.cross(point, MARK), MET, 4.0)


def outline(corners: list[complex], paint: str = MET) -> Shape:
    """An outline around something that is pointed out."""
    return Shape(pen.line(corners, True), paint, THICK)


def label_at(point: complex, text: str, about: str, rule: str) -> Label:
    """A label over the board: a chance, or a distance. `about` says what it means."""
    return Label(*pen.rounded(point), text, LETTERS, rule, about)


# --- arcs and ranges


def arc_shapes(body: Body, weapon: Weapon) -> tuple[Shape, ...]:
    """The area that a weapon reaches from its vehicle: within its range and its arc."""
    shapes = [Shape(_reach(body, weapon.arc, weapon.reach), FIRE, THIN + 0.6)]
    if weapon.rapid_fire:
        near = _outline(body, weapon.arc, weapon.reach / 2)
        shapes.append(Shape(pen.dashes([*near, near[0]], 7, 6), FIRE, THIN))
    if weapon.arc == Arc.TURRET:
        shapes.append(Shape(pen.dashes(_middle_line(body, weapon.reach), 6, 6), FIRE, THIN))
    return tuple(shapes)


def ring(corners: list[complex], reach: float) -> str:
    """The area within a distance of a shape with clockwise corners."""
    points: list[complex] = []
    around = [corners[-1], *corners, corners[0]]
    for before, here, after in zip(around, around[1:], around[2:], strict=False):
        one, two = (here - before) * -1j, (after - here) * -1j
        one, two = one / abs(one), two / abs(two)
        points += [here + reach * step for step in _between(one, two)]
    return pen.line(points, True)


def _between(one: complex, two: complex) -> Iterator[complex]:
    """Directions from one to another, clockwise, the short way."""
    for n in range(ROUND + 1):
        step = one * (1 - n / ROUND) + two * n / ROUND
        yield step / abs(step) if abs(step) > 1e-9 else one


def _reach(body: Body, arc: int, reach: float) -> str:
    if arc == Arc.SIDE:
        return "".join(pen.line(side, True) for side in _sides(body, reach))
    return pen.line(_outline(body, arc, reach), True)


def _outline(body: Body, arc: int, reach: float) -> list[complex]:
    """The outline of the base, or of its half before or behind the line across its middle."""
    centre, heading = spot_of(body)
    ahead, far = pen.unit(heading), length(reach)
    long, wide = length(body.half_length), length(body.half_width)
    half: list[complex] = [complex(0, -wide - far)]
    for x, y, first in ((long, -wide, -90), (long, wide, 0)):
        half += [complex(x, y) + far * pen.unit(first + 90 * n / ROUND) for n in range(ROUND + 1)]
    half.append(complex(0, wide + far))
    back = [-point.conjugate() for point in reversed(half)]
    points = half if arc == Arc.FRONT else back if arc == Arc.REAR else [*half, *back]
    return [centre + ahead * point for point in points]


def _sides(body: Body, reach: float) -> Iterator[list[complex]]:
    """The side arcs: 45° to both sides of straight out, on the left and the right."""
    centre, heading = spot_of(body)
    spread, far = SPREAD / DEGREE, length(reach) + length(body.half_width)
    out = far / pen.unit(spread).real
    for side in (-90, 90):
        towards = pen.unit(heading + side)
        steps = [towards * pen.unit(spread * (n / ROUND - 1)) * out for n in range(2 * ROUND + 1)]
        yield [centre, *(centre + _at_most(step, towards, far) for step in steps)]


def _at_most(step: complex, towards: complex, far: float) -> complex:
    """The step, cut at the end of the range from the base's side."""
    out = (step * towards.conjugate()).real
    return step * (far / out) if out > far else step


def _middle_line(body: Body, reach: float) -> list[complex]:
    """The line across the vehicle's middle: everything before it is in front (W4)."""
    centre, heading = spot_of(body)
    aside = pen.unit(heading + 90) * (length(body.half_width) + length(reach))
    return [centre - aside, centre + aside]
