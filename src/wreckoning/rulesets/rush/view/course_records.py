"""Course records, and their update by a finished race."""

from __future__ import annotations

from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.view.words import points
from wreckoning.show.course_records import Kind, Results, records_of
from wreckoning.show.words import rounds

LEAST_DEALT = 3  # structure points: fewer are no record


def _home(match: Match) -> Results:
    """The rounds to the line, of the first across it."""
    cars = [car for car in match.race.cars[: match.race.racers] if car.finish_round]
    first = sorted(cars, key=lambda car: car.home)[:1]
    return [(car.finish_round, match.names[car.seat]) for car in first]


def _dealt(match: Match) -> Results:
    """The most structure points taken off others: of equal ones the better placed driver's."""
    cars = match.race.cars[: match.race.racers]
    worst = min(cars, key=lambda car: (-car.damage_dealt, car.place))
    is_much = worst.damage_dealt >= LEAST_DEALT
    return [(worst.damage_dealt, match.names[worst.seat])] if is_much else []


update_records, record_lines = records_of(
    {
        Kind("race", "Fastest race", rounds): _home,
        Kind("dealt", "Most damage dealt", points, most=True): _dealt,
    }
)
