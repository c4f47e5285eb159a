"""Plays: the legal ones, the choice, and the effect."""

from __future__ import annotations

from benchmarks.backgammon.events import Hit, Moved, Stayed
from benchmarks.backgammon.questions import Asked
from benchmarks.backgammon.race import (
    BAR,
    HIGH_FIRST,
    LOW_FIRST,
    OFF,
    POINTS_MASK,
    Race,
)
from benchmarks.backgammon.rules.points import after, bits, point_of_bit, sources, taken, wall
from wreckoning.core.door import choose, offer, pose
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.rules import jitable, rule


@rule("B5")
def play(race: Race, seat: SeatIndex, high: int, low: int) -> int:
    """Both dice, if there is any way to; else the higher, else the lower, else none.

    Asks for the moves. Returns how many dice were played.
    """
    side = race.sides[seat]
    side.plays += 1
    own, alone = taken(side, 1), taken(side, 1) & ~taken(side, 2)
    closed = wall(race.sides[1 - seat])
    pose(race, Asked.PLAY, seat, 10 * high + low)
    offer_plays(race, own, alone, closed, high, low, HIGH_FIRST)
    if low != high:
        offer_plays(race, own, alone, closed, low, high, LOW_FIRST)
    if race.door.asks[0].count == 0:
        return play_one(race, seat, own, closed, high, low)
    chosen = choose(race)
    first, second = (low, high) if chosen & LOW_FIRST else (high, low)
    move(race, seat, chosen & POINTS_MASK, first)
    pose(race, Asked.SECOND, seat, second)
    offer_all(race, sources(after(own, alone, chosen & POINTS_MASK, first), closed, second), 0)
    move(race, seat, choose(race), second)
    return 2


@rule("B5")
def offer_plays(
    race: Race, own: int, alone: int, closed: int, first: int, second: int, order: int
) -> None:
    """Offer each move by the first die that leaves one by the second, and count those."""
    movable = sources(own, closed, first)
    while movable:
        source = movable & -movable
        movable ^= source
        ways = bits(sources(after(own, alone, source, first), closed, second))
        if ways:
            race.plays[race.door.asks[0].count] = ways
            offer(race, source | order)


@rule("B5")
def play_one(race: Race, seat: SeatIndex, own: int, closed: int, high: int, low: int) -> int:
    """If no two dice can be played, play the higher one that can."""
    pips, order = high, HIGH_FIRST
    movable = sources(own, closed, high)
    if not movable:
        pips, order = low, LOW_FIRST
        movable = sources(own, closed, low)
    if not movable:
        race.door.open = 0
        tell(race, Stayed(seat))
        return 0
    offer_all(race, movable, order)
    for option in range(race.door.asks[0].count):
        race.plays[option] = 1
    move(race, seat, choose(race) & POINTS_MASK, pips)
    return 1


@jitable
def offer_all(race: Race, movable: int, order: int) -> None:
    """Offer each of these points."""
    while movable:
        source = movable & -movable
        movable ^= source
        offer(race, source | order)


@rule("B3")
def move(race: Race, seat: SeatIndex, source: int, pips: int) -> None:
    """Move a checker by some pips, or off; a single one of the opponent's there is hit."""
    point = point_of_bit(source)
    target = max(point - pips, OFF)
    mine, theirs = race.sides[seat].points, race.sides[1 - seat].points
    mine[point] -= 1
    mine[target] += 1
    tell(race, Moved(seat, point, pips))
    if target != OFF and theirs[BAR - target] == 1:
        theirs[BAR - target] = 0
        theirs[BAR] += 1
        tell(race, Hit(seat, target))
