"""The menu of a move: the next squares, ways to farther ones, and equipment between steps."""

from __future__ import annotations

from wreckoning.core.door import MAX_OPTIONS, choose, offer, offer_once, pose
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rush.numbers import Menu, Question, Side
from wreckoning.rulesets.rush.questions import STRIDE
from wreckoning.rulesets.rush.race import KINDS, Car, Race
from wreckoning.rulesets.rush.rules.driving import drive
from wreckoning.rulesets.rush.rules.equipment import activate, is_equipment, offer_equipment
from wreckoning.rulesets.rush.rules.litter import may_drop
from wreckoning.rulesets.rush.rules.reach import find_reach, forget_reach, side_of_step
from wreckoning.rulesets.rush.rules.road import is_closed, onward
from wreckoning.rulesets.rush.rules.standings import car_on, is_racing, leads_home
from wreckoning.rulesets.rush.rules.steering import can_change_lane
from wreckoning.rulesets.rush.squares import FINISH

NO_OPTION = 0
MOST_SQUARES = MAX_OPTIONS - KINDS - 1  # next to them equipment and a mine


@rule("N14", "N16")
def make_a_move(race: Race, car: Car) -> None:
    """Ask for the next square, a way to a farther one, or equipment first; and carry it out."""
    pose(race, Question.STEP, car.seat, race.movement)
    offer_steps(race, car)
    find_reach(race, car, race.movement, race.lane_changes, car.steering)
    offer_destinations(race)
    offer_equipment(race, car)
    if may_drop(race, car):
        offer(race, Menu.MINE)
    chosen = choose(race)
    if chosen == Menu.MINE:
        race.dropping = 1
    elif is_equipment(chosen):
        activate(race, car, chosen)
    else:
        take_way(race, car, chosen)
    forget_reach(race)


@rule("N15", "D16")
def step_option(race: Race, car: Car, side: int) -> int:
    """The next square on a side as an option of the menu; NO_OPTION if it is forbidden."""
    square = onward(race, car.square, side)
    if side != Side.AHEAD and (is_closed(race, square) or not can_change_lane(race, car)):
        return NO_OPTION
    if leads_home(race, car, car.square, square):
        return FINISH
    if race.course.obstruction[square]:
        return Menu.HIT + square
    if car_on(race, square) == NOBODY:
        return square
    return (Menu.RUSH if side == Side.AHEAD else Menu.RAM) + square


@rule("N15")
def offer_steps(race: Race, car: Car) -> None:
    """Straight ahead, whatever is there; to either side, if there is a lane change for it."""
    offer(race, step_option(race, car, Side.AHEAD))
    for side in (Side.LEFT, Side.RIGHT):
        option = step_option(race, car, side)
        if option != NO_OPTION:
            offer_once(race, option)


@rule("D22")
def offer_destinations(race: Race) -> None:
    """Every destination within reach, as far as the menu has room for them."""
    reach, ask = race.reach, race.door.asks[race.door.open - 1]
    for at in range(reach.count):
        if ask.count < MOST_SQUARES:
            offer_once(race, reach.hit[at] * STRIDE + reach.square[at])


@rule("N14", "D4", "D22")
def take_way(race: Race, car: Car, option: int) -> None:
    """Drive to the next square, or all the way to a farther one."""
    for side in (Side.AHEAD, Side.LEFT, Side.RIGHT):
        if step_option(race, car, side) == option:
            drive(race, car, side)
            return
    reach = race.reach
    at = 0
    while reach.hit[at] * STRIDE + reach.square[at] != option:
        at += 1
    follow(race, car, reach.way[at], reach.steps[at])


@jitable
def follow(race: Race, car: Car, way: int, steps: int) -> None:
    """Step after step, as long as there is a car to drive."""
    for step in range(steps):
        if not is_racing(car):
            return
        drive(race, car, side_of_step(way, step))
