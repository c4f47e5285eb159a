"""Course records, and their update by a finished race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.outcome import TALLIES, count
from wreckoning.rulesets.rally.race import FINISHED, Race
from wreckoning.rulesets.rally.view.names import vehicle_word
from wreckoning.rulesets.rally.view.words import hit_points, rounds
from wreckoning.show import course_records
from wreckoning.show.course_records import Kind

FASTEST = Kind("race", "Fastest home", rounds)
CRUELLEST = Kind("damage", "Most damage dealt", hit_points, most=True)
DAMAGE = TALLIES.index("damage_dealt")


def update_records(
    match: Match, kept: Mapping[str, Any], race: str
) -> tuple[dict[str, Any], list[str]]:
    """Enter a finished game. Returns the records as JSON, and the new ones in words.

    The fewest rounds to come home, and the most damage dealt by a player. Of equal ones the better
    placed counts first.
    """
    ended: Race = match.race
    home = [v for v in ended.vehicles[: ended.vehicle_count] if v.status == FINISHED]
    home.sort(key=lambda vehicle: (vehicle.ended, vehicle.rank))
    players = sorted(ended.seats[: ended.players], key=lambda player: player.place)
    dealt = [(int(count(ended, p.seat, DAMAGE)), match.names[p.seat]) for p in players]
    found = {
        FASTEST: [(vehicle.ended, vehicle_word(match, vehicle.index)) for vehicle in home],
        CRUELLEST: [(number, name) for number, name in dealt if number],
    }
    return course_records.enter(found, kept, race)


def record_lines(kept: Mapping[str, Any]) -> list[str]:
    """The records of a table in words; empty if there are none."""
    return course_records.record_lines((FASTEST, CRUELLEST), kept)
