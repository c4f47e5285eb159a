"""The special rules of weapons and vehicles (W13, W28 to W30, V4, V28, V29, V35).

A stands on (10, 18) and looks to the right, B 10 inches before it. A car has Skill 9, Defence 5,
Command 6; a light machine gun rolls 2 dice.
"""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.rally.scene import (
    Pose,
    activate,
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

from wreckoning.rulesets.rally.events import (
    Dropped,
    Hits,
    LostControl,
    Modifier,
    Stressed,
    Trial,
    Tried,
)
from wreckoning.rulesets.rally.questions import Question, Target
from wreckoning.rulesets.rally.race import Race
from wreckoning.rulesets.rally.rules.aiming import can_fire, dropped_on, target_pieces, targets
from wreckoning.rulesets.rally.rules.shooting import attack

A = (10.0, 18.0, 0.0)
GUN = "car/light_machine_gun"
B = Target.VEHICLE + 1
USE = 1


def armed(
    target: Pose = (23, 18, 0), gun: str = GUN, *, teams: str = "", wall: bool = False, **more: Pose
) -> Race:
    """A has this weapon, B is there; with a wall, half of B is hidden."""
    terrain = [("impassable", 18.0, 18.5, 1.0, 1.0)] if wall else []
    race = scene(
        {"A": A, "B": target, **more}, teams=teams, builds={"A": gun}, course=field(terrain)
    )
    race.course.piece_tall[0] = int(wall)
    return race


def fire(race: Race, *answers: int) -> None:
    """A's attack, with all that is answered and rolled in it."""
    with dice(race, *answers):
        attack(race, vehicle(race, "A"))


def skill(race: Race) -> list[tuple[int, int]]:
    return rolled(race, Question.SKILL_DIE)


def hit_points(race: Race, name: str = "B") -> int:
    return vehicle(race, name).hit_points


# --- W13, weapons


def test_w13_accurate_gives_2() -> None:
    race = armed(gun=GUN + ".improved_sights")
    fire(race, B, 7, 6, 5)
    assert skill(race) == [(7, 9), (6, 8)]
    assert terms(race) == [(Modifier.ACCURATE, 2)] * 2
    assert told(race, Hits)[0].hits == 1


@pytest.mark.parametrize("gun", ["car/driver_pistol", "car/spiked_ram"])
def test_w13_melee_has_no_minus_4_in_assault_range(gun: str) -> None:
    race = armed((14, 18, 0), gun)
    fire(race, B, 8, 8)
    assert terms(race) == []


def test_w13_blast_ignores_obstruction() -> None:
    for blast, defence in ((0, (1, 5)), (1, (1, 1))):
        race = armed(wall=True)
        weapon(race, "A").blast = blast
        fire(race, B, 9, 1, 1)
        assert rolled(race, Question.DEFENCE_DIE) == [defence]


def test_w13_blast_does_not_see_through_walls() -> None:
    race = scene(
        {"A": A, "B": (23, 18, 0)},
        builds={"A": "car/rocket_launcher"},
        course=field([("impassable", 18, 18, 1, 20)]),
    )
    race.course.piece_tall[0] = 1
    fire(race)


def test_w13_heavy_not_after_moving() -> None:
    race = armed()
    weapon(race, "A").heavy = 1
    race.moved = 1
    fire(race)
    race.moved = 0
    fire(race, B, 1, 1)


def test_w13_one_use() -> None:
    race = armed()
    weapon(race, "A").one_use = 1
    fire(race, Target.PASS)
    fire(race, B, 1, 1)
    assert not can_fire(race, vehicle(race, "A"), 0)
    fire(race)


def test_w13_other_weapons_are_used_again_and_again() -> None:
    race = armed()
    fire(race, B, 1, 1)
    fire(race, B, 1, 1)


@pytest.mark.parametrize(("x", "shots"), [(19, 4), (19.01, 3)])
def test_w13_rapid_fire_one_attack_more_within_half_range(x: float, shots: int) -> None:
    """Range 12: 6 inches from A's front at 11.5 to B's rear edge."""
    race = armed((x, 18, 0), "car/twin_light_machine_guns")
    fire(race, B, *[1] * shots)
    assert len(skill(race)) == shots


def test_w13_rending_does_more_on_a_natural_12_only() -> None:
    race = armed(gun=GUN + ".improved_sights")
    fire(race, B, 12, 1, 5, 5, 6)  # two defence rolls, and the command test
    assert len(rolled(race, Question.DEFENCE_DIE)) == 2
    race = armed(gun=GUN + ".improved_sights")
    fire(race, B, 11, 1, 5)
    assert len(rolled(race, Question.DEFENCE_DIE)) == 1


def test_w13_torrent_hits_on_anything_but_a_1() -> None:
    race = armed(gun="car/minigun")
    vehicle(race, "A").stress = 3
    race.pace = 2
    fire(race, B, 2, 1, 2, 2, *[6] * 6)  # damage 2 each, at −1
    assert told(race, Hits)[0].hits == 3
    assert terms(race) == []


def test_w13_torrent_not_in_assault_range() -> None:
    race = armed((14, 18, 0), "car/minigun")
    fire(race, B, 11, 11, 11, 11)
    assert skill(race) == [(11, 7)] * 4


def test_w13_torrent_is_still_critical_on_a_12() -> None:
    race = armed(gun="car/flamethrower", target=(20, 18, 0))
    fire(race, B, 12, *[1] * 7, 5, 6)
    assert told(race, Tried)[-1].trial == Trial.CRITICAL_HIT


def test_w13_unwieldy_takes_2() -> None:
    race = armed((14, 18, 0), "car/wrecker_arm")
    fire(race, B, 10, 1)
    assert skill(race) == [(10, 8), (1, -1)]
    assert terms(race) == [(Modifier.UNWIELDY, -2)] * 2


# --- W13, vehicles


def test_w13_skilled_rerolls_a_miss_that_is_no_1_once() -> None:
    race = armed()
    build(race, "A").skilled = 1
    fire(race, B, 8, 9, 1, 5)
    assert skill(race) == [(8, 8), (9, 9), (1, 1)]


def test_w13_resilient_rerolls_a_failed_defence_that_is_no_1() -> None:
    race = armed()
    build(race, "B").resilient = 1
    fire(race, B, 9, 9, 4, 3, 1)
    assert hit_points(race) == 8
    assert len(rolled(race, Question.DEFENCE_DIE)) == 3


def test_w13_fearless_rerolls_a_failed_command_test() -> None:
    race = armed()
    build(race, "B").fearless = 1
    fire(race, B, 12, 1, 5, 5, 6)
    assert told(race, LostControl) == []


def test_v35_heavy_armour_takes_off_damage_and_piercing() -> None:
    """Damage 2 becomes 1, piercing 1 becomes 0; with X = 2 nothing gets below that."""
    for armour in (1, 2):
        race = armed(gun="car/heavy_machine_gun")
        build(race, "B").heavy_armour = armour
        fire(race, B, 9, 1, 4)
        assert rolled(race, Question.DEFENCE_DIE) == [(4, 4)]


def test_v35_what_does_no_damage_does_none() -> None:
    race = behind("car/oil_dropper")
    build(race, "B").heavy_armour = 1
    fire(race, USE, 9, 1, 6)
    assert rolled(race, Question.DEFENCE_DIE) == []


# --- V4


def test_v4_suppression_gives_a_stress_for_each_hit_at_once() -> None:
    race = armed(gun="car/rocket_launcher")  # 3 attacks, damage 3, piercing 2
    fire(race, B, 9, 9, 1, *[12] * 6)
    assert vehicle(race, "B").stress == 2
    assert told(race, Stressed) == [Stressed(1, 1, 1), Stressed(1, 1, 2)]


def test_v4_not_without_a_hit_and_never_more_than_3() -> None:
    race = armed(gun="car/rocket_launcher")
    fire(race, B, 1, 1, 1)
    assert vehicle(race, "B").stress == 0
    vehicle(race, "B").stress = 2
    fire(race, B, 9, 9, 9, *[12] * 9)
    assert vehicle(race, "B").stress == 3


# --- W30


@pytest.mark.parametrize(
    ("target", "term"),
    [((20, 18, 0), []), ((2, 18, 0), [(Modifier.TURRET, -1)]), ((9, 25, 0), [])],
)
def test_w30_a_turret_is_at_minus_1_outside_the_front(
    target: Pose, term: list[tuple[int, int]]
) -> None:
    """The last one's front corners are at x = 10.5, in front of A's middle."""
    race = armed(target, GUN + ".turret_mount")
    fire(race, B, 1, 1)
    assert terms(race) == term * 2


# --- W28, W29, V29: droppers


def behind(gun: str = "car/oil_dropper", teams: str = "", **more: Pose) -> Race:
    """B is 2 inches behind A."""
    return armed((5, 18, 0), gun, teams=teams, wall=False, **more)


def test_w28_asks_only_if_a_vehicle_is_wholly_behind_and_in_range() -> None:
    for target, found in (
        ((4, 18, 0), [USE]),  # 3 inches
        ((3.99, 18, 0), []),
        ((14, 18, 0), []),
        ((8.5, 21, 0), [USE]),
        ((8.6, 21, 0), []),  # its front corner is in front of A's middle
    ):
        race = armed(target, "car/oil_dropper")
        assert (dropped_on(race, vehicle(race, "A"), 0) != 0) == bool(found)
    with suspends(race := behind()):
        attack(race, vehicle(race, "A"))
    assert asked(race) == (0, Question.DROP, [0, 1])


def test_w28_only_droppers_and_not_when_they_are_used_up() -> None:
    race = behind(GUN)
    assert dropped_on(race, vehicle(race, "A"), 0) == 0
    race = behind()
    weapon(race, "A").one_use = 1
    fire(race, USE, 1, 1)
    assert dropped_on(race, vehicle(race, "A"), 0) == 0
    fire(race)


def test_w28_vehicles_behind_the_first_one_too() -> None:
    race = scene({"A": (5, 18, 0), "B": A}, builds={"B": "car/oil_dropper"})
    with dice(race, USE, 1, 1):
        attack(race, activate(race, "B"))
    assert [entry.target for entry in told(race, Hits)] == [0]


def test_w28_it_may_be_kept() -> None:
    race = behind()
    fire(race, 0)
    assert told(race, Dropped) == []


def test_w28_everybody_friend_or_enemy_with_the_full_number_of_attacks() -> None:
    race = behind("car/spike_dropper", "A C, B", C=(5, 15.5, 0))
    fire(race, USE, 9, 1, 1, 6, 1, 9, 1, 6)
    assert told(race, Dropped) == [Dropped(0, 0, 0)]
    assert [entry.target for entry in told(race, Hits)] == [1, 2]
    assert (hit_points(race, "B"), hit_points(race, "C")) == (9, 9)
    assert vehicle(race, "A").attacks == 1


def test_w28_v29_it_needs_no_sight_and_nobody_holds_it_back() -> None:
    """B is right behind A's friend C, and an enemy is in A's assault range."""
    race = armed((4, 18, 0), "car/smoke_dropper", teams="A C, B D", C=(6.9, 18, 90), D=(10, 20, 0))
    assert dropped_on(race, vehicle(race, "A"), 0) == 0b110
    fire(race, USE, 1, 1)


def test_w10_what_is_dropped_is_at_minus_4_in_assault_range_too() -> None:
    race = armed((6.5, 18, 0), "car/oil_dropper")
    fire(race, USE, 12, 12, 6, 6)
    assert skill(race) == [(12, 8)] * 2


def test_w28_smoke_and_oil_do_no_damage() -> None:
    for gun, hits in (("car/oil_dropper", (9, 9)), ("car/smoke_dropper", (9,))):
        race = behind(gun)
        fire(race, USE, *hits, 6)
        assert rolled(race, Question.DEFENCE_DIE) == []
        assert hit_points(race) == 10


def test_w29_a_hit_by_obstructing_makes_it_take_a_command_test() -> None:
    race = behind()
    fire(race, USE, 9, 9, 6)  # one for all hits of an attack (V28)
    assert told(race, Tried) == [Tried(1, 1, Trial.OBSTRUCTED, 1)]


def test_w29_failed_it_loses_control() -> None:
    race = behind()
    fire(race, USE, 9, 1, 5, 0, 9, 5)
    assert told(race, LostControl) == [LostControl(1, 1, 0)]


def test_w29_v28_a_critical_hit_is_a_test_of_its_own() -> None:
    race = behind()
    fire(race, USE, 12, 1, 6, 6)
    assert [entry.trial for entry in told(race, Tried)] == [Trial.CRITICAL_HIT, Trial.OBSTRUCTED]


def test_w29_missed_nothing_happens() -> None:
    race = behind()
    fire(race, USE, 8, 1)
    assert told(race, Tried) == []


def test_w29_the_wrecker_arm_too() -> None:
    race = armed((14, 18, 0), "car/wrecker_arm")
    fire(race, B, 11, 1, 12, 12, 12, 6)
    assert told(race, Tried)[-1].trial == Trial.OBSTRUCTED


def test_w28_who_is_behind_is_settled_when_it_is_dropped() -> None:
    """B loses control and is pushed up to C; C is attacked all the same, from where it stands."""
    race = behind("car/oil_dropper", "A, B, C", C=(5, 21, 0))
    activate(race, "A")
    found = dropped_on(race, vehicle(race, "A"), 0)
    assert found == 0b110
    fire(race, USE, 9, 1, 5, 0, 9, 5, 8, 8)
    assert [entry.target for entry in told(race, Hits)] == [1, 2]


def test_w13_without_a_weapon_nothing_is_aimed_at() -> None:
    """B touches A, which has no weapon, and something that explodes does too."""
    race = scene({"A": A, "B": (13, 18, 0)}, course=field([("exploding", 10.0, 20.0, 2.0, 2.5)]))
    assert not can_fire(race, vehicle(race, "A"), 0)
    assert (targets(race, vehicle(race, "A"), 0), target_pieces(race, vehicle(race, "A"), 0)) == (
        0,
        0,
    )


@pytest.mark.parametrize("gun", ["car/light_machine_gun", "car/oil_dropper"])
def test_w25_w28_no_dropper_and_no_weapon_used_up_is_fired_at_terrain(gun: str) -> None:
    """Barrels 2 inches ahead, and 2 behind."""
    barrels = [("exploding", 14.5, 18.0, 2.0, 2.0), ("exploding", 5.5, 18.0, 2.0, 2.0)]
    race = scene({"A": A, "B": (40, 30, 0)}, builds={"A": gun}, course=field(barrels))
    assert target_pieces(race, vehicle(race, "A"), 0) == (1 if "gun" in gun else 0)
    weapon(race, "A").one_use = 1
    vehicle(race, "A").fired[0] = 1
    assert target_pieces(race, vehicle(race, "A"), 0) == 0
