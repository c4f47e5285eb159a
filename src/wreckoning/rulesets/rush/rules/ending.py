"""The grid at the start, and the places at the end."""

from __future__ import annotations

from wreckoning.core.door import roll, tell_roll
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rush.events import GridSet, Placed, RaceOver
from wreckoning.rulesets.rush.numbers import Question
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.standings import is_ahead, is_racing, still_racing
from wreckoning.rulesets.rush.squares import NOWHERE


@rule("D2", "N7")
def draw_grid(race: Race) -> None:
    """The places on the grid are drawn by lot, the front one first."""
    for place in range(race.racers):
        left = race.racers - place
        drawn = roll(race, Question.GRID_DRAW, NOBODY, left)
        car = race.cars[undrawn(race, drawn)]
        if left > 1:
            tell_roll(race, car.seat, Question.GRID_DRAW, drawn, drawn)
        car.square = race.course.grid[place]
        race.moves += 1
        car.arrived = race.moves
        tell(race, GridSet(car.seat, place + 1, car.square))


@jitable
def undrawn(race: Race, number: int) -> int:
    """The seat of this number, from 1, among those without a place on the grid."""
    seat = 0
    while True:
        if race.cars[seat].square == NOWHERE:
            number -= 1
            if number == 0:
                return seat
        seat += 1


@rule("N5", "D12", "D20")
def is_decided(race: Race) -> bool:
    """No car is racing any more, or only one while others are home.

    While no car is home the last one drives on: the winner has to cross the line. Without
    `race_to_the_last` the first across ends it for all.
    """
    if race.home > 0 and not race.switches.race_to_the_last:
        return True
    return still_racing(race) <= (1 if race.home > 0 else 0)


@rule("D12", "D20")
def end_race(race: Race) -> None:
    """Give places: in the order of crossing; then running cars; then wrecks, both by progress."""
    taken = race.home
    for _ in range(race.home, race.racers):
        best: SeatIndex = NOBODY
        for seat in seat_range(race.racers):
            car = race.cars[seat]
            if car.place == 0 and (best == NOBODY or is_placed_before(race, car, race.cars[best])):
                best = seat
        taken += 1
        race.cars[best].place = taken
        tell(race, Placed(best, taken))
    tell(race, RaceOver(winner(race), race.rounds))


@rule("D20")
def is_placed_before(race: Race, car: Car, other: Car) -> bool:
    """Of two cars that are not home: a running one before a wreck, then the further one."""
    if is_racing(car) != is_racing(other):
        return is_racing(car)
    return is_ahead(race, car, other)


@rule("N5")
def winner(race: Race) -> SeatIndex:
    """The seat of the first car across the line, or NOBODY: a wreck is placed, but wins nothing."""
    if race.home == 0:
        return NOBODY
    seat: SeatIndex = 0
    while race.cars[seat].place != 1:
        seat = as_seat(seat + 1)
    return seat
