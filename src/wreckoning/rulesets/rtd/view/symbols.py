"""The symbols of Kart RTD: drawings of pieces, and of signs on the board (`data/symbols`)."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.shown import Shape, Symbol
from wreckoning.show.drawings import drawing, stamped, symbol

HOME = "wreckoning.rulesets.rtd"
KART_LENGTH, KART_WIDTH = 34.0, 20.0
PIECES = (
    *("kart", "kart_shrunk", "kart_star", "kart_boo", "banana", "fake_box", "green_shell"),
    *("red_shell", "blue_shell", "three_shells", "bomb", "hazard", "hazard_worse"),
    *("path_open", "path_closed"),
)
ICONS = {  # a segment's features, next to their names: a drawing, its scale, how far it is shifted
    "hazard": ("hazard", 0.654, 0j),
    "dash": ("dash", 0.583, -1 + 0j),
    "path": ("path", 0.889, 0j),
    "boxes": ("crate", 1.182, 0j),
    "link": ("link", 1.0, 0j),
}


def symbols() -> tuple[Symbol, ...]:
    """All symbols that pieces of this ruleset name."""
    return tuple(symbol(HOME, name) for name in PIECES)


def sign(name: str, at: complex, heading: float = 0.0) -> tuple[Shape, ...]:
    """A sign on the board."""
    return stamped(drawing(HOME, name), [(at, heading)])


def icon(feature: str, at: complex) -> tuple[Shape, ...]:
    """The small sign of a feature, next to its name."""
    name, scale, shift = ICONS[feature]
    return stamped(drawing(HOME, name), [(at + shift, 0.0)], scale)


def crates(places: Sequence[complex], heading: float) -> tuple[Shape, ...]:
    """A line of item boxes."""
    return stamped(drawing(HOME, "crate"), [(at, heading) for at in places])
