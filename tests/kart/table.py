"""A small table for the rule tests: a race as one needs it, with the dice that are given.

race = table("A B", at={"A": (1500, 1000, 0), "B": (1700, 1000, 180)}, gear=3)
with dice(race, SMASH, EVADE, 4):       # all are used, and no more are asked for
    drive(race, "A", "medium")

The test field: a table of 3 m by 2 m, a road 300 mm wide round its border, nothing else. Its middle
is off-road and empty. The start line is at (1500, 200), the road leads to the right there. Lengths
are millimetres, headings degrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from tests.journal import modifiers

from wreckoning.core import door
from wreckoning.core.errors import Suspended
from wreckoning.core.ruleset import Seat
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import Body, place
from wreckoning.rulesets.kart import courses
from wreckoning.rulesets.kart.meta import SWITCHES
from wreckoning.rulesets.kart.questions import manoeuvre_of
from wreckoning.rulesets.kart.race import MM, Item, Kart, Phase, Race
from wreckoning.rulesets.kart.rules.driving import drive_manoeuvre
from wreckoning.rulesets.kart.ruleset import RULESET

Pose = tuple[float, float, float]

LINE = [
    *([1500, 200], [2600, 200], [2850, 450], [2850, 1550], [2600, 1800]),
    *([400, 1800], [150, 1550], [150, 450], [400, 200]),
]
SPOTS = ((50, -33), (50, 33), (150, -66), (150, 0), (150, 66), (285, -33))


def field(**more: Any) -> dict[str, Any]:
    """The test field with these things on it, or other figures."""
    return {
        "key": "test-field",
        "title": "Test Field",
        "blurb": "Round the border.",
        "difficulty": 1,
        "width": 3000,
        "depth": 2000,
        "road_width": 300,
        "line": LINE,
        "gate": [{"at": 3, "name": "South"}, {"at": 6, "name": "West"}, {"at": 0, "name": "Line"}],
        "grid": [{"back": back, "side": side} for back, side in SPOTS],
    } | more


def table(
    names: str = "A B",
    *,
    at: Mapping[str, Pose] | None = None,
    gear: int = 3,
    karts: Mapping[str, str] | None = None,
    track: dict[str, Any] | None = None,
    **switches: str,
) -> Race:
    """A race in A's movement, in the first gear phase of the first round, all in this gear.

    Who is not put anywhere stands on the grid. All drive Middle karts (Handling 3, maximum 5).
    """
    seats = [
        Seat(name, "person", {"kart": karts[name]} if karts and name in karts else {})
        for name in names.split()
    ]
    options = {switch.name: switch.default for switch in SWITCHES} | switches
    race = RULESET.start(courses.load(track or field()), seats, options)
    race.pole = 0
    race.rounds = race.gear_phase = 1
    race.phase = Phase.DRIVE
    race.door.journaling = 1
    for seat in range(len(seats)):
        race.karts[seat].gear = gear
    for name, pose in (at or {}).items():
        put(body(race, name), *pose)
    return race


def kart(race: Race, name: str) -> Kart:
    """The kart of A, B, C …"""
    return race.karts[ord(name) - ord("A")]


def body(race: Race, name: str) -> Body:
    """Where the kart of A, B, C … stands."""
    return race.bodies[ord(name) - ord("A")]


def put(thing: Body, x: float, y: float, heading: float) -> None:
    """Put something somewhere, in millimetres and degrees."""
    place(thing, round(x * MM), round(y * MM), round(heading * DEGREE) % (360 * DEGREE))


def where(race: Race, name: str) -> tuple[float, float, float]:
    """Where a kart stands, to a tenth of a millimetre and of a degree."""
    it = body(race, name)
    return round(it.x / MM, 1), round(it.y / MM, 1), round(it.heading / DEGREE, 1)


def hold(race: Race, name: str, item: Item) -> None:
    """Give a kart an item, and its first gate."""
    kart(race, name).holds = int(item)
    kart(race, name).gate = 1


def manoeuvre(name: str) -> int:
    """A manoeuvre by its name."""
    found = manoeuvre_of(name)
    assert found is not None, name
    return found


def drive(race: Race, name: str, template: str, slides: int = 0, spins: int = 0) -> None:
    """A kart's movement along a template."""
    race.manoeuvre = manoeuvre(template)
    race.slides, race.spins = slides, spins
    drive_manoeuvre(race, kart(race, name))


@contextmanager
def dice(race: Race, *answers: int) -> Iterator[None]:
    """These answers (dice and choices) are given; each must be used, and no more are needed."""
    _give(race, answers)
    yield
    assert race.door.used == len(answers), f"only {race.door.used} of {len(answers)} were used"


@contextmanager
def suspends(race: Race, *answers: int) -> Iterator[None]:
    """The rule uses these answers and then asks for another (see `asked`)."""
    _give(race, answers)
    with pytest.raises(Suspended):
        yield
    assert race.door.used == len(answers)


def _give(race: Race, answers: tuple[int, ...]) -> None:
    door.at_checkpoint(race)
    race.door.tape[: len(answers)] = list(answers)
    race.door.given = len(answers)


def asked(race: Race, index: int = 0) -> tuple[int, int, list[int]]:
    """What stands open after `Suspended`: who is asked, what, and the options."""
    ask = race.door.asks[index]
    return ask.by, ask.question, ask.options[: ask.count]


def terms(race: Race, name: str) -> list[tuple[int, int]]:
    """The terms of a kart's numbers of dice since the last `dice`: (modifier, value)."""
    return modifiers(race, ord(name) - ord("A"))
