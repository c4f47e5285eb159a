"""The result of a game: places, points, the fate of the vehicles, and tallies."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.documents import Json
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.rules import jitable
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rally.questions import vehicle_name
from wreckoning.rulesets.rally.race import Race, Status
from wreckoning.rulesets.rally.rules.ending import is_before

TALLIES = (
    "points",
    "home",
    "wrecked",
    "gates",
    "damage_dealt",
    "damage_taken",
    "attacks",
    "kills",
    "tests",
    "lost_control",
    "overtaken",
    "crashes",
    "rounds",
)
SCALES = (1,) * len(TALLIES)


@jitable
def count(race: Race, seat: SeatIndex, index: int) -> int:
    """A seat's tally, by its index in TALLIES, in units of SCALES: the sum over its vehicles.

    `rounds` is the length of the game, `tests` are command tests, `overtaken` vehicles driven over.
    """
    if index == 0:
        return race.seats[seat].points
    if index == len(TALLIES) - 1:
        return race.rounds
    total = 0
    for i in range(race.vehicle_count):
        if race.vehicles[i].owner == seat:
            total += count_of(race, i, index)
    return total


@jitable
def count_of(race: Race, index: int, tally: int) -> int:
    """A vehicle's part of a tally."""
    vehicle = race.vehicles[index]
    if tally == 1:
        return 1 if vehicle.status == Status.FINISHED else 0
    if tally == 2:
        return 1 if vehicle.status == Status.WRECKED or vehicle.status == Status.DESTROYED else 0
    if tally == 3:
        return vehicle.gates
    if tally == 4:
        return vehicle.damage_dealt
    if tally == 5:
        return vehicle.damage_taken
    if tally == 6:
        return vehicle.attacks
    if tally == 7:
        return vehicle.kills
    if tally == 8:
        return vehicle.tests
    if tally == 9:
        return vehicle.lost_control
    if tally == 10:
        return vehicle.overtaken
    return vehicle.crashes


@jitable
def place(race: Race, seat: SeatIndex) -> int:
    """The seat's place in a finished game; 1 is first."""
    return race.seats[seat].place


@jitable
def rank(race: Race, seat: SeatIndex) -> int:
    """The seat's present place in a game; 1 is first."""
    before = 1
    for other in seat_range(race.players):
        if other != seat and is_before(race, other, seat):
            before += 1
    return before


@jitable
def length(race: Race) -> int:
    """How many rounds the game took."""
    return race.rounds


def result(race: Race, seats: Sequence[Seat]) -> Json:
    """The finished game: players by place, with points and the fate of their vehicles."""
    podium = sorted(range(race.players), key=lambda seat: race.seats[seat].place)
    return {
        "rounds": race.rounds,
        "places": [
            {
                "place": race.seats[seat].place,
                "name": seats[seat].name,
                "points": race.seats[seat].points,
                "vehicles": [
                    {
                        "vehicle": vehicle_name(vehicle.index),
                        "status": Status(vehicle.status).name.lower(),
                        "rank": vehicle.rank or None,
                        "gates": vehicle.gates,
                        "hit_points": vehicle.hit_points,
                        "round": vehicle.ended or None,
                    }
                    for vehicle in race.vehicles[: race.vehicle_count]
                    if vehicle.owner == seat
                ],
            }
            for seat in podium
        ],
    }
