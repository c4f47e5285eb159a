"""An entry of the journal as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from tests.toy.race import WENT, Question
from tests.toy.ruleset import TOY

from wreckoning.core.door import MODIFIER, ROLL
from wreckoning.core.journal import as_json, entry_json
from wreckoning.core.records import NOBODY


def value(kind: str, number: int, names: Sequence[str]) -> str | int:
    return names[number] if kind == "seat" else number


def test_an_entry_by_the_names_of_its_fields() -> None:
    fields = (("other", "seat"), ("lap", "number"))
    names = ["Ann", "Bob"]
    assert entry_json("passed", "R4", [20, 0, 1, 3, 7, 7], names, fields, value) == {
        "event": "passed",
        "rule": "R4",
        "who": "Ann",
        "other": "Bob",
        "lap": 3,
    }
    nobodys = entry_json("round", "R1", [11, NOBODY, 0, 0, 0, 0], names, (), value)
    assert nobodys == {"event": "round", "rule": "R1"}


def test_modifiers_stand_in_the_roll_that_follows_them_at_once() -> None:
    """What was counted for a pool without a die is no matter of the next die."""
    modifier, roll = [MODIFIER, 0, 1, 2, 0, 0], [ROLL, 0, Question.LEAP_ROLL, 4, 6, 0]
    other, happened = [MODIFIER, 1, 1, -1, 0, 0], [WENT, 1, 0, 0, 0, 0]
    told = as_json(TOY, None, ["Ann", "Bob"], [modifier, happened, roll, other, modifier, roll])
    rolls = [event for event in told if event["event"] == "roll"]
    springs = {"name": "springs", "value": 2, "rule": "T4"}
    assert [event["modifiers"] for event in rolls] == [[], [springs]]
    assert [event["result"] for event in rolls] == [6, 6]
