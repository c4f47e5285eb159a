"""What the referee may add: checks of his own (A69). Corrections are made by position."""

from __future__ import annotations

from wreckoning.core.door import REFEREE, offer, offer_range, plus, pose, tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.door import choose
from wreckoning.rulesets.rtd.numbers import Cause, Effect, Event, Modifier, Question
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.checks import racing_check, succeeds
from wreckoning.rulesets.rtd.rules.momentum import change, flip, spin_out, throw_into_the_air
from wreckoning.rulesets.rtd.rules.movement import fall_back_at_once
from wreckoning.rulesets.rtd.rules.passing import pass_attempt
from wreckoning.rulesets.rtd.rules.standings import ahead_in_group

WIDEST = 4


@rule("A69")
def ordered_check(race: Race) -> None:
    """The check the referee ordered, before anything else."""
    check = race.check
    kart = race.karts[check.driver]
    modifier, success, failure = check.modifier, check.success, check.failure
    check.ordered = 0
    check.driver = NOBODY
    check.modifier = 0
    check.success = 0
    check.failure = 0
    custom_check(race, kart, modifier, success, failure)


@rule("A69")
def custom_check(race: Race, kart: Kart, modifier: int, success: int, failure: int) -> None:
    """A Racing Check with effects of the referee's choice."""
    tell(race, Event.CUSTOM, kart.seat, 0, 0, 0, 0)
    bonus = plus(race, kart.seat, Modifier.REFEREE, modifier)
    if succeeds(racing_check(race, kart, Question.CUSTOM_CHECK, bonus)):
        apply_effect(race, kart, success)
    else:
        apply_effect(race, kart, failure)


@rule("A69")
def apply_effect(race: Race, kart: Kart, effect: int) -> None:
    """What the referee's check brings."""
    if Effect.GAIN_1 <= effect <= Effect.GAIN_3:
        change(race, kart, effect, Cause.REFEREE)
    elif effect == Effect.FREE_PASS:
        ahead = ahead_in_group(race, kart)
        if ahead != NOBODY:
            pass_attempt(race, kart, race.karts[ahead], 0)
    elif effect == Effect.LOSE_1:
        change(race, kart, -1, Cause.REFEREE)
    elif effect == Effect.LOSE_2:
        change(race, kart, -2, Cause.REFEREE)
    elif effect == Effect.SPIN_OUT:
        spin_out(race, kart)
    elif effect == Effect.FLIP:
        flip(race, kart)
    elif effect == Effect.THROWN:
        throw_into_the_air(race, kart)
    elif effect == Effect.FALL_BACK and not kart.fell_back:
        fall_back_at_once(race, kart)


@jitable
def choose_effect(race: Race, kart: Kart, question: int, first: int, last: int) -> int:
    """The referee chooses an effect: NOTHING or first … last."""
    pose(race, question, REFEREE, kart.seat)
    offer(race, Effect.NOTHING)
    offer_range(race, first, last)
    return choose(race)


@rule("R17", "A69")
def custom_action(race: Race, kart: Kart) -> None:
    """An action beyond the list: the referee says what check it is and what it brings."""
    pose(race, Question.CUSTOM_MODIFIER, REFEREE, kart.seat)
    offer_range(race, -WIDEST, WIDEST)
    modifier = choose(race)
    success = choose_effect(race, kart, Question.CUSTOM_SUCCESS, Effect.GAIN_1, Effect.FREE_PASS)
    failure = choose_effect(race, kart, Question.CUSTOM_FAILURE, Effect.LOSE_1, Effect.FALL_BACK)
    custom_check(race, kart, modifier, success, failure)
