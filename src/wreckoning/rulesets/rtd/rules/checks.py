"""Racing Checks and opposed checks."""

from __future__ import annotations

from wreckoning.core.declared import Asked
from wreckoning.core.door import plus, plus_extra, roll, tell_roll
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.numbers import Cause, Modifier, Question
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.momentum import change
from wreckoning.rulesets.rtd.rules.statuses import status_penalty

DIE = 6


@rule("A86")
def referees_extra(race: Race, kart: Kart, question: Asked) -> int:
    """What the referee adds to the driver's next roll of this kind, once."""
    if kart.extra_roll != question:
        return 0
    return plus_extra(race, kart.seat, Modifier.EXTRA, kart)


@jitable
def die(race: Race, kart: Kart, question: Asked, modifiers: int) -> int:
    """A d6 for a driver plus modifiers already told: the result."""
    if kart.extra_roll:
        modifiers += referees_extra(race, kart, question)
    natural = roll(race, question, kart.seat, DIE)
    result = natural + modifiers
    if race.door.journaling:
        tell_roll(race, kart.seat, question, natural, result)
    return result


@rule("R1", "R2")
def effect_of_check(result: int) -> int:
    """The Momentum that always comes with a Racing Check of this result."""
    if result >= 6:
        return 1 if result == 6 else 2
    if result >= 2:
        return 0
    return -1 if result == 1 else -2


@rule("R1")
def succeeds(result: int) -> bool:
    """A Racing Check succeeds on 4 or more."""
    return result >= 4


@rule("R1", "R2", "R3", "A12")
def racing_check(race: Race, kart: Kart, question: Asked, bonus: int) -> int:
    """A Racing Check with its Momentum: d6 + status penalties + bonus. Returns the result.

    The driver's own Momentum does not modify it.
    """
    if kart.ink_until or kart.shrunk_until:
        bonus += status_penalty(race, kart)
    result = die(race, kart, question, bonus)
    effect = effect_of_check(result)
    if effect != 0:
        change(race, kart, effect, Cause.CHECK)
    return result


@rule("R5", "A9")
def opposed_check(race: Race, kart: Kart, question: Asked, bonus: int) -> int:
    """One side of an opposed Racing Check: status penalties count, the dice bring no Momentum."""
    return die(race, kart, question, bonus + status_penalty(race, kart))


@rule("A8")
def beats(attack: int, defence: int) -> bool:
    """The driver who starts an opposed check must be strictly higher."""
    return attack > defence


@jitable
def card_bonus(race: Race, kart: Kart, value: int) -> int:
    """What the driver's Perk or Debuff adds to this roll."""
    return 0 if value == 0 else plus(race, kart.seat, Modifier.PERK, value)


@jitable
def spin_out_check(race: Race, kart: Kart, bonus: int) -> bool:
    """A Racing Check, or spin out. True if the kart stays straight."""
    bonus += card_bonus(race, kart, kart.figures.spin_out_check)
    return succeeds(racing_check(race, kart, Question.SPIN_OUT_CHECK, bonus))
