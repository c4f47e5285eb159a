"""Puts pieces on the board: rounded places, short names, sentences about them."""

from __future__ import annotations

from collections.abc import Iterable

from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Piece
from wreckoning.show.pen import Spot, rounded


def placed(
    key: str,
    symbol: str,
    spot: Spot,
    seat: SeatIndex = NOBODY,
    text: str = "",
    about: str = "",
    marks: tuple[str, ...] = (),
    faint: bool = False,
    mounted: tuple[str, ...] = (),
) -> Piece:
    """A piece at a spot."""
    point, heading = spot
    x, y = rounded(point)
    return Piece(key, symbol, x, y, round(heading, 1), seat, text, about, marks, faint, mounted)


def short_name(name: str, letters: int) -> str:
    """A name, cut to this many letters."""
    return name if len(name) <= letters else name[:letters].rstrip()


def as_sentences(parts: Iterable[str]) -> str:
    """Each part as a sentence with a space before it: ` Gear 3 of 4. Holds: Star.`"""
    return "".join(f" {part[:1].upper()}{part[1:]}." for part in parts)
