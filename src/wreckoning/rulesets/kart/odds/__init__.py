"""What dice decide in Kart Edition, with exact chances: a question for each rule that rolls.

The chances are worked out in `spreads`, by the rules themselves.
"""

from __future__ import annotations

from wreckoning.core.chances import OddsQuestion
from wreckoning.rulesets.kart.odds.clashes import clash_questions
from wreckoning.rulesets.kart.odds.singles import single_questions
from wreckoning.rulesets.kart.odds.skids import skid_questions


def questions() -> tuple[OddsQuestion, ...]:
    """Everything that dice decide."""
    return (*skid_questions(), *clash_questions(), *single_questions())
