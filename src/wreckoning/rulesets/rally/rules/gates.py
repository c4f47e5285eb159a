"""Gates that a movement crosses, and laps."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule
from wreckoning.geometry.gates import corners_through, first_passage
from wreckoning.geometry.paths import Path
from wreckoning.rulesets.rally.events import GateCrossed, Lap
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.missions import crossed_gate, has_gate


@rule("W18", "V21")
def next_passage(race: Race, vehicle: Vehicle, path: Path, since: int, limit: int) -> int:
    """The distance at which all of it has crossed its next gate; NOBODY if it does not.

    Not before `since`, where it crossed the gate before. The body stands where the path begins.
    """
    if not has_gate(race, vehicle):
        return NOBODY
    body, gate = race.bodies[vehicle.index], race.course.gates[vehicle.gate]
    at = first_passage(path, body, gate, limit, vehicle.through)
    return at if at >= since else NOBODY


@rule("V21")
def follow_gate(race: Race, vehicle: Vehicle, path: Path, distance: int) -> None:
    """Note the corners that are through its next gate after a part of the path."""
    if has_gate(race, vehicle):
        body, gate = race.bodies[vehicle.index], race.course.gates[vehicle.gate]
        vehicle.through = corners_through(path, body, gate, distance, vehicle.through)


@rule("W18", "W34")
def pass_gate(race: Race, vehicle: Vehicle) -> None:
    """Count and tell that it has crossed its next gate, and let the mission act on it.

    A lap is complete with gate 1, but for the first time at the start.
    """
    course, gate, laps = race.course, vehicle.gate, vehicle.lap
    vehicle.gates += 1
    vehicle.through = 0
    number = course.first_gate + vehicle.gates
    vehicle.gate = number % course.gate_count
    vehicle.lap = (number - 1) // course.gate_count
    tell(race, GateCrossed(vehicle.owner, vehicle.index, gate, vehicle.lap))
    if vehicle.lap > laps:
        tell(race, Lap(vehicle.owner, vehicle.index, vehicle.lap))
    crossed_gate(race, vehicle)
