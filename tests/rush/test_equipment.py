"""Equipment (N16, N22 to N26): arming, using, shooting, boosting, putting out, mining."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from tests.journal import told
from tests.rush.table import (
    RING,
    arm,
    asked,
    car,
    dice,
    lay_mine,
    put,
    square,
    suspends,
    table,
    way,
    where,
    with_lanes,
    wreck,
)

from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rush.events import Armed, Cause, Heat, MineDropped, Shot, Structure
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.questions import Menu, Question
from wreckoning.rulesets.rush.race import Equipment, Race
from wreckoning.rulesets.rush.rules.boosting import finish_move
from wreckoning.rulesets.rush.rules.driving import drive
from wreckoning.rulesets.rush.rules.equipment import activate, offer_equipment
from wreckoning.rulesets.rush.rules.gearstick import spend_points
from wreckoning.rulesets.rush.rules.litter import drop_mine
from wreckoning.rulesets.rush.rules.moving import make_a_move
from wreckoning.rulesets.rush.rules.shooting import fire, target_behind, target_in_front
from wreckoning.rulesets.rush.squares import as_square
from wreckoning.rulesets.rush.turn import begin_turn, end_turn
from wreckoning.rulesets.rush.view.ways import way_of, ways


def after(race: Race) -> list[int]:
    """The options of A at the end of the movement."""
    race.movement = 0
    with suspends(race):
        finish_move(race, car(race, "A"))
    return asked(race)[2]


def test_n16_two_activations_a_turn() -> None:
    race = table(drivers={"A": "twitch"})
    for equipment in (Equipment.MACHINE_GUN, Equipment.FLAMER):
        with dice(race, Menu.ARM + equipment):
            spend_points(race, car(race, "A"))
    assert race.activations == 0
    assert (
        car(race, "A").armed[Equipment.MACHINE_GUN] == car(race, "A").armed[Equipment.FLAMER] == 1
    )
    with suspends(race):
        spend_points(race, car(race, "A"))
    assert not any(Menu.ARM <= option < Menu.USE + 10 for option in asked(race)[2])


def test_n16_a_counter_moves_once_in_a_turn() -> None:
    race = table(drivers={"A": "twitch"})
    driver = car(race, "A")
    driver.heat = 2
    with dice(race, Menu.ARM + Equipment.EXTINGUISHER):
        spend_points(race, driver)
    assert Menu.USE + Equipment.EXTINGUISHER not in after(race)
    begin_turn(race, driver)
    assert Menu.USE + Equipment.EXTINGUISHER in after(race)


def test_n16_using_disarms_and_it_is_not_armed_again_this_turn() -> None:
    race = table()
    driver = car(race, "A")
    driver.heat = 3
    arm(race, "A", Equipment.EXTINGUISHER)
    with dice(race, Menu.USE + Equipment.EXTINGUISHER):
        finish_move(race, driver)
    assert (driver.heat, driver.armed[Equipment.EXTINGUISHER], race.activations) == (2, 0, 1)
    assert Menu.ARM + Equipment.EXTINGUISHER not in after(race)


def test_n16_before_during_and_after_the_movement() -> None:
    race = table(at="2.c.1 2.c.3", drivers={"A": "twitch"})
    arm(race, "A", Equipment.MACHINE_GUN)
    race.lane_changes = 2
    for ask in (spend_points, make_a_move, finish_move):
        with suspends(race):
            ask(race, car(race, "A"))
        assert Menu.USE + Equipment.MACHINE_GUN in asked(race)[2]


def test_n16_n2_only_what_the_driver_has() -> None:
    race = table(drivers={"A": "butcher"})
    options = after(race)
    assert Menu.ARM + Equipment.MACHINE_GUN not in options
    assert [option - Menu.ARM for option in options if Menu.ARM <= option < Menu.USE] == [
        Equipment.SIDE_BUMPER,
        Equipment.SAW,
        Equipment.BOOSTER,
        Equipment.EXTINGUISHER,
    ]


@pytest.mark.parametrize(
    "equipment", [Equipment.MACHINE_GUN, Equipment.FLAMER, Equipment.EXTINGUISHER]
)
def test_d19_only_to_some_effect(equipment: Equipment) -> None:
    race = table(at="2.c.1 3.c.1", drivers={"A": "twitch"})
    arm(race, "A", equipment)
    race.movement = 0
    assert Menu.USE + equipment not in after(race)
    put(race, "B", "2.c.2" if equipment == Equipment.MACHINE_GUN else "1.c.8")
    car(race, "A").heat = 1
    assert Menu.USE + equipment in after(race)


# --- the Machine Gun and the Flamer


@pytest.mark.parametrize(
    ("target", "squares"), [("2.c.3", 1), ("2.c.4", 2), ("2.c.5", 3), ("2.c.6", 0), ("2.b.3", 0)]
)
def test_n22_straight_ahead_in_the_own_lane(target: str, squares: int) -> None:
    race = table(at=f"2.c.2 {target}")
    assert target_in_front(race, car(race, "A")) == (1 if squares else NOBODY)
    if squares:
        with dice(race, *[1] * (4 - squares)):
            fire(race, car(race, "A"), Equipment.MACHINE_GUN)
        assert car(race, "B").structure == 9 - (4 - squares)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("squares", [1, 2, 3])
def test_n22_n23_the_chances_of_hits(squares: int) -> None:
    """Binomial(4 − range, 1/3): no hit at all 29.6, 44.4 and 66.7 %."""
    number = 4 - squares
    hits: dict[Equipment, list[int]] = {Equipment.MACHINE_GUN: [], Equipment.FLAMER: []}
    for faces in product(range(1, 7), repeat=number):
        race = table(at=f"2.c.4 2.c.{4 + squares}")
        with dice(race, *faces):
            fire(race, car(race, "A"), Equipment.MACHINE_GUN)
        hits[Equipment.MACHINE_GUN].append(9 - car(race, "B").structure)
        race = table(at=f"2.c.4 2.c.{4 - squares}")
        with dice(race, *faces):
            fire(race, car(race, "A"), Equipment.FLAMER)
        hits[Equipment.FLAMER].append(car(race, "B").heat)
    none = {1: Fraction(8, 27), 2: Fraction(4, 9), 3: Fraction(2, 3)}[squares]
    for found in hits.values():
        assert Fraction(found.count(0), len(found)) == none
        assert Fraction(sum(found), len(found)) == Fraction(number, 3)


def test_n22_round_a_curve() -> None:
    """From the straight into the curve: 1.e.6, 2.e.1, 2.e.2 are one lane."""
    race = table(track=RING, at="1.e.6 2.e.2")
    assert target_in_front(race, car(race, "A")) == 1
    with dice(race, 1, 6):
        fire(race, car(race, "A"), Equipment.MACHINE_GUN)
    assert told(race, Shot) == [Shot(0, Equipment.MACHINE_GUN, 1, 2, 1)]


def test_n23_backwards() -> None:
    race = table("A B C", at="2.c.5 2.c.3 2.c.6")
    assert target_behind(race, car(race, "A")) == 1
    with dice(race, 2, 5):
        fire(race, car(race, "A"), Equipment.FLAMER)
    assert [car(race, name).heat for name in "ABC"] == [0, 1, 0]
    assert told(race, Heat) == [Heat(1, 1, 1, Cause.FLAMER, 0)]


def test_d8_the_nearest_live_car() -> None:
    race = table("A B C", at="2.c.4 2.c.7 2.c.6")
    assert target_in_front(race, car(race, "A")) == 2
    put(race, "B", "2.c.3")
    put(race, "C", "2.c.2")
    assert target_behind(race, car(race, "A")) == 1


def test_d8_wrecks_and_obstructions_block() -> None:
    race = table("A B C", at="2.c.4 2.c.7 2.c.5")
    wreck(race, "C")
    assert target_in_front(race, car(race, "A")) == NOBODY
    put(race, "B", "2.c.2")
    put(race, "C", "2.c.3")
    assert target_behind(race, car(race, "A")) == NOBODY
    rock = with_lanes("........", "........", "....#...", "........", "........")
    race = table(at="2.c.4 2.c.6", track=rock)
    assert target_in_front(race, car(race, "A")) == NOBODY


def test_d8_a_wreck_is_no_target() -> None:
    race = table(at="2.c.4 2.c.5")
    wreck(race, "B")
    assert target_in_front(race, car(race, "A")) == NOBODY


# --- the Rocket Booster


def test_n24_only_at_the_end_of_the_movement() -> None:
    race = table(at="2.c.1 4.c.1")
    arm(race, "A", Equipment.BOOSTER)
    race.lane_changes = 3
    for ask in (spend_points, make_a_move):
        with suspends(race):
            ask(race, car(race, "A"))
        assert not any(
            Menu.BOOST < o <= Menu.BOOST + 3 or o == Menu.USE + Equipment.BOOSTER
            for o in asked(race)[2]
        )
    boosts = [option for option in after(race) if Menu.BOOST < option <= Menu.BOOST + 3]
    assert boosts == [Menu.BOOST + 1, Menu.BOOST + 2, Menu.BOOST + 3]


@pytest.mark.parametrize("squares", [1, 2, 3])
def test_n24_so_many_squares_each_with_a_heat_die(squares: int) -> None:
    race = table(at="2.c.1 4.c.1")
    arm(race, "A", Equipment.BOOSTER)
    race.movement = 0
    with dice(race, Menu.BOOST + squares, *(1, 3, 2)[:squares]):
        finish_move(race, car(race, "A"))
    assert where(race, "A") == f"2.c.{1 + squares}"
    assert car(race, "A").heat == (1, 1, 2)[squares - 1]
    assert car(race, "A").armed[Equipment.BOOSTER] == 0


def test_d9_turbo_does_not_widen_the_range() -> None:
    race = table(at="2.c.1 4.c.1")
    arm(race, "A", Equipment.BOOSTER)
    race.movement, race.turbo_used = 0, 3
    with dice(race, Menu.BOOST + 2, 3, 4):
        finish_move(race, car(race, "A"))
    assert car(race, "A").heat == 0


def test_n24_what_stands_in_the_way_is_met() -> None:
    """One square is boosted; then a Rush 'n' Crush with a die for each square left."""
    race = table(at="2.c.1 2.c.3")
    arm(race, "A", Equipment.BOOSTER)
    race.movement = 0
    with dice(race, Menu.BOOST + 3, 5, 6, 3):
        finish_move(race, car(race, "A"))
    assert (where(race, "A"), car(race, "B").structure, car(race, "A").heat) == ("2.c.2", 8, 0)


def test_d25_it_may_be_used_after_a_rush() -> None:
    race = table(at="2.c.1 2.c.2", gear="g1_4")
    arm(race, "A", Equipment.BOOSTER)
    with dice(race, 6, 6, 6, 6):
        drive(race, car(race, "A"), Side.AHEAD)
    assert race.movement == 0
    assert Menu.BOOST + 3 in after(race)


def test_n24_over_the_line_no_heat_counts_any_more() -> None:
    race = table(at="4.c.8 2.c.1")
    arm(race, "A", Equipment.BOOSTER)
    car(race, "A").heat, race.movement = 5, 0
    with dice(race, Menu.BOOST + 2):
        finish_move(race, car(race, "A"))
    assert (car(race, "A").place, car(race, "A").wrecked_round) == (1, 0)


def test_n24_a_car_may_blow_up_on_the_way() -> None:
    race = table(at="2.c.1 4.c.1")
    arm(race, "A", Equipment.BOOSTER)
    car(race, "A").heat, race.movement = 5, 0
    with dice(race, Menu.BOOST + 3, 6, 1):
        finish_move(race, car(race, "A"))
    assert (where(race, "A"), car(race, "A").wrecked_round) == ("2.c.3", 1)


# --- Extinguisher and mines


def test_n25_n4_one_heat_point_less() -> None:
    race = table()
    car(race, "A").heat = 4
    arm(race, "A", Equipment.EXTINGUISHER)
    with dice(race, Menu.USE + Equipment.EXTINGUISHER):
        spend_points(race, car(race, "A"))
    assert car(race, "A").heat == 3


def mining(at: str = "2.c.1 4.c.1") -> Race:
    """A drives the Gravedigger, with four mines."""
    race = table(at=at, cars={"A": "gravedigger", "D": "ironclad"}, gear="g1_4")
    race.lane_changes = 99
    return race


def test_n26_a_mine_is_left_on_the_square_that_is_left() -> None:
    race = mining()
    with dice(race, Menu.MINE):
        make_a_move(race, car(race, "A"))
    assert (car(race, "A").mines, race.mines[0].square) == (4, 0)
    with dice(race, square("2.c.2")):
        make_a_move(race, car(race, "A"))
    assert (car(race, "A").mines, race.mines[0].square) == (3, square("2.c.1"))
    assert told(race, MineDropped) == [MineDropped(0, square("2.c.1"), 3)]


def test_n26_on_a_longer_way_it_is_left_at_its_beginning() -> None:
    race = mining()
    for answer in (Menu.MINE, square("2.b.5")):
        with dice(race, answer):
            make_a_move(race, car(race, "A"))
    assert way(race)[-1] == "2.b.5"
    assert [mine.square for mine in race.mines if mine.square] == [square("2.c.1")]


def test_d10_no_activation_and_one_for_a_square() -> None:
    race = mining()
    race.activations = 0
    with dice(race, Menu.MINE):
        make_a_move(race, car(race, "A"))
    with suspends(race):
        make_a_move(race, car(race, "A"))
    assert Menu.MINE not in asked(race)[2]
    with dice(race, square("2.c.2")):
        make_a_move(race, car(race, "A"))
    with suspends(race):
        make_a_move(race, car(race, "A"))
    assert Menu.MINE in asked(race)[2]


def test_n26_n1_four_mines_and_only_with_a_minelayer() -> None:
    race = mining()
    car(race, "A").mines = 0
    with suspends(race):
        make_a_move(race, car(race, "A"))
    assert Menu.MINE not in asked(race)[2]
    race = table(at="2.c.1 4.c.1")
    race.lane_changes = 3
    with suspends(race):
        make_a_move(race, car(race, "A"))
    assert Menu.MINE not in asked(race)[2]


@pytest.mark.parametrize("face", range(1, 7))
def test_n26_who_comes_onto_a_mine_is_treated_as_hitting_a_wreck(face: int) -> None:
    """On 1–3 a point, and the mine is gone; else it stays."""
    race = table(at="2.c.1 4.c.1")
    lay_mine(race, "2.c.2", "B")
    with dice(race, face):
        drive(race, car(race, "A"), Side.AHEAD)
    assert car(race, "A").structure == 9 - (face <= 3)
    assert bool(race.mines[0].square) == (face > 3)


def test_d10_a_mine_does_nothing_to_its_owner() -> None:
    """ "If another car crosses it": driving or displaced, its owner rolls no die."""
    race = table(at="2.c.1 4.c.1")
    lay_mine(race, "2.c.2", "A")
    lay_mine(race, "2.c.2", "B")
    with dice(race, 1):  # of B's mine only
        drive(race, car(race, "A"), Side.AHEAD)
    assert (car(race, "A").structure, car(race, "A").damage_dealt) == (8, 0)
    assert [(mine.square, mine.owner) for mine in race.mines if mine.square] == [
        (square("2.c.2"), 0)
    ]
    race = table(at="2.c.1 2.b.2")
    lay_mine(race, "2.a.2", "B")
    race.lane_changes = 1
    with dice(race, 4):
        drive(race, car(race, "A"), Side.LEFT)
    assert (where(race, "B"), car(race, "B").structure) == ("2.a.2", 9)
    assert race.mines[0].square == square("2.a.2")


def test_d10_the_way_to_a_square_leads_over_the_own_mines_as_over_road() -> None:
    race = table(at="2.c.1 4.c.1", gear="g1_4")
    lay_mine(race, "2.c.3", "A")
    lay_mine(race, "2.a.3", "B")
    by_square = {w.ends: w for w in ways(race, car(race, "A"), 4, 9, 0)}
    assert (by_square[square("2.c.5")].changes, by_square[square("2.c.5")].harm) == (0, 0)
    race.mines[0].owner = 1
    by_square = {w.ends: w for w in ways(race, car(race, "A"), 4, 9, 0)}
    assert (by_square[square("2.c.5")].changes, by_square[square("2.c.5")].harm) == (2, 0)


def test_d10_of_the_own_mines_a_step_and_the_situation_say_nothing() -> None:
    race = table(at="2.c.1 4.c.1")
    lay_mine(race, "2.c.2", "A")
    race.lane_changes = 1
    step = way_of(race, car(race, "A"), square("2.c.2"))
    assert step is not None
    assert step.harm == 0
    race.mines[0].owner = 1
    step = way_of(race, car(race, "A"), square("2.c.2"))
    assert step is not None
    assert step.harm == 1


def test_d21_who_does_not_leave_the_square_keeps_the_mine() -> None:
    race = mining("2.c.1 2.c.2")
    race.dropping = 1
    with dice(race, 6, 6, 6, 6):
        drive(race, car(race, "A"), Side.AHEAD)
    assert (where(race, "A"), car(race, "A").mines, race.dropping) == ("2.c.1", 4, 0)


def test_d21_the_squares_left_by_the_booster_count() -> None:
    race = mining()
    arm(race, "A", Equipment.BOOSTER)
    race.movement = 0
    assert Menu.MINE in after(race)
    with dice(race, Menu.MINE):
        finish_move(race, car(race, "A"))
    with dice(race, Menu.BOOST + 1, 6):
        finish_move(race, car(race, "A"))
    assert race.mines[0].square == square("2.c.1")


def boosting() -> Race:
    """A is about to boost three squares; the first is to get a mine."""
    race = mining()
    arm(race, "A", Equipment.BOOSTER)
    race.movement, race.dropping = 0, 1
    return race


def test_d21_of_each_further_square_of_a_boost_it_is_asked() -> None:
    race = boosting()
    with dice(race, Menu.BOOST + 3, 6, Menu.MINE, 6, Menu.MINE, 6):
        finish_move(race, car(race, "A"))
    laid = [mine.square for mine in race.mines if mine.square]
    assert laid == [square("2.c.1"), square("2.c.2"), square("2.c.3")]
    assert (where(race, "A"), car(race, "A").mines, race.dropping) == ("2.c.4", 1, 0)
    race = boosting()
    with dice(race, Menu.BOOST + 3, 6, Menu.DONE, 6, Menu.MINE, 6):
        finish_move(race, car(race, "A"))
    laid = [mine.square for mine in race.mines if mine.square]
    assert laid == [square("2.c.1"), square("2.c.3")]


def test_d21_it_is_asked_only_while_a_mine_is_left() -> None:
    race = boosting()
    car(race, "A").mines = 2
    with suspends(race, Menu.BOOST + 3, 6):
        finish_move(race, car(race, "A"))
    assert asked(race) == (0, Question.AFTER, [Menu.DONE, Menu.MINE])
    race = boosting()
    car(race, "A").mines = 2
    with dice(race, Menu.BOOST + 3, 6, Menu.MINE, 6, 6):
        finish_move(race, car(race, "A"))
    assert car(race, "A").mines == 0


def test_n16_done_ends_it() -> None:
    race = table()
    race.movement = 0
    with dice(race, Menu.DONE):
        assert not finish_move(race, car(race, "A"))
    assert asked(race)[1] in (0, Question.AFTER)


def test_n16_arming_takes_effect_at_once() -> None:
    race = table(drivers={"A": "twitch"})
    activate(race, car(race, "A"), Menu.ARM + Equipment.MACHINE_GUN)
    assert told(race, Armed) == [Armed(0, Equipment.MACHINE_GUN)]
    race.activations = 0
    offer_equipment(race, car(race, "A"))
    assert race.door.asks[0].count == 0


def test_n22_n23_d8_the_line_of_fire_leads_on_over_the_lap_line() -> None:
    """Source: "directly forward (i.e. within your lane", also from the last tile to the first."""
    race = table("A B C", track=RING, at="6.c.6 1.c.2 6.c.5")
    assert target_in_front(race, car(race, "A")) == 1
    assert target_behind(race, car(race, "B")) == 0
    with dice(race, 1, 6):
        fire(race, car(race, "A"), Equipment.MACHINE_GUN)
    assert told(race, Shot) == [Shot(0, Equipment.MACHINE_GUN, 1, 2, 1)]
    with dice(race, 1, 1):
        fire(race, car(race, "B"), Equipment.FLAMER)
    assert car(race, "A").heat == 2


def test_n22_on_an_open_course_nothing_stands_behind_the_line() -> None:
    race = table(at="4.c.8 1.c.1")
    assert target_in_front(race, car(race, "A")) == NOBODY
    assert target_behind(race, car(race, "B")) == NOBODY


def test_n22_n23_a_shot_is_counted_and_its_range_is_exact() -> None:
    race = table(at="2.c.1 2.c.5")
    assert target_in_front(race, car(race, "A")) == NOBODY  # four squares
    put(race, "B", "2.c.4")
    with dice(race, 2):
        fire(race, car(race, "A"), Equipment.MACHINE_GUN)
    assert (car(race, "A").shots, car(race, "A").damage_dealt) == (1, 1)


def test_n26_the_mines_of_a_destroyed_car_stay_and_harm_the_others() -> None:
    race = table("A B C", at="2.c.1 2.a.1 4.c.1", cars={"A": "ironclad", "B": "gravedigger"})
    lay_mine(race, "2.c.2", "B")
    wreck(race, "B")
    with dice(race, 2):
        drive(race, car(race, "A"), Side.AHEAD)
    assert car(race, "A").structure == 8
    assert car(race, "B").damage_dealt == 1
    assert (race.mines[0].square, race.mines[0].owner) == (0, NOBODY)


def test_d21_a_car_destroyed_before_it_leaves_its_square_leaves_no_mine() -> None:
    """And the next car does not drop it either."""
    rock = with_lanes("........", "........", "...#....", "........", "........")
    race = table(
        "A B C", at="2.c.3 4.c.1 4.a.1", cars={"A": "gravedigger"}, track=rock, gear="g5_18"
    )
    race.dropping = 1
    with dice(race):
        drive(race, car(race, "A"), Side.AHEAD)
    assert car(race, "A").wrecked_round == 1
    end_turn(race)
    assert (race.dropping, car(race, "A").mines) == (0, 4)
    assert not any(mine.square for mine in race.mines)


def test_d21_a_mine_that_was_chosen_is_dropped_on_the_square_before_the_line() -> None:
    race = mining("4.c.8 2.c.1")
    race.dropping = 1
    with dice(race):
        drive(race, car(race, "A"), Side.AHEAD)
    assert car(race, "A").place == 1
    assert race.mines[0].square == square("4.c.8")
    assert car(race, "A").mines == 3


def test_n24_an_obstruction_in_the_way_of_a_boost_is_met_with_its_movement() -> None:
    """The rock takes the second of three squares: the third leads on from next to it."""
    rock = with_lanes("........", "........", "...#....", "........", "........")
    race = table(at="2.c.2 4.c.1", track=rock, gear="g1_4")
    arm(race, "A", Equipment.BOOSTER)
    race.movement, race.lane_changes = 0, 4
    with dice(race, Menu.BOOST + 3, 6, square("2.b.4"), 6, 6):
        finish_move(race, car(race, "A"))
    assert (where(race, "A"), car(race, "A").structure, race.lane_changes) == ("2.b.5", 8, 0)


def test_n26_all_twelve_mines_have_a_place_on_the_road() -> None:
    race = mining()
    race.cars[0].mines = len(race.mines)
    for number in range(len(race.mines)):
        race.dropping = 1
        drop_mine(race, car(race, "A"), as_square(square("2.c.1") + number))
    assert [mine.square for mine in race.mines] == [square("2.c.1") + n for n in range(12)]
    assert (car(race, "A").mines, race.dropping) == (0, 0)


def test_n22_n23_a_shot_that_misses_changes_nothing() -> None:
    race = table(at="2.c.1 2.c.4")
    with dice(race, 3):
        fire(race, car(race, "A"), Equipment.MACHINE_GUN)
    with dice(race, 6):
        fire(race, car(race, "B"), Equipment.FLAMER)
    assert not [*told(race, Structure), *told(race, Heat)]
    assert (car(race, "A").heat, car(race, "B").structure) == (0, 9)


def test_d21_for_the_first_square_of_a_boost_no_mine_is_asked_about_again() -> None:
    race = boosting()
    race.dropping = 0
    with dice(race, Menu.BOOST + 1, 6):
        finish_move(race, car(race, "A"))
    assert car(race, "A").mines == 4


def test_n16_the_side_bumper_is_armed_like_the_rest() -> None:
    race = table(drivers={"A": "butcher"})
    race.movement = 0
    with dice(race, Menu.ARM + Equipment.SIDE_BUMPER):
        finish_move(race, car(race, "A"))
    assert car(race, "A").armed[Equipment.SIDE_BUMPER] == 1
