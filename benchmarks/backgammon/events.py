"""What is told."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from benchmarks.backgammon.questions import Question
from wreckoning.core.door import FIRST_EVENT, ROLL
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import as_numbers


class Event(IntEnum):
    """What happened, and its rule."""

    BEGINS = FIRST_EVENT  # higher and lower die of the opening roll
    MOVED = FIRST_EVENT + 1  # from (a point), pips
    HIT = FIRST_EVENT + 2  # the point, as who hits counts it
    STAYED = FIRST_EVENT + 3  # no die can be played
    WON = FIRST_EVENT + 4
    DRAWN = FIRST_EVENT + 5  # who: nobody


RULES = {
    Event.BEGINS: "B1",
    Event.MOVED: "B3",
    Event.HIT: "B3",
    Event.STAYED: "B5",
    Event.WON: "B7",
    Event.DRAWN: "B8",
}

Told = as_numbers(Event)


def event_json(_: Any, entry: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    """An entry of the journal, as logs have it."""
    number, who, first, second = entry[:4]
    name = "nobody" if who == NOBODY else names[who]
    if number == ROLL:
        rule = "B1" if first == Question.OPENING_DIE else "B2"
        return {"event": "roll", "rule": rule, "who": name, "natural": second}
    event = Event(number)
    told: dict[str, Any] = {"event": event.name.lower(), "rule": RULES[event], "who": name}
    if event is Event.MOVED:
        told |= {"from": first, "pips": second}
    elif event is Event.HIT:
        told["point"] = first
    elif event is Event.BEGINS:
        told["dice"] = [first, second]
    return told
