"""What Rush 'n' Crush tells: events, what hurts and heats, and the modifiers of rolls.

Each event knows its rule and what its numbers are. Sentences are made in `view`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

from wreckoning.core.declared import Declared
from wreckoning.core.journal import entry_json
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rush.course_words import CourseFile
from wreckoning.rulesets.rush.race import Equipment
from wreckoning.rulesets.rush.spots import Spot
from wreckoning.rulesets.rush.squares import Square


class Event(IntEnum):
    """What happened, in the order of the rulebook. `who` is the driver unless it says otherwise."""

    ROUND_BEGINS = 10  # round; who: nobody
    GRID_SET = 11  # place, square
    TURN_BEGINS = 12  # place in the round's order, spot, square
    SHIFTED = 13  # from, to (spots): the gearstick's own step (N9)
    TURBO = 14  # to (spot), left
    BRAKED = 15  # to (spot), left
    HEAT = 16  # change, now, cause, by: points taken (or −1 put out)
    NO_HEAT = 17  # dice: all of them cool; a turn's red dice only
    LANE_CHANGES = 18  # lane changes of this turn, UNLIMITED for as many as wanted
    STEERED = 19  # spent, left: Steering points
    MOVED = 20  # from, to (squares), manner, movement left
    STRUCTURE = 21  # change, now, cause, by: points lost
    LITTER_MET = 22  # square, cause: a wreck or a mine is driven through; the die follows
    MINE_GONE = 23  # square: it did damage
    OBSTRUCTION_HIT = 24  # square, from
    STUCK = 25  # square: it stays there and its movement ends (D5, D24)
    SIDE_RAM = 26  # other, square of the target, side, clear (1) or blocked (0)
    DISPLACED = 27  # who: the target; from, to, by
    RAM_HELD = 28  # other: he was not displaced
    RUSH = 29  # other, square of the target, dice
    ARMED = 30  # equipment
    USED = 31  # equipment
    SHOT = 32  # equipment, target (NOBODY: nobody in range), range, hits
    BOOSTED = 33  # squares chosen
    MINE_DROPPED = 34  # square, left
    LAP = 35  # lap completed
    FINISHED = 36  # place, round
    DESTROYED = 37  # square, cause, by
    RACE_OVER = 38  # round; who: the winner, or nobody
    PLACED = 39  # place: at the end, of who has not crossed the line


class Cause(Declared):
    """What took Structure or brought Heat."""

    ENGINE = "N12"
    BOOSTER = "N24"
    FLAMER = "N23"
    EXTINGUISHER = "N25"
    WRECK = "N17"
    MINE = "N26"
    OBSTRUCTION = "N18"
    RAM = "N19"
    SAW = "N20"
    RUSH = "N21"
    MACHINE_GUN = "N22"


class Manner(IntEnum):
    """How a car came into a square."""

    AHEAD = 0
    LEFT = 1
    RIGHT = 2
    DISPLACED = 3  # pushed there by a Side Ram


class Modifier(Declared):
    """What is added to a die."""

    SIDE_BUMPER = "N19"


class Value(Enum):
    """What one of an event's numbers is."""

    NUMBER = "number"
    SEAT = "seat"
    SQUARE = Square
    SPOT = Spot
    EQUIPMENT = Equipment
    CAUSE = Cause
    MANNER = Manner
    FLAG = "flag"


@dataclass(frozen=True)
class Told:
    """An event's rule and its fields, in the order of its numbers."""

    rule: str
    fields: tuple[tuple[str, Value], ...] = ()


_OTHER = ("other", Value.SEAT)
_BY = ("by", Value.SEAT)
_CAUSE = ("cause", Value.CAUSE)
_SQUARE = ("square", Value.SQUARE)
_FROM = ("from", Value.SQUARE)
_TO = ("to", Value.SQUARE)
_LEFT = ("left", Value.NUMBER)
_PLACE = ("place", Value.NUMBER)
_ROUND = ("round", Value.NUMBER)
_CHANGE = (("change", Value.NUMBER), ("now", Value.NUMBER), _CAUSE, _BY)
_EQUIPMENT = ("equipment", Value.EQUIPMENT)

TOLD: dict[int, Told] = {
    Event.ROUND_BEGINS: Told("N8", (_ROUND,)),
    Event.GRID_SET: Told("D2", (_PLACE, _SQUARE)),
    Event.TURN_BEGINS: Told("N8", (_PLACE, ("spot", Value.SPOT), _SQUARE)),
    Event.SHIFTED: Told("N9", (("from", Value.SPOT), ("to", Value.SPOT))),
    Event.TURBO: Told("N10", (("to", Value.SPOT), _LEFT)),
    Event.BRAKED: Told("N10", (("to", Value.SPOT), _LEFT)),
    Event.HEAT: Told("N12", _CHANGE),
    Event.NO_HEAT: Told("N12", (("dice", Value.NUMBER),)),
    Event.LANE_CHANGES: Told("N13", (("lane_changes", Value.NUMBER),)),
    Event.STEERED: Told("N14", (("spent", Value.NUMBER), _LEFT)),
    Event.MOVED: Told("N15", (_FROM, _TO, ("manner", Value.MANNER), ("movement", Value.NUMBER))),
    Event.STRUCTURE: Told("N3", _CHANGE),
    Event.LITTER_MET: Told("N17", (_SQUARE, _CAUSE)),
    Event.MINE_GONE: Told("N26", (_SQUARE,)),
    Event.OBSTRUCTION_HIT: Told("N18", (_SQUARE, _FROM)),
    Event.STUCK: Told("D5", (_SQUARE,)),
    Event.SIDE_RAM: Told("N19", (_OTHER, _SQUARE, ("side", Value.MANNER), ("clear", Value.FLAG))),
    Event.DISPLACED: Told("D6", (_FROM, _TO, _BY)),
    Event.RAM_HELD: Told("D6", (_OTHER,)),
    Event.RUSH: Told("N21", (_OTHER, _SQUARE, ("dice", Value.NUMBER))),
    Event.ARMED: Told("N16", (_EQUIPMENT,)),
    Event.USED: Told("N16", (_EQUIPMENT,)),
    Event.SHOT: Told(
        "N22",
        (_EQUIPMENT, ("target", Value.SEAT), ("range", Value.NUMBER), ("hits", Value.NUMBER)),
    ),
    Event.BOOSTED: Told("N24", (("squares", Value.NUMBER),)),
    Event.MINE_DROPPED: Told("N26", (_SQUARE, _LEFT)),
    Event.LAP: Told("N6", (("lap", Value.NUMBER),)),
    Event.FINISHED: Told("N5", (_PLACE, _ROUND)),
    Event.DESTROYED: Told("N3", (_SQUARE, _CAUSE, _BY)),
    Event.RACE_OVER: Told("D12", (_ROUND,)),
    Event.PLACED: Told("D12", (_PLACE,)),
}


def rule_of_event(entry: Sequence[int]) -> str:
    """The number of the rule by which this happened; for points the rule of their cause."""
    if entry[0] in (Event.STRUCTURE, Event.HEAT):
        return Cause(entry[4]).rule
    if entry[0] == Event.SHOT and entry[2] == Equipment.FLAMER:
        return "N23"
    return TOLD[entry[0]].rule


def event_json(_course: CourseFile, entry: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    """A journal entry as JSON: its name, its rule, who, and its fields by name."""
    name, rule = Event(entry[0]).name.lower(), rule_of_event(entry)
    return entry_json(name, rule, entry, names, TOLD[entry[0]].fields, _value)


def _value(kind: Value, value: int, names: Sequence[str]) -> Any:
    if kind is Value.SEAT:
        return None if value == NOBODY else names[value]
    if kind is Value.FLAG:
        return bool(value)
    if isinstance(kind.value, type):
        return kind.value(value).name.lower()
    return value
