"""What the README shows is true: its code runs, and says what the README says it says."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from wreckoning.cli.main import app
from wreckoning.rulesets.rtd.rules.actions import drive_aggressively

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_rule_it_shows_is_the_rule() -> None:
    assert _blocks("python")[0] == inspect.getsource(drive_aggressively)


def test_the_referee_example_comes_out_as_it_says() -> None:
    found = CliRunner().invoke(app, ["referee", "-"], input=_blocks("json")[0])
    assert found.exit_code == 0
    assert json.loads(found.stdout)["position"]["order"] == ["A", "C", "B"]


def test_the_python_example_runs_to_the_podium(capsys: pytest.CaptureFixture[str]) -> None:
    exec(_blocks("python")[1], {})
    assert capsys.readouterr().out.strip() in ("Ann", "Bolt", "Gasket")


def test_every_command_it_names_is_there() -> None:
    named = set(re.findall(r"^\| `wreck (\w+)", README, re.MULTILINE))
    there = {command.name for command in app.registered_commands}
    there |= {group.name for group in app.registered_groups}
    assert named == there
