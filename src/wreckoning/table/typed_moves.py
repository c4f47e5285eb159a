"""Reads what a player types in the browser, with `show.typed_moves`."""

from __future__ import annotations

from typing import assert_never, cast, get_args

from wreckoning.show.typed_moves import Choice, Command, Meaning, MoveReader, Unclear
from wreckoning.table import models, replies
from wreckoning.table.messages import labels_of
from wreckoning.table.race_commands import asked, not_asked
from wreckoning.table.table import Table

COMMANDS: tuple[replies.CommandWord, ...] = get_args(replies.CommandWord.__value__)


def read_line(table: Table, command: models.ReadLine) -> replies.Result:
    """Say what a typed line means at this seat's open question; without a seat, as a command.

    It changes nothing. Raises NotYourTurn or Stale if another question is open.
    """
    reader = MoveReader(COMMANDS)
    if command.seat is not None:
        match = table.check_running()
        ask = asked(table, command.seat)
        if ask is None or ask.question != command.ask:
            raise not_asked(table, command.seat, command.ask, command.version)
        prompt = match.ruleset.view.describe_ask(match, ask)
        reader = MoveReader(COMMANDS, labels_of(match, ask), prompt.default, match, ask)
    move, rest = reader.read(command.line)
    names = [option.name for option in reader.options]
    return replies.Result(read=_as_sent(move, names), rest=rest)


def _as_sent(move: Choice | Meaning | Command | Unclear, names: list[str]) -> replies.MoveRead:
    match move:
        case Choice(index):
            return replies.OptionRead("choice", names[index])
        case Meaning(index):
            return replies.OptionRead("meaning", names[index])
        case Command(word, argument):
            word = cast(replies.CommandWord, word)
            return replies.CommandRead("command", word, argument)
        case Unclear(problem, rule, meant):
            options = [names[index] for index in meant]
            return replies.UnclearRead("unclear", problem, rule, options)
    assert_never(move)
