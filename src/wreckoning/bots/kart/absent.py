"""The policy for a driver whose player does not answer."""

from __future__ import annotations

from wreckoning.bots.kart.steering import best_manoeuvre, best_on, straight_slide
from wreckoning.core.door import AskRecord, is_offered
from wreckoning.core.rules import rule
from wreckoning.rulesets.kart.numbers import Declaration, Question, Shift
from wreckoning.rulesets.kart.questions import MOST_SPIN_STEPS
from wreckoning.rulesets.kart.race import Race


@rule("E23")
def absent(race: Race, ask: AskRecord) -> int:
    """Drive on along the road: no skid dice, no items, evading.

    A SHIFT of a trivial template drops a hazard. The driver neither turns in a slide nor spins.
    """
    question = ask.question
    if question == Question.MANOEUVRE:
        return best_manoeuvre(race, ask, race.karts[ask.by])
    if question == Question.FORCED:
        return best_on(race, ask, race.karts[ask.by], False)
    if question == Question.SHIFT:
        return Shift.DROP_HAZARD if is_offered(ask, Shift.DROP_HAZARD) else Shift.NOTHING
    if question == Question.SLIDE:
        return straight_slide(ask)
    if question == Question.SPIN:
        return MOST_SPIN_STEPS
    if question == Question.DECLARE:
        return Declaration.EVADE
    return ask.options[0]
