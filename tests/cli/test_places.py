"""Commands whose home folder cannot be written to: they go on, and say where things are kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.run import MAIN, PLAIN, Ran, refused, wreck

from wreckoning.core.files.places import cache_path

GOLDEN = Path(__file__).parents[1] / "golden" / "rush"
LOG = min(GOLDEN.glob("*.jsonl"), key=lambda path: path.stat().st_size)
HOMELESS = {"HOME": "/dev/null/x", "XDG_CACHE_HOME": "/dev/null/y", "XDG_CONFIG_HOME": ""}
EXPERIMENT = """
title = "Small"
ruleset = "rush"
course = "COURSE"
races = 1000
[[seats]]
name = "Ann"
player = "rookie"
[[seats]]
name = "Bob"
player = "random"
"""


def homeless(folder: Path, *arguments: str, given: str = "", **more: str) -> Ran:
    """Run `wreck` in this folder; temporary files are in `tmp`, programs in the usual cache."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("WRECK_", "XDG_", "MPL"))}
    (folder / "tmp").mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *arguments],
        input=given.encode(),
        capture_output=True,
        timeout=300,
        cwd=folder,
        env={
            **kept,
            **PLAIN,
            **HOMELESS,
            "WRECK_CACHE": str(cache_path()),
            "TMPDIR": str(folder / "tmp"),
            **more,
        },
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.err, ran.err
    return ran


def kept(folder: Path) -> Path:
    """Where data is kept instead."""
    return folder / "tmp" / f"wreckoning-{os.getuid()}"


def test_a_race_is_played_and_it_says_where_it_is_kept(tmp_path: Path) -> None:
    ran = homeless(tmp_path, "play", "rush", "--seats", "you,rookie", "--dice", "seeded:1")
    assert ran.status == 0
    (log,) = (kept(tmp_path) / "races").glob("*.jsonl")
    told = " ".join(ran.out.split())
    assert "cannot be written to: what is kept for you is in" in told
    assert "WRECK_DATA names another folder" in told
    again = homeless(tmp_path, "play", "--resume", "last", given="auto race\n")
    assert again.status == 0
    assert log.read_text("utf-8")


@pytest.mark.slow
def test_a_race_is_played_that_is_kept_nowhere(tmp_path: Path) -> None:
    """The folder looks as if it could be written to, and cannot."""
    (tmp_path / "wreckoning").mkdir()
    (tmp_path / "wreckoning" / "races").write_text("no folder")
    given = "save\nsave copy.jsonl\nquit\n"
    race = ["play", "rush", "--seats", "you,rookie", "--dice", "seeded:1"]
    ran = homeless(tmp_path, *race, given=given, XDG_DATA_HOME=str(tmp_path))
    assert ran.status == 0
    told = " ".join((ran.out + ran.err).split())
    assert "this race is kept nowhere; save FILE keeps a copy" in told
    assert "Every decision is saved" not in told
    assert "--resume" not in told
    assert (tmp_path / "copy.jsonl").is_file()
    again = homeless(tmp_path, *race, given="auto race\n", XDG_DATA_HOME=str(tmp_path))
    assert again.status == 0
    assert "See it again" not in again.out
    named = homeless(tmp_path, *race, WRECK_DATA=str(tmp_path / "wreckoning"))
    assert (named.status, named.err.count("\n")) == (2, 1), "a named folder is the only one"


@pytest.mark.slow
def test_odds_need_no_place(tmp_path: Path) -> None:
    assert homeless(tmp_path, "odds", "rush").status == 0


@pytest.mark.slow
def test_races_are_simulated(tmp_path: Path) -> None:
    ran = homeless(tmp_path, "simulate", "rush", "--races", "20", "--workers", "1", "--json")
    assert ran.status == 0, ran.err


@pytest.mark.slow
def test_a_race_is_reviewed(tmp_path: Path) -> None:
    ran = homeless(tmp_path, "review", str(LOG), "--seconds", "0.1", "--html", "r.html")
    assert ran.status == 0, ran.err
    assert (tmp_path / "r.html").is_file()


@pytest.mark.slow
def test_bots_race_and_their_races_are_kept_elsewhere(tmp_path: Path) -> None:
    arena = ["arena", "rush", "--bots", "rookie,random", "--races", "4"]
    ran = homeless(tmp_path, *arena)
    assert ran.status == 0, ran.err
    assert f"is in {kept(tmp_path)} instead" in ran.err
    assert list((kept(tmp_path) / "arena").glob("*/races.jsonl"))
    ran = homeless(tmp_path, *arena, WRECK_ARENA="/dev/null/z")
    assert ran.status == 0, ran.err
    assert "Not all races are kept: /dev/null/z" in ran.err
    assert homeless(tmp_path, "arena", "--list", WRECK_ARENA="/dev/null/z").status == 0


@pytest.mark.slow
def test_an_experiment_is_raced_and_drawn(tmp_path: Path) -> None:
    from wreckoning.core.ruleset import find_ruleset

    course = find_ruleset("rush").course_names()[0]
    (tmp_path / "small.toml").write_text(EXPERIMENT.replace("COURSE", course))
    ran = homeless(tmp_path, "lab", "run", "small.toml", "--workers", "1")
    assert ran.status == 0, ran.err
    assert "atplotlib" not in ran.err
    assert (tmp_path / "small.lab" / "report.html").is_file()


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["table", "list"], "--db: /dev/null/x/.local/share/wreckoning/table.db"),
        (
            ["review", str(LOG), "--seconds", "0.1", "--html", "/dev/null/r.html"],
            "/dev/null/r.html",
        ),
        (["post", str(LOG), "--picture", "/dev/null/p.svg"], "/dev/null/p.svg"),
        (["post", str(LOG), "--picture", "/dev/null/p.png"], "/dev/null/p.png"),
        (["play", "rush", "--log", "/dev/null/log"], "/dev/null/log"),
        (["play", "rush", "--seats", "you,rookie", "--dice", "seeded:1"], "/dev/null/data"),
        (["lab", "new", "--ruleset", "rush", "/dev/null/e.toml"], "/dev/null/e.toml"),
        (["lab", "run", str(GOLDEN.parents[1] / "lab"), "--out", "/dev/null/o"], ""),
        (["league", "new", "/dev/null/l.json"], "/dev/null/l.json"),
        (["bot", "new", "rush", "/dev/null/b"], ""),
        (["serve", "--port", "0", "--db", "~/t.db"], "--db"),
        (["simulate", "rush", "--races", "2", "--out", "/dev/null/x"], ""),
        (["serve", "--port", "0"], "--db: /dev/null/x/.local/share/wreckoning/table.db"),
    ],
)
def test_what_was_asked_to_be_kept_and_cannot_be_is_one_line(
    tmp_path: Path, arguments: list[str], where: str
) -> None:
    data = {"WRECK_DATA": "/dev/null/data"} if where == "/dev/null/data" else {}
    ran = homeless(tmp_path, *arguments, **data)
    assert ran.status == 2
    assert ran.err.splitlines()[-1].startswith(f"wreck: {where}"), ran.err


@pytest.mark.parametrize("host", ["", " ", "\t", "a\nb", "\udcff\udcfe", "a" * 300, "no..name"])
def test_a_server_listens_where_it_was_told_or_nowhere(host: str, tmp_path: Path) -> None:
    """Never everywhere, because a variable of a script was empty."""
    said = refused("serve", "--host", host, "--port", "0", "--db", str(tmp_path / "table.db"))
    assert said.startswith(("--host: expected an address or a name", "--port: "))


TOO_LONG = "a" * 300  # no file system takes it
TIE = str(Path(__file__).parents[1] / "golden" / "rtd" / "tie.jsonl")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "command",
    [
        ["bot", "new", TOO_LONG],
        ["bot", "new", "mine", "--out", TOO_LONG],
        ["campaign", "new", TOO_LONG],
        ["campaign", "show", TOO_LONG],
        ["league", "new", TOO_LONG],
        ["league", "show", TOO_LONG],
        ["league", "new", "l.json", "--house", TOO_LONG],
        ["league", "import", TOO_LONG, "l.json"],
        ["team", "show", f"{TOO_LONG}.toml"],
        ["course", "check", f"{TOO_LONG}.toml"],
        *([name, TOO_LONG] for name in ("replay", "review", "post", "verify", "referee")),
        ["post", TIE, "--picture", f"{TOO_LONG}.svg"],
        ["play", "--resume", TOO_LONG],
        ["table", "restore", TOO_LONG, "--db", "table.db"],
        ["table", "list", "--db", TOO_LONG],
    ],
    ids=lambda command: " ".join(command).replace(TOO_LONG, "…"),
)
def test_a_path_that_the_system_refuses_is_one_line(command: list[str], tmp_path: Path) -> None:
    assert refused(*command, folder=tmp_path)


@pytest.mark.parametrize("path", [TOO_LONG, "/dev/null/team.toml"])
def test_a_team_that_cannot_be_saved_at_the_end_of_the_input_is_one_line(path: str) -> None:
    ran = wreck("team", "new", "--out", path)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "cannot be written" in ran.err
