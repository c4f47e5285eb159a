"""What is typed at a question whose options stand in groups: `f 6`, `right 30`, `6.5`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.run import wreck

from wreckoning.cli.terminal.commands import Choice, Unclear, find_option, group_hint, parse
from wreckoning.core.shown import Option

WAYS = [
    Option("go", "Go", ""),
    *[
        Option(f"forward {far}", f"Forward {far}", "", group="forward, inches", short=far)
        for far in ("½", "1", "1½", "6", "6½")
    ],
    *[
        Option(f"left {turn}", f"Left {turn}°", "", group="left, degrees", short=str(turn))
        for turn in (5, 30, 45)
    ],
]
NUDGES = [
    Option(f"nudge {side}", f"½ inch {side}", "", group="½ inch", short=side)
    for side in ("ahead", "back")
]
SPOTS = [Option(f"spot {n}", f"Spot {n}", "", group="spot", short=str(n)) for n in (2, 7)]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("f 6", "forward 6"),
        ("f6", "forward 6"),
        ("forward 6.5", "forward 6½"),
        ("F 6 1/2", "forward 6½"),
        ("fo 1.0", "forward 1"),
        ("forward 0.5", "forward ½"),
        ("f .5", "forward ½"),
        ("f ½", "forward ½"),
        ("l 30", "left 30"),
        ("left 30°", "left 30"),
        ("go", "go"),
        ("1", "go"),
    ],
)
def test_a_figure_of_a_group(typed: str, name: str) -> None:
    found = find_option(typed, WAYS)
    assert isinstance(found, int), found
    assert WAYS[found].name == name


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("6", "6 of what? type f 1½, or several in a line: f 1½, l 30"),  # the sixth is 6½
        ("99", "99 of what? type f 1½, or several in a line: f 1½, l 30"),
        ("f 7", "forward, inches: ½ to 6½, not 7"),
        ("l 50", "left, degrees: 5 to 45, not 50"),
        ("b 3", "'b 3' is neither an option nor a command: type 1 to 9, a name, or ? for help"),
    ],
)
def test_what_is_no_figure_of_a_group(typed: str, problem: str) -> None:
    assert find_option(typed, WAYS) == problem


def test_a_group_is_told_from_its_least_to_its_most() -> None:
    turned = [WAYS[0], *reversed(WAYS[6:]), *reversed(WAYS[1:6])]
    assert find_option("l 50", turned) == "left, degrees: 5 to 45, not 50"
    assert find_option("f 7", turned) == "forward, inches: ½ to 6½, not 7"


def test_numbers_choose_where_the_group_has_no_figures() -> None:
    assert find_option("2", NUDGES) == 1
    assert group_hint(NUDGES) == ""


def test_a_figure_is_enough_where_there_is_one_group() -> None:
    assert find_option("7", SPOTS) == 1
    assert find_option("1", SPOTS) == "spot: 2 to 7, not 1"
    assert group_hint(SPOTS) == "type s 7"


def test_a_rule_s_number_is_no_figure() -> None:
    found = parse("w14", WAYS, None)
    assert not isinstance(found, Choice | Unclear)
    assert (found.word, found.argument) == ("rule", "w14")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Races and records go to a folder of the test's own."""
    monkeypatch.setenv("WRECK_DATA", str(tmp_path / "data"))


PLAY = (
    *("play", "rally", "--course", "gasket_gulch", "--seats", "Ann=you,absent"),
    *("--team", "Dot:car/light_machine_gun", "--dice", "seeded:3"),  # 10 inches
)


@pytest.mark.usefixtures("home")
def test_w14_v16_what_the_rules_have_against_a_leg_is_said() -> None:
    typed = ["", "drive", "f 50", "l 3", "r 45, f 2, l 20, b 2, go"]
    out = " ".join(wreck(*PLAY, given="\n".join(typed)).out.split())
    assert "forward 50 inches, 10 of 10 inches are left (W14)" in out
    assert "3° is none of the steps of 5° (V15)" in out
    assert "back 2 inches: this vehicle moves forward in this activation, not both ways" in out


@pytest.mark.usefixtures("home")
def test_moves_typed_in_a_line_are_not_asked_for_one_by_one() -> None:
    out = wreck(*PLAY, given="\ndrive\nr 10, f 2, go\n").out
    assert out.count("Which way?") == 1
    assert re.search(r"Ann drove 2 inches with 1 manoeuvre", out)
    assert "    right, degrees  5   10   15" in out, "no numbers beside figures"
