"""The questions of Rush 'n' Crush: to the drivers, and to the dice."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.declared import Asked, Offered
from wreckoning.core.rules import jitable
from wreckoning.rulesets.rush.race import Equipment
from wreckoning.rulesets.rush.spots import Spot
from wreckoning.rulesets.rush.squares import FINISH, Square, SquareNumber, as_square

STRIDE = 1000  # more than there are squares: option // STRIDE is the Hit that the way ends in
MOST_BOOST = 3


class Menu(Offered):
    """The options of a menu."""

    DRIVE = 0, Square  # the next square, or a way there; FINISH is over the line
    RUSH = STRIDE, Square  # into the live car on that square, from directly behind
    RAM = 2 * STRIDE, Square  # into the live car on that square, diagonally from behind
    HIT = 3 * STRIDE, Square  # into the fixed obstruction there, straight ahead
    ARM = 4000, Equipment
    USE = 4100, Equipment
    BOOST = 4200, int  # use the Rocket Booster for this many squares
    MINE = 4300  # drop one on leaving this square
    DONE = 4400  # nothing more of this
    TURBO = 5000, Spot  # a Turbo point, and the gearstick to this spot
    BRAKE = 6000, Spot  # a Brake point, and the gearstick to this spot


class RamWith(IntEnum):
    """The equipment used in a Side Ram (N19, N20), before its die."""

    NOTHING = 0
    SIDE_BUMPER = 1
    SAW = 2
    BOTH = 3


class Question(Asked):
    """Choices and dice, by the names that log files and the referee's JSON use."""

    GEAR = "N9", "Where does the gearstick go?", Spot  # subject: the spot it is on
    POINTS = "N10", "Turbo, Brake or equipment before the dice?", Menu  # the spot as it is now
    STEP = "N14", "Where do you drive?", Menu  # movement left
    SWERVE = "N18", "Around which side of the obstruction?", Menu  # the obstruction's square
    RAM_WITH = "N19", "What do you use in the Side Ram?", RamWith  # the seat about to be rammed
    AFTER = "N16", "Equipment at the end of the movement?", Menu  # activations left
    # dice
    GRID_DRAW = "D2", "place on the grid"  # as many sides as there are places left; NOBODY
    HEAT_DIE = "N12", "heat"
    STEERING_DIE = "N13", "lane changes"
    LITTER_DIE = "N17", "driving through a wreck or a mine"
    OBSTRUCTION_DIE = "N18", "hitting an obstruction"
    RAM_DIE = "N19", "Side Ram"
    SAW_DIE = "N20", "Lateral Circular Saw"
    RUSH_DIE = "N21", "Rush 'n' Crush"
    GUN_DIE = "N22", "Machine Gun"
    FLAMER_DIE = "N23", "Flamer"
    BOOST_DIE = "N24", "heat of the Rocket Booster"


def is_drive(option: int) -> bool:
    """Whether this option of a menu moves the car: to `square_in` it."""
    return option < Menu.ARM and 1 <= option % STRIDE <= FINISH


@jitable
def square_in(option: int) -> SquareNumber:
    """The square that an option of a menu leads to, if it moves the car."""
    return as_square(option % STRIDE)
