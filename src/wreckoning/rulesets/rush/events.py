"""The events of Rush 'n' Crush, the causes of damage and heat, and the modifiers of rolls.

Each is declared once: its rule, its fields, and its words in the log unless `view` has better ones.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, TypeAlias

from wreckoning.core.declared import Declared
from wreckoning.core.events import DECLARED, Anyone, Event, Roll, Seat, Vocabulary
from wreckoning.rulesets.rush.questions import Question
from wreckoning.rulesets.rush.race import Equipment
from wreckoning.rulesets.rush.spots import Spot
from wreckoning.rulesets.rush.squares import Square, SquareNumber

Place = Annotated[SquareNumber, Square]
Gear = Annotated[int, Spot]
Item = Annotated[int, Equipment]


class Cause(Declared):
    """The cause of lost Structure or of Heat."""

    ENGINE = "N12", "the engine"
    BOOSTER = "N24", "the Rocket Booster"
    FLAMER = "N23", "the Flamer"
    EXTINGUISHER = "N25", "the Fire Extinguisher"
    WRECK = "N17", "a wreck"
    MINE = "N26", "a mine"
    OBSTRUCTION = "N18", "an obstruction"
    RAM = "N19", "a Side Ram"
    SAW = "N20", "the Circular Saw"
    RUSH = "N21", "a Rush 'n' Crush"
    MACHINE_GUN = "N22", "the Machine Gun"


class Manner(IntEnum):
    """The way a car came into a square."""

    AHEAD = 0
    LEFT = 1
    RIGHT = 2
    DISPLACED = 3  # pushed there by a Side Ram


Side = Annotated[int, Manner]
By = Annotated[int, Cause]


class Modifier(Declared):
    """A modifier of a die."""

    SIDE_BUMPER = "N19", "Side Bumper"
    EXTRA = "D26", "referee"


# --- events, in the order of the rulebook; `who` is the driver unless it says otherwise


class RoundBegins(Event, rule="N8", words="Round {round}"):
    round: int


class GridSet(Event, rule="D2", words="{who} drew {place:th} place on the grid"):
    who: Seat
    place: int
    square: Place


class TurnBegins(Event, rule="N8", words="{who} was {place:th} to drive"):
    who: Seat
    place: int
    spot: Gear
    square: Place


class Shifted(Event, rule="N9", words="{who} shifted to {to}"):
    """The gearstick's own step."""

    who: Seat
    from_: Gear
    to: Gear


class Turbo(Event, rule="N10", words="{who} spent a Turbo point: {to} ({left} left)"):
    who: Seat
    to: Gear
    left: int


class Braked(Event, rule="N10", words="{who} spent a Brake point: {to} ({left} left)"):
    who: Seat
    to: Gear
    left: int


class _Change(Event, words="{who}: {name} {before}→{now} from {cause}"):
    """A change of points; `by` did it."""

    who: Seat
    change: int
    now: int
    cause: By
    by: Anyone

    @property
    def rule(self) -> str:
        return Cause(self.cause).rule

    @property
    def before(self) -> int:
        return self.now - self.change


class Heat(_Change):
    """Heat taken, or put out if `change` is negative."""


class NoHeat(Event, rule="N12", words="{who} stayed cool"):
    """All the red dice of a turn are cool."""

    who: Seat
    dice: int


class LaneChanges(Event, rule="N13", words="{who} had {lane_changes:lane change}"):
    """The lane changes of this turn; UNLIMITED for as many as wanted."""

    who: Seat
    lane_changes: int


class Steered(Event, rule="N14", words="{who} spent {spent:Steering point} ({left} left)"):
    who: Seat
    spent: int
    left: int


class Moved(Event, rule="N15", words="{who} drove on to {to}"):
    """A step; `movement` is the movement left."""

    who: Seat
    from_: Place
    to: Place
    manner: Side
    movement: int


class Structure(_Change):
    """Structure lost."""


class LitterMet(Event, rule="N17", words="{who} drove through {cause} on {square}"):
    """A wreck or a mine is driven through; the die follows."""

    who: Seat
    square: Place
    cause: By


class MineGone(Event, rule="N26", words="The mine on {square} was gone"):
    """It did damage; `who` is its owner."""

    who: Anyone
    square: Place


class ObstructionHit(Event, rule="N18", words="{who} hit the obstruction on {square}"):
    who: Seat
    square: Place
    from_: Place


class Stuck(Event, rule="D5", words="{who} got no further"):
    """The car stays there and its movement ends (D5, D24)."""

    who: Seat
    square: Place


class SideRam(Event, rule="N19", words="{who} rammed {other} from the side"):
    """`square` is the target's; without a `clear` square beyond, it is blocked."""

    who: Seat
    other: Seat
    square: Place
    side: Side
    clear: bool


class Displaced(Event, rule="D6", words="{who} was pushed to {to}"):
    """`who` is the target of the Side Ram."""

    who: Seat
    from_: Place
    to: Place
    by: Seat


class RamHeld(Event, rule="D6", words="{who} could not push {other} away"):
    who: Seat
    other: Seat


class Rush(Event, rule="N21", words="{who} ran into the back of {other}"):
    who: Seat
    other: Seat
    square: Place
    dice: int


class Armed(Event, rule="N16", words="{who} armed the {equipment}"):
    who: Seat
    equipment: Item


class Used(Event, rule="N16", words="{who} used the {equipment}"):
    who: Seat
    equipment: Item


class Shot(Event, rule="N22", words="{who} aimed the {equipment} at {target}: {hits:hit}"):
    """`target` is NOBODY if no car is in range."""

    who: Seat
    equipment: Item
    target: Anyone
    range: int
    hits: int

    @property
    def rule(self) -> str:
        return "N23" if self.equipment == Equipment.FLAMER else "N22"


class Boosted(Event, rule="N24", words="{who} boosted {squares:square}"):
    who: Seat
    squares: int


class MineDropped(Event, rule="N26", words="{who} dropped a mine on {square} ({left} left)"):
    who: Seat
    square: Place
    left: int


class Lap(Event, rule="N6", words="{who} completed lap {lap}"):
    who: Seat
    lap: int


class Finished(Event, rule="N5", words="{who} crossed the line {place:th}, in {round:round}"):
    who: Seat
    place: int
    round: int


class Destroyed(Event, rule="N3", words="{who} was destroyed on {square}: {cause}"):
    who: Seat
    square: Place
    cause: By
    by: Anyone


class RaceOver(Event, rule="D12", words="The race ended after {round:round}"):
    """`who` won, or is NOBODY."""

    who: Anyone
    round: int


class Placed(Event, rule="D12", words="{who} came {place:th}"):
    """At the end, of a driver who has not crossed the line."""

    who: Seat
    place: int


Rolled: TypeAlias = Roll[Question, Modifier]
Happened: TypeAlias = (
    RoundBegins
    | GridSet
    | TurnBegins
    | Shifted
    | Turbo
    | Braked
    | Heat
    | NoHeat
    | LaneChanges
    | Steered
    | Moved
    | Structure
    | LitterMet
    | MineGone
    | ObstructionHit
    | Stuck
    | SideRam
    | Displaced
    | RamHeld
    | Rush
    | Armed
    | Used
    | Shot
    | Boosted
    | MineDropped
    | Lap
    | Finished
    | Destroyed
    | RaceOver
    | Placed
)
RushEvent: TypeAlias = Happened | Rolled
VOCABULARY = Vocabulary(DECLARED[__name__], Question, Modifier)
