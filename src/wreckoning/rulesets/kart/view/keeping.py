"""Course records, and their update by a finished race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.race import Race
from wreckoning.rulesets.kart.view.words import hits, rounds
from wreckoning.show import course_records
from wreckoning.show.course_records import Kind

FASTEST = Kind("race", "Fastest race", rounds)
CRUELLEST = Kind("hits", "Most hits dealt", hits, most=True)


def update_records(
    match: Match, kept: Mapping[str, Any], race: str
) -> tuple[dict[str, Any], list[str]]:
    """Enter a finished race. Returns the records as JSON, and the new ones in words.

    The fewest rounds to the last gate, and the most hits dealt in a race. Of equal ones the better
    placed driver's counts first.
    """
    ended: Race = match.race
    karts = sorted(ended.karts[: ended.racers], key=lambda kart: kart.place)
    home = [(kart.finish_round, match.names[kart.seat]) for kart in karts if kart.finish_round]
    hitting = [(kart.hits_dealt, match.names[kart.seat]) for kart in karts if kart.hits_dealt]
    return course_records.enter({FASTEST: home, CRUELLEST: hitting}, kept, race)


def record_lines(kept: Mapping[str, Any]) -> list[str]:
    """The records of a course in words; empty if there are none."""
    return course_records.record_lines((FASTEST, CRUELLEST), kept)
