"""Draw templates, arcs and lines of sight at their true width."""

from __future__ import annotations

from wreckoning.core.shown import Shape
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import FRONT, Body
from wreckoning.rulesets.kart.race import Shells
from wreckoning.rulesets.kart.rules.ghost import Ghost
from wreckoning.rulesets.kart.rules.paths import is_spin
from wreckoning.rulesets.kart.templates import template_width
from wreckoning.rulesets.kart.view.layout import length, point_of, spot_of
from wreckoning.show import pen

SAMPLES = 22  # points along a template
FREE, STOPPED, OPEN, ROAD = "outline:good", "outline:bad", "outline:light", "outline:item"
MARK = 7.0  # half the cross where it stops


def _traced(way: Ghost, come: int) -> complex:
    """The way of the kart's middle along the driven part of the path."""
    x, y, _ = way.at(come)
    return point_of(x, y)


def _line(way: Ghost, begins: int, ends: int) -> list[complex]:
    return [_traced(way, begins + (ends - begins) * n // SAMPLES) for n in range(SAMPLES + 1)]


def _band(points: list[complex], half: float) -> list[complex]:
    """A band on both sides of a line."""
    left, right = [], []
    for before, here, after in zip(
        [points[0], *points], points, [*points[1:], points[-1]], strict=False
    ):
        along = after - before
        aside = 1j * along / abs(along) * half if along else 0j
        left.append(here - aside)
        right.append(here + aside)
    return [*left, *reversed(right)]


def laid_from(way: Ghost) -> int:
    """The distance from a kart's middle to the template."""
    return min(abs(way.path.legs[0].length), way.length)


def template_shapes(way: Ghost) -> tuple[Shape, ...]:
    """The template at its true width, the way along its middle, and where it stops short."""
    if is_spin(way.path):
        return ()
    begins, ends = laid_from(way), way.length - way.body.half_length
    laid = _line(way, begins, ends)
    band = pen.line(_band(laid, length(template_width()) / 2), True)
    stops = way.kind != 0
    # All of it driven: straight up to the template, along its middle, and straight on.
    whole = [_traced(way, 0), *laid, _traced(way, way.length)]
    driven = whole if way.come == way.length else _line(way, 0, way.come)
    line = pen.line(driven)
    shapes = [Shape(band, OPEN, 1.6), Shape(line, STOPPED if stops else FREE, 3.0)]
    if way.come < way.length:
        rest = pen.dashes(_line(way, way.come, way.length), 4, 4)
        shapes.append(Shape(rest, OPEN, 1.4))
    return tuple(shapes)


def stop_shapes(way: Ghost) -> tuple[Shape, ...]:
    """A cross in front of the kart where something stops it."""
    if way.kind == 0:
        return ()
    x, y, heading = way.end
    ahead = pen.unit(heading / DEGREE)
    front = point_of(x, y) + ahead * length(way.body.half_length) * (
        1 if way.path.legs[0].length >= 0 else -1
    )
    return (Shape(pen.cross(front, MARK), STOPPED, 3.4),)


def arc_shape(body: Body, edge: int, shells: Shells) -> Shape:
    """The area that a Shell can reach from an edge (E14)."""
    centre, heading = spot_of(body)
    ahead = pen.unit(heading + (0 if edge == FRONT else 180))
    long, wide = length(body.half_length), length(body.half_width)
    reach, spread = length(shells.reach), shells.spread / DEGREE
    corners = [centre + ahead * (long - wide * 1j), centre + ahead * (long + wide * 1j)]
    points = [corners[0]]
    points += [
        corner + ahead * pen.unit(turn) * reach
        for corner, turns in (
            (corners[0], (-spread, -spread * 2 / 3, -spread / 3, 0.0)),
            (corners[1], (0.0, spread / 3, spread * 2 / 3, spread)),
        )
        for turn in turns
    ]
    points.append(corners[1])
    return Shape(pen.line(points, True), ROAD, 1.6)


def sight_lines(body: Body, edge: int, target: Body) -> Shape:
    """From the middle of the firing edge to the target's centre and corners."""
    from_, heading = spot_of(body)
    from_ += pen.unit(heading) * length(body.half_length) * (1 if edge == FRONT else -1)
    there, heading = spot_of(target)
    ahead, long, wide = pen.unit(heading), length(target.half_length), length(target.half_width)
    ends = [there + ahead * complex(x * long, y * wide) for x in (-1, 1) for y in (-1, 1)]
    lines = "".join(pen.dashes([from_, end], 5, 4) for end in [there, *ends])
    return Shape(lines, STOPPED, 1.4)
