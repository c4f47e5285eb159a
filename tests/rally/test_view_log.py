"""The report: an activation in a few lines, with its dice, what was added to them, and rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rally.view_table import answer, driven, match_at, planning

from wreckoning.core.events import Roll
from wreckoning.core.shown import BAD, DIE, GOOD
from wreckoning.rulesets.rally import view
from wreckoning.rulesets.rally.events import GateCrossed, LostControl
from wreckoning.rulesets.rally.race import INCH
from wreckoning.rulesets.rally.view.words import inches

WALL = [("impassable", 26.7, 8, 2, 2)]
GUN = {"Ann": "car/heavy_machine_gun"}


def test_w14_w18_the_way_is_one_line_with_the_gate_on_it() -> None:
    match = match_at({"Ann": (44, 18, 0)})
    lines = answer(match, "advance", "forward 6", "go")
    assert lines[0].text.startswith("Ann advanced 6 inches, crossed gate 2, Far; Ann +10 points")
    assert {"W9", "W14", "W18"} <= set(lines[0].rules)


def test_w18_who_is_pushed_across_a_gate_crossed_it_too() -> None:
    match = match_at({"Ann": (44, 18, 0)})
    answer(match, "advance", "forward 6", "go")
    events = match.events()
    (crossed,) = [event for event in events if isinstance(event, GateCrossed)]
    told = view.log_lines(match, [*events, replace(crossed, vehicle=1)])
    assert told[-1].text.startswith("Bob crossed gate 2, Far")


def test_w9_while_the_way_is_planned_it_is_told_how_far_it_may_go() -> None:
    lines = answer(match_at(), "drive")
    assert [line.text for line in lines] == ["Ann set out to drive up to 10 inches"]
    assert answer(match_at(), "drive", "go")[0].text == "Ann stayed put"
    assert answer(match_at(), "stand")[0].text == "Ann stood still"
    turned = answer(match_at(), "drive", "left 45", "right 45", "go")[0].text
    assert turned == "Ann turned on the spot, 2 manoeuvres"


def test_w23_w21_running_into_terrain_tells_its_test_and_who_puts_it_where() -> None:
    match = planning("forward 4½", terrain=WALL)
    answer(match, 5, "1 inch at 180", "left 30", 4)
    clash = next(line for line in view.log_lines(match, match.events()) if "ran into" in line.text)
    assert clash.text == (
        "Ann ran into the Pillar 2; command test 6+: 5 failed; lost control; pushed 1 inch back "
        "and turned 30° left by Bob; defence test 5+: 4 failed; lost 1 hit point (10→9)"
    )
    assert {"W23", "W1", "W21", "W12"} <= set(clash.rules)
    assert set(clash.names) == {"Ann", "Bob"}
    assert [part.face for part in clash.parts if part.kind == DIE] == [5, 4]
    assert clash.parts[-1].tone == BAD


def test_w21_who_placed_it_is_told_however_often_it_loses_control_later() -> None:
    match = planning("forward 4½", terrain=WALL)
    answer(match, 5, "1 inch at 180", "left 30", 4)
    events = match.events()
    (lost,) = [event for event in events if isinstance(event, LostControl)]
    told = view.log_lines(match, [*events, replace(lost, placed_by=2)])
    clash = next(line.text for line in told if "ran into" in line.text)
    assert "pushed 1 inch back and turned 30° left by Bob" in clash


def test_w24_wreckage_is_smashed() -> None:
    match = planning("forward 8", "go", terrain=[("wreckage", 26.7, 8, 2, 2)])
    lines = answer(match, 6)
    (clash,) = [line for line in view.log_lines(match, match.events()) if "ran into" in line.text]
    assert lines
    assert clash.text == "Ann ran into the Bus 2; command test 6+: 6 passed; smashed the Bus 2"


def test_w25_an_explosion_tells_who_is_caught() -> None:
    match = planning("forward 4½", terrain=[("exploding", 26.7, 8, 2, 2)])
    answer(match, 12, 9, 1, 5)
    told = [line.text for line in view.log_lines(match, match.events())]
    at = told.index("The Tank 2 exploded")
    assert told[at - 1] == "Ann ran into the Tank 2; command test 6+: 12 passed; explosion 9+: 9"
    assert told[at + 1] == (
        "Ann touched it; defence test 5+: 1 failed, 5 passed; lost 3 hit points (10→7)"
    )


def test_w22_driving_at_another_in_vain_is_of_w22_too() -> None:
    match = planning("forward 10", "go", poses={"Bob": (26, 8, 0)})
    answer(match, 5, 6)
    (clash,) = [line for line in view.log_lines(match, match.events()) if "drove at" in line.text]
    assert {"W22", "W1", "W21"} <= set(clash.rules)


def test_w22_w32_driving_over_another_tells_both_tests() -> None:
    match = planning("forward 10", "go", poses={"Bob": (26, 8, 0)}, builds={"Ann": "car/reckless"})
    answer(match, 6, 8)
    (over,) = [line for line in view.log_lines(match, match.events()) if "drove at" in line.text]
    assert over.text.startswith(
        "Ann drove at Bob; command test 6+: 6 passed; Bob's command test 6+ "
        "(−3 reckless driver): 8−3=5 failed; Ann drove over Bob"
    )
    assert {"W22", "W32"} <= set(over.rules)


def test_w7_recovery() -> None:
    match = match_at(vehicles={"Ann": {"stress": 2}}, phase="recover")
    line = answer(match, 5, 6)[0]
    assert line.text == ("Ann tried to recover; command test 6+: 5 failed, 6 passed; stress 2→1")
    assert "W7" in line.rules


def test_w12_w26_an_attack_is_one_line() -> None:
    match = match_at({"Bob": (30, 8, 90)}, GUN, phase="attack")
    line = answer(match, "shoot #2", 12, 8, 5, 7, 9)[0]
    assert line.text == (
        "Ann fired the Heavy Machine Gun at Bob: skill 9+: 12 8 → 1 hit; Bob's defence test 5+ "
        "(−1 piercing): 5−1=4 failed, 7−1=6 passed; lost 1 hit point (10→9); critical hit, so "
        "a command test 6+: 9 passed"
    )
    assert {"W12", "W1", "W26"} <= set(line.rules)
    assert set(line.names) == {"Ann", "Bob"}
    miss = answer(match_at({"Bob": (30, 8, 90)}, GUN, phase="attack"), "shoot #2", 8, 1)[0]
    assert miss.text.endswith("skill 9+: 8 1 → no hits")
    assert miss.parts[-1].tone == BAD


def test_w12_being_destroyed_is_told() -> None:
    weak = {"Bob": {"hit_points": 1}}
    match = match_at({"Bob": (30, 8, 90)}, GUN, vehicles=weak, phase="attack")
    line = answer(match, "shoot #2", 9, 8, 1)[0]
    assert line.text.endswith("failed; lost 1 hit point (1→0); was destroyed")


def test_w28_w29_a_dropper_names_everybody_behind() -> None:
    match = match_at({"Bob": (15, 8, 0)}, {"Ann": "car/oil_dropper"}, phase="attack")
    line = answer(match, "use", 9, 3, 8)[0]
    assert line.text == (
        "Ann used the Oil Dropper; at Bob: skill 9+: 9 3 → 1 hit; Obstructing, so "
        "Bob's command test 6+: 8 passed"
    )


def test_w26_w29_each_of_two_tests_after_an_attack_tells_why() -> None:
    match = match_at({"Bob": (22.9, 8, 90)}, {"Ann": "car/wrecker_arm"}, phase="attack")
    line = answer(match, "shoot #2", 12, 3, 12, 12, 12, 7, 8)[0]
    assert line.text.startswith("Ann struck Bob with the Wrecker Arm: skill 9+ (−2 Unwieldy): ")
    assert line.text.endswith(
        "critical hit, so a command test 6+: 7 passed; Obstructing, so a command test 6+: 8 passed"
    )


@pytest.mark.parametrize(("weapon", "attacks"), [("heavy_machine_gun", 2), ("flamethrower", 8)])
def test_w25_a_shot_at_terrain_tells_that_only_a_12_counts(weapon: str, attacks: int) -> None:
    terrain = [("exploding", 26, 8, 2, 2)]
    match = match_at(None, {"Ann": f"car/{weapon}"}, terrain, phase="attack")
    line = answer(match, "shoot terrain 2", *[9] * attacks)[0]
    assert line.text.endswith(f"at the Tank 2: a 12 explodes it:{' 9' * attacks}")
    assert "W25" in line.rules


def test_w31_a_boost_is_told_before_what_is_driven_then() -> None:
    match = match_at(None, {"Ann": "car/boost"})
    assert answer(match, "use")[0].text == "Ann boosted 9 inches"
    match.answer("drive")
    told = view.log_lines(match, match.events())[0].text
    assert told == "Ann boosted 9 inches, then set out to drive up to 10 inches"
    answer(match, "forward 1", "go")
    told = view.log_lines(match, match.events())[0].text
    assert told == "Ann boosted 9 inches, then drove 1 inch"


def test_w5_a_round_begins_with_the_roll_off_and_its_order() -> None:
    match = match_at(phase="round", rounds=0)
    answer(match, 4, 9, 4, 2, 11)
    lines = view.log_lines(match, match.events())
    assert lines[0].heading
    assert lines[0].text == "Round 1"
    assert lines[1].text == (
        "Initiative: Ann 4, Bob 9, Cid 4; again Ann 2, Cid 11; order: Bob, Cid, Ann"
    )


def test_v27_who_is_alone_rolls_for_nothing() -> None:
    gone = {name: {"status": "destroyed", "hit_points": 0} for name in ("Bob", "Cid")}
    match = match_at(vehicles=gone, phase="round", rounds=0)
    told = [line.text for line in view.log_lines(match, match.events())]
    assert "No roll for initiative: only Ann still drives" in told


def test_v27_who_has_no_vehicle_left_is_not_in_the_order_that_is_told() -> None:
    gone = {"Bob": {"status": "destroyed", "hit_points": 0}}
    match = match_at(vehicles=gone, phase="round", rounds=0)
    answer(match, 4, 9)
    told = [line.text for line in view.log_lines(match, match.events())]
    assert told[1] == "Initiative: Ann 4, Cid 9; order: Cid, Ann"


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (1.02, "1 inch"),
        (0.97, "1 inch"),
        (1.1, "1.1 inches"),
        (1.5, "1½ inches"),
        (0.03, "0 inches"),
    ],
)
def test_w14_a_way_is_told_in_halves_else_in_tenths(length: float, words: str) -> None:
    assert inches(length * INCH) == words


@pytest.mark.parametrize(("course", "players"), [("gasket_gulch", 4), ("dry_dock", 2)])
def test_every_die_is_told(course: str, players: int) -> None:
    match = driven(course, 5, players=players)
    events = match.events()
    lines = view.log_lines(match, events)
    dice = [part for line in lines for part in line.parts if part.kind == DIE]
    assert len(dice) == sum(isinstance(event, Roll) for event in events)
    headings = [line.text for line in lines if line.heading]
    assert headings == [f"Round {number}" for number in range(1, match.race.rounds + 1)]
    assert sum(view.new_turn(event) > 0 for event in events) == match.race.rounds
    assert lines[-1].text.startswith("The game ended in round")
    assert "1st" in lines[-1].text
    assert all(line.text == line.text.strip() and "  " not in line.text for line in lines)
    assert all(line.rules or line.heading for line in lines)
    assert any(part.tone == GOOD for line in lines for part in line.parts)
