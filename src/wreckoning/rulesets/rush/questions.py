"""What Rush 'n' Crush asks: of the drivers, and of the dice.

An option is a number in one of the ranges below; what it is called in logs is `option_name`.

    n               drive to square n (a Square, FINISH over the line): the next one, or a way there
    RUSHING + n     the same, into the live car on n from directly behind       `rush 3.c.5`
    RAMMING + n     the same, into the live car on n diagonally from behind     `ram 3.c.5`
    HITTING + n     into the fixed obstruction on n, straight ahead             `hit 3.c.5`
    ARM + e         arm equipment e (an Equipment)                              `arm machine_gun`
    USE + e         use it                                                      `use machine_gun`
    BOOST + n       use the Rocket Booster for n squares                        `boost 2`
    DROP_MINE       drop a mine on leaving this square                          `mine`
    DONE            nothing more of this                                        `done`
    TURBO + spot    a Turbo point, and the gearstick to this spot               `turbo g3_9`
    BRAKE + spot    a Brake point, and the gearstick to this spot               `brake g2_6`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from wreckoning.rulesets.rush.race import Equipment
from wreckoning.rulesets.rush.spots import spot_name
from wreckoning.rulesets.rush.squares import FINISH, square_name

STRIDE = 1000  # more than there are squares: option // STRIDE is the Hit that the way ends in
RUSHING = STRIDE
RAMMING = 2 * STRIDE
HITTING = 3 * STRIDE
ARM = 4000
USE = 4100
BOOST = 4200
DROP_MINE = 4300
DONE = 4400
TURBO = 5000
BRAKE = 6000
MOST_BOOST = 3


class Question(IntEnum):
    """Names of questions and dice, as logs and the referee's JSON use them."""

    # choices
    GEAR = 1  # options: spots. Subject: the spot the gearstick is on
    POINTS = 2  # DONE, TURBO +, BRAKE +, ARM +, USE +. Subject: the spot as it is now
    STEP = 3  # squares (see above), ARM +, USE +, DROP_MINE. Subject: movement left
    SWERVE = 4  # the two squares of a compulsory lane change. Subject: the obstruction's square
    RAM_WITH = 5  # a RamWith. Subject: the seat that is about to be rammed
    AFTER = 6  # DONE, BOOST +, ARM +, USE +, DROP_MINE. Subject: activations left
    # dice
    GRID_DRAW = 20  # as many sides as there are places left; subject: NOBODY
    HEAT_DIE = 21
    STEERING_DIE = 22
    LITTER_DIE = 23
    OBSTRUCTION_DIE = 24
    RAM_DIE = 25
    SAW_DIE = 26
    RUSH_DIE = 27
    GUN_DIE = 28
    FLAMER_DIE = 29
    BOOST_DIE = 30


class RamWith(IntEnum):
    """What is used in a Side Ram (N19, N20), before its die."""

    NOTHING = 0
    SIDE_BUMPER = 1
    SAW = 2
    BOTH = 3


class Options(Enum):
    """What the numbers of a question's options stand for."""

    SPOTS = "spots of the gear matrix"
    MENU = "squares, equipment and points, in the ranges above"
    RAM_WITH = "a RamWith"
    FACES = "a face of the die"


@dataclass(frozen=True)
class Meaning:
    """A question's rule, its options, and its words."""

    rule: str
    options: Options
    words: str


Q = Question
MEANINGS: dict[int, Meaning] = {
    Q.GEAR: Meaning("N9", Options.SPOTS, "Where does the gearstick go?"),
    Q.POINTS: Meaning("N10", Options.MENU, "Turbo, Brake or equipment before the dice?"),
    Q.STEP: Meaning("N14", Options.MENU, "Where do you drive?"),
    Q.SWERVE: Meaning("N18", Options.MENU, "Around which side of the obstruction?"),
    Q.RAM_WITH: Meaning("N19", Options.RAM_WITH, "What do you use in the Side Ram?"),
    Q.AFTER: Meaning("N16", Options.MENU, "Equipment at the end of the movement?"),
    Q.GRID_DRAW: Meaning("D2", Options.FACES, "place on the grid"),
    Q.HEAT_DIE: Meaning("N12", Options.FACES, "heat"),
    Q.STEERING_DIE: Meaning("N13", Options.FACES, "lane changes"),
    Q.LITTER_DIE: Meaning("N17", Options.FACES, "driving through a wreck or a mine"),
    Q.OBSTRUCTION_DIE: Meaning("N18", Options.FACES, "hitting an obstruction"),
    Q.RAM_DIE: Meaning("N19", Options.FACES, "Side Ram"),
    Q.SAW_DIE: Meaning("N20", Options.FACES, "Lateral Circular Saw"),
    Q.RUSH_DIE: Meaning("N21", Options.FACES, "Rush 'n' Crush"),
    Q.GUN_DIE: Meaning("N22", Options.FACES, "Machine Gun"),
    Q.FLAMER_DIE: Meaning("N23", Options.FACES, "Flamer"),
    Q.BOOST_DIE: Meaning("N24", Options.FACES, "heat of the Rocket Booster"),
}

_PREFIXES = {0: "", RUSHING: "rush ", RAMMING: "ram ", HITTING: "hit "}


def rule_of_question(question: int) -> str:
    """The number of the rule that asks."""
    return MEANINGS[question].rule


def option_name(question: int, option: int, _names: Sequence[str]) -> str:
    """An option as logs and the referee's JSON have it."""
    options = MEANINGS[question].options
    if options is Options.SPOTS:
        return spot_name(option)
    if options is Options.RAM_WITH:
        return RamWith(option).name.lower()
    if options is Options.FACES:
        return str(option)
    return menu_name(option)


def menu_name(option: int) -> str:
    """An option of a menu: what is driven to, armed, used or spent."""
    if is_drive(option):
        return _PREFIXES[option // STRIDE * STRIDE] + square_name(option % STRIDE)
    if option in (DROP_MINE, DONE):
        return "mine" if option == DROP_MINE else "done"
    if option >= TURBO:
        kind, spot = ("brake", option - BRAKE) if option >= BRAKE else ("turbo", option - TURBO)
        return f"{kind} {spot_name(spot)}"
    if option >= BOOST:
        return f"boost {option - BOOST}"
    kind, which = ("use", option - USE) if option >= USE else ("arm", option - ARM)
    return f"{kind} {Equipment(which).name.lower()}"


def is_drive(option: int) -> bool:
    """Does this option of a menu move the car? Its square is then `option % STRIDE`."""
    return option < ARM and 1 <= option % STRIDE <= FINISH
