"""A race that these rules took over from others: its log, its dice, and how far it is undone."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from wreckoning.core.asks import Answer, NewRules
from wreckoning.core.errors import Changed, Illegal, Malformed
from wreckoning.core.fair import Fair
from wreckoning.core.logs.headers import begin, header_of, with_rules
from wreckoning.core.logs.log_file import read_log, replay, sealed, write_log
from wreckoning.core.logs.verify import all_rolls
from wreckoning.core.match import Match
from wreckoning.core.play.position import known_part
from wreckoning.core.ruleset import Seat, find_ruleset

RTD = find_ruleset("rtd")
DICE = Fair("5e" * 32, "k7", ["kumquat", ""])


def begun() -> Match:
    """A race of two rookies, at its start."""
    seats = [Seat("Ann", "rookie"), Seat("Bob", "rookie")]
    course = RTD.load_course("sundae_drive")
    return Match(RTD, course, seats, {}, DICE, automatic=False, bot_seed=DICE.bot_seed)


def taken_over(answers: int = 40) -> Match:
    """Their race, begun with rules 0.9; those of now took over at a checkpoint, and it is over."""
    first = begun()
    first.automatic = True
    while len(first.entries) < answers:
        first._answer_automatically()
    first.automatic = False
    at = first.checkpoint.entries
    header = {**header_of(begun()), "version": "0.9"}
    match = begin(header, RTD, DICE)
    match.take_over(first.entries[:at], NewRules(RTD.version, first.checkpoint_position()))
    assert match.position() == first.checkpoint_position()
    match.go_on(DICE)
    return match


@pytest.fixture(scope="module")
def match() -> Match:
    return taken_over()


def test_log_tells_both_parts_and_reads_back(match: Match) -> None:
    text = write_log(match)
    log = read_log(text)
    assert (log.header["version"], log.rules) == ("0.9", RTD.version)
    assert log.change is not None
    assert log.entries[log.change]["rules"] == RTD.version
    again = replay(log, RTD)
    assert again.first == match.first == log.change + 1
    assert again.entries == match.entries
    assert again.result() == match.result()
    assert write_log(again) == text


def test_dice_keep_their_numbers_after_the_change(match: Match) -> None:
    """No die is thrown twice: who saw the first ones does not know those to come."""
    rolls = all_rolls(read_log(write_log(match)), RTD)
    assert [roll.number for roll in rolls] == list(range(len(rolls)))
    assert len(rolls) == sum(isinstance(e, Answer) and e.who == "dice" for e in match.entries)


def test_a_changed_die_before_the_change_is_found(match: Match) -> None:
    first, *lines, last = [dict(line) for line in map(_bare, write_log(match).splitlines())]
    die = next(line for line in lines if line.get("by") == "dice")
    die["answer"] = str(int(die["answer"]) % die["of"] + 1)
    text = "".join(sealed([first, *lines, {k: v for k, v in last.items() if k != "digest"}]))
    with pytest.raises(Changed, match=f"line {die['n'] + 1}: roll 1 "):
        all_rolls(read_log(text), RTD)


def _bare(line: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(line)
    read.pop("sum")
    return read


def test_undo_stops_at_the_change(match: Match) -> None:
    twin = match.fork()
    with pytest.raises(Illegal, match="other rules held before"):
        twin.rewind(match.first - 1)
    twin.rewind(match.first)
    assert len(twin.entries) == match.first
    assert not twin.undo()


def test_change_of_rules_is_not_counted_as_an_answer() -> None:
    match = begun()
    with pytest.raises(Illegal, match="take_over"):
        match.play_entry(NewRules("1.0", {}))


def test_unknown_position_is_refused() -> None:
    match = begun()
    with pytest.raises(Malformed, match="no field 'wings'"):
        match.take_over([], NewRules(RTD.version, {"wings": 2}))
    assert match.first == 0


def test_removed_fields_are_ignored() -> None:
    position = begun().position()
    older = copy.deepcopy(position)
    older["wings"] = 2
    older["karts"]["Ann"]["wings"] = 2
    assert known_part(begun().race, older) == position


def test_agreeing_rules_are_in_the_header_and_keep_the_digest() -> None:
    match = begun()
    header = {**header_of(match), "version": "0.9"}
    later = with_rules(header, RTD.version)
    assert list(later)[:4] == ["wreckoning", "ruleset", "version", "rules"]
    assert with_rules(later, "") == header
    text, old = "".join(sealed([later])), "".join(sealed([header]))
    assert read_log(text).rules == RTD.version
    assert read_log(text).digests == read_log(old).digests
    assert header_of(replay(read_log(text), RTD)) == later
