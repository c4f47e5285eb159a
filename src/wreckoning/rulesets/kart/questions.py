"""The questions of Kart Edition: to the drivers, and to the dice."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.declared import SEATS, Asked, Names, Offered
from wreckoning.rulesets.kart.race import MAX_HANDLING, Template

WAYS = 10  # option // WAYS is the template, option % WAYS the way
SIDES = 100  # option // SIDES of a slide is its side
STEP = 15  # degrees, of a slide's and a spin's turn
MOST_SLIDE_STEPS = 3  # either way: 45°
MOST_SPIN_STEPS = 6  # either way: 90°


class Way(IntEnum):
    """The way a template is laid."""

    AHEAD = 0
    LEFT = 1
    RIGHT = 2
    REVERSE = 3


class Skid(IntEnum):
    """The result of a skid die (G1)."""

    HAZARD = 1
    SPIN = 2
    SLIDE = 3
    SHIFT = 4  # 5 and 6 too


class Shift(IntEnum):
    """The use of a SHIFT (G3)."""

    NOTHING = 0
    CANCEL_HAZARD = 1
    CANCEL_SPIN = 2
    CANCEL_SLIDE = 3
    GEAR_UP = 4
    GEAR_DOWN = 5
    DROP_HAZARD = 6


class Side(IntEnum):
    """The side to which a slide goes."""

    LEFT = 0
    RIGHT = 1


class Declaration(IntEnum):
    """A driver's declaration in a collision (G19)."""

    EVADE = 0
    SMASH = 1


def _manoeuvre(template: int, way: Way) -> str:
    name = Template(template).name.lower()
    return name if way == Way.AHEAD else f"{name} {way.name.lower()}"


def _turn(steps: int) -> str:
    return f"{STEP * abs(steps)} {'right' if steps > 0 else 'left'}" if steps else "straight"


def _dice(bits: int) -> str:
    dice = [str(n + 1) for n in range(bits.bit_length()) if bits >> n & 1]
    return f"re-roll {' '.join(dice)}" if dice else "keep"


# WAYS · template + way: `turn left`, `medium`, `short reverse`
MANOEUVRES = Names(
    {
        WAYS * template + way: _manoeuvre(template, way)
        for template in range(Template.SLIDE)
        for way in Way
    }
)
USES = Names({0: "keep", 1: "use"})
DICE = Names({bits: _dice(bits) for bits in range(1 << MAX_HANDLING)})  # the first die is bit 0
# SIDES · side + turn, from 45° to the left on: `slide left, 15 right`
SLIDES = Names(
    {
        SIDES * side + steps + MOST_SLIDE_STEPS: f"slide {side.name.lower()}, {_turn(steps)}"
        for side in Side
        for steps in range(-MOST_SLIDE_STEPS, MOST_SLIDE_STEPS + 1)
    }
)
# Steps from 90° to the left (0) on: `30 left`
SPINS = Names(
    {
        steps + MOST_SPIN_STEPS: _turn(steps)
        for steps in range(-MOST_SPIN_STEPS, MOST_SPIN_STEPS + 1)
    }
)


class Attack(Offered):
    """The use of an item against others (G25)."""

    PASS = 0
    SHELL_AHEAD = 100, SEATS, "shell ahead"
    SHELL_BEHIND = 200, SEATS, "shell behind"
    BANANA = 300
    BULLET_BILL = 301


class Question(Asked):
    """Choices and dice, by the names that log files and the referee's JSON use."""

    USE = "E15", "Use your item before you move?", USES  # the Mushroom or the Star; subject: Item
    MANOEUVRE = "G7", "Which template?", MANOEUVRES  # subject: the gear
    CHOSEN_FOR = "E4", "Which template for your neighbour?", MANOEUVRES  # subject: their seat
    SKID_DICE = "G9", "How many skid dice?", int  # subject: the manoeuvre
    PUSH = "G10", "Push it?", DICE  # subject: the faces, a decimal digit each, the first highest
    SHIFT = "G11", "What is this SHIFT for?", Shift  # subject: SHIFTs left, this one included
    SLIDE = "G13", "How do you slide?", SLIDES  # subject: the manoeuvre
    SPIN = "G15", "How far do you spin?", SPINS  # subject: nobody
    DECLARE = "G19", "Smash or evade?", Declaration  # the other seat; NOBODY for a thing
    FORCED = "G27", "Which template at the end of the boost?", MANOEUVRES  # subject: which boost
    ATTACK = "G25", "Which kart do you attack?", Attack  # subject: the Item
    # dice
    POLE_DIE = "E16", "pole position"  # as many sides as racers; subject: NOBODY
    SKID_DIE = "G1", "skid die"
    SMASH_DIE = "G2", "smash"
    EVADE_DIE = "G2", "evade"
    ATTACK_DIE = "G25", "attack"
    SCATTER_DIE = "G26", "scatter die"  # 24 sides: a heading in steps of 15°
    ITEM_DIE = "E15", "item box"


def manoeuvre_name(option: int) -> str:
    """`turn left`, `medium`, `short reverse`."""
    return MANOEUVRES.names[option]


def manoeuvre_of(name: str) -> int | None:
    """The number of a manoeuvre, from its name; None for another name."""
    return MANOEUVRES.values.get(" ".join(name.lower().split()))


def slide_turn(option: int) -> int:
    """The turn of the kart by a slide's option, in degrees, clockwise."""
    return STEP * (option % SIDES - MOST_SLIDE_STEPS)
