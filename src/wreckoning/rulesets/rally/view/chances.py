"""Word the chance of a test before it is taken."""

from __future__ import annotations

from fractions import Fraction

from wreckoning.core.declared import Asked
from wreckoning.rulesets.rally.numbers import Question
from wreckoning.rulesets.rally.race import SIDES, Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import chance, dropped_on
from wreckoning.rulesets.rally.rules.attributes import has_lost_half
from wreckoning.rulesets.rally.rules.terrain import EXPLODES

WHOLE = SIDES * SIDES  # what `aiming.chance` counts in


def extra_of(vehicle: Vehicle, question: Asked) -> int:
    """What the referee adds to its next roll, if that is one of this kind (V51)."""
    return vehicle.extra if vehicle.extra_roll == question else 0


def command_chance(race: Race, vehicle: Vehicle, modifiers: int = 0) -> Fraction:
    """The chance that it passes its next command test with this modifier (W1, W17)."""
    build, worse = race.builds[vehicle.index], int(has_lost_half(race, vehicle))
    modifiers += extra_of(vehicle, Question.COMMAND_DIE) - worse
    return Fraction(chance(modifiers, build.command, build.fearless), WHOLE)


def explosion_chance(vehicle: Vehicle) -> Fraction:
    """The chance that terrain which it touches explodes (W25)."""
    faces = SIDES + 1 - EXPLODES + extra_of(vehicle, Question.EXPLOSION_DIE)
    return Fraction(min(max(faces, 0), SIDES), SIDES)


def shot_explodes(attacks: int) -> Fraction:
    """The chance that one of these attacks at terrain is a 12, which explodes it (W25)."""
    return 1 - Fraction(SIDES - 1, SIDES) ** attacks


def behind(race: Race, slot: int) -> list[Vehicle]:
    """The vehicles that the active vehicle's dropper in this slot would hit (W28)."""
    hit = dropped_on(race, race.vehicles[race.active], slot)
    return [race.vehicles[n] for n in range(race.vehicle_count) if hit >> n & 1]
