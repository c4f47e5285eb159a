"""The Machine Gun forwards, the Flamer backwards: along one's own lane, round curves too."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.events import Shot
from wreckoning.rulesets.rush.numbers import Cause, Equipment, Question
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.damage import lose_structure, take_heat
from wreckoning.rulesets.rush.rules.dice import die, referees_extra
from wreckoning.rulesets.rush.rules.standings import car_on, has_wreck, is_racing
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE

LONGEST_RANGE = 3
DICE = 4  # less the range
HIT = 2  # a die of at most this hits


@rule("N22", "D8")
def target_in_front(race: Race, car: Car) -> SeatIndex:
    """The nearest live car ahead in the lane and in range, or NOBODY.

    Wrecks and obstructions block.
    """
    square = car.square
    for _ in range(LONGEST_RANGE):
        square = race.course.ahead[square]
        if square in (NOWHERE, FINISH) or race.course.obstruction[square]:
            return NOBODY
        seat = car_on(race, square)
        if seat != NOBODY:
            return seat
        if has_wreck(race, square):
            return NOBODY
    return NOBODY


@rule("N22", "N23", "D8")
def distance(race: Race, car: Car, other: Car) -> int:
    """Squares from one car to another ahead of it in its lane; 0 if there is none in range."""
    square = car.square
    for squares in range(1, LONGEST_RANGE + 1):
        square = race.course.ahead[square]
        if square in (NOWHERE, FINISH):
            return 0
        if square == other.square:
            return squares
    return 0


@rule("N23", "D8")
def target_behind(race: Race, car: Car) -> SeatIndex:
    """The nearest live car behind in the lane and in range, or NOBODY.

    A car is behind if it has this car in front: the line is the same both ways.
    """
    found: SeatIndex = NOBODY
    nearest = LONGEST_RANGE + 1
    for seat in seat_range(race.racers):
        other = race.cars[seat]
        if seat == car.seat or not is_racing(other):
            continue
        if target_in_front(race, other) == car.seat:
            squares = distance(race, other, car)
            if squares < nearest:
                found, nearest = seat, squares
    return found


@rule("N22", "N23")
def fire(race: Race, car: Car, equipment: int) -> None:
    """(4 − range) dice, each of 1–2 a structure point, or a heat point from the Flamer."""
    backwards = equipment == Equipment.FLAMER
    seat = target_behind(race, car) if backwards else target_in_front(race, car)
    target = race.cars[seat]
    squares = distance(race, target, car) if backwards else distance(race, car, target)
    question = Question.FLAMER_DIE if backwards else Question.GUN_DIE
    extra = referees_extra(car, question) if car.extra_roll else 0
    hits = 0
    for _ in range(DICE - squares):
        if die(race, car, question, 0, extra) <= HIT:
            hits += 1
    car.shots += 1
    tell(race, Shot(car.seat, equipment, seat, squares, hits))
    if backwards:
        take_heat(race, target, hits, Cause.FLAMER, car.seat)
    else:
        lose_structure(race, target, hits, Cause.MACHINE_GUN, car.seat)
