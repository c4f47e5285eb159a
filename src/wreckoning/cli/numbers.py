"""Numbers in options: understood whole, or refused whole.

Typer reads `1_000`, ` 5 ` and `5.0` as whole numbers, and `nan` and `inf` as others. Here they are
refused: a whole number is in plain digits, any other may have a point.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any, get_args, get_type_hints

import typer
from typer.core import TyperGroup

from wreckoning.core.texts.numerals import EXPECTED, LARGEST, SHOWN, read_whole

POINT = "a number such as 12 or 0.5"
DECIMAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")


class ExactNumbers(TyperGroup):
    """The commands, with options that take only plain numbers."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, and make its numbers exact."""
        name, command, rest = super().resolve_command(ctx, args)
        for each in getattr(command, "commands", {"": command}).values():
            _make_exact(each)
        return name, command, rest


def _make_exact(command: Any) -> None:
    """Check what is typed for each number of a command before Typer reads it; once."""
    if command is None or command.callback is None or hasattr(command, "exact"):
        return
    command.exact = True
    kinds = get_type_hints(command.callback)
    for param in command.params:
        kind = kinds.get(param.name)
        if {int, float} & {kind, *get_args(kind)}:
            is_whole = float not in (kind, *get_args(kind))
            param.process_value = partial(_process, param, param.process_value, is_whole)


def _process(param: Any, process: Any, is_whole: bool, ctx: Any, value: Any) -> Any:
    """Refuse text that is no plain number, and leave the rest to Typer."""
    if isinstance(value, str):
        fits = read_whole(value, -LARGEST) is not None if is_whole else DECIMAL.fullmatch(value)
        if not fits:
            expected = EXPECTED if is_whole else POINT
            problem = f"expected {expected}, found {value[:SHOWN]!r}"
            raise typer.BadParameter(problem, ctx=ctx, param=param)
    return process(ctx, value)
