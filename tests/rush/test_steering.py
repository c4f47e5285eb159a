"""White dice (N13): the printed table of the source, and what is left of lane changes (N14)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from tests.rush.table import car, dice, table

from wreckoning.odds.spreads import at_least
from wreckoning.rulesets.rush.chances import permille_at_least
from wreckoning.rulesets.rush.odds.spreads import lane_change_odds
from wreckoning.rulesets.rush.rules.steering import (
    UNLIMITED,
    pay_lane_change,
    steering_needed,
    steering_roll,
    white_dice,
)
from wreckoning.rulesets.rush.spots import SPEEDS, spot_at

# speed → its row: at least 2, 3, 4, 5, 6 lane changes, in per cent as printed
TABLE = {
    6: (100.0, 99.6, 96.9, 86.8, 59.8),
    7: (99.9, 98.8, 93.8, 80.2, 51.8),
    8: (99.5, 96.3, 87.5, 70.4, 42.1),
    9: (97.2, 88.9, 75.0, 55.6, 30.6),
    10: (83.3, 66.7, 50.0, 33.3, 16.7),
    11: (69.4, 44.4, 25.0, 11.1, 2.8),
    12: (57.9, 29.6, 12.5, 3.7, 0.5),
    14: (48.2, 19.8, 6.2, 1.2, 0.1),
    16: (40.2, 13.2, 3.1, 0.4, 0.0),
}
CELLS = [(speed, at + 2, cell) for speed, row in TABLE.items() for at, cell in enumerate(row)]


@pytest.mark.parametrize(("speed", "changes", "printed"), CELLS)
def test_n13_the_printed_table(speed: int, changes: int, printed: float) -> None:
    exact = at_least(lane_change_odds(speed), changes)
    assert abs(float(100 * exact) - printed) <= 0.05 + 1e-9
    assert permille_at_least(speed, changes) == int(1000 * exact)


def test_n13_the_table_has_45_cells() -> None:
    assert len(CELLS) == 45


@pytest.mark.parametrize(
    ("speed", "count"),
    list(zip(SPEEDS, (0, 0, 5, 4, 3, 2, 1, 2, 3, 4, 5, 0), strict=True)),
)
def test_n13_how_many_dice(speed: int, count: int) -> None:
    assert white_dice(speed) == count


@pytest.mark.parametrize("speed", [9, 10, 11, 12])
def test_n13_the_roll_has_the_chances_of_the_table(speed: int) -> None:
    found = []
    for faces in product(range(1, 7), repeat=white_dice(speed)):
        race = table()
        car(race, "A").gear = spot_at(5, speed)
        with dice(race, *faces):
            steering_roll(race, car(race, "A"))
        found.append(race.lane_changes)
    for changes in range(1, 7):
        share = Fraction(sum(each >= changes for each in found), len(found))
        assert share == at_least(lane_change_odds(speed), changes)


@pytest.mark.parametrize(
    ("gear", "faces", "changes"),
    [
        ("g1_4", (), UNLIMITED),
        ("g2_5", (), UNLIMITED),
        ("g2_6", (2, 5, 3, 1, 4), 5),
        ("g4_8", (2, 5, 3), 5),
        ("g5_10", (4,), 4),
        ("g5_12", (2, 5, 3), 2),
        ("g5_16", (6, 6, 4, 5, 6), 4),
        ("g5_18", (), 0),
    ],
)
def test_n13_lane_changes(gear: str, faces: tuple[int, ...], changes: int) -> None:
    race = table(gear=gear)
    with dice(race, *faces):
        steering_roll(race, car(race, "A"))
    assert race.lane_changes == changes


def test_n14_each_steering_point_is_one_more_lane_change() -> None:
    race = table()
    race.lane_changes = 2
    assert [steering_needed(race, n) for n in range(5)] == [0, 0, 0, 1, 2]
    for _ in range(2):
        pay_lane_change(race, car(race, "A"))
    assert (race.lane_changes, car(race, "A").steering) == (0, 6)
    pay_lane_change(race, car(race, "A"))
    assert (race.lane_changes, car(race, "A").steering) == (0, 5)


def test_n13_unlimited_lane_changes_are_not_used_up() -> None:
    race = table(gear="g1_4")
    race.lane_changes = UNLIMITED
    pay_lane_change(race, car(race, "A"))
    assert (race.lane_changes, car(race, "A").steering) == (UNLIMITED, 6)


@pytest.mark.parametrize(("gear", "changes"), [("g5_18", 0), ("g1_4", UNLIMITED)])
def test_n13_a_turn_does_not_inherit_the_lane_changes_of_the_one_before(
    gear: str, changes: int
) -> None:
    race = table(gear=gear)
    race.lane_changes = 3
    with dice(race):
        steering_roll(race, car(race, "A"))
    assert race.lane_changes == changes
