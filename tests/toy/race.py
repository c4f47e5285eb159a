"""The toy's state and its rules: every round all choose how to go, then each goes.

step    one step, surely
leap    a die: so many steps, but a 1 is a fall, and the next round starts with a rest
shove   pushes a rival back a step, on an even die
rest    nothing; who fell has no other choice
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from wreckoning.core.declared import SEATS, Asked, Declared, Names
from wreckoning.core.door import (
    REFEREE,
    AskRecord,
    Door,
    RaceRecord,
    choose,
    offer,
    plus,
    pose,
    reply,
    roll,
    tell_roll,
)
from wreckoning.core.events import DECLARED, Event, Seat, Vocabulary, tell
from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.records import FIXED, GIVEN, NOBODY, PER_SEAT, SEAT, Record
from wreckoning.core.rules import as_numbers, jitable, rule

ROUNDS = 40
FALL = 1
SIDES = 6


class Way(IntEnum):
    """How to go on."""

    REST = 0
    STEP = 1
    LEAP = 2
    SHOVE = 3


class Shoe(IntEnum):
    """What a runner has on."""

    PLAIN = 0
    SPRINGS = 1
    BOOTS = 2


class Questions(Asked):
    """What is asked."""

    WAY = "T2", "Which way?", Way
    RIVAL = "T2", "Which rival do you shove?", SEATS
    VERDICT = "T2", "Is the race over?", Names({0: "go on", 1: "over"})
    LEAP_ROLL = "T4", "leap"
    SHOVE_ROLL = "T4", "shove"


class Modifiers(Declared):
    """What is added to a die."""

    SPRINGS = "T4"


class Went(Event, rule="T3", words="{who} went a step"):
    who: Seat
    steps: int


class Fell(Event, rule="T4", words="{who} fell"):
    who: Seat


class Shoved(Event, rule="T5", words="{who} shoved {other}"):
    who: Seat
    other: Seat


class Won(Event, rule="T7", words="{who} won"):
    who: Seat


Question = as_numbers(Questions)
VOCABULARY = Vocabulary(DECLARED[__name__], Questions, Modifiers)


REST, STEP, LEAP, SHOVE = (int(way) for way in Way)


class Runner(Record):
    """A runner in the race."""

    shoe: Annotated[int, Shoe, GIVEN]
    steps: int
    way: Annotated[int, Way]
    rival: Annotated[SeatIndex, SEAT]
    fell: Annotated[int, bool]
    leaps: Annotated[list[int], 3]  # the last ones, newest first
    place: int


class Rules(Record):
    """Switches."""

    marshal: Annotated[int, bool]


class Race(RaceRecord):
    """The whole race."""

    number: Annotated[int, GIVEN]
    goal: Annotated[int, GIVEN]
    turn: int
    slot: int  # NOBODY: the round begins
    over: Annotated[int, bool]
    runners: Annotated[list[Runner], PER_SEAT]
    rules: Annotated[Rules, GIVEN, FIXED]
    door: Annotated[Door, GIVEN]


@jitable
def steady(_race: Race, ask: AskRecord) -> int:
    """A policy: what is offered first."""
    return ask.options[0]


@jitable
def is_over(race: Race) -> bool:
    """A runner is there, or it is too late."""
    return race.over == 1


@rule("T1")
def step(race: Race) -> None:
    """The beginning of a round, or a runner's slot."""
    if race.slot == NOBODY:
        begin_round(race)
        race.slot = 0
        return
    go(race, as_seat(race.slot))
    race.slot += 1
    if race.slot == race.number:
        end_round(race)


@rule("T2")
def begin_round(race: Race) -> None:
    """All choose at once. Who fell rests: no question."""
    race.turn += 1
    for seat in seat_range(race.number):
        pose(race, Question.WAY, seat, NOBODY)
        if race.runners[seat].fell:
            offer(race, REST)
            continue
        offer(race, STEP)
        offer(race, LEAP)
        if race.number > 1:
            offer(race, SHOVE)
    choose(race)
    for seat in seat_range(race.number):
        race.runners[seat].way = reply(race, seat)
        race.runners[seat].fell = 0


@rule("T3")
def go(race: Race, seat: SeatIndex) -> None:
    """As chosen."""
    runner = race.runners[seat]
    if runner.way == STEP:
        runner.steps += 1
        tell(race, Went(seat, 1))
    elif runner.way == LEAP:
        leap(race, seat)
    elif runner.way == SHOVE:
        shove(race, seat)


@rule("T4")
def leap(race: Race, seat: SeatIndex) -> None:
    """A die; springs add 1, unless it is a fall."""
    runner = race.runners[seat]
    natural = roll(race, Question.LEAP_ROLL, seat, SIDES)
    result = natural
    if natural == FALL:
        runner.fell = 1
        result = 0
        tell(race, Fell(seat))
    elif runner.shoe == Shoe.SPRINGS:
        result += plus(race, seat, 1, 1)
    tell_roll(race, seat, Question.LEAP_ROLL, natural, result)
    for i in range(len(runner.leaps) - 1, 0, -1):
        runner.leaps[i] = runner.leaps[i - 1]
    runner.leaps[0] = result
    runner.steps += result


@rule("T5")
def shove(race: Race, seat: SeatIndex) -> None:
    """Nobody, or one who has steps and no boots; on an even die they lose a step."""
    runner = race.runners[seat]
    pose(race, Question.RIVAL, seat, NOBODY)
    offer(race, NOBODY)
    for other in seat_range(race.number):
        rival = race.runners[other]
        if other != seat and rival.steps > 0 and rival.shoe != Shoe.BOOTS:
            offer(race, other)
    runner.rival = as_seat(choose(race))
    if runner.rival == NOBODY:
        return
    natural = roll(race, Question.SHOVE_ROLL, seat, SIDES)
    tell_roll(race, seat, Question.SHOVE_ROLL, natural, natural)
    if natural % 2 == 0:
        race.runners[runner.rival].steps -= 1
        tell(race, Shoved(seat, runner.rival))


@rule("T6")
def end_round(race: Race) -> None:
    """The race is over when a runner is at the goal; with a marshal, when they say so too."""
    race.slot = NOBODY
    best = 0
    for seat in seat_range(race.number):
        best = max(best, race.runners[seat].steps)
    if best >= race.goal and race.rules.marshal:
        pose(race, Question.VERDICT, REFEREE, NOBODY)
        offer(race, 1)
        offer(race, 0)
        race.over = choose(race)
    elif best >= race.goal:
        race.over = 1
    if race.turn == ROUNDS:
        race.over = 1
    if race.over:
        set_places(race)


@rule("T7")
def set_places(race: Race) -> None:
    """By steps; who sits before wins a tie."""
    for seat in seat_range(race.number):
        ahead = 0
        for other in seat_range(race.number):
            steps, mine = race.runners[other].steps, race.runners[seat].steps
            if steps > mine or (steps == mine and other < seat):
                ahead += 1
        race.runners[seat].place = ahead + 1
        if ahead == 0:
            tell(race, Won(seat))


@jitable
def count(race: Race, seat: SeatIndex, index: int) -> int:
    """The only tally: steps."""
    return race.runners[seat].steps + index


@jitable
def place(race: Race, seat: SeatIndex) -> int:
    """1 is first."""
    return race.runners[seat].place


@jitable
def length(race: Race) -> int:
    """Rounds."""
    return race.turn
