"""The events of the game."""

from __future__ import annotations

from benchmarks.backgammon.questions import Modifier, Question
from wreckoning.core.events import DECLARED, Event, Seat, Vocabulary


class Begins(Event, rule="B1", words="{who} begins with {higher} and {lower}"):
    who: Seat
    higher: int
    lower: int


class Moved(Event, rule="B3", words="{who} moved from {from_}: {pips}"):
    who: Seat
    from_: int
    pips: int


class Hit(Event, rule="B3", words="{who} hit on {point}"):
    who: Seat
    point: int


class Stayed(Event, rule="B5", words="{who} could move nothing"):
    who: Seat


class Won(Event, rule="B7", words="{who} won"):
    who: Seat


class Drawn(Event, rule="B8", words="Nobody won"):
    """The moves allowed are used up."""


VOCABULARY = Vocabulary(DECLARED[__name__], Question, Modifier)
