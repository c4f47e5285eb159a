"""Shapes that boards of several games have: outlined areas, chequers, a grandstand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from wreckoning.core.shown import Shape
from wreckoning.show import pen


def edged(path: str, fill: str, edge: str, width: float) -> tuple[Shape, Shape]:
    """An area, and its outline."""
    return Shape(path, fill), Shape(path, f"outline:{edge}", width)


def chequers(rows: range, columns: int, at: Callable[[int, int], complex]) -> tuple[Shape, Shape]:
    """Light and dark squares. `at` gives the point where a row and a column begin."""
    paths = ["", ""]
    for row in rows:
        for column in range(columns):
            corners = [at(row + x, column + y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
            paths[(row + column) % 2] += pen.line(corners, True)
    return Shape(paths[0], "light"), Shape(paths[1], "dark")


def rectangle(centre: complex, along: complex, size: tuple[float, float]) -> list[complex]:
    """The corners of a rectangle whose length goes `along`, a step of length 1."""
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    return [centre + along * complex(x * size[0], y * size[1]) for x, y in corners]


def grandstand(
    centre: complex,
    along: complex,
    size: tuple[float, float],
    rows: Sequence[float],
    half: float,
    edge: float,
) -> Iterator[Shape]:
    """A grandstand with rows of seats, so far from its middle; `half` is half their length.

    `edge` is the width of its outline.
    """
    roof = pen.line(rectangle(centre, along, size), True)
    seats = [[centre + along * (end + 1j * row) for end in (-half, half)] for row in rows]
    yield Shape(roof, "wall")
    yield Shape("".join(map(pen.line, seats)), "outline:light", 2.2)
    yield Shape(roof, "outline:dark", edge)
