"""What the rookie sees ahead: looked at once, it is what a look for each distance would say."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random

import pytest
from tests.rush.table import RING, car, square, table, with_lanes, wreck

from wreckoning.bots.rush.outlook import TOO_MANY, dodges_within, free_run, look_ahead
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rush import courses
from wreckoning.rulesets.rush.chances import (
    permille_at_least,
    permille_of_damage,
    permille_of_heat,
    permille_of_two_turns,
)
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.reach import TAKEN, mark_squares
from wreckoning.rulesets.rush.rules.road import is_closed, onward
from wreckoning.rulesets.rush.rules.steering import white_dice
from wreckoning.rulesets.rush.ruleset import RULESET
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE, as_square

FAR = 36


def dodges_for(race: Race, mover: Car, squares: int) -> int:
    """The obvious way: drive this far, straight on, and aside where that leads further."""
    at, left, dodges = mover.square, squares, 0
    while left:
        run = free_run(race, at, left)
        left -= run
        if left == 0:
            break
        for _ in range(run):
            at = race.course.ahead[at]
        sides = [onward(race, at, side) for side in (Side.LEFT, Side.RIGHT)]
        for number, aside in enumerate(sides):
            if aside == FINISH:
                return dodges
            if is_closed(race, aside) or race.reach.mark[aside] == TAKEN:
                sides[number] = NOWHERE
        runs = [free_run(race, aside, left) if aside != NOWHERE else -1 for aside in sides]
        if max(runs) < 0:
            return TOO_MANY
        at = sides[runs.index(max(runs))]
        dodges += 1
        left -= 1
    return dodges


def seen(race: Race, squares: int) -> int:
    mark_squares(race, car(race, "A"), True)
    found = dodges_within(look_ahead(race, car(race, "A"), FAR), squares)
    mark_squares(race, car(race, "A"), False)
    return found


#   2.c.1  A . . # . . . .     all others of the tile are free
def test_one_dodges_where_the_lane_is_blocked() -> None:
    track = with_lanes("........", "........", "...#....", "........", "........")
    race = table(at="2.c.1 4.e.1", track=track)
    assert [seen(race, squares) for squares in range(5)] == [0, 0, 0, 1, 1]


def test_a_live_car_in_the_lane_blocks_it_too_a_wreck_does_not() -> None:
    race = table(at="2.c.1 2.c.4")
    assert [seen(race, squares) for squares in (2, 3)] == [0, 1]
    wreck(race, "B")
    assert seen(race, 3) == 0


#   2.c  A . . . # . . .     and so in all lanes
def test_there_is_no_way_where_all_is_closed() -> None:
    race = table(at="2.c.1 4.e.1")
    for lane in "abcde":
        race.course.obstruction[square(f"2.{lane}.5")] = 1
    assert [seen(race, squares) for squares in (3, 4, 9)] == [0, TOO_MANY, TOO_MANY]


@pytest.mark.parametrize("number", range(80))
def test_a_look_is_as_a_look_for_each_distance(number: int) -> None:
    """Cars and wrecks anywhere ahead, on every course; also across the finish line."""
    random = Random(number)
    course = RING if number % 5 == 4 else courses.names()[number % 4]
    seats = [Seat(each) for each in "ABCDEF"]
    race = RULESET.start(courses.load(course), seats, {"race_to_the_last": "on"})
    record = race.course
    numbers = map(as_square, range(1, FINISH))
    road = [s for s in numbers if record.progress[s] and not record.obstruction[s]]
    base = random.choice(road)
    near = [s for s in road if 0 < record.progress[s] - record.progress[base] <= 3000]
    for seat, at in enumerate([base, *random.choices(near or road, k=5)]):
        race.cars[seat].square = at
        race.cars[seat].wrecked_round = int(seat > 0 and random.random() < 0.2)
    mover = race.cars[0]
    mark_squares(race, mover, True)
    outlook = look_ahead(race, mover, FAR)
    for squares in range(FAR + 1):
        assert dodges_within(outlook, squares) == dodges_for(race, mover, squares)
        assert dodges_within(look_ahead(race, mover, squares), squares) == dodges_within(
            outlook, squares
        )


# --- chances


def permille(ways: Iterable[bool]) -> int:
    """The share of these that hold, in whole thousandths."""
    held = list(ways)
    return 1000 * sum(held) // len(held)


@pytest.mark.parametrize("speed", range(6, 18))
def test_n13_n18_white_dice_counted(speed: int) -> None:
    """Up to speed 10 the highest counts for lane changes, the lowest for damage; then turned."""
    rolls = list(product(range(1, 7), repeat=white_dice(speed)))
    changes, damage = (max, min) if speed <= 10 else (min, max)
    for number in range(-3, 10):
        assert permille_at_least(speed, number) == permille(changes(r) >= number for r in rolls)
        assert permille_of_damage(speed, number) == permille(damage(r) >= number for r in rolls)


def test_n13_n18_speeds_without_white_dice() -> None:
    for number in range(1, 9):
        assert [permille_at_least(speed, number) for speed in (4, 5, 18)] == [1000, 1000, 0]
        slow, fast = permille_of_damage(4, number), permille_of_damage(18, number)
        assert slow == permille_of_damage(5, number) == 1000 * (number <= 1)
        assert fast == 1000 * (number <= 6)


@pytest.mark.parametrize("dice", range(4))
@pytest.mark.parametrize("hot", range(2, 9))
def test_n12_red_dice_counted(dice: int, hot: int) -> None:
    rolls = list(product(range(1, 7), repeat=dice))
    for points in range(-2, 7):
        counted = permille(sum(face <= hot for face in roll) >= points for roll in rolls)
        assert permille_of_heat(dice, hot, points) == counted


@pytest.mark.sampled(3)
@pytest.mark.parametrize("dice", range(4))
@pytest.mark.parametrize("then", range(4))
def test_n12_red_dice_of_two_turns(dice: int, then: int) -> None:
    """Not by the first turn's alone; within the rounding down of each part."""
    for points in range(-2, 12):
        exact = permille(
            sum(face <= 2 for face in roll[:dice]) < points <= sum(face <= 2 for face in roll)
            for roll in product(range(1, 7), repeat=dice + then)
        )
        assert exact - 5 <= permille_of_two_turns(dice, then, points) <= exact + 1
