"""The ruleset's way to the one door: choices answered by its own policies where nobody else does."""

from __future__ import annotations

from wreckoning.core.door import FIRST_POLICY, RANDOM, at_random, make_choose, offer, pose
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import DEFENSIVE, HOLD, NO, YES, Kart, Race
from wreckoning.rulesets.rtd.rookie import rookie

POLICIES = ("random", "rookie", "absent")
ABSENT = FIRST_POLICY + 1


@rule("A30")
def absent(race: Race, index: int) -> int:
    """A driver whose player does not answer: Drive Defensively, no items, boxes yes."""
    ask = race.door.asks[index]
    if ask.question == Question.ORDER:
        return DEFENSIVE
    if ask.question == Question.ITEM_BOX:
        return YES
    if ask.question == Question.USE:
        return HOLD
    return NO


@jitable
def decide(race: Race, index: int) -> int:
    """The option that the policy of the asked seat takes. The referee's bot lets things be."""
    ask = race.door.asks[index]
    policy = race.door.policy[ask.by] if ask.by >= 0 else RANDOM
    if policy == RANDOM:
        return at_random(race, index)
    if policy == FIRST_POLICY:
        return rookie(race, index)
    return absent(race, index)


choose = make_choose(decide)


@jitable
def confirm(race: Race, question: int, kart: Kart, subject: int) -> bool:
    """A question of yes or no to a driver; `subject` as in `pose`."""
    pose(race, question, kart.seat, subject)
    offer(race, YES)
    offer(race, NO)
    return choose(race) == YES


