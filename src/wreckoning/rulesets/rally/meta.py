"""The title, seats and switches of Wasteland Rally, and the game before the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wreckoning.core.errors import Illegal
from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.core.ruleset import Seat, Switch
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.numbers import Mission
from wreckoning.rulesets.rally.race import MAX_PLAYERS, Course, Race, Vehicle
from wreckoning.rulesets.rally.rules.deployment import gate_of_seat
from wreckoning.rulesets.rally.strips import room_in_strip, spots_behind
from wreckoning.rulesets.rally.teams.builds import fill_body, fill_build
from wreckoning.rulesets.rally.teams.model import Design, Team
from wreckoning.rulesets.rally.teams.seating import seat_teams

KEY = "rally"
TITLE = "Wasteland Rally"
VERSION = "1.2"
STAGE = "complete"
BLURB = "Armed wrecks, a race, and twelve-sided dice: build a team, and bring some of it home."
SOURCES = (
    'Wasteland Rally, a game module for Open Fire by "open-source-tabletop" (CC BY 4.0)',
    "Open Fire, the core rules and their expansion for vehicles, by the same (CC BY 4.0)",
)
SEATS = range(2, MAX_PLAYERS + 1)

SWITCHES = (
    Switch(
        "wrecks_stay",
        ("on", "off"),
        "V3",
        "whether destroyed vehicles stay as wreckage",
        (
            "A destroyed vehicle stays where it is, as wreckage",
            "A destroyed vehicle is taken off the board",
        ),
    ),
)


@table_rule("W33", "W40")
def lay_out(course: CourseFile, seats: Sequence[Seat], options: Mapping[str, str]) -> Race:
    """The game with all teams off the table. Raises Malformed or Illegal."""
    teams = seat_teams(course, seats)
    check_room(course, teams)
    race = Race()
    race.course = course.record.copy()
    race.players = len(seats)
    race.active = race.runner = NOBODY
    race.switches.wrecks_stay = int(options["wrecks_stay"] == "on")
    for number, player in by_seat(race.seats):
        player.seat = number
    for index, vehicle in enumerate(race.vehicles):
        vehicle.index = index
    for number, team in by_seat(teams):
        for design in team.vehicles:
            add_vehicle(race, number, design)
    return race


@table_rule("W2")
def add_vehicle(race: Race, owner: SeatIndex, design: Design) -> Vehicle:
    """Add a vehicle of this seat, which waits to be deployed."""
    index = race.vehicle_count
    race.vehicle_count += 1
    build, vehicle = race.builds[index], race.vehicles[index]
    fill_build(build, design)
    fill_body(race.bodies[index], design)
    vehicle.owner, vehicle.gate = owner, race.course.first_gate
    vehicle.hit_points = build.hit_points
    return vehicle


@table_rule("W40", "V13")
def check_room(course: CourseFile, teams: Sequence[Team]) -> None:
    """Check that every vehicle has a spot, wherever its team is deployed. Raises Illegal."""
    counts = [len(team.vehicles) for team in teams]
    needed = [(0, sum(counts))]
    if course.mission == Mission.BATTLE_ROYALE:
        gates = course.record.gate_count
        if len(counts) > gates:
            players = several(len(counts), "player")
            raise Illegal(f"{course.title} has {several(gates, 'gate')}, not for {players}", "W37")
        needed = [
            (gate_of_seat(gates, len(counts), seat), count) for seat, count in by_seat(counts)
        ]
    elif course.mission == Mission.SCAVENGERS:
        check_strips(course, counts)
        return
    for group, count in needed:
        room = spots_in(course.record, group)
        if room < count:
            raise Illegal(f"{course.title} has room for {room} vehicles, not for {count}", "W40")


@table_rule("W38", "V12")
def check_strips(course: CourseFile, counts: Sequence[int]) -> None:
    """Check that every team of Scavengers has room, wherever the first stands. Raises Illegal.

    A vehicle of the first team takes one lane of the others' strip at most, as V12 gives way where
    there is no room.
    """
    record, first = course.record, max(counts)
    behind = spots_behind(record)
    needed = (
        ("the first team", room_in_strip(record, 0), first),
        ("the others", room_in_strip(record, 1) - first + behind, sum(counts) - min(counts)),
    )
    for team, room, count in needed:
        if room < count:
            raise Illegal(
                f"{course.title} has room for {room} vehicles of {team}, not for {count}", "W38"
            )


def spots_in(record: Course, group: int) -> int:
    """The number of spots for this group."""
    return sum(record.spot_group[spot] == group for spot in range(record.spot_count))
