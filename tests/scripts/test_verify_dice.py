"""scripts/verify_dice.py: checks dice without this package, and comes to the same."""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from tests.core.test_fair import VECTORS
from tests.core.test_fair_log import LINES, SECRET, TEXT, dice_lines, seal, sealed
from tests.toy.ruleset import TOY

from wreckoning.core import fair
from wreckoning.core.logs.log_file import read_log
from wreckoning.core.logs.verify import all_rolls

SCRIPT = Path(__file__).parents[2] / "scripts" / "verify_dice.py"


def load() -> Any:
    spec = spec_from_file_location("verify_dice", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = load()


def run(*arguments: str) -> tuple[int, str, str]:
    """Its exit status and what it prints, run as anybody would: without this package."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), *arguments], capture_output=True, timeout=60
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def check(text: str, folder: Path, *kept: str) -> tuple[int, str, str]:
    path = folder / "race.jsonl"
    path.write_text(text, "utf-8")
    status, out, err = run(str(path), *kept)
    return status, out, err.replace(str(path), "LOG")


def test_script_is_short_and_imports_only_the_standard_library() -> None:
    text = SCRIPT.read_text("utf-8")
    length = len(text.splitlines())
    assert length < 90
    for page in ("README.md", "docs/fair-dice.md"):
        assert f"{length} lines" in (SCRIPT.parents[1] / page).read_text("utf-8"), page
    imported = {
        alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert imported == {"hashlib", "hmac", "json", "sys"}
    assert "from " not in {line[:5] for line in text.splitlines()}


@pytest.mark.parametrize("known", VECTORS["rolls"], ids=lambda known: known["why"])
def test_rolls_match_known_values(known: dict[str, Any]) -> None:
    asked = known["secret"], known["match"], known["texts"], known["number"], known["question"]
    assert script.face(*asked, known["sides"]) == known["face"]


@hypothesis.given(
    st.binary(min_size=32, max_size=32).map(bytes.hex),
    st.text(st.characters(codec="utf-8"), max_size=9),
    st.lists(st.text(st.characters(codec="utf-8"), max_size=9), max_size=4),
    st.integers(0, 10**6),
    st.sampled_from([2, 3, 6, 12, 100, 2**31 + 1, 2**32 - 1, 2**32]),
)
def test_script_rolls_like_the_package(
    secret: str, match: str, texts: list[str], number: int, sides: int
) -> None:
    asked = secret, match, texts, number, "way", sides
    assert script.face(*asked) == fair.face(*asked)


def test_script_verifies_a_race(tmp_path: Path) -> None:
    log = read_log(TEXT)
    status, out, err = check(TEXT, tmp_path)
    rolls, answers = out.splitlines()
    assert (status, err) == (0, "")
    assert rolls == f"Rolls that hold: all {len(all_rolls(log, TOY))}."
    assert answers == f"Answers: {len(log.entries)}; its own digest: {log.end}; kept: 0 agree."


def test_script_verifies_the_published_race(tmp_path: Path) -> None:
    text = "".join(line + "\n" for line in VECTORS["log"])
    assert len(all_rolls(read_log(text), TOY)) == 3
    words = "Rolls that hold: all 3.\nAnswers: 14; its own digest: none; kept: 0 agree.\n"
    assert check(text, tmp_path) == (0, words, "")


def test_digests_match_known_values() -> None:
    assert script.digests([json.loads(line) for line in VECTORS["log"]]) == VECTORS["digests"]


def test_kept_digests_are_compared(tmp_path: Path) -> None:
    digests = read_log(TEXT).digests
    last = len(digests) - 1
    kept = [f"0:{digests[0]}", f"5:{digests[5][:16]}", f"{last}:{digests[last]}"]
    status, out, err = check(TEXT, tmp_path, *kept)
    assert (status, err) == (0, "")
    assert out.endswith("; kept: 3 agree.\n")
    for other in (f"4:{digests[5]}", f"{last + 1}:{digests[last]}", f"5:{digests[5][:15]}"):
        words = f"LOG: the answers are not those of the digest {other}\n"
        assert check(TEXT, tmp_path, *kept, other) == (2, "", words)
    assert check(TEXT, tmp_path, digests[5])[0] == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines[1].update(answer="step"),
        lambda lines: lines.pop(-2),
        lambda lines: lines[-2]["result"].update(rounds=9),
        lambda lines: lines[0].update(version="2"),
        lambda lines: lines[-1].update(digest="5e" * 32),
        lambda lines: lines[-1].update(answers=3),
    ],
    ids=["a choice", "no result", "another result", "the header", "the digest", "the number"],
)
def test_answers_that_break_their_digest_are_found(change: Any, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in LINES]
    assert lines[1]["answer"] != "step"
    change(lines)
    status, out, err = check(seal(lines), tmp_path)
    assert (status, out) == (2, "")
    assert err.startswith("LOG: the answers are not those of the digest ")


def fair_with(**changes: object) -> str:
    return sealed((1, {"fair": json.loads(LINES[0])["fair"] | changes}))


def test_changed_face_is_found(tmp_path: Path) -> None:
    number = dice_lines()[2]
    shown = int(json.loads(LINES[number - 1])["answer"])
    text = sealed((number, {"answer": str(shown % 6 + 1)}))
    words = f"LOG: line {number}: roll 3 shows {shown % 6 + 1}, not {shown}\n"
    assert check(text, tmp_path) == (2, "", words)


def test_changed_secret_is_found(tmp_path: Path) -> None:
    words = f"LOG: line {len(LINES)}: the secret is not the one committed to\n"
    assert check(sealed((len(LINES), {"secret": "c7" * 32})), tmp_path) == (2, "", words)


def test_changed_commitment_is_found(tmp_path: Path) -> None:
    """Also if it fits a changed secret: then the rolls do not."""
    other = hashlib.sha256(b"\xc7" * 32).hexdigest()
    words = f"LOG: line {len(LINES)}: the secret is not the one committed to\n"
    assert check(fair_with(commitment=other), tmp_path) == (2, "", words)
    lines = [json.loads(line) for line in fair_with(commitment=other).splitlines()]
    lines[-1]["secret"] = "c7" * 32
    status, out, err = check(seal(lines), tmp_path)
    assert (status, out) == (2, "")
    assert err.startswith("LOG: line ")
    assert " shows " in err


@pytest.mark.parametrize("changes", [{"texts": ["kumquats", "Zoë 🍊"]}, {"match": "k8"}], ids=str)
def test_changed_text_is_found(changes: dict[str, Any], tmp_path: Path) -> None:
    status, out, err = check(fair_with(**changes), tmp_path)
    assert (status, out) == (2, "")
    assert " shows " in err


def test_omitted_roll_is_found(tmp_path: Path) -> None:
    """The rolls after it then have other numbers."""
    lines = [json.loads(line) for line in LINES]
    del lines[dice_lines()[0] - 1]
    status, _, err = check(seal(lines), tmp_path)
    assert status == 2
    assert " shows " in err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("".join(LINES[:5]), "LOG: no fair dice, or their secret is not revealed yet\n"),
        (sealed((1, {"dice": "seeded:1"})), "LOG: no fair dice, or their secret is not"),
        (sealed((dice_lines()[0], {"of": 0})), "LOG: roll 1 is of a die with 0 sides\n"),
        (sealed((dice_lines()[0], {"of": 2**32 + 1})), "LOG: roll 1 is of a die with 4294967297"),
        (sealed((dice_lines()[0], {"of": None})), "not a log with fair dice; usage: verify_dice"),
        (sealed((1, {"fair": None})), "not a log with fair dice"),
        (sealed((len(LINES), {"secret": "xyz"})), "LOG: non-hexadecimal"),
        ("[3]\n", "not a log with fair dice"),
        ("", "not a log with fair dice"),
        ("what?", "LOG: Expecting value"),
    ],
    ids=lambda value: value[-40:],
)
def test_logs_that_cannot_be_checked_are_refused(text: str, words: str, tmp_path: Path) -> None:
    status, out, err = check(text, tmp_path)
    assert (status, out) == (2, "")
    assert err.startswith(words)
    assert err.count("\n") == 1
    assert SECRET not in err


def test_missing_file_is_refused() -> None:
    status, _, err = run("/no/such/log")
    assert status == 2
    assert err.count("\n") == 1
    assert run() == (
        2,
        "",
        "not a log with fair dice; usage: verify_dice.py LOG [NUMBER:DIGEST]...\n",
    )
