"""What a spot of the gear matrix is worth to the rookie: the squares, the heat, the crashes.

Worths are in hundredths of a square of progress.
"""

from __future__ import annotations

from wreckoning.core.rules import jitable
from wreckoning.rulesets.rush.chances import permille_at_least
from wreckoning.rulesets.rush.race import LEFT, RIGHT, Car, Race
from wreckoning.rulesets.rush.rules.reach import TAKEN
from wreckoning.rulesets.rush.rules.road import is_closed, onward
from wreckoning.rulesets.rush.rules.standings import progress_of
from wreckoning.rulesets.rush.spots import speed_of
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE

SQUARE = 100
PROGRESS = 240  # progress of a square, about: a tile has 1680
TOO_MANY = 99
PACE = 9  # squares a turn, about
STEERING_WORTH = 60
STRUCTURE_WORTH = 130
HEAT_WORTH = 110  # at the pace the heat is meant to last for
TURBO_WORTH = 110
DEATH = 3000


@jitable
def squares_to_go(race: Race, car: Car) -> int:
    """About how many squares it is to the finish."""
    return (race.course.laps * race.course.length - progress_of(race, car)) // PROGRESS + 1


@jitable
def free_run(race: Race, square: int, most: int) -> int:
    """How many squares one could drive straight on from there without hitting anything.

    The squares of live cars are marked.
    """
    course = race.course
    for squares in range(most):
        square = course.ahead[square]
        if square in (NOWHERE, FINISH):
            return most
        if course.obstruction[square] or race.reach.mark[square] == TAKEN:
            return squares
    return most


@jitable
def dodges_for(race: Race, car: Car, speed: int) -> int:
    """About how many lane changes it takes to drive so far: straight on, and aside where blocked.

    TOO_MANY if there is no way by such driving.
    """
    square, left, dodges = car.square, speed, 0
    while True:
        run = min(free_run(race, square, left), left)
        left -= run
        if left == 0:
            return dodges
        for _ in range(run):
            square = race.course.ahead[square]
        best, longest = NOWHERE, -1
        for side in (LEFT, RIGHT):
            aside = onward(race, square, side)
            if aside == FINISH:
                return dodges
            if is_closed(race, aside) or race.reach.mark[aside] == TAKEN:
                continue
            run = free_run(race, aside, left)
            if run > longest:
                best, longest = aside, run
        if best == NOWHERE:
            return TOO_MANY
        square = best
        dodges += 1
        left -= 1
        if left == 0:
            return dodges


@jitable
def turbo_worth(race: Race, car: Car) -> int:
    """Points that are not used by the finish are worth nothing."""
    turns = squares_to_go(race, car) // PACE
    return TURBO_WORTH if turns > 2 * car.turbo else TURBO_WORTH // 3


@jitable
def spot_worth(race: Race, car: Car, spot: int, turbo: int) -> int:
    """Squares, less the heat and the crashes they cost on average."""
    speed = speed_of(spot)
    to_go = squares_to_go(race, car)
    worth = SQUARE * min(speed, to_go + 2)
    worth -= heat_cost(car, race.matrix.zone[spot], turbo, to_go)
    return worth - crash_cost(race, car, speed)


@jitable
def heat_cost(car: Car, dice: int, turbo: int, to_go: int) -> int:
    """Heat points at their price of now; and the chance to blow up at once."""
    if dice == 0:
        return 0
    faces = 2 + turbo
    left = car.figures.heat - car.heat
    turns = max(0, to_go - 1) // PACE
    price = HEAT_WORTH * (turns + 1) // max(1, left + turns // 3)
    if turns == 0:
        price = 10  # what is left of it counts for nothing at the finish
    cost = dice * faces * price // 6
    if dice >= left:
        chance = 1
        for _ in range(left):
            chance *= faces
        whole = 1
        for _ in range(left):
            whole *= 6
        ways = 1 if dice == left else 3 if left == 1 and dice == 3 else dice
        cost += DEATH * min(whole, ways * chance) // whole
    return cost


@jitable
def crash_cost(race: Race, car: Car, speed: int) -> int:
    """What it costs on average if the white dice do not give the lane changes this speed needs."""
    need = dodges_for(race, car, speed)
    if need == 0:
        return 0
    if need == TOO_MANY:
        return 250 + 20 * speed
    enough = permille_at_least(speed, need)
    cost = 0
    for points in range(1, car.steering + 1):
        with_points = permille_at_least(speed, need - points)
        cost += (with_points - enough) * points * STEERING_WORTH // 1000
        enough = with_points
        if enough == 1000:
            return cost
    damage = obstruction_average(speed)
    loss = damage * STRUCTURE_WORTH // 100
    if damage >= 100 * car.structure - 50:
        loss += DEATH // 2
    return cost + (1000 - enough) * loss // 1000


@jitable
def obstruction_average(speed: int) -> int:
    """Structure points of an obstruction at a speed, in hundredths; roughly."""
    if speed <= 5:
        return 100
    if speed <= 10:
        return 110 + (speed - 6) * 60
    return min(600, 400 + (speed - 11) * 30)
