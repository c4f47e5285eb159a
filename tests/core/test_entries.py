"""Entries as JSON: a store keeps all of one, a log the part that a replay does not find itself."""

from __future__ import annotations

import json

import pytest

from wreckoning.core.asks import Answer, Correction, Entry, NewRules, Skip, Skipped
from wreckoning.core.called import CalledCheck
from wreckoning.core.documents import ChangedValue
from wreckoning.core.logs.entries import entry_json, log_line, read_entry, read_stored

AHEAD = Answer("Ann", "order", "draft", ahead=7, label="Draft")
SKIPPED = Answer("Bob", "order", "wait", skip=Skip(Skipped.TURN, "asleep", turn=3, told=9))
DIE = Answer("dice", "rocket_check", "4", sides=6)
CHANGED = ChangedValue(("karts", "Ann", "momentum"), 1, 2)
CORRECTION = Correction(
    {"karts": {"Ann": {"momentum": 2}}}, "typing error", ("Ann", "dice"), 12, (CHANGED,)
)
CALLED = Correction({}, "a jump", told=3, called=CalledCheck("Ann", 4, rolled=5))
RULES = NewRules("1.2", {"turn": 4})


@pytest.mark.parametrize("entry", [AHEAD, SKIPPED, DIE, CORRECTION, CALLED, RULES])
def test_a_store_keeps_all_of_an_entry(entry: Entry) -> None:
    again = read_stored(entry_json(entry))
    assert vars(again) == vars(entry)
    if isinstance(entry, Answer) and isinstance(again, Answer) and entry.skip:
        assert vars(again.skip) == vars(entry.skip)


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (AHEAD, '{"n": 1, "by": "Ann", "ask": "order", "answer": "draft", "ahead": true}'),
        (
            SKIPPED,
            '{"n": 1, "by": "Bob", "ask": "order", "answer": "wait", "skipped": "turn", '
            '"reason": "asleep"}',
        ),
        (DIE, '{"n": 1, "by": "dice", "ask": "rocket_check", "answer": "4", "of": 6}'),
        (
            CORRECTION,
            '{"n": 1, "by": "referee", "correct": {"karts": {"Ann": {"momentum": 2}}}, '
            '"reason": "typing error", "taken_back": ["Ann", "dice"]}',
        ),
        (
            CALLED,
            '{"n": 1, "by": "referee", "correct": {}, "reason": "a jump", "called": '
            '{"who": "Ann", "target": 4, "sides": 6, "modifier": 0, "rolled": 5}}',
        ),
        (RULES, '{"n": 1, "rules": "1.2", "position": {"turn": 4}}'),
    ],
)
def test_a_log_has_these_keys_in_this_order(entry: Entry, line: str) -> None:
    """The digest is made of the text."""
    written = log_line(1, entry, with_sides=True)
    assert json.dumps(written) == line
    assert read_entry(written, "log") == entry


def test_only_fair_dice_say_how_many_sides_they_have() -> None:
    assert "of" not in log_line(1, DIE, with_sides=False)
