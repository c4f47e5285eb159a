"""The rookie where no way leads on: out of corners, past queues, off walls; shots (W14, W22)."""

from __future__ import annotations

import pytest
from tests.rally.scene import Pose, activate, body, field, put, scene, vehicle, where
from tests.rally.test_rookie_driving import AWAY, command_tests, drive

from wreckoning.bots.rally.search import turn_room
from wreckoning.bots.rally.shooting import shots_worth
from wreckoning.bots.rally.steering import (
    fighting_distance,
    goal_of,
    leading,
    place_worth,
)
from wreckoning.bots.rally.ways import aimed
from wreckoning.rulesets.rally import courses
from wreckoning.rulesets.rally.numbers import Status
from wreckoning.rulesets.rally.race import INCH, Mission, Race

YARD, TRACK = "pylon_yard", "long_way_home"


def on_table(course: str, gates: int, at: dict[str, Pose], kind: str = "hotrod") -> Race:
    """Vehicles on a shipped table, A so many gates on."""
    race = scene(at, builds=dict.fromkeys(at, f"{kind}/light_machine_gun"))
    race.course = courses.load(course).record
    for each in race.vehicles[: race.vehicle_count]:
        each.gate = race.course.first_gate
    vehicle(race, "A").gates = gates
    vehicle(race, "A").gate = (race.course.first_gate + gates) % race.course.gate_count
    return race


def has_come_on(race: Race, rounds: int) -> bool:
    """Does A cross its next gate in so many rounds, or get out of reach of where it stood?"""
    x, y, _ = where(race, "A")
    gates = vehicle(race, "A").gates
    for _ in range(rounds):
        drive(race)
        if vehicle(race, "A").status != Status.DRIVING or vehicle(race, "A").gates > gates:
            return True
    now_x, now_y, _ = where(race, "A")
    return abs(now_x - x) + abs(now_y - y) > 8


@pytest.mark.parametrize("pose", [(41.159, 33.888, 0), (39.7, 34.27, 270), (39.15, 2.28, 345)])
def test_w24_it_gets_out_of_the_corners_of_pylon_yard(pose: Pose) -> None:
    assert has_come_on(on_table(YARD, 0, {"A": pose, "B": (5, 5, 0)}), 4)


@pytest.mark.parametrize("heading", [0, 180])
def test_w23_it_gets_away_from_a_wall_that_it_stands_along(heading: int) -> None:
    race = on_table(YARD, 0, {"A": (49.1, 35.177, heading), "B": (5, 5, 0)})
    assert turn_room(race, vehicle(race, "A"), (0, 0, 0)) < 1200  # hundredths of a degree
    assert has_come_on(race, 4)


def test_v22_it_does_not_wait_before_a_wall_with_the_way_behind_it() -> None:
    race = on_table(TRACK, 0, {"A": (36, 17.2, 90), "B": (5, 5, 0)})
    assert has_come_on(race, 3)
    assert command_tests(race) == 0


def test_what_lies_behind_a_wall_is_no_nearer() -> None:
    assert leading(50 * INCH, 47 * INCH) == 47 * INCH
    assert leading(50 * INCH, 20 * INCH) > 50 * INCH
    assert leading(50 * INCH, 90 * INCH) == leading(50 * INCH, 20 * INCH)


def test_w14_it_goes_round_a_queue_against_a_wall() -> None:
    race = scene({"A": (9, 9, 0), "B": (12.6, 9, 0)}, course=field([("impassable", 16, 11, 1, 3)]))
    for _ in range(4):
        drive(race)
    assert vehicle(race, "A").gates >= 1


def test_w22_it_drives_over_a_vehicle_if_there_is_no_way_round() -> None:
    walls = [("impassable", 16.0, 4.0, 16.0, 1.0), ("impassable", 16.0, 8.5, 16.0, 1.0)]
    race = scene({"A": (10.5, 6.2, 0), "B": (15, 6.2, 90)}, course=field(walls))
    for _ in range(4):
        drive(race)
    assert vehicle(race, "A").overtaken == 1
    assert vehicle(race, "A").gates >= 1


@pytest.mark.parametrize("start", [(24, 18, 180), (24, 8, 270), (8, 30, 90)])
def test_w37_a_hunter_ends_where_it_can_shoot(start: Pose) -> None:
    race = scene({"A": start, "B": (36, 18, 0)}, builds={"A": "car/light_machine_gun"})
    race.course.mission = int(Mission.BATTLE_ROYALE)
    assert shots_worth(race, vehicle(race, "A")) == 0
    for _ in range(2):
        drive(race)
    activate(race, "A")
    assert shots_worth(race, vehicle(race, "A")) > 0


def test_w37_nose_to_nose_with_an_enemy_it_does_not_stand_still() -> None:
    """Both shoot as well from where they stand; the fight would be one of statues."""
    race = scene(
        {"A": (17.8, 11.4, 129), "B": (15.7, 13.9, 325)},
        builds={"A": "car/light_machine_gun", "B": "car/light_machine_gun"},
    )
    race.course.mission = int(Mission.BATTLE_ROYALE)
    before = where(race, "A")[:2]
    drive(race)
    assert where(race, "A")[:2] != before


def test_w37_it_would_rather_not_stand_where_the_enemy_s_guns_look() -> None:
    race = scene({"A": (24, 18, 0), "B": (33, 18, 180), "C": (33, 30, 0)})
    race.course.mission = int(Mission.BATTLE_ROYALE)
    goal = goal_of(race, vehicle(race, "A"))
    at = 24 * INCH, 18 * INCH, 0
    before = place_worth(race, goal, False, *at)
    put(body(race, "B"), 33, 18, 0)
    assert place_worth(race, goal, False, *at) > before


@pytest.mark.parametrize(
    ("weapons", "far"), [("minigun", 9), ("spiked_ram", 4), ("driver_pistol", 9), ("", 9)]
)
def test_w10_who_rams_wants_to_be_closer(weapons: str, far: int) -> None:
    build = f"car/{weapons}" if weapons else "car"
    race = scene({"A": (24, 18, 0), "B": (33, 18, 180)}, builds={"A": build})
    assert fighting_distance(race, vehicle(race, "A")) == far * INCH


@pytest.mark.parametrize(("heading", "sees"), [(0, True), (180, False)])
def test_w27_a_place_is_worth_more_with_a_target_in_arc_and_range(heading: int, sees: bool) -> None:
    race = scene({"A": (24, 18, heading), "B": (34, 18, 0)}, builds={"A": "car/minigun"})
    activate(race, "A")
    hunter = vehicle(race, "A")
    assert aimed(race, hunter, goal_of(race, hunter)) == 0  # a race: the gate is what counts
    race.course.mission = int(Mission.BATTLE_ROYALE)
    assert (aimed(race, hunter, goal_of(race, hunter)) > 0) == sees


def test_turning_room_is_that_of_both_sides() -> None:
    race = scene({"A": (24, 18, 0), "B": AWAY})
    assert turn_room(race, vehicle(race, "A"), (0, 0, 0)) == 90_00
    put(body(race, "A"), 24, 35.2, 0)
    assert turn_room(race, vehicle(race, "A"), (0, 0, 0)) < 10_00
    assert where(race, "A") == (24, 35.2, 0)
