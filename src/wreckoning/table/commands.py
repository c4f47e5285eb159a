"""Every command, and what carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wreckoning.core.errors import Malformed
from wreckoning.table import lobby, models, race
from wreckoning.table.game import Change, Game

DOES: dict[type[models.Command], Callable[[Game, Any], tuple[str, dict[str, Any]]]] = {
    models.Change: lobby.change,
    models.Leave: lobby.leave,
    models.SeatBot: lobby.seat_bot,
    models.Start: lobby.start,
    models.Answer: race.answer,
    models.Undo: race.undo,
    models.HandOver: race.hand_over,
    models.TakeBack: race.take_back,
    models.Correct: race.correct,
    models.Abandon: race.abandon,
}


def apply(game: Game, command: models.Command, token: str) -> Change:
    """Carry a command out. `token` is a fresh one, for a seat that is claimed.

    Raises a WreckError, and nothing has changed.
    """
    if isinstance(command, models.Claim):
        claimed = command
        return game.carry_out("claim", lambda: lobby.claim(game, claimed, token))
    does = DOES.get(type(command))
    if does is None:
        raise Malformed("do", "not a command for a table")
    kind = str(getattr(command, "do", ""))
    return game.carry_out(kind, lambda: does(game, command))
