"""Find room on the board for blocks of words, each next to its stretch of road."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wreckoning.rulesets.rtd.view.circuit import KERB, Circuit
from wreckoning.show.pen import Rect

CELL = 8.0  # the board as squares: a block stands where none of its squares is taken
CLEAR = 6.0  # between words and the road
APART = 9.0  # between words and words
MARGIN = 8.0  # to the board's edge
MOST_PLACES = 220  # for each block

Cells = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Obstacles:
    """Obstacles that words keep off: points with a radius."""

    points: NDArray[np.complex128]
    radii: NDArray[np.float64]

    def and_also(self, points: Sequence[complex], radius: float) -> Obstacles:
        return Obstacles(
            np.append(self.points, np.array(points, dtype=complex)),
            np.append(self.radii, np.full(len(points), radius)),
        )

    def clearance(self, point: complex) -> float:
        """The distance from a point to the nearest obstacle."""
        return float((abs(self.points - point) - self.radii).min())


def of_the_road(circuit: Circuit) -> Obstacles:
    return Obstacles(circuit.middle[::2], circuit.half[::2] + KERB)


Place = tuple[float, Rect]  # its cost, and where


class Room:
    """The free room of a board: obstacles, and parts that should not be covered if possible."""

    def __init__(self, circuit: Circuit, obstacles: Obstacles, thin: Sequence[complex]) -> None:
        self.circuit = circuit
        columns, rows = int(circuit.width // CELL), int(circuit.height // CELL)
        x, y = np.meshgrid((np.arange(columns) + 0.5) * CELL, (np.arange(rows) + 0.5) * CELL)
        self.centres = x + 1j * y
        self.taken = self._sums(self._near(obstacles.points, obstacles.radii + CLEAR + CELL / 2))
        line = np.array(thin, dtype=complex)
        self.crossed = self._sums(self._near(line, np.full(len(line), 4.0)))

    def _near(self, points: NDArray[np.complex128], radii: NDArray[np.float64]) -> Cells:
        cells = np.zeros(self.centres.shape, dtype=bool)
        for start in range(0, len(points), 64):
            part = points[start : start + 64]
            away = abs(self.centres[:, :, None] - part[None, None, :])
            cells |= (away < radii[start : start + 64]).any(axis=2)
        return cells

    @staticmethod
    def _sums(cells: Cells) -> NDArray[np.int64]:
        sums = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), dtype=np.int64)
        sums[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
        return sums

    def places(self, segment: int, size: tuple[float, float]) -> list[tuple[float, Rect]]:
        """The places for a block of this size next to a segment, the best first."""
        across, down = (int(np.ceil(length / CELL)) for length in size)
        edge = int(np.ceil(MARGIN / CELL))
        taken = _windows(self.taken, across, down)
        free = np.argwhere(taken == 0)
        rows, columns = taken.shape
        inside = (free[:, 0] >= edge) & (free[:, 1] >= edge)
        inside &= (free[:, 0] < rows - edge) & (free[:, 1] < columns - edge)
        free = free[inside & (free.sum(axis=1) % 2 == 0)]
        if not len(free):
            return []
        centres = (free[:, 1] + across / 2) * CELL + 1j * (free[:, 0] + down / 2) * CELL
        crossed = _windows(self.crossed, across, down)[free[:, 0], free[:, 1]]
        costs = self._costs(segment, centres, size) + 60 * (crossed > 0)
        best = np.argsort(costs, kind="stable")
        found: dict[tuple[int, int], tuple[float, Rect]] = {}
        for index in best[: 6 * MOST_PLACES]:
            point = centres[index]
            rect = Rect(float(point.real), float(point.imag), *size)
            square = int(point.real // 16), int(point.imag // 16)
            found.setdefault(square, (float(costs[index]), rect))
        return list(found.values())[:MOST_PLACES]

    def _costs(
        self, segment: int, centres: NDArray[np.complex128], size: tuple[float, float]
    ) -> NDArray[np.float64]:
        """Near its own segment, by its middle, and not nearer to another."""
        road = self.circuit
        own = road.segment_span(segment)
        others = np.setdiff1d(np.arange(len(road.middle)), own)
        near = self._away(centres, size, own[2:-2:4])
        strange = self._away(centres, size, others[::7])
        middle = road.middle[road.index(road.way(segment, 0.5))]
        costs = near + 0.12 * abs(centres - middle)
        costs += 1.5 * np.maximum(near + 14 - strange, 0)
        total: NDArray[np.float64] = costs + 90 * (near > 120)
        return total

    def _away(
        self, centres: NDArray[np.complex128], size: tuple[float, float], points: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        line, half = self.circuit.middle[points], self.circuit.half[points]
        away = centres[:, None] - line[None, :]
        x = np.maximum(abs(away.real) - size[0] / 2, 0)
        y = np.maximum(abs(away.imag) - size[1] / 2, 0)
        distance: NDArray[np.float64] = (np.hypot(x, y) - half[None, :]).min(axis=1)
        return distance


def _windows(sums: NDArray[np.int64], across: int, down: int) -> NDArray[np.int64]:
    """The number of squares set in each window of this size."""
    if down >= sums.shape[0] or across >= sums.shape[1]:
        return np.ones((0, 0), dtype=np.int64)
    return (
        sums[down:, across:]
        - sums[:-down, across:]
        - sums[down:, :-across]
        + sums[:-down, :-across]
    )


def arrange(places: Sequence[Sequence[Place]]) -> tuple[list[float], list[Rect]] | None:
    """One place for each block so that none overlaps another, with its cost.

    None if none is found. Tried in several orders: the first block gets its best place. The
    first block counts for little.
    """
    if not all(places):
        return None
    sizes = [-found[0][1].width * found[0][1].height for found in places]
    by_size = sorted(range(len(places)), key=lambda block: sizes[block])
    best: tuple[float, list[Place]] | None = None
    for turn in range(len(by_size)):
        chosen = _in_order(places, by_size[turn:] + by_size[:turn])
        if chosen is None:
            continue
        costs = [cost for cost, _ in chosen]
        total = sum(costs) - 0.6 * costs[0] + max(costs[1:])
        if best is None or total < best[0]:
            best = (total, chosen)
    if best is None:
        return None
    return [cost for cost, _ in best[1]], [rect for _, rect in best[1]]


def _in_order(places: Sequence[Sequence[Place]], order: Sequence[int]) -> list[Place] | None:
    """Give each block the best free place in turn; then let each change to a better one."""
    chosen: dict[int, Place] = {}
    for block in [*order, *order, *order]:
        others = [rect for other, (_, rect) in chosen.items() if other != block]
        for place in places[block]:
            if not any(place[1].overlaps(rect, APART) for rect in others):
                chosen[block] = place
                break
        if block not in chosen:
            return None
    return [chosen[block] for block in range(len(places))]
