"""Word the chance of a test before it is taken."""

from __future__ import annotations

from fractions import Fraction

from wreckoning.rulesets.rally.race import SIDES, Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import chance
from wreckoning.rulesets.rally.rules.attributes import has_lost_half
from wreckoning.rulesets.rally.rules.terrain import EXPLODES

WHOLE = SIDES * SIDES  # what `aiming.chance` counts in
EXPLOSION = Fraction(SIDES + 1 - EXPLODES, SIDES)  # of terrain that is touched (W25)


def command_chance(race: Race, vehicle: Vehicle, modifiers: int = 0) -> Fraction:
    """The chance that it passes a command test with this modifier (W1, W17)."""
    build = race.builds[vehicle.index]
    return _chance(race, vehicle, modifiers, build.command, build.fearless)


def _chance(race: Race, vehicle: Vehicle, modifiers: int, attribute: int, again: int) -> Fraction:
    worse = 1 if has_lost_half(race, vehicle) else 0
    return Fraction(chance(modifiers - worse, attribute, again), WHOLE)
