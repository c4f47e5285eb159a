"""The comparison itself: who is missing is said to be, and the page says what came out."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from benchmarks import compare as comparing
from benchmarks.compare import compare
from benchmarks.contestants import CONTESTS, HERE, Contest, Contestant
from benchmarks.report import results_page

# Plays so many games a second, each of two moves, and says so without playing them
QUICK = """
import json, sys
print(json.dumps({"versions": {"quick": "1"}}), flush=True)
for line in sys.stdin:
    seconds = json.loads(line)["seconds"]
    print(json.dumps({"games": SPEED, "moves": 2 * SPEED, "seconds": 1.0}), flush=True)
"""


def contestant(name: str, script: str) -> Contestant:
    return Contestant(name, (sys.executable, "-c", script), "a script")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Ours, one a quarter as fast, and four who cannot be timed."""
    scripts = {
        "ours": QUICK.replace("SPEED", "1000"),
        "slow": QUICK.replace("SPEED", "250"),
        "says so": "import json; print(json.dumps({'missing': 'it has gone home'}), flush=True)",
        "falls over": "raise SystemExit(1)",
        "dies later": "import json; print(json.dumps({'versions': {}}), flush=True); input()",
    }
    all_there = [contestant(name, script) for name, script in scripts.items()]
    nobody = Contestant("nobody", ("no-such-program",), "nothing")
    contest = Contest("game", "The game", "one step", (*all_there, nobody), "A note.")
    monkeypatch.setattr(comparing, "CONTESTS", (contest,))
    return compare(runs=2, seconds=0.1, proof=0).as_json()


def test_ratios_and_missing_peers(found: dict[str, Any]) -> None:
    ours, slow, *missing = found["contests"][0]["contestants"]
    assert (ours["games_per_second"], ours["moves_per_second"]) == (1000, 2000)
    assert ours["ours_is_faster_by"] == 1
    assert slow["games_per_second_range"] == [250, 250]
    assert slow["ours_is_faster_by"] == 4
    assert [each["missing"] for each in missing] == [
        "it has gone home",
        "it does not start here (is it installed?)",
        "it does not start here (is it installed?)",
        "no-such-program is not installed",
    ]


def test_comparison_page(found: dict[str, Any]) -> None:
    page = results_page(found)
    assert "| slow | 250 | (250–250) | 500 | 4.0 | a script |" in page
    assert "| says so | — | | — | — | it has gone home |" in page
    assert "A move is one step. A note." in page
    assert "Versions: quick 1." in page
    assert "not compared move by move this time" in page
    proofs = [
        {"game": "game", "beside": "a peer", "games": 7, "states": 1234},
        {"game": "game", "beside": "another", "games": 0, "states": 0, "missing": "not here"},
    ]
    page = results_page(found | {"proofs": proofs})
    assert "| game | a peer | 7 | 1,234 of 1,234 states |" in page
    assert "| game | another | — | not here |" in page


def test_all_peers_are_installed() -> None:
    assert [contest.game for contest in CONTESTS] == ["maedn", "backgammon", "kart_turn"]
    for contest in CONTESTS:
        assert contest.contestants[0].name == "Wreckoning, compiled"
        names = [each.name for each in contest.contestants]
        assert len(set(names)) == len(names)
        for each in contest.contestants:
            if each.command[0] == sys.executable:
                module = each.command[2].removeprefix("benchmarks.").replace(".", "/")
                assert (HERE / f"{module}.py").exists()
