"""Plans in the tests: legs by their words, and a whole movement with what is answered on the way.

move(race, "A", *plan(DRIVE, "right 30", "forward 6", "go"), 7)
"""

from __future__ import annotations

from tests.rally.scene import activate, asked, dice, suspends, vehicle

from wreckoning.rulesets.rally.questions import MOST_STEPS, STEP, STRAIGHT, Leg, Question
from wreckoning.rulesets.rally.race import Race
from wreckoning.rulesets.rally.rules.planning import choose_move


def leg(words: str) -> int:
    """`forward 6`, `forward 6.5`, `back 2`, `left 30`, `right 5`, `go`: the option of PLAN."""
    if words == "go":
        return Leg.GO
    way, figure = words.split()
    if way in ("left", "right"):
        steps = int(figure) // STEP
        return STRAIGHT + (steps if way == "right" else -steps)
    return (Leg.FORWARD if way == "forward" else Leg.BACK) + round(2 * float(figure))


def plan(pace: int, *legs: str) -> list[int]:
    """A pace and the legs of a plan."""
    return [pace, *(leg(words) for words in legs)]


def move(race: Race, name: str, *answers: int) -> None:
    """This vehicle's whole movement with these answers, which are all it asks for."""
    activate(race, name)
    with dice(race, *answers):
        choose_move(race, vehicle(race, name))


def move_asks(race: Race, name: str, *answers: int) -> tuple[int, int, list[int]]:
    """Who is asked what with which options after these answers in its movement."""
    activate(race, name)
    with suspends(race, *answers):
        choose_move(race, vehicle(race, name))
    return asked(race)


def plan_options(race: Race, name: str, *answers: int) -> list[int]:
    """The legs that may follow after these answers in its movement."""
    by, question, options = move_asks(race, name, *answers)
    assert (by, question) == (vehicle(race, name).owner, Question.PLAN)
    return options


def most_forward(options: list[int]) -> float:
    """The longest way forward among these, in inches."""
    return max((option - Leg.FORWARD) / 2 for option in options if Leg.FORWARD < option < Leg.BACK)


def most_back(options: list[int]) -> float:
    """The longest way back among these, in inches."""
    return max(
        (option - Leg.BACK) / 2 for option in options if Leg.BACK < option < STRAIGHT - MOST_STEPS
    )


def turns(options: list[int]) -> list[int]:
    """The turns among these, in degrees, left ones negative."""
    return sorted(
        STEP * (option - STRAIGHT) for option in options if option >= STRAIGHT - MOST_STEPS
    )
