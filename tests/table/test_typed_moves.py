"""The server reads a player's typed lines, at their own question only."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from tests.table.sitting import HOST, Sitting, pair

from wreckoning.core.errors import NotYourTurn, WreckError
from wreckoning.server.live.commands import authorise
from wreckoning.table import models, replies
from wreckoning.table.refusals import Forbidden, Stale
from wreckoning.table.typed_moves import read_line


def typed(table: Sitting, line: str, **fields: Any) -> replies.Result:
    given = {"request": "a-request", "version": table.game.version, "line": line, **fields}
    command = models.ReadLine.model_validate(given)
    authorise(table.game, command)
    return read_line(table.game, command)


def at_start(table: Sitting, line: str, seat: int = 0, **fields: Any) -> replies.Result:
    """Typed at the question for a start, that all are asked together."""
    return typed(table, line, **{"token": table.tokens[0], "seat": seat, "ask": "start", **fields})


def test_typed_line_is_read_at_an_open_question() -> None:
    table = pair()
    question = table.ask("Ann").question
    read = partial(at_start, table, ask=question)
    read_as = replies.OptionRead("choice", "yes")
    assert read("rocket") == replies.Result(read=read_as, rest="")
    assert read("? 1").read == replies.OptionRead("meaning", table.ask("Ann").names[0])
    assert read("1, undo, log").rest == "undo, log"
    assert read("rule R14").read == replies.CommandRead("command", "rule", "R14")
    assert table.asked == pair().asked, "nothing is answered by reading"


def test_unclear_line_gets_reason_and_candidates() -> None:
    table = pair(dice="physical")
    names = list(table.ask("Ann").names)
    read = at_start(table, names[0][:1], ask=table.ask("Ann").question).read
    unclear = at_start(table, "fly", ask=table.ask("Ann").question).read
    assert isinstance(read, replies.OptionRead | replies.UnclearRead)
    assert isinstance(unclear, replies.UnclearRead)
    assert unclear.problem.startswith("'fly' is neither an option nor a command")


def test_without_a_question_commands_are_read() -> None:
    table = Sitting("Ann", "Bob")
    read = typed(table, "U", token=table.tokens[0])
    assert read.read == replies.CommandRead("command", "undo", "")
    read = typed(table, "hello", token=HOST)
    assert isinstance(read.read, replies.UnclearRead)


def test_typed_line_at_anothers_question_is_refused() -> None:
    table = pair()
    question = table.ask("Bob").question
    with pytest.raises(Forbidden):
        at_start(table, "1", seat=1, ask=question)
    with pytest.raises(Forbidden):
        typed(table, "undo", token="a stranger's")


def test_typed_line_at_an_answered_question_is_refused() -> None:
    table = pair()
    question = table.ask("Ann").question
    before = table.game.version
    with pytest.raises(NotYourTurn):
        at_start(table, "1", ask="order")
    table.answer("Ann", "yes")
    gone: type[WreckError] = Stale
    with pytest.raises(gone):
        at_start(table, "1", ask=question, version=before)


def test_typed_dice_are_read_for_any_seated_player() -> None:
    table = pair(dice="physical")
    table.answer("Ann", "yes")
    table.answer("Bob", "yes")
    question = table.ask("dice").question
    read = typed(table, "4 2", token=table.tokens[1], seat=-1, ask=question)
    assert read == replies.Result(read=replies.OptionRead("choice", "4"), rest="2")
