"""The worth of a spot of the gear matrix for the rookie: squares, heat, crashes.

Worths are in hundredths of a square of progress.
"""

from __future__ import annotations

from wreckoning.bots.rush.outlook import TOO_MANY, dodges_within
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable
from wreckoning.rulesets.rush.chances import (
    permille_at_least,
    permille_of_damage,
    permille_of_heat,
    permille_of_two_turns,
)
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.standings import is_racing, progress_of
from wreckoning.rulesets.rush.spots import NEUTRAL, speed_of

SQUARE = 100
PROGRESS = 240  # progress for a square, about: a tile has 1680
PACE = 9  # squares a turn, about
STEERING_WORTH = 60
STRUCTURE_WORTH = 130
HEAT_WORTH = 110  # at the pace for which the heat has to last
TURBO_WORTH = 110
BRAKE_WORTH = 60
DEATH = 3000
HEAT_DEATH = 4000
HEAT_TURNS = 3
OF_THE_FIRST, OF_THE_LAST = 297, 77  # percent of those prices, by place
FULL = 6  # structure points at which each is worth STRUCTURE_WORTH
SLOWEST = 4
BRAKED = 1  # Brake points that it would use then
BLOCKED = 2  # lane changes, about, if no way is seen


@jitable
def squares_to_go(race: Race, car: Car) -> int:
    """About how many squares are left to the finish."""
    return (race.course.laps * race.course.length - progress_of(race, car)) // PROGRESS + 1


@jitable
def turbo_worth(race: Race, car: Car) -> int:
    """The worth of a Turbo point: unused points are worth nothing at the finish."""
    turns = squares_to_go(race, car) // PACE
    if turns == 0:
        return TURBO_WORTH // 3
    worth = TURBO_WORTH if turns > 2 * car.turbo else TURBO_WORTH // 3
    return worth * caution(race, car) // 100


@jitable
def brake_worth(race: Race, car: Car) -> int:
    """The worth of a Brake point, of which fewer are needed."""
    turns = squares_to_go(race, car) // PACE
    return BRAKE_WORTH if turns > 2 * car.brake else BRAKE_WORTH // 3


@jitable
def caution(race: Race, car: Car) -> int:
    """The worth of heat and Turbo points, in percent, by the place in the round's order.

    The leader saves them. The further back a car is, the more freely it spends them.
    """
    before = behind = 0
    for slot in range(race.racers):
        seat = race.queue[slot]
        if seat != NOBODY and seat != car.seat and is_racing(race.cars[seat]):
            if slot < race.slot:
                before += 1
            else:
                behind += 1
    if before + behind == 0:
        return 100
    return (OF_THE_FIRST * behind + OF_THE_LAST * before) // (before + behind)


@jitable
def spot_worth(race: Race, car: Car, outlook: tuple[int, int], spot: int, turbo: int) -> int:
    """Squares, minus the average cost of heat and crashes, now and in the next turn.

    `outlook`: what the driver sees ahead (`outlook.look_ahead`).
    """
    speed = speed_of(spot)
    to_go = squares_to_go(race, car)
    worth = SQUARE * min(speed, to_go + 2)
    care = caution(race, car)
    worth -= heat_cost(car, race.matrix.zone[spot], turbo, to_go) * care // 100
    need = dodges_within(outlook, speed)
    worth -= crash_cost(car, speed, need)
    if to_go > speed:
        worth -= arrival_cost(car, outlook, speed, need)
        worth -= heat_to_come(race, car, spot)
    return worth


@jitable
def heat_cost(car: Car, dice: int, turbo: int, to_go: int) -> int:
    """Heat points at their present price, plus the chance to blow up at once.

    The remaining heat has to last for all remaining turns.
    """
    if dice == 0:
        return 0
    faces = 2 + turbo
    left = car.figures.heat - car.heat
    turns = max(0, to_go - 1) // PACE
    price = HEAT_WORTH * (turns + 1) // max(1, left + turns // HEAT_TURNS)
    if turns == 0:
        price = 10  # remaining heat counts for nothing at the finish
    return dice * faces * price // 6 + HEAT_DEATH * permille_of_heat(dice, faces, left) // 1000


@jitable
def heat_to_come(race: Race, car: Car, spot: int) -> int:
    """The chance to blow up in the next turn, at the coolest spot allowed then.

    The gearstick may be shifted sideways there, or a step down. Unknown faces count half.
    """
    matrix = race.matrix
    coolest = matrix.zone[spot]
    for below in (matrix.down[spot], matrix.down_left[spot]):
        if below != NEUTRAL:
            coolest = min(coolest, matrix.zone[below])
    beside = matrix.left[spot]
    while beside != NEUTRAL:
        coolest = min(coolest, matrix.zone[beside])
        beside = matrix.left[beside]
    beside = matrix.right[spot]
    while beside != NEUTRAL:
        coolest = min(coolest, matrix.zone[beside])
        beside = matrix.right[beside]
    left = car.figures.heat - car.heat
    return HEAT_DEATH * permille_of_two_turns(matrix.zone[spot], coolest, left) // 2000


@jitable
def arrival_cost(car: Car, outlook: tuple[int, int], speed: int, need: int) -> int:
    """The cost of this speed in the next turn, at the slowest speed allowed then.

    The gearstick gives one step, a Brake point another. Unknown squares count half.
    """
    slower = max(SLOWEST, speed - 1 - min(car.brake, BRAKED))
    then = dodges_within(outlook, speed + slower)
    more = max(0, then - need) if then != TOO_MANY else BLOCKED
    return crash_cost(car, slower, more) // 2


@jitable
def crash_cost(car: Car, speed: int, need: int) -> int:
    """The average cost if the white dice do not give the lane changes that this speed needs.

    Steering points make up for missing ones first; each one still missing means a crash.
    """
    price = one_crash(car, speed)
    if need == TOO_MANY:
        return price
    cost = 0
    for change in range(1, need + 1):
        enough = permille_at_least(speed, change)
        with_points = permille_at_least(speed, change - car.steering)
        cost += (with_points - enough) * STEERING_WORTH // 1000
        cost += (1000 - with_points) * price // 1000
    return cost


@jitable
def one_crash(car: Car, speed: int) -> int:
    """The cost of an obstruction at a speed: structure points, dearer the fewer are left; death."""
    points = obstruction_average(speed) * STRUCTURE_WORTH * FULL // (100 * max(2, car.structure))
    return points + DEATH * permille_of_damage(speed, car.structure) // 1000


@jitable
def obstruction_average(speed: int) -> int:
    """Structure points lost to an obstruction at a speed, in hundredths; roughly."""
    if speed <= 5:
        return 100
    if speed <= 10:
        return 110 + (speed - 6) * 60
    return min(600, 400 + (speed - 11) * 30)
