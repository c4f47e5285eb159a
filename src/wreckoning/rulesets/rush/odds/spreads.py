"""Exact chances of the dice, from the rules themselves: each is run for every face of every die.

No rule is repeated here: a race is prepared, a rule's own function is run in it (`odds.trials`),
and its outcomes are counted. Results that depend on few numbers are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from wreckoning.core.declared import Asked
from wreckoning.core.door import take_up
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.odds.questions import Spread
from wreckoning.odds.spreads import at_least, share
from wreckoning.odds.trials import Trials, spread
from wreckoning.rulesets.rush.gears import matrix
from wreckoning.rulesets.rush.numbers import Cause, Equipment, Side
from wreckoning.rulesets.rush.race import KINDS, Car, Race
from wreckoning.rulesets.rush.rules.boosting import boost_heat
from wreckoning.rulesets.rush.rules.driving import obstruction_damage
from wreckoning.rulesets.rush.rules.ending import draw_grid
from wreckoning.rulesets.rush.rules.gearstick import heat_roll
from wreckoning.rulesets.rush.rules.litter import drive_through
from wreckoning.rulesets.rush.rules.ramming import rush_and_crush, saw, side_ram
from wreckoning.rulesets.rush.rules.shooting import fire
from wreckoning.rulesets.rush.rules.standings import is_racing
from wreckoning.rulesets.rush.rules.steering import steering_roll
from wreckoning.rulesets.rush.spots import spot_at
from wreckoning.rulesets.rush.squares import NOWHERE, as_square

TRIALS = Trials(Race, lambda race: int(race.racers))
POINTS = 99  # of a prepared car: more than any rule takes


Extra = tuple[int, int]  # what the referee adds to a driver's next roll: to which kind, how much
NO_EXTRA: Extra = (0, 0)


def extra_of(car: Car, *rolls: Asked) -> Extra:
    """What the referee adds to a driver's next roll, if it is one of these kinds (D26)."""
    return (car.extra_roll, car.extra) if car.extra_roll in rolls else NO_EXTRA


def prepared(cars: int, extra: Extra = NO_EXTRA) -> Race:
    """A race without a course, of undamaged cars with all equipment; all stand nowhere.

    What the referee adds is for the first car.
    """
    race = Race()
    race.racers = cars
    race.matrix = matrix()
    race.rounds = 1
    race.activations = 2
    for mine in race.mines:
        mine.owner = NOBODY
    for seat in seat_range(cars):
        car = race.cars[seat]
        car.seat = seat
        car.structure = car.figures.structure = car.figures.heat = POINTS
        car.figures.has = [1] * KINDS
        car.armed = [1] * KINDS
    race.cars[0].extra_roll, race.cars[0].extra = extra
    take_up(race, [])
    return race


def chances(race: Race, action: Callable[[Race], Any], measure: Callable[[Race], Any]) -> Spread:
    """The outcomes of a rule in this race, each with its exact chance."""
    return spread(TRIALS(race, action, measure))


@cache
def heat_odds(dice: int, turbo: int, extra: Extra = NO_EXTRA) -> Spread:
    """The heat points of some red dice, with the Turbo points used this turn (N12)."""
    race = prepared(1, extra)
    race.turbo_used = turbo
    car = race.cars[0]
    car.gear = next(spot for spot, zone in enumerate(race.matrix.zone) if zone == dice)
    return chances(race, lambda copy: heat_roll(copy, copy.cars[0]), lambda copy: copy.cars[0].heat)


@cache
def lane_change_odds(speed: int, extra: Extra = NO_EXTRA) -> Spread:
    """The free lane changes of a turn at a speed (N13); UNLIMITED at the lowest."""
    race = prepared(1, extra)
    race.cars[0].gear = spot_at(1, speed)
    return chances(
        race, lambda copy: steering_roll(copy, copy.cars[0]), lambda copy: copy.lane_changes
    )


@cache
def obstruction_odds(speed: int, extra: Extra = NO_EXTRA) -> Spread:
    """The structure points an obstruction costs at a speed (N18)."""
    race = prepared(1, extra)
    race.cars[0].gear = spot_at(1, speed)
    return spread(
        TRIALS(race, lambda copy: obstruction_damage(copy, copy.cars[0])), lambda trial: trial.given
    )


# --- running into others, and shooting

Losses = tuple[int, ...]  # structure points by seat: of rammer, target, and third car


def losses(race: Race) -> Losses:
    """The structure points each car of a prepared race has lost."""
    return tuple(POINTS - race.cars[seat].structure for seat in seat_range(race.racers))


@cache
def ram_odds(
    clear: bool, third: bool, use: int, extra: Extra = NO_EXTRA
) -> Mapping[tuple[bool, Losses], Fraction]:
    """A Side Ram with `use` (a RamWith): the displacement of the target, and all losses (N19, N20).

    Not `clear`: a track edge or an obstruction is next to the target, or with `third` a live car.
    """
    race = prepared(3, extra)
    rammer, target, beside = map(as_square, (1, 2, 3))
    race.cars[0].square, race.cars[1].square = rammer, target
    race.cars[2].square = beside if third else as_square(beside + 1)
    race.course.left[target] = beside if clear or third else NOWHERE
    found = TRIALS(
        race,
        lambda copy: side_ram(copy, copy.cars[0], copy.cars[1], Side.LEFT),
        losses,
        answers=(use,),
    )
    return spread(found, lambda trial: (bool(trial.given), trial.after))


@cache
def rush_odds(dice: int, combat_bumper: bool, extra: Extra = NO_EXTRA) -> Mapping[Losses, Fraction]:
    """A Rush 'n' Crush with some dice: the losses of both cars (N21)."""
    race = prepared(2, extra)
    race.movement = dice
    race.cars[0].figures.combat_bumper = int(combat_bumper)
    return chances(race, lambda copy: rush_and_crush(copy, copy.cars[0], copy.cars[1]), losses)


@cache
def shot_odds(distance: int, equipment: int, extra: Extra = NO_EXTRA) -> Spread:
    """The points a Machine Gun or Flamer takes at this range (N22, N23)."""
    race = prepared(2, extra)
    for square in range(1, 1 + distance):
        race.course.ahead[square] = as_square(square + 1)
    ends = as_square(1), as_square(1 + distance)
    shooter, target = ends if equipment == Equipment.MACHINE_GUN else ends[::-1]
    race.cars[0].square, race.cars[1].square = shooter, target
    return chances(
        race,
        lambda copy: fire(copy, copy.cars[0], equipment),
        lambda copy: copy.cars[1].heat + POINTS - copy.cars[1].structure,
    )


@cache
def boost_odds(squares: int, extra: Extra = NO_EXTRA) -> Spread:
    """The heat of some boosted squares (N24)."""

    def boosted(copy: Race) -> None:
        for _ in range(squares):
            boost_heat(copy, copy.cars[0])

    return chances(prepared(1, extra), boosted, lambda copy: copy.cars[0].heat)


@cache
def litter_odds(extra: Extra = NO_EXTRA) -> Spread:
    """The structure points of driving through a wreck or a mine (N17)."""
    race = prepared(1, extra)
    race.cars[0].square = as_square(1)
    return chances(
        race,
        lambda copy: drive_through(copy, copy.cars[0], Cause.WRECK, NOBODY),
        lambda copy: losses(copy)[0],
    )


@cache
def saw_odds(extra: Extra = NO_EXTRA) -> Spread:
    """The structure points of the Lateral Circular Saw (N20)."""
    return chances(
        prepared(2, extra),
        lambda copy: saw(copy, copy.cars[0], copy.cars[1]),
        lambda copy: losses(copy)[1],
    )


def death_chance(car: Car, odds: Spread) -> Fraction:
    """The chance that this heat destroys a car in its present state."""
    return at_least(odds, car.figures.heat - car.heat) if is_racing(car) else Fraction()


def enough_lane_changes(speed: int, changes: int, extra: Extra = NO_EXTRA) -> Fraction:
    """The chance of at least this many free lane changes."""
    return at_least(lane_change_odds(speed, extra), changes)


@cache
def grid_odds(cars: int) -> Spread:
    """The place on the grid of one of these cars, from 1 (N8, D2)."""
    race = prepared(cars)
    race.course.grid[:cars] = map(as_square, range(1, 1 + cars))
    return chances(race, draw_grid, lambda copy: copy.cars[0].square)


def ram_chances(
    clear: bool, third: bool, use: int, extra: Extra = NO_EXTRA
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The chances of a Side Ram: the rammer, target or third car loses a point; a displacement."""
    odds = ram_odds(clear, third, use, extra)

    def loses(seat: SeatIndex) -> Fraction:
        return share(odds, lambda outcome: outcome[1][seat])

    return loses(0), loses(1), loses(2), share(odds, lambda outcome: outcome[0])
