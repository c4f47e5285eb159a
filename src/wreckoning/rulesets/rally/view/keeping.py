"""Course records as JSON: what is kept, what a finished game makes of it, how it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wreckoning.core.match import Match
from wreckoning.rulesets.rally.outcome import TALLIES, count
from wreckoning.rulesets.rally.race import FINISHED, Race
from wreckoning.rulesets.rally.view.names import vehicle_word
from wreckoning.rulesets.rally.view.words import hit_points, rounds
from wreckoning.show.course_records import news, read_record, update, write_record

FASTEST, CRUELLEST = "race", "damage"
DAMAGE = TALLIES.index("damage_dealt")


def update_records(
    match: Match, kept: Mapping[str, Any], race: str
) -> tuple[dict[str, Any], list[str]]:
    """Enter a finished game: the records as JSON after it, and what is new, in words.

    The fewest rounds to come home, and the most damage dealt by a player. Of equal ones the better
    placed counts first.
    """
    fastest = before_fastest = read_record(kept.get(FASTEST))
    cruellest = before_cruellest = read_record(kept.get(CRUELLEST))
    ended: Race = match.race
    home = [v for v in ended.vehicles[: ended.vehicle_count] if v.status == FINISHED]
    for vehicle in sorted(home, key=lambda vehicle: (vehicle.ended, vehicle.rank)):
        fastest = update(fastest, vehicle.ended, vehicle_word(match, vehicle.index), race)
    for player in sorted(ended.seats[: ended.players], key=lambda player: player.place):
        dealt = int(count(ended, player.seat, DAMAGE))
        if dealt:
            cruellest = update(cruellest, dealt, match.names[player.seat], race, most=True)
    lines = news("Fastest home", before_fastest, fastest, rounds)
    lines += news("Most damage dealt", before_cruellest, cruellest, hit_points)
    return {FASTEST: write_record(fastest), CRUELLEST: write_record(cruellest)}, lines


def record_lines(kept: Mapping[str, Any]) -> list[str]:
    """The records of a table in words; empty if there are none."""
    found = (
        ("fastest home", read_record(kept.get(FASTEST)), rounds),
        ("most damage dealt", read_record(kept.get(CRUELLEST)), hit_points),
    )
    return [
        f"{what} {words(record.turns)} by {record.holder}"
        for what, record, words in found
        if record
    ]
