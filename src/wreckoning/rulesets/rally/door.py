"""The ruleset's way to the one door: where nobody answers, its own policies choose."""

from __future__ import annotations

from wreckoning.core.door import FIRST_POLICY, RANDOM, AskRecord, at_random, make_choose
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rally.numbers import Pace, Question
from wreckoning.rulesets.rally.questions import MOST_STEPS
from wreckoning.rulesets.rally.race import Race
from wreckoning.rulesets.rally.rookie import rookie

POLICIES = ("random", "rookie", "absent")


@rule("V44")
def absent(race: Race, ask: AskRecord) -> int:
    """A player who does not answer: drives on as the rookie does, without boost and advance.

    The team's weapons stay silent, and others' vehicles are left where they lost control.
    """
    question = ask.question
    if question in (Question.TARGET, Question.DROP, Question.BOOST, Question.NUDGE_MOVE):
        return ask.options[0]
    if question == Question.NUDGE_TURN:
        return MOST_STEPS
    if question == Question.PACE:
        return Pace.DRIVE
    return rookie(race, ask)


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
