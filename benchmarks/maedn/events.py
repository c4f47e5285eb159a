"""The events of the game."""

from __future__ import annotations

from benchmarks.maedn.questions import Modifier, Question
from wreckoning.core.events import DECLARED, Event, Seat, Vocabulary


class Entered(Event, rule="M4", words="{who} brought a piece in"):
    who: Seat


class Moved(Event, rule="M5", words="{who} moved from {from_}: {pips}"):
    who: Seat
    from_: int
    pips: int


class SentOut(Event, rule="M6", words="{who} sent a piece of {whose} out"):
    who: Seat
    whose: Seat


class Stayed(Event, rule="M5", words="{who} could move nothing"):
    who: Seat


class Won(Event, rule="M7", words="{who} won"):
    who: Seat


VOCABULARY = Vocabulary(DECLARED[__name__], Question, Modifier)
