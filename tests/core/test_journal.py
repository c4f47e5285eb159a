"""An entry of the journal as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.journal import entry_json
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
