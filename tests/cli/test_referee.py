"""`wreck referee`: every case in `referee/*.json`, going on from what comes out, and bad input.

A case is a request and an excerpt of what it brings: the keys that are named have these values;
the events come in this order, with others between them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.cli.run import process, refused, wreck

from wreckoning.cli import files
from wreckoning.core.logs.referee import referee
from wreckoning.rulesets.rtd.race import Phase

CASES = sorted((Path(__file__).parent / "referee").glob("*.json"))
TWO: dict[str, Any] = {"ruleset": "rtd", "seats": ["Ann", "Bob"]}


def covers(found: Any, expected: Any, where: str = "out") -> None:
    """Assert that what is expected is found."""
    if isinstance(expected, Mapping):
        assert isinstance(found, Mapping), where
        for key, value in expected.items():
            assert key in found, f"{where}.{key}"
            if key == "events" and where == "out":
                covers_events(found[key], value)
            else:
                covers(found[key], value, f"{where}.{key}")
    elif isinstance(expected, list) and expected and isinstance(expected[0], Mapping):
        assert len(found) == len(expected), where
        for number, value in enumerate(expected):
            covers(found[number], value, f"{where}[{number}]")
    else:
        assert found == expected, where


def covers_events(found: list[Any], expected: list[Any]) -> None:
    """Assert that these events happened in this order; none expected: that nothing happened."""
    if not expected:
        assert found == []
    rest = iter(found)
    for event in expected:
        assert any(_is_like(other, event) for other in rest), event


def _is_like(found: Any, expected: Any) -> bool:
    try:
        covers(found, expected)
    except AssertionError:
        return False
    return True


def judged(**request: Any) -> dict[str, Any]:
    """The result of a request for two drivers."""
    return referee({**TWO, **request})


def refusal(**request: Any) -> str:
    """The refusal of a request for two drivers."""
    return refused("referee", "-", given=json.dumps({**TWO, **request}))


# --- the worked cases


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_referee_case_gives_its_result(path: Path) -> None:
    case = json.loads(path.read_text("utf-8"))
    covers(referee(case["input"]), case["expect"])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_referee_case_gives_the_same_from_its_checkpoint(path: Path) -> None:
    found = referee(json.loads(path.read_text("utf-8"))["input"])
    again = referee(found["checkpoint"])
    assert again["position"] == found["position"]
    assert again["ask"] == found["ask"]
    assert again.get("asks") == found.get("asks")
    assert again["result"] == found["result"]


def test_every_worked_case_of_the_rules_has_a_referee_case() -> None:
    assert len(CASES) >= 10


def test_a_case_given_as_a_file_and_as_standard_input(tmp_path: Path) -> None:
    request = json.loads((Path(__file__).parent / "referee" / "jockeying.json").read_text())
    text = json.dumps(request["input"])
    file = tmp_path / "race.json"
    file.write_text(text)
    by_file = wreck("referee", str(file))
    by_input = wreck("referee", "-", given=text)
    assert by_file == by_input
    assert by_file.status == 0
    assert by_file.err == ""
    covers(json.loads(by_file.out), request["expect"])
    assert file.read_text() == text


# --- asks and answers


def test_the_first_question_and_its_options() -> None:
    found = judged()
    assert found["events"] == []
    assert found["ask"] == {
        "by": "Ann",
        "ask": "rocket_start",
        "rule": "R14",
        "options": ["yes", "no"],
    }
    assert [ask["by"] for ask in found["asks"]] == ["Ann", "Bob"]
    assert found["result"] is None


def test_asks_are_listed_only_if_several_are_open() -> None:
    assert "asks" not in judged(answers=["no"])
    assert judged(answers=["no"])["ask"]["by"] == "Bob"


@pytest.mark.parametrize("yes", ["yes", "Yes", " YES ", True])
def test_an_option_by_name_in_any_case_and_yes_as_true(yes: object) -> None:
    found = judged(answers=[yes, "no"])
    assert found["ask"]["about"] == "Ann"


def test_die_is_named_as_dice_or_by_its_driver() -> None:
    start = ["yes", "yes"]
    for by in ("dice", "Ann"):
        found = judged(answers=[*start, {"by": by, "ask": "rocket_check", "answer": 6}])
        assert found["ask"] == {
            "by": "dice",
            "ask": "rocket_check",
            "rule": "R14",
            "about": "Bob",
            "modifiers": [],
            "options": [1, 2, 3, 4, 5, 6],
        }


def test_seeded_dice_roll_by_themselves_and_one_of_them_may_be_given() -> None:
    free = judged(dice="seeded:3", answers=["yes", "yes"])
    rolled = [(e["who"], e["natural"]) for e in free["events"] if e["event"] == "roll"]
    assert [who for who, _ in rolled[:2]] == ["Ann", "Bob"]
    answers = ["yes", "yes", {"by": "Bob", "ask": "rocket_check", "answer": 1}]
    given = judged(dice="seeded:3", answers=answers)
    rolls = [e["natural"] for e in given["events"] if e["event"] == "roll"]
    assert rolls[1] == [1]
    assert rolls[0] == rolled[0][1]


def test_bots_answer_by_themselves_unless_told() -> None:
    seats = ["Ann", {"name": "Bob", "player": "absent"}]
    assert judged(seats=seats)["ask"]["by"] == "Ann"
    found = judged(seats=seats, answers=["no", {"by": "Bob", "answer": "yes"}])
    assert found["ask"]["about"] == "Bob"


def test_a_course_by_name_by_document_and_by_file(tmp_path: Path) -> None:
    named = judged(course="rattlebone_pass")
    assert named["checkpoint"]["course"] == "rattlebone_pass"
    source = Path("src/wreckoning/rulesets/rtd/data/courses/rattlebone_pass.toml")
    (tmp_path / "mine.toml").write_bytes(source.read_bytes())
    request = json.dumps({**TWO, "course": "mine.toml"})
    ran = wreck("referee", "-", given=request, folder=tmp_path)
    assert json.loads(ran.out)["position"] == named["position"]


def test_only_the_command_reads_files() -> None:
    from wreckoning.core.errors import Malformed

    with pytest.raises(Malformed, match="no course"):
        judged(course="mine.toml")


# --- positions


PHASES = [phase.name.lower() for phase in Phase if phase is not Phase.OVER]


@pytest.mark.parametrize("phase", PHASES)
def test_a_position_starts_at_the_beginning_of_any_phase(phase: str) -> None:
    found = judged(position={"phase": phase})
    assert found["ask"] is not None
    again = referee(found["checkpoint"])
    assert again["ask"] == found["ask"]
    assert again["position"] == found["position"]


def test_names_of_phases_and_items_are_read_in_any_form() -> None:
    karts = {"Bob": {"hook": "Triple Red-Shell", "hand": [None]}, "Ann": {"hook": None}}
    found = judged(position={"phase": "Item Boxes", "karts": karts})
    assert found["position"]["karts"]["Bob"]["hook"] == "triple_red_shell"
    assert found["position"]["karts"]["Bob"]["shells"] == 3


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 3))])
def test_result_as_next_request_gives_the_same_race(seed: int) -> None:
    """A race of random answers, each request made of what came out before, is the same race."""
    choose = random.Random(seed)
    seats = [{"name": "A", "perk": "big_trunk", "debuff": "slow"}, "B", "C", "D"]
    course = ["sundae_drive", "rattlebone_pass", "moonwash_causeway", "midnight_menagerie"][
        seed % 4
    ]
    request: dict[str, Any] = {"ruleset": "rtd", "seats": seats, "course": course}
    request["options"] = {"item_with_action": True, "referee": "on"}
    answers: list[Any] = []
    found = referee(request)
    stepwise = found["events"]
    for _ in range(150):
        ask = found["ask"]
        if ask is None:
            break
        if "mid_slot" not in found["position"]:
            fed = referee({**request, "position": found["position"]})
            assert fed["position"] == found["position"]
            assert fed["ask"] == ask
            assert fed.get("asks") == found.get("asks")
        answer = {"by": ask["by"], "ask": ask["ask"], "answer": choose.choice(ask["options"])}
        answers.append(answer)
        following = found["checkpoint"]
        before = len(referee(following)["events"])
        found = referee({**following, "answers": [*following["answers"], answer]})
        stepwise += found["events"][before:]
    whole = referee({**request, "answers": answers})
    assert whole["position"] == found["position"]
    assert whole["ask"] == found["ask"]
    assert whole["result"] == found["result"]
    assert whole["events"] == stepwise


def test_mid_slot_position_is_marked_and_refused() -> None:
    karts = {"Ann": {"hook": "banana"}, "Bob": {"hook": "red_shell", "order": "ram"}}
    start = {"phase": "actions", "slot": 1, "karts": karts}
    found = judged(position=start, answers=["fire"])
    assert found["position"]["mid_slot"]
    assert "the checkpoint" in refusal(position=found["position"])


def test_position_between_two_equal_checks_is_mid_slot() -> None:
    """Nothing has changed but that one of two peels is past: the position cannot say so."""
    found = judged(position={"phase": "features", "peels": [2]}, answers=[3])
    assert found["ask"]["ask"] == "avoid_check"
    assert found["position"]["mid_slot"]


def test_list_replaces_and_object_merges() -> None:
    """What a list of plain values leaves out is empty: so a correction can take an item away."""
    start = {"phase": "orders", "karts": {"Ann": {"hand": ["star"]}}, "peels": [0, 2]}
    kept = judged(position=start, answers=[{"correct": {"peels": {"2": 1}}}])["position"]
    assert (kept["karts"]["Ann"]["hand"], kept["peels"]) == (["star"], [0, 2, 1])
    changes = {"karts": {"Ann": {"hand": []}}, "peels": [1]}
    gone = judged(position=start, answers=[{"correct": changes}])["position"]
    assert (gone["karts"]["Ann"]["hand"], gone["peels"]) == ([], [1])


def test_an_event_stays_as_long_as_it_does_in_its_state() -> None:
    start = {"phase": "orders", "events": [{"state": 1}]}
    found = judged(course="rattlebone_pass", position=start)
    assert found["position"]["events"] == [{"state": 1, "left": 2}]


# --- bad input


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"ruleset": "rdt"}, "ruleset: no ruleset 'rdt'"),
        ({"ruleset": None}, "ruleset: expected one of"),
        ({"course": "sundae_drve"}, "did you mean sundae_drive?"),
        ({"course": 4}, "course: no course '4'"),
        ({"course": {"title": "x"}}, 'course "x": blurb: expected'),
        ({"course": "nowhere.toml"}, "nowhere.toml: cannot be read: No such file"),
        ({"kourse": 1}, "request: no key 'kourse'; expected one of ruleset, course"),
        ({"seats": ["Ann"]}, "2 to 12 seats, found 1"),
        ({"seats": ["Ann", "ann"]}, "taken"),
        ({"seats": "Ann"}, "seats: expected a list"),
        ({"seats": [{"name": "A", "colour": "red"}, "B"]}, "no key 'colour'"),
        ({"seats": [{"name": "A", "perk": "slow", "debuff": "slow"}, "B"]}, "is a debuff"),
        ({"seats": [{"name": "A", "perk": "big_trunk"}, "B"]}, "takes a Debuff too (A28)"),
        (
            {"seats": [{"name": "A", "perk": "ramming_speed", "debuff": "featherweight"}, "B"]},
            "seat 1, A: Ramming Speed and Featherweight touch the same: ram (A28)",
        ),
        ({"seats": [{"name": "A", "player": "robot"}, "B"]}, "no player 'robot'"),
        ({"options": {"cary": 2}}, "no house rule 'cary'; expected one of"),
        ({"options": {"carry": 9}}, "options: carry: expected 1 or 0 or 2 or 3, found '9'"),
        ({"options": []}, None),
        ({"options": ["carry"]}, "options: expected an object"),
        ({"dice": "loaded"}, "dice: expected physical"),
        ({"dice": "random"}, "dice: expected physical or seeded:N"),
        ({"dice": "seeded:99999999999999999999"}, "dice: expected a seed"),
        ({"answers": "yes"}, "answers: expected a list"),
        ({"answers": [None]}, "answers[0]: expected a face or an option's name, found null"),
        ({"answers": [3]}, "answers[0]: rocket_start: Ann: no option '3'; expected one of yes, no"),
        ({"answers": [1]}, "answers[0]: rocket_start: Ann: no option '1'; expected one of yes, no"),
        ({"answers": ["yes", "yes", 7]}, "answers[2]: rocket_check: expected a face of the die"),
        ({"answers": ["yes", "yes", "six"]}, "1 to 6, found 'six' (R14)"),
        ({"answers": ["yes", "yes", True]}, "answers[2]: rocket_check"),
        ({"answers": ["maybe"]}, "answers[0]: rocket_start: Ann: no option 'maybe'"),
        ({"answers": [{"by": "Ann"}]}, 'answers[0]: expected "answer"'),
        ({"answers": [{"who": "Ann", "answer": "no"}]}, "answers[0]: no key 'who'"),
        ({"answers": [{"by": 1, "answer": "no"}]}, "answers[0].by: expected a name"),
        (
            {"answers": ["no", {"by": "Ann", "answer": "no"}]},
            'answers[1]: Bob is asked rocket_start: yes, no; not "Ann"',
        ),
        (
            {"answers": [{"by": "Bob", "ask": "order", "answer": "ram"}]},
            'answers[0]: Bob is asked rocket_start: yes, no; not "Bob" "order"',
        ),
        ({"answers": ["no", {"correct": {"turn": 1}}]}, "answers[1]: a correction comes before"),
        ({"answers": [{"correct": {"trun": 1}}]}, "answers[0]: position: no field 'trun'"),
        ({"answers": [{"correct": {}, "by": "Ann"}]}, "answers[0]: no key 'by'"),
        ({"position": []}, "position: expected an object"),
        ({"position": {"turn": "x"}}, 'position.turn: expected a whole number, found "x"'),
        ({"position": {"turn": True}}, "position.turn: expected a whole number"),
        ({"position": {"turn": -1}}, "position.turn: expected 0"),
        ({"position": {"phase": "lunch"}}, "position.phase: no phase 'lunch'"),
        ({"position": {"slot": 10**6}}, "position.slot: expected 0 to 1"),
        ({"position": {"phase": "actions", "slot": -1}}, "position.slot: expected 0 to 1"),
        ({"position": {"order": ["Ann", "Ann"]}}, "position.order: expected every driver once"),
        ({"position": {"order": ["Ann", "Cid"]}}, "position.order[1]: no seat 'Cid'"),
        ({"position": {"order": ["Bob", "Ann", "Bob"]}}, "a list of at most 2"),
        (
            {"position": {"order": ["Ann", "Bob"], "karts": {"Bob": {"progress": 1}}}},
            "position.order: a driver of less progress",
        ),
        (
            {"position": {"phase": "actions", "queue": ["Ann", "Ann"]}},
            "position.queue: expected every driver once",
        ),
        ({"position": {"karts": {"Cid": {}}}}, "position.karts: no seat 'Cid'"),
        ({"position": {"karts": {"Ann": 3}}}, "position.karts[Ann]: expected an object"),
        ({"position": {"karts": {"Ann": {"hook": "star"}}}}, "hook: expected an item that is"),
        ({"position": {"karts": {"Ann": {"hook": "bananna"}}}}, "did you mean banana?"),
        ({"position": {"karts": {"Ann": {"hand": ["star", "boo"]}}}}, "hand: expected at most 1"),
        ({"position": {"karts": {"Ann": {"shells": 2}}}}, "shells: expected 1 to 3"),
        ({"position": {"karts": {"Ann": {"progress": 999}}}}, "progress: expected 0 to"),
        ({"position": {"karts": {"Ann": {"passes": -1}}}}, "passes: expected 0 or more"),
        ({"position": {"karts": {"Ann": {"order": "custom"}}}}, "the switch `referee` on (A69)"),
        ({"position": {"karts": {"Ann": {"perk": 1}}}}, "position.karts[Ann]: no field 'perk'"),
        (
            {"position": {"karts": {"Ann": {"momentum": 1.5}}}},
            "expected a whole number from -30 to 30, found 1.5",
        ),
        ({"position": {"karts": {"Ann": {"momentum": 10**9}}}}, "expected a whole number"),
        ({"position": {"karts": {"Ann": {"finish_turn": 9}}}}, "two drivers still racing (A38)"),
        ({"position": {"peels": [0] * 11 + [1]}}, "position.peels: expected counts for"),
        ({"position": {"peels": {"Ann": 1}}}, "position.peels: expected an index below 12"),
        ({"position": {"peels": [1000]}}, "at most 12 peels and fakes"),
        ({"position": {"events": [{"state": 9}]}}, "position.events[0].state: expected 0 to"),
        ({"position": {"check": {"ordered": True}}}, "position.check.driver: expected a driver"),
        ({"position": {"karts": {"Ann": {"extra": 1}}}}, "extra: expected both the roll and what"),
        ({"answers": [{"call": {"who": "Ann"}}]}, "answers[0].call: expected who, the name of a"),
        (
            {"answers": [{"call": {"who": "Ann", "target": 4}, "reason": "x"}]},
            "answers[0].rolled: expected what the real die shows, 1 to 6",
        ),
        ({"answers": [{"skip": "Cid", "reason": "x"}]}, "answers[0].skip: no seat 'Cid'"),
        ({"answers": [{"skip": "Ann"}]}, "answers[0].reason: expected why this is skipped"),
        ({"answers": [{"skip": "Ann", "reason": "x", "turn": 1}]}, "[0].turn: expected true or"),
        ({"answers": [{"by": "Ann", "answer": "no", "skipped": "x"}]}, "expected question or turn"),
    ],
)
def test_bad_input_is_one_line(request_: dict[str, Any], expected: str | None) -> None:
    if expected is None:
        assert judged(**request_)["ask"]
    else:
        assert expected in refusal(**request_)


def test_surplus_answers_are_refused() -> None:
    seats = [{"name": "A", "player": "absent"}, {"name": "B", "player": "absent"}]
    line = refusal(seats=seats, dice="seeded:1", answers=["yes"])
    assert line == "answers[0]: the race is over: no question is open"


@pytest.mark.slow
def test_endless_slot_is_refused() -> None:
    """A Green Shell between two drivers whose every attack is a natural 1."""
    karts = {"Bob": {"hook": "green_shell", "order": "ram"}}
    start = {"phase": "actions", "slot": 1, "karts": karts}
    answers = ["forward", "nobody", *[1, 1] * 400]
    assert "never ends" in refusal(position=start, answers=answers)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", "standard input: line 1, column 1: not JSON"),
        (b'{"ruleset": "rtd",\n "seats": [}', "standard input: line 2, column 12: not JSON"),
        (b"[]", "request: expected an object"),
        (b"\x00\xff\xfe", "standard input: expected UTF-8 text"),
        (b"[" * 100_000, "standard input: not readable as JSON: nested too deeply"),
        (b"9" * 10_000, "standard input: not readable as JSON: a number of too many digits"),
    ],
)
def test_invalid_json_is_refused(text: bytes, expected: str) -> None:
    assert refused("referee", "-", given=text).startswith(expected)


def test_too_long_input_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 100)
    (tmp_path / "long.json").write_text(" " * 101)
    assert "expected at most 100 bytes, found more" in refused("referee", "-", given=b" " * 101)
    assert "at most 100 bytes" in refused("referee", str(tmp_path / "long.json"))


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in refused("referee", str(tmp_path / "none.json"))
    assert "cannot be read: Is a directory" in refused("referee", str(tmp_path))


def test_unknown_command_option_is_refused() -> None:
    assert wreck("referee", "--jason", "-").status == 2


def test_referee_runs_as_a_process() -> None:
    done = process("referee", "-", given=json.dumps({**TWO, "answers": ["maybe"]}))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("wreck: answers[0]: rocket_start: Ann: no option 'maybe'")
    assert done.err.count("\n") == 1
