"""The result of a race: places, rounds, points in a Grand Prix, and tallies."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.documents import Json
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.rules import jitable, table_rule
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.kart.cards import grand_prix
from wreckoning.rulesets.kart.race import Race
from wreckoning.rulesets.kart.rules.ending import is_ahead

TALLIES = (
    "finished",
    "activations",
    "wipeouts",
    "collisions",
    "hits_dealt",
    "hits_taken",
    "pushes",
    "boosts",
    "attacks",
    "coins",
    "rounds",
)
SCALES = (1,) * len(TALLIES)


@jitable
def count(race: Race, seat: SeatIndex, index: int) -> int:
    """A seat's tally, by its index in TALLIES, in units of SCALES.

    `rounds` is the length of the race; collisions are all those the kart was in.
    """
    kart = race.karts[seat]
    if index == 0:
        return 1 if kart.finish_round else 0
    if index == 1:
        return kart.activations
    if index == 2:
        return kart.wipeouts
    if index == 3:
        return kart.collisions
    if index == 4:
        return kart.hits_dealt
    if index == 5:
        return kart.hits_taken
    if index == 6:
        return kart.pushes
    if index == 7:
        return kart.boosts
    if index == 8:
        return kart.attacks
    if index == 9:
        return kart.coins
    return race.rounds


@jitable
def place(race: Race, seat: SeatIndex) -> int:
    """The seat's place in a finished race; 1 is first."""
    return race.karts[seat].place


@jitable
def rank(race: Race, seat: SeatIndex) -> int:
    """The seat's present place."""
    before = 0
    for other in seat_range(race.racers):
        if other != seat and is_ahead(race, race.karts[other], race.karts[seat]):
            before += 1
    return before + 1


@jitable
def length(race: Race) -> int:
    """How many rounds the race took."""
    return race.rounds


@table_rule("E21")
def points_of(place: int) -> int:
    """The points for a place in a Grand Prix: 8, 6, 4, 2, then nothing."""
    points = grand_prix()["points"]
    return int(points[place - 1]) if place <= len(points) else 0


def result(race: Race, seats: Sequence[Seat]) -> Json:
    """The finished race: drivers by place, with gates passed, points and coins of a Grand Prix."""
    podium = sorted(range(race.racers), key=lambda seat: race.karts[seat].place)
    return {
        "rounds": race.rounds,
        "places": [
            {
                "place": race.karts[seat].place,
                "name": seats[seat].name,
                "finish_round": race.karts[seat].finish_round or None,
                "gates": race.karts[seat].lap * race.course.gate_count + race.karts[seat].gate,
                "points": points_of(race.karts[seat].place),
                "coins": race.karts[seat].coins,
            }
            for seat in podium
        ],
    }
