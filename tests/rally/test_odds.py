"""Exact chances of Wasteland Rally, against every way the dice can fall."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from wreckoning.odds.questions import OddsRow
from wreckoning.rulesets.rally.odds import questions

FACES = range(1, 13)
QUESTIONS = {question.name: question for question in questions()}


def row(name: str, **given: str | int | bool) -> dict[str, Fraction]:
    """One row of a question's table; what is not given is as usual, the first shown."""
    question = QUESTIONS[name]
    chosen = {each.name: (given.get(each.name, each.usual[0]),) for each in question.givens}
    table = question.table(chosen)
    (found,) = table.rows
    assert isinstance(found, OddsRow)
    pairs = zip(table.columns, found.chances, strict=True)
    return {column: chance for column, chance in pairs if chance is not None}


def passes(face: int, added: int, needed: int) -> bool:
    return face != 1 and (face == 12 or face + added >= needed)


@pytest.mark.parametrize("needed", [2, 5, 9, 12])
@pytest.mark.parametrize("added", [-4, 0, 4])
def test_w1_a_test_by_what_is_added(needed: int, added: int) -> None:
    good = sum(passes(face, added, needed) for face in FACES)
    assert row("test", attribute=needed)[str(added)] == Fraction(good, 12)
    again = sum(
        passes(one, added, needed) or (one != 1 and passes(two, added, needed))
        for one, two in product(FACES, FACES)
    )
    assert row("test", attribute=needed, re_roll=True)[str(added)] == Fraction(again, 144)


def test_w12_damage_of_a_heavy_machine_gun() -> None:
    """Two rolls at 9+; each hit gives two defence rolls at 5+ with −1 for piercing."""
    hit, fail = Fraction(4, 12), Fraction(5, 12)
    one = {0: 1 - hit + hit * (1 - fail) ** 2, 1: hit * 2 * fail * (1 - fail), 2: hit * fail**2}
    expected: dict[int, Fraction] = {}
    for (a, x), (b, y) in product(one.items(), one.items()):
        expected[a + b] = expected.get(a + b, Fraction()) + x * y
    found = row("damage", weapon="heavy_machine_gun")
    assert {int(n): chance for n, chance in found.items() if chance} == expected
    hits = row("hits", weapon="heavy_machine_gun")
    assert hits == {"1": 1 - (1 - hit) ** 2, "2": hit**2}
    table = QUESTIONS["damage"].table({"weapon": ("heavy_machine_gun",)})
    assert table.rows[0].average == sum((n * chance for n, chance in expected.items()), Fraction())


def test_w11_w13_what_obstructs_does_not_help_against_a_blast() -> None:
    assert row("damage", weapon="minigun") != row("damage", weapon="minigun", obstructed=True)
    rocket = row("damage", weapon="rocket_launcher")
    assert row("damage", weapon="rocket_launcher", obstructed=True) == rocket


def test_w13_w10_rapid_fire_and_assault_range() -> None:
    near = row("hits", weapon="twin_heavy_machine_guns", range="half")
    assert near["1"] == 1 - Fraction(8, 12) ** 4
    close = row("hits", weapon="twin_heavy_machine_guns", range="assault")
    assert close["1"] == 1 - Fraction(11, 12) ** 4  # −4, and a 12 always hits
    assert row("hits", weapon="minigun", range="assault")["1"] == 1 - Fraction(11, 12) ** 4
    assert row("hits", weapon="minigun")["1"] == 1 - Fraction(1, 12) ** 4


def test_w30_rending_makes_more_of_a_12() -> None:
    """Accurate is +2, so 7+ hits; a 12 gives one defence roll more."""
    found = row("damage", weapon="light_machine_gun", modification="improved_sights")
    fail = Fraction(4, 12)
    lost = [Fraction(6, 12) + Fraction(5, 12) * (1 - fail) + Fraction(1, 12) * (1 - fail) ** 2]
    assert found["0"] == lost[0] ** 2


def test_w26_w29_control() -> None:
    found = row("critical", weapon="heavy_machine_gun")
    critical = 1 - Fraction(11, 12) ** 2
    assert found["critical"] == critical
    assert found["loses_control"] == critical * Fraction(5, 12)
    drop = row("dropper", weapon="oil_dropper")
    assert drop["loses_control"] == (1 - Fraction(8, 12) ** 2) * Fraction(5, 12)
    assert drop["hurt"] == 0


def test_w7_a_12_takes_all_stress_off() -> None:
    two = row("recovery", stress=2)
    expected = {0: 0, 1: 0, 2: 0}
    for one, other in product(FACES, FACES):
        left = 2 - passes(one, 0, 6) - passes(other, 0, 6)
        expected[0 if 12 in (one, other) else left] += 1
    assert two == {str(n): Fraction(expected.get(n, 0), 144) for n in range(4)}


def test_w21_w22_w25_what_tests_are_for() -> None:
    over = row("driving_over", other_skilled=False, reckless=True)
    assert over["neither"] == Fraction(7, 12) * Fraction(4, 12)
    assert over["both"] == Fraction(5, 12) * Fraction(8, 12)
    assert row("losing_control", vehicle="car")["1"] == Fraction(4, 12)
    blast = row("explosion", vehicle="buggy", touching=True)
    assert blast["6"] == Fraction(5, 12) ** 2
    tank = row("terrain", kind="exploding")
    assert (tank["loses_control"], tank["explodes"]) == (Fraction(5, 12), Fraction(4, 12))
    assert row("terrain", kind="wreckage")["control"] == Fraction(7, 12)
