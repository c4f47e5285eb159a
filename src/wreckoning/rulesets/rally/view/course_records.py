"""Course records, and their update by a finished race."""

from __future__ import annotations

from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.outcome import TALLIES, count
from wreckoning.rulesets.rally.race import Status
from wreckoning.rulesets.rally.view.names import vehicle_word
from wreckoning.rulesets.rally.view.words import hit_points
from wreckoning.show.course_records import Kind, Results, records_of
from wreckoning.show.words import rounds

DAMAGE = TALLIES.index("damage_dealt")


def _home(match: Match) -> Results:
    """The rounds to come home: of equal ones the better placed counts first."""
    vehicles = match.race.vehicles[: match.race.vehicle_count]
    home = [vehicle for vehicle in vehicles if vehicle.status == Status.FINISHED]
    home.sort(key=lambda vehicle: (vehicle.ended, vehicle.rank))
    return [(vehicle.ended, vehicle_word(match, vehicle.index)) for vehicle in home]


def _damage(match: Match) -> Results:
    """The damage dealt by a player: of equal ones the better placed counts first."""
    players = sorted(match.race.seats[: match.race.players], key=lambda player: player.place)
    dealt = [(int(count(match.race, p.seat, DAMAGE)), match.names[p.seat]) for p in players]
    return [(number, name) for number, name in dealt if number]


update_records, record_lines = records_of(
    {
        Kind("race", "Fastest home", rounds): _home,
        Kind("damage", "Most damage dealt", hit_points, most=True): _damage,
    }
)
