"""The policy for a driver whose player does not answer."""

from __future__ import annotations

from wreckoning.core.door import AskRecord
from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.numbers import Menu, Question, RamWith
from wreckoning.rulesets.rush.race import Race
from wreckoning.rulesets.rush.rules.careful import careful_gear, careful_step


@rule("D17")
def absent(race: Race, ask: AskRecord) -> int:
    """Drive no faster, straight ahead, without equipment and points.

    The driver spends nothing new, and goes around a blocked road.
    """
    question = ask.question
    if question == Question.GEAR:
        return careful_gear(race, ask)
    if question == Question.STEP:
        return careful_step(race, ask)
    if question == Question.RAM_WITH:
        return RamWith.NOTHING
    if question == Question.SWERVE:
        return ask.options[0]
    return Menu.DONE
