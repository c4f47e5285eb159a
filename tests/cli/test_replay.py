"""`wreck replay`: a race again from its log, and logs that are not what they were."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.run import refused, wreck

from wreckoning.core.dice import Seeded
from wreckoning.core.logs import log_file
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset

RTD = find_ruleset("rtd")


def played(players: str, answers: int = 10**6) -> Match:
    """A race of these players; people give a number of answers, always the first option."""
    seats = [Seat(n, who) for n, who in zip(("Ann", "Bob", "Cid"), players.split(), strict=True)]
    match = Match(RTD, RTD.load_course("sundae_drive"), seats, {}, Seeded(5))
    for _ in range(answers):
        if match.is_over:
            break
        match.answer(match.person_asks()[0].names[0])
    return match


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a finished race."""
    path = tmp_path_factory.mktemp("logs") / "whole.jsonl"
    path.write_text(log_file.write_log(played("random random random")), "utf-8")
    return path


@pytest.fixture(scope="module")
def part(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a race that a person left."""
    path = tmp_path_factory.mktemp("logs") / "part.jsonl"
    path.write_text(log_file.write_log(played("person random random", 9)), "utf-8")
    return path


def seal(path: Path, lines: list[dict[str, object]]) -> None:
    """Write lines as a log with true sums, as a skilled forger would."""
    for line in lines:
        line.pop("sum", None)
    path.write_text("".join(log_file.sealed(lines)), "utf-8")


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


# --- the story


def test_replay_tells_every_turn_and_the_podium(whole: Path) -> None:
    match = log_file.replay(log_file.read_log(whole.read_text("utf-8")), RTD)
    result = match.result()
    assert result is not None
    ran = wreck("replay", str(whole))
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    headings = [line for line in lines if line.startswith("Turn ")]
    assert headings == [f"Turn {number}" for number in range(1, result["turns"] + 1)]
    assert lines[0] == "Kart RTD 1.1: Sundae Drive"
    assert f"  1. {result['places'][0]['name']}" in lines
    assert lines[-1].split()[1] == result["places"][-1]["name"]


def test_a_log_begins_with_the_house_rules_in_force(tmp_path: Path, whole: Path) -> None:
    match = Match(
        RTD,
        RTD.load_course("sundae_drive"),
        [Seat("Ann"), Seat("Bob")],
        {"carry": "2", "litter_stays": "on"},  # the second is the default
        Seeded(5),
    )
    log = tmp_path / "house.jsonl"
    log.write_text(log_file.write_log(match), "utf-8")
    lines = wreck("replay", str(log)).out.splitlines()
    assert lines[2:4] == ["House rules:", "  A driver holds 2 items in hand, and drags 1  A43"]
    assert "House rules:" not in wreck("replay", str(whole)).out


def test_the_phases_of_a_turn_are_headings(whole: Path) -> None:
    lines = wreck("replay", str(whole), "--from", "2", "--to", "2").out.splitlines()
    phases = [line.strip() for line in lines if line.endswith(" phase")]
    assert phases == ["Action phase", "Movement phase", "Cleanup phase"]


def test_every_event_is_told_once(whole: Path) -> None:
    """The turns together tell the same lines as the whole race at once."""
    match = log_file.replay(log_file.read_log(whole.read_text("utf-8")), RTD)
    told = " ".join(wreck("replay", str(whole)).out.split())
    for line in RTD.view.log_lines(match, match.events()):
        words = " ".join(re.sub("[⚀-⚅] ", "", line.text).split())
        assert words in told, words


def test_standings_stand_under_the_heading_of_each_turn(whole: Path) -> None:
    lines = wreck("replay", str(whole), "--from", "2", "--to", "2").out.splitlines()
    at = lines.index("Turn 2")
    assert lines[at + 1].split() == ["#", "driver", "lap·at", "M", "carries"]
    assert sorted(line.split()[1] for line in lines[at + 2 : at + 5]) == ["Ann", "Bob", "Cid"]


def test_replay_of_some_turns(whole: Path) -> None:
    out = wreck("replay", str(whole), "--from", "3", "--to", "4").out
    headings = [line for line in out.splitlines() if line.startswith("Turn ")]
    assert headings == ["Turn 3", "Turn 4"]
    assert "Rocket Start" not in out
    assert "  1. " not in out  # no podium before the end


def test_replay_of_an_unfinished_race_shows_its_state(part: Path) -> None:
    ran = wreck("replay", str(part))
    assert ran.status == 0
    end = " ".join(ran.out.split()).rpartition("Not over: turn ")[2]
    assert re.match(r"\d+\. Waiting for Ann \(.+\?\)\.$", end)


def test_replay_as_json(whole: Path, part: Path) -> None:
    match = log_file.replay(log_file.read_log(whole.read_text("utf-8")), RTD)
    found = json.loads(wreck("replay", str(whole), "--json").out)
    assert found["header"]["seats"][0]["name"] == "Ann"
    assert found["events"] == match.events_json()
    assert found["result"] == match.result()
    assert found["asks"] == []
    found = json.loads(wreck("replay", str(part), "--json").out)
    assert found["result"] is None
    assert found["asks"][0]["by"] == "Ann"


def test_replay_from_standard_input(whole: Path) -> None:
    ran = wreck("replay", "-", "--to", "1", given=whole.read_text("utf-8"))
    assert ran.out == wreck("replay", str(whole), "--to", "1").out


def test_speed_and_step_do_not_wait_without_a_terminal(part: Path) -> None:
    plain = wreck("replay", str(part))
    assert wreck("replay", str(part), "--step", "--speed", "100000") == plain


def test_replay_of_a_race_from_a_position(tmp_path: Path) -> None:
    start = {"turn": 3, "phase": "jockeying", "karts": {"Bob": {"momentum": 2}}}
    seats = [Seat("Ann", "random"), Seat("Bob", "random")]
    match = Match(RTD, RTD.load_course("sundae_drive"), seats, {}, Seeded(1), start)
    path = tmp_path / "late.jsonl"
    path.write_text(log_file.write_log(match), "utf-8")
    out = wreck("replay", str(path)).out
    headings = [line for line in out.splitlines() if line.startswith("Turn ")]
    assert headings[0] == "Turn 4"
    assert "Bob tried to pass Ann" in out
    assert "Bob tried to pass Ann" in wreck("replay", str(path), "--to", "3").out


def test_replay_of_a_race_from_the_start_of_a_turn(tmp_path: Path) -> None:
    seats = [Seat("Ann", "person"), Seat("Bob", "random")]
    start = {"turn": 3, "phase": "turn_start"}
    match = Match(RTD, RTD.load_course("sundae_drive"), seats, {}, Seeded(1), start)
    match.answer("ram")
    path = tmp_path / "turn.jsonl"
    path.write_text(log_file.write_log(match), "utf-8")
    lines = wreck("replay", str(path)).out.splitlines()
    assert lines.count("Turn 4") == 1
    assert sum(line.startswith("1 Ann") for line in lines) == 1


# --- bad input


def test_changed_line_is_refused_by_number(whole: Path, tmp_path: Path) -> None:
    lines = whole.read_text("utf-8").splitlines(keepends=True)
    lines[4] = lines[4].replace('"answer": "', '"answer": "1')
    path = tmp_path / "changed.jsonl"
    path.write_text("".join(lines), "utf-8")
    assert refused("replay", str(path)) == f"{path}: line 5: changed since it was written (its sum)"
    assert path.read_text("utf-8") == "".join(lines)


def test_missing_line_is_refused(whole: Path, tmp_path: Path) -> None:
    lines = whole.read_text("utf-8").splitlines(keepends=True)
    path = tmp_path / "short.jsonl"
    path.write_text("".join(lines[:5] + lines[6:]), "utf-8")
    assert "line 6: changed" in refused("replay", str(path))


def test_another_version_is_refused(whole: Path, tmp_path: Path) -> None:
    lines = lines_of(whole)
    lines[0]["version"] = "0.9"
    path = tmp_path / "old.jsonl"
    seal(path, lines)
    said = refused("replay", str(path))
    assert f"{path}: line 1: played by rtd 0.9, and these rules are not here; those of" in said


def test_another_ruleset_is_refused(whole: Path, tmp_path: Path) -> None:
    lines = lines_of(whole)
    lines[0]["ruleset"] = "chess"
    path = tmp_path / "chess.jsonl"
    seal(path, lines)
    assert "no ruleset 'chess'" in refused("replay", str(path))


def test_wrong_result_is_refused(whole: Path, tmp_path: Path) -> None:
    lines = lines_of(whole)
    lines[-2]["result"] = {"turns": 1, "places": []}
    path = tmp_path / "result.jsonl"
    seal(path, lines)
    assert "the race did not end like this" in refused("replay", str(path))


def test_answer_that_was_no_option_is_refused(whole: Path, tmp_path: Path) -> None:
    lines = lines_of(whole)
    lines[1]["answer"] = "perhaps"
    path = tmp_path / "perhaps.jsonl"
    seal(path, lines)
    assert "line 2: rocket_start: Ann: no option 'perhaps'" in refused("replay", str(path))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "line 1: not JSON"),
        ("{}\n", "line 1: expected a log's header"),
        ('{"wreckoning": 1', "line 1: not JSON"),
        ("[1]\n", "line 1: expected an object"),
        ("\x00\x01", "line 1: not JSON"),
    ],
)
def test_file_without_a_log_is_refused(text: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "no.jsonl"
    path.write_text(text)
    assert expected in refused("replay", str(path))


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in refused("replay", str(tmp_path / "none"))
    assert "cannot be read: Is a directory" in refused("replay", str(tmp_path))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert "expected UTF-8 text" in refused("replay", str(tmp_path / "binary"))


def test_unknown_turns_are_refused(whole: Path) -> None:
    assert "--from: the log ends on turn" in refused("replay", str(whole), "--from", "900")
    assert "--from: expected at most 2" in refused("replay", str(whole), "--from", "3", "--to", "2")
    assert wreck("replay", str(whole), "--from", "x").status == 2
    assert wreck("replay", str(whole), "--speed", "-1").status == 2
