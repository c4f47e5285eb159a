"""Order, laps and the end of a race (N3, N5, N8; D1, D2, D11, D12, D20)."""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.rush.table import (
    RING,
    asked,
    car,
    course,
    dice,
    put,
    spot,
    square,
    suspends,
    table,
    where,
    wreck,
)

from wreckoning.core.ids import seat_range
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rush import courses, turn
from wreckoning.rulesets.rush.events import Cause, Finished, Lap, Moved, RaceOver, Structure
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.questions import Menu, Question
from wreckoning.rulesets.rush.race import Phase, Race
from wreckoning.rulesets.rush.rules.damage import lose_structure, take_heat
from wreckoning.rulesets.rush.rules.driving import drive
from wreckoning.rulesets.rush.rules.ending import draw_grid, is_decided
from wreckoning.rulesets.rush.rules.standings import settle_order
from wreckoning.rulesets.rush.ruleset import RULESET
from wreckoning.rulesets.rush.spots import speed_of
from wreckoning.rulesets.rush.squares import FINISH, square_name


def order(race: Race) -> str:
    settle_order(race)
    return "".join(chr(ord("A") + seat) for seat in race.queue if seat >= 0)


def places(race: Race) -> list[int]:
    return [race.cars[seat].place for seat in seat_range(race.racers)]


def test_n8_front_to_back() -> None:
    race = table("A B C", at="2.c.1 2.a.8 2.d.4")
    assert order(race) == "BCA"


def test_n8_of_level_cars_the_one_that_arrived_first_is_ahead() -> None:
    race = table("A B C", at="2.c.4 2.a.4 2.d.4")
    assert order(race) == "ABC"
    put(race, "A", "2.c.4")  # again, and so after the others
    assert order(race) == "BCA"


def test_n8_inner_and_outer_lanes_compare() -> None:
    """On the curve the second of four squares is further round than the third of eight."""
    race = table(track=RING, at="2.a.3 2.e.2")
    assert order(race) == "BA"


def test_n8_laps_come_first() -> None:
    race = table(track=RING, at="6.a.8 1.a.1")
    car(race, "B").lap = 1
    assert order(race) == "BA"


def test_d2_the_grid_is_drawn_by_lot() -> None:
    seats = [Seat(name) for name in "ABCD"]
    race = RULESET.start(courses.load(course()), seats, {"race_to_the_last": "on"})
    with dice(race, 3, 1, 2):  # C, then the first of A, B, D, then the second of B, D; then B
        draw_grid(race)
    assert [where(race, name) for name in "CADB"] == ["1.b.5", "1.d.5", "1.b.3", "1.d.3"]
    assert order(race) == "CADB"
    assert race.moves == 4
    assert [car(race, name).arrived for name in "CADB"] == [1, 2, 3, 4]


def test_d2_every_draw_is_told_with_its_place_and_the_last_needs_none() -> None:
    match = Match(RULESET, courses.load(course()), [Seat(name) for name in "ABC"], automatic=False)
    match.answer(3)
    match.answer(1)
    assert [(e["event"], e["who"]) for e in match.events_json(match.events()[:5])] == [
        ("roll", "C"),
        ("grid_set", "C"),
        ("roll", "A"),
        ("grid_set", "A"),
        ("grid_set", "B"),
    ]
    grid = RULESET.view.log_lines(match, match.events())[0]
    assert grid.text == "The grid, by lot: 1st C (die ⚂ 3); 2nd A (die ⚀ 1); 3rd B"
    assert grid.rules == ("D2",)


def test_n8_d11_the_order_is_settled_once_a_round_and_wrecks_are_left_out() -> None:
    race = table("A B C", at="2.c.1 2.a.8 2.d.4")
    race.phase = Phase.ROUND
    turn.step(race)
    wreck(race, "C")
    race.slot = 0
    turn.end_turn(race)
    assert race.queue[race.slot] == 0  # from B on to A, past C


def test_n3_structure_at_the_skull() -> None:
    race = table()
    lose_structure(race, car(race, "B"), 20, Cause.MACHINE_GUN, 0)
    assert (car(race, "B").structure, car(race, "B").wrecked_round) == (0, 1)
    assert where(race, "B") == "2.c.5"  # it stays: a wreck
    assert car(race, "A").damage_dealt == 9
    lose_structure(race, car(race, "B"), 1, Cause.MACHINE_GUN, 0)  # nothing more to lose
    assert len(told(race, Structure)) == 1


def test_n3_heat_at_the_skull() -> None:
    race = table()
    take_heat(race, car(race, "A"), 5, Cause.ENGINE, 0)
    assert car(race, "A").wrecked_round == 0
    take_heat(race, car(race, "A"), 3, Cause.ENGINE, 0)
    assert car(race, "A").wrecked_round == 1
    assert (car(race, "A").heat, car(race, "A").heat_taken) == (6, 6)  # no more than to the skull


def test_n5_the_first_across_the_line() -> None:
    race = table("A B C", at="4.c.8 4.a.8 2.c.1", gear="g1_4")
    with dice(race):
        drive(race, car(race, "A"), Side.AHEAD)
    driver = car(race, "A")
    assert (driver.place, where(race, "A"), race.movement) == (1, "none", 0)
    assert (driver.lap, driver.home, driver.finish_round, race.home) == (1, 1, 1, 1)
    assert told(race, Finished) == [Finished(0, 1, 1)]
    assert told(race, Moved) == [Moved(0, square("4.c.8"), FINISH, Side.AHEAD, 0)]


def test_d1_what_stands_behind_the_line_is_not_met() -> None:
    """On a closed course the square behind the line may hold a car that is a lap down."""
    race = table("A B C", track=RING, at="6.c.6 1.c.1 2.c.1")
    car(race, "A").lap = 1
    with dice(race):
        drive(race, car(race, "A"), Side.AHEAD)
    assert car(race, "A").place == 1


def test_n6_a_lap_is_completed_on_crossing() -> None:
    race = table(track=RING, at="6.c.6 2.c.1")
    with dice(race):
        drive(race, car(race, "A"), Side.AHEAD)
    assert (where(race, "A"), car(race, "A").lap, car(race, "A").place) == ("1.c.1", 1, 0)
    assert told(race, Lap) == [Lap(0, 1)]


def test_d12_the_race_goes_on_to_the_last() -> None:
    race = table("A B C", at="4.c.8 4.a.8 2.c.1")
    drive(race, car(race, "A"), Side.AHEAD)
    assert not is_decided(race)
    drive(race, car(race, "B"), Side.AHEAD)
    assert is_decided(race)
    turn.end_turn(race)
    assert places(race) == [1, 2, 3]
    assert turn.is_over(race)


def test_d12_or_ends_with_the_first_and_the_others_are_placed_by_progress() -> None:
    race = table("A B C", at="4.c.8 2.a.1 2.c.5", race_to_the_last="off")
    drive(race, car(race, "A"), Side.AHEAD)
    turn.end_turn(race)
    assert turn.is_over(race)
    assert places(race) == [1, 3, 2]


def test_d20_n5_the_last_car_left_has_to_cross_the_line() -> None:
    """Source: "The winner is the first car to cross the finish line": A drives on alone."""
    race = table("A B C", at="4.c.8 3.a.8 2.c.5")
    wreck(race, "B")
    wreck(race, "C")
    turn.end_turn(race)
    assert not turn.is_over(race)
    drive(race, car(race, "A"), Side.AHEAD)
    turn.end_turn(race)
    assert turn.is_over(race)
    assert places(race) == [1, 2, 3]
    assert told(race, RaceOver) == [RaceOver(0, 1)]


def test_n5_where_no_car_crosses_the_line_nobody_wins() -> None:
    """Source: "The winner is the first car to cross the finish line": wrecks are only placed."""
    race = table("A B", at="4.c.7 4.c.8", gear="g1_4")
    car(race, "A").structure = car(race, "B").structure = 1
    with dice(race, 1, 6, 6, 6):
        drive(race, car(race, "A"), Side.AHEAD)
        turn.end_turn(race)
    assert turn.is_over(race)
    assert places(race) == [2, 1]
    assert told(race, RaceOver) == [RaceOver(None, 1)]


def test_d20_with_another_home_the_last_car_left_does_not_drive_on() -> None:
    race = table("A B C", at="4.c.8 3.a.8 2.c.5")
    drive(race, car(race, "A"), Side.AHEAD)
    wreck(race, "B")
    turn.end_turn(race)
    assert turn.is_over(race)
    assert places(race) == [1, 3, 2]


def test_d20_all_destroyed_are_placed_by_progress() -> None:
    race = table("A B C", at="2.c.1 3.a.8 2.c.5")
    for name in "ABC":
        wreck(race, name)
    turn.end_turn(race)
    assert places(race) == [3, 1, 2]


def test_d20_a_car_still_racing_is_placed_before_wrecks() -> None:
    race = table("A B C", at="4.c.8 4.a.7 2.c.1")
    wreck(race, "B")
    drive(race, car(race, "A"), Side.AHEAD)
    turn.end_turn(race)
    assert places(race) == [1, 3, 2]


def test_d11_heat_before_steering_before_moving() -> None:
    race = table("A B", at="2.c.1 4.c.1", gear="g4_9")
    race.phase = Phase.ROLLS
    with suspends(race):
        turn.step(race)
    assert asked(race)[1] == Question.HEAT_DIE
    with suspends(race, 6, 6):
        turn.step(race)
    assert asked(race)[1] == Question.STEERING_DIE
    with dice(race, 6, 6, 3, 2):
        turn.step(race)
    assert (race.phase, race.movement, race.lane_changes) == (Phase.MOVE, 9, 3)


def test_d11_a_car_that_dies_before_moving_is_a_wreck_where_it_stands() -> None:
    race = table("A B C", at="2.c.1 4.c.1 1.c.1", gear="g4_9")
    race.phase = Phase.ROLLS
    car(race, "A").heat = 5
    with dice(race, 1, 6):
        turn.step(race)
    assert (car(race, "A").wrecked_round, where(race, "A")) == (1, "2.c.1")
    assert race.phase == Phase.GEAR


@pytest.mark.parametrize("name", ["gasworks_run", "broken_crown"])
def test_n8_a_turn_from_the_gearstick_to_the_end(name: str) -> None:
    """Gear, points, rolls, move, after: each a checkpoint of its own."""
    seats = [Seat(each) for each in "AB"]
    race = RULESET.start(courses.load(name), seats, {"race_to_the_last": "on"})
    with dice(race, 1):
        turn.step(race)
    turn.step(race)
    phases = []
    for answers in ((spot("g1_4"),), (Menu.DONE,), (), (square("1.b.6"),)):
        phases.append(Phase(race.phase).name)
        with dice(race, *answers):
            turn.step(race)
    assert phases == ["GEAR", "POINTS", "ROLLS", "MOVE"]
    assert (race.movement, speed_of(race.cars[0].gear)) == (3, 4)
    assert square_name(race.cars[0].square) == "1.b.6"


def test_n8_points_of_the_turn_are_forgotten_at_its_end() -> None:
    race = table("A B C", gear="g3_8")
    race.phase = Phase.POINTS
    with dice(race, Menu.BRAKE + car(race, "A").gear - 1):
        turn.step(race)
    assert race.brake_used == 1
    turn.end_turn(race)
    assert (race.brake_used, race.movement, race.activations) == (0, 0, 0)
