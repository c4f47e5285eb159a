"""Logs: written, read back, and every fault found and named."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from tests.strategies import races
from tests.toy.ruleset import TOY, load_course, seats

from wreckoning.conformance import Setting
from wreckoning.conformance.races import begin
from wreckoning.core.asks import Correction
from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Changed, Malformed
from wreckoning.core.logs import log_file
from wreckoning.core.logs.log_file import RunningLog, read_log, replay, write_log
from wreckoning.core.match import Match
from wreckoning.core.records import pack


def finished() -> Match:
    """Ann leaps two steps and walks two; the referee sets Bob back; she wins."""
    match = Match(TOY, load_course("dash"), seats("person", "steady"), dice=Seeded(3))
    match.answer("leap")
    match.answer("step")
    match.correct({"runners": {"Bob": {"steps": 1}}}, "a false start")
    match.answer("step")
    assert match.is_over
    assert any(isinstance(entry, Correction) for entry in match.entries)
    return match


TEXT = write_log(finished())
LINES = TEXT.splitlines(keepends=True)
LAST = len(LINES)


def sealed(*changes: tuple[int, dict[str, Any]]) -> str:
    """The log with fields of some lines changed (None: taken away), and fresh sums over it."""
    lines = [json.loads(line) for line in LINES]
    for number, changed in changes:
        lines[number - 1] |= changed
        for key in [key for key, value in changed.items() if value is None]:
            del lines[number - 1][key]
    for line in lines:
        line.pop("sum", None)
    return "".join(log_file.sealed(lines))


def test_running_log_equals_the_whole_log() -> None:
    """On, back, another way on, corrected, and over."""
    log = RunningLog()
    match = Match(TOY, load_course("dash"), seats("person", "steady"), dice=Seeded(3))
    ways: list[Callable[[], object]] = [
        lambda: match.answer("leap"),
        match.undo,
        lambda: match.answer("step"),
        lambda: match.correct({"runners": {"Bob": {"steps": 1}}}, "a false start"),
        lambda: match.answer("leap"),
    ]
    for go in ways:
        go()
        assert log.of(match) == write_log(match)
        assert log.of(match, given_up=True) == write_log(match, given_up=True)
    while not match.is_over:
        match.answer("leap")
    assert log.of(match) == write_log(match)
    other = finished()
    assert log.of(other) == write_log(other)


def test_lines_of_a_log() -> None:
    header, *answers, result, end = (json.loads(line) for line in LINES)
    assert {key: header[key] for key in ("wreckoning", "ruleset", "version", "dice", "bots")} == {
        "wreckoning": 1,
        "ruleset": "toy",
        "version": "1",
        "dice": "seeded:3",
        "bots": 0,
    }
    assert header["seats"] == [
        {"name": "Ann", "player": "person"},
        {"name": "Bob", "player": "steady"},
    ]
    assert header["course"] == {"key": "dash", "goal": 4}
    assert header["options"] == {"marshal": "off"}
    assert "position" not in header
    assert [line["n"] for line in answers] == [*range(1, len(answers) + 1)]
    first = {key: value for key, value in answers[0].items() if key != "sum"}
    assert first == {"n": 1, "by": "Ann", "ask": "way", "answer": "leap"}
    (correction,) = (line for line in answers if line["by"] == "referee")
    assert correction["correct"] == {"runners": {"Bob": {"steps": 1}}}
    assert correction["reason"] == "a false start"
    assert result["result"]["places"] == ["Ann", "Bob"]
    assert (set(end), end["answers"]) == ({"answers", "digest", "sum"}, len(answers))


def test_log_reads_back() -> None:
    match = finished()
    again = replay(read_log(TEXT), TOY, dice=Seeded(3))
    assert write_log(again) == TEXT
    assert pack(again.race) == pack(match.race)
    assert again.result() == match.result()
    assert again.events() == match.events()
    assert read_log(TEXT.replace("\n", "\r\n") + "\n\n") == read_log(TEXT), "as mail brings it"


def test_sealing_again_changes_nothing() -> None:
    """The tests below change lines and seal them again: what is found is not a sum then."""
    assert sealed() == TEXT


@pytest.mark.parametrize("lines", range(1, LAST))
def test_unfinished_log_is_a_running_race(lines: int) -> None:
    read = read_log("".join(LINES[:lines]))
    assert (read.result is None, read.end) == (lines < LAST - 1, None)
    match = replay(read, TOY)
    assert match.entries == finished().entries[: lines - 1]


def test_race_resumes_from_its_log() -> None:
    match = replay(read_log("".join(LINES[:2])), TOY)
    assert [ask.who for ask in match.asks] == ["Bob"]
    match.go_on(Seeded(3))
    assert [ask.who for ask in match.person_asks()] == ["Ann"]
    assert write_log(match).splitlines()[1:] == TEXT.splitlines()[1 : len(match.entries) + 1]


def cut(number: int) -> str:
    """The log without a line."""
    return "".join(LINES[: number - 1] + LINES[number:])


@pytest.mark.parametrize("number", range(1, LAST + 1))
def test_changed_line_is_refused_by_number(number: int) -> None:
    changed = list(LINES)
    changed[number - 1] = changed[number - 1].replace("Ann", "Abe").replace("Bob", "Rob")
    changed[number - 1] = changed[number - 1].replace("dice", "mice").replace("digest", "dijest")
    assert changed != LINES
    with pytest.raises(Changed, match=f"^log: line {number}: changed since it was written"):
        read_log("".join(changed))


@pytest.mark.parametrize("number", range(1, LAST))
def test_removed_doubled_or_swapped_line_is_refused_by_number(number: int) -> None:
    one, other = LINES[number - 1], LINES[number]
    doubled = [*LINES[:number], one, *LINES[number:]]
    swapped = [*LINES[: number - 1], other, one, *LINES[number + 1 :]]
    for text, place in ((cut(number), number), (doubled, number + 1), (swapped, number)):
        words = f"^log: line {place}: (changed since it was written|expected a log's header)"
        with pytest.raises(Malformed, match=words):
            read_log("".join(text))


def test_line_without_its_sum_is_refused() -> None:
    line = json.loads(LINES[2])
    del line["sum"]
    text = "".join([*LINES[:2], json.dumps(line) + "\n", *LINES[3:]])
    with pytest.raises(Changed, match=r"^log: line 3: changed since it was written"):
        read_log(text)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("what?", "log: line 2: not JSON: .* at column 1"),
        ('{"n": 1,', "log: line 2: not JSON"),
        ("[1]", "log: line 2: expected an object"),
        ("3", "log: line 2: expected an object"),
        ("", "log: line 2: not JSON"),
        ("[" * 100_000, "log: line 2: not JSON: a number is too long, or nested too deeply"),
        ('{"n": ' + "9" * 5000 + "}", "log: line 2: not JSON: a number is too long"),
    ],
    ids=lambda value: value[:12],
)
def test_invalid_json_is_refused(line: str, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        read_log("".join([LINES[0], line + "\n", *LINES[1:]]))


@pytest.mark.parametrize("text", ["", "\n\n", " "])
def test_empty_log_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="log: line 1: "):
        read_log(text)


def test_file_without_a_log_is_refused() -> None:
    with pytest.raises(Malformed, match="mine: line 1: expected a log's header"):
        read_log("".join(log_file.sealed([{"n": 1}])), "mine")
    header_only = "".join(log_file.sealed([{"wreckoning": 1, "result": {}}]))
    assert read_log(header_only).result is None
    with pytest.raises(Changed, match="log: line 1: changed"):
        read_log('{"wreckoning": "\\ud800", "sum": ""}')
    with pytest.raises(Malformed, match="log: line 1: expected a log's header"):
        read_log("".join(log_file.sealed([{"n": 1}])))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"wreckoning": 2}, "line 1: log format 2, this program reads 1"),
        ({"version": "0.9"}, "line 1: played by toy 0.9; these are the rules toy 1, they might"),
        ({"ruleset": "joy"}, "line 1: played by joy 1; these are the rules toy 1"),
        ({"version": None}, "line 1: played by toy None"),
    ],
    ids=str,
)
def test_other_formats_rulesets_and_versions_are_refused(
    changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(Changed, match=words):
        replay(read_log(sealed((1, changes))), TOY)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"course": None}, "line 1: course: expected an object"),
        ({"course": "dash"}, "line 1: course: expected an object"),
        ({"course": {"key": 1}}, "line 1: track: expected key and goal"),
        ({"seats": None}, "line 1: seats: expected a list"),
        ({"seats": []}, "line 1: The toy is for 1 to 5 seats, found 0"),
        ({"seats": [{"name": 1}]}, "line 1: seats: seat 1: expected {"),
        ({"seats": [{"name": "A", "player": 1}]}, "line 1: seats: seat 1: player: expected a name"),
        ({"seats": [{"name": "A", "player": "king"}]}, "line 1: seat 1: no player 'king'"),
        ({"options": []}, "line 1: options: expected an object"),
        ({"options": {"marshall": "on"}}, "line 1: options: no house rule"),
        ({"bots": "x"}, "line 1: bots: expected a seed"),
        ({"bots": -1}, "line 1: bots: expected a seed"),
        ({"position": 3}, "line 1: position: expected an object"),
        ({"position": {"x": 1}}, "line 1: position: no field 'x'"),
        ({"position": {"slot": 7}}, "line 1: slot: expected one of 2"),
    ],
    ids=str,
)
def test_invalid_headers_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(Malformed) as found:
        replay(read_log(sealed((1, changes))), TOY, "mine")
    assert str(found.value).startswith(f"mine: {words}")


@pytest.mark.parametrize(
    ("number", "changes", "words"),
    [
        (2, {"n": 2}, "line 2: expected answer 1"),
        (3, {"n": None}, "line 3: expected answer 2"),
        (2, {"ask": None}, 'line 2: expected "by", "ask" and "answer"'),
        (2, {"answer": 3}, 'line 2: expected "by", "ask" and "answer"'),
        (2, {"answer": "fly"}, "line 2: way: Ann: no option 'fly'"),
        (2, {"by": "Cid"}, "line 2: Cid is not asked anything now"),
        (2, {"ask": "rival"}, "line 2: Ann is asked way, not rival"),
        (4, {"answer": "7"}, "line 4: leap_roll: expected a face of the die, 1 to 6"),
        (4, {"by": "Ann"}, "line 4: Ann is not asked anything now"),
        (LAST - 1, {"result": {"places": ["Bob"]}}, f"line {LAST - 1}: the race did not end like"),
    ],
    ids=str,
)
def test_invalid_answers_are_refused(number: int, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(Malformed) as found:
        replay(read_log(sealed((number, changes))), TOY)
    assert str(found.value).startswith(f"log: {words}")


def test_invalid_corrections_are_refused() -> None:
    (number,) = (n for n, line in enumerate(LINES, 1) if "correct" in line)
    for changes, words in (
        ({"x": 1}, "position: no field 'x'"),
        ({"slot": 9}, "slot: expected"),
    ):
        with pytest.raises(Malformed, match=words) as found:
            replay(read_log(sealed((number, {"correct": changes}))), TOY)
        assert str(found.value).startswith(f"log: line {number}: ")


def test_result_before_the_end_is_refused() -> None:
    lines = [json.loads(line) for line in LINES]
    for line in lines:
        del line["sum"]
    early = "".join(log_file.sealed([*lines[:3], lines[-2]]))
    with pytest.raises(Changed, match="line 4: the race did not end like this"):
        replay(read_log(early), TOY)
    late = "".join(log_file.sealed([*lines[:-1], {**lines[2], "n": LAST - 1}]))
    with pytest.raises(Changed, match=f"line {LAST - 1}: expected answer {LAST - 2}"):
        read_log(late)


def test_answer_after_the_end_is_refused() -> None:
    lines = [json.loads(line) for line in LINES]
    for line in lines:
        del line["sum"]
    more = {"n": LAST - 2, "by": "Ann", "ask": "way", "answer": "step"}
    with pytest.raises(Changed, match=f"line {LAST - 1}: the race is over"):
        replay(read_log("".join(log_file.sealed([*lines[:-2], more]))), TOY)


def test_log_of_a_race_from_a_position() -> None:
    start = {"turn": 3, "runners": {"Ann": {"steps": 3}}}
    match = Match(TOY, load_course("dash"), seats("steady"), start_position=start)
    assert match.is_over
    text = write_log(match)
    assert json.loads(text.splitlines()[0])["position"] == start
    again = replay(read_log(text), TOY)
    assert (again.result(), write_log(again)) == (match.result(), text)


@hypothesis.settings(max_examples=40, deadline=None)
@hypothesis.given(races(TOY), st.integers(0, 40))
def test_log_of_any_race_and_names_reads_back(setting: Setting, answers: int) -> None:
    match = begin(TOY, setting)
    random = setting.random
    while not match.is_over and len(match.entries) < answers:
        ask = random.choice(match.asks)
        match.answer(random.choice(ask.names), ask.who, ask.question)
    text = write_log(match)
    again = replay(read_log(text), TOY)
    assert write_log(again) == text
    assert (pack(again.race), again.asks) == (pack(match.race), match.asks)
