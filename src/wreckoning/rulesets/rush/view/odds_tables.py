"""The exact chances of Rush 'n' Crush as tables: each row is a rule run for all its dice."""

from __future__ import annotations

from fractions import Fraction

from wreckoning.core.chances import OddsRow, OddsTable
from wreckoning.core.wording import several
from wreckoning.rulesets.rush.odds import (
    at_least,
    boost_odds,
    enough_lane_changes,
    heat_odds,
    litter_odds,
    obstruction_odds,
    rush_odds,
    saw_odds,
    shot_odds,
)
from wreckoning.rulesets.rush.questions import MOST_BOOST, RamWith
from wreckoning.rulesets.rush.race import FLAMER, MACHINE_GUN
from wreckoning.rulesets.rush.rules.shooting import LONGEST_RANGE
from wreckoning.rulesets.rush.rules.steering import FREE_SPEED, HIGH_SPEED, white_dice
from wreckoning.rulesets.rush.spots import SPEEDS
from wreckoning.rulesets.rush.view.chances import ram_chances

MOST_TURBO = 4  # from there on every red die is a heat point
HIGH, LOW = "high", "low"


def odds_tables() -> tuple[OddsTable, ...]:
    """Everything that dice decide."""
    return (
        _steering(),
        _heat(),
        _obstructions(),
        _rams(),
        _rushes(),
        _shots(),
        _boosts(),
        _single(),
    )


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, last + 1))


def _steering() -> OddsTable:
    """At least so many lane changes, by the white dice of the speeds that have some."""
    rows = []
    for speed in SPEEDS:
        dice = white_dice(speed)
        if dice:
            keep = HIGH if speed <= HIGH_SPEED else LOW
            title = f"{dice} {keep}" if dice > 1 else str(dice)
            chances = tuple(enough_lane_changes(speed, number) for number in range(2, 7))
            rows.append(OddsRow(title, chances, {"dice": dice, "keep": keep, "speed": speed}))
    heads = ("2+", "3+", "4+", "5+", "6")
    title = "Lane changes by white dice, the highest or the lowest counts"
    return OddsTable("steering", title, "N13", "at_least", _numbers(2, 6), tuple(rows), heads)


def _heat() -> OddsTable:
    rows = []
    for dice in range(1, 4):
        for turbo in range(MOST_TURBO + 1):
            odds = heat_odds(dice, turbo)
            title = f"{several(dice, 'red die', 'red dice')}, {turbo} Turbo"
            chances = tuple(
                odds.get(points, Fraction()) if points <= dice else None for points in range(4)
            )
            rows.append(OddsRow(title, chances, {"dice": dice, "turbo": turbo}))
    title = "Heat points of a turn"
    return OddsTable("heat", title, "N12", "points", _numbers(0, 3), tuple(rows))


def _obstructions() -> OddsTable:
    rows = []
    for speed in SPEEDS:
        if speed < FREE_SPEED:
            continue
        odds = obstruction_odds(speed)
        chances = tuple(odds.get(points, Fraction()) for points in range(1, 7))
        rows.append(OddsRow(f"speed {speed}", chances, {"speed": speed}))
    title = "Structure points of hitting an obstruction"
    return OddsTable("obstruction", title, "N18", "points", _numbers(1, 6), tuple(rows))


def _rams() -> OddsTable:
    columns = ("you", "target", "third", "displaced")
    heads = ("you lose", "target loses", "third loses", "displaced")
    rows = []
    for clear, third, words in (
        (True, False, "clear"),
        (False, False, "blocked by an edge"),
        (False, True, "blocked by a car"),
    ):
        for use in RamWith:
            own, his, beside, displaced = ram_chances(clear, third, use)
            chances = (own, his, beside if third else None, displaced if clear else None)
            used = use.name.lower().replace("_", " ")
            title = words if use == RamWith.NOTHING else f"{words}, with {used}"
            facts: dict[str, str | int | bool] = {
                "clear": clear,
                "third_party": third,
                "with": use.name.lower(),
            }
            rows.append(OddsRow(title, chances, facts))
    title = "Side Ram: who loses a structure point, and whether the target gives way"
    return OddsTable("ram", title, "N19", "chances", columns, tuple(rows), heads)


def _rushes() -> OddsTable:
    rows = []
    for bumper in (False, True):
        odds = rush_odds(1, bumper)
        both, target = odds[(1, 1)], odds[(0, 1)]
        title = "with Combat Bumper" if bumper else "without Combat Bumper"
        rows.append(OddsRow(title, (both, target, odds[(0, 0)]), {"combat_bumper": bumper}))
    title = "Rush 'n' Crush: structure points of each die"
    columns, heads = ("both", "target_only", "nobody"), ("both", "target only", "nobody")
    return OddsTable("rush", title, "N21", "chances", columns, tuple(rows), heads)


def _shots() -> OddsTable:
    rows = []
    for equipment, name, rule in (
        (MACHINE_GUN, "Machine Gun", "machine_gun"),
        (FLAMER, "Flamer", "flamer"),
    ):
        for distance in range(1, LONGEST_RANGE + 1):
            odds = shot_odds(distance, equipment)
            chances = tuple(odds.get(hits) for hits in range(LONGEST_RANGE + 1))
            facts: dict[str, str | int | bool] = {"weapon": rule, "range": distance}
            rows.append(OddsRow(f"{name} at range {distance}", chances, facts))
    title = "Hits of Machine Gun and Flamer"
    return OddsTable("shots", title, "N22", "hits", _numbers(0, LONGEST_RANGE), tuple(rows))


def _boosts() -> OddsTable:
    rows = []
    for squares in range(1, MOST_BOOST + 1):
        odds = boost_odds(squares)
        chances = tuple(odds.get(points) for points in range(MOST_BOOST + 1))
        rows.append(OddsRow(several(squares, "square"), chances, {"squares": squares}))
    title = "Heat points of the Rocket Booster"
    return OddsTable("boost", title, "N24", "points", _numbers(0, MOST_BOOST), tuple(rows))


def _single() -> OddsTable:
    """Rules with one die for one point."""
    rows = tuple(
        OddsRow(title, (at_least(odds, 1),), {"what": name})
        for title, name, odds in (
            ("through a wreck or a mine", "litter", litter_odds()),
            ("Lateral Circular Saw", "saw", saw_odds()),
        )
    )
    title = "A structure point by a single die"
    return OddsTable("single", title, "N17", "chances", ("point",), rows, ("a point",))
