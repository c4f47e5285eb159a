"""What is asked, of the players and of the die."""

from __future__ import annotations

from enum import IntEnum

from wreckoning.core.rules import as_numbers


class Question(IntEnum):
    """Names of questions, as logs use them."""

    PIECE = 1  # options: the fields of those that may move. Subject: the pips thrown
    DIE = 10


RULES = {Question.PIECE: "M5", Question.DIE: "M1"}

Asked = as_numbers(Question)
