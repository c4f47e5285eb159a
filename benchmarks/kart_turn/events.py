"""The events of the game."""

from __future__ import annotations

from benchmarks.kart_turn.questions import Modifier, Question
from wreckoning.core.events import DECLARED, Event, Seat, Vocabulary


class Momentum(Event, rule="R7", words="{who}: {now}"):
    who: Seat
    change: int
    now: int


class Rammed(Event, rule="R22", words="{who} rammed {other}"):
    who: Seat
    other: Seat


class SpunOut(Event, rule="A24", words="{who} spun out"):
    who: Seat


class Passed(Event, rule="R27", words="{who} passed {other}"):
    who: Seat
    other: Seat


class FellBack(Event, rule="R28", words="{who} Fell Back"):
    who: Seat


class PulledAhead(Event, rule="R29", words="{who} Pulled Ahead"):
    who: Seat


class Finished(Event, rule="A38", words="{who} finished {place:th}"):
    who: Seat
    place: int


VOCABULARY = Vocabulary(DECLARED[__name__], Question, Modifier)
