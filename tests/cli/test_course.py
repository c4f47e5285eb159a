"""`wreck course`: courses that come with the game, and own files."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from tests.cli.run import refused, wreck

SHIPPED = Path("src/wreckoning/rulesets/rtd/data/courses")
PLAIN = """
title = "Two Straights"
blurb = "There and back."
difficulty = 1
laps = 2

[[segment]]
name = "There"
kind = "straight"

[[segment]]
name = "Back"
kind = "straight"
"""


def course(folder: Path, text: str) -> str:
    """A file with this text."""
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_course_list() -> None:
    ran = wreck("course", "list")
    assert ran.status == 0
    assert ran.out.startswith("Sundae Drive (sundae_drive), Kart RTD\n")
    assert "Gasworks Run (gasworks_run), Rush 'n' Crush\n" in ran.out
    one = wreck("course", "list", "rush").out
    assert "Gasworks Run" in one
    assert "Kart RTD" not in one
    found = json.loads(wreck("course", "list", "--json").out)
    assert found[0]["key"] == "sundae_drive"
    assert {path.stem for path in SHIPPED.glob("*.toml")} == {
        each["key"] for each in found if each["game"] == "rtd"
    }


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.toml")), ids=lambda path: path.stem)
def test_the_shipped_courses_have_a_map_and_no_warnings(path: Path) -> None:
    shown = wreck("course", "show", path.stem)
    checked = wreck("course", "check", str(path))
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == checked.out
    assert "Warning" not in shown.out
    document = tomllib.loads(path.read_text("utf-8"))
    for segment in document["segment"]:
        assert segment["name"] in shown.out


def test_check_counts_features_and_keeps_the_file(tmp_path: Path) -> None:
    file = course(tmp_path, PLAIN)
    ran = wreck("course", "check", file)
    assert ran.status == 0
    assert ran.out.startswith("Two Straights (2 laps of 2 segments)\n")
    assert "Counted: straight segments 2." in ran.out
    assert "Warning: No item boxes anywhere: no item ever comes into play." in ran.out
    assert "Warning: The race is over after 4 turns, or sooner." in ran.out
    assert Path(file).read_text("utf-8") == PLAIN
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_check_as_json(tmp_path: Path) -> None:
    found = json.loads(wreck("course", "check", course(tmp_path, PLAIN), "--json").out)
    assert found["key"] == "mine"
    assert found["features"]["straight segments"] == 2
    assert found["features"]["hazards"] == 0
    assert len(found["warnings"]) == 2
    assert found["map"][0] == "Two Straights (2 laps of 2 segments)"
    assert found["document"]["laps"] == 2


def test_check_warns_of_odd_features(tmp_path: Path) -> None:
    text = (
        PLAIN.replace("laps = 2", "laps = 4")
        + """
boxes = 1

[[segment.hazard]]
name = "Feather"
modifier = 3
damage = "spin"

[[segment.hazard]]
name = "Wall"
modifier = -3
damage = "flip"
event = "Night"
when = "dark"

[[segment.dash_panel]]
name = "Rainbow"
check = -4
momentum = 1

[[segment.dash_panel]]
name = "Only with a 6"
check = -2
momentum = 1

[[segment.path]]
name = "Keyhole"
check = -3
success = { momentum = 1 }

[[event]]
name = "Night"
kind = "periodic"
every = 12
lasts = 2
state = "dark"
"""
    )
    found = json.loads(wreck("course", "check", course(tmp_path, text), "--json").out)
    assert found["warnings"] == [
        "Back: Feather is only ever met by drivers with a penalty.",
        "Back: Wall hits everybody, whatever they roll.",
        "Back: no roll is good enough for Rainbow.",
        "Back: no roll is good enough for Keyhole.",
        "Night: a race is likely to end before it is dark.",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title = ", "mine.toml: line 1: not readable as TOML"),
        (PLAIN.replace("laps = 2", "laps = 99"), "mine.toml: laps: expected a whole number"),
        (PLAIN.replace('"straight"', '"strait"', 1), 'did you mean "straight"?'),
        (PLAIN.replace("blurb", "blurp"), "did you mean"),
        ("", "mine.toml"),
        ("x" * 70_000, "at most 65536 bytes"),
    ],
)
def test_a_faulty_file_is_one_line(text: str, expected: str, tmp_path: Path) -> None:
    file = course(tmp_path, text)
    assert expected in refused("course", "check", file)
    assert expected in refused("course", "check", file, "--json")
    assert Path(file).read_text("utf-8") == text


def test_bad_course_input_is_one_line(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in refused("course", "check", str(tmp_path / "no.toml"))
    assert "cannot be read: Is a directory" in refused("course", "check", str(tmp_path))
    (tmp_path / "binary.toml").write_bytes(b"\xff\x00")
    assert "UTF-8" in refused("course", "check", str(tmp_path / "binary.toml"))
    assert 'did you mean "sundae_drive"?' in refused("course", "show", "sundae")
    assert "no ruleset 'chess'" in refused("course", "list", "chess")


ROAD = """
title = "Gantry and Gone"
blurb = "Short."
difficulty = 1

[[tile]]
tile = "nowhere"
"""


def test_a_course_is_checked_by_the_game_that_it_fits(tmp_path: Path) -> None:
    """Without --ruleset: those that come with a game, and a fault in its own game's words."""
    assert wreck("course", "show", "gasworks_run").out.startswith("Gasworks Run")
    assert wreck("course", "show", "sundae_drive").out.startswith("Sundae Drive")
    problem = refused("course", "check", course(tmp_path, ROAD))
    assert "as a course of Rush 'n' Crush" in problem
    assert "unknown key" in refused("course", "check", course(tmp_path, ROAD), "--ruleset", "rtd")
