"""The rookie: a fair opponent that races to win.

It rates each option by its average gain, in hundredths of a square of progress, and only looks at
what a driver sees, never at later dice. Heat and points are worth more early in the race.
"""

from __future__ import annotations

from wreckoning.bots.rush.outlook import dodges_within, look_ahead
from wreckoning.bots.rush.pace import (
    DEATH,
    PACE,
    PROGRESS,
    SQUARE,
    STEERING_WORTH,
    STRUCTURE_WORTH,
    brake_worth,
    crash_cost,
    obstruction_average,
    spot_worth,
    squares_to_go,
    turbo_worth,
)
from wreckoning.core import generator
from wreckoning.core.door import AskRecord, is_offered
from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable
from wreckoning.rulesets.rush.chances import permille_of_heat
from wreckoning.rulesets.rush.numbers import Equipment, Menu, Question
from wreckoning.rulesets.rush.questions import STRIDE, square_in
from wreckoning.rulesets.rush.race import KINDS, Car, Race
from wreckoning.rulesets.rush.rules.equipment import may_use
from wreckoning.rulesets.rush.rules.reach import mark_squares, side_of_step
from wreckoning.rulesets.rush.rules.road import is_clear, onward
from wreckoning.rulesets.rush.rules.standings import car_on, is_racing, leads_home, progress_of
from wreckoning.rulesets.rush.spots import NEUTRAL, speed_of
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE, SquareNumber

LOOK_AHEAD = 9  # squares straight ahead by which a place is rated
RAM_HELD = 250  # for running into a car straight ahead instead
RIVAL_WORTH = 60  # for a rival's structure point
UNPLANNED = 600
HUNCH = 208
FASTEST = 18
SPRINT_RISK = 400  # chance to blow up that it accepts, in thousandths
SPRINT_CRASH = 900
NEVER = -1_000_000
DANGER_BEHIND = 8  # squares, for mines


@jitable
def rookie(race: Race, ask: AskRecord) -> int:
    """The option that the rookie chooses for this ask."""
    car = race.cars[ask.by]
    question = ask.question
    if question == Question.STEP:
        return best_step(race, car, ask)
    if question == Question.GEAR:
        return best_gear(race, car, ask)
    if question == Question.POINTS:
        return best_points(race, car, ask)
    if question == Question.AFTER:
        return best_end(race, car, ask)
    if question == Question.SWERVE:
        return best_swerve(race, car, ask)
    return ask.options[ask.count - 1]


# --- the gearstick


@jitable
def best_gear(race: Race, car: Car, ask: AskRecord) -> int:
    """The most promising spot; never neutral."""
    outlook = look_out(race, car)
    best, most = ask.options[0], NEVER
    for index in range(ask.count):
        if ask.options[index] == NEUTRAL:
            continue
        worth = spot_worth(race, car, outlook, ask.options[index], 0) + hunch(race)
        if worth > most:
            best, most = ask.options[index], worth
    return best


@jitable
def hunch(race: Race) -> int:
    """A random bonus for an option: drivers differ, and so do days."""
    return generator.below(race.door.whim, HUNCH)


@jitable
def look_out(race: Race, car: Car) -> tuple[int, int]:
    """Look ahead, other cars included: as far as two turns lead, a step faster than now."""
    up, across = race.matrix.up[car.gear], race.matrix.up_right[car.gear]
    fastest = max(speed_of(car.gear), speed_of(up), speed_of(across))
    mark_squares(race, car, True)
    outlook = look_ahead(race, car, 2 * fastest)
    mark_squares(race, car, False)
    return outlook


@jitable
def best_points(race: Race, car: Car, ask: AskRecord) -> int:
    """Put out heat and shoot first; then use Turbo and Brake points if they pay.

    A Brake point has to gain more than a hunch, so it never undoes the gearstick's step up.
    """
    use = best_use(car, ask)
    if use != Menu.DONE:
        return use
    outlook = look_out(race, car)
    first = sprint(race, car, outlook)
    if first != NEUTRAL and is_offered(ask, Menu.TURBO + first):
        return Menu.TURBO + first
    here = spot_worth(race, car, outlook, car.gear, race.turbo_used)
    best: int = Menu.DONE
    most = here + hunch(race)
    for index in range(ask.count):
        option = ask.options[index]
        if option >= Menu.BRAKE:
            worth = spot_worth(race, car, outlook, option - Menu.BRAKE, 0) - brake_worth(race, car)
            if worth < here + HUNCH:
                continue  # otherwise a hunch at the gearstick would be undone here
            worth += HUNCH
        elif option >= Menu.TURBO:
            worth = spot_worth(race, car, outlook, option - Menu.TURBO, race.turbo_used + 1)
            worth += hunch(race) - turbo_worth(race, car)
        else:
            continue
        if worth > most:
            best, most = option, worth
    return best


@jitable
def squares_home(race: Race, car: Car) -> int:
    """Squares straight on to the finish; more than any speed if it is further than that."""
    square = car.square
    for squares in range(1, FASTEST + 1):
        after = race.course.ahead[square]
        if leads_home(race, car, square, after):
            return squares
        square = after
    return FASTEST + 1


@jitable
def sprint(race: Race, car: Car, outlook: tuple[int, int]) -> int:
    """The next spot of a sprint that reaches the finish this turn; NEUTRAL if none does.

    It uses as many Turbo points as that needs, if the engine and the road allow it.
    """
    to_go = squares_home(race, car)
    spot, first, points = car.gear, NEUTRAL, 0
    for points in range(1, car.turbo + 1):
        across = race.matrix.up_right[spot]
        spot = across if across != NEUTRAL else race.matrix.up[spot]
        if spot == NEUTRAL:
            return NEUTRAL
        if points == 1:
            first = spot
        if speed_of(spot) >= to_go:
            break
    speed = speed_of(spot)
    if first == NEUTRAL or speed < to_go or speed_of(car.gear) >= to_go:
        return NEUTRAL
    dice, faces = race.matrix.zone[spot], 2 + race.turbo_used + points
    blown = permille_of_heat(dice, faces, car.figures.heat - car.heat)
    crash = crash_cost(car, speed, dodges_within(outlook, to_go))
    return first if blown <= SPRINT_RISK and crash <= SPRINT_CRASH else NEUTRAL


# --- the move


@jitable
def best_step(race: Race, car: Car, ask: AskRecord) -> int:
    """A shot or a mine if one is offered; otherwise the most promising destination."""
    use = best_use(car, ask)
    if use != Menu.DONE:
        return use
    best, most = ask.options[0], NEVER
    drops = False
    for index in range(ask.count):
        option = ask.options[index]
        if option == Menu.MINE:
            drops = wants_to_mine(race, car)
        elif option < Menu.ARM:
            worth = step_worth(race, car, option)
            if worth > most:
                best, most = option, worth
    return Menu.MINE if drops else best


@jitable
def step_worth(race: Race, car: Car, option: int) -> int:
    """The worth of the destination, minus the cost of the way."""
    square = square_in(option)
    if square == FINISH:
        return -NEVER - way_cost(race, option)
    if option >= Menu.HIT:
        return hitting_worth(race, car)
    if option >= Menu.RAM:
        return ram_worth(race, car, option)
    if option >= Menu.RUSH:
        return rush_worth(race, car, square)
    return place_worth(race, car, square) - way_cost(race, option)


@jitable
def found_at(race: Race, option: int) -> int:
    """The destination in `reach` that an option means; NOBODY for a single step."""
    reach = race.reach
    for at in range(reach.count):
        if reach.hit[at] * STRIDE + reach.square[at] == option:
            return at
    return NOBODY


@jitable
def way_cost(race: Race, option: int) -> int:
    """Steering points and hits of litter on the way to a destination.

    A single step leaves movement over that must be used: only if there is nothing else.
    """
    at = found_at(race, option)
    if at == NOBODY:
        return UNPLANNED if race.movement > 1 else 0
    points = max(0, race.reach.changes[at] - race.lane_changes)
    return points * STEERING_WORTH + race.reach.harm[at] * STRUCTURE_WORTH // 2


@jitable
def place_worth(race: Race, car: Car, square: SquareNumber) -> int:
    """The distance reached from there straight on; an obstruction in the lane ends it."""
    course = race.course
    lap = 0
    for squares in range(LOOK_AHEAD):
        after = course.ahead[square]
        if after in (NOWHERE, FINISH) or course.obstruction[after]:
            lap -= (LOOK_AHEAD - squares) * PROGRESS // 3
            if after == FINISH:
                lap += (LOOK_AHEAD - squares) * PROGRESS
            break
        if course.progress[after] < course.progress[square]:
            lap += course.length
        square = after
    here = course.progress[square] - course.progress[car.square]
    if here + lap < -course.length // 2:
        lap += course.length
    return (here + lap) * SQUARE // PROGRESS


@jitable
def hitting_worth(race: Race, car: Car) -> int:
    """Into the wall: only if there is nothing else."""
    return place_worth(race, car, car.square) - crash_worth(car)


@jitable
def crash_worth(car: Car) -> int:
    """The cost of an obstruction: points, and the way around it."""
    return obstruction_average(speed_of(car.gear)) * STRUCTURE_WORTH // 100 + 600


@jitable
def last_square(race: Race, car: Car, option: int) -> SquareNumber:
    """The square from which a ram reaches its target."""
    square, at = car.square, found_at(race, option)
    if at != NOBODY:
        for step in range(race.reach.steps[at] - 1):
            square = onward(race, square, side_of_step(race.reach.way[at], step))
    return square


@jitable
def ram_worth(race: Race, car: Car, option: int) -> int:
    """The worth of a Side Ram: where it leads, and the points of both cars.

    It displaces on half the faces, with a Side Bumper on one more. If it does not, and always
    against a blocked side, it leads straight ahead.
    """
    square, start = square_in(option), last_square(race, car, option)
    held = held_worth(race, car, start)
    seat = car_on(race, square)
    if seat == NOBODY:
        return held
    gain = RIVAL_WORTH * 4 if race.cars[seat].structure == 1 else RIVAL_WORTH
    loss = DEATH if car.structure == 1 else STRUCTURE_WORTH
    bumper = 1 if may_use(race, car, Equipment.SIDE_BUMPER) else 0
    sawn = 3 if may_use(race, car, Equipment.SAW) else 0  # of six faces, as all below
    course = race.course
    far = course.left[square] if course.ahead_left[start] == square else course.right[square]
    points = (2 + bumper + sawn) * gain - (2 - bumper) * loss
    if not is_clear(race, far):
        return held + (points + gain) // 6
    displaces = 3 + bumper
    return (place_worth(race, car, square) * displaces + held * (6 - displaces) + points) // 6


@jitable
def held_worth(race: Race, car: Car, start: SquareNumber) -> int:
    """The worth of a ram that does not displace: straight ahead from where it began."""
    ahead = race.course.ahead[start]
    if ahead == FINISH or (ahead != NOWHERE and not race.course.obstruction[ahead]):
        met = ahead != FINISH and car_on(race, ahead) != NOBODY
        return place_worth(race, car, ahead) - (RAM_HELD if met else 0)
    return place_worth(race, car, start) - crash_worth(car)


@jitable
def rush_worth(race: Race, car: Car, square: SquareNumber) -> int:
    """A die for each point of movement left: a third hurts both, a sixth (a third) the other."""
    seat = car_on(race, square)
    at = found_at(race, Menu.RUSH + square)
    dice = race.movement
    if at != NOBODY:
        dice -= race.reach.steps[at] - 1
    worth = place_worth(race, car, car.square) + (race.movement - dice) * SQUARE
    if seat == NOBODY:
        return worth
    other = race.cars[seat]
    sixths = 3 + car.figures.combat_bumper
    worth += dice * sixths * RIVAL_WORTH // 6 - dice * STRUCTURE_WORTH // 3
    if dice >= 2 * other.structure:
        worth += 300
    if dice >= 2 * car.structure:
        worth -= DEATH
    return worth


@jitable
def best_swerve(race: Race, car: Car, ask: AskRecord) -> int:
    """The better side of an obstruction."""
    best, most = ask.options[0], NEVER
    for index in range(ask.count):
        option = ask.options[index]
        if option >= Menu.RAM:
            worth = ram_worth(race, car, option)
        else:
            worth = place_worth(race, car, square_in(option))
        if worth > most:
            best, most = option, worth
    return best


@jitable
def wants_to_mine(race: Race, car: Car) -> bool:
    """True if a rival is close behind."""
    here = progress_of(race, car)
    for seat in seat_range(race.racers):
        other = race.cars[seat]
        if seat != car.seat and is_racing(other):
            behind = here - progress_of(race, other)
            if 0 <= behind <= DANGER_BEHIND * PROGRESS:
                return True
    return False


# --- equipment


@jitable
def best_use(car: Car, ask: AskRecord) -> int:
    """Shoot if a rival is in range, put out heat if there is some; otherwise DONE."""
    for index in range(ask.count):
        option = ask.options[index]
        if Menu.USE <= option < Menu.USE + KINDS and (
            option != Menu.USE + Equipment.EXTINGUISHER or car.heat >= 2
        ):
            return option
    return Menu.DONE


@jitable
def best_end(race: Race, car: Car, ask: AskRecord) -> int:
    """At the end of the move: use what can be used, boost if it pays, arm the rest.

    While it boosts, it is asked about a mine.
    """
    if race.movement > 0:
        return Menu.MINE if wants_to_mine(race, car) else Menu.DONE
    use = best_use(car, ask)
    if use != Menu.DONE:
        return use
    arm: int = Menu.DONE
    most = -1
    boosts = False
    for index in range(ask.count):
        option = ask.options[index]
        if Menu.ARM <= option < Menu.ARM + KINDS and option - Menu.ARM > most:
            arm, most = option, option - Menu.ARM
        boosts = boosts or option == Menu.BOOST + 1
    if boosts:
        squares = boost_squares(race, car)
        if squares > 0:
            return Menu.BOOST + squares
    return arm


@jitable
def boost_squares(race: Race, car: Car) -> int:
    """As far as the road is free; 0 if the heat is needed for the rest of the race."""
    square = car.square
    free = 0
    for squares in range(1, 4):
        after = race.course.ahead[square]
        crosses = race.course.progress[after] < race.course.progress[square]
        if crosses and car.lap + 1 >= race.course.laps:
            return squares
        if race.course.obstruction[after] or car_on(race, after) != NOBODY:
            break
        free = squares
        square = after
    left = car.figures.heat - car.heat
    turns = squares_to_go(race, car) // PACE
    return free if left > 3 and 3 * left > 2 * turns else 0
