"""Games that are set up by hand, and turns of them with given answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wreckoning.core.door import at_checkpoint, take_up
from wreckoning.core.errors import Suspended
from wreckoning.core.ruleset import Ruleset, Seat

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


def begin(ruleset: Ruleset, seats: int) -> Any:
    """The game as it starts, played by people."""
    people = [Seat(name) for name in NAMES[:seats]]
    return ruleset.start(ruleset.load_course(ruleset.course_names()[0]), people, {})


def step(ruleset: Ruleset, race: Any, answers: Sequence[int]) -> list[int] | None:
    """A step with these answers. Returns what may be answered next, or None if it is done.

    What is done so far stays done: a race that asks is of no use any more.
    """
    at_checkpoint(race)
    take_up(race, list(answers))
    try:
        ruleset.step(race)
    except Suspended:
        ask = race.door.asks[0]
        return [int(option) for option in ask.options[: ask.count]]
    assert race.door.used == len(answers), "answers are left over"
    return None
