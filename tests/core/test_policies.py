"""A policy of another package plays wherever ours do; a faulty one costs only itself.

What is compiled stays in a process, so simulations with one run in processes of their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.plugins import installed
from tests.toy.ruleset import DEFAULTS, seats

from wreckoning.core.asks import Answer
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import find_ruleset

BOTS = """
from wreckoning.core.rules import jitable

NOT_A_FUNCTION = 7

@jitable
def last(race, ask):
    return ask.options[ask.count - 1]

@jitable
def twin(race, ask):
    return ask.options[0]

def wordy(race, ask):
    return {"first": ask.options[0]}[str("first")] if sorted(["a"]) else open("/dev/null")
"""
POINTS = ("rtd.twin = my_bots:twin", "rtd.last = my_bots:last", "toy.last = my_bots:last")


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A folder with a package of policies."""
    (tmp_path / "my_bots.py").write_text(BOTS)
    return tmp_path


def test_own_policies_come_first_then_others_by_name(
    bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(bots, monkeypatch, *POINTS):
        found = find_ruleset("rtd").policies
    assert found == ("random", "rookie", "absent", "last", "twin", "veteran")
    assert find_ruleset("rtd").policies == ("random", "rookie", "absent", "veteran")


def test_foreign_policy_plays_in_a_match(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installed(bots, monkeypatch, *POINTS, toy="tests.toy.ruleset:TOY"):
        toy = find_ruleset("toy")
        match = Match(toy, toy.load_course("mile"), seats("last", "steady"), DEFAULTS, Seeded(1))
        assert match.is_over
        answers = [entry for entry in match.entries if isinstance(entry, Answer)]
        assert {"Ann", "Bob"} <= {answer.who for answer in answers}


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("rtd.gone = my_bots:gone", "AttributeError"),
        ("rtd.number = my_bots:NOT_A_FUNCTION", "expected a function, found int"),
        ("rtd.lost = no_such_bots:last", "ModuleNotFoundError"),
    ],
)
def test_faulty_policy_is_left_out_with_a_line(
    bots: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    point: str,
    why: str,
) -> None:
    with installed(bots, monkeypatch, point, "rtd.last = my_bots:last"):
        assert find_ruleset("rtd").policies == ("random", "rookie", "absent", "last", "veteran")
        (line,) = [each for each in caplog.messages if "policy" in each]
        assert line.startswith(f"The policy '{point.split()[0]}' is left out. ")
        assert why in line
        assert "\n" not in line


def run(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A command in a process where these policies are installed."""
    path = os.pathsep.join([str(folder), *sys.path])
    program = "from wreckoning.cli.main import run; run()"
    return subprocess.run(
        [sys.executable, "-c", program, *command.split()],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        timeout=600,
    )


@pytest.mark.slow
def test_foreign_policy_plays_in_the_terminal_and_compiled(
    bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In simulations as the policy that it copies, race for race; one that cannot be compiled
    is refused there in a line, and costs the others nothing.
    """
    points = [f"toy.{name} = my_bots:{name}" for name in ("last", "twin", "wordy")]
    with installed(bots, monkeypatch, *points, toy="tests.toy.ruleset:TOY"):
        played = run(bots, "play toy --seats Ann=last,Bob=wordy --dice seeded:3")
        assert played.returncode == 0, played.stderr
        assert "Ann" in played.stdout
        simulate = "simulate toy --course mile --races 40 --seed 4 --json --seats A={},B=last"
        copied, own = (run(bots, simulate.format(name)) for name in ("twin", "steady"))
        assert copied.returncode == 0, copied.stderr
        assert copied.stdout.replace("twin", "steady") == own.stdout
        refused = run(bots, simulate.format("wordy"))
    assert refused.returncode == 2
    (line,) = refused.stderr.splitlines()
    assert "'wordy' cannot be compiled" in line
