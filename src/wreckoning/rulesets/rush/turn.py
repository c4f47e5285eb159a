"""The order of play. Read it like the summary of a round.

start    the grid is drawn
round    the order, front to back; then the turn of each car:
  gear     the gearstick's step
  points   Turbo or Brake points; equipment
  rolls    heat, then lane changes
  move     square by square, or a way at once; equipment between
  after    equipment at the end of the movement; the Rocket Booster
"""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rush.events import RoundBegins, TurnBegins
from wreckoning.rulesets.rush.numbers import Phase
from wreckoning.rulesets.rush.race import KINDS, Car, Race
from wreckoning.rulesets.rush.rules.boosting import finish_move
from wreckoning.rulesets.rush.rules.ending import draw_grid, end_race, is_decided
from wreckoning.rulesets.rush.rules.equipment import ACTIVATIONS
from wreckoning.rulesets.rush.rules.gearstick import heat_roll, shift, spend_points
from wreckoning.rulesets.rush.rules.moving import make_a_move
from wreckoning.rulesets.rush.rules.standings import is_racing, settle_order
from wreckoning.rulesets.rush.rules.steering import steering_roll
from wreckoning.rulesets.rush.spots import speed_of


@jitable
def is_over(race: Race) -> bool:
    """Whether the race has ended."""
    return race.phase == Phase.OVER


@jitable
def step(race: Race) -> None:
    """Play on to the next checkpoint: one decision of a turn, its dice, or a round's order."""
    phase = race.phase
    if phase == Phase.GRID:
        draw_grid(race)
        race.phase = Phase.ROUND
    elif phase == Phase.ROUND:
        begin_round(race)
        race.phase = Phase.GEAR
    else:
        turn_phase(race, race.cars[race.queue[race.slot]], phase)


@jitable
def turn_phase(race: Race, car: Car, phase: int) -> None:
    """The next part of a car's turn."""
    if phase == Phase.GEAR:
        begin_turn(race, car)
        shift(race, car)
        race.phase = Phase.POINTS
    elif phase == Phase.POINTS:
        if not spend_points(race, car):
            race.phase = Phase.ROLLS
    elif phase == Phase.ROLLS:
        rolls(race, car)
    elif phase == Phase.MOVE:
        make_a_move(race, car)
        if race.movement == 0:
            race.phase = Phase.AFTER
    elif not finish_move(race, car):
        end_turn(race)
        return
    if not is_racing(car) or is_decided(race):
        end_turn(race)


@rule("N8")
def begin_round(race: Race) -> None:
    """The order of a new round is settled once, front to back."""
    race.rounds += 1
    race.slot = 0
    settle_order(race)
    tell(race, RoundBegins(race.rounds))


@rule("N8", "N16")
def begin_turn(race: Race, car: Car) -> None:
    """A turn begins: two Activations, and every counter may be moved."""
    race.activations = ACTIVATIONS
    for equipment in range(KINDS):
        car.moved[equipment] = 0
    car.turns += 1
    tell(race, TurnBegins(car.seat, race.slot + 1, car.gear, car.square))


@rule("N11", "N14", "D11", "D13")
def rolls(race: Race, car: Car) -> None:
    """Heat before steering, steering before moving; the whole speed is to be moved.

    A car in neutral stays where it is.
    """
    heat_roll(race, car)
    if not is_racing(car):
        return
    steering_roll(race, car)
    race.movement = speed_of(car.gear)
    race.phase = Phase.MOVE if race.movement > 0 else Phase.AFTER


@rule("N8", "D11")
def end_turn(race: Race) -> None:
    """On to the next car of the round that is still racing; or a new round, or the end."""
    race.movement = race.lane_changes = race.activations = 0
    race.turbo_used = race.brake_used = race.dropping = 0
    race.phase = Phase.GEAR
    if is_decided(race):
        end_race(race)
        race.phase = Phase.OVER
        return
    race.slot += 1
    while race.slot < race.racers and not is_due(race, race.slot):
        race.slot += 1
    if race.slot == race.racers:
        race.slot = 0
        race.phase = Phase.ROUND


@jitable
def is_due(race: Race, slot: int) -> bool:
    """Whether a car still racing has this slot."""
    return race.queue[slot] != NOBODY and is_racing(race.cars[race.queue[slot]])
