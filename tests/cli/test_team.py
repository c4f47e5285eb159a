"""`wreck team`: what it shows of teams, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.run import refused, wreck

LEGAL = """
title = "Mine"
text = "All mine."

[[vehicle]]
name = "Rust Bucket"
type = "buggy"
weapons = [{ weapon = "light_machine_gun", modifications = ["turret_mount"] }, "oil_dropper"]
upgrades = ["boost"]
driver = "marksman"
"""


def team(folder: Path, text: str) -> str:
    """A file with this text."""
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_team_list() -> None:
    ran = wreck("team", "list")
    assert ran.status == 0
    assert ran.out.startswith("Single vehicle: 1 vehicle, 20 points\n")
    assert "The Toll Takers (toll_takers), 50 points" in ran.out
    found = json.loads(wreck("team", "list", "--size", "small", "--json").out)
    assert {each["size"] for each in found} == {"small"}
    assert "toll_takers" in [each["key"] for each in found]


def test_team_show_and_points(tmp_path: Path) -> None:
    file = team(tmp_path, LEGAL)
    shown = wreck("team", "show", file).out
    assert "Mine" in shown
    assert "Turret Mount on the Light Machine Gun" in shown
    assert "Single vehicle: 1 vehicle, 20 points. 16 used, 4 left." in shown
    found = json.loads(wreck("team", "points", file, "--json").out)
    assert found == {
        "points": 16,
        "limit": 20,
        "vehicles": [{"name": "Rust Bucket", "points": 16}],
    }
    assert wreck("team", "points", file).out == "  16  Rust Bucket\n  16  of 20\n"
    shown_as_json = json.loads(wreck("team", "show", file, "--json").out)
    assert shown_as_json["legal"] is True
    assert "add" not in shown_as_json


def test_code_and_file_lead_to_one_another(tmp_path: Path) -> None:
    code = wreck("team", "code", team(tmp_path, LEGAL)).out.strip()
    assert code == "Rust_Bucket:buggy/light_machine_gun.turret_mount/oil_dropper/boost/marksman"
    again = wreck("team", "file", code).out
    assert wreck("team", "code", team(tmp_path, again)).out.strip() == code


def test_check_says_which_rule_and_how_many_points_over(tmp_path: Path) -> None:
    ran = wreck("team", "check", team(tmp_path, LEGAL))
    assert (ran.status, ran.err) == (0, "")
    assert "16 used, 4 left." in ran.out
    trucks = "truck;truck;truck;truck"
    assert refused("team", "check", trucks) == (
        "truck;truck;truck;truck: 52 points, 2 over the 50 of a small game (W33)"
    )
    assert refused("team", "check", "car/tank_tracks/boost") == (
        "car/tank_tracks/boost: vehicle 1, Car: upgrades of 5 points, 1 over the 4 allowed (W31)"
    )
    found = refused("team", "check", "toll_takers", "--size", "medium")
    assert found.endswith("4 vehicles, expected 6 to 8 vehicles for a medium game (W33)")


def test_unreadable_teams_are_refused(tmp_path: Path) -> None:
    file = team(tmp_path, LEGAL.replace("buggy", "cart"))
    assert 'mine.toml: vehicle "Rust Bucket": type: expected one of' in refused(
        "team", "show", file
    )
    assert "none.toml" in refused("team", "show", str(tmp_path / "none.toml"))
    assert "did you mean minigun?" in refused("team", "check", "car/minigunn")
    assert "did you mean small?" in refused("team", "list", "--size", "smal")
    assert "there are no teams in Kart RTD" in refused("team", "list", "--ruleset", "rtd")


def test_new_builds_step_by_step(tmp_path: Path) -> None:
    out = tmp_path / "built.toml"
    steps = (
        *("add truck", "add 1", "rocket", "add 1 turret", "name 1 Big Bertha", "add 1 flame"),
        *("add 1 light", "again 1", "remove 2", "drop 1 flame", "what", "add buggy", "drop 2"),
        *("add 9", "size single", f"save {out}"),
    )
    ran = wreck("team", "new", "--size", "small", given="\n".join(steps) + "\n")
    assert ran.status == 0
    assert "Light Machine Gun: 3 weapons, 1 more than the 2 allowed (W29)" in ran.out
    assert "step: expected one of add, drop, again, remove, name, size, save, quit" in ran.out
    assert "drop: nothing is on it" in ran.out
    assert "vehicle: expected 1 to 2" in ran.out
    assert "Not yet legal: 2 vehicles, expected 1 vehicle (W33)" in ran.out
    code = "Big_Bertha:truck/rocket_launcher.turret_mount;buggy\n"
    assert ran.out.endswith(code)
    assert wreck("team", "code", str(out)).out == code


def test_new_goes_on_from_a_team_and_ends_with_its_input(tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    begun = ("team", "new", "--from", "iron_choir")
    assert wreck(*begun, "--out", str(out), given="remove 3\n").status == 0
    assert len(json.loads(wreck("team", "show", str(out), "--json").out)["vehicles"]) == 2
    assert wreck(*begun, given="").status == 0
