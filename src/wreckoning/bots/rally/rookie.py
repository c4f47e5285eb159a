"""A fair opponent: drives round obstacles, through the gates in order, and shoots.

Every answer depends only on the race and the ask. Shooting, placing and nudging are in `shooting`,
its speed in `pace`, and its way in `search`, `forward`, `escape` and `ways`.
"""

from __future__ import annotations

from wreckoning.bots.rally.pace import best_pace, good_boost
from wreckoning.bots.rally.search import search
from wreckoning.bots.rally.shooting import shooting_answer
from wreckoning.core.door import AskRecord, is_offered
from wreckoning.core.rules import jitable
from wreckoning.rulesets.rally.numbers import Leg, Question
from wreckoning.rulesets.rally.questions import MOST_STEPS, STRAIGHT
from wreckoning.rulesets.rally.race import Race, Vehicle


@jitable
def rookie(race: Race, ask: AskRecord) -> int:
    """The rookie's answer to any question."""
    question = ask.question
    if question == Question.PLAN:
        return next_leg(race, ask, race.vehicles[ask.subject])
    if question == Question.PACE:
        return best_pace(race, ask, race.vehicles[ask.subject])
    if question == Question.BOOST:
        return good_boost(race, race.vehicles[ask.subject])
    return shooting_answer(race, ask)


@jitable
def next_leg(race: Race, ask: AskRecord, vehicle: Vehicle) -> int:
    """The first leg of the best way found; GO if it is best to stop."""
    if ask.count == 1:
        return ask.options[0]
    turns = 0
    for i in range(ask.count):
        if ask.options[i] >= STRAIGHT - MOST_STEPS:
            turns |= 1 << ask.options[i] - STRAIGHT + MOST_STEPS
    _, (first, steps, last) = search(race, vehicle, turns)
    if first == 0 and steps == 0 and last == 0:
        return Leg.GO if is_offered(ask, Leg.GO) else ask.options[ask.count - 1]
    if first == 0 and steps != 0 and is_offered(ask, STRAIGHT + steps):
        return STRAIGHT + steps
    return longest_leg(ask, first if first else last)


@jitable
def longest_leg(ask: AskRecord, halves: int) -> int:
    """The longest offered straight leg of at most this many half inches."""
    base = Leg.FORWARD if halves > 0 else Leg.BACK
    best = ask.options[0]
    for i in range(ask.count):
        option = ask.options[i]
        if base < option <= base + abs(halves) and option > best:
            best = option
    return best
