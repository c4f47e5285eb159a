"""Weight (G22): a die more for each class that one is heavier, one less for each class lighter."""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.kart.scene import hazards, meet, road, scene
from tests.kart.table import dice, drive, kart

from wreckoning.rulesets.kart.cards import karts
from wreckoning.rulesets.kart.events import NoDice, Orientation, Pool, Smash
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.rules.collisions import smash_dice

CLASSES = ("light", "middle", "heavy")
A, SIDE, NOSE, TAIL = (1200, 400, 0), (1253.5, 400, 90), (1275, 400, 180), (1275, 400, 0)


@pytest.mark.parametrize("own", CLASSES)
@pytest.mark.parametrize("other", CLASSES)
def test_g22_every_pair_of_classes(own: str, other: str) -> None:
    race = scene({"A": A, "B": SIDE}, gears={"A": 3, "B": 2}, karts={"A": own, "B": other})
    heavier = CLASSES.index(own) - CLASSES.index(other)
    ours, theirs = 3 + heavier, 2 - heavier
    with dice(race, Declaration.SMASH, Declaration.SMASH, *[1] * (ours + theirs)):
        meet(race)
    assert [entry.dice for entry in told(race, Smash)] == [ours, theirs]


@pytest.mark.parametrize(
    ("orientation", "dice_without"),
    [
        (Orientation.HEAD_ON, 7),
        (Orientation.T_BONE, 4),
        (Orientation.SIDESWIPE, 4),
        (Orientation.TAILGATE, 1),
    ],
)
@pytest.mark.parametrize(("own", "other", "more"), [(3, 1, 2), (2, 1, 1), (2, 2, 0), (1, 2, -1)])
def test_g22_in_every_orientation(
    orientation: Orientation, dice_without: int, own: int, other: int, more: int
) -> None:
    race = scene({"A": A, "B": SIDE})
    found = smash_dice(race, 0, int(orientation), 4, 3, own, other, False)
    assert found == dice_without + more


def test_g22_dice_are_never_below_none() -> None:
    race = scene({"A": A, "B": SIDE}, karts={"A": "light", "B": "heavy"})
    with dice(race, Declaration.SMASH, Declaration.EVADE):
        meet(race)
    assert [[entry.who, entry.pool, entry.count] for entry in told(race, NoDice)] == [
        [0, Pool.SMASH, -1]
    ]
    assert hazards(race) == [1, 1]


def test_g22_weight_adds_to_a_difference_of_none() -> None:
    race = scene({"A": A, "B": TAIL}, karts={"A": "heavy", "B": "light"}, gears={"A": 2, "B": 2})
    with dice(race, Declaration.SMASH, Declaration.SMASH, 6, 6):
        meet(race)
    assert hazards(race) == [1, 4]


def test_g22_a_kart_without_dice_still_may_smash() -> None:
    """Head-on in Gear 1, light against heavy: 2 − 2 dice, against 2 + 2."""
    race = scene({"A": A, "B": NOSE}, karts={"A": "light", "B": "heavy"})
    with dice(race, Declaration.SMASH, Declaration.SMASH, 4, 4, 4, 4):
        meet(race)
    assert hazards(race) == [4, 1]


@pytest.mark.parametrize(("key", "more"), [("light", 2), ("middle", 1), ("heavy", 0)])
@pytest.mark.parametrize("kind", ["pipe", "cube"])
def test_g22_immovable_obstructions_are_heavy(kind: str, key: str, more: int) -> None:
    course = road(**{kind: [(1340, 400)]})
    race = scene({"A": A}, karts={"A": key}, gears={"A": 3}, course=course)
    with dice(race, *[1] * (3 + more)):
        drive(race, "A", "medium")
    assert hazards(race)[0] == 1


@pytest.mark.parametrize(("key", "more"), [("light", 1), ("middle", 0), ("heavy", -1)])
def test_g22_destructible_ones_are_middle(key: str, more: int) -> None:
    course = road(mushroom=[(1340, 400)])
    race = scene({"A": A}, karts={"A": key}, gears={"A": 3}, course=course)
    with dice(race, *[1] * (3 + more)):
        drive(race, "A", "medium")
    assert hazards(race)[0] == 1


@pytest.mark.parametrize(
    ("key", "handling", "gear"), [("light", 4, 5), ("middle", 3, 5), ("heavy", 3, 6)]
)
def test_g22_the_classes(key: str, handling: int, gear: int) -> None:
    card = karts()[key]
    assert (card.handling, card.max_gear) == (handling, gear)
    race = scene({"A": A}, karts={"A": key})
    fitted = kart(race, "A")
    assert (fitted.handling, fitted.max_gear, fitted.weight) == (
        handling,
        gear,
        CLASSES.index(key) + 1,
    )
