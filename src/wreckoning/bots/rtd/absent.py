"""The policy for a driver whose player does not answer."""

from __future__ import annotations

from wreckoning.core.door import (
    AskRecord,
)
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule
from wreckoning.rulesets.rtd.numbers import Order, Question, Use
from wreckoning.rulesets.rtd.race import NO, YES, Race


@rule("A30")
def absent(_race: Race, ask: AskRecord) -> int:
    """Drive Defensively, use no items, drive over boxes.

    If an earlier order leaves no such option, take the first one.
    """
    wish = absent_wish(ask.question)
    for i in range(ask.count):
        if ask.options[i] == wish:
            return wish
    return ask.options[0]


@rule("A30", "A37")
def absent_wish(question: int) -> int:
    """The wish of an absent driver, if it is offered."""
    if question == Question.ORDER:
        return Order.DEFENSIVE
    if question == Question.ITEM_BOX:
        return YES
    if question == Question.USE:
        return Use.HOLD
    if question == Question.TARGET:
        return NOBODY
    return NO
