"""The attack action (W10, W12, W15, W25 to W27): targets, rolls, damage.

A stands on (10, 18) and looks to the right; its front edge is at x = 11.5. A car has Skill 9,
Defence 5, Command 6 and 10 hit points; a light machine gun rolls 2 dice, range 12, damage 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.journal import told
from tests.rally.scene import (
    Box,
    Pose,
    asked,
    build,
    dice,
    field,
    rolled,
    scene,
    suspends,
    terms,
    vehicle,
    weapon,
)

from wreckoning.core import door
from wreckoning.core.door import MAX_OPTIONS
from wreckoning.core.errors import Suspended
from wreckoning.rulesets.rally.events import (
    Critical,
    Damaged,
    Destroyed,
    Exploded,
    Fired,
    FiredAtTerrain,
    Hits,
    LostControl,
    Modifier,
    Trial,
    Tried,
)
from wreckoning.rulesets.rally.questions import Question, Target
from wreckoning.rulesets.rally.race import INCH, PIECES, Phase, Race, Status
from wreckoning.rulesets.rally.rules.aiming import chance, expected_loss, hit_chance, save_chance
from wreckoning.rulesets.rally.rules.shooting import attack
from wreckoning.rulesets.rally.turn import step

A = (10.0, 18.0, 0.0)
GUN = "car/light_machine_gun"
B, C, D = Target.VEHICLE + 1, Target.VEHICLE + 2, Target.VEHICLE + 3
AWAY = (40.0, 30.0, 0.0)


def armed(
    target: Pose = (20, 18, 0),
    gun: str = GUN,
    *,
    teams: str = "",
    target_is: str = "car",
    terrain: Sequence[Box] = (),
    **more: Pose,
) -> Race:
    """A has this weapon, B is there."""
    return scene(
        {"A": A, "B": target, **more},
        teams=teams,
        builds={"A": gun, "B": target_is},
        course=field(terrain),
    )


def targets(race: Race, *before: int) -> list[int]:
    """What is offered besides passing; nothing if nothing is asked."""
    race = race.copy()
    door.at_checkpoint(race)
    race.door.tape[: len(before)] = list(before)
    race.door.given = len(before)
    try:
        attack(race, vehicle(race, "A"))
    except Suspended:
        who, question, options = asked(race)
        assert (who, question, options.pop(0)) == (0, Question.TARGET, Target.PASS)
        return options
    return []


def fire(race: Race, *answers: int) -> None:
    """A's attack, with all that is answered and rolled in it."""
    with dice(race, *answers):
        attack(race, vehicle(race, "A"))


def hit_points(race: Race) -> list[int]:
    return [race.vehicles[i].hit_points for i in range(race.vehicle_count)]


# --- targets


def test_w12_passing_is_always_offered_and_costs_nothing() -> None:
    race = armed()
    fire(race, Target.PASS)
    assert hit_points(race) == [10, 10]
    assert told(race, Fired) == []
    assert vehicle(race, "A").attacks == 0


@pytest.mark.parametrize(("x", "offered"), [(25, [B]), (25.01, [])])
def test_w12_w3_range_from_base_to_base_the_limit_included(x: float, offered: list[int]) -> None:
    """B's rear edge is 1.5 behind its middle; A's front at 11.5, range 12."""
    assert targets(armed((x, 18, 0))) == offered


def test_w27_into_the_front_arc() -> None:
    assert targets(armed((2, 18, 0))) == []
    assert targets(armed((10, 24, 0))) == [B]


def test_w27_side_weapons_aim_to_the_sides() -> None:
    wheels = "car/spiked_wheels"
    assert targets(armed((10, 20.4, 0), wheels)) == [B]
    assert targets(armed((10, 15.6, 0), wheels)) == [B]
    assert targets(armed((13.9, 18, 0), wheels)) == []


def test_w27_a_rear_weapon_aims_behind() -> None:
    for x, offered in ((2, [B]), (20, [])):
        race = armed((x, 18, 0))
        weapon(race, "A").arc = 2
        assert targets(race) == offered


def test_w27_only_enemies_that_drive() -> None:
    race = armed(teams="A B, C", C=(20, 24, 0))
    assert targets(race) == [C]
    for status in (Status.WRECKED, Status.FINISHED, Status.ELIMINATED, Status.WAITING):
        race = armed()
        vehicle(race, "B").status = int(status)
        assert targets(race) == []


def test_w11_what_is_not_seen_is_not_shot_at() -> None:
    race = armed(terrain=[("impassable", 15, 18, 1, 20)])
    race.course.piece_tall[0] = 1
    assert targets(race) == []


# --- W10


def test_w10_with_enemies_in_assault_range_one_of_those() -> None:
    race = armed((14, 18, 0), C=(20, 22, 0), teams="A, B, C")
    assert targets(race) == [B]
    race = armed((14.01, 18, 0), C=(20, 22, 0), teams="A, B, C")
    assert targets(race) == [B, C]


def test_w10_an_enemy_behind_in_assault_range_leaves_no_target_in_front() -> None:
    assert targets(armed((6, 18, 0), C=(20, 18, 0), teams="A, B, C")) == []


def test_w10_a_friend_or_a_wreck_in_assault_range_holds_nobody() -> None:
    assert targets(armed((6, 18, 0), C=(20, 18, 0), teams="A B, C")) == [C]
    race = armed((6, 18, 0), C=(20, 18, 0), teams="A, B, C")
    vehicle(race, "B").status = int(Status.WRECKED)
    assert targets(race) == [C]


@pytest.mark.parametrize(("gap", "offered"), [(1.0, []), (1.01, [B])])
def test_w10_a_target_held_by_a_friend_is_not_shot(gap: float, offered: list[int]) -> None:
    race = armed((20, 18, 0), C=(20, 19.5 + gap, 0), teams="A C, B")
    assert targets(race) == offered


def test_w10_unless_one_is_in_its_assault_range_too() -> None:
    race = armed((13.5, 18, 0), C=(13.5, 20.4, 0), teams="A C, B")
    assert targets(race) == [B]


@pytest.mark.parametrize(
    ("x", "gun", "modifiers"),
    [
        (14, GUN, [(Modifier.ASSAULT_RANGE, -4)]),
        (14.01, GUN, []),
        (14, "car/driver_pistol", []),
    ],
)
def test_w10_minus_4_in_assault_range_without_assault(
    x: float, gun: str, modifiers: list[tuple[int, int]]
) -> None:
    race = armed((x, 18, 0), gun)
    fire(race, B, 1, 8)
    assert terms(race) == modifiers * 2


# --- W12


def test_w12_skill_rolls_equal_to_attacks_and_defence_rolls_to_the_damage_of_hits() -> None:
    race = armed(gun="car/heavy_machine_gun")  # 2 attacks, damage 2, piercing 1
    fire(race, B, 9, 8, 6, 5)
    assert rolled(race, Question.SKILL_DIE) == [(9, 9), (8, 8)]
    assert rolled(race, Question.DEFENCE_DIE) == [(6, 5), (5, 4)]  # 5 is needed
    assert terms(race, 1) == [(Modifier.PIERCING, -1)] * 2
    assert hit_points(race) == [10, 9]
    assert told(race, Fired) == [Fired(0, 0, 0, 1)]
    assert told(race, Hits) == [Hits(0, 0, 0, 1, 1)]
    assert told(race, Damaged) == [Damaged(1, 1, 1, 9)]


def test_w12_nothing_hit_nothing_rolled() -> None:
    race = armed()
    fire(race, B, 8, 1)
    assert hit_points(race) == [10, 10]
    assert told(race, Damaged) == []


def test_w12_v28_all_skill_rolls_then_all_defence_rolls_then_the_damage() -> None:
    """W17 weakens B only once it has lost more than half: not within the attack."""
    race = armed(gun="car/heavy_machine_gun")
    vehicle(race, "B").hit_points = 6
    fire(race, B, 9, 9, 1, 1, 1, 6)
    assert rolled(race, Question.DEFENCE_DIE)[-1] == (6, 5)
    assert hit_points(race) == [10, 3]
    assert told(race, Damaged) == [Damaged(1, 1, 3, 3)]


def test_w12_v3_at_0_it_is_destroyed_and_no_more_is_rolled() -> None:
    race = armed(gun="car/heavy_machine_gun")
    vehicle(race, "B").hit_points = 1
    fire(race, B, 12, 9, 1)  # no second defence roll, and no command test for the 12
    assert vehicle(race, "B").status == Status.WRECKED
    assert told(race, Critical) == []
    assert told(race, Destroyed) == [Destroyed(1, 1, 0)]
    assert vehicle(race, "A").kills == 1
    assert vehicle(race, "A").damage_dealt == 1


def test_w12_without_the_switch_it_is_taken_away() -> None:
    race = armed()
    race.switches.wrecks_stay = 0
    vehicle(race, "B").hit_points = 1
    fire(race, B, 9, 1, 1)
    assert vehicle(race, "B").status == Status.DESTROYED


def test_w11_obstructed_gives_4_on_defence() -> None:
    race = armed(terrain=[("impassable", 15, 18, 1, 1)])
    race.course.piece_tall[0] = 1
    fire(race, B, 9, 1, 2)
    assert rolled(race, Question.DEFENCE_DIE) == [(2, 6)]
    assert terms(race, 1) == [(Modifier.OBSTRUCTED, 4)]
    assert hit_points(race) == [10, 10]


def test_w8_w9_w17_stress_an_advance_and_damage_take_from_skill() -> None:
    race = armed()
    race.pace = 2
    vehicle(race, "A").stress = 2
    vehicle(race, "A").hit_points = 4
    fire(race, B, 11, 1)
    assert rolled(race, Question.SKILL_DIE) == [(11, 4), (1, -6)]
    assert terms(race)[:3] == [
        (Modifier.STRESS, -2),
        (Modifier.ADVANCE, -4),
        (Modifier.DAMAGE, -1),
    ]


# --- W15


def test_w15_every_weapon_at_its_own_target() -> None:
    race = armed(gun=GUN + "/driver_pistol", C=(15, 22, 0), teams="A, B, C")
    assert targets(race) == [B, C]
    assert targets(race, B, 1, 1) == [C]  # the pistol reaches 6 inches
    fire(race, B, 1, 9, 1, C, 9, 9, 1, 5)
    assert hit_points(race) == [10, 9, 9]
    assert vehicle(race, "A").attacks == 2


def test_w15_in_the_attack_step_and_then_the_activation_is_over() -> None:
    race = armed()
    race.phase = Phase.ATTACK
    vehicle(race, "A").activated = 1
    with suspends(race):
        step(race)
    assert asked(race)[:2] == (0, Question.TARGET)
    with dice(race, Target.PASS):
        step(race)
    assert race.phase == Phase.CHOOSE
    assert race.turn == 1


# --- W26


def test_w26_a_critical_success_makes_the_target_take_a_command_test() -> None:
    race = armed()
    fire(race, B, 12, 1, 5, 6)
    assert told(race, Critical) == [Critical(0, 0, 1)]
    assert told(race, Tried)[-1] == Tried(1, 1, Trial.CRITICAL_HIT, 1)
    assert told(race, LostControl) == []


def test_w26_who_fails_loses_control() -> None:
    """A is the nearest other vehicle and leaves B where it is; B takes a defence test."""
    race = armed()
    fire(race, B, 12, 1, 5, 5, 0, 9, 4)
    assert told(race, LostControl) == [LostControl(1, 1, 0)]
    assert hit_points(race) == [10, 9]


def test_v28_one_test_for_all_criticals_of_an_attack() -> None:
    race = armed()
    fire(race, B, 12, 12, 5, 5, 6)
    assert len(rolled(race, Question.COMMAND_DIE)) == 1


def test_v1_w26_a_12_made_of_modifiers_is_no_critical_success() -> None:
    race = armed()
    weapon(race, "A").accurate = 1
    fire(race, B, 10, 1, 5)
    assert rolled(race, Question.SKILL_DIE)[0] == (10, 12)
    assert told(race, Critical) == []


# --- W25: shots at exploding terrain

BARREL = ("exploding", 18.0, 18.0, 1.0, 1.0)


def test_w25_exploding_terrain_may_be_shot_at() -> None:
    race = armed(AWAY, terrain=[BARREL])
    assert targets(race) == [Target.TERRAIN]
    race.gone[0] = 1
    assert targets(race) == []


@pytest.mark.parametrize("kind", ["impassable", "wreckage", "slow", "barrier"])
def test_w25_no_other_terrain(kind: str) -> None:
    assert targets(armed(AWAY, terrain=[(kind, 18, 18, 1, 1)])) == []


def test_w25_not_out_of_range_or_arc_nor_with_an_enemy_in_assault_range() -> None:
    assert targets(armed(AWAY, terrain=[("exploding", 24.1, 18, 1, 1)])) == []
    assert targets(armed(AWAY, terrain=[("exploding", 4, 18, 1, 1)])) == []
    assert targets(armed((14, 18, 0), terrain=[("exploding", 18, 22, 1, 1)])) == [B]


def test_w25_a_natural_12_explodes_it_and_a_mere_hit_does_not() -> None:
    race = armed((22, 18, 0), terrain=[BARREL])
    fire(race, Target.TERRAIN, 11, 11)
    assert told(race, Exploded) == []
    fire(race, Target.TERRAIN, 12, 4)  # B is 2 inches away
    assert told(race, Exploded) == [Exploded(0)]
    assert told(race, FiredAtTerrain) == [FiredAtTerrain(0, 0, 0, 0)]
    assert hit_points(race) == [10, 7]
    assert vehicle(race, "A").damage_dealt == 3


def test_w25_no_more_is_offered_than_an_ask_holds() -> None:
    """Ten opponents in a line, and 40 barrels before them."""
    barrels = [("exploding", 14 + n % 4, 8 + 2 * (n // 4), 0.5, 0.5) for n in range(40)]
    line: dict[str, Pose] = {name: (24, 3 + 3 * n, 0) for n, name in enumerate("CDEFGHIJK")}
    teams = "A, B C D E F G H I J K"
    race = armed((24, 30, 0), GUN, teams=teams, target_is="car", terrain=barrels, **line)
    race.course.piece_tall = [0] * PIECES
    weapon(race, "A").reach = 40 * INCH
    offered = targets(race)
    assert len(offered) == MAX_OPTIONS - 1
    assert offered[:10] == [Target.VEHICLE + n for n in range(1, 11)]


# --- what is shown before firing


@pytest.mark.parametrize(
    ("modifiers", "attribute", "again", "of_144"),
    [
        (0, 9, 0, 48),
        (0, 9, 1, 48 + 7 * 4),
        (-20, 9, 0, 12),
        (20, 9, 0, 132),
        (0, 0, 0, 132),
        (3, 5, 0, 132),
        (2, 5, 0, 120),
    ],
)
def test_w1_chances(modifiers: int, attribute: int, again: int, of_144: int) -> None:
    assert chance(modifiers, attribute, again) == of_144


def test_w12_what_an_attack_takes_on_average() -> None:
    race = armed(gun="car/heavy_machine_gun")
    a = vehicle(race, "A")
    assert hit_chance(race, a, 0, 1) == 48
    assert save_chance(race, a, 0, 1, 0) == 7 * 12
    assert expected_loss(race, a, 0, 1) == round(1000 * 2 * (4 / 12) * 2 * (5 / 12)) - 1
    build(race, "B").resilient = 1
    assert save_chance(race, a, 0, 1, 0) == 7 * 12 + 4 * 7
