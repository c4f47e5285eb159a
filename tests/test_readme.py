"""What the README shows is true: its code runs, and says what the README says it says."""

from __future__ import annotations

import inspect
import json
import re
import sys
from datetime import date
from pathlib import Path
from subprocess import run

import pytest
from typer.testing import CliRunner

from wreckoning import __version__
from wreckoning.cli.main import app
from wreckoning.rulesets.rtd.rules.actions import drive_aggressively

ROOT = Path(__file__).parent.parent
CHANGES = (ROOT / "CHANGELOG.md").read_text("utf-8")
NOTICED_BY = ["Players", "Hosts", "Designers", "Builders"]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [*sorted(ROOT.glob("[A-Z]*.md")), *sorted((ROOT / "docs").glob("*.md"))]
PAGES += [ROOT / "web" / "README.md", *sorted(ROOT.glob("src/wreckoning/rulesets/*/RULES.md"))]


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


@pytest.mark.slow
def test_the_python_example_passes_a_strangers_type_check(tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(_blocks("python")[1], "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "example.py"]
    found = run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert found.returncode == 0, found.stdout


def test_every_command_it_names_is_there() -> None:
    named = set(re.findall(r"^\| `wreck (\w+)", README, re.MULTILINE))
    there = {command.name for command in app.registered_commands}
    there |= {group.name for group in app.registered_groups}
    assert named == there


def test_the_commands_for_tables_are_those_it_names() -> None:
    (line,) = [line for line in README.splitlines() if line.startswith("| `wreck table")]
    group = next(group for group in app.registered_groups if group.name == "table")
    assert group.typer_instance is not None
    there = {command.name for command in group.typer_instance.registered_commands}
    assert set(re.findall(r"`([\w-]+)`", line)) == there
    assert all(f"`{name}`" in CHANGES or f"`wreck table {name}`" in CHANGES for name in there)


def test_the_changelog_has_one_line_a_change_under_who_notices_it() -> None:
    group = r"### (?:{})\n\n(?:- \S.*\n)+\n?".format("|".join(NOTICED_BY))
    releases = re.split(r"^(?=## )", CHANGES, flags=re.MULTILINE)[1:]
    for release in releases:
        _, _, body = release.partition("\n\n")
        assert re.fullmatch(f"({group})*", body), "expected only groups of lines that begin with -"
        groups = re.findall("^### (.*)", body, re.MULTILINE)
        assert groups == [name for name in NOTICED_BY if name in groups]
    changes = [line for line in CHANGES.splitlines() if line.startswith("- ")]
    assert [line for line in changes if len(line) > 160] == []
    assert len(set(changes)) == len(changes)


def test_the_changelog_has_the_newest_release_first_and_this_one_on_top() -> None:
    unreleased, *heads = re.findall("^## (.*)", CHANGES, re.MULTILINE)
    assert unreleased == "[Unreleased]"
    releases = [re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - (.+)", head) for head in heads]
    numbers = [tuple(map(int, release.groups()[:3])) for release in releases if release]
    dates = [date.fromisoformat(release[4]) for release in releases if release]
    assert numbers == sorted(set(numbers), reverse=True)
    assert dates == sorted(dates, reverse=True)
    assert len(numbers) == len(heads)
    assert ".".join(map(str, numbers[0])) == __version__


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_is_there_and_says_something(page: Path) -> None:
    for link in re.findall(r"(?:\]\(|src=\")([^)\s\"]+)[)\"]", page.read_text("utf-8")):
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            continue
        found = page.parent / link.split("#")[0]
        assert found.is_file(), f"{link} is not there"
        assert found.stat().st_size > 200, f"{link} is empty"
