"""Course features: hazards, what lies on the track, dash panels."""

from __future__ import annotations

from wreckoning.core.door import plus
from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import Dashed, HazardHit, HazardPassed
from wreckoning.rulesets.rtd.numbers import Cause, Modifier, Question
from wreckoning.rulesets.rtd.race import PER_SEGMENT, Hazard, Kart, Race
from wreckoning.rulesets.rtd.rules.checks import (
    card_bonus,
    effect_of_check,
    racing_check,
    succeeds,
)
from wreckoning.rulesets.rtd.rules.litter import meet_litter
from wreckoning.rulesets.rtd.rules.momentum import change, suffer
from wreckoning.rulesets.rtd.rules.standings import segment_index
from wreckoning.rulesets.rtd.rules.statuses import wash_ink


@jitable
def in_state(race: Race, event: int, states: int) -> bool:
    """Is this event of the course in one of these states (a bit each)?"""
    return event != NOBODY and (states >> race.events[event].state) & 1 == 1


@rule("R9")
def is_in_force(race: Race, hazard: Hazard) -> bool:
    """A hazard may be there only in some states of an event."""
    if not hazard.exists:
        return False
    return hazard.event == NOBODY or in_state(race, hazard.event, hazard.states)


@jitable
def is_worse(race: Race, hazard: Hazard) -> bool:
    """An event may worsen a hazard."""
    return in_state(race, hazard.worse_event, hazard.worse_states)


@jitable
def hazard_modifier(race: Race, hazard: Hazard) -> int:
    """The modifier on the check against this hazard in the present state."""
    return hazard.worse_modifier if is_worse(race, hazard) else hazard.modifier


@jitable
def hazard_damage(race: Race, hazard: Hazard) -> int:
    """The damage of this hazard in the present state."""
    return hazard.worse_damage if is_worse(race, hazard) else hazard.damage


@rule("R26", "A63")
def meet_hazard(race: Race, kart: Kart, at: int, index: int) -> bool:
    """A Racing Check, or its damage. True if the driver was hit. No item protects from it."""
    hazard = race.course.segment[at].hazards[index]
    bonus = plus(race, kart.seat, Modifier.COURSE, hazard_modifier(race, hazard))
    bonus += card_bonus(race, kart, kart.figures.hazard)
    if succeeds(racing_check(race, kart, Question.HAZARD_CHECK, bonus)):
        if race.door.journaling:
            tell(race, HazardPassed(kart.seat, index, at))
        return False
    if race.door.journaling:
        tell(race, HazardHit(kart.seat, index, at))
    suffer(race, kart, hazard_damage(race, hazard))
    return True


@rule("R26", "A32")
def meet_hazards(race: Race, kart: Kart, at: int) -> bool:
    """All hazards of this segment, and what lies there. True if any of them hit."""
    hit = False
    hazards = race.course.segment[at].hazards
    index = 0
    while index < PER_SEGMENT and hazards[index].exists:
        if is_in_force(race, hazards[index]) and meet_hazard(race, kart, at, index):
            hit = True
        index += 1
    return meet_litter(race, kart, at) or hit


@rule("R26", "R40", "A4")
def drive_over(race: Race, kart: Kart, at: int, index: int) -> bool:
    """A dash panel: automatic or for a check; Momentum, and ink is washed off.

    True if its check cost Momentum.
    """
    panel = race.course.segment[at].dash_panels[index]
    if panel.checked:
        bonus = plus(race, kart.seat, Modifier.COURSE, panel.modifier)
        result = racing_check(race, kart, Question.DASH_CHECK, bonus)
        if not succeeds(result):
            return effect_of_check(result) < 0
    tell(race, Dashed(kart.seat, index, at))
    change(race, kart, panel.momentum, Cause.DASH_PANEL)
    wash_ink(race, kart)
    return False


@jitable
def meet_dash_panels(race: Race, kart: Kart, at: int) -> bool:
    """All dash panels of this segment. True if the check of any cost Momentum."""
    lost = False
    panels = race.course.segment[at].dash_panels
    index = 0
    while index < PER_SEGMENT and panels[index].exists:
        if drive_over(race, kart, at, index):
            lost = True
        index += 1
    return lost


@rule("R26", "A32")
def course_features(race: Race) -> None:
    """By race order, hazards then dash panels; item boxes come in Cleanup."""
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if not (kart.finish_turn or kart.fell_back or kart.skips_features):
            at = segment_index(race, kart)
            meet_hazards(race, kart, at)
            meet_dash_panels(race, kart, at)
