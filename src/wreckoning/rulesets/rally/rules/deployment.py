"""Deployment before the first round."""

from __future__ import annotations

from wreckoning.core.door import choose, offer, pose
from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.geometry.bodies import place
from wreckoning.geometry.distance import nearness_of_bodies
from wreckoning.rulesets.rally.events import Deployed
from wreckoning.rulesets.rally.numbers import Mission, Question, Status
from wreckoning.rulesets.rally.race import INCH, Race
from wreckoning.rulesets.rally.rules.order import roll_off, seat_in_place

SPACE = 2 * INCH  # to any other vehicle
AWAY = 6 * INCH  # to the first team's, in Scavengers (V12)


@rule("W40", "W38")
def begin_deployment(race: Race) -> None:
    """The roll for deployment. In Scavengers it may also say whose team is the first."""
    roll_off(race)
    race.turn = seat_in_place(race, 0)
    if race.course.mission == Mission.SCAVENGERS:
        race.runner = race.turn = find_runner(race)


@rule("W38", "V12")
def find_runner(race: Race) -> SeatIndex:
    """The player with the fewest campaign points; of several the one with the lowest roll."""
    runner: SeatIndex = 0
    for seat in seat_range(1, race.players):
        player, least = race.seats[seat], race.seats[runner]
        level = player.campaign == least.campaign
        if player.campaign < least.campaign or (level and player.initiative > least.initiative):
            runner = seat
    return runner


@rule("W37")
def gate_of_seat(gates: int, players: int, seat: SeatIndex) -> int:
    """The gate of a seat in Battle Royale, from 0: spread as evenly as the gates allow."""
    return seat * gates // players


@rule("W37", "W38", "W40")
def group_of(race: Race, seat: SeatIndex) -> int:
    """The group of spots a player deploys on: 0, or in Battle Royale that of the seat's gate.

    In Scavengers 0 are the first team's, 1 the others'.
    """
    if race.course.mission == Mission.BATTLE_ROYALE:
        return gate_of_seat(race.course.gate_count, race.players, seat)
    return 1 if race.course.mission == Mission.SCAVENGERS and seat != race.runner else 0


@jitable
def waits(race: Race, seat: SeatIndex) -> bool:
    """Whether the player has a vehicle to be placed."""
    for i in range(race.vehicle_count):
        if race.vehicles[i].owner == seat and race.vehicles[i].status == Status.WAITING:
            return True
    return False


@rule("W40", "V13", "V12")
def is_free_spot(race: Race, vehicle: int, spot: int, away: int) -> bool:
    """Would the vehicle stand there 2 inches from any other, and `away` from the first team's?"""
    body, course = race.bodies[vehicle], race.course
    x, y, heading = body.x, body.y, body.heading
    place(body, course.spot_x[spot], course.spot_y[spot], course.spot_heading[spot])
    free = True
    for i in range(race.vehicle_count):
        if race.vehicles[i].status != Status.DRIVING or i == vehicle:
            continue
        space = SPACE
        runs = race.course.mission == Mission.SCAVENGERS and race.vehicles[i].owner == race.runner
        if runs and race.vehicles[vehicle].owner != race.runner:
            space = away
        if nearness_of_bodies(body, race.bodies[i]) < 2 * space:
            free = False
    place(body, x, y, heading)
    return free


@rule("W40", "V13")
def closest_row(race: Race, vehicle: int, away: int) -> int:
    """The row of the player's group that is closest to the gate and has a free spot; or NOBODY."""
    course = race.course
    group, row = group_of(race, race.vehicles[vehicle].owner), NOBODY
    for spot in range(course.spot_count):
        if course.spot_group[spot] != group or (row != NOBODY and course.spot_row[spot] >= row):
            continue
        if is_free_spot(race, vehicle, spot, away):
            row = course.spot_row[spot]
    return row


@rule("W40", "W38", "V12", "V13")
def offer_spots(race: Race, vehicle: int) -> None:
    """The free spots of the closest row that has any; in Scavengers the whole strip is that row.

    If none is left 6 inches from the first team, 2 inches are enough.
    """
    course, away = race.course, AWAY
    group, row = group_of(race, race.vehicles[vehicle].owner), closest_row(race, vehicle, AWAY)
    if row == NOBODY:
        row, away = closest_row(race, vehicle, SPACE), SPACE
    for spot in range(course.spot_count):
        if course.spot_group[spot] != group or course.spot_row[spot] != row:
            continue
        if is_free_spot(race, vehicle, spot, away):
            offer(race, spot)


@rule("W40")
def deploy_next(race: Race) -> None:
    """The player whose turn it is places a vehicle."""
    pose(race, Question.PLACE, race.turn, NOBODY)
    for i in range(race.vehicle_count):
        if race.vehicles[i].owner == race.turn and race.vehicles[i].status == Status.WAITING:
            offer(race, i)
    chosen = choose(race)
    pose(race, Question.SPOT, race.turn, chosen)
    offer_spots(race, chosen)
    spot, course = choose(race), race.course
    place(race.bodies[chosen], course.spot_x[spot], course.spot_y[spot], course.spot_heading[spot])
    race.vehicles[chosen].status = Status.DRIVING
    tell(race, Deployed(race.turn, chosen, spot))


@rule("W40", "W38")
def next_deployment(race: Race) -> bool:
    """Players alternate, in Scavengers after all of the first team. False if all are placed."""
    if race.runner != NOBODY and waits(race, race.runner):
        return True
    place = race.seats[race.turn].initiative + 1
    if race.turn == race.runner:
        place = 0
    for n in range(race.players):
        seat = seat_in_place(race, place + n)
        if waits(race, seat):
            race.turn = seat
            return True
    return False
