"""Course records, and their update by a finished race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.race import Race
from wreckoning.rulesets.rush.view.words import points, rounds
from wreckoning.show import course_records
from wreckoning.show.course_records import Kind

FASTEST = Kind("race", "Fastest race", rounds)
CRUELLEST = Kind("dealt", "Most damage dealt", points, most=True)
LEAST_DEALT = 3  # structure points: fewer are no record


def update_records(
    match: Match, kept: Mapping[str, Any], race: str
) -> tuple[dict[str, Any], list[str]]:
    """Enter a finished race. Returns the records as JSON, and the new ones in words.

    The fewest rounds to the line: of equal ones the first across it. And the most structure
    points taken off others in a race: of equal ones the better placed driver's.
    """
    ended: Race = match.race
    cars = ended.cars[: ended.racers]
    first = sorted((car for car in cars if car.finish_round), key=lambda car: car.home)[:1]
    worst = min(cars, key=lambda car: (-car.damage_dealt, car.place))
    dealt = [worst] if worst.damage_dealt >= LEAST_DEALT else []
    found = {
        FASTEST: [(car.finish_round, match.names[car.seat]) for car in first],
        CRUELLEST: [(car.damage_dealt, match.names[car.seat]) for car in dealt],
    }
    return course_records.enter(found, kept, race)


def record_lines(kept: Mapping[str, Any]) -> list[str]:
    """The records of a course in words; empty if there are none."""
    return course_records.record_lines((FASTEST, CRUELLEST), kept)
