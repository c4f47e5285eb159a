"""The policy for a driver whose player does not answer."""

from __future__ import annotations

from wreckoning.bots.rally.rookie import rookie
from wreckoning.core.door import AskRecord
from wreckoning.core.rules import rule
from wreckoning.rulesets.rally.numbers import Pace, Question
from wreckoning.rulesets.rally.questions import MOST_STEPS
from wreckoning.rulesets.rally.race import Race


@rule("V44")
def absent(race: Race, ask: AskRecord) -> int:
    """Drive on as the rookie does, without boost and advance.

    The team's weapons stay silent, and vehicles of others stay where they lost control.
    """
    question = ask.question
    if question in (Question.TARGET, Question.DROP, Question.BOOST, Question.NUDGE_MOVE):
        return ask.options[0]
    if question == Question.NUDGE_TURN:
        return MOST_STEPS
    if question == Question.PACE:
        return Pace.DRIVE
    return rookie(race, ask)
