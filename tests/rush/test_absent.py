"""A driver whose player does not answer (D17): carefully, straight ahead, and at nobody."""

from __future__ import annotations

import pytest
from tests.rush.table import arm, asked, car, spot, square, suspends, table, with_lanes

from wreckoning.bots.rush.absent import absent
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, absent_policy, find_ruleset
from wreckoning.rulesets.rush.events import Steered, Turbo, Used
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.questions import Menu, RamWith
from wreckoning.rulesets.rush.race import Equipment, Race
from wreckoning.rulesets.rush.rules.boosting import finish_move
from wreckoning.rulesets.rush.rules.driving import drive
from wreckoning.rulesets.rush.rules.gearstick import shift, spend_points
from wreckoning.rulesets.rush.rules.moving import make_a_move

RUSH = find_ruleset("rush")
ROCK = with_lanes("........", "........", "...#....", "........", "........")


def choice(race: Race) -> int:
    """What the absent driver takes of what stands open."""
    option = absent(race, race.door.asks[0])
    assert option in asked(race)[2]
    return option


@pytest.mark.parametrize(
    ("gear", "heat", "taken"),
    [
        ("g4_8", 0, "g4_8"),
        ("g4_9", 3, "g4_9"),  # two red dice cannot reach 6
        ("g4_9", 4, "g4_8"),  # here they can: the coolest, slowest spot offered
        ("g4_12", 3, "g5_12"),
        ("g4_8", 5, "g4_7"),
    ],
)
def test_d17_the_gearstick(gear: str, heat: int, taken: str) -> None:
    race = table(gear=gear)
    car(race, "A").heat = heat
    with suspends(race):
        shift(race, car(race, "A"))
    assert choice(race) == spot(taken)


def test_d17_d13_it_does_not_stay_in_neutral() -> None:
    race = table(gear="neutral")
    with suspends(race):
        shift(race, car(race, "A"))
    assert choice(race) == spot("g1_4")


def test_d17_no_points_and_no_equipment() -> None:
    race = table(at="2.c.1 2.c.3")
    arm(race, "A", *Equipment)
    for ask in (spend_points, finish_move):
        with suspends(race):
            ask(race, car(race, "A"))
        assert choice(race) == Menu.DONE
    race.lane_changes = 1
    with suspends(race):
        drive_left(race)
    assert choice(race) == RamWith.NOTHING


def drive_left(race: Race) -> None:
    """Into B, diagonally ahead of A."""
    car(race, "B").square = square("2.b.2")
    drive(race, car(race, "A"), Side.LEFT)


@pytest.mark.parametrize(
    ("start", "free", "taken"),
    [
        ("2.c.1", 3, square("2.c.2")),
        ("2.c.3", 3, square("2.b.4")),  # around the rock, with a free lane change
        ("2.c.3", 0, Menu.HIT + square("2.c.4")),  # a Steering point is not spent on it
        ("2.d.3", 3, square("2.d.4")),
    ],
)
def test_d17_straight_ahead_or_around(start: str, free: int, taken: int) -> None:
    race = table(at=f"{start} 4.c.1", track=ROCK)
    race.lane_changes = free
    with suspends(race):
        make_a_move(race, car(race, "A"))
    assert choice(race) == taken


def test_d17_around_a_car_too() -> None:
    race = table(at="2.c.1 2.c.2")
    race.lane_changes = 1
    with suspends(race):
        make_a_move(race, car(race, "A"))
    assert choice(race) == square("2.b.2")
    race.lane_changes = 0
    with suspends(race):
        make_a_move(race, car(race, "A"))
    assert choice(race) == Menu.RUSH + square("2.c.2")


@pytest.mark.parametrize("course", RUSH.course_names())
def test_d17_all_absent_come_to_an_end(course: str) -> None:
    """At speed 4, with a bump or two; nobody fires a shot."""
    assert absent_policy(RUSH) == "absent"
    seats = [Seat(name, "absent") for name in "ABCDEF"]
    match = Match(RUSH, RUSH.load_course(course), seats, dice=Seeded(7), bot_seed=7)
    assert match.is_over
    assert not any(entry[0] in (Used.code, Turbo.code, Steered.code) for entry in match.told)
