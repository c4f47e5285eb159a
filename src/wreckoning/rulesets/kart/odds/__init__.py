"""The exact chances of Kart Edition: a question for each rule that rolls.

The rules themselves compute the chances, in `spreads`.
"""

from __future__ import annotations

from wreckoning.odds.questions import OddsQuestion
from wreckoning.rulesets.kart.odds.clashes import clash_questions
from wreckoning.rulesets.kart.odds.singles import single_questions
from wreckoning.rulesets.kart.odds.skids import skid_questions


def questions() -> tuple[OddsQuestion, ...]:
    """All questions about chances."""
    return (*skid_questions(), *clash_questions(), *single_questions())
