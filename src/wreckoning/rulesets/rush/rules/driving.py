"""A step at a time: straight ahead or diagonally, into whatever is there."""

from __future__ import annotations

from wreckoning.core.door import choose, offer_two, pose
from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rush.events import Finished, Lap, Moved, ObstructionHit, Stuck
from wreckoning.rulesets.rush.numbers import Cause, Menu, Question, Side
from wreckoning.rulesets.rush.questions import STRIDE
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.damage import lose_structure
from wreckoning.rulesets.rush.rules.litter import drop_mine, meet_litter
from wreckoning.rulesets.rush.rules.ramming import rush_and_crush, side_ram
from wreckoning.rulesets.rush.rules.road import is_closed, onward
from wreckoning.rulesets.rush.rules.standings import (
    car_on,
    crosses_line,
    is_racing,
    leads_home,
)
from wreckoning.rulesets.rush.rules.steering import (
    FREE_SPEED,
    HIGH_SPEED,
    best_of,
    pay_lane_change,
    white_dice,
)
from wreckoning.rulesets.rush.spots import speed_of
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE, SquareNumber

NO_WAY_ON = -1
WORST = 6  # structure points of an obstruction at the highest speed


@rule("N14", "N15", "N18", "N19", "N21", "D24")
def drive(race: Race, car: Car, side: int) -> None:
    """Drive one step, with all that follows from it, until the car has moved or cannot.

    A ram that is held leads straight ahead, an obstruction to a compulsory lane change.
    """
    compulsory = False  # a lane change that costs none
    while side != NO_WAY_ON:
        square = onward(race, car.square, side)
        if leads_home(race, car, car.square, square):
            cross_line(race, car, side)
            return
        if race.course.obstruction[square]:
            side = hit_obstruction(race, car, square)
            compulsory = True
            continue
        seat = car_on(race, square)
        if seat == NOBODY:
            step_into(race, car, square, side, compulsory)
            return
        if side == Side.AHEAD:
            rush_and_crush(race, car, race.cars[seat])
            return
        if side_ram(race, car, race.cars[seat], side):
            step_into(race, car, square, side, compulsory)
            return
        side = held_ram(race, car, compulsory)


@rule("N19", "D6", "D24")
def held_ram(race: Race, car: Car, compulsory: bool) -> int:
    """A ram that is held leads straight ahead. Returns that side, or NO_WAY_ON.

    In front of an obstruction its movement is spent although the car stays. If that was the last
    of a compulsory lane change, the obstruction is not hit again.
    """
    if not is_racing(car):
        return NO_WAY_ON
    if race.course.obstruction[race.course.ahead[car.square]]:
        race.movement -= 1
        if compulsory and race.movement == 0:
            return stay(race, car)
    return Side.AHEAD


@rule("D5", "D24")
def stay(race: Race, car: Car) -> int:
    """The car stays where it is and its movement ends; a mine that was chosen is kept."""
    tell(race, Stuck(car.seat, car.square))
    race.movement = 0
    race.dropping = 0
    return NO_WAY_ON


@rule("N15", "N19")
def step_into(race: Race, car: Car, square: SquareNumber, side: int, compulsory: bool) -> None:
    """One movement, diagonally one lane change too; then what lies on the square."""
    if side != Side.AHEAD and not compulsory:
        pay_lane_change(race, car)
    race.movement -= 1
    drop_mine(race, car, car.square)
    tell(race, Moved(car.seat, car.square, square, side, race.movement))
    if crosses_line(race, car.square, square):
        car.lap += 1
        tell(race, Lap(car.seat, car.lap))
    race.moves += 1
    car.arrived = race.moves
    car.square = square
    meet_litter(race, car)


@rule("N5", "D1")
def cross_line(race: Race, car: Car, side: int) -> None:
    """Over the finish line: home, whatever happens after. What stands beyond is not met."""
    drop_mine(race, car, car.square)
    tell(race, Moved(car.seat, car.square, FINISH, side, 0))
    race.movement = 0
    race.home += 1
    car.square = NOWHERE
    car.lap = race.course.laps
    car.finish_round = race.rounds
    car.home = race.home
    car.place = race.home
    tell(race, Finished(car.seat, car.place, race.rounds))


@rule("N18", "D5", "D24")
def hit_obstruction(race: Race, car: Car, square: SquareNumber) -> int:
    """Structure points by the speed's white dice, upside down; then a way around it.

    Returns the side of the compulsory lane change. With both sides closed, or without a movement
    for it, the car stays where it is and its movement ends.
    """
    tell(race, ObstructionHit(car.seat, square, car.square))
    lose_structure(race, car, obstruction_damage(race, car), Cause.OBSTRUCTION, NOBODY)
    if not is_racing(car):
        return NO_WAY_ON
    left, right = race.course.ahead_left[car.square], race.course.ahead_right[car.square]
    if race.movement == 0 or (is_closed(race, left) and is_closed(race, right)):
        return stay(race, car)
    if is_closed(race, left):
        return Side.RIGHT
    if is_closed(race, right):
        return Side.LEFT
    pose(race, Question.SWERVE, car.seat, square)
    offer_two(race, swerve_option(race, left), swerve_option(race, right))
    return Side.LEFT if choose(race) % STRIDE == left else Side.RIGHT


@jitable
def swerve_option(race: Race, square: SquareNumber) -> int:
    """A way around an obstruction, as an option: a live car there is rammed."""
    return square if car_on(race, square) == NOBODY else Menu.RAM + square


@rule("N18")
def obstruction_damage(race: Race, car: Car) -> int:
    """The white dice of the speed with the sense inverted; 1 at speed 4–5, 6 at 18."""
    speed = speed_of(car.gear)
    if speed <= FREE_SPEED:
        return 1
    if white_dice(speed) == 0:
        return WORST
    return best_of(race, car, Question.OBSTRUCTION_DIE, white_dice(speed), speed > HIGH_SPEED)
