"""What Kart RTD asks: of people, of the dice and of the referee.

Each question knows its rule, what its options are (`Options`) and what its subject is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.race import YES, Effect, Item, Order, Use


class Question(IntEnum):
    """Names of questions and dice, as logs and the referee's JSON use them."""

    # choices
    ROCKET_START = 1
    ORDER = 2
    USE = 3
    TARGET = 4
    PATH_ITEM = 5
    SLIDE_PASS = 6
    PULL_AHEAD = 7
    ITEM_BOX = 8
    SHARE = 9
    CUSTOM_MODIFIER = 10
    CUSTOM_SUCCESS = 11
    CUSTOM_FAILURE = 12
    KEEP_ITEM = 13
    CUSTOM_OTHER = 14
    # dice
    ROCKET_CHECK = 20
    GRID_CHECK = 21
    AGGRESSIVE_CHECK = 22
    SLIDE_CHECK = 23
    PATH_CHECK = 24
    PASS_ROLL = 25
    PASS_DEFENCE = 26
    RAM_CHECK = 27
    RAM_DEFENCE = 28
    SPIN_OUT_CHECK = 29
    AVOID_CHECK = 30
    THROW_CHECK = 31
    SHELL_ATTACK = 32
    SHELL_DEFENCE = 33
    BOMB_DODGE = 34
    BLAST_CHECK = 35
    HAZARD_CHECK = 36
    DASH_CHECK = 37
    FALL_BACK_CHECK = 38
    PULL_AHEAD_CHECK = 39
    BOX_CHECK = 40
    ITEM_ROLL = 41
    STEAL_FROM = 42
    STEAL_ITEM = 43
    SHARE_ROLL = 44
    SHARE_DEFENCE = 45
    CUSTOM_CHECK = 46


class Options(Enum):
    """What the numbers of a question's options stand for."""

    YES_NO = "yes or no"
    ORDERS = Order
    USES = Use
    ITEMS = Item
    EFFECTS = Effect
    SEATS = "a seat, or nobody"
    NUMBERS = "a number"
    FACES = "a face of the die"


@dataclass(frozen=True)
class Meaning:
    """A question's rule, its options, and its words."""

    rule: str
    options: Options
    words: str


Q = Question
MEANINGS: dict[int, Meaning] = {
    Q.ROCKET_START: Meaning("R14", Options.YES_NO, "Attempt a Rocket Start?"),
    Q.ORDER: Meaning("R17", Options.ORDERS, "What is your action this turn?"),
    Q.USE: Meaning("R34", Options.USES, "What about your item?"),
    Q.TARGET: Meaning("R21", Options.SEATS, "At whom?"),
    Q.PATH_ITEM: Meaning("R23", Options.ITEMS, "Which item opens the path?"),
    Q.SLIDE_PASS: Meaning("R24", Options.YES_NO, "Use the slide's free pass attempt?"),
    Q.PULL_AHEAD: Meaning("R29", Options.YES_NO, "Try to Pull Ahead?"),
    Q.ITEM_BOX: Meaning("R30", Options.YES_NO, "Go for an item box?"),
    Q.KEEP_ITEM: Meaning("A43", Options.ITEMS, "Your hand is full: which item do you keep?"),
    Q.SHARE: Meaning("R45", Options.YES_NO, "Make the driver behind share the Blue Shell?"),
    Q.CUSTOM_MODIFIER: Meaning("A69", Options.NUMBERS, "Referee: the check's modifier?"),
    Q.CUSTOM_SUCCESS: Meaning("A69", Options.EFFECTS, "Referee: what does success bring?"),
    Q.CUSTOM_OTHER: Meaning("A69", Options.SEATS, "Referee: who is rammed?"),
    Q.CUSTOM_FAILURE: Meaning("A69", Options.EFFECTS, "Referee: what does failure bring?"),
    Q.ROCKET_CHECK: Meaning("R14", Options.FACES, "Rocket Start"),
    Q.GRID_CHECK: Meaning("R15", Options.FACES, "tie on the grid"),
    Q.AGGRESSIVE_CHECK: Meaning("R18", Options.FACES, "Drive Aggressively"),
    Q.SLIDE_CHECK: Meaning("R24", Options.FACES, "Power Slide"),
    Q.PATH_CHECK: Meaning("R23", Options.FACES, "alternate path"),
    Q.PASS_ROLL: Meaning("R4", Options.FACES, "Pass"),
    Q.PASS_DEFENCE: Meaning("R4", Options.FACES, "to keep the place"),
    Q.RAM_CHECK: Meaning("R22", Options.FACES, "Ram"),
    Q.RAM_DEFENCE: Meaning("R22", Options.FACES, "against the Ram"),
    Q.SPIN_OUT_CHECK: Meaning("R22", Options.FACES, "not to spin out"),
    Q.AVOID_CHECK: Meaning("R36", Options.FACES, "to avoid what lies on the track"),
    Q.THROW_CHECK: Meaning("R37", Options.FACES, "throw"),
    Q.SHELL_ATTACK: Meaning("R39", Options.FACES, "shell attack"),
    Q.SHELL_DEFENCE: Meaning("R39", Options.FACES, "to dodge the shell"),
    Q.BOMB_DODGE: Meaning("R41", Options.FACES, "to dodge the Bob-omb"),
    Q.BLAST_CHECK: Meaning("R41", Options.FACES, "to escape the blast"),
    Q.HAZARD_CHECK: Meaning("R26", Options.FACES, "course hazard"),
    Q.DASH_CHECK: Meaning("R26", Options.FACES, "dash panel"),
    Q.FALL_BACK_CHECK: Meaning("R28", Options.FACES, "not to Fall Back"),
    Q.PULL_AHEAD_CHECK: Meaning("R29", Options.FACES, "Pull Ahead"),
    Q.BOX_CHECK: Meaning("R30", Options.FACES, "item box"),
    Q.ITEM_ROLL: Meaning("R6", Options.FACES, "Item Roll"),
    Q.STEAL_FROM: Meaning("R44", Options.FACES, "whom Boo robs"),
    Q.STEAL_ITEM: Meaning("R44", Options.FACES, "which item Boo takes"),
    Q.SHARE_ROLL: Meaning("R45", Options.FACES, "to share the Blue Shell"),
    Q.SHARE_DEFENCE: Meaning("R45", Options.FACES, "to stay clear of it"),
    Q.CUSTOM_CHECK: Meaning("A69", Options.FACES, "the referee's check"),
}


def rule_of_question(question: int) -> str:
    """The number of the rule that asks."""
    return MEANINGS[question].rule


def option_name(question: int, option: int, names: Sequence[str]) -> str:
    """An option as logs and the referee's JSON have it."""
    options = MEANINGS[question].options
    if options is Options.YES_NO:
        return "yes" if option == YES else "no"
    if options is Options.SEATS:
        return "nobody" if option == NOBODY else names[option]
    if isinstance(options.value, type):
        return str(options.value(option).name).lower()
    return str(option)
