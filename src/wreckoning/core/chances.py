"""Tables of exact chances, as a ruleset's `view.odds_tables()` hands them to `wreck odds`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class OddsRow:
    """A row: what it is about, and a chance for each of the table's columns (None: there is none).

    `facts` say the same as `title`, for programs.
    """

    title: str
    chances: tuple[Fraction | None, ...]
    facts: Mapping[str, str | int | bool]


@dataclass(frozen=True)
class OddsTable:
    """Chances that belong together. `what` names the chances of a row for programs."""

    name: str  # as one asks for it
    title: str
    rule: str
    what: str
    columns: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    heads: tuple[str, ...] = ()  # the columns in words, where their names are not
