"""The log of a table's race."""

from __future__ import annotations

from wreckoning.core.errors import Illegal
from wreckoning.core.logs.log_file import write_log
from wreckoning.table.table import ABANDONED, RUNNING, Table


def log_of(table: Table) -> str:
    """The log without answers to an incomplete group. Raises Illegal."""
    if table.is_sealed:
        raise Illegal("others still race with these dice: the log is shown when the day is over")
    if table.ended is not None:
        if table.ended.why and table.state == RUNNING:
            raise Illegal(
                f"{table.ended.why}; the log is shown when the host has given the race up"
            )
        was_running = bool(table.stuck)
        return (
            table.ended.log_given_up
            if was_running and table.state == ABANDONED
            else table.ended.log
        )
    if table.match is None:
        raise Illegal("the race has not begun")
    match = table.match.fork()
    hidden = len(match.entries) - len(match.settled_entries())
    if hidden:
        match.rewind(len(match.entries) - hidden)
    if table.state == RUNNING and table.settings.dice == "physical":
        match.bot_seed = 0  # keeps the decisions of bots unpredictable
    return write_log(match, given_up=table.state == ABANDONED)
