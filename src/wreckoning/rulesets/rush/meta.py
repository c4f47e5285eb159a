"""The title, seats and switches of Rush 'n' Crush, and the race before the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wreckoning.core.ids import SeatIndex, by_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.core.ruleset import Seat, Switch
from wreckoning.rulesets.rush.cars import build, deal
from wreckoning.rulesets.rush.course_words import CourseFile
from wreckoning.rulesets.rush.gears import matrix
from wreckoning.rulesets.rush.race import MAX_CARS, Race
from wreckoning.rulesets.rush.spots import NEUTRAL

KEY = "rush"
TITLE = "Rush 'n' Crush"
VERSION = "1.1"
STAGE = "complete"
BLURB = "Armed cars on a road of squares: gears, heat, lane changes, rams, and one gun too many."
SOURCES = ("Roger's Rules: Rush 'n' Crush, by Roger Bell_West, March 12, 2024",)
SEATS = range(2, MAX_CARS + 1)

SWITCHES = (
    Switch(
        "race_to_the_last",
        ("on", "off"),
        "D12",
        "whether the race goes on after the first car is home",
        (
            "The race goes on after the first car is home",
            "The race ends when the first car is home; the others are placed by their progress",
        ),
    ),
)


@table_rule("N7")
def lay_out(course: CourseFile, seats: Sequence[Seat], options: Mapping[str, str]) -> Race:
    """The race before the grid is drawn: full points, equipment disarmed, Heat 0, gearstick on 0.

    Raises Illegal for an unknown car or driver, or one that is chosen twice.
    """
    race = Race()
    race.course = course.record.copy()
    race.matrix = matrix()
    race.racers = len(seats)
    race.switches.race_to_the_last = int(options["race_to_the_last"] == "on")
    for index in seat_range(len(race.queue)):
        race.queue[index] = index if index < len(seats) else NOBODY
    for mine in race.mines:
        mine.owner = NOBODY
    for index, cards in by_seat(deal(seats)):
        car = race.cars[index]
        car.car, car.driver = cards[0].code, cards[1].code
        car.figures = build(*cards)
        fill_up(race, index)
    for index in seat_range(len(race.cars)):
        race.cars[index].seat = index
    return race


def fill_up(race: Race, seat: SeatIndex) -> None:
    """Set all points of a car to those at the start."""
    car = race.cars[seat]
    figures = car.figures
    car.gear = NEUTRAL
    car.structure, car.steering = figures.structure, figures.steering
    car.brake, car.turbo, car.mines = figures.brake, figures.turbo, figures.mines
