"""A small table for the rule tests: a race as one needs it, with the dice that are given.

race = table("A B", at="2.c.1 2.c.4", gear="g3_7")      # A's turn, on a straight without anything
with dice(race, 3, 2):                                  # all are used, and no more are asked for
    drive(race, car(race, "A"), AHEAD)

The test track: tiles 1 to 4 are straights of 8 squares in five lanes, with nothing on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from tests.journal import told

from wreckoning.core import door
from wreckoning.core.errors import Suspended
from wreckoning.core.ids import as_seat
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rush import courses
from wreckoning.rulesets.rush.events import Moved
from wreckoning.rulesets.rush.meta import SWITCHES
from wreckoning.rulesets.rush.race import Car, Equipment, Phase, Race
from wreckoning.rulesets.rush.rules.equipment import ACTIVATIONS
from wreckoning.rulesets.rush.rules.standings import settle_order
from wreckoning.rulesets.rush.ruleset import RULESET
from wreckoning.rulesets.rush.spots import Spot, speed_of
from wreckoning.rulesets.rush.squares import Square, SquareNumber, as_square, square_name

STRAIGHT = ["........"] * 5
UNDRIVEN = {"A": "ironclad", "B": "battleaxe", "C": "hornet", "D": "gravedigger"}


def tile(key: str, lanes: Sequence[str] = STRAIGHT, shape: str = "straight") -> dict[str, Any]:
    """A tile of one's own."""
    is_grid = shape == "straight" and len(lanes[1]) > 4
    side = {"name": key.title(), "shape": shape, "grid": is_grid, "lanes": list(lanes)}
    return {"key": key, "front": side}


def course(*tiles: dict[str, Any], laps: int = 1, closed: bool = False) -> dict[str, Any]:
    """A course of these tiles, or of four plain straights."""
    own = list(tiles) or [tile(f"plain_{n}") for n in range(1, 5)]
    return {
        "key": "test-track",
        "title": "Test Track",
        "blurb": "Straight on.",
        "difficulty": 1,
        "laps": laps,
        "closed": closed,
        "own_tile": own,
        "tile": [{"tile": each["key"]} for each in own],
    }


RING = course(
    tile("stand", ["......"] * 5),
    tile("bend_1", ["." * n for n in (8, 7, 6, 5, 4)], "right"),
    tile("bend_2", ["." * n for n in (8, 7, 6, 5, 4)], "right"),
    tile("back", ["......"] * 5),
    tile("bend_3", ["." * n for n in (8, 7, 6, 5, 4)], "right"),
    tile("bend_4", ["." * n for n in (8, 7, 6, 5, 4)], "right"),
    laps=2,
    closed=True,
)


def with_lanes(*lanes: str) -> dict[str, Any]:
    """The test track with these lanes on its second tile."""
    return course(tile("first"), tile("second", lanes), tile("third"), tile("fourth"))


def table(
    names: str = "A B",
    *,
    at: str = "",
    gear: str = "g4_8",
    track: dict[str, Any] | None = None,
    cars: dict[str, str] | None = None,
    drivers: dict[str, str] | None = None,
    **switches: str,
) -> Race:
    """A race in A's move, the gearsticks on `gear`, the whole speed and no lane change left.

    `at` gives the squares, in the order of the names. By default A drives the Ironclad (Structure
    9, Steering 6), B the Battleaxe (Structure 9, Steering 3, Combat Bumper).
    """
    chosen = {**UNDRIVEN, **(cars or {})}
    seats = []
    for name in names.split():
        setup = {"car": chosen[name]} if name in chosen else {}
        if drivers and name in drivers:
            setup["driver"] = drivers[name]
        seats.append(Seat(name, "person", setup))
    options = {switch.name: switch.default for switch in SWITCHES} | switches
    race = RULESET.start(courses.load(track or course()), seats, options)
    race.rounds = 1
    race.door.journaling = 1
    squares = at.split() or ["2.c.1", "2.c.5", "1.a.1", "1.e.1", "1.a.2", "1.e.2"]
    for seat, square in zip(range(len(seats)), squares, strict=False):
        put(race, seats[seat].name, square)
        race.cars[seat].gear = spot(gear)
    settle_order(race)
    race.slot = race.queue.index(0)
    race.phase = Phase.MOVE
    race.movement = speed_of(spot(gear))
    race.activations = ACTIVATIONS
    return race


def car(race: Race, name: str) -> Car:
    """The car of A, B, C …"""
    return race.cars[ord(name) - ord("A")]


def square(name: str) -> SquareNumber:
    """A square by its name."""
    return as_square(Square[name])


def spot(name: str) -> int:
    """A spot of the gear matrix by its name."""
    return int(Spot[name])


def put(race: Race, name: str, where: str) -> None:
    """Put a car onto a square; it has arrived there after all others."""
    race.moves += 1
    car(race, name).square = square(where)
    car(race, name).arrived = race.moves


def where(race: Race, name: str) -> str:
    """The square a car is on."""
    return square_name(car(race, name).square)


def wreck(race: Race, name: str) -> None:
    """Make a car a wreck where it stands."""
    car(race, name).structure = 0
    car(race, name).wrecked_round = race.rounds


def arm(race: Race, name: str, *equipment: Equipment) -> None:
    """Arm this, in a turn before; the driver is given it if they have none."""
    for each in equipment:
        car(race, name).figures.has[each] = 1
        car(race, name).armed[each] = 1


def lay_mine(race: Race, where: str, owner: str) -> None:
    """A mine of this driver's on a square."""
    mine = next(mine for mine in race.mines if mine.square == 0)
    mine.square, mine.owner = square(where), as_seat(ord(owner) - ord("A"))


@contextmanager
def dice(race: Race, *answers: int) -> Iterator[None]:
    """These answers (dice and choices) are given; each must be used, and no more are needed."""
    door.at_checkpoint(race)
    race.door.tape[: len(answers)] = list(answers)
    race.door.given = len(answers)
    yield
    assert race.door.used == len(answers), f"only {race.door.used} of {len(answers)} were used"


@contextmanager
def suspends(race: Race, *answers: int) -> Iterator[None]:
    """The rule uses these answers and then asks for another (see `asked`)."""
    door.at_checkpoint(race)
    race.door.tape[: len(answers)] = list(answers)
    race.door.given = len(answers)
    with pytest.raises(Suspended):
        yield
    assert race.door.used == len(answers)


def asked(race: Race) -> tuple[int, int, list[int]]:
    """What stands open after `Suspended`: who is asked, what, and the options."""
    ask = race.door.asks[0]
    return ask.by, ask.question, ask.options[: ask.count]


def way(race: Race, name: str = "A") -> list[str]:
    """The squares a car drove to since the last `dice`."""
    return [
        square_name(event.to) for event in told(race, Moved) if event.who == ord(name) - ord("A")
    ]
