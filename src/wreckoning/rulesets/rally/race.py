"""The state of a game of Wasteland Rally: everything there is, declared once.

Lengths are thousandths of an inch (`INCH` of them in one), headings hundredths of a degree,
clockwise from +x, as in `wreckoning.geometry`. Vehicles are numbered through all teams: the index
of a vehicle is that of its body, and its bit in a set. All lists of bodies are equally long, and so
are those of polygons, so that compiled rules have one form for all of them. Rules take
enumerations as plain numbers, from `numbers`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from wreckoning.core.door import Door, RaceRecord
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import FIXED, GIVEN, INNER, PER_SEAT, SEAT, Between, Record
from wreckoning.geometry.bodies import Body
from wreckoning.geometry.gates import Gate
from wreckoning.geometry.overlap import Tabletop
from wreckoning.geometry.paths import Path
from wreckoning.geometry.polygons import Polygon

INCH = 1000
HALF = INCH // 2  # what movement is measured in (V15)
MAX_PLAYERS = 6
MAX_VEHICLES = 30  # of all teams together
MAX_WEAPONS = 2  # of a vehicle
PIECES = 40  # of terrain
MAX_GATES = 8
SPOTS = 140  # where vehicles may be deployed
FILE_SPOTS = 60  # where vehicles may be deployed by a table's file
CELL = 2 * INCH  # of the survey, in which ways are looked up
CELLS = 36 * 24  # the most cells of the survey: a table of 72 by 48 inches, or of 84 by 40
SIDES = 12  # of every die
MOST_EXTRA = 8  # that the referee adds to a die, or takes off it
MOST_STRESS = 3
ELSEWHERE = 10**6  # a way that does not lead to the gate


class Phase(IntEnum):
    """The phases of a game. A position may start at the beginning of any of them.

    DEPLOY places one vehicle. ROUND rolls for initiative. CHOOSE picks the vehicle that is
    activated next; RECOVER, MOVE and ATTACK are its activation.
    """

    ROLL_OFF = 0
    DEPLOY = 1
    ROUND = 2
    CHOOSE = 3
    RECOVER = 4
    MOVE = 5
    ATTACK = 6
    END_ROUND = 7
    OVER = 8


class Mission(IntEnum):
    """The missions (W34 to W39)."""

    TWO_LAP_RACE = 0
    ARENA_RACE = 1
    ELIMINATION_RACE = 2
    BATTLE_ROYALE = 3
    SCAVENGERS = 4
    OUTRUN = 5


class Status(IntEnum):
    """The status of a vehicle."""

    WAITING = 0  # to be deployed
    DRIVING = 1
    WRECKED = 2  # destroyed; it stands there as wreckage (V3)
    DESTROYED = 3  # destroyed and taken away
    FINISHED = 4  # across the finish, or off the board by the gate
    ELIMINATED = 5


class Kind(IntEnum):
    """The type of a vehicle."""

    CAR = 0
    HOTROD = 1
    SPORTS_CAR = 2
    BUGGY = 3
    TRUCK = 4


class Roll(IntEnum):
    """A vehicle's roll, by the number of its question; the referee may add to one (V51)."""

    NONE = 0
    COMMAND_DIE = 12
    DEFENCE_DIE = 13
    SKILL_DIE = 14
    EXPLOSION_DIE = 15


class Arc(IntEnum):
    """The arc of a weapon (W4, W27)."""

    FRONT = 0
    SIDE = 1
    REAR = 2
    TURRET = 3  # anywhere, with −1 outside of the front (W30)


class Terrain(IntEnum):
    """The keyword of a piece of terrain, which decides what happens to vehicles in it."""

    OPEN = 0
    SLOW = 1
    BARRIER = 2
    IMPASSABLE = 3
    WRECKAGE = 4
    EXPLODING = 5


KINDS = len(Terrain)


class Weapon(Record):
    """A mounted weapon with its modifications (W12, W13, W28 to W30)."""

    kind: int  # its number in `data/weapons.toml`, from 1; 0: there is none
    arc: Annotated[int, Arc]
    reach: int  # its range
    attacks: int
    damage: int  # 0: it does none
    piercing: int
    rending: int  # X more damage on a natural 12
    accurate: Annotated[int, bool]
    assault: Annotated[int, bool]  # Assault or Melee: no −4 in assault range
    blast: Annotated[int, bool]
    heavy: Annotated[int, bool]
    one_use: Annotated[int, bool]
    rapid_fire: Annotated[int, bool]
    torrent: Annotated[int, bool]
    unwieldy: Annotated[int, bool]
    suppression: Annotated[int, bool]
    dropper: Annotated[int, bool]
    obstructing: Annotated[int, bool]


class Build(Record):
    """The build of a vehicle: the figures on its card with all upgrades (W2, W29 to W32)."""

    kind: Annotated[int, Kind]
    movement: int  # in inches
    skill: int
    defence: int
    command: int
    hit_points: int
    manoeuvrable: int  # X: additional free manoeuvres, also in an advance (W14)
    heavy_armour: int  # X
    fast: Annotated[int, bool]
    slow: Annotated[int, bool]
    rugged: Annotated[int, bool]
    skilled: Annotated[int, bool]
    resilient: Annotated[int, bool]
    fearless: Annotated[int, bool]
    boost: Annotated[int, bool]
    reckless: Annotated[int, bool]
    weapons: Annotated[list[Weapon], MAX_WEAPONS]


class Vehicle(Record):
    """A vehicle in play. Its place is in `Race.bodies`, its build in `Race.builds`."""

    owner: Annotated[SeatIndex, SEAT, GIVEN]
    index: Annotated[int, GIVEN]  # its own number
    status: Annotated[int, Status]
    hit_points: int  # left
    stress: int
    activated: Annotated[int, bool]  # in this round
    damaged: Annotated[int, bool]  # in this round
    through: int  # its corners that are through its next gate already: a set (V21)
    lap: int  # completed
    gate: int  # the next one, from 0
    gates: int  # crossed in all
    boosted: Annotated[int, bool]  # the Boost is used up
    fired: Annotated[list[int], MAX_WEAPONS, bool]  # One Use weapons that are used up
    rank: int  # among all vehicles: 1 is first; 0: not yet known
    ended: int  # the round in which it finished, was eliminated or destroyed; 0: it drives
    # counted for the tallies
    damage_dealt: int
    damage_taken: int
    tests: int  # command tests taken
    lost_control: int
    overtaken: int  # vehicles driven over
    crashes: int  # into terrain
    attacks: int
    kills: int
    extra_roll: Annotated[int, Roll, INNER]  # the referee adds `extra` to the next of these (V51)
    extra: Annotated[int, INNER, Between(-MOST_EXTRA, MOST_EXTRA)]


class Player(Record):
    """A player of the game and the team's points."""

    seat: Annotated[SeatIndex, GIVEN]
    initiative: int  # order in this round, 0 is first
    campaign: int  # campaign points before the game (W38)
    points: int
    place: int  # 1 is first; 0: not yet known


class Course(Record):
    """A table for a mission, as its file says. Gates are crossed in their order."""

    mission: Annotated[int, Mission]
    laps: int  # 0: no end of laps
    most_rounds: int  # V14
    table: Tabletop
    gate_count: int
    gates: Annotated[list[Gate], MAX_GATES]
    first_gate: int  # the one that a vehicle has to cross first, from 0
    spot_count: int
    spot_x: Annotated[list[int], SPOTS]
    spot_y: Annotated[list[int], SPOTS]
    spot_heading: Annotated[list[int], SPOTS]
    spot_group: Annotated[list[int], SPOTS]  # which players deploy there: see `rules.deployment`
    spot_row: Annotated[list[int], SPOTS]  # 0 is the closest to the gate (W40)
    piece_count: int
    pieces: Annotated[list[Polygon], PIECES]
    piece_kind: Annotated[list[int], PIECES, Terrain]
    of_kind: Annotated[list[int], KINDS]  # the set of pieces of each kind
    piece_tall: Annotated[list[int], PIECES, bool]  # it is in the way of sight (W11)
    columns: int  # of the survey, cell by cell of CELL, row by row
    rows: int
    way: Annotated[list[int], MAX_GATES * CELLS]  # from a cell to each gate: CELLS · gate + cell


class Switches(Record):
    """House-rule options. The defaults are in `meta.SWITCHES`."""

    wrecks_stay: Annotated[int, bool]  # V3


class Race(RaceRecord):
    """The whole game. What must be copied for each game stands first, the door last."""

    players: Annotated[int, GIVEN]  # seats
    vehicle_count: Annotated[int, GIVEN]
    rounds: int  # begun: the number of the one under way
    phase: Annotated[int, Phase]
    turn: Annotated[SeatIndex, SEAT]  # whose turn it is to place or to activate
    active: int  # the vehicle that is activated or placed; NOBODY: none yet
    pace: int  # of this activation: a Pace of `questions`
    moved: Annotated[int, bool]  # in this activation
    spent: int  # movement used up in this activation
    turns: int  # manoeuvres made in it
    direction: int  # 1 forward, −1 backward in this activation, 0 neither yet
    over: int  # vehicles driven over that have failed their test: a set, settled after the move
    elimination: int  # the gate that eliminates, from 0 counted through the laps (W20)
    runner: Annotated[
        SeatIndex, SEAT
    ]  # whose team escapes in Scavengers; NOBODY: not known, or none
    ranked: int  # vehicles that have a rank from the front
    dropped: int  # vehicles that have a rank from the back: eliminated or destroyed
    seats: Annotated[list[Player], PER_SEAT]
    bodies: Annotated[list[Body], MAX_VEHICLES]  # where the vehicles stand
    vehicles: Annotated[list[Vehicle], MAX_VEHICLES]
    gone: Annotated[list[int], PIECES, bool]  # terrain removed (W24, W25)
    path: Annotated[Path, GIVEN]  # the plan of the movement under way; empty at every checkpoint
    trial: Annotated[Path, GIVEN]  # of one being thought of; the same
    builds: Annotated[list[Build], MAX_VEHICLES, GIVEN, FIXED]
    switches: Annotated[Switches, GIVEN, FIXED]
    course: Annotated[Course, GIVEN, FIXED]
    door: Annotated[Door, GIVEN]
