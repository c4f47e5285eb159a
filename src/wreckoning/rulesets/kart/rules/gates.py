"""Gates and laps that a movement crosses."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.geometry.gates import first_crossing
from wreckoning.rulesets.kart.events import Finished, Gate, Lap
from wreckoning.rulesets.kart.race import Kart, Race


@rule("E16")
def is_armed(kart: Kart) -> bool:
    """Items are for those who have passed a gate."""
    return kart.gate > 0 or kart.lap > 0


@rule("E16")
def cross_gates(race: Race, kart: Kart, distance: int) -> None:
    """The gates on the way, in their order, each after the one before; the last ends a lap.

    The body still stands where the movement begins.
    """
    body, course = race.bodies[kart.seat], race.course
    before = 0
    while kart.finish_round == 0:
        at = first_crossing(race.path, body, course.gates[kart.gate], distance)
        if at < before:
            return
        before = at
        kart.gate += 1
        tell(race, Gate(kart.seat, kart.gate))
        if kart.gate == course.gate_count:
            end_lap(race, kart)


@rule("E16")
def end_lap(race: Race, kart: Kart) -> None:
    """Across the finish line: another lap, or the race is won."""
    kart.gate = 0
    kart.lap += 1
    tell(race, Lap(kart.seat, kart.lap))
    if kart.lap == race.course.laps:
        kart.finish_round = race.rounds
        tell(race, Finished(kart.seat, race.rounds))
