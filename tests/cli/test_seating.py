"""Who drives what, against how many: on the command line, and asked for before the race."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from tests.cli.run import refused, wreck

from wreckoning.cli.seating import most_opponents, parse_seats, usual_opponents
from wreckoning.cli.terminal.setup import choose_seats
from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import find_ruleset
from wreckoning.core.series import begin
from wreckoning.core.texts.wording import listed
from wreckoning.rulesets.rally.teams.shipped import teams as teams_of_the_game
from wreckoning.rulesets.rally.view.seats import team_words

RALLY, RTD = find_ruleset("rally"), find_ruleset("rtd")
DOCK = RALLY.load_course("dry_dock")
CODE = "Rusty:buggy/minigun/oil_dropper"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Races and records go to a folder of the test's own."""
    monkeypatch.setenv("WRECK_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def teams(text: str, *given: str) -> list[str]:
    return [seat.setup.get("team", "") for seat in parse_seats(RALLY, text, given)]


# --- on the command line


def test_one_team_is_for_the_person_and_several_for_seats_in_order() -> None:
    assert teams("rookie,you,rookie", "iron_choir") == ["", "iron_choir", ""]
    assert teams("rookie,rookie", "iron_choir") == ["iron_choir", ""]
    given = teams("you,rookie+comet,rookie", "grudge", "hellbent")
    assert given == ["grudge", "comet", "hellbent"]
    with pytest.raises(Malformed, match="--vehicle: 3 are given, 2 seats have none yet"):
        teams("you,rookie+comet,rookie", "grudge", "hellbent", "plan_b")


@pytest.mark.parametrize("given", ["iron_choir", "Iron_Choir", "The Iron Choir", "iron choir"])
def test_a_team_by_its_key_or_its_title(given: str) -> None:
    assert teams("you,rookie", given) == ["iron_choir", ""]


def test_a_team_by_its_code_or_its_file(tmp_path: Path) -> None:
    assert teams("you,rookie", CODE) == [CODE, ""]
    file = tmp_path / "mine.toml"
    file.write_text(wreck("team", "file", CODE).out)
    assert teams("you,rookie", str(file)) == [CODE, ""]
    with pytest.raises(Malformed, match="vehicle 1: no weapon or upgrade 'bazooka'"):
        teams("you,rookie", "buggy/bazooka")
    with pytest.raises(Malformed, match="cannot be read"):
        teams("you,rookie", str(tmp_path / "nowhere.toml"))


def test_w33_v10_opponents_follow_the_team_size() -> None:
    assert most_opponents(RALLY, DOCK, {}) == 5
    assert most_opponents(RALLY, DOCK, {"team": "iron_choir"}) == 2
    assert most_opponents(RALLY, DOCK, {"team": "comet"}) == 5
    assert usual_opponents(RALLY, DOCK, ["iron_choir"]) == 2
    assert usual_opponents(RALLY, DOCK, ["comet", "grudge"]) == 1
    course = RTD.load_course("sundae_drive")
    assert most_opponents(RTD, course, {}) == 11
    assert usual_opponents(RTD, course) == 5


def test_team_without_a_game_chooses_its_game() -> None:
    out = wreck("play", "rally", "--team", "iron_choir", "--course", "dry_dock", given="").out
    drivers = next(line for line in out.splitlines() if line.startswith("Drivers: "))
    names = listed(teams_of_the_game()["iron_choir"].names)
    assert drivers.startswith(f"Drivers: You (3 vehicles: {names}), Bolt (")
    assert wreck("play", "rally", "--team", "comet", "--team", "grudge", given="").status == 0


def test_teams_are_simulated() -> None:
    arguments = ("--team", "comet", "--team", "grudge", "--races", "2", "--json")
    ran = wreck("simulate", "rally", *arguments)
    assert ran.status == 0, ran.err
    assert [seat["team"] for seat in json.loads(ran.out)["seats"]] == ["comet", "grudge"]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (["--team", "iron_quire"], "did you mean iron_choir"),
        (["--team", "car/minigun/minigun.x"], "no modification 'x'"),
        (["--team", "iron_choir", "--seats", "you,rookie,rookie,rookie"], "teams are for 3"),
        (["--team", "comet", "--seats", "you+grudge,rookie+comet"], "0 seats have none yet"),
    ],
)
def test_invalid_team_is_one_line(given: list[str], problem: str) -> None:
    if "0 seats" in problem:
        given = [*given, "--team", "plan_b"]
    assert problem in refused("play", "rally", *given)


# --- asked for


def asked(monkeypatch: pytest.MonkeyPatch, *typed: str) -> list[str]:
    """The seats that come of these answers, as `name:team`."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed) + "\n"))
    text, driven = choose_seats(Voice(), RALLY, DOCK, ())
    seats = parse_seats(RALLY, text, driven)
    return [f"{seat.name}:{seat.setup.get('team', '')}" for seat in seats]


def test_name_team_and_opponents_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(monkeypatch, "Ann", "the iron choir", "1") == ["Ann:iron_choir", "Bolt:"]
    assert asked(monkeypatch, "", "", "") == [
        *("You:", "Bolt:", "Gasket:", "Rusty:", "Sprocket:", "Clutch:")
    ]


def test_v10_too_many_opponents_are_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(asked(monkeypatch, "Ann", "iron_choir", "5", "x", "2")) == 3
    out = capsys.readouterr().out
    assert "How many opponents, 1 to 2? [Enter: 2] > 5" in out
    assert out.count("type 1 to 2") == 2


def test_invalid_team_or_name_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    long = "car/minigun;" * 11 + "car"
    typed = ("x" * 25, "dice", "Ann", "list", "choir", long, "comet", "1")
    assert asked(monkeypatch, *typed) == ["Ann:comet", "Bolt:"]
    out = " ".join(capsys.readouterr().out.split())
    assert "expected a name of 1 to 24" in out
    assert "the name 'dice' is taken" in out
    assert "Small game: 3 to 5 vehicles, 50 points" in out, "the list, by sizes"
    assert f"iron_choir {team_words(teams_of_the_game()['iron_choir'])}" in out
    assert "no team 'choir'" in out
    assert "12 vehicles" in out


def test_first_grand_prix_race_offers_no_upgrades(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Upgrades are bought later (E21), and not asked for; the example is one that can be driven."""
    kart = find_ruleset("kart")
    courses = [kart.load_course(name) for name in kart.course_names()]
    monkeypatch.setattr("sys.stdin", io.StringIO("Ann\nlight+gear\nheavy\n\n"))
    _, driven = choose_seats(Voice(), kart, courses[0], (), begin(kart, courses))
    assert driven == ("heavy",)
    out = capsys.readouterr().out
    assert "Type kart, for example light." in out
    assert "+1 maximum gear costs 10 coins, there are 0 (E21); try light" in out
    monkeypatch.setattr("sys.stdin", io.StringIO("Ann\nlight+handling\nlight+gear\n\n"))
    _, driven = choose_seats(Voice(), kart, courses[0], ())
    assert driven == ("light+gear",)
    assert "for example light+gear" in capsys.readouterr().out


@pytest.mark.parametrize("typed", ["q\n", "Ann\nquit\n", "Ann\nlight\nexit\n"])
def test_player_may_quit_before_the_race(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kart = find_ruleset("kart")
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    with pytest.raises(EOFError):
        choose_seats(Voice(), kart, kart.load_course("dishwater_dip"), ())
