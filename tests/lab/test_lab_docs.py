"""The commands that docs/lab.md shows with what they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.run import wreck

DOCS = (Path(__file__).parents[2] / "docs/lab.md").read_text("utf-8")
SHOWN = re.findall(
    r"^\$ wreck (lab (?:ask|find) (?:[^\n]*\\\n)*[^\n]*)\n((?:.+\n|\n)*?)```", DOCS, re.M
)


def test_commands_are_shown() -> None:
    assert len(SHOWN) == DOCS.count("$ wreck lab") == 2


@pytest.mark.parametrize(("command", "printed"), SHOWN)
def test_a_shown_command_runs(command: str, printed: str) -> None:
    """With few races it settles less than is shown, about the same things."""
    ran = wreck(*shlex.split(command.replace("\\\n", " ")), "--races", "100", "--seconds", "0")
    assert ran.status == 0, ran.err
    assert ran.out.startswith(("Not settled: ", "Yes: ", "No: ", "Gravedigger turbo "))
    named = re.compile(r"turbo|featherweight ram −1 instead of 0", re.I)
    assert named.search(printed)
    assert named.search(ran.out)


@pytest.mark.slow
def test_the_first_one_prints_what_is_shown() -> None:
    command, printed = SHOWN[0]
    ran = wreck(*shlex.split(command.replace("\\\n", " ")))
    assert ran.out.startswith(printed.strip())
