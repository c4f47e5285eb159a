"""Draws a table in letters: for the terminal, and for players who use a screen reader.

TableMap(…)             the table from above, as a grid of letters
arrow(degrees)          the arrow for a heading
legend(words, width)    what the letters mean, in lines that fit
"""

from __future__ import annotations

from collections.abc import Iterable

from wreckoning.show import pen

TALL = 2.1  # the height of a letter divided by its width
ARROWS = "→↘↓↙←↖↑↗"
OPEN = " "
MARGIN = 2


class TableMap:
    """A table in letters: at most `width` wide and `rows` high, with a frame around it.

    Points are in the units of `wide` and `deep`, from `origin`. An arrow is drawn only over the
    letters of `ground`.
    """

    def __init__(
        self, wide: float, deep: float, width: int, rows: int, ground: str, origin: complex = 0j
    ) -> None:
        tall = TALL * wide / deep
        self.columns = min(width - MARGIN - 2, int(rows * tall))
        self.rows = max(1, round(self.columns / tall))
        self.size = wide / self.columns, deep / self.rows
        self.ground, self.origin = OPEN + ground, origin
        self.cells = [[OPEN] * self.columns for _ in range(self.rows)]

    def middle(self, row: int, column: int) -> tuple[int, int]:
        """The middle of a cell."""
        return round((column + 0.5) * self.size[0]), round((row + 0.5) * self.size[1])

    def put(self, point: complex, letter: str, over: str = "") -> None:
        """Draw a letter at a point; with `over`, only over one of these letters."""
        away = point - self.origin
        column, row = int(away.real / self.size[0]), int(away.imag / self.size[1])
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return
        if not over or self.cells[row][column] in over:
            self.cells[row][column] = letter

    def line(self, one: complex, two: complex, letter: str, steps: int, over: str = "") -> None:
        """Draw a letter along a line, in this many steps."""
        for step in range(steps + 1):
            self.put(one + (two - one) * (step / steps), letter, over)

    def heading(self, point: complex, degrees: float, letter: str) -> None:
        """Draw a letter, and an arrow in front of it."""
        self.put(point, letter)
        step = pen.unit(round(degrees / 45) * 45)
        ahead = complex(round(step.real) * self.size[0], round(step.imag) * self.size[1])
        self.put(point + ahead, arrow(degrees), self.ground)

    def number(self, point: complex, number: int) -> None:
        """Draw a number, digit by digit."""
        text = str(number)
        for at, letter in enumerate(text):
            self.put(point + (at - (len(text) - 1) / 2) * self.size[0], letter)

    def lines(self) -> list[str]:
        """The drawing, with its frame."""
        edge = " " * MARGIN + "+" + "-" * self.columns + "+"
        rows = [" " * MARGIN + "|" + "".join(row) + "|" for row in self.cells]
        return [edge, *rows, edge]


def arrow(degrees: float) -> str:
    """The arrow for a heading."""
    return ARROWS[round(degrees / 45) % 8]


def legend(words: Iterable[str], width: int) -> list[str]:
    """The words separated by commas, in lines that fit."""
    lines = [" " * MARGIN]
    for word in words:
        if len(lines[-1]) + len(word) + 2 > width:
            lines.append(" " * MARGIN)
        lines[-1] += f"{', ' * (len(lines[-1]) > MARGIN)}{word}"
    return lines
