"""What is told."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from benchmarks.kart_turn.questions import Question
from wreckoning.core.door import FIRST_EVENT, ROLL
from wreckoning.core.rules import as_numbers


class Event(IntEnum):
    """What happened, and its rule."""

    MOMENTUM = FIRST_EVENT  # change, now
    RAMMED = FIRST_EVENT + 1  # other
    SPUN_OUT = FIRST_EVENT + 2
    PASSED = FIRST_EVENT + 3  # other
    FELL_BACK = FIRST_EVENT + 4
    PULLED_AHEAD = FIRST_EVENT + 5
    FINISHED = FIRST_EVENT + 6  # place


RULES = {
    Event.MOMENTUM: "R7",
    Event.RAMMED: "R22",
    Event.SPUN_OUT: "A24",
    Event.PASSED: "R27",
    Event.FELL_BACK: "R28",
    Event.PULLED_AHEAD: "R29",
    Event.FINISHED: "A38",
}

Told = as_numbers(Event)


def event_json(_: Any, entry: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    """An entry of the journal, as logs have it."""
    number, who, first, second, third = entry[:5]
    if number == ROLL:
        question = Question(first)
        told: dict[str, Any] = {"event": "roll", "rule": question.rule}
        told |= {"who": names[who], "question": question.name.lower()}
        return told | {"natural": second, "result": third}
    event = Event(number)
    told = {"event": event.name.lower(), "rule": RULES[event], "who": names[who]}
    if event is Event.MOMENTUM:
        told |= {"change": first, "now": second}
    elif event in (Event.RAMMED, Event.PASSED):
        told["other"] = names[first]
    elif event is Event.FINISHED:
        told["place"] = first
    return told
