"""Questions of attribute tests, and of the cost of failing."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from wreckoning.core.texts.wording import signed
from wreckoning.odds.questions import Chances, Given, OddsQuestion, Spread, yes_or_no
from wreckoning.odds.spreads import by_number, numbered, share
from wreckoning.odds.trials import spread
from wreckoning.rulesets.rally.cards import vehicles
from wreckoning.rulesets.rally.events import Exploded, LostControl
from wreckoning.rulesets.rally.numbers import Question, Terrain
from wreckoning.rulesets.rally.odds.scene import TRIALS, armed, damage, prepared, put_piece
from wreckoning.rulesets.rally.race import INCH, MOST_STRESS, SIDES, Race
from wreckoning.rulesets.rally.rules.activation import recover
from wreckoning.rulesets.rally.rules.attributes import attribute_test
from wreckoning.rulesets.rally.rules.driving_over import passes_over
from wreckoning.rulesets.rally.rules.exploding import BLAST_DAMAGE, explode
from wreckoning.rulesets.rally.rules.losing_control import lose_control
from wreckoning.rulesets.rally.rules.moving import goes_through
from wreckoning.rulesets.rally.rules.terrain import run_into

CAR, SKILLED_DRIVER, RECKLESS = "car", "skilled_driver", "reckless"
VEHICLE = Given(
    "vehicle",
    "the vehicle",
    tuple(vehicles()),
    (CAR, "buggy", "truck"),
    lambda _, key: vehicles()[str(key)].title,
)
DRIVER = Given(
    "skilled_driver",
    "has it a Skilled Driver (Command 4)?",
    (False, True),
    words=lambda _, it: "Skilled Driver" if it else "",
)
DAMAGED = yes_or_no("damaged", "has it lost more than half of its hit points?", shown=(False,))


def trial_questions() -> tuple[OddsQuestion, ...]:
    """The questions about tests, and about failing them."""
    return _test(), _recovery(), _control(), _terrain(), _over(), _explosion()


def _driven(vehicle: str, skilled: bool, damaged: bool, *others: str) -> Race:
    """A game with this vehicle as the first."""
    race = prepared(
        armed(vehicle, driver=SKILLED_DRIVER if skilled else ""),
        *(armed(other) for other in others),
    )
    if damaged:
        damage(race, race.vehicles[0])
    return race


# --- a test


@cache
def _passes(attribute: int, modifier: int, again: bool) -> Fraction:
    race = prepared(armed(CAR))
    found = TRIALS(
        race,
        lambda copy: attribute_test(
            copy, copy.vehicles[0], Question.COMMAND_DIE, modifier, attribute, int(again)
        )[0],
    )
    return spread(found, lambda trial: trial.given).get(True, Fraction())


def _test() -> OddsQuestion:
    columns = tuple(str(modifier) for modifier in range(-4, 5))

    def work_out(attribute: int, re_roll: bool) -> Chances:
        return {each: _passes(attribute, int(each), re_roll) for each in columns}

    return OddsQuestion(
        "test",
        "An attribute test, by what is added to the die",
        "W1",
        "added",
        columns,
        work_out,
        (
            Given(
                "attribute",
                "what has to be reached",
                tuple(range(2, SIDES + 1)),
                tuple(range(4, 10)),
                lambda _, it: f"{it}+",
            ),
            yes_or_no("re_roll", "Skilled, Resilient or Fearless?", shown=(False,)),
        ),
        tuple(signed(int(each)) for each in columns),
    )


# --- stress


def _recovery() -> OddsQuestion:
    columns = numbered(0, MOST_STRESS)

    def work_out(stress: int, skilled_driver: bool, damaged: bool) -> Chances:
        race = _driven(CAR, skilled_driver, damaged)
        race.vehicles[0].stress = stress
        found = TRIALS(
            race, lambda copy: recover(copy, copy.vehicles[0]), lambda copy: copy.vehicles[0].stress
        )
        return by_number(spread(found), columns)

    return OddsQuestion(
        "recovery",
        "Stress left after recovering",
        "W7",
        "stress",
        columns,
        work_out,
        (
            Given(
                "stress",
                "markers before",
                tuple(range(1, MOST_STRESS + 1)),
                words=lambda _, it: f"{it} stress",
            ),
            DRIVER,
            DAMAGED,
        ),
        whole=columns,
        numbers=True,
    )


# --- losing control


def _control() -> OddsQuestion:
    """Losing control: another player chooses the nudge; the cost is the defence test."""

    def work_out(vehicle: str, damaged: bool) -> Chances:
        race = _driven(vehicle, False, damaged, CAR)
        before = race.vehicles[0].hit_points
        found = TRIALS(
            race,
            lambda copy: lose_control(copy, copy.vehicles[0]),
            lambda copy: before - copy.vehicles[0].hit_points,
        )
        return by_number(spread(found), ("0", "1"))

    return OddsQuestion(
        "losing_control",
        "Damage when control is lost",
        "W21",
        "damage",
        ("0", "1"),
        work_out,
        (VEHICLE, DAMAGED),
        whole=("0", "1"),
        numbers=True,
    )


def _terrain() -> OddsQuestion:
    kinds = {
        "impassable": Terrain.IMPASSABLE,
        "wreckage": Terrain.WRECKAGE,
        "exploding": Terrain.EXPLODING,
    }

    def work_out(kind: str, skilled_driver: bool, damaged: bool) -> Chances:
        race = _driven(CAR, skilled_driver, damaged)
        piece, explodes = put_piece(race, kinds[kind]), kind == "exploding"
        touch = goes_through if kind == "wreckage" else run_into
        found = TRIALS(
            race,
            lambda copy: touch(copy, copy.vehicles[0], piece),
            measure=lambda copy: (copy.vehicles[0].lost_control, copy.gone[piece]),
            settled=(Exploded,) if explodes else (LostControl,),
        )
        by_end = 0 if kind == "wreckage" else 1  # goes_through gives back whether it is passed
        odds = spread(
            found,
            lambda trial: (bool(trial.after[0] if by_end else not trial.given), trial.after[1]),
        )
        chances = {
            "control": share(odds, lambda end: not end[0]),
            "loses_control": share(odds, lambda end: end[0]),
        }
        if explodes:
            chances["explodes"] = share(odds, lambda end: end[1])
        return chances

    return OddsQuestion(
        "terrain",
        "Touching terrain that is in the way",
        "W23",
        "chances",
        ("control", "loses_control", "explodes"),
        work_out,
        (Given("kind", "its keyword", tuple(kinds)), DRIVER, DAMAGED),
        ("keeps control", "loses control", "it explodes"),
        ("control", "loses_control"),
    )


def _over() -> OddsQuestion:
    columns = ("neither", "you", "other", "both")

    def work_out(skilled_driver: bool, other_skilled: bool, reckless: bool) -> Chances | None:
        if skilled_driver and reckless:
            return None
        mover = SKILLED_DRIVER if skilled_driver else RECKLESS if reckless else ""
        race = prepared(
            armed(CAR, driver=mover), armed(CAR, driver=SKILLED_DRIVER if other_skilled else "")
        )
        found = TRIALS(
            race,
            lambda copy: passes_over(copy, copy.vehicles[0], copy.vehicles[1]),
            lambda copy: copy.over,
        )
        odds = spread(found, lambda trial: (bool(trial.given), bool(trial.after)))
        return {
            name: odds.get(end, Fraction())
            for name, end in zip(
                columns, ((True, False), (False, False), (True, True), (False, True)), strict=True
            )
        }

    return OddsQuestion(
        "driving_over",
        "Who loses control when you drive over another",
        "W22",
        "chances",
        columns,
        work_out,
        (
            DRIVER,
            yes_or_no("other_skilled", "has the other a Skilled Driver?"),
            yes_or_no("reckless", "have you a Reckless driver?"),
        ),
        ("neither", "you", "the other", "both"),
        columns,
    )


def _explosion() -> OddsQuestion:
    columns = tuple(str(BLAST_DAMAGE * failed) for failed in range(3))

    @cache
    def odds_of(vehicle: str, damaged: bool, touching: bool) -> Spread:
        race = _driven(vehicle, False, damaged)
        piece = put_piece(race, Terrain.EXPLODING, 0 if touching else INCH)
        race.vehicles[0].hit_points += 2 * BLAST_DAMAGE
        race.builds[0].hit_points += 2 * BLAST_DAMAGE
        if damaged:
            damage(race, race.vehicles[0])
        before = race.vehicles[0].hit_points
        found = TRIALS(
            race,
            lambda copy: explode(copy, piece, 0),
            lambda copy: before - copy.vehicles[0].hit_points,
        )
        return spread(found)

    return OddsQuestion(
        "explosion",
        "Damage of an explosion within 4 inches",
        "W25",
        "damage",
        columns,
        lambda vehicle, damaged, touching: by_number(odds_of(vehicle, damaged, touching), columns),
        (VEHICLE, DAMAGED, yes_or_no("touching", "does it touch the terrain?")),
        whole=columns,
        numbers=True,
    )
