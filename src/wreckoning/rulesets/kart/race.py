"""The state of a race of Gaslands: Kart Edition: everything there is, declared once.

Lengths are hundredths of a millimetre (`MM` of them in one), headings hundredths of a degree,
clockwise from +x, as in `wreckoning.geometry`. All lists of bodies are equally long, and so are
those of polygons, so that compiled rules have one form for all of them. Rules take
enumerations as plain numbers, from `numbers`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from wreckoning.core.door import Door, RaceRecord
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import FIXED, GIVEN, INNER, MAX_SEATS, PER_SEAT, SEAT, Between, Record
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.gates import Gate
from wreckoning.geometry.overlap import Tabletop
from wreckoning.geometry.paths import Path
from wreckoning.geometry.polygons import Polygon

MM = 100
MAX_KARTS = 6
BODIES = MAX_SEATS  # in every list of bodies but that of coins
COINS = 32  # in the list of coins
PIECES = 40  # in every list of polygons
MAX_GATES = 16
POINTS = 32  # of the middle of the road
MAX_HANDLING = 4
MAX_GEAR = 6
GEARS = MAX_GEAR
MOST_EXTRA = 6  # dice that the referee adds to a pool, or takes off it
TEMPLATES = 10
LYINGS = 4  # of a template: ahead, left, right, in reverse


class Phase(IntEnum):
    """The phases of a race. A position may start at the beginning of any of them.

    LOTS draws pole position. ROUND begins a round. The others are the activation of the kart `slot`
    places clockwise from pole position, in their order.
    """

    LOTS = 0
    ROUND = 1
    MANOEUVRE = 2
    SKID = 3
    DRIVE = 4
    ATTACK = 5
    WIPEOUT = 6
    BILL = 7
    OVER = 8


class Weight(IntEnum):
    """The weight classes of karts and of obstructions (G22)."""

    NONE = 0
    LIGHT = 1
    MIDDLE = 2
    HEAVY = 3


class Roll(IntEnum):
    """A driver's pool of dice, by the number of its question; the referee may add to one (E26)."""

    NONE = 0
    SMASH_DIE = 14
    EVADE_DIE = 15
    ATTACK_DIE = 16


class Template(IntEnum):
    """A template to move along. SLIDE is only laid by a SLIDE result."""

    SHORT = 0
    MEDIUM = 1
    LONG = 2
    GENTLE = 3
    TURN = 4
    HARD = 5
    HAIRPIN = 6
    VEER = 7
    SWERVE = 8
    SLIDE = 9


CHOICES = int(Template.SLIDE)  # templates that can be chosen


class Standing(IntEnum):
    """The standing of a template in a gear (G7)."""

    FORBIDDEN = 0
    PERMITTED = 1
    TRIVIAL = 2
    HAZARDOUS = 3


class Item(IntEnum):
    """The items of item boxes (E15)."""

    NONE = 0
    SHELL = 1
    BANANA = 2
    MUSHROOM = 3
    STAR = 4
    BULLET_BILL = 5


ITEMS = len(Item) - 1


class Obstruction(IntEnum):
    """An obstruction on the course (G23). The table's edge counts as one (E17)."""

    EDGE = 0
    PIPE = 1
    CUBE = 2
    MUSHROOM = 3


DESTRUCTIBLE = int(Obstruction.MUSHROOM)


class Items(IntEnum):
    """The switch `items` (E15)."""

    HOUSE = 0
    SHELLS = 1
    NONE = 2


class Laid(Record):
    """A template: its shape from where it is laid, turning right if it turns (G8)."""

    two_sided: Annotated[int, bool]
    outside: Annotated[int, bool]  # has it an outside, where a slide goes (E6)?
    half_width: int  # the same for all templates
    standing: Annotated[list[int], GEARS, Standing]  # by gear, less 1
    path: Path


class Course(Record):
    """A course (E16). Its gates are crossed in their order; the last is the finish line."""

    laps: int
    most_rounds: int  # after which the race ends (E18)
    table: Tabletop
    gate_count: int
    gates: Annotated[list[Gate], MAX_GATES]
    gate_at: Annotated[list[int], MAX_GATES]  # the point of the middle line where it stands
    points: int  # of the middle line, a ring: from each it leads straight to the next
    line_x: Annotated[list[int], POINTS]
    line_y: Annotated[list[int], POINTS]
    line_length: Annotated[list[int], POINTS]  # from this point to the next
    line_heading: Annotated[list[int], POINTS]  # the same
    grid_x: Annotated[list[int], MAX_KARTS]
    grid_y: Annotated[list[int], MAX_KARTS]
    grid_heading: Annotated[list[int], MAX_KARTS]
    boost_count: int
    boosts: Annotated[list[Body], BODIES]
    box_count: int
    boxes: Annotated[list[Body], BODIES]
    coin_count: int
    coins: Annotated[list[Body], COINS]
    road_count: int
    road: Annotated[list[Polygon], PIECES]
    solid_count: int
    solids: Annotated[list[Polygon], PIECES]
    solid_kind: Annotated[list[int], PIECES, Obstruction]


class Shells(Record):
    """The range and the arc of a Shell (E14)."""

    reach: int  # from the nearest point of the edge it is shot from
    spread: int  # from straight, either way


class Switches(Record):
    """House-rule options. The defaults are in `meta.SWITCHES`."""

    items: Annotated[int, Items]  # E15
    measuring: Annotated[int, bool]  # G7: previews are shown. Only the table looks at it


class Kart(Record):
    """A kart and its driver. Its place is in `Race.bodies`."""

    seat: Annotated[SeatIndex, GIVEN]
    weight: Annotated[int, GIVEN, Weight]
    handling: Annotated[int, GIVEN]
    max_gear: Annotated[int, GIVEN]
    gear: int
    hazards: Annotated[int, Between(0, 100)]
    activated: Annotated[int, bool]  # in this gear phase
    lap: int  # completed
    gate: int  # the next one, from 0
    holds: Annotated[int, Item]
    star: int  # activations that the Star still holds
    coins: Annotated[int, Between(0, 10_000)]
    place: int  # 1 is first; 0: not yet known
    finish_round: int  # 0: not across the line
    # counted for the tallies
    activations: Annotated[int, INNER]
    wipeouts: Annotated[int, INNER]
    collisions: Annotated[int, INNER]
    hits_dealt: Annotated[int, INNER]
    hits_taken: Annotated[int, INNER]
    pushes: Annotated[int, INNER]
    boosts: Annotated[int, INNER]
    attacks: Annotated[int, INNER]
    extra_roll: Annotated[int, Roll, INNER]  # the referee adds `extra` dice to the next of these
    extra: Annotated[int, INNER, Between(-MOST_EXTRA, MOST_EXTRA)]


class Worths(Record):
    """What a bot worked out for a kart at one place with one next gate; no rule looks at it."""

    seat: int
    x: int
    y: int
    heading: int
    gate: int
    known: int  # the set of manoeuvres whose worths are known
    worth: Annotated[list[int], LYINGS * TEMPLATES]  # of the end of each, by its template and way


class Race(RaceRecord):
    """The whole race. What must be copied for each race stands first, the door last."""

    racers: Annotated[int, GIVEN]
    rounds: int  # begun: the number of the one under way
    phase: Annotated[int, Phase]
    gear_phase: int  # 1 … 6; 0 before the first round
    pole: Annotated[SeatIndex, SEAT]
    slot: int  # the active kart: its distance in seats, clockwise from pole position
    manoeuvre: int  # the template chosen, a number of `questions`
    slides: int  # uncancelled results of this movement
    spins: int
    bodies: Annotated[list[Body], PER_SEAT]  # where the karts stand
    karts: Annotated[list[Kart], PER_SEAT]
    bananas: Annotated[list[Body], BODIES]
    banana_owners: Annotated[list[SeatIndex], BODIES, SEAT]  # nobody: not on the table
    bills: Annotated[list[Body], BODIES]
    bill_owners: Annotated[list[SeatIndex], BODIES, SEAT]  # nobody: not in play
    gone: Annotated[list[int], PIECES, bool]  # obstructions removed (G23)
    box_round: Annotated[list[int], BODIES]  # when it was taken last; 0: never
    coin_round: Annotated[list[int], COINS]
    path: Annotated[Path, GIVEN]  # of the movement under way; empty at every checkpoint
    trial: Annotated[Path, GIVEN]  # of one being thought of; the same
    push_price: Annotated[int, GIVEN]  # in hazards, while dice may be pushed; 0 at every checkpoint
    worths: Annotated[Worths, GIVEN]  # a bot's; the same
    switches: Annotated[Switches, GIVEN, FIXED]
    shells: Annotated[Shells, GIVEN, FIXED]
    templates: Annotated[list[Laid], TEMPLATES, GIVEN, FIXED]
    course: Annotated[Course, GIVEN, FIXED]
    door: Annotated[Door, GIVEN]
