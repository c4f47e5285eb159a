"""`wreck lab`: run, killed and resumed, report, compare, new, list; refusals with status 2."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest
from tests.cli.run import refused
from typer.testing import CliRunner

from wreckoning.cli.main import app
from wreckoning.core.compiling import compiled

FOUND = ModuleType("found")  # stands for a library that is installed
FOUND.__spec__ = ModuleSpec("found", None)

TEXT = """
title = "Two and two"
ruleset = "rtd"
seed = 4
races = {races}
[[seats]]
name = "Rookie"
count = 2
[[seats]]
name = "Other"
count = 2
player = "random"
[[vary]]
what = "options.carry"
values = ["1", "2"]
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.toml").write_text(TEXT.format(races=2000), "utf-8")
    return tmp_path


def wreck(*arguments: str) -> str:
    ran = CliRunner().invoke(app, ["lab", *arguments], catch_exceptions=False)
    assert ran.exit_code == 0
    return ran.stdout


def test_lab_run_and_report(place: Path) -> None:
    said = wreck("run", "two.toml")
    assert "Two and two: 4,000 races" in said
    assert "The report is two.lab/report.html" in said
    found = json.loads(wreck("run", "two.toml", "--json"))
    assert found["finished"]
    assert found["races"] == 4000
    drivers = [row["driver"] for row in found["rows"] if row["seat"] == "all"]
    assert drivers == ["Rookie 1", "Rookie 2", "Other 1", "Other 2"] * 2
    assert sum(found["luck"].values()) == pytest.approx(1)
    (place / "two.lab" / "report.html").unlink()
    assert json.loads(wreck("report", "two.lab", "--json")) == found
    assert (place / "two.lab" / "report.html").exists()


@pytest.mark.slow
def test_killed_experiment_resumes(place: Path) -> None:
    (place / "two.toml").write_text(TEXT.format(races=6_000), "utf-8")
    command = [sys.executable, "-c", "from wreckoning.cli.main import run; run()", "lab"]
    run = [*command, "run", "two.toml", "--workers", "1"]
    lots = place / "two.lab" / "lots.jsonl"
    with subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        until = time.monotonic() + 240
        while not (lots.exists() and lots.stat().st_size > 600):
            assert time.monotonic() < until
            assert running.poll() is None
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
    kept = lots.read_bytes()
    partly = json.loads(wreck("report", "two.lab", "--json"))
    assert not partly["finished"]
    assert 0 < partly["races"] < 12_000
    whole = json.loads(wreck("run", "two.toml", "--json"))
    assert whole["finished"]
    assert lots.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])
    raced = [json.loads(line.split(" ", 1)[1]) for line in lots.read_text("utf-8").splitlines()]
    numbers = [(lot["variant"], lot["lot"]) for lot in raced]
    assert len(set(numbers)) == len(numbers), "each lot is raced once"
    again = json.loads(wreck("run", "two.toml", "--out", "again.lab", "--json"))
    assert again["rows"] == whole["rows"]


@pytest.mark.slow
def test_ctrl_c_says_how_to_resume(place: Path) -> None:
    (place / "two.toml").write_text(TEXT.format(races=2_000_000), "utf-8")
    command = "from wreckoning.cli.main import run; run()"
    with subprocess.Popen(
        [sys.executable, "-c", command, "lab", "run", "two.toml"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        lots = place / "two.lab" / "lots.jsonl"
        until = time.monotonic() + 240
        while not (lots.exists() and lots.stat().st_size):
            assert time.monotonic() < until
            assert running.poll() is None
            time.sleep(0.01)
        os.kill(running.pid, signal.SIGINT)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "run it again to go on" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_lab_compare(place: Path) -> None:
    text = TEXT.format(races=2000) + '[data]\n"karts.standard.pull_ahead" = 0\n'
    (place / "cheap.toml").write_text(text, "utf-8")
    said = wreck("compare", "two.toml", "cheap.toml")
    assert "Changed: data.karts.standard.pull_ahead, 3 before, 0 now." in said
    assert (place / "two-cheap.lab" / "compare.html").exists()
    found = json.loads(wreck("compare", "two.toml", "cheap.toml", "--json"))
    assert [each["variant"] for each in found["variants"]] == ["Carry 1", "Carry 2"]


def _no_json(constant: str) -> NoReturn:
    pytest.fail(f"{constant} is no JSON")


@pytest.mark.slow
def test_a_single_lot_has_no_interval(place: Path) -> None:
    """Its ends are null, which JSON knows: Infinity it does not."""
    wreck("run", "two.toml")
    lots = place / "two.lab" / "lots.jsonl"
    first = [line for line in lots.read_text("utf-8").splitlines(True) if '"lot":0,' in line]
    assert len(first) == 2, "one for each variant"
    lots.write_text("".join(first), "utf-8")
    found = json.loads(wreck("report", "two.lab", "--json"), parse_constant=_no_json)
    rookie = [row for row in found["rows"] if (row["driver"], row["seat"]) == ("Rookie 1", "all")]
    for row in rookie:
        assert 0 < row["win_share_low"] < row["win_share_high"] < 1
        highest = {row[key] for key in row if key.startswith("mean_") and key.endswith("_high")}
        assert highest == {None}
    assert ",inf," not in (place / "two.lab" / "results.csv").read_text("utf-8")


def test_lab_new_and_list(place: Path) -> None:
    wreck("new", "first.toml", "--ruleset", "rtd")
    assert 'ruleset = "rtd"' in (place / "first.toml").read_text("utf-8")
    assert "is there already" in refused("lab", "new", "first.toml", "--ruleset", "rtd")
    assert "ends in .toml" in refused("lab", "new", "first", "--ruleset", "rtd")
    assert "every_perk" in wreck("list")
    names = {each["name"] for each in json.loads(wreck("list", "--json"))}
    assert {"every_perk", "luck_and_skill"} <= names


def test_lab_refusals_are_one_line(place: Path) -> None:
    (place / "bad.toml").write_text(TEXT.format(races=2000) + 'wings = ["1"]\n', "utf-8")
    line = 'bad.toml: line 16: vary 1: unknown key "wings"; expected what, title, values'
    assert refused("lab", "run", "bad.toml") == line
    assert not (place / "bad.lab").exists()
    assert "no such experiment" in refused("lab", "run", "nothing")
    assert "cannot be read" in refused("lab", "run", "nothing.toml")
    assert "expected the folder of an experiment" in refused("lab", "report", ".")


RUN, COMPARE = ["run", "two.toml"], ["compare", "two.toml", "cheap.toml"]
WITH_RAY = ["--ray", "local", "--fresh"]


@pytest.mark.parametrize(
    ("arguments", "missing", "said"),
    [
        (RUN, ["pyarrow"], "pyarrow: is not installed; pip install 'wreckoning[lab]' brings it"),
        (
            ["ask", "rtd"],
            ["scipy"],
            "scipy: is not installed; pip install 'wreckoning[lab]' brings it",
        ),
        (RUN, ["filelock"], "filelock: is not installed; pip install 'wreckoning[lab]' brings it"),
        (
            COMPARE,
            ["matplotlib", "pyarrow"],
            "matplotlib and pyarrow: are not installed; pip install 'wreckoning[lab]' brings them",
        ),
        (
            ["report", "two.lab"],
            ["matplotlib"],
            "matplotlib: is not installed; pip install 'wreckoning[lab]' brings it",
        ),
        (
            [*RUN, *WITH_RAY],
            ["ray"],
            "ray: is not installed; pip install 'wreckoning[ray]' brings it",
        ),
        (
            [*COMPARE, *WITH_RAY],
            ["ray", "pyarrow"],
            "pyarrow and ray: are not installed; pip install 'wreckoning[lab,ray]' brings them",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_missing_packages_are_reported_before_any_work(
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    missing: list[str],
    said: str,
) -> None:
    """Nothing is compiled or raced, and --fresh has thrown nothing away."""
    kept = place / "two.lab"
    kept.mkdir()
    (kept / "lots.jsonl").write_text("", "utf-8")
    for name in {"ray", "filelock", "matplotlib", "pyarrow"} - set(missing):
        monkeypatch.setitem(sys.modules, name, FOUND)
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(compiled, "compiled", _no_compiling)
    assert refused("lab", *arguments) == said
    assert {path.name for path in place.rglob("*")} == {"two.toml", "two.lab", "lots.jsonl"}


def _no_compiling(_: object) -> NoReturn:
    pytest.fail("compiled before it was said what is missing")
