"""The ruleset's way to the one door: where nobody answers, its own policies choose."""

from __future__ import annotations

from wreckoning.core.door import FIRST_POLICY, RANDOM, AskRecord, at_random, make_choose
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rush.numbers import Menu, Question, RamWith
from wreckoning.rulesets.rush.race import Race
from wreckoning.rulesets.rush.rookie import rookie
from wreckoning.rulesets.rush.rules.careful import careful_gear, careful_step

POLICIES = ("random", "rookie", "absent")


@rule("D17")
def absent(race: Race, ask: AskRecord) -> int:
    """A driver whose player does not answer: no faster, straight ahead, no equipment, no points.

    He spends nothing that was not spent before; where the road ahead is blocked he goes around.
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
