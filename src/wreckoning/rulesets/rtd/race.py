"""The state of a Kart RTD race: everything there is, declared once.

Enumerations carry the rulebook's words; rules take them as plain numbers, from `numbers`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from wreckoning.core.door import Door, RaceRecord
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import FIXED, GIVEN, INNER, PER_SEAT, SEAT, Between, Record

MAX_SEGMENTS = 12
MAX_HAND = 4
MAX_EVENTS = 3
MAX_STATES = 4
PER_SEGMENT = 2  # hazards, dash panels and paths of each kind in one segment
MAX_BLUE_SHELLS = 24
MAX_ROWS = 24  # of the item table
MAX_OWN = 6  # items of a house file
WIDEST = 4  # a modifier of the referee
PLENTY = 99  # a line of item boxes that never runs short

NO, YES = 0, 1


class Item(IntEnum):
    """The items (R36–R48), numbered as in the printed item table; then those of a house file."""

    NONE = 0
    BANANA = 1
    FAKE_ITEM_BOX = 2
    GREEN_SHELL = 3
    BLOOPER = 4
    BOB_OMB = 5
    MUSHROOM = 6
    RED_SHELL = 7
    BOO = 8
    BLUE_SHELL = 9
    TRIPLE_RED_SHELL = 10
    STAR = 11
    THUNDERBOLT = 12
    OWN_1 = 13
    OWN_2 = 14
    OWN_3 = 15
    OWN_4 = 16
    OWN_5 = 17
    OWN_6 = 18


OWN = int(Item.OWN_1)  # the first of them
ITEMS = len(Item)


class Kind(IntEnum):
    """The curve type of a segment (R9, R24)."""

    TIGHT = 0
    STRAIGHT = 1
    BROAD_STRAIGHT = 2
    CURVE = 3
    BROAD_CURVE = 4


class Damage(IntEnum):
    """The damage of a hazard or an item that hits a driver (R35). No hazard throws them."""

    SPIN = 0
    FLIP = 1
    THROWN = 2


class Phase(IntEnum):
    """The phases of a race. A position may start at the beginning of any of them.

    `turn` is the turn under way; at TURN_START still the one before.
    """

    ROCKET_START = 0
    GRID = 1
    TURN_START = 2
    ORDERS = 3
    ACTIONS = 4
    BLUE_SHELLS = 5
    FEATURES = 6
    JOCKEYING = 7
    FALL_BACKS = 8
    PULL_AHEADS = 9
    FINISH_LINE = 10
    ITEM_BOXES = 11
    FAKES = 12
    EVENTS = 13
    STATUSES = 14
    MOMENTUM = 15
    ORDER = 16
    OVER = 17


class Order(IntEnum):
    """The action of a driver (R17). DEPLOY + item is Deploy Item."""

    NONE = 0
    AGGRESSIVE = 1
    DEFENSIVE = 2
    SLIDE = 3
    RAM = 4
    DRAFT = 5
    PATH_1 = 6
    PATH_2 = 7
    CUSTOM = 8
    DEPLOY_BANANA = 21
    DEPLOY_FAKE_ITEM_BOX = 22
    DEPLOY_GREEN_SHELL = 23
    DEPLOY_BLOOPER = 24
    DEPLOY_BOB_OMB = 25
    DEPLOY_MUSHROOM = 26
    DEPLOY_RED_SHELL = 27
    DEPLOY_BOO = 28
    DEPLOY_BLUE_SHELL = 29
    DEPLOY_TRIPLE_RED_SHELL = 30
    DEPLOY_STAR = 31
    DEPLOY_THUNDERBOLT = 32
    DEPLOY_OWN_1 = 33
    DEPLOY_OWN_2 = 34
    DEPLOY_OWN_3 = 35
    DEPLOY_OWN_4 = 36
    DEPLOY_OWN_5 = 37
    DEPLOY_OWN_6 = 38


DEPLOY = 20


class Use(IntEnum):
    """The use of an item that is dragged, circles, or is being deployed (R34).

    DEPLOY + item, from the hand, is offered too under the switch `item_with_action`.
    """

    HOLD = 0
    AFTER = 1
    LAY = 2
    THROW = 3
    FORWARD = 4
    BACKWARD = 5
    FIRE = 6
    DROP = 7
    DEPLOY_BANANA = 21
    DEPLOY_FAKE_ITEM_BOX = 22
    DEPLOY_GREEN_SHELL = 23
    DEPLOY_BLOOPER = 24
    DEPLOY_BOB_OMB = 25
    DEPLOY_MUSHROOM = 26
    DEPLOY_RED_SHELL = 27
    DEPLOY_BOO = 28
    DEPLOY_BLUE_SHELL = 29
    DEPLOY_TRIPLE_RED_SHELL = 30
    DEPLOY_STAR = 31
    DEPLOY_THUNDERBOLT = 32
    DEPLOY_OWN_1 = 33
    DEPLOY_OWN_2 = 34
    DEPLOY_OWN_3 = 35
    DEPLOY_OWN_4 = 36
    DEPLOY_OWN_5 = 37
    DEPLOY_OWN_6 = 38


class Effect(IntEnum):
    """The effect of a check that the referee ordered (A69)."""

    NOTHING = 0
    GAIN_1 = 1
    GAIN_2 = 2
    GAIN_3 = 3
    FREE_PASS = 4
    LOSE_1 = 5
    LOSE_2 = 6
    SPIN_OUT = 7
    FLIP = 8
    THROWN = 9
    FALL_BACK = 10
    RAM = 11
    RAM_INTO_HAZARD = 12


class Roll(IntEnum):
    """A roll with modifiers, by the number of its question; the referee may add one (A86)."""

    NONE = 0
    ROCKET_CHECK = 15
    GRID_CHECK = 16
    AGGRESSIVE_CHECK = 17
    SLIDE_CHECK = 18
    PATH_CHECK = 19
    PASS_ROLL = 20
    PASS_DEFENCE = 21
    RAM_CHECK = 22
    RAM_DEFENCE = 23
    SPIN_OUT_CHECK = 24
    AVOID_CHECK = 25
    THROW_CHECK = 26
    SHELL_ATTACK = 27
    SHELL_DEFENCE = 28
    BOMB_DODGE = 29
    BLAST_CHECK = 30
    HAZARD_CHECK = 31
    DASH_CHECK = 32
    FALL_BACK_CHECK = 33
    PULL_AHEAD_CHECK = 34
    BOX_CHECK = 35
    ITEM_ROLL = 36
    SHARE_ROLL = 39
    SHARE_DEFENCE = 40


class Hazard(Record):
    """A hazard of a segment: a Racing Check, or damage. In force in `states` of `event`."""

    exists: Annotated[int, bool]
    modifier: int
    damage: Annotated[int, Damage]
    event: int  # NOBODY: always there
    states: int  # a bit for each state of the event in which it is there
    worse_event: int  # NOBODY: never worse
    worse_states: int
    worse_modifier: int
    worse_damage: Annotated[int, Damage]


class DashPanel(Record):
    """A dash panel: Momentum, automatic or for a Racing Check; washes ink off."""

    exists: Annotated[int, bool]
    checked: Annotated[int, bool]
    modifier: int
    momentum: int


class Path(Record):
    """An alternate path (R23): its requirements, its gain, and the cost of failing."""

    exists: Annotated[int, bool]
    event: int
    states: int
    items: int  # a bit (1 << item) for each item that opens it; 0: none needed
    checked: Annotated[int, bool]
    modifier: int
    momentum: int
    skips_features: Annotated[int, bool]
    advances: Annotated[int, bool]
    free_pass: Annotated[int, bool]
    washes: Annotated[int, bool]
    failure_momentum: int
    failure_falls_back: Annotated[int, bool]
    failure_loses_items: Annotated[int, bool]


class Segment(Record):
    """A segment of the course (R9). Unused places for hazards, panels and paths come last."""

    kind: Annotated[int, Kind]
    boxes: int  # item boxes at its end: 0 none, PLENTY enough for all
    link: int  # a segment within reach of attacks (A5), NOBODY for none
    hazards: Annotated[list[Hazard], PER_SEGMENT]
    dash_panels: Annotated[list[DashPanel], PER_SEGMENT]
    paths: Annotated[list[Path], PER_SEGMENT]


class Changing(Record):
    """An event of the course: its states follow one another, each for its number of turns."""

    states: int  # how many; 0: no such event
    turns: Annotated[list[int], MAX_STATES]


class Course(Record):
    """A course (R9)."""

    laps: int
    segments: int
    segment: Annotated[list[Segment], MAX_SEGMENTS]
    events: Annotated[list[Changing], MAX_EVENTS]


class EventState(Record):
    """The state of an event of the course, and the turns left in it."""

    state: int
    left: int


class Switches(Record):
    """House-rule options. The defaults are in `meta.SWITCHES`."""

    momentum_cap_always: Annotated[int, bool]  # A14
    defensive_pull_ahead: Annotated[int, bool]  # A17
    item_with_action: Annotated[int, bool]  # A29
    carry: int  # A43: items in hand
    litter_stays: Annotated[int, bool]  # A51
    referee: Annotated[int, bool]  # R17, A69
    item_bonus_spread: Annotated[int, bool]  # A85


class Figures(Record):
    """The figures of a kart with its Perk and Debuff: bonuses on rolls, and its own numbers."""

    ram: int
    item_roll: int
    rocket_start: int
    slide: int
    slide_penalty_ignored: int
    draft: int
    spin_out_check: int
    box: int
    hazard: int
    aim: int
    hand: int  # places in hand beyond `carry`
    drag: int  # dodge bonus of a dragged item
    spin_out: int  # what a spin-out costs
    pull_ahead: int  # what Pulling Ahead costs
    maximum: int  # maximum Momentum
    high_acceleration: int


class Kart(Record):
    """A driver and their kart. Turns count from 1; `…_until` is the last turn a status lasts."""

    seat: Annotated[SeatIndex, GIVEN]
    perk: Annotated[int, GIVEN]
    debuff: Annotated[int, GIVEN]
    figures: Annotated[Figures, GIVEN, FIXED]
    momentum: Annotated[int, Between(-30, 30)]
    progress: int  # lap × segments + segment, from 0
    hook: Annotated[int, Item]
    shells: int  # left of a Triple Red Shell on the hook
    hand: Annotated[list[int], MAX_HAND, Item]
    order: Annotated[int, Order]
    defensive: Annotated[int, bool]
    ramming: Annotated[int, bool]
    slide_bonus: Annotated[int, INNER]
    item_used: Annotated[int, bool]  # the free use of this turn
    may_pull_ahead: Annotated[int, bool, INNER]  # a Mushroom's right (A59)
    skips_features: Annotated[int, bool, INNER]
    fell_back: Annotated[int, bool, INNER]  # this turn
    hit_fake: Annotated[int, bool, INNER]  # at this turn's item boxes
    hit_own: Annotated[int, Item, INNER]  # which of the house it was; NONE: a printed one
    ink_until: Annotated[int, Between(0, 10_000)]
    shrunk_until: Annotated[int, Between(0, 10_000)]
    boo_until: Annotated[int, Between(0, 10_000)]
    star_until: Annotated[int, Between(0, 10_000)]
    falls_back: Annotated[int, INNER]  # how often, in the race
    pulls_ahead: Annotated[int, INNER]
    laps: int  # completed
    lap_start: Annotated[int, INNER]  # the turn at whose end the lap under way began
    best_lap: Annotated[int, INNER]  # turns; 0: none completed
    best_lap_turn: Annotated[int, INNER]  # the turn that completed it
    finish_turn: int  # 0: still racing
    place: int  # 1 is first; 0: not yet known
    momentum_sum: Annotated[int, INNER]  # Momentum at the end of each turn, added up
    items_used: Annotated[int, INNER]
    passes: Annotated[int, INNER]
    extra_roll: Annotated[int, Roll, INNER]  # the referee adds `extra` to the next of these (A86)
    extra: Annotated[int, INNER, Between(-WIDEST, WIDEST)]


class ItemFigures(Record):
    """The figures of an item. Those that it has no use for are 0."""

    acts_as: Annotated[int, Item]  # the printed item whose rules it follows
    damage: Annotated[int, Damage]
    dodge: int  # on the check of the driver behind that it is laid or dropped in front of
    distance: int  # on a throw, for each driver between
    attack: int  # on a shell's attack
    momentum: int  # of its user; of a Thunderbolt that of all others
    turns: int  # how many turns after this one it lasts, or until it strikes
    blast: int  # how many drivers must escape it
    shells: int  # how many circle
    circling: int  # what each of them adds


class Loot(Record):
    """The item table (R6): the item for each result of an Item Roll, from 1 on; and all items."""

    rows: int
    listed: Annotated[list[int], MAX_ROWS, Item]
    own: int  # how many items the house file adds
    items: Annotated[list[ItemFigures], ITEMS]


class BlueShell(Record):
    """A Blue Shell on its way."""

    due: int  # the turn it strikes; 0: none
    owner: Annotated[SeatIndex, SEAT]
    sent: Annotated[int, Item]  # NONE: a printed one


class CustomCheck(Record):
    """A check ordered by the referee (A69); it is made before anything else happens."""

    ordered: Annotated[int, bool]
    driver: Annotated[SeatIndex, SEAT]
    modifier: int
    success: Annotated[int, Effect]
    failure: Annotated[int, Effect]
    other: Annotated[SeatIndex, SEAT]  # the target of a Ram


class Race(RaceRecord):
    """The whole race. What must be copied for each race stands first, the door last."""

    drivers: Annotated[int, GIVEN]
    turn: int
    phase: Annotated[int, Phase]
    slot: int  # whose turn it is within the phase: an index into `queue`
    queue: Annotated[list[int], PER_SEAT, SEAT]  # seats; ranks while ties for the grid are broken
    order: Annotated[list[SeatIndex], PER_SEAT, SEAT]  # the race order (A2)
    karts: Annotated[list[Kart], PER_SEAT]
    peels: Annotated[list[int], MAX_SEGMENTS]  # lying in each segment
    fakes: Annotated[list[int], MAX_SEGMENTS]
    fresh_peels: Annotated[list[int], MAX_SEGMENTS]  # laid this turn, already dodged here
    fresh_fakes: Annotated[list[int], MAX_SEGMENTS]
    own_lying: Annotated[list[int], MAX_OWN * MAX_SEGMENTS]  # by item, then by segment
    fresh_own: Annotated[list[int], MAX_OWN * MAX_SEGMENTS]
    blue_shells: Annotated[list[BlueShell], MAX_BLUE_SHELLS]
    events: Annotated[list[EventState], MAX_EVENTS]
    check: CustomCheck
    loot: Annotated[Loot, GIVEN, FIXED]
    switches: Annotated[Switches, GIVEN, FIXED]
    course: Annotated[Course, GIVEN, FIXED]
    door: Annotated[Door, GIVEN]
