"""Reach (D22): every destination and the best way there, against trying out all ways there are."""

from __future__ import annotations

from random import Random

import pytest
from tests.rush.table import (
    RING,
    arm,
    asked,
    car,
    course,
    dice,
    lay_mine,
    put,
    square,
    suspends,
    table,
    tile,
    way,
    where,
    with_lanes,
    wreck,
)

from wreckoning.core.door import MAX_OPTIONS
from wreckoning.core.records import NOBODY, pack
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rush import courses
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.questions import Menu, square_in
from wreckoning.rulesets.rush.race import DESTINATIONS, KINDS, Equipment, Hit, Race
from wreckoning.rulesets.rush.rules.moving import make_a_move
from wreckoning.rulesets.rush.rules.reach import find_reach, forget_reach, side_of_step
from wreckoning.rulesets.rush.rules.road import onward
from wreckoning.rulesets.rush.rules.standings import car_on, has_mine, has_wreck, leads_home
from wreckoning.rulesets.rush.rules.steering import UNLIMITED
from wreckoning.rulesets.rush.ruleset import RULESET
from wreckoning.rulesets.rush.squares import FINISH, SquareNumber, as_square, square_name

Best = dict[tuple[SquareNumber, int], tuple[int, int, int]]  # (square, hit) → points, harm, changes

TREES = with_lanes("...#....", "......#.", "..#..#..", ".....#..", "...#....")


def all_ways(race: Race, movement: int, free: int, points: int) -> Best:
    """Every way there is, one after another; of those to a destination the best."""
    best: Best = {}
    driver = race.cars[0]

    def end(to: SquareNumber, hit: int, changes: int, harm: int) -> None:
        key = (max(0, changes - free), harm, changes)
        best[to, hit] = min(best.get((to, hit), key), key)

    def go(at: SquareNumber, left: int, changes: int, harm: int) -> None:
        for side in range(3):
            to, turned = onward(race, at, side), changes + (side != Side.AHEAD)
            if not to or race.course.obstruction[to] or turned > free + points:
                continue
            if leads_home(race, driver, at, to):
                end(FINISH, Hit.NOTHING, turned, harm)
            elif car_on(race, to) != NOBODY:
                end(to, Hit.RUSH if side == Side.AHEAD else Hit.RAM, turned, harm)
            else:
                litter = min(2, harm + (has_wreck(race, to) or has_mine(race, to, 0)))
                if left == 1:
                    end(to, Hit.NOTHING, turned, litter)
                else:
                    go(to, left - 1, turned, litter)

    go(driver.square, movement, 0, 0)
    return best


def found(race: Race) -> Best:
    """What `find_reach` found, after a look at whether each way leads where it says."""
    reach, best = race.reach, {}
    for at in range(reach.count):
        here, changes = race.cars[0].square, 0
        for step in range(reach.steps[at]):
            side = side_of_step(reach.way[at], step)
            changes += side != Side.AHEAD
            to = onward(race, here, side)
            here = FINISH if leads_home(race, race.cars[0], here, to) else to
        assert (here, changes) == (reach.square[at], reach.changes[at])
        points = max(0, changes - race.lane_changes)
        best[here, reach.hit[at]] = (points, reach.harm[at], changes)
    return best


@pytest.mark.parametrize("number", range(60))
def test_d22_n14_n15_reach_is_what_trying_out_all_ways_finds(number: int) -> None:
    random = Random(number)
    name = random.choice(courses.names())
    seats = [Seat(each) for each in "ABCDEF"]
    race = RULESET.start(courses.load(name), seats, {"race_to_the_last": "on"})
    record = race.course
    squares = map(as_square, range(1, FINISH))
    road = [s for s in squares if record.progress[s] and not record.obstruction[s]]
    base = random.choice([s for s in road if s not in road[-60:]])
    near = [s for s in road if 0 < record.progress[s] - record.progress[base] <= 3000]
    for seat, at in enumerate([base, *random.sample(near, 5)]):
        race.cars[seat].square = at
        race.cars[seat].wrecked_round = int(seat > 0 and random.random() < 0.4)
    for mine in race.mines[: random.randrange(8)]:
        mine.square = random.choice(near)
    race.cars[0].lap = random.randrange(record.laps)
    movement, points = random.randint(1, 8), random.randint(0, 3)
    free = random.choice((0, 1, 2, 3, 4, UNLIMITED))
    race.lane_changes = free
    before = pack(race)
    expected = all_ways(race, movement, free, points)
    find_reach(race, race.cars[0], movement, free, points)
    assert found(race) == expected
    forget_reach(race)
    assert pack(race) == before, "something of the search was left behind"


def test_d22_fewest_steering_points_then_litter_then_lane_changes() -> None:
    """Straight on lies a wreck. With a free change it is driven round, else through."""
    for free, through in ((2, False), (1, True)):
        race = table("A B", at="2.c.1 2.c.3", gear="g1_4")
        wreck(race, "B")
        race.lane_changes = free
        answers = (square("2.c.5"), 6) if through else (square("2.c.5"),)
        with dice(race, *answers):
            make_a_move(race, car(race, "A"))
        assert ("2.c.3" in way(race)) == through
        assert car(race, "A").steering == 6


def test_d22_steering_points_are_spent_where_the_way_needs_them() -> None:
    race = table(at="2.c.1 4.c.1", gear="g1_4")
    race.lane_changes = 1
    with dice(race, square("2.a.5")):
        make_a_move(race, car(race, "A"))
    assert (where(race, "A"), car(race, "A").steering, race.lane_changes) == ("2.a.5", 5, 0)


def test_d22_ways_into_a_car_end_there_and_movement_goes_on() -> None:
    race = table(at="2.c.1 2.b.4", gear="g4_8")
    race.lane_changes = 3
    with suspends(race):
        make_a_move(race, car(race, "A"))
    options = asked(race)[2]
    assert Menu.RAM + square("2.b.4") in options
    assert Menu.RUSH + square("2.b.4") in options
    assert square("2.b.4") not in options
    with dice(race, Menu.RAM + square("2.b.4"), 6):
        make_a_move(race, car(race, "A"))
    assert (where(race, "A"), race.movement) == ("2.b.4", 5)


def test_d22_mines_are_driven_round_too() -> None:
    race = table(at="2.c.1 4.c.1", gear="g1_4")
    lay_mine(race, "2.c.4", "B")
    race.lane_changes = 3
    with dice(race, square("2.c.5")):
        make_a_move(race, car(race, "A"))
    assert "2.c.4" not in way(race)


def test_d22_the_menu_offers_next_squares_first_and_never_too_much() -> None:
    race = table(at="2.c.2 4.c.1", gear="g5_12", track=TREES)
    race.lane_changes = 6
    with suspends(race):
        make_a_move(race, car(race, "A"))
    options = asked(race)[2]
    assert [square_name(square_in(o)) for o in options[:2]] == ["2.c.3", "2.b.3"] or options[
        0
    ] > 1000
    assert len(options) <= MAX_OPTIONS


def test_d22_what_the_menu_has_no_room_for_is_come_to_step_by_step() -> None:
    """Two curves behind a straight, with cars to run into: 45 destinations in reach of 14.

    41 are offered, and there is room left for a mine and each piece of equipment.
    """
    bends = [tile(f"bend_{n}", ["." * n for n in (8, 7, 6, 5, 4)], "right") for n in (1, 2)]
    track = course(tile("first"), *bends, *(tile(f"plain_{n}") for n in range(1, 5)))
    at = "1.c.5 2.a.2 2.b.3 2.c.4 2.d.2 2.e.4"
    cars = {"A": "gravedigger", "D": "ironclad"}
    race = table("A B C D E F", at=at, gear="g5_14", track=track, cars=cars)
    race.lane_changes = UNLIMITED
    find_reach(race, car(race, "A"), 14, UNLIMITED, 0)
    assert race.reach.count == 45
    arm(race, "A", Equipment.MACHINE_GUN)
    with suspends(race):
        make_a_move(race, car(race, "A"))
    options = asked(race)[2]
    squares = [option for option in options if option < Menu.ARM]
    assert [square_name(square_in(option)) for option in options[:3]] == ["1.c.6", "1.b.6", "1.d.6"]
    assert len(squares) == MAX_OPTIONS - KINDS - 1
    assert Menu.MINE in options


def test_d22_there_is_room_for_all_destinations_of_every_shipped_course() -> None:
    most = 0
    for name in courses.names():
        race = RULESET.start(courses.load(name), [Seat("A"), Seat("B")], {"race_to_the_last": "on"})
        put(race, "B", "1.e.1")
        for at in map(as_square, range(1, FINISH)):
            if race.course.progress[at] and not race.course.obstruction[at]:
                race.cars[0].square = at
                for movement, changes in ((5, 5), (10, 12), (16, 12), (18, 6)):
                    find_reach(race, race.cars[0], movement, changes, 0)
                    most = max(most, race.reach.count)
    assert 5 < most < DESTINATIONS


def test_d22_without_a_lane_change_the_ring_is_driven_in_the_lane() -> None:
    race = table(track=RING, at="1.e.6 4.a.1", gear="g2_5")
    race.lane_changes, car(race, "A").steering = 0, 0
    find_reach(race, car(race, "A"), 5, 0, 0)
    assert [square_name(race.reach.square[at]) for at in range(race.reach.count)] == ["3.e.1"]
