"""The state of a race of Rush 'n' Crush: everything there is, declared once.

Squares are numbered as in `squares`, spots of the gear matrix as in `spots`. Enumerations carry
the rulebook's words; rules take them as plain numbers, from `numbers`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from wreckoning.core.door import Door, RaceRecord
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import FIXED, GIVEN, INNER, PER_SEAT, SEAT, Between, Record
from wreckoning.rulesets.rush.spots import SPOTS, Spot
from wreckoning.rulesets.rush.squares import SQUARES, Square, SquareNumber

MAX_CARS = 6
MAX_MINES = 12  # of the three cars that lay them
GRID_SQUARES = MAX_CARS
PLACES = SQUARES + 2  # an array with an element for every square, nowhere and the finish
FRONTIER = 48  # squares that are looked at together while reach is found
HARMS = 3  # ways to one square are told apart by their hits of litter: 0, 1, 2 or more
DESTINATIONS = 48


class Phase(IntEnum):
    """The phases of a race. A position may start at the beginning of any of them.

    GRID draws the places on the grid. ROUND settles the order. The others are the turn of the car
    `queue[slot]`, in their order; MOVE and AFTER come again until there is nothing more to do.
    """

    GRID = 0
    ROUND = 1
    GEAR = 2
    POINTS = 3
    ROLLS = 4
    MOVE = 5
    AFTER = 6
    OVER = 7


class Equipment(IntEnum):
    """The equipment that is armed and used (N2). All drivers have the last two."""

    SIDE_BUMPER = 0
    FLAMER = 1
    MACHINE_GUN = 2
    SAW = 3
    BOOSTER = 4
    EXTINGUISHER = 5


KINDS = len(Equipment)
MOST_EXTRA = 4  # that the referee adds to a die, or takes off it


class Roll(IntEnum):
    """A driver's roll, by the number of its question; the referee may add to one (D26)."""

    NONE = 0
    HEAT_DIE = 8
    STEERING_DIE = 9
    LITTER_DIE = 10
    OBSTRUCTION_DIE = 11
    RAM_DIE = 12
    SAW_DIE = 13
    RUSH_DIE = 14
    GUN_DIE = 15
    FLAMER_DIE = 16
    BOOST_DIE = 17


class Side(IntEnum):
    """The side on which a car leaves its square, seen from its driver."""

    AHEAD = 0
    LEFT = 1
    RIGHT = 2


class Hit(IntEnum):
    """The end of a way. After all but NOTHING the rest cannot be foreseen."""

    NOTHING = 0
    RUSH = 1  # a live car, from directly behind (N21)
    RAM = 2  # a live car, diagonally from behind (N19)
    OBSTRUCTION = 3  # straight ahead (N18)


class Course(Record):
    """A course (N6) as a graph. The arrays go by square.

    `ahead`, `ahead_left` and `ahead_right` are the three squares a move may lead to; `left` and
    `right` the squares alongside, for displacement; 0 where there is none. A square off the road,
    where it narrows, is an obstruction nobody ever stands on (D15), so `ahead` may lead to it.
    From the last tile they lead to the first again, or to FINISH on an open course.
    `progress` grows along every move within a lap; two cars of equal progress are level.
    """

    laps: int
    tiles: int
    length: int  # the progress of a whole lap
    grid: Annotated[list[SquareNumber], GRID_SQUARES]  # front to back
    ahead: Annotated[list[SquareNumber], PLACES]
    ahead_left: Annotated[list[SquareNumber], PLACES]
    ahead_right: Annotated[list[SquareNumber], PLACES]
    left: Annotated[list[SquareNumber], PLACES]
    right: Annotated[list[SquareNumber], PLACES]
    progress: Annotated[list[int], PLACES]
    obstruction: Annotated[list[int], PLACES]  # 1: fixed obstruction or off the road


class Matrix(Record):
    """The gear matrix (N9): by spot, where its lines lead (0: nowhere) and its zone."""

    zone: Annotated[list[int], SPOTS]  # red dice; −1 where there is no spot
    up: Annotated[list[int], SPOTS]
    up_right: Annotated[list[int], SPOTS]
    down: Annotated[list[int], SPOTS]
    down_left: Annotated[list[int], SPOTS]
    left: Annotated[list[int], SPOTS]  # one along the dashed line
    right: Annotated[list[int], SPOTS]


class Switches(Record):
    """House-rule options. The defaults are in `meta.SWITCHES`."""

    race_to_the_last: Annotated[int, bool]  # D12


class Figures(Record):
    """The figures of a car with its driver (N1, N2): points at the start, and equipment."""

    structure: int
    heat: int  # where the skull is
    steering: int
    brake: int
    turbo: int
    mines: int
    combat_bumper: Annotated[int, bool]
    has: Annotated[list[int], KINDS, bool]  # equipment, by Equipment


class Car(Record):
    """A car and its driver. Points are those left; `heat` is the heat taken so far."""

    seat: Annotated[SeatIndex, GIVEN]
    car: Annotated[int, GIVEN]  # its card, from 1
    driver: Annotated[int, GIVEN]
    figures: Annotated[Figures, GIVEN, FIXED]
    square: Annotated[
        SquareNumber, Square
    ]  # none: home. A destroyed car stays where it is: a wreck
    lap: int  # laps completed
    arrived: Annotated[int, INNER]  # its last move: of level cars the first to arrive is ahead
    gear: Annotated[int, Spot]
    structure: int
    heat: int
    steering: int
    brake: int
    turbo: int
    mines: int
    armed: Annotated[list[int], KINDS, bool]  # by Equipment
    moved: Annotated[list[int], KINDS, bool, INNER]  # counters moved this turn
    finish_round: int  # 0: not home
    wrecked_round: int  # 0: not destroyed
    home: Annotated[int, INNER]  # how many were home with it when it crossed; 0: not home
    place: int  # 1 is first; 0: not yet known
    # counted for the tallies
    heat_taken: Annotated[int, INNER]
    damage_taken: Annotated[int, INNER]
    damage_dealt: Annotated[int, INNER]
    contacts: Annotated[int, INNER]  # side rams and rushes it began
    shots: Annotated[int, INNER]
    zones: Annotated[int, INNER]  # red dice of its turns, added up
    turns: Annotated[int, INNER]
    extra_roll: Annotated[int, Roll, INNER]  # the referee adds `extra` to the next of these (D26)
    extra: Annotated[int, INNER, Between(-MOST_EXTRA, MOST_EXTRA)]


class Mine(Record):
    """A mine on the track (N26). `square` none: not laid."""

    square: Annotated[SquareNumber, Square]
    owner: Annotated[SeatIndex, SEAT]


class Reach(Record):
    """The result of `rules.reach.find_reach`: every destination within reach, and its way.

    Destination `i` of `count` is `square[i]`; the way there takes `changes[i]` lane changes and
    `steps[i]` squares, `harm[i]` hits of wrecks and mines, and ends in `hit[i]` (a Hit). `way[i]`
    holds its steps, two bits each (a Side), the first lowest. The rest is for the search. Nothing
    of this outlives a step: it is empty at every checkpoint.
    """

    count: int
    square: Annotated[list[SquareNumber], DESTINATIONS]
    changes: Annotated[list[int], DESTINATIONS]
    steps: Annotated[list[int], DESTINATIONS]
    harm: Annotated[list[int], DESTINATIONS]
    hit: Annotated[list[int], DESTINATIONS]
    way: Annotated[list[int], DESTINATIONS]
    front: Annotated[list[SquareNumber], 2 * FRONTIER]
    front_changes: Annotated[list[int], 2 * FRONTIER * HARMS]
    front_way: Annotated[list[int], 2 * FRONTIER * HARMS]
    found: Annotated[list[int], PLACES]  # where a square stands in the next front or here, from 1
    mark: Annotated[list[int], PLACES]  # 1: litter, 2: a live car


class Race(RaceRecord):
    """The whole race. What must be copied for each race stands first, the door last."""

    racers: Annotated[int, GIVEN]
    rounds: int  # begun: the number of the one under way
    phase: Annotated[int, Phase]
    slot: int  # whose turn it is in the round: an index into `queue`
    queue: Annotated[list[SeatIndex], PER_SEAT, SEAT]  # the order of the round (N8)
    moves: int  # made in the whole race: what `arrived` counts
    home: int  # cars that have crossed the line
    activations: int  # left this turn (N16)
    turbo_used: int  # this turn
    brake_used: int
    movement: int  # squares still to be moved this turn
    lane_changes: int  # still free this turn
    dropping: Annotated[int, bool]  # a mine, on leaving this square
    cars: Annotated[list[Car], PER_SEAT]
    mines: Annotated[list[Mine], MAX_MINES]
    switches: Annotated[Switches, GIVEN, FIXED]
    matrix: Annotated[Matrix, GIVEN, FIXED]
    course: Annotated[Course, GIVEN, FIXED]
    reach: Annotated[Reach, GIVEN]
    door: Annotated[Door, GIVEN]
