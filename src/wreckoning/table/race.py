"""What one does in a race: answer, take back, let a bot drive, correct, give up."""

from __future__ import annotations

from typing import Any

from wreckoning.core.asks import REFEREE_NAME, Ask
from wreckoning.core.errors import Illegal, NotYourTurn, Over
from wreckoning.core.ruleset import ABSENT_NAME, PERSON_NAME
from wreckoning.table import models
from wreckoning.table.game import ABANDONED, FINISHED, Game, check_bot, seat_of
from wreckoning.table.models import DICE_SEAT, REFEREE_SEAT
from wreckoning.table.refusals import Stale


def answer(game: Game, command: models.Answer) -> tuple[str, dict[str, Any]]:
    """An answer: of one's own seat, of the dice, or of the referee."""
    match = game.check_running()
    seat = _check_seat(game, command.seat, command.token)
    ask = _asked(game, command.seat)
    if ask is None or ask.question != command.ask:
        raise _not_asked(game, command, seat)
    if command.version < game.posed.get(ask.who, 0):
        raise Stale(f"{ask.who}'s question has changed since; here is how things stand now")
    match.answer(command.answer, ask.who, ask.question)
    if ask.by >= 0 and game.seat(ask.by).driver == ABSENT_NAME:
        game.give_wheel(game.seat(ask.by), PERSON_NAME)
    game.drive()
    return ask.who, {}


def _check_seat(game: Game, seat: int, token: str) -> str:
    """Who answers. Raises Unknown or Forbidden."""
    if seat == DICE_SEAT:
        game.check_anybody(token)
        return "dice"
    if seat == REFEREE_SEAT:
        game.check_host(token)
        return REFEREE_NAME
    return game.own_seat(seat, token).name


def _asked(game: Game, seat: int) -> Ask | None:
    return next((ask for ask in game.waiting() if seat_of(ask) == seat), None)


def _not_asked(game: Game, command: models.Answer, who: str) -> Exception:
    if command.version < game.version:
        return Stale(f"{who} is not asked {command.ask[:40]!r} any more; here is what is")
    others = ", ".join(f"{ask.who} ({ask.question})" for ask in game.waiting())
    return NotYourTurn(f"{who} is not asked {command.ask[:40]!r} now; asked: {others}")


def undo(game: Game, command: models.Undo) -> tuple[str, dict[str, Any]]:
    """Take back: never another's decision, never across another's answer, a reveal or a roll."""
    match = game.check_running()
    who = _check_seat(game, command.seat, command.token)
    undoable = game.undoable()
    seen = command.version >= (game.acted.get(who, 0) if command.seat in undoable else game.version)
    if not seen:
        raise Stale("something has happened since; here is how things stand now")
    if command.seat not in undoable:
        raise Illegal(f"{who} has nothing to take back: not across a roll or another's answer")
    if who in match.answered():
        match.retract(who)
    elif command.seat == DICE_SEAT:
        at = game.last_die()
        assert at is not None
        match.rewind(at)
    else:
        match.rewind(len(match.entries) - 1)
    return who, {}


def hand_over(game: Game, command: models.HandOver) -> tuple[str, dict[str, Any]]:
    """Let a bot drive: one's own seat, or the host anybody's, who may take it back."""
    game.check_running()
    seat = game.seat(command.seat)
    if not game.is_host([command.token]):
        seat = game.own_seat(command.seat, command.token)
    if seat.player != PERSON_NAME:
        raise Illegal(f"{seat.name} is driven by a bot already")
    check_bot(game.ruleset, command.player)
    game.give_wheel(seat, command.player)
    game.drive()
    return seat.name, {}


def take_back(game: Game, command: models.TakeBack) -> tuple[str, dict[str, Any]]:
    """Drive again."""
    game.check_running()
    seat = game.own_seat(command.seat, command.token)
    if seat.driver == PERSON_NAME:
        raise Illegal(f"{seat.name} is driving already")
    game.give_wheel(seat, PERSON_NAME)
    return seat.name, {}


def correct(game: Game, command: models.Correct) -> tuple[str, dict[str, Any]]:
    """The host, as referee, lays a partial position over the race."""
    match = game.check_running()
    game.check_host(command.token)
    if game.settings.options.get(REFEREE_NAME) != "on":
        raise Illegal("no referee at this table: the host is one where its switch is on")
    if command.version < game.version:
        raise Stale("something has happened since; here is how things stand now")
    match.correct(command.changes)
    game.drive()
    return REFEREE_NAME, {}


def abandon(game: Game, command: models.Abandon) -> tuple[str, dict[str, Any]]:
    """The host gives the race up for good; the dice's secret is shown."""
    game.check_host(command.token)
    if game.state in (FINISHED, ABANDONED):
        raise Over(f"the race is {game.state} already")
    game.state = ABANDONED
    return "host", {}
