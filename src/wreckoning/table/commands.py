"""Every command, and what carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wreckoning.core.errors import Malformed
from wreckoning.table import lobby, models, race_commands
from wreckoning.table.table import Table, TableChange

DOES: dict[type[models.TableCommand], Callable[[Table, Any], tuple[str, dict[str, Any]]]] = {
    models.ChangeSeat: lobby.change,
    models.Leave: lobby.leave,
    models.SeatBot: lobby.seat_bot,
    models.Start: lobby.start,
    models.GiveAnswer: race_commands.answer,
    models.Undo: race_commands.undo,
    models.HandOver: race_commands.hand_over,
    models.TakeBack: race_commands.take_back,
    models.Correct: race_commands.correct,
    models.Abandon: race_commands.abandon,
}


def apply(table: Table, command: models.TableCommand, token: str) -> TableChange:
    """Carry a command out. `token` is a fresh one, for a seat that is claimed.

    Raises a WreckError, and nothing has changed.
    """
    if isinstance(command, models.Claim):
        claimed = command
        return table.carry_out("claim", lambda: lobby.claim(table, claimed, token))
    does = DOES.get(type(command))
    if does is None:
        raise Malformed("do", "not a command for a table")
    kind = str(getattr(command, "do", ""))
    return table.carry_out(kind, lambda: does(table, command))
