"""Questions of collisions and attacks: hits, and those left after an Evade."""

from __future__ import annotations

from fractions import Fraction

from wreckoning.geometry.bodies import FRONT, REAR
from wreckoning.odds.questions import Chances, Given, OddsQuestion, counted, yes_or_no
from wreckoning.odds.spreads import by_least, numbered, or_more
from wreckoning.rulesets.kart.events import Orientation
from wreckoning.rulesets.kart.odds.spreads import (
    banana_odds,
    bill_odds,
    cancelled_odds,
    collision_odds,
    hit_odds,
    obstruction_odds,
    shell_odds,
)
from wreckoning.rulesets.kart.race import MAX_GEAR, Obstruction, Weight
from wreckoning.rulesets.kart.rules.attacking import MOST_COVER
from wreckoning.rulesets.kart.rules.collisions import STAR_DICE, must_evade
from wreckoning.rulesets.kart.rules.hazards import WIPES_OUT

MOST_DICE = 2 * MAX_GEAR + int(Weight.HEAVY - Weight.LIGHT) + STAR_DICE
GEARS = tuple(range(1, MAX_GEAR + 1))
WEIGHTS = ("light", "middle", "heavy")
COLUMNS = numbered(1, WIPES_OUT)
HEADS = or_more(1, WIPES_OUT)
ORIENTATIONS = tuple(each.name.lower() for each in Orientation)
ORIENTATION = Given(
    "orientation", "how the two meet", ORIENTATIONS, words=lambda _, how: str(how).replace("_", "-")
)
GEAR = Given("gear", "your gear", GEARS)
WEIGHT = Given(
    "weight", "your class", WEIGHTS, ("middle",), lambda _, it: "" if it == "middle" else str(it)
)


def clash_questions() -> tuple[OddsQuestion, ...]:
    """Questions about hits and their cost."""
    return _hits(), _evades(), _collision(), _obstruction(), _bill(), _attacks(), _banana()


def _weight(name: str) -> int:
    return int(Weight[name.upper()])


def _hits() -> OddsQuestion:
    dice = Given(
        "dice",
        "Smash or attack dice",
        tuple(range(1, MOST_DICE + 1)),
        tuple(range(1, 2 * MAX_GEAR + 1)),
        counted("die", "dice"),
    )
    return OddsQuestion(
        "hits",
        "Hits of Smash and attack dice",
        "G2",
        "at_least",
        COLUMNS,
        lambda dice: by_least(hit_odds(dice), COLUMNS),
        (dice,),
        HEADS,
    )


def _evades() -> OddsQuestion:
    return OddsQuestion(
        "evades",
        "Hits that an Evade cancels, if there are as many",
        "G2",
        "at_least",
        COLUMNS,
        lambda gear: by_least(cancelled_odds(gear), COLUMNS),
        (GEAR,),
        HEADS,
    )


def _collision() -> OddsQuestion:
    """The mover drives into the other with its front; sideswiping, with its side."""

    def work_out(
        orientation: str,
        gear: int,
        other_gear: int,
        other_does: str,
        weight: str,
        other_weight: str,
        star: bool,
        who: str,
    ) -> Chances | None:
        met = Orientation[orientation.upper()]
        if must_evade(met, FRONT, REAR, gear, other_gear):
            return None
        odds = collision_odds(
            int(met),
            (gear, other_gear),
            (_weight(weight), _weight(other_weight)),
            star,
            (True, other_does == "smash"),
        )
        hazards: dict[int, Fraction] = {}
        for outcome, chance in odds.items():
            number = outcome[who == "other"]
            hazards[number] = hazards.get(number, Fraction()) + chance
        return by_least(hazards, COLUMNS)

    return OddsQuestion(
        "collision",
        "Hazards of a collision in which you, who moved, Smash (a slower tailgater cannot)",
        "G19",
        "at_least",
        COLUMNS,
        work_out,
        (
            ORIENTATION,
            Given("gear", "your gear", GEARS, (1, 3, 5)),
            Given("other_gear", "the other's gear", GEARS, (1, 3, 5)),
            Given(
                "other_does",
                "what the other declares",
                ("evade", "smash"),
                ("evade",),
                lambda _, does: "both smash" if does == "smash" else "",
            ),
            WEIGHT,
            Given(
                "other_weight",
                "the other's class",
                WEIGHTS,
                ("middle",),
                lambda _, it: "" if it == "middle" else f"against a {it} kart",
            ),
            yes_or_no("star", "have you a Star?", shown=(False,)),
            Given(
                "who",
                "whose hazards",
                ("other", "you"),
                ("other",),
                lambda _, who: "" if who == "other" else "yours",
            ),
        ),
        HEADS,
    )


def _obstruction() -> OddsQuestion:
    kinds = tuple(kind.name.lower() for kind in Obstruction)
    return OddsQuestion(
        "obstruction",
        "Hazards of running into an obstruction, or the table's edge",
        "G23",
        "at_least",
        COLUMNS,
        lambda kind, gear, weight: by_least(
            obstruction_odds(int(Obstruction[kind.upper()]), gear, _weight(weight)), COLUMNS
        ),
        (
            Given("kind", "what it is; only mushrooms give way", kinds, ("pipe", "mushroom")),
            GEAR,
            WEIGHT,
        ),
        HEADS,
    )


def _bill() -> OddsQuestion:
    return OddsQuestion(
        "bullet_bill",
        "Hazards of being hit by a Bullet Bill",
        "G24",
        "at_least",
        COLUMNS,
        lambda orientation, gear, weight: by_least(
            bill_odds(int(Orientation[orientation.upper()]), gear, _weight(weight)), COLUMNS
        ),
        (
            ORIENTATION,
            GEAR,
            WEIGHT,
        ),
        HEADS,
    )


def _attacks() -> OddsQuestion:
    return OddsQuestion(
        "shell",
        "Hazards of a Shell after the Evade",
        "G25",
        "at_least",
        COLUMNS,
        lambda gear, cover: by_least(shell_odds(gear, cover), COLUMNS),
        (
            Given("gear", "the target's gear", GEARS),
            Given(
                "cover",
                "things in the way",
                tuple(range(MOST_COVER + 1)),
                words=lambda _, things: f"{things} in the way" if things else "",
            ),
        ),
        HEADS,
    )


def _banana() -> OddsQuestion:
    return OddsQuestion(
        "banana",
        "Hits of a Banana after the Evade",
        "E15",
        "at_least",
        COLUMNS,
        lambda gear: by_least(banana_odds(gear), COLUMNS),
        (GEAR,),
        HEADS,
    )
