"""`wreck odds`: questions, tables to read, tables for programs, a race as it stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.run import refused, wreck

RACE = {
    "seats": ["Ann", "Bob"],
    "position": {
        "turn": 3,
        "phase": "turn_start",
        "order": ["Bob", "Ann"],
        "karts": {"Ann": {"momentum": 2}, "Bob": {"momentum": 1}},
    },
}


def test_odds_lists_its_questions() -> None:
    ran = wreck("odds", "rush", "--list")
    assert ran.status == 0
    lines = ran.out.split("\n")
    assert lines[0].split()[:3] == ["steering", "Lane", "changes"]
    assert lines[0].endswith("(N13)")
    assert any(line.startswith("ram ") for line in lines)


def test_one_question_shows_its_table_and_circumstances() -> None:
    ran = wreck("odds", "rush", "steering")
    assert ran.status == 0
    lines = ran.out.split("\n")
    assert lines[0].endswith("steering")
    assert lines[1].split() == ["2+", "3+", "4+", "5+", "6"]
    assert lines[5].split() == ["2", "high", "97.2", "88.9", "75.0", "55.6", "30.6"]
    assert "--given speed=4|" in ran.out


def test_given_circumstances_narrow_the_table() -> None:
    given = ("--given", "curve=curve", "--given", "momentum=4", "--given", "ahead=4")
    ran = wreck("odds", "rtd", "slide", *given, "--given", "card=none", "--exact")
    assert ran.status == 0
    row = ran.out.split("\n")[2].split()
    assert row[:6] == ["curve,", "M", "4,", "M", "4", "ahead"]
    assert row[6:9] == ["50.0", "=", "1/2"]


def test_exact_shows_fractions_and_average() -> None:
    assert "97.2      = 35/36" in wreck("odds", "rush", "steering", "--exact").out
    heads, row = wreck("odds", "rush", "heat", "--given", "dice=1").out.split("\n")[1:3]
    assert heads.split()[-1] == "average"
    assert row.split()[-1] == "0.33"


def test_all_shows_every_table() -> None:
    ran = wreck("odds", "rush")
    assert "Hits of Machine Gun and Flamer (N22)" in ran.out
    assert "Side Ram" in ran.out


def test_odds_json_of_one_and_of_all() -> None:
    one = json.loads(wreck("odds", "rush", "steering", "--json").out)
    assert len(one["rows"]) == 9
    assert set(one["rows"][0]) >= {"dice", "keep", "at_least"}
    assert list(one["rows"][0]["at_least"]) == ["2", "3", "4", "5", "6"]
    assert one in json.loads(wreck("odds", "rush", "--json").out)["tables"]
    questions = json.loads(wreck("odds", "rush", "--list", "--json").out)["questions"]
    assert questions[0]["name"] == "steering"
    assert questions[0]["given"][0]["name"] == "speed"


def test_odds_of_a_position_match_its_menu(tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    file.write_text(json.dumps(RACE))
    found = json.loads(wreck("odds", "rtd", "--position", str(file), "--json").out)["asks"]
    assert [ask["by"] for ask in found] == ["Bob", "Ann"]
    ann = {option["name"]: option["chance"] for option in found[1]["options"]}
    assert ann["draft"] == pytest.approx(21 / 36)
    assert ann["aggressive"] is None
    only = wreck("odds", "rtd", "--position", str(file), "--seat", "Ann")
    assert only.out.startswith("Ann: What is your action this turn?")
    assert "58.3" in only.out
    assert "Bob:" not in only.out
    given = wreck("odds", "rtd", "--position", "-", given=json.dumps({**RACE, "ruleset": "rtd"}))
    assert "Ann:" in given.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("nothing",), "no ruleset 'nothing'"),
        (("rush", "stering"), "did you mean steering?"),
        (("rtd", "slide", "--given", "curve=hairpin"), "--given curve: no value 'hairpin'"),
        (("rtd", "slide", "--given", "curv=tight"), "did you mean curve?"),
        (("rtd", "slide", "--given", "tight"), "expected name=value, found 'tight'"),
        (("rtd", "--given", "curve=tight"), "--given: expected together with a question"),
        (("rtd", "slide", "--list"), "--list: expected alone"),
        (("rtd", "--seat", "Ann"), "--seat: expected together with --position"),
        (("rtd", "slide", "--position", "x.json"), "--position: a position tells"),
        (("rtd", "--position", "nowhere.json"), "nowhere.json"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], problem: str) -> None:
    assert problem in refused("odds", *arguments)


@pytest.mark.parametrize(
    ("race", "seat", "problem"),
    [
        ({**RACE, "ruleset": "rush"}, "", "ruleset: expected rtd, found 'rush'"),
        (RACE, "Cid", "no seat 'Cid'; expected one of Ann, Bob"),
        ({**RACE, "seats": ["Ann"]}, "", "2 to 12 seats, found 1"),
        ({**RACE, "answers": ["aggressive", "aggressive"]}, "", "asked: dice (aggressive_check)"),
        ([], "", "request: expected an object, found []"),
    ],
)
def test_invalid_position_is_refused(race: object, seat: str, problem: str) -> None:
    arguments = ["odds", "rtd", "--position", "-", *(["--seat", seat] if seat else [])]
    assert problem in refused(*arguments, given=json.dumps(race))
