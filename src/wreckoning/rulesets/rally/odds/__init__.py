"""The exact chances of Wasteland Rally: a question for each rule that rolls.

The rules themselves compute the chances: `spreads` for attacks; `scene` prepares games.
"""

from __future__ import annotations

from wreckoning.odds.questions import OddsQuestion
from wreckoning.rulesets.rally.odds.shooting import attack_questions
from wreckoning.rulesets.rally.odds.testing import trial_questions


def questions() -> tuple[OddsQuestion, ...]:
    """All questions about chances."""
    return (*trial_questions(), *attack_questions())
