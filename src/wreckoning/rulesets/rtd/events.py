"""What Kart RTD tells: events, the causes of Momentum, and the modifiers of rolls.

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
from wreckoning.rulesets.rtd.course_words import CourseFile
from wreckoning.rulesets.rtd.race import Item, Order


class Event(IntEnum):
    """What happened, in the order of the rulebook."""

    TURN_BEGINS = 10
    GRID_SET = 11
    MOMENTUM = 12
    ORDERED = 13
    ACTION_LOST = 14
    STANCE = 15
    PASS_TRIED = 16
    PASSED = 17
    PASS_FAILED = 18
    PASS_ENDED = 19
    RAMMED = 20
    RAM_FAILED = 21
    SPUN_OUT = 22
    FLIPPED = 23
    THROWN = 24
    ITEMS_LOST = 25
    ITEM_LOST = 26
    DEPLOYED = 27
    LAID = 28
    AIMED = 29
    HIT = 30
    MISSED = 31
    LEFT_LYING = 32
    REVERSED = 33
    FUNNY_BOUNCE = 34
    SHELL_LEFT = 35
    BLOCKED = 36
    INKED = 37
    WASHED = 38
    INVINCIBLE = 39
    INCORPOREAL = 40
    STOLEN = 41
    NOTHING_TO_STEAL = 42
    SHRUNK = 43
    BLUE_SHELL_SENT = 44
    BLUE_SHELL_STRIKES = 45
    BLUE_SHELL_ESCAPED = 46
    BLUE_SHELL_SHARED = 47
    BLAST = 48
    PULL_AHEAD_RIGHT = 49
    PATH_TAKEN = 50
    PATH_FAILED = 51
    ADVANCED = 52
    HAZARD_PASSED = 53
    HAZARD_HIT = 54
    DASHED = 55
    FELL_BACK = 56
    HELD_ON = 57
    PULLED_AHEAD = 58
    PULL_AHEAD_FAILED = 59
    PULL_AHEAD_CANCELLED = 60
    FINISHED = 61
    ITEM_TAKEN = 62
    BOX_MISSED = 63
    FAKE_HIT = 64
    COURSE_CHANGED = 65
    STATUS_ENDED = 66
    LAP = 67
    RACE_OVER = 68
    CUSTOM = 69
    SLIDE_WON = 70
    ITEM_LEFT = 72


class Cause(Declared):
    """Why Momentum changed."""

    CHECK = "R1"
    ROCKET_START = "R14"
    HIGH_ACCELERATION = "R12"
    AGGRESSIVE = "R18"
    PASS = "R27"
    RAM = "R22"
    SPIN_OUT = "R35"
    FLIP = "R35"
    THROWN = "R35"
    MUSHROOM = "R42"
    BOO = "R44"
    STAR = "R47"
    THUNDERBOLT = "R48"
    PATH = "R23"
    DASH_PANEL = "R26"
    FALL_BACK = "R28"
    PULL_AHEAD = "R29"
    BELOW_ZERO = "R8"
    MAXIMUM = "R7"
    REFEREE = "A69"
    BLAST = "R41"


class Status(IntEnum):
    """What wears off at the end of a turn (A60)."""

    INK = 1
    SHRUNK = 2
    BOO = 3
    STAR = 4


class Modifier(Declared):
    """What is added to a die, each with its rule."""

    INK = "R40"
    SHRUNK = "R48"
    DEFENSIVE = "R19"
    SLIDE = "R24"
    MOMENTUM = "R4"
    PERK = "R11"
    CURVE = "R24"
    DISTANCE = "R37"
    SHELL = "R39"
    TARGET = "R39"
    BOUNCE = "R39"
    RED_SHELL = "R43"
    DRAGGED = "R32"
    CIRCLING = "R46"
    FOLLOWING = "R36"
    BOB_OMB = "R41"
    BOXES_TAKEN = "R30"
    POSITION = "R6"
    FALLEN_BEHIND = "R6"
    COURSE = "R9"
    REFEREE = "A69"


class Value(Enum):
    """What one of an event's numbers is."""

    NUMBER = "number"
    SEAT = "seat"
    ITEM = "item"
    CAUSE = "cause"
    ORDER = "order"
    STATUS = "status"
    SEGMENT = "segment"


@dataclass(frozen=True)
class Told:
    """An event's rule and its fields, in the order of its numbers."""

    rule: str
    fields: tuple[tuple[str, Value], ...] = ()


_OTHER = ("other", Value.SEAT)
_ITEM = ("item", Value.ITEM)
_SEGMENT = ("segment", Value.SEGMENT)
_TURNS = ("turns", Value.NUMBER)

TOLD: dict[int, Told] = {
    Event.TURN_BEGINS: Told("R16", (("turn", Value.NUMBER),)),
    Event.GRID_SET: Told("R15", (("place", Value.NUMBER),)),
    Event.MOMENTUM: Told(
        "R7", (("change", Value.NUMBER), ("now", Value.NUMBER), ("cause", Value.CAUSE))
    ),
    Event.ORDERED: Told("R17", (("order", Value.ORDER),)),
    Event.ACTION_LOST: Told("A31", (("order", Value.ORDER),)),
    Event.STANCE: Told("A16", (("order", Value.ORDER),)),
    Event.PASS_TRIED: Told("R27", (_OTHER,)),
    Event.PASSED: Told("R27", (_OTHER,)),
    Event.PASS_FAILED: Told("R27", (_OTHER,)),
    Event.PASS_ENDED: Told("R22", (_OTHER,)),
    Event.RAMMED: Told("R22", (_OTHER,)),
    Event.RAM_FAILED: Told("R22", (_OTHER,)),
    Event.SPUN_OUT: Told("R35"),
    Event.FLIPPED: Told("R35"),
    Event.THROWN: Told("R35"),
    Event.ITEMS_LOST: Told("R35", (("cause", Value.CAUSE),)),
    Event.ITEM_LOST: Told("R33", (_ITEM, ("dodged", Value.NUMBER))),
    Event.DEPLOYED: Told("R21", (_ITEM,)),
    Event.LAID: Told("R36", (_ITEM, _SEGMENT)),
    Event.AIMED: Told("R37", (_ITEM, _OTHER)),
    Event.HIT: Told("R35", (_ITEM,)),
    Event.MISSED: Told("R39", (_ITEM, _OTHER)),
    Event.LEFT_LYING: Told("A51", (_ITEM, _SEGMENT)),
    Event.REVERSED: Told("R39"),
    Event.FUNNY_BOUNCE: Told("R39"),
    Event.SHELL_LEFT: Told("A54"),
    Event.BLOCKED: Told("A49", (_ITEM,)),
    Event.INKED: Told("R40"),
    Event.WASHED: Told("R40"),
    Event.INVINCIBLE: Told("R47"),
    Event.INCORPOREAL: Told("R44"),
    Event.STOLEN: Told("R44", (_ITEM, _OTHER)),
    Event.NOTHING_TO_STEAL: Told("R44"),
    Event.SHRUNK: Told("R48"),
    Event.BLUE_SHELL_SENT: Told("R45", (("due", Value.NUMBER),)),
    Event.BLUE_SHELL_STRIKES: Told("R25", (("owner", Value.SEAT),)),
    Event.BLUE_SHELL_ESCAPED: Told("A64"),
    Event.BLUE_SHELL_SHARED: Told("R45", (_OTHER,)),
    Event.BLAST: Told("R41", (_ITEM,)),
    Event.PULL_AHEAD_RIGHT: Told("A59"),
    Event.PATH_TAKEN: Told("R23", (("path", Value.NUMBER), _SEGMENT)),
    Event.PATH_FAILED: Told("R23", (("path", Value.NUMBER), _SEGMENT)),
    Event.ADVANCED: Told("R23", (_SEGMENT,)),
    Event.HAZARD_PASSED: Told("R26", (("hazard", Value.NUMBER), _SEGMENT)),
    Event.HAZARD_HIT: Told("R26", (("hazard", Value.NUMBER), _SEGMENT)),
    Event.DASHED: Told("R26", (("panel", Value.NUMBER), _SEGMENT)),
    Event.FELL_BACK: Told("R28", (_SEGMENT,)),
    Event.HELD_ON: Told("R28"),
    Event.PULLED_AHEAD: Told("R29", (_SEGMENT,)),
    Event.PULL_AHEAD_FAILED: Told("R29"),
    Event.PULL_AHEAD_CANCELLED: Told("A4", (_SEGMENT,)),
    Event.FINISHED: Told("A38", (("place", Value.NUMBER), _TURNS)),
    Event.ITEM_TAKEN: Told("R30", (_ITEM,)),
    Event.BOX_MISSED: Told("R30"),
    Event.FAKE_HIT: Told("R31"),
    Event.COURSE_CHANGED: Told("R31", (("number", Value.NUMBER), ("state", Value.NUMBER))),
    Event.STATUS_ENDED: Told("A60", (("status", Value.STATUS),)),
    Event.LAP: Told("R10", (("lap", Value.NUMBER), _TURNS)),
    Event.RACE_OVER: Told("A38", (_TURNS,)),
    Event.CUSTOM: Told("A69"),
    Event.SLIDE_WON: Told("R24"),
    Event.ITEM_LEFT: Told("A43", (_ITEM,)),
}


# Events whose rule is that of their item.
OF_ITEMS = (Event.LAID, Event.AIMED, Event.HIT, Event.MISSED, Event.BLAST)
ITEM_RULES = {int(item): f"R{36 + item}" for item in Item} | {int(Item.BANANA): "R36"}

NAMES = {int(event): event.name.lower() for event in Event}


def rule_of_event(entry: Sequence[int]) -> str:
    """The number of the rule by which this happened: of its cause, or its item, if it has one."""
    code, _, first, second, third, *_ = entry
    if code in (Event.MOMENTUM, Event.ITEMS_LOST):
        return Cause(third if code == Event.MOMENTUM else first).rule
    if code == Event.ITEM_LOST and second:
        return "R32"
    if code in (Event.AIMED, Event.MISSED) and first in (Item.BANANA, Item.FAKE_ITEM_BOX):
        return "R37"
    if code in OF_ITEMS:
        return ITEM_RULES[first]
    return TOLD[code].rule


def event_json(course: CourseFile, entry: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    """A journal entry as JSON: its name, its rule, who, and its fields by name."""
    code, _, *values = entry
    name, rule = NAMES[code], rule_of_event(entry)
    event = entry_json(name, rule, entry, names, TOLD[code].fields, _value)
    if code in (Event.HAZARD_PASSED, Event.HAZARD_HIT, Event.DASHED, Event.PATH_TAKEN):
        event["name"] = _feature(course, code, values[0], values[1])
    elif code == Event.PATH_FAILED:
        event["name"] = course.segments[values[1]].paths[values[0]].name
    elif code == Event.COURSE_CHANGED:
        words = course.events[values[0]]
        event["event_name"], event["state_name"] = words.name, words.states[values[1]]
    return event


def _value(kind: Value, value: int, names: Sequence[str]) -> Any:
    if kind is Value.SEAT:
        return None if value == NOBODY else names[value]
    if kind in ENUMS:
        return ENUMS[kind](value).name.lower()
    return value


def _feature(course: CourseFile, code: int, index: int, segment: int) -> str:
    words = course.segments[segment]
    if code == Event.DASHED:
        return words.dash_panels[index].name
    return (words.paths if code == Event.PATH_TAKEN else words.hazards)[index].name


ENUMS: dict[Value, type[IntEnum]] = {
    Value.ITEM: Item,
    Value.CAUSE: Cause,
    Value.ORDER: Order,
    Value.STATUS: Status,
}
