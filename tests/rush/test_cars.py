"""Cars and drivers (N1, N2, N7): what is fitted, and the points at the start.

| car with          | Structure | Steering | Brake + Turbo |
|-------------------|-----------|----------|---------------|
| Armor             | 9         | 3        | 8             |
| Computer          | 6         | 6        | 8             |
| both              | 9         | 6        | 8             |
| neither           | 6         | 3        | 10            |
"""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.rush.table import course

from wreckoning.core.errors import Illegal
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rush import courses
from wreckoning.rulesets.rush.cars import build, cars, deal, drivers
from wreckoning.rulesets.rush.race import Equipment
from wreckoning.rulesets.rush.ruleset import RULESET
from wreckoning.rulesets.rush.spots import NEUTRAL

FIXED = ("armor", "computer", "bumper", "minelayer")
WEAPONS = ("side_bumper", "flamer", "machine_gun", "saw")


def test_n1_the_six_cars_are_the_six_pairs_of_the_four_items() -> None:
    pairs = {frozenset(card.fixed) for card in cars().values()}
    assert pairs == {frozenset(pair) for pair in combinations(FIXED, 2)}
    assert len(cars()) == 6


def test_n2_the_six_drivers_are_the_six_pairs_of_the_four_weapons() -> None:
    pairs = {frozenset(card.weapons) for card in drivers().values()}
    assert pairs == {frozenset(pair) for pair in combinations(WEAPONS, 2)}
    assert len(drivers()) == 6


def test_n1_each_team_has_every_item_and_every_weapon_once() -> None:
    for team in ("blue", "red", "yellow"):
        fixed = [item for card in cars().values() if card.team == team for item in card.fixed]
        weapons = [w for card in drivers().values() if card.team == team for w in card.weapons]
        assert sorted(fixed) == sorted(FIXED)
        assert sorted(weapons) == sorted(WEAPONS)


def test_n1_what_the_fixed_items_bring() -> None:
    driver = drivers()["deacon"]
    for card in cars().values():
        figures = build(card, driver)
        has = set(card.fixed)
        bare = not has & {"armor", "computer"}
        assert figures.structure == (9 if "armor" in has else 6)
        assert figures.steering == (6 if "computer" in has else 3)
        assert figures.combat_bumper == ("bumper" in has)
        assert figures.mines == (4 if "minelayer" in has else 0)
        assert figures.heat == 6
        assert figures.brake + figures.turbo == (10 if bare else 8)
        assert min(card.brake, card.turbo) >= 3
        assert max(card.brake, card.turbo) <= 5


def test_n2_everybody_has_booster_and_extinguisher() -> None:
    for driver in drivers().values():
        figures = build(cars()["hornet"], driver)
        has = {e for e in Equipment if figures.has[e]}
        weapons = {Equipment[weapon.upper()] for weapon in driver.weapons}
        assert has == weapons | {Equipment(Equipment.BOOSTER), Equipment(Equipment.EXTINGUISHER)}


def test_n7_at_the_start_points_are_full_and_everything_is_disarmed() -> None:
    seats = [Seat(name) for name in "ABCDEF"]
    race = RULESET.start(courses.load(course()), seats, {"race_to_the_last": "on"})
    for seat in range(6):
        car = race.cars[seat]
        figures = car.figures
        assert (car.heat, car.gear) == (0, NEUTRAL)
        assert (car.structure, car.steering) == (figures.structure, figures.steering)
        assert (car.brake, car.turbo, car.mines) == (figures.brake, figures.turbo, figures.mines)
        assert not any(car.armed)


def test_d14_who_chooses_nothing_is_dealt_what_is_left() -> None:
    seats = [Seat("A"), Seat("B", setup={"car": "ironclad"}), Seat("C", setup={"driver": "widow"})]
    dealt = deal(seats)
    assert [card.key for card, _ in dealt] == ["gravedigger", "ironclad", "tortoise"]
    assert [driver.key for _, driver in dealt] == ["deacon", "cinder", "widow"]
    everybody = deal([Seat(name) for name in "ABCDEF"])
    assert len({card.key for card, _ in everybody}) == 6
    assert all(card.team == driver.team for card, driver in everybody)


@pytest.mark.parametrize(
    ("kind", "key", "problem"),
    [
        ("car", "ironclad", r"seat 2, B: Ironclad is A's: each car exists only once \(D14\)"),
        ("driver", "widow", r"seat 2, B: The Widow is A's: each driver exists only once \(D14\)"),
    ],
)
def test_d14_a_card_is_there_once(kind: str, key: str, problem: str) -> None:
    seats = [Seat("A", setup={kind: key}), Seat("B", setup={kind: key})]
    with pytest.raises(Illegal, match=problem):
        deal(seats)


def test_n1_n2_an_unknown_card_is_one_clear_line() -> None:
    with pytest.raises(Illegal, match=r"seat 1, A: no car 'irnclad'; .* did you mean ironclad"):
        deal([Seat("A", setup={"car": "irnclad"}), Seat("B")])


@pytest.mark.parametrize(("kind", "rule"), [("car", "N1"), ("driver", "N2")])
def test_n1_n2_an_unknown_card_names_its_rule(kind: str, rule: str) -> None:
    with pytest.raises(Illegal) as error:
        deal([Seat("A", setup={kind: "nobody"}), Seat("B")])
    assert error.value.rule == rule
