"""What is asked, of the drivers and of the dice."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.rules import as_numbers


class Question(IntEnum):
    """Names of questions, as logs use them; the dice by their names in `rtd`."""

    ORDER = 1  # options: an Order. Subject: the driver ahead in the group, or NOBODY
    AGGRESSIVE_CHECK = 10
    SLIDE_CHECK = 11
    RAM_CHECK = 12
    RAM_DEFENCE = 13
    SPIN_OUT_CHECK = 14
    PASS_ROLL = 15
    PASS_DEFENCE = 16
    FALL_BACK_CHECK = 17
    PULL_AHEAD_CHECK = 18


RULES = {
    Question.ORDER: "R16",
    Question.AGGRESSIVE_CHECK: "R18",
    Question.SLIDE_CHECK: "R24",
    Question.RAM_CHECK: "R22",
    Question.RAM_DEFENCE: "R22",
    Question.SPIN_OUT_CHECK: "A24",
    Question.PASS_ROLL: "R4",
    Question.PASS_DEFENCE: "R4",
    Question.FALL_BACK_CHECK: "R28",
    Question.PULL_AHEAD_CHECK: "R29",
}

Asked = as_numbers(Question)
