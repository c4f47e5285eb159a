"""What Wasteland Rally asks: of the players, and of the dice.

An option is a number; what it is called in logs is `option_name`.

    SPOT        a spot of the table's grid                                     `spot 3`
    ACTIVATE    a vehicle                                                      `Rust Bucket`
    BOOST       0 keep, 1 use                                                  `use`
    PACE        a Pace                                                         `advance`
    PLAN        GO; FORWARD + half inches, BACK + half inches;
                TURN + steps of 5°, LEFTMOST … (0 is no option)                `forward 6½`
    TARGET      PASS; a vehicle, TARGET_VEHICLE + it; a piece of exploding
                terrain, TARGET_TERRAIN + it                                   `shoot Rust Bucket`
    DROP        0 keep, 1 use                                                  `use`
    NUDGE_TURN  steps of 5° from 45° to the left (0) on                        `left 30`
    NUDGE_MOVE  STAY; NUDGE_HALF or NUDGE_INCH + a sixteenth of a turn,
                clockwise from straight ahead of the vehicle                   `1 inch at 45`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

STEP = 5  # degrees, of a manoeuvre and of a nudge
MOST_STEPS = 9  # either way: 45° (W14, W21)
GO = 0
FORWARD = 100
BACK = 200
TURN = 300 + MOST_STEPS  # TURN + steps; clockwise if positive
MOST_FORWARD = 40  # half inches in one option; a plan goes on straight with the next
MOST_BACK = 16
PASS = 0
TARGET_VEHICLE = 100
TARGET_TERRAIN = 200
STAY = 0
NUDGE_HALF = 100
NUDGE_INCH = 200
BEARINGS = 16  # of a nudge


class Question(IntEnum):
    """Names of questions and dice, as logs and the referee's JSON use them."""

    # choices
    SPOT = 1  # subject: the vehicle to be placed
    PLACE = 2  # which vehicle is placed next. Subject: NOBODY
    ACTIVATE = 3  # subject: NOBODY
    BOOST = 4  # subject: the vehicle
    PACE = 5  # subject: the vehicle
    PLAN = 6  # subject: the vehicle
    TARGET = 7  # subject: the weapon's slot
    DROP = 8  # subject: the weapon's slot
    NUDGE_TURN = 9  # subject: the vehicle that lost control
    NUDGE_MOVE = 10  # likewise
    # dice; subject: the vehicle, but for INITIATIVE_DIE, the seat
    INITIATIVE_DIE = 20
    COMMAND_DIE = 21
    DEFENCE_DIE = 22
    SKILL_DIE = 23
    EXPLOSION_DIE = 24


class Pace(IntEnum):
    """How a vehicle moves in its activation (W9)."""

    STAND = 0
    DRIVE = 1
    ADVANCE = 2


class Options(Enum):
    """What the numbers of a question's options stand for."""

    SPOT = "a spot"
    VEHICLE = "a vehicle"
    USE = "0 keep, 1 use"
    PACE = Pace
    PLAN = "a leg of the way"
    TARGET = "what is shot at"
    TURN = "a turn"
    BEARING = "a distance and a direction"
    FACES = "a face of the die"


@dataclass(frozen=True)
class Meaning:
    """A question's rule, its options, and its words."""

    rule: str
    options: Options
    words: str


Q = Question
MEANINGS: dict[int, Meaning] = {
    Q.SPOT: Meaning("W40", Options.SPOT, "Where does it start?"),
    Q.PLACE: Meaning("W40", Options.VEHICLE, "Which vehicle do you place?"),
    Q.ACTIVATE: Meaning("W5", Options.VEHICLE, "Which vehicle do you activate?"),
    Q.BOOST: Meaning("W31", Options.USE, "Use the Boost?"),
    Q.PACE: Meaning("W9", Options.PACE, "How do you move?"),
    Q.PLAN: Meaning("W14", Options.PLAN, "Which way?"),
    Q.TARGET: Meaning("W12", Options.TARGET, "What do you shoot at?"),
    Q.DROP: Meaning("W28", Options.USE, "Use the dropper?"),
    Q.NUDGE_TURN: Meaning("W21", Options.TURN, "How far do you turn it?"),
    Q.NUDGE_MOVE: Meaning("W21", Options.BEARING, "Where do you push it?"),
    Q.INITIATIVE_DIE: Meaning("W5", Options.FACES, "initiative"),
    Q.COMMAND_DIE: Meaning("W1", Options.FACES, "command test"),
    Q.DEFENCE_DIE: Meaning("W1", Options.FACES, "defence test"),
    Q.SKILL_DIE: Meaning("W1", Options.FACES, "battle skill test"),
    Q.EXPLOSION_DIE: Meaning("W25", Options.FACES, "explosion"),
}


def rule_of_question(question: int) -> str:
    """The number of the rule that asks."""
    return MEANINGS[question].rule


def vehicle_name(vehicle: int) -> str:
    """A vehicle as logs have it: `#1` is the first."""
    return f"#{vehicle + 1}"


def option_name(question: int, option: int, names: Sequence[str]) -> str:  # noqa: ARG001
    """An option as logs and the referee's JSON have it. Vehicles go by their numbers."""
    options = MEANINGS[question].options
    if options is Options.SPOT:
        return f"spot {option + 1}"
    if options is Options.VEHICLE:
        return vehicle_name(option)
    if options is Options.USE:
        return "use" if option else "keep"
    if options is Options.PLAN:
        return leg_name(option)
    if options is Options.TARGET:
        return target_name(option)
    if options is Options.TURN:
        return turn_name(option - MOST_STEPS)
    if options is Options.BEARING:
        return bearing_name(option)
    if isinstance(options.value, type):
        return str(options.value(option).name.lower())
    return str(option)


def inches_name(halves: int) -> str:
    """`6`, `6½`, `½`: so many half inches."""
    whole = str(halves // 2) if halves > 1 else ""
    return f"{whole}½" if halves % 2 else whole


def leg_name(option: int) -> str:
    """`go`, `forward 6½`, `back 2`, `left 30`."""
    if option == GO:
        return "go"
    if option < BACK:
        return f"forward {inches_name(option - FORWARD)}"
    if option < TURN - MOST_STEPS:
        return f"back {inches_name(option - BACK)}"
    return turn_name(option - TURN)


def turn_name(steps: int) -> str:
    """`left 30`, `right 5`, `straight`."""
    if steps == 0:
        return "straight"
    return f"{'right' if steps > 0 else 'left'} {STEP * abs(steps)}"


def target_name(option: int) -> str:
    """`pass`, `shoot #3`, `shoot terrain 2`."""
    if option == PASS:
        return "pass"
    if option < TARGET_TERRAIN:
        return f"shoot {vehicle_name(option - TARGET_VEHICLE)}"
    return f"shoot terrain {option - TARGET_TERRAIN + 1}"


def bearing_name(option: int) -> str:
    """`stay`, `½ inch at 45`, `1 inch at 337½`: degrees clockwise from straight ahead."""
    if option == STAY:
        return "stay"
    far = "½" if option < NUDGE_INCH else "1"
    at = option % 100 * 360 * 2 // BEARINGS
    return f"{far} inch at {at // 2}{'½' if at % 2 else ''}"
