"""What Kart Edition tells: events, why hazards come and go, and the modifiers of rolls.

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
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.questions import Declaration, Shift, Side, manoeuvre_name
from wreckoning.rulesets.kart.race import Item, Obstruction, Standing


class Event(IntEnum):
    """What happened, in the order of the rulebook. `who` is the driver unless it says otherwise.

    Places are x and y; lengths in hundredths of a millimetre, headings in those of a degree.
    """

    POLE = 10  # who has pole position from now on
    ROUND_BEGINS = 11  # round; who: nobody
    GEAR_PHASE = 12  # gear phase; who: nobody
    ACTIVATED = 13  # gear, hazards
    MANOEUVRE = 14  # manoeuvre, standing (a Standing), chosen by (a seat)
    SKID_DICE = 15  # how many are rolled
    PUSHED = 16  # how many dice are rolled again, hazards it costs
    SHIFTED = 17  # what the SHIFT did (a Shift), SHIFTs left
    GEAR = 18  # from, to, why (a Cause)
    HAZARDS = 19  # change, now, why (a Cause), whose doing (a seat)
    SLID = 20  # side (0 left, 1 right), turn in degrees
    MOVED = 21  # x, y, heading, how far it came; a spin leads no way
    SPUN = 22  # turn as it came to, heading
    SLID_BACK = 23  # by what way or what turn, so as not to overlap what it touched before (E8)
    COLLISION = 24  # other, orientation, own edge, the other's edge
    HIT_OBSTRUCTION = 25  # obstruction (its number, NOBODY: the table's edge), its kind, own edge
    HIT_BILL = 26  # whose Bullet Bill, orientation, own edge, the Bill's edge
    DECLARED = 27  # a Declaration
    SMASH = 28  # hits, dice
    EVADED = 29  # hits cancelled, dice
    REMOVED = 30  # who: nobody; obstruction: a destructible one is gone
    OFF_ROAD = 31  # left the road
    BOOSTED = 32  # boost, x, y, heading: straightened and carried to its end
    ITEM = 33  # item, box
    COIN = 34  # coins now, coin
    USED = 35  # item
    ATTACKED = 36  # target, own edge, hits, cancelled
    BANANA_DROPPED = 37  # banana, x, y
    BANANA_HIT = 38  # banana, whose, hits, cancelled
    BILL_FIRED = 39  # bill, x, y, heading
    BILL_MOVED = 40  # who: its owner; bill, x, y, heading
    BILL_GONE = 41  # who: its owner; bill
    WIPEOUT = 42  # heading
    GATE = 43  # gate, from 1
    LAP = 44  # laps completed
    FINISHED = 45  # round
    RACE_OVER = 46  # round, in time (0: the round limit ended it); who: the winner
    PLACED = 47  # place
    NO_DICE = 48  # what for (0 smash, 1 evade, 2 attack), before modifiers below 0
    STUCK = 49  # who: whom his neighbour chooses for (E4)
    BOTH_EVADE = 50  # who: the slower one of a tailgate; the faster one


class Cause(Declared):
    """Why hazards or gears change."""

    TEMPLATE = "G7"
    PUSH = "G10"
    SHIFT = "G3"
    SKID = "G12"
    OFF_ROAD = "G16"
    COLLISION = "G19"
    LEAST = "G19"  # of a collision
    ATTACK = "G25"
    BANANA = "E15"
    MUSHROOM = "E15"
    BOOST = "G27"
    WIPEOUT = "G26"


class Orientation(IntEnum):
    """How two meet (G20)."""

    HEAD_ON = 1
    T_BONE = 2
    SIDESWIPE = 3
    TAILGATE = 4


class Edge(IntEnum):
    """The edges of a body, as the geometry numbers them."""

    NONE = 0
    FRONT = 1
    RIGHT = 2
    REAR = 3
    LEFT = 4


class Pool(IntEnum):
    """What a pool of dice is for."""

    SMASH = 0
    EVADE = 1
    ATTACK = 2


class Modifier(Declared):
    """The terms of which a number of dice is made."""

    OWN_GEAR = "G21"
    OTHER_GEAR = "G21"  # head-on, added
    GEAR_DIFFERENCE = "G21"  # tailgate
    WEIGHT = "G22"
    STAR = "E15"
    SHELL = "G25"
    BANANA = "E15"
    COVER = "E14"
    EVADE_GEAR = "G2"


class Value(Enum):
    """What one of an event's numbers is."""

    NUMBER = "number"
    SEAT = "seat"
    MANOEUVRE = "manoeuvre"
    FLAG = "flag"
    ITEM = Item
    OBSTRUCTION = Obstruction
    CAUSE = Cause
    ORIENTATION = Orientation
    EDGE = Edge
    POOL = Pool
    STANDING = Standing
    SHIFT = Shift
    SIDE = Side
    DECLARATION = Declaration


@dataclass(frozen=True)
class Told:
    """An event's rule and its fields, in the order of its numbers."""

    rule: str
    fields: tuple[tuple[str, Value], ...] = ()


def _numbers(*names: str) -> tuple[tuple[str, Value], ...]:
    return tuple((name, Value.NUMBER) for name in names)


_OTHER = ("other", Value.SEAT)
_ORIENTATION = ("orientation", Value.ORIENTATION)
_EDGES = (("edge", Value.EDGE), ("other_edge", Value.EDGE))
_HITS = _numbers("hits", "cancelled")
_POSE = _numbers("x", "y", "heading")
_ITEM = ("item", Value.ITEM)

TOLD: dict[int, Told] = {
    Event.POLE: Told("G5"),
    Event.ROUND_BEGINS: Told("G4", _numbers("round")),
    Event.GEAR_PHASE: Told("G4", _numbers("gear_phase")),
    Event.ACTIVATED: Told("G6", _numbers("gear", "hazards")),
    Event.MANOEUVRE: Told(
        "G7",
        (("manoeuvre", Value.MANOEUVRE), ("standing", Value.STANDING), ("by", Value.SEAT)),
    ),
    Event.SKID_DICE: Told("G9", _numbers("dice")),
    Event.PUSHED: Told("G10", _numbers("dice", "hazards")),
    Event.SHIFTED: Told("G11", (("shift", Value.SHIFT), *_numbers("left"))),
    Event.GEAR: Told("G3", (*_numbers("from", "to"), ("cause", Value.CAUSE))),
    Event.HAZARDS: Told(
        "G12", (*_numbers("change", "now"), ("cause", Value.CAUSE), ("by", Value.SEAT))
    ),
    Event.SLID: Told("G13", (("side", Value.SIDE), *_numbers("degrees"))),
    Event.MOVED: Told("G14", (*_POSE, *_numbers("way"))),
    Event.SPUN: Told("G15", _numbers("turn", "heading")),
    Event.SLID_BACK: Told("E8", _numbers("way", "turn")),
    Event.COLLISION: Told("G20", (_OTHER, _ORIENTATION, *_EDGES)),
    Event.HIT_OBSTRUCTION: Told(
        "G23",
        (*_numbers("obstruction"), ("kind", Value.OBSTRUCTION), ("edge", Value.EDGE)),
    ),
    Event.HIT_BILL: Told("G24", (("owner", Value.SEAT), _ORIENTATION, *_EDGES)),
    Event.DECLARED: Told("G19", (("declaration", Value.DECLARATION),)),
    Event.SMASH: Told("G21", _numbers("hits", "dice")),
    Event.EVADED: Told("G2", _numbers("cancelled", "dice")),
    Event.REMOVED: Told("G23", _numbers("obstruction")),
    Event.OFF_ROAD: Told("G16"),
    Event.BOOSTED: Told("G27", (*_numbers("boost"), *_POSE)),
    Event.ITEM: Told("E15", (_ITEM, *_numbers("box"))),
    Event.COIN: Told("E21", _numbers("coins", "coin")),
    Event.USED: Told("E15", (_ITEM,)),
    Event.ATTACKED: Told("G25", (("target", Value.SEAT), ("edge", Value.EDGE), *_HITS)),
    Event.BANANA_DROPPED: Told("E15", _numbers("banana", "x", "y")),
    Event.BANANA_HIT: Told("E15", (*_numbers("banana"), ("owner", Value.SEAT), *_HITS)),
    Event.BILL_FIRED: Told("E12", (*_numbers("bill"), *_POSE)),
    Event.BILL_MOVED: Told("G24", (*_numbers("bill"), *_POSE)),
    Event.BILL_GONE: Told("E12", _numbers("bill")),
    Event.WIPEOUT: Told("G26", _numbers("heading")),
    Event.GATE: Told("E16", _numbers("gate")),
    Event.LAP: Told("E16", _numbers("laps")),
    Event.FINISHED: Told("E16", _numbers("round")),
    Event.RACE_OVER: Told("E16", (*_numbers("round"), ("finished", Value.FLAG))),
    Event.PLACED: Told("E16", _numbers("place")),
    Event.NO_DICE: Told("G22", (("pool", Value.POOL), *_numbers("count"))),
    Event.STUCK: Told("E4"),
    Event.BOTH_EVADE: Told("E10", (_OTHER,)),
}


def rule_of_event(entry: Sequence[int]) -> str:
    """The number of the rule by which this happened; for hazards and gears that of their cause."""
    if entry[0] in (Event.HAZARDS, Event.GEAR):
        return Cause(entry[4]).rule
    if entry[0] == Event.HIT_OBSTRUCTION and entry[2] == NOBODY:
        return "E17"
    if entry[0] == Event.RACE_OVER and not entry[3]:
        return "E18"
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
    if kind is Value.MANOEUVRE:
        return manoeuvre_name(value)
    if isinstance(kind.value, type):
        return kind.value(value).name.lower()
    return value
