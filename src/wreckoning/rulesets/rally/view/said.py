"""An option described: what all describers give back."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Said:
    """An option described: what `Option` needs beside its name."""

    label: str
    meaning: str = ""
    chance: Fraction | None = None
    rules: tuple[str, ...] = ()
    chance_of: str = ""
    group: str = ""
    short: str = ""
