"""The exact chances of Kart RTD: a question for each rule that rolls.

Each runs the rule's own function in a prepared race (`scene`), for every face of every die.
"""

from __future__ import annotations

from wreckoning.odds.questions import OddsQuestion
from wreckoning.rulesets.rtd.odds.actions import action_questions
from wreckoning.rulesets.rtd.odds.course import course_questions
from wreckoning.rulesets.rtd.odds.items import item_questions
from wreckoning.rulesets.rtd.odds.passing import passing_questions
from wreckoning.rulesets.rtd.odds.shells import shell_questions


def questions() -> tuple[OddsQuestion, ...]:
    """All questions about chances."""
    return (
        *action_questions(),
        *course_questions(),
        *passing_questions(),
        *item_questions(),
        *shell_questions(),
    )
