"""Draws the yard where vehicles park after they finish: two rows of bays."""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.core.shown import Label, Shape
from wreckoning.show import pen
from wreckoning.show.pen import Rect, Spot
from wreckoning.show.shapes import edged

HEADER = 20.0  # the height of its title, above the bays
TITLE = 14.0  # the size of the letters of its title
UP = -90.0  # the heading of parked vehicles


@dataclass(frozen=True)
class Yard:
    """A yard with this many bays. `inset` is the margin at both ends of the lines between them."""

    rect: Rect
    bays: int
    inset: float
    corner: float
    width: float  # of the lines between bays

    @property
    def _size(self) -> tuple[float, float]:
        """The width and depth of a bay."""
        return self.rect.width / (self.bays // 2), (self.rect.height - HEADER) / 2

    def parked(self, count: int) -> list[Spot]:
        """The places of this many vehicles, first to last."""
        (across, down), half = self._size, self.bays // 2
        left, middle = self.rect.x - self.rect.width / 2, self.rect.y + HEADER / 2
        return [
            (
                complex(
                    left + across * (place % half + 0.5), middle + down * (place // half - 0.5)
                ),
                UP,
            )
            for place in range(count)
        ]

    def shapes(self) -> list[Shape]:
        """The yard, with lines between its bays."""
        rect, lines = self.rect, ""
        across, down = self._size
        for bay in range(1, self.bays // 2):
            x = rect.x - rect.width / 2 + across * bay
            for row in (-1, 0):
                top = rect.y + HEADER / 2 + down * row
                ends = complex(x, top + self.inset), complex(x, top + down - self.inset)
                lines += pen.line(ends)
        return [
            *edged(rect.path(self.corner), "stone", "wall", 2),
            Shape(lines, "outline:line", self.width),
        ]

    def label(self, rule: str, drop: float) -> Label:
        """Its title; `drop` is how far below the middle of the header it stands."""
        x, y = pen.rounded(
            complex(self.rect.x, self.rect.y - self.rect.height / 2 + HEADER / 2 + drop)
        )
        return Label(x, y, "Home", TITLE, rule, "Who is home parks here, first to last.")
