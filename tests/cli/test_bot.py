"""`wreck bot`: a new bot works, and its test passes."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest
from typer.testing import CliRunner

from wreckoning.cli.main import app
from wreckoning.core.bots import Bot
from wreckoning.core.errors import Malformed


def command(*words: str) -> str:
    result = CliRunner().invoke(app, ["bot", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_new_bot_passes_its_own_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "timid"
    printed = command("new", "timid", "--ruleset", "rtd", "--out", str(folder)).split()
    assert sorted(Path(path).name for path in printed) == [
        *("README.md", "pyproject.toml", "test_timid.py", "timid.py")
    ]
    assert '"rtd.timid" = "timid:make"' in (folder / "pyproject.toml").read_text()
    monkeypatch.syspath_prepend(folder)
    importlib.import_module("test_timid").test_it_plays_a_race()
    for name in ("timid", "test_timid"):
        monkeypatch.delitem(sys.modules, name)


def test_a_new_bot_names_nothing_that_it_does_not_import(tmp_path: Path) -> None:
    folder = tmp_path / "timid"
    command("new", "timid", "--ruleset", "rtd", "--out", str(folder))
    check = ("-m", "ruff", "check", "--isolated", "--no-cache", "--select", "F,E9", str(folder))
    ran = subprocess.run([sys.executable, *check], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_new_bot_fits_the_protocol_of_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "timid"
    command("new", "timid", "--ruleset", "rtd", "--out", str(folder))
    monkeypatch.syspath_prepend(folder)
    module = importlib.import_module("timid")
    monkeypatch.delitem(sys.modules, "timid")
    assert get_type_hints(module.make)["return"] is Bot


@pytest.mark.parametrize("name", ["Timid", "2nd", "rookie", "ace", "person"])
def test_invalid_bot_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Malformed, match="name"):
        command("new", name, "--ruleset", "rtd", "--out", str(tmp_path / "new"))


@pytest.mark.parametrize("game", ["rtd", "rush", "kart", "rally"])
def test_bot_list_has_a_line_for_each_character(game: str) -> None:
    found = json.loads(command("list", game, "--json"))
    for name in ("racer", "brawler", "gambler", "careful", "surprise", "ace", "veteran"):
        assert found[name].endswith((".", "!"))
        assert "another package" not in found[name]


@pytest.mark.parametrize("game", ["rtd", "rush", "kart", "rally"])
def test_bot_list_claims_no_more_than_races_have_shown(game: str) -> None:
    """The first is the usual opponent; no bot is called the strongest."""
    found = json.loads(command("list", game, "--json"))
    assert list(found)[:3] == ["rookie", "veteran", "ace"]
    assert list(found)[-2:] == ["random", "absent"]
    assert found["veteran"] == "Wins more often than a rookie, and answers almost at once."
    assert "brawler, careful, gambler, racer" in found["surprise"]
    for name in ("brawler", "careful", "gambler", "racer"):
        assert found[name].endswith(
            "Thinks as long as an ace, and has other goals besides winning."
        )
    assert not [words for words in found.values() if "strong" in words.lower()]
    assert "searches" not in found["veteran"]
