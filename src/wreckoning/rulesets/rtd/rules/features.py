"""Course features: hazards, what lies on the track, dash panels."""

from __future__ import annotations

from wreckoning.core.door import plus, tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.events import Cause, Event, Modifier
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import (
    FLIP_DAMAGE,
    PER_SEGMENT,
    DashPanel,
    Hazard,
    Kart,
    Race,
)
from wreckoning.rulesets.rtd.rules.checks import card_bonus, racing_check, succeeds
from wreckoning.rulesets.rtd.rules.litter import meet_litter
from wreckoning.rulesets.rtd.rules.momentum import change, flip, spin_out
from wreckoning.rulesets.rtd.rules.standings import is_racing, segment_index, segment_of
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
    """On the check against this hazard as things are."""
    return hazard.worse_modifier if is_worse(race, hazard) else hazard.modifier


@jitable
def hazard_damage(race: Race, hazard: Hazard) -> int:
    """What failing it does as things are."""
    return hazard.worse_damage if is_worse(race, hazard) else hazard.damage


@rule("R26", "A63")
def meet_hazard(race: Race, kart: Kart, index: int) -> bool:
    """A Racing Check, or its damage. True if the driver was hit. No item protects from it."""
    hazard = segment_of(race, kart).hazards[index]
    at = segment_index(race, kart)
    bonus = plus(race, kart.seat, Modifier.COURSE, hazard_modifier(race, hazard))
    bonus += card_bonus(race, kart, kart.figures.hazard)
    if succeeds(racing_check(race, kart, Question.HAZARD_CHECK, bonus)):
        tell(race, Event.HAZARD_PASSED, kart.seat, index, at, 0, 0)
        return False
    tell(race, Event.HAZARD_HIT, kart.seat, index, at, 0, 0)
    if hazard_damage(race, hazard) == FLIP_DAMAGE:
        flip(race, kart)
    else:
        spin_out(race, kart)
    return True


@rule("R26", "A32")
def meet_hazards(race: Race, kart: Kart, arriving: bool) -> bool:
    """All hazards of the segment, and what lies there. True if any of them hit."""
    hit = False
    segment = segment_of(race, kart)
    for index in range(PER_SEGMENT):
        if is_in_force(race, segment.hazards[index]) and meet_hazard(race, kart, index):
            hit = True
    return meet_litter(race, kart, arriving) or hit


@rule("R26", "R40")
def drive_over(race: Race, kart: Kart, panel: DashPanel, index: int) -> None:
    """A dash panel: automatic or for a check; Momentum, and ink is washed off."""
    if panel.checked:
        bonus = plus(race, kart.seat, Modifier.COURSE, panel.modifier)
        if not succeeds(racing_check(race, kart, Question.DASH_CHECK, bonus)):
            return
    tell(race, Event.DASHED, kart.seat, index, segment_index(race, kart), 0, 0)
    change(race, kart, panel.momentum, Cause.DASH_PANEL)
    wash_ink(race, kart)


@jitable
def meet_dash_panels(race: Race, kart: Kart) -> None:
    """All dash panels of the segment."""
    segment = segment_of(race, kart)
    for index in range(PER_SEGMENT):
        if segment.dash_panels[index].exists:
            drive_over(race, kart, segment.dash_panels[index], index)


@rule("R26", "A32")
def course_features(race: Race) -> None:
    """By race order, hazards then dash panels; item boxes come in Cleanup."""
    for index in range(race.drivers):
        kart = race.karts[race.order[index]]
        if is_racing(kart) and not kart.fell_back and not kart.skips_features:
            meet_hazards(race, kart, False)
            meet_dash_panels(race, kart)
