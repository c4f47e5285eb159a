"""Find the squares that a car can reach, and the ways there, by the rules."""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.rulesets.rush.events import SideRam
from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.numbers import Side
from wreckoning.rulesets.rush.questions import STRIDE, square_in
from wreckoning.rulesets.rush.race import Car, Hit, Race
from wreckoning.rulesets.rush.rules.moving import step_option
from wreckoning.rulesets.rush.rules.reach import find_reach, side_of_step
from wreckoning.rulesets.rush.rules.road import onward
from wreckoning.rulesets.rush.rules.standings import has_mine, has_wreck, leads_home
from wreckoning.rulesets.rush.spots import SPEEDS
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE, SquareNumber

SIDES = (Side.AHEAD, Side.LEFT, Side.RIGHT)
FASTEST = SPEEDS[-1]  # no car can make more lane changes


@dataclass(frozen=True)
class Way:
    """A way: its squares, the number of its lane changes, and its end."""

    squares: tuple[SquareNumber, ...]  # without the one it begins on; FINISH may be the last
    changes: int
    harm: int  # wrecks and mines on it; 2 may be more
    hit: Hit

    @property
    def ends(self) -> SquareNumber:
        """The last square, or the one with the obstacle that is hit."""
        return self.squares[-1]

    @property
    def steps(self) -> int:
        return len(self.squares)


def ways(race: Race, car: Car, movement: int, free: int, points: int) -> list[Way]:
    """The ways to every destination; `free` lane changes cost nothing, `points` a point each."""
    copy = race.copy()
    own = copy.cars[car.seat]
    find_reach(copy, own, movement, free, points)
    reach = copy.reach
    return [
        Way(
            _squares(copy, own, reach.way[at], reach.steps[at]),
            reach.changes[at],
            reach.harm[at],
            Hit(reach.hit[at]),
        )
        for at in range(reach.count)
    ]


def frugal_ways(race: Race, car: Car, movement: int) -> list[Way]:
    """The same with the fewest lane changes, for any dice."""
    return ways(race, car, movement, 0, FASTEST)


def clear_way(race: Race, car: Car, movement: int) -> Way | None:
    """The best way of this length that hits no car and no obstruction; None if there is none.

    The best has the least litter, and then the fewest lane changes.
    """
    clear = [way for way in ways(race, car, movement, FASTEST, 0) if way.hit is Hit.NOTHING]
    return min(clear, key=lambda way: (way.harm, way.changes), default=None)


def way_of(race: Race, car: Car, option: int) -> Way | None:
    """The way of an option of the movement's menu; it may be a single step."""
    for side in SIDES:
        if step_option(race, car, side) == option:
            square = square_in(option)
            harm = 0
            if square != FINISH:
                harm = int(has_wreck(race, square)) + has_mine(race, square, car.seat)
            return Way((square,), int(side != Side.AHEAD), harm, Hit(option // STRIDE))
    for way in _open_ways(race, car):
        if way.hit * STRIDE + way.ends == option:
            return way
    return None


def _open_ways(race: Race, car: Car) -> list[Way]:
    return ways(race, car, race.movement, min(race.lane_changes, FASTEST), car.steering)


def _squares(race: Race, car: Car, way: int, steps: int) -> tuple[SquareNumber, ...]:
    found: list[SquareNumber] = []
    square = car.square
    for step in range(steps):
        after = onward(race, square, side_of_step(way, step))
        if leads_home(race, car, square, after):
            after = FINISH
        found.append(after)
        square = after
    return tuple(found)


def last_ram(match: Match) -> SideRam:
    """The side ram that goes on now."""
    return next(event for event in reversed(match.events()) if isinstance(event, SideRam))


def straight_on(race: Race, car: Car, squares: int) -> list[SquareNumber]:
    """The next squares of the lane; FINISH ends them, and so does the end of the road."""
    found: list[SquareNumber] = []
    square = car.square
    for _ in range(squares):
        after = onward(race, square, Side.AHEAD)
        if after == NOWHERE:
            break
        if leads_home(race, car, square, after):
            return [*found, FINISH]
        found.append(after)
        square = after
    return found
