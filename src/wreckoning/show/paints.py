"""The colours of a board by day: those of its paints, and those of seats.

The browser has its own for day and night (web/src/styles/tokens.css); a test compares them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

PAINTS: Mapping[str, str] = {
    "ground": "#c3cb9b",
    "road": "#57524d",
    "verge": "#d9c894",
    "line": "#f4ead6",
    "kerb": "#b3261e",
    "water": "#7db4b9",
    "leaf": "#7f9a58",
    "wood": "#9c6b3d",
    "stone": "#aaa08f",
    "wall": "#6d6154",
    "sign": "#f0bb35",
    "hot": "#e07a1f",
    "good": "#2c8a55",
    "bad": "#c23a2c",
    "item": "#e2a524",
    "dark": "#211d18",
    "light": "#fffaf0",
    "text": "#211d18",
}
SEATS: Sequence[tuple[str, str]] = (  # a seat's colour, and the colour of the number on it
    ("#cf332c", "#ffffff"),
    ("#2a69cb", "#ffffff"),
    ("#f3c42d", "#211d18"),
    ("#1a7d45", "#ffffff"),
    ("#86399c", "#ffffff"),
    ("#ef8722", "#211d18"),
    ("#5cc4e4", "#211d18"),
    ("#f3a0c4", "#211d18"),
    ("#633a17", "#ffffff"),
    ("#c9e265", "#211d18"),
    ("#faf6ec", "#211d18"),
    ("#3c4654", "#ffffff"),
)
