"""The exact chances of Rush 'n' Crush: a question for each rule that rolls.

The rules themselves compute the chances, in `spreads`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from wreckoning.odds.questions import Chances, Given, OddsQuestion, Value, counted
from wreckoning.odds.spreads import at_least, by_least, by_number, numbered, or_more
from wreckoning.rulesets.rush.numbers import Equipment
from wreckoning.rulesets.rush.odds.spreads import (
    boost_odds,
    enough_lane_changes,
    grid_odds,
    heat_odds,
    litter_odds,
    obstruction_odds,
    ram_chances,
    rush_odds,
    saw_odds,
    shot_odds,
)
from wreckoning.rulesets.rush.questions import MOST_BOOST, RamWith
from wreckoning.rulesets.rush.race import MAX_CARS
from wreckoning.rulesets.rush.rules.shooting import LONGEST_RANGE
from wreckoning.rulesets.rush.rules.steering import FREE_SPEED, HIGH_SPEED, white_dice
from wreckoning.rulesets.rush.spots import SPEEDS

MOST_TURBO = 4  # from there on every red die is a heat point
MOST_LOST = 6
CHANGES = numbered(2, 6)
WITH_DICE = tuple(speed for speed in SPEEDS if white_dice(speed))
BUMPER = Given("combat_bumper", "has your car a Combat Bumper?", (False, True))


def questions() -> tuple[OddsQuestion, ...]:
    """All questions about chances."""
    return (_steering(), _heat(), _obstruction(), _ram(), *_rushes(), _shots(), *_others())


def _steering() -> OddsQuestion:
    speeds = Given("speed", "the speed of the turn", SPEEDS, WITH_DICE, _white_words, _white_facts)
    return OddsQuestion(
        "steering",
        "Lane changes by white dice, the highest or the lowest counts",
        "N13",
        "at_least",
        CHANGES,
        lambda speed: {each: enough_lane_changes(speed, int(each)) for each in CHANGES},
        (speeds,),
        (*or_more(2, 5), "6"),
    )


def _kept(speed: int) -> str:
    """The white die that counts: the highest or the lowest."""
    if white_dice(speed) == 0:
        return "unlimited" if speed <= FREE_SPEED else "none"
    return "high" if speed <= HIGH_SPEED else "low"


def _white_words(_: str, speed: Value) -> str:
    dice = white_dice(int(speed))
    if dice == 1:
        return "1"
    return f"{dice} {_kept(int(speed))}" if dice else f"speed {speed}"


def _white_facts(_: str, speed: Value) -> Mapping[str, Value]:
    return {"dice": white_dice(int(speed)), "keep": _kept(int(speed)), "speed": speed}


def _heat() -> OddsQuestion:
    columns = numbered(0, 3)

    def work_out(dice: int, turbo: int) -> Chances:
        return by_number(heat_odds(dice, turbo), columns[: dice + 1])

    return OddsQuestion(
        "heat",
        "Heat points of a turn",
        "N12",
        "points",
        columns,
        work_out,
        (
            Given("dice", "red dice of the zone", (1, 2, 3), words=counted("red die", "red dice")),
            Given("turbo", "Turbo points used this turn", tuple(range(MOST_TURBO + 1))),
        ),
        whole=columns,
        numbers=True,
    )


def _obstruction() -> OddsQuestion:
    columns = numbered(1, 6)
    speeds = tuple(speed for speed in SPEEDS if speed)
    return OddsQuestion(
        "obstruction",
        "Structure points of hitting an obstruction",
        "N18",
        "points",
        columns,
        lambda speed: by_number(obstruction_odds(speed), columns),
        (Given("speed", "the speed of the turn", speeds, (FREE_SPEED, *WITH_DICE, speeds[-1])),),
        whole=columns,
        numbers=True,
    )


# --- running into others


def _ram() -> OddsQuestion:
    def work_out(beside: str, **used: str) -> Chances:
        clear, third = beside == "clear", beside == "car"
        with_it = RamWith[used["with"].upper()]
        you, target, other, displaced = ram_chances(clear, third, with_it)
        found = {"you": you, "target": target}
        if third:
            found["third"] = other
        return {**found, "displaced": displaced} if clear else found

    beside = Given(
        "beside",
        "what is next to the target, on the far side",
        ("clear", "edge", "car"),
        words=lambda _, what: "clear" if what == "clear" else f"blocked by {_article(what)}",
        facts=_beside_facts,
    )
    uses = tuple(use.name.lower() for use in RamWith)
    return OddsQuestion(
        "ram",
        "Side Ram: who loses a structure point, and whether the target gives way",
        "N19",
        "chances",
        ("you", "target", "third", "displaced"),
        work_out,
        (beside, Given("with", "what you use in it", uses, words=_used)),
        ("you lose", "target loses", "third loses", "displaced"),
    )


def _beside_facts(name: str, what: Value) -> Mapping[str, Value]:
    return {name: what, "clear": what == "clear", "third_party": what == "car"}


def _article(what: Value) -> str:
    return "an edge" if what == "edge" else "a car"


def _used(_: str, use: Value) -> str:
    return "" if use == "nothing" else f"with {str(use).replace('_', ' ')}"


def _rushes() -> tuple[OddsQuestion, ...]:
    columns = numbered(1, MOST_LOST)

    def one(combat_bumper: bool) -> Chances:
        odds = rush_odds(1, combat_bumper)
        return {"both": odds[(1, 1)], "target_only": odds[(0, 1)], "nobody": odds[(0, 0)]}

    def all_dice(who: str, dice: int, combat_bumper: bool) -> Chances:
        lost: dict[int, Fraction] = {}
        for losses, chance in rush_odds(dice, combat_bumper).items():
            points = losses[who == "target"]
            lost[points] = lost.get(points, Fraction()) + chance
        return by_least(lost, columns)

    each = ("both", "target_only", "nobody")
    dice = Given(
        "dice",
        "movement left",
        tuple(range(1, SPEEDS[-1] + 1)),
        tuple(range(1, 7)),
        counted("die", "dice"),
    )
    who = Given("who", "whose structure points", ("you", "target"))
    return (
        OddsQuestion(
            "rush",
            "Rush 'n' Crush: structure points of each die",
            "N21",
            "chances",
            each,
            one,
            (BUMPER,),
            ("both", "target only", "nobody"),
            each,
        ),
        OddsQuestion(
            "rush_losses",
            "Rush 'n' Crush: structure points lost by all its dice",
            "N21",
            "at_least",
            columns,
            all_dice,
            (who, dice, BUMPER),
            or_more(1, MOST_LOST),
        ),
    )


# --- equipment, and single dice


def _shots() -> OddsQuestion:
    columns = numbered(0, LONGEST_RANGE)
    weapons = {"machine_gun": Equipment.MACHINE_GUN, "flamer": Equipment.FLAMER}

    def work_out(weapon: str, **at: int) -> Chances:
        return by_number(shot_odds(at["range"], weapons[weapon]), columns)

    return OddsQuestion(
        "shots",
        "Hits of Machine Gun and Flamer",
        "N22",
        "hits",
        columns,
        work_out,
        (
            Given("weapon", "what is fired", tuple(weapons)),
            Given("range", "squares to the target", tuple(range(1, LONGEST_RANGE + 1))),
        ),
        whole=columns,
        numbers=True,
    )


def _others() -> tuple[OddsQuestion, ...]:
    heat, places = numbered(0, MOST_BOOST), numbered(1, MAX_CARS)
    single = {"litter": litter_odds, "saw": saw_odds}

    def boost(squares: int) -> Chances:
        return by_number(boost_odds(squares), heat)

    def grid(cars: int) -> Chances:
        return by_number(grid_odds(cars), places[:cars])

    return (
        OddsQuestion(
            "boost",
            "Heat points of the Rocket Booster",
            "N24",
            "points",
            heat,
            boost,
            (
                Given(
                    "squares",
                    "how far it takes you",
                    tuple(range(1, MOST_BOOST + 1)),
                    words=counted("square"),
                ),
            ),
            whole=heat,
            numbers=True,
        ),
        OddsQuestion(
            "single",
            "A structure point by a single die",
            "N17",
            "chances",
            ("point",),
            lambda what: {"point": at_least(single[what](), 1)},
            (Given("what", "a wreck or mine one drives through, or the Circular Saw", (*single,)),),
            ("a point",),
        ),
        OddsQuestion(
            "grid",
            "Your place on the grid, drawn by lot",
            "N8",
            "place",
            places,
            grid,
            (Given("cars", "how many race", tuple(range(2, MAX_CARS + 1)), words=counted("car")),),
            whole=places,
        ),
    )
