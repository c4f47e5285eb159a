"""Course records as JSON: what is kept, what a finished race makes of it, how it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wreckoning.core.match import Match
from wreckoning.rulesets.kart.race import Race
from wreckoning.rulesets.kart.view.words import hits, rounds
from wreckoning.show import course_records
from wreckoning.show.course_records import news, read_record, update, write_record

FASTEST, CRUELLEST = "race", "hits"


def update_records(
    match: Match, kept: Mapping[str, Any], race: str
) -> tuple[dict[str, Any], list[str]]:
    """Enter a finished race: the records as JSON after it, and what is new, in words.

    The fewest rounds to the last gate; and the most hits dealt in a race. Of equal ones the better
    placed driver's counts first.
    """
    fastest = before_fastest = read_record(kept.get(FASTEST))
    cruellest = before_cruellest = read_record(kept.get(CRUELLEST))
    ended: Race = match.race
    for kart in sorted(ended.karts[: ended.racers], key=lambda kart: kart.place):
        name = match.names[kart.seat]
        if kart.finish_round:
            fastest = update(fastest, kart.finish_round, name, race)
        if kart.hits_dealt:
            cruellest = update(cruellest, kart.hits_dealt, name, race, most=True)
    lines = news("Fastest race", before_fastest, fastest, rounds)
    lines += news("Most hits dealt", before_cruellest, cruellest, hits)
    return {FASTEST: write_record(fastest), CRUELLEST: write_record(cruellest)}, lines


def record_lines(kept: Mapping[str, Any]) -> list[str]:
    """The records of a course in words; empty if there are none."""
    return course_records.record_lines(
        (
            ("fastest race", read_record(kept.get(FASTEST)), rounds),
            ("most hits dealt", read_record(kept.get(CRUELLEST)), hits),
        )
    )
