"""Draw the obstructions that stay, pipes and cubes, exactly where the rules have them."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import Shape
from wreckoning.rulesets.kart.race import DESTRUCTIBLE, Obstruction
from wreckoning.rulesets.kart.view.layout import Plan, corners_of
from wreckoning.show import pen
from wreckoning.show.shapes import edged

SHADE = 2.5 + 3j  # which way shadows fall, and how far


def obstructions(board: Plan) -> list[Shape]:
    """Every obstruction that cannot be removed, with its shadow."""
    record = board.course.record
    fixed = [n for n in range(record.solid_count) if record.solid_kind[n] != DESTRUCTIBLE]
    shapes: list[Shape] = []
    if fixed:
        shadows = "".join(
            pen.line([corner + SHADE for corner in corners_of(record.solids[n])], True)
            for n in fixed
        )
        shapes.append(Shape(shadows, "wall"))
    for number in fixed:
        corners = corners_of(record.solids[number])
        draw = _pipe if record.solid_kind[number] == Obstruction.PIPE else _cube
        shapes += draw(corners)
    return shapes


def _pipe(corners: list[complex]) -> Iterator[Shape]:
    """A green pipe, looked into."""
    middle = sum(corners) / len(corners)
    radius = abs(corners[0] - middle)
    rim = pen.line(corners, True)
    yield from edged(rim, "good", "dark", 1.4)
    yield from edged(pen.circle(middle.real, middle.imag, 0.66 * radius), "dark", "leaf", 1.6)


def _cube(corners: list[complex]) -> Iterator[Shape]:
    """A wooden block, nailed at its corners."""
    middle = sum(corners) / len(corners)
    block = pen.line(corners, True)
    inner = pen.line([middle + 0.68 * (corner - middle) for corner in corners], True)
    nails = "".join(
        pen.circle(p.real, p.imag, 1.1) for p in (middle + 0.82 * (c - middle) for c in corners)
    )
    cross = pen.line([middle + 0.68 * (corners[0] - middle), middle + 0.68 * (corners[2] - middle)])
    yield from edged(block, "wood", "dark", 1.5)
    yield Shape(inner, "outline:dark", 0.9)
    yield Shape(cross, "outline:dark", 0.9)
    yield Shape(nails, "sign")
