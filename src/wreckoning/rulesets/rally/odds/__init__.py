"""What dice decide in Wasteland Rally, with exact chances: a question for each rule that rolls.

The chances are worked out by the rules themselves: `spreads` for attacks, `scene` prepares games.
"""

from __future__ import annotations

from wreckoning.core.chances import OddsQuestion
from wreckoning.rulesets.rally.odds.shooting import attack_questions
from wreckoning.rulesets.rally.odds.testing import trial_questions


def questions() -> tuple[OddsQuestion, ...]:
    """Everything that dice decide."""
    return (*trial_questions(), *attack_questions())
