"""The questions to the players and to the die."""

from __future__ import annotations

from wreckoning.core.declared import Asked as Declaration
from wreckoning.core.declared import Declared
from wreckoning.core.rules import as_numbers


class Question(Declaration):
    """Names of questions, as logs use them."""

    PIECE = "M5", "Which piece?", int  # the fields of those that may move; subject: the pips
    DIE = "M1", "to move"


class Modifier(Declared):
    """Nothing is added to a die."""


Asked = as_numbers(Question)
