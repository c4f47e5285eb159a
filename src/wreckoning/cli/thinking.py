"""Prepares bots that think, for a race in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import TYPE_CHECKING

from wreckoning.cli.compiling import warn_of_compiling
from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.ids import by_seat
from wreckoning.core.ruleset import Ruleset, Seat

if TYPE_CHECKING:
    from wreckoning.core.play.outlook import SeatOutlook

Think = Callable[[str, "SeatOutlook"], "int | str"]


def opponents(ruleset: Ruleset, given: str, count: int) -> list[str]:
    """This many opponents of these names, in turn. Raises Malformed for an unknown bot."""
    names = [name.strip().lower() for name in given.split(",")]
    for name in names:
        if name not in ruleset.bots:
            raise Malformed("--bots", unknown("bot", name, ruleset.bots))
    return list(islice(cycle(names), max(count, len(names))))


def host_of(
    ruleset: Ruleset, seats: Sequence[Seat], seed: int, say: Callable[[str], None]
) -> Think | None:
    """The function that thinks for the bots of these seats; None if there are none.

    A game's search is compiled the first time; `say` gets a message then. Raises Malformed.
    """
    thinking = [at for at, seat in by_seat(seats) if seat.player in ruleset.thinking]
    if not thinking:
        return None
    from wreckoning.bots.playing import Bots

    warn_of_compiling(ruleset, say)
    bots = Bots(ruleset, seed)
    for at in thinking:
        bots.seat(seats[at].player, at)
    return bots.think
