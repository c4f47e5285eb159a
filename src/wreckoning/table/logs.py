"""The race at a table as a log."""

from __future__ import annotations

from wreckoning.core.errors import Illegal
from wreckoning.core.log import write_log
from wreckoning.table.game import ABANDONED, RUNNING, Game


def log_of(game: Game) -> str:
    """What all may know: not the answers of a group that is not complete. Raises Illegal."""
    if game.ended is not None:
        return game.ended.log
    if game.match is None:
        raise Illegal("the race has not begun")
    match = game.match.fork()
    hidden = len(match.entries) - len(match.settled_entries())
    if hidden:
        match.rewind(len(match.entries) - hidden)
    if game.state == RUNNING and game.settings.dice == "physical":
        match.bot_seed = 0  # nobody is to foresee what bots will do
    return write_log(match, given_up=game.state == ABANDONED)
