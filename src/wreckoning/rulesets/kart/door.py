"""The ruleset's way to the one door: where nobody answers, its own policies choose."""

from __future__ import annotations

from wreckoning.core.door import FIRST_POLICY, RANDOM, AskRecord, at_random, is_offered, make_choose
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.kart.numbers import Declaration, Question, Shift
from wreckoning.rulesets.kart.questions import MOST_SPIN_STEPS
from wreckoning.rulesets.kart.race import Race
from wreckoning.rulesets.kart.rookie import rookie
from wreckoning.rulesets.kart.steering import best_manoeuvre, best_on, straight_slide

POLICIES = ("random", "rookie", "absent")


@rule("E23")
def absent(race: Race, ask: AskRecord) -> int:
    """A driver whose player does not answer: on along the road, no skid dice, no items, evading.

    A SHIFT of a trivial template drops a hazard. He does not turn in a slide, and does not spin.
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


@jitable
def decide(race: Race, index: int) -> int:
    """The option that the policy of the asked seat takes."""
    ask = race.door.asks[index]
    policy = race.door.policy[ask.by]
    if policy == FIRST_POLICY:
        return rookie(race, ask)
    if policy == RANDOM:
        return at_random(race, index)
    return absent(race, ask)


choose = make_choose(decide)
