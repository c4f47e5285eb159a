"""The digest that binds the answers of a race: how it is made, and what it finds."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.core.test_fair import VECTORS
from tests.core.test_fair_log import DICE, LINES, SECRET, TEXT, begun, finished, seal
from tests.toy.ruleset import TOY, load_course, seats

from wreckoning.core.dice import Physical, Seeded
from wreckoning.core.errors import Changed, Malformed
from wreckoning.core.fair import Fair
from wreckoning.core.logs.digest import Digest, find_kept, read_digest
from wreckoning.core.logs.log_file import RunningDigest, read_log, replay, write_log
from wreckoning.core.logs.verify import all_rolls
from wreckoning.core.match import Match

PAGE = Path(__file__).parents[2] / "docs" / "fair-dice.md"
ANSWERS = len(LINES) - 3


def by_hand(lines: list[str]) -> list[str]:
    """The digests as the page has them: over the text of each line, without its sum."""
    bare = [re.sub(r', "sum": "[^"]*"\}$', "}", line).encode() for line in lines]
    link = hashlib.sha256(bare[0]).digest()
    found = [link.hex()]
    for line in bare[1:]:
        link = hashlib.sha256(link + line).digest()
        found.append(link.hex())
    return found


def played(match: Match) -> Match:
    """Ann answers until the race is over."""
    while not match.is_over:
        match.answer(match.person_asks()[0].names[-1 - len(match.entries) % 2])
    return match


# --- how it is made


def test_digest_is_a_hash_chain_over_the_lines() -> None:
    *before, last = by_hand(TEXT.splitlines()[:-1])
    assert read_log(TEXT).digests == [*before[:-1], last], "the last one binds the result too"
    end = json.loads(LINES[-1])
    assert (end["answers"], end["digest"]) == (ANSWERS, last)
    assert read_log(TEXT).end == Digest(last, ANSWERS)


def test_digests_match_known_values() -> None:
    """As the pages' check and the script have them too."""
    log = read_log("\n".join(VECTORS["log"]))
    assert log.digests == VECTORS["digests"]


def test_digest_changes_with_each_answer() -> None:
    """Answers of a group that is not complete are in no digest that others see."""
    table = seats("person", "person")
    match = Match(TOY, load_course("mile"), table, dice=DICE, bot_seed=DICE.bot_seed)
    running, seen = RunningDigest(), []
    for _ in range(12):
        ask = match.person_asks()[0]
        match.answer(ask.names[0], ask.who)
        hidden = len(match.entries) - match.settled
        assert running.of(match) == read_log(write_log(match)).digests[-1 - hidden]
        seen.append((match.settled, hidden))
    assert {hidden for _, hidden in seen} == {0, 1}


def test_undo_restores_the_digest() -> None:
    """Taken back, and answered in another way."""
    match, running = begun(goal=90), RunningDigest()
    seen = set()
    for _ in range(3):
        for option in (1, 0, 2):
            match.answer(match.person_asks()[0].names[option])
            seen.add(running.of(match))
        assert match.undo()
        assert running.of(match) == RunningDigest().of(match)
        match.answer(match.person_asks()[0].names[0])
        assert running.of(match) == RunningDigest().of(match)
        assert running.of(match) not in seen


def test_digest_of_a_loaded_race_is_the_same() -> None:
    match = begun()
    for _ in range(4):
        match.answer(match.person_asks()[0].names[1])
    again = replay(read_log(write_log(match)), TOY)
    assert (
        RunningDigest().of(again) == RunningDigest().of(match) == RunningDigest().of(match.fork())
    )


def test_correction_changes_the_digest() -> None:
    text = {}
    for steps in (1, 2):
        match = Match(TOY, load_course("dash"), seats("person", "steady"), dice=Seeded(3))
        match.answer("leap")
        match.correct({"runners": {"Bob": {"steps": steps}}})
        text[steps] = RunningDigest().of(match)
        assert text[steps] == read_log(write_log(match)).digests[-1]
    assert text[1] != text[2]


def test_digest_excludes_the_seed_of_bots() -> None:
    """A table with physical dice shows it only when the race is over."""
    digests = set()
    for seed in (0, 77):
        table = seats("person", "steady")
        match = Match(TOY, load_course("dash"), table, dice=Physical(), bot_seed=seed)
        match.answer("step", "Ann")
        digests.add(RunningDigest().of(match))
        assert json.loads(write_log(match).splitlines()[0])["bots"] == seed
    assert len(digests) == 1


@pytest.mark.parametrize("dice", [Physical(), DICE], ids=["physical", "fair"])
def test_abandoned_race_has_a_digest(dice: Fair | Physical) -> None:
    seed = DICE.bot_seed if dice is DICE else 5
    match = Match(TOY, load_course("mile"), seats("person", "steady"), dice=dice, bot_seed=seed)
    match.answer("step", "Ann")
    log = read_log(write_log(match, given_up=True))
    assert log.end == Digest(RunningDigest().of(match), 2)
    assert (log.result, log.secret is None) == (None, dice is not DICE)
    assert replay(log, TOY).entries == match.entries


def test_documented_example_is_true() -> None:
    """docs/fair-dice.md: a log of three lines, and the digest after each."""
    example = PAGE.read_text("utf-8").partition("### An example of digests")[2]
    lines = example.partition("```json\n")[2].partition("\n```")[0].splitlines()
    digests = re.findall(r"\| (\d) \| `([0-9a-f]{64})` \|", example)
    assert [found for _, found in digests] == by_hand(lines)[: len(digests)]
    assert [int(number) for number, _ in digests] == [*range(len(digests))]
    assert len(digests) == len(lines) == 3


# --- what it finds


def ended(lines: list[dict[str, Any]], **end: Any) -> str:
    """A log of these lines with true sums; its last line, too, may say something else."""
    return seal([*lines[:-1], {**lines[-1], **end}])


def parsed() -> list[dict[str, Any]]:
    return [json.loads(line) for line in LINES]


def refusal(text: str) -> str:
    with pytest.raises(Malformed) as found:
        all_rolls(read_log(text), TOY)
    return str(found.value).removeprefix("log: ")


@pytest.mark.parametrize("answers", [0, 1, ANSWERS - 1])
def test_shortened_log_is_found(answers: int) -> None:
    """It would pass as given up."""
    header, *entries = parsed()
    last = entries[-1]
    text = seal([header, *entries[:answers], last])
    words = f"the race ended after {ANSWERS} answers, but this log has {answers}"
    assert refusal(text) == f"line {answers + 2}: {words}"
    older = {"secret": SECRET}
    assert len(all_rolls(read_log(seal([header, *entries[:answers], older])), TOY)) < 20, "passes"


def test_removed_result_is_found() -> None:
    lines = parsed()
    del lines[-2]
    assert refusal(seal(lines)) == f"line {len(lines)}: the race is over, but its result is missing"
    older = [*lines[:-1], {"secret": SECRET}]
    assert "its result is missing" in refusal(seal(older)), "the rules find it without a digest"


def another_choice() -> list[dict[str, Any]]:
    """A log whose last choice is another legal one, which no die reveals."""
    match = begun()
    match.answer("leap")
    match.answer("step")
    lines = [json.loads(line) for line in write_log(match, given_up=True).splitlines()]
    chosen = next(line for line in reversed(lines) if line.get("by") == "Ann")
    assert chosen["answer"] == "step"
    chosen["answer"] = "shove"
    return lines


def test_changed_choice_with_the_same_dice_is_found() -> None:
    lines = another_choice()
    assert "this is not the digest of the header, answers and result above" in refusal(seal(lines))
    del lines[-1]["answers"], lines[-1]["digest"]
    assert all_rolls(read_log(seal(lines)), TOY), "without a digest it passes"


def test_forged_digest_is_found_by_a_kept_one() -> None:
    """Only what a player kept tells: that is what it is kept for."""
    match = begun()
    match.answer("leap")
    match.answer("step")
    kept = Digest(RunningDigest().of(match)[:16], match.settled)
    lines = another_choice()
    lines[-1]["digest"] = read_log(seal(lines)).digests[-1]
    forged = read_log(seal(lines))
    assert all_rolls(forged, TOY)
    words = rf"^log: after {kept.answers} answers the digest of this log is [0-9a-f]{{16}}…:"
    with pytest.raises(Changed, match=words):
        find_kept(forged.digests, kept, "log")
    assert find_kept(read_log(write_log(match)).digests, kept, "log") == kept.answers


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ({"answers": None}, "answers: expected their number"),
        ({"answers": True}, "answers: expected their number"),
        ({"answers": "14"}, "answers: expected their number"),
        ({"digest": None}, "digest: expected 64 hexadecimal digits"),
        ({"digest": "5e" * 31}, "digest: expected 64 hexadecimal digits"),
        ({"digest": "5E" * 32}, "digest: expected 64 hexadecimal digits"),
        ({"digest": "5e" * 32}, "this is not the digest of the header, answers and result above"),
        ({"answers": 3}, f"the race ended after 3 answers, but this log has {ANSWERS}"),
    ],
    ids=str,
)
def test_wrong_digest_at_the_end_is_found(end: dict[str, Any], words: str) -> None:
    assert refusal(ended(parsed(), **end)).startswith(f"line {len(LINES)}: {words}")


def test_changed_header_is_found() -> None:
    lines = parsed()
    lines[0]["evening"] = "Friday"  # nothing that the rules look at
    assert "this is not the digest of the header" in refusal(seal(lines))


def test_logs_without_a_digest_are_read() -> None:
    match = finished()
    lines = parsed()
    del lines[-1]["answers"], lines[-1]["digest"]
    log = read_log(seal(lines))
    assert (log.end, log.last_line, log.has_ended) == (None, len(LINES), True)
    assert replay(log, TOY).entries == match.entries
    assert write_log(replay(log, TOY)) == TEXT, "written again, it has one"


# --- what a player kept


DIGESTS = ["ab" * 32, "cd" * 32, "ab" * 31 + "ff"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("41:" + "ab" * 32, Digest("ab" * 32, 41)),
        ("0:" + "ab" * 8, Digest("ab" * 8, 0)),
        ("AB" * 8, Digest("ab" * 8)),
        (" 7: abab abab abab abab ", Digest("ab" * 8, 7)),
    ],
)
def test_kept_digests_are_read(text: str, kept: Digest) -> None:
    assert read_digest(text, "--digest") == kept


@pytest.mark.parametrize(
    "text", ["", "41", "41:", "ab" * 7, "ab" * 33, ":" + "ab" * 8, "-1:" + "ab" * 8, "xy" * 8]
)
def test_malformed_digests_are_refused(text: str) -> None:
    with pytest.raises(
        Malformed, match=r"^--digest: expected NUMBER:DIGEST or DIGEST, of 16 to 64"
    ):
        read_digest(text, "--digest")


def test_kept_digests_are_found_in_the_log() -> None:
    assert find_kept(DIGESTS, Digest("cd" * 8, 1), "log") == 1
    assert find_kept(DIGESTS, Digest("cd" * 9), "log") == 1
    assert find_kept(DIGESTS, Digest("ab" * 31 + "ff"), "log") == 2
    for kept, words in (
        (Digest("cd" * 8, 3), "log: this log has only 2 answers: the others were cut off or taken"),
        (Digest("cd" * 8, 2), "log: after 2 answers the digest of this log is abababababababab…:"),
        (Digest("ef" * 8), "log: no answer of this log .0 to 2. has this digest"),
    ):
        with pytest.raises(Changed, match=f"^{words}"):
            find_kept(DIGESTS, kept, "log")
