"""The reach of a car: every destination of its remaining movement, and the way there.

A way goes from square to square, ahead or diagonally, around obstructions and live cars. It ends
where the movement does, over the line, or in a live car: what follows is up to a die. Of
several ways to a destination the one with the fewest Steering points is taken, of those the one
through the fewest wrecks and mines, of those the one with the fewest lane changes; of equal ones
the one that turns later, and to the left.

What it finds stands in `race.reach` (see there) until `forget_reach`.
"""

from __future__ import annotations

from wreckoning.core.ids import seat_range
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rush.numbers import Hit, Side
from wreckoning.rulesets.rush.race import DESTINATIONS, FRONTIER, HARMS, Car, Race, Reach
from wreckoning.rulesets.rush.rules.road import onward
from wreckoning.rulesets.rush.rules.standings import is_racing
from wreckoning.rulesets.rush.squares import FINISH, NOWHERE, SquareNumber

NO_WAY = 99  # lane changes: there is no such way
LITTERED, TAKEN = 1, 2  # marks of squares
BITS = 2  # of one step of a way
SIDES = 3


@rule("N14", "N15", "D22")
def find_reach(race: Race, car: Car, movement: int, free: int, points: int) -> None:
    """Find every destination `movement` squares away, or before it where a way ends.

    `free` lane changes cost nothing, `points` more a Steering point each.
    """
    reach, course = race.reach, race.course
    last_lap, most = car.lap + 1 >= course.laps, min(free + points, NO_WAY - 1)
    forget_reach(race)
    levels = mark_squares(race, car, True)
    start(reach, car.square)
    size, widest = 1, 1
    for squares in range(1, movement + 1):
        here = FRONTIER if squares % 2 == 0 else 0
        there = FRONTIER - here
        grown = 0
        for at in range(here, here + size):
            square = reach.front[at]
            base = at * HARMS
            for side in range(SIDES):
                to = onward(race, square, side)
                if to == NOWHERE or course.obstruction[to]:
                    continue
                hit = Hit.NOTHING
                if last_lap and course.progress[to] < course.progress[square]:
                    to = FINISH
                elif reach.mark[to] == TAKEN:
                    hit = Hit.RUSH if side == Side.AHEAD else Hit.RAM
                litter = reach.mark[to] == LITTERED
                turn = 0 if side == Side.AHEAD else 1
                step = side << BITS * (squares - 1)
                for harm in range(levels):
                    changes = reach.front_changes[base + harm] + turn
                    if changes > most:
                        continue
                    way = reach.front_way[base + harm] | step
                    after = min(harm + 1, HARMS - 1) if litter else harm
                    if squares == movement or to == FINISH or hit != Hit.NOTHING:
                        note_destination(reach, to, hit, changes, free, after, squares, way)
                    else:
                        grown = note_square(reach, there, grown, to, changes, after, way)
        for at in range(there, there + grown):
            reach.found[reach.front[at]] = 0
        size = grown
        widest = max(widest, size)
    clear_search(reach, widest)
    mark_squares(race, car, False)


@jitable
def start(reach: Reach, square: SquareNumber) -> None:
    """The search begins where the car stands, without lane changes and harm."""
    reach.front[0] = square
    reach.front_changes[0] = 0
    reach.front_way[0] = 0
    for harm in range(1, HARMS):
        reach.front_changes[harm] = NO_WAY


@jitable
def note_square(
    reach: Reach, base: int, size: int, square: SquareNumber, changes: int, harm: int, way: int
) -> int:
    """A square from which the search goes on; the better of two ways there. Returns how many."""
    at = reach.found[square]
    if at == 0:
        if size == FRONTIER:
            return size
        size += 1
        reach.found[square] = at = size
        reach.front[base + at - 1] = square
        for other in range(HARMS):
            reach.front_changes[(base + at - 1) * HARMS + other] = NO_WAY
    label = (base + at - 1) * HARMS
    for other in range(harm):
        if reach.front_changes[label + other] <= changes:
            return size
    if changes < reach.front_changes[label + harm]:
        reach.front_changes[label + harm] = changes
        reach.front_way[label + harm] = way
    return size


@jitable
def cost(changes: int, free: int, harm: int) -> int:
    """Steering points before harm before lane changes, as one number."""
    return (max(0, changes - free) * HARMS + harm) * NO_WAY + changes


@jitable
def note_destination(
    reach: Reach,
    square: SquareNumber,
    hit: int,
    changes: int,
    free: int,
    harm: int,
    steps: int,
    way: int,
) -> None:
    """A destination, if it is new, or this way to it is better than the one found before."""
    at = destination_at(reach, square, hit)
    if at == reach.count:
        if at == DESTINATIONS:
            return
        reach.count += 1
        if hit == Hit.NOTHING:
            reach.found[square] = reach.count
    elif cost(reach.changes[at], free, reach.harm[at]) <= cost(changes, free, harm):
        return
    reach.square[at] = square
    reach.hit[at] = hit
    reach.changes[at] = changes
    reach.harm[at] = harm
    reach.steps[at] = steps
    reach.way[at] = way


@jitable
def destination_at(reach: Reach, square: SquareNumber, hit: int) -> int:
    """The index of this destination; the next free one if it is new."""
    if hit == Hit.NOTHING:  # nothing goes on from there, so `found` is free for it
        at = reach.found[square] - 1
        return at if at >= 0 else reach.count
    at = 0
    while at < reach.count and (reach.square[at] != square or reach.hit[at] != hit):
        at += 1
    return at


@jitable
def mark_squares(race: Race, car: Car, there: bool) -> int:
    """Mark the litter and live cars in this car's way, or remove the marks.

    Its own mines do nothing to it. Returns how many kinds of ways are to be told apart by their
    harm: one where nothing lies.
    """
    mark = race.reach.mark
    levels = 1
    for index in range(len(race.mines)):
        mine = race.mines[index]
        if mine.square != NOWHERE and mine.owner != car.seat:
            mark[mine.square] = LITTERED if there else 0
            levels = HARMS
    for seat in seat_range(race.racers):
        if race.cars[seat].wrecked_round > 0:
            mark[race.cars[seat].square] = LITTERED if there else 0
            levels = HARMS
    for seat in seat_range(race.racers):
        other = race.cars[seat]
        if seat != car.seat and is_racing(other):
            mark[other.square] = TAKEN if there else 0
    return levels


@jitable
def clear_search(reach: Reach, widest: int) -> None:
    """Clear the search, except its results."""
    for at in range(reach.count):
        reach.found[reach.square[at]] = 0
    for half in range(2):
        for at in range(half * FRONTIER, half * FRONTIER + widest):
            reach.front[at] = NOWHERE
            for harm in range(HARMS):
                reach.front_changes[at * HARMS + harm] = 0
                reach.front_way[at * HARMS + harm] = 0


@jitable
def forget_reach(race: Race) -> None:
    """Clear the results."""
    reach = race.reach
    for at in range(reach.count):
        reach.square[at] = NOWHERE
        reach.changes[at] = 0
        reach.steps[at] = 0
        reach.harm[at] = 0
        reach.hit[at] = 0
        reach.way[at] = 0
    reach.count = 0


@jitable
def side_of_step(way: int, step: int) -> int:
    """The side of a way's step, counted from 0."""
    return way >> BITS * step & SIDES
