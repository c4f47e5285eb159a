"""Scenes for the tests: vehicles on an empty table, with the dice and the choices that are given.

    race = scene({"A": (10, 18, 0), "B": (16, 18, 180)}, builds={"A": "car/minigun"})
    with dice(race, 7, 3):              # all are used, and no more are asked for
        command_test(race, vehicle(race, "A"), Trial.TERRAIN, 0)

The table is 48 by 36 inches, of a Two Lap Race. Gate 1 stands across the middle at the top,
crossed in direction 0 (to the right): from (24, 1) to (24, 11). Gate 2 stands below it, crossed to
the left: from (24, 35) to (24, 25). Nothing else is there. Vehicles are A, B, C … in the order of
their names, each of a seat of its own, if `teams` does not say otherwise: `teams="A B, C D"`.
All are cars without weapons, if `builds` has no team code for them, and drive; it is round 1, and
A's activation is about to move. Lengths are inches, headings degrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from tests.journal import entries, modifiers

from wreckoning.core import door
from wreckoning.core.errors import Suspended
from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.core.records import NOBODY
from wreckoning.geometry.angles import DEGREE, TURN
from wreckoning.geometry.bodies import Body, place
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.courses import COURSE_KEYS, lay_out
from wreckoning.rulesets.rally.meta import add_vehicle
from wreckoning.rulesets.rally.questions import Question
from wreckoning.rulesets.rally.race import INCH, Build, Phase, Race, Status, Vehicle, Weapon
from wreckoning.rulesets.rally.teams.codes import read_code

Pose = tuple[float, float, float]
Box = tuple[str, float, float, float, float]

FIELD: dict[str, Any] = {
    "key": "test-field",
    "title": "Test Field",
    "blurb": "Nothing but dust.",
    "difficulty": 1,
    "mission": "two_lap_race",
    "width": 48,
    "depth": 36,
    "gate": [
        {"name": "One", "x": 24, "y": 6, "heading": 0},
        {"name": "Two", "x": 24, "y": 30, "heading": 180},
    ],
    "grid": [{"gate": 1, "rows": 4, "lanes": 3}],
}


def field(terrain: Sequence[Box] = (), **more: Any) -> dict[str, Any]:
    """The test field with rectangles of terrain on it, or with other figures.

    A box is its keyword, its middle, its length along x and its width: `("slow", 20, 18, 4, 6)`.
    """
    pieces = [
        {"kind": kind, "x": x, "y": y, "length": length, "width": width}
        for kind, x, y, length, width in terrain
    ]
    return {**FIELD, "terrain": pieces, **more}


def laid(document: dict[str, Any]) -> CourseFile:
    """A table, whether or not a mission could be played on it."""
    keys = ("key", "title", "blurb", "difficulty", *COURSE_KEYS)
    return lay_out(TomlTable("test table", document, keys))


def scene(
    at: Mapping[str, Pose | None],
    *,
    teams: str = "",
    builds: Mapping[str, str] | None = None,
    course: dict[str, Any] | None = None,
    wrecks_stay: bool = True,
    phase: Phase = Phase.MOVE,
) -> Race:
    """A game in its first round. A vehicle without a place (`"C": None`) waits to be deployed."""
    names = sorted(at)
    race = Race()
    race.course = laid(course or field()).record
    race.switches.wrecks_stay = int(wrecks_stay)
    for number, player in by_seat(race.seats):
        player.seat, player.initiative = number, number
    for index, each in enumerate(race.vehicles):
        each.index = index
    owners = _owners(names, teams)
    race.players = max(2, 1 + max(owners.values()))
    for name in names:
        [design] = read_code((builds or {}).get(name, "car"), name).vehicles
        entered = add_vehicle(race, owners[name], design)
        pose = at[name]
        if pose is not None:
            entered.status = int(Status.DRIVING)
            put(race.bodies[entered.index], *pose)
    race.rounds, race.phase = 1, int(phase)
    race.turn, race.active, race.runner = owners[names[0]], 0, NOBODY
    race.door.journaling = 1
    return race


def _owners(names: Sequence[str], teams: str) -> dict[str, SeatIndex]:
    if not teams:
        return {name: number for number, name in by_seat(names)}
    return {name: number for number, those in by_seat(teams.split(",")) for name in those.split()}


# --- what is there


def number(race: Race, name: str) -> int:
    """The number of vehicle A, B, C …: names have to be given without a gap."""
    index = ord(name) - ord("A")
    assert index < race.vehicle_count, name
    return index


def vehicle(race: Race, name: str) -> Vehicle:
    """Vehicle A, B, C …"""
    return race.vehicles[number(race, name)]


def body(race: Race, name: str) -> Body:
    """Where vehicle A, B, C … stands."""
    return race.bodies[number(race, name)]


def build(race: Race, name: str) -> Build:
    """The figures of vehicle A, B, C …"""
    return race.builds[number(race, name)]


def weapon(race: Race, name: str, slot: int = 0) -> Weapon:
    """A weapon of vehicle A, B, C …"""
    return build(race, name).weapons[slot]


def put(thing: Body, x: float, y: float, heading: float) -> None:
    """Put something somewhere, in inches and degrees."""
    place(thing, round(x * INCH), round(y * INCH), round(heading * DEGREE) % TURN)


def where(race: Race, name: str) -> tuple[float, float, float]:
    """Where a vehicle stands, to a hundredth of an inch and a tenth of a degree."""
    it = body(race, name)
    return round(it.x / INCH, 2), round(it.y / INCH, 2), round(it.heading / DEGREE, 1)


def activate(race: Race, name: str) -> Vehicle:
    """Make it this vehicle's activation, before its move."""
    active = vehicle(race, name)
    race.active, race.turn, race.phase = active.index, active.owner, int(Phase.MOVE)
    race.pace = race.moved = race.spent = race.turns = race.direction = race.over = 0
    return active


# --- dice and choices that are given


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


# --- what was told since the last `dice`


def rolled(race: Race, question: Question) -> list[tuple[int, int]]:
    """Every such die: (face, with its modifiers)."""
    return [(entry[2], entry[3]) for entry in entries(race, door.ROLL) if entry[1] == question]


def terms(race: Race, owner: int = 0) -> list[tuple[int, int]]:
    """The modifiers of a seat's rolls, as they were told: (modifier, value)."""
    return modifiers(race, owner)
