"""The gearstick, Turbo and Brake points, and the heat they bring."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, offer_once, pose
from wreckoning.core.events import tell
from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.events import Braked, NoHeat, Shifted, Turbo
from wreckoning.rulesets.rush.numbers import Cause, Menu, Question
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.damage import take_heat
from wreckoning.rulesets.rush.rules.dice import die, referees_extra
from wreckoning.rulesets.rush.rules.equipment import activate, is_equipment, offer_equipment
from wreckoning.rulesets.rush.spots import NEUTRAL

HOT = 2  # a heat die of at most this is a heat point


@rule("N9", "D13")
def shift(race: Race, car: Car) -> None:
    """The gearstick's step of the turn: keep, accelerate, brake, or along a dashed line.

    Never down to 0; a gearstick that stands on 0 may stay there.
    """
    matrix, spot = race.matrix, car.gear
    pose(race, Question.GEAR, car.seat, spot)
    if spot != NEUTRAL:
        offer(race, spot)
    offer_spot(race, 0, matrix.up[spot])
    offer_spot(race, 0, matrix.up_right[spot])
    offer_spot(race, 0, matrix.down[spot])
    offer_spot(race, 0, matrix.down_left[spot])
    beside = matrix.left[spot]
    while beside != NEUTRAL:
        offer_once(race, beside)
        beside = matrix.left[beside]
    beside = matrix.right[spot]
    while beside != NEUTRAL:
        offer_once(race, beside)
        beside = matrix.right[beside]
    if spot == NEUTRAL:  # last: a stop is seldom meant
        offer(race, spot)
    chosen = choose(race)
    if chosen != spot:
        tell(race, Shifted(car.seat, spot, chosen))
    car.gear = chosen


@rule("N9")
def offer_spot(race: Race, kind: int, spot: int) -> None:
    """A spot that a line leads to, if there is one; 0 is never offered."""
    if spot != NEUTRAL:
        offer_once(race, kind + spot)


@rule("N10", "N16", "D3")
def spend_points(race: Race, car: Car) -> bool:
    """One Turbo or Brake point, or a piece of equipment. False when there is to be no more."""
    matrix, spot = race.matrix, car.gear
    pose(race, Question.POINTS, car.seat, spot)
    offer(race, Menu.DONE)
    if car.turbo > 0 and race.brake_used == 0:
        offer_spot(race, Menu.TURBO, matrix.up[spot])
        offer_spot(race, Menu.TURBO, matrix.up_right[spot])
    if car.brake > 0 and race.turbo_used == 0:
        offer_spot(race, Menu.BRAKE, matrix.down[spot])
        offer_spot(race, Menu.BRAKE, matrix.down_left[spot])
    offer_equipment(race, car)
    chosen = choose(race)
    if chosen == Menu.DONE:
        return False
    if is_equipment(chosen):
        activate(race, car, chosen)
    else:
        spend_point(race, car, chosen)
    return True


@rule("N10")
def spend_point(race: Race, car: Car, chosen: int) -> None:
    """A Turbo point accelerates a step, a Brake point brakes one."""
    if chosen >= Menu.BRAKE:
        race.brake_used += 1
        car.brake -= 1
        car.gear = chosen - Menu.BRAKE
        tell(race, Braked(car.seat, car.gear, car.brake))
    else:
        race.turbo_used += 1
        car.turbo -= 1
        car.gear = chosen - Menu.TURBO
        tell(race, Turbo(car.seat, car.gear, car.turbo))


@rule("N11", "N12", "D11")
def heat_roll(race: Race, car: Car) -> None:
    """The zone's red dice: each of 1–2 is a heat point; Turbo widens the range."""
    dice = race.matrix.zone[car.gear]
    car.zones += dice
    extra = referees_extra(car, Question.HEAT_DIE) if car.extra_roll and dice > 0 else 0
    points = 0
    for _ in range(dice):
        if die(race, car, Question.HEAT_DIE, 0, extra) <= HOT + race.turbo_used:
            points += 1
    if points > 0:
        take_heat(race, car, points, Cause.ENGINE, car.seat)
    elif dice > 0:
        tell(race, NoHeat(car.seat, dice))
