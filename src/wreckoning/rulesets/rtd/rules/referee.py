"""Checks that the referee orders (A69). Corrections are made by position."""

from __future__ import annotations

from wreckoning.core.door import REFEREE, choose, offer, offer_range, plus, pose
from wreckoning.core.events import tell
from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import Custom
from wreckoning.rulesets.rtd.numbers import Cause, Effect, Modifier, Question
from wreckoning.rulesets.rtd.race import PER_SEGMENT, WIDEST, Kart, Race
from wreckoning.rulesets.rtd.rules.checks import racing_check, succeeds
from wreckoning.rulesets.rtd.rules.dragging import run_into_dragged
from wreckoning.rulesets.rtd.rules.features import is_in_force, meet_hazard
from wreckoning.rulesets.rtd.rules.momentum import change, flip, spin_out, throw_into_the_air
from wreckoning.rulesets.rtd.rules.movement import fall_back_at_once
from wreckoning.rulesets.rtd.rules.passing import pass_attempt, rams, suffer_ram, wins_ram
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_in_group,
    same_group,
    segment_index,
    segment_of,
)


@rule("A69")
def ordered_check(race: Race) -> None:
    """The check the referee ordered, before anything else."""
    check = race.check
    kart, other = race.karts[check.driver], check.other
    modifier, success, failure = check.modifier, check.success, check.failure
    check.ordered = 0
    check.driver = NOBODY
    check.other = NOBODY
    check.modifier = 0
    check.success = 0
    check.failure = 0
    custom_check(race, kart, modifier, success, failure, other)


@rule("A69")
def custom_check(
    race: Race, kart: Kart, modifier: int, success: int, failure: int, other: int
) -> None:
    """A Racing Check with effects of the referee's choice; one that rams `other` is opposed."""
    tell(race, Custom(kart.seat))
    bonus = plus(race, kart.seat, Modifier.REFEREE, modifier)
    if is_ram(success):
        if other != NOBODY and rams(race, kart, 1, race.karts[other]):
            custom_ram(race, kart, race.karts[other], bonus, success, failure)
    elif succeeds(racing_check(race, kart, Question.CUSTOM_CHECK, bonus)):
        apply_effect(race, kart, success)
    else:
        apply_effect(race, kart, failure)


@rule("R17", "R22", "R33", "A69")
def custom_ram(race: Race, kart: Kart, other: Kart, bonus: int, success: int, failure: int) -> None:
    """Ram a driver without a pass, perhaps into the hazards of the segment.

    Won: both lose 1 Momentum; the other makes a Racing Check or spins out, or meets the hazards.
    Lost: what the referee says, and the rammer runs into what the other drags.
    """
    if not wins_ram(race, kart, other, bonus):
        apply_effect(race, kart, failure)
        run_into_dragged(race, kart, other)
        return
    change(race, kart, -1, Cause.RAM)
    if success == Effect.RAM:
        suffer_ram(race, other, kart)
        return
    change(race, other, -1, Cause.RAM)
    hazards = segment_of(race, other).hazards
    for index in range(PER_SEGMENT):
        if is_in_force(race, hazards[index]):
            meet_hazard(race, other, segment_index(race, other), index)


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


@rule("A69")
def is_ram(effect: int) -> bool:
    """Does this effect ram another driver?"""
    return effect in (Effect.RAM, Effect.RAM_INTO_HAZARD)


@rule("A5", "A62", "A63", "A69")
def may_ram(race: Race, kart: Kart, other: Kart) -> bool:
    """Another driver of the same group, within reach of this one's ram."""
    is_other = kart.seat != other.seat
    return is_other and same_group(kart, other) and rams(race, kart, 1, other)


@jitable
def can_ram(race: Race, kart: Kart) -> bool:
    """Is there anyone to ram?"""
    for seat in seat_range(race.drivers):  # noqa: SIM110  (compiled)
        if may_ram(race, kart, race.karts[seat]):
            return True
    return False


@jitable
def has_hazard(race: Race, kart: Kart) -> bool:
    """Is a hazard in force in the driver's segment?"""
    hazards = segment_of(race, kart).hazards
    for index in range(PER_SEGMENT):  # noqa: SIM110  (compiled)
        if is_in_force(race, hazards[index]):
            return True
    return False


@rule("A69")
def choose_success(race: Race, kart: Kart) -> int:
    """The referee chooses what success brings."""
    pose(race, Question.CUSTOM_SUCCESS, REFEREE, kart.seat)
    offer_range(race, Effect.NOTHING, Effect.FREE_PASS)
    if can_ram(race, kart):
        offer(race, Effect.RAM)
        if has_hazard(race, kart):
            offer(race, Effect.RAM_INTO_HAZARD)
    return choose(race)


@rule("A69")
def choose_rammed(race: Race, kart: Kart) -> int:
    """The referee names its target."""
    pose(race, Question.CUSTOM_OTHER, REFEREE, kart.seat)
    for index in range(race.drivers):
        if may_ram(race, kart, race.karts[race.order[index]]):
            offer(race, race.order[index])
    return choose(race)


@rule("R17", "A69")
def custom_action(race: Race, kart: Kart) -> None:
    """An action beyond the list: the referee says what check it is and what it brings."""
    pose(race, Question.CUSTOM_MODIFIER, REFEREE, kart.seat)
    offer_range(race, -WIDEST, WIDEST)
    modifier = choose(race)
    success = choose_success(race, kart)
    other = choose_rammed(race, kart) if is_ram(success) else NOBODY
    pose(race, Question.CUSTOM_FAILURE, REFEREE, kart.seat)
    offer(race, Effect.NOTHING)
    offer_range(race, Effect.LOSE_1, Effect.FALL_BACK)
    custom_check(race, kart, modifier, success, choose(race), other)
