"""The exact chances of Rush 'n' Crush: the printed table, and each cell compared with icepool's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from icepool import d
from tests.odds.oracle import Expected, Oracle, check, question_of

from wreckoning.core.ruleset import find_ruleset
from wreckoning.odds.tables import percent_words, questions_of, table_of

# As it is printed in the source: white dice, and the chance of so many lane changes or more.
PRINTED = """
5 high  100.0  99.6  96.9  86.8  59.8
4 high   99.9  98.8  93.8  80.2  51.8
3 high   99.5  96.3  87.5  70.4  42.1
2 high   97.2  88.9  75.0  55.6  30.6
1 high   83.3  66.7  50.0  33.3  16.7
2 low    69.4  44.4  25.0  11.1   2.8
3 low    57.9  29.6  12.5   3.7   0.5
4 low    48.2  19.8   6.2   1.2   0.1
5 low    40.2  13.2   3.1   0.4   0.0
"""
HIGH = {6: 5, 7: 4, 8: 3, 9: 2, 10: 1}
LOW = {11: 2, 12: 3, 14: 4, 16: 5}


def exactly(die: Any, columns: range) -> Expected:
    return {str(n): Fraction(die.probability("==", n)) for n in columns}


def test_n13_the_steering_table_is_the_printed_one() -> None:
    printed = [line.split() for line in PRINTED.split("\n") if line]
    rows = table_of(question_of("rush", "steering")).rows
    assert len(rows) == len(printed) == 9
    for row, (dice, keep, *cells) in zip(rows, printed, strict=True):
        assert (row.facts["dice"], row.facts["keep"]) == (int(dice), keep)
        assert [percent_words(chance or Fraction()) for chance in row.chances] == cells


def steering(speed: int) -> Expected:
    if speed <= 5:
        return {str(n): Fraction(1) for n in range(2, 7)}
    if speed == 18:
        return {}
    kept = d(6).highest(HIGH[speed]) if speed in HIGH else d(6).lowest(LOW[speed])
    return {str(n): Fraction(kept.probability(">=", n)) for n in range(2, 7)}


def heat(dice: int, turbo: int) -> Expected:
    return exactly(dice @ (d(6) <= min(6, 2 + turbo)), range(dice + 1))


def obstruction(speed: int) -> Expected:
    """N18: the steering roll upside down."""
    if speed <= 5:
        return {"1": Fraction(1)}
    if speed == 18:
        return {"6": Fraction(1)}
    kept = d(6).lowest(HIGH[speed]) if speed in HIGH else d(6).highest(LOW[speed])
    return exactly(kept, range(1, 7))


def ram(**given: Any) -> Expected:
    """N19, N20, D6: 7 counts as 6; a saw is a die of its own."""
    beside, used = given["beside"], given["with"]
    die = (d(6) + (used in ("side_bumper", "both"))).map(lambda n: min(n, 6))
    hits = die.probability(">=", 5 if beside == "clear" else 4)
    if used in ("saw", "both"):
        hits = 1 - (1 - hits) / 2
    found = {"you": Fraction(die.probability("<=", 2)), "target": Fraction(hits)}
    if beside == "clear":
        return {**found, "displaced": Fraction(die.probability(">=", 4))}
    return {**found, "third": Fraction(die.probability("==", 6))} if beside == "car" else found


def rush(combat_bumper: bool) -> Expected:
    target = Fraction(1 + combat_bumper, 6)
    return {"both": Fraction(1, 3), "target_only": target, "nobody": Fraction(2, 3) - target}


def rush_losses(who: str, dice: int, combat_bumper: bool) -> Expected:
    lost = dice @ (d(6) <= (2 if who == "you" else 3 + combat_bumper))
    return {str(n): Fraction(lost.probability(">=", n)) for n in range(1, 7)}


def shots(**given: Any) -> Expected:
    return exactly((4 - given["range"]) @ (d(6) <= 2), range(4))


def boost(squares: int) -> Expected:
    return exactly(squares @ (d(6) <= 2), range(4))


def single(**_: str) -> Expected:
    return {"point": Fraction(1, 2)}


def grid(cars: int) -> Expected:
    return {str(place): Fraction(1, cars) for place in range(1, cars + 1)}


ORACLES: dict[str, Oracle] = {
    "steering": steering,
    "heat": heat,
    "obstruction": obstruction,
    "ram": ram,
    "rush": rush,
    "rush_losses": rush_losses,
    "shots": shots,
    "boost": boost,
    "single": single,
    "grid": grid,
}


def test_every_question_has_an_oracle() -> None:
    assert {each.name for each in questions_of(find_ruleset("rush"))} == set(ORACLES)


@pytest.mark.parametrize("name", ORACLES)
def test_every_cell_is_icepools(name: str) -> None:
    check(question_of("rush", name), ORACLES[name], most=7)


def row_of(name: str, *given: str) -> list[str]:
    """A row of one table, as fractions; `-` where there is none."""
    (row,) = table_of(question_of("rush", name), given).rows
    return ["-" if chance is None else str(chance) for chance in row.chances]


@pytest.mark.parametrize(
    ("beside", "used", "expected"),
    [
        ("clear", "nothing", "1/3 1/3 - 1/2"),
        ("clear", "side_bumper", "1/6 1/2 - 2/3"),
        ("car", "nothing", "1/3 1/2 1/6 -"),
        ("car", "side_bumper", "1/6 2/3 1/3 -"),
        ("edge", "nothing", "1/3 1/2 - -"),
        ("clear", "saw", "1/3 2/3 - 1/2"),
    ],
)
def test_n19_n20_the_figures_of_the_rules_page(beside: str, used: str, expected: str) -> None:
    assert row_of("ram", f"beside={beside}", f"with={used}") == expected.split()


@pytest.mark.parametrize(("distance", "missed"), [(1, "29.6"), (2, "44.4"), (3, "66.7")])
def test_n22_as_the_rules_page_has_it(distance: int, missed: str) -> None:
    given = (f"range={distance}", "weapon=flamer")
    (row,) = table_of(question_of("rush", "shots"), given).rows
    assert percent_words(row.chances[0] or Fraction()) == missed
