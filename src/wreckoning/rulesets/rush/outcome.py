"""The result of a race: places, rounds, and the tallies of simulations."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.documents import Json
from wreckoning.core.ids import SeatIndex
from wreckoning.core.rules import jitable
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rush.race import Race
from wreckoning.rulesets.rush.rules.ending import is_placed_before

TALLIES = (
    "finished",
    "wrecked",
    "heat",
    "heat_taken",
    "damage_taken",
    "damage_dealt",
    "contacts",
    "shots",
    "zone",
    "rounds",
)
SCALES = (1, 1, 1, 1, 1, 1, 1, 1, 100, 1)


@jitable
def count(race: Race, seat: SeatIndex, index: int) -> int:
    """A seat's tally, by its index in TALLIES, in units of SCALES.

    `heat` is that at the end; `zone` the red dice of an average turn; `rounds` until it was home
    or destroyed; contacts are side rams and rushes it began.
    """
    car = race.cars[seat]
    if index == 0:
        return 1 if car.finish_round else 0
    if index == 1:
        return 1 if car.wrecked_round else 0
    if index == 2:
        return car.heat
    if index == 3:
        return car.heat_taken
    if index == 4:
        return car.damage_taken
    if index == 5:
        return car.damage_dealt
    if index == 6:
        return car.contacts
    if index == 7:
        return car.shots
    if index == 8:
        return 100 * car.zones // max(1, car.turns)
    return max(car.finish_round, car.wrecked_round) or race.rounds


@jitable
def place(race: Race, seat: SeatIndex) -> int:
    """The seat's place in a finished race; 1 is first."""
    return race.cars[seat].place


@jitable
def rank(race: Race, seat: SeatIndex) -> int:
    """The seat's present place: first cars that are home, then running cars, then wrecks."""
    car = race.cars[seat]
    before = 0
    for index in range(race.racers):
        other = race.cars[index]
        if index == seat or (car.place != 0 and other.place == 0):
            continue
        if other.place != 0:
            before += 1 if car.place == 0 or other.place < car.place else 0
        elif is_placed_before(race, other, car):
            before += 1
    return before + 1


@jitable
def length(race: Race) -> int:
    """How many rounds the race took."""
    return race.rounds


def result(race: Race, seats: Sequence[Seat]) -> Json:
    """The finished race: drivers by place, with the round they were home or destroyed in."""
    podium = sorted(range(race.racers), key=lambda seat: race.cars[seat].place)
    return {
        "rounds": race.rounds,
        "places": [
            {
                "place": race.cars[seat].place,
                "name": seats[seat].name,
                "finish_round": race.cars[seat].finish_round or None,
                "wrecked_round": race.cars[seat].wrecked_round or None,
            }
            for seat in podium
        ],
    }
