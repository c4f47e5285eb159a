"""The ruleset's way to the one door: where nobody answers, its own policies choose."""

from __future__ import annotations

from wreckoning.core.door import (
    FIRST_POLICY,
    RANDOM,
    REFEREE,
    AskRecord,
    at_random,
    make_choose,
    offer_two,
    pose,
)
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.numbers import Question
from wreckoning.rulesets.rtd.race import DEFENSIVE, HOLD, NO, YES, Kart, Race
from wreckoning.rulesets.rtd.rookie import rookie

POLICIES = ("random", "rookie", "absent")
ABSENT = FIRST_POLICY + 1


@rule("A30")
def absent(ask: AskRecord) -> int:
    """A driver whose player does not answer: Drive Defensively, no items, boxes yes.

    Where an order of his leaves no such option any more, the first there is.
    """
    wish = absent_wish(ask.question)
    for i in range(ask.count):
        if ask.options[i] == wish:
            return wish
    return ask.options[0]


@rule("A30", "A37")
def absent_wish(question: int) -> int:
    """What an absent driver does where he is offered it."""
    if question == Question.ORDER:
        return DEFENSIVE
    if question == Question.ITEM_BOX:
        return YES
    if question == Question.USE:
        return HOLD
    if question == Question.TARGET:
        return NOBODY
    return NO


@rule("A69")
def referee_lets_be() -> int:
    """Where nobody sits as referee: no modifier, no effect."""
    return 0


@jitable
def decide(race: Race, index: int) -> int:
    """The option that the policy of the asked seat takes."""
    door = race.door
    ask = door.asks[index]
    if ask.by == REFEREE:
        return referee_lets_be()
    policy = door.policy[ask.by]
    if policy == FIRST_POLICY:
        return rookie(race, ask)
    if policy == RANDOM:
        return at_random(race, index)
    return absent(ask)


choose = make_choose(decide)


@jitable
def confirm(race: Race, question: int, kart: Kart, subject: int) -> bool:
    """A question of yes or no to a driver; `subject` as in `pose`."""
    pose(race, question, kart.seat, subject)
    offer_two(race, YES, NO)
    return choose(race) == YES
