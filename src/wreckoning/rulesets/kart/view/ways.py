"""Find the movement that an option leads to, by the rules, without dice.

Nothing is changed: paths and bodies are copies.
"""

from __future__ import annotations

from wreckoning.core.asks import Ask
from wreckoning.core.ids import as_seat
from wreckoning.geometry.paths import Path
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.numbers import Template, Way
from wreckoning.rulesets.kart.questions import MOST_SPIN_STEPS, STEP, WAYS, Question
from wreckoning.rulesets.kart.race import Race
from wreckoning.rulesets.kart.rules.ghost import Ghost, ghost
from wreckoning.rulesets.kart.rules.paths import add_slide_leg, add_template, lay, lay_spin

DEGREE = 100
LAID = (Question.MANOEUVRE, Question.CHOSEN_FOR)  # its options are templates
PLACED = (Question.SKID_DICE, Question.PUSH, Question.SHIFT)  # one lies there already


# The last question, and the ways found for its options: words and picture ask for the
# same one. A race makes new questions whenever it goes on: they are compared as objects.
_Known = tuple[Ask, Race, dict[int, Ghost | None]]
_latest: list[_Known] = []


def way_of(match: Match, ask: Ask, option: int) -> Ghost | None:
    """The movement of an option; None if it moves nothing."""
    race: Race = match.race
    known = _latest[0] if _latest else None
    if known is None or known[0] is not ask or known[1] is not race:
        known = (ask, race, {})
        _latest[:] = [known]
    ways = known[2]
    if option not in ways:
        ways[option] = _find(race, ask, option)
    return ways[option]


def _find(race: Race, ask: Ask, option: int) -> Ghost | None:
    question = Question[ask.question.upper()]
    seat = as_seat(ask.subject) if question == Question.CHOSEN_FOR else ask.by
    body, path, boosts = race.bodies[seat], Path(), True
    if question in LAID:
        lay(race, path, body, option)
    elif question in PLACED:
        lay(race, path, body, race.manoeuvre)
    elif question == Question.USE and option and ask.subject != 0:
        lay(race, path, body, WAYS * Template.MEDIUM + Way.AHEAD)
    elif question == Question.SLIDE:
        path = race.path.copy()
        add_slide_leg(race, path, ask.subject, option)
    elif question == Question.FORCED:
        path = race.path.copy()
        add_template(race, path, body, option)
    elif question == Question.SPIN and option != MOST_SPIN_STEPS:
        lay_spin(path, STEP * DEGREE * (option - MOST_SPIN_STEPS))
        boosts = False
    else:
        return None
    return ghost(race, seat, path, boosts)
