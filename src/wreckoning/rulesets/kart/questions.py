"""What Kart Edition asks: of the drivers, and of the dice.

An option is a number; what it is called in logs is `option_name`.

    MANOEUVRE, CHOSEN_FOR, FORCED   10 · template + way (a Template, a Way)   `turn left`
    USE         0 keep, 1 use                                                 `use`
    SKID_DICE   how many dice are rolled                                      `3`
    PUSH        the dice rolled again, a bit each, the first lowest; 0: none  `re-roll 1 3`
    SHIFT       a Shift                                                       `gear_up`
    SLIDE       100 · side + turn; a Side, and the turn as below              `slide left, 15 right`
    SPIN        the turn, in steps of 15° from 90° to the left (0) on         `30 left`
    DECLARE     a Declaration                                                 `smash`
    ATTACK      0 pass; SHELL_AHEAD + seat, SHELL_BEHIND + seat;
                DROP_BANANA, FIRE_BILL                                        `shell ahead Ann`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from wreckoning.rulesets.kart.race import SLIDE, Template

WAYS = 10  # option // WAYS is the template, option % WAYS the way
PASS = 0
SHELL_AHEAD = 100
SHELL_BEHIND = 200
DROP_BANANA = 300
FIRE_BILL = 301
SIDES = 100  # option // SIDES of a slide is its side
STEP = 15  # degrees, of a slide's and a spin's turn
MOST_SLIDE_STEPS = 3  # either way: 45°
MOST_SPIN_STEPS = 6  # either way: 90°


class Question(IntEnum):
    """Names of questions and dice, as logs and the referee's JSON use them."""

    # choices
    USE = 1  # the Mushroom or the Star before moving. Subject: the Item
    MANOEUVRE = 2  # subject: the gear
    CHOSEN_FOR = 3  # the same, for the driver to the right (E4). Subject: his seat
    SKID_DICE = 4  # subject: the manoeuvre
    PUSH = 5  # subject: the faces, a decimal digit each, the first highest
    SHIFT = 6  # subject: SHIFTs left, this one included
    SLIDE = 7  # subject: the manoeuvre
    SPIN = 8  # subject: nobody
    DECLARE = 9  # subject: the seat one collides with; NOBODY: an obstruction or a Bullet Bill
    FORCED = 10  # the manoeuvre at the end of a boost. Subject: which boost
    ATTACK = 11  # subject: the Item
    # dice
    POLE_DIE = 20  # as many sides as racers; subject: NOBODY
    SKID_DIE = 21
    SMASH_DIE = 22
    EVADE_DIE = 23
    ATTACK_DIE = 24
    SCATTER_DIE = 25  # 24 sides: a heading in steps of 15°
    ITEM_DIE = 26


class Way(IntEnum):
    """Which way a template is laid."""

    AHEAD = 0
    LEFT = 1
    RIGHT = 2
    REVERSE = 3


class Skid(IntEnum):
    """What a skid die shows (G1)."""

    HAZARD = 1
    SPIN = 2
    SLIDE = 3
    SHIFT = 4  # 5 and 6 too


class Shift(IntEnum):
    """What a SHIFT does (G3)."""

    NOTHING = 0
    CANCEL_HAZARD = 1
    CANCEL_SPIN = 2
    CANCEL_SLIDE = 3
    GEAR_UP = 4
    GEAR_DOWN = 5
    DROP_HAZARD = 6


class Side(IntEnum):
    """Where a slide goes."""

    LEFT = 0
    RIGHT = 1


class Declaration(IntEnum):
    """What one does in a collision (G19)."""

    EVADE = 0
    SMASH = 1


class Options(Enum):
    """What the numbers of a question's options stand for."""

    MANOEUVRES = "10 · template + way"
    USE = "0 keep, 1 use"
    COUNT = "how many"
    DICE = "dice by their bits"
    SHIFT = Shift
    SLIDE = "100 · side + turn"
    SPIN = "a turn"
    DECLARATION = Declaration
    ATTACK = "an attack"
    FACES = "a face of the die"


@dataclass(frozen=True)
class Meaning:
    """A question's rule, its options, and its words."""

    rule: str
    options: Options
    words: str


Q = Question
MEANINGS: dict[int, Meaning] = {
    Q.USE: Meaning("E15", Options.USE, "Use your item before you move?"),
    Q.MANOEUVRE: Meaning("G7", Options.MANOEUVRES, "Which template?"),
    Q.CHOSEN_FOR: Meaning("E4", Options.MANOEUVRES, "Which template for your neighbour?"),
    Q.SKID_DICE: Meaning("G9", Options.COUNT, "How many skid dice?"),
    Q.PUSH: Meaning("G10", Options.DICE, "Push it?"),
    Q.SHIFT: Meaning("G11", Options.SHIFT, "What is this SHIFT for?"),
    Q.SLIDE: Meaning("G13", Options.SLIDE, "How do you slide?"),
    Q.SPIN: Meaning("G15", Options.SPIN, "How far do you spin?"),
    Q.DECLARE: Meaning("G19", Options.DECLARATION, "Smash or evade?"),
    Q.FORCED: Meaning("G27", Options.MANOEUVRES, "Which template at the end of the boost?"),
    Q.ATTACK: Meaning("G25", Options.ATTACK, "Whom do you attack?"),
    Q.POLE_DIE: Meaning("E16", Options.FACES, "pole position"),
    Q.SKID_DIE: Meaning("G1", Options.FACES, "skid die"),
    Q.SMASH_DIE: Meaning("G2", Options.FACES, "smash"),
    Q.EVADE_DIE: Meaning("G2", Options.FACES, "evade"),
    Q.ATTACK_DIE: Meaning("G25", Options.FACES, "attack"),
    Q.SCATTER_DIE: Meaning("G26", Options.FACES, "scatter die"),
    Q.ITEM_DIE: Meaning("E15", Options.FACES, "item box"),
}

_WAYS = {Way.AHEAD: "", Way.LEFT: " left", Way.RIGHT: " right", Way.REVERSE: " reverse"}


def rule_of_question(question: int) -> str:
    """The number of the rule that asks."""
    return MEANINGS[question].rule


def option_name(question: int, option: int, names: Sequence[str]) -> str:
    """An option as logs and the referee's JSON have it."""
    options = MEANINGS[question].options
    if options is Options.MANOEUVRES:
        return manoeuvre_name(option)
    if options is Options.USE:
        return "use" if option else "keep"
    if options is Options.DICE:
        return _dice_name(option)
    if options is Options.SLIDE:
        return f"slide {Side(option // SIDES).name.lower()}, {_slide_turn(option)}"
    if options is Options.SPIN:
        return _turn_name(option - MOST_SPIN_STEPS)
    if options is Options.ATTACK:
        return _attack_name(option, names)
    if isinstance(options.value, type):
        return str(options.value(option).name.lower())
    return str(option)


def manoeuvre_name(option: int) -> str:
    """`turn left`, `medium`, `short reverse`."""
    template, way = divmod(option, WAYS)
    return Template(template).name.lower() + _WAYS[Way(way)]


def manoeuvre_of(name: str) -> int | None:
    """The number of a manoeuvre's name; nothing if it is none."""
    return _MANOEUVRES.get(" ".join(name.lower().split()))


_MANOEUVRES = {
    manoeuvre_name(WAYS * template + way): WAYS * template + way
    for template in range(SLIDE)
    for way in Way
}


def slide_turn(option: int) -> int:
    """How a slide's option turns the kart, in degrees, clockwise."""
    return STEP * (option % SIDES - MOST_SLIDE_STEPS)


def _slide_turn(option: int) -> str:
    return _turn_name(option % SIDES - MOST_SLIDE_STEPS)


def _turn_name(steps: int) -> str:
    if steps == 0:
        return "straight"
    return f"{STEP * abs(steps)} {'right' if steps > 0 else 'left'}"


def _dice_name(option: int) -> str:
    dice = [str(n + 1) for n in range(option.bit_length()) if option >> n & 1]
    return f"re-roll {' '.join(dice)}" if dice else "keep"


def _attack_name(option: int, names: Sequence[str]) -> str:
    if option == PASS:
        return "pass"
    if option >= DROP_BANANA:
        return "banana" if option == DROP_BANANA else "bullet_bill"
    where = "ahead" if option < SHELL_BEHIND else "behind"
    return f"shell {where} {names[option % 100]}"
