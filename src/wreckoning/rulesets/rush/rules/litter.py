"""What lies on the road: wrecks and mines."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import rule
from wreckoning.rulesets.rush.events import LitterMet, MineDropped, MineGone
from wreckoning.rulesets.rush.numbers import Cause, Question
from wreckoning.rulesets.rush.race import Car, Race
from wreckoning.rulesets.rush.rules.damage import lose_structure
from wreckoning.rulesets.rush.rules.dice import die, referees_extra
from wreckoning.rulesets.rush.rules.standings import has_wreck, is_racing
from wreckoning.rulesets.rush.squares import NOWHERE, SquareNumber

HARMFUL = 3  # a die of at most this costs a structure point


@rule("N17", "N26", "D10", "D18")
def meet_litter(race: Race, car: Car) -> None:
    """A car has come into a square, by whatever means: the wrecks there, then each mine.

    A mine does nothing to its owner.
    """
    if has_wreck(race, car.square):
        drive_through(race, car, Cause.WRECK, NOBODY)
    for index in range(len(race.mines)):
        mine = race.mines[index]
        if mine.square == car.square and mine.owner != car.seat and is_racing(car):
            owner = mine.owner
            if drive_through(race, car, Cause.MINE, owner):
                tell(race, MineGone(owner, mine.square))
                mine.square = NOWHERE
                mine.owner = NOBODY


@rule("N17")
def drive_through(race: Race, car: Car, cause: int, owner: SeatIndex) -> bool:
    """A die: on 1–3 one structure point. True if it did damage."""
    tell(race, LitterMet(car.seat, car.square, cause))
    extra = referees_extra(car, Question.LITTER_DIE) if car.extra_roll else 0
    if die(race, car, Question.LITTER_DIE, 0, extra) > HARMFUL:
        return False
    lose_structure(race, car, 1, cause, owner)
    return True


@rule("N26", "D10", "D21")
def drop_mine(race: Race, car: Car, square: SquareNumber) -> None:
    """Leave one of the car's mines on the square it is leaving, if it chose to."""
    if not race.dropping:
        return
    race.dropping = 0
    index = 0
    while race.mines[index].square != NOWHERE:
        index += 1
    race.mines[index].square = square
    race.mines[index].owner = car.seat
    car.mines -= 1
    tell(race, MineDropped(car.seat, square, car.mines))


@rule("N26", "D10", "D21")
def may_drop(race: Race, car: Car) -> bool:
    """A mine is left, and none is chosen for this square yet. It takes no Activation."""
    return car.mines > 0 and not race.dropping
