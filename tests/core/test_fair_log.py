"""Logs of races with fair dice: their contents before and after the end."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from tests.toy.ruleset import TOY, Track, load_course, seats

from wreckoning.core.dice import Physical
from wreckoning.core.errors import Changed, Malformed
from wreckoning.core.fair import Fair, Sealed
from wreckoning.core.logs import log_file
from wreckoning.core.logs.log_file import LogFile, read_log, replay, write_log
from wreckoning.core.logs.verify import CheckedRoll, all_rolls, check_rolls
from wreckoning.core.match import Match

SECRET, OTHER = "5e" * 32, "c7" * 32
TEXTS = ["kumquat", "Zoë 🍊"]
DICE = Fair(SECRET, "k7", TEXTS)


def begun(goal: int = 10) -> Match:
    """Ann, who leaps and shoves, and Bob, who does anything."""
    table = seats("person", "random")
    return Match(TOY, Track("road", goal), table, dice=DICE, bot_seed=DICE.bot_seed)


def finished() -> Match:
    match = begun()
    while not match.is_over:
        match.answer(match.person_asks()[0].names[-1 - len(match.entries) % 2])
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
    return seal(lines)


def seal(lines: list[dict[str, Any]]) -> str:
    for line in lines:
        line.pop("sum", None)
    return "".join(log_file.sealed(lines))


def dice_lines() -> list[int]:
    return [number for number, line in enumerate(LINES, 1) if '"by": "dice"' in line]


def test_lines_of_a_fair_log() -> None:
    header, *answers, result, secret = (json.loads(line) for line in LINES)
    assert header["dice"] == "fair"
    assert header["fair"] == {"match": "k7", "commitment": DICE.terms.commitment, "texts": TEXTS}
    assert "bots" not in header, "their seed is made of the secret, and hidden like it"
    rolled = [line for line in answers if line["by"] == "dice"]
    assert len(rolled) > 5
    assert {line["of"] for line in rolled} == {6}
    assert not any("of" in line for line in answers if line["by"] != "dice")
    assert "result" in result
    assert (set(secret), secret["secret"]) == ({"secret", "answers", "digest", "sum"}, SECRET)
    assert secret["answers"] == len(answers)


def test_logs_without_fair_dice_are_unchanged() -> None:
    match = Match(TOY, load_course("mile"), seats("person"), bot_seed=5)
    match.answer("leap")
    match.answer(3)
    header, _, roll = (json.loads(line) for line in write_log(match).splitlines())
    assert ("fair" in header, header["bots"]) == (False, 5)
    assert set(roll) == {"n", "by", "ask", "answer", "sum"}
    *before, end = write_log(match, given_up=True).splitlines(keepends=True)
    assert "".join(before) == write_log(match)
    assert set(json.loads(end)) == {"answers", "digest", "sum"}


def test_log_has_no_secret_before_the_end() -> None:
    """Nor the seed of the bots: with it one would know what they do."""
    match = begun()
    while not match.is_over:
        text = write_log(match)
        for hidden in (SECRET, str(DICE.bot_seed), '"secret"'):
            assert hidden not in text
        match.answer(match.person_asks()[0].names[-1 - len(match.entries) % 2])
    assert write_log(match) == TEXT


def test_fair_log_reads_back() -> None:
    read = read_log(TEXT)
    assert (read.secret, read.last_line) == (SECRET, LAST)
    match = replay(read, TOY)
    assert isinstance(match.dice, Fair)
    assert match.bot_seed == DICE.bot_seed
    assert write_log(match) == TEXT
    assert match.result() == finished().result()


@pytest.mark.parametrize("lines", range(1, LAST - 2))
def test_unfinished_log_reads_back_sealed(lines: int) -> None:
    text = "".join(LINES[:lines])
    read = read_log(text)
    assert (read.secret, read.result, read.last_line) == (None, None, lines)
    match = replay(read, TOY)
    assert isinstance(match.dice, Sealed)
    assert write_log(match) == text


@pytest.mark.parametrize("lines", range(1, LAST - 1))
def test_race_resumes_with_the_secret(lines: int) -> None:
    """With the same dice, and the same whims of the bots."""
    match = replay(read_log("".join(LINES[:lines])), TOY, dice=DICE)
    match.go_on(DICE)
    while not match.is_over:
        match.answer(match.person_asks()[0].names[-1 - len(match.entries) % 2])
    assert write_log(match) == TEXT


def test_abandoned_race_shows_its_secret() -> None:
    match = begun()
    match.answer("leap")
    assert not match.is_over
    assert SECRET not in write_log(match)
    text = write_log(match, given_up=True)
    read = read_log(text)
    assert (read.secret, read.result) == (SECRET, None)
    assert read.last_line == text.count("\n")
    assert write_log(replay(read, TOY), given_up=True) == text
    assert all_rolls(read, TOY)


def test_undo_keeps_the_numbers_of_rolls() -> None:
    match = begun(goal=90)
    for _ in range(4):
        for _ in range(3):
            match.answer(match.person_asks()[0].names[1])
        before = len(match.entries)
        assert match.undo()
        assert match.undo()
        assert len(match.entries) < before
    rolls = all_rolls(read_log(write_log(match, given_up=True)), TOY)
    assert [roll.number for roll in rolls] == list(range(len(rolls)))
    assert len(rolls) > 4


# --- every roll compared with what the secret makes of it


def test_all_rolls_verify() -> None:
    rolls = all_rolls(read_log(TEXT), TOY)
    assert [roll.line for roll in rolls] == dice_lines()
    assert {roll.about for roll in rolls} == {"Ann", "Bob"}
    first = json.loads(LINES[rolls[0].line - 1])
    who = rolls[0].about
    face = int(first["answer"])
    assert rolls[0] == CheckedRoll(dice_lines()[0], 0, first["ask"], who, 6, face, face)


def test_roll_names_its_driver() -> None:
    match = Match(TOY, load_course("mile"), seats("person", "person"), dice=DICE)
    match.bot_seed = DICE.bot_seed
    match.answer("step", by="Ann")
    match.answer("leap", by="Bob")
    (roll,) = all_rolls(read_log(write_log(match, given_up=True)), TOY)
    assert (roll.about, roll.question) == ("Bob", "leap_roll")


@pytest.mark.parametrize("at", range(len(dice_lines())))
def test_a_changed_face_is_named(at: int) -> None:
    """Even if the race would have gone on in the same way."""
    number = dice_lines()[at]
    line = json.loads(LINES[number - 1])
    other = int(line["answer"]) % 6 + 1
    lines = [json.loads(line) for line in LINES[:number]] + [{"secret": SECRET}]
    lines[-2]["answer"] = f" {other}"
    read = read_log(seal(lines))
    *before, last = islice(check_rolls(read, TOY), at + 1)
    assert (len(before), last.line, last.holds) == (at, number, False)
    assert (last.face, last.fair) == (other, int(line["answer"]))
    what = rf"roll {at + 1} \({line['ask']}, 6 sides\) shows {other}, but the secret makes it"
    with pytest.raises(Changed, match=f"^mine: line {number}: {what} {line['answer']}$"):
        all_rolls(read, TOY, "mine")


@pytest.mark.parametrize(
    "fair",
    [{"texts": ["kumquats", TEXTS[1]]}, {"texts": TEXTS[::-1]}, {"match": "k8"}],
    ids=str,
)
def test_changed_terms_are_found(fair: dict[str, Any]) -> None:
    header = json.loads(LINES[0])
    read = read_log(sealed((1, {"fair": header["fair"] | fair})))
    with pytest.raises(Changed, match=r"^log: line \d+: roll \d+ .* but the secret makes it"):
        all_rolls(read, TOY)


def test_wrong_result_is_refused() -> None:
    read = read_log(sealed((LAST - 1, {"result": {"rounds": 1}})))
    with pytest.raises(Changed, match=f"line {LAST - 1}: the race did not end like this"):
        all_rolls(read, TOY)


# --- what is wrong is named


def test_secret_that_breaks_the_commitment_is_refused() -> None:
    words = "this secret is not the one that the commitment on line 1 was made of"
    for text in (sealed((LAST, {"secret": OTHER})), other_commitment()):
        for act in (replay, all_rolls):
            with pytest.raises(Changed, match=f"^log: line {LAST}: {words}"):
                act(read_log(text), TOY)


def other_commitment() -> str:
    terms = json.loads(LINES[0])["fair"]
    return sealed((1, {"fair": {**terms, "commitment": Fair(OTHER, "x", []).terms.commitment}}))


@pytest.mark.parametrize("secret", [None, 3, "5e", "5E" * 32, [SECRET]])
def test_malformed_secret_is_refused(secret: object) -> None:
    lines = [json.loads(line) for line in LINES]
    lines[-1]["secret"] = secret
    with pytest.raises(Malformed, match=f"^log: line {LAST}: secret: expected 64 hexadecimal"):
        read_log(seal(lines))


def test_secret_without_fair_dice_is_refused() -> None:
    text = sealed((1, {"dice": "seeded:3"}))
    with pytest.raises(Malformed, match=f"log: line {LAST}: a secret, but the header has no fair"):
        read_log(text)
    lines = [json.loads(line) for line in LINES]
    early = seal([*lines[:-2], lines[-1], lines[-2]])
    with pytest.raises(Changed, match=f"line {LAST - 1}: expected answer {LAST - 2}"):
        read_log(early)


@pytest.mark.parametrize(
    ("fair", "words"),
    [
        (None, "fair: expected an object with match, commitment and texts"),
        ({"match": "k7"}, "fair: expected match and commitment"),
        ({**DICE.terms.as_json(), "texts": ["a"]}, "fair: expected 2 texts, one for each seat, fo"),
        ({**DICE.terms.as_json(), "texts": ["a", "\n"]}, "fair: text 2: expected at most 64"),
    ],
    ids=str,
)
@pytest.mark.parametrize("lines", [2, LAST])
def test_wrong_terms_in_the_header_are_refused(fair: Any, words: str, lines: int) -> None:
    text = sealed((1, {"fair": fair})).splitlines(keepends=True)[:lines]
    with pytest.raises(Malformed) as found:
        replay(read_log("".join(text)), TOY, "mine")
    assert str(found.value).startswith(f"mine: line 1: {words}")


@pytest.mark.parametrize("sides", [5, 0, "6", None, [6]])
def test_changed_number_of_sides_is_found(sides: object) -> None:
    number = dice_lines()[1]
    lines = [json.loads(line) for line in LINES]
    lines[number - 1]["of"] = sides
    with pytest.raises(Changed) as found:
        replay(read_log(seal(lines)), TOY)
    assert str(found.value) == f"log: line {number}: expected 6 sides, found {sides}"


def test_sides_of_a_choice_are_refused() -> None:
    with pytest.raises(Changed, match="log: line 2: expected 0 sides, found 3"):
        replay(read_log(sealed((2, {"of": 3}))), TOY)


def test_only_revealed_fair_dice_can_be_checked() -> None:
    going_on = read_log("".join(LINES[:6]))
    with pytest.raises(Malformed, match=r"^mine: the secret of its dice is not revealed"):
        all_rolls(going_on, TOY, "mine")
    others = LogFile({"wreckoning": 1, "dice": Physical.name}, [], None)
    with pytest.raises(Malformed, match="mine: only fair dice can be checked; these are physical"):
        all_rolls(others, TOY, "mine")


def test_dice_of_another_match_are_refused() -> None:
    table = seats("person", "random")
    for dice, seed, words in (
        (DICE, 0, "fair: expected the bots' seed that comes from the secret"),
        (Fair(SECRET, "k7", [""]), 0, "fair: expected 2 texts, one for each seat, found 1"),
    ):
        match = Match(TOY, load_course("mile"), table, dice=dice, bot_seed=seed)
        with pytest.raises(Malformed, match=words):
            write_log(match)
