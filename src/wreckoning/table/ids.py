"""Ids and numbers of tables that are easily taken for one another, as types of their own.

Only mypy sees the difference: while the program runs they are texts and numbers.
"""

from __future__ import annotations

from typing import Final, NewType

from wreckoning.core.asks import Ask
from wreckoning.core.door import DICE, REFEREE

TableId = NewType("TableId", str)  # "k3v9w2hq"
TableVersion = NewType("TableVersion", int)  # counts the changes of a table
FIRST: Final = TableVersion(0)  # before anything was done
ShownSeat = NewType("ShownSeat", int)  # a seat as it is sent, or one of these two
DICE_SEAT: Final = ShownSeat(-1)
REFEREE_SEAT: Final = ShownSeat(-2)


def shown_seat(ask: Ask) -> ShownSeat:
    """The asked seat as it is sent; dice and referee have other numbers there than in the rules."""
    return {DICE: DICE_SEAT, REFEREE: REFEREE_SEAT}.get(ask.by, ShownSeat(ask.by))
