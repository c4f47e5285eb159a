"""The events of Kart Edition, the causes of hazards, and the modifiers of rolls.

Each is declared once: its rule, its fields, and its words in the log unless `view` has better ones.
Places are x and y.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, TypeAlias

from wreckoning.core.declared import Declared
from wreckoning.core.events import DECLARED, Anyone, Event, Named, Roll, Seat, Vocabulary
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.kart.questions import (
    Declaration,
    Question,
    Shift,
    Side,
    manoeuvre_name,
)
from wreckoning.rulesets.kart.race import Item, Obstruction, Standing


class Cause(Declared):
    """The cause of a change of hazards or gear."""

    TEMPLATE = "G7", "the hazardous template"
    PUSH = "G10", "pushing it"
    SHIFT = "G3", "a SHIFT"
    SKID = "G12", "the skid dice"
    OFF_ROAD = "G16", "leaving the road"
    COLLISION = "G19", "the collision"
    LEAST = "G19", "the collision, one at least"  # of a collision
    ATTACK = "G25", "the attack"
    BANANA = "E15", "the banana"
    MUSHROOM = "E15", "the Mushroom"
    BOOST = "G27", "the boost"
    WIPEOUT = "G26", "the wipeout"


class Orientation(IntEnum):
    """The orientation of two bodies that meet (G20)."""

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
    """The purpose of a pool of dice."""

    SMASH = 0
    EVADE = 1
    ATTACK = 2


class Modifier(Declared):
    """The terms that make up a number of dice."""

    OWN_GEAR = "G21"
    OTHER_GEAR = "G21"  # head-on, added
    GEAR_DIFFERENCE = "G21"  # tailgate
    WEIGHT = "G22"
    STAR = "E15"
    SHELL = "G25"
    BANANA = "E15"
    COVER = "E14"
    EVADE_GEAR = "G2"
    EXTRA = "E26", "referee"


class Length(int):
    """In hundredths of a millimetre."""


class Angle(int):
    """In hundredths of a degree, clockwise."""


By = Annotated[int, Cause]
Meeting = Annotated[int, Orientation]
At = Annotated[int, Edge]
Far = Annotated[int, Length]
Turned = Annotated[int, Angle]
Thing = Annotated[int, Item]
Template = Annotated[int, Named(lambda _, number: manoeuvre_name(number))]

# --- events, in the order of the rulebook; `who` is the driver unless it says otherwise


class Pole(Event, rule="G5", words="{who} had pole position"):
    who: Seat


class RoundBegins(Event, rule="G4", words="Round {round}"):
    round: int


class GearPhase(Event, rule="G4", words="Gear phase {gear_phase}"):
    gear_phase: int


class Activated(Event, rule="G6", words="{who} activated in Gear {gear} with {hazards:hazard}"):
    who: Seat
    gear: int
    hazards: int


class Manoeuvre(Event, rule="G7", words="{who} took {manoeuvre}, chosen by {by}"):
    who: Seat
    manoeuvre: Template
    standing: Annotated[int, Standing]
    by: Seat  # who chose it


class SkidDice(Event, rule="G9", words="{who} rolled {dice} for skidding"):
    who: Seat
    dice: int


class Pushed(Event, rule="G10", words="{who} pushed it with {dice}, {hazards:hazard}"):
    who: Seat
    dice: int  # rolled again
    hazards: int  # that it cost


class Shifted(Event, rule="G11", words="{who} {shift}"):
    who: Seat
    shift: Annotated[int, Shift]
    left: int  # SHIFTs


class Gear(Event, rule="G3", words="{who} went from Gear {from_} to {to}"):
    who: Seat
    from_: int
    to: int
    cause: By

    @property
    def rule(self) -> str:
        return Cause(self.cause).rule


class Hazards(Event, rule="G12", words="{who}: hazards {before}→{now} from {cause}"):
    who: Seat
    change: int
    now: int
    cause: By
    by: Anyone  # who did it

    @property
    def rule(self) -> str:
        return Cause(self.cause).rule

    @property
    def before(self) -> int:
        """How many there were."""
        return self.now - self.change


class Slid(Event, rule="G13", words="{who} slid {side}, turned {degrees}"):
    who: Seat
    side: Annotated[int, Side]
    degrees: int  # clockwise


class Moved(Event, rule="G14", words="{who} drove {way}"):
    """A movement of a kart. A spin has no way."""

    who: Seat
    x: Far
    y: Far
    heading: Turned
    way: Far


class Spun(Event, rule="G15", words="{who} spun {turn}"):
    who: Seat
    turn: Turned
    heading: Turned


class SlidBack(Event, rule="E8", words="{who} came to a stop {way} short, to be free"):
    """A kart slid back, or turned, so that it does not overlap what it touched before."""

    who: Seat
    way: Far
    turn: Turned


class Collision(
    Event, rule="G20", words="{who} ran into {other}, {edge} against {other_edge}: {orientation}"
):
    who: Seat
    other: Seat
    orientation: Meeting
    edge: At
    other_edge: At


class HitObstruction(Event, rule="G23", words="{who} hit {kind} with the {edge}", good=False):
    who: Seat
    obstruction: int  # NOBODY: the table's edge
    kind: Annotated[int, Obstruction]
    edge: At

    @property
    def rule(self) -> str:
        return "E17" if self.obstruction == NOBODY else self._rule


class HitBill(Event, rule="G24", words="{who} met the Bullet Bill of {owner}", good=False):
    who: Seat
    owner: Seat
    orientation: Meeting
    edge: At
    other_edge: At  # the Bill's


class Decided(Event, rule="G19", words="{who} decided to {declaration}", name="declared"):
    who: Seat
    declaration: Annotated[int, Declaration]


class Smash(Event, rule="G21", words="{who} smashed with {dice}: {hits:hit}"):
    who: Anyone  # None: a thing
    hits: int
    dice: int


class Evaded(Event, rule="G2", words="{who} evaded {cancelled:hit} with {dice}"):
    who: Seat
    cancelled: int
    dice: int


class Removed(Event, rule="G23", words="The mushroom was gone"):
    """A destructible obstruction is gone."""

    obstruction: int


class OffRoad(Event, rule="G16", words="{who} left the road", good=False):
    who: Seat


class Boosted(Event, rule="G27", words="{who} was boosted"):
    """Straightened and carried to its end."""

    who: Seat
    boost: int
    x: Far
    y: Far
    heading: Turned


class GotItem(Event, rule="E15", words="{who} got an item: {item}", name="item", good=True):
    who: Seat
    item: Thing
    box: int


class Coin(Event, rule="E21", words="{who} took a coin ({coins} now)", good=True):
    who: Seat
    coins: int
    coin: int


class Used(Event, rule="E15", words="{who} used the {item}", good=True):
    who: Seat
    item: Thing


class Attacked(
    Event,
    rule="G25",
    words="{who} shot a Shell from the {edge} at {target}: {hits:hit}, {cancelled} evaded",
):
    who: Seat
    target: Seat
    edge: At
    hits: int
    cancelled: int


class BananaDropped(Event, rule="E15", words="{who} dropped a banana"):
    who: Seat
    banana: int
    x: Far
    y: Far


class BananaHit(
    Event, rule="E15", words="{who} slipped on a banana: {hits:hit}, {cancelled} evaded", good=False
):
    who: Seat
    banana: int
    owner: Anyone
    hits: int
    cancelled: int


class BillFired(Event, rule="E12", words="{who} fired a Bullet Bill"):
    who: Seat
    bill: int
    x: Far
    y: Far
    heading: Turned


class BillMoved(Event, rule="G24", words="The Bullet Bill of {who} flew on"):
    who: Seat  # its owner
    bill: int
    x: Far
    y: Far
    heading: Turned


class BillGone(Event, rule="E12", words="The Bullet Bill of {who} was gone"):
    who: Seat  # its owner
    bill: int


class Wipeout(Event, rule="G26", words="{who} wiped out", good=False):
    who: Seat
    heading: Turned


class Gate(Event, rule="E16", words="{who} drove through gate {gate}", good=True):
    who: Seat
    gate: int  # from 1


class Lap(Event, rule="E16", words="{who} completed lap {laps}", good=True):
    who: Seat
    laps: int


class Finished(Event, rule="E16", words="{who} won the race in {round:round}", good=True):
    who: Seat
    round: int


class RaceOver(Event, rule="E16", words="The race ended after {round:round}"):
    who: Seat  # the winner
    round: int
    finished: Annotated[int, bool]  # in time: no round limit ended it

    @property
    def rule(self) -> str:
        return self._rule if self.finished else "E18"


class Placed(Event, rule="E16", words="{who} came {place:th}"):
    who: Seat
    place: int


class NoDice(Event, rule="G22", words="{who} had no dice to {pool} with", good=False):
    who: Seat
    pool: Annotated[int, Pool]
    count: int  # what they add up to: 0 or less


class Stuck(Event, rule="E4", words="{who} had no template that stays on the table", good=False):
    who: Seat


class BothEvade(Event, rule="E10", words="{who} was slower than {other}: both had to evade"):
    """`who` is the slower one of a tailgate."""

    who: Seat
    other: Seat


Rolled: TypeAlias = Roll[Question, Modifier]
Happened: TypeAlias = (
    Pole
    | RoundBegins
    | GearPhase
    | Activated
    | Manoeuvre
    | SkidDice
    | Pushed
    | Shifted
    | Gear
    | Hazards
    | Slid
    | Moved
    | Spun
    | SlidBack
    | Collision
    | HitObstruction
    | HitBill
    | Decided
    | Smash
    | Evaded
    | Removed
    | OffRoad
    | Boosted
    | GotItem
    | Coin
    | Used
    | Attacked
    | BananaDropped
    | BananaHit
    | BillFired
    | BillMoved
    | BillGone
    | Wipeout
    | Gate
    | Lap
    | Finished
    | RaceOver
    | Placed
    | NoDice
    | Stuck
    | BothEvade
)
OnTheWay: TypeAlias = Coin | Gate | Lap | SlidBack | Boosted | OffRoad | Spun
KartEvent: TypeAlias = Happened | Rolled
VOCABULARY = Vocabulary(DECLARED[__name__], Question, Modifier)
