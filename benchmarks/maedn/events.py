"""What is told."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from wreckoning.core.door import FIRST_EVENT, ROLL
from wreckoning.core.rules import as_numbers


class Event(IntEnum):
    """What happened, and its rule."""

    ENTERED = FIRST_EVENT  # a piece comes in
    MOVED = FIRST_EVENT + 1  # from, pips
    SENT_OUT = FIRST_EVENT + 2  # who: the thrower; whose piece
    STAYED = FIRST_EVENT + 3  # nothing can move
    WON = FIRST_EVENT + 4


RULES = {
    Event.ENTERED: "M4",
    Event.MOVED: "M5",
    Event.SENT_OUT: "M6",
    Event.STAYED: "M5",
    Event.WON: "M7",
}

Told = as_numbers(Event)


def event_json(_: Any, entry: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    """An entry of the journal, as logs have it."""
    number, who, first, second = entry[:4]
    if number == ROLL:
        return {"event": "roll", "rule": "M1", "who": names[who], "natural": second}
    event = Event(number)
    told: dict[str, Any] = {"event": event.name.lower(), "rule": RULES[event], "who": names[who]}
    if event is Event.MOVED:
        told |= {"from": first, "pips": second}
    elif event is Event.SENT_OUT:
        told["whose"] = names[first]
    return told
