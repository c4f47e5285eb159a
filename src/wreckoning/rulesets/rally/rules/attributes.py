"""Attribute tests, and the effect of a vehicle's condition on its attributes."""

from __future__ import annotations

from wreckoning.core.declared import Asked
from wreckoning.core.door import plus, plus_extra, roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rally.events import Tried
from wreckoning.rulesets.rally.numbers import Modifier, Pace, Question
from wreckoning.rulesets.rally.race import INCH, SIDES, Race, Vehicle

LOST_HALF = 2  # lost · LOST_HALF > all: more than half is lost
WEAKER = 2 * INCH


@rule("W17", "V5")
def has_lost_half(race: Race, vehicle: Vehicle) -> bool:
    """Has it lost more than half of its hit points?"""
    most = race.builds[vehicle.index].hit_points
    return (most - vehicle.hit_points) * LOST_HALF > most


@rule("W8", "W9", "W17")
def movement_of(race: Race, vehicle: Vehicle, pace: int) -> int:
    """How far it may move at this pace: stress and damage take from it, an advance adds."""
    build = race.builds[vehicle.index]
    if pace == Pace.STAND:
        return 0
    movement = (build.movement - vehicle.stress) * INCH
    if has_lost_half(race, vehicle):
        movement -= WEAKER
    if pace == Pace.ADVANCE:
        movement += (9 if build.fast else 6) * INCH
    return max(movement, 0)


@rule("W1")
def succeeds(natural: int, modifiers: int, attribute: int) -> bool:
    """A 1 always fails, a 12 always succeeds; else the sum has to reach the attribute."""
    if natural == 1:
        return False
    return natural == SIDES or natural + modifiers >= attribute


@rule("V51")
def referees_extra(race: Race, vehicle: Vehicle, question: Asked) -> int:
    """What the referee adds to the vehicle's next roll of this kind, once."""
    if vehicle.extra_roll != question:
        return 0
    return plus_extra(race, vehicle.owner, Modifier.EXTRA, vehicle)


@rule("W1", "W13")
def attribute_test(
    race: Race, vehicle: Vehicle, question: Asked, modifiers: int, attribute: int, again: int
) -> tuple[bool, int]:
    """One test: (passed, the natural die that stands). Modifiers have been told before.

    With `again` (Skilled, Resilient, Fearless) a failure that is no 1 is rolled once more. What
    the referee adds counts for both dice.
    """
    if has_lost_half(race, vehicle):
        modifiers += plus(race, vehicle.owner, Modifier.DAMAGE, -1)
    if vehicle.extra_roll:
        modifiers += referees_extra(race, vehicle, question)
    natural = roll(race, question, vehicle.index, SIDES)
    tell_roll(race, vehicle.owner, question, natural, natural + modifiers)
    if again and natural != 1 and not succeeds(natural, modifiers, attribute):
        natural = roll(race, question, vehicle.index, SIDES)
        tell_roll(race, vehicle.owner, question, natural, natural + modifiers)
    return succeeds(natural, modifiers, attribute), natural


@rule("W2")
def command_test(race: Race, vehicle: Vehicle, trial: int, modifiers: int) -> tuple[bool, int]:
    """A test of its driver's control: (passed, the natural die). Failing is the caller's matter.

    `modifiers` are told already.
    """
    build = race.builds[vehicle.index]
    vehicle.tests += 1
    passed, natural = attribute_test(
        race, vehicle, Question.COMMAND_DIE, modifiers, build.command, build.fearless
    )
    tell(race, Tried(vehicle.owner, vehicle.index, trial, 1 if passed else 0))
    return passed, natural


@rule("W2")
def defence_test(race: Race, vehicle: Vehicle, trial: int, modifiers: int) -> bool:
    """A test of its armour; failing one costs hit points, which the caller takes."""
    build = race.builds[vehicle.index]
    passed, _ = attribute_test(
        race, vehicle, Question.DEFENCE_DIE, modifiers, build.defence, build.resilient
    )
    tell(race, Tried(vehicle.owner, vehicle.index, trial, 1 if passed else 0))
    return passed


@rule("W2")
def skill_test(race: Race, vehicle: Vehicle, modifiers: int) -> tuple[bool, int]:
    """A battle skill test: (hit, the natural die). `modifiers` are told already."""
    build = race.builds[vehicle.index]
    return attribute_test(race, vehicle, Question.SKILL_DIE, modifiers, build.skill, build.skilled)
