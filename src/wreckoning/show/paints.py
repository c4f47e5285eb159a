"""The colours of a board by day: those of its paints, and those of seats.

The browser has its own for day and night (tokens.css and board.css in web/src/styles); tests
compare them.
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
LANDSCAPES: Mapping[str, Mapping[str, str]] = {  # what lies around the road; the meadow is above
    "sand": {"ground": "#e0c592", "verge": "#ecd7a9", "leaf": "#a3a05c", "water": "#79b3bd"},
    "snow": {"ground": "#e4eaee", "verge": "#f4f7f8", "leaf": "#7d9b8f", "water": "#9cc4dc"},
    "ash": {"ground": "#b9b4ad", "verge": "#cdc8bf", "leaf": "#8d8a78", "water": "#8b9aa0"},
    "rust": {"ground": "#d3ab86", "verge": "#e3c4a0", "leaf": "#9a8350", "water": "#8fb0a0"},
    "moor": {"ground": "#a9b58d", "verge": "#c5bf95", "leaf": "#6d8660", "water": "#7ba093"},
    "night": {"ground": "#b4b2d6", "verge": "#cbc8e6", "leaf": "#7a86b0", "water": "#88a2dc"},
    "candy": {"ground": "#f0c9d0", "verge": "#f8e3cf", "leaf": "#8fc4a0", "water": "#9ad0e6"},
    "coast": {"ground": "#b3d0c6", "verge": "#ead9ac", "leaf": "#7ba678", "water": "#5fa6c9"},
    "sawdust": {"ground": "#dcbf9f", "verge": "#ead2b4", "leaf": "#a68f5d", "water": "#8db3b5"},
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
