"""Bots that think: they decide from what their seat knows, within a time limit.

A policy (`policies`) answers at once and can be compiled; a bot may search, or ask another program.
A package offers bots by entry points, for one ruleset or, without its key, for all:

    [project.entry-points."wreckoning.bots"]
    "rush.patient" = "my_bots:make"

`make(ruleset, seed)` returns a bot for one seat of one race. Its random choices come from the seed,
so it cannot learn the dice of the race.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Protocol

from wreckoning.core.errors import Malformed

if TYPE_CHECKING:
    from wreckoning.core.play.outlook import SeatOutlook
    from wreckoning.core.ruleset import Ruleset

GROUP = "wreckoning.bots"
OURS = ("ace", "veteran")  # listed first, in this order; the others by name


class Bot(Protocol):
    """Plays one seat of one race."""

    def choose(self, outlook: SeatOutlook, seconds: float, /) -> int | str:
        """Choose an option for the first of `outlook.asks`, by its number or name.

        `seconds` is the time left for this turn or activation. A bot that raises, is late or
        returns something that is not an option loses the rest of its turn: see `bots.playing`.
        """


@cache
def installed() -> dict[str, dict[str, EntryPoint]]:
    """The entry points of all bots that think: by ruleset ('': all of them), then by name."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        ruleset, _, name = point.name.rpartition(".")
        found.setdefault(ruleset, {})[name] = point
    return found


def thinking_bots(ruleset: str) -> dict[str, EntryPoint]:
    """The bots that can play this ruleset, by name."""
    found = {**installed().get("", {}), **installed().get(ruleset, {})}
    order = {name: at for at, name in enumerate(OURS)}
    return {name: found[name] for name in sorted(found, key=lambda n: (order.get(n, 9), n))}


def make_bot(ruleset: Ruleset, name: str, seed: int) -> Bot:
    """Make a bot for a seat. Raises Malformed for any error in its package."""
    point = thinking_bots(ruleset.key).get(name)
    if point is None:
        raise Malformed("bot", f"no searching bot {name[:40]!r}")
    try:
        bot: Bot = point.load()(ruleset, seed)
    except Exception as error:
        why = f"{type(error).__name__}: {' '.join(str(error).split())}"
        logging.getLogger(__name__).warning("The bot %r cannot play. %s", point.name, why)
        raise Malformed(f"bot {name!r}", f"cannot play: {why}") from error
    return bot
