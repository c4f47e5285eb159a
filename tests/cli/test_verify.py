"""`wreck verify`: the dice of a race, and logs whose dice are not what they had to be."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.cli.run import refused, wreck
from tests.cli.test_replay import lines_of, seal

from wreckoning.cli.checks.verdicts import of_dice
from wreckoning.cli.checks.verify import Tally, chance_of_more
from wreckoning.core.dice import Physical, Seeded
from wreckoning.core.fair import Fair
from wreckoning.core.logs import log_file
from wreckoning.core.logs.verify import all_rolls
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset

RTD = find_ruleset("rtd")
SECRET, OTHER = "5e" * 32, "c7" * 32
DICE = Fair(SECRET, "k7", ["kumquat", "", ""])
NAMES = ("Ann", "Bob", "Cid")


def played(players: str, answers: int = 10**6) -> Match:
    """A race with fair dice; people give a number of answers, always the first option."""
    seats = [Seat(name, who) for name, who in zip(NAMES, players.split(), strict=True)]
    course = RTD.load_course("sundae_drive")
    match = Match(RTD, course, seats, {}, DICE, bot_seed=DICE.bot_seed)
    for _ in range(answers):
        if match.is_over:
            break
        match.answer(match.person_asks()[0].names[0])
    return match


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a finished race."""
    path = tmp_path_factory.mktemp("logs") / "whole.jsonl"
    path.write_text(log_file.write_log(played("random rookie random")), "utf-8")
    return path


@pytest.fixture
def part(tmp_path: Path) -> Path:
    """The log of a race that goes on."""
    path = tmp_path / "part.jsonl"
    path.write_text(log_file.write_log(played("person random random", 9)), "utf-8")
    return path


def verified(path: Path) -> list[str]:
    ran = wreck("verify", str(path))
    assert (ran.status, ran.err) == (0, ""), ran
    return ran.out.splitlines()


def cells(lines: list[str], head: str) -> list[str]:
    (line,) = [line for line in lines if line.startswith(f"{head} ")]
    return line.removeprefix(head).split()


def test_unchanged_race_verifies(whole: Path) -> None:
    rolls = all_rolls(log_file.read_log(whole.read_text("utf-8")), RTD)
    lines = verified(whole)
    assert lines[0] == f"Kart RTD {RTD.version}: Sundae Drive"
    assert lines[1] == "Match k7. The race is over; its secret is the one committed to."
    assert f"commitment {DICE.terms.commitment}" in lines
    assert f"secret     {SECRET}" in lines
    words = "rolls are what the secret, the seats' texts and the rules make them."
    assert lines[lines.index("Proved") + 1] == f"- All {len(rolls)} {words}"
    assert len(rolls) > 50


def test_verify_tallies_the_dice(whole: Path) -> None:
    """Each roll once, in the row of its driver, under the face it showed."""
    lines = verified(whole)
    table = lines[next(at for at, line in enumerate(lines) if line.startswith("d6")) :]
    assert table[0].split() == ["d6", *"123456", "rolls", "mean"]
    found = Counter[tuple[str, int]]()
    rolls = [r for r in all_rolls(log_file.read_log(whole.read_text("utf-8")), RTD) if r.sides == 6]
    for roll in rolls:
        found[str(roll.about), roll.face] += 1
    for name in NAMES:
        mine = [found[name, face] for face in range(1, 7)]
        mean = sum(face * count for face, count in enumerate(mine, 1)) / sum(mine)
        assert cells(table, name) == [*map(str, mine), str(sum(mine)), f"{mean:.2f}"]
    total = [sum(found[name, face] for name in NAMES) for face in range(1, 7)]
    assert cells(table, "all")[:7] == [*map(str, total), str(len(rolls))]
    assert cells(table, "expected") == [f"{len(rolls) / 6:.1f}"] * 6 + ["3.50"]
    assert any(line.startswith("Fair dice are at least as uneven in ") for line in table)


def test_verify_shows_the_text_of_each_seat(whole: Path) -> None:
    lines = verified(whole)
    at = lines.index(next(line for line in lines if line.split() == ["seat", "its", "text"]))
    shown = [line.split() for line in lines[at + 1 : at + 4]]
    assert shown == [["Ann", "kumquat"], ["Bob", "none"], ["Cid", "none"]]


def test_verify_as_json(whole: Path) -> None:
    read = log_file.read_log(whole.read_text("utf-8"))
    ran = wreck("verify", str(whole), "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    rolls = all_rolls(read, RTD)
    assert found["verdict"].startswith(f"All {len(rolls)} rolls are what")
    assert {key: found[key] for key in ("match", "commitment", "texts")} == read.header["fair"]
    assert (found["secret"], found["over"], found["seats"]) == (SECRET, True, list(NAMES))
    first = rolls[0]
    assert found["rolls"][0] == {
        "line": first.line,
        "number": 0,
        "question": first.question,
        "about": first.about,
        "sides": 6,
        "face": first.face,
    }
    assert len(found["rolls"]) == len(rolls)
    assert sum(one["rolls"] for one in found["dice"]) == len(rolls)
    six = found["dice"][0]
    assert six["sides"] == 6
    assert sum(six["faces"].values()) == six["rolls"]
    assert 0 <= six["chance"] <= 1


def test_verify_from_standard_input(whole: Path) -> None:
    text = whole.read_text("utf-8")
    assert wreck("verify", "-", given=text).out == wreck("verify", str(whole)).out


def test_abandoned_race_verifies(tmp_path: Path) -> None:
    path = tmp_path / "up.jsonl"
    path.write_text(log_file.write_log(played("person random random", 9), given_up=True), "utf-8")
    lines = verified(path)
    assert lines[1] == "Match k7. The race was given up; its secret is the one committed to."
    assert json.loads(wreck("verify", str(path), "--json").out)["over"] is False


def test_race_without_a_roll_verifies(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text(log_file.write_log(played("person person person", 0), given_up=True), "utf-8")
    lines = verified(path)
    assert "- No die was rolled." in lines
    assert not any(line.startswith("d6") for line in lines)


def test_single_roll_is_worded_in_singular() -> None:
    match = played("person random random", 9)
    rolls = all_rolls(log_file.read_log(log_file.write_log(match, given_up=True)), RTD)
    made = "what the secret, the seats' texts and the rules make"
    assert of_dice(rolls[:1]) == f"The only roll is {made} it."
    assert of_dice(rolls[:2]) == f"All 2 rolls are {made} them."


def test_seats_given_as_names_are_read(tmp_path: Path) -> None:
    """A log may have been written by another program."""
    path = tmp_path / "names.jsonl"
    path.write_text(log_file.write_log(played("person person person", 3), given_up=True), "utf-8")
    lines = lines_of(path)
    lines[0]["seats"] = list(NAMES)
    del lines[-1]["answers"], lines[-1]["digest"]
    seal(path, lines)
    assert any(line.split() == ["Ann", "kumquat"] for line in verified(path))


# --- how uneven dice are


@pytest.mark.parametrize(
    ("chi_square", "freedom", "chance"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (6.251, 3, 0.10),
        (9.488, 4, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (4.351, 5, 0.50),
        (18.307, 10, 0.05),
        (19.675, 11, 0.05),
        (1074.679, 1000, 0.05),
        (5000, 999, 0.0),
        (0, 5, 1.0),
        (0, 4, 1.0),
    ],
)
def test_chi_square_chances_match_published_tables(
    chi_square: float, freedom: int, chance: float
) -> None:
    """The points of the chi-square distribution as printed in any book of tables."""
    assert chance_of_more(chi_square, freedom) == pytest.approx(chance, abs=1e-4)


def test_chi_square_of_a_tally_matches_hand_computation() -> None:
    """Worked by hand: 20 rolls, 5 of each face expected; (9 + 4 + 1 + 0) / 5."""
    one = Tally(4, Counter({1: 8, 2: 3, 3: 4, 4: 5}))
    assert (one.rolls, one.expected, one.mean) == (20, 5, 2.3)
    assert one.unevenness == pytest.approx(2.8)
    assert one.chance == pytest.approx(0.4235, abs=1e-4)
    assert Tally(4, Counter({1: 8, 2: 3, 3: 4, 4: 4})).chance is None, "too few"


# --- what does not hold


def changed(whole: Path, tmp_path: Path, number: int, **changes: Any) -> str:
    """The verdict on the log with a line changed and its sums renewed."""
    lines = lines_of(whole)
    lines[number - 1].update(changes)
    path = tmp_path / "changed.jsonl"
    seal(path, lines)
    said = refused("verify", str(path))
    assert said == refused("verify", str(path), "--json")
    return said.removeprefix(f"{path}: ")


def test_changed_face_is_found(whole: Path, tmp_path: Path) -> None:
    lines = lines_of(whole)
    number = next(at for at, line in enumerate(lines, 1) if line.get("by") == "dice")
    line = lines[number - 1]
    other = int(str(line["answer"])) % 6 + 1
    said = changed(whole, tmp_path, number, answer=str(other))
    roll = f"line {number}: roll 1 ({line['ask']}, 6 sides)"
    assert said == f"{roll} shows {other}, but the secret makes it {line['answer']}"


def test_changed_secret_or_commitment_is_found(whole: Path, tmp_path: Path) -> None:
    last = len(lines_of(whole))
    words = f"line {last}: this secret is not the one that the commitment on line 1 was made of"
    assert changed(whole, tmp_path, last, secret=OTHER) == words
    fair = DICE.terms.as_json() | {"commitment": Fair(OTHER, "k7", []).terms.commitment}
    assert changed(whole, tmp_path, 1, fair=fair) == words


@pytest.mark.parametrize("fair", [{"texts": ["kumquats", "", ""]}, {"match": "k8"}], ids=str)
def test_changed_text_or_match_is_found(whole: Path, tmp_path: Path, fair: dict[str, Any]) -> None:
    said = changed(whole, tmp_path, 1, fair=DICE.terms.as_json() | fair)
    assert said.startswith("line ")
    assert "but the secret makes it" in said


def test_changed_choice_is_found(whole: Path, tmp_path: Path) -> None:
    """Its dice hold, but the rules do not ask for them any more."""
    lines = lines_of(whole)
    at, line = next((at, x) for at, x in enumerate(lines, 1) if x.get("answer") == "aggressive")
    said = changed(whole, tmp_path, at, answer="defensive")
    assert int(said.removeprefix("line ").partition(":")[0]) > at
    assert line["by"] in NAMES


def test_line_changed_without_its_sum_is_found(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "clumsy.jsonl"
    path.write_text(whole.read_text("utf-8").replace("kumquat", "loquat"), "utf-8")
    assert refused("verify", str(path)).endswith("line 1: changed since it was written (its sum)")


def test_another_version_is_refused(whole: Path, tmp_path: Path) -> None:
    assert "played by rtd 0.9, and these rules are not here" in changed(
        whole, tmp_path, 1, version="0.9"
    )
    assert "expected a ruleset" in changed(whole, tmp_path, 1, ruleset=7)


def test_running_race_cannot_be_verified(part: Path) -> None:
    said = refused("verify", str(part))
    assert said == f"{part}: the secret of its dice is not revealed: the race is not over yet"


def test_race_without_fair_dice_cannot_be_verified(tmp_path: Path) -> None:
    path = tmp_path / "seeded.jsonl"
    seats = [Seat("Ann", "random"), Seat("Bob", "random")]
    match = Match(RTD, RTD.load_course("sundae_drive"), seats, {}, Seeded(5))
    path.write_text(log_file.write_log(match), "utf-8")
    assert refused("verify", str(path)).endswith(
        "only fair dice can be checked; these are seeded:5"
    )


def test_file_without_a_log_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refused("verify", str(tmp_path / "none"))
    assert "missing argument" in refused("verify")
    assert "not JSON" in refused("verify", "-", given="dice")


# --- the answers


def digests_of(path: Path) -> list[str]:
    return log_file.read_log(path.read_text("utf-8")).digests


def document(path: Path, *kept: str) -> dict[str, Any]:
    """The verdict on a log as JSON, compared with these digests."""
    ran = wreck("verify", str(path), "--json", *(f"--digest={one}" for one in kept))
    assert (ran.status, ran.err) == (0, ""), ran
    return dict(json.loads(ran.out))


def test_verify_names_the_referees_corrections(tmp_path: Path) -> None:
    seats = [Seat(name, "rookie") for name in NAMES[:2]] + [Seat("Cid", "person")]
    course, options = RTD.load_course("sundae_drive"), {"referee": "on"}
    match = Match(RTD, course, seats, options, DICE, bot_seed=DICE.bot_seed)
    match.correct({"karts": {"Cid": {"momentum": 9}}}, "a late start")
    number = len(match.entries)
    path = tmp_path / "corrected.jsonl"
    path.write_text(log_file.write_log(match, given_up=True), "utf-8")
    which = f"1 correction by the referee ({number})"
    assert any(which in line for line in document(path)["not_proved"])


def test_verify_names_the_answers_for_skipped_drivers(tmp_path: Path) -> None:
    seats = [Seat(name, "rookie") for name in NAMES[:2]] + [Seat("Cid", "person")]
    course, options = RTD.load_course("sundae_drive"), {"referee": "on"}
    match = Match(RTD, course, seats, options, DICE, bot_seed=DICE.bot_seed)
    number = len(match.entries) + 1
    match.skip("Cid", "no answer for a week")
    path = tmp_path / "skipped.jsonl"
    path.write_text(log_file.write_log(match, given_up=True), "utf-8")
    which = f"1 answer that the referee gave for skipped drivers ({number})"
    assert any(which in line for line in document(path)["not_proved"])


def test_verify_says_what_it_proves_and_what_not(whole: Path) -> None:
    digests = digests_of(whole)
    count = len(digests) - 1
    found = document(whole)
    own = {"number": count, "digest": digests[-1], "bound": True, "kept": []}
    assert found["answers"] == own
    assert found["proved"][1:] == [
        f"Every answer is one that the rules of Kart RTD {RTD.version} allow, and the result "
        "follows from them.",
        f"The last line binds the header, {count} answers and the result: nothing was changed, "
        "added or cut off without rewriting that line.",
    ]
    assert found["not_proved"] == [
        "That this is the race that the players saw: a whole log can be rewritten, with a new "
        "last line. --digest compares it with what a player kept.",
        "Who gave an answer: the log only has the name of the seat.",
        "That nobody knew the dice: the person who runs the table can read the secret.",
    ]
    lines = verified(whole)
    assert f"digest     {count}:{digests[-1]}" in lines
    assert lines.index("Proved") < lines.index("Not proved")


def test_kept_digests_that_agree_are_confirmed(whole: Path) -> None:
    digests = digests_of(whole)
    count = len(digests) - 1
    found = document(whole, f"41:{digests[41]}", digests[7][:16], f"41:{digests[41][:20]}")
    assert found["answers"]["kept"] == [7, 41]
    assert f"The log agrees with --digest, after 7 and 41 of {count} answers." in found["proved"]
    assert found["not_proved"][0] == "What came after answer 41: no later --digest was given."
    whole_of_it = document(whole, f"{count}:{digests[-1]}")
    assert whole_of_it["not_proved"] == found["not_proved"][1:]


def test_kept_digests_that_differ_are_found(whole: Path) -> None:
    digests = digests_of(whole)
    count = len(digests) - 1
    for kept, words in (
        (f"40:{digests[41]}", f"after 40 answers the digest of this log is {digests[40][:16]}…:"),
        (f"{count + 1}:{digests[-1]}", f"this log has only {count} answers: the others were cut"),
        ("c7" * 32, f"no answer of this log (0 to {count}) has this digest"),
    ):
        said = refused("verify", str(whole), "--digest", f"41:{digests[41]}", "--digest", kept)
        assert said.startswith(f"{whole}: {words}")
    for no_digest in ("41", "41:abc", "what?"):
        said = refused("verify", str(whole), "--digest", no_digest)
        assert said.startswith("--digest: expected NUMBER:DIGEST or DIGEST")


def test_log_cut_in_half_is_found(whole: Path, tmp_path: Path) -> None:
    """Once it passed as given up."""
    lines = lines_of(whole)
    path = tmp_path / "half.jsonl"
    half = len(lines) // 2
    seal(path, [*lines[:half], lines[-1]])
    words = f"the race ended after {len(lines) - 3} answers, but this log has {half - 1}"
    assert refused("verify", str(path)) == f"{path}: line {half + 1}: {words}"


def test_removed_result_line_is_found(whole: Path, tmp_path: Path) -> None:
    lines = lines_of(whole)
    path = tmp_path / "result.jsonl"
    seal(path, [*lines[:-2], lines[-1]])
    assert refused("verify", str(path)).endswith("the race is over, but its result is missing")


def test_log_without_digests_verifies(whole: Path, tmp_path: Path) -> None:
    lines = lines_of(whole)
    del lines[-1]["answers"], lines[-1]["digest"]
    path = tmp_path / "old.jsonl"
    seal(path, lines)
    found = document(path)
    assert found["answers"]["bound"] is False
    assert found["answers"]["digest"] == digests_of(whole)[-1]
    assert not any("last line" in sentence for sentence in found["proved"])
    older = "That no answer was changed or cut off: this log is older than digests."
    assert found["not_proved"][0] == older


@pytest.mark.parametrize("given_up", [False, True])
def test_answers_of_real_dice_are_compared_with_kept_digests(
    tmp_path: Path, given_up: bool
) -> None:
    """Real dice cannot be checked; the answers can be compared with those a player saw."""
    seats = [Seat("Ann", "person"), Seat("Bob", "person")]
    match = Match(RTD, RTD.load_course("sundae_drive"), seats, {}, Physical())
    for _ in range(30):
        match.answer(match.person_asks()[0].names[0])
    path = tmp_path / "physical.jsonl"
    path.write_text(log_file.write_log(match, given_up=given_up), "utf-8")
    said = refused("verify", str(path))
    assert said.endswith("only fair dice can be checked; these are physical")
    found = document(path, f"30:{digests_of(path)[30]}")
    assert (found["secret"], found["match"], found["rolls"]) == (None, None, [])
    assert found["answers"]["bound"] is given_up
    assert found["not_proved"][0] == "The dice: people rolled them."
    ends = "How the race ends: it goes on, or its log was cut off."
    assert (ends in found["not_proved"]) is not given_up


def test_answers_of_a_running_race_are_compared(part: Path) -> None:
    digests = digests_of(part)
    found = document(part, f"{len(digests) - 1}:{digests[-1]}")
    hidden = "The dice: their secret is revealed when the race is over."
    assert (found["secret"], found["not_proved"][0]) == (None, hidden)
    ran = wreck("verify", str(part), "--digest", digests[2])
    assert "The race goes on." in ran.out.splitlines()
    assert "Not proved" in ran.out


def test_a_campaigns_file_has_no_digest(tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    path.write_text('{"form": "wreckoning campaign 1"}', "utf-8")
    said = refused("verify", str(path), "--digest", "ab" * 8)
    assert said == "--digest: expected the log of a race, found a campaign's file"


# --- such logs elsewhere


def test_races_with_fair_dice_can_be_replayed(whole: Path, part: Path) -> None:
    assert "Turn 1" in wreck("replay", str(whole)).out
    assert "Not over: turn" in wreck("replay", str(part)).out


def test_a_race_with_fair_dice_cannot_be_gone_on_with_here(whole: Path, part: Path) -> None:
    """The secret is kept at its table. A finished one shows its podium again."""
    said = refused("play", "--resume", str(part))
    assert said.endswith("its dice are fair: it goes on only where their secret is kept")
    ran = wreck("play", "--resume", str(whole))
    assert (ran.status, ran.err) == (0, "")
    assert "See it again with" in ran.out


@pytest.mark.parametrize("given_up", [False, True])
def test_resume_last_skips_finished_races(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given_up: bool
) -> None:
    monkeypatch.setenv("WRECK_DATA", str(tmp_path))
    (tmp_path / "races").mkdir()
    text = whole.read_text("utf-8")
    if given_up:
        text = log_file.write_log(played("person random random", 9), given_up=True)
    (tmp_path / "races" / "ended.jsonl").write_text(text, "utf-8")
    assert "no unfinished race" in refused("play", "--resume", "last")
