"""A small table for the rule tests: a race as one needs it, with the dice that are given.

race = table("A B C", momentum=[1, 2, 4])
with dice(race, 3, 2):                    # all of them must be used, and no more be asked for
    pass_attempt(race, kart(race, "C"), kart(race, "B"), 0)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from tests.journal import told

from wreckoning.core import door
from wreckoning.core.errors import Suspended
from wreckoning.core.events import Event
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rtd import courses, turn
from wreckoning.rulesets.rtd.meta import SWITCHES
from wreckoning.rulesets.rtd.race import Kart, Phase, Race
from wreckoning.rulesets.rtd.rules import movement
from wreckoning.rulesets.rtd.rules.standings import index_of
from wreckoning.rulesets.rtd.ruleset import RULESET

PLAIN_COURSE: dict[str, Any] = {
    "key": "test-track",
    "title": "Test Track",
    "blurb": "Five straights.",
    "difficulty": 1,
    "laps": 3,
    "segment": [
        {"name": f"Straight {n}", "kind": "straight", "boxes": "none"} for n in range(1, 6)
    ],
}

ROOKIE, ABSENT = (door.RANDOM + RULESET.policies.index(name) for name in ("rookie", "absent"))


def table(
    names: str = "A B C",
    *,
    momentum: Sequence[int] = (),
    karts: dict[str, tuple[str, str]] | None = None,
    course: dict[str, Any] | None = None,
    turn: int = 1,
    **switches: str,
) -> Race:
    """A race on turn `turn`, everybody in segment 1, in the order named, all journals kept.

    `karts` gives perk and debuff by name; `switches` house rules.
    """
    chosen = karts or {}
    seats = []
    for name in names.split():
        perk, debuff = chosen.get(name, (None, None))
        setup = {"perk": perk, "debuff": debuff} if perk and debuff else {}
        seats.append(Seat(name, "person", setup))
    options = {switch.name: switch.default for switch in SWITCHES} | switches
    race = RULESET.start(courses.load(course or PLAIN_COURSE), seats, options)
    race.turn = turn
    race.phase = Phase.TURN_START
    race.door.journaling = 1
    for seat, value in enumerate(momentum):
        race.karts[seat].momentum = value
    return race


def kart(race: Race, name: str) -> Kart:
    """The kart of A, B, C …"""
    return race.karts[ord(name) - ord("A")]


def order(race: Race) -> str:
    """The race order as names, first to last."""
    return "".join(chr(ord("A") + seat) for seat in race.order[: race.drivers])


def set_order(race: Race, names: str) -> None:
    """Put the drivers in this order."""
    race.order[: len(names)] = [as_seat(ord(name) - ord("A")) for name in names]


@contextmanager
def dice(race: Race, *answers: int) -> Iterator[None]:
    """These answers (dice and choices) are given; each must be used, and no more are needed."""
    door.at_checkpoint(race)
    race.door.tape[: len(answers)] = list(answers)
    race.door.given = len(answers)
    yield
    assert race.door.used == len(answers), f"only {race.door.used} of {len(answers)} were used"


def asked(race: Race) -> tuple[int, int, list[int]]:
    """What stands open after `Suspended`: who is asked, what, and the options."""
    ask = race.door.asks[0]
    return ask.by, ask.question, ask.options[: ask.count]


@contextmanager
def suspends(race: Race, *answers: int) -> Iterator[None]:
    """The rule uses these answers and then asks for another (see `asked`)."""
    door.at_checkpoint(race)
    race.door.tape[: len(answers)] = list(answers)
    race.door.given = len(answers)
    with pytest.raises(Suspended):
        yield
    assert race.door.used == len(answers)


def jockey(race: Race, driver: Kart) -> bool:
    """Let a driver jockey from where they are."""
    return movement.jockey(race, driver, index_of(race, driver.seat))


def put(race: Race, **progress: int) -> None:
    """Put drivers so many segments into the race: `put(race, A=5, B=4)`. The order stays."""
    for name, value in progress.items():
        kart(race, name).progress = value


def course_with(segments: dict[int, dict[str, Any]], **rest: Any) -> dict[str, Any]:
    """The test track with these things in these segments, counted from 1; `rest` for the course."""
    plain = PLAIN_COURSE["segment"]
    changed = [plain[n] | segments.get(n + 1, {}) for n in range(len(plain))]
    return {**PLAIN_COURSE, "segment": changed, **rest}


def step(race: Race) -> None:
    """Play on to the next checkpoint; from the start of a turn, to the one after the orders."""
    if race.phase == Phase.TURN_START and not race.check.ordered:
        turn.step(race)
    turn.step(race)


def play_to(race: Race, phase: int) -> None:
    """Play on, a step at least, to the beginning of this phase."""
    turn.step(race)
    while race.phase != phase:
        assert not turn.is_over(race), "the race ended before"
        turn.step(race)


def story(race: Race, *kinds: type[Event]) -> list[str]:
    """What was told of these events since the last `dice`, in order: ["C PASSED", ...]."""
    return [
        f"{_letter(getattr(event, 'who', NOBODY))} {event.name.upper()}"
        for event in told(race, *kinds)
    ]


def _letter(seat: SeatIndex) -> str:
    return chr(ord("A") + seat)  # @ is nobody
