"""Course records as JSON: what is kept, what a finished race makes of it, how it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wreckoning.core.match import Match
from wreckoning.rulesets.rush.race import Race
from wreckoning.rulesets.rush.view.words import points, rounds
from wreckoning.show import course_records
from wreckoning.show.course_records import news, read_record, update, write_record

FASTEST, CRUELLEST = "race", "dealt"
LEAST_DEALT = 3  # structure points: fewer are no record


def update_records(
    match: Match, kept: Mapping[str, Any], race: str
) -> tuple[dict[str, Any], list[str]]:
    """Enter a finished race: the records as JSON after it, and what is new, in words.

    The fewest rounds to the line: of equal ones the first across it. And the most structure
    points taken off others in a race: of equal ones the better placed driver's.
    """
    fastest = before_fastest = read_record(kept.get(FASTEST))
    cruellest = before_cruellest = read_record(kept.get(CRUELLEST))
    ended: Race = match.race
    cars = ended.cars[: ended.racers]
    home = [car for car in cars if car.finish_round]
    if home:
        first = min(home, key=lambda car: car.home)
        fastest = update(fastest, first.finish_round, match.names[first.seat], race)
    worst = min(cars, key=lambda car: (-car.damage_dealt, car.place))
    if worst.damage_dealt >= LEAST_DEALT:
        name = match.names[worst.seat]
        cruellest = update(cruellest, worst.damage_dealt, name, race, most=True)
    lines = news("Fastest race", before_fastest, fastest, rounds)
    lines += news("Most damage dealt", before_cruellest, cruellest, points)
    return {FASTEST: write_record(fastest), CRUELLEST: write_record(cruellest)}, lines


def record_lines(kept: Mapping[str, Any]) -> list[str]:
    """The records of a course in words; empty if there are none."""
    return course_records.record_lines(
        (
            ("fastest race", read_record(kept.get(FASTEST)), rounds),
            ("most damage dealt", read_record(kept.get(CRUELLEST)), points),
        )
    )
