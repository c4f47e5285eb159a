"""Exact chances: what the printed table says, what the rules page says, what icepool says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from icepool import d

from wreckoning.core.chances import OddsTable
from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import find_ruleset, registered
from wreckoning.odds.tables import find_table, percent_words, table_json, tables_of

RUSH = find_ruleset("rush")
TABLES = tables_of(RUSH)

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


def table(name: str) -> OddsTable:
    return find_table(TABLES, name)


def chances(name: str, **facts: Any) -> list[Fraction | None]:
    """The chances of the row with these facts."""
    rows = [row for row in table(name).rows if facts.items() <= dict(row.facts).items()]
    assert len(rows) == 1, facts
    return list(rows[0].chances)


def test_n13_the_steering_table_is_the_printed_one() -> None:
    printed = [line.split() for line in PRINTED.split("\n") if line]
    rows = table("steering").rows
    assert len(rows) == len(printed) == 9
    for row, (dice, keep, *cells) in zip(rows, printed, strict=True):
        assert (row.facts["dice"], row.facts["keep"]) == (int(dice), keep)
        assert [percent_words(chance or Fraction()) for chance in row.chances] == cells


@pytest.mark.parametrize("row", table("steering").rows, ids=lambda row: row.title)
def test_n13_the_steering_table_is_icepools(row: Any) -> None:
    dice = row.facts["dice"]
    kept = d(6).highest(dice) if row.facts["keep"] == "high" else d(6).lowest(dice)
    assert list(row.chances) == [kept.probability(">=", number) for number in range(2, 7)]


def test_the_json_of_a_table_has_shares_of_one() -> None:
    rows = table_json(table("steering"))["rows"]
    assert [(row["dice"], row["keep"]) for row in rows][:2] == [(5, "high"), (4, "high")]
    assert rows[3]["at_least"] == {
        "2": pytest.approx(35 / 36),
        "3": pytest.approx(8 / 9),
        "4": 0.75,
        "5": pytest.approx(5 / 9),
        "6": pytest.approx(11 / 36),
    }
    assert rows[3]["exact"]["2"] == "35/36"


@pytest.mark.parametrize("turbo", range(5))
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_n12_heat_is_binomial(dice: int, turbo: int) -> None:
    points = dice @ (d(6) <= min(6, 2 + turbo))
    expected = [points.probability(number) for number in range(dice + 1)]
    assert chances("heat", dice=dice, turbo=turbo)[: dice + 1] == expected
    assert not any(chances("heat", dice=dice, turbo=turbo)[dice + 1 :])


@pytest.mark.parametrize("weapon", ["machine_gun", "flamer"])
@pytest.mark.parametrize(("distance", "missed"), [(1, "29.6"), (2, "44.4"), (3, "66.7")])
def test_n22_n23_shots_are_binomial(weapon: str, distance: int, missed: str) -> None:
    hits = (4 - distance) @ (d(6) <= 2)
    found = chances("shots", weapon=weapon, range=distance)
    assert found[: 5 - distance] == [hits.probability(n) for n in range(5 - distance)]
    assert percent_words(found[0] or Fraction()) == missed


HIGH = {6: 5, 7: 4, 8: 3, 9: 2, 10: 1}
LOW = {11: 2, 12: 3, 14: 4, 16: 5}


@pytest.mark.parametrize("speed", [*HIGH, *LOW])
def test_n18_an_obstruction_is_the_steering_roll_upside_down(speed: int) -> None:
    kept = d(6).lowest(HIGH[speed]) if speed in HIGH else d(6).highest(LOW[speed])
    expected = [kept.probability(points) for points in range(1, 7)]
    assert chances("obstruction", speed=speed) == expected


def test_n18_an_obstruction_at_the_ends_of_the_scale() -> None:
    assert chances("obstruction", speed=5) == [1, 0, 0, 0, 0, 0]
    assert chances("obstruction", speed=18) == [0, 0, 0, 0, 0, 1]


def shares(*words: str) -> list[Fraction | None]:
    return [None if word == "-" else Fraction(word) for word in words]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"clear": True, "with": "nothing"}, shares("1/3", "1/3", "-", "1/2")),
        ({"clear": True, "with": "side_bumper"}, shares("1/6", "1/2", "-", "2/3")),
        (
            {"third_party": True, "with": "nothing"},
            shares("1/3", "1/2", "1/6", "-"),
        ),
        (
            {"third_party": True, "with": "side_bumper"},
            shares("1/6", "2/3", "1/3", "-"),
        ),
        (
            {"clear": False, "third_party": False, "with": "nothing"},
            shares("1/3", "1/2", "-", "-"),
        ),
        ({"clear": True, "with": "saw"}, shares("1/3", "2/3", "-", "1/2")),
    ],
)
def test_n19_n20_side_rams(facts: dict[str, Any], expected: list[Fraction | None]) -> None:
    assert chances("ram", **facts) == expected


def test_n21_a_die_of_a_rush() -> None:
    assert chances("rush", combat_bumper=False) == shares("1/3", "1/6", "1/2")
    assert chances("rush", combat_bumper=True) == shares("1/3", "1/3", "1/3")


def test_n17_n20_single_dice() -> None:
    assert chances("single", what="litter") == shares("1/2")
    assert chances("single", what="saw") == shares("1/2")


@pytest.mark.parametrize("squares", [1, 2, 3])
def test_n24_the_booster_is_binomial(squares: int) -> None:
    points = squares @ (d(6) <= 2)
    found = chances("boost", squares=squares)
    assert found[: squares + 1] == [points.probability(n) for n in range(squares + 1)]


@pytest.mark.parametrize("each", TABLES, ids=lambda each: each.name)
def test_rows_fit_their_columns(each: OddsTable) -> None:
    assert all(len(row.chances) == len(each.columns) for row in each.rows)
    assert not each.heads or len(each.heads) == len(each.columns)
    for row in each.rows:
        assert all(chance is None or 0 <= chance <= 1 for chance in row.chances)


def test_an_exact_half_goes_to_the_even_tenth() -> None:
    assert percent_words(Fraction(1, 16)) == "6.2"
    assert percent_words(Fraction(15, 16)) == "93.8"
    assert percent_words(Fraction(1)) == "100.0"


def test_who_has_no_tables_says_so() -> None:
    for key in registered():
        ruleset = find_ruleset(key)
        if not hasattr(ruleset.view, "odds_tables"):
            with pytest.raises(Malformed, match="has no tables of chances"):
                tables_of(ruleset)
    with pytest.raises(Malformed, match="did you mean steering"):
        find_table(TABLES, "sterring")
