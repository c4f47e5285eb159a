"""Every option for a number, of every command: a plain one is taken, anything else refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
import typer.main
from tests.cli.run import refused, wreck

from wreckoning.cli import main

HOSTILE = [
    *("1_000", " 5", "5 ", "5\n", "٣", "３", "²", "½", "nan", "inf", "-inf", "1e400", "1e3"),
    *("0x10", "5.", ".5", "1,5", "5,000", "--5", "−5", "True", "true", "9" * 20, "9" * 5000),
    *("None", "five", "5;", "1/2", "+5", "", " "),
]
NOT_WHOLE = ["5.0", "0.5"]
FEW = ["1_000", "٣", " 5", "nan", "1e400", "9" * 5000, ""]  # for each option


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with its path."""
    for name, each in getattr(command, "commands", {}).items():
        if getattr(each, "commands", None):
            yield from commands(each, (*path, name))
        else:
            yield (*path, name), each


def numbers() -> list[tuple[tuple[str, ...], str, bool]]:
    """Every option for a number: the command, the option, and whether it is a whole number."""
    found = []
    for path, command in commands(typer.main.get_command(main.app)):
        kinds = get_type_hints(command.callback)
        for param in command.params:
            kind = kinds.get(param.name)
            if {int, float} & {kind, *get_args(kind)} and param.opts[0].startswith("-"):
                found.append((path, max(param.opts, key=len), float not in (kind, *get_args(kind))))
    return found


NUMBERS = numbers()


def test_there_are_such_options_in_many_commands() -> None:
    assert len(NUMBERS) > 40
    assert len({path for path, _, _ in NUMBERS}) > 15


@pytest.mark.parametrize(("path", "option", "whole"), NUMBERS, ids=str)
def test_a_number_is_plain_or_refused(
    tmp_path: Path, path: tuple[str, ...], option: str, whole: bool
) -> None:
    for text in [*FEW, *(NOT_WHOLE if whole else [])]:
        said = refused(*path, f"{option}={text}", folder=tmp_path)
        assert f"'{option}'" in said or said.startswith("missing "), said
        assert "Traceback" not in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_plain_number_is_refused_in_one_line(text: str) -> None:
    whole = refused("simulate", "rtd", f"--races={text}")
    assert whole.startswith("invalid value for '--races': expected a whole number in plain digits")
    other = refused("review", "log", f"--seconds={text}")
    assert other.startswith("invalid value for '--seconds': expected a number such as 12 or 0.5")


def test_plain_numbers_are_taken(tmp_path: Path) -> None:
    new = ("league", "new", "l.json", "--rounds", "3", "--every", "007", "--laps", "0")
    assert wreck(*new, folder=tmp_path).status == 0
    assert refused("review", "none", "--seconds", "0.5").startswith("none: cannot be read")
    for text in ("-1", "0", "201", "9223372036854775807"):
        said = refused("league", "new", "m.json", "--rounds", text, folder=tmp_path)
        assert "input should be " in said.lower(), "Typer's own words"
