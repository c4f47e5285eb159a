"""The end of a movement: equipment, and the Rocket Booster."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, pose
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.events import Boosted
from wreckoning.rulesets.rush.numbers import Cause, Equipment, Menu, Question, Side
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.damage import take_heat
from wreckoning.rulesets.rush.rules.dice import die, referees_extra
from wreckoning.rulesets.rush.rules.driving import drive
from wreckoning.rulesets.rush.rules.equipment import (
    activate,
    is_equipment,
    offer_boost,
    offer_equipment,
    use,
)
from wreckoning.rulesets.rush.rules.litter import may_drop
from wreckoning.rulesets.rush.rules.standings import is_racing

HOT = 2  # a heat die of at most this; Turbo does not widen it


@rule("N16", "N24", "D25")
def finish_move(race: Race, car: Car) -> bool:
    """Equipment after the movement. False when there is to be no more."""
    pose(race, Question.AFTER, car.seat, race.activations)
    offer(race, Menu.DONE)
    offer_equipment(race, car)
    offer_boost(race, car)
    chosen = choose(race)
    if chosen == Menu.DONE:
        return False
    if chosen == Menu.MINE:
        race.dropping = 1
    elif is_equipment(chosen):
        activate(race, car, chosen)
    else:
        boost(race, car, chosen - Menu.BOOST)
    return True


@rule("N24", "D9")
def boost(race: Race, car: Car, squares: int) -> None:
    """So many squares straight ahead, each with a heat die of its own: 1–2 is a heat point.

    Obstacles are met as in any move. The mine on the first square was asked for before; on each
    further square the question comes when the car leaves it.
    """
    use(race, car, Equipment.BOOSTER)
    tell(race, Boosted(car.seat, squares))
    race.movement = squares
    race.lane_changes = 0
    while race.movement > 0 and is_racing(car):
        if race.movement < squares and may_drop(race, car):
            boost_mine(race, car)
        square = car.square
        drive(race, car, Side.AHEAD)
        if car.square != square and is_racing(car):
            boost_heat(race, car)


@rule("N26", "D21")
def boost_mine(race: Race, car: Car) -> None:
    """Ask for a mine on the next square that the Booster leaves."""
    pose(race, Question.AFTER, car.seat, race.activations)
    offer(race, Menu.DONE)
    offer(race, Menu.MINE)
    race.dropping = int(choose(race) == Menu.MINE)


@rule("N24", "D9")
def boost_heat(race: Race, car: Car) -> None:
    """The heat die of one boosted square."""
    extra = referees_extra(car, Question.BOOST_DIE) if car.extra_roll else 0
    if die(race, car, Question.BOOST_DIE, 0, extra) <= HOT:
        take_heat(race, car, 1, Cause.BOOSTER, car.seat)
