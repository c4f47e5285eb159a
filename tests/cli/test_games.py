"""`wreck games`, and `--help` everywhere."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.cli.run import refused, wreck

from wreckoning.core.ruleset import find_ruleset

HEAVY = ("numpy", "numba", "rich.console", "wreckoning.core.match", "wreckoning.rulesets.rtd")


def test_games_lists_all_games() -> None:
    ran = wreck("games")
    assert (ran.status, ran.err) == (0, "")
    rtd = find_ruleset("rtd")
    assert ran.out.startswith("Kart RTD (rtd)\n")
    for name in (*rtd.course_names(), *(switch.name for switch in rtd.switches), "Keen Eye"):
        assert name in ran.out
    assert "2 to 12" in ran.out
    assert "[" not in ran.out


def test_games_json_has_everything() -> None:
    found = {game["key"]: game for game in json.loads(wreck("games", "--json").out)}["rtd"]
    rtd = find_ruleset("rtd")
    assert found["title"] == "Kart RTD"
    assert found["version"] == rtd.version
    assert found["seats"] == {"least": 2, "most": 12}
    assert [each["key"] for each in found["courses"]] == rtd.course_names()
    assert found["players"][:4] == ["person", "random", "rookie", "absent"]
    assert {"ace", "veteran", "surprise"} < set(found["players"][4:])
    assert {"name", "values", "default", "rule", "text", "meanings"} == found["switches"][0].keys()
    assert [len(found["setup"][kind]) for kind in ("perk", "debuff")] == [11, 11]
    assert {"key", "title", "text"} == found["setup"]["perk"][0].keys()


COMMANDS = ("games", "referee", "replay", "rules", "course", "course check", "play", "simulate")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help(command: str) -> None:
    ran = wreck(*command.split(), "--help")
    assert ran.status == 0
    assert f"Usage: wreck {command}".rstrip() in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 100


def imported_by(code: str) -> set[str]:
    """The modules that are there after this code, in a process of its own."""
    look = f"import sys; {code}; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_help_imports_nothing_heavy() -> None:
    """`--help` answers at once, because commands import when they are called."""
    assert not imported_by("import wreckoning.cli.main") & set(HEAVY)


def test_the_list_of_games_imports_no_campaigns() -> None:
    found = imported_by("from wreckoning.core.ruleset import rulesets; rulesets()")
    assert "wreckoning.rulesets.rally.ruleset" in found
    assert not [name for name in found if name == "pydantic" or ".rally.campaign" in name]


def test_unknown_command_is_one_line() -> None:
    assert refused("ply").startswith("no such command 'ply'")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("play --bogus", "no such option: --bogus"),
        ("play rtd --course", "'--course' requires an argument"),
        ("rules", "missing argument 'ruleset'"),
        ("games extra", "unexpected extra argument"),
        ("simulate rtd --races many", "invalid value for '--races'"),
        ("bench rtd --runs 0", "invalid value for '--runs'"),
        ("bench rtd --seconds nan", "invalid value for '--seconds'"),
        ("simulate rtd --workers -2", "invalid value for '--workers'"),
    ],
)
def test_a_wrong_command_line_is_one_line(line: str, what: str) -> None:
    said = refused(*line.split())
    assert what in said
    assert said.endswith(" --help")
