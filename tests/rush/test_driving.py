"""Driving square by square (N14, N15), wrecks (N17) and fixed obstructions (N18)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from tests.journal import told
from tests.rush.table import (
    RING,
    asked,
    car,
    dice,
    lay_mine,
    square,
    suspends,
    table,
    way,
    where,
    with_lanes,
    wreck,
)

from wreckoning.rulesets.rush.events import (
    Cause,
    Destroyed,
    ObstructionHit,
    RamHeld,
    Steered,
    Stuck,
)
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.odds.spreads import obstruction_odds
from wreckoning.rulesets.rush.questions import Menu, Question
from wreckoning.rulesets.rush.rules.driving import drive
from wreckoning.rulesets.rush.rules.moving import make_a_move
from wreckoning.rulesets.rush.spots import spot_at
from wreckoning.rulesets.rush.squares import as_square, square_name

# lane c is blocked at its fourth square
ROCK = with_lanes("........", "........", "...#....", "........", "........")
# lane c, and the lane to its right
CORNER = with_lanes("........", "........", "...#....", "...#....", "........")
# the road narrows: lanes a and e stop for three squares
NARROW = with_lanes("...---..", "........", "........", "........", "...---..")


def test_n15_straight_ahead_costs_a_movement() -> None:
    race = table(at="2.c.1 4.a.1")
    race.lane_changes = 1
    with dice(race):
        drive(race, car(race, "A"), Side.AHEAD)
    assert (where(race, "A"), race.movement, race.lane_changes) == ("2.c.2", 7, 1)


@pytest.mark.parametrize(("side", "to"), [(Side.LEFT, "2.b.2"), (Side.RIGHT, "2.d.2")])
def test_n15_diagonally_costs_a_lane_change_too(side: int, to: str) -> None:
    race = table(at="2.c.1 4.a.1")
    race.lane_changes = 1
    with dice(race):
        drive(race, car(race, "A"), side)
    assert (where(race, "A"), race.movement, race.lane_changes) == (to, 7, 0)
    assert car(race, "A").steering == 6


def test_n14_lane_changes_beyond_the_free_ones_cost_a_steering_point() -> None:
    race = table(at="2.c.1 4.a.1")
    race.lane_changes = 0
    with dice(race):
        drive(race, car(race, "A"), Side.LEFT)
    assert car(race, "A").steering == 5
    assert told(race, Steered) == [Steered(0, 1, 5)]


def test_n14_without_either_only_straight_ahead() -> None:
    race = table(at="2.c.1 4.a.1", gear="g1_4")
    race.lane_changes, car(race, "A").steering = 0, 0
    race.movement, race.activations = 1, 0
    with dice(race):  # one option is no question
        make_a_move(race, car(race, "A"))
    assert where(race, "A") == "2.c.2"


def test_n14_the_whole_speed_is_moved_and_lane_changes_may_be_left() -> None:
    race = table(at="2.c.1 4.a.1", gear="g1_4")
    race.lane_changes = 3
    with dice(race, square("2.c.5")):
        make_a_move(race, car(race, "A"))
    assert (where(race, "A"), race.movement, race.lane_changes) == ("2.c.5", 0, 3)


def test_n14_d4_even_into_certain_death() -> None:
    """Straight ahead is always offered, and with nothing else left it is what happens."""
    race = table(at="2.c.3 4.a.1", gear="g5_18", track=ROCK)
    race.lane_changes, car(race, "A").steering, car(race, "A").structure = 0, 0, 6
    with suspends(race):  # ahead, or equipment; but not to stay
        make_a_move(race, car(race, "A"))
    assert Menu.HIT + square("2.c.4") in asked(race)[2]
    with dice(race, Menu.HIT + square("2.c.4")):
        make_a_move(race, car(race, "A"))
    assert car(race, "A").wrecked_round == 1
    assert told(race, Destroyed) == [Destroyed(0, square("2.c.3"), Cause.OBSTRUCTION, None)]


@pytest.mark.parametrize("face", range(1, 7))
def test_n17_a_wreck_costs_a_point_on_1_to_3(face: int) -> None:
    race = table(at="2.c.1 2.c.2")
    wreck(race, "B")
    with dice(race, face):
        drive(race, car(race, "A"), Side.AHEAD)
    assert where(race, "A") == "2.c.2"
    assert car(race, "A").structure == 9 - (face <= 3)


def test_n17_d18_two_wrecks_on_a_square_are_one_and_each_mine_is_met() -> None:
    race = table("A B C", at="2.c.1 2.c.2 2.c.2")
    wreck(race, "B")
    wreck(race, "C")
    lay_mine(race, "2.c.2", "B")
    lay_mine(race, "2.c.2", "B")
    with dice(race, 1, 6, 2):
        drive(race, car(race, "A"), Side.AHEAD)
    assert car(race, "A").structure == 7
    assert sum(mine.square != 0 for mine in race.mines) == 1


# --- fixed obstructions


@pytest.mark.parametrize(
    ("speed", "faces", "points"),
    [
        (4, (), 1),
        (5, (), 1),
        (8, (2, 5, 3), 2),
        (9, (4, 3), 3),
        (10, (5,), 5),
        (12, (2, 5, 3), 5),
        (16, (1, 1, 2, 1, 1), 2),
        (18, (), 6),
    ],
)
def test_n18_the_white_dice_upside_down(speed: int, faces: tuple[int, ...], points: int) -> None:
    race = table(at="2.c.3 4.a.1", track=ROCK)
    car(race, "A").gear = spot_at(5, speed)
    with dice(race, *faces, square("2.b.4")):
        drive(race, car(race, "A"), Side.AHEAD)
    assert car(race, "A").structure == 9 - points


@pytest.mark.parametrize("speed", [9, 10, 11, 12])
def test_n18_the_chances_of_the_damage(speed: int) -> None:
    dice_count = {9: 2, 10: 1, 11: 2, 12: 3}[speed]
    keep = min if speed <= 10 else max
    found = [keep(faces) for faces in product(range(1, 7), repeat=dice_count)]
    chances = obstruction_odds(speed)
    assert chances == {n: Fraction(found.count(n), len(found)) for n in set(found)}


def test_n18_then_a_compulsory_lane_change_that_costs_no_lane_change() -> None:
    race = table(at="2.c.3 4.a.1", track=ROCK, gear="g1_4")
    race.lane_changes = 0
    with suspends(race):
        drive(race, car(race, "A"), Side.AHEAD)
    assert asked(race) == (0, Question.SWERVE, [square("2.b.4"), square("2.d.4")])
    with dice(race, square("2.d.4")):
        drive(race, car(race, "A"), Side.AHEAD)
    assert (where(race, "A"), race.movement) == ("2.d.4", 3)
    assert (race.lane_changes, car(race, "A").steering) == (0, 6)


def test_n18_d5_with_one_side_closed_it_goes_to_the_other() -> None:
    race = table(at="2.c.3 4.a.1", track=CORNER, gear="g1_4")
    with dice(race):
        drive(race, car(race, "A"), Side.AHEAD)
    assert where(race, "A") == "2.b.4"


def test_n18_d5_with_both_sides_closed_it_stays() -> None:
    """Such a course is refused; a table of its own may still come to it."""
    race = table(at="2.c.3 4.a.1", track=CORNER, gear="g1_4")
    race.course.obstruction[square("2.b.4")] = 1
    with dice(race):
        drive(race, car(race, "A"), Side.AHEAD)
    assert (where(race, "A"), race.movement, car(race, "A").structure) == ("2.c.3", 0, 8)
    assert told(race, Stuck) == [Stuck(0, square("2.c.3"))]


def test_n18_d5_a_car_in_the_way_round_is_rammed() -> None:
    """Not displaced on a 3, so straight ahead: the obstruction again, with new dice."""
    race = table(at="2.c.3 2.b.4", track=CORNER, gear="g4_8")
    with dice(race, 3, 4, 5, 3, 2, 6, 6, 6):
        drive(race, car(race, "A"), Side.AHEAD)
    assert len(told(race, ObstructionHit)) == 2
    assert car(race, "A").structure == 9 - 3 - 2
    assert (where(race, "A"), where(race, "B")) == ("2.b.4", "2.a.4")
    assert race.movement == 6  # D24: the first lane change is spent too


@pytest.mark.parametrize("movement", [1, 2, 3])
def test_d24_a_movement_of_n_hits_obstructions_and_holds_rams_at_most_n_times(
    movement: int,
) -> None:
    """ "Spending one movement": each compulsory lane change does, though B never gives way."""
    race = table(at="2.c.3 2.b.4", track=CORNER, gear="g1_4")
    race.movement, race.dropping = movement, 1
    with dice(race, *[3] * movement):
        drive(race, car(race, "A"), Side.AHEAD)
    assert len(told(race, ObstructionHit)) == len(told(race, RamHeld)) == movement
    assert (where(race, "A"), race.movement, race.dropping) == ("2.c.3", 0, 0)
    assert car(race, "A").structure == 9 - movement
    assert told(race, Stuck) == [Stuck(0, square("2.c.3"))]


@pytest.mark.parametrize(("movement", "left"), [(3, 1), (2, 0)])
def test_d24_a_ram_held_in_front_of_an_obstruction_spends_its_movement(
    movement: int, left: int
) -> None:
    """ "Otherwise you move forwards": into the rock, and then around it with a second movement."""
    race = table(at="2.c.3 2.b.4", track=ROCK, gear="g1_4")
    race.movement, race.lane_changes = movement, 1
    with dice(race, 3, square("2.d.4")):
        drive(race, car(race, "A"), Side.LEFT)
    assert (where(race, "A"), race.movement, race.lane_changes) == ("2.d.4", left, 1)
    assert car(race, "A").structure == 8


def test_d24_at_0_the_car_stays_where_it_is() -> None:
    """The last movement is the held ram's: the rock is hit, and none is left to go around it."""
    race = table(at="2.c.3 2.b.4", track=ROCK, gear="g1_4")
    race.movement, race.lane_changes = 1, 1
    with dice(race, 3):
        drive(race, car(race, "A"), Side.LEFT)
    assert (where(race, "A"), race.movement, car(race, "A").structure) == ("2.c.3", 0, 8)
    assert told(race, Stuck) == [Stuck(0, square("2.c.3"))]


def test_n18_the_lane_change_is_free_only_once() -> None:
    """ "Free compulsory lane change": the next one costs a lane change again."""
    race = table(at="2.c.3 4.a.1", track=ROCK, gear="g1_4")
    race.lane_changes = 1
    with dice(race, square("2.b.4")):
        drive(race, car(race, "A"), Side.AHEAD)
    assert race.lane_changes == 1
    with dice(race):
        drive(race, car(race, "A"), Side.LEFT)
    assert (where(race, "A"), race.lane_changes) == ("2.a.5", 0)


def test_n18_a_ram_of_the_compulsory_lane_change_is_free_too() -> None:
    race = table(at="2.c.3 2.b.4", track=CORNER, gear="g1_4")
    race.lane_changes = 0
    with dice(race, 4):
        drive(race, car(race, "A"), Side.AHEAD)
    assert (where(race, "A"), where(race, "B"), race.movement) == ("2.b.4", "2.a.4", 3)
    assert (race.lane_changes, car(race, "A").steering) == (0, 6)


def test_n18_d5_the_way_round_may_be_chosen_into_a_car() -> None:
    race = table(at="2.c.3 2.b.4", track=ROCK, gear="g1_4")
    with suspends(race):
        drive(race, car(race, "A"), Side.AHEAD)
    assert asked(race)[2] == [Menu.RAM + square("2.b.4"), square("2.d.4")]


def test_d15_where_the_road_narrows_its_edge_is_an_obstruction() -> None:
    race = table(at="2.a.3 4.a.1", track=NARROW, gear="g1_4")
    with dice(race):
        drive(race, car(race, "A"), Side.AHEAD)
    assert (where(race, "A"), car(race, "A").structure) == ("2.b.4", 8)


def test_d16_nobody_turns_into_an_obstruction() -> None:
    race = table(at="2.b.3 4.a.1", track=ROCK, gear="g1_4")
    race.lane_changes = 99
    with suspends(race):
        make_a_move(race, car(race, "A"))
    options = asked(race)[2]
    assert square("2.c.4") not in options
    assert Menu.HIT + square("2.c.4") not in options
    assert square("2.a.4") in options


@pytest.mark.parametrize(
    ("start", "left", "right"),
    [
        ("2.a.1", "none", "2.b.2"),  # 8 squares outside, 7 in the next lane
        ("2.a.4", "none", "2.b.4"),  # level between two: the nearer one
        ("2.d.2", "2.c.3", "2.e.3"),  # 5 squares: to the right are 4, level again; left 6
        ("2.e.1", "2.d.2", "none"),
        ("2.e.4", "3.d.1", "none"),  # from the last one onto the next tile
    ],
)
def test_d16_n15_diagonally_on_a_curve(start: str, left: str, right: str) -> None:
    race = table(track=RING, at="1.a.1 1.e.1")
    course, at = race.course, square(start)
    assert square_name(course.ahead_left[at]) == left
    assert square_name(course.ahead_right[at]) == right


def test_n15_n6_into_the_first_square_of_a_lap() -> None:
    """Square 1 of lane a is number 1, and turned into like any other.

    lane a   … 6.a.8 | 1.a.1
    lane b   … A     | 1.b.1
    """
    race = table(track=RING, at="6.b.7 4.a.1")
    race.lane_changes = 1
    with suspends(race):
        make_a_move(race, car(race, "A"))
    assert [square_name(as_square(each)) for each in asked(race)[2][:3]] == [
        "1.b.1",
        "1.a.1",
        "1.c.1",
    ]
    with dice(race, square("1.a.1")):
        make_a_move(race, car(race, "A"))
    assert (where(race, "A"), car(race, "A").lap, race.lane_changes) == ("1.a.1", 1, 0)


def test_n15_a_way_is_told_square_by_square() -> None:
    race = table(at="2.c.1 4.a.1", gear="g1_4")
    race.lane_changes = 4
    with dice(race, square("2.b.5")):
        make_a_move(race, car(race, "A"))
    assert way(race) == ["2.c.2", "2.c.3", "2.c.4", "2.b.5"]
    assert race.lane_changes == 3
