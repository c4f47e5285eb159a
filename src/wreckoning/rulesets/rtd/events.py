"""What Kart RTD tells: events, the causes of Momentum, and the modifiers of rolls.

Each event knows its rule and what its numbers are. Sentences are made in `view`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

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


class Cause(IntEnum):
    """Why Momentum changed."""

    CHECK = 1
    ROCKET_START = 2
    HIGH_ACCELERATION = 3
    AGGRESSIVE = 4
    PASS = 5
    RAM = 6
    SPIN_OUT = 7
    FLIP = 8
    THROWN = 9
    MUSHROOM = 10
    BOO = 11
    STAR = 12
    THUNDERBOLT = 13
    PATH = 14
    DASH_PANEL = 15
    FALL_BACK = 16
    PULL_AHEAD = 17
    BELOW_ZERO = 18
    MAXIMUM = 19
    REFEREE = 20
    BLAST = 21


CAUSE_RULES: dict[int, str] = {
    Cause.CHECK: "R1",
    Cause.ROCKET_START: "R14",
    Cause.HIGH_ACCELERATION: "R12",
    Cause.AGGRESSIVE: "R18",
    Cause.PASS: "R27",
    Cause.RAM: "R22",
    Cause.SPIN_OUT: "R35",
    Cause.FLIP: "R35",
    Cause.THROWN: "R35",
    Cause.MUSHROOM: "R42",
    Cause.BOO: "R44",
    Cause.STAR: "R47",
    Cause.THUNDERBOLT: "R48",
    Cause.PATH: "R23",
    Cause.DASH_PANEL: "R26",
    Cause.FALL_BACK: "R28",
    Cause.PULL_AHEAD: "R29",
    Cause.BELOW_ZERO: "R8",
    Cause.MAXIMUM: "R7",
    Cause.REFEREE: "A69",
    Cause.BLAST: "R41",
}


class Status(IntEnum):
    """What wears off at the end of a turn (A60)."""

    INK = 1
    SHRUNK = 2
    BOO = 3
    STAR = 4


class Modifier(IntEnum):
    """What is added to a die, each with its rule."""

    INK = 1
    SHRUNK = 2
    DEFENSIVE = 3
    SLIDE = 4
    MOMENTUM = 5
    PERK = 6
    CURVE = 7
    DISTANCE = 8
    SHELL = 9
    TARGET = 10
    BOUNCE = 11
    RED_SHELL = 12
    DRAGGED = 13
    CIRCLING = 14
    FOLLOWING = 15
    BOB_OMB = 16
    BOXES_TAKEN = 17
    POSITION = 18
    FALLEN_BEHIND = 19
    COURSE = 20
    REFEREE = 21


MODIFIER_RULES: dict[int, str] = {
    Modifier.INK: "R40",
    Modifier.SHRUNK: "R48",
    Modifier.DEFENSIVE: "R19",
    Modifier.SLIDE: "R24",
    Modifier.MOMENTUM: "R4",
    Modifier.PERK: "R11",
    Modifier.CURVE: "R24",
    Modifier.DISTANCE: "R37",
    Modifier.SHELL: "R39",
    Modifier.TARGET: "R39",
    Modifier.BOUNCE: "R39",
    Modifier.RED_SHELL: "R43",
    Modifier.DRAGGED: "R32",
    Modifier.CIRCLING: "R46",
    Modifier.FOLLOWING: "R36",
    Modifier.BOB_OMB: "R41",
    Modifier.BOXES_TAKEN: "R30",
    Modifier.POSITION: "R6",
    Modifier.FALLEN_BEHIND: "R6",
    Modifier.COURSE: "R9",
    Modifier.REFEREE: "A69",
}


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
        return CAUSE_RULES[third if code == Event.MOMENTUM else first]
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


def modifier_json(modifier: int) -> tuple[str, str]:
    """A modifier's name and rule."""
    return Modifier(modifier).name.lower(), MODIFIER_RULES[modifier]


ENUMS: dict[Value, type[IntEnum]] = {
    Value.ITEM: Item,
    Value.CAUSE: Cause,
    Value.ORDER: Order,
    Value.STATUS: Status,
}
