"""Places and race order. Only looks; asks nothing."""

from __future__ import annotations

from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.squares import NOWHERE, SquareNumber


@rule("D11")
def is_racing(car: Car) -> bool:
    """Neither home nor destroyed: in the order, and on the track."""
    return car.finish_round == 0 and car.wrecked_round == 0


@jitable
def still_racing(race: Race) -> int:
    """How many cars are neither home nor destroyed."""
    count = 0
    for seat in seat_range(race.racers):
        if is_racing(race.cars[seat]):
            count += 1
    return count


@jitable
def car_on(race: Race, square: SquareNumber) -> SeatIndex:
    """The live car that stands on a square, or NOBODY."""
    for seat in seat_range(race.racers):
        car = race.cars[seat]
        if car.square == square and car.wrecked_round == 0 and square != NOWHERE:
            return seat
    return NOBODY


@jitable
def has_wreck(race: Race, square: SquareNumber) -> bool:
    """Does a wreck lie on the square?"""
    for seat in seat_range(race.racers):
        if race.cars[seat].square == square and race.cars[seat].wrecked_round > 0:
            return True
    return False


@rule("N26", "D10")
def has_mine(race: Race, square: SquareNumber, asking: int = NOBODY) -> bool:
    """Does a mine lie on the square? Of a seat, one that can harm it: its own do nothing to it."""
    for index in range(len(race.mines)):
        mine = race.mines[index]
        if mine.square == square and mine.owner != asking:
            return True
    return False


@jitable
def progress_of(race: Race, car: Car) -> int:
    """How far a car has come in the whole race; a car that is home, all of it."""
    if car.finish_round > 0:
        return race.course.laps * race.course.length
    return car.lap * race.course.length + race.course.progress[car.square]


@rule("N8")
def is_ahead(race: Race, car: Car, other: Car) -> bool:
    """Further forward; of level cars the one that arrived first."""
    mine, theirs = progress_of(race, car), progress_of(race, other)
    return mine > theirs or (mine == theirs and car.arrived < other.arrived)


@rule("N8", "D11")
def settle_order(race: Race) -> None:
    """The order of the round, front to back, of all cars still racing."""
    queue = race.queue
    for index in range(len(queue)):
        queue[index] = NOBODY
    count = 0
    for seat in seat_range(race.racers):
        car = race.cars[seat]
        if not is_racing(car):
            continue
        at = count
        while at > 0 and is_ahead(race, car, race.cars[queue[at - 1]]):
            queue[at] = queue[at - 1]
            at -= 1
        queue[at] = seat
        count += 1


@jitable
def crosses_line(race: Race, square: SquareNumber, onward: SquareNumber) -> bool:
    """Does a move lead over the line? Progress starts again there, and grows everywhere else."""
    return race.course.progress[onward] < race.course.progress[square]


@rule("N5", "D1")
def leads_home(race: Race, car: Car, square: SquareNumber, onward: SquareNumber) -> bool:
    """Does a move from one square to another bring this car over the line for the last time?"""
    return car.lap + 1 >= race.course.laps and crosses_line(race, square, onward)
