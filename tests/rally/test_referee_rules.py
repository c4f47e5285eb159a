"""The referee's modifier of a vehicle's next roll (V51).

A car: Skill 9, Defence 5, Command 6.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.journal import told
from tests.rally.scene import build, dice, field, rolled, scene, terms, vehicle
from tests.rally.test_positions import at, wrong
from tests.rally.view_table import answer, match_at, option, planning, shown

from wreckoning.rulesets.rally import view
from wreckoning.rulesets.rally.events import Hits, Modifier, Trial
from wreckoning.rulesets.rally.questions import Question
from wreckoning.rulesets.rally.race import Race, Roll
from wreckoning.rulesets.rally.rules.attacks import attack_vehicle
from wreckoning.rulesets.rally.rules.attributes import command_test, defence_test, skill_test
from wreckoning.rulesets.rally.rules.terrain import run_into

GUN = {"Ann": "car/heavy_machine_gun"}
IN_REACH = {"Bob": (30.0, 8.0, 90.0)}


def modified(roll: Roll, extra: int, **more: Any) -> Race:
    """A and B, with what the referee adds to A's next roll of a kind."""
    race = scene({"A": (10, 18, 0), "B": (30, 18, 0)}, **more)
    vehicle(race, "A").extra_roll, vehicle(race, "A").extra = int(roll), extra
    return race


def command(race: Race, *faces: int) -> bool:
    with dice(race, *faces):
        return command_test(race, vehicle(race, "A"), Trial.TERRAIN, 0)[0]


@pytest.mark.parametrize(("extra", "face", "passed"), [(2, 4, True), (-2, 7, False)])
def test_v51_it_decides_a_test_one_way_and_the_other(extra: int, face: int, passed: bool) -> None:
    race = modified(Roll.COMMAND_DIE, extra)
    assert command(race, face) == passed
    assert terms(race) == [(Modifier.EXTRA, extra)]
    assert rolled(race, Question.COMMAND_DIE) == [(face, face + extra)]


def test_v51_it_is_used_up_by_the_next_test_of_its_kind_and_by_no_other() -> None:
    race = modified(Roll.COMMAND_DIE, 2)
    a, b = vehicle(race, "A"), vehicle(race, "B")
    with dice(race, 8, 4, 5):
        assert not skill_test(race, a, 0)[0]
        assert not defence_test(race, a, Trial.ATTACK, 0)
        assert not command_test(race, b, Trial.TERRAIN, 0)[0]
        assert terms(race) == []
    assert command(race, 4)
    assert (a.extra_roll, a.extra) == (Roll.NONE, 0)
    assert not command(race, 4)


def test_v51_a_test_that_is_rolled_again_has_it_on_both_dice() -> None:
    race = modified(Roll.COMMAND_DIE, 2)
    build(race, "A").fearless = 1
    assert command(race, 3, 4)
    assert rolled(race, Question.COMMAND_DIE) == [(3, 5), (4, 6)]
    assert not command(race, 3, 4)


@pytest.mark.parametrize(("extra", "face", "passed"), [(8, 1, False), (-8, 12, True)])
def test_v51_a_natural_1_fails_and_a_12_succeeds(extra: int, face: int, passed: bool) -> None:
    assert command(modified(Roll.COMMAND_DIE, extra), face) == passed


def test_v51_w13_a_torrent_is_no_test_and_leaves_it() -> None:
    """It hits on anything but a 1, whatever is added."""
    race = modified(Roll.SKILL_DIE, -8, builds={"A": "car/minigun"})
    with dice(race, 2, 1, 12, 7, *[6] * 6, 6):
        attack_vehicle(race, vehicle(race, "A"), 0, vehicle(race, "B"))
    assert told(race, Hits)[0].hits == 3
    assert rolled(race, Question.SKILL_DIE) == [(2, 2), (1, 1), (12, 12), (7, 7)]
    assert (vehicle(race, "A").extra_roll, vehicle(race, "A").extra) == (Roll.SKILL_DIE, -8)


@pytest.mark.parametrize(("extra", "face", "explodes"), [(1, 8, 1), (-1, 9, 0)])
def test_v51_it_decides_an_explosion(extra: int, face: int, explodes: int) -> None:
    """Far away from both."""
    race = modified(Roll.EXPLOSION_DIE, extra, course=field([("exploding", 44, 4, 2, 2)]))
    with dice(race, 12, face):
        run_into(race, vehicle(race, "A"), 0)
    assert race.gone[0] == explodes
    assert terms(race) == [(Modifier.EXTRA, extra)]


def test_v51_the_log_shows_it_with_its_die_alone() -> None:
    given = {"Ann": {"extra_roll": "skill_die", "extra": 2}}
    match = match_at(IN_REACH, GUN, vehicles=given, phase="attack")
    line = answer(match, "shoot #2", 7, 7)[0]
    assert line.text == (
        "Ann fired the Heavy Machine Gun at Bob: skill 9+: 7+2=9 (+2 referee), 7 → 1 hit"
    )
    assert "V51" in line.rules
    match = planning(
        "forward 4½",
        terrain=[("exploding", 26.7, 8, 2, 2)],
        vehicles={"Ann": {"extra_roll": "explosion_die", "extra": -1}},
    )
    answer(match, 12, 9)
    lines = view.log_lines(match, match.events())
    assert "12 passed; explosion 9+: 9−1=8 (−1 referee)" in lines[-1].text


# What options show


def test_v51_the_chance_of_a_shot_counts_it_for_the_first_roll() -> None:
    """Two rolls at 9+; a hit gives two defence rolls at 5+ less 1 piercing."""
    given = {"Ann": {"extra_roll": "skill_die", "extra": 2}}
    shot = option(match_at(IN_REACH, GUN, vehicles=given, phase="attack"), "shoot #2")
    assert "2 rolls at 9+ (+2 referee, once): 50% the first, then 33% each" in shot.meaning
    hurts = 1 - Fraction(7, 12) ** 2
    misses = (1 - Fraction(6, 12) * hurts) * (1 - Fraction(4, 12) * hurts)
    assert shot.chance == pytest.approx(float(1 - misses))


def test_v51_the_chance_of_a_shot_counts_it_for_the_first_defence_roll() -> None:
    given = {"Bob": {"extra_roll": "defence_die", "extra": 3}}
    shot = option(match_at(IN_REACH, GUN, vehicles=given, phase="attack"), "shoot #2")
    assert "33% each · defence 83% the first, then 58% each" in shot.meaning
    first, later = Fraction(10, 12), Fraction(7, 12)
    unhurt = Fraction(4, 9) + Fraction(4, 9) * first * later + Fraction(1, 9) * first * later**3
    assert shot.chance == pytest.approx(float(1 - unhurt))


def test_v51_the_chance_of_a_plan_counts_it_for_the_first_test() -> None:
    given = {"Ann": {"extra_roll": "command_die", "extra": 2}}
    match = planning(
        "forward 10",
        poses={"Bob": (25, 8, 0)},
        terrain=[("wreckage", 28.5, 8, 2, 2)],
        vehicles=given,
    )
    drive = option(match, "go")
    assert drive.chance == pytest.approx(9 / 12 * 7 / 12)
    assert "drives over Bob: you pass 75%, Bob 58%" in drive.meaning
    assert "drives into the Bus 2: 58% that you smash it" in drive.meaning
    assert [label.text for label in shown(match, "go").labels][:2] == ["75%", "58%"]


def test_v51_the_chance_of_an_explosion_counts_it() -> None:
    match = planning(
        terrain=[("exploding", 26.7, 8, 2, 2)],
        vehicles={"Ann": {"extra_roll": "explosion_die", "extra": 2}},
    )
    assert "50% that it explodes" in option(match, "forward 4½").meaning


def test_v51_the_chances_of_a_dropper_count_it_for_the_first_it_hits() -> None:
    """Two rolls at 9+ each; who is hit takes a command test at 6+."""
    match = match_at(
        {"Bob": (15, 8, 0), "Cid": (15, 11, 0)},
        {"Ann": "car/oil_dropper"},
        vehicles={"Ann": {"extra_roll": "skill_die", "extra": 4}},
        phase="attack",
    )
    first, later = (1 - Fraction(*miss) * Fraction(8, 12) for miss in ((4, 12), (8, 12)))
    drop = option(match, "use")
    assert f"Bob: {float(first):.0%} hit" in drop.meaning
    assert f"Cid: {float(later):.0%} hit" in drop.meaning
    assert [label.text for label in shown(match, "use").labels] == [
        f"{float(chance):.0%}" for chance in (first, later)
    ]


# Positions


@pytest.mark.parametrize("given", [{"extra": 1}, {"extra_roll": "skill_die"}])
def test_v51_a_position_names_the_roll_and_what_is_added(given: dict[str, Any]) -> None:
    problem = "expected both the roll and what is added to it, or neither (V51)"
    position = {"phase": "move", "vehicles": {"1": given}}
    assert wrong(position) == f"position.vehicles[1].extra: {problem}"
    at({"phase": "move", "vehicles": {"1": {"extra_roll": "skill_die", "extra": -8}}})


def test_v51_rolls_have_the_numbers_of_their_questions() -> None:
    """Not that for initiative, which is a player's and no vehicle's."""
    dice_of_vehicles = {
        one.name: int(one) for one in Question if one.is_die and one is not Question.INITIATIVE_DIE
    }
    assert {roll.name: int(roll) for roll in Roll if roll} == dice_of_vehicles
