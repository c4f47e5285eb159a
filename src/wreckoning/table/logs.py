"""The race at a table as a log."""

from __future__ import annotations

from wreckoning.core.errors import Illegal
from wreckoning.core.log_file import write_log
from wreckoning.table.table import ABANDONED, RUNNING, Table


def log_of(table: Table) -> str:
    """What all may know: not the answers of a group that is not complete. Raises Illegal."""
    if table.ended is not None:
        return table.ended.log
    if table.match is None:
        raise Illegal("the race has not begun")
    match = table.match.fork()
    hidden = len(match.entries) - len(match.settled_entries())
    if hidden:
        match.rewind(len(match.entries) - hidden)
    if table.state == RUNNING and table.settings.dice == "physical":
        match.bot_seed = 0  # nobody is to foresee what bots will do
    return write_log(match, given_up=table.state == ABANDONED)
