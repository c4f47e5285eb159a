"""Names typed in the terminal pass the rule that the server has, in the same words."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.run import wreck

UNSEEN = ("\u202eAnn", "\u3164", "A\u200bnn", "\u2800", "A\u2028B", "x" + "\u0300\u0316" * 9)
DOORS = [
    ("play", "rtd", "--seats", "{}=you,rookie"),
    ("play", "rally", "--seats", "Ann=you,rookie", "--vehicle", "{}:buggy/light_machine_gun"),
    ("league", "new", "new.json", "--title", "{}"),
    ("league", "new", "new.json", "--divisions", "One,{}:4"),
    ("league", "join", "league.json", "{}"),
    ("league", "join", "league.json", "Eve", "--team", "{}"),
    ("league", "correct", "league.json", "1-1-1-1-1", "--void", "--reason", "{}, so it is"),
    ("league", "champions", "new.json", "league.json", "--title", "{}"),
    ("campaign", "new", "new.json", "--title", "{}", "--players", "Ann=you,Bob=you"),
    ("campaign", "new", "new.json", "--players", "{}=you,Bob=you"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a league whose only round is over."""
    found = tmp_path_factory.mktemp("typed")
    new = ("league", "new", "league.json", "--game", "rtd", "--rounds", "1", "--laps", "1")
    assert wreck(*new, "--bots", "2", folder=found).status == 0
    assert wreck("league", "advance", "league.json", folder=found).status == 0
    return found


@pytest.mark.parametrize("door", DOORS, ids=[" ".join(door) for door in DOORS])
def test_a_name_that_is_not_seen_is_refused(door: tuple[str, ...], folder: Path) -> None:
    before = (folder / "league.json").read_bytes()
    for text in UNSEEN:
        ran = wreck(*(word.format(text) for word in door), folder=folder)
        assert ran.status == 2, (text, ran.out)
        assert " visible characters, found " in ran.err, ran.err
        assert len(ran.err.splitlines()) == 1
    assert not (folder / "new.json").exists()
    assert (folder / "league.json").read_bytes() == before


def test_names_of_any_script_are_kept_once_and_found_again(tmp_path: Path) -> None:
    assert wreck("league", "new", "cup.json", "--game", "rtd", folder=tmp_path).status == 0
    for name in ("Zoe\u0308", "علی\u200cرضا", "अनुष्का", "👩\u200d🚀"):
        assert wreck("league", "join", "cup.json", name, folder=tmp_path).status == 0
    again = wreck("league", "join", "cup.json", "zoë", folder=tmp_path)
    assert (again.status, "is taken" in again.err) == (2, True)
    shown = wreck("league", "show", "cup.json", "drivers", folder=tmp_path)
    assert "Zoë" in shown.out
    assert wreck("league", "leave", "cup.json", "ZOE\u0308", folder=tmp_path).status == 0


@pytest.mark.parametrize(
    "door",
    [
        ("league", "join", "league.json", "Α{}"),
        ("play", "rtd", "--seats", "Ann=you,Α{}=rookie"),
        ("campaign", "new", "new.json", "--players", "Ann=you,Α{}=you"),
    ],
    ids=["league join", "play", "campaign new"],
)
def test_a_name_that_looks_like_another_is_refused(door: tuple[str, ...], folder: Path) -> None:
    if door[0] == "league":
        assert wreck("league", "join", "league.json", "Ann", folder=folder).status == 0
    ran = wreck(*(word.format("nn") for word in door), folder=folder)
    assert (ran.status, "does not look like 'Ann'" in ran.err) == (2, True), ran.err
