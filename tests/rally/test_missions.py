"""What scores in the missions (W35, W37 to W39, V18, V31, V32), and when a game is over."""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import told
from tests.rally.movement import move, plan
from tests.rally.scene import Pose, dice, field, scene, vehicle, where

from wreckoning.rulesets.rally.events import Finished, Reason, Scored
from wreckoning.rulesets.rally.questions import Pace, Target
from wreckoning.rulesets.rally.race import Mission, Phase, Race, Status
from wreckoning.rulesets.rally.rules.damage import take_damage
from wreckoning.rulesets.rally.rules.ending import end_game, is_settled
from wreckoning.rulesets.rally.rules.exploding import explode
from wreckoning.rulesets.rally.rules.finishing import finish
from wreckoning.rulesets.rally.rules.missions import crossed_gate, has_gate, leaves_by_gate
from wreckoning.rulesets.rally.rules.shooting import attack
from wreckoning.rulesets.rally.turn import end_round, is_over, step

AT: dict[str, Pose] = {"A": (10, 6, 0), "B": (22, 6, 0), "C": (10, 18, 0), "D": (22, 30, 0)}


def game(mission: Mission, names: str = "ABC", teams: str = "", **more: Any) -> Race:
    """A game of this mission, in A's activation."""
    race = scene(
        {name: AT[name] for name in names},
        teams=teams,
        builds={"A": "car/heavy_machine_gun"},
        course=field(more.get("terrain", [])),
        phase=more.get("phase", Phase.ATTACK),
    )
    race.course.mission = int(mission)
    race.course.laps, race.course.first_gate = {
        Mission.ARENA_RACE: (1, 1),
        Mission.ELIMINATION_RACE: (0, 0),
        Mission.OUTRUN: (1, 1),
        Mission.SCAVENGERS: (1, 1),
    }.get(mission, (2, 0))
    if mission == Mission.SCAVENGERS:
        race.runner = 0
    for i in range(race.vehicle_count):
        race.vehicles[i].gate = race.course.first_gate
    return race


def test_w12_what_is_lost_is_counted_on_both_sides() -> None:
    race = game(Mission.TWO_LAP_RACE)
    take_damage(race, vehicle(race, "B"), 3, 0)
    assert (vehicle(race, "A").damage_dealt, vehicle(race, "B").damage_taken) == (3, 3)


def test_w37_in_a_battle_royale_no_gate_is_crossed() -> None:
    """B, 3 long, drives from 22 to 27: all of it through gate 1 at x = 24."""
    race = game(Mission.BATTLE_ROYALE)
    move(race, "B", *plan(Pace.DRIVE, "forward 5", "go"))
    assert (where(race, "B"), vehicle(race, "B").gates) == ((27, 6, 0), 0)
    race = game(Mission.TWO_LAP_RACE)
    move(race, "B", *plan(Pace.DRIVE, "forward 5", "go"))
    assert vehicle(race, "B").gates == 1


def cross(race: Race, name: str) -> None:
    """It crosses its next gate."""
    it = vehicle(race, name)
    it.gates += 1
    it.gate = (race.course.first_gate + it.gates) % 2
    with dice(race):
        crossed_gate(race, it)


def points(race: Race) -> list[int]:
    return [race.seats[i].points for i in range(race.players)]


def wreck(race: Race, *names: str, by: int = -1) -> None:
    for name in names:
        take_damage(race, vehicle(race, name), 99, by)


# --- W35 Arena Race


def test_w35_v18_points_for_each_line_by_the_order_of_crossing() -> None:
    race = game(Mission.ARENA_RACE)
    for name in "BACB":
        cross(race, name)
    assert points(race) == [6, 10 + 10, 4]
    assert told(race, Scored) == [Scored(1, 10, Reason.FIRST_ACROSS, 1)]
    cross(race, "C")
    cross(race, "A")
    assert points(race) == [6 + 4, 20, 4 + 6]


def test_w35_who_crossed_it_and_was_destroyed_was_still_there_before() -> None:
    race = game(Mission.ARENA_RACE)
    cross(race, "B")
    wreck(race, "B")
    cross(race, "A")
    assert points(race) == [6, 10, 0]


def test_v18_home_after_both_lines_without_more_points() -> None:
    race = game(Mission.ARENA_RACE)
    cross(race, "A")
    assert has_gate(race, vehicle(race, "A"))
    cross(race, "A")
    assert not has_gate(race, vehicle(race, "A"))
    end_round(race)
    assert vehicle(race, "A").status == Status.FINISHED
    assert vehicle(race, "A").rank == 1
    assert points(race) == [20, 0, 0]


def test_v18_over_when_all_are_home_or_destroyed() -> None:
    race = game(Mission.ARENA_RACE)
    for name in "AABB":
        cross(race, name)
    assert not is_settled(race)
    wreck(race, "C")
    assert is_settled(race)


# --- W37 Battle Royale


def test_w37_v31_a_point_each_time_an_attack_damages_an_opponent() -> None:
    race = game(Mission.BATTLE_ROYALE)
    with dice(race, Target.VEHICLE + 1, 9, 9, 1, 1, 1, 1):
        attack(race, vehicle(race, "A"))
    assert vehicle(race, "B").hit_points == 6
    assert points(race) == [1, 0, 0]
    assert told(race, Scored) == [Scored(0, 1, Reason.HURT_OPPONENT, 1)]
    with dice(race, Target.VEHICLE + 1, 9, 1, 8, 8):
        attack(race, vehicle(race, "A"))
    assert points(race) == [1, 0, 0]


def test_w37_no_points_for_the_own_team_or_accidents() -> None:
    race = game(Mission.BATTLE_ROYALE, "ABC", "A B, C")
    take_damage(race, vehicle(race, "B"), 1, 0)
    take_damage(race, vehicle(race, "C"), 1, -1)
    assert points(race) == [0, 0]


def test_v31_an_explosion_counts_for_who_set_it_off() -> None:
    race = game(Mission.BATTLE_ROYALE, terrain=[("exploding", 16, 6, 1, 1)])
    with dice(race, 12, 1):  # A and B are within 4 inches
        explode(race, 0, 0)
    assert points(race) == [1, 0, 0]


def test_w37_no_gates_and_no_ranks() -> None:
    race = game(Mission.BATTLE_ROYALE)
    assert not has_gate(race, vehicle(race, "A"))
    wreck(race, "B")
    end_game(race)
    assert [race.vehicles[i].rank for i in range(3)] == [0, 0, 0]


def test_w37_other_missions_give_nothing_for_damage() -> None:
    for mission in Mission:
        race = game(mission)
        take_damage(race, vehicle(race, "B"), 1, 0)
        assert points(race)[0] == (mission == Mission.BATTLE_ROYALE)


# --- W38 Scavengers


def test_w38_the_first_team_scores_for_each_vehicle_off_by_the_gate() -> None:
    race = game(Mission.SCAVENGERS, "ABCD", "A B, C, D")
    assert leaves_by_gate(race, vehicle(race, "A"))
    assert not has_gate(race, vehicle(race, "C"))
    assert not leaves_by_gate(race, vehicle(race, "C"))
    cross(race, "A")
    assert vehicle(race, "A").status == Status.FINISHED
    assert points(race) == [5, 0, 0]
    assert told(race, Finished) == [Finished(0, 0, 0, 5)]
    assert told(race, Scored) == [Scored(0, 5, Reason.ESCAPED, 0)]
    cross(race, "B")
    assert points(race) == [10, 0, 0]
    assert is_settled(race)


def test_w38_the_others_for_each_of_them_that_they_destroy() -> None:
    race = game(Mission.SCAVENGERS, "ABCD", "A B, C, D")
    wreck(race, "A", by=3)
    assert points(race) == [0, 0, 5]
    assert told(race, Scored) == [Scored(2, 5, Reason.DESTROYED_ONE, 0)]
    wreck(race, "D", by=2)  # another hunter: nothing
    wreck(race, "C", by=1)  # by the first team: nothing
    assert points(race) == [0, 0, 5]
    assert not is_settled(race)
    wreck(race, "B")  # by nobody
    assert points(race) == [0, 0, 5]
    assert is_settled(race)


def test_w38_a_self_wrecked_vehicle_scores_for_nobody() -> None:
    race = game(Mission.SCAVENGERS)
    race.runner = 1
    wreck(race, "B")
    assert points(race) == [0, 0, 0]


# --- W34 Two Lap Race


def test_v32_a_two_lap_race_is_over_when_every_place_that_pays_is_taken() -> None:
    """V14 pays six places: with six vehicles home nobody can score any more."""
    race = scene(
        {name: (4 + 5 * number, 18, 0) for number, name in enumerate("ABCDEFGH")},
        teams="A B C D, E F G H",
    )
    for name in "ABCEF":
        finish(race, vehicle(race, name))
    assert not is_settled(race)
    finish(race, vehicle(race, "G"))
    assert is_settled(race)
    race.course.mission = int(Mission.ARENA_RACE)
    assert not is_settled(race)


# --- W39 Outrun


def test_w39_v31_points_by_the_order_of_coming_home() -> None:
    race = game(Mission.OUTRUN)
    assert leaves_by_gate(race, vehicle(race, "A"))
    cross(race, "C")
    assert vehicle(race, "C").status == Status.FINISHED
    assert told(race, Finished) == [Finished(2, 2, 1, 10)]
    assert told(race, Scored) == [Scored(2, 10, Reason.HOME, 2)]
    cross(race, "A")
    assert points(race) == [6, 0, 10]
    assert not is_settled(race)
    wreck(race, "B")
    assert is_settled(race)


def test_w39_v14_each_vehicle_home_is_paid_for_from_the_seventh_on_1_point() -> None:
    """Outrun, "points for each vehicle home"; V14: "1 for every further vehicle home"."""
    names = "ABCDEFGH"
    at: dict[str, Pose] = {name: (4 + 5 * number, 18, 0) for number, name in enumerate(names)}
    race = scene(at, teams="A B C D, E F G H", course=field(), phase=Phase.ATTACK)
    race.course.mission, race.course.laps, race.course.first_gate = int(Mission.OUTRUN), 1, 1
    paid = []
    for name in names:
        vehicle(race, name).gate = 1
        cross(race, name)
        paid.append(told(race, Scored)[0].points)
    assert paid == [10, 6, 4, 3, 2, 1, 1, 1]
    assert points(race) == [23, 5]


def test_w39_the_last_gate_is_the_way_off() -> None:
    race = game(Mission.OUTRUN)
    race.course.first_gate = 0
    vehicle(race, "A").gate = 0
    assert not leaves_by_gate(race, vehicle(race, "A"))
    cross(race, "A")
    assert vehicle(race, "A").status == Status.DRIVING
    assert leaves_by_gate(race, vehicle(race, "A"))


# --- V32


@pytest.mark.parametrize("mission", list(Mission))
def test_v32_over_when_no_vehicle_is_left(mission: Mission) -> None:
    race = game(mission)
    wreck(race, "A", "B", "C")
    assert is_settled(race)


@pytest.mark.parametrize("mission", list(Mission))
def test_v32_only_one_player_s_vehicles_are_left(mission: Mission) -> None:
    """Where one scores by coming home that may still happen."""
    race = game(mission, "ABC", "A B, C")
    assert not is_settled(race)
    wreck(race, "C")
    settled = (Mission.TWO_LAP_RACE, Mission.ELIMINATION_RACE, Mission.BATTLE_ROYALE)
    assert is_settled(race) == (mission in settled)


def test_v32_at_once_after_an_activation_and_the_places_left_are_taken() -> None:
    race = game(Mission.TWO_LAP_RACE, "AB")
    vehicle(race, "B").hit_points = 1
    vehicle(race, "A").activated = 1
    with dice(race, Target.VEHICLE + 1, 9, 1, 1):
        step(race)
    assert is_over(race)
    assert [race.vehicles[i].rank for i in (0, 1)] == [1, 2]
    assert points(race) == [10, 0]
    assert [race.seats[i].place for i in (0, 1)] == [1, 2]


def test_v32_not_while_others_are_home_but_still_stand_there() -> None:
    race = game(Mission.TWO_LAP_RACE, "AB")
    vehicle(race, "A").gates = 5
    assert not is_settled(race)
    end_round(race)
    assert is_over(race)
    assert [race.vehicles[i].rank for i in (0, 1)] == [1, 2]
    assert points(race) == [10, 6]


def test_v14_battle_royale_lasts_six_rounds() -> None:
    race = scene(
        {"A": (10, 6, 0), "B": (30, 30, 0)},
        course=field(mission="battle_royale"),
        phase=Phase.END_ROUND,
    )
    race.rounds = 6
    with dice(race):
        step(race)
    assert is_over(race)


def test_w6_who_leaves_by_the_gate_attacks_no_more() -> None:
    race = game(Mission.OUTRUN, phase=Phase.MOVE)
    vehicle(race, "A").activated = 1
    vehicle(race, "A").status = int(Status.FINISHED)
    with dice(race, Pace.STAND):
        step(race)
    assert race.phase == Phase.CHOOSE
    assert race.turn == 1
