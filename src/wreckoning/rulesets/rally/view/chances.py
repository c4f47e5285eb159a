"""Word the chance of a test before it is taken."""

from __future__ import annotations

from fractions import Fraction

from wreckoning.rulesets.rally.race import SIDES, Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import chance, dropped_on
from wreckoning.rulesets.rally.rules.attributes import has_lost_half
from wreckoning.rulesets.rally.rules.terrain import EXPLODES

WHOLE = SIDES * SIDES  # what `aiming.chance` counts in
EXPLOSION = Fraction(SIDES + 1 - EXPLODES, SIDES)  # of terrain that is touched (W25)


def command_chance(race: Race, vehicle: Vehicle, modifiers: int = 0) -> Fraction:
    """The chance that it passes a command test with this modifier (W1, W17)."""
    build, worse = race.builds[vehicle.index], int(has_lost_half(race, vehicle))
    return Fraction(chance(modifiers - worse, build.command, build.fearless), WHOLE)


def shot_explodes(attacks: int) -> Fraction:
    """The chance that one of these attacks at terrain is a 12, which explodes it (W25)."""
    return 1 - Fraction(SIDES - 1, SIDES) ** attacks


def behind(race: Race, slot: int) -> list[Vehicle]:
    """The vehicles that the active vehicle's dropper in this slot would hit (W28)."""
    hit = dropped_on(race, race.vehicles[race.active], slot)
    return [race.vehicles[n] for n in range(race.vehicle_count) if hit >> n & 1]
