"""The end of the game, and the winner."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rally.events import GameOver
from wreckoning.rulesets.rally.numbers import Mission, Status
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.finishing import (
    has_points_for_places,
    is_ahead,
    rank_the_rest,
    take_off_home,
)
from wreckoning.rulesets.rally.rules.missions import has_gate
from wreckoning.rulesets.rally.rules.scoring import PLACES


@rule("V14")
def is_out_of_time(race: Race) -> bool:
    """Has the mission's last round been played?"""
    return race.rounds >= race.course.most_rounds


@rule("V32", "V18")
def is_settled(race: Race) -> bool:
    """Whether no player, or only one, can still score, whatever happens."""
    mission = race.course.mission
    if mission in (Mission.ARENA_RACE, Mission.OUTRUN, Mission.SCAVENGERS):
        return not may_come_home(race)
    if mission == Mission.TWO_LAP_RACE and race.ranked >= PLACES:
        return True
    return players_left(race) < 2


@jitable
def may_come_home(race: Race) -> bool:
    """Whether any driving vehicle has a gate to cross."""
    for i in range(race.vehicle_count):
        vehicle = race.vehicles[i]
        if vehicle.status == Status.DRIVING and has_gate(race, vehicle):
            return True
    return False


@jitable
def players_left(race: Race) -> int:
    """How many players have a vehicle on the board."""
    found = 0
    for i in range(race.vehicle_count):
        if race.vehicles[i].status == Status.DRIVING:
            found |= 1 << race.vehicles[i].owner
    count = 0
    for seat in seat_range(race.players):
        count += (found >> seat) & 1
    return count


@rule("V14", "V22", "V32")
def end_game(race: Race) -> None:
    """Ranks for those still on the board, then the players' places."""
    take_off_home(race)
    rank_the_rest(race)
    place_players(race)
    tell(race, GameOver(race.rounds))


@rule("V20")
def place_players(race: Race) -> None:
    """By points; then as `is_better` says."""
    for place in range(1, race.players + 1):
        best: SeatIndex = NOBODY
        for seat in seat_range(race.players):
            if race.seats[seat].place == 0 and (best == NOBODY or is_better(race, seat, best)):
                best = seat
        race.seats[best].place = place


@jitable
def vehicles_left(race: Race, seat: SeatIndex) -> int:
    """How many vehicles of a player are home or still drive."""
    count = 0
    for i in range(race.vehicle_count):
        vehicle = race.vehicles[i]
        if vehicle.owner == seat and (
            vehicle.status == Status.DRIVING or vehicle.status == Status.FINISHED
        ):
            count += 1
    return count


@jitable
def hit_points_left(race: Race, seat: SeatIndex) -> int:
    """The hit points of a player's vehicles that are home or still drive."""
    count = 0
    for i in range(race.vehicle_count):
        vehicle = race.vehicles[i]
        if vehicle.owner == seat and (
            vehicle.status == Status.DRIVING or vehicle.status == Status.FINISHED
        ):
            count += vehicle.hit_points
    return count


@jitable
def best_rank(race: Race, seat: SeatIndex) -> int:
    """The rank of a player's best vehicle; one too many if none is ranked."""
    best = race.vehicle_count + 1
    for i in range(race.vehicle_count):
        vehicle = race.vehicles[i]
        if vehicle.owner == seat and vehicle.rank:
            best = min(best, vehicle.rank)
    return best


@rule("V20")
def is_better(race: Race, seat: SeatIndex, other: SeatIndex) -> bool:
    """More points; vehicles home or driving; hit points left; a better rank; initiative."""
    edge = edge_over(race, seat, other)
    if edge != 0:
        return edge > 0
    return race.seats[seat].initiative < race.seats[other].initiative


@jitable
def edge_over(race: Race, seat: SeatIndex, other: SeatIndex) -> int:
    """A player's edge over another: above 0 if better; 0 if only initiative tells them apart."""
    edge = race.seats[seat].points - race.seats[other].points
    if edge == 0:
        edge = vehicles_left(race, seat) - vehicles_left(race, other)
    if edge == 0:
        edge = hit_points_left(race, seat) - hit_points_left(race, other)
    if edge == 0:
        edge = best_rank(race, other) - best_rank(race, seat)
    return edge


@jitable
def is_before(race: Race, seat: SeatIndex, other: SeatIndex) -> bool:
    """Does a player stand before another as the game goes on?

    If every place counts, by the better of their best vehicles; else as `is_better` says, without
    initiative, which is rolled again each round: vehicles equal in all else are level.
    """
    if has_points_for_places(race):
        best, others = best_vehicle(race, seat), best_vehicle(race, other)
        if best != NOBODY and others != NOBODY:
            return leads(race, race.vehicles[best], race.vehicles[others])
        if best != others:
            return best != NOBODY
    return edge_over(race, seat, other) > 0


@jitable
def leads(race: Race, vehicle: Vehicle, other: Vehicle) -> bool:
    """Whether it is ahead of another: home before driving, and driving before out."""
    ahead, others = standing_of(vehicle), standing_of(other)
    if ahead != others:
        return ahead > others
    if vehicle.rank or other.rank:
        return vehicle.rank < other.rank
    return is_ahead(race, vehicle, other)


@jitable
def standing_of(vehicle: Vehicle) -> int:
    """2: home; 1: it drives; 0: out."""
    if vehicle.status == Status.FINISHED:
        return 2
    return 1 if vehicle.status == Status.DRIVING else 0


@jitable
def best_vehicle(race: Race, seat: SeatIndex) -> int:
    """The one of a player's vehicles that stands best; NOBODY if there is none."""
    best = NOBODY
    for i in range(race.vehicle_count):
        if race.vehicles[i].owner != seat:
            continue
        if best == NOBODY or leads(race, race.vehicles[i], race.vehicles[best]):
            best = i
    return best
