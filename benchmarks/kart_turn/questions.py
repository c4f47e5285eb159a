"""The questions to the drivers and to the dice."""

from __future__ import annotations

from benchmarks.kart_turn.race import Order
from wreckoning.core.declared import Asked as Declaration
from wreckoning.core.declared import Declared
from wreckoning.core.rules import as_numbers


class Question(Declaration):
    """Names of questions, as logs use them; the dice by their names in `rtd`."""

    ORDER = "R16", "What do you do?", Order  # subject: the driver ahead in the group, or NOBODY
    AGGRESSIVE_CHECK = "R18", "Drive Aggressively"
    SLIDE_CHECK = "R24", "Power Slide"
    RAM_CHECK = "R22", "Ram"
    RAM_DEFENCE = "R22", "against the Ram"
    SPIN_OUT_CHECK = "A24", "not to spin out"
    PASS_ROLL = "R4", "Pass"
    PASS_DEFENCE = "R4", "to keep the place"
    FALL_BACK_CHECK = "R28", "not to Fall Back"
    PULL_AHEAD_CHECK = "R29", "Pull Ahead"


class Modifier(Declared):
    """Nothing is told of what is added to a die."""


Asked = as_numbers(Question)
